"""The Biome board: spaces in their columns, and the corridors between them."""

from __future__ import annotations

from rich.text import Text

from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import START, Biome, Corridor
from embertable.games.deadcells.state import HIDDEN, RESOLVED
from embertable.games.deadcells.view import DeadCellsView
from embertable.terminal.canvas import Canvas
from embertable.terminal.deadcells.signs import (
    CHECK,
    CLOSED,
    COLOUR_STYLES,
    DECK_CHECK,
    RUNE,
    SHAPES,
)

NARROWEST_STEP = 9
WIDEST_STEP = 18
MARGIN = 4
WIDE = 100
"""From this width on, the rows lie farther apart."""
OPEN = "bold #ff8a3d"
"""The corridors that the Group could take from here."""


def biome_map(view: DeadCellsView, content: DeadCellsContent, width: int) -> Text:
    biome = content.biomes[view.biome]
    places = positions(biome)
    columns = max([x for x, _ in places.values()])
    rows = max([y for _, y in places.values()])
    step = min(WIDEST_STEP, max(NARROWEST_STEP, (width - 2 * MARGIN) // max(1, columns)))
    down = 3 if width >= WIDE else 2
    canvas = Canvas(min(width, columns * step + 2 * MARGIN), rows * down + 1)

    def at(space: str) -> tuple[int, int]:
        x, y = places[space]
        return min(MARGIN + x * step, canvas.width - MARGIN), y * down

    here = biome.ways.get(view.place, ())
    for number, corridor in sorted(enumerate(biome.corridors), key=lambda one: one[0] in here):
        canvas.line(at(corridor.start), at(corridor.to), OPEN if number in here else "")
    for space in places:
        label = space_label(view, biome, space)
        x, y = at(space)
        left = min(max(0, x - label.cell_len // 2), canvas.width - label.cell_len)
        canvas.put(left, y, label)
    for number, corridor in enumerate(biome.corridors):
        signs = corridor_signs(corridor, number in view.closed)
        (x, y), (other_x, other_y) = at(corridor.start), at(corridor.to)
        middle = (x + other_x - signs.cell_len) // 2
        spots = [(middle + by, (y + other_y) // 2) for by in (0, 1, -1, 2, -2)]
        canvas.put_first(spots, signs)
    return canvas.text()


def positions(biome: Biome) -> dict[str, tuple[int, int]]:
    """Columns from the start on the left to the exits on the right, and rows from above."""
    lowest = min([space.x for space in biome.spaces])
    places = {space.id: (space.x - lowest + 1, space.y) for space in biome.spaces}
    rows = max([y for _, y in places.values()])
    last = max([x for x, _ in places.values()]) + 1
    places[START] = (0, rows // 2)
    for number, exit in enumerate(biome.exits):
        places[exit] = (last, round(rows * number / max(1, len(biome.exits) - 1)))
    return places


def space_label(view: DeadCellsView, biome: Biome, space: str) -> Text:
    if space == START:
        label = Text("●")
    elif space in biome.exits:
        label = Text(f"▶{space.removeprefix('exit_')}", style="bold")
    else:
        number = biome.places[space]
        face = view.spaces[number].face
        shape = SHAPES[biome.spaces[number].shape]
        label = Text((shape if face == HIDDEN else "·" if face == RESOLVED else "!") + space)
    if space == view.place:
        label.stylize("reverse bold")
    return label


def corridor_signs(corridor: Corridor, closed: bool) -> Text:
    """What a corridor demands, a sign each."""
    signs = Text()
    if closed:
        signs.append(CLOSED, style="bold red")
    if corridor.rune:
        signs.append(RUNE, style="bold")
    for icon in corridor.icons:
        signs.append(CHECK, style=f"bold {COLOUR_STYLES.get(icon, '')}".strip())
    if corridor.deck_check is not None:
        signs.append(DECK_CHECK, style="bold")
    return signs
