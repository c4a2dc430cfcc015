"""Differences instead of whole positions: they lead to the same position, and tell nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from embertable.engine.catalogue import LANGUAGES
from embertable.engine.chance import seeded
from embertable.engine.codec import Codec
from embertable.engine.game import Game
from embertable.engine.table import Seat, Table, View
from embertable.games import GAMES, load
from embertable.server import differences, rendering
from embertable.server import position as positions
from embertable.server.differences import applied, changes_between, view_parts
from embertable.server.entries import Opened, SeatTaken
from embertable.server.http_types import NewTable, SeatPlan
from embertable.server.live import LiveTable
from embertable.server.new_table import deal
from embertable.server.protocol import Changes, Position, Resync, encode, to_client
from embertable.server.rendering import Renderings
from embertable.server.viewer import Viewer
from tests.server.running import play, run, serving, signed_in
from tests.server.test_hostile import person
from tests.server.test_wire import STATUS, live_around

FOUR = [SeatPlan(kind="me")] * 4


def a_table(game: str, number: int) -> LiveTable:
    promised = random.Random(number).randbytes(32)
    record, key, seats = deal(person("p0"), NewTable(game=game, seats=FOUR), {}, promised)
    seats = [SeatTaken(person=f"p{seat}", name=f"P{seat}") for seat in range(len(seats))]
    return LiveTable("t", Opened(at=0.0, host="p0", record=record.to_json(), seats=seats), key)


def decide(live: LiveTable, rng: random.Random) -> None:
    seat = rng.choice(live.played.awaited())
    option = rng.choice(live.session.table.offered(seat))
    entry = live.played.prepare(live.game.codec().encode(option), (seat,), live.position, by="p")
    live.apply(live.number + 1, entry)
    if rng.random() < 0.1 and not live.is_over():
        live.apply(live.number + 1, live.played.prepare_undo(0.0, "", "", "free"))


def viewers_of(live: LiveTable) -> list[Viewer]:
    """Everybody, with and without text, in both languages."""
    return [
        Viewer(live, f"p{seat}" if seat is not None else "", seat, language, text)
        for seat in (*range(len(live.seats)), None)
        for language in LANGUAGES
        for text in (False, True)
    ]


def compare_with_whole(game: str, number: int) -> int:
    """Play a game in which clients follow by changes; how many of these were compared."""
    live = a_table(game, number)
    rng = random.Random(number)
    shared = Renderings()
    have: dict[int, tuple[Position, View]] = {}
    compared = 0
    while not live.is_over() and compared < 1500:
        decide(live, rng)
        for place, viewer in enumerate(viewers_of(live)):
            if rng.random() < 0.4:
                continue  # A slow reader gets fewer positions.
            before, saw = have.get(place, (None, None))
            seen = (0, 0) if before is None else (before.seq, before.first + len(before.events))
            first = live.viewer_log.still_valid(viewer.seat, *seen)
            whole = positions.position(viewer, STATUS, first, shared)
            alone = positions.position(viewer, STATUS, first)
            assert encode(whole) == encode(alone), "what is shared is what this viewer gets alone"
            whole.number = 1 if before is None else before.number + 1
            without, rendering = positions.without_view(viewer, STATUS, first, shared)
            if before is not None and saw is not None:
                without.number = whole.number
                sent = shared.changes(before, saw, without, rendering)
                parts = view_parts(live.game.codec(), saw, rendering.view)
                assert sent == encode(changes_between(before, whole, parts)), "the same alone"
                changes = to_client.decode(sent)
                assert isinstance(changes, Changes)
                got = applied(before, changes)
                assert encode(got) == encode(whole), f"{game} {number}, {viewer.seat}"
                compared += 1
            have[place] = whole, rendering.view
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_changes_lead_to_the_whole_position(game):
    assert sum(compare_with_whole(game, number) for number in (1, 2)) > 100


def test_changes_that_forget_something_are_found_out(monkeypatch):
    """The control: lists that keep their length are taken for equal."""
    real = differences.collect

    def forgetful(codec: Codec, before: Any, after: Any, path: Any, found: Any) -> None:
        if not isinstance(after, tuple) or len(before) != len(after):
            real(codec, before, after, path, found)

    monkeypatch.setattr(differences, "collect", forgetful)
    with pytest.raises(AssertionError, match="lueur"):
        compare_with_whole("lueur", 1)


def test_a_view_that_is_shared_too_long_is_found_out(monkeypatch):
    """The control: what was made for one entry of the log is used for the next."""

    def kept(self: Renderings, live: LiveTable, seat: Seat | None) -> rendering.Rendering:
        if not self._known:
            self._known.append(rendering.Rendering(live, live.game.view(live.table, seat)))
        return self._known[0]

    monkeypatch.setattr(Renderings, "of", kept)
    with pytest.raises(AssertionError, match="alone"):
        compare_with_whole("lueur", 1)


def test_a_game_that_wrongly_says_that_all_seats_see_alike_is_found_out(monkeypatch):
    """The control: one view is taken for all seats of a game with hands."""
    deadcells = load("deadcells")
    monkeypatch.setattr(type(deadcells), "seats_see_alike", lambda game, table: True)
    with pytest.raises(AssertionError, match="alone"):
        compare_with_whole("deadcells", 1)


@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        ({"is": "V", "n": 1}, {"is": "V", "n": 1}, []),
        ({"is": "V", "n": 1}, {"is": "V", "n": 2}, [(["n"], 2)]),
        ({"is": "V", "a": [1, 2]}, {"is": "V", "a": [1, 3]}, [(["a", 1], 3)]),
        ({"is": "V", "a": [1, 2]}, {"is": "V", "a": [1]}, [(["a"], [1])]),
        ({"is": "V", "a": None}, {"is": "V", "a": {"is": "C"}}, [(["a"], {"is": "C"})]),
        ({"is": "V", "n": 1}, {"is": "W", "n": 1}, [([], {"is": "W", "n": 1})]),
        ({"is": "V", "d": {"a": 1}}, {"is": "V", "d": {"b": 1}}, [(["d"], {"b": 1})]),
    ],
)
def test_the_parts_that_differ(before, after, parts):
    codec = load("lueur").codec()
    assert [(one.path, one.value) for one in view_parts(codec, before, after)] == parts


# What is made once.


def encoded_views(monkeypatch: pytest.MonkeyPatch, shared: Renderings | None) -> int:
    """How often a view is encoded for four viewers of a game where all see the same."""
    live = a_table("lueur", 1)
    view = type(live.game.view(live.table, 0))
    real = Codec.encode
    made: list[Any] = []

    def counted(self: Codec, value: Any) -> Any:
        if type(value) is view:
            made.append(value)
        return real(self, value)

    monkeypatch.setattr(Codec, "encode", counted)
    for seat in range(4):
        positions.position(Viewer(live, f"p{seat}", seat, "en", False), STATUS, 0, shared)
    return len(made)


def test_viewers_who_see_the_same_share_one_view(monkeypatch):
    assert encoded_views(monkeypatch, Renderings()) == 1


def test_a_view_made_for_each_is_found_out(monkeypatch):
    assert encoded_views(monkeypatch, None) == 4


@pytest.mark.parametrize(("game", "made"), [("lueur", 1), ("deadcells", 4)])
def test_where_all_seats_see_alike_one_view_is_made(monkeypatch, game, made):
    live, shared = a_table(game, 1), Renderings()
    real = type(live.game).view
    seen: list[Seat | None] = []

    def counted(game: Game, table: Table[Any], seat: Seat | None) -> View:
        seen.append(seat)
        return real(game, table, seat)

    monkeypatch.setattr(type(live.game), "view", counted)
    for seat in range(4):
        positions.without_view(Viewer(live, f"p{seat}", seat, "en", False), STATUS, 0, shared)
    assert len(seen) == made


def test_people_who_come_and_go_leave_nothing_behind():
    live, shared = a_table("lueur", 1), Renderings()
    for number in range(200):
        positions.position(Viewer(live, f"stranger {number}", None, "en", False), STATUS, 0, shared)
        if number % 10 == 9:
            shared.settle()
    assert len(shared._lasting) <= rendering.MOST_LASTING


# Twins.


def twin_changes(game: str, seed: int, watcher: Seat | None) -> Iterator[tuple[bytes, bytes]]:
    """What a decision changes for somebody at a table and at its twin, where nothing is revealed."""
    rng = random.Random(seed)
    loaded = load(game)
    truth = loaded.set_up({"players": "2"}, seeded(seed))
    for number in range(40):
        choices = truth.choices()
        if not choices:
            break
        seat = rng.choice(choices[0].answerers(truth))
        action = rng.choice(truth.offered(seat))
        twin = loaded.imagine(truth, watcher, seeded(number)).copy(truth.chance.copy())
        twin.log = list(truth.log)
        is_same = action in twin.offered(seat)
        before = [shown(one, watcher) for one in (truth, twin)]
        truth.learners, twin.learners = [], []
        truth.apply(action, seat)
        truth.next_choice()
        if not is_same:
            continue
        twin.apply(action, seat)
        twin.next_choice()
        learners = [*truth.learners, *twin.learners]
        if all(seats and watcher not in seats for seats in learners):
            after = [shown(one, watcher) for one in (truth, twin)]
            told = [
                encode(changes_between(then, now, view_parts(loaded.codec(), saw, sees)))
                for (then, saw), (now, sees) in zip(before, after, strict=True)
            ]
            yield told[0], told[1]


def shown(table: Table[Any], seat: Seat | None) -> tuple[Position, View]:
    live = live_around(table, table.game.seats(table))
    viewer = Viewer(live, f"p{seat}", seat, "en", False)
    return positions.position(viewer, STATUS, 0), table.game.view(table, seat)


def compare_twins(game: str) -> int:
    compared = 0
    for seed in range(8):
        for watcher in (0, 1, None):
            for truth, twin in twin_changes(game, seed, watcher):
                assert truth == twin, f"{game}, seed {seed}, watcher {watcher}"
                compared += 1
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_changes_tell_twins_the_same(game):
    assert compare_twins(game) > 40


def test_changes_of_the_whole_table_are_found_out(monkeypatch):
    """The control: what changed in the table itself, not in the view."""
    real = shown

    def leaking(table: Table[Any], seat: Seat | None) -> tuple[Position, View]:
        position, view = real(table, seat)
        position.marks = [str(hash(str(table.game.codec().encode(table.state))))]
        return position, view

    monkeypatch.setattr("tests.server.test_differences.shown", leaking)
    with pytest.raises(AssertionError, match="watcher"):
        compare_twins("deadcells")


# Over a socket.


def test_a_client_follows_by_changes_and_gets_a_whole_position_when_it_asks(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = [await signed_in(address, name) for name in ("Ada", "Bruno")]
            table = await ada.post("/api/tables", {"game": "lueur", "listed": True})
            async with (
                ada.sit(table["id"], want_text=False) as seat,
                ada.sit(table["id"], want_text=False, changes=False) as plain,
                bruno.sit(table["id"], want_text=False) as watching,
            ):
                for one in (seat, plain, watching):
                    one.frames = []
                last = await play(seat, random.Random(1), 6)
                for one in (plain, watching):
                    await one.until(last.seq)
                kinds = [kinds_of(one.frames or []) for one in (seat, plain, watching)]
                assert "changes" in kinds[0]
                assert "changes" in kinds[2]
                assert "changes" not in kinds[1]
                assert plain.last
                assert seat.last
                same = {"number": 0, "first": 0, "events": []}
                assert msgspec.structs.replace(seat.last, **same) == msgspec.structs.replace(
                    plain.last, **same
                )
                assert size(seat.frames) * 2 < size(plain.frames)
                number = seat.last.number
                seat.frames = []
                await seat.send(Resync(events_seen=0))
                again = await seat.position()
                assert kinds_of(seat.frames) == ["position"]
                assert again.number == number + 1
                assert again.first == 0

    run(evening)


def kinds_of(frames: list[bytes]) -> list[str]:
    return [msgspec.json.decode(one)["is"] for one in frames]


def size(frames: list[bytes] | None) -> int:
    return sum(map(len, frames or []))


def test_asking_for_whole_positions_all_the_time_costs_more_than_a_client_may_spend(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            mallory, ada = [await signed_in(address, name) for name in ("Mallory", "Ada")]
            table = await mallory.post("/api/tables", {"game": "lueur", "listed": True})
            async with mallory.sit(table["id"]) as seat, ada.sit(table["id"]) as other:
                for _ in range(100):
                    await seat.send(Resync())
                await seat.closed()
                assert seat.farewell
                assert seat.farewell.error == "TooMuch"
                await other.send(Resync())
                assert (await other.position()).table == table["id"]

    run(evening)
