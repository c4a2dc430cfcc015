"""Trying a pose on the screen: the board follows the option that is lit."""

import asyncio
import io

import pytest
from textual.widgets import Static

import embertable
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games.faceless.view import FacelessView
from embertable.games.faceless.walk import ChooseHeading, ChoosePlace, PlayCard, TurnTo
from embertable.terminal.app import TableApp
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.plain import LineTable
from embertable.terminal.seats import read_seats
from embertable.terminal.table_screen import TableScreen
from embertable.terminal.widgets import Choices

FACELESS = embertable.load("faceless")


def posing(save) -> HotSeat:
    """A person who has played a card and says where its figure goes."""
    seats = read_seats(["human:Ada", "human:Ben"])
    session = Session(FACELESS, {"players": "2"}, seeded(3))
    hotseat = HotSeat(session, seats, "en", save)
    while not isinstance(session.table.next_choice(), ChoosePlace):
        offered = session.table.offered()
        plays = [one for one in offered if isinstance(one, PlayCard) and "yellow" in one.card]
        hotseat.choose((plays or offered)[0])
    return hotseat


@pytest.mark.rule("F-WALK-13")
def test_the_board_follows_the_arrow_keys(tmp_path):
    app = TableApp(posing(tmp_path / "game.json"))

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)
            choices = screen.query_one(Choices)
            start = screen.shown.view
            assert isinstance(start, FacelessView)
            before = drawn(screen)
            catalogue = screen.hotseat.catalogue(start)
            # The place where the figure stands is lit first, so nothing has moved yet.
            assert choices.highlighted not in (None, 0)
            await pilot.press("right")
            await pilot.pause()
            tried = screen.hotseat.tried(screen.lit_option(), start)
            assert isinstance(tried, FacelessView)
            assert tried.needle is not None
            after = drawn(screen)
            assert after != before
            assert tried.figures[0].place != start.figures[0].place
            leads = [catalogue.name_of(one, "direction") for one in tried.needle.directions]
            assert f"needle {leads[0]}" in after
            await pilot.press("left")
            await pilot.pause()
            assert drawn(screen) == before
            assert screen.hotseat.session.table.state.places[0] == start.figures[0].place

    asyncio.run(run())


def drawn(screen: TableScreen) -> str:
    """The text of the picture as it is on the screen."""
    picture = screen.query_one("#picture", Static)
    lines = [picture.render_line(number).text for number in range(picture.size.height)]
    return "\n".join(lines)


def turning(save) -> HotSeat:
    """A person whose figure stands, and who says which way it faces."""
    hotseat = posing(save)
    hotseat.choose(hotseat.session.table.offered()[0])
    assert isinstance(hotseat.session.table.next_choice(), ChooseHeading)
    return hotseat


@pytest.mark.rule("F-WALK-03")
def test_arrow_keys_turn_the_figure_by_single_degrees(tmp_path):
    app = TableApp(turning(tmp_path / "game.json"))

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)
            table = screen.hotseat.session.table
            present = table.state.headings[0]
            lit = screen.lit_option()
            assert isinstance(lit, TurnTo)
            assert lit.heading == present
            prompt = str(screen.query_one("#prompt", Static).render())
            assert "← →" in prompt
            start = screen.hotseat.free_value
            await pilot.press("right", "right", "right", "shift+left")
            await pilot.pause()
            tried = screen.lit_option()
            assert isinstance(tried, TurnTo)
            assert tried.heading == (start + 3 - 15) % 360
            wind = screen.hotseat.catalogue().name_of(tried.heading, "faces")
            assert f"Judith {wind}" in drawn(screen)
            await pilot.press("enter")
            await pilot.pause()
            assert table.state.headings[0] == tried.heading

    asyncio.run(run())


@pytest.mark.rule("F-WALK-03")
@pytest.mark.parametrize(("typed", "heading"), [("137", 137), ("360", None), ("x", None)])
def test_a_facing_is_typed_as_a_number(tmp_path, typed, heading):
    app = TableApp(turning(tmp_path / "game.json"))

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)
            before = screen.hotseat.free_value
            await pilot.press("equals_sign")
            await pilot.pause()
            await pilot.press("end", *["backspace"] * 3, *typed, "enter")
            await pilot.pause()
            await pilot.pause()
            assert screen.hotseat.free_value == (before if heading is None else heading)
            said = str(screen.query_one("#reason", Static).render())
            assert ("from 0 to 359" in said) == (heading is None)

    asyncio.run(run())


@pytest.mark.rule("F-WALK-03")
@pytest.mark.parametrize("line", ["=137", "137°", "= 137"])
def test_a_facing_is_typed_line_by_line(tmp_path, line):
    hotseat = turning(tmp_path / "game.json")
    table = LineTable(hotseat, io.StringIO(f"=360\n{line}\n"), io.StringIO())
    table.run()
    assert isinstance(table.sink, io.StringIO)
    said = table.sink.getvalue()
    assert "Any facing of Judith in degrees" in said
    assert "Type a number from 0 to 359." in said
    assert "facing north-west" in said
    assert hotseat.session.table.state.headings[0] == 137


@pytest.mark.rule("F-WALK-03")
@pytest.mark.parametrize(
    ("language", "stay"), [("en", "Leave Judith facing "), ("it", "Lascia Judith com'è (")]
)
def test_the_present_facing_is_left_and_says_so(tmp_path, language, stay):
    hotseat = turning(tmp_path / "game.json")
    hotseat.language = language
    heading = hotseat.session.table.state.headings[0]
    table = LineTable(hotseat, io.StringIO(), io.StringIO())
    table.run()
    assert isinstance(table.sink, io.StringIO)
    offered = [line for line in table.sink.getvalue().splitlines() if stay in line]
    assert len(offered) == 1
    facing = hotseat.catalogue().name_of(heading, "heading")
    assert f"{stay}{facing}" in offered[0]


def test_a_number_is_not_set_where_nothing_is_free(tmp_path):
    hotseat = posing(tmp_path / "game.json")
    table = LineTable(hotseat, io.StringIO("=5\n"), io.StringIO())
    table.run()
    assert isinstance(table.sink, io.StringIO)
    assert "Nothing can be set to a number now" in table.sink.getvalue()
