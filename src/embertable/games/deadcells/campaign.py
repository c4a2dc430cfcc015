"""What survives a Run: the Mutation board, decks, prices and everything else that is kept.

A campaign's fields are tuples that are replaced and never changed, so that copies of a table share
them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from embertable.engine.errors import BadOption, EmbertableError
from embertable.engine.game import Game
from embertable.engine.table import Component
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import SERENADE, START
from embertable.games.deadcells.effects import (
    DECKS,
    SECTIONS,
    SHOPS,
    Effect,
    Effects,
    Gain,
    NextRun,
)

CAMPAIGN: Final = "campaign"
WELL: Final = len(DECKS)
"""The Well's place after the Upgrade decks."""


@dataclass
class Campaign(Component):
    """The saved campaign (D-SAVE-01)."""

    runes: tuple[str, ...]
    mutations: tuple[tuple[str, ...], ...]
    """The cards of the Start, During and Ability sections."""
    boss_cells: int
    drawn: tuple[int, ...]
    """How many cards are gone from Brutality, Survival, Tactics and the Well."""
    prices: tuple[int, ...]
    decks: tuple[tuple[str, ...], ...]
    """The Combat deck of each Beheaded, then Serenade's."""
    treasure: tuple[str, ...]
    blueprints: tuple[tuple[str, ...], ...]
    """Each Biome's Blueprint deck; the first card is the bottom one, drawn next."""
    monsters: tuple[str, ...]
    """Monster cards added to their Biomes."""
    shop_times: tuple[int, ...]
    shop_costs: tuple[int, ...]
    """Changes of healer, merchant, collector, and of the prices on Merchant tiles."""
    box: tuple[str, ...]
    starts: tuple[str, ...]
    next_run: Effects
    peeked: tuple[str, ...]
    """Upgrade cards that the Group has looked at and not drawn yet."""
    won: bool
    history: tuple[str, ...]
    """How each Run ended: `died promenade`, `beat concierge`."""

    def __init__(
        self,
        runes: Sequence[str],
        mutations: Sequence[Sequence[str]],
        boss_cells: int,
        drawn: Sequence[int],
        prices: Sequence[int],
        decks: Sequence[Sequence[str]],
        treasure: Sequence[str],
        blueprints: Sequence[Sequence[str]],
        monsters: Sequence[str],
        shop_times: Sequence[int],
        shop_costs: Sequence[int],
        box: Sequence[str],
        starts: Sequence[str],
        next_run: Sequence[Effect],
        peeked: Sequence[str],
        won: bool,
        history: Sequence[str],
    ) -> None:
        self.runes = tuple(runes)
        self.mutations = tuples(mutations)
        self.boss_cells = boss_cells
        self.drawn = tuple(drawn)
        self.prices = tuple(prices)
        self.decks = tuples(decks)
        self.treasure = tuple(treasure)
        self.blueprints = tuples(blueprints)
        self.monsters = tuple(monsters)
        self.shop_times = tuple(shop_times)
        self.shop_costs = tuple(shop_costs)
        self.box = tuple(box)
        self.starts = tuple(starts)
        self.next_run = tuple(next_run)
        self.peeked = tuple(peeked)
        self.won = won
        self.history = tuple(history)

    def copy(self) -> Campaign:
        # By the constructor: compiled, a class that writes its own cannot be made without it.
        return Campaign(
            self.runes,
            self.mutations,
            self.boss_cells,
            self.drawn,
            self.prices,
            self.decks,
            self.treasure,
            self.blueprints,
            self.monsters,
            self.shop_times,
            self.shop_costs,
            self.box,
            self.starts,
            self.next_run,
            self.peeked,
            self.won,
            self.history,
        )

    def on_board(self) -> list[str]:
        """The Mutations in slot order."""
        return [card for section in self.mutations for card in section]


