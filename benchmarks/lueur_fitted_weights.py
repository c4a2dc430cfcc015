"""Fits what holdings are worth to Lueur's search: plays games, then fits weights to the final totals.

    python -m benchmarks.lueur_fitted_weights play games.jsonl 2545          # continues where the file ends
    python -m benchmarks.lueur_fitted_weights fit games.jsonl > first.toml
    python -m benchmarks.lueur_fitted_weights play sharp.jsonl 300 first.toml
    python -m benchmarks.lueur_fitted_weights fit sharp.jsonl first.toml > src/embertable/bots/lueur/fitted_weights.toml

First greedy bots play both journeys with random adventurers; then bots that use the first weights. All
recruit at random now and then, so that every companion occurs with every hand. The weights come from ridge
regressions: the first shrinks the weights of expected gains towards 1 and all others towards 0, the second
shrinks all towards the first. `fit` prints the cross-validated error to stderr.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from embertable.bots import GreedyBot, ask
from embertable.bots.lueur.evaluator import SMALL_DICE, LueurEvaluator
from embertable.bots.lueur.expected_gains import expected_gains_of
from embertable.bots.lueur.fitted_weights import PRICES, ROLLS, Holding, features_of
from embertable.engine.chance import seeded
from embertable.engine.table import Choice, Table
from embertable.games import load
from embertable.games.lueur.content import LueurContent
from embertable.games.lueur.morning import ChooseCompanion
from embertable.games.lueur.state import LueurState

AT_RANDOM = 0.3
AT_RANDOM_LATER = 0.2
EXPECTATIONS = ("cards", "powers", "footprints", "rerolls", "bonus", "walk", "islands")
GENERAL = ("swing", "swing-lasting", "dice", "dice-lasting", "spells")
FOLDS = 5
STEADY = 50.0
"""How strongly the second fit is shrunk towards the first."""


# Playing.


def play_games(file: Path, games: int, full_model: bool) -> None:
    played = len(file.read_text().splitlines()) if file.exists() else 0
    for number in range(played, games):
        with file.open("a") as lines:
            lines.write(json.dumps(play_one(number, full_model)) + "\n")


def play_one(number: int, full_model: bool) -> dict[str, Any]:
    game = load("lueur")
    rng = random.Random(number)
    journey = "archipelago" if number % 4 == 3 else "province"
    options = {"players": "2", "journey": journey}
    if not full_model or number % 2:
        options["adventurers"] = "random"
    first = 700_000 if full_model else 500_000
    table = game.set_up(game.check(options), seeded(first + number))
    bots = [GreedyBot(2 * number + seat, full_model) for seat in (0, 1)]
    at_random = AT_RANDOM_LATER if full_model else AT_RANDOM
    holdings: list[dict[str, Any]] = []
    round = 0
    while (choice := table.next_choice()) is not None:
        recruits = isinstance(choice, ChooseCompanion)
        if recruits and table.state.round != round:
            round = table.state.round
            holdings += [held(table, choice, seat) for seat in (0, 1)]
        if recruits and rng.random() < at_random:
            table.apply(rng.choice(list(table.offered())), choice.seat)
        else:
            table.apply(ask(bots[choice.seat], table, choice.seat), choice.seat)
    assert table.result is not None
    return {"journey": journey, "holdings": holdings, "totals": list(table.result.scores)}


def learn(file: Path) -> None:
    """Let the bots of this process use these weights."""
    PRICES.clear()
    PRICES.update(tomllib.loads(file.read_text())["prices"])


def held(table: Table[LueurState], choice: Choice, seat: int) -> dict[str, Any]:
    """What a player has at the start of a round, as saved in the file."""
    state = table.state
    player = state.players[seat]
    evaluator = LueurEvaluator(table, choice)
    evaluator.seat = seat
    kinds = state.content.dice
    return {
        "round": state.round,
        "seat": seat,
        "cards": [player.adventurer, *player.companions],
        "spells": list(player.spells),
        "large": sorted([kinds[die].colour for die in player.dice if kinds[die].large]),
        "bursts": player.bursts,
        "footprints": player.footprints,
        "fireflies": player.fireflies,
        "rerolls": player.rerolls,
        "journey": round_off(evaluator.value(table)["journey"]),
    }


def round_off(value: float) -> float:
    return round(value, 3)


# Fitting.


def fit_prices(file: Path, before: dict[str, float]) -> dict[str, float]:
    content: LueurContent = load("lueur").set_up({}, seeded(0)).state.content
    games = [json.loads(line) for line in file.read_text().splitlines()]
    rows, gains, folds = [], [], []
    for number, game in enumerate(games):
        for kept in game["holdings"]:
            rows.append(amounts_of(kept, game["journey"] == "archipelago", content))
            gains.append(game["totals"][kept["seat"]] - kept["bursts"])
            folds.append(number % FOLDS)
    names = sorted({name for row in rows for name in row} | set(before))
    column = {name: place for place, name in enumerate(names)}
    matrix = np.zeros((len(rows), len(names)))
    for line, row in enumerate(rows):
        for name, amount in row.items():
            matrix[line, column[name]] = amount
    wanted, fold = np.array(gains, float), np.array(folds)
    errors = np.zeros(len(rows))
    for left_out in range(FOLDS):
        tested = fold == left_out
        errors[tested] = wanted[tested] - matrix[tested] @ ridge(
            matrix[~tested], wanted[~tested], names, before
        )
    print(f"{len(games)} games; root mean square errors by round:", file=sys.stderr)
    for round in range(1, content.rounds + 1):
        start = matrix[:, column[f"round-{round}"]] > 0
        print(f"  {round}: {np.sqrt((errors[start] ** 2).mean()):.2f}", file=sys.stderr)
    prices = ridge(matrix, wanted, names, before)
    return {name: float(price) for name, price in zip(names, prices, strict=True)}


def amounts_of(kept: dict[str, Any], sails: bool, content: LueurContent) -> dict[str, float]:
    """The features of a holding, and an indicator of its round."""
    holding = Holding(
        cards=kept["cards"],
        spells=kept["spells"],
        colours=tuple(sorted([*kept["large"], *SMALL_DICE])),
        large=len(kept["large"]),
        footprints=kept["footprints"],
        fireflies=kept["fireflies"],
        rerolls=kept["rerolls"],
        journey=kept["journey"],
        sails=sails,
        rolls=content.rounds - kept["round"] + 1,
    )
    return {
        f"round-{kept['round']}": 1.0,
        **features_of(holding, content, expected_gains_of(content, ROLLS)),
    }


def ridge(matrix: Any, wanted: Any, names: list[str], before: dict[str, float]) -> Any:
    usual = np.array([before.get(name, usual_price(name) if not before else 0.0) for name in names])
    pull = np.array([pull_of(name) if not before else steady_pull_of(name) for name in names])
    rest = wanted - matrix @ usual
    return usual + np.linalg.solve(matrix.T @ matrix + np.diag(pull), matrix.T @ rest)


def usual_price(name: str) -> float:
    return 1.0 if name.split("-", maxsplit=1)[0] in EXPECTATIONS else 0.0


def steady_pull_of(name: str) -> float:
    """The penalty of the second fit: strong, because it has few games, but not for the round's constant."""
    return pull_of(name) if name.startswith("round-") else STEADY * (30.0 + pull_of(name))


def pull_of(name: str) -> float:
    """The ridge penalty of a weight: stronger for single cards, which occur in few games."""
    if name.startswith("round-") or name.split("-", maxsplit=1)[0] in (*EXPECTATIONS, "fireflies"):
        return 0.1
    if name in GENERAL:
        return 3.0
    return 300.0 if name.endswith("-lasting") else 30.0


def main() -> None:
    task, file, *rest = sys.argv[1:]
    if task == "play":
        games, *first = rest
        for weights in first:
            learn(Path(weights))
        play_games(Path(file), int(games), full_model=bool(first))
        return
    for weights in rest:
        learn(Path(weights))
    prices = fit_prices(Path(file), dict(PRICES) if rest else {})
    print(
        "# Bursts until the end of the game, fitted by benchmarks/lueur_fitted_weights.py.\n\n[prices]"
    )
    for name, price in prices.items():
        if not name.startswith("round-"):
            print(f'"{name}" = {price:.3f}')


if __name__ == "__main__":
    main()
