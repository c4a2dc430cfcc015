"""Pages over the table go once, however often a key is pressed."""

import asyncio

import embertable
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.terminal.app import TableApp
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.screens import LastEvening
from embertable.terminal.seats import read_seats
from embertable.terminal.table_screen import TableScreen
from embertable.terminal.widgets import Choices


def test_a_key_pressed_twice_leaves_the_table(tmp_path):
    """On a slow machine both keys come before the page has gone."""
    session = Session(embertable.load("faceless"), {"players": "2"}, seeded(3))
    seats = read_seats(["human:Ada", "human:Ben"])
    hotseat = HotSeat(session, seats, "en", tmp_path / "game.json")
    while not hotseat.is_over():
        hotseat.choose(hotseat.session.table.offered()[0])
    app = TableApp(hotseat)

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            page = pilot.app.screen
            assert isinstance(page, LastEvening)
            choices = page.query_one(Choices)
            for _ in range(3):
                choices.post_message(Choices.Chosen(0))
            await pilot.pause()
            assert isinstance(pilot.app.screen, TableScreen)

    asyncio.run(run())
