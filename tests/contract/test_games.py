"""Every registered game keeps the contract, with all combinations of its settings.

Sampled here; `--long` plays more seeds and looks at every decision.
"""

from __future__ import annotations

from collections import Counter

import pytest

from embertable.contract import CHECKS, Playout, check_catalogues, run_check
from embertable.contract.finals import final_clauses
from embertable.engine.catalogue import read_catalogue
from embertable.engine.chance import seeded
from embertable.ledger import read_clauses
from tests.contract.games import ALL, MORE, goes_together

SEEDS = {"ending": 25, "twins": 3}
"""How many seeds for each combination of settings; one where nothing else is said."""

LOOKED_AT = {
    "acceptance": ["accepted", "refused"],
    "orders": ["orders"],
    "copies": ["copies"],
    "saves": ["saves"],
    "records": ["entries", "undone"],
    "finals": ["final"],
    "twins": ["twins", "twins after an action"],
    "sentences": ["sentences"],
}
"""What each check must have looked at: a check that sees nothing proves nothing."""


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", ALL)
def test_a_game_keeps_the_contract(name, check):
    tally: Counter[str] = Counter()
    for number, options in enumerate(ALL[name].variants()):
        for seed in range(SEEDS.get(check, 1)):
            tally += run_check(CHECKS[check], ALL[name], options, 100 * number + seed).tally
    for what in LOOKED_AT.get(check, []):
        if what == "orders" and not goes_together(ALL[name]):
            continue
        if what == "final" and not final_clauses(ALL[name]):
            continue
        assert tally[what] > 0, f"the check {check} never looked at {what}"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", ALL)
def test_a_game_keeps_the_contract_at_every_decision(name, check):
    for options in ALL[name].variants():
        for seed in range(1000, 1010):
            run_check(CHECKS[check], ALL[name], options, seed, every=1)


@pytest.mark.parametrize("name", ALL)
def test_a_game_speaks_every_language(name):
    check_catalogues(ALL[name])


@pytest.mark.parametrize("name", ALL)
def test_every_clause_that_is_cited_stands_in_the_ledger(name):
    clauses = read_catalogue(ALL[name].folder() / "clauses.toml")
    lines = MORE[name].ledger.read_text(encoding="utf-8").splitlines()
    known = {clause.id for clause in read_clauses(lines)}
    assert set(clauses.values()) <= known


@pytest.mark.parametrize("name", ALL)
def test_imagine_deals_again_what_is_hidden_and_nothing_else(name):
    game = ALL[name]
    dealt: set[str] = set()
    chance = seeded(3)
    for seed, options in enumerate(game.variants()):
        playout = Playout(game, options, seed)
        for decision in playout.decisions():
            if decision.number % 3 == 0:
                table = playout.table.copy(chance)
                MORE[name].hide(table)
                seat = chance.pick("seats", [*range(game.seats(table)), None])
                imagined = game.imagine(table, seat, chance)
                dealt |= differences(parts(table), parts(imagined))
    assert dealt == MORE[name].hidden


def parts(table) -> dict[str, object]:
    """The state by paths, with the fields of all components in a list side by side."""
    found: dict[str, object] = {}
    for name, value in table.game.codec().encode(table.state).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for field in value[0]:
                found[f"{name}.{field}"] = [one[field] for one in value]
        elif isinstance(value, dict) and any(isinstance(one, dict) for one in value.values()):
            for key, one in value.items():
                found.update({f"{name}.{key}.{field}": part for field, part in one.items()})
        else:
            found[name] = value
    return found


def differences(one: dict[str, object], other: dict[str, object]) -> set[str]:
    return {path for path in one if one[path] != other[path]}
