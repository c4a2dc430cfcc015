"""The encoding of Set a Watch: vocabulary, arguments of actions, layout of observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from embertable.engine.content import Content
from embertable.envs.coding.numbering import FIXED
from embertable.envs.coding.shapes import Many, Number, Numbers, Record, Shape, Vocabulary, Word
from embertable.games.setawatch.card_effects import TameEffect
from embertable.games.setawatch.content import DICE, WatchContent
from embertable.games.setawatch.view import DIE_STATES

ADVENTURERS = range(4)
SLOTS = range(3)
PILES = range(3)
DIE_SIDES = 12
ACTIONS = {
    "Suggest": (
        "what",
        (
            *("Rest", "ExhaustCard", "Shield", "BurnCard", "Summon", "GiveDie", "StunDie"),
            *("GiveUp", "StrikeNow"),
        ),
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
        *face_down(content),
    ]


def creatures(content: WatchContent) -> int:
    """How many creature cards a game has: the deck, summons, Unhallowed, and the one in the Horde.

    In the final round the Horde joins the Line, so any number of them may be there.
    """
    return content.deck_size + len(content.summons) + content.unhallowed_size + 1


def face_down(content: WatchContent) -> list[str]:
    """The names of face-down cards: the top of the deck, then the places of the Line."""
    return [f"#{place}" for place in range(creatures(content) + 1)]


def tameable(content: WatchContent) -> list[str]:
    effects = [effect for script in content.scripts.values() for effect in script]
    types = [
        type
        for effect in effects
        if isinstance(effect, TameEffect)
        for type in effect.targets.types
    ]
    return [card.id for card in content.cards.values() if card.creature.type in types]


def values(content: Content) -> Mapping[str, Sequence[Any]]:
    assert isinstance(content, WatchContent)
    runes = list(content.runes)
    dice = range(len(ADVENTURERS) * DICE)
    line = range(1, creatures(content) + 1)
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
        "n": line,
        "pile": PILES,
        "place": line,
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
        "AddTamed.card": [*tameable(content), "familiar"],
        "CashTrophy.card": list(content.cards),
        "EquipCard.adventurer": FIXED,
        "GiveDie.card": FIXED,
        "MoveBack.place": FIXED,
        "PayTrophy.ability": FIXED,
        "PutTamed.adventurer": FIXED,
        "PutTamed.card": tameable(content),
        "RaiseDie.n": FIXED,
        "SpendHex.card": FIXED,
        "Summon.place": FIXED,
        "TakeCard.card": [*content.cards, *face_down(content)],
        "TakeNoTrophy.card": FIXED,
        "TakeTrophy.card": FIXED,
        "UseByExhausting.die": range(-1, len(dice)),
    }


def shape(content: Content, words: Vocabulary) -> Shape:
    assert isinstance(content, WatchContent)
    number, word = Number(), Word(words)
    cards = Many(creatures(content), word)
    # The position determines the number and sides of a die.
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
            "tamed": Many(len(tameable(content)), word),
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
            # One for each time it enters the Line, while the party has dice to lose.
            "stolen": Numbers(6),
            "negated": number,
            "attackers": Numbers(4),
        },
        # The order determines the place, the adventurers' cards the bonuses.
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
            "line": Many(creatures(content), card),
            "out_of_actions": number,
            "deck": number,
            "deck_top": cards,
            "deck_bottom": cards,
            "looked_at": Many(8, word),
            "graveyard": cards,
            "horde": cards,
            "unhallowed": Many(content.unhallowed_size, word),
            "unhallowed_known": number,
            "removed": cards,
            "waiting": Many(4, word),
            "items": number,
            "items_bottom": Many(len(content.items), word),
            "market": Many(len(PILES), Many(12, word)),
            "coins": number,
            "spaces": Many(spaces + len(ADVENTURERS), space),
            "runes": Many(len(content.runes), space),
            "familiar": word,
            "familiar_used": number,
            "hex": number,
            "picked_dice": Numbers(len(ADVENTURERS) * DICE),
        },
        # The items and the location determine the prices.
        left_out=("prices",),
    )
