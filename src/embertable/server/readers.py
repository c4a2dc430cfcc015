"""Reads what people send and what was played, in worker processes: packs, records, replays, reviews.

Bodies travel as bytes and are parsed in the workers, since parsing a large one takes a while as well.
"""

from __future__ import annotations

from typing import Any

import msgspec

from embertable.engine.record import record_from_json
from embertable.games import game_names, load
from embertable.server import records
from embertable.server.components import components
from embertable.server.content_packs import read_pack
from embertable.server.entries import SeatTaken
from embertable.server.http_types import Components
from embertable.server.on_request import steps_since
from embertable.server.protocol import CatchUpStep, encode
from embertable.server.workers import MEGABYTE, Limits, Workers

LIMITS = Limits(seconds=10.0, waiting=200, waiting_each=16)
PACK_LIMITS = Limits(seconds=2.0, memory=100 * MEGABYTE)
"""The server reads a pack again once a worker has; the largest of ours takes a tenth of this."""

PROCESSES = 2


class GameName(msgspec.Struct):
    """The part of a record that says which game to load."""

    game: str = ""


class Readers(Workers):
    """Workers that read; askers are people, or the addresses of those who are not signed in."""

    def __init__(self) -> None:
        super().__init__(PROCESSES, LIMITS)

    async def check_pack(self, game: str, pack: str, asker: str) -> None:
        """Raise the error of a content pack that cannot be used."""
        if pack:
            await self.run(game, check_pack, game, pack, asker=asker, limits=PACK_LIMITS)

    async def components(self, game: str, pack: str, asker: str) -> bytes:
        """The components of a game or a pack, as JSON."""
        work = (components_json, game, pack)
        return bytes(await self.run(game, *work, asker=asker, limits=PACK_LIMITS))

    async def check_record(self, body: bytes, language: str, asker: str) -> dict[str, Any]:
        """Parse and replay an uploaded record; its `body` in our spelling, and what it is about."""
        work = (check_record, body, language)
        return records.result_or_error(await self.run(game_in(body), *work, asker=asker))

    async def frame(
        self, body: bytes, pack: str, id: str, at: int, seat: int | None, language: str, asker: str
    ) -> bytes:
        """A recorded game after decision `at`, or at its end if that is negative, as JSON."""
        work = (frame_json, body, pack, id, at, seat, language)
        answer = records.result_or_error(await self.run(game_in(body), *work, asker=asker))
        return bytes(answer["frame"])

    async def review(self, body: bytes, pack: str, language: str, asker: str) -> bytes:
        """The costliest decisions of a recorded game, as JSON."""
        work = (review_json, body, pack, language)
        answer = await self.run(game_in(body), *work, asker=asker, slow=True)
        return bytes(records.result_or_error(answer)["review"])

    async def chances(self, body: bytes, pack: str, seat: int, part: int, asker: str) -> bytes:
        """A part of the winning chance over a recorded game, as JSON."""
        work = (chances_json, body, pack, seat, part)
        answer = await self.run(game_in(body), *work, asker=asker, slow=True)
        return bytes(records.result_or_error(answer)["chances"])

    async def catch_up(
        self,
        body: bytes,
        pack: str,
        seats: list[SeatTaken],
        seat: int | None,
        language: str,
        since: int,
        asker: str,
    ) -> list[CatchUpStep]:
        """What a seat may know of the decisions after a number."""
        work = (catch_up_json, body, pack, seats, seat, language, since)
        steps = await self.run(game_in(body), *work, asker=asker)
        return msgspec.json.decode(steps, type=list[CatchUpStep])


def game_in(body: bytes) -> str:
    """The game of a record, without parsing the rest of it."""
    try:
        name = msgspec.json.decode(body, type=GameName).game
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        name = ""
    # What is wrong with the record is found when it is read; any game will do for that.
    return name if name in game_names() else game_names()[0]


# What runs in the workers.


def check_pack(game: str, pack: str) -> None:
    read_pack(game, pack)


def components_json(game: str, pack: str) -> bytes:
    return encode(Components(game=game, content=components(load(game), pack)))


def check_record(body: bytes, language: str) -> dict[str, Any]:
    record = records.read(body)
    saved = record.to_json()
    return {
        **records.check_json(saved, language),
        "body": encode(saved),
        "game": record.game,
        "options": record.options,
        "players": [records.name_of_player(player) for player in record.players],
    }


def frame_json(
    body: bytes, pack: str, id: str, at: int, seat: int | None, language: str
) -> dict[str, Any]:
    saved = msgspec.json.decode(body)
    last = len(saved["entries"])
    return records.frame_json(saved, pack, id, last if at < 0 else at, seat, language)


def review_json(body: bytes, pack: str, language: str) -> dict[str, Any]:
    return records.review_json(msgspec.json.decode(body), pack, language)


def chances_json(body: bytes, pack: str, seat: int, part: int) -> dict[str, Any]:
    return records.chances_json(msgspec.json.decode(body), pack, seat, part)


def catch_up_json(
    body: bytes,
    pack: str,
    seats: list[SeatTaken],
    seat: int | None,
    language: str,
    since: int,
) -> bytes:
    record = record_from_json(msgspec.json.decode(body))
    game = load(record.game)
    content = read_pack(record.game, pack)
    return encode(steps_since(game, record, content, seats, seat, language, since))
