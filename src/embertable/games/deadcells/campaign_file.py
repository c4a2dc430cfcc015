"""A campaign as a file that any set of players can continue, fork, hand over or reset.

It holds what Runs keep, a link to the record of every Run, and a check over all of it, so that a
file that was cut short or edited is refused. `docs/campaign.md` documents it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from embertable.engine.campaigns import CampaignGame, Campaigns, read_campaign, save_campaign
from embertable.engine.catalogue import Message
from embertable.engine.codec import digest
from embertable.engine.content import Content
from embertable.engine.errors import DamagedCampaign, NewerCampaign
from embertable.engine.game import Game
from embertable.engine.table import Table
from embertable.games.deadcells.campaign import (
    CAMPAIGN,
    Campaign,
    campaign_of_text,
    campaign_to_json,
    campaign_to_text,
    new_campaign,
    wrong_in,
)
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.end_of_run import campaign_after
from embertable.games.deadcells.state import DeadCellsTable

FORMAT: Final = "embertable-campaign"
VERSION: Final = 1
CHECK: Final = "check"


@dataclass
class RunLink:
    """One Run: its record's file name beside the campaign, and the hash it ended with."""

    record: str
    hash: str
    players: int
    ended: str


@dataclass
class CampaignFile:
    game: str
    content: str
    campaign: Campaign
    runs: list[RunLink] = field(default_factory=list)

    def to_json(self, game: Game) -> dict[str, Any]:
        saved: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "content": self.content,
            "campaign": campaign_to_json(game, self.campaign),
            "runs": [
                {"record": run.record, "hash": run.hash, "players": run.players, "ended": run.ended}
                for run in self.runs
            ],
        }
        return {**saved, CHECK: digest(saved)}

    def save(self, game: Game, path: Path) -> None:
        save_campaign(self.to_json(game), path)

    def option(self, game: Game) -> str:
        """The campaign as the option of the next Run's table."""
        return campaign_to_text(game, self.campaign)

    def add(self, table: DeadCellsTable, record: str) -> None:
        """Take over what a finished Run keeps, and link its record."""
        self.campaign = campaign_after(table).copy()
        ended = self.campaign.history[-1]
        players = table.game.seats(table)
        self.runs.append(RunLink(record, table.game.state_hash(table), players, ended))


class CampaignFiles(Campaigns):
    """Campaigns as the JSON of their files."""

    def __init__(self, game: Game, content: Content) -> None:
        assert isinstance(content, DeadCellsContent)
        self.game = game
        self.content = content

    def begin(self) -> dict[str, Any]:
        return new_file(self.game, self.content).to_json(self.game)

    def check(self, saved: Any, file: str = "campaign") -> None:
        self.read(saved, file)

    def games(self, saved: dict[str, Any]) -> list[CampaignGame]:
        return [
            CampaignGame(run.record, run.hash, run.players, run.ended, is_victory(run.ended))
            for run in self.read(saved).runs
        ]

    def options(self, saved: dict[str, Any]) -> dict[str, str]:
        return {CAMPAIGN: self.read(saved).option(self.game)}

    def after(self, saved: dict[str, Any], table: Table[Any], record: str) -> dict[str, Any]:
        kept = self.read(saved)
        kept.add(table, record)
        return kept.to_json(self.game)

    def progress(self, saved: dict[str, Any]) -> list[Message]:
        campaign = self.read(saved).campaign
        cards = (*campaign.runes, *campaign.on_board())
        return [Message("campaign.board", {"cards": cards})]

    def ending(self, ended: str) -> Message:
        id = "campaign.beat" if is_victory(ended) else "campaign.died"
        return Message(id, {"biome": ended.partition(" ")[2]})

    def read(self, saved: Any, file: str = "campaign") -> CampaignFile:
        return campaign_from_json(self.game, saved, file, self.content)


def is_victory(ended: str) -> bool:
    return ended.startswith("beat ")


def new_file(game: Game, content: Content | None = None) -> CampaignFile:
    """A campaign that nobody has played yet; also what a reset leaves (D-RESET-01)."""
    content = content or game.content()
    assert isinstance(content, DeadCellsContent)
    return CampaignFile(game.name, content.hash, new_campaign(content))


def load_campaign(game: Game, path: Path, content: Content | None = None) -> CampaignFile:
    """Read and check a campaign file; one sentence says what is wrong with it."""
    content = content or game.content()
    assert isinstance(content, DeadCellsContent)
    return campaign_from_json(game, read_campaign(path), str(path), content)


def campaign_from_json(
    game: Game, saved: Any, file: str, content: DeadCellsContent
) -> CampaignFile:
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise DamagedCampaign(file, f"it does not say that it is an {FORMAT}")
    version = saved.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise DamagedCampaign(file, "'version' is not a number")
    if version < 1:
        raise DamagedCampaign(file, f"'version' is {version}, and the first was 1")
    if version > VERSION:
        raise NewerCampaign(file, version, VERSION)
    rest = {name: value for name, value in saved.items() if name != CHECK}
    if saved.get(CHECK) != digest(rest):
        raise DamagedCampaign(file, "'check' does not fit, so it was damaged or edited")
    if saved.get("game") != game.name:
        raise DamagedCampaign(file, f"'game' is not {game.name}")
    if saved.get("content") != content.hash:
        raise DamagedCampaign(file, "'content' is another content pack than the one at hand")
    problem = wrong_in(saved.get("campaign"), game, content)
    if problem:
        raise DamagedCampaign(file, f"in 'campaign', {problem}")
    runs = saved.get("runs")
    if not isinstance(runs, list):
        raise DamagedCampaign(file, "'runs' is not a list")
    text = json.dumps(saved["campaign"])
    return CampaignFile(
        game.name,
        content.hash,
        campaign_of_text(game, text, content),
        [link_from_json(run, number, file) for number, run in enumerate(runs, start=1)],
    )


def link_from_json(saved: Any, number: int, file: str) -> RunLink:
    names = {"record": str, "hash": str, "players": int, "ended": str}
    if not isinstance(saved, dict) or set(saved) != set(names):
        raise DamagedCampaign(file, f"run {number} is not a link to a record")
    for name, kind in names.items():
        if not isinstance(saved[name], kind):
            raise DamagedCampaign(file, f"'{name}' of run {number} is of the wrong kind")
    return RunLink(saved["record"], saved["hash"], saved["players"], saved["ended"])
