"""A campaign as a file that any set of players can continue, fork, hand over or reset.

It holds what Runs keep, the Runs that were counted, at most one that is open, and a check over all of it,
so that a file that was cut short or edited is refused. `docs/campaign.md` documents it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from embertable.engine.campaigns import (
    CampaignGame,
    Campaigns,
    OpenGame,
    campaign_bytes,
    read_campaign,
)
from embertable.engine.catalogue import Message
from embertable.engine.codec import digest
from embertable.engine.content import Content
from embertable.engine.errors import DamagedCampaign
from embertable.engine.files import write_whole
from embertable.engine.game import Game
from embertable.engine.record import Record
from embertable.engine.table import Table
from embertable.engine.versions import Kind
from embertable.games.deadcells.campaign import (
    CAMPAIGN,
    Campaign,
    campaign_of_text,
    campaign_to_json,
    campaign_to_text,
    is_list_of,
    new_campaign,
    wrong_in,
)
from embertable.games.deadcells.campaign_progress import (
    ending_of,
    is_victory,
    message_of_unlocked,
    progress_of,
    unlocked_since,
)
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.end_of_run import campaign_after
from embertable.games.deadcells.state import DeadCellsTable

FORMAT: Final = "embertable-campaign"
CHECK: Final = "check"


def sealed(saved: dict[str, Any]) -> dict[str, Any]:
    """The JSON of a campaign with the hash that shows damage."""
    rest = {name: value for name, value in saved.items() if name != CHECK}
    return {**rest, CHECK: digest(rest)}


def from_version_1(saved: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew neither open Runs nor what a Run began from; its hash becomes the id."""
    runs = saved.get("runs")
    if isinstance(runs, list):
        new: dict[str, Any] = {"run": "", "began": "", "unlocked": []}
        runs = [{**run, **new} if isinstance(run, dict) else run for run in runs]
    id = str(saved.get(CHECK))[:16]
    more = {"version": 2, "id": id, "archived": False, "open": None, "given_up": []}
    return sealed({**saved, **more, "runs": runs})


def from_version_2(saved: dict[str, Any]) -> dict[str, Any]:
    """Version 2 kept no Cells for the next Run; nothing else differs."""
    return sealed({**saved, "version": 3})


VERSIONS: Final = Kind("campaign", from_version_1, from_version_2)


@dataclass
class RunLink:
    """A counted Run: its record's file name beside the campaign, and the hash it ended with."""

    record: str
    hash: str
    players: int
    ended: str
    run: str = ""
    """`Record.game_id`; empty if version 1 counted it."""
    began: str = ""
    """The hash of the campaign it began from; empty if version 1 counted it."""
    unlocked: list[str] = field(default_factory=list)


@dataclass
class OpenRun:
    """The Run that has begun and is not counted yet."""

    record: str
    run: str
    began: str
    players: int


@dataclass
class GivenUp:
    """A Run that was given up on purpose."""

    record: str
    run: str


@dataclass
class CampaignFile:
    game: str
    content: str
    campaign: Campaign
    runs: list[RunLink] = field(default_factory=list)
    id: str = ""
    open: OpenRun | None = None
    given_up: list[GivenUp] = field(default_factory=list)
    archived: bool = False
    """A reset put it away; it can still be continued."""

    def to_json(self, game: Game) -> dict[str, Any]:
        return sealed(
            {
                "format": FORMAT,
                "version": VERSIONS.current,
                "game": self.game,
                "content": self.content,
                "id": self.id,
                "archived": self.archived,
                "campaign": campaign_to_json(game, self.campaign),
                "runs": [
                    {
                        "record": run.record,
                        "hash": run.hash,
                        "players": run.players,
                        "ended": run.ended,
                        "run": run.run,
                        "began": run.began,
                        "unlocked": run.unlocked,
                    }
                    for run in self.runs
                ],
                "open": None
                if self.open is None
                else {
                    "record": self.open.record,
                    "run": self.open.run,
                    "began": self.open.began,
                    "players": self.open.players,
                },
                "given_up": [{"record": one.record, "run": one.run} for one in self.given_up],
            }
        )

    def save(self, game: Game, path: Path) -> None:
        write_whole(path, campaign_bytes(self.to_json(game)))

    def option(self, game: Game) -> str:
        """The campaign as the option of the next Run's table."""
        return campaign_to_text(game, self.campaign)

    def state_hash(self, game: Game) -> str:
        return digest(campaign_to_json(game, self.campaign))

    def add(self, table: DeadCellsTable, name: str, record: Record | None = None) -> None:
        """Take over what a finished Run keeps, and link its record."""
        game = table.game
        began = self.state_hash(game) if record is not None else ""
        before = self.campaign
        self.campaign = campaign_after(table).copy()
        run = "" if record is None else record.game_id()
        link = RunLink(name, game.state_hash(table), game.seats(table), self.campaign.history[-1])
        unlocked = unlocked_since(before, self.campaign)
        self.runs.append(replace(link, run=run, began=began, unlocked=unlocked))
        if self.open is not None and self.open.run == run:
            self.open = None


