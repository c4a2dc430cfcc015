"""The pages are true: links, paths, names, commands and quoted code exist, and the record replays."""

from __future__ import annotations

import json
import re
import tomllib

import pytest
from minnows import game
from minnows.baits import LayBait
from minnows.nets import CastAgain

import embertable
from embertable.engine.chance import seeded
from embertable.engine.record import record_from_json
from embertable.engine.session import Session, resume
from embertable.games import GAMES, load
from tests.contract.games import ROOT
from tests.contract.pages import CHECKS, FENCE, QUOTED, TINY, all_pages

PAGES = {page.relative_to(ROOT).as_posix(): page for page in all_pages()}
PLANTED = {
    "links": [
        "[gone](docs/gone.md)",
        "[gone](docs/ARCHITECTURE.md#no-such-heading)",
        "[gone](#nowhere)",
        "![gone](docs/pictures/gone.jpg)",
    ],
    "paths": [
        "`src/embertable/engine/sight.py`",
        "`gone.py`",
        "`web/src/<game>/gone.ts`",
        'from "../../kit/Gone.svelte"',
    ],
    "quotes": ["<!-- from examples/tiny/minnows/state.py -->\n```python\nx = 'not there'\n```\n"],
    "commands": [
        "`embertable gone`",
        "`embertable simulate lueur --gone`",
        "`embertable campaign gone FILE`",
        "`embertable play lueur faceless`",
        "```sh\n./play compiled bench --gone    # remark\n```\n",
        "```sh\n./play simulate lueur --games many\n```\n",
        "```sh\n.venv/bin/python benchmarks/gone.py\n```\n",
        "```sh\npython -m embertable.server.gone\n```\n",
    ],
    "names": [
        "`embertable.engine.gone`",
        "`embertable.engine.table.Gone`",
        "`Session.gone`",
        "`table.gone()`",
        "`GoneForGood`",
        "`gone_for_good(1)`",
    ],
    "machines": ["cd /home/ada/embertable"],
}
RIGHT = """# A page

## All is well

[here](#all-is-well) and [there](docs/record.md#an-example), [out](https://example.org)
`src/embertable/engine/table.py` `table.py` `src/embertable/games/<game>/view.py` `docs/rules/`
`embertable review FILE [--seat N]` `embertable games` `embertable.engine.table.Table`
`Session.may_undo` `table.next_choice()` `SeatView` `rules_version`

```sh
./play simulate lueur --games 2 --bots greedy,random --seed 1 --json   # remark
./play test --quick
```
"""


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_true(page, check):
    file = PAGES[page]
    assert list(CHECKS[check](file.read_text(encoding="utf-8"), file)) == []


@pytest.mark.parametrize("check", CHECKS)
def test_each_check_finds_what_is_planted(check):
    assert list(CHECKS[check](RIGHT, ROOT / "page.md")) == []
    for planted in PLANTED[check]:
        found = list(CHECKS[check](RIGHT + planted, ROOT / "page.md"))
        assert len(found) == 1, (planted, found)


def test_all_pages_are_checked():
    assert {"README.md", "CONTRIBUTING.md", "docs/glossary.md", "docs/rules/lueur.md"} <= set(PAGES)
    assert len(PAGES) > 25
    assert set(PLANTED) == set(CHECKS)


def test_the_walk_through_quotes_all_its_code():
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    code = [found for found in FENCE.finditer(text) if found["kind"] != "sh"]
    assert len(code) == len(list(QUOTED.finditer(text)))
    assert len(code) >= 12


def test_the_walk_through_names_every_file_of_the_tiny_game():
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    files = [path for path in TINY.rglob("*") if path.suffix in {".py", ".toml", ".md"}]
    assert len(files) > 10
    for path in files:
        assert f"`{path.relative_to(TINY).as_posix()}`" in text


def test_the_readme_says_what_the_boxes_say():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (\d)–(\d) \| (\d+) \|", text, re.MULTILINE)
    told = {name: (int(low), int(high), int(minutes)) for name, low, high, minutes in rows}
    boxes = {}
    for one in map(load, GAMES):
        info = one.info()
        title = one.catalogue("en").text("about.title").partition(":")[0]
        boxes[title] = (*info.players, info.minutes)
    assert told == boxes


def test_every_dependency_is_documented():
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    tables = "\n".join(re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE))
    described = {name for row in tables.splitlines() for name in row.split(", ")}
    assert declared() - described == set()


def test_every_package_in_the_client_is_credited():
    text = (ROOT / "docs" / "credits.md").read_text(encoding="utf-8")
    credited = set(re.findall(r"^\|[^|]+\| `([^`]+)` \|", text, re.MULTILINE))
    shipped = (ROOT / "web/dist/assets/licences.txt").read_text(encoding="utf-8")
    parts = shipped.split(f"\n{'=' * 72}\n")
    assert {part.partition("\n")[0] for part in parts} == credited
    assert shipped.count("SIL OPEN FONT LICENSE Version 1.1") == 2


def test_the_authors_of_the_icons_in_the_client_are_credited():
    text = (ROOT / "docs" / "credits.md").read_text(encoding="utf-8")
    named = re.search(r"^Icons made by (.+?), available on", text, re.MULTILINE | re.DOTALL)
    assert named
    shipped = (ROOT / "web/dist/assets/licences.txt").read_text(encoding="utf-8")
    made = re.findall(r"^Icons made by ([^:]+):", shipped, re.MULTILINE)
    assert re.split(r",\s+|\s+and ", named[1]) == made


def test_one_version_number_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    assert version == embertable.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def declared() -> set[str]:
    """The packages that the project asks for by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        asked += extra
    for file in (ROOT / "requirements").glob("*.in"):
        asked += [
            line
            for line in file.read_text(encoding="utf-8").splitlines()
            if not line.startswith(("#", "-r"))
        ]
    client = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    packages = [*client["devDependencies"], *client.get("dependencies", {})]
    return {*packages, *(re.split(r"[\s;<>=\[]", one)[0] for one in asked if one.strip())}


def example_record() -> dict[str, object]:
    """The first round of a game of Minnows, with one bait taken back."""
    session = Session(game, {"heron": "yes"}, seeded(7), players=["Ada", "Bruno"])
    session.play(LayBait(1, "roach"), 1)
    session.undo(1)
    session.play(LayBait(1, "carp"), 1)
    session.play(LayBait(0, "perch"), 0)
    session.play(CastAgain(1), 1)
    return session.record.to_json()


def documented_record() -> dict[str, object]:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    (found,) = [found for found in FENCE.finditer(text) if found["kind"] == "json"]
    saved: dict[str, object] = json.loads(found["text"])
    return saved


def test_the_documented_record_is_a_real_one():
    assert documented_record() == example_record()


def test_the_documented_record_replays():
    session = resume(game, record_from_json(documented_record()))
    assert len(session.record.entries) == 5
    assert session.game.state_hash(session.table) == session.record.entries[-1].hash


def test_every_field_of_a_record_is_documented():
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    saved = example_record()
    entries = saved["entries"]
    assert isinstance(entries, list)
    # Only a game in which time runs out says how much is left, only a Run names its campaign, and only
    # players at a server add to the luck or, beside the real game, enter it.
    more = {"clock", "campaign", "luck", "companion"}
    assert described == {*saved, *(name for entry in entries for name in entry), *more}
