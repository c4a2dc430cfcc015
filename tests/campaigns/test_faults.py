"""300 faults in campaigns (T26): every finished Run is counted once and in order, and no file is overwritten."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from embertable.cli import run
from embertable.engine import campaign_files
from embertable.engine.campaign_checks import problems_of
from embertable.engine.campaign_files import KeptCampaign
from embertable.engine.errors import FileInUse
from embertable.engine.files import FileLock
from embertable.engine.record import Record
from tests.campaigns.faults import GAME, Household, failing

HOUSEHOLDS = 16
FAULTS = 16
KILLS = 44
"""16 × 16 faults in this process and 44 kills of others: 300."""


@pytest.fixture
def household(tmp_path, monkeypatch, capsys) -> Callable[[int], Household]:
    monkeypatch.setenv("EMBERTABLE_LANG", "en")
    return lambda seed: Household(tmp_path, seed, monkeypatch, capsys)


def suffer(home: Household, faults: int, *, planted: bool = True) -> list[str]:
    """Let people play while things go wrong; what broke."""
    for _ in range(faults):
        act = home.rng.choice(home.acts())
        home.history.append(f"[{act.__name__}]")
        if planted and home.rng.random() < 0.7:
            with failing(home.patch, home.rng):
                act()
        else:
            act()
        home.mend()
        if broken := home.broken():
            return broken
    return home.settle()


@pytest.mark.parametrize("seed", range(HOUSEHOLDS))
def test_nothing_that_was_earned_is_lost(household, seed):
    home = household(seed)
    assert suffer(home, FAULTS) == [], "\n".join(home.history)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_nothing_that_was_earned_is_lost_in_the_long_run(household, seed):
    home = household(seed)
    assert suffer(home, FAULTS) == [], "\n".join(home.history)


# Negative controls.


def count_blindly(self: KeptCampaign, session: Any, path: Path) -> bool:
    """The bug of version 1: a finished Run replaces the campaign, whatever it began from."""
    saved = self.read()
    self.write(self.campaigns.after(saved, session.table, path.name, session.record))
    return True


def overwrite(self: Record, path: Path) -> bool:
    self.save(path)
    return True


def plant(patch: pytest.MonkeyPatch, bug: str) -> None:
    if bug == "counted blindly":
        patch.setattr(KeptCampaign, "count", count_blindly)
        patch.setattr("embertable.terminal.campaign_run.is_counted", lambda *_: False)
    elif bug == "never counted":
        patch.setattr(KeptCampaign, "count", lambda *_: True)
    else:
        patch.setattr(Record, "save_new", overwrite)
        patch.setattr(campaign_files, "free_file", lambda path: path)


@pytest.mark.parametrize("bug", ["counted blindly", "never counted", "overwritten"])
def test_a_planted_bug_is_found(household, monkeypatch, bug):
    plant(monkeypatch, bug)
    home = household(3)
    found: list[str] = []
    for _ in range(12):
        try:
            found = suffer(home, 10, planted=False)
        except (AssertionError, IndexError) as error:
            found = [repr(error)]
        if found:
            break
    assert found, "\n".join(home.history)


# Real processes.


def in_a_child(*arguments: object) -> int:
    """Run a command in a copy of this process; its id."""
    child = os.fork()
    if child:
        return child
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    try:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123
        code = run([str(one) for one in arguments])
    except BaseException:  # noqa: BLE001 - a copy of the tests must never go on
        code = 99
    os._exit(code)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_kills_at_random_moments_lose_nothing(household):
    home = household(7)
    rng = random.Random(7)
    started = time.monotonic()
    call = ("campaign", "run", home.file, "--bots", "random", "--players", 1, "--runs", 4)
    os.waitpid(in_a_child(*call, "--seed", 1), 0)
    usual = time.monotonic() - started
    for number in range(KILLS):
        child = in_a_child(*call, "--seed", number)
        time.sleep(rng.random() * usual)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert home.broken() == [], number
    assert home.settle() == []
    assert len(KeptCampaign(GAME, home.file).read()["runs"]) > 4


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks")
def test_a_new_run_is_locked_before_others_can_see_it(household, monkeypatch):
    """A process that finds an open Run unlocked plays it on, and both would write its record."""
    home, seen = household(9), []
    write = KeptCampaign.write

    def looked_at(self, saved):
        open = self.campaigns.open_game(saved)
        if open is not None:
            seen.append(open.record)
            with pytest.raises(FileInUse):
                FileLock(self.path.parent / open.record).take(False)
        write(self, saved)

    monkeypatch.setattr(KeptCampaign, "write", looked_at)
    call = ("campaign", "run", home.file, "--bots", "random", "--players", 1, "--runs", 2)
    assert run([str(one) for one in call]) == 0
    assert len(seen) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_processes_that_play_one_campaign_at_once_count_every_run(household):
    home = household(8)
    call = ("campaign", "run", home.file, "--bots", "random", "--players", 1, "--runs", 3)
    for number in range(4):
        children = [in_a_child(*call, "--seed", 10 * number + one) for one in range(3)]
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        assert set(codes) <= {0, 1}
        assert 0 in codes or len(KeptCampaign(GAME, home.file).read()["runs"]) > 0
        assert home.broken() == []
    assert problems_of(KeptCampaign(GAME, home.file)) == []
    finished = [one for one in home.read_records().values() if one.campaign is not None]
    assert len(finished) >= len(KeptCampaign(GAME, home.file).read()["runs"]) > 3
