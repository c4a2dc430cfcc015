"""Evening: small dice go back to the meeting track, which is filled again."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import CHANCE, Action, Draw, Drawn, Event, Seat, Step, Table
from embertable.games.lueur.content import ELEMENTS
from embertable.games.lueur.state import TABLE, LueurState


@dataclass
class CompanionsDealt(Event):
    companions: tuple[str, ...]


@dataclass
class DicePlaced(Event):
    """Small dice on the space of the meeting track whose element they show."""

    space: str
    dice: tuple[int, ...]


@dataclass
class FootprintsPlaced(Event):
    """A footprint each on spaces of the meeting track without a die."""

    spaces: tuple[str, ...]


@dataclass
class FirstPlayerChanged(Event):
    seat: Seat


@dataclass
class PutDiceBack(Step):
    """Every small die goes to the space of the element it shows (L-EVENING-02)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        dice = state.content.dice
        small = [
            die
            for seat in state.turn_order()
            for die in state.players[seat].dice
            if not dice[die].large
        ]
        place_small_dice(table, small)


def place_small_dice(table: Table[LueurState], dice: list[int]) -> None:
    """Roll what shows no element, lay all dice on the track, and tell which came where."""
    state = table.state
    before = tuple([tuple(space.dice) for space in state.track])
    steps: list[Step] = []
    for die in dice:
        face = state.faces[die]
        if face not in ELEMENTS:
            steps.append(RollForSpace(CHANCE, die))
        elif steps:
            steps.append(LayDie(CHANCE, die, face))
        else:
            lay(state, die, face)
    table.do_all([*steps, TellPlaced(before)])


def lay(state: LueurState, die: int, face: str) -> None:
    """Lay a small die on the space of the element it shows, from wherever it was."""
    state.faces[die] = face
    for player in state.players:
        if die in player.dice:
            player.dice.remove(die)
    state.space(face).dice.append(die)


@dataclass
class TellPlaced(Step):
    """Tell which dice have come to which spaces."""

    before: tuple[tuple[int, ...], ...]

    def run(self, table: Table[LueurState]) -> None:
        for element, space, known in zip(
            table.state.content.spaces, table.state.track, self.before, strict=True
        ):
            new = [die for die in space.dice if die not in known]
            if new:
                table.emit(DicePlaced(element, tuple(new)))


@dataclass
class RollForSpace(Draw):
    """A small die is rolled until an element shows (L-EVENING-03)."""

    die: int

    def stands_alone(self) -> bool:
        return True

    def options(self, table: Table[LueurState]) -> list[Action]:
        faces = dict.fromkeys(table.state.content.dice[self.die].faces)
        return [LayDie(CHANCE, self.die, face) for face in faces if face in ELEMENTS]

    def run(self, table: Table[LueurState]) -> None:
        faces = table.state.content.dice[self.die].faces
        face = ""
        while face not in ELEMENTS:
            face = faces[table.chance.draw(TABLE, len(faces))]
        lay(table.state, self.die, face)


@dataclass(unsafe_hash=True)
class LayDie(Drawn):
    """A small die goes to the space of the element it shows."""

    die: int
    face: str

    def run(self, table: Table[LueurState]) -> None:
        lay(table.state, self.die, self.face)


@dataclass
class DealCompanions(Step):
    """The next five from left to right, and a footprint where no die lies (L-EVENING-05)."""

    def run(self, table: Table[LueurState]) -> None:
        table.reveal()
        spaces = table.state.content.spaces
        table.draw([TurnUpCompanion(CHANCE, space) for space in spaces], TellDealt())


@dataclass
class TurnUpCompanion(Draw):
    """The top card of the deck, which is any unseen one of its pack."""

    space: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        cards = state.content.companions
        pack = cards[state.deck[-1]].pack
        unseen = [card for card in [*state.deck, *state.boxed] if cards[card].pack == pack]
        return [Meet(CHANCE, self.space, card) for card in sorted(unseen)]

    def run(self, table: Table[LueurState]) -> None:
        turn_up(table.state, self.space)


@dataclass(unsafe_hash=True)
class Meet(Drawn):
    """A companion comes to a space of the meeting track."""

    space: str
    companion: str

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        deck, boxed = state.deck, state.boxed
        if deck[-1] != self.companion:
            # Nobody has seen either card, so they change places.
            pile = deck if self.companion in deck else boxed
            pile[pile.index(self.companion)] = deck[-1]
            deck[-1] = self.companion
        turn_up(state, self.space)


def turn_up(state: LueurState, element: str) -> None:
    """The top card of the deck comes to a space, and a footprint where no die lies."""
    space = state.space(element)
    space.companion = state.deck.pop()
    if not space.dice:
        space.footprints += 1


@dataclass
class TellDealt(Step):
    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        table.emit(CompanionsDealt(tuple([space.companion for space in state.track])))
        bare = [
            element
            for element, space in zip(state.content.spaces, state.track, strict=True)
            if not space.dice
        ]
        if bare:
            table.emit(FootprintsPlaced(tuple(bare)))


@dataclass
class CleanUp(Step):
    """What was marked for this round only is cleared (L-EVENING-07)."""

    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        for player in state.players:
            player.companion_rerolls_used = 0
            player.resolved = []
            player.set_aside = []
            player.visited = []
            for die in player.dice:
                state.faces[die] = ""


@dataclass
class PassFirstPlayer(Step):
    def run(self, table: Table[LueurState]) -> None:
        state = table.state
        state.first = (state.first + 1) % len(state.players)
        table.emit(FirstPlayerChanged(state.first))
