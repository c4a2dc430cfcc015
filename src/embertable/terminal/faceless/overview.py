"""The whole table at a glance: the field, the needle, Threats, hands, and what the signs mean."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from embertable import load
from embertable.engine.catalogue import Catalogue
from embertable.engine.table import Choice, Seat
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT, COLOURS, FacelessContent
from embertable.games.faceless.kids import ChooseBonus, ChooseReplacement, ChooseSecondCard
from embertable.games.faceless.memories import ChooseBurnt, ChooseListener, ChooseObstacleSpaces
from embertable.games.faceless.rest import ChooseColumn
from embertable.games.faceless.setup import ChooseKid, ChooseLayout
from embertable.games.faceless.threats import ChooseDiscard
from embertable.games.faceless.view import FacelessView, PlayerView
from embertable.games.faceless.whisper import ChooseReceiver, ChooseWhispered
from embertable.terminal.drawing import Drawing
from embertable.terminal.faceless.field import CELL, LARGE_CELL, draw_field, field_width
from embertable.terminal.faceless.parts import part_line
from embertable.terminal.faceless.signs import (
    COLOUR_SIGNS,
    COLOUR_STYLES,
    MEMORY,
    MEMORY_STYLE,
    STONE,
    TEAM_STYLE,
    WIND_ARROWS,
    card_text,
    colour_of,
)
from embertable.terminal.ink import FAINT, HEADING, flow, ink, seat_text
from embertable.text_view.faceless.expansions import expansion_messages
from embertable.text_view.faceless.facts import (
    billygoat_distance,
    needle_degrees,
    next_strike,
    wind_of,
)

NARROWEST = 40
ROOMY = 130
"""From this width on, the field is drawn large."""
ABOUT_CARDS = (
    *(ChooseBonus, ChooseBurnt, ChooseColumn, ChooseDiscard, ChooseKid, ChooseListener),
    *(ChooseReceiver, ChooseReplacement, ChooseSecondCard, ChooseWhispered),
)
SIDE = 20
"""Columns that the facts need next to the field."""
GAP = 2
DIALS = "○◔◔◑◕●"
"""By eighths of all Event cards, from none left to a full deck."""
FEW = 6
"""With this many cards left the deck is shown in red."""
LEGEND = ("team", "figure", "memory", "obstacle", "entrance", "ring")


def render(
    view: FacelessView,
    catalogue: Catalogue,
    width: int,
    seat: Seat | None,
    content: FacelessContent | None = None,
    choice: Choice | None = None,
) -> RenderableType:
    """The table as a seat sees it, `width` columns wide; seat None is a spectator."""
    if content is None:
        printed = load("faceless").content()
        assert isinstance(printed, FacelessContent)
        content = printed
    return Picture(view, catalogue, max(width, NARROWEST), seat, content, choice).whole()


class Picture(Drawing[FacelessView, FacelessContent]):
    def is_about_cards(self) -> bool:
        return isinstance(self.choice, ABOUT_CARDS)

    def whole(self) -> RenderableType:
        """What the choice is about comes first: the field, or the cards."""
        if self.width >= ROOMY:
            return self.large()
        cards = [self.threats(), self.hands()]
        parts = [*cards, self.field()] if self.is_about_cards() else [self.field(), *cards]
        return Group(
            parts[0], *[Padding(part, (1, 0, 0, 0)) for part in [*parts[1:], self.legend()]]
        )

    def large(self) -> RenderableType:
        """A large field, with everything else beside it."""
        room = field_width(self.content, LARGE_CELL)
        side = self.width - room - GAP
        beside = Picture(self.view, self.catalogue, side, self.seat, self.content, self.choice)
        parts: list[RenderableType] = [beside.threats(), beside.hands()]
        facts = Text("\n").join(self.facts(side))
        parts = [*parts, facts] if self.is_about_cards() else [facts, *parts]
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        grid.add_column(width=room, no_wrap=True)
        grid.add_column(width=side)
        drawn = self.drawn_field(LARGE_CELL)
        grid.add_row(drawn, Group(parts[0], *[Padding(part, (1, 0, 0, 0)) for part in parts[1:]]))
        return Group(grid, Padding(self.legend(), (1, 0, 0, 0)))

    def field(self) -> RenderableType:
        """The field with the facts next to it, or above it if there is no room."""
        room = field_width(self.content)
        side = self.width - room - GAP
        if side < SIDE:
            facts = self.facts(self.width)
            drawn = self.drawn_field(CELL)
            drawn.no_wrap = True
            drawn.overflow = "crop"
            return Group(flow(facts, self.width, gap=3), drawn)
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        grid.add_column(width=room, no_wrap=True)
        grid.add_column(width=side)
        facts = self.facts(side)
        grid.add_row(self.drawn_field(CELL), Text("\n").join(facts))
        return grid

    # Next to the field.

    def facts(self, width: int) -> list[Text]:
        view = self.view
        found = [ink(self.text("board.turn", n=view.turn), HEADING)]
        found[0].append(" ").append_text(seat_text(view.current, self.catalogue))
        found.append(self.clock())
        found.append(self.memories())
        if view.team != AWAY:
            found.append(self.team())
            found.append(self.needle())
        if self.seat is not None:
            found.append(self.cards(view.players[self.seat]))
        for id, card in (("card", view.card), ("revealed", view.revealed), ("top", view.top)):
            if card:
                line = ink(self.text(f"board.{id}"), FAINT).append(" ")
                found.append(line.append_text(card_text(card, self.content)))
        found.append(self.counts())
        found += [self.figure(figure.figure) for figure in view.figures]
        distance = billygoat_distance(view, self.content.board)
        if distance != AWAY:
            found.append(ink(self.text("board.distance", n=distance), FAINT))
        return found

    def clock(self) -> Text:
        """The deck as a clock that runs down."""
        left = self.view.deck
        all = sum([card.count for card in self.content.cards.values()])
        style = f"bold {COLOUR_STYLES['red']}" if left <= FEW else "bold"
        text = ink(f"{DIALS[min(len(DIALS) - 1, left * 8 // all)]} ", style)
        return text.append(self.text("board.deck"), style=FAINT).append(f" {left}", style=style)

    def memories(self) -> Text:
        view = self.view
        found = len(view.unused) + len(view.used)
        text = ink(f"{MEMORY} ", MEMORY_STYLE)
        return text.append(self.text("board.found", n=found, all=found + len(view.memories)))

    def team(self) -> Text:
        return ink(" T ", TEAM_STYLE).append(f" {self.text('board.team')}")

    def needle(self) -> Text:
        """Where the red end points, and where a step would lead."""
        view = self.view
        if view.needle is None:
            return ink(self.text("board.covered"), FAINT)
        arrow = WIND_ARROWS[wind_of(needle_degrees(view))]
        text = ink(f"{arrow} ", f"bold {COLOUR_STYLES['red']}")
        text.append(self.text("board.needle", directions=view.needle.directions))
        near = self.content.board.neighbours
        targets = [near[view.team * 6 + direction] for direction in view.needle.directions]
        if AWAY in targets:
            text.append(f" {self.text('board.beyond')}", style="bold")
        if view.own_compass:
            text.append(f" {self.text('board.guess')}", style=FAINT)
        return text

    def figure(self, number: int) -> Text:
        figure = self.view.figures[number]
        colour = colour_of(number)
        text = ink(f"{COLOUR_SIGNS[colour]} ", COLOUR_STYLES[colour])
        if figure.place == AWAY:
            return text.append(self.text("board.aside", figure=number), style=FAINT)
        arrow = WIND_ARROWS[wind_of(figure.heading)]
        text.append(self.text("board.stands", figure=number, heading=figure.heading))
        return text.append(f" {arrow}", style=FAINT)

    def drawn_field(self, cell: int) -> Text:
        """The field; with the symbols that an Obstacle is laid on while one is."""
        return draw_field(self.view, self.catalogue, self.content, cell, laying=self.is_laying)

    @property
    def is_laying(self) -> bool:
        return isinstance(self.choice, (ChooseLayout, ChooseObstacleSpaces))

    # Below it.

    def threats(self) -> RenderableType:
        """A column for each colour: its cards, the bottom one last, and what one more would do."""
        grid = Grid.grid(padding=(0, 1, 0, 0), expand=False)
        each = (self.width - len(COLOURS)) // len(COLOURS)
        for _ in COLOURS:
            grid.add_column(width=min(each, 22))
        heads: list[Text] = []
        cards: list[Text] = []
        strikes: list[Text] = []
        for colour in COLOURS:
            column = self.view.columns[colour]
            head = ink(f"{COLOUR_SIGNS[colour]} ", COLOUR_STYLES[colour])
            head.append(self.catalogue.name_of(colour, "board.colour"), style=COLOUR_STYLES[colour])
            heads.append(head.append(f" ×{len(column)}", style="bold"))
            values = [str(self.content.cards[card].value) for card in column]
            above = ink(" ".join(values[:-1]), FAINT)
            if len(values) > 1:
                above.append(" ")
            cards.append(above.append(f"[{values[-1]}]" if values else "–", style="bold"))
            strikes.append(self.strike(colour))
        grid.add_row(*heads)
        grid.add_row(*cards)
        grid.add_row(*strikes)
        title = ink(self.text("board.threats"), HEADING)
        title.append(f"  {self.text('board.least', n=self.view.minimum)}", style=FAINT)
        return Group(title, grid)

    def strike(self, colour: str) -> Text:
        strength = next_strike(self.view, colour)
        if not strength:
            return ink(f"› {self.text('board.nothing')}", FAINT)
        text = self.text(f"board.strike.{colour}", n=strength)
        return ink(f"› {text}", COLOUR_STYLES[colour] if self.is_deadly(colour, strength) else "")

    def is_deadly(self, colour: str, strength: int) -> bool:
        """Whether one red card more would bring Billygoat to the Team."""
        distance = billygoat_distance(self.view, self.content.board)
        return colour == colour_of(BILLYGOAT) and AWAY < distance <= strength

    def hands(self) -> RenderableType:
        """Who plays whom, with which cards; the looking seat first."""
        seats = len(self.view.players)
        mine = self.seat or 0
        lines: list[RenderableType] = [
            self.hand(self.view.players[(mine + place) % seats]) for place in range(seats)
        ]
        view = self.view
        for id, memories in (("unused", view.unused), ("used", view.used)):
            if memories:
                lines.append(self.memory_line(id, memories))
        lines += [Text(part_line(message, self.catalogue)) for message in expansion_messages(view)]
        return Group(*lines)

    def cards(self, player: PlayerView) -> Text:
        """A player's hand in signs, and how many cards there may be."""
        text = seat_text(player.seat, self.catalogue)
        for card in player.hand:
            text.append(" ").append_text(card_text(card, self.content))
        return text.append(f" {len(player.hand)}/{player.limit}", style=FAINT)

    def counts(self) -> Text:
        """The Threats display in one line."""
        pieces = [
            ink(f"{COLOUR_SIGNS[colour]}×{len(self.view.columns[colour])}", COLOUR_STYLES[colour])
            for colour in COLOURS
        ]
        return Text(" ").join(pieces)

    def hand(self, player: PlayerView) -> Text:
        pieces = [self.cards(player)]
        if player.kid:
            kid = ink(self.catalogue.name_of(player.kid, "kid"), "bold")
            pieces.append(
                kid.append(f": {self.catalogue.name_of(player.kid, 'power')}", style=FAINT)
            )
        return flow(pieces, self.width, indent=2)

    def memory_line(self, id: str, memories: tuple[str, ...]) -> Text:
        """Memories that can still be used say what for."""
        heading = ink(f"{self.text(f'board.{id}')} ", FAINT)
        pieces: list[Text] = []
        for memory in memories:
            group, style = ("memory", FAINT) if id == "used" else ("recalled", "")
            pieces.append(ink(self.catalogue.name_of(memory, group), style))
        room = self.width - heading.cell_len
        return heading.append_text(flow(pieces, room, indent=2))

    def legend(self) -> Text:
        pieces = [
            ink(COLOUR_SIGNS[colour], COLOUR_STYLES[colour]).append(
                f" {self.text(f'legend.{colour}')}", style=FAINT
            )
            for colour in COLOURS
        ]
        signs = [*LEGEND, "symbol"] if self.is_laying else LEGEND
        pieces.extend([ink(self.text(f"legend.{sign}"), FAINT) for sign in signs])
        for name in self.view.parts:
            if self.catalogue.has(f"legend.token_{name}"):
                pieces.append(ink(self.text(f"legend.token_{name}"), FAINT))
        if any(obstacle.is_swamp for obstacle in self.view.obstacles):
            pieces.append(ink(self.text("legend.swamp"), STONE))
        return flow(pieces, self.width)
