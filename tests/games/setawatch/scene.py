"""Small scenes of Set a Watch for rule tests: a position in a few words, an action, a look.

    table = scene(line="fae 5, wolf 4 down", dice="H 6 3 1, R 9", firewood=7)
    table.give("H", exhausted="grave_whisper", items="tower_shield")
    table.watch()
    table.attack("H 6", 1)
    assert table.graveyard == ["fae"]

Adventurers go by the letters of the ledger: H Heretic, B Bounty Hunter, R Barbarian, T Witch.
A creature is named by its id and, where it matters, its health ("wolf 4"); several are separated
by commas, the Line from the Camp outward and piles from the top. Dice that a scene does not name
are spent; piles that it does not name are empty, but for the locations of the later rounds. The
scene stands in the Watch with everybody on it, unless told otherwise; its location does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar, cast

from embertable import load
from embertable.engine.chance import Script, seeded
from embertable.engine.table import PARTY, Action, Event, Result, Seat, Step, Table
from embertable.games.setawatch.attack import PutDie
from embertable.games.setawatch.camp import CastRunes, ChooseRest, PlaceDie, Rest
from embertable.games.setawatch.card_effects import MoveEffect
from embertable.games.setawatch.content import WatchContent
from embertable.games.setawatch.control import PartyChoice
from embertable.games.setawatch.effects import TakeCard
from embertable.games.setawatch.exhausting import ExhaustCard
from embertable.games.setawatch.health import base_health, health, reveal_level
from embertable.games.setawatch.line import SETTLE
from embertable.games.setawatch.merchant import VisitMerchant
from embertable.games.setawatch.party_effects import TakeEffect
from embertable.games.setawatch.rounds import EndWatch
from embertable.games.setawatch.setup import SetOut, empty_table
from embertable.games.setawatch.state import (
    CAMP,
    END,
    NOBODY,
    SPENT,
    STOLEN,
    UNSPENT,
    WATCH,
    Adventurer,
    HeldItem,
    LineCard,
    WatchState,
)
from embertable.games.setawatch.view import WatchView
from embertable.games.setawatch.watch import (
    ActivateItem,
    BeginWatch,
    GiveUp,
    StandWatch,
    Stoke,
    UseByDie,
    UseByExhausting,
    UseItem,
)

GAME = load("setawatch")
CONTENT = cast(WatchContent, GAME.content())

LETTERS = "HBRT"
SEATS = {1: "0000", 2: "0011", 3: "012-", 4: "0123"}
"""Who plays H, B, R and T; with three players T is the flex adventurer."""

E = TypeVar("E", bound=Event)


class Curtain(PartyChoice):
    """Lies under everything, so that a scene stops when its rules have run."""

    def options(self, table) -> list[Action]:
        return [GiveUp(PARTY)]


def parts(words: str) -> list[str]:
    return [part.strip() for part in words.split(",") if part.strip()]


def number(letter: str) -> int:
    return LETTERS.index(letter)


def numbers(luck: str) -> list[int]:
    """Faces of dice as they are read, so that 1 is the lowest; `=n` is a bare draw from 0."""
    return [int(word[1:]) if word[0] == "=" else int(word) - 1 for word in luck.split()]


def name(card: str) -> str:
    """The creature of a card, or the id of anything else."""
    return CONTENT.cards[card].creature.id if card in CONTENT.cards else card


def names(cards: list[str]) -> list[str]:
    return [name(card) for card in cards]


class Scene:
    """A table of Set a Watch with words to set it up and to look at it."""

    def __init__(self, players: int, luck: str, options: dict[str, str]) -> None:
        self.options = GAME.check({"players": str(players), **options})
        self.used: set[str] = set()
        state = empty_table(players, CONTENT, self.options["lich"] == "strict")
        chance = Script(numbers(luck), then=None if luck else seeded(0))
        self.table: Table[WatchState] = Table(
            GAME, self.options, GAME.rules(self.options, CONTENT), state, chance
        )
        for one, seat in zip(state.adventurers, SEATS[players], strict=True):
            abilities = list(CONTENT.adventurers[one.number].abilities)
            one.seat = -1 if seat == "-" else int(seat)
            one.board, one.aside = abilities[:3], abilities[3:]
            one.exhausted = [False] * 3
        state.dice = [SPENT] * len(state.dice)
        self.table.do(Curtain(PARTY))

    # Setting up.

    def card(self, words: str) -> str:
        """A card of that creature (and health) that the scene does not use yet."""
        creature, *health = words.split()
        for card in CONTENT.cards.values():
            fits = card.creature.id == creature and (not health or card.base == int(health[0]))
            if fits and card.id not in self.used:
                self.used.add(card.id)
                return card.id
        raise AssertionError(f"no card is left for {words}")

    def cards(self, words: str) -> list[str]:
        """A pile from its top, as the state keeps it: the last card is the top."""
        return [self.card(part) for part in parts(words)][::-1]

    def set_line(self, words: str) -> None:
        """Lay "fae 5, wolf down, wyvern arriving" from the Camp outward.

        A card lies face up unless it is down. It has been in its place for some time, so that its
        position powers are over, unless it is arriving.
        """
        laid = parts(words)
        self.state.line = []
        for place, part in enumerate(laid):
            down = part.endswith(" down")
            arriving = part.endswith(" arriving")
            card = self.card(part.removesuffix(" down").removesuffix(" arriving"))
            one = LineCard(card, up=not down)
            if not down and not arriving:
                one.first, one.second, one.last = place == 0, place == 1, place == len(laid) - 1
            self.state.line.append(one)

    def set_dice(self, words: str) -> None:
        """Lay out dice such as "H 6 3 1*, R 9": unspent, those with a star spent."""
        for part in parts(words):
            letter, *values = part.split()
            for at, value in enumerate(values):
                die = number(letter) * 3 + at
                self.state.values[die] = int(value.rstrip("*"))
                self.state.dice[die] = SPENT if value.endswith("*") else UNSPENT

    def give(
        self,
        letter: str,
        *,
        board: str = "",
        exhausted: str = "",
        items: str = "",
        tamed: str = "",
        trophies: str = "",
        **fields: int | bool,
    ) -> Adventurer:
        """Put things in front of an adventurer.

        `board` names the three abilities on it, `exhausted` which of them lie face down ("all"),
        `items` those held, with a star if exhausted; `fields` are others such as rests.
        """
        one = self.adventurer(letter)
        if board:
            own = CONTENT.adventurers[one.number].abilities
            one.board = parts(board)
            assert len(one.board) == 3, board
            assert set(one.board) <= set(own), board
            one.aside = [ability for ability in own if ability not in one.board]
        if exhausted:
            down = one.board if exhausted == "all" else parts(exhausted)
            assert set(down) <= set(one.board), exhausted
            one.exhausted = [ability in down for ability in one.board]
        for part in parts(items):
            item = part.rstrip("*")
            assert item in CONTENT.items, item
            one.items.append(HeldItem(item, exhausted=part.endswith("*")))
        one.tamed += [self.card(part) for part in parts(tamed)]
        one.trophies += [self.card(part) for part in parts(trophies)]
        for field, value in fields.items():
            assert hasattr(one, field), field
            setattr(one, field, value)
        return one

    def steal(self, die: str, place: int, as_health: bool = False) -> None:
        """Let a creature hold a die from before ("H 5")."""
        id = self.die(die)
        self.state.dice[id] = STOLEN
        self.at(place).stolen.append(id)
        if as_health:
            self.at(place).base_die = id

    def luck(self, faces: str) -> None:
        """The next draws, whatever the stream: faces of dice, `=n` for a bare draw."""
        self.table.chance = Script(numbers(faces))

    # Playing.

    def run(self, *steps: Step) -> Any:
        """Run steps on top of what is pending; the choice that waits then."""
        self.table._running = self.table.pending
        self.table.do(*steps)
        self.table._settled = False
        self.table._legal = self.table._offered = None
        return self.waiting()

    def act(self, *actions: Action, seat: Seat | None = None) -> Any:
        """Take actions, for the party or by one seat."""
        for action in actions:
            self.table.apply(action, seat)
        return self.waiting()

    def watch(self) -> Any:
        """Settle the Line as it stands and let the party act."""
        return self.run(StandWatch())

    def settle(self) -> Any:
        return self.run(SETTLE)

    def begin_watch(self) -> Any:
        """Find out who takes part, deal the Line, reveal."""
        return self.run(BeginWatch())

    def end_watch(self) -> Any:
        """The end of the round and on into the next one."""
        return self.run(EndWatch())

    def choose_rest(self) -> Any:
        return self.run(ChooseRest(PARTY))

    def rest(self, letter: str, dice: str = "") -> Any:
        """Rest with these dice ("3 3 5") and go to the Camp."""
        if dice:
            self.set_dice(f"{letter} {dice}")
        return self.run(Rest(PARTY, number(letter)))

    def merchant(self) -> Any:
        return self.run(VisitMerchant())

    def place(self, value: int, action: str) -> Any:
        """Put the resting adventurer's die of that value on a camp action."""
        return self.act(PlaceDie(PARTY, self.die(f"{self.resting} {value}"), action))

    def cast(self, value: int, *runes: str) -> Any:
        return self.act(CastRunes(PARTY, value, *runes))

    def attack(self, die: str, place: int) -> Any:
        """Put a die ("H 5") on the creature at a place of the Line, from 1."""
        return self.act(PutDie(PARTY, self.die(die), place))

    def use(self, ability: str, die: str = "") -> Any:
        """Use an ability by die: `use("hex", "T 3")`, or by exhausting its card: `use("hex")`."""
        if die:
            return self.act(UseByDie(PARTY, self.die(die), self.slot(ability)))
        return self.exhaust_for(ability)

    def exhaust_for(self, ability: str, x: str = "") -> Any:
        """Use an ability by exhausting it; `x` is the spent die that counts as X."""
        owner = CONTENT.abilities[ability].adventurer
        die = self.die(x, SPENT) if x else -1
        return self.act(UseByExhausting(PARTY, owner, self.slot(ability), die))

    def use_item(self, item: str, die: str = "") -> Any:
        """Activate an item with a die, or exhaust or discard it."""
        if die:
            return self.act(ActivateItem(PARTY, self.die(die), item))
        return self.act(UseItem(PARTY, self.holder(item), item))

    def stoke(self, ability: str) -> Any:
        owner = CONTENT.abilities[ability].adventurer
        return self.act(Stoke(PARTY, owner, self.slot(ability)))

    def move_to_end(self, place: int) -> None:
        """Send a creature to the end of the Line by Turn the Dead."""
        card = self.at(place).card
        self.use("turn_the_dead")
        for option in self.offered(TakeEffect):
            if MoveEffect in [type(effect) for effect in CONTENT.scripts[option.script]]:
                self.act(option)
        if self.offered(TakeCard):
            self.act(TakeCard(PARTY, card))

    def exhaust(self, *abilities: str) -> Any:
        """Give up these cards to a demand."""
        for ability in abilities:
            owner = CONTENT.abilities[ability].adventurer
            self.act(ExhaustCard(PARTY, owner, self.slot(ability)))
        return self.waiting()

    def give_up(self) -> Any:
        """The party is out of actions."""
        return self.act(GiveUp(PARTY))

    # Looking.

    @property
    def state(self) -> WatchState:
        return self.table.state

    @property
    def result(self) -> Result | None:
        return self.table.result

    def adventurer(self, letter: str) -> Adventurer:
        return self.state.adventurers[number(letter)]

    def waiting(self) -> Any:
        """The next choice, or None when the scene or the game is over."""
        choice = self.table.next_choice()
        return None if isinstance(choice, Curtain) else choice

    def offered(self, kind: type[Action] = Action, seat: Seat | None = None) -> list[Any]:
        """What may be done now, of one kind and by one seat if told so."""
        if self.waiting() is None:
            return []
        return [option for option in self.table.offered(seat) if isinstance(option, kind)]

    def die(self, words: str, state: int = UNSPENT) -> int:
        """A die by adventurer and value ("H 5"), an unspent one first."""
        letter, value = words.split()
        own = range(number(letter) * 3, number(letter) * 3 + 3)
        fitting = [die for die in own if self.state.values[die] == int(value)]
        assert fitting, f"there is no die {words}"
        return min(fitting, key=lambda die: self.state.dice[die] != state)

    def dice(self, letter: str, *states: int) -> list[int]:
        """The values of an adventurer's dice in one of the states, unspent unless told."""
        own = range(number(letter) * 3, number(letter) * 3 + 3)
        wanted = states or (UNSPENT,)
        return [self.state.values[die] for die in own if self.state.dice[die] in wanted]

    def slot(self, ability: str) -> int:
        return self.state.adventurers[CONTENT.abilities[ability].adventurer].board.index(ability)

    def is_ready(self, ability: str) -> bool:
        owner = self.state.adventurers[CONTENT.abilities[ability].adventurer]
        return not owner.exhausted[self.slot(ability)]

    def ready(self, letters: str = LETTERS) -> int:
        """How many ready ability cards these adventurers have together."""
        return sum(self.adventurer(letter).ready_cards() for letter in letters)

    def holder(self, item: str) -> int:
        for one in self.state.adventurers:
            if item in [held.item for held in one.items]:
                return one.number
        raise AssertionError(f"nobody holds {item}")

    def items(self, letter: str) -> list[str]:
        """The items of an adventurer, with a star if exhausted."""
        held = self.adventurer(letter).items
        return [one.item + "*" * one.exhausted for one in held]

    @property
    def resting(self) -> str:
        return LETTERS[self.state.resting] if self.state.resting != NOBODY else ""

    @property
    def line(self) -> list[str]:
        """The Line in names: "fae" face up, "fae down" face down."""
        return [name(one.card) + ("" if one.up else " down") for one in self.state.line]

    def at(self, place: int) -> LineCard:
        """The card at a place of the Line, from 1."""
        return self.state.line[place - 1]

    def health(self, place: int) -> int:
        return health(self.state, place - 1)

    def base(self, place: int) -> int:
        return base_health(self.state, self.at(place))

    @property
    def level(self) -> int:
        return reveal_level(self.state)

    @property
    def deck(self) -> list[str]:
        """The names in the Creature deck from the top; so for the other piles."""
        return names(self.state.deck[::-1])

    @property
    def graveyard(self) -> list[str]:
        return names(self.state.graveyard[::-1])

    @property
    def horde(self) -> list[str]:
        return names(self.state.horde[::-1])

    @property
    def unhallowed(self) -> list[str]:
        return self.state.unhallowed[::-1]

    @property
    def map_deck(self) -> list[str]:
        return self.state.map_deck[::-1]

    @property
    def unused(self) -> list[str]:
        return self.state.unused[::-1]

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.table.log if isinstance(event, kind)]

    def facts(self) -> dict[str, str]:
        """Every component by its path, such as `firewood`, `H.rests`, `bear-1.damage`."""
        state = self.state
        parts: list[tuple[str, Any]] = [("", state)]
        parts += [(f"{LETTERS[one.number]}.", one) for one in state.adventurers]
        parts += [(f"{one.card}.", one) for one in state.line]
        found = {"line": repr([one.card for one in state.line])}
        for prefix, part in parts:
            for field in fields(part):
                if field.name not in ("content", "adventurers", "line"):
                    found[prefix + field.name] = repr(getattr(part, field.name))
        return found

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

    def view(self, seat: Seat | None = 0) -> WatchView:
        """What a seat may know of the table; None is a spectator."""
        return seen(self.table, seat)


