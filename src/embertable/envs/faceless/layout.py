"""The encoding of The Faceless: vocabulary, arguments of actions, layout of observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from embertable.engine.content import Content
from embertable.envs.coding.numbering import FIXED
from embertable.envs.coding.shapes import (
    Many,
    Maybe,
    Named,
    Number,
    Numbers,
    Record,
    Shape,
    Split,
    Vocabulary,
    Word,
)
from embertable.games.faceless.compass import DEGREE
from embertable.games.faceless.content import COLOURS, FacelessContent
from embertable.games.faceless.layout import all_placements

SEATS = range(4)
POWERS = 4
"""A kid's power is used once in a turn."""
FIGURES = range(4)
WHOLE_TURN = 360
DIRECTIONS = 6
CARDS = 50
"""More Events than the printed deck has."""


def words(content: Content) -> list[str]:
    assert isinstance(content, FacelessContent)
    return [
        *content.sides,
        *("walk", "rest", "whisper", "roaming", "carrier", "die"),
        *COLOURS,
        *content.cards,
        *content.kids,
        *content.memories,
        *[token.id for token in content.obstacles],
        *content.random_avatars,
    ]


def values(content: Content) -> Mapping[str, Sequence[Any]]:
    assert isinstance(content, FacelessContent)
    board = content.board
    placements = max([len(all_placements(board, token.cells, ())) for token in content.obstacles])
    return {
        "card": list(content.cards),
        "cards": FIXED,
        "change": range(-3, 4),
        "colour": COLOURS,
        "direction": range(DIRECTIONS),
        "draw": FIXED,
        "effect": list(dict.fromkeys([one for way in content.crossings for one in way.effects])),
        "exchange": (False, True),
        "figure": FIGURES,
        "heading": range(WHOLE_TURN),
        "instead": list(content.cards),
        "kid": content.kids,
        "memory": content.memories,
        "n": range(5),
        "obstacle": range(len(content.obstacles)),
        "other": SEATS,
        "owner": SEATS,
        "pairs": FIXED,
        "place": range(board.size + board.ring),
        "placement": range(placements),
        "player": SEATS,
        "space": range(board.size),
        "start": FIXED,
        "to": SEATS,
        "turned": FIXED,
        "GiveCard.owner": FIXED,
        "GiveCard.card": FIXED,
        "SwapCards.owner": FIXED,
        "SwapCards.card": FIXED,
        "StandOn.figure": FIXED,
        "TurnTo.figure": FIXED,
        "LayFirst.obstacle": FIXED,
        "LayObstacle.obstacle": FIXED,
    }


def shape(content: Content, words: Vocabulary) -> Shape:
    assert isinstance(content, FacelessContent)
    number, word = Number(), Word(words)
    player = Record(
        {"seat": number, "kid": word, "hand": Many(8, word), "limit": number},
    )
    obstacle = Record({"id": word, "spaces": Numbers(5), "is_swamp": number})
    # The label is the name of the place.
    figure = Record({"figure": number, "place": number, "heading": number}, left_out=("label",))
    # Degrees and millionths: as one number, an angle would not fit a 32-bit float.
    needle = Record({"angle": Split(DEGREE), "directions": Numbers(2), "reverse": number})
    return Record(
        {
            "side": word,
            "players": Many(len(SEATS), player),
            "first": number,
            "current": number,
            "turn": number,
            "action": word,
            "card": word,
            "revealed": word,
            "columns": Named({colour: Many(12, word) for colour in COLOURS}),
            "minimum": number,
            "deck": number,
            "top": word,
            "is_top_told": number,
            "powers": Many(POWERS, word),
            "removed": number,
            "discards": Many(CARDS, word),
            "obstacles": Many(len(content.obstacles), obstacle),
            "memories": Numbers(len(content.memories)),
            "unused": Many(len(content.memories), word),
            "used": Many(len(content.memories), word),
            "figures": Many(len(FIGURES), figure),
            "team": number,
            "needle": Maybe(needle),
            "collide": number,
            "earth": number,
            "toggles": number,
            "parts": expansions(content, word),
        },
        # The label is the name of the space; warnings follow from the expansions in play.
        left_out=("team_label", "warnings", "own_compass"),
    )


def expansions(content: FacelessContent, word: Shape) -> Shape:
    """What expansions show, by name."""
    number = Number()
    return Named(
        {
            "avatars": Record(
                {
                    "avatars": Many(2, word),
                    "is_silent": number,
                    "puppets": Numbers(content.servants.tokens),
                }
            ),
            "creepy_die": Record({"face": number}),
            "crossroads": Record(
                {
                    "deck": number,
                    "discards": Numbers(len(content.crossings)),
                    "locked": Numbers(4),
                    "locked_next": Numbers(4),
                }
            ),
            "den": Record({"spaces": Numbers(len(content.den_cells)), "is_near": number}),
            "eyes": Record({"spaces": Numbers(4), "open": Numbers(4)}),
            "fog": Record({"covers": number}),
            "haunted_places": Record(
                {"spaces": Numbers(6), "directions": Numbers(6), "arrows": Numbers(6)}
            ),
            "hourglass": Record({"seconds": number, "is_safe": number}),
            "nightworld": Record({"reverse": Numbers(16)}),
            "portals": Record({"spaces": Numbers(6)}),
            "servants": Record(
                {
                    "mode": word,
                    "spaces": Numbers(content.servants.tokens),
                    "faceup": Numbers(len(content.servant_cards)),
                }
            ),
        }
    )
