"""For the whole suite: which tests run, and that rule marks cite clauses that exist."""

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from embertable.games import GAMES, load
from embertable.ledger import games_of_clauses, load_ledger

ROOT = Path(__file__).parent
OTHERS = "others"
ALONE = ("browser", "server")
"""The folders whose tests run one by one, each in a lane of its own beside all others."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long")
    parser.addoption(
        "--lane",
        action="append",
        default=[],
        choices=(*ALONE, OTHERS),
        help="run only the tests of this lane; may be given more than once",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes background jobs ignore Ctrl-C, and every process that a test starts inherits that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip what belongs to another lane, which would be imported only to be deselected."""
    lanes = config.getoption("--lane")
    if not lanes or collection_path.parent != ROOT:
        return None
    return None if lane_of(collection_path) in lanes else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    refuse_unknown_clauses(items)
    kept = [item for item in items if is_wanted(config, item)]
    if left_out := [item for item in items if not is_wanted(config, item)]:
        config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def is_wanted(config: pytest.Config, item: pytest.Item) -> bool:
    if item.get_closest_marker("long") is not None and not config.getoption("--long"):
        return False
    lanes = config.getoption("--lane")
    return not lanes or lane_of(item.path) in lanes


def lane_of(path: Path) -> str:
    """Tests of servers and browsers have time limits, so only one of each runs at a time."""
    inside = path.relative_to(ROOT).parts if ROOT in path.parents else ("",)
    return inside[0] if inside[0] in ALONE else OTHERS


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    # The tests that were asked for may all belong to another lane.
    if session.config.getoption("--lane") and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def refuse_unknown_clauses(items: list[pytest.Item]) -> None:
    """A test that cites an unknown clause, or one of another game, proves nothing."""
    games = games_of_clauses([load_ledger(load(game)) for game in GAMES])
    wrong = [
        f"{item.nodeid} cites {id}"
        for item in items
        if ROOT in item.path.parents
        for mark in item.iter_markers("rule")
        for id in mark.args
        if games.get(id) not in games_of_test(item.path)
    ]
    if wrong:
        raise pytest.UsageError("no ledger of theirs has these clauses:\n" + "\n".join(wrong))


def games_of_test(path: Path) -> Sequence[str]:
    """The games that a test file may cite: those of its folder below `games`, or all."""
    return [game for game in GAMES if ROOT / "games" / game in path.parents] or GAMES
