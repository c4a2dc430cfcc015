"""Small and large screens: nothing that matters falls off, and room is used."""

from __future__ import annotations

import asyncio
import dataclasses
import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Static

from embertable import load
from embertable.engine.catalogue import LANGUAGES, load_catalogue
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games import game_names
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.view import DeadCellsView
from embertable.terminal.app import TableApp
from embertable.terminal.board import picture_of
from embertable.terminal.deadcells.map import biome_map
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.plain import LineTable
from embertable.terminal.screens import HelpPage, LastEvening, TextPage
from embertable.terminal.seats import read_seats
from embertable.terminal.table_screen import DISPENSABLE, KEYS, TableScreen
from embertable.terminal.widgets import Board, Choices, key_line
from embertable.tutorials import Tutor, tutorial_of

SMALL = (80, 24)
LARGE = (200, 50)


def table(tmp_path: Path, game: str, language: str = "en", *, guide: bool = False) -> HotSeat:
    found = load(game)
    tutor, options, seed = None, {}, 5
    if guide:
        tutorial = tutorial_of(found)
        tutor, options, seed = Tutor(tutorial), dict(tutorial.options), tutorial.seed
    session = Session(found, options, seeded(seed))
    count = found.seats(session.table)
    seats = read_seats(["human:Ada", *["bot:random"] * (count - 1)])
    return HotSeat(session, seats, language, tmp_path / "game.json", tutor=tutor)


def on_screen(
    hotseat: HotSeat, size: tuple[int, int], check: Callable[[Pilot[None]], Awaitable[None]]
) -> None:
    async def run() -> None:
        async with TableApp(hotseat).run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.pause()
            await check(pilot)

    asyncio.run(run())


