"""The whole table at a glance: Biome map, Combat board, the Group's boards, Mutation board."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.engine.table import Choice, Seat
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.describe import card_text
from embertable.games.deadcells.effects import DECKS
from embertable.games.deadcells.state import PRINTED
from embertable.games.deadcells.view import CharacterView, DeadCellsView, EnemyView
from embertable.terminal.deadcells.map import biome_map
from embertable.terminal.deadcells.signs import COLOUR_STYLES
from embertable.terminal.drawing import Drawing
from embertable.terminal.ink import flow
from embertable.text_view.deadcells.facts import (
    abilities,
    content_or_printed,
    enemy_lines,
    equipment_of,
    tokens_of,
    ways_from,
)

NARROWEST = 40
ROOMY = 100
"""From this width on, an empty line separates the parts."""
NARROWEST_BOARD = 100
"""Below this the Combat board is a list."""
HEADING = "bold"
FAINT = "dim"


def render(
    view: DeadCellsView,
    catalogue: Catalogue,
    width: int,
    seat: Seat | None,
    content: DeadCellsContent | None = None,
    choice: Choice | None = None,
) -> RenderableType:
    """Draw the table for a seat, `width` columns wide; None is a spectator."""
    return Picture(
        view, catalogue, max(width, NARROWEST), seat, content_or_printed(content)
    ).whole()


class Picture(Drawing[DeadCellsView, DeadCellsContent]):
    def whole(self) -> RenderableType:
        parts: list[RenderableType] = []
        if self.view.fighting:
            parts.append(self.combat_board())
        elif self.view.spaces:
            parts.append(self.map())
        parts.extend([self.character(one) for one in self.in_order()])
        if self.view.fighting and self.view.spaces:
            parts.append(self.map())
        parts.append(self.mutation_board())
        gap = 1 if self.width >= ROOMY else 0
        return Group(self.headline(), *[Padding(part, (gap, 0, 0, 0)) for part in parts])

    def in_order(self) -> list[int]:
        """The characters, the viewer's own first."""
        count = len(self.view.characters)
        return sorted(range(count), key=lambda one: self.view.characters[one].seat != self.seat)

    def headline(self) -> Text:
        view = self.view
        text = Text(
            self.text(
                "board.headline",
                biome=view.boss or view.biome,
                teeth=view.teeth,
                cells=view.cells,
                first=view.first,
            ),
            style=HEADING,
        )
        if view.curses:
            text.append(" " + self.text("board.curses", curses=view.curses), style="red")
        if view.bag or view.food:
            text.append(
                "\n" + self.text("board.bag", bag=list(map(self.waiting, view.bag)), n=view.food)
            )
        if view.collector:
            text.append("\n" + self.text("board.collector", cards=view.collector))
        return text

    def waiting(self, thing: str) -> str:
        """A Scroll or a card in the Bag."""
        if thing in (*COLOUR_STYLES, "choice"):
            return self.text("loot.scroll", word=thing)
        return self.catalogue.name_of(thing, "card")

    # The Biome.

    def map(self) -> RenderableType:
        """Spaces and corridors; what those of the Group's own space demand below."""
        view = self.view
        ways = [
            Text("  " + self.catalogue.render(way), style="bold" if space == view.place else FAINT)
            for space in (view.place,)
            for way in ways_from(self.content, view, space)
        ]
        title = Text(self.text("board.map", place=view.place), style=HEADING)
        map = biome_map(view, self.content, self.width)
        legend = flow([Text(one) for one in self.text("board.shapes").split("  ")], self.width)
        legend.stylize(FAINT)
        return Group(title, map, *ways, legend)

    # The Combat board.

    def combat_board(self) -> RenderableType:
        view = self.view
        facts = [self.text("board.round", round=view.round)]
        if view.loot:
            facts.append(self.text("board.loot", loot=view.loot))
        if view.wall:
            facts.append(self.text(f"board.{view.wall}"))
        if view.constraint:
            facts.append(self.text(f"constraint.{view.constraint}"))
        title = Text(" ".join(facts), style=HEADING)
        if self.width < NARROWEST_BOARD:
            enemies = sorted(view.enemies, key=lambda enemy: enemy.space)
            return Group(title, self.group_line(), *[self.enemy_line(enemy) for enemy in enemies])
        grid = Grid(show_header=True, expand=True, header_style=FAINT)
        for space in (-1, 0, 1, 2, 3):
            grid.add_column(
                self.text("board.group") if space == 0 else self.space_text(space), ratio=1
            )
        found = {enemy.space: self.enemy(enemy) for enemy in view.enemies}
        found[0] = self.group()
        grid.add_row(*[found.get(space, Text("")) for space in (-1, 0, 1, 2, 3)])
        return Group(title, grid)

    def space_text(self, space: int) -> str:
        return self.catalogue.name_of(space, "space")

    def group(self) -> Text:
        lines: list[str] = []
        for one, character in enumerate(self.view.characters):
            if one != self.view.passing:
                name = self.catalogue.name_of(one, "who")
                lines.append(self.text("board.fighter", name=name, n=character.health))
        return Text("\n".join(lines))

    def group_line(self) -> Text:
        """The Group in one line."""
        fighters = " · ".join(self.group().plain.splitlines())
        return Text("  ").append(self.text("board.group"), style=FAINT).append(f"  {fighters}")

    def enemy_line(self, enemy: EnemyView) -> Text:
        """An enemy where there is no room for columns: its space, then the same as there."""
        where = self.space_text(enemy.space)
        shown = Text("  · ").join(self.enemy(enemy).split("\n"))
        return Text("  ").append(where, style=FAINT).append("  ").append_text(shown)

    def enemy(self, enemy: EnemyView) -> Text:
        text = Text(
            self.catalogue.name_of(enemy.card, "card"), style="bold red" if enemy.boss else "bold"
        )
        left = enemy.health - enemy.damage
        text.append(f" {left}/{enemy.health}", style="red")
        tokens = tokens_of(enemy)
        if tokens:
            text.append("\n" + self.catalogue.name_of(tokens, ""), style="yellow")
        lines = self.catalogue.render(enemy_lines(self.content, self.view, enemy))
        return text.append("\n" + lines, style="not bold")

    # The Group.

    def character(self, one: int) -> RenderableType:
        character = self.view.characters[one]
        if not character.beheaded:
            return Text(self.text("board.nobody", seat=character.seat), style=FAINT)
        text = Text(self.title(one, character), style=HEADING)
        hearts = "♥" * max(0, character.health)
        lost = "♡" * max(0, character.max_health - character.health)
        text.append(f"  {hearts}{lost}", style="red")
        tokens = tokens_of(character)
        if tokens:
            text.append("  " + self.catalogue.name_of(tokens, ""), style="yellow")
        lines = [text, *self.track(character)]
        for item in equipment_of(self.content, character):
            lines.append(Text("  " + self.catalogue.render(item)))
        lines.extend(self.cards(character))
        return Group(*lines)

    def title(self, one: int, character: CharacterView) -> str:
        name = self.catalogue.name_of(one, "who")
        id = "board.first" if one == self.view.first else "board.character"
        if one == self.view.passing:
            id = "board.passing"
        return self.text(id, name=name, seat=character.seat)

    def track(self, character: CharacterView) -> list[Text]:
        """The abilities, the active ones first in each colour."""
        found = abilities(self.content, character)
        lines: list[Text] = []
        for colour, style in COLOUR_STYLES.items():
            line = Text("  ")
            for own, active, message in found:
                if own == colour:
                    line.append(self.catalogue.render(message), style=style if active else FAINT)
                    line.append(" · ", style=FAINT)
            if len(line) > 2:
                lines.append(line[:-3])
        return lines

    def cards(self, character: CharacterView) -> list[Text]:
        lines: list[Text] = []
        for active in character.active:
            if active.hidden:
                kind, _, round = active.announced.partition(" ")
                text = self.text("board.face_down", action=kind, round=int(round))
                lines.append(Text("  " + text))
            elif active.card:
                lines.append(self.card("board.active", active.card))
        if character.top:
            lines.append(self.card("board.top", character.top))
        for card in character.hand:
            lines.append(self.card("board.hand", card))
        piles = self.text(
            "board.piles",
            hand=character.cards_in_hand,
            draw=character.draw,
            discard=character.discard,
        )
        return [*lines, Text("  " + piles, style=FAINT)]

    def card(self, id: str, card: str) -> Text:
        if card == PRINTED:
            return Text("  " + self.text("card.printed"))
        icons = self.content.cards[card].icons
        text = Text("  " + self.text(id, card=card, does=card_text(self.content, card)))
        for icon in icons:
            text.append(" ■", style=COLOUR_STYLES[icon])
        return text

    # The Mutation board.

    def mutation_board(self) -> Text:
        board = self.view.board
        cards = [card for section in board.mutations for card in section]
        text = Text(self.text("board.mutations", runs=len(board.history)), style=HEADING)
        text.append("\n  " + self.text("board.runes", runes=board.runes), style="not bold")
        for card in cards:
            text.append("\n  " + self.text("board.mutation", card=card), style="not bold")
        prices = [
            self.text("board.deck", deck=deck, n=board.left[place], cost=board.prices[place])
            for place, deck in enumerate(DECKS)
        ]
        prices.append(self.text("board.well", n=board.left[len(DECKS)]))
        text.append("\n  " + self.catalogue.name_of(prices, ""), style="not bold")
        if board.peeked:
            text.append("\n  " + self.text("board.peeked", cards=board.peeked), style="not bold")
        return text
