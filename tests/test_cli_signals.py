"""Long commands tell their progress, and end at once when they are told to."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest

from embertable.commands import progress
from embertable.commands.progress import Line, Meter

PATIENCE = 90
"""Seconds that a busy machine may take to start a command."""
AT_ONCE = 10.0
"""Seconds to end: one, and a busy machine's share; a whole game of these takes longer."""
INTERRUPTED = (130, -signal.SIGINT)
"""A shell says 130 for both; Python ends by the signal itself where it came during an `exec`."""
PLAN = """
game = "lueur"
games = 5000
bots = ["random"]
"""


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


# With a fake clock.


def test_the_rate_and_the_time_left():
    clock = Clock()
    meter = Meter("en", "unit.games", clock)
    meter.count(100, 400)
    clock.time += 10
    assert meter.text() == "100 of 400 games after 0:10"
    meter.count(200, 400)
    assert meter.text() == "200 of 400 games, 10.0 a second, 0:20 left"
    clock.time += 990
    assert meter.text() == "200 of 400 games, 6.0 a minute, 33:20 left"
    assert "decisioni" in Meter("it", "unit.decisions", clock).text()


@pytest.mark.parametrize(("is_terminal", "lines"), [(True, 28), (False, 1)])
def test_a_line_comes_after_two_seconds_and_then_now_and_then(capsys, is_terminal, lines):
    clock = Clock()
    line = Line(clock)
    line.is_terminal = is_terminal
    line.next = clock() + progress.FIRST
    clock.time += 1.9
    line.show(lambda: "early")
    assert capsys.readouterr().err == ""
    for _ in range(82):
        clock.time += 0.1
        line.show(lambda: "now")
    said = capsys.readouterr().err
    # 8.1 seconds: the terminal at most every fifth of a second, a pipe every ten seconds.
    assert lines <= said.count("now") <= (41 if is_terminal else 1)
    assert ("\r" in said) == is_terminal
    clock.time += 10
    line.clear()
    line.show(lambda: "too late")
    assert "too late" not in capsys.readouterr().err


# With real signals.


def start(tmp_path: Path, *arguments: str) -> AbstractContextManager[subprocess.Popen[str]]:
    return python(tmp_path, "-m", "embertable", *arguments)


@contextmanager
def python(tmp_path: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process of its own, which does not outlive a test that fails."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(tmp_path / "data")}
    environment.pop("EMBERTABLE_LANG", None)
    with subprocess.Popen(
        [sys.executable, *arguments],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def told(process: subprocess.Popen[str]) -> str:
    """The first line that a command writes on stderr; it is killed where it never does."""
    assert process.stderr is not None
    killer = threading.Timer(PATIENCE, process.kill)
    killer.start()
    try:
        return process.stderr.readline()
    finally:
        killer.cancel()


def stopped(
    process: subprocess.Popen[str], by: signal.Signals, *, group: bool
) -> tuple[str, float]:
    """What it says on stderr after a signal, and how long that took."""
    began = time.monotonic()
    if group:
        # Ctrl-C goes to the workers as well.
        os.killpg(process.pid, by)
    else:
        process.send_signal(by)
    _, err = process.communicate(timeout=PATIENCE)
    return err, time.monotonic() - began


SLOW = [
    (
        "simulate lueur --games 1000000 --bots random --workers 1",
        r"Stopped after \d+ of 1000000 games",
    ),
    (
        "simulate lueur --games 1000000 --bots random --workers 2",
        r"Nothing is saved; the same command",
    ),
    ("fuzz lueur --seconds 100000 --seed 7", r"without a fault\. .*--seed 7 plays the same"),
    ("bench --seconds 600", r"Stopped after 0 of 4 games"),
    ("ladder lueur --games 5000 --bots random,greedy --workers 2", r"with --keep FILE"),
    ("lab plan.toml --workers 2 --out out", r"Finished games are saved in out; the same command"),
]


@pytest.mark.parametrize(("call", "farewell"), SLOW)
def test_ctrl_c_ends_at_once_and_says_what_is_kept(tmp_path, call, farewell):
    (tmp_path / "plan.toml").write_text(PLAN)
    with start(tmp_path, *call.split()) as process:
        first = told(process)
        assert re.match(r"\d+ (of \d+ )?(games|decisions)", first), first
        err, seconds = stopped(process, signal.SIGINT, group=True)
    assert process.returncode in INTERRUPTED, err
    assert seconds < AT_ONCE
    assert re.search(farewell, err.strip().splitlines()[-1]), err
    for odd in ("Traceback", "leaked", "Exception"):
        assert odd not in err


def test_a_terminated_command_leaves_nothing_behind(tmp_path):
    with start(tmp_path, *SLOW[1][0].split()) as process:
        assert told(process)
        workers = children(process.pid)
        assert workers
        err, seconds = stopped(process, signal.SIGTERM, group=False)
    assert process.returncode == 143
    assert seconds < AT_ONCE
    assert "leaked" not in err
    assert "Traceback" not in err
    deadline = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


INSIDE_A_LOCK = """
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor

from embertable import cli

armed = False
submitted = 0
enter = threading.Condition.__enter__
usual = ProcessPoolExecutor.submit


def enter_and_be_interrupted(self):
    global armed
    entered = enter(self)
    if armed and threading.current_thread() is threading.main_thread():
        armed = False
        print("interrupted", file=sys.stderr, flush=True)
        os.kill(os.getpid(), number)
    return entered


def arm(self, *arguments, **named):
    global armed, submitted
    submitted += 1
    # The first ones come before the pool's thread.
    armed = submitted == 4
    return usual(self, *arguments, **named)


# Workers read this file, too, and leave it at that.
if __name__ == "__main__":
    number, call = int(sys.argv[1]), sys.argv[2].split()
    threading.Condition.__enter__ = enter_and_be_interrupted
    ProcessPoolExecutor.submit = arm
    sys.argv[1:] = call
    cli.main()
"""
"""A command whose main thread is interrupted while it holds a lock of its pool."""


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("call", [SLOW[1][0], SLOW[4][0], SLOW[5][0]])
def test_a_command_interrupted_inside_a_lock_ends(tmp_path, call, by):
    (tmp_path / "plan.toml").write_text(PLAN)
    (tmp_path / "inside.py").write_text(INSIDE_A_LOCK)
    with python(tmp_path, "inside.py", str(int(by)), call) as process:
        _, err = process.communicate(timeout=PATIENCE)
    assert "interrupted" in err
    assert process.returncode == (130 if by == signal.SIGINT else 143), err
    for odd in ("Traceback", "leaked", "Exception"):
        assert odd not in err


def children(parent: int) -> list[int]:
    tasks = Path(f"/proc/{parent}/task")
    if not tasks.is_dir():
        pytest.skip("needs /proc")
    found = [one for task in tasks.iterdir() for one in (task / "children").read_text().split()]
    return [int(one) for one in found]


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_server_is_meant_to_be_stopped(tmp_path, by):
    with start(tmp_path, "serve", "--port", "0", "--store", "tables.sqlite") as process:
        assert process.stdout is not None
        assert "http://" in process.stdout.readline()
        err, _ = stopped(process, by, group=by == signal.SIGINT)
    assert process.returncode == 0, err
    for odd in ("Traceback", "leaked"):
        assert odd not in err
