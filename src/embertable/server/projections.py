"""What the entries of a log make of a table besides its game: one small projection for each part.

`LiveTable.apply` hands every entry to each of them, whichever server wrote it. The clocks are in
`clocks`, the game itself is in `played_game`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from embertable.engine.seat_view import may_see
from embertable.engine.table import SYSTEM, Seat
from embertable.server.entries import (
    Acted,
    Answered,
    AnyEntry,
    Chatted,
    InvitesRevoked,
    LentToBot,
    Muted,
    PersonMuted,
    Proposed,
    Removed,
    Seated,
    SeatTaken,
    Undone,
)
from embertable.server.errors import NoProposal
from embertable.server.played_game import PlayedGame

KEPT_CHAT_LINES = 200


class Seats:
    """Who sits where, which bots stand in for people, and who is muted."""

    def __init__(self, taken: Iterable[SeatTaken]) -> None:
        self.taken = list(taken)
        self.lent_to_bot: dict[Seat, str] = {}
        self.muted: set[Seat] = set()
        self.muted_people: set[str] = set()
        self.removed: set[str] = set()
        """People whom the host removed, and who may not come back."""
        self.invites = 0
        """How often invitations were revoked; an invitation is valid for one of these numbers."""
        self.names: list[list[str]] = [[one.name] if one.name else [] for one in self.taken]
        """Everybody who ever played a seat, in order."""
        self._holders = [one.person or one.bot for one in self.taken]
        self._of_person: dict[str, tuple[Seat, ...]] = {}
        """The seats of people that were asked for since the last change."""
        self.reseated = False
        """Whether a seat passed from one player to another, who then saw its hidden things."""

    def __len__(self) -> int:
        return len(self.taken)

    def __getitem__(self, seat: Seat) -> SeatTaken:
        return self.taken[seat]

    def __iter__(self) -> Iterator[SeatTaken]:
        return iter(self.taken)

    def of_person(self, person: str) -> tuple[Seat, ...]:
        if not person:
            return ()
        found = self._of_person.get(person)
        if found is None:
            found = tuple(seat for seat, taken in enumerate(self.taken) if taken.person == person)
            if found:
                self._of_person[person] = found
        return found

    def people(self) -> set[str]:
        return {taken.person for taken in self.taken if taken.person}

    def open(self) -> list[Seat]:
        return [n for n, taken in enumerate(self.taken) if not taken.person and not taken.bot]

    def bot_at(self, seat: Seat) -> str:
        """The bot that plays a seat, for itself or for somebody; empty if none does."""
        return self.taken[seat].bot or self.lent_to_bot.get(seat, "")

    def apply(self, entry: AnyEntry) -> None:
        if isinstance(entry, Seated):
            holder = entry.taken.person or entry.taken.bot
            if holder:
                known = self._holders[entry.seat]
                self.reseated = self.reseated or (bool(known) and known != holder)
                self._holders[entry.seat] = holder
                if entry.taken.name not in self.names[entry.seat]:
                    self.names[entry.seat].append(entry.taken.name)
            self.taken[entry.seat] = entry.taken
            self._of_person.clear()
            self.lent_to_bot.pop(entry.seat, None)
            self.muted.discard(entry.seat)
        elif isinstance(entry, LentToBot):
            self.lent_to_bot.pop(entry.seat, None)
            if entry.bot:
                self.lent_to_bot[entry.seat] = entry.bot
        elif isinstance(entry, Muted):
            (self.muted.add if entry.muted else self.muted.discard)(entry.seat)
        elif isinstance(entry, PersonMuted):
            change = self.muted_people.add if entry.muted else self.muted_people.discard
            change(entry.person)
        elif isinstance(entry, Removed):
            (self.removed.add if entry.removed else self.removed.discard)(entry.person)
        elif isinstance(entry, InvitesRevoked):
            self.invites += 1


class UndoProposals:
    """The open proposal to undo the last decision, and who agreed to it."""

    def __init__(self) -> None:
        self.open: Proposed | None = None
        self.number = 0
        self.agreed: set[Seat] = set()
        self.undone_alone = False
        """Whether somebody alone at the table took back what was decided."""

    def waiting(self, seats: Seats) -> list[Seat]:
        """The seats of other people that have not agreed yet."""
        if self.open is None:
            return []
        return [
            seat
            for seat, taken in enumerate(seats)
            if taken.person and taken.person != self.open.by and seat not in self.agreed
        ]

    def apply(self, number: int, entry: AnyEntry) -> None:
        if isinstance(entry, (Acted, Undone, Seated)):
            self.open = None
        if isinstance(entry, Undone):
            self.undone_alone = self.undone_alone or entry.how == "alone"
        elif isinstance(entry, Proposed):
            self.open = entry
            self.number = number
            self.agreed = set()
        elif isinstance(entry, Answered):
            if self.open is None or entry.proposal != self.number:
                raise NoProposal
            if entry.agree:
                self.agreed.update(entry.seats)
            else:
                self.open = None


class Requests:
    """The requests that people made, by their message ids, and the last decision of each person."""

    def __init__(self) -> None:
        self.done: dict[tuple[str, str], int] = {}
        """The number of the entry that each request led to."""
        self.decided: dict[str, int] = {}
        """How many entries the record had after the last decision of a person."""
        self.decided_at: dict[str, int] = {}
        """The number of the entry of that decision."""

    def apply(self, number: int, entry: AnyEntry, recorded: int) -> None:
        by = getattr(entry, "by", "")
        if by:
            self.done[by, getattr(entry, "id", "")] = number
            if isinstance(entry, Acted):
                self.decided[by] = recorded
                self.decided_at[by] = number


class Chat:
    """The latest lines of the chat, with the numbers of their entries."""

    def __init__(self) -> None:
        self.lines: deque[tuple[int, Chatted]] = deque(maxlen=KEPT_CHAT_LINES)

    def apply(self, number: int, entry: AnyEntry) -> None:
        if isinstance(entry, Chatted) and entry.text:
            self.lines.append((number, entry))


class Penalties:
    """The actions that a rule demands because of something said in the chat, in order."""

    def __init__(self) -> None:
        self.due: list[dict[str, Any]] = []

    def apply(self, entry: AnyEntry, played: PlayedGame, seats: Seats) -> None:
        if isinstance(entry, Acted):
            if entry.seat == SYSTEM and entry.action in self.due:
                self.due.remove(entry.action)
        elif isinstance(entry, Chatted) and entry.text and not played.is_closed():
            game = played.game
            for seat in seats.of_person(entry.by):
                action = game.penalty_for_speech(played.table, seat, entry.text)
                if action is not None:
                    self.due.append(game.codec().encode(action))
                    return


class ViewerLog:
    """The game's log as each viewer may know it."""

    def __init__(self, played: PlayedGame) -> None:
        self._played = played
        self._visible: dict[Seat | None, list[int]] = {}
        self._scanned: dict[Seat | None, int] = {}
        self._cuts: list[tuple[int, int]] = []
        """The number of each undo, and how long the log was after it."""

    def visible(self, viewer: Seat | None) -> list[int]:
        """The places in the game's log of the events that a viewer may know."""
        log = self._played.table.log
        start = self._scanned.get(viewer, 0)
        if start == len(log) and viewer in self._visible:
            return self._visible[viewer]
        places = self._visible.setdefault(viewer, [])
        places.extend(n for n in range(start, len(log)) if may_see(log[n], viewer))
        self._scanned[viewer] = len(log)
        return places

    def common_prefix(self, before: Seat | None, now: Seat | None, sent: int) -> int:
        """How many of the events sent to one seat are also the first ones of another."""
        one, other = self.visible(before), self.visible(now)
        same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
        return min(sent, min(len(one), len(other)) if same is None else same)

    def still_valid(self, viewer: Seat | None, seq: int, sent: int) -> int:
        """How many of the events sent to a viewer up to a position have not been undone."""
        places = self.visible(viewer)
        if self._cuts and self._cuts[-1][0] > seq:
            shortest = min(length for number, length in self._cuts if number > seq)
            sent = min(sent, sum(1 for place in places if place < shortest))
        return min(sent, len(places))

    def apply(self, number: int, entry: AnyEntry) -> None:
        if isinstance(entry, Seated) and entry.start:
            # Dealt again: nothing that was sent before is part of this game.
            self._cuts.append((number, 0))
            self._visible.clear()
            self._scanned.clear()
        if not isinstance(entry, Undone):
            return
        length = len(self._played.table.log)
        self._cuts.append((number, length))
        for viewer, places in self._visible.items():
            while places and places[-1] >= length:
                places.pop()
            self._scanned[viewer] = min(self._scanned[viewer], length)
