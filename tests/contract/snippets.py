"""Runs the snippets of a page as a reader would: in order, in one folder, with fewer games."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from build_steps.client import launcher
from tests.contract.games import ROOT
from tests.contract.pages import FENCE, LAUNCHER, PLACEHOLDER, QUOTED

FEWER = {
    r"(?<!games\.jsonl )--games \d+": "--games 2",  # a fit needs five
    r"--seconds \d+": "--seconds 1",
    r"--steps \d+": "--steps 2",
    r"--seeds \d+": "--seeds 1",
    r"@\d+k\b": "@2",
    r"--port \d+": "--port 0",
    r"\./play compiled ": "./play ",  # the same program, which the tests of both builds compile
}
"""What would take long, or a port that somebody uses, as it is run here."""

NOT_RUN = {
    r"pip (--python \S+ )?install|uv pip|npm |apt-get": "installs something",
    r"-m venv |/bin/activate$": "makes an environment to install into",
    r"^sleep |^kill ": "waits for a cluster, or ends it",
    r"dask": "needs a cluster, which tests/lab/test_cluster.py starts",
    r"benchmarks|\bbench\b": "measures, which tests/lab/test_bench.py does on a small scale",
    r"docs/balance": "plays thousands of games",
    r"conformance": "runs every suite on both builds, which tests/envs/test_conformance.py does",
    r"search@": "thinks for seconds about every decision",
    r"minnows": "needs the tiny game installed, which tests/package does",
    r"--coverage": "reads all tests, which tests/test_rule_coverage.py does",
    r"^\./play ladder --|ladder\.jsonl": "plays every match of every game",
    r"^docker |^sudo |^EMBERTABLE_COMPILE": "needs what a machine of the tests may not have",
    r"--store postgresql": "needs a database, which tests/server/test_postgres.py starts",
}
"""Lines that are checked but not run, with the reason."""

TEST_TIME = 300


NEITHER = re.compile(r"<!-- not run: [^>]+ -->\n *```\w*\n(?P<text>.*?)```", re.DOTALL)
"""A snippet that is only a part of something, with the reason."""


def of_page(text: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of every snippet that is no quotation of a file and no mere part."""
    quoted = {found["text"].rstrip() for found in (*QUOTED.finditer(text), *NEITHER.finditer(text))}
    for found in FENCE.finditer(text):
        if found["text"].rstrip() not in quoted:
            yield found["kind"], found["text"]


def clone_into(folder: Path) -> None:
    """Make a fresh clone whose packages come from this environment instead of from a registry."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    shutil.copytree(launcher(ROOT / "play").CLIENT.ready(), folder / "web" / "dist")
    play = launcher(folder / "play")
    play.DEVELOPMENT.create()
    (site,) = (folder / ".venv").rglob("site-packages")
    # A folder named in a .pth file does not have its own .pth files read: our sources stay away.
    (site / "here.pth").write_text(f"{folder / 'src'}\n{sysconfig.get_path('purelib')}\n")
    play.DEVELOPMENT.stamp("python", play.python_key())
    play.DEVELOPMENT.stamp("run", play.group_key("run"))
    play.DEVELOPMENT.stamp("project", play.DEVELOPMENT.project_key())


def own_python(folder: Path) -> str:
    own = folder / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def program_of(folder: Path) -> list[str]:
    """Our program: in a clone by its launcher."""
    if (folder / "play").is_file():
        return [sys.executable, "play"]
    return [sys.executable, "-P", "-m", "embertable"]


def prepare(folder: Path, text: str) -> None:
    """Lay out what snippets find in a checkout, and the plan that a page shows."""
    if (folder / "play").is_file():
        return
    for name in ("docs", "examples"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "first_bot.py").write_text((ROOT / "examples" / "first_bot.py").read_text())
    for kind, snippet in of_page(text):
        if kind == "toml" and re.search(r"^game = ", snippet, re.MULTILINE):
            (folder / "plan.toml").write_text(fewer_games(snippet), encoding="utf-8")


def fewer_games(plan: str) -> str:
    return re.sub(r"^games = \d+", "games = 2", plan, flags=re.MULTILINE)


def run_page(text: str, folder: Path) -> list[str]:
    """Run everything that a page shows; return the lines that were run."""
    prepare(folder, text)
    ran: list[str] = []
    script = ""
    for kind, snippet in of_page(text):
        if kind == "python":
            script += snippet  # a later snippet goes on with the names of the one before
            done = run(folder, [own_python(folder), "-c", script])
            assert done.returncode == 0, f"{snippet}\n{done.stderr}"
            ran.append(snippet)
        elif kind == "sh":
            for line in snippet.replace("\\\n", " ").splitlines():
                if run_line(line, folder):
                    ran.append(line)
    return ran


def run_line(line: str, folder: Path) -> bool:
    """Run a line of a shell snippet, unless there is a reason not to."""
    command = re.split(r" #| >+ ", line)[0].strip()  # neither remarks nor files of the reader
    if not command or command.startswith("#") or any(re.search(one, command) for one in NOT_RUN):
        return False
    for long, short in FEWER.items():
        command = re.sub(long, short, command)
    program, *arguments = shlex.split(command)
    if program == "./play" and arguments[:1] and arguments[0] in LAUNCHER:
        return False
    assert not any(PLACEHOLDER.fullmatch(word) for word in arguments), (
        f"`{line}` cannot be pasted: name real files and values"
    )
    if program.endswith("python"):
        done = run(folder, [own_python(folder), *arguments])
    elif program in {"./play", "embertable"}:
        if arguments[:1] in ([], ["serve"]) and "--help" not in arguments:
            serve_once(folder, arguments)
            return True
        for place, word in enumerate(arguments):
            if arguments[0] == "lab" and word.endswith(".toml"):
                plan = folder / "fewer.toml"
                plan.write_text(fewer_games((folder / word).read_text(encoding="utf-8")))
                arguments[place] = "fewer.toml"
        done = run(folder, [*program_of(folder), *arguments])
    else:
        raise AssertionError(f"`{line}` is neither run nor named in NOT_RUN with a reason")
    assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    assert "Traceback" not in done.stderr, line
    return True


def surroundings(folder: Path) -> dict[str, str]:
    """No data of the person who runs the tests, no browser, English."""
    own = {name: str(folder / "data") for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
    return {**os.environ, **own, "BROWSER": "true", "EMBERTABLE_LANG": "en"}


def run(folder: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command with nobody at its keyboard."""
    return subprocess.run(
        command,
        cwd=folder,
        env=surroundings(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TEST_TIME,
        check=False,
    )


def serve_once(folder: Path, arguments: list[str]) -> None:
    """Start a server, ask whether it is well, and stop it as Ctrl-C does."""
    if not arguments and not (folder / "play").is_file():
        arguments = ["serve", "--open"]  # as the launcher does
    if arguments and "--open" not in arguments and "--port" not in arguments:
        arguments = [*arguments, "--port", "0"]  # somebody may use the usual one
    server = subprocess.Popen(
        [*program_of(folder), *arguments],
        cwd=folder,
        env={**surroundings(folder), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r":(\d+)", said)
        assert found, f"{arguments}: {said}{server.stderr.read() if server.stderr else ''}"
        name = arguments[arguments.index("--name") + 1] if "--name" in arguments else "localhost"
        asked = urllib.request.Request(f"http://127.0.0.1:{found[1]}/healthz")
        asked.add_header("Host", name)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            assert b'"ok":true' in answer.read()
    finally:
        server.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.communicate(timeout=60)
        server.kill()
        server.communicate()
