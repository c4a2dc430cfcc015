"""Every card, ability and place can be read: by its name, or because it lies on the table."""

from __future__ import annotations

import asyncio
import io
import re
import tomllib

import pytest

from embertable import load
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games import game_names
from embertable.games.setawatch.content import WatchContent
from embertable.terminal.app import TableApp
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.plain import LineTable
from embertable.terminal.screens import CardsPage, TextPage
from embertable.terminal.seats import read_seats
from embertable.text_view.components import Components, sources_of

# One of each kind: the game, its name in English, in Italian, and a part of its text.
KNOWN = [
    ("setawatch", "Corpse Bolt", "Dardo funesto", "top card of the Graveyard"),
    ("setawatch", "Forgotten Graveyard", "Camposanto dimenticato", "bottom of the Creature deck"),
    ("setawatch", "Chop Wood", "Taglia legna", "Firewood +2"),
    ("lueur", "Likyar", "Likyar", "gain 1 reroll"),
    ("lueur", "Brambles", "Rovi", "lose 5 bursts"),
    ("faceless", "The Hat", "Il Cappello", "move and turn Sam"),
    ("faceless", "Karyn", "Karyn", "next Event card"),
    ("deadcells", "Cinder Sweep", "Spazzata di cenere", "1 Damage on space 1"),
    ("deadcells", "The Concierge", "Il Portinaio", "Ground Slam"),
]
SOURCES = {"rulebook", "public", "designed"}


@pytest.mark.parametrize(("game", "english", "italian", "text"), KNOWN)
def test_a_component_is_found_by_either_name(game, english, italian, text):
    for words, language in ((english, "en"), (english.upper(), "it"), (italian, "it")):
        found = Components(load(game), language).named(words)
        assert found[0].english == english
        assert found[0].name == (english if language == "en" else italian)
    assert text.casefold() in Components(load(game), "en").named(english)[0].text.casefold()


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_component_has_a_name_a_text_and_a_source(game, language):
    entries = Components(load(game), language).entries
    assert len(entries) > 50
    for entry in entries:
        assert entry.name, entry
        assert entry.source in SOURCES, entry
        assert "{" not in entry.name + entry.text, entry
    assert sum(not entry.text for entry in entries) < len(entries) / 10


def test_every_row_of_the_box_with_a_text_is_listed():
    """A kind of component that somebody forgets is missed here."""
    listed = {entry.id for entry in Components(load("setawatch"), "en").entries}
    listed |= {id for entry in Components(load("setawatch"), "en").entries for id in entry.ids}
    content = load("setawatch").content()
    assert isinstance(content, WatchContent)
    printed = [
        *content.abilities,
        *content.items,
        *content.locations,
        *content.cards,
        *content.runes,
    ]
    assert set(printed) <= listed
    assert "corpse_bolt" in sources_of(load("setawatch"))


