"""The documentation site: every page has a place, every link a target, and nothing is inline."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
import pytest

from build_steps.client import launcher
from build_steps.site import made_pages, pages, strict_html
from embertable import __all__ as exported
from embertable.cli import embertable
from embertable.games import GAMES
from embertable.server.http import ROUTES
from tests.contract.games import ROOT

SECTIONS = ("Learn", "Do", "Look up", "Understand")


@pytest.fixture(scope="module")
def site() -> Path:
    """The built site, which `./play test` has made already."""
    return Path(launcher(ROOT / "play").SITE.ready())


class Page(HTMLParser):
    """What a page links to, what can be linked to in it, and what is inline."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.text = ""
        self.script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.links += [given[name] for name in ("href", "src") if name in given]
        self.ids |= {given["id"]} if "id" in given else set()
        events = [name for name in given if name.startswith("on")]
        self.inline += [f"{tag} {name}" for name in events]
        if "style" in given or tag == "style":
            self.inline.append(f"{tag} with a style")
        if any(value.startswith("javascript:") for value in given.values()):
            self.inline.append(f"{tag} with a script for an address")
        self.script = tag == "script" and "src" not in given

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.script and data.strip():
            self.inline.append("script")

    def handle_endtag(self, tag: str) -> None:
        self.script = False


def all_pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}


def dead_links(found: dict[Path, Page]) -> Iterator[str]:
    for file, page in found.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            target = (file.parent / path).resolve() if path else file
            if not target.is_file():
                yield f"{file.name} links to {link}, which is not there"
            elif parts.fragment and target in found:
                anchor = unquote(parts.fragment)
                if anchor not in found[target].ids:
                    yield f"{file.name} links to {link}, where there is no such anchor"


# The tree.


def without_a_place(root: Path) -> list[str]:
    """The pages that docs/index.md does not list, each with what to do about it."""
    text = (root / "docs" / "index.md").read_text(encoding="utf-8")
    listed = {
        (root / "docs" / name).resolve()
        for name in re.findall(r"^- \[[^\]]*\]\(([^)#]*\.md)\)", text, re.MULTILINE)
    }
    # A folder with a README lists its pages there, and the ledgers are listed by the build.
    by_folder = {page.parent for page in listed if page.name == "README.md"}
    by_folder.add((root / "docs" / "rules").resolve())
    return [
        f"{page.relative_to(root)} has no place in the documentation: add a line with a link to it"
        f" under one of the headings of docs/index.md ({', '.join(SECTIONS)})"
        for page in pages.sources(root)
        if page.name != "index.md" and page.resolve() not in listed
        if page.parent.resolve() not in by_folder
    ]


def test_every_page_has_a_place_in_the_tree():
    assert without_a_place(ROOT) == []


