"""Setting up: Faceless, Obstacles, Memories, kids, cards, and where Team and Billygoat begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from embertable.engine.table import Action, Choice, Event, Seat, Step, Table
from embertable.games.faceless.billygoat import face_team
from embertable.games.faceless.board import AWAY, spaces_in
from embertable.games.faceless.collisions import CheckCollisions
from embertable.games.faceless.content import (
    BILLYGOAT,
    COLOURS,
    FACELESS,
    MOST_SPACES,
    SIDES,
    FacelessContent,
)
from embertable.games.faceless.deck import AddThreats
from embertable.games.faceless.free_spaces import covered_spaces, free_spaces, taken_spaces
from embertable.games.faceless.headings import blind_headings
from embertable.games.faceless.layout import SETUP, Placement, memory_sites, random_sites
from embertable.games.faceless.memories import lay_obstacle, placements_of
from embertable.games.faceless.moments import AfterSetup, BillygoatSites, BoardSide, ObstaclesLaid
from embertable.games.faceless.rest import DrawCard, hand_limit
from embertable.games.faceless.state import TABLE, FacelessState
from embertable.games.faceless.turns import BeginTurn
from embertable.games.faceless.walk import STANDS, TURNS

DECK: Final = "deck"
SOLO: Final = "solo"
NO_SCENARIO: Final = "none"


@dataclass
class KidTaken(Event):
    seat: Seat
    kid: str


@dataclass
class TeamPlaced(Event):
    seat: Seat
    space: int


@dataclass
class BillygoatPlaced(Event):
    seat: Seat
    space: int


def seats_of(options: dict[str, str]) -> int:
    """One person alone plays two seats (F-TURN-08)."""
    return 2 if options["players"] == SOLO else int(options["players"])


def empty_table(seats: int, content: FacelessContent) -> FacelessState:
    """Everything still in the box."""
    return FacelessState(
        content=content,
        hands=[[] for _ in range(seats)],
        kids=[""] * seats,
        display=[[] for _ in COLOURS],
        obstacles=[[] for _ in content.obstacles],
        cover=[AWAY] * content.board.size,
        places=[AWAY] * 4,
        headings=[0] * 4,
    )


@dataclass
class SetOut(Step):
    """The starting player is fixed first, who speaks for the table (F-SETUP-18)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.first = starting_player(table)
        state.side = SIDES[table.ask(BoardSide(), 0)]
        place_faceless(table)
        marks: list[Step] = []
        if table.options["faceless_marks"] == "choose":
            for figure in FACELESS:
                marks += [ChooseMark(state.first, figure), ChooseFacing(state.first, figure)]
        manual = table.options["obstacle_layout"] == "manual"
        layout: list[Step] = (
            [ChooseLayout(state.first, obstacle) for obstacle in range(len(state.obstacles))]
            if manual
            else [LayObstacles()]
        )
        table.do_all(
            [
                *marks,
                *layout,
                PlaceMemories(),
                DealKids(),
                DealCards(),
                ChooseTeamSite(state.first),
                ChooseBillygoatSite(state.first),
                FinishSetup(),
            ]
        )


def starting_player(table: Table[FacelessState]) -> Seat:
    """Whom the host names, or anybody (F-SETUP-19)."""
    named = table.options["starting_player"]
    return table.chance.draw(TABLE, len(table.state.hands)) if named == "random" else int(named) - 1


def place_faceless(table: Table[FacelessState]) -> None:
    """Each on a different mark, facing anywhere (F-SETUP-03, F-SETUP-04), unless people choose."""
    state = table.state
    if table.options["faceless_marks"] == "choose":
        return
    marks = list(state.content.sides[state.side].starts)
    table.chance.shuffle(SETUP, marks)
    for figure in FACELESS:
        state.places[figure] = state.content.board.place_of_external(marks[figure])
        state.headings[figure] = table.chance.draw(SETUP, 360)


