"""The door for programs: lines of JSON out and in."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from embertable.commands.agent import AgentGame
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.seat_view import seat_view
from embertable.games import GAMES
from tests.cli import Commands

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def command(capsys):
    return Commands(capsys)


def agent_game(game="lueur", seats="agent,bot:random", language="en", brief=False, **settings):
    return AgentGame(game, settings, seats, 1, language, brief)


def conversation(opened, *answers):
    """What is said when these lines are answered."""
    out = io.StringIO()
    opened.run(io.StringIO("".join([f"{answer}\n" for answer in answers])), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


class Chooser(io.StringIO):
    """A program that answers each turn with one of its options."""

    def __init__(self, seed):
        super().__init__()
        self.rng = random.Random(seed)
        self.heard = []

    def write(self, line):
        self.heard.append(json.loads(line))
        return len(line)

    def readline(self, most=-1):
        return json.dumps({"choose": self.rng.randint(1, len(self.heard[-1]["options"]))})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_program_plays_a_whole_game(game, language):
    chooser = Chooser(2)
    AgentGame(game, {}, None, 2, language).run(chooser, chooser)
    first, *turns, last = chooser.heard
    assert first["say"] == "hello"
    assert {turn["say"] for turn in turns} == {"turn"}
    assert last["say"] == "end"
    assert last["seed"] == 2
    for turn in turns:
        assert [option["number"] for option in turn["options"]] == [
            *range(1, len(turn["options"]) + 1)
        ]
        assert turn["prompt"]
        assert turn["text"]
        assert all(option["text"] for option in turn["options"])


def test_a_turn_tells_what_the_seat_is_shown_and_no_more():
    opened = agent_game("deadcells", "agent,bot:random")
    assert opened.next_turn()
    turn = opened.turn()
    shown = seat_view(opened.table, turn["seat"])
    encode = opened.game.codec().encode
    assert turn["view"] == encode(shown.view)
    assert turn["choice"] == encode(shown.choice)
    assert [option["action"] for option in turn["options"]] == encode(list(shown.options))


def test_luck_is_told_only_after_the_end():
    hello, turn = conversation(agent_game())
    assert "seed" not in hello
    assert "seed" not in turn


def test_what_happened_is_told_once():
    heard = conversation(agent_game(), 1, 1, 1)
    turns = [message for message in heard if message["say"] == "turn"]
    log = [sentence for turn in turns for sentence in turn["happened"]]
    assert len(log) > 3
    assert log.count(turns[1]["happened"][0]) == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("hello", "This line is not JSON: hello"),
        ("[" * 30_000, "This line is not JSON: "),
        ('"1"', 'This names no option: "1"'),
        ('{"choose": true}', "This names no option"),
        ('{"chose": 1}', "This names no option"),
        ("1.0", "This names no option"),
        ("null", "This names no option"),
        ("0", "There is no option 0; choose a number from 1 to"),
        ('{"choose": 99}', "There is no option 99"),
        ('{"lang": "tlh"}', "Available languages: en, it."),
    ],
)
def test_a_wrong_answer_gets_one_sentence_and_the_turn_stays(line, problem):
    _, turn, error, after = conversation(agent_game(), line, 1)[:4]
    assert error["say"] == "error"
    assert error["text"].startswith(problem)
    assert error["text"].endswith(".")
    assert len(error["text"]) < 200
    assert (turn["say"], after["say"]) == ("turn", "turn")
    assert after["decision"] > turn["decision"]


def test_errors_come_in_italian_too():
    *_, error = conversation(agent_game(language="it"), "ciao")
    assert error["text"].startswith("Questa riga non è JSON: ciao")


def test_the_language_can_be_changed_in_a_turn():
    _, before, after = conversation(agent_game(), '{"lang": "it"}')
    assert before["decision"] == after["decision"]
    assert before["text"] != after["text"]
    assert len(before["options"]) == len(after["options"])


def test_brief_leaves_the_data_out():
    _, turn = conversation(agent_game(brief=True))
    assert turn.keys() == {"say", "decision", "seat", "happened", "text", "prompt", "options"}
    assert turn["options"][0].keys() == {"number", "text", "clause"}


def test_an_agent_may_hold_several_seats():
    opened = agent_game("lueur", "agent,agent")
    chooser = Chooser(1)
    opened.run(chooser, chooser)
    turns = [message for message in chooser.heard if message["say"] == "turn"]
    assert {turn["seat"] for turn in turns} == {0, 1}


def test_an_agent_answers_for_its_seats_of_a_party():
    opened = agent_game("setawatch", "agent,agent,bot:random", adventurers="random")
    while opened.next_turn():
        choice = opened.table.next_choice()
        own = [seat for seat in choice.answerers(opened.table) if seat < 2]
        may = [option for seat in own for option in opened.table.offered(seat)]
        assert all(option in may for _, option in opened.offered)
        assert all(option in [one for _, one in opened.offered] for option in may)
        assert opened.answer("1") is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("agent lueur", "add --stdio."),
        ("agent lueur --stdio --seats me,bot:greedy", "A seat is agent or bot:BOT, not me."),
        ("agent lueur --stdio --seats agent", "players"),
        ("agent lueur --stdio --seats agent,bot:none", "none"),
        ("agent chess --stdio", "There is no game called chess"),
    ],
)
def test_a_wrong_call_gets_one_sentence(command, line, sentence):
    said = command(*line.split(), "--lang", "en")
    assert said.code == 2
    assert sentence in said.sentence()


def test_the_example_agent_plays_to_the_end():
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "agent.py"), "lueur", "--seed", "3"],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    assert "Scores: [" in done.stdout


def test_bytes_that_are_no_text_are_answered():
    done = subprocess.run(
        [sys.executable, "-m", "embertable", "agent", "lueur", "--stdio", "--seed", "1"],
        input=b"\xff\xfe\n1\n",
        capture_output=True,
        check=False,
        timeout=100,
    )
    heard = [json.loads(line)["say"] for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert heard == ["hello", "turn", "error", "turn"]