def test_a_page_without_a_place_is_told_with_a_sentence(tmp_path):
    for page in pages.sources(ROOT):
        (tmp_path / page.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(page, tmp_path / page.relative_to(ROOT))
    (tmp_path / "docs" / "lost.md").write_text("# Lost\n")
    (found,) = without_a_place(tmp_path)
    assert found.startswith("docs/lost.md has no place in the documentation: add a line")


def test_the_home_page_has_the_four_kinds_of_pages(site):
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == SECTIONS
    home = (site / "index.html").read_text(encoding="utf-8")
    captions = re.findall(r'class="caption-text">([^<]+)<', home)
    assert tuple(captions) == SECTIONS


# The pages.


def test_every_link_of_the_site_has_a_target(site):
    found = all_pages(site)
    assert len(found) > 40
    assert list(dead_links(found)) == []


def test_nothing_of_the_site_is_inline(site):
    inline = {file.name: page.inline for file, page in all_pages(site).items() if page.inline}
    assert inline == {}


def test_a_dead_link_and_an_inline_script_are_found(tmp_path):
    page = tmp_path / "a.html"
    page.write_text(
        '<a href="gone.html">x</a><a href="#gone" onclick="x()">x</a><p style="color: red">'
        '<script>x()</script><style>p {}</style><a href="javascript:x()">x</a>'
    )
    found = all_pages(tmp_path)
    assert len(list(dead_links(found))) == 2
    assert len(found[page].inline) == 5


def test_scripts_and_styles_move_to_files(tmp_path):
    text = (
        '<html><head><style>p { color: red }</style></head><body style="margin: 0">'
        '<script src="x.js"></script><script>run()</script><p class="a" style="color: blue">s</p>'
    )
    (tmp_path / "rules").mkdir()
    page = tmp_path / "rules" / "a.html"
    page.write_text(text)
    strict_html.make_strict(tmp_path)
    assert Page(page.read_text()).inline == []
    moved = [(page.parent / link).resolve() for link in Page(page.read_text()).links]
    told = "".join(file.read_text() for file in moved if file.name != "x.js")
    for part in ("p { color: red }", "run()", "margin: 0", "color: blue"):
        assert part in told
    assert 'class="a s-' in page.read_text()


def test_every_command_and_option_is_on_its_page(site):
    page = Page((site / "command-line.html").read_text(encoding="utf-8"))
    told = " ".join(page.text.split())
    count = 0
    for command, context in made_pages.commands(embertable, None, "embertable"):
        assert context.command_path in told
        for option in command.get_params(context):
            if isinstance(option, click.Option) and not option.hidden:
                assert option.opts[-1] in told, (context.command_path, option.opts)
                count += 1
    assert count > 100


def test_every_name_that_scripts_import_is_on_its_page(site):
    page = Page((site / "api.html").read_text(encoding="utf-8"))
    for name in exported:
        assert f"embertable.{name}" in page.ids or name in page.text, name
    assert "Args" not in page.text
    assert "Raises:" in page.text


def test_every_request_is_on_its_page(site):
    page = Page((site / "http-api.html").read_text(encoding="utf-8"))
    for method, path, _ in ROUTES:
        assert f"{method} {path}" in page.text


def test_every_clause_can_be_linked_to(site):
    for game in GAMES:
        ledger = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
        clauses = re.findall(r"^- \*\*([A-Z]+-[A-Z-]+-\d+)\b", ledger, re.MULTILINE)
        assert len(clauses) > 100
        ids = Page((site / "rules" / f"{game}.html").read_text(encoding="utf-8")).ids
        assert set(clauses) <= ids


def named_in_help() -> set[str]:
    """The pages of /docs that help texts name."""
    found: set[str] = set()
    for command, context in made_pages.commands(embertable, None, "embertable"):
        found |= set(re.findall(r"\bdocs/([\w/-]+)", command.get_help(context)))
    return found


def test_the_pages_that_help_names_exist(site):
    assert "agent" in named_in_help()
    for name in named_in_help():
        assert (site / f"{name}.html").is_file(), name


@pytest.mark.slow
def test_a_warning_fails_the_build_and_is_told(tmp_path):
    tree = tmp_path / "checkout"
    shutil.copytree(ROOT / "build_steps", tree / "build_steps")
    shutil.copytree(ROOT / "docs" / "assets", tree / "docs" / "assets")
    shutil.copy(ROOT / "docs" / "openapi.json", tree / "docs")
    (tree / "src").symlink_to(ROOT / "src")
    for name in pages.AT_THE_TOP:
        (tree / name).write_text(f"# {name}\n")
    top = "".join(f"- [{name}](../{name})\n" for name in pages.AT_THE_TOP)
    made = "".join(f"<!-- made: {name} -->\n" for name in ("command-line", "api", "http-api"))
    home = f"# Home\n\n## Do\n\n- [Glossary](glossary.md)\n<!-- made: rules/index -->\n{made}{top}"
    (tree / "docs" / "index.md").write_text(home)
    (tree / "docs" / "glossary.md").write_text("# Glossary\n\n[gone](gone.md)\n")
    call = [sys.executable, "-m", "build_steps.site.build", str(tmp_path / "out")]
    done = subprocess.run(call, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("WARNING") == 1
    assert done.stderr.startswith(
        "docs/glossary.md:3: WARNING: 'myst' cross-reference target not found"
    )
    assert not (tmp_path / "out").exists()
