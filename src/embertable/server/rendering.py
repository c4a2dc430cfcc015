"""What viewers who may see the same share: the view as data, sentences, options and events, made once.

All of it follows from a view, a language, the names of the seats and the thing to say. Seats with equal
views therefore get equal bytes, whoever was first; which options and events a seat gets is decided
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from embertable.engine.table import Action, Choice, Event, Seat, View
from embertable.server.differences import changed_fields, changes_between, view_parts
from embertable.server.live import LiveTable
from embertable.server.position_parts import LoggedEvent, OpenChoice, Option
from embertable.server.presenter import Presenter
from embertable.server.protocol import Position, ViewPart, encode

T = TypeVar("T")

NO_OPTIONS: list[Option] = []
NO_EVENTS: list[LoggedEvent] = []
NO_PARTS: list[ViewPart] = []

MOST_LASTING = 64
"""Things that outlast entries of the log; there is one for each person who ever watched."""

NUMBERED = b'{"is":"changes","number":'
"""How a message of changes begins; the number after it is the connection's own."""


class Rendering:
    """One view of a table as it is now."""

    def __init__(
        self, live: LiveTable, view: View, told: dict[Hashable, LoggedEvent] | None = None
    ) -> None:
        self.view = view
        self._live = live
        self._told: dict[Hashable, LoggedEvent] = {} if told is None else told
        """Single events by language, place and number, which views share that read alike."""
        self._encoded: Any = None
        self._made: dict[Hashable, Any] = {}
        self._parts: list[tuple[View, list[ViewPart]]] = []
        self._options: list[tuple[str, list[tuple[Seat, Action]], list[Option]]] = []
        self._choices: list[tuple[str, Choice, OpenChoice]] = []

    def settle(self) -> None:
        """Forget all but the view, which connections hold as well, to be compared and shared again."""
        self._encoded = None
        self._made = {}
        self._told.clear()
        self._parts = []
        self._options = []
        self._choices = []

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found

    def encoded(self) -> Any:
        if self._encoded is None:
            self._encoded = self._live.game.codec().encode(self.view)
        return self._encoded

    def presenter(self, language: str) -> Presenter:
        live = self._live
        return self._once(
            language, lambda: Presenter(live.game, language, live.seats, self.view, live.content)
        )

    def text(self, language: str, seat: Seat | None) -> list[str]:
        asked = self._live.played.asked()
        return self._once(
            (language, seat), lambda: self.presenter(language).text(self.view, seat, asked)
        )

    def options(self, language: str, offered: list[tuple[Seat, Action]]) -> list[Option]:
        if not offered:
            return NO_OPTIONS
        for known, actions, options in self._options:
            if known == language and actions == offered:
                return options
        options = self.presenter(language).options(offered)
        self._options.append((language, offered, options))
        return options

    def choice(self, language: str, choice: Choice) -> OpenChoice:
        """A choice whose options are all listed, and which several seats may be asked."""
        for known, asked, made in self._choices:
            if asked is choice and known == language:
                return made
        made = self.presenter(language).opened(choice)
        self._choices.append((language, choice, made))
        return made

    def parts_since(self, before: View) -> list[ViewPart]:
        """What differs from an earlier view, which seats that saw the same share as one object."""
        if before is self.view:
            return NO_PARTS
        for known, parts in self._parts:
            if known is before:
                return parts
        parts = view_parts(self._live.game.codec(), before, self.view)
        self._parts.append((before, parts))
        return parts

    def events(
        self, language: str, places: Sequence[int], log: Sequence[Event], first: int
    ) -> list[LoggedEvent]:
        """The events at some places of the log of all seats, with numbers from `first` on."""
        if not places:
            return NO_EVENTS
        together = (language, first, tuple(places))
        known: list[LoggedEvent] | None = self._made.get(together)
        if known is not None:
            return known
        found: list[LoggedEvent] = []
        for number, place in enumerate(places, first):
            key = (language, place, number)
            event = self._told.get(key)
            if event is None:
                event = self._told[key] = self.presenter(language).event(log[place], number)
            found.append(event)
        self._made[together] = found
        return found

    def render_some(
        self, language: str, places: Sequence[int], log: Sequence[Event], first: int, most: int
    ) -> bool:
        """Render so many of the events that are still to be rendered; whether none is left."""
        missing = [
            (place, number)
            for number, place in enumerate(places, first)
            if (language, place, number) not in self._told
        ]
        for place, number in missing[:most]:
            self._told[language, place, number] = self.presenter(language).event(log[place], number)
        return len(missing) <= most


