"""Small scenes of The Faceless for rule tests: the reference set-up, an action, a look.

    table = scene(hands="yellow-1 red-2 | purple-3", threats="red red blue", deck="green-1")
    table.point("NE")
    table.act(PlayCard(0, "yellow-1"))

Player 0 has the turn. `deck` names the next cards from the top; blue-1 cards lie below them.
`point` turns the magnets so that the needle leads the Team along these directions.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from embertable import load
from embertable.engine.chance import Script, seeded
from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.faceless.board import AWAY, DIRECTION_NAMES
from embertable.games.faceless.content import BILLYGOAT, COLOURS, FacelessContent
from embertable.games.faceless.expansions.creepy_die import CreepyDie
from embertable.games.faceless.memories import lay_obstacle
from embertable.games.faceless.setup import empty_table, seats_of
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.team import (
    ChooseStep,
    EndMovement,
    FreeSteps,
    StartMovement,
    TakeStep,
)
from embertable.games.faceless.turns import ChooseAction, FaceThreats, TakeTurn
from embertable.games.faceless.view import FacelessView

FACELESS = load("faceless")
CONTENT = cast(FacelessContent, FACELESS.content())
BOARD = CONTENT.board
REFERENCE = tomllib.loads((Path(__file__).parent / "reference.toml").read_text(encoding="utf-8"))
SETUPS = {row["side"]: row for row in REFERENCE["reference_setup"]}
TOKENS = ("entrance", "thicket", "bough", "boulders", "roots", "grove")
KIDS = "lily dylan matt karyn"
PLAIN = "matt luke pj"
BELOW = ["blue-1"] * 20

E = TypeVar("E", bound=Event)


@dataclass
class Curtain(Choice):
    """Lies under everything, so that a scene stops when its rules have run."""

    def options(self, table) -> list[Action]:
        return [FaceThreats(self.seat)]


def at(q: int, r: int) -> int:
    """The space of these coordinates."""
    return BOARD.index[q, r]


def ext(number: int) -> int:
    """The place of an external space."""
    return BOARD.place_of_external(number)


def way(name: str) -> int:
    return DIRECTION_NAMES.index(name)


class Scene:
    """A table of The Faceless with words to set it up and to look at it."""

    def __init__(self, options: dict[str, str], side: str, luck: tuple[int, ...]) -> None:
        self.options = FACELESS.check(options)
        state = empty_table(seats_of(self.options), CONTENT)
        setup = SETUPS[side]
        state.side = side
        for obstacle, token in enumerate(TOKENS):
            cells = [at(*cell) for cell in setup[f"cells_{token}"]]
            lay_obstacle(state, obstacle, tuple(sorted(cells)))
        state.memory_spaces = [at(*cell) for cell in setup["memories"]]
        state.memory_names = list(CONTENT.memories)
        state.team = at(*setup["team"])
        state.places = [*map(ext, setup["faceless_external"]), at(*setup["billygoat"])]
        state.headings = [0, 120, 240, setup["billygoat_heading"]]
        state.minimum = 0
        state.turn = 1
        chance = Script(luck, then=None if luck else seeded(0))
        self.table: Table[FacelessState] = Table(
            FACELESS, self.options, FACELESS.rules(self.options, CONTENT), state, chance
        )
        self.table.do(Curtain(0))
        self.table.next_choice()

    # Setting up.

    def clear(self) -> None:
        """An empty field: no Obstacles, no Memories; the figures stay."""
        self.state.cover = [AWAY] * BOARD.size
        self.state.obstacles = [[] for _ in self.state.obstacles]
        self.state.memory_spaces = []
        self.state.memory_names = []

    def memory(self, name: str, space: int) -> None:
        """Put one Memory on the board where there was none; another one stays far away."""
        self.state.memory_spaces.append(space)
        self.state.memory_names.append(name)

    def obstacle(self, number: int, *spaces: int) -> None:
        lay_obstacle(self.state, number, spaces)

    def point(self, *directions: str) -> None:
        """Leave Judith alone on the ring and turn her until the needle leads this way."""
        state = self.state
        wanted = [way(name) for name in directions]
        state.places[1] = state.places[2] = AWAY
        for number in range(BOARD.ring):
            for heading in range(0, 360, 3):
                state.places[0] = ext(number)
                state.headings[0] = heading
                if self.path(len(wanted)) == wanted:
                    return
        raise AssertionError(f"Judith alone cannot lead the Team {directions}")

    def path(self, steps: int) -> list[int]:
        """Where the red end would lead the Team, as long as it is sure."""
        state = self.state
        space = state.team
        found: list[int] = []
        for _ in range(steps):
            angle = CONTENT.compass.read(state.places, state.headings, space)
            ways = CONTENT.compass.directions(angle)
            if len(ways) > 1:
                break
            found.append(ways[0])
            target = BOARD.neighbours[space * 6 + ways[0]]
            target = BOARD.opposite[space] if target == AWAY else target
            space = target if state.cover[target] == AWAY else space
        return found

    def luck(self, *numbers: int) -> None:
        self.table.chance = Script(numbers)

    # Playing.

    def run(self, *steps: Step) -> Choice | None:
        """Run steps on top of what is pending; the choice that waits then."""
        self.table._running = self.table.pending
        self.table.do(*steps)
        self.table._settled = False
        self.table._legal = self.table._offered = None
        return self.waiting()

    def turn(self, seat: Seat = 0) -> Choice | None:
        """A seat's turn, its beginning left out."""
        self.state.current = seat
        return self.run(TakeTurn(seat))

    def act(self, *actions: Action) -> Choice | None:
        for action in actions:
            self.table.apply(action, action.seat)
        return self.waiting()

    # Looking.

    @property
    def state(self) -> FacelessState:
        return self.table.state

    @property
    def outcome(self) -> str:
        """How the game ended, or nothing."""
        return self.table.result.outcome if self.table.result else ""

    def waiting(self) -> Choice | None:
        choice = self.table.next_choice()
        return None if isinstance(choice, Curtain) else choice

    def offered(self, kind: type[Any] = Action) -> list[Any]:
        if self.waiting() is None:
            return []
        return [option for option in self.table.offered() if isinstance(option, kind)]

    def events(self, kind: type[E]) -> list[E]:
        return [event for event in self.table.log if isinstance(event, kind)]

    def view(self, seat: Seat | None = 0) -> FacelessView:
        return cast(FacelessView, FACELESS.view(self.table, seat))

    def threats(self) -> str:
        """The display as `yellow green blue red purple` counts."""
        return " ".join(str(len(column)) for column in self.state.display)