class CampaignFiles(Campaigns):
    """Campaigns as the JSON of their files."""

    def __init__(self, game: Game, content: Content) -> None:
        assert isinstance(content, DeadCellsContent)
        self.game = game
        self.content = content

    def begin(self, id: str = "") -> dict[str, Any]:
        return new_file(self.game, self.content, id).to_json(self.game)

    def check(self, saved: Any, file: str = "campaign") -> dict[str, Any]:
        return self.read(saved, file).to_json(self.game)

    def id(self, saved: dict[str, Any]) -> str:
        return self.read(saved).id

    def with_id(self, saved: dict[str, Any], id: str) -> dict[str, Any]:
        copy = replace(self.read(saved), id=id, open=None, archived=False)
        return copy.to_json(self.game)

    def archived(self, saved: dict[str, Any]) -> dict[str, Any]:
        return replace(self.read(saved), archived=True).to_json(self.game)

    def is_archived(self, saved: dict[str, Any]) -> bool:
        return self.read(saved).archived

    def games(self, saved: dict[str, Any]) -> list[CampaignGame]:
        return [
            CampaignGame(
                run.record,
                run.hash,
                run.players,
                run.ended,
                is_victory(run.ended),
                run.run,
                run.began,
                run.unlocked,
            )
            for run in self.read(saved).runs
        ]

    def open_game(self, saved: dict[str, Any]) -> OpenGame | None:
        run = self.read(saved).open
        return None if run is None else OpenGame(run.record, run.run, run.began, run.players)

    def given_up(self, saved: dict[str, Any]) -> list[str]:
        return [one.run for one in self.read(saved).given_up]

    def state_hash(self, saved: dict[str, Any]) -> str:
        return self.read(saved).state_hash(self.game)

    def began(self, record: Record) -> str:
        text = record.options.get(CAMPAIGN, "")
        return digest(campaign_to_json(self.game, campaign_of_text(self.game, text, self.content)))

    def options(self, saved: dict[str, Any]) -> dict[str, str]:
        return {CAMPAIGN: self.read(saved).option(self.game)}

    def start(self, saved: dict[str, Any], record: Record, name: str) -> dict[str, Any]:
        kept = self.read(saved)
        assert kept.open is None, "there is an open Run"
        players = int(record.options["players"])
        kept.open = OpenRun(name, record.game_id(), kept.state_hash(self.game), players)
        return kept.to_json(self.game)

    def moved(self, saved: dict[str, Any], name: str) -> dict[str, Any]:
        kept = self.read(saved)
        assert kept.open is not None, "there is no open Run"
        kept.open.record = name
        return kept.to_json(self.game)

    def give_up(self, saved: dict[str, Any]) -> dict[str, Any]:
        kept = self.read(saved)
        if kept.open is not None:
            kept.given_up.append(GivenUp(kept.open.record, kept.open.run))
            kept.open = None
        return kept.to_json(self.game)

    def after(
        self, saved: dict[str, Any], table: Table[Any], name: str, record: Record | None = None
    ) -> dict[str, Any]:
        kept = self.read(saved)
        kept.add(table, name, record)
        return kept.to_json(self.game)

    def goal(self) -> Message:
        return Message("campaign.goal")

    def is_won(self, saved: dict[str, Any]) -> bool:
        return self.read(saved).campaign.won

    def progress(self, saved: dict[str, Any]) -> list[Message]:
        return progress_of(self.read(saved).campaign, self.content)

    def ending(self, ended: str) -> Message:
        return ending_of(ended)

    def unlocked(self, code: str) -> Message:
        return message_of_unlocked(code)

    def read(self, saved: Any, file: str = "campaign") -> CampaignFile:
        return campaign_from_json(self.game, saved, file, self.content)


