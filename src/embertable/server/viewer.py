"""Who looks at a table. Everything about a table that leaves the server is made for one viewer."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Seat
from embertable.server.errors import NeedsInvite
from embertable.server.live import LiveTable
from embertable.server.sessions import Person


@dataclass(frozen=True)
class Viewer:
    """A person at one of their own seats, or a spectator; valid until the table changes."""

    live: LiveTable
    person: str
    seat: Seat | None
    language: str
    wants_text: bool = True

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of this person."""
        return self.live.seats.of_person(self.person)

    @property
    def is_host(self) -> bool:
        return bool(self.person) and self.person == self.live.host

    def may_chat(self) -> bool:
        """Whether neither a rule nor the host forbids it."""
        live = self.live
        allowed = live.is_over() or live.game.may_talk(live.table)
        return allowed and not any(seat in live.seats.muted for seat in self.seats)


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
    if not (is_public or invited or live.seats.of_person(id) or (id and id == live.host)):
        raise NeedsInvite
