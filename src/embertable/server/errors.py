"""The errors of the server: one class each, with a sentence in the server's catalogue.

`status` is the HTTP status of the response.
"""

from __future__ import annotations

from typing import ClassVar

from embertable.engine.catalogue import Message, Value, load_catalogue
from embertable.engine.errors import EmbertableError, UsageFault


def render(language: str, id: str, /, **arguments: Value) -> str:
    """Render a message of the server's catalogue."""
    return load_catalogue("server", language).text(id, **arguments)


class ServerError(EmbertableError):
    """The base of the server's errors."""

    part = "server"
    status: ClassVar[int] = 400


class StoreFailed(ServerError):
    """The disk is full or the database is away; nothing was stored, so nothing was done."""

    status = 503

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)


class CannotOpenStore(StoreFailed):
    """The store is damaged, of a newer form, out of reach, or no store at all."""

    def __init__(self, place: str, problem: str) -> None:
        ServerError.__init__(self, place=place, problem=problem)


class NoStore(StoreFailed):
    """A command that only reads was given a store that does not exist."""

    def __init__(self, place: str, near: Message | str = "") -> None:
        ServerError.__init__(self, place=place, near=near)


class ForeignStore(StoreFailed):
    """A database of another program, which stays as it is."""

    def __init__(self, place: str) -> None:
        ServerError.__init__(self, place=place)


class UnknownScheme(UsageFault, ServerError):
    """The address of a kind of store that does not exist."""

    def __init__(self, scheme: str) -> None:
        super().__init__(scheme=scheme)


class CannotListen(ServerError):
    """Another program uses the port, or the address belongs to another machine."""

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class Stale(ServerError):
    """The table has changed since the position that the client saw."""

    status = 409


class NoSuchTable(ServerError):
    status = 404


class NoSuchThing(ServerError):
    status = 404


class NotSignedIn(ServerError):
    status = 401


class NotYours(ServerError):
    """The seat of somebody else, or something that only the host may do."""

    status = 403


class ForeignPage(ServerError):
    """A request from the page of another site."""

    status = 403


class NoOpenSeat(ServerError):
    status = 409


class NoPause(ServerError):
    """No countdown runs that people may pause by agreement."""

    status = 409


class NeedsInvite(ServerError):
    status = 403


class NotOver(ServerError):
    """Something that is only shown of finished games."""

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
        self.problem = problem
        super().__init__(problem=problem)


class TooMuch(ServerError):
    """Too many messages, tables or connections."""

    status = 429


class TooLarge(ServerError):
    status = 413


class Silenced(ServerError):
    """A rule or the host forbids chatting."""

    status = 403


class WrongSeatCount(ServerError):
    def __init__(self, seats: int, needed: int) -> None:
        super().__init__(seats=seats, needed=needed)


class NoProposal(ServerError):
    status = 409


class ServerFault(ServerError):
    """A bug; it is logged, and the table is read again from its log."""

    status = 500


class ShuttingDown(ServerError):
    status = 503


class TooSlow(ServerError):
    """A client that does not read what it is sent."""


class SignedOut(ServerError):
    """The session of a socket has ended."""

    status = 401
