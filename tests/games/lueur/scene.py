"""Small scenes of Lueur for rule tests: a position in a few words, an action, a look.

    table = scene(adventurers="taetyss eoles")
    table.give(0, companions="A18", rerolls=2, dice="large blue air, small green air")
    table.late_morning()
    table.act(PickDie(0, table.die("small green")))

Dice that a scene does not name stay out of it, except the large ones of the reserve and the black
die. Luck is written as faces: `luck="water fire"`; `special` is a die's sixth face.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

from embertable import load
from embertable.engine.chance import Script, seeded
from embertable.engine.table import Action, Choice, Event, Seat, Step, Table, Together
from embertable.games.lueur.content import ELEMENTS, LueurContent
from embertable.games.lueur.evening import CleanUp, DealCompanions, PassFirstPlayer, PutDiceBack
from embertable.games.lueur.late_morning import KeepDice, LateMorning, RollDice
from embertable.games.lueur.morning import ChooseCompanion
from embertable.games.lueur.noon import Gather, Noon, PayFaces
from embertable.games.lueur.rounds import Afternoon
from embertable.games.lueur.setup import SetOut, empty_table, fill_reserve, large_dice
from embertable.games.lueur.state import LueurState, MeetingSpace, Player
from embertable.games.lueur.view import LueurView

LUEUR = load("lueur")
CONTENT = cast(LueurContent, LUEUR.content())

E = TypeVar("E", bound=Event)

FACES = (*ELEMENTS, "special")
SMALL_DICE = [
    f"small {colour}"
    for colour in ("green", "green", "blue", "blue", "azure", "azure", "red", "orange")
]


@dataclass
class Curtain(Choice):
    """Lies under everything, so that a scene stops when its rules have run."""

    def options(self, table) -> list[Action]:
        return [KeepDice(self.seat)]


def numbers(luck: str) -> list[int]:
    return [int(word) if word.isdigit() else FACES.index(word) for word in luck.split()]


class Scene:
    """A table of Lueur with words to set it up and to look at it."""

    def __init__(self, options: dict[str, str], first: Seat, luck: str) -> None:
        self.options = LUEUR.check(options)
        state = empty_table(self.options, CONTENT)
        state.first = first
        state.round = 1
        fill_reserve(state)
        chance = Script(numbers(luck), then=seeded(0) if not luck else None)
        self.table: Table[LueurState] = Table(
            LUEUR, self.options, LUEUR.rules(self.options, CONTENT), state, chance
        )
        self.table.do(Curtain(0))
        self.table.next_choice()

    # Setting up.

    def give(
        self,
        seat: Seat,
        *,
        companions: str | None = None,
        dice: str | None = None,
        spells: str | None = None,
        hidden_spells: str | None = None,
        **counts: int | str | list[str],
    ) -> Player:
        """Put things in front of a player; `counts` are fields such as bursts or company.

        `dice` replaces the player's dice by the named ones ("large blue air, small green"), a
        Sketal in `companions` keeps the die of its colour only if `dice` names one.
        """
        player = self.player(seat)
        if companions is not None:
            player.companions = companions.split()
        if dice is not None:
            player.dice = []
            for words in [part.split() for part in dice.split(",") if part.strip()]:
                player.dice.append(self.take_die(*words))
        if spells is not None:
            player.spells = spells.split()
        if hidden_spells is not None:
            player.hidden_spells = hidden_spells.split()
        for name, value in counts.items():
            assert hasattr(player, name), name
            setattr(player, name, value)
        player.sketal_dice = {
            card: CONTENT.companions[card].die_colour
            for card in player.companions
            if CONTENT.companions[card].die_colour
            in [CONTENT.dice[die].colour for die in player.dice if CONTENT.dice[die].large]
        }
        return player

    def take_die(self, size: str, colour: str, face: str = "") -> int:
        """A die of that look that nobody holds, from the reserve if no other is left."""
        state = self.state
        held = [die for player in state.players for die in player.dice]
        held += [die for space in state.track for die in space.dice]
        fitting = [
            die.id
            for die in CONTENT.dice
            if die.large == (size == "large") and die.colour == colour and die.id not in held
        ]
        assert fitting, f"no {size} {colour} die is left"
        die = min(fitting, key=lambda one: one in state.reserve)
        if die in state.reserve:
            state.reserve.remove(die)
        symbols = CONTENT.dice[die].faces
        state.faces[die] = symbols[5] if face == "special" else face
        assert not face or state.faces[die] in symbols, face
        return die

    def lay(self, space: str, companion: str = "", dice: str = "", footprints: int = 0) -> None:
        """Put a companion, dice ("small red fire, …") and footprints on a meeting space."""
        place = self.state.space(space)
        place.companion = companion
        place.footprints = footprints
        place.dice = []
        for words in [part.split() for part in dice.split(",") if part.strip()]:
            place.dice.append(self.take_die(*words))

    def luck(self, faces: str) -> None:
        """The next draws, whatever the stream."""
        self.table.chance = Script(numbers(faces))

    # Playing.

    def run(self, *steps: Step) -> Choice | None:
        """Run steps on top of what is pending; the choice that waits then."""
        self.table._running = self.table.pending
        self.table.do(*steps)
        self.table._settled = False
        self.table._legal = self.table._offered = None
        return self.waiting()

    def act(self, *actions: Action) -> Choice | None:
        """Take actions, each by the seat it names."""
        for action in actions:
            self.table.apply(action, action.seat)
        return self.waiting()

    def morning(self) -> Choice | None:
        return self.run(*[ChooseCompanion(seat) for seat in self.state.turn_order()])

    def roll(self) -> Choice | None:
        return self.run(RollDice())

    def late_morning(self) -> Choice | None:
        return self.together(LateMorning)

    def noon(self) -> Choice | None:
        """Die faces, then each player's cards, then the shared piles."""
        seats = self.state.turn_order()
        steps = Together(seats, tuple(Noon(seat) for seat in seats))
        return self.run(PayFaces(), steps, Gather())

    def afternoon(self) -> Choice | None:
        seats = self.state.turn_order()
        return self.run(Together(seats, tuple(Afternoon(seat) for seat in seats)), Gather())

    def evening(self) -> Choice | None:
        return self.run(PutDiceBack(), DealCompanions(), CleanUp(), PassFirstPlayer())

    def together(self, step: Callable[[Seat], Step]) -> Choice | None:
        seats = self.state.turn_order()
        return self.run(Together(seats, tuple(step(seat) for seat in seats)))

    # Looking.

    @property
    def state(self) -> LueurState:
        return self.table.state

    def player(self, seat: Seat) -> Player:
        return self.state.players[seat]

    def waiting(self) -> Choice | None:
        """The next choice, or None when the scene is over."""
        choice = self.table.next_choice()
        return None if isinstance(choice, Curtain) else choice

    def offered(self, seat: Seat | None = None) -> list[Action]:
        if self.waiting() is None:
            return []
        return self.table.offered(seat)

    def die(self, words: str, seat: Seat = 0) -> int:
        """The player's first die of that look, e.g. "large blue air" or "small green"."""
        size, colour, *face = words.split()
        for die in self.player(seat).dice:
            kind = CONTENT.dice[die]
            shown = not face or self.state.faces[die] == face[0]
            if shown and kind.large == (size == "large") and kind.colour == colour:
                return die
        raise AssertionError(f"seat {seat} has no {words} die")

    def faces(self, seat: Seat = 0) -> list[str]:
        """What the player's dice show, sorted."""
        return sorted(self.state.faces[die] for die in self.player(seat).dice)

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.table.log if isinstance(event, kind)]

    def view(self, seat: Seat | None = 0) -> LueurView:
        """What a seat may know of the table; None is a spectator."""
        return cast(LueurView, LUEUR.view(self.table, seat))

    def space(self, element: str) -> MeetingSpace:
        return self.state.space(element)