def shown(pilot: Pilot[None]) -> str:
    """The whole screen as text."""
    width, height = pilot.app.size
    lines = pilot.app.screen._compositor.render_strips()
    assert len(lines) == height
    return "\n".join(line.text[:width] for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_help_and_quit_never_fall_off_the_key_line(language, width):
    templates = load_catalogue("terminal", language).templates
    keys = [(key, templates[f"key.{name}"]) for key, name in KEYS]
    line = key_line(keys, width, DISPENSABLE)
    assert line.cell_len <= width
    assert line.plain.startswith(" ? ")
    assert line.plain.rstrip().endswith(f"q {templates['key.quit']}")
    if width <= 80:
        # Without the dispensable ones it would not fit: the test can fail.
        assert key_line(keys, width).cell_len > width


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_screen_says_where_something_is_cut(tmp_path, game, language):
    async def check(pilot: Pilot[None]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        board, more = screen.query_one(Board), screen.query_one("#more", Static)
        assert bool(more.display) == (board.max_scroll_y > 0)
        if board.max_scroll_y:
            assert "▼" in shown(pilot)
            while board.lines_below() > 0:
                await pilot.press("pagedown")
                await pilot.pause()
            await pilot.pause()
            assert "▲" in shown(pilot)
        choices = screen.query_one(Choices)
        assert bool(screen.query_one("#more-options").display) == (choices.max_scroll_y > 0)
        last = shown(pilot).splitlines()[-1]
        assert " ? " in last
        assert " q " in last

    on_screen(table(tmp_path, game, language), SMALL, check)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_lesson_is_a_page_that_closes(tmp_path, game, size):
    async def check(pilot: Pilot[None]) -> None:
        page = pilot.app.screen
        assert isinstance(page, TextPage)
        lesson = page.lines[0][:30]
        assert lesson in shown(pilot)
        for _ in range(9):
            if isinstance(page := pilot.app.screen, TextPage):
                lesson = page.lines[0][:30]
                await pilot.press("enter")
                await pilot.pause()
                await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        # The lesson leaves the board its room, and can be read again.
        assert pilot.app.screen.query_one(Board).size.height >= 8
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpPage)
        assert lesson in shown(pilot)

    on_screen(table(tmp_path, game, guide=True), size, check)


def test_a_large_screen_says_what_the_cards_do(tmp_path):
    text = "Deal damage to a revealed creature in first or second position"

    async def large(pilot: Pilot[None]) -> None:
        assert text in shown(pilot)
        assert pilot.app.screen.query_one(Board).max_scroll_y == 0
        assert pilot.app.screen.query_one("#log-pane").size.width > 50

    async def small(pilot: Pilot[None]) -> None:
        assert text not in shown(pilot)

    on_screen(table(tmp_path, "setawatch"), LARGE, large)
    on_screen(table(tmp_path, "setawatch"), SMALL, small)


def biome_view(biome: str) -> tuple[DeadCellsView, DeadCellsContent]:
    """A view of the table with the Group at the start of a Biome."""
    game = load("deadcells")
    content = game.content()
    assert isinstance(content, DeadCellsContent)
    session = Session(game, {}, seeded(1))
    while True:
        session.table.next_choice()
        view = game.view(session.table, None)
        assert isinstance(view, DeadCellsView)
        if view.spaces:
            break
        session.play(session.table.offered()[0])
    spaces = tuple(
        [
            dataclasses.replace(view.spaces[0], shape=one.shape)
            for one in content.biomes[biome].spaces
        ]
    )
    return dataclasses.replace(view, biome=biome, spaces=spaces, place="start", closed=()), content


def test_the_map_of_every_biome_shows_its_spaces_and_corridors():
    content = load("deadcells").content()
    assert isinstance(content, DeadCellsContent)
    for id, biome in content.biomes.items():
        view, content = biome_view(id)
        for width in (76, 150):
            drawn = biome_map(view, content, width).plain
            assert max(len(line) for line in drawn.splitlines()) <= width, id
            for space in biome.spaces:
                assert space.id in drawn, (id, space.id)
            kept = biome.corridors
            for number in range(len(kept)):
                # Each corridor changes the drawing: without it, the map differs.
                try:
                    biome.corridors = (*kept[:number], *kept[number + 1 :])
                    assert biome_map(view, content, width).plain != drawn, (id, kept[number])
                finally:
                    biome.corridors = kept


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_end_is_worth_reading(tmp_path, game, size):
    hotseat = table(tmp_path, game, "it")
    while not hotseat.is_over():
        hotseat.choose(hotseat.bot_decision() if hotseat.bot_is_next() else first(hotseat))
    result = hotseat.session.table.result
    assert result is not None
    remarks = hotseat.remarkable()
    assert len(remarks) > 2

    async def check(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app.screen, LastEvening)
        text = shown(pilot)
        assert hotseat.outcome(result)[:20] in text
        while (
            page := pilot.app.screen.query_one(".page-text")
        ).scroll_offset.y < page.max_scroll_y:
            await pilot.press("pagedown")
            await pilot.pause()
            text += shown(pilot)
        assert remarks[0] in text
        assert "embertable replay" in text
        assert "review" in text

    on_screen(hotseat, size, check)
    assert hotseat.farewell().endswith("\n".join(hotseat.ways_on()))


def test_the_plain_end_tells_the_same(tmp_path):
    hotseat = table(tmp_path, "lueur")
    while not hotseat.is_over():
        hotseat.choose(hotseat.bot_decision() if hotseat.bot_is_next() else first(hotseat))
    sink = io.StringIO()
    LineTable(hotseat, io.StringIO("quit\n"), sink).run()
    said = sink.getvalue()
    for line in (*hotseat.remarkable(), *hotseat.ways_on()):
        assert line in said


def test_a_small_combat_board_says_where_everybody_stands(tmp_path):
    hotseat = table(tmp_path, "deadcells")
    while not getattr(view := hotseat.look().view, "enemies", ()):
        hotseat.choose(hotseat.bot_decision() if hotseat.bot_is_next() else first(hotseat))
    assert isinstance(view, DeadCellsView)
    catalogue = hotseat.catalogue(view)
    drawn = {}
    for width in (78, 120):
        console = Console(width=width)
        with console.capture() as capture:
            console.print(
                picture_of(load("deadcells")).render(
                    view, catalogue, width, 0, hotseat.content(), None
                )
            )
        drawn[width] = capture.get()
    for enemy in view.enemies:
        for text in drawn.values():
            assert catalogue.name_of(enemy.space, "space") in text
    # In columns it takes twice as many lines.
    small, large = (text.split("♥")[0].count("\n") for text in drawn.values())
    assert small < large


def first(hotseat: HotSeat):
    """Any option; the last one where the first would go round in circles."""
    offered = hotseat.session.table.offered()
    return offered[len(hotseat.session.record.entries) % len(offered)]


def test_tallies_and_peaks_name_events_that_exist():
    for name in game_names():
        game = load(name)
        templates = game.catalogue("en").templates
        listed = [id for id in templates if id.startswith(("tally.", "peak."))]
        assert listed, name
        for id in listed:
            kind = id.split(".")[1]
            assert f"event.{kind}" in templates, id
            if id.startswith("peak."):
                field = id.rpartition(".")[2]
                assert f"{{{field}" in templates[f"event.{kind}"], id


def test_the_console_draws_the_map_without_breaking_lines():
    view, content = biome_view("prisoners_quarters")
    console = Console(width=80)
    lines = console.render_lines(biome_map(view, content, 78), console.options.update(width=78))
    assert len(lines) == 5
