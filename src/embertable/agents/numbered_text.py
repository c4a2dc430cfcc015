"""A text that changes, sent as numbered lines: only what is new, and nothing in parentheses twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal
from difflib import SequenceMatcher
from itertools import count

ELLIPSIS = "(…)"
"""Stands for what an earlier line says in parentheses about the same name."""
REST = "…"
"""At the end of a line: it goes on as the line of this number did before."""
FEWEST = 4
"""A rest of fewer words is sent as it is."""
SHORTEST = 12
"""Parentheses with fewer characters are sent as they are."""

NAMED = re.compile(r"(?P<name>(?:[^\s(]+ )?[^\s(#]+(?: #\d+)?) \((?P<inside>[^()]+)\)")


class NumberedText:
    """The lines of a text, each under a number that it keeps while the text changes."""

    def __init__(self) -> None:
        self.lines: dict[Decimal, str] = {}
        self.explained: dict[str, set[str]] = {}
        """What was said in parentheses about each name."""

    def update(self, lines: Sequence[str]) -> tuple[dict[str, str], list[str]]:
        """Take the text as it is now; return the lines to send by number, and the numbers that are gone."""
        before = list(self.lines.items())
        now: dict[Decimal, str] = {}
        after = 0
        for old, new in [*pairs([line for _, line in before], lines), (len(before), len(lines))]:
            low = max(now, default=Decimal(0))
            high = before[old][0] if old < len(before) else None
            for line in lines[after:new]:
                low = between(low, high)
                now[low] = line
            if old < len(before):
                now[before[old][0]] = lines[new]
            after = new + 1
        gone = [shown(number) for number in self.lines if number not in now]
        changed = {
            shown(number): self.rest_as_before(number, line)
            for number, line in now.items()
            if self.lines.get(number) != line
        }
        self.lines = now
        return changed, gone

    def rest_as_before(self, number: Decimal, line: str) -> str:
        """The sentence up to its last word that is new, if the line before it went on like that."""
        old, new = self.lines.get(number, "").split(" "), line.split(" ")
        if len(old) == len(new):
            last = max(place for place, word in enumerate(new) if word != old[place]) + 1
            if len(new) - last >= FEWEST:
                return " ".join([*new[:last], REST])
        return self.shorten(line)

    def shorten(self, line: str) -> str:
        """The sentence without what it repeats in parentheses.

        A name about which two different things were said keeps its parentheses, so the dots have one meaning.
        """
        return NAMED.sub(self._once, line)

    def _once(self, found: re.Match[str]) -> str:
        name, inside = found["name"], found["inside"]
        known = [self.explained.setdefault(one, set()) for one in names_in(name)]
        if len(inside) >= SHORTEST and {inside} in known:
            return f"{name} {ELLIPSIS}"
        for one in known:
            one.add(inside)
        return found[0]


def pairs(before: Sequence[str], now: Sequence[str]) -> list[tuple[int, int]]:
    """The places of lines that stay: those that are equal and, between them, those about the same thing."""
    found: list[tuple[int, int]] = []
    old_start, new_start = 0, 0
    for old, new, size in SequenceMatcher(None, before, now, False).get_matching_blocks():
        starts = SequenceMatcher(
            None,
            [start_of(line) for line in before[old_start:old]],
            [start_of(line) for line in now[new_start:new]],
            False,
        )
        for one, other, alike in starts.get_matching_blocks():
            found += [(old_start + one + i, new_start + other + i) for i in range(alike)]
        found += [(old + i, new + i) for i in range(size)]
        old_start, new_start = old + size, new + size
    return found


def names_in(words: str) -> list[str]:
    """The names that two words may be: "Orange Sketal" or "Sketal", "companion Briki #1" or "Briki #1"."""
    return [words, words.partition(" ")[2]] if " " in words.partition(" #")[0] else [words]


def start_of(line: str) -> str:
    """What a sentence is about: its first words without numbers."""
    return " ".join(re.sub(r"\d+|[:;,.]", " ", line).split()[:3])


def between(low: Decimal, high: Decimal | None) -> Decimal:
    """The shortest number above `low` and below `high`."""
    for digits in count():
        unit = Decimal(1).scaleb(-digits)
        found = (low / unit).to_integral_value(ROUND_FLOOR) * unit + unit
        if high is None or found < high:
            return found
    raise AssertionError


def shown(number: Decimal) -> str:
    return f"{number.normalize():f}"