def seen(table: Table[Any], seat: Seat | None = 0) -> WatchView:
    return cast(WatchView, GAME.view(table, seat))


def scene(
    *,
    line: str = "",
    dice: str = "",
    firewood: int = 7,
    location: str = "barren_plains",
    round: int = 1,
    resting: str = "",
    players: int = 1,
    deck: str = "",
    graveyard: str = "",
    horde: str = "",
    unhallowed: str = "",
    map_deck: str = "",
    unused: str = "",
    coins: int = 0,
    items: str = "",
    market: tuple[str, ...] = ("", "", ""),
    familiar: str = "rook",
    luck: str = "",
    phase: str = WATCH,
    **options: str,
) -> Scene:
    """A table in the Watch of a round; `resting` is the letter of who rests.

    Piles are named from the top. What lies face down there, nobody has seen. `options` are those
    of the game, such as partial_damage="off".
    """
    made = Scene(players, luck, options)
    state = made.state
    state.round = round
    state.phase = phase
    state.firewood = firewood
    state.location = location
    state.resting = number(resting) if resting else NOBODY
    state.coins = coins
    state.familiar = familiar
    state.first_reveal_done = True
    for one in state.adventurers:
        one.participating = phase == WATCH and one.number != state.resting
    made.set_line(line)
    made.set_dice(dice)
    state.deck = made.cards(deck)
    state.graveyard = made.cards(graveyard)
    state.horde = made.cards(horde)
    state.unhallowed = made.cards(unhallowed)
    state.known = list(state.unhallowed)
    hidden = [*state.deck, *state.horde, *[one.card for one in state.line if not one.up]]
    state.unseen = sorted(hidden)
    state.items = parts(items)[::-1]
    state.market = [parts(pile)[::-1] for pile in market]
    lay_map(state, parts(map_deck), parts(unused))
    return made


