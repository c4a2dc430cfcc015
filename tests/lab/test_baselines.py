"""The baselines that search and learn: they keep to the protocol like any bot."""

from __future__ import annotations

import pytest

from embertable import Action, ask, load
from embertable.engine.session import Session
from embertable.envs.coding.rewards import Progress
from embertable.lab.baselines import Node, TreeBot, budget, is_baseline, is_learned
from embertable.lab.leaderboard import SPLITS, policy_of, task_of
from tests.cli import Commands

FIRST = SPLITS["dev"].first


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EMBERTABLE_LANG", "en")
    monkeypatch.setattr("embertable.commands.progress.FIRST", 1e9)
    return Commands(capsys)


def test_a_name_says_the_budget():
    assert budget("ismcts@50") == 50
    assert budget("ppo@200k") == 200_000
    assert budget("selfplay@1M") == 1_000_000
    assert is_learned("selfplay@1M")
    assert not is_learned("ismcts@50")
    assert not is_baseline("greedy")
    assert not is_baseline("ppo@0k")


def test_one_command_trains_plays_and_proves_them(command, tmp_path):
    players = "random,ismcts@2,ppo@2,selfplay@2"
    line = ("leaderboard", "play", "setawatch", "--out", "board", "--games", 1)
    said = command(*line, "--players", players, "--json")
    assert said.code == 0, said.err
    rows = said.json()["games"]["setawatch"]["splits"]["dev"]
    assert {row["player"] for row in rows} == set(players.split(","))
    policy = policy_of(tmp_path / "board", "setawatch", "ppo@2")
    before = policy.stat().st_mtime_ns
    assert command(*line, "--players", players).code == 0
    assert policy.stat().st_mtime_ns == before
    assert command("leaderboard", "verify", "board").code == 0


def test_the_search_repeats_itself_and_looks_at_every_option():
    game = load("lueur")
    session = Session(game, task_of(game).options, FIRST)
    table = session.table
    choice = table.next_choice()
    assert choice is not None
    chosen = [ask(TreeBot(7, 20), table, choice.seat) for _ in range(2)]
    assert chosen[0] == chosen[1]
    root = Node()
    bot = TreeBot(7, 20)
    offered = table.offered(choice.seat)
    for _ in range(20):
        imagined = game.imagine(table, choice.seat, bot.chance)
        bot.simulate(root, imagined, choice, offered)
    assert sum([one.visits for one in root.children.values()]) == 20
    assert all([one.visits for one in root.children.values()])


def test_the_search_finds_what_pays(monkeypatch):
    """With a progress that knows one option, that one is tried most."""
    game = load("lueur")
    table = Session(game, task_of(game).options, FIRST).table
    choice = table.next_choice()
    assert choice is not None
    offered = table.offered(choice.seat)
    assert len(offered) > 1
    taken: list[Action] = []

    class Knowing(Progress):
        def of(self, table, seat):
            return float(taken[-1] == offered[-1])

    bot = TreeBot(1, 60)
    bot.progress_of = lambda _: Knowing()
    monkeypatch.setattr("embertable.lab.baselines.playout", lambda *_: 0)
    apply = type(table).apply

    def noting(self, action, seat=None):
        if action in offered:
            taken.append(action)
        apply(self, action, seat)

    monkeypatch.setattr(type(table), "apply", noting)
    assert ask(bot, table, choice.seat) == offered[-1]
