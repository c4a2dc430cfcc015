"""The set-up of a Run: who plays whom, where it starts, and what it starts with (section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.game import Setting
from embertable.engine.table import Action, Choice, Event, Step
from embertable.games.deadcells.bases import CharacterAction, CharacterEvent
from embertable.games.deadcells.campaign import Campaign
from embertable.games.deadcells.cards import STREAMS, RefillHand, asked, offer
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import SERENADE
from embertable.games.deadcells.effects import CHOICE, Effect, Gain, Lose
from embertable.games.deadcells.effects_outside_combat import Happen
from embertable.games.deadcells.end_of_run import FinishRun, give_combat_card, least_deck
from embertable.games.deadcells.explore import EnterBiome
from embertable.games.deadcells.gains import FindTreasure, HandScroll, everybody
from embertable.games.deadcells.mutations import answering, use
from embertable.games.deadcells.state import (
    CHOOSE_ORDER,
    FREE_UPKEEP,
    FREEZE_NEXT_ROUND,
    KEEP_CELLS,
    NOBODY,
    ONE_POISON,
    REPEAT_SKILLS,
    TABLE,
    Character,
    DeadCellsState,
    DeadCellsTable,
)

PLAYERS: Final = ("1", "2", "3", "4")
BEHEADED: Final = ("choose", "random")
TALK: Final = ("aloud", "signals")
PREPARATION: Final = ("untimed", "60")
READINGS: Final = (
    Setting(ONE_POISON, ("adds_up", "once"), "adds_up", "D-STATE-POISON-02"),
    Setting(FREEZE_NEXT_ROUND, ("next_action", "next_round"), "next_action", "D-STATE-FREEZE-02"),
    Setting(REPEAT_SKILLS, ("once", "repeat"), "once", "D-ACTION-SKILL-02"),
    Setting(KEEP_CELLS, ("lost", "kept"), "lost", "D-CELLS-02"),
    Setting(CHOOSE_ORDER, ("as_played", "choose"), "as_played", "D-COMBAT-PLAY-06"),
    Setting(FREE_UPKEEP, ("listed", "free"), "listed", "D-UPKEEP-01"),
)
"""Where the rulebook can be read in two ways; the first value is the ledger's."""
ORDER: Final = ("tooth", "treasure", "scroll")
"""The order of the gifts at the start of a Run; Damage comes last (D-SETUP-25)."""


@dataclass
class BeheadedTaken(Event):
    character: int
    beheaded: str


class TokenGiven(CharacterEvent):
    """The First Player token at the start."""


@dataclass
class RunBegan(Event):
    biome: str


def empty_table(
    options: dict[str, str], content: DeadCellsContent, campaign: Campaign
) -> DeadCellsState:
    """Seats without Beheaded; alone, the player has Serenade beside them."""
    players = int(options["players"])
    characters = [Character(seat) for seat in range(players)]
    if players == 1:
        characters.append(Character(0))
    readings = [one.name for one in READINGS if options[one.name] != one.default]
    return DeadCellsState(content, campaign, characters, other_readings=readings)


@dataclass
class SetOut(Step):
    random: bool

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        seats = table.game.seats(table)
        choosing: list[Step] = [DrawBeheaded()] if self.random else []
        if not self.random:
            choosing = [ChooseBeheaded(seat) for seat in range(seats)]
        table.do_all(
            [*choosing, ChooseFirst(0), PlanRun(), SetUpCharacters(), BeginRun(), FinishRun()]
        )
        if seats == 1:
            state.characters[1].beheaded = SERENADE


@dataclass
class DrawBeheaded(Step):
    """Deal the Beheaded at random."""

    def run(self, table: DeadCellsTable) -> None:
        names = list(table.state.content.beheaded)
        table.chance.shuffle("beheaded", names)
        seats = table.game.seats(table)
        table.do_all([TakeBeheaded(seat, names[seat]) for seat in range(seats)])


@dataclass
class ChooseBeheaded(Choice):
    """Each player picks a different one, whoever they played before (D-SETUP-20)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        taken = [character.beheaded for character in state.characters]
        return [
            TakeBeheaded(self.seat, name) for name in state.content.beheaded if name not in taken
        ]


@dataclass(unsafe_hash=True)
class TakeBeheaded(Action):
    beheaded: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.characters[self.seat].beheaded = self.beheaded
        table.emit(BeheadedTaken(self.seat, self.beheaded))


@dataclass
class ChooseFirst(Choice):
    """The host says who begins with the First Player token (D-SETUP-24)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        seats = table.game.seats(table)
        return [GiveToken(self.seat, one) for one in range(seats)]


class GiveToken(CharacterAction):
    def run(self, table: DeadCellsTable) -> None:
        table.state.first = self.character
        table.emit(TokenGiven(self.character))


# What the First Player plans.


@dataclass
class PlanRun(Step):
    """Ask about Improved cards, Boss Cells and the start, where there is a choice."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        campaign = state.campaign
        chief = state.chief()
        steps: list[Step] = []
        if improved(state):
            steps.append(ChooseRedistribution(chief))
        if campaign.boss_cells:
            steps.append(ChooseBossCells(chief))
        table.do_all([*steps, PickStart()])


def improved(state: DeadCellsState) -> list[str]:
    cards = state.content.cards
    return [card for deck in state.campaign.decks for card in deck if cards[card].owner == "any"]


@dataclass
class ChooseRedistribution(Choice):
    """Improved Combat cards may change decks before a Run (D-UPGRADE-04)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [KeepDecks(self.seat), Redistribute(self.seat)]


@dataclass(unsafe_hash=True)
class KeepDecks(Action):
    def run(self, table: DeadCellsTable) -> None:
        pass


