"""A new language is a folder, and everything a person reads at the terminal comes from one."""

from __future__ import annotations

import html
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from embertable.games import GAMES
from tests.languages import PSEUDO, escaped, marked, pseudo_locales, said_by, with_language

RECORDS = Path(__file__).parent / "records"
LOCALES = Path(__file__).parents[1] / "src" / "embertable" / "locales"
LONGEST_QUESTION = 9
SENTENCES_BY_POSITION = ("rerolling", "turned_up")
CAMPAIGNS = Path(__file__).parent / "campaigns" / "version-2"
TYPED = "help\n1\n1\n1\ntable\nhint\n?\nundo\nlog\nwhy 1\nnonsense\n1\n1\nquit\n"


def french(template: str) -> str:
    return f"Bonsoir ! {template}"


def test_a_language_needs_a_folder_and_nothing_else(tmp_path):
    locales = with_language(tmp_path, "fr", french)
    lines = [
        ("", ["games", "--lang", "fr"]),
        ("lang it\nlang fr\nquit\n", ["play", "lueur", "--plain", "--seed", "1"]),
        ("", ["play", "chess", "--lang", "fr"]),
    ]
    listed, played, refused = said_by(lines, locales, "fr_FR.UTF-8", tmp_path)
    assert "Bonsoir ! Lueur" in listed
    assert "Bonsoir ! Choose" in played
    assert "Lingua" in played
    assert refused.startswith("Bonsoir ! ")


def test_what_a_new_language_lacks_is_said_in_english(tmp_path):
    locales = with_language(tmp_path, "fr", french)
    for file in (locales / "fr").iterdir():
        if file.stem != "engine":
            file.unlink()
    lines = [("quit\n", ["play", game, "--plain", "--seed", "1"]) for game in GAMES]
    for said in said_by(lines, locales, "fr", tmp_path):
        assert "or help." in said


DAMAGED_RECORDS: list[tuple[str, Any]] = [
    ("version", 0),
    ("version", "two"),
    ("options", {"players": 2}),
    ("luck", [7]),
    ("luck", [{"after": 99999, "part": "00"}]),
    ("luck", [{"after": 0, "part": "00"}]),
    ("campaign", 7),
    ("entries", [7]),
    ("entries", [{"seat": 0, "hash": ""}]),
    ("entries", [{"seat": 0, "hash": "", "do": 7}]),
    ("entries", [{"seat": 0, "hash": "", "undo": True}]),
    ("entries", [{"seat": 0, "hash": "", "do": {"is": "KeepDice", "seat": 0}}]),
    ("seed", 99),
    ("seed", None),
]
DAMAGED_CAMPAIGNS: list[tuple[str, Any]] = [
    ("format", ""),
    ("version", "two"),
    ("version", 0),
    ("game", "chess"),
    ("check", ""),
]


