"""A plan on a real Dask cluster of two processes: the same bytes, also when one of them is killed."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys

import pytest

from embertable.lab.plan import read_plan
from embertable.lab.sentences import NoCluster
from embertable.lab.study import TABLE, run_plan

pytest.importorskip("distributed", reason="Dask is an extra; ./play test installs it")

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
from embertable.lab.study import run_plan

address, plan, folder = sys.argv[1:]
with Client(f"tcp://{address}") as client:
    client.wait_for_workers(2, timeout=60)
    workers = list(client.run(os.getpid).values())
killed = []

def tell(done, total):
    if 0 < done < total and not killed:
        killed.append(workers[0])
        os.kill(workers[0], signal.SIGKILL)

run_plan(read_plan(Path(plan)), Path(folder), f"dask://{address}", None, tell)
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


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes_though_a_worker_is_killed(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    with cluster(free_port()) as address:
        done = subprocess.run(
            [sys.executable, "-c", DRIVER, address, file, tmp_path / "cluster"],
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
        )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert len(set(said["workers"])) == 2
    assert said["killed"] == said["workers"][:1]
    run_plan(read_plan(file), tmp_path / "pool", "pool", 1, lambda done, total: None)
    cluster_bytes, pool_bytes = [(tmp_path / at / TABLE).read_bytes() for at in ("cluster", "pool")]
    assert cluster_bytes == pool_bytes


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_named(tmp_path, monkeypatch):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    monkeypatch.setattr("embertable.lab.engines.CLUSTER_SECONDS", 1)
    engine = f"dask://127.0.0.1:{free_port()}"
    with pytest.raises(NoCluster, match=r"127\.0\.0\.1"):
        run_plan(read_plan(file), tmp_path, engine, None, lambda done, total: None)
