"""The signs of The Faceless on a text screen: every colour has a shape, every figure a letter."""

from __future__ import annotations

from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.games.faceless.content import (
    BLUE,
    COLOURS,
    GREEN,
    PURPLE,
    RED,
    YELLOW,
    FacelessContent,
)
from embertable.games.faceless.view import FacelessView, FigureView
from embertable.terminal.ink import ink
from embertable.text_view.faceless.facts import wind_of

COLOUR_SIGNS = {YELLOW: "☼", GREEN: "♣", BLUE: "♠", RED: "Ψ", PURPLE: "@"}
"""A sun, a leaf, a drop, horns and a spiral."""
COLOUR_STYLES = {
    YELLOW: "#ffd84a",
    GREEN: "#6cc35a",
    BLUE: "#6fa8ff",
    RED: "#ff6b5a",
    PURPLE: "#c78bea",
}
WIND_ARROWS = ("→", "↗", "↑", "↖", "←", "↙", "↓", "↘")
"""From east, counter-clockwise."""
STEP_ARROWS = ("→", "↗", "↖", "←", "↙", "↘")
WESTWARD = (3, 4, 5)
TEAM = "T"
TEAM_STYLE = "bold #1c1712 on #f2e8d8"
MEMORY = "?"
MEMORY_STYLE = "bold #ffffff"
OBSTACLE = "▒"
SWAMP = "≈"
STONE = "#9a8c7c"


def colour_of(figure: int) -> str:
    """The colour of a figure's cards (F-DEF-11)."""
    return COLOURS[figure]


def card_text(card: str, content: FacelessContent) -> Text:
    """A card as its colour's shape and its number."""
    known = content.cards[card]
    return ink(f"{COLOUR_SIGNS[known.colour]}{known.value}", f"bold {COLOUR_STYLES[known.colour]}")


def figure_text(figure: FigureView, catalogue: Catalogue) -> Text:
    """A coloured half, a letter, and an arrow where the blank half points: `☼J→`, `←J☼`."""
    style = COLOUR_STYLES[colour_of(figure.figure)]
    letter = catalogue.name_of(figure.figure, "figure")[0]
    wind = wind_of(figure.heading)
    coloured = ink(COLOUR_SIGNS[colour_of(figure.figure)], f"bold {style}")
    arrow = ink(WIND_ARROWS[wind], "bold #ffffff")
    name = ink(letter, f"bold #1c1712 on {style}")
    return Text().join([arrow, name, coloured] if wind in WESTWARD else [coloured, name, arrow])


def team_text(view: FacelessView) -> Text:
    """The Team with the way that the needle shows, or both ways of a tie."""
    ways = () if view.needle is None else view.needle.directions
    arrows = [STEP_ARROWS[direction] for direction in ways]
    if len(arrows) == 2:
        return ink(f"{arrows[1]}{TEAM}{arrows[0]}", TEAM_STYLE)
    if not arrows:
        return ink(f" {TEAM} ", TEAM_STYLE)
    is_west = ways[0] in (2, 3, 4)
    return ink(f"{arrows[0]}{TEAM} " if is_west else f" {TEAM}{arrows[0]}", TEAM_STYLE)
