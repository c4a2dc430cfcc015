"""Late morning: all roll together, then improve their dice with rerolls from three sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import (
    CHANCE,
    Action,
    Choice,
    Draw,
    Drawn,
    Event,
    Seat,
    SeatStep,
    Step,
    Table,
)
from embertable.games.lueur.content import MOST_DICE, SYMBOLS, LueurContent
from embertable.games.lueur.effects import TotalChanged
from embertable.games.lueur.state import STREAMS, LueurState, Player

COMPANION: Final = "companion"
TOKEN: Final = "token"
TRACK: Final = "track"
SOURCES: Final = (COMPANION, TOKEN, TRACK)


@dataclass
class DiceRolled(Event):
    seat: Seat
    dice: tuple[int, ...]
    faces: tuple[str, ...]


@dataclass
class DiceRerolled(Event):
    seat: Seat
    source: str
    dice: tuple[int, ...]
    faces: tuple[str, ...]


@dataclass
class DieTurned(Event):
    seat: Seat
    die: int
    face: str


class FellBack(TotalChanged):
    """The price of rerolls from the score track."""


@dataclass
class RollDice(Step):
    """All players roll all dice in front of them (L-ROLL-01)."""

    def run(self, table: Table[LueurState]) -> None:
        table.do_all([ROLL_ALL[seat] for seat in table.state.turn_order()])


class RollAll(SeatStep):
    """One player rolls all their dice."""

    def run(self, table: Table[LueurState]) -> None:
        rolls = ROLL_DIE[self.seat]
        dice = table.state.players[self.seat].dice
        table.draw([rolls[die] for die in dice], TELL_ROLLED[self.seat])


class TellRolled(SeatStep):
    def run(self, table: Table[LueurState]) -> None:
        dice = table.state.players[self.seat].dice
        faces = table.state.faces
        table.emit(DiceRolled(self.seat, tuple(dice), tuple([faces[die] for die in dice])))


@dataclass
class RollDie(Draw):
    """One die, which shows any of its faces."""

    roller: Seat
    die: int

    def owner(self) -> Seat:
        return self.roller

    def stands_alone(self) -> bool:
        return True

    def options(self, table: Table[LueurState]) -> list[Action]:
        faces = dict.fromkeys(table.state.content.dice[self.die].faces)
        return [ShowFace(CHANCE, self.die, face) for face in faces]

    def run(self, table: Table[LueurState]) -> None:
        roll(table, self.roller, self.die)


@dataclass(unsafe_hash=True)
class ShowFace(Drawn):
    """What a die shows that was rolled at the table."""

    die: int
    face: str

    def run(self, table: Table[LueurState]) -> None:
        table.state.faces[self.die] = self.face


def roll(table: Table[LueurState], seat: Seat, die: int) -> None:
    faces = table.state.content.dice[die].faces
    table.state.faces[die] = faces[table.chance.draw(STREAMS[seat], len(faces))]


class LateMorning(SeatStep):
    """A player goes on rerolling while any source is left (L-SERIAL-06)."""

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        if player.dice and has_reroll(table.state.content, player):
            table.do(CHOOSE_DICE[self.seat])


class ChooseDice(Choice):
    """Pick one or two dice and a source that rolls them, or set one for three rerolls."""

    def options(self, table: Table[LueurState]) -> list[Action]:
        state = table.state
        player = state.players[self.seat]
        picked = player.picked
        picks = PICKS[self.seat]
        if not picked:
            options: list[Action] = [picks[die] for die in player.dice]
            options.append(KEEPS[self.seat])
            return options
        rolls = ROLLS[self.seat]
        options = []
        for source in SOURCES:
            if has_source(state.content, player, source):
                options.append(rolls[source])
        if len(picked) < state.content.dice_per_reroll:
            options.extend([picks[die] for die in player.dice if die not in picked])
        if len(picked) == 1 and rerolls_left(state.content, player) >= state.content.rerolls_to_set:
            turns = TURNS[self.seat]
            options.extend([turns[face] for face in other_faces(state, picked[0])])
        return options


@dataclass(unsafe_hash=True)
class PickDie(Action):
    die: int

    def run(self, table: Table[LueurState]) -> None:
        table.state.players[self.seat].picked.append(self.die)
        table.do(CHOOSE_DICE[self.seat])


class KeepDice(Action):
    """The dice are fixed until the end of the round (L-REROLL-09)."""

    def run(self, table: Table[LueurState]) -> None:
        pass


@dataclass(unsafe_hash=True)
class RollPicked(Action):
    """Roll the picked dice once, paid by one source."""

    source: str

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        pay(table, self.seat, self.source, 1)
        rolls = [ROLL_DIE[self.seat][die] for die in player.picked]
        table.draw(rolls, TellRerolled(self.seat, self.source))


@dataclass
class TellRerolled(Step):
    seat: Seat
    source: str

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        faces = tuple([table.state.faces[die] for die in player.picked])
        table.emit(DiceRerolled(self.seat, self.source, tuple(player.picked), faces))
        player.picked.clear()
        table.do(LATE_MORNINGS[self.seat])


@dataclass(unsafe_hash=True)
class TurnDie(Action):
    """Set the picked die to a face it has (L-REROLL-07)."""

    face: str

    def run(self, table: Table[LueurState]) -> None:
        table.do(PayToTurn(self.seat, self.face))


@dataclass
class PayToTurn(Step):
    """Three rerolls from any mix of sources; asked only when several mixes are possible."""

    seat: Seat
    face: str

    def run(self, table: Table[LueurState]) -> None:
        choice = ChoosePayment(self.seat, self.face)
        mixes = choice.options(table)
        table.do(mixes[0] if len(mixes) == 1 else choice)


@dataclass
class ChoosePayment(Choice):
    face: str

    def options(self, table: Table[LueurState]) -> list[Action]:
        content = table.state.content
        player = table.state.players[self.seat]
        wanted = content.rerolls_to_set
        most_companion = min(wanted, companion_rerolls(content, player))
        most_track = min(wanted, len(track_rerolls(content, player)))
        mixes: list[Action] = []
        for companion in range(most_companion, -1, -1):
            for token in range(min(wanted - companion, player.rerolls), -1, -1):
                track = wanted - companion - token
                if track <= most_track:
                    mixes.append(PayMix(self.seat, self.face, companion, token, track))
        return mixes


@dataclass(unsafe_hash=True)
class PayMix(Action):
    """How many of the rerolls each source pays."""

    face: str
    companion: int
    token: int
    track: int

    def run(self, table: Table[LueurState]) -> None:
        player = table.state.players[self.seat]
        pay(table, self.seat, COMPANION, self.companion)
        pay(table, self.seat, TOKEN, self.token)
        pay(table, self.seat, TRACK, self.track)
        die = player.picked.pop()
        table.state.faces[die] = self.face
        table.emit(DieTurned(self.seat, die, self.face))
        table.do(LATE_MORNINGS[self.seat])


def companion_rerolls(content: LueurContent, player: Player) -> int:
    """What the Lumipilis in play still give this round (L-REROLL-03)."""
    cards = content.companions
    left = -player.companion_rerolls_used
    for companion in player.companions:
        left += cards[companion].rerolls
    return max(0, left)


def track_rerolls(content: LueurContent, player: Player) -> list[int]:
    """The totals that rerolls from the score track would leave, nearest first (L-REROLL-05)."""
    if player.lapped or player.bursts > content.last_track_total:
        return []
    return [space for space in reversed(content.reroll_spaces) if space < player.bursts]


def has_source(content: LueurContent, player: Player, source: str) -> bool:
    if source == TOKEN:
        return player.rerolls > 0
    if source == TRACK and player.lapped:
        return False
    if source == TRACK:
        return content.reroll_spaces[0] < player.bursts <= content.last_track_total
    return companion_rerolls(content, player) > 0


def has_reroll(content: LueurContent, player: Player) -> bool:
    return (
        has_source(content, player, TRACK)
        or has_source(content, player, TOKEN)
        or has_source(content, player, COMPANION)
    )


def rerolls_left(content: LueurContent, player: Player) -> int:
    return companion_rerolls(content, player) + player.rerolls + len(track_rerolls(content, player))


def pay(table: Table[LueurState], seat: Seat, source: str, times: int) -> None:
    player = table.state.players[seat]
    if not times:
        return
    if source == COMPANION:
        player.companion_rerolls_used += times
    elif source == TOKEN:
        player.rerolls -= times
    else:
        total = track_rerolls(table.state.content, player)[times - 1]
        table.emit(FellBack(seat, player.bursts - total, total))
        player.bursts = total


def other_faces(state: LueurState, die: int) -> list[str]:
    """The symbols a die could be turned to, each once; not the one it shows."""
    known = [state.faces[die]]
    for face in state.content.dice[die].faces:
        if face not in known:
            known.append(face)
    return known[1:]


LATE_MORNINGS: Final = [LateMorning(seat) for seat in range(4)]
CHOOSE_DICE: Final = [ChooseDice(seat) for seat in range(4)]
KEEPS: Final = [KeepDice(seat) for seat in range(4)]
ROLL_ALL: Final = [RollAll(seat) for seat in range(4)]
TELL_ROLLED: Final = [TellRolled(seat) for seat in range(4)]
ROLL_DIE: Final = [[RollDie(CHANCE, seat, die) for die in range(MOST_DICE)] for seat in range(4)]
PICKS: Final = [[PickDie(seat, die) for die in range(MOST_DICE)] for seat in range(4)]
ROLLS: Final = [{source: RollPicked(seat, source) for source in SOURCES} for seat in range(4)]
TURNS: Final = [{face: TurnDie(seat, face) for face in SYMBOLS} for seat in range(4)]
