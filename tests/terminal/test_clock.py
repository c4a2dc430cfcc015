"""What runs out while people think, kept by the terminal: the glass of The Faceless."""

import asyncio
import io

import pytest
from textual.widgets import Static

import embertable
from embertable.engine.chance import seeded
from embertable.engine.record import load_record
from embertable.engine.session import Session, resume
from embertable.engine.table import SYSTEM
from embertable.terminal.app import TableApp
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.plain import LineTable
from embertable.terminal.seats import read_seats
from embertable.terminal.table_screen import TableScreen

FACELESS = embertable.load("faceless")
SEATS = read_seats(["human:Ada", "human:Ben"])


class Watch:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.time = 500.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def watch():
    return Watch()


def at_first_turn(save, watch, **options) -> HotSeat:
    session = Session(FACELESS, {"players": "2", "hourglass": "on", **options}, seeded(1))
    hotseat = HotSeat(session, SEATS, "en", save, watch)
    while hotseat.seconds_left() is None:
        hotseat.choose(session.table.offered()[0])
    hotseat.check_countdown()
    return hotseat


@pytest.mark.rule("F-EXP-HOUR-03", "F-EXP-HOUR-05")
def test_lines_tell_how_long_the_sand_runs_and_that_it_has_run_out(tmp_path, watch):
    hotseat = at_first_turn(tmp_path / "game.json", watch)
    sink = io.StringIO()
    table = LineTable(hotseat, io.StringIO("options\n1\n"), sink)
    table.print_news()
    watch.time += 100
    table.listen()
    watch.time += 81
    table.listen()
    heard = sink.getvalue()
    assert "180 seconds left." in heard
    assert "The sand has run out: 2 cards join the Threats." in heard
    assert "179 seconds left." in heard
    # The number was typed for the position before; it decides nothing.
    assert [entry.seat for entry in hotseat.session.record.entries][-1] == SYSTEM


@pytest.mark.rule("F-EXP-HOUR-07")
def test_the_sand_stands_while_the_game_is_saved(tmp_path, watch):
    save = tmp_path / "game.json"
    hotseat = at_first_turn(save, watch)
    watch.time += 60
    hotseat.save()
    watch.time += 100_000
    again = HotSeat(resume(FACELESS, load_record(save)), SEATS, "en", save, watch)
    assert again.seconds_left() == 120
    watch.time += 119
    assert not again.check_countdown()
    watch.time += 1
    assert again.check_countdown()


def test_undo_goes_back_to_a_person_past_the_sand(tmp_path, watch):
    hotseat = at_first_turn(tmp_path / "game.json", watch)
    before = FACELESS.state_hash(hotseat.session.table)
    hotseat.choose(hotseat.session.table.offered()[0])
    after = len(hotseat.session.past)
    watch.time += 181
    assert hotseat.check_countdown()
    assert len(hotseat.session.past) == after + 1
    assert hotseat.undo() is not None
    assert FACELESS.state_hash(hotseat.session.table) == before


@pytest.mark.rule("F-EXP-HOUR-07")
@pytest.mark.parametrize("pause", ["agreed", "never"])
def test_the_screen_shows_the_time_and_stops_it_where_that_is_agreed(tmp_path, watch, pause):
    app = TableApp(at_first_turn(tmp_path / "game.json", watch, hourglass_pause=pause))

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, TableScreen)

            def title() -> str:
                return str(screen.query_one("#title", Static).render())

            watch.time += 55
            screen.check_countdown()
            assert "2:05 left" in title()
            await pilot.press("p")
            watch.time += 100
            screen.check_countdown()
            assert ("paused" in title()) == (pause == "agreed")
            assert ("2:05 left" in title()) == (pause == "agreed")
            await pilot.press("p")
            watch.time += 126
            screen.check_countdown()
            assert screen.hotseat.session.record.entries[-1].seat == SYSTEM

    asyncio.run(run())


@pytest.mark.rule("D-COMBAT-PREP-04")
@pytest.mark.parametrize(("talk", "said"), [("signals", True), ("aloud", False)])
def test_the_prompt_says_that_only_signals_count(tmp_path, watch, talk, said):
    options = {"players": "2", "talk": talk, "beheaded": "random"}
    session = Session(embertable.load("deadcells"), options, seeded(3))
    hotseat = HotSeat(session, SEATS, "en", tmp_path / "game.json", watch)
    while not session.table.state.fighting:
        hotseat.choose(session.table.offered()[0])
    hotseat.hand_over()
    assert ("Only signals count now" in hotseat.prompt(hotseat.look())) is said


@pytest.mark.rule("D-COMBAT-PREP-01")
def test_the_terminal_counts_the_minute_before_the_cards_and_every_time_anew(tmp_path, watch):
    options = {"players": "2", "preparation": "60", "beheaded": "random"}
    session = Session(embertable.load("deadcells"), options, seeded(3))
    hotseat = HotSeat(session, SEATS, "en", tmp_path / "game.json", watch)
    while hotseat.seconds_left() is None:
        hotseat.choose(session.table.offered()[0])
    assert not hotseat.check_countdown()
    watch.time += 59
    assert (hotseat.check_countdown(), hotseat.seconds_left()) == (False, 1)
    watch.time += 2
    assert hotseat.check_countdown()
    assert hotseat.label(session.table.offered()[0], hotseat.look().view) == "Start the cards"
    assert (hotseat.check_countdown(), hotseat.seconds_left()) == (False, None)
    hotseat.choose(session.table.offered()[1])
    assert (hotseat.check_countdown(), hotseat.seconds_left()) == (False, 60)
