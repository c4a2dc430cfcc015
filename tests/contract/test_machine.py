"""A state machine over every game: whatever is done to a table, nothing is lost and it goes on.

Hypothesis picks the settings, a point in the game and what happens there, and shrinks what fails.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from minnows.nets import CastNet
from minnows.state import MinnowsState

from embertable.contract.playout import Playout
from embertable.contract.rules import mutants
from embertable.engine.chance import seeded
from embertable.engine.errors import EmbertableError
from embertable.engine.table import Table
from tests.contract.games import ALL, MORE

EXAMPLES = 200
STEPS = 60
MANY_EXAMPLES = 500
NUMBER = st.integers(0, 999)


class GameMachine(RuleBasedStateMachine):
    """One table, played, copied, saved, imagined and knocked at in any order."""

    name: str

    @initialize(seed=st.integers(0, 9999), settings=NUMBER, skipped=st.integers(0, 250))
    def set_up(self, seed: int, settings: int, skipped: int) -> None:
        self.game = ALL[self.name]
        sets = self.game.variants()
        self.playout = Playout(self.game, sets[settings % len(sets)], seed)
        self.table: Table[Any] = self.playout.table
        for _ in range(skipped):
            decision = self.playout.decide(self.table)
            if decision is None:
                break
            self.table.apply(decision.action, decision.seat)

    def is_on(self) -> bool:
        return self.table.next_choice() is not None

    @precondition(is_on)
    @rule(seat=NUMBER, option=NUMBER)
    def decide(self, seat: int, option: int) -> None:
        choices = self.table.choices()
        choice = choices[seat % len(choices)]
        options = self.table.offered(choice.seat)
        assert options
        self.table.apply(options[option % len(options)], choice.seat)

    @precondition(is_on)
    @rule(seat=NUMBER, option=NUMBER)
    def knock(self, seat: int, option: int) -> None:
        """Actions that are not legal are refused and change nothing."""
        options = self.table.offered()
        before = self.game.state_hash(self.table)
        who = seat % self.game.seats(self.table)
        for action in mutants(options[option % len(options)]):
            if action not in self.table.legal(who):
                with pytest.raises(EmbertableError):
                    self.table.apply(action, who)
        assert self.game.state_hash(self.table) == before

    @rule()
    def save_and_open(self) -> None:
        before = self.game.state_hash(self.table)
        self.table = Table.from_json(json.loads(json.dumps(self.table.to_json())), self.game)
        assert self.game.state_hash(self.table) == before

    @rule()
    def go_on_with_a_copy(self) -> None:
        self.table = self.table.copy(self.table.chance.copy())

    @rule(seat=NUMBER, luck=NUMBER)
    def go_on_with_a_dream(self, seat: int, luck: int) -> None:
        """What a seat imagines is as good a table as any."""
        who = seat % (self.game.seats(self.table) + 1)
        watcher = None if who == self.game.seats(self.table) else who
        chance = seeded(luck)
        chance.go_to(self.table.chance.positions())
        self.table = self.game.imagine(self.table, watcher, chance)

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "table"):
            self.table.next_choice()
            MORE[self.name].invariant(self.table)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.playout.play_on(self.table, 5_000)
            assert self.table.has_ended()
            MORE[self.name].invariant(self.table)


def run_machine(name: str, examples: int, phases: tuple[Phase, ...] = tuple(Phase)) -> None:
    machine = type("Machine", (GameMachine,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            derandomize=True,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_nothing_is_lost_whatever_is_done(name):
    run_machine(name, EXAMPLES)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ALL)
def test_nothing_is_lost_whatever_is_done_for_long(name):
    run_machine(name, MANY_EXAMPLES)


@pytest.mark.slow
def test_a_fish_that_vanishes_is_found(monkeypatch):
    def run(self: CastNet, table: Table[MinnowsState]) -> None:
        state = table.state
        plain(self, table)
        if not state.anglers[self.seat].net and state.discards:
            state.discards.pop()

    plain = CastNet.run
    monkeypatch.setattr(CastNet, "run", run)
    with pytest.raises(AssertionError, match="fish: too many"):
        run_machine("minnows", 50, (Phase.generate,))
