"""Plots as inline SVG, without scripts or further files, readable as text.

Each is drawn twice, for desktops and phones; the style sheet shows the one that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from html import escape
from typing import Concatenate, ParamSpec


@dataclass(frozen=True)
class Frame:
    """The width of a plot, with room for names on the left and numbers on the right."""

    name: str
    width: int
    labels: int
    right: int
    letters: int
    """The longest name, in characters."""
    ticks: int
    """About how many ticks an axis may have."""


BROAD = Frame("broad", 720, 220, 96, 27, 10)
SLIM = Frame("slim", 360, 148, 60, 17, 5)
ROW = 30
TOP = 12
AXIS = 26


P = ParamSpec("P")


def for_desks_and_phones(draw: Callable[Concatenate[Frame, P], str]) -> Callable[P, str]:
    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> str:
        return draw(BROAD, *args, **kwargs) + draw(SLIM, *args, **kwargs)

    return drawn


@dataclass(frozen=True)
class Whisker:
    """A row with a value and its interval; `loud` rows are drawn in colour."""

    label: str
    value: float
    low: float
    high: float
    note: str
    loud: bool = True


@for_desks_and_phones
def whiskers(
    frame: Frame,
    title: str,
    rows: Sequence[Whisker],
    low: float,
    high: float,
    ticks: Sequence[tuple[float, str]],
    zero: float | None = None,
) -> str:
    """Points with intervals, one per row."""
    height = TOP + ROW * len(rows) + AXIS

    def x(value: float) -> float:
        share = (min(max(value, low), high) - low) / ((high - low) or 1.0)
        return frame.labels + share * (frame.width - frame.labels - frame.right)

    shown = ticks[:: 1 if len(ticks) < frame.ticks else 2]
    parts = [grid(x(tick), label, height) for tick, label in shown]
    if zero is not None:
        parts.append(
            f'<line class="zero" x1="{x(zero):.1f}" x2="{x(zero):.1f}" y1="{TOP - 6}" y2="{height - AXIS}"/>'
        )
    for place, row in enumerate(rows):
        y = TOP + ROW * place + ROW / 2
        loud = "loud" if row.loud else "quiet"
        parts.append(
            f'<g class="{loud}"><text class="label" x="{frame.labels - 14}" y="{y + 5:.1f}">{escape(cut(row.label, frame))}</text>'
            f'<line class="whisker" x1="{x(row.low):.1f}" x2="{x(row.high):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<circle cx="{x(row.value):.1f}" cy="{y:.1f}" r="5.5"/>'
            f'<text class="note" x="{frame.width - frame.right + 12}" y="{y + 5:.1f}">{escape(row.note)}</text></g>'
        )
    return svg(frame, title, height, parts)


@for_desks_and_phones
def stacked(
    frame: Frame, title: str, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]
) -> str:
    """Stacked bars, one per row, with a legend above."""
    span = frame.width - frame.labels - 24
    legend: list[str] = []
    across, down = 0.0, 0
    for place, name in enumerate(names):
        wide = 30 + 7.4 * len(name)
        if across and across + wide > frame.width:
            across, down = 0.0, down + 1
        legend.append(
            f'<rect class="part{place % 8}" x="{across:.0f}" y="{down * 24 + 2}" width="13" height="13" rx="3"/>'
            f'<text x="{across + 20:.0f}" y="{down * 24 + 13}">{escape(name)}</text>'
        )
        across += wide
    top = (down + 1) * 24 + 14
    parts = [*legend]
    for place, (label, shares) in enumerate(rows):
        y = top + place * ROW
        parts.append(
            f'<text class="label" x="{frame.labels - 14}" y="{y + 17}">{escape(cut(label, frame))}</text>'
        )
        start = float(frame.labels)
        for part, share in enumerate(shares):
            wide = share * span
            if wide > 0:
                parts.append(
                    f'<rect class="part{part % 8}" x="{start:.1f}" y="{y}" width="{max(0.5, wide - 1):.1f}" height="22" rx="3"/>'
                )
            if wide > 34:
                parts.append(
                    f'<text class="inside" x="{start + wide / 2:.1f}" y="{y + 16}">{100 * share:.0f}</text>'
                )
            start += wide
    return svg(frame, title, top + ROW * len(rows), parts)


@for_desks_and_phones
def histogram(frame: Frame, title: str, values: Sequence[int], unit: str, middle: float) -> str:
    """A histogram of lengths, with a line at the median."""
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // 40))
    bars: dict[int, int] = {}
    for value in values:
        bars[(value - low) // width] = bars.get((value - low) // width, 0) + 1
    count = (high - low) // width + 1
    height, floor = 200, 160
    step = (frame.width - 40) / count
    tallest = max(bars.values())
    parts = []
    for place in range(count):
        tall = bars.get(place, 0) / tallest * (floor - 20)
        parts.append(
            f'<rect class="bar" x="{20 + place * step:.1f}" y="{floor - tall:.1f}" width="{max(1.0, step - 2):.1f}" height="{tall:.1f}" rx="2"/>'
        )
    at = 20 + ((middle - low) / width + 0.5) * step
    parts.append(f'<line class="zero" x1="{at:.1f}" x2="{at:.1f}" y1="8" y2="{floor}"/>')
    every = max(1, count // frame.ticks)
    for place in range(0, count, every):
        parts.append(
            f'<text class="tick" x="{20 + (place + 0.5) * step:.1f}" y="{floor + 20}">{low + place * width}</text>'
        )
    parts.append(
        f'<text class="unit" x="{frame.width - 20}" y="{height - 2}">{escape(unit)}</text>'
    )
    return svg(frame, title, height + 6, parts)


@for_desks_and_phones
def lines(
    frame: Frame, title: str, series: Sequence[tuple[str, Sequence[tuple[float, float]]]], unit: str
) -> str:
    """Chances over time, from 0 to 100 %."""
    height, floor, left, right = 260, 222, 46, frame.width - frame.right - 30
    last = max([x for _, points in series for x, _ in points], default=1.0) or 1.0

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return left + point[0] / last * (right - left), floor - point[1] * (floor - 16)

    parts = []
    for tick in (0, 25, 50, 75, 100):
        y = at((0, tick / 100))[1]
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="label tick" x="{left - 8}" y="{y + 5:.1f}">{tick} %</text>')
    for place, (name, points) in enumerate(series):
        path = " ".join([f"{x:.1f},{y:.1f}" for x, y in map(at, points)])
        parts.append(f'<polyline class="line{place}" points="{path}"/>')
        x, y = at(points[-1])
        parts.append(
            f'<text class="series{place}" x="{x + 10:.1f}" y="{y + 5:.1f}">{escape(name)}</text>'
        )
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        stage = round(share * last)
        parts.append(
            f'<text class="tick" x="{at((stage, 0))[0]:.1f}" y="{floor + 20}">{stage + 1}</text>'
        )
    parts.append(f'<text class="unit" x="{right}" y="{height}">{escape(unit)}</text>')
    return svg(frame, title, height + 6, parts)


def grid(x: float, label: str, height: float) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{height - AXIS}"/>'
        f'<text class="tick" x="{x:.1f}" y="{height - 6}">{escape(label)}</text>'
    )


def cut(label: str, frame: Frame) -> str:
    """Shorten a name to fit its column."""
    most = frame.letters
    return label if len(label) <= most else f"{label[: most - 1]}…"


def svg(frame: Frame, title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="{frame.name}" viewBox="0 0 {frame.width} {height:.0f}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
