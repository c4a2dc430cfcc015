"""The games that the contract is checked on: all that are registered, and the tiny example.

A game needs nothing here. It may add which parts of its state are hidden from somebody, and an
invariant that holds whenever a seat must choose.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import minnows

from embertable.engine.game import Game
from embertable.engine.table import Table, Together
from embertable.games import GAMES, load
from embertable.games.deadcells.state import DeadCellsState
from embertable.games.lueur.state import LueurState
from embertable.games.setawatch.state import WatchState
from tests.contract.invariants import (
    deadcells_is_complete,
    faceless_is_complete,
    lueur_is_complete,
    minnows_is_complete,
)

ROOT = Path(__file__).parents[2]


@dataclass
class More:
    """What the tests know of a game beyond its contract."""

    ledger: Path
    hidden: frozenset[str] = field(default_factory=frozenset)
    """Paths into the state, such as `players.hand`, that `imagine` deals again, and no others."""
    hide: Callable[[Table[Any]], None] = lambda table: None
    """Puts something where it is seldom hidden in play."""
    invariant: Callable[[Table[Any]], None] = lambda table: None


def hide_spells(table: Table[LueurState]) -> None:
    state = table.state
    if len(state.spell_pile) > 2:
        state.players[0].hidden_spells.append(state.spell_pile.pop())
        state.spells_boxed_unseen.append(state.spell_pile.pop())


def shuffle_unhallowed(table: Table[WatchState]) -> None:
    state = table.state
    state.known = [card for card in state.known if card not in state.unhallowed[:-1]]


def hide_attacks(table: Table[DeadCellsState]) -> None:
    """A Boss waits at the end of Runs that luck alone hardly ever reaches."""
    if not table.state.attacks:
        table.state.attacks = list(table.state.content.bosses["concierge"].attacks)


ALL: dict[str, Game] = {**{name: load(name) for name in GAMES}, minnows.game.name: minnows.game}


def goes_together(game: Game) -> bool:
    """Whether any rule of a game lets several seats go on side by side."""
    package = type(game).__module__.rpartition(".")[0]
    return any(
        getattr(module, "Together", None) is Together
        for name, module in sys.modules.items()
        if name.startswith(package)
    )


MORE: dict[str, More] = {
    name: More(ledger=ROOT / "docs" / "rules" / f"{name}.md") for name in GAMES
}
MORE["minnows"] = More(
    ledger=ROOT / "examples" / "tiny" / "minnows" / "rules.md",
    hidden=frozenset({"pond", "anglers.hand", "anglers.bait"}),
    invariant=minnows_is_complete,
)
MORE["deadcells"].hidden = frozenset(
    {
        *("characters.hand", "characters.draw", "characters.active", "tiles", "leftover"),
        *("monsters", "elites", "treasure", "attacks"),
    }
)
MORE["deadcells"].hide = hide_attacks
MORE["deadcells"].invariant = deadcells_is_complete
MORE["lueur"].hidden = frozenset(
    {"deck", "boxed", "spell_pile", "spells_boxed_unseen", "players.hidden_spells"}
)
MORE["lueur"].hide = hide_spells
MORE["lueur"].invariant = lueur_is_complete
MORE["faceless"].hidden = frozenset(
    {
        *("deck", "removed", "memory_names", "parts.crossroads.deck", "parts.servants.cards"),
        *("parts.haunted_places.arrows", "parts.haunted_places.spare"),
    }
)
MORE["faceless"].invariant = faceless_is_complete
MORE["setawatch"].hidden = frozenset(
    {"deck", "boxed", "unseen", "line.card", "horde", "map_deck", "unused", "items", "unhallowed"}
)
MORE["setawatch"].hide = shuffle_unhallowed