@dataclass
class ChooseMark(Choice):
    """Which figure takes which mark is free (F-SETUP-03)."""

    figure: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        state = table.state
        marks = [
            state.content.board.place_of_external(mark)
            for mark in state.content.sides[state.side].starts
        ]
        stands = STANDS[self.seat][self.figure]
        return [stands[mark] for mark in marks if mark not in state.places]


@dataclass
class ChooseFacing(Choice):
    """Any facing will do (F-SETUP-04)."""

    figure: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        return TURNS[self.seat][self.figure]

    def free_field(self) -> str:
        return "heading"

    def shortlist(self, table: Table[FacelessState]) -> list[Action]:
        turns = TURNS[self.seat][self.figure]
        if table.options["headings"] == "all":
            return turns
        return [turns[heading] for heading in blind_headings(table.state, self.figure)]


@dataclass
class LayObstacles(Step):
    """At random (F-SETUP-07)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        laid = state.content.sides[state.side].layouts.at_random(table.chance)
        for obstacle, placement in enumerate(laid):
            lay_obstacle(state, obstacle, placement.cells)


@dataclass
class ChooseLayout(Choice):
    """The players lay the Obstacles one by one; only what can be completed is offered."""

    obstacle: int

    def options(self, table: Table[FacelessState]) -> list[Action]:
        layouts = table.state.content.sides[table.state.side].layouts
        openings = layouts.openings(laid_so_far(table.state, self.obstacle))
        return [LayFirst(self.seat, self.obstacle, placement) for placement in openings]


@dataclass(unsafe_hash=True)
class LayFirst(Action):
    obstacle: int
    placement: int

    def run(self, table: Table[FacelessState]) -> None:
        cells = placements_of(table.state, self.obstacle)[self.placement].cells
        lay_obstacle(table.state, self.obstacle, cells)


def laid_so_far(state: FacelessState, obstacles: int) -> list[Placement]:
    by_cells = state.content.sides[state.side].layouts.by_cells
    return [by_cells[one][tuple(state.obstacles[one])] for one in range(obstacles)]


@dataclass
class PlaceMemories(Step):
    """Facedown beside the symbols of the Obstacles; without room the layout is drawn again."""

    def run(self, table: Table[FacelessState]) -> None:
        table.do_all([*table.reactions(ObstaclesLaid()), LayMemories()])


@dataclass
class LayMemories(Step):
    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        laid = laid_so_far(state, len(state.obstacles))
        sites = random_sites(state.content.board, memory_sites(laid), table.chance)
        if sites is None:
            if table.options["obstacle_layout"] == "random":
                table.do(LayObstacles(), PlaceMemories())
            else:
                table.do(PlaceMemories())
            return
        state.memory_spaces = sites
        state.memory_names = list(state.content.memories)
        table.chance.shuffle(DECK, state.memory_names)


@dataclass
class DealKids(Step):
    """One for each player, at random or chosen in turn order (F-SETUP-11, F-SETUP-14)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        seats = len(state.hands)
        order = [(state.first + place) % seats for place in range(seats)]
        if table.options["kid_assignment"] == "choose":
            table.do_all([ChooseKid(seat) for seat in order])
            return
        kids = kids_in_play(table)
        table.chance.shuffle(SETUP, kids)
        table.do_all([TakeKid(seat, kids[place]) for place, seat in enumerate(order)])


def kids_in_play(table: Table[FacelessState]) -> list[str]:
    """All ten, or a scenario's first ones, as many as there are players (F-SCEN-GEN-01)."""
    content = table.state.content
    scenario = table.options["scenario"]
    if scenario == NO_SCENARIO or table.options["scenario_kids"] == "any":
        return list(content.kids)
    return list(content.scenarios[scenario].kids[: len(table.state.hands)])


class ChooseKid(Choice):
    def options(self, table: Table[FacelessState]) -> list[Action]:
        return [
            TakeKid(self.seat, kid) for kid in kids_in_play(table) if kid not in table.state.kids
        ]


