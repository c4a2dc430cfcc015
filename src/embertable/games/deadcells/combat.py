"""A Combat from its tile to its Upkeep: set-up, Preparation, cards, Rounds (sections 8 to 17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Step, Table, Together
from embertable.games.deadcells.acts import CharacterTurn
from embertable.games.deadcells.cards import (
    RefillHand,
    draw_blueprint,
    draw_from,
    draw_treasure,
    offer,
    return_blueprint,
    turn_card,
)
from embertable.games.deadcells.content import Tile
from embertable.games.deadcells.damage import (
    EnemyPoisonTick,
    PoisonTick,
    discard_enemy,
    kill_character,
    kill_outright,
)
from embertable.games.deadcells.effects import BLEEDING, COLOURS, Effect
from embertable.games.deadcells.enemies import (
    EnemyPlaced,
    EnemyTurn,
    free_front,
    move_up,
    place_enemy,
)
from embertable.games.deadcells.gains import (
    HandEquipment,
    HandFood,
    HandScroll,
    advance,
    can_take,
    everybody,
)
from embertable.games.deadcells.moments import BeforePreparation, CombatStarts, RoundStarts
from embertable.games.deadcells.state import NOBODY, PRINTED, DeadCellsState, forget_limit

FAR: Final = 3
BEHIND: Final = -1
SIGNALS: Final = "signals"
OFFERS: Final = ("damage", "block", "loot", "skill", "state")
KINDS: Final = {
    "damage": "damage",
    "skill": "skill",
    "loot": "loot",
    "shield": "block",
    "heal": "heal",
    "cleanse": "heal",
    "gain": "gain",
}


@dataclass
class CombatStarted(Event):
    tile: str


@dataclass
class CombatEnded(Event):
    pass


@dataclass
class LootPlaced(Event):
    loot: tuple[str, ...]


@dataclass
class RoundBegan(Event):
    round: int


@dataclass
class CardLaid(Event):
    """Face down, with one Action of it and the Round named aloud."""

    character: int
    action: str
    round: int


@dataclass
class CardRevealed(Event):
    character: int
    card: str


@dataclass
class PlayerPasses(Event):
    character: int


@dataclass
class LineForsaken(Event):
    round: int


@dataclass
class StartCombat(Step):
    """Everything from the tile's icons to the Upkeep."""

    tile: str

    def run(self, table: Table[DeadCellsState]) -> None:
        tile = table.state.content.tiles[self.tile]
        table.do(
            SetUpCombat(self.tile),
            StartOfCombat(),
            Prepare(),
            *rounds(from_zero=True),
            Upkeep(),
        )
        table.tell(CombatStarted(tile.id))


def rounds(from_zero: bool) -> list[Step]:
    """Round 0 (without a Round End), I to III, and the final Round End with Round IV."""
    steps: list[Step] = [PlayRound(0) if from_zero else FixPower()]
    for round in (1, 2, 3):
        steps.extend([PlayRound(round), EndRound(round)])
    return steps


@dataclass
class SetUpCombat(Step):
    """Enemies one by one in the tile's order, then the Loot (D-COMBAT-SETUP-02 to 09)."""

    tile: str

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        tile = state.content.tiles[self.tile]
        open_board(state)
        state.wall = tile.wall
        state.constraint = tile.constraint
        for kind in tile.enemies:
            draw_enemy(table, kind)
        place_loot(table, tile)


def open_board(state: DeadCellsState) -> None:
    state.fighting = True
    state.round = NOBODY
    state.enemies = []
    state.loot = []
    state.wall = ""
    state.constraint = ""
    state.skipped = NOBODY
    state.bonus = 0
    state.extra = 0
    for character in state.characters:
        character.dealt = False
        character.power = NOBODY
        character.used = []
    forget_limit(state, "combat")


def draw_enemy(table: Table[DeadCellsState], kind: str) -> None:
    state = table.state
    if kind == "elite":
        card = draw_from(table, state.elites, state.elites_out)
    else:
        card = draw_from(table, state.monsters, state.monsters_out)
    if not card:
        return
    space = space_for(state, state.content.monsters[card].place)
    if not space:
        (state.elites_out if kind == "elite" else state.monsters_out).append(card)
        return
    place_enemy(state, card, space)
    table.tell(EnemyPlaced(space, card))


