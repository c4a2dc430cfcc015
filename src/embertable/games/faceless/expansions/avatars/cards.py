"""Which Avatar is in play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Event, Step, Table, View
from embertable.games.faceless.content import RED
from embertable.games.faceless.layout import SETUP
from embertable.games.faceless.moments import AfterSetup
from embertable.games.faceless.state import FacelessState, Part

avatars = Ruleset("avatars")

RANDOM: Final = "random"


@dataclass
class AvatarRevealed(Event):
    avatar: str


@dataclass
class AvatarsView(View):
    avatars: tuple[str, ...]
    is_silent: bool
    puppets: tuple[int, ...]
    """External spaces with a Servant of the Puppetmaster."""


@dataclass
class Avatars(Part):
    avatars: list[str] = field(default_factory=list)
    is_silent: bool = False
    puppets: list[int] = field(default_factory=list)
    is_held: bool = False
    """The Puppetmaster waits until Eraserhead has had his Memory."""

    def copy(self) -> Avatars:
        return Avatars(self.avatars[:], self.is_silent, self.puppets[:], self.is_held)

    def shown(self) -> View:
        return AvatarsView(tuple(self.avatars), self.is_silent, tuple(self.puppets))


def avatars_of(table: Table[FacelessState]) -> Avatars | None:
    part = table.state.parts.get("avatars")
    assert part is None or isinstance(part, Avatars)
    return part


def has_form(table: Table[FacelessState], avatar: str) -> bool:
    part = avatars_of(table)
    return part is not None and avatar in part.avatars


def is_red(table: Table[FacelessState], card: str) -> bool:
    return table.state.content.cards[card].colour == RED


@avatars.on(AfterSetup)
def show_avatar(table: Table[FacelessState], moment: AfterSetup) -> Iterable[Step]:
    return [ShowAvatar()]


@dataclass
class ShowAvatar(Step):
    """The scenario's, the one named, or one at random (F-EXP-AVATAR-01, F-EXP-AVATAR-02)."""

    def run(self, table: Table[FacelessState]) -> None:
        content = table.state.content
        scenario = content.scenarios.get(table.options["scenario"])
        named = table.options["avatars"]
        if scenario is not None and scenario.avatars:
            forms = list(scenario.avatars)
        elif named == RANDOM:
            forms = [table.chance.pick(SETUP, content.random_avatars)]
        else:
            forms = [named]
        table.state.parts["avatars"] = Avatars(forms)
        for avatar in forms:
            table.emit(AvatarRevealed(avatar))