def tuples(values: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Lists as tuples, all the way down; a tuple holds only tuples already."""
    if isinstance(values, tuple):
        return cast(tuple[tuple[str, ...], ...], values)
    return tuple([tuple(one) for one in values])


def replaced(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The same tuple with another value in one place."""
    return (*values[:place], value, *values[place + 1 :])


def new_campaign(content: DeadCellsContent) -> Campaign:
    """The very first set-up (D-SETUP-02, D-SETUP-06, D-RESET-01)."""
    return Campaign(
        runes=(),
        mutations=tuple([() for _ in SECTIONS]),
        boss_cells=0,
        drawn=(0, 0, 0, 0),
        prices=tuple([content.upgrade_price for _ in DECKS]),
        decks=[*[one.deck for one in content.beheaded.values()], content.serenade.deck],
        treasure=content.starter_treasure(),
        blueprints=[biome.blueprints for biome in content.biomes.values()],
        monsters=(),
        shop_times=tuple([0 for _ in SHOPS]),
        shop_costs=(0, 0, 0, 0),
        box=(),
        starts=(content.biome_ids[0],),
        next_run=(),
        peeked=(),
        won=False,
        history=(),
    )


def campaign_to_json(game: Game, campaign: Campaign) -> dict[str, Any]:
    saved: dict[str, Any] = game.codec().encode(campaign)
    del saved["is"]
    return saved


def campaign_to_text(game: Game, campaign: Campaign) -> str:
    """The campaign as an option of a table."""
    return json.dumps(campaign_to_json(game, campaign), separators=(",", ":"))


def campaign_of_text(game: Game, text: str, content: DeadCellsContent) -> Campaign:
    """The campaign that an option holds; a new one where it is empty."""
    if not text:
        return new_campaign(content)
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOption(game.name, CAMPAIGN, text[:40], ["a saved campaign"]) from error
    problem = wrong_in(saved, game, content)
    if problem:
        raise BadOption(game.name, CAMPAIGN, problem, ["a saved campaign"])
    campaign = game.codec().decode({"is": "Campaign", **saved})
    assert isinstance(campaign, Campaign)
    return campaign


WORD_LISTS: Final = ("runes", "treasure", "monsters", "box", "starts", "peeked", "history")
DEEP_LISTS: Final = ("mutations", "decks", "blueprints")
NUMBER_LISTS: Final = ("drawn", "prices", "shop_times", "shop_costs")


def wrong_in(saved: Any, game: Game, content: DeadCellsContent) -> str:
    """What is wrong with a saved campaign, in a few words; "" when nothing is."""
    fields = list(Campaign.__dataclass_fields__)
    if not isinstance(saved, dict):
        return "is no object"
    for name in fields:
        if name not in saved:
            return f"'{name}' is missing"
    for name in saved:
        if name not in fields:
            return f"'{name}' is not known"
    for name in WORD_LISTS:
        if not is_list_of(saved[name], str):
            return f"'{name}' is not a list of words"
    for name in DEEP_LISTS:
        if not isinstance(saved[name], list) or not all(
            is_list_of(one, str) for one in saved[name]
        ):
            return f"'{name}' is not a list of lists of words"
    for name in NUMBER_LISTS:
        if not is_list_of(saved[name], int):
            return f"'{name}' is not a list of whole numbers"
    return (
        wrong_cards(saved, content)
        or wrong_numbers(saved, content)
        or wrong_next(saved, game, content)
    )


def is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, kind) and not isinstance(one, bool) for one in value
    )


