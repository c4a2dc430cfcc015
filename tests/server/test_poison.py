"""Poison (T23): records, packs and tables that are valid until they are not harm nobody but whoever sent them."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games import GAMES, load
from embertable.server import entries
from embertable.server.app import Server, Settings
from embertable.server.client import ApiError, Client
from embertable.server.records import MOST_ENTRIES
from embertable.server.rooms import Rooms
from embertable.server.store import Document
from tests.server.random_packs import RandomPack
from tests.server.running import run, serving, signed_in
from tests.server.test_watchdog import DOTTED

GENEROUS = Settings(per_minute=1e6)
ODD: list[Any] = [
    None,
    "",
    -1,
    2**53,
    2**62,
    1.5,
    True,
    [],
    {},
    [[]],
    "x" * 5000,
    {"is": "No"},
    "\0",
    "<b>",
    "9" * 9,
]
"""Values that may stand where others are expected."""

STEPS = [
    "Together",
    "RevealThreat",
    "Nothing",
    "KeepDice",
    "Undo",
    "__class__",
    "Roll",
    "EndTurn",
    "Draw",
]
"""Names of steps, most of which are no action of the game or none that is offered."""


def short_record(game: str, rng: random.Random) -> dict[str, Any]:
    """A game that has begun, in which decisions were taken back one after the other."""
    session = Session(load(game), {"players": "2"}, seeded(rng.randrange(100)))
    undos = rng.choice((0, 3, 9, 12))
    for _ in range(undos + 4):
        choice = session.table.next_choice()
        if choice is None:
            break
        seat = rng.choice(choice.answerers(session.table))
        session.play(rng.choice(session.table.offered(seat)), seat)
    for _ in range(min(undos, len(session.past))):
        session.undo(session.past[-1].seat, agreed=True)
    return session.record.to_json()


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a record."""
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, one in inside:
        yield (*way, key)
        yield from places(one, (*way, key))


