"""The errors of the server: one class each, with a sentence in the server's catalogue.

`status` is the HTTP status of the response.
"""

from __future__ import annotations

from typing import ClassVar

from embertable.engine.catalogue import Message, Value, load_catalogue
from embertable.engine.errors import EmbertableError, IllegalAction, OldRules, UsageFault


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


class WorkersNeedPostgres(UsageFault, ServerError):
    """Several processes were asked for on a store in one file, which has one writer."""


class NoWorkers(UsageFault, ServerError):
    """Several processes were asked for on a system without `fork`."""


class CannotListen(ServerError):
    """Another program uses the port, or the address belongs to another machine."""

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class Stale(ServerError):
    """The table has changed since the position that the client saw."""

    status = 409


class ReadOnlyTable(ServerError):
    """A game of earlier rules that goes differently under the present ones."""

    status = 409

    def __init__(self, problem: OldRules) -> None:
        theirs, ours, agreed = problem.theirs, problem.ours, problem.agreed
        super().__init__(theirs=theirs, ours=ours, agreed=agreed)


class BrokenTable(ServerError):
    """A table whose log does not replay; it is kept apart, and the others go on."""

    status = 409


class OldTable(ServerError):
    """A table of earlier rules whose first position already differs."""

    status = 409

    def __init__(self, theirs: int, ours: int) -> None:
        super().__init__(theirs=theirs, ours=ours)


class RankedLuck(ServerError):
    """At the deal of the day, nobody takes back what chance has decided."""

    status = 409


class NotReadOnly(ServerError):
    """Only a read-only table is continued elsewhere."""

    status = 409


class NoSuchTable(ServerError):
    status = 404


class NoSuchThing(ServerError):
    status = 404


class NoDocs(ServerError):
    """The documentation was not built here."""

    status = 404


class NotSignedIn(ServerError):
    status = 401


class NotYours(ServerError):
    """The seat of somebody else, or something that only the host may do."""

    status = 403


class ForeignPage(ServerError):
    """A request from the page of another site."""

    status = 403


class OpenRun(ServerError):
    """A campaign has at most one open game."""

    status = 409

    def __init__(self, number: int) -> None:
        super().__init__(number=number)


class NoOpenSeat(ServerError):
    status = 409


class NoPause(ServerError):
    """No countdown runs that people may pause by agreement."""

    status = 409


class NeedsInvite(ServerError):
    status = 403


class RemovedFromTable(ServerError):
    """The host removed this person, who may not come back."""

    status = 403


class NobodyToAgree(ServerError):
    """An undo that somebody would have to agree to who was removed from the table."""

    status = 409


class Banned(ServerError):
    """The operator keeps this person or address out."""

    status = 403


class NoSuchPerson(ServerError):
    """Nobody with this id has a session or a seat here."""

    status = 404

    def __init__(self, who: str) -> None:
        super().__init__(who=who)


class QuarantinedTable(ServerError):
    """The operator set this table apart; nothing was deleted."""

    status = 403


class ClosedTable(ServerError):
    """The operator closed this table: it may be looked at."""

    status = 409


class ReadOnlyServer(ServerError):
    """The operator lets people look, and change nothing, for a while."""

    status = 503


class ServerDraining(ServerError):
    """The server is about to be upgraded: games go on, and no new ones begin."""

    status = 503


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


class Busy(ServerError):
    """More work waits than the server can do soon."""

    status = 503


class TooHeavy(ServerError):
    """A content pack or record that takes more time or memory to read than it may."""

    status = 422


class Relayed(ServerError):
    """An error that a worker process raised, with its name and its sentences."""

    def __init__(self, name: str, status: int, texts: dict[str, str]) -> None:
        super().__init__()
        self.name = name
        self.error_status = status
        self.texts = texts

    def render(self, language: str) -> str:
        return self.texts[language]


def name_of_error(error: EmbertableError) -> str:
    """The kind of an error, as clients know it."""
    return error.name if isinstance(error, Relayed) else type(error).__name__


def text_to_client(error: EmbertableError, language: str) -> str:
    """The sentence of an error, without the list of what is offered: that may be another seat's."""
    if isinstance(error, Relayed):
        return error.render(language)
    message = Message("error.NotOffered", {}) if isinstance(error, IllegalAction) else error.message
    return load_catalogue("server", language).render(message)


class TooLarge(ServerError):
    status = 413


class Silenced(ServerError):
    """The host forbids chatting."""

    status = 403


class ChatClosed(ServerError):
    """A rule of the game closes the chat for now, and says so."""

    status = 403

    def __init__(self, rule: str) -> None:
        super().__init__(rule=rule)


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


class NoForms(ServerError):
    """A game whose packs cannot be changed in the workshop."""

    status = 404

    def __init__(self, game: str) -> None:
        super().__init__(game=game)


class NoScene(ServerError):
    """A row of a pack that no event of a game names, and that is as printed."""

    status = 404


class NothingDiffers(NoScene):
    """A changed row of a pack that no event names, and with which all known games go on as before."""


class PackNotAccepted(ServerError):
    """Whoever sits down at a table with a content pack says that they have seen it."""

    status = 409


class TooManyPacks(ServerError):
    """One more pack than a person may keep."""

    status = 409

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class TooManyCampaigns(TooManyPacks):
    """One more campaign than a person may keep."""


class BadPack(ServerError):
    """A text that is no content pack."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem=problem)


class ForeignPack(ServerError):
    """A content pack that another game was made for."""


class CannotRewrite(ServerError):
    """A pack's text in which a value cannot be changed, or a value that no pack can hold."""