class Renderings:
    """The different views of one table; they last until its next entry."""

    def __init__(self) -> None:
        self._of: tuple[LiveTable, int] | None = None
        self._known: list[Rendering] = []
        self._is_one_for_all = False
        self._events: dict[Hashable, LoggedEvent] = {}
        """What all views share where they read alike."""
        self._common: dict[Hashable, Any] = {}
        self._lasting: dict[Hashable, Any] = {}
        self._told: list[
            tuple[list[ViewPart], list[LoggedEvent], tuple[int, int], dict[str, Any], bytes]
        ] = []
        """Changes without their numbers, and what they were made of."""

    def _follow(self, live: LiveTable) -> None:
        if self._of is None or self._of[0] is not live or self._of[1] != live.number:
            self._of = (live, live.number)
            self._known = []
            self._events = {}
            self._common = {}
            self._told = []

    def lasting(self, key: Hashable, made: T) -> T:
        """The same object as before the last entries if it is equal, which then need not be compared."""
        known: T | None = self._lasting.get(key)
        if known is not None and known == made:
            return known
        self._lasting[key] = made
        return made

    def while_same(self, key: Hashable, basis: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What was made for this key, as long as it would be made of the same."""
        known = self._lasting.get(key)
        if known is None or known[0] != basis:
            known = self._lasting[key] = (basis, make())
        found: T = known[1]
        return found

    def common(self, live: LiveTable, key: Hashable, make: Callable[[], T]) -> T:
        """What all viewers get alike, whatever they see of the game."""
        self._follow(live)
        if key not in self._common:
            self._common[key] = make()
        found: T = self._common[key]
        return found

    def of(self, live: LiveTable, seat: Seat | None) -> Rendering:
        """The rendering of what a seat sees; where all see alike, none is made or compared twice."""
        self._follow(live)
        if self._known and self._is_one_for_all:
            return self._known[0]
        view = live.game.view(live.table, seat)
        for one in self._known:
            if one.view == view:
                return one
        self._is_one_for_all = live.game.seats_see_alike(live.table)
        told = self._events if live.game.seats_read_alike() else None
        self._known.append(Rendering(live, view, told))
        return self._known[-1]

    def settle(self) -> None:
        """Forget what was made for people who have been sent it by now."""
        self._common = {}
        self._told = []
        if len(self._lasting) > MOST_LASTING:
            self._lasting = {}
        for one in self._known:
            one.settle()

    def changes(self, before: Position, seen: View, after: Position, rendering: Rendering) -> bytes:
        """What a viewer who has the first position and saw that view needs for the second position.

        Viewers for whom the same is different get the same bytes, but for the number.
        """
        parts = rendering.parts_since(seen)
        fields = changed_fields(before, after)
        number = b"%d" % after.number
        place = (after.seq, after.first)
        for its_parts, its_events, its_place, its_fields, rest in self._told:
            if (
                its_parts is parts
                and its_events is after.events
                and its_place == place
                and its_fields == fields
            ):
                return NUMBERED + number + rest
        text = encode(changes_between(before, after, parts))
        rest = text[len(NUMBERED) + len(number) :]
        self._told.append((parts, after.events, place, fields, rest))
        return text
