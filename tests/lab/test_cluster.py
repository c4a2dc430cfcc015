"""A plan on a real Dask cluster of two processes: the same bytes, also when one of them is killed."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys

import pytest

from embertable.lab.errors import NoCluster
from embertable.lab.plan import read_plan
from embertable.lab.run_plan import TABLE, run_plan
from tests.server.ports import free_port

pytest.importorskip("distributed", reason="Dask is an extra; ./play test installs it")

# Four processes start, each with all of Dask: on a machine under load that takes its time.
PLAN = """
game = "setawatch"
games = 40
bots = "random"
[vary]
difficulty = ["easy", "hard"]
"""

# The lab as people start it, but for what happens to the workers on the way.
DRIVER = """
import json, os, signal, sys
from pathlib import Path
from distributed import Client
from embertable.lab.plan import read_plan
from embertable.lab.errors import ClusterLost
from embertable.lab.run_plan import run_plan

address, plan, folder, victim = sys.argv[1:]
with Client(f"tcp://{address}", timeout=120) as client:
    client.wait_for_workers(2, timeout=120)
    workers = list(client.run(os.getpid).values())
    scheduler = client.run_on_scheduler(os.getpid)
killed = []

def tell(done, total):
    if 0 < done < total and not killed:
        killed.append(workers[0] if victim == "worker" else scheduler)
        os.kill(killed[0], signal.SIGKILL)

try:
    run_plan(read_plan(Path(plan)), Path(folder), f"dask://{address}", None, tell)
except ClusterLost as lost:
    sys.exit(str(lost))
print(json.dumps({"workers": workers, "killed": killed}))
"""


@contextlib.contextmanager
def cluster(port):
    """A scheduler and two workers, with no others to take their place."""
    address = f"127.0.0.1:{port}"
    programs = [
        ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port)],
        *[["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]] * 2,
    ]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", *program, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for program in programs
    ]
    try:
        yield address
    finally:
        for one in reversed(started):
            one.kill()
            one.wait()


def drive(file, folder, victim):
    """Play the plan on a cluster that loses somebody on the way."""
    with cluster(free_port()) as address:
        return subprocess.run(
            [sys.executable, "-c", DRIVER, address, file, folder, victim],
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )


@pytest.fixture
def plan(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    return file


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes_though_a_worker_is_killed(plan, tmp_path):
    done = drive(plan, tmp_path / "cluster", "worker")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert len(set(said["workers"])) == 2
    assert said["killed"] == said["workers"][:1]
    run_plan(read_plan(plan), tmp_path / "pool", "pool", 1, lambda done, total: None)
    cluster_bytes, pool_bytes = [(tmp_path / at / TABLE).read_bytes() for at in ("cluster", "pool")]
    assert cluster_bytes == pool_bytes


@pytest.mark.slow
def test_what_a_lost_cluster_has_done_is_kept(plan, tmp_path):
    done = drive(plan, tmp_path, "scheduler")
    assert done.returncode == 1, done.stderr
    assert "Finished games are saved; start again to continue." in done.stderr
    told: list[int] = []
    run_plan(read_plan(plan), tmp_path, "pool", 1, lambda done, total: told.append(done))
    assert 0 < told[0] < told[-1] == 80


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_named(plan, tmp_path, monkeypatch):
    monkeypatch.setattr("embertable.lab.engines.CLUSTER_SECONDS", 1)
    engine = f"dask://127.0.0.1:{free_port()}"
    with pytest.raises(NoCluster, match=r"127\.0\.0\.1"):
        run_plan(read_plan(plan), tmp_path, engine, None, lambda done, total: None)