def space_for(state: DeadCellsState, place: str) -> int:
    """Special spaces first, then like a normal card, then behind; 0 where nothing is free."""
    wanted = {"far": FAR, "behind": BEHIND, "front": free_front(state)}[place]
    if wanted and state.enemy_on(wanted) is None:
        return wanted
    front = free_front(state)
    if front:
        return front
    return BEHIND if state.enemy_on(BEHIND) is None else 0


def place_loot(table: Table[DeadCellsState], tile: Tile) -> None:
    """Tokens on the Group space; Treasure and Blueprint face up (D-COMBAT-SETUP-07, 08)."""
    state = table.state
    for effect in tile.loot:
        for _ in range(effect.n):
            token = loot_token(table, effect)
            if token:
                state.loot.append(token)
    if state.loot:
        table.tell(LootPlaced(tuple(state.loot)))


def loot_token(table: Table[DeadCellsState], effect: Effect) -> str:
    if effect.word == "scroll":
        return f"scroll {effect.colour}"
    if effect.word == "treasure":
        card = draw_treasure(table)
        return f"treasure {card}" if card else ""
    if effect.word == "blueprint":
        card = draw_blueprint(table)
        return f"blueprint {card}" if card else ""
    if effect.word.startswith("rune "):
        owned = effect.word.removeprefix("rune ") in table.state.campaign.runes
        return "" if owned else effect.word
    return effect.word


@dataclass
class StartOfCombat(Step):
    """Mutations in slot order, then those of the moment before the talk (D-COMBAT-SETUP-11)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        table.do(*table.reactions(CombatStarts()), TimeBeforePreparation())


@dataclass
class TimeBeforePreparation(Step):
    def run(self, table: Table[DeadCellsState]) -> None:
        table.do(*table.reactions(BeforePreparation()))


# The Preparation Phase and the cards.


@dataclass
class Prepare(Step):
    """Talk, who passes, then three cards face down, revealed together (section 10)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        state.passing = NOBODY
        state.shown = False
        steps: list[Step] = []
        for character in state.characters:
            character.signal = ""
        may_talk = table.options["talk"] == SIGNALS and not state.is_solo()
        if may_talk and "no_communication" not in state.curses:
            seats = tuple(state.in_order())
            steps.append(Together(seats, tuple([ChooseSignal(seat, seat) for seat in seats])))
        if len(state.characters) == 4:
            steps.append(ChoosePass(state.chief()))
        for one in state.in_order():
            steps.append(LayCards(one))
        steps.append(RevealCards())
        if state.constraint == "first_player_no_action":
            steps.append(ChooseForsaken(state.chief()))
        table.do(*steps)


@dataclass
class ChooseSignal(Choice):
    """One signal before the cards: a focus, a danger, or a vague offer (D-COMBAT-PREP-04)."""

    character: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        options: list[Action] = [KeepSilent(self.seat, self.character)]
        for enemy in table.state.enemies:
            options.append(MarkEnemy(self.seat, self.character, "focus", enemy.space))
            options.append(MarkEnemy(self.seat, self.character, "danger", enemy.space))
        return [*options, *[OfferHelp(self.seat, self.character, one) for one in OFFERS]]