def lay_map(state: WatchState, ahead: list[str], unused: list[str]) -> None:
    """The named locations from the top; if none, as many as the later rounds need."""
    regular = [one.id for one in CONTENT.locations.values() if one.kind == "regular"]
    respites = [one.id for one in CONTENT.locations.values() if one.kind == "respite"]
    plain = [id for id in regular if id not in (state.location, *unused)]
    later = max(0, 8 - state.round)
    state.map_deck = ahead[::-1] or ["forbidden_tower", *plain[:later]][: 9 - state.round]
    rest = [id for id in [*plain, *respites] if id not in (*state.map_deck, state.location)]
    state.unused = unused[::-1] or rest


def arrive(location: str, **words):
    """The end of round 3, with this location on top of the Map deck."""
    words = {"firewood": 9, "resting": "R", **words}
    return scene(round=3, phase=END, map_deck=f"{location}, forbidden_tower", **words)


def camp(letter: str, own_dice: str, **words: Any) -> Scene:
    """A scene in which an adventurer has gone to rest with these dice, its cards all ready."""
    made = scene(phase=CAMP, **words)
    made.rest(letter, own_dice)
    return made


def new_game(luck: str = "", seed: int = 0, **options: str) -> Table[WatchState]:
    """A table from the very start, before the first draw."""
    chosen = GAME.check(options)
    state = empty_table(int(chosen["players"]), CONTENT)
    chance = Script(numbers(luck), then=seeded(seed))
    table: Table[WatchState] = Table(GAME, chosen, GAME.rules(chosen, CONTENT), state, chance)
    table.do(SetOut())
    return table
