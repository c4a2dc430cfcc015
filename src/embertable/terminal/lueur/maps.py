"""The journey boards as drawings: spaces and islands where the printed board has them."""

from __future__ import annotations

from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.engine.table import Seat
from embertable.games.lueur.content import ELEMENTS, Board, LueurContent, Place, Way
from embertable.games.lueur.names import elements_shown, place_number
from embertable.games.lueur.view import LueurView
from embertable.terminal.canvas import Canvas
from embertable.terminal.ink import FAINT, SEAT_STYLES, flow, ink, seat_text
from embertable.terminal.lueur.signs import SYMBOL_SIGNS, SYMBOL_STYLES, effect_signs, initials
from embertable.text_view.lueur.table import distances

COMPANY = "●"
CAMP = "⌂"
WIDEST = 116


class Chart:
    """A journey board on a canvas of a given size."""

    def __init__(self, board: Board, width: int, height: int) -> None:
        self.board = board
        self.canvas = Canvas(width, height)
        self.labels: dict[str, tuple[int, int, int]] = {}
        across = [place.position[0] for place in board.places.values()]
        down = [place.position[1] for place in board.places.values()]
        self.left, self.top = min(across), min(down)
        self.x_scale = (width - 9) / max(1, max(across) - self.left)
        self.y_scale = (height - 2) / max(1, max(down) - self.top)

    def at(self, name: str) -> tuple[int, int]:
        x, y = self.board.places[name].position
        return 4 + round((x - self.left) * self.x_scale), round((y - self.top) * self.y_scale)

    def draw_paths(self) -> None:
        for start, ends in self.board.paths.items():
            for end in ends:
                if start < end:
                    self.canvas.line(self.at(start), self.at(end))

    def write(self, name: str, label: Text) -> None:
        x, y = self.at(name)
        left = min(max(0, x - label.cell_len // 2), self.canvas.width - label.cell_len)
        self.canvas.put(left, y, label)
        self.labels[name] = (left, y, label.cell_len)

    def write_path(self, start: str, end: str, label: str) -> None:
        """On the middle of the path, or as near to it as there is room."""
        (x, y), (other_x, other_y) = self.at(start), self.at(end)
        left, row = (x + other_x - len(label)) // 2, (y + other_y) // 2
        places = [
            (left + across, row + down)
            for down in (0, 1, -1)
            for across in (0, 1, -1, 2, -2, 3, -3, 4, -4)
        ]
        self.canvas.put_first(places, ink(label, "italic"), margin=1)

    def write_pieces(self, name: str, pieces: Text) -> None:
        """Behind the place's label, or before it, below or above."""
        x, y, length = self.labels[name]
        middle = x + (length - pieces.cell_len) // 2
        places = [(x + length, y), (x - pieces.cell_len, y)]
        places += [(middle + by, y + down) for down in (1, -1) for by in (0, 2, -2, 4, -4, 6, -6)]
        self.canvas.put_first(places, pieces)


def province_map(
    view: LueurView, catalogue: Catalogue, width: int, seat: Seat | None, content: LueurContent
) -> Text:
    """All spaces with companies and camps; the own company's neighbours in bold."""
    board = content.province
    width = min(width, WIDEST)
    chart = Chart(board, width, 29 if width > 90 else 25)
    chart.draw_paths()
    near = {} if seat is None else board.paths.get(view.players[seat].company, {})
    for name, place in board.places.items():
        label = space_label(place, catalogue)
        if name in near:
            label.stylize("bold underline")
        chart.write(name, label)
    for name in board.places:
        chart.write_pieces(name, province_pieces(name, view, catalogue))
    for start, ends in board.paths.items():
        for end, path in ends.items():
            if start < end and path.effects:
                chart.write_path(start, end, effect_signs(path.effects))
    return chart.canvas.text()


def space_label(place: Place, catalogue: Catalogue) -> Text:
    if place.kind == "village":
        return ink(f"[{place.points}]", "bold reverse")
    if place.kind == "start":
        return ink(catalogue.text("board.start"), "reverse")
    sign = SYMBOL_SIGNS[place.element]
    crossed = "✗" if place.kind == "crossed" else ""
    return ink(crossed + sign, SYMBOL_STYLES[place.element])


def province_pieces(name: str, view: LueurView, catalogue: Catalogue) -> Text:
    letters = initials(view, catalogue)
    pieces = Text()
    for sign, places in (
        (COMPANY, [player.company for player in view.players]),
        (CAMP, [player.encampment for player in view.players]),
    ):
        if name in places:
            pieces.append(sign, style="bold")
            for seat, place in enumerate(places):
                if place == name:
                    pieces.append(
                        letters[seat], style=f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}"
                    )
    return pieces


def villages(
    view: LueurView, catalogue: Catalogue, width: int, seat: Seat | None, content: LueurContent
) -> Text:
    """What each village costs and gives, and how far the own company has to go."""
    board = content.province
    steps = {} if seat is None else distances(board, view.players[seat].company)
    pieces: list[Text] = []
    towns = [place for place in board.places.values() if place.kind == "village"]
    for place in sorted(towns, key=lambda place: place.points):
        piece = ink(f"[{place.points}]", "bold reverse")
        piece.append(f" {effect_signs(place.effects)}")
        if place.id in steps:
            far = catalogue.text("board.steps", n=steps[place.id])
            piece.append(f" {far}", style=FAINT)
        pieces.append(piece)
    return flow(pieces, width, gap=3)


def archipelago_map(
    view: LueurView, catalogue: Catalogue, width: int, content: LueurContent
) -> Text:
    """All islands with values and icons, the elements that paths ask for, and the boats."""
    board = content.archipelago
    width = min(width, 90)
    chart = Chart(board, width, 19)
    chart.draw_paths()
    for name, place in board.places.items():
        chart.write(name, island_label(name, place))
    for name in board.places:
        chart.write_pieces(name, boats_at(name, view, catalogue))
    for start, ends in board.paths.items():
        for end, path in ends.items():
            if start < end:
                chart.write_path(start, end, path_label(path))
    return chart.canvas.text()


def path_label(path: Way) -> str:
    """How many different elements the path asks for, and its footprints."""
    if (path.low, path.high) == (0, len(ELEMENTS)):
        elements = ""
    else:
        elements = str(path.low) if path.low == path.high else f"{path.low}/{path.high}"
    return elements + effect_signs(path.effects)


def island_label(name: str, place: Place) -> Text:
    label = ink(f"({place_number(name)})", "bold")
    if place.points:
        label.append(f" {place.points}★", style=f"bold {SYMBOL_STYLES['bursts']}")
    if place.effects:
        label.append(f" {effect_signs(place.effects)}", style=SYMBOL_STYLES["air"])
    return label


def boats_at(name: str, view: LueurView, catalogue: Catalogue) -> Text:
    letters = initials(view, catalogue)
    boats = Text()
    for player in view.players:
        here = player.boats.count(name)
        if here:
            several = f"×{here}" if here > 1 else ""
            style = f"bold {SEAT_STYLES[player.seat % len(SEAT_STYLES)]}"
            boats.append(" ").append(letters[player.seat] + several, style=style)
    return boats


def elements_line(view: LueurView, catalogue: Catalogue, width: int) -> Text:
    """How many different elements everybody shows, for the numbers on the paths."""
    pieces: list[Text] = []
    for player in view.players:
        piece = seat_text(player.seat, catalogue)
        pieces.append(piece.append(f" {elements_shown(player)}"))
    heading = ink(catalogue.text("board.elements") + " ", FAINT)
    return heading.append_text(flow(pieces, width - heading.cell_len, indent=heading.cell_len))