@dataclass(unsafe_hash=True)
class KeepSilent(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        pass


@dataclass(unsafe_hash=True)
class MarkEnemy(Action):
    character: int
    mark: str
    space: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.characters[self.character].signal = f"{self.mark} {self.space}"
        table.tell(EnemyMarked(self.character, self.mark, self.space))


@dataclass(unsafe_hash=True)
class OfferHelp(Action):
    character: int
    help: str

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.characters[self.character].signal = f"offer {self.help}"
        table.tell(HelpOffered(self.character, self.help))


@dataclass
class EnemyMarked(Event):
    character: int
    mark: str
    space: int


@dataclass
class HelpOffered(Event):
    character: int
    help: str


@dataclass
class ChoosePass(Choice):
    """With four players one takes no part, never the First Player (D-COMBAT-PLAY-08)."""

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        return [LetPass(self.seat, one) for one in state.in_order() if one != state.first]


@dataclass(unsafe_hash=True)
class LetPass(Action):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.passing = self.character
        table.tell(PlayerPasses(self.character))


@dataclass
class LayCards(Step):
    """A player's turn to play cards, or to turn one over instead."""

    character: int

    def __init__(self, character: int) -> None:
        self.character = character

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        character = state.characters[self.character]
        if self.character == state.passing:
            table.do(TurnForScroll(self.character))
            return
        if character.is_serenade():
            character.active = [character.draw[-1] if character.draw else PRINTED]
            return
        count = min(cards_to_play(state, self.character), len(character.hand))
        table.do(*[ChooseCard(character.seat, self.character) for _ in range(count)])


def cards_to_play(state: DeadCellsState, one: int) -> int:
    """Three in all: two by the First Player of two, or by the Beheaded alone (D-COMBAT-PLAY-05)."""
    if state.is_solo() or len(state.characters) == 1:
        return 2
    return 2 if len(state.characters) == 2 and one == state.first else 1


@dataclass
class ChooseCard(Choice):
    """A hand card, with an Action it has and its Round (D-COMBAT-PLAY-02, 03)."""

    character: int

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        state = table.state
        options: list[Action] = []
        for card in state.characters[self.character].hand:
            for round in (1, 2, 3):
                for kind in kinds_of(state, card, round):
                    options.append(LayCard(self.seat, self.character, card, kind, round))
        return options


def kinds_of(state: DeadCellsState, card: str, round: int) -> list[str]:
    """The types of Action that a line shows."""
    line = state.content.cards[card].lines[round]
    return list(dict.fromkeys([KINDS.get(effect.op, effect.word) for effect in line]))


@dataclass(unsafe_hash=True)
class LayCard(Action):
    character: int
    card: str
    action: str
    round: int

    def run(self, table: Table[DeadCellsState]) -> None:
        character = table.state.characters[self.character]
        character.hand.remove(self.card)
        character.active.append(self.card)
        character.announced.append(f"{self.action} {self.round}")
        # What is named aloud tells everybody something of the hand.
        table.reveal()
        table.tell(CardLaid(self.character, self.action, self.round))


@dataclass
class TurnForScroll(Step):
    """The passing player turns a card over: its icon advances a Scroll (D-COMBAT-PLAY-09)."""

    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        card = turn_card(table, self.character)
        if card:
            icons = table.state.content.cards[card].icons
            seat = table.state.characters[self.character].seat
            offer(table, ChoosePassScroll(seat, self.character, icons))


@dataclass
class ChoosePassScroll(Choice):
    character: int
    icons: tuple[str, ...]

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        return [
            AdvanceScroll(self.seat, self.character, icon)
            for icon in self.icons
            if can_take(table.state, self.character, COLOURS.index(icon))
        ]


@dataclass(unsafe_hash=True)
class AdvanceScroll(Action):
    character: int
    colour: str

    def run(self, table: Table[DeadCellsState]) -> None:
        advance(table, self.character, COLOURS.index(self.colour))


@dataclass
class RevealCards(Step):
    """All cards are turned up together (D-COMBAT-PLAY-04)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        state.shown = True
        table.reveal()
        for one in state.participants():
            for card in state.characters[one].active:
                table.tell(CardRevealed(one, card))


@dataclass
class ChooseForsaken(Choice):
    """The First Player skips one Round line under a constraint (D-COMBAT-SETUP-12)."""

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        return [ForsakeLine(self.seat, round) for round in (1, 2, 3)]


@dataclass(unsafe_hash=True)
class ForsakeLine(Action):
    round: int

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.skipped = self.round
        table.tell(LineForsaken(self.round))


# Rounds.


@dataclass
class PlayRound(Step):
    """From left to right: behind, the Group from the First Player on, the front (section 11)."""

    round: int

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        state.round = self.round
        state.bonus = 0
        forget_limit(state, "round")
        for character in state.characters:
            character.used = []
        table.tell(RoundBegan(self.round))
        steps = table.reactions(RoundStarts()) if self.round else fix_power(state)
        table.do(
            *steps,
            EnemyTurn(BEHIND, self.round),
            *[CharacterTurn(one, self.round) for one in state.participants()],
            *[EnemyTurn(space, self.round) for space in (1, 2, 3)],
        )


def fix_power(state: DeadCellsState) -> list[Step]:
    """Serenade's power comes from the top of the Beheaded's discard pile (D-SOLO-04, 05)."""
    if not state.is_solo():
        return []
    discard = state.characters[0].discard
    icons = state.content.cards[discard[-1]].icons if discard else ()
    if len(icons) == 1:
        state.characters[1].power = COLOURS.index(icons[0])
    elif len(icons) == 2:
        return [ChoosePower(state.characters[0].seat, icons)]
    return []


@dataclass
class FixPower(Step):
    """Before Round I where a Boss's Turn has no Round 0 (D-SOLO-05)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        table.do(*fix_power(table.state))


@dataclass
class ChoosePower(Choice):
    icons: tuple[str, ...]

    def options(self, table: Table[DeadCellsState]) -> list[Action]:
        return [TakePower(self.seat, icon) for icon in self.icons]


@dataclass(unsafe_hash=True)
class TakePower(Action):
    colour: str

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.characters[1].power = COLOURS.index(self.colour)


@dataclass
class EndRound(Step):
    """Poison from left to right; then closing up, or after Round III Bleeding and Round IV."""

    round: int

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        steps: list[Step] = []
        for enemy in state.enemies:
            if enemy.space < 0:
                steps.append(EnemyPoisonTick(enemy.id))
        steps.extend([PoisonTick(one) for one in state.participants()])
        for enemy in state.enemies:
            if enemy.space > 0:
                steps.append(EnemyPoisonTick(enemy.id))
        if self.round < 3:
            table.do(*steps, MoveUp())
        else:
            table.do(*steps, BleedOut(), RoundFour())


@dataclass
class MoveUp(Step):
    def run(self, table: Table[DeadCellsState]) -> None:
        move_up(table)


@dataclass
class BleedOut(Step):
    """Whoever still bears Bleeding is killed, from left to right (D-STATE-BLEED-01)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        steps: list[Step] = []
        for enemy in state.enemies:
            if enemy.space < 0:
                steps.append(BleedEnemy(enemy.id))
        steps.extend([Bleed(one) for one in state.participants()])
        for enemy in state.enemies:
            if enemy.space > 0:
                steps.append(BleedEnemy(enemy.id))
        table.do(*steps)


@dataclass
class Bleed(Step):
    character: int

    def run(self, table: Table[DeadCellsState]) -> None:
        if table.state.characters[self.character].tokens[BLEEDING]:
            kill_character(table, self.character)


@dataclass
class BleedEnemy(Step):
    enemy: int

    def run(self, table: Table[DeadCellsState]) -> None:
        enemy = table.state.enemy(self.enemy)
        if enemy is not None and enemy.tokens[BLEEDING]:
            kill_outright(table, enemy, NOBODY, BLEEDING)


@dataclass
class RoundFour(Step):
    """Living enemies with a Round IV Action perform it (D-ROUNDEND-05)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        table.state.round = 4
        table.do(*[EnemyTurn(space, 4) for space in (BEHIND, 1, 2, 3)])


# Upkeep.


@dataclass
class Upkeep(Step):
    """Hand out what waits in the Bag, clear the board, draw back to three (section 17)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        receivers = everybody(state)
        scrolls, food, found = state.scrolls, state.food, state.found
        state.scrolls = []
        state.food = 0
        state.found = []
        state.collector.extend(state.blueprints)
        state.blueprints = []
        table.do(
            *[HandScroll(colour, receivers) for colour in scrolls],
            *[HandFood(receivers) for _ in range(food)],
            *[HandEquipment(card, receivers) for card in found],
            ClearBoard(),
        )


@dataclass
class ClearBoard(Step):
    """Living enemies give nothing; Loot left, Shields and States are discarded (D-UPKEEP-02 to 05)."""

    def run(self, table: Table[DeadCellsState]) -> None:
        state = table.state
        clear_board(state)
        table.tell(CombatEnded())
        table.do(*discard_active(table))


def clear_board(state: DeadCellsState) -> None:
    for enemy in state.enemies:
        if not enemy.boss:
            discard_enemy(state, enemy)
    state.enemies = []
    for one in state.loot:
        kind, _, card = one.partition(" ")
        if kind == "treasure":
            state.treasure_out.append(card)
        elif kind == "blueprint":
            return_blueprint(state, card)
    state.loot = []
    state.fighting = False
    state.round = NOBODY
    state.wall = ""
    state.constraint = ""
    state.bonus = 0
    for character in state.characters:
        character.signal = ""
        character.shields = 0
        character.golden = 0
        character.free_of_tokens()


def discard_active(table: Table[DeadCellsState]) -> list[Step]:
    """Active cards to their owners' discard piles in the order played, then everybody draws."""
    state = table.state
    for character in state.characters:
        if character.is_serenade():
            if character.active and character.active[0] not in ("", PRINTED):
                character.discard.append(character.draw.pop())
                table.reveal()  # her next card lies open now
        else:
            character.discard.extend([card for card in character.active if card])
        character.active = []
        character.announced = []
    state.shown = False
    state.passing = NOBODY
    return [RefillHand(one) for one in state.in_order()]
