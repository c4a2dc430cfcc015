"""The game Set a Watch, as the rest of the project uses it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from embertable.engine.catalogue import Detail, Namer
from embertable.engine.chance import Chance
from embertable.engine.content import Content
from embertable.engine.game import BoxInfo, Game, Setting
from embertable.engine.rulesets import Rulebook
from embertable.engine.table import Seat, Table, View
from embertable.games.setawatch.consent import ALL, FIRST
from embertable.games.setawatch.content import DECKS, DIFFICULTIES, FINALS, WatchContent
from embertable.games.setawatch.deckbuilding import check_lists
from embertable.games.setawatch.names import Details, Names
from embertable.games.setawatch.pack import read_watch
from embertable.games.setawatch.redeal import redeal
from embertable.games.setawatch.setup import ON_OFF, PLAYERS, RANDOM, SetOut, empty_table
from embertable.games.setawatch.view import WatchView, view


class SetAWatch(Game):
    """Four adventurers, 1 to 4 players, one party."""

    def __init__(self) -> None:
        super().__init__(
            "setawatch",
            4,
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
                Setting("voluntary_stoke", ON_OFF, "on"),
                Setting("partial_damage", ON_OFF, "on"),
                Setting("ask", (FIRST, ALL), FIRST),
            ),
        )

    def info(self) -> BoxInfo:
        return BoxInfo(players=(1, 4), minutes=75, weight=2, cooperative=True)

    def folder(self) -> Path:
        return Path(__file__).parent

    def read_content(self, path: Path | None) -> Content:
        return read_watch(path or self.folder() / "content" / "setawatch.toml")

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        """No rulesets: every power is data of its card."""
        return Rulebook([])

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        assert isinstance(content, WatchContent)
        check_lists(self.name, options, content)
        state = empty_table(int(options["players"]), content)
        table = Table(self, options, self.rules(options, content), state, chance)
        table.do(SetOut())
        return table

    def seats(self, table: Table[Any]) -> int:
        return int(table.state.players)

    def view(self, table: Table[Any], seat: Seat | None) -> WatchView:
        return view(table)

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        """Deal unseen cards again to the places where they may be."""
        new: Table[Any] = table.copy(chance)
        redeal(new.state, chance, table.options)
        return new

    def namers(self, view: View | None, content: Content) -> Mapping[str, Namer]:
        assert isinstance(content, WatchContent)
        return Names(content, view if isinstance(view, WatchView) else None).namers()

    def details(self, view: View | None, content: Content) -> Mapping[str, Detail]:
        assert isinstance(content, WatchContent)
        return Details(content, view if isinstance(view, WatchView) else None).details()


game: Game = SetAWatch()