def lay_out_damage(folder: Path) -> None:
    """Records and campaigns with something wrong in each; the last ones break off."""
    record = json.loads((RECORDS / "lueur-province-2.json").read_text(encoding="utf-8"))
    for number, (name, value) in enumerate(DAMAGED_RECORDS):
        text = json.dumps({**record, name: value})
        (folder / f"damaged-{number}.json").write_text(text, encoding="utf-8")
    campaign = json.loads((CAMPAIGNS / "ours.json").read_text(encoding="utf-8"))
    for number, (name, value) in enumerate(DAMAGED_CAMPAIGNS):
        text = json.dumps({**campaign, name: value})
        (folder / f"broken-{number}.json").write_text(text, encoding="utf-8")
    for name, file in (
        ("cut.json", RECORDS / "lueur-province-2.json"),
        ("short.json", CAMPAIGNS / "ours.json"),
    ):
        (folder / name).write_text(file.read_text(encoding="utf-8")[:300], encoding="utf-8")
    (folder / "list.json").write_text("[]", encoding="utf-8")
    (folder / "binary.json").write_bytes(b"\xff\xfe\x00")


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> list[str]:
    """What a person reads of every command, in the pseudo-locale."""
    folder = tmp_path_factory.mktemp("pseudo")
    (folder / "plan.toml").write_text('game = "lueur"\ngames = 6\n')
    lay_out_damage(folder)
    lines: list[tuple[str, list[str]]] = []
    for game in GAMES:
        record = str(min(RECORDS.glob(f"{game}*.json")))
        lines += [
            (TYPED, ["play", game, "--plain", "--seed", "1"]),
            ("1\n1\n1\n1\nquit\n", ["play", game, "--plain", "--guide"]),
            ("", ["replay", record]),
            ("", ["replay", record, "--at", "20", "--view", "0"]),
            ("", ["replay", record, "--verify"]),
            ("", ["hint", record]),
        ]
    saved = ["play", "lueur", "--plain", "--seed", "2", "--save", "saved.json"]
    lines += [
        ("1\nquit\n", saved),
        ("", ["hint", "saved.json"]),
        ("", ["review", "saved.json"]),
        ("", ["games"]),
        ("", ["rules", "lueur", "setup"]),
        ("", ["rules", "--coverage"]),
        ("", ["simulate", "lueur", "--games", "2", "--bots", "random,random"]),
        ("", ["ladder", "lueur", "--games", "1", "--bots", "random,greedy"]),
        ("", ["fuzz", "lueur", "--seconds", "1"]),
        ("", ["campaign", "new", "ours.json"]),
        ("", ["campaign", "show", "ours.json"]),
        ("1\nquit\n", ["play", "deadcells", "--campaign", "ours.json", "--plain"]),
        ("", ["lab", "plan.toml", "--report", "report.html", "--workers", "1", "--out", "out"]),
        ("", ["content", "check", "plan.toml"]),
        ("", ["doctor", "--store", "tables.sqlite"]),
        ("", ["backup", "copy.sqlite", "--store", "none.sqlite"]),
        ("", ["play", "chess"]),
        ("", ["play", "lueur", "-o", "players=9"]),
        ("", ["play", "lueur", "-o", "wind=strong"]),
        ("", ["play", "lueur", "--seats", "human"]),
        ("", ["replay", "nowhere.json"]),
        ("", ["replay", "out"]),
        *[("", ["replay", f"damaged-{number}.json"]) for number in range(len(DAMAGED_RECORDS))],
        *[
            ("", ["campaign", "show", f"broken-{number}.json"])
            for number in range(len(DAMAGED_CAMPAIGNS))
        ],
        *[
            ("", ["campaign", "show", name])
            for name in ("saved.json", "short.json", "list.json", "binary.json")
        ],
        ("", ["replay", "cut.json"]),
        ("", ["replay", "plan.toml"]),
        ("", ["simulate"]),
        ("", ["simulate", "lueur", "--bots", "clever"]),
        ("", ["simulate", "lueur", "--games", "x"]),
        ("", ["simulate", "lueur", "--games", "-3"]),
        ("", ["fuzz", "lueur", "--seconds", "nan"]),
        ("", ["fuzz", "lueur", "--seconds", "soon"]),
        ("", ["completion", "tcsh"]),
        ("", ["games", "lueur", "--tall"]),
        ("", ["hint", "saved.json", "and", "more"]),
        ("", ["replay", "saved.json", "--at"]),
        ("", ["nonsense"]),
        ("", ["rules", "lueur", "L-NONE-99"]),
    ]
    found = said_by(lines, pseudo_locales(folder), PSEUDO, folder)
    report = (folder / "report.html").read_text(encoding="utf-8")
    report = re.sub(r"<style>.*?</style>|<script.*?</script>", "", report, flags=re.DOTALL)
    found.append(html.unescape(re.sub(r"<[^>]*>", "\n", report)))
    return found


def test_no_sentence_at_the_terminal_is_written_in_the_code(said):
    assert all(said)
    assert "\n".join(line for text in said for line in escaped(text)) == ""


def test_a_sentence_that_no_catalogue_has_is_found():
    assert escaped(f"{marked('It is {name}.')}".format(name="Ada's turn now")) == ["Ada's turn now"]
    assert escaped("Nobody may do that.\n⟦Fine.⟧") == ["Nobody may do that."]
    assert escaped("⟦Ada plays ⟧Moloc'h⟦ for ⟧3 ⟦bursts⟧.") == []


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_a_question_has_at_most_nine_words(game, language):
    asked = questions(game, language)
    assert len(asked) > 20
    assert [text for text in asked if words_in(text) > LONGEST_QUESTION] == []


def words_in(text: str) -> int:
    """A name counts as one word; the text of a card, in brackets, explains the question."""
    named = re.sub(r"{[^}]*}", "X", re.sub(r"\([^)]*\)", "", text))
    return sum(any(sign.isalnum() for sign in word) for word in named.split())


def questions(game: str, language: str) -> list[str]:
    """What a player is asked: by choice, also where the position decides between sentences, and in a board's own words."""
    catalogue = tomllib.loads((LOCALES / language / f"{game}.toml").read_text(encoding="utf-8"))
    own = {
        key: text for key, text in catalogue["client"].items() if key.startswith(("ask", "sure"))
    }
    return [
        *catalogue["choice"].values(),
        *(text for group in SENTENCES_BY_POSITION for text in catalogue.get(group, {}).values()),
        *(text for key, text in own.items() if text.endswith("?") and "line" not in key.lower()),
    ]


@pytest.mark.parametrize(
    "file", sorted((LOCALES / "it").glob("*.toml")), ids=lambda file: file.stem
)
def test_no_italian_word_ends_in_two_a(file):
    """As a word does of which a part was replaced."""
    assert re.findall(r"\w*aa\b", file.read_text(encoding="utf-8")) == []
