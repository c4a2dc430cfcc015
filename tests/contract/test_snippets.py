"""Every snippet of the pages runs: Python, commands and plans, as a reader would paste them."""

from __future__ import annotations

import pytest

from tests.contract import snippets
from tests.contract.games import ROOT
from tests.contract.pages import all_pages

KINDS = {"python", "sh", "toml", "ini", "nginx", "json", "markdown", "svelte", "text", ""}
PAGES = {
    page.relative_to(ROOT).as_posix(): page
    for page in all_pages()
    if not page.is_relative_to(ROOT / "docs" / "measurements")
    and page.name != "README.md"  # it has a test of its own, in a clone
    and any(
        kind in {"python", "sh"} for kind, _ in snippets.of_page(page.read_text(encoding="utf-8"))
    )
}


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_snippets_of_a_page_run(page, tmp_path):
    snippets.run_page(PAGES[page].read_text(encoding="utf-8"), tmp_path)


@pytest.mark.slow
def test_the_readme_can_be_pasted_into_a_fresh_clone(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    snippets.clone_into(tmp_path)
    ran = snippets.run_page(text, tmp_path)
    assert (tmp_path / "game.json").is_file()
    assert (tmp_path / "bots.json").is_file()
    # One story with one file, in the order in which it is told.
    story = [line.split()[1] for line in ran if "game.json" in line]
    assert story == ["play", "hint", "play", "replay", "review"]
    assert "./play" in [line.partition("#")[0].strip() for line in ran]


def test_all_pages_with_snippets_are_run():
    assert {"docs/lab.md", "docs/ask-the-lab.md", "docs/train-an-agent.md"} <= {*PAGES}


def test_every_kind_of_snippet_is_known():
    for page in all_pages():
        for kind, text in snippets.of_page(page.read_text(encoding="utf-8")):
            assert kind in KINDS, (page.name, text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("```python\nfrom embertable import lode\n```\n", "cannot import name 'lode'"),
        ("```sh\nembertable rules lueur --gone\n```\n", "has no option --gone"),
        ("```sh\nembertable replay gone.json\n```\n", "gone.json"),
        ("```sh\nembertable replay FILE\n```\n", "cannot be pasted"),
        ("```sh\ncurl example.org\n```\n", "neither run nor named in NOT_RUN"),
    ],
)
def test_a_snippet_that_fails_is_found(text, told, tmp_path):
    with pytest.raises(AssertionError, match=told):
        snippets.run_page(text, tmp_path)