def scene(
    kids: str = KIDS,
    hands: str = "yellow-1 red-2 purple-3 | green-2 | blue-3",
    threats: str = "",
    deck: str = "",
    side: str = "duskworld",
    memories: str = "",
    luck: tuple[int, ...] = (),
    **options: str,
) -> Scene:
    """The reference set-up with these hands, Threats and cards on top of the deck."""
    players = len(hands.split("|"))
    made = Scene({"players": str(players), **options}, side, luck)
    state = made.state
    state.kids = kids.split()[:players]
    state.hands = [part.split() for part in hands.split("|")]
    for word in threats.split():
        card = word if "-" in word else f"{word}-2"
        state.display[COLOURS.index(card.partition("-")[0])].append(card)
    state.deck = [*BELOW, *reversed(deck.split())]
    state.unused = memories.split()
    return made


def stride(made: Scene, *directions: str) -> None:
    """One movement of free steps."""
    steps = FreeSteps(made.state.current, len(directions), beyond=True)
    made.run(StartMovement(), steps, EndMovement())
    for name in directions:
        if not isinstance(made.waiting(), ChooseStep):
            break
        made.act(TakeStep(made.state.current, way(name)))


def billygoat(made: Scene, space: int) -> None:
    made.state.places[BILLYGOAT] = space


def open_field(team: int, goat: int | None = None, **arguments: Any) -> Scene:
    """An empty field with one far Memory, the Team here and Billygoat there, or in a far corner."""
    made = scene(**arguments)
    made.clear()
    made.memory("hat", at(0, 5))
    made.state.team = team
    billygoat(made, at(0, -5) if goat is None else goat)
    return made


def set_up(seed: int = 0, **options: str) -> Table[FacelessState]:
    """A real table at its first turn, placed by its first options."""
    table: Table[FacelessState] = FACELESS.set_up(options, seeded(seed))
    while not isinstance(table.next_choice(), ChooseAction):
        table.apply(table.offered()[0])
    return table


def steps_taken(table) -> int:
    return len([e for e in table.table.log if type(e).__name__ in ("TeamMoved", "TeamWrapped")])


def with_die(face: int, team: int = at(0, 0), **arguments):
    table = open_field(team, creepy_die="on", **arguments)
    table.state.parts["creepy_die"] = CreepyDie(face)
    return table
