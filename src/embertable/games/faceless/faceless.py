"""The Faceless as servers, bots, labs and clients know it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from embertable.engine.catalogue import Detail, Message, Namer
from embertable.engine.chance import Chance
from embertable.engine.content import Content, PackDefinition
from embertable.engine.countdown import PAUSES, Countdown
from embertable.engine.errors import BadOption, ContradictingOptions
from embertable.engine.game import BoxInfo, Game, Setting
from embertable.engine.rulesets import Rulebook, Ruleset
from embertable.engine.table import Action, Seat, Table, View
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import (
    AVATARS,
    DIFFICULTIES,
    EXPANSIONS,
    SCENARIOS,
    UNREAD,
    Box,
    FacelessContent,
    read_faceless,
)
from embertable.games.faceless.expansions import rulesets_in_play
from embertable.games.faceless.expansions.avatars.cards import RANDOM
from embertable.games.faceless.expansions.hourglass import glass_countdown
from embertable.games.faceless.kids import kids
from embertable.games.faceless.moments import (
    NeedleHidden,
    PlayerSpoke,
    SpeechAllowed,
    SystemActions,
)
from embertable.games.faceless.names import Details, Names
from embertable.games.faceless.preview import tried_pose
from embertable.games.faceless.setup import NO_SCENARIO, SOLO, SetOut, empty_table, seats_of
from embertable.games.faceless.state import FacelessState
from embertable.games.faceless.turns import actions_at
from embertable.games.faceless.view import FacelessView, view
from embertable.games.faceless.walk import StandOn, TurnTo

IMAGINED: Final = "imagined"
NONE: Final = "none"

RULES_VERSION: Final = 4
"""Raised with every change after which a game may go differently; see docs/versions.md."""
EARLIER_PACKS: Final[tuple[str, ...]] = (
    "39841c6bc60eda088c0c111ce1c44f33",
    "f5af307e3df9eb1c2a8b162b516c4749",
    "960e5beab9e826fe740bf4d930ed1254",
)
"""The hashes of this pack before its changes, the oldest first."""


class Faceless(Game):
    """Base game with four difficulties, for 2 to 4 players or one who plays two seats."""

    def __init__(self) -> None:
        super().__init__(
            "faceless",
            RULES_VERSION,
            (
                Setting("players", ("2", "3", "4", SOLO), "3"),
                Setting("difficulty", DIFFICULTIES, "medium"),
                Setting("hell_cards", ("10", "11", "12", "13", "14"), "10"),
                Setting("scenario", (NO_SCENARIO, *SCENARIOS), NO_SCENARIO),
                Setting("avatars", (NONE, RANDOM, *AVATARS), NONE),
                Setting("servants", (NONE, "roaming", "carrier"), NONE),
                *[
                    Setting(name, ("off", "on"), "off")
                    for name in EXPANSIONS
                    if name not in ("avatars", "servants")
                ],
                Setting("headings", ("short", "all"), "short"),
                Setting("obstacle_layout", ("random", "manual"), "random"),
                Setting("faceless_marks", ("random", "choose"), "random"),
                Setting("starting_player", ("random", "1", "2", "3", "4"), "random"),
                Setting("kid_assignment", ("random", "choose"), "random"),
                Setting("scenario_kids", ("recommended", "any"), "recommended"),
                Setting("maze_wrap", ("antipodal", "line"), "antipodal"),
                Setting(
                    "free_step_off_edge",
                    ("purple_and_street", "never", "always"),
                    "purple_and_street",
                ),
                Setting("memory_effects_per_turn", ("1", "unlimited"), "1"),
                Setting("display_refill", ("after_effect", "each_card"), "after_effect"),
                Setting("nightworld_mode", ("local", "toggle"), "local"),
                Setting("den_check", ("turn_start", "continuous"), "turn_start"),
                Setting("hourglass_pause", PAUSES, PAUSES[0]),
                Setting("collisions", ("force", "off"), "force"),
                Setting("earth_field", ("off", "north_20uT"), "off"),
            ),
            EARLIER_PACKS,
        )
        self._rules: dict[tuple[Ruleset, ...], Rulebook] = {}
        """A rulebook never changes, so that tables with the same rulesets share one."""

    def info(self) -> BoxInfo:
        return BoxInfo(players=(1, 4), minutes=50, weight=2, cooperative=True)

    def folder(self) -> Path:
        return Path(__file__).parent

    def read_content(self, path: Path | None) -> Content:
        return read_faceless(path or self.folder() / "content" / "faceless.toml")

    def pack_definition(self) -> PackDefinition:
        return PackDefinition(Box, UNREAD)

    def name_templates(self, id: str, name: str) -> tuple[str, ...]:
        return (f"kid.{id}", f"avatar.{id}")

    def check(self, options: Mapping[str, str | int]) -> dict[str, str]:
        """Nobody begins who does not play."""
        chosen = super().check(options)
        first = chosen["starting_player"]
        seats = seats_of(chosen)
        if first != "random" and int(first) > seats:
            known = ["random", *[str(seat + 1) for seat in range(seats)]]
            raise BadOption(self.name, "starting_player", first, known)
        for name in self.contradicted(chosen):
            raise ContradictingOptions(self.name, name, chosen[name], chosen["scenario"])
        return chosen

    def may_foresee(self, before: Table[Any], after: Table[Any]) -> bool:
        """Nothing that lifts the cover is foretold: the needle would be seen (F-EXP-FOG-03)."""
        return not before.ask(NeedleHidden(), 0) or after.ask(NeedleHidden(), 0) > 0

    def advice(self, setting: str) -> Message | None:
        """After how many plays an expansion is recommended (F-EXP-GEN-03)."""
        content = self.content()
        assert isinstance(content, FacelessContent)
        plays = content.expansions.get(setting, 0)
        return Message("advice.plays", {"n": plays}) if plays else None

    def contradicted(self, options: Mapping[str, str]) -> list[str]:
        """Settings that name something else than the scenario does (F-SCEN-GEN-01)."""
        content = self.content()
        assert isinstance(content, FacelessContent)
        scenario = content.scenarios.get(options["scenario"])
        if scenario is None:
            return []
        found: list[str] = []
        if scenario.servants and options["servants"] not in (NONE, scenario.servants):
            found.append("servants")
        if scenario.avatars and (options["avatars"],) not in ((NONE,), scenario.avatars):
            found.append("avatars")
        return found

    def mend(self, options: Mapping[str, str], content: Content) -> dict[str, str]:
        """Earlier rules ignored what contradicts the scenario."""
        mended = {setting.name: setting.default for setting in self.settings} | dict(options)
        return {**options, **dict.fromkeys(self.contradicted(mended), NONE)}

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        assert isinstance(content, FacelessContent)
        rulesets = (*rulesets_in_play(options, content), kids)
        found = self._rules.get(rulesets)
        if found is None:
            found = self._rules[rulesets] = Rulebook(rulesets)
        return found

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        assert isinstance(content, FacelessContent)
        rules = self.rules(options, content)
        table = Table(self, options, rules, empty_table(seats_of(options), content), chance)
        table.do(SetOut())
        return table

    def seats(self, table: Table[Any]) -> int:
        return len(table.state.hands)

    def view(self, table: Table[Any], seat: Seat | None) -> FacelessView:
        return view(table, seat)

    def seats_see_alike(self, table: Table[Any]) -> bool:
        state: FacelessState = table.state
        return not state.top_seen

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        """Shuffle what the seat has not seen: deck with removed cards, Memories, tokens."""
        new: Table[FacelessState] = table.copy(chance)
        redeal(new.state, seat, chance)
        return new

    def silence(self, table: Table[Any]) -> Message | None:
        return None if table.ask(SpeechAllowed(), 1) == 1 else Message("silence.unspeakable")

    def view_after(self, view: View, action: Action, content: Content) -> View | None:
        """A pose may be tried before it is left so (F-WALK-13)."""
        assert isinstance(view, FacelessView)
        assert isinstance(content, FacelessContent)
        if isinstance(action, StandOn):
            heading = view.figures[action.figure].heading
            return tried_pose(view, content, action.figure, action.place, heading)
        if isinstance(action, TurnTo):
            place = view.figures[action.figure].place
            return tried_pose(view, content, action.figure, place, action.heading)
        return None

    def system_actions(self, table: Table[Any]) -> list[Action]:
        return actions_at(table, SystemActions())

    def penalty_for_speech(self, table: Table[Any], seat: Seat, text: str) -> Action | None:
        owed = actions_at(table, PlayerSpoke(seat, text))
        return owed[0] if owed else None

    def countdown(self, table: Table[Any]) -> Countdown | None:
        return glass_countdown(table)

    def variants(self) -> list[dict[str, str]]:
        """Every number of players, difficulty, scenario and rule setting at least once."""
        found = [
            {"players": players, "difficulty": difficulty}
            for players, difficulty in zip(("3", "2", "4", SOLO), DIFFICULTIES, strict=True)
        ]
        found.append({"headings": "all", "earth_field": "north_20uT", "players": "2"})
        found.append(
            {
                "obstacle_layout": "manual",
                "faceless_marks": "choose",
                "maze_wrap": "line",
                "kid_assignment": "choose",
                "starting_player": "2",
                "hourglass_pause": "never",
                "swamp": "on",
            }
        )
        found.append(
            {
                "display_refill": "each_card",
                "memory_effects_per_turn": "unlimited",
                "free_step_off_edge": "always",
                "collisions": "off",
            }
        )
        for number, scenario in enumerate(SCENARIOS):
            found.append({"scenario": scenario, "players": "234"[number % 3]})
        found.append({"scenario": "evil_intentions", "fog": "on", "den_check": "continuous"})
        found.append({"nightworld": "on", "nightworld_mode": "toggle", "avatars": RANDOM})
        found.append(
            {
                **{name: "on" for name in EXPANSIONS if name not in ("avatars", "servants", "fog")},
                "avatars": "spectral",
                "servants": "roaming",
                "scenario_kids": "any",
            }
        )
        return found

    def namers(self, view: View | None, content: Content) -> Mapping[str, Namer]:
        assert isinstance(content, FacelessContent)
        return Names(content, view if isinstance(view, FacelessView) else None).namers()

    def details(self, view: View | None, content: Content) -> Mapping[str, Detail]:
        assert isinstance(content, FacelessContent)
        return Details(content, view if isinstance(view, FacelessView) else None).details()


def redeal(state: FacelessState, seat: Seat | None, chance: Chance) -> None:
    """Sort before shuffling, so that a known seed cannot reveal the true order."""
    known = [state.deck.pop()] if seat in state.top_seen and state.deck else []
    unseen = sorted(state.deck + state.removed)
    chance.shuffle(IMAGINED, unseen)
    state.deck = [unseen.pop() for _ in state.deck] + known
    state.removed = sorted(unseen)
    hidden = [token for token, space in enumerate(state.memory_spaces) if space != AWAY]
    names = sorted([state.memory_names[token] for token in hidden])
    chance.shuffle(IMAGINED, names)
    for token in hidden:
        state.memory_names[token] = names.pop()
    for part in state.parts.values():
        part.redeal(chance)


game: Game = Faceless()
