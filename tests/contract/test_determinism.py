"""The same seeds give the same games, whatever Python does with its hashes and assertions."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields

import pytest
from minnows.rounds import FillHand

from embertable.contract.playout import Playout
from embertable.engine.codec import canonical, digest
from embertable.engine.game import Game
from embertable.engine.table import Action, Step
from tests.contract.games import ALL, ROOT

SCRIPT = """
from tests.contract.test_determinism import games_digest
{plant}
print(games_digest({name!r}, {seeds}))
"""

PLANTED = """
from minnows.baits import ChooseBait, LayBait
ChooseBait.options = lambda self, table: [
    LayBait(self.seat, fish) for fish in set(table.state.anglers[self.seat].hand)
]
"""


def games_digest(name: str, seeds: int) -> str:
    """One digest over every decision and final hash of many games."""
    played: list[object] = []
    for options in ALL[name].variants():
        for seed in range(seeds):
            playout = Playout(ALL[name], options, seed)
            for decision in playout.decisions():
                played.append(ALL[name].codec().encode(decision.action))
            played.append(playout.hash())
    return digest(played)


PATHS = [str(ROOT), str(ROOT / "examples" / "tiny")]


def digest_elsewhere(
    name: str, hash_seed: str, *flags: str, plant: str = "", seeds: int = 3
) -> str:
    script = SCRIPT.format(name=name, plant=plant, seeds=seeds)
    done = subprocess.run(
        [sys.executable, *flags, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(PATHS)},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_games_do_not_depend_on_hash_seeds_or_assertions(name):
    here = games_digest(name, 3)
    assert digest_elsewhere(name, "1") == here
    assert digest_elsewhere(name, "2", "-O") == here


@pytest.mark.slow
def test_an_order_that_depends_on_hashes_is_found():
    digests = {digest_elsewhere("minnows", seed, plant=PLANTED, seeds=1) for seed in "123"}
    assert len(digests) > 1


# Steps are never changed once made: here every one that runs is watched.


class Watch:
    """Wraps the `run` of every step of a game and compares the step before and after."""

    def __init__(self, game: Game, patch: pytest.MonkeyPatch) -> None:
        self.ran: set[str] = set()
        self.changed: list[str] = []
        self.codec = game.codec()
        for cls in self.codec.classes.values():
            if issubclass(cls, Step) and "run" in vars(cls):
                patch.setattr(cls, "run", self.watched(cls.run))

    def watched(self, plain):
        def run(step, table):
            before = canonical(self.codec.encode(step))
            plain(step, table)
            self.ran.add(type(step).__name__)
            if canonical(self.codec.encode(step)) != before:
                self.changed.append(f"{before!r} has become {step!r}")

        return run


def play_watched(game: Game, patch: pytest.MonkeyPatch, seeds: int) -> Watch:
    watch = Watch(game, patch)
    for options in game.variants():
        for seed in range(seeds):
            for _ in Playout(game, options, seed).decisions():
                pass
    return watch


@pytest.mark.parametrize("name", ALL)
def test_no_step_changes_itself(name, monkeypatch):
    watch = play_watched(ALL[name], monkeypatch, 2)
    assert watch.changed == []
    assert len(watch.ran) > 5


def test_a_step_that_changes_itself_is_found(monkeypatch):
    plain = FillHand.run

    def run(self, table):
        plain(self, table)
        self.seat += 1

    monkeypatch.setattr(FillHand, "run", run)
    assert play_watched(ALL["minnows"], monkeypatch, 1).changed


@pytest.mark.parametrize("name", ALL)
def test_actions_and_steps_hold_plain_values_only(name):
    """Ids, plain values and other actions, never components: to be shared, saved and compared."""
    for cls in ALL[name].codec().classes.values():
        if issubclass(cls, Action):
            for field in fields(cls):
                assert field.type in {"int", "Seat", "str", "bool", "Action"}, (
                    f"{cls.__name__}.{field.name}"
                )
