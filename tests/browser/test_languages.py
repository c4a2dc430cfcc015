"""The client offers every language that has a folder, and shows nothing that no catalogue says."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from embertable.games import GAMES
from tests.browser.conftest import SPEED
from tests.browser.player import Player
from tests.browser.running import WEB, Served
from tests.languages import CLOSE, OPEN, PSEUDO, escaped, marked, with_language

# Everything that is read out or seen: texts, names, hints in fields.
READ = """() => {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const within = walk.currentNode.parentElement;
    if (within.closest('script, style, noscript, .languages, article[lang=en], [aria-hidden=true] svg')) continue;
    texts.push(walk.currentNode.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name));
  return texts.map(text => text.trim()).filter(Boolean);
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server and a client with two languages more: French and the pseudo-locale."""
    folder = tmp_path_factory.mktemp("languages")
    locales = with_language(folder, PSEUDO, marked)
    shutil.copytree(locales / PSEUDO, locales / "fr")
    (locales / "fr" / "client.toml").write_text('[home]\ntitle = "On joue à quoi ce soir ?"\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EMBERTABLE_LOCALES", str(locales))
        patch.setenv("EMBERTABLE_DIST", str(folder / "dist"))
        node = shutil.which("node") or "node"
        subprocess.run([node, "build.mjs"], cwd=WEB, check=True, env=os.environ)
        server = Served(folder / "tables.sqlite", "--client", str(folder / "dist"))
        server.start()
        yield server
        server.kill()


@pytest.fixture
def reader(browser: Browser, served: Served) -> Iterator[Player]:
    """Somebody whose browser prefers the pseudo-locale."""
    context = browser.new_context(locale=PSEUDO, reduced_motion="reduce")
    context.add_init_script(SPEED % "instant")
    context.set_default_timeout(20_000)
    yield Player("Ada", context, served.address)
    context.close()


def read_on(player: Player) -> list[str]:
    found: list[str] = player.page.evaluate(READ)
    return found


def test_a_language_needs_a_folder_and_nothing_else(browser: Browser, served: Served) -> None:
    context = browser.new_context(locale="fr-CH")
    ada = Player("Ada", context, served.address)
    ada.open("/")
    ada.page.get_by_role("heading", name="On joue à quoi ce soir ?").wait_for()
    switch = ada.page.locator(".languages button")
    assert switch.evaluate_all("all => all.map(one => one.lang)") == ["en", PSEUDO, "fr", "it"]
    assert "français" in (switch.nth(2).text_content() or "")
    # What the folder lacks is said in English.
    assert ada.page.get_by_text("Play now").count() > 0
    context.close()


@pytest.mark.parametrize(
    "path", ["/", *(f"/host/{game}" for game in GAMES), "/campaigns", "/reports", "/nowhere"]
)
def test_no_sentence_of_a_page_is_written_in_the_code(reader: Player, path: str) -> None:
    reader.open(path)
    # What the page asks for at its start draws the title anew.
    reader.page.wait_for_load_state("networkidle")
    reader.page.locator("main h1").first.wait_for()
    reader.page.wait_for_load_state("networkidle")
    texts = read_on(reader)
    assert any(OPEN in text for text in texts)
    assert "\n".join(line for text in texts for line in escaped(text)) == ""


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_table_is_written_in_the_code(reader: Player, game: str) -> None:
    texts: set[str] = set()
    table = reader.ask("/api/tables", {"game": game, "tutorial": True})
    reader.open(f"/table/{table['id']}")
    reader.ready()
    for _ in range(4):
        reader.wait_for_turn()
        texts.update(read_on(reader))
        reader.take_first()
    reader.page.keyboard.press("s")
    for tab in ("log", "chat", "rules", "text"):
        reader.page.locator(f"#tab-{tab}").click()
        reader.page.wait_for_load_state("networkidle")
        texts.update(read_on(reader))
    assert any(OPEN in text for text in texts)
    assert "\n".join(sorted({line for text in texts for line in escaped(text)})) == ""


def test_a_sentence_that_no_catalogue_has_is_found(reader: Player) -> None:
    reader.open("/")
    reader.page.locator("main h1").first.wait_for()
    reader.page.evaluate("document.querySelector('main h1').textContent = 'Nobody wrote this.'")
    reader.page.evaluate("document.querySelector('main a').title = 'Nor did they write that.'")
    assert [line for text in read_on(reader) for line in escaped(text)] == [
        "Nobody wrote this.",
        "Nor did they write that.",
    ]
    assert escaped(f"{OPEN}Somebody wrote this.{CLOSE}") == []
