"""Small scenes of Dead Cells for rule tests: a position in a few words, an action, a look.

    table = scene("poisoned flayed immolated")
    table.enemy(3, "b1_elite_archer")
    table.fight("PO-1", "FL-1", "IM-1")
    table.act(PickVictim(0, 1))

`fight` lays the named cards open and plays all Rounds; `run` runs any steps. Effects are written
as words: `hurt("damage two")`, `does("state fire on 1 2")`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeVar, cast

from embertable import load
from embertable.engine.chance import Script, seeded
from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.deadcells.boss import BossTurn, MeetBoss
from embertable.games.deadcells.campaign import Campaign, new_campaign
from embertable.games.deadcells.cards import RefillHand
from embertable.games.deadcells.combat import EndRound, PlayRound, open_board, rounds
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.damage_to_group import EnemyActs
from embertable.games.deadcells.definitions import SERENADE
from embertable.games.deadcells.effects import SPACES, STATES, TARGETS, Effect
from embertable.games.deadcells.effects_in_combat import Act
from embertable.games.deadcells.effects_outside_combat import happen
from embertable.games.deadcells.end_of_run import FinishRun
from embertable.games.deadcells.enemies import place_enemy
from embertable.games.deadcells.explore import EnterBiome, Explore, FlipTile, Interbiome
from embertable.games.deadcells.setup import empty_table
from embertable.games.deadcells.state import Character, DeadCellsState, Enemy
from embertable.games.deadcells.upkeep import Upkeep
from embertable.games.deadcells.view import DeadCellsView

GAME = load("deadcells")
CONTENT = cast(DeadCellsContent, GAME.content())

E = TypeVar("E", bound=Event)


@dataclass
class Curtain(Choice):
    """Lies under everything, so that a scene stops when its rules have run."""

    def options(self, table) -> list[Action]:
        return [Action(self.seat)]


class Scene:
    def __init__(self, beheaded: list[str], first: int, luck: str, options: dict[str, str]) -> None:
        seats = [name for name in beheaded if name != SERENADE]
        self.options = GAME.check({"players": str(len(seats)), **options})
        state = empty_table(self.options, CONTENT, new_campaign(CONTENT))
        chance = Script([int(n) for n in luck.split()], then=seeded(1))
        self.table: Table[DeadCellsState] = Table(
            GAME, self.options, GAME.rules(self.options, CONTENT), state, chance
        )
        for one, name in zip(state.characters, [*seats, SERENADE], strict=False):
            one.beheaded = name
            if name == SERENADE:
                one.max_health = CONTENT.serenade.health
                one.draw = list(CONTENT.serenade.deck)
            else:
                one.max_health = 3
                one.slots = CONTENT.beheaded[name].slots
                one.draw = list(CONTENT.beheaded[name].deck)
        state.first = first
        self.lay_out("prisoners_quarters")
        state.treasure = list(state.campaign.treasure)
        self.table.do(Curtain(0), FinishRun())
        self.table._settled = True

    # Setting up.

    def lay_out(self, biome: str) -> None:
        """A Biome without luck: any tile of its shape on each space, decks in printed order."""
        board = CONTENT.biomes[biome]
        state = self.state
        state.biome = biome
        pile = [id for id in board.tiles for _ in range(CONTENT.tiles[id].copies)]
        state.tiles = []
        for space in board.spaces:
            state.tiles.append(next(id for id in pile if CONTENT.tiles[id].shape == space.shape))
            pile.remove(state.tiles[-1])
        state.faces = [0] * len(state.tiles)
        state.leftover = pile
        state.monsters = list(board.monsters)
        state.elites = list(board.elites)

    def hand(self, one: int, *cards: str) -> None:
        """The player's hand; all other cards of the deck are the draw pile."""
        character = self.character(one)
        deck = [*character.hand, *character.draw, *character.discard]
        character.hand = sorted(cards)
        character.discard = []
        character.draw = [card for card in deck if card not in cards]

    def on_top(self, one: int, *cards: str) -> None:
        """Put cards on top of a draw pile, the first one uppermost."""
        character = self.character(one)
        character.draw = [card for card in character.draw if card not in cards]
        character.draw.extend(reversed(cards))

    def scrolls(self, one: int, green: int = 0, purple: int = 0, red: int = 0) -> None:
        character = self.character(one)
        character.scrolls = [green, purple, red]
        track = CONTENT.beheaded[character.beheaded].tracks[0]
        character.max_health = sum(
            step.n for step in track if step.kind == "max_health" and step.position <= green
        )

    def equip(self, one: int, *cards: str, slots: int = 3) -> None:
        character = self.character(one)
        character.equipment = list(cards)
        character.companion_damage = [0] * len(cards)
        character.slots = slots
        for card in cards:
            if card in self.state.treasure:
                self.state.treasure.remove(card)

    def mutate(self, *cards: str) -> None:
        """Put Mutations on the board."""
        campaign = self.campaign
        sections: list[list[str]] = [[], [], []]
        for card in cards:
            section = CONTENT.permanents[card].section
            sections[("start", "during", "ability").index(section)].append(card)
        campaign.mutations = tuple(tuple(section) for section in sections)

    def open_board(self, round: int = 1) -> None:
        if not self.state.fighting:
            open_board(self.state)
        self.state.round = round
        self.state.shown = True

    def enemy(self, space: int, card: str = "b4_zombie", **fields: int) -> Enemy:
        """Place an enemy; fields such as damage or shields."""
        if not self.state.fighting:
            self.open_board()
        enemy = place_enemy(self.state, card, space)
        for name, value in fields.items():
            assert hasattr(enemy, name), name
            setattr(enemy, name, value)
        return enemy

    def play_card(self, one: int, *cards: str) -> None:
        """Lay cards open as Active cards."""
        self.open_board(self.state.round if self.state.fighting else 1)
        character = self.character(one)
        for card in cards:
            for pile in (character.hand, character.draw, character.discard):
                if card in pile and not character.is_serenade():
                    pile.remove(card)
        character.active = list(cards)

    def bears(self, bearer: Character | Enemy, **tokens: int) -> None:
        """State tokens by name: `bears(enemy, poison=2, target=1)`."""
        for name, n in tokens.items():
            bearer.tokens[STATES.index(name)] = n

    def luck(self, numbers: str) -> None:
        """The next draws, whatever the stream."""
        self.table.chance = Script([int(n) for n in numbers.split()])

    # Playing.

    def run(self, *steps: Step) -> Choice | None:
        """Run steps on top of what is pending; the choice that waits then."""
        self.table._running = self.table.pending
        self.table.do(*steps)
        self.table._settled = False
        self.table._legal = self.table._offered = None
        return self.waiting()

    def act(self, *actions: Action) -> Choice | None:
        for action in actions:
            self.table.apply(action, action.seat)
        return self.waiting()

    def fight(self, *cards: str) -> Choice | None:
        """One card each, from character 0 on, then all Rounds without the Upkeep."""
        for one, card in enumerate(cards):
            if card:
                self.play_card(one, card)
        return self.run(*rounds(from_zero=True))

    def round(self, round: int) -> Choice | None:
        return self.run(PlayRound(round))

    def end_round(self, round: int) -> Choice | None:
        self.open_board(round)
        return self.run(EndRound(round))

    def upkeep(self) -> Choice | None:
        return self.run(Upkeep())

    def does(self, one: int, *effects: Effect | str) -> Choice | None:
        """A character performs effects."""
        return self.run(*[Act(one, effect_of(effect), own=True) for effect in effects])

    def hurt(self, enemy: Enemy, *effects: Effect | str) -> Choice | None:
        """An enemy performs effects."""
        return self.run(*[EnemyActs(enemy.id, effect_of(effect)) for effect in effects])

    def tile(self, tile: str, space: str = "a1") -> Choice | None:
        """Turn over this tile on a space of the Biome."""
        biome = CONTENT.biomes[self.state.biome]
        self.state.place = space
        self.state.tiles[biome.places[space]] = tile
        self.state.faces[biome.places[space]] = 0
        return self.run(FlipTile(space))

    def happens(self, *effects: Effect | str, receiver: int = -1) -> Choice | None:
        return self.run(*happen(tuple(effect_of(effect) for effect in effects), receiver))

    def explore(self, biome: str = "prisoners_quarters") -> Choice | None:
        return self.run(EnterBiome(biome))

    def stand(self, space: str) -> Choice | None:
        """The Group stands on a space and is about to move."""
        self.state.place = space
        return self.run(Explore())

    def leave(self, exit: str) -> Choice | None:
        """The Group has reached an exit: what comes before the next Biome."""
        return self.run(Interbiome(exit))

    def meet(self, boss: str) -> Choice | None:
        for one in range(len(self.state.characters)):
            if not self.character(one).is_serenade() and not self.character(one).hand:
                self.run(RefillHand(one))
        return self.run(MeetBoss(boss))

    def turn(self, first: bool = False, opening: bool = False) -> Choice | None:
        return self.run(BossTurn(first, opening))

    # Looking.

    @property
    def state(self) -> DeadCellsState:
        return self.table.state

    @property
    def campaign(self) -> Campaign:
        return self.table.state.campaign

    def character(self, one: int) -> Character:
        return self.state.characters[one]

    def health(self) -> list[int]:
        return [one.health() for one in self.state.characters]

    def waiting(self) -> Choice | None:
        """The next choice, or None when the scene is over."""
        choice = self.table.next_choice()
        return None if isinstance(choice, Curtain) else choice

    def offered(self, seat: Seat | None = None) -> list[Action]:
        return [] if self.waiting() is None else self.table.offered(seat)

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.table.log if isinstance(event, kind)]

    def facts(self) -> dict[str, Any]:
        """Every component by its path, such as `teeth`, `0.damage`, `enemy 3.tokens`, `campaign.runes`."""
        state = self.state
        parts: list[tuple[str, Any]] = [("", state), ("campaign.", state.campaign)]
        parts += [(f"{one}.", character) for one, character in enumerate(state.characters)]
        parts += [(f"enemy {enemy.id}.", enemy) for enemy in state.enemies]
        without = ("content", "campaign", "characters", "enemies")
        return {
            prefix + field.name: repr(getattr(part, field.name))
            for prefix, part in parts
            for field in fields(part)
            if field.name not in without
        }

    def changed(self, act: Callable[[], object]) -> set[str]:
        """The paths of all components that differ after doing something."""
        before = self.facts()
        act()
        after = self.facts()
        return {path for path in {**before, **after} if before.get(path) != after.get(path)}

    def told(self, act: Callable[[], object]) -> list[Event]:
        """What is told while doing something."""
        start = len(self.table.log)
        act()
        return self.table.log[start:]

    def board(self) -> dict[int, tuple[str, int]]:
        """For each space with an enemy its card and Damage."""
        return {enemy.space: (enemy.card, enemy.damage) for enemy in self.state.enemies}

    def on(self, space: int) -> Enemy:
        enemy = self.state.enemy_on(space)
        assert enemy is not None, f"nobody stands on {space}"
        return enemy

    def states(self, bearer: Character | Enemy) -> dict[str, int]:
        """The tokens a bearer has, by name; Freeze lies on Rounds."""
        return {STATES[token]: n for token, n in enumerate(bearer.tokens) if n}

    def view(self, seat: Seat | None = 0) -> DeadCellsView:
        return cast(DeadCellsView, GAME.view(self.table, seat))

    def is_over(self) -> bool:
        """A Beheaded died, or the Boss did: only the end of the Run is left."""
        return self.state.dead >= 0 or self.state.beaten


def scene(
    beheaded: str = "poisoned flayed immolated", first: int = 0, luck: str = "", **options: str
) -> Scene:
    """A Run in the Prisoners' Quarters; everybody has 3 Health and nothing but their deck."""
    return Scene(beheaded.split(), first, luck, options)


def effect_of(effect: Effect | str) -> Effect:
    """`damage 2 all on 1 2`, `state poison two`, `shield self golden`, `gain tooth 2`, `loot`."""
    if isinstance(effect, Effect):
        return effect
    op, *words = effect.split()
    columns: dict[str, Any] = {"op": op, "n": 1, "to": "one", "range": SPACES, "word": ""}
    columns |= {"colour": "", "flag": False, "icons": (), "options": (), "cost": 0}
    while words:
        word = words.pop(0)
        if word == "on":
            columns["range"] = tuple([int(one) for one in words])
            words = []
        elif word.isdigit():
            columns["n"] = int(word)
        elif word in TARGETS:
            columns["to"] = word
        elif word in ("golden", "unblockable"):
            columns["flag"] = True
        elif word in ("green", "purple", "red", "choice"):
            columns["colour"] = word
        else:
            columns["word"] = word
    made = Effect.from_saved(columns)
    assert isinstance(made, Effect)
    return made
