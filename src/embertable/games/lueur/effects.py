"""What cards, spells, die faces and journeys do: the vocabulary of effects, each a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.lueur.moments import CompanionLeft
from embertable.games.lueur.state import SECOND_LAP, LueurState
from embertable.games.lueur.vocabulary import (
    Amount,
    CompanionEffect,
    Effect,
    JourneyAmount,
    JourneyEffect,
    PayFootprints,
)


@dataclass
class TotalChanged(Event):
    """A player's total moved by n bursts to where it stands now."""

    seat: Seat
    n: int
    total: int


class BurstsGained(TotalChanged):
    pass


class BurstsLost(TotalChanged):
    pass


@dataclass
class TokensChanged(Event):
    """A player took or returned n tokens."""

    seat: Seat
    n: int


class FootprintsGained(TokensChanged):
    pass


class FootprintsLost(TokensChanged):
    pass


class FirefliesGained(TokensChanged):
    pass


class RerollsGained(TokensChanged):
    pass


@dataclass
class CompanionLost(Event):
    seat: Seat
    companion: str


@dataclass
class SpellGivenUp(Event):
    seat: Seat
    spell: str


@dataclass
class HiddenSpellGivenUp(Event):
    seat: Seat


class GainBursts(JourneyAmount):
    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        player.bursts += self.n
        if player.bursts > table.state.content.last_track_total:
            player.lapped = SECOND_LAP in table.state.other_readings
        table.emit(BurstsGained(self.seat, self.n, player.bursts))


class LoseBursts(JourneyAmount):
    """A loss stops at 0 and nothing is owed (L-SCORE-03)."""

    def is_loss(self) -> bool:
        return True

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        lost = min(self.n, player.bursts)
        player.bursts -= lost
        table.emit(BurstsLost(self.seat, lost, player.bursts))


class GainFootprints(JourneyAmount):
    def run(self, table: Table[LueurState]) -> None:
        table.state.players[self.seat].footprints += self.n
        table.emit(FootprintsGained(self.seat, self.n))


class LoseFootprints(Amount):
    """As many as the player has, up to the number shown (L-EFFECT-07)."""

    def is_loss(self) -> bool:
        return True

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        lost = min(self.n, player.footprints)
        player.footprints -= lost
        table.emit(FootprintsLost(self.seat, lost))


class GainFireflies(JourneyAmount):
    def run(self, table: Table[LueurState]) -> None:
        table.state.players[self.seat].fireflies += self.n
        table.emit(FirefliesGained(self.seat, self.n))


class GainRerolls(JourneyAmount):
    def run(self, table: Table[LueurState]) -> None:
        table.state.players[self.seat].rerolls += self.n
        table.emit(RerollsGained(self.seat, self.n))


class ToCemetery(CompanionEffect):
    """The skull: the companion itself leaves."""

    def bound(self, seat: Seat, card: str) -> Step:
        return SendToCemetery(seat, card)


@dataclass
class SendToCemetery(Step):
    """A companion leaves with all its powers; what it gave stays (L-EFFECT-04)."""

    seat: Seat
    companion: str

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        player.companions.remove(self.companion)
        player.fallen.append(self.companion)
        table.emit(CompanionLost(self.seat, self.companion))
        table.do_all(table.reactions(CompanionLeft(self.seat, self.companion)))


class LoseCompanionOrSpell(JourneyEffect):
    """The skull-and-spell icon; with neither it does nothing (L-JOURNEY-06)."""

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        if player.companions or player.spells or player.hidden_spells:
            table.do(ChooseLoss(self.seat))


class ChooseLoss(Choice):
    def options(self, table: Table[LueurState]) -> list[Action]:
        player = table.state.players[self.seat]
        options: list[Action] = [
            GiveUpCompanion(self.seat, companion) for companion in player.companions
        ]
        options.extend([GiveUpSpell(self.seat, spell) for spell in player.spells])
        if player.hidden_spells:
            options.append(GiveUpHiddenSpell(self.seat))
        return options


@dataclass(unsafe_hash=True)
class GiveUpCompanion(Action):
    companion: str

    def run(self, table: Table[LueurState]) -> None:
        table.do(SendToCemetery(self.seat, self.companion))


@dataclass(unsafe_hash=True)
class GiveUpSpell(Action):
    spell: str

    def run(self, table: Table[LueurState]) -> None:
        table.state.players[self.seat].spells.remove(self.spell)
        box_spell(table.state, self.spell)
        table.emit(SpellGivenUp(self.seat, self.spell))


class GiveUpHiddenSpell(Action):
    """One still face down; they look alike, so the oldest goes, unseen."""

    def run(self, table: Table[LueurState]) -> None:
        unseen = table.state.spells_boxed_unseen
        unseen.append(table.state.players[self.seat].hidden_spells.pop(0))
        unseen.sort()
        table.emit(HiddenSpellGivenUp(self.seat))


def box_spell(state: LueurState, spell: str) -> None:
    state.spells_boxed.append(spell)
    state.spells_boxed.sort()


def journey_steps(seat: Seat, effects: Iterable[Effect]) -> list[Step]:
    """The icons of a place or path as steps; costs were paid when the move was declared."""
    return [effect.bound(seat, "") for effect in effects if not isinstance(effect, PayFootprints)]


def footprint_cost(effects: Sequence[Effect]) -> int:
    if not effects:
        return 0
    return sum(effect.n for effect in effects if isinstance(effect, PayFootprints))
