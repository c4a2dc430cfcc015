"""Set a Watch for learners: its words, its actions' arguments, the shape of its views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from embertable.engine.content import Content
from embertable.envs.coding.numbering import FIXED
from embertable.envs.coding.setawatch import WatchWriter
from embertable.envs.coding.shapes import Many, Number, Numbers, Record, Shape, Word, Words
from embertable.games.setawatch.content import DICE, WatchContent
from embertable.games.setawatch.view import DIE_STATES

WRITER = WatchWriter
ADVENTURERS = range(4)
SLOTS = range(3)
PILES = range(3)
LINE = range(1, 16)
FACE_DOWN = [f"#{place}" for place in range(len(LINE) + 1)]
"""Cards that are named by where they lie: the deck's top, then the places of the Line."""
DIE_SIDES = 12
ACTIONS = {
    "Suggest": (
        "what",
        ("Rest", "ExhaustCard", "Shield", "BurnCard", "Summon", "GiveDie", "StunDie", "GiveUp"),
    )
}
"""What may be suggested to the party."""


def words(content: Content) -> list[str]:
    assert isinstance(content, WatchContent)
    return [
        *("setup", "roll", "camp", "watch", "end", "merchant", "graveyard", "deck_bottom"),
        *("easy", "normal", "hard", "insane", "ready", "set", "bench", "steal", "steal_base"),
        *("top_any_order", "top_or_bottom"),
        *DIE_STATES,
        *content.cards,
        *content.abilities,
        *[one.id for one in content.adventurers],
        *[side.id for one in content.adventurers for side in one.familiars],
        *content.locations,
        *content.items,
        *content.camp,
        *[space for action in content.camp.values() for space in action.spaces],
        *[one.camp_action.id for one in content.adventurers],
        *content.runes,
        *content.scripts,
        *FACE_DOWN,
    ]


def values(content: Content) -> Mapping[str, Sequence[Any]]:
    assert isinstance(content, WatchContent)
    runes = list(content.runes)
    dice = range(len(ADVENTURERS) * DICE)
    return {
        "ability": list(content.abilities),
        "action": [*content.camp, *[one.camp_action.id for one in content.adventurers]],
        "adventurer": ADVENTURERS,
        "card": list(content.cards),
        "die": dice,
        "first": runes,
        "how": FIXED,
        "item": list(content.items),
        "location": list(content.locations),
        "mount": list(content.cards),
        "n": LINE,
        "pile": PILES,
        "place": LINE,
        "player": FIXED,
        "rider": FIXED,
        "script": list(content.scripts),
        "second": ["", *runes],
        "side": [side.id for one in content.adventurers for side in one.familiars],
        "slot": SLOTS,
        "third": ["", *runes],
        "to": FIXED,
        "trophy": list(content.cards),
        "value": range(1, DIE_SIDES + 1),
        "AddTamed.card": [*content.cards, "familiar"],
        "CashTrophy.card": list(content.cards),
        "EquipCard.adventurer": FIXED,
        "GiveDie.card": FIXED,
        "MoveBack.place": FIXED,
        "PayTrophy.ability": FIXED,
        "PutTamed.adventurer": FIXED,
        "RaiseDie.n": FIXED,
        "SpendHex.card": FIXED,
        "Summon.place": FIXED,
        "TakeCard.card": [*content.cards, *FACE_DOWN],
        "TakeNoTrophy.card": FIXED,
        "TakeTrophy.card": FIXED,
        "UseByExhausting.die": range(-1, len(dice)),
    }


def shape(content: Content, words: Words) -> Shape:
    assert isinstance(content, WatchContent)
    number, word = Number(), Word(words)
    # Its number and sides follow from where it stands.
    die = Record({"value": number, "state": word}, left_out=("id", "sides"))
    ability = Record({"id": word, "exhausted": number, "took_die": number})
    item = Record({"id": word, "exhausted": number, "activated": number})
    adventurer = Record(
        {
            "number": number,
            "id": word,
            "seats": Numbers(4),
            "flex": number,
            "dice": Many(DICE, die),
            "board": Many(len(SLOTS), ability),
            "aside": Many(3, word),
            "items": Many(4, item),
            "tamed": Many(2, word),
            "trophies": Many(6, word),
            "rests": number,
            "resting": number,
            "participating": number,
            "reach": number,
        }
    )
    card = Record(
        {
            "card": word,
            "up": number,
            "mount": word,
            "base": number,
            "health": number,
            "damage": number,
            "stolen": Numbers(3),
            "negated": number,
            "attackers": Numbers(4),
        },
        # Its place follows from where it stands, the bonuses from the cards of the adventurers.
        left_out=("place", "bonuses"),
    )
    space = Record({"coins": number, "die": number}, left_out=("id",))
    spaces = sum([len(action.spaces) for action in content.camp.values()])
    return Record(
        {
            "players": number,
            "difficulty": word,
            "round": number,
            "phase": word,
            "firewood": number,
            "level": number,
            "location": word,
            "next_location": word,
            "final_location": word,
            "map_deck": number,
            "unused": number,
            "unused_bottom": Many(9, word),
            "adventurers": Many(len(ADVENTURERS), adventurer),
            "resting": number,
            "line": Many(len(LINE), card),
            "out_of_actions": number,
            "deck": number,
            "deck_top": Many(10, word),
            "deck_bottom": Many(20, word),
            "looked_at": Many(8, word),
            "graveyard": Many(40, word),
            "horde": Many(40, word),
            "unhallowed": Many(content.unhallowed_size, word),
            "unhallowed_known": number,
            "removed": Many(20, word),
            "waiting": Many(4, word),
            "items": number,
            "items_bottom": Many(8, word),
            "market": Many(len(PILES), Many(12, word)),
            "coins": number,
            "spaces": Many(spaces + len(ADVENTURERS), space),
            "runes": Many(len(content.runes), space),
            "familiar": word,
            "familiar_used": number,
            "hex": number,
            "picked_dice": Numbers(len(ADVENTURERS) * DICE),
        }
    )