@dataclass(unsafe_hash=True)
class Redistribute(Action):
    def run(self, table: DeadCellsTable) -> None:
        table.do(MoveCards(tuple(sorted(improved(table.state)))))


@dataclass
class MoveCards(Step):
    """Ask card by card; decks that cannot spare one come last."""

    cards: tuple[str, ...]

    def run(self, table: DeadCellsTable) -> None:
        if not self.cards:
            return
        state = table.state
        free = [card for card in self.cards if can_leave(state, card)]
        card = free[0] if free else self.cards[0]
        rest = tuple([one for one in self.cards if one != card])
        table.do_all([*asked(table, ChooseNewOwner(state.chief(), card)), MoveCards(rest)])


def deck_of(state: DeadCellsState, card: str) -> int:
    return next(at for at, deck in enumerate(state.campaign.decks) if card in deck)


def can_leave(state: DeadCellsState, card: str) -> bool:
    """Its deck is large enough without it (D-CARD-03)."""
    place = deck_of(state, card)
    return len(state.campaign.decks[place]) > least_deck(state, place)


@dataclass
class ChooseNewOwner(Choice):
    """Stay, or go to another deck if the old one is large enough without it."""

    card: str

    def options(self, table: DeadCellsTable) -> list[Action]:
        state = table.state
        names = state.content.names
        place = deck_of(state, self.card)
        options: list[Action] = [PassCombatCard(self.seat, self.card, names[place])]
        if can_leave(state, self.card):
            for name in names:
                if name != names[place]:
                    options.append(PassCombatCard(self.seat, self.card, name))
        return options


@dataclass(unsafe_hash=True)
class PassCombatCard(Action):
    card: str
    beheaded: str

    def run(self, table: DeadCellsTable) -> None:
        give_combat_card(table, self.card, self.beheaded)


@dataclass
class ChooseBossCells(Choice):
    """How many of the placed Boss Cells are active, in order (D-MUT-05)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [SetBossCells(self.seat, n) for n in range(table.state.campaign.boss_cells + 1)]


@dataclass(unsafe_hash=True)
class SetBossCells(Action):
    n: int

    def run(self, table: DeadCellsTable) -> None:
        table.state.cells_active = self.n


@dataclass
class PickStart(Step):
    def run(self, table: DeadCellsTable) -> None:
        offer(table, ChooseStart(table.state.chief()))


@dataclass
class ChooseStart(Choice):
    """Any Biome that is unlocked as a start (D-SETUP-10, D-BOSS-21)."""

    def options(self, table: DeadCellsTable) -> list[Action]:
        return [StartIn(self.seat, biome) for biome in table.state.campaign.starts]


@dataclass(unsafe_hash=True)
class StartIn(Action):
    biome: str

    def run(self, table: DeadCellsTable) -> None:
        table.state.biome = self.biome


# Boards and decks.


@dataclass
class SetUpCharacters(Step):
    """Boards, Health and slots, shuffled decks and hands (D-SETUP-21 to 23, D-SOLO-01)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        content = state.content
        for character in state.characters:
            deck = state.campaign.decks[content.names.index(character.beheaded)]
            character.draw = list(deck)
            table.chance.shuffle(STREAMS[character.seat], character.draw)
            if character.is_serenade():
                character.max_health = content.serenade.health
                table.reveal()
                continue
            board = content.beheaded[character.beheaded]
            health = [one.n for one in board.tracks[0] if one.position == 0]
            character.max_health = sum(health) + state.mod("max_health")
            character.slots = board.slots + state.mod("equipment_slots")
        state.treasure = list(state.campaign.treasure)
        table.chance.shuffle(TABLE, state.treasure)
        table.do_all([RefillHand(one) for one in state.in_order()])


@dataclass
class BeginRun(Step):
    """Resolve what the Run starts with, in order, then enter the Biome (D-SETUP-25)."""

    def run(self, table: DeadCellsTable) -> None:
        state = table.state
        table.emit(RunBegan(state.biome))
        effects: list[Effect] = []
        for id, hook in answering(state, "run_start"):
            use(table, id, hook)
            effects.extend(hook.effects)
        effects.extend(state.campaign.next_run)
        state.campaign.next_run = ()
        gifts = [*package_of(state), *[(rank(one), Happen(one, NOBODY)) for one in effects]]
        gifts.sort(key=place_of)
        table.do_all([*[step for _, step in gifts], EnterBiome(state.biome)])


def rank(effect: Effect) -> int:
    item = effect.item if isinstance(effect, (Gain, Lose)) else ""
    return ORDER.index(item) if item in ORDER else len(ORDER)


def place_of(gift: tuple[int, Step]) -> int:
    return gift[0]


def package_of(state: DeadCellsState) -> list[tuple[int, Step]]:
    """What the starting Biome gives, with its place in the order (D-BOSS-21, D-SOLO-21)."""
    package = state.content.packages.get(state.biome)
    if package is None:
        return []
    gifts: list[tuple[int, Step]] = []
    if package.teeth:
        teeth = Gain("tooth", package.teeth)
        gifts.append((rank(teeth), Happen(teeth, NOBODY)))
    for one in state.in_order():
        if state.characters[one].is_serenade():
            continue
        receivers = everybody(state) if state.is_solo() else (one,)
        treasure, scroll = ORDER.index("treasure"), ORDER.index("scroll")
        gifts.extend([(treasure, FindTreasure((one,))) for _ in range(package.treasures)])
        gifts.extend([(scroll, HandScroll(CHOICE, receivers)) for _ in range(package.scrolls)])
    return gifts
