"""Finds the option that a reply in prose names: by number, by exact text, or in the action language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from embertable.agents.action_language import is_meant, statements

NAMING = re.compile(
    r"(?P<before>[\w']+[ \t]+)?"
    r"(?:\b(?:options?|opzion[ei]|choose|chose|choice|choosing|pick|picking|take|answer|scelgo|scelta|scegli|"
    r"prendo|risposta|numero|number)\b[\s\"'*_:=#(`]*(?:is|è|be|number|numero|option|opzione)?[\s\"'*_:=#(`]*)"
    r"(?P<number>\d+)(?![\d.]*\d)",
    re.IGNORECASE,
)
"""A number with a word that makes it an option's."""
ALONE = re.compile(r"^(?:\s*-\s)?[\s>*_#(\[`\"'.]*(?P<number>\d+)[\s*_)\]`\"'.!]*$", re.MULTILINE)
"""A number alone on its line."""
BARE = re.compile(r"(?<![\w.,-])(?P<number>\d+)(?![\w]|[.,]\d)")
REJECTING = (
    "not",
    "than",
    "over",
    "instead of",
    "against",
    "avoid",
    "non",
    "che",
    "invece di",
    "evito",
)
"""Words before an option that is named only to be turned down."""
EITHER = re.compile(
    r"[\s*_`\"')]*(?:,|/|or|and|e|o|oppure)[\s*_`\"'(]*(?:options?|opzion[ei])?[\s*_`\"'(]*",
    re.IGNORECASE,
)
"""What stands between two options where somebody does not decide."""


class Ambiguous(Exception):
    """The reply names several options and does not decide."""


@dataclass
class Mention:
    start: int
    end: int
    number: int


def find_option(reply: str, texts: Sequence[str], saved: Sequence[Mapping[str, Any]]) -> int | None:
    """The number of the option that a reply names last; None if it names none.

    Raises:
        Ambiguous: it names several, and the last words leave open which.

    """
    mentions = mentions_of_texts(reply, texts)
    # A number inside the text of an option is no number of an option.
    rest = blanked(reply, mentions)
    mentions += mentions_of_actions(rest, saved)
    mentions += mentions_by_number(rest, len(texts))
    mentions = [one for one in mentions if not is_rejected(reply, one.start)]
    if not mentions:
        return lone_number(rest, len(texts))
    mentions.sort(key=lambda one: (one.end, one.start))
    last = mentions[-1]
    others = [one for one in mentions if one.end == last.end]
    if len({one.number for one in others}) > 1:
        raise Ambiguous
    before = [one for one in mentions if one.end <= last.start]
    if (
        before
        and before[-1].number != last.number
        and is_either(reply[before[-1].end : last.start])
    ):
        raise Ambiguous
    # "option 2 or 3": the second number has no word of its own.
    following = BARE.search(rest, last.end)
    if following is not None and is_either(rest[last.end : following.start()]):
        number = int(following["number"])
        if number != last.number and 1 <= number <= len(texts):
            raise Ambiguous
    return last.number


def is_either(between: str) -> bool:
    """Whether two options with this between them are both named, as in "2 or 3"."""
    return EITHER.fullmatch(between) is not None


def mentions_of_texts(reply: str, texts: Sequence[str]) -> list[Mention]:
    """Where options are named by their exact text; a longer text wins over one inside it."""
    lowered = reply.casefold()
    if len(lowered) != len(reply):
        lowered = reply.lower() if len(reply.lower()) == len(reply) else reply
    found: list[Mention] = []
    for number, text in enumerate(texts, start=1):
        wanted = text.rstrip(".").casefold()
        start = lowered.find(wanted) if wanted else -1
        while start >= 0:
            found.append(Mention(start, start + len(wanted), number))
            start = lowered.find(wanted, start + 1)
    return [
        one
        for one in found
        if not any(
            other.start <= one.start
            and one.end <= other.end
            and other.end - other.start > one.end - one.start
            for other in found
        )
    ]


def mentions_of_actions(reply: str, saved: Sequence[Mapping[str, Any]]) -> list[Mention]:
    """Where options are named in the action language; `Rest` alone is a word like others."""
    found: list[Mention] = []
    for stated in statements(reply):
        fitting = [number for number, one in enumerate(saved, start=1) if is_meant(stated, one)]
        is_word = stated.bare and not any(letter.isupper() for letter in stated.name[1:])
        if len(fitting) == 1 and not is_word:
            found.append(Mention(stated.place - len(stated.name), stated.place, fitting[0]))
    return found


def mentions_by_number(reply: str, count: int) -> list[Mention]:
    found = [*NAMING.finditer(reply), *ALONE.finditer(reply)]
    return [
        Mention(match.start("number"), match.end("number"), int(match["number"]))
        for match in found
        if is_option(match["number"], count)
    ]


def lone_number(reply: str, count: int) -> int | None:
    """The only number that could be an option's, in the reply or else in its last line."""
    lines = [line for line in reply.splitlines() if line.strip()]
    numbers: set[int] = set()
    for text in (reply, lines[-1] if lines else ""):
        numbers = {
            int(match["number"])
            for match in BARE.finditer(text)
            if is_option(match["number"], count) and not is_rejected(text, match.start())
        }
        if len(numbers) == 1:
            return numbers.pop()
    if numbers:
        raise Ambiguous
    return None


def is_option(number: str, count: int) -> bool:
    return len(number) < 10 and 1 <= int(number) <= count


def is_rejected(reply: str, start: int) -> bool:
    """Whether the words before an option turn it down: "not option 3", "rather than 3"."""
    before = re.sub(
        r"[\W_]*(?:options?|opzion[ei]|number|numero|the|l'|la|il)?[\W_]*$",
        "",
        reply[:start].lower(),
    )
    return any(re.search(rf"\b{word}$", before) for word in REJECTING)


def blanked(reply: str, mentions: Sequence[Mention]) -> str:
    for one in mentions:
        reply = reply[: one.start] + " " * (one.end - one.start) + reply[one.end :]
    return reply
