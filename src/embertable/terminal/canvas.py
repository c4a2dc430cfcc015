"""A canvas for maps: thin lines of Braille dots, with labels above them."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from rich.text import Text

from embertable.terminal.ink import FAINT

BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class Canvas:
    """A grid of characters: fine lines below, labels above, none upon another."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.dots = [[0] * width for _ in range(height)]
        self.bright: dict[tuple[int, int], str] = {}
        self.letters: dict[tuple[int, int], tuple[str, str]] = {}

    def line(self, start: tuple[int, int], end: tuple[int, int], style: str = "") -> None:
        """A line of Braille dots, two across and four down in each cell."""
        x, y = start[0] * 2 + 1, start[1] * 4 + 2
        across, down = (end[0] - start[0]) * 2, (end[1] - start[1]) * 4
        steps = max(abs(across), abs(down), 1)
        for step in range(steps + 1):
            dot_x, dot_y = x + round(across * step / steps), y + round(down * step / steps)
            self.dots[dot_y // 4][dot_x // 2] |= BRAILLE[dot_y % 4][dot_x % 2]
            if style:
                self.bright[dot_x // 2, dot_y // 4] = style

    def is_free(self, x: int, y: int, length: int, margin: int) -> bool:
        if not (0 <= y < self.height and x >= 0 and x + length <= self.width):
            return False
        cells = range(x - margin, x + length + margin)
        return not any((cell, y) in self.letters for cell in cells)

    def put(self, x: int, y: int, label: Text) -> None:
        for place, letter in enumerate(label.plain):
            style = str(label.style)
            for span in label.spans:
                if span.start <= place < span.end:
                    style = f"{style} {span.style}"
            self.letters[x + place, y] = (letter, style.strip())

    def put_first(self, places: list[tuple[int, int]], label: Text, margin: int = 0) -> None:
        """At the first of the places with room for it."""
        for x, y in places:
            if self.is_free(x, y, label.cell_len, margin):
                self.put(x, y, label)
                return

    def text(self) -> Text:
        lines: list[Text] = []
        for y, row in enumerate(self.dots):
            cells = [
                self.letters.get((x, y), (drawn(dots), self.bright.get((x, y), FAINT)))
                for x, dots in enumerate(row)
            ]
            line = Text()
            for style, run in groupby(cells, key=itemgetter(1)):
                line.append("".join([letter for letter, _ in run]), style=style)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)


def drawn(dots: int) -> str:
    return chr(0x2800 + dots) if dots else " "
