"""The symbols of Dead Cells in the terminal."""

from __future__ import annotations

SHAPES = {
    "square": "▢",
    "circle": "◯",
    "hexagon": "⬡",
    "pentagon": "⌂",
    "trapezoid": "◆",
    "diamond": "◇",
}
COLOUR_STYLES = {"green": "green", "purple": "magenta", "red": "red"}
CHECK = "?"
DECK_CHECK = "≡"
RUNE = "ᛟ"
CLOSED = "×"