def wrong_cards(saved: dict[str, Any], content: DeadCellsContent) -> str:
    lengths = {
        "mutations": len(SECTIONS),
        "decks": len(content.names),
        "blueprints": len(content.biomes),
        "drawn": len(DECKS) + 1,
        "prices": len(DECKS),
        "shop_times": len(SHOPS),
        "shop_costs": len(SHOPS) + 1,
    }
    for name, length in lengths.items():
        if len(saved[name]) != length:
            return f"'{name}' has {len(saved[name])} entries, not {length}"
    known: dict[str, Any] = {
        "runes": content.runes,
        "treasure": content.equipment,
        "monsters": content.monsters,
        "starts": content.packages,
        "peeked": [card.id for deck in content.upgrades for card in deck],
        "box": [
            *[card.id for deck in content.upgrades for card in deck],
            *[card.id for card in content.well],
            *content.cards,
        ],
    }
    for name, ids in known.items():
        for id in saved[name]:
            if id not in ids:
                return f"'{name}' names {id!r}, which does not exist"
    for cards in (saved["runes"], saved["starts"], saved["peeked"], *saved["mutations"]):
        if len(set(cards)) != len(cards):
            return f"something is there twice among {', '.join(cards)}"
    for place, section in enumerate(saved["mutations"]):
        for id in section:
            if id not in content.permanents or content.permanents[id].section != SECTIONS[place]:
                return f"'mutations' has {id!r} in the section {SECTIONS[place]}"
        if len(section) > content.slots[place]:
            return f"'mutations' has {len(section)} cards in the section {SECTIONS[place]}"
    for place, deck in enumerate(saved["decks"]):
        least = content.min_serenade_deck if place == len(content.beheaded) else content.min_deck
        for id in deck:
            owner = content.cards[id].owner if id in content.cards else ""
            if owner not in ("any", content.names[place]):
                return f"'decks' gives {id!r} to {content.names[place]}"
        if len(deck) < least:
            return f"'decks' has {len(deck)} cards for {content.names[place]}, not {least}"
    every = [id for deck in saved["decks"] for id in deck]
    if len(set(every)) != len(every):
        return "'decks' has a card twice"
    for place, deck in enumerate(saved["blueprints"]):
        printed = content.biomes[content.biome_ids[place]].blueprints
        if [id for id in printed if id in deck] != deck:
            return f"'blueprints' are out of order in {content.biome_ids[place]}"
    if content.biome_ids[0] not in saved["starts"]:
        return f"'starts' is without {content.biome_ids[0]}"
    return ""


def wrong_numbers(saved: dict[str, Any], content: DeadCellsContent) -> str:
    sizes = [*[len(deck) for deck in content.upgrades], len(content.well)]
    for place, n in enumerate(saved["drawn"]):
        if not 0 <= n <= sizes[place]:
            return f"'drawn' says {n} of {sizes[place]} cards"
    if not all(1 <= n <= 9 for n in saved["prices"]):
        return "'prices' are not between 1 and 9"
    if not all(-99 <= n <= 99 for n in (*saved["shop_times"], *saved["shop_costs"])):
        return "'shop_times' or 'shop_costs' are out of bounds"
    cells = saved["boss_cells"]
    if type(cells) is not int or not 0 <= cells <= len(content.boss_cells):
        return f"'boss_cells' is not a number up to {len(content.boss_cells)}"
    return "" if isinstance(saved["won"], bool) else "'won' is neither true nor false"


def wrong_next(saved: dict[str, Any], game: Game, content: DeadCellsContent) -> str:
    """Only what cards promise for the next Run can wait for it (D-V-30)."""
    try:
        effects = game.codec().decode(saved["next_run"])
    except EmbertableError:
        return "'next_run' holds no effects"
    if not isinstance(effects, tuple) or not all(isinstance(one, Effect) for one in effects):
        return "'next_run' holds no effects"
    cards = [card.effects for deck in content.upgrades for card in deck]
    cards.extend([card.effects for card in content.well])
    promises = [one.effects for card in cards for one in card if isinstance(one, NextRun)]
    printed = [effect for promise in promises for effect in promise]
    if not all(one in printed or is_saved_up(one) for one in effects):
        return "'next_run' holds what no card promises"
    return ""


def is_saved_up(effect: Effect) -> bool:
    """Whether it is a number of Cells that a Run left unspent (D-CELLS-02)."""
    return isinstance(effect, Gain) and effect == Gain("cell", effect.n) and 0 < effect.n < 1000


__all__ = ["CAMPAIGN", "SERENADE", "START", "WELL", "Campaign", "new_campaign"]
