"""What is fitted in Lueur: how many bursts each thing that a player holds brings until the end.

First greedy bots play both journeys with random adventurers; then bots that use the first weights. All
recruit at random now and then, so that every companion occurs with every hand. The first fit holds the
weights of expected gains near 1 and all others near 0, the second holds all near the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from embertable.bots import GreedyBot, ask
from embertable.bots.lueur.evaluator import SMALL_DICE, LueurEvaluator
from embertable.bots.lueur.expected_gains import expected_gains_of
from embertable.bots.lueur.fitted_weights import (
    EXPECTATIONS,
    PRICES,
    ROLLS,
    Holding,
    features_of,
    subject_names,
    use_prices,
    usual_price,
)
from embertable.engine.chance import seeded
from embertable.engine.table import Choice, Seat, Table
from embertable.games import load
from embertable.games.lueur.content import LueurContent
from embertable.games.lueur.morning import ChooseCompanion
from embertable.games.lueur.state import LueurState
from embertable.lab.ridge import Pull, Row, error, ridge_fit
from embertable.lab.simulate import seed_of
from embertable.lab.training import DIGITS, Trained, Trainer

FIRST_GAMES: Final = 2_545
LATER_GAMES: Final = 300
AT_RANDOM: Final = 30
AT_RANDOM_LATER: Final = 20
"""Of a hundred companions, how many are recruited at random."""
GENERAL: Final = ("swing", "swing-lasting", "dice", "dice-lasting", "spells")
FREE: Final = 0.1
SHARED: Final = 3.0
CARD: Final = 30.0
LASTING: Final = 300.0
"""How strongly weights are held where the usual penalty is that of a card: more for cards, which occur in few games."""
STEADY: Final = 50.0
"""How much more strongly the second fit is held to the first."""
PRICE_DIGITS: Final = 3
ROUND: Final = "round-"


class LueurTrainer(Trainer):
    names = subject_names()
    games = FIRST_GAMES + LATER_GAMES
    measure = "error"
    stages = (FIRST_GAMES,)

    def play(self, number: int, seed: int, learnt: dict[str, float]) -> dict[str, Any]:
        """What both players hold at the start of each round, and their totals."""
        shipped = dict(PRICES)
        if learnt:
            use_prices(learnt)
        try:
            return played(number, seed, full_model=bool(learnt))
        finally:
            use_prices(shipped)

    def learnt(self, games: Sequence[dict[str, Any]]) -> dict[str, float]:
        return prices_of(fitted(*together(games), {}, CARD)) if games else {}

    def fit(self, games: Sequence[dict[str, Any]], ridge: float) -> Trained:
        """Fit the greedy bots' games, then those of bots that used these weights."""
        by_greedy, later = games[: self.stages[0]], games[self.stages[0] :]
        first = self.learnt(by_greedy) if later else {}
        last = later or by_greedy
        rows, gains = together(last)
        most = sum([len(game["holdings"]) for game in last[: len(last) * 4 // 5]])
        weights = fitted(rows[:most], gains[:most], first, ridge)
        rounds = rounds_of(rows)
        usual = ridge_fit(rounds[:most], gains[:most], lambda _: Pull(0.0, FREE))
        return Trained(
            prices_of(fitted(rows, gains, first, ridge)),
            len(games),
            len(rows),
            error(rows[most:], gains[most:], weights),
            error(rounds[most:], gains[most:], usual),
        )


def played(number: int, seed: int, *, full_model: bool) -> dict[str, Any]:
    game = load("lueur")
    journey = "archipelago" if number % 4 == 3 else "province"
    options = {"players": "2", "journey": journey}
    if not full_model or number % 2:
        options["adventurers"] = "random"
    table = game.set_up(game.check(options), seeded(seed))
    bots = [GreedyBot(seed_of(seed, seat), full_model) for seat in (0, 1)]
    luck = seeded(seed_of(seed, -1))
    at_random = AT_RANDOM_LATER if full_model else AT_RANDOM
    holdings: list[dict[str, Any]] = []
    round = 0
    while (choice := table.next_choice()) is not None:
        recruits = isinstance(choice, ChooseCompanion)
        if recruits and table.state.round != round:
            round = table.state.round
            holdings += [held(table, choice, seat) for seat in (0, 1)]
        if recruits and luck.draw("wandering", 100) < at_random:
            action = luck.pick("options", table.offered(choice.seat))
        else:
            action = ask(bots[choice.seat], table, choice.seat)
        table.apply(action, choice.seat)
    assert table.result is not None
    return {"journey": journey, "holdings": holdings, "totals": list(table.result.scores)}


def held(table: Table[LueurState], choice: Choice, seat: Seat) -> dict[str, Any]:
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
        "journey": round(evaluator.value(table)["journey"], PRICE_DIGITS),
    }


def together(games: Sequence[dict[str, Any]]) -> tuple[list[Row], list[float]]:
    """The features of all holdings, and the bursts that came after them."""
    rows: list[Row] = []
    gains: list[float] = []
    for game in games:
        for kept in game["holdings"]:
            rows.append(amounts_of(kept, sails=game["journey"] == "archipelago"))
            gains.append(game["totals"][kept["seat"]] - kept["bursts"])
    return rows, gains


def amounts_of(kept: dict[str, Any], *, sails: bool) -> Row:
    """The features of a holding, and an indicator of its round."""
    content = content_of_the_box()
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
    found = features_of(holding, content, expected_gains_of(content, ROLLS))
    amounts = {name: round(amount, DIGITS) for name, amount in found.items()}
    return {f"{ROUND}{kept['round']}": 1.0, **amounts}


@cache
def content_of_the_box() -> LueurContent:
    content: LueurContent = load("lueur").set_up({}, seeded(0)).state.content
    return content


def rounds_of(rows: Sequence[Row]) -> list[Row]:
    return [{name: 1.0 for name in row if name.startswith(ROUND)} for row in rows]


def fitted(
    rows: Sequence[Row], gains: Sequence[float], before: dict[str, float], ridge: float
) -> dict[str, float]:
    """Weights held near their usual prices or, strongly, near those before."""

    def pull(name: str) -> Pull:
        strength = pull_of(name) * ridge / CARD
        if not before:
            return Pull(usual_price(name), strength)
        if not name.startswith(ROUND):
            strength = STEADY * (ridge + strength)
        return Pull(before.get(name, 0.0), strength)

    return {**before, **ridge_fit(rows, gains, pull)}


def pull_of(name: str) -> float:
    subject = name.split("-", maxsplit=1)[0]
    if name.startswith(ROUND) or subject in (*EXPECTATIONS, "fireflies"):
        return FREE
    if name in GENERAL:
        return SHARED
    return LASTING if name.endswith("-lasting") else CARD


def prices_of(weights: dict[str, float]) -> dict[str, float]:
    """The weights that bots use: those of all subjects, and of the cards that occurred."""
    named = dict.fromkeys(subject_names(), 0.0) | weights
    return {
        name: round(named[name], PRICE_DIGITS)
        for name in sorted(named)
        if not name.startswith(ROUND)
    }


TRAINER = LueurTrainer()
