"""The compiled build plays the same games as the pure one (the wheel is built by `./play compiled`)."""

import json
import os
import random
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from embertable.games import GAMES
from tests.server.running import Process, play, run, signed_in

ROOT = Path(__file__).parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def output(*command: str) -> dict[str, Any]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def compiled(*arguments: str) -> dict[str, Any]:
    return output(sys.executable, str(ROOT / "play"), "compiled", *arguments)


def pure(*arguments: str) -> dict[str, Any]:
    return output(sys.executable, "-P", "-m", "embertable", *arguments)


def test_each_environment_has_the_build_it_says():
    measure = ("bench", "--json", "--seconds", "0.2", "--game", "lueur")
    assert compiled(*measure)["build"] == "compiled"
    assert pure(*measure)["build"] == "pure"


@pytest.mark.parametrize("game", GAMES)
def test_five_hundred_games_end_alike_on_both_builds(game):
    play = ("simulate", game, "--games", "500", "--bots", "random", "--seed", "7", "--json")
    fast, slow = compiled(*play), pure(*play)
    assert fast["games"] == 500
    assert fast["decisions"] == slow["decisions"]
    assert fast["digest"] == slow["digest"]


@pytest.mark.parametrize("game", GAMES)
def test_a_thinking_bot_decides_alike_on_both_builds(game):
    play = ("simulate", game, "--games", "3", "--bots", "greedy,random", "--seed", "3", "--json")
    fast, slow = compiled(*play), pure(*play)
    assert fast["digest"] == slow["digest"]
    assert fast["digest"] != pure(*play[:-2], "4", "--json")["digest"]


@pytest.mark.parametrize("game", GAMES)
def test_a_compiled_server_tells_games_in_both_languages(game, tmp_path):
    """Sentences are made of whatever an action holds, which compiled code looks at more closely."""

    async def evening():
        program = (sys.executable, str(ROOT / "play"), "compiled")
        server = Process("--store", str(tmp_path / "t.sqlite"), program=program)
        ada = await signed_in(await server.start())
        try:
            for number, language in enumerate(("en", "it") * 2):
                wish = {"game": game, "seats": [{"kind": "me"}] * 2, "options": {"players": "2"}}
                table = await ada.post("/api/tables", {**wish, "seed": number})
                async with ada.sit(table["id"], language=language) as seat:
                    last = await play(seat, random.Random(number), 60)
                    assert last.text
        finally:
            await server.kill()

    run(evening)


@pytest.mark.parametrize("game", ["lueur", "deadcells"])
def test_a_search_decides_alike_on_both_builds(game):
    play = ("simulate", game, "--games", "1", "--bots", "search@8,random", "--seed", "3", "--json")
    assert compiled(*play)["digest"] == pure(*play)["digest"]


PICKLED = """
import copy, json, pickle, sys
sys.path.append(sys.argv.pop(1))  # where this environment has what learners need
from embertable.engine.chance import seeded
from embertable.envs.coders import coder
from embertable.envs.coding.turns import Turns

found = {"build": "compiled" if sys.modules["embertable.engine.table"].__file__.endswith(".so") else "pure"}
for name in sys.argv[1:]:
    game = coder(name)
    turns = Turns(game, game.game.set_up(game.game.check({}), seeded(1)))
    for _ in range(30):
        if turns.seat is not None:
            turns.play(turns.numbers[-1])
    same = [pickle.loads(pickle.dumps(turns)), copy.deepcopy(turns), turns.copy()]
    same += [Turns(game, pickle.loads(pickle.dumps(turns.table))), Turns(game, copy.deepcopy(turns.table))]
    for one in (turns, *same):
        for _ in range(15):
            if one.seat is not None:
                one.play(one.numbers[0])
    found[name] = [game.game.state_hash(one.table) for one in (turns, *same)]
print(json.dumps(found))
"""


def compiled_python() -> Path:
    compiled("games", "--json")
    kept = [ROOT / name / "bin" / "python" for name in (".venv-compiled", ".venv-compiled-O0")]
    return next(path for path in kept if path.is_file())


TESTED = """
import sys
sys.path += sys.argv[1:3]  # where this environment has pytest, and the tests
import pytest
import embertable.engine.table
assert embertable.engine.table.__file__.endswith(".so")
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "--long", "--tb=short", *sys.argv[3:]]))
"""
HONESTY = (
    "tests/bots/test_honesty.py",
    "tests/bots/test_honesty_faceless.py",
    "tests/bots/test_fitted_features.py",
    "tests/bots/test_levels.py",
    "tests/bots/test_proposals.py",
)


def test_bots_are_honest_on_the_compiled_build():
    """Twins, planted cheaters and planted features, for every level with every setting."""
    here = sysconfig.get_path("platlib")
    done = subprocess.run(
        (str(compiled_python()), "-P", "-c", TESTED, here, str(ROOT), *HONESTY),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_tables_are_pickled_and_copied_on_both_builds():
    python = compiled_python()
    here = sysconfig.get_path("platlib")
    fast = output(str(python), "-P", "-c", PICKLED, here, *GAMES)
    slow = output(sys.executable, "-P", "-c", PICKLED, here, *GAMES)
    assert (fast.pop("build"), slow.pop("build")) == ("compiled", "pure")
    for game in GAMES:
        assert len(set(fast[game])) == 1
    assert fast == slow