def changed(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A record with one odd value somewhere, or a piece left out."""
    saved: dict[str, Any] = copy.deepcopy(record)
    *way, last = rng.choice(list(places(saved)))
    inside: Any = saved
    for key in way:
        inside = inside[key]
    if rng.random() < 0.2:
        del inside[last]
    else:
        inside[last] = copy.deepcopy(rng.choice(ODD))
    return saved


def other_step(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A record with an action that raises, is never offered, or belongs to another game."""
    entry = {
        "seat": rng.randrange(-3, 5),
        "do": {"is": rng.choice(STEPS), "seat": 0},
        "hash": "0" * 32,
    }
    at = rng.randrange(len(record["entries"]) + 1)
    return {**record, "entries": [*record["entries"][:at], entry, *record["entries"][at:]]}


def undone(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A record that takes back more than there is."""
    entry = {"seat": 0, "undo": True, "hash": record["start"]}
    return {**record, "entries": [*record["entries"], *[entry] * rng.choice((1, 9, 40))]}


def older(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A record of earlier rules with thousands of entries that never were."""
    entry = {"seat": 0, "do": {"is": "No", "more": "x" * rng.choice((1, 100))}, "hash": "0" * 32}
    count = MOST_ENTRIES - len(record["entries"]) + rng.choice((0, 1))
    rules = record["rules"] - rng.choice((0, 1))
    return {**record, "rules": rules, "entries": [*record["entries"], *[entry] * count]}


def two_games(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The decisions of one game under the name of another."""
    return {**record, "game": rng.choice(GAMES)}


RECORDS: list[tuple[int, Callable[[dict[str, Any], random.Random], dict[str, Any]]]] = [
    (8, changed),
    (4, other_step),
    (3, undone),
    (1, older),
    (1, two_games),
]
"""How records are poisoned, and how often."""


def poisoned_record(rng: random.Random) -> dict[str, Any]:
    (poison,) = rng.choices([one for _, one in RECORDS], [times for times, _ in RECORDS])
    return poison(short_record(rng.choice(GAMES), rng), rng)


PACKS = [
    DOTTED,
    "x = [",
    "[" * 5000,
    'names = {en = {a = "{b}", b = "{a}"}}',
    "a = 1e999\n" * 100,
    "\0",
    "[[" + "a." * 90 + "b]]",
]


def poisoned_packs(rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Packs that no check has seen, as text or as changes of the standard one."""
    for text in PACKS:
        yield rng.choice(GAMES), text
    while True:
        game = rng.choice(GAMES)
        edits = RandomPack(game, rng.randrange(1000)).changes(3)
        yield (
            game,
            [
                {key: one for key, one in asdict_of(edit).items() if one is not msgspec.UNSET}
                for edit in edits
            ],
        )


def asdict_of(edit: Any) -> dict[str, Any]:
    return {name: getattr(edit, name) for name in edit.__struct_fields__}


async def status_of(work: Any) -> tuple[int, Any]:
    try:
        return 200, await work
    except ApiError as refused:
        return refused.status, refused.body


class Poisoner:
    """Somebody who brings poison along, and looks what became of it."""

    def __init__(self, server: Server, client: Client, rng: random.Random) -> None:
        self.server = server
        self.client = client
        self.rng = rng
        self.statuses: Counter[str] = Counter()

    async def ask(self, what: str, path: str, body: Any) -> Any:
        status, answer = await status_of(self.client.post(path, body))
        assert status < 500, (what, body, answer)
        assert status not in (401, 403, 429), (what, answer)
        self.statuses[f"{what} {'taken' if status == 200 else 'refused'}"] += 1
        return answer if status == 200 else None

    async def record(self, number: int) -> None:
        """Upload a record or, as if an earlier release had taken it, find it stored; then fork and list it."""
        record = poisoned_record(self.rng)
        known = await self.ask("upload", "/api/records", record)
        id = known["id"] if known else f"poison{number}"
        if known is None:
            body = json.dumps(record).encode()
            await self.server.store.put(Document("record", id, "", body, 1.0))
        at = self.rng.choice((0, 2, 30, 2**53))
        await self.ask("fork", f"/api/records/{id}/fork", {"at": at, "listed": True})
        status, answer = await status_of(self.client.get(f"/api/records/{id}/replay?at={at % 100}"))
        assert status < 500, (record, answer)

    async def pack(self, game: str, pack: Any) -> None:
        if not isinstance(pack, str):
            found = await self.ask("pack", f"/api/games/{game}/workshop/file", {"edits": pack})
            pack = found["content"] if found else ""
        if pack:
            wish = {"game": game, "content": pack, "listed": True, "seats": BOTH}
            await self.ask("table", "/api/tables", wish)


BOTH = [{"kind": "me"}, {"kind": "me"}]


async def all_open(file: Path, cookie: str) -> int:
    """Start a server on a store of poison: lists answer, and every table in it opens; how many there are."""
    async with serving(file, GENEROUS) as (server, address):
        ada = Client(address)
        ada.cookie = cookie
        tables = await server.store.tables()
        for id in tables:
            assert (await ada.get(f"/api/tables/{id}"))["id"] == id
        listed = {one["id"] for one in (await Client(address).get("/api/tables"))["listed"]}
        assert listed <= set(tables)
        return len(tables)


async def evening(file: Path, count: int, seed: int) -> tuple[Counter[str], int]:
    """Poison a server with so many records and packs; what was taken, and how many tables a restart finds."""
    rng = random.Random(seed)
    packs = poisoned_packs(rng)
    async with serving(file, GENEROUS) as (server, address):
        mallory, ada = [await signed_in(address, name) for name in ("Mallory", "Ada")]
        honest = await ada.post("/api/tables", {"game": "lueur", "listed": True})
        poisoner = Poisoner(server, mallory, rng)
        for number in range(count):
            if number % 8:
                await poisoner.record(number)
            else:
                await poisoner.pack(*next(packs))
        listed = [one["id"] for one in (await ada.get("/api/tables"))["mine"]]
        assert listed == [honest["id"]]
        async with ada.sit(honest["id"]) as seat:
            assert (await seat.my_turn()).options
        cookie = mallory.cookie
    return poisoner.statuses, await all_open(file, cookie)


@pytest.mark.slow
def test_poison_is_refused_or_plays(tmp_path):
    statuses, tables = run(lambda: evening(tmp_path / "t.sqlite", 200, seed=5))
    assert tables == 1 + statuses["fork taken"] + statuses["table taken"]
    for what in ("upload", "fork", "table"):
        assert statuses[f"{what} taken"], (what, statuses)
        assert statuses[f"{what} refused"], (what, statuses)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(10))
def test_much_poison_is_refused_or_plays(tmp_path, seed):
    _, tables = run(lambda: evening(tmp_path / "t.sqlite", 1000, seed=100 + seed))
    assert tables > 1


def test_a_table_that_is_stored_before_it_plays_is_found_out(tmp_path, monkeypatch):
    """The control: what is refused was written already."""
    real = Rooms.open

    async def careless(self, opened, key, id=""):
        await self.store.append(f"careless{id}", 1, entries.encode(opened))
        return await real(self, opened, key, id)

    monkeypatch.setattr(Rooms, "open", careless)
    with pytest.raises((AssertionError, ApiError)):
        run(lambda: evening(tmp_path / "t.sqlite", 24, seed=5))