@dataclass(unsafe_hash=True)
class TakeKid(Action):
    kid: str

    def run(self, table: Table[FacelessState]) -> None:
        table.state.kids[self.seat] = self.kid
        table.emit(KidTaken(self.seat, self.kid))


@dataclass
class DealCards(Step):
    """Hands faceup, then the Threats of the difficulty; three cards leave unseen (F-SETUP-15)."""

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        content = state.content
        for card in content.cards.values():
            state.deck.extend([card.id] * card.count)
        table.chance.shuffle(DECK, state.deck)
        more = hand_limit_changes(table)
        hands: list[Step] = []
        for seat in range(len(state.hands)):
            hands += [DrawCard(seat)] * (content.turn.start_hand + more[seat])
        state.minimum = threat_cards(table)
        table.do_all([*hands, AddThreats(state.minimum), RemoveCards(content.cards_removed)])


def hand_limit_changes(table: Table[FacelessState]) -> list[int]:
    """How many cards more than usual each player holds (F-SETUP-12)."""
    usual = table.state.content.turn.hand_limit
    return [hand_limit(table, seat) - usual for seat in range(len(table.state.hands))]


def threat_cards(table: Table[FacelessState]) -> int:
    difficulty = table.options["difficulty"]
    if difficulty == "hell":
        return int(table.options["hell_cards"])
    return table.state.content.threat_cards[difficulty]


@dataclass
class RemoveCards(Step):
    """From the top of the deck out of the game, unseen."""

    cards: int

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        for _ in range(self.cards):
            state.removed.append(state.deck.pop())
        state.removed.sort()


class ChooseTeamSite(Choice):
    """Any free space beside the Entrance (F-SETUP-17)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        state = table.state
        board = state.content.board
        entrance = board.mask(state.obstacles[state.content.entrance])
        sites = TEAM_SITES[self.seat]
        open_to_it = board.with_around(entrance) & free_spaces(table)
        return [sites[space] for space in spaces_in(open_to_it)]


@dataclass(unsafe_hash=True)
class PlaceTeam(Action):
    space: int

    def run(self, table: Table[FacelessState]) -> None:
        table.state.team = self.space
        table.emit(TeamPlaced(self.seat, self.space))


class ChooseBillygoatSite(Choice):
    """Beside an Obstacle, not at the edge; the farthest from the Team comes first (F-SETUP-18)."""

    def options(self, table: Table[FacelessState]) -> list[Action]:
        state = table.state
        board = state.content.board
        covered = covered_spaces(state)
        sites = board.with_around(covered)
        if table.rules.changes(BillygoatSites):
            sites = table.ask(BillygoatSites(), sites)
        away = board.distances[state.team]
        sites &= ~(covered | taken_spaces(table) | board.edge)
        # One number for distance and space, farthest first, sorts without a key.
        order = sorted([space - away[space] * board.size for space in spaces_in(sites)])
        places = BILLYGOAT_SITES[self.seat]
        return [places[number % board.size] for number in order]


@dataclass(unsafe_hash=True)
class PlaceBillygoat(Action):
    """Facing the Team."""

    space: int

    def run(self, table: Table[FacelessState]) -> None:
        state = table.state
        state.places[BILLYGOAT] = self.space
        face_team(state)
        table.emit(BillygoatPlaced(self.seat, self.space))
        table.do(CheckCollisions(BILLYGOAT))


TEAM_SITES: Final = [[PlaceTeam(seat, space) for space in range(MOST_SPACES)] for seat in range(4)]
BILLYGOAT_SITES: Final = [
    [PlaceBillygoat(seat, space) for space in range(MOST_SPACES)] for seat in range(4)
]


@dataclass
class FinishSetup(Step):
    """What expansions place after the set-up, then the first turn (F-SETUP-20)."""

    def run(self, table: Table[FacelessState]) -> None:
        table.do_all([*table.reactions(AfterSetup()), BeginTurn(table.state.first)])
