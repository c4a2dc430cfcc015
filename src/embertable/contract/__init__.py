"""The contract of every game, as checks that play it and report violations.

Each check plays one game from a seed. `run_check` adds the seed and the history to a failure;
`CHECKS` has them all by name.
"""

from embertable.contract.copies import check_copies, check_records, check_saves
from embertable.contract.finals import check_finals
from embertable.contract.messages import check_catalogues, check_sentences
from embertable.contract.playout import Broken, Check, Playout, run_check
from embertable.contract.rules import (
    check_acceptance,
    check_ending,
    check_log,
    check_options,
    check_orders,
    check_steps,
)
from embertable.contract.twins import check_twins

CHECKS: dict[str, Check] = {
    "ending": check_ending,
    "options": check_options,
    "acceptance": check_acceptance,
    "steps": check_steps,
    "log": check_log,
    "orders": check_orders,
    "copies": check_copies,
    "saves": check_saves,
    "records": check_records,
    "finals": check_finals,
    "twins": check_twins,
    "sentences": check_sentences,
}

__all__ = ["CHECKS", "Broken", "Check", "Playout", "check_catalogues", "run_check"]
