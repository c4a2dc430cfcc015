"""What viewers who may see the same share: the view as data, sentences, options and events, made once.

All of it follows from a view, a language, the names of the seats and the thing to say. Seats with equal
views therefore get equal bytes, whoever was first; which options and events a seat gets is decided
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from embertable.engine.table import Action, Event, Seat, View
from embertable.server.differences import view_parts
from embertable.server.live import LiveTable
from embertable.server.position_parts import LoggedEvent, Option
from embertable.server.presenter import Presenter
from embertable.server.protocol import ViewPart

T = TypeVar("T")


class Rendering:
    """One view of a table as it is now."""

    def __init__(self, live: LiveTable, view: View) -> None:
        self.view = view
        self._live = live
        self._made: dict[Hashable, Any] = {}
        self._parts: list[tuple[Any, list[ViewPart]]] = []
        self._options: list[tuple[str, list[tuple[Seat, Action]], list[Option]]] = []

    def settle(self) -> None:
        """Forget all but the view as data, which connections hold as well, to be shared again."""
        self._made = {key: made for key, made in self._made.items() if key == "view"}
        self._parts = []
        self._options = []

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        found: T = self._made[key]
        return found

    def encoded(self) -> Any:
        return self._once("view", lambda: self._live.game.codec().encode(self.view))

    def presenter(self, language: str) -> Presenter:
        live = self._live
        return self._once(
            language, lambda: Presenter(live.game, language, live.seats, self.view, live.content)
        )

    def text(self, language: str, seat: Seat | None) -> list[str]:
        return self._once((language, seat), lambda: self.presenter(language).text(self.view, seat))

    def options(self, language: str, offered: list[tuple[Seat, Action]]) -> list[Option]:
        if not offered:
            return []
        for known, actions, options in self._options:
            if known == language and actions == offered:
                return options
        options = self.presenter(language).options(offered)
        self._options.append((language, offered, options))
        return options

    def parts_since(self, before: Any) -> list[ViewPart]:
        """What differs from an earlier view, which seats that saw the same share as one object."""
        for known, parts in self._parts:
            if known is before:
                return parts
        parts = view_parts(before, self.encoded())
        self._parts.append((before, parts))
        return parts

    def events(
        self, language: str, places: Sequence[int], events: Sequence[Event], first: int
    ) -> list[LoggedEvent]:
        """Events, with their places in the log of all seats, and numbers from `first` on."""
        presenter = self.presenter(language)
        found: list[LoggedEvent] = []
        for number, (place, event) in enumerate(zip(places, events, strict=True), first):
            key = (language, place, number)
            if key not in self._made:
                (self._made[key],) = presenter.events([event], number)
            found.append(self._made[key])
        return found

    def render_some(
        self, language: str, places: Sequence[int], log: Sequence[Event], first: int, most: int
    ) -> bool:
        """Render so many of the events that are still to be rendered; whether none is left."""
        missing = [
            (place, number)
            for number, place in enumerate(places, first)
            if (language, place, number) not in self._made
        ]
        for place, number in missing[:most]:
            self.events(language, [place], [log[place]], number)
        return len(missing) <= most


class Renderings:
    """The different views of one table; they last until its next entry."""

    def __init__(self) -> None:
        self._of: tuple[LiveTable, int] | None = None
        self._known: list[Rendering] = []
        self._common: dict[Hashable, Any] = {}

    def _follow(self, live: LiveTable) -> None:
        if self._of is None or self._of[0] is not live or self._of[1] != live.number:
            self._of = (live, live.number)
            self._known = []
            self._common = {}

    def common(self, live: LiveTable, key: Hashable, make: Callable[[], T]) -> T:
        """What all viewers get alike, whatever they see of the game."""
        self._follow(live)
        if key not in self._common:
            self._common[key] = make()
        found: T = self._common[key]
        return found

    def of(self, live: LiveTable, view: View) -> Rendering:
        self._follow(live)
        for one in self._known:
            if one.view == view:
                return one
        self._known.append(Rendering(live, view))
        return self._known[-1]

    def settle(self) -> None:
        """Forget what was made for people who have been sent it by now."""
        self._common = {}
        for one in self._known:
            one.settle()

    def parts_since(self, before: Any, after: Any) -> list[ViewPart]:
        """What differs between two encoded views, the second of which was made here."""
        if before is after:
            return []
        made = next((one for one in self._known if one.encoded() is after), None)
        return view_parts(before, after) if made is None else made.parts_since(before)
