"""What people and clients can get wrong at a live table: one class each, with its sentence.

The sentences are in the server's catalogue; `status` is the HTTP answer.
"""

from __future__ import annotations

from typing import ClassVar

from embertable.engine.catalogue import Value, load_catalogue
from embertable.engine.errors import EmbertableError


def render(language: str, id: str, /, **arguments: Value) -> str:
    """A sentence of the server."""
    return load_catalogue("server", language).text(id, **arguments)


class ServerError(EmbertableError):
    """An error whose sentence is in the server's catalogue."""

    part = "server"
    status: ClassVar[int] = 400


class StoreFailed(ServerError):
    """The disk is full, the database away: nothing was stored, so nothing was done."""

    status = 503

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)


class CannotListen(ServerError):
    """Another program has the port, or the address is not this machine's."""

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class Stale(ServerError):
    """The table has gone on since the position that the client saw."""

    status = 409


class NoSuchTable(ServerError):
    status = 404


class NoSuchThing(ServerError):
    status = 404


class NotSignedIn(ServerError):
    status = 401


class NotYours(ServerError):
    """A seat of somebody else, or a thing that only the host may do."""

    status = 403


class ForeignPage(ServerError):
    """A request that another site's page made."""

    status = 403


class NoOpenSeat(ServerError):
    status = 409


class NoPause(ServerError):
    """Nothing runs that would stand because people want it to."""

    status = 409


class NeedsInvite(ServerError):
    status = 403


class NotOver(ServerError):
    """A thing that only finished games show."""

    status = 409


class WrongProtocol(ServerError):
    """A page that was loaded from another version of the server."""

    status = 426


class BadMessage(ServerError):
    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)


class BadRecord(ServerError):
    """An uploaded record or campaign that cannot be used."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)


class TooMuch(ServerError):
    """More messages, tables or connections than one may send, make or open."""

    status = 429


class TooLarge(ServerError):
    status = 413


class Silenced(ServerError):
    """A rule of the game, or the host, forbids to chat."""

    status = 403


class WrongSeatCount(ServerError):
    def __init__(self, seats: int, needed: int) -> None:
        super().__init__(seats=seats, needed=needed)


class NoProposal(ServerError):
    status = 409


class ServerFault(ServerError):
    """A bug: it is logged, and the table goes on from what is stored."""

    status = 500


class ShuttingDown(ServerError):
    status = 503


class TooSlow(ServerError):
    """A reader that does not read."""


class SignedOut(ServerError):
    """The session of a socket has ended."""

    status = 401
