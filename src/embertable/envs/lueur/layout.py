"""The encoding of Lueur: vocabulary, arguments of actions, layout of observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from embertable.engine.content import Content
from embertable.envs.coding.numbering import FIXED
from embertable.envs.coding.shapes import (
    Length,
    Many,
    Maybe,
    Number,
    Pairs,
    Record,
    Shape,
    Vocabulary,
    Word,
)
from embertable.games.lueur.content import LueurContent

SEATS = 4
ROUNDS = 8
"""A companion joins each round."""


def words(content: Content) -> list[str]:
    assert isinstance(content, LueurContent)
    return [
        *("province", "archipelago", "A", "B"),
        *content.spaces,
        *content.cards,
        *content.spells,
        *dict.fromkeys([die.colour for die in content.dice]),
        *dict.fromkeys([face for die in content.dice for face in die.faces]),
        *content.province.places,
        *content.archipelago.places,
    ]


def values(content: Content) -> Mapping[str, Sequence[Any]]:
    assert isinstance(content, LueurContent)
    most = range(content.rerolls_to_set + 1)
    return {
        "adventurer": list(content.adventurers),
        "card": [*content.cards, *content.spells],
        "companion": list(content.companions),
        "die": range(len(content.dice)),
        "face": list(dict.fromkeys([face for die in content.dice for face in die.faces])),
        "island": list(content.archipelago.places),
        "payment": ("free", "footprint", "die"),
        "source": ("companion", "token", "track"),
        "space": content.spaces,
        "spell": list(content.spells),
        "start": list(content.archipelago.places),
        "to": content.spaces,
        "WalkTo.space": list(content.province.places),
        "MoveBlackDie.space": FIXED,
        "TakeReserveDie.companion": FIXED,
        # The rerolls of companions and tokens determine those of the track.
        "PayMix.face": FIXED,
        "PayMix.companion": most,
        "PayMix.token": most,
        "PayMix.track": FIXED,
    }


def shape(content: Content, words: Vocabulary) -> Shape:
    assert isinstance(content, LueurContent)
    number, word = Number(), Word(words)
    small = len([die for die in content.dice if not die.large])
    own = max([one.dice for one in content.adventurers.values()])
    # The id determines colour and size.
    die = Record(
        {"id": number, "face": word, "counts": number, "picked": number, "set_aside": number},
        left_out=("colour", "large"),
    )
    lying_die = Record(
        {"id": number, "face": word},
        left_out=("colour", "large", "counts", "picked", "set_aside"),
    )
    # A spell on a companion lies on the last one.
    card = Record({"id": word, "times": number, "resolved": number}, left_out=("on",))
    player = Record(
        {
            "seat": number,
            "adventurer": Maybe(card),
            "companions": Many(ROUNDS + 2, card),
            "spells": Many(len(content.spells), card),
            "hidden_spells": number,
            "dice": Many(own + len(content.reserve_colours) + small, die),
            "bursts": number,
            "rerolls": number,
            "companion_rerolls": number,
            "track_rerolls": Length(),
            "footprints": number,
            "fireflies": number,
            "company": word,
            "encampment": word,
            "visited": Many(len(content.province.places), word),
            "boats": Many(content.boats, word),
            "sketal_dice": Pairs(6, words, word),
        },
        # The final count comes after the last decision.
        left_out=("score_space", "count"),
    )
    space = Record(
        {"element": word, "companion": word, "dice": Many(small, lying_die), "footprints": number}
    )
    return Record(
        {
            "journey": word,
            "round": number,
            "rounds": number,
            "first": number,
            "players": Many(SEATS, player),
            "track": Many(len(content.spaces), space),
            "reserve": Many(8, lying_die),
            "cemetery": Many(len(content.companions), word),
            "deck": number,
            "next_pack": word,
            "spell_pile": number,
            "used_spells": Many(len(content.spells), word),
        }
    )
