"""The whole table at a glance: meeting track, players, journey, and what the signs mean."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from embertable import load
from embertable.engine.catalogue import Catalogue
from embertable.engine.table import Choice, Seat
from embertable.games.lueur.archipelago import ChooseSailing
from embertable.games.lueur.content import SYMBOLS, LueurContent
from embertable.games.lueur.province import ChooseTravelDie, ChooseWay
from embertable.games.lueur.view import CardView, LueurView, PlayerView, SpaceView
from embertable.terminal.drawing import Drawing
from embertable.terminal.ink import FAINT, HEADING, flow, ink, seat_text
from embertable.terminal.lueur.maps import archipelago_map, elements_line, province_map, villages
from embertable.terminal.lueur.signs import (
    SYMBOL_STYLES,
    card_signs,
    dice_text,
    die_text,
    symbol_text,
    trigger_signs,
)
from embertable.text_view.lueur.table import is_met

NARROWEST = 40
NARROWEST_MAP = 60
NEXT_REROLLS = 3
TRAVELLING = (ChooseSailing, ChooseTravelDie, ChooseWay)
LEGEND = (
    "firefly",
    "reroll",
    "falls",
    "skull",
    "spell",
    "raise",
    "alike",
    "none",
    "points",
    "dice",
    "picked",
    "used",
    "cursed",
    "times",
    "resolved",
)
JOURNEY_LEGENDS = {
    "province": ("company", "encampment", "village"),
    "archipelago": ("island", "path", "boats"),
}


def render(
    view: LueurView,
    catalogue: Catalogue,
    width: int,
    seat: Seat | None,
    content: LueurContent | None = None,
    choice: Choice | None = None,
) -> RenderableType:
    """The table as a seat sees it, `width` columns wide; seat None is a spectator.

    What the seat's choice is about comes first.
    """
    if content is None:
        printed = load("lueur").content()
        assert isinstance(printed, LueurContent)
        content = printed
    return Picture(view, catalogue, max(width, NARROWEST), seat, content, choice).whole()


class Picture(Drawing[LueurView, LueurContent]):
    def whole(self) -> RenderableType:
        """What matters most comes first: the track in the Morning, the map on the way."""
        players = self.players()
        track = self.track()
        journey = self.journey()
        if self.is_morning():
            parts = [track, *players, journey]
        elif isinstance(self.choice, TRAVELLING) and self.seat is not None:
            mine = self.view.players[self.seat]
            purse = Group(self.tokens(mine), self.dice(mine))
            parts = [purse, journey, self.card_texts(mine), *players[1:], track]
        else:
            parts = [*players, journey, track]
        if any(player.count for player in self.view.players):
            parts.insert(0, self.count())
        return Group(
            self.headline(), *[Padding(part, (1, 0, 0, 0)) for part in parts], self.legend()
        )

    def headline(self) -> Text:
        view = self.view
        setup = self.text("board.setup")
        rounds = self.text("board.round", n=view.round, rounds=view.rounds)
        pieces = [
            ink(rounds if view.round else setup, HEADING),
            Text(self.text("board.first", seat=view.first)),
        ]
        if view.deck:
            pieces.append(ink(self.text("board.deck", n=view.deck, pack=view.next_pack), FAINT))
        return flow(pieces, self.width, gap=3)

    def track(self) -> RenderableType:
        """A line for each companion, or one for what is left when they are gone."""
        heading = ink(self.text("board.track"), HEADING)
        spaces = self.met() if self.is_morning() else self.left_behind()
        return Group(heading, spaces, self.cemetery(), self.reserve())

    def is_morning(self) -> bool:
        return any(space.companion for space in self.view.track)

    def met(self) -> RenderableType:
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(ratio=1)
        for space in self.view.track:
            text = self.lying(space)
            if space.companion:
                name = ink(self.word(space.companion, "card"), "bold")
                text.append(" " if text else "").append(self.word(space.companion, "text"))
            else:
                name = ink("–", FAINT)
            grid.add_row(self.element(space), name, text)
        return grid

    def left_behind(self) -> Text:
        pieces = [
            self.element(space).append(" ").append_text(self.lying(space))
            for space in self.view.track
            if space.dice or space.footprints
        ]
        return flow(pieces or [Text("–")], self.width)

    def element(self, space: SpaceView) -> Text:
        return symbol_text(space.element).append(f" {self.word(space.element, 'symbol')}")

    def lying(self, space: SpaceView) -> Text:
        """The dice and footprints of a space."""
        pieces = Text()
        for die in space.dice:
            pieces.append_text(die_text(die, self.catalogue))
        if space.footprints:
            pieces.append(" " if pieces else "").append(f"{space.footprints}»", style="bold")
        return pieces

    def cemetery(self) -> Text:
        names = [Text(self.word(card, "card")) for card in self.view.cemetery] or [Text("–")]
        return self.row("board.cemetery", names)

    def reserve(self) -> Text:
        dice = [die_text(die, self.catalogue) for die in self.view.reserve] or [Text("–")]
        return self.row("board.reserve", dice, gap=1)

    def row(self, id: str, pieces: list[Text], gap: int = 2) -> Text:
        heading = ink(self.text(id) + " ", FAINT)
        room = self.width - heading.cell_len
        return heading.append_text(flow(pieces, room, gap, indent=heading.cell_len))

    def players(self) -> list[RenderableType]:
        """The own place in full, then the others clockwise in signs."""
        seats = len(self.view.players)
        mine = 0 if self.seat is None else self.seat
        order = [self.view.players[(mine + place) % seats] for place in range(seats)]
        if self.seat is None:
            return [self.in_signs(player) for player in order]
        return [self.in_full(order[0]), *[self.in_signs(player) for player in order[1:]]]

    def in_full(self, player: PlayerView) -> RenderableType:
        return Group(self.tokens(player), self.dice(player), self.card_texts(player))

    def card_texts(self, player: PlayerView) -> RenderableType:
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(no_wrap=True, justify="right")
        grid.add_column(no_wrap=True)
        grid.add_column(ratio=1)
        for card in self.cards(player):
            grid.add_row(
                self.mark(player, card),
                ink(self.word(card.id, "card"), "bold"),
                Text(self.word(card.id, "text")),
            )
        return Group(grid, *self.hidden(player))

    def in_signs(self, player: PlayerView) -> RenderableType:
        pieces: list[Text] = []
        for card in self.cards(player):
            piece = ink(self.word(card.id, "card"), "bold").append(" ")
            if card.id in self.content.spells:
                piece.append_text(trigger_signs(self.content.spells[card.id].trigger))
            else:
                piece.append_text(card_signs(self.content.cards[card.id], self.catalogue))
            if card.resolved or is_met(player, card):
                piece.append(" ").append_text(self.mark(player, card))
            pieces.append(piece)
        cards = [flow(pieces, self.width, gap=3)] if pieces else []
        return Group(self.tokens(player), self.dice(player), *cards, *self.hidden(player))

    def cards(self, player: PlayerView) -> list[CardView]:
        adventurer = [] if player.adventurer is None else [player.adventurer]
        return [*adventurer, *player.companions, *player.spells]

    def mark(self, player: PlayerView, card: CardView) -> Text:
        if card.resolved:
            return ink("✓", FAINT)
        return ink(f"×{card.times}", HEADING) if is_met(player, card) else ink("·", FAINT)

    def tokens(self, player: PlayerView) -> Text:
        bursts = ink("★ ", SYMBOL_STYLES["bursts"]).append(
            self.text("thing.bursts", n=player.bursts)
        )
        if player.track_rerolls:
            totals = " ".join([str(total) for total in player.track_rerolls[:NEXT_REROLLS]])
            bursts.append(f" (↻ {totals})", style=FAINT)
        rerolls = Text("↻ ").append(self.text("thing.rerolls", n=player.rerolls))
        if player.companion_rerolls:
            rerolls.append(" ").append(
                self.text("board.companion_rerolls", n=player.companion_rerolls)
            )
        companions = len(player.companions)
        return flow(
            [
                seat_text(player.seat, self.catalogue),
                bursts,
                rerolls,
                ink("» ", SYMBOL_STYLES["footprints"]).append(
                    self.text("thing.footprints", n=player.footprints)
                ),
                ink("✦ ", SYMBOL_STYLES["bursts"]).append(
                    self.text("board.fireflies", n=player.fireflies, companions=companions)
                ),
            ],
            self.width,
            indent=2,
        )

    def dice(self, player: PlayerView) -> Text:
        return flow(dice_text(player.dice, self.catalogue), self.width)

    def hidden(self, player: PlayerView) -> list[Text]:
        if not player.hidden_spells:
            return []
        return [ink(self.text("board.hidden_spells", n=player.hidden_spells), FAINT)]

    def journey(self) -> RenderableType:
        heading = ink(self.text(f"value.journey.{self.view.journey}"), HEADING)
        if self.view.journey == "province":
            towns = villages(self.view, self.catalogue, self.width, self.seat, self.content)
            return Group(heading, towns, *self.province())
        return Group(
            heading,
            elements_line(self.view, self.catalogue, self.width),
            archipelago_map(self.view, self.catalogue, self.width, self.content),
        )

    def province(self) -> list[Text]:
        """The map, or only the spaces around the own company if the screen is too narrow."""
        if self.width >= NARROWEST_MAP:
            return [province_map(self.view, self.catalogue, self.width, self.seat, self.content)]
        if self.seat is None:
            return []
        spaces = self.content.province.paths.get(self.view.players[self.seat].company, {})
        return [Text(self.catalogue.text("text_view.neighbours", spaces=tuple(spaces)))]

    def count(self) -> RenderableType:
        """The final count, source by source."""
        grid = Grid.grid(padding=(0, 2))
        grid.add_column()
        for _ in self.view.players:
            grid.add_column(justify="right")
        grid.add_row(
            ink(self.text("board.count"), HEADING),
            *[seat_text(player.seat, self.catalogue) for player in self.view.players],
        )
        for source in self.view.players[0].count:
            points = [str(player.count.get(source, 0)) for player in self.view.players]
            grid.add_row(self.word(source, "count"), *points)
        totals = [ink(str(player.bursts), "bold") for player in self.view.players]
        grid.add_row(ink(self.text("board.total"), "bold"), *totals)
        return grid

    def legend(self) -> Text:
        pieces = [
            symbol_text(symbol).append(f" {self.word(symbol, 'symbol')}", style=FAINT)
            for symbol in SYMBOLS
        ]
        signs = (*LEGEND, *JOURNEY_LEGENDS[self.view.journey])
        pieces.extend([ink(self.text(f"legend.{sign}"), FAINT) for sign in signs])
        return Text("\n").append_text(flow(pieces, self.width))

    def word(self, value: str, group: str) -> str:
        return self.catalogue.name_of(value, group)
