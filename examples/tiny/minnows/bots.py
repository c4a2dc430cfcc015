"""How bots judge a position of Minnows: by the lead in weight, a net counting half."""

from __future__ import annotations

from typing import Any

from embertable.bots import evaluator
from embertable.engine.table import Table
from minnows.state import Angler, MinnowsState


class Evaluator(evaluator.Evaluator):
    def value(self, table: Table[Any]) -> evaluator.Values:
        state: MinnowsState = table.state
        weights = [weight(state, angler) for angler in state.anglers]
        return {"lead": weights.pop(self.seat) - max(weights)}


def weight(state: MinnowsState, angler: Angler) -> float:
    weights = state.content.weights
    net = sum([weights[fish] for fish in angler.net])
    return sum([weights[fish] for fish in angler.basket]) + net / 2
