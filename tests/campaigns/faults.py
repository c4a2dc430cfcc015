"""A household that plays campaigns while things go wrong, and what must hold of its files.

Faults are planted in the calls of the operating system: the process ends before or after one of them, or
the disk is full. `broken()` then compares the whole folder with what it held before.
"""

from __future__ import annotations

import errno
import io
import json
import os
import random
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from embertable import load
from embertable.cli import run
from embertable.engine import files
from embertable.engine.campaign_checks import problems_of
from embertable.engine.campaign_files import KeptCampaign
from embertable.engine.errors import EmbertableError, UnreadableFile
from embertable.engine.files import FileLock
from embertable.engine.record import Record, load_record
from embertable.engine.session import resume

GAME = load("deadcells")
CALLS = ("open", "fsync", "link", "replace")
WAYS = ("killed before", "killed after", "full")
FAR = 24
"""The most calls that a fault waits for."""


class Killed(BaseException):
    """The process ends here."""


class FailingOs:
    """The module `os`, whose next but so many calls fails."""

    def __init__(self, left: int, way: str) -> None:
        self.left = left
        self.way = way

    def __getattr__(self, name: str) -> Any:
        # No power cut is tested here, and a real sync takes longer than everything else.
        real = (lambda _: None) if name == "fsync" else getattr(os, name)
        return self.failing(real) if name in CALLS else real

    def failing(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            self.left -= 1
            if self.left == 0 and self.way == "full":
                raise OSError(errno.ENOSPC, "No space left on device")
            if self.left == 0 and self.way == "killed before":
                raise Killed
            done = real(*arguments)
            if self.left == 0:
                raise Killed
            return done

        return call


@contextmanager
def failing(patch: pytest.MonkeyPatch, rng: random.Random) -> Iterator[None]:
    """Something goes wrong inside, unless fewer calls are made than the fault waits for."""
    with patch.context() as inside:
        inside.setattr(files, "os", FailingOs(rng.randint(1, FAR), rng.choice(WAYS)))
        with suppress(Killed):
            yield


class Household:
    """A campaign in a folder, everything that may be done with it, and what it has held so far."""

    def __init__(self, folder: Path, seed: int, patch: pytest.MonkeyPatch, capsys: Any) -> None:
        self.folder = folder
        self.file = folder / "ours.json"
        self.rng = random.Random(seed)
        self.patch = patch
        self.capsys = capsys
        self.history: list[str] = [f"seed {seed}"]
        self.records: dict[str, tuple[str, list[str]]] = {}
        self.counted: dict[str, list[str]] = {}
        self.whole = b""
        patch.setattr(files, "os", FailingOs(0, ""))
        self.call("campaign", "new", self.file)

    # What people do.

    def call(self, *arguments: object, typed: str = "") -> str:
        """Run a command; what it printed."""
        self.patch.setattr("sys.stdin", io.StringIO(typed))
        self.capsys.readouterr()
        self.history.append(" ".join(str(one) for one in arguments))
        run([str(one) for one in arguments])
        said = self.capsys.readouterr()
        return str(said.out + said.err)

    def acts(self) -> list[Callable[[], object]]:
        return [
            self.let_bots_play,
            self.leave,
            self.leave_and_resume,
            self.play_again,
            self.give_up,
            self.reset,
            self.resume_anything,
            self.two_at_once,
            self.damage,
        ]

    def let_bots_play(self) -> None:
        players = self.rng.randint(1, 3)
        self.call(
            *("campaign", "run", self.file, "--bots", "random", "--players", players),
            *("--seed", self.rng.randrange(999)),
        )

    def leave(self) -> str:
        typed = "1\n" * self.rng.randint(0, 4) + "quit\n"
        return self.call("play", "--plain", "--campaign", self.file, *self.seats(), typed=typed)

    def seats(self) -> tuple[str, ...]:
        """Who plays a new Run; an open one goes on with its own people."""
        try:
            is_open = KeptCampaign(GAME, self.file).open_record() is not None
        except EmbertableError:
            is_open = True
        count = self.rng.randint(1, 2)
        return () if is_open else ("--seats", ("human:Ada", "human:Ada,bot:random")[count - 1])

    def leave_and_resume(self) -> None:
        """By every instruction that was printed."""
        for line in re.findall(r"embertable (play --(?:resume|campaign) .*)", self.leave()):
            words = shlex.split(line)
            self.call(*words, "--plain", typed="1\n" * 30 + "quit\n")

    def play_again(self) -> None:
        typed = "1\n" * 30 + "again\n1\n1\nquit\n"
        self.call("play", "--plain", "--campaign", self.file, *self.seats(), typed=typed)

    def give_up(self) -> None:
        self.call("campaign", "run", self.file, "--bots", "random", "--players", 1, "--give-up")

    def reset(self) -> None:
        self.call("campaign", "reset", self.file, "--yes")

    def resume_anything(self) -> None:
        names = sorted(self.records)
        if names:
            record = self.folder / self.rng.choice(names)
            named = ("--campaign", self.file) if self.rng.random() < 0.5 else ()
            typed = "1\n" * self.rng.choice((0, 30)) + "quit\n"
            self.call("play", "--plain", "--resume", record, *named, typed=typed)

    def two_at_once(self) -> None:
        """Another window plays the open Run meanwhile."""
        kept = KeptCampaign(GAME, self.file)
        try:
            record = kept.open_record()
        except EmbertableError:
            record = None
        if record is None:
            return
        other = FileLock(record)
        try:
            other.take(False)
        except UnreadableFile:
            return  # The other window is the one that finds the disk full.
        try:
            self.let_bots_play()
            self.give_up()
        finally:
            other.release()

    def damage(self) -> None:
        """The campaign's file is cut short, and rebuilt from its records."""
        self.whole = self.file.read_bytes()
        damaged = self.whole[: self.rng.randrange(len(self.whole) - 2)]
        self.file.write_bytes(damaged)
        self.let_bots_play()
        assert self.file.read_bytes() == damaged, "a damaged file stays as it is"
        self.call("campaign", "rebuild", self.file)

    def mend(self) -> None:
        """Rebuild a campaign that is still damaged; one without a Run has nothing to lose."""
        kept = KeptCampaign(GAME, self.file)
        damaged = self.file.read_bytes()
        said = ""
        for names in ([], [], self.names_in_whole()):
            try:
                kept.read()
            except EmbertableError:
                # The third time as the sentence says: the records that count are named.
                said = self.call("campaign", "rebuild", self.file, *names)
        try:
            kept.read()
        except EmbertableError:
            assert self.file.read_bytes() == damaged
            assert not self.names_in_whole(), "\n".join([*self.history, said])
            self.file.write_bytes(self.whole)

    def names_in_whole(self) -> list[Path]:
        """The records of the campaign before it was damaged."""
        saved = json.loads(self.whole) if self.whole else {"runs": []}
        return [self.folder / run["record"] for run in saved["runs"]]

    # What must hold.

    def broken(self) -> list[str]:
        """What a file lost, set back or counted wrongly since the last look."""
        found: list[str] = []
        for name, record in self.read_records().items():
            hashes = [entry.hash for entry in record.entries]
            before = self.records.get(name)
            if before is not None and before[0] != record.commitment:
                found.append(f"{name} was overwritten")
            elif before is not None and hashes[: len(before[1])] != before[1]:
                found.append(f"{name} was set back")
            self.records[name] = (record.commitment, hashes)
        found += [f"{name} is gone" for name in self.records if not (self.folder / name).exists()]
        for path in sorted(self.folder.glob("*.json")):
            found += self.broken_campaign(path)
        return found

    def read_records(self) -> dict[str, Record]:
        found: dict[str, Record] = {}
        for path in sorted(self.folder.glob("*.json")):
            try:
                found[path.name] = load_record(path)
            except EmbertableError:
                if path.name in self.records:
                    raise
        return found

    def broken_campaign(self, path: Path) -> list[str]:
        kept = KeptCampaign(GAME, path)
        try:
            saved = kept.read()
        except EmbertableError:
            return []
        id = kept.campaigns.id(saved)
        now = [one.game_id for one in kept.campaigns.games(saved)]
        before = self.counted.get(id, [])
        found = []
        if len(set(now)) != len(now):
            found.append(f"{path.name} counts a Run twice")
        if path.name == "ours.json" or "archive" in path.name:
            if now[: len(before)] != before and before[: len(now)] != now:
                found.append(f"{path.name} has other Runs than before")
            if path.name == "ours.json" and len(now) < len(before):
                found.append(f"{path.name} was set back")
            self.counted[id] = max(now, before, key=len)
        return found

    def settle(self) -> list[str]:
        """Play on without faults, then look for finished Runs that were never counted."""
        self.call("campaign", "run", self.file, "--bots", "random", "--players", 1)
        for name, record in self.read_records().items():
            # Bots that play two campaigns with one seed play the same Run in both.
            link = record.campaign
            if link is None or record.game_id() in self.counted.get(link.id, []):
                continue
            if resume(GAME, record).table.has_ended():
                self.call("play", "--plain", "--resume", self.folder / name, typed="quit\n")
        found = self.broken()
        own = KeptCampaign(GAME, self.file).read()["id"]
        for path in [self.file, *sorted(self.folder.glob("ours-archive*.json"))]:
            # A reset that was cut short leaves an archive of the campaign that is still played.
            if path == self.file or KeptCampaign(GAME, path).read()["id"] != own:
                found += [f"{path.name}: {one}" for one in problems_of(KeptCampaign(GAME, path))]
        return found
