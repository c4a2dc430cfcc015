"""Trying a pose on the screen: the board follows the option that is lit."""

import asyncio

import pytest
from textual.widgets import Static

import embertable
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games.faceless.view import FacelessView
from embertable.games.faceless.walk import ChoosePlace, PlayCard
from embertable.terminal.app import TableApp, TableScreen
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.seats import read_seats
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
            # The place where the figure stands is lit first, so nothing has moved yet.
            assert choices.highlighted not in (None, 0)
            assert f"Judith {start.figures[0].label}" in before
            await pilot.press("right")
            await pilot.pause()
            tried = screen.hotseat.tried(screen.lit_option(), start)
            assert isinstance(tried, FacelessView)
            assert tried.needle is not None
            after = drawn(screen)
            assert f"Judith {tried.figures[0].label}" in after
            assert f"{tried.needle.angle // 1_000_000}°" in after
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
