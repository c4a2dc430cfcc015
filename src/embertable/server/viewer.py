"""Who looks at a table. Everything about a table that leaves the server is made for one viewer."""

from __future__ import annotations

from typing import Final

from embertable.engine.table import CHANCE, Seat
from embertable.server.errors import NeedsInvite, NotYours, RemovedFromTable
from embertable.server.live import LiveTable
from embertable.server.sessions import Person


class Viewer:
    """A person at one of their own seats, or a spectator; valid until the table changes."""

    def __init__(
        self,
        live: LiveTable,
        person: str,
        seat: Seat | None,
        language: str,
        wants_text: bool = True,
    ) -> None:
        """Check the seat: there is no viewer of somebody else's.

        Raises:
            NotYours: the person does not have this seat.

        """
        self.live: Final = live
        self.person: Final = person
        self.seats: Final = live.seats.of_person(person)
        """All seats of this person."""
        self.seat: Final = seat
        self.language: Final = language
        self.wants_text: Final = wants_text
        if seat is not None and seat not in self.seats:
            raise NotYours

    def at(self, live: LiveTable) -> Viewer:
        """The same viewer once the table has been read again."""
        return Viewer(live, self.person, self.seat, self.language, self.wants_text)

    def enters(self) -> bool:
        """Whether this person enters what was rolled or drawn."""
        return CHANCE in self.live.answered_by(self.person)

    @property
    def is_host(self) -> bool:
        return bool(self.person) and self.person == self.live.host

    def may_chat(self) -> bool:
        """Whether neither a rule nor the host forbids it."""
        return not self.silence() and not self.is_muted()

    def is_muted(self) -> bool:
        """Whether the host muted this person."""
        muted = self.live.seats
        return self.person in muted.muted_people or any(seat in muted.muted for seat in self.seats)

    def silence(self) -> str:
        """The rule that closes the chat now, as a sentence; empty where none does."""
        live = self.live
        rule = None if live.is_over() else live.game.silence(live.table)
        return "" if rule is None else live.game.catalogue(self.language).render(rule)


def viewer_of(
    live: LiveTable,
    person: Person | None,
    language: str,
    seat: Seat | None = None,
    wants_text: bool = True,
) -> Viewer:
    """The viewer of a session; a seat that is not theirs gives them their first, or none."""
    id = person.id if person else ""
    seats = live.seats.of_person(id)
    if seat not in seats:
        seat = seats[0] if seats else None
    return Viewer(live, id, seat, language, wants_text)


def check_access(live: LiveTable, person: Person | None, invited: bool) -> None:
    """Whether somebody may look at this table at all; a finished game may be shared by its link."""
    id = person.id if person else ""
    is_public = live.opened.listed or live.is_over()
    if id in live.seats.removed and not live.is_over():
        raise RemovedFromTable
    if not (is_public or invited or live.seats.of_person(id) or (id and id == live.host)):
        raise NeedsInvite
