"""What the whole suite shares: rule marks must name clauses that exist, and `--long`."""

import signal

import pytest

from embertable.games import GAMES
from embertable.ledger import load_ledger


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long")


def pytest_configure(config: pytest.Config) -> None:
    # A shell starts what runs in the background deaf to Ctrl-C, and so would be all that tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    refuse_unknown_clauses(items)
    if not config.getoption("--long"):
        kept = [item for item in items if item.get_closest_marker("long") is None]
        left_out = [item for item in items if item.get_closest_marker("long") is not None]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def refuse_unknown_clauses(items: list[pytest.Item]) -> None:
    """A test that cites a clause which no ledger has proves nothing."""
    known = {id for game in GAMES for id in load_ledger(game).clauses}
    unknown = [
        f"{item.nodeid} cites {id}"
        for item in items
        for mark in item.iter_markers("rule")
        for id in mark.args
        if id not in known
    ]
    if unknown:
        raise pytest.UsageError("no ledger has these clauses:\n" + "\n".join(unknown))
