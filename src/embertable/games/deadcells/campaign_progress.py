"""What a campaign has reached and what each Run unlocked, as short codes and as messages."""

from __future__ import annotations

from collections import Counter
from typing import Final

from embertable.engine.catalogue import Message
from embertable.games.deadcells.campaign import Campaign, is_saved_up
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.effects import DECKS, Gain

WON: Final = "won"


def unlocked_since(before: Campaign, after: Campaign) -> list[str]:
    """What a Run added for good: `rune vine`, `card SV-02`, `start stilt_village`, `boss_cell 1`, `won`."""
    had = {*before.on_board(), *[card for deck in before.decks for card in deck]}
    cards = [*after.on_board(), *[card for deck in after.decks for card in deck]]
    treasure = Counter(after.treasure) - Counter(before.treasure)
    return [
        *[f"rune {rune}" for rune in after.runes if rune not in before.runes],
        *[f"card {card}" for card in cards if card not in had],
        *[f"treasure {card}" for card in sorted(treasure.elements())],
        *[f"start {biome}" for biome in after.starts if biome not in before.starts],
        *[f"boss_cell {number + 1}" for number in range(before.boss_cells, after.boss_cells)],
        *([WON] if after.won and not before.won else []),
    ]


def message_of_unlocked(code: str) -> Message:
    kind, _, what = code.partition(" ")
    if kind == "start":
        return Message("campaign.unlocked_start", {"biome": what})
    if kind == "boss_cell":
        return Message("campaign.unlocked_boss_cell", {"number": what})
    if kind == WON:
        return Message("campaign.unlocked_won")
    return Message("campaign.unlocked_card", {"card": what})


def progress_of(campaign: Campaign, content: DeadCellsContent) -> list[Message]:
    cards = (*campaign.runes, *campaign.on_board())
    prices = dict(zip(DECKS, campaign.prices, strict=True))
    saved = sum(one.n for one in campaign.next_run if is_saved_up(one) and isinstance(one, Gain))
    return [
        Message("campaign.won" if campaign.won else "campaign.not_won"),
        Message("campaign.board", {"cards": cards}),
        Message("campaign.starts", {"biomes": campaign.starts}),
        Message("campaign.boss_cells", {"n": campaign.boss_cells, "of": len(content.boss_cells)}),
        Message("campaign.prices", {**prices, "well": content.well_price}),
        *([Message("campaign.cells", {"n": saved})] if saved else []),
    ]


def ending_of(ended: str) -> Message:
    id = "campaign.beat" if is_victory(ended) else "campaign.died"
    return Message(id, {"biome": ended.partition(" ")[2]})


def is_victory(ended: str) -> bool:
    return ended.startswith("beat ")
