"""The heuristics of a search, improved by what many Runs showed."""

from __future__ import annotations

from typing import Final

from embertable.bots.deadcells.decks import judge_new_owner, judge_redistribution
from embertable.bots.deadcells.equipment import judge_bearer, judge_equipping, judge_exchange
from embertable.bots.deadcells.heuristics import JUDGES, Judges
from embertable.bots.deadcells.scrolls import judge_scroll
from embertable.games.deadcells import gains, setup

SEARCH_JUDGES: Final[Judges] = {
    **JUDGES,
    gains.GiveEquipment: judge_bearer,
    gains.Equip: judge_equipping,
    gains.DropCarried: judge_exchange,
    gains.TakeScroll: judge_scroll,
    setup.Redistribute: judge_redistribution,
    setup.PassCombatCard: judge_new_owner,
}
