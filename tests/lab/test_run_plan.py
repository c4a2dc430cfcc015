"""Whole plans: the same results whoever plays, and nothing lost whatever stops them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import select
import signal
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from embertable import load
from embertable.lab.comparisons import Comparisons
from embertable.lab.errors import FolderInUse, OtherPlan, OtherWorkers, UnknownEngine, WorkersLost
from embertable.lab.plan import read_plan
from embertable.lab.results_log import NAME, ResultsLog
from embertable.lab.run_plan import TABLE, digest_of, run_plan
from embertable.lab.simulate import make_plan, simulate

PLAN = """
game = "setawatch"
games = 12
bots = "random"
[vary]
difficulty = ["easy", "hard"]
[forbid]
things = ["ability:turn_fate"]
[luck]
games = 4
"""
GAMES = 12 * 3 + 4 * 6


@pytest.fixture
def plan(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    return read_plan(file)


def silent(done, total):
    pass


def play(plan, folder, workers=1, on_progress=silent):
    return run_plan(plan, folder, "pool", workers, on_progress)


@pytest.mark.slow
def test_results_are_byte_equal_whatever_the_number_of_workers(plan, tmp_path):
    told = []
    play(plan, tmp_path / "one")
    play(plan, tmp_path / "two", 2, lambda done, total: told.append((done, total)))
    one, two = [(tmp_path / name / TABLE).read_bytes() for name in ("one", "two")]
    assert one == two
    assert one.count(b"\n") == GAMES + 1
    assert told[0] == (0, GAMES)
    assert told[-1] == (GAMES, GAMES)
    assert all(before < after for (before, _), (after, _) in pairwise(told))


def test_a_cell_plays_the_games_of_simulate(plan, tmp_path):
    games = [one for one in play(plan, tmp_path) if one.cell == 0]
    same = make_plan(load("setawatch"), {"difficulty": "easy"}, ["random"], 12, 1)
    assert digest_of(games) == simulate(same, 1)["digest"]


KILLED = """
import os, signal, sys
from pathlib import Path
from embertable.lab.plan import read_plan
from embertable.lab.run_plan import run_plan

def tell(done, total):
    if done >= 20:
        os.kill(os.getpid(), signal.SIGKILL)

run_plan(read_plan(Path(sys.argv[1])), Path(sys.argv[2]), "pool", 1, tell)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_lab_goes_on_where_it_stood(plan, tmp_path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    play(plan, whole)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path / "plan.toml", broken], check=False
    )
    assert done.returncode == -9
    assert not (broken / TABLE).exists()
    told = []
    play(plan, broken, on_progress=lambda done, total: told.append(done))
    assert 20 <= told[0] < GAMES
    assert (broken / TABLE).read_bytes() == (whole / TABLE).read_bytes()


LONG = """
game = "setawatch"
games = 600
bots = "random"
[vary]
difficulty = ["easy", "hard"]
"""


@pytest.fixture(scope="module")
def whole_table(tmp_path_factory):
    """The results of the long plan, played without a break."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "plan.toml").write_text(LONG)
    play(read_plan(folder / "plan.toml"), folder / "out")
    return (folder / "out" / TABLE).read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_and_the_same_command_again_give_the_same_bytes(tmp_path, workers, whole_table):
    """A real SIGINT to the lab and its workers, as the terminal sends it, several times."""
    file, out = tmp_path / "plan.toml", tmp_path / "out"
    file.write_text(LONG)
    command = [sys.executable, "-m", "embertable", "lab", file, "--out", out, "--workers", workers]
    log, lines = out / NAME, 1
    for _ in range(2):
        lab = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        # Ctrl-C once games are saved; a bounded wait on a busy machine.
        for _ in range(6000):
            if lab.poll() is not None or (log.exists() and log.read_bytes().count(b"\n") > lines):
                break
            time.sleep(0.05)
        os.killpg(lab.pid, signal.SIGINT)
        _, err = lab.communicate(timeout=90)
        assert lab.returncode in (130, -signal.SIGINT), err
        assert "Traceback" not in err
        assert f"Finished games are saved in {out}; the same command continues." in err
        assert not (out / TABLE).exists()
        saved = log.read_bytes().count(b"\n")
        assert saved > lines, "the second run goes on where the first stopped"
        lines = saved
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert log.read_bytes().count(b"\n") > lines
    assert (out / TABLE).read_bytes() == whole_table


KILLED_WITH_WORKERS = """
import multiprocessing, os, signal, sys
from pathlib import Path
from embertable.lab.plan import read_plan
from embertable.lab.run_plan import run_plan