def new_file(game: Game, content: Content | None = None, id: str = "") -> CampaignFile:
    """A campaign that nobody has played yet; also what a reset leaves (D-RESET-01)."""
    content = content or game.content()
    assert isinstance(content, DeadCellsContent)
    return CampaignFile(game.name, content.hash, new_campaign(content), id=id)


def load_campaign(game: Game, path: Path, content: Content | None = None) -> CampaignFile:
    """Read and check a campaign file; one sentence says what is wrong with it."""
    content = content or game.content()
    assert isinstance(content, DeadCellsContent)
    return campaign_from_json(game, read_campaign(path), str(path), content)


def campaign_from_json(
    game: Game, saved: Any, file: str, content: DeadCellsContent
) -> CampaignFile:
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise DamagedCampaign(file, "format")
    version = saved.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise DamagedCampaign(file, "kind", name="version")
    if version < 1:
        raise DamagedCampaign(file, "version", version=version)
    VERSIONS.check(version, file)
    if saved.get(CHECK) != sealed(saved)[CHECK]:
        raise DamagedCampaign(file, "check")
    saved = VERSIONS.upgrade(saved, version, file)
    if saved.get("game") != game.name:
        raise DamagedCampaign(file, "game", game=game.name)
    if not game.plays(content, str(saved.get("content"))):
        raise DamagedCampaign(file, "content")
    problem = wrong_in(saved.get("campaign"), game, content)
    if problem:
        raise DamagedCampaign(file, "campaign", why=problem)
    runs = saved.get("runs")
    if not isinstance(runs, list):
        raise DamagedCampaign(file, "kind", name="runs")
    fields_of({name: saved.get(name) for name in MORE}, MORE, "campaign", file)
    text = json.dumps(saved["campaign"])
    campaign = campaign_of_text(game, text, content)
    return CampaignFile(
        game.name,
        content.hash,
        campaign,
        [run_from_json(run, number, file) for number, run in enumerate(runs, start=1)],
        saved["id"],
        None if saved["open"] is None else OpenRun(**fields_of(saved["open"], OPEN, "open", file)),
        [GivenUp(**fields_of(one, GIVEN_UP, "given_up", file)) for one in saved["given_up"]],
        saved["archived"],
    )


RUN: Final[dict[str, type]] = {
    "record": str,
    "hash": str,
    "players": int,
    "ended": str,
    "run": str,
    "began": str,
    "unlocked": list,
}
OPEN: Final[dict[str, type]] = {"record": str, "run": str, "began": str, "players": int}
GIVEN_UP: Final[dict[str, type]] = {"record": str, "run": str}
MORE: Final[dict[str, type]] = {"id": str, "archived": bool, "given_up": list}


def run_from_json(saved: Any, number: int, file: str) -> RunLink:
    fields = fields_of(saved, RUN, f"run {number}", file)
    if not is_list_of(fields["unlocked"], str):
        raise DamagedCampaign(file, "field", name="unlocked", part=f"run {number}")
    return RunLink(**fields)


def fields_of(saved: Any, kinds: dict[str, type[Any]], part: str, file: str) -> dict[str, Any]:
    """A checked part of the file, field by field."""
    if not isinstance(saved, dict) or set(saved) != set(kinds):
        raise DamagedCampaign(file, "fields", part=part, names=", ".join(kinds))
    for name, kind in kinds.items():
        value = saved[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise DamagedCampaign(file, "field", name=name, part=part)
    return saved


__all__ = ["CampaignFile", "CampaignFiles", "is_victory", "load_campaign", "new_file"]
