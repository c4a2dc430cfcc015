"""Lueur as servers, bots, labs and clients know it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from embertable.engine.catalogue import Detail, Namer
from embertable.engine.chance import Chance
from embertable.engine.content import Content, PackDefinition
from embertable.engine.game import BoxInfo, Game, Setting
from embertable.engine.rulesets import Rulebook, Ruleset
from embertable.engine.table import Seat, Table, View
from embertable.games.lueur import cromaug  # noqa: F401 (its effect is a word of the content)
from embertable.games.lueur.archipelago import archipelago
from embertable.games.lueur.content import UNREAD, Box, LueurContent, read_lueur
from embertable.games.lueur.kaar import kaar
from embertable.games.lueur.morning import two_players
from embertable.games.lueur.names import Details, Names
from embertable.games.lueur.province import province
from embertable.games.lueur.setup import (
    ADVENTURERS,
    JOURNEYS,
    PLAYERS,
    READINGS,
    SetOut,
    empty_table,
)
from embertable.games.lueur.sketals import sketals
from embertable.games.lueur.state import LueurState
from embertable.games.lueur.view import LueurView, view

IMAGINED = "imagined"

RULES_VERSION: Final = 1
"""Raised with every change after which a game may go differently; see docs/versions.md."""
EARLIER_PACKS: Final[tuple[str, ...]] = ("618535167d6be18032167d9956783d45",)
"""The hashes of this pack before its changes, the oldest first."""


class Lueur(Game):
    """Base game, 2 to 4 players, both journeys."""

    def __init__(self) -> None:
        super().__init__(
            "lueur",
            RULES_VERSION,
            (
                Setting("players", PLAYERS, "2"),
                Setting("journey", JOURNEYS, "province"),
                Setting("adventurers", ADVENTURERS, "choose"),
                *READINGS,
            ),
            EARLIER_PACKS,
        )

    def info(self) -> BoxInfo:
        return BoxInfo(players=(2, 4), minutes=60, weight=2)

    def folder(self) -> Path:
        return Path(__file__).parent

    def read_content(self, path: Path | None) -> Content:
        return read_lueur(path or self.folder() / "content" / "lueur.toml")

    def pack_definition(self) -> PackDefinition:
        return PackDefinition(Box, UNREAD)

    def name_templates(self, id: str, name: str) -> tuple[str, ...]:
        return (f"spell.{id}",)

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        rulesets: list[Ruleset] = [sketals, kaar]
        rulesets.append(province if options["journey"] == "province" else archipelago)
        if options["players"] == "2":
            rulesets.append(two_players)
        return Rulebook(rulesets)

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        assert isinstance(content, LueurContent)
        table = Table(
            self,
            options,
            self.rules(options, content),
            empty_table(options, content),
            chance,
        )
        table.do(SetOut(options["adventurers"] == "random"))
        return table

    def seats(self, table: Table[Any]) -> int:
        return len(table.state.players)

    def view(self, table: Table[Any], seat: Seat | None) -> LueurView:
        return view(table)

    def seats_see_alike(self, table: Table[Any]) -> bool:
        return True

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        """Shuffle what nobody has seen: deck with box, pack by pack, and the unseen spells."""
        new: Table[LueurState] = table.copy(chance)
        redeal(new.state, chance)
        return new

    def namers(self, view: View | None, content: Content) -> Mapping[str, Namer]:
        assert isinstance(content, LueurContent)
        return Names(content, view if isinstance(view, LueurView) else None).namers()

    def details(self, view: View | None, content: Content) -> Mapping[str, Detail]:
        assert isinstance(content, LueurContent)
        return Details(content, view if isinstance(view, LueurView) else None).details()


def redeal(state: LueurState, chance: Chance) -> None:
    """Sort before shuffling, so that a known seed cannot reveal the true order."""
    cards = state.content.companions
    for pack in ("A", "B"):
        places = [at for at, card in enumerate(state.deck) if cards[card].pack == pack]
        boxed = [at for at, card in enumerate(state.boxed) if cards[card].pack == pack]
        unseen = sorted([state.deck[at] for at in places] + [state.boxed[at] for at in boxed])
        chance.shuffle(IMAGINED, unseen)
        for at in places:
            state.deck[at] = unseen.pop()
        for at in boxed:
            state.boxed[at] = unseen.pop()
    spells = state.spell_pile + state.spells_boxed_unseen
    for player in state.players:
        spells.extend(player.hidden_spells)
    spells.sort()
    chance.shuffle(IMAGINED, spells)
    state.spell_pile = [spells.pop() for _ in state.spell_pile]
    state.spells_boxed_unseen = sorted([spells.pop() for _ in state.spells_boxed_unseen])
    for player in state.players:
        player.hidden_spells = [spells.pop() for _ in player.hidden_spells]


game: Game = Lueur()
