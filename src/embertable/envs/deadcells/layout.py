"""The encoding of Dead Cells: vocabulary, arguments of actions, layout of observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from embertable.engine.content import Content
from embertable.envs.coding.numbering import FIXED
from embertable.envs.coding.shapes import (
    Many,
    Number,
    Numbers,
    Phrase,
    Record,
    Shape,
    Vocabulary,
    Word,
)
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import CONSTRAINTS, LIMITS
from embertable.games.deadcells.effects import (
    CHOICE,
    COLOURS,
    DECKS,
    STATES,
    TOKENS,
    AddTreasure,
    Curse,
)
from embertable.games.deadcells.preparation import OFFERS

CHARACTERS = range(4)
ENEMY_SPACES = range(-1, 8)
ROUNDS = (1, 2, 3)
MARKS = ("focus", "danger")
LOOT = ("blueprint", "cell", "food", "rune", "scroll", "tooth", "treasure", "boss_cell")
GIFTS = ("serenade-1", "serenade-2")
ANY_ROUND = [f"any-round-{character}" for character in CHARACTERS]
"""A Weapon was used in another Round than its own."""


def words(content: Content) -> list[str]:
    assert isinstance(content, DeadCellsContent)
    spaces = [space for biome in content.biomes.values() for space in biome.spaces]
    return [
        *[str(number) for number in range(-1, 13)],
        *("choice", "hole", "wall", "combat", "starter", "start", "printed", "offer"),
        *COLOURS,
        *STATES,
        *LIMITS,
        *ANY_ROUND,
        *MARKS,
        *OFFERS,
        *LOOT,
        *DECKS,
        *CONSTRAINTS,
        *curses(content),
        *kinds(content),
        *content.names,
        *content.cards,
        *content.equipment,
        *content.monsters,
        *content.tiles,
        *content.bosses,
        *[attack for boss in content.bosses.values() for attack in boss.attacks],
        *content.biomes,
        *content.runes,
        *content.permanents,
        *[card.id for deck in content.upgrades for card in deck],
        *[card.id for card in content.well],
        *content.either_or,
        *abilities(content),
        *[space.id for space in spaces],
        *[space.shape for space in spaces],
    ]


def values(content: Content) -> Mapping[str, Sequence[Any]]:
    assert isinstance(content, DeadCellsContent)
    spaces = [space.id for biome in content.biomes.values() for space in biome.spaces]
    corridors = max([len(biome.corridors) for biome in content.biomes.values()])
    cards = list(content.cards)
    equipment = list(content.equipment)
    found: dict[str, Sequence[Any]] = {
        "ability": [*GIFTS, *abilities(content)],
        "action": kinds(content),
        "beheaded": content.names,
        "biome": content.biome_ids,
        "card": equipment,
        "carried": equipment,
        "character": CHARACTERS,
        "colour": COLOURS,
        "deck": DECKS,
        "either_or": FIXED,
        "golden": range(9),
        "help": OFFERS,
        "icon": COLOURS,
        "item": LOOT,
        "mark": MARKS,
        "n": FIXED,
        "number": range(12),
        "old": list(content.permanents),
        "other": CHARACTERS,
        "place": range(6),
        "round": ROUNDS,
        "shields": range(9),
        "skill": abilities(content),
        "space": list(dict.fromkeys(spaces)),
        "state": STATES,
        "tile": FIXED,
        "what": FIXED,
        "AimAt.space": ENEMY_SPACES,
        "BoxMutation.card": FIXED,
        "DiscardCard.card": cards,
        "DropCarried.card": FIXED,
        "DropNew.card": FIXED,
        "Equip.card": FIXED,
        "GiveCombatCard.card": FIXED,
        "GiveEquipment.card": FIXED,
        "HandNext.item": ("scroll", "food", "treasure"),
        "HandNext.what": ["", *COLOURS, CHOICE, *equipment],
        "Jump.space": FIXED,
        "LayCard.card": cards,
        "LeaveMutation.card": list(content.permanents),
        "MarkEnemy.space": ENEMY_SPACES,
        "PassCombatCard.card": FIXED,
        "PickCompanion.card": FIXED,
        "PutOnTop.card": cards,
        "RemoveCard.beheaded": FIXED,
        "RemoveCard.card": cards,
        "ReplaceMutation.card": FIXED,
        "SetBossCells.n": range(len(content.boss_cells) + 1),
        "ShowCard.card": cards,
        "TakeCorridor.number": range(corridors),
        "TakeCorridor.space": FIXED,
        "TakeTwoScrolls.colour": FIXED,
        "UseMutation.card": list(content.permanents),
        "ActFirst.number": range(2),
        "UseWeapon.number": range(2),
    }
    # These choices name the character.
    for kind in (
        *("Block", "DiscardCard", "DropCarried", "DropNew", "LayCard", "MarkEnemy", "OfferHelp"),
        *("PerformLine", "ShowCard", "TakeLoot", "UseItem", "UseMutation", "UseRoundAction"),
        *("UseSkill", "UseWeapon", "ActFirst", "PutOnTop"),
    ):
        found[f"{kind}.character"] = FIXED
    return found


def kinds(content: DeadCellsContent) -> list[str]:
    """The Actions that Combat cards announce."""
    lines = [line for card in content.cards.values() for line in card.kinds]
    return list(dict.fromkeys([kind for line in lines for kind in line]))


def curses(content: DeadCellsContent) -> list[str]:
    """What Cursed tiles do until the Biome ends."""
    effects = [effect for tile in content.tiles.values() for effect in tile.curse]
    return [effect.id for effect in effects if isinstance(effect, Curse)]


def abilities(content: DeadCellsContent) -> list[str]:
    """The steps of all Scroll tracks."""
    tracks = [track for one in content.beheaded.values() for track in one.tracks]
    return [step.id for track in tracks for step in track]


def largest_deck(content: DeadCellsContent) -> int:
    """A starter deck with all Improved Combat cards; the rules set no limit (D-CARD-03)."""
    starter = max([len(one.deck) for one in content.beheaded.values()])
    return starter + len([card for deck in content.upgrades for card in deck if card.card])


def most_treasure(content: DeadCellsContent) -> int:
    """All copies of the content, and those that Upgrades and the Well add."""
    upgrades = [card.effects for deck in content.upgrades for card in deck]
    every = [*upgrades, *[card.effects for card in content.well]]
    added = [effect for effects in every for effect in effects if isinstance(effect, AddTreasure)]
    return sum([one.copies for one in content.equipment.values()]) + len(added)


def limited(content: DeadCellsContent) -> int:
    """How many Mutations and Runes have a limited number of uses."""
    hooks = [hook for answers in content.answers.values() for hook in answers.values()]
    return len([hook for hook in hooks if hook.limit])


def shape(content: Content, words: Vocabulary) -> Shape:
    assert isinstance(content, DeadCellsContent)
    number, word = Number(), Word(words)
    cards = Many(largest_deck(content), word)
    treasure = Many(most_treasure(content), word)
    active = Record({"card": word, "announced": Phrase(words, 2), "hidden": number})
    character = Record(
        {
            "seat": number,
            "beheaded": word,
            "scrolls": Numbers(len(COLOURS)),
            "melee": number,
            "health": number,
            "max_health": number,
            "slots": number,
            "equipment": Many(6, word),
            "companion_damage": Numbers(6),
            "hand": Many(6, word),
            "cards_in_hand": number,
            "unseen": cards,
            "draw": number,
            "top": word,
            "discard": cards,
            "active": Many(4, active),
            "signal": Phrase(words, 2),
            "shields": number,
            "golden": number,
            "tokens": Numbers(TOKENS),
            "frozen": Numbers(6),
            "power": number,
        }
    )
    enemy = Record(
        {
            "space": number,
            "card": word,
            "boss": number,
            "health": number,
            "damage": number,
            "shields": number,
            "tokens": Numbers(TOKENS),
            "frozen": Numbers(4),
            "invisible": number,
        }
    )
    space = Record({"id": word, "shape": word, "tile": word, "face": number})
    most_spaces = max([len(biome.spaces) for biome in content.biomes.values()])
    return Record(
        {
            "characters": Many(len(CHARACTERS), character),
            "first": number,
            "passing": number,
            "biome": word,
            "place": word,
            "spaces": Many(most_spaces, space),
            "closed": Numbers(8),
            "curses": Many(6, word),
            "monsters": number,
            "elites": number,
            "discards": Many(30, word),
            "treasure": number,
            "treasure_out": treasure,
            "blueprints_left": number,
            "teeth": number,
            "cells": number,
            "food": number,
            "bag": Many(10, word),
            "collector": Many(8, word),
            "offers": Numbers(6),
            "shop_costs": Numbers(6),
            "fighting": number,
            "round": number,
            "enemies": Many(6, enemy),
            "loot": Many(10, Phrase(words, 2)),
            "wall": word,
            "constraint": word,
            "skipped": number,
            "bonus": number,
            "spent": Many(limited(content) + len(ANY_ROUND), Phrase(words, 2)),
            "aimed": Numbers(6),
            "boss": word,
            "instance": number,
            "attack": word,
            "attacks": number,
            "finished": number,
            "board": board(content, words),
        }
    )


def board(content: DeadCellsContent, words: Vocabulary) -> Shape:
    """The Mutation board and its decks."""
    number, word = Number(), Word(words)
    return Record(
        {
            "runes": Many(len(content.runes), word),
            "mutations": Many(len(content.slots), Many(max(content.slots), word)),
            "boss_cells": number,
            "boss_cells_active": number,
            "left": Numbers(4),
            "prices": Numbers(len(DECKS)),
            "peeked": Many(6, word),
            "decks": Many(len(content.names), Many(largest_deck(content), word)),
            "monsters": Many(12, word),
            "treasure": Many(most_treasure(content), word),
            "starts": Many(len(content.biomes), word),
            "won": number,
        },
        # The outcomes of earlier Runs have no effect.
        left_out=("history",),
    )
