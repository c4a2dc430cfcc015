"""Why a game refuses a value, as the workshop tells it: the loader's reasons and the messages for them."""

from __future__ import annotations

import re
from typing import Final

REASONS: Final = {
    "only_village": r"is .+, not 0: this is no village",
    "between": r"(?:is|holds) .+, not from (?P<low>-?\d+) to (?P<high>\d+)",
    "must_be": r"is .+, but (?:there are|the rules have) (?P<n>\S+)",
    "aims": r"names the Group's own space, or one twice",
    "twice": r"(?:holds?|stands) .*twice|stands twice",
    "nowhere": r".+, which is no (?:place|space|space or exit)",
    "no_such": r"names .+, which does not exist",
    "other_map": r"is not known in the (?:Province|Archipelago)",
    "alone": r"is not known (?:where|beside|without) .+",
    "wordless": r"is no row with a (?:name|text)",
    "once": r"is false, but a spell is used once.*|is false beside a crossed element.*",
    "taken": (
        r"is .+, which has a space already|"
        r"is .+, like that of the .+ space|"
        r"is .+, like another adventurer's"
    ),
    "one_start": r"is start for the start space, and for no other",
    "signs": r"has signs that cannot be shown",
    "no_text": r"is no text",
    "too_long": r"is longer than (?P<n>\d+) letters",
    "pack_size": r"has (?P<have>\d+) cards of pack (?P<pack>\w+), not (?P<n>\d+)",
    "killing": r"is for spells that kill alone",
    "six_faces": r"are not each element and a sixth face",
    "less": r"is .+, less than .+",
    "more": r"is .+, more than .+",
    "not_on_dice": r"is \w+, whose dice do not show .+",
    "equal_or_listed": r"cannot stand beside listed elements",
    "second_path": r"leads from .+, where no other path can be",
    "unreached": r"leaves? .+ out of reach.*|strand the Group on .+",
    "one_needed": r"are none|is empty.*|asks for nothing|is missing, and so is .+",
    "companions_left": r"leaves (?P<have>\d+) companions, not (?P<n>\d+)",
    "small_dice": r"are not the small dice of die_type.*",
    "fewer_cards": r"lists \w+ more often than there are cards",
    "camp_room": r"is .+, and the board has (?P<n>\d+) spaces for it",
    "summons": r"is .+, and there are (?P<n>\d+) Summon cards",
    "not_lasting": r"has .+, which cannot go on all the time",
    "not_here": r"has .+, which belongs to creatures or locations",
    "endless": r"has .+ without an end on a card that is used up",
    "no_firewood": r"says nothing for (?P<n>\d+) firewood",
    "three_dice": r"must be three dice of one kind",
    "deck_size": r"have (?P<have>\d+) cards for (?P<n>\d+)",
    "faces_in_order": r"does not have the faces 1 to 6 in order",
    "apart": r"is not three places apart.*",
    "one_entrance": r"does not have exactly one Entrance.*",
    "so_many": r"has (?P<have>\d+) (?:rows|exits), not (?P<n>\d+)",
    "few_tiles": r"are too few for (?P<n>\d+) \w+ spaces",
    "three_spaces": r"has other spaces than 1, 2 and 3",
    "two_icons": r"shows more than two icons",
    "fixed": r"is not (?P<n>\d+)",
    "unknown": r"is not known here, where there are .+",
}
"""What the loader says, by the message that says it in every language; the first that fits counts."""
PATTERNS: Final = {id: re.compile(pattern) for id, pattern in REASONS.items()}


def reason_for(problem: str) -> tuple[str, dict[str, str | int]] | None:
    """The message for a reason, with its arguments; None if there is none."""
    for id, pattern in PATTERNS.items():
        if found := pattern.fullmatch(problem):
            return f"reason.{id}", {name: plain(text) for name, text in found.groupdict().items()}
    return None


def plain(text: str) -> str | int:
    """Numbers decide about plurals."""
    return int(text) if text.isdecimal() else text
