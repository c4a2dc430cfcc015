"""For the whole suite: which tests run, and that rule marks cite clauses that exist."""

import signal
from pathlib import Path

import pytest

from embertable.games import GAMES, load
from embertable.ledger import load_ledger

ROOT = Path(__file__).parent
ALONE = ("browser", "server")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long")
    parser.addoption(
        "--side-by-side", action="store_true", help="leave out the tests that run alone"
    )
    parser.addoption("--alone", action="store_true", help="run only the tests that run alone")


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes background jobs ignore Ctrl-C, and every process that a test starts inherits that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip what belongs to the other lane, which would be imported only to be deselected."""
    if collection_path.parent != ROOT:
        return None
    unwanted = "--side-by-side" if collection_path.name in ALONE else "--alone"
    return True if config.getoption(unwanted) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    refuse_unknown_clauses(items)
    kept = [item for item in items if is_wanted(config, item)]
    if left_out := [item for item in items if not is_wanted(config, item)]:
        config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def is_wanted(config: pytest.Config, item: pytest.Item) -> bool:
    if item.get_closest_marker("long") is not None and not config.getoption("--long"):
        return False
    if config.getoption("--alone"):
        return runs_alone(item)
    return not (config.getoption("--side-by-side") and runs_alone(item))


def runs_alone(item: pytest.Item) -> bool:
    """Tests of servers and browsers have time limits, so only one of them runs at a time."""
    return any(ROOT / folder in item.path.parents for folder in ALONE)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    # The tests that were asked for may all belong to the other lane.
    chosen = session.config.getoption("--alone") or session.config.getoption("--side-by-side")
    if chosen and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def refuse_unknown_clauses(items: list[pytest.Item]) -> None:
    """A test that cites an unknown clause proves nothing."""
    known = {id for game in GAMES for id in load_ledger(load(game)).clauses}
    unknown = [
        f"{item.nodeid} cites {id}"
        for item in items
        if ROOT in item.path.parents
        for mark in item.iter_markers("rule")
        for id in mark.args
        if id not in known
    ]
    if unknown:
        raise pytest.UsageError("no ledger has these clauses:\n" + "\n".join(unknown))