def tell(done, total):
    if done:
        print(*[child.pid for child in multiprocessing.active_children()], flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    run_plan(read_plan(Path(sys.argv[1])), Path(sys.argv[2]), "pool", 2, tell)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux lets one wait for strangers")
def test_workers_end_with_a_killed_lab(plan, tmp_path):
    script = tmp_path / "killed.py"
    script.write_text(KILLED_WITH_WORKERS)
    done = subprocess.run(
        [sys.executable, script, tmp_path / "plan.toml", tmp_path / "out"],
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == -9
    workers = done.stdout.split()
    assert len(workers) == 2
    for worker in workers:
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(int(worker))
            try:
                assert select.select([handle], [], [], 30)[0], f"worker {worker} stayed"
            finally:
                os.close(handle)


def test_a_line_that_was_cut_off_or_spoilt_is_played_again(plan, tmp_path):
    play(plan, tmp_path)
    whole = (tmp_path / TABLE).read_bytes()
    journal = tmp_path / NAME
    lines = journal.read_bytes().splitlines(keepends=True)
    spoilt = lines[3].replace(b"exhausted", b"won", 1)
    assert spoilt != lines[3]
    for damaged in ([*lines[:-1], lines[-1][:-9]], [*lines[:3], spoilt, *lines[4:]], lines[:1]):
        journal.write_bytes(b"".join(damaged))
        play(plan, tmp_path)
        assert (tmp_path / TABLE).read_bytes() == whole


def test_a_finished_plan_is_not_played_again(plan, tmp_path):
    play(plan, tmp_path)
    before = (tmp_path / NAME).read_bytes()
    told = []
    play(plan, tmp_path, on_progress=lambda done, total: told.append(done))
    assert told == []
    assert (tmp_path / NAME).read_bytes() == before


def test_results_of_the_first_version_go_on(plan, tmp_path):
    games = play(plan, tmp_path)
    log = tmp_path / NAME
    head, *lines = log.read_text().splitlines(keepends=True)
    new = f'"version":2,"plan":"{plan.hash()}"'
    assert new in head
    log.write_text(
        "".join([head.replace(new, f'"version":1,"plan":"{plan.first_hash()}"'), *lines])
    )
    told: list[int] = []
    assert play(plan, tmp_path, on_progress=lambda done, total: told.append(done)) == games
    assert told == []
    assert log.read_text() == "".join([head, *lines])


def test_results_of_another_plan_are_left_alone(plan, tmp_path):
    play(plan, tmp_path)
    (tmp_path / "plan.toml").write_text(PLAN + "\n[options]\nplayers = 2\n")
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(OtherPlan):
        play(read_plan(tmp_path / "plan.toml"), tmp_path)
    assert (tmp_path / NAME).read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_two_labs_do_not_write_into_one_folder(plan, tmp_path):
    with ResultsLog(tmp_path, plan), pytest.raises(FolderInUse):
        play(plan, tmp_path)
    play(plan, tmp_path)


FULL = """
import resource, signal, sys
from embertable.cli import run

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))
sys.exit(run(["lab", sys.argv[1], "--out", sys.argv[2], "--workers", "1"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limits on files")
def test_a_full_disk_is_told_and_what_is_done_is_kept(plan, tmp_path):
    out = tmp_path / "out"
    done = subprocess.run(
        [sys.executable, "-c", FULL, tmp_path / "plan.toml", out],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    # A slow machine tells its progress before.
    *_, sentence = done.stderr.splitlines()
    assert "Traceback" not in done.stderr
    assert NAME in sentence
    assert "could not be written" in sentence
    told = []
    play(plan, out, on_progress=lambda done, total: told.append(done))
    assert 0 < told[0] < GAMES
    play(plan, tmp_path / "whole")
    assert (out / TABLE).read_bytes() == (tmp_path / "whole" / TABLE).read_bytes()


@pytest.mark.slow
def test_a_lost_worker_costs_nothing_but_time(plan, tmp_path):
    play(plan, tmp_path / "whole")
    killed: list[object] = []

    def kill_one(done, total):
        if done and not killed:
            child = multiprocessing.active_children()[0]
            child.kill()
            child.join()
            killed.append(child)

    play(plan, tmp_path / "lost", 2, kill_one)
    assert killed
    assert (tmp_path / "lost" / TABLE).read_bytes() == (tmp_path / "whole" / TABLE).read_bytes()


@pytest.mark.slow
def test_workers_that_always_die_end_in_a_sentence(plan, tmp_path):
    def kill_all(done, total):
        for child in multiprocessing.active_children():
            child.kill()
            child.join()

    with pytest.raises(WorkersLost, match="saved; start again"):
        play(plan, tmp_path, 2, kill_all)


def test_an_engine_that_is_not_there(plan, tmp_path):
    with pytest.raises(UnknownEngine, match="abacus"):
        run_plan(plan, tmp_path, "abacus", 1, silent)


def test_forbidden_things_do_not_come_into_play(plan, tmp_path):
    games = play(plan, tmp_path)
    used = {
        cell: sum("turn_fate" in [id for *_, id in one.things] for one in games if one.cell == cell)
        for cell in (0, 2)
    }
    assert plan.cells[2].forbid == "ability:turn_fate"
    assert used[0] > 0
    assert used[2] == 0


def test_only_the_luck_that_is_named_is_dealt_again(plan, tmp_path):
    games = play(plan, tmp_path)

    def places(redeal):
        cell = next(at for at, one in enumerate(plan.cells) if one.redeal == redeal)
        return [
            [id for *_, kind, id in one.things if kind == "location"][:1]
            for one in games
            if one.cell == cell and one.number < 4
        ]

    as_it_was = places("")
    assert places("dice") == places("bots") == places("-cards") == as_it_was
    assert places("cards") == places("-dice") == places("-bots") != as_it_was
    hashes = {one.hash for one in games if one.number == 0 and plan.cells[one.cell].redeal}
    assert len(hashes) == 6


def with_pack(folder):
    """A plan that plays the printed content, and a pack of the same numbers under another hash."""
    printed = load("setawatch").folder() / "content" / "setawatch.toml"
    (folder / "other.toml").write_bytes(printed.read_bytes() + b"# another pack\n")
    file = folder / "plan.toml"
    packs = 'packs = ["printed", "other.toml"]'
    file.write_text(f'game = "setawatch"\ngames = 4\nbots = "random"\n{packs}\n')
    return read_plan(file)


def test_a_pack_is_played_beside_the_printed_content(tmp_path):
    plan = with_pack(tmp_path)
    games = play(plan, tmp_path / "out")
    assert [cell.pack for cell in plan.cells] == ["printed", "other.toml"]
    assert len({hash for _, _, hash in plan.packs}) == 2
    ends = [[(one.outcome, one.decisions) for one in games if one.cell == at] for at in (0, 1)]
    assert ends[0] == ends[1]
    ((whole, changed, _),) = Comparisons(plan, games).packs()
    assert (whole.name, whole.pairs, whole.change("reach").difference.mean) == ("other.toml", 4, 0)
    assert changed == []


def test_a_pack_that_changed_since_is_refused(tmp_path):
    plan = with_pack(tmp_path)
    with (tmp_path / "other.toml").open("a") as pack:
        pack.write("# and changed\n")
    with pytest.raises(OtherWorkers, match="content"):
        play(plan, tmp_path / "out")
