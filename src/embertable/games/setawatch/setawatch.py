"""The game Set a Watch, as the rest of the project uses it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from embertable.engine.catalogue import Detail, Namer
from embertable.engine.chance import Chance
from embertable.engine.content import Content, PackDefinition
from embertable.engine.game import BoxInfo, Game, Setting
from embertable.engine.rulesets import Rulebook
from embertable.engine.table import Seat, Table, View
from embertable.games.setawatch.consent import ALL, FIRST
from embertable.games.setawatch.content import DECKS, DIFFICULTIES, FINALS, WatchContent
from embertable.games.setawatch.deckbuilding import acolytes_for, check_lists
from embertable.games.setawatch.names import Details, Names
from embertable.games.setawatch.pack import UNREAD, read_watch
from embertable.games.setawatch.redeal import redeal
from embertable.games.setawatch.rows import PackRow
from embertable.games.setawatch.setup import (
    LICH,
    ON_OFF,
    PLAYERS,
    RANDOM,
    STRICT,
    SetOut,
    empty_table,
)
from embertable.games.setawatch.view import WatchView, view
from embertable.games.setawatch.watch import ANYONE, GIVE_UP_BY

RULES_VERSION: Final = 5
"""Raised with every change after which a game may go differently; see docs/versions.md."""
EARLIER_PACKS: Final[tuple[str, ...]] = (
    "de86002e1e447c38100cae9de132ebdd",
    "06b0235a0d20c152842ad98056cc70a7",
    "1006adbd8e02ea3fedd53eb714cefa0d",
)
"""The hashes of this pack before its changes, the oldest first."""


class SetAWatch(Game):
    """Four adventurers, 1 to 4 players, one party."""

    def __init__(self) -> None:
        super().__init__(
            "setawatch",
            RULES_VERSION,
            (
                Setting("players", PLAYERS, "1"),
                Setting("difficulty", DIFFICULTIES, "normal"),
                Setting("adventurers", ("choose", RANDOM), "choose"),
                Setting("deck", DECKS, "open"),
                Setting("cards", (), ""),
                Setting("acolytes", ("0", "1", "2", "3", "4"), "2"),
                Setting("final", (RANDOM, *FINALS), RANDOM),
                Setting("locations", (), ""),
                Setting("starting_fire", ("7", "d6"), "7"),
                Setting("voluntary_stoke", ON_OFF, "on", "W-FIRE-07"),
                Setting("partial_damage", ON_OFF, "on", "W-ATTACK-11"),
                Setting("ask", (FIRST, ALL), FIRST, "W-CTRL-11"),
                Setting("lich", LICH, LICH[0], "W-I-17"),
                Setting("give_up", GIVE_UP_BY, ANYONE, "W-END-01"),
            ),
            EARLIER_PACKS,
        )

    def info(self) -> BoxInfo:
        return BoxInfo(players=(1, 4), minutes=75, weight=2, cooperative=True)

    def folder(self) -> Path:
        return Path(__file__).parent

    def read_content(self, path: Path | None) -> Content:
        return read_watch(path or self.folder() / "content" / "setawatch.toml")

    def pack_definition(self) -> PackDefinition:
        return PackDefinition(PackRow, UNREAD)

    def name_templates(self, id: str, name: str) -> tuple[str, ...]:
        return (f"title.{id}", f"the.{id}")

    def text_templates(self, id: str, name: str) -> tuple[str, ...]:
        return (f"text.{id}",)

    def variants(self) -> list[dict[str, str]]:
        """Sets in which every value occurs, with no more acolytes than the deck has."""
        return [dict(self.mend(one, self.content())) for one in super().variants()]

    def mend(self, options: Mapping[str, str], content: Content) -> Mapping[str, str]:
        """Earlier rules took all the acolytes of a deck where more were asked for."""
        assert isinstance(content, WatchContent)
        chosen = {"deck": "open", "acolytes": "2", **options}
        most = acolytes_for(content, chosen["deck"])
        return options if int(chosen["acolytes"]) <= most else {**options, "acolytes": str(most)}

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        """No rulesets: every power is data of its card."""
        return Rulebook([])

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        assert isinstance(content, WatchContent)
        check_lists(self.name, options, content)
        state = empty_table(int(options["players"]), content, options["lich"] == STRICT)
        table = Table(self, options, self.rules(options, content), state, chance)
        table.do(SetOut())
        return table

    def seats(self, table: Table[Any]) -> int:
        return int(table.state.players)

    def view(self, table: Table[Any], seat: Seat | None) -> WatchView:
        return view(table)

    def seats_see_alike(self, table: Table[Any]) -> bool:
        return True

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        """Deal unseen cards again to the places where they may be."""
        new: Table[Any] = table.copy(chance)
        redeal(new.state, table, chance)
        return new

    def dealt_cards_before(self) -> bool:
        return True

    def namers(self, view: View | None, content: Content) -> Mapping[str, Namer]:
        assert isinstance(content, WatchContent)
        return Names(content, view if isinstance(view, WatchView) else None).namers()

    def details(self, view: View | None, content: Content) -> Mapping[str, Detail]:
        assert isinstance(content, WatchContent)
        return Details(content, view if isinstance(view, WatchView) else None).details()


game: Game = SetAWatch()
