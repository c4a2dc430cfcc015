"""What one types at a companion table: several dice in a row, or a card or direction in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from embertable.engine.table import Action

if TYPE_CHECKING:
    from embertable.terminal.hotseat import HotSeat

LONGEST = 4
"""Digits of a number in a row."""
WORDS = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def row_of_numbers(line: str, least: int = 2) -> list[int]:
    """The numbers of `3 5 1` or `3,5,1`; empty if the line is anything else."""
    parts = line.replace(",", " ").split()
    if len(parts) < least or not all(part.isdecimal() and len(part) <= LONGEST for part in parts):
        return []
    return [int(part) for part in parts]


def answers_in_row(hotseat: HotSeat, numbers: Sequence[int]) -> tuple[list[Action], str]:
    """The answers that numbers mean for the dice of a roll, in order; none, and why, if one cannot be."""
    row = hotseat.entry_row()
    if len(numbers) > len(row):
        return [], hotseat.text("plain.row", n=len(row), given=len(numbers))
    table = hotseat.session.table
    answers: list[Action] = []
    for draw, number in zip(row, numbers, strict=False):
        options = draw.shortlist(table)
        if not 1 <= number <= len(options):
            asked = hotseat.label(draw, hotseat.look().view)
            return [], hotseat.text("plain.row_range", asked=asked, number=number, n=len(options))
        answers.append(options[number - 1])
    return answers, ""


def named(labels: Sequence[str], typed: str) -> list[int]:
    """The places of the labels that somebody means: the shortest of those with all these words.

    `north-east`, `NE` and `north east` are the same; `east` is not a part of `north-east`.
    """
    wanted = folded(typed)
    if not wanted:
        return []
    found = [
        place
        for place, label in enumerate(labels)
        if any(wanted in (words, initials_of(words)) for words in phrases(folded(label)))
    ]
    if not found:
        return []
    least = min(len(words_of(labels[place])) for place in found)
    return [place for place in found if len(words_of(labels[place])) == least]


def folded(text: str) -> str:
    """A text in lower case without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def words_of(text: str) -> list[str]:
    return WORDS.findall(text)


def phrases(text: str) -> list[str]:
    """All runs of words in a text, each also with spaces for its hyphens."""
    words = words_of(text)
    runs = [
        " ".join(words[first:last])
        for first in range(len(words))
        for last in range(first + 1, len(words) + 1)
    ]
    return [*runs, *[run.replace("-", " ") for run in runs if "-" in run and " " not in run]]


def initials_of(words: str) -> str:
    """`ne` of `north-east`, which one types as a compass has it; of anything else nothing."""
    parts = words.split("-")
    return "".join(part[0] for part in parts) if len(parts) > 1 and " " not in words else ""
