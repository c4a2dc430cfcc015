"""Why a game refuses a value, as the workshop tells it: the loader's reasons and the messages for them."""

from __future__ import annotations

import re
from typing import Final

REASONS: Final = {
    "reason.only_village": r"is .+, not 0: this is no village",
    "reason.between": r"(?:is|holds) .+, not from (?P<low>-?\d+) to (?P<high>\d+)",
    "reason.must_be": r"is .+, but (?:there are|the rules have) (?P<n>\S+)",
    "reason.aims": r"names the Group's own space, or one twice",
    "reason.twice": r"(?:holds?|stands) .*twice|stands twice",
    "reason.nowhere": r".+, which is no (?:place|space|space or exit)",
    "reason.no_such": r"names .+, which does not exist",
    "reason.other_map": r"is not known in the (?:Province|Archipelago)",
    "reason.alone": r"is not known (?:where|beside|without) .+",
    "reason.wordless": r"is no row with a (?:name|text)",
    "reason.once": r"is false, but a spell is used once.*|is false beside a crossed element.*",
    "reason.taken": (
        r"is .+, which has a space already|"
        r"is .+, like that of the .+ space|"
        r"is .+, like another adventurer's"
    ),
    "reason.one_start": r"is start for the start space, and for no other",
    "reason.signs": r"has signs that cannot be shown",
    "reason.no_text": r"is no text",
    "reason.too_long": r"is longer than (?P<n>\d+) letters",
    "reason.pack_size": r"has (?P<have>\d+) cards of pack (?P<pack>\w+), not (?P<n>\d+)",
    "reason.killing": r"is for spells that kill alone",
    "reason.six_faces": r"are not each element and a sixth face",
    "reason.less": r"is .+, less than .+",
    "reason.more": r"is .+, more than .+",
    "reason.not_on_dice": r"is \w+, whose dice do not show .+",
    "reason.equal_or_listed": r"cannot stand beside listed elements",
    "reason.second_path": r"leads from .+, where no other path can be",
    "reason.unreached": r"leaves? .+ out of reach.*|strand the Group on .+",
    "reason.one_needed": r"are none|is empty.*|asks for nothing|is missing, and so is .+",
    "reason.companions_left": r"leaves (?P<have>\d+) companions, not (?P<n>\d+)",
    "reason.small_dice": r"are not the small dice of die_type.*",
    "reason.fewer_cards": r"lists \w+ more often than there are cards",
    "reason.camp_room": r"is .+, and the board has (?P<n>\d+) spaces for it",
    "reason.summons": r"is .+, and there are (?P<n>\d+) Summon cards",
    "reason.not_lasting": r"has .+, which cannot go on all the time",
    "reason.not_here": r"has .+, which belongs to creatures or locations",
    "reason.endless": r"has .+ without an end on a card that is used up",
    "reason.no_firewood": r"says nothing for (?P<n>\d+) firewood",
    "reason.three_dice": r"must be three dice of one kind",
    "reason.deck_size": r"have (?P<have>\d+) cards for (?P<n>\d+)",
    "reason.faces_in_order": r"does not have the faces 1 to 6 in order",
    "reason.apart": r"is not three places apart.*",
    "reason.one_entrance": r"does not have exactly one Entrance.*",
    "reason.so_many": r"has (?P<have>\d+) (?:rows|exits), not (?P<n>\d+)",
    "reason.few_tiles": r"are too few for (?P<n>\d+) \w+ spaces",
    "reason.three_spaces": r"has other spaces than 1, 2 and 3",
    "reason.two_icons": r"shows more than two icons",
    "reason.fixed": r"is not (?P<n>\d+)",
    "reason.unknown": r"is not known here, where there are .+",
}
"""What the loader says, by the message that says it in every language; the first that fits counts."""
PATTERNS: Final = {id: re.compile(pattern) for id, pattern in REASONS.items()}


def reason_for(problem: str) -> tuple[str, dict[str, str | int]] | None:
    """The message for a reason, with its arguments; None if there is none."""
    for id, pattern in PATTERNS.items():
        if found := pattern.fullmatch(problem):
            return id, {name: plain(text) for name, text in found.groupdict().items()}
    return None


def plain(text: str) -> str | int:
    """Numbers decide about plurals."""
    return int(text) if text.isdecimal() else text