def rows_of(value):
    """Every row of a content file, at any depth."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from rows_of(one)


def called_printed(content) -> list[str]:
    """Rows whose remark says that a part was designed here, and whose source does not."""
    return [
        f"{row.get('id')}: {remark}"
        for row in rows_of(content)
        for remark in [f"{row.get('note', '')} {row.get('source_note', '')}".strip()]
        if "designed" in remark.casefold() and row["source"] != "designed"
    ]


@pytest.mark.parametrize("game", game_names())
def test_a_row_that_is_ours_in_part_counts_as_ours(game):
    for file in (load(game).folder() / "content").glob("*.toml"):
        assert called_printed(tomllib.loads(file.read_text(encoding="utf-8"))) == []


def test_a_row_that_hides_what_is_ours_is_found():
    row = {"id": "sword", "source": "public", "source_note": "Name public; effect designed."}
    assert called_printed({"equipment": [row]}) != []


# Rows of ours that nobody meets as a piece of their own: spaces and exits of a map, decks to choose
# in the lobby, curses and camp spaces that a listed tile or action names.
INSIDE = {
    "deadcells": {"no_communication", "no_runes"},
    "faceless": {"duskworld", "hell"},
    "setawatch": {"scout_2", "open", "classic", "balanced", "riders"},
}


@pytest.mark.parametrize("game", game_names())
def test_all_that_is_ours_is_listed(game):
    listed = {id for one in Components(load(game), "en").entries for id in (one.id, *one.ids)}
    ours = {id for id, source in sources_of(load(game)).items() if source == "designed"}
    of_the_map = {id for id in ours if re.fullmatch(r"[a-f][1-4]|exit_[ab]", id)}
    assert ours - listed - of_the_map == INSIDE.get(game, set())


def test_a_slip_is_guessed():
    near = Components(load("setawatch"), "en").near("Copse Bolt")
    assert not isinstance(near, str)
    assert near.arguments["near"] == "Corpse Bolt"
    assert Components(load("setawatch"), "en").near("qqqqqq") == ""


def test_what_lies_on_the_table_comes_first_and_hidden_cards_stay_hidden(hotseat):
    here = hotseat("setawatch").components_here(hotseat("setawatch").look())
    names = {entry.name for entry in here}
    assert {"Corpse Bolt", "Witch", "Forgotten Graveyard"} <= names
    # The Creature deck is face down.
    assert "Bear" not in names


@pytest.fixture
def hotseat(tmp_path):
    def make(game: str, language: str = "en") -> HotSeat:
        session = Session(load(game), {}, seeded(5))
        count = session.game.seats(session.table)
        seats = read_seats(["human:Ada", *["bot:random"] * (count - 1)])
        return HotSeat(session, seats, language, tmp_path / "game.json")

    return make


def said(hotseat: HotSeat, *lines: str) -> str:
    sink = io.StringIO()
    LineTable(hotseat, io.StringIO("".join(f"{line}\n" for line in lines)), sink).run()
    return sink.getvalue()


@pytest.mark.parametrize(("game", "english", "italian", "text"), KNOWN)
def test_the_plain_table_reads_cards_aloud(hotseat, game, english, italian, text):
    assert text.casefold() in said(hotseat(game), f"card {english}").casefold()
    assert italian in said(hotseat(game, "it"), f"carta {italian}")
    assert english in said(hotseat(game), f"rules {english}")


@pytest.mark.parametrize(
    ("game", "language", "ours"),
    [
        ("faceless", "en", "Ours, so the printed ones may differ: Blue cards"),
        ("setawatch", "it", "Nostri, quindi quelli stampati possono essere diversi: "),
    ],
)
def test_the_table_in_words_ends_with_what_is_ours(hotseat, game, language, ours):
    made = hotseat(game, language)
    lines = made.table_in_words(made.look())
    assert [line for line in lines if ours in line] == lines[-1:]


def test_nothing_of_lueur_is_ours(hotseat):
    made = hotseat("lueur")
    assert not any(line.startswith("Ours") for line in made.table_in_words(made.look()))


@pytest.mark.parametrize("word", ["card", "cards", "carta", "carte"])
def test_one_card_or_all_of_them(hotseat, word):
    assert "Witch" in said(hotseat("setawatch"), word)


def test_the_plain_table_guesses(hotseat):
    assert "did you mean Corpse Bolt?" in said(hotseat("setawatch"), "card Copse Bolt")
    assert "did you mean Corpse Bolt?" in said(hotseat("setawatch"), "rules Copse Bolt")


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_keys_open_the_cards_and_the_table_in_words(hotseat, game, size):
    async def run() -> None:
        app = TableApp(hotseat(game, "it"))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press("c")
            await pilot.pause()
            assert isinstance(app.screen, CardsPage)
            await pilot.press(*"zzzz")
            await pilot.pause()
            await pilot.press("escape", "t")
            await pilot.pause()
            page = app.screen
            assert isinstance(page, TextPage)
            assert len(page.lines) > 3
            await pilot.press("t")
            await pilot.pause()
            assert not isinstance(app.screen, TextPage)

    asyncio.run(run())