def scene(
    adventurers: str = "pocana eoles",
    journey: str = "province",
    first: Seat = 0,
    luck: str = "",
    **options: str,
) -> Scene:
    """A table in round 1 with these adventurers, their dice unrolled and all on the start."""
    names = adventurers.split()
    made = Scene({"players": str(len(names)), "journey": journey, **options}, first, luck)
    for seat, name in enumerate(names):
        player = made.player(seat)
        card = CONTENT.adventurers[name]
        player.adventurer = name
        player.dice = large_dice(CONTENT.dice, card.die_colour)[: card.dice]
        if journey == "province":
            player.company = player.encampment = CONTENT.province.start
        else:
            player.boats = [CONTENT.archipelago.start] * CONTENT.boats
    return made


def showing(symbols: str) -> str:
    """Words for dice that show these symbols, small ones first: `dice=showing("air air fire")`.

    Dice of the reserve stay there; the black die comes only with `minus_bursts`.
    """
    plain = [*SMALL_DICE, *["large green", "large blue"] * 2]
    special = {
        "footprints": ["large purple", "large purple", "small purple"],
        "bursts": ["large yellow", "large yellow"],
        "minus_bursts": ["small black"],
    }
    return ", ".join(f"{special.get(face, plain).pop(0)} {face}" for face in symbols.split())


def new_game(luck: str = "", **options: str) -> Table[LueurState]:
    """A table from the very start, before the first draw."""
    chosen = LUEUR.check(options)
    chance = Script(numbers(luck), then=seeded(0))
    table: Table[LueurState] = Table(
        LUEUR,
        chosen,
        LUEUR.rules(chosen, CONTENT),
        empty_table(chosen, CONTENT),
        chance,
    )
    table.do(SetOut(chosen["adventurers"] == "random"))
    return table
