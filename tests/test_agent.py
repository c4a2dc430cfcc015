"""The door for programs: lines of JSON out and in."""

from __future__ import annotations

import io
import json
import random
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from embertable.agents.game import Style
from embertable.agents.stdio import Conversation
from embertable.commands.agent import open_game
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.seat_view import seat_view
from embertable.games import GAMES
from embertable.games.faceless.walk import FigurePosed
from tests.cli import Commands

WHOLE = Style()
EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def command(capsys):
    return Commands(capsys)


def agent_game(
    game="lueur", seats="agent,bot:random", language="en", style=WHOLE, seed=1, **settings
):
    return open_game(game, settings, seats, seed, language, style)


def conversation(opened, *answers):
    """What is said when these lines are answered."""
    games = opened if isinstance(opened, dict) else {1: opened}
    out = io.StringIO()
    Conversation(games, out).run(io.StringIO("".join([f"{answer}\n" for answer in answers])))
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
    opened = open_game(game, {}, None, 2, language, Style())
    Conversation({1: opened}, chooser).run(chooser)
    first, *turns, last = chooser.heard
    assert first["say"] == "hello"
    assert 500 < len(first["digest"]) < 2500
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
    shown = seat_view(opened.session.table, turn["seat"])
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
        ("hello", "This names no option: hello"),
        ("[" * 30_000, "This names no option: ["),
        ('"99"', "This names no option: 99"),
        ("", "This names no option"),
        ("Option 2 or option 3", "This names several options"),
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
    assert error["text"].startswith("Questo non indica un'opzione: ciao")


def test_the_language_can_be_changed_in_a_turn():
    _, before, after = conversation(agent_game(), '{"lang": "it"}')
    assert before["decision"] == after["decision"]
    assert before["text"] != after["text"]
    assert len(before["options"]) == len(after["options"])


def test_brief_leaves_the_data_out():
    _, turn = conversation(agent_game(style=Style(brief=True)))
    assert turn.keys() == {"say", "decision", "seat", "happened", "text", "prompt", "options"}
    assert turn["options"][0].keys() == {"number", "text", "clause"}


def test_an_agent_may_hold_several_seats():
    opened = agent_game("lueur", "agent,agent")
    chooser = Chooser(1)
    Conversation({1: opened}, chooser).run(chooser)
    turns = [message for message in chooser.heard if message["say"] == "turn"]
    assert {turn["seat"] for turn in turns} == {0, 1}


def test_an_agent_answers_for_its_seats_of_a_party():
    opened = agent_game("setawatch", "agent,agent,bot:random", adventurers="random")
    while opened.next_turn():
        table = opened.session.table
        choice = table.next_choice()
        own = [seat for seat in choice.answerers(table) if seat < 2]
        may = [option for seat in own for option in table.offered(seat)]
        assert all(option in may for _, option in opened.offered)
        assert all(option in [one for _, one in opened.offered] for option in may)
        assert opened.answer(1) is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("agent lueur", "add --stdio, or use embertable chat"),
        (
            "agent lueur --stdio --seats me,bot:greedy",
            "There is no seat called me; a seat may be: agent, bot:greedy.",
        ),
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


@pytest.mark.rule("F-WALK-03")
def test_a_program_turns_a_figure_by_any_degree():
    opened = agent_game("faceless", seats="agent,agent", players="2")
    opened.next_turn()
    while opened.turn().get("free") is None:
        cards = [offer for offer in opened.offered if "yellow" in repr(offer[1])]
        opened.play(*(cards or opened.offered)[0])
        opened.next_turn()
    assert opened.turn()["free"] == {"field": "heading", "first": 0, "last": 359}
    assert opened.answer({"set": 360}) == "Set a number from 0 to 359."
    assert opened.answer({"set": True}) == "Set a number from 0 to 359."
    assert opened.answer({"set": 137}) is None
    opened.session.table.next_choice()
    posed = [event for event in opened.session.table.log if isinstance(event, FigurePosed)]
    assert [event.heading for event in posed] == [137]


def test_a_program_sets_nothing_where_nothing_is_free():
    opened = agent_game()
    opened.next_turn()
    assert "Nothing can be set here" in (opened.answer({"set": 3}) or "")


class Reader:
    """Puts the whole table together from changes, by what docs/agent.md says and nothing else."""

    def __init__(self):
        self.lines = {}
        self.said = {}
        self.happened = []

    def read(self, turn):
        for number in turn.get("gone", ()):
            del self.lines[number]
        self.happened = [self.whole(line) for line in turn.get("happened", ())]
        for number, line in turn.get("lines", {}).items():
            if line.endswith(" …"):
                words = line.split(" ")[:-1]
                self.lines[number] = " ".join(
                    [*words, *self.lines[number].split(" ")[len(words) :]]
                )
            else:
                self.lines[number] = self.whole(line)
        return [self.lines[number] for number in sorted(self.lines, key=float)]

    def whole(self, line):
        def explained(found):
            words, inside = found[1], found[2]
            names = [words, words.split(" ", 1)[-1]]
            if inside != "…":
                for name in names:
                    self.said.setdefault(name, set()).add(inside)
                return found[0]
            meant = [self.said[name] for name in names if len(self.said.get(name, ())) == 1]
            return f"{words} ({meant[0].copy().pop()})"

        return re.sub(r"((?:[^\s(]+ )?[^\s(#]+(?: #\d+)?) \(([^()]+)\)", explained, line)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_changes_add_up_to_the_whole_table(game, language):
    whole = open_game(game, {}, None, 3, language, Style(brief=True))
    short = open_game(game, {}, None, 3, language, Style(changes=True))
    rng = random.Random(3)
    readers: dict[int, Reader] = {}
    for _ in range(60):
        if not whole.next_turn():
            break
        assert short.next_turn()
        told, changes = whole.turn(), short.turn()
        reader = readers.setdefault(told["seat"], Reader())
        assert reader.read(changes) == told["text"]
        assert reader.happened == told["happened"]
        assert [reader.whole(one) for one in changes["options"].values()] == [
            option["text"] for option in told["options"]
        ]
        number = rng.randint(1, len(told["options"]))
        assert whole.answer(number) is None
        assert short.answer(number) is None


@pytest.mark.parametrize("game", sorted(GAMES))
def test_changes_add_up_without_the_options(game):
    """No dots stand for what only a withheld option would have said."""
    whole = open_game(game, {}, None, 7, "en", Style(brief=True, withheld=True))
    short = open_game(game, {}, None, 7, "en", Style(changes=True, withheld=True))
    rng = random.Random(7)
    readers: dict[int, Reader] = {}
    for _ in range(60):
        if not whole.next_turn():
            break
        assert short.next_turn()
        told, changes = whole.turn(), short.turn()
        reader = readers.setdefault(told["seat"], Reader())
        assert reader.read(changes) == told["text"]
        assert reader.happened == told["happened"]
        stated = rng.choice(whole.option_texts())
        assert whole.state(stated) is None
        assert short.state(stated) is None


def test_a_turn_of_lueur_takes_at_most_300_tokens():
    """At four characters a token, at the median of whole games."""
    sizes = []
    for seed in (1, 2):
        opened = open_game("lueur", {}, None, seed, "en", Style(changes=True))
        rng = random.Random(seed)
        while opened.next_turn():
            sizes.append(len(json.dumps(opened.turn(), ensure_ascii=False)) / 4)
            assert opened.answer(rng.randint(1, len(opened.offered))) is None
    assert statistics.median(sizes) <= 300
    assert statistics.mean(sizes) <= 350


def test_several_games_share_a_conversation():
    games = {id: agent_game(seed=id) for id in (1, 2, 3)}
    alone = conversation(agent_game(seed=2), 3, 1)
    heard = conversation(
        games,
        '{"id": 2, "choose": 3}',
        '{"choose": 1}',
        '{"id": 9, "choose": 1}',
        '{"id": true, "choose": 1}',
        '{"id": 1, "text": "I take option 2."}',
        '{"id": 3, "choose": 99}',
        '{"id": 2, "choose": 1}',
    )
    assert heard[0]["say"] == "hello"
    assert heard[0]["ids"] == [1, 2, 3]
    assert [(one["say"], one.get("id")) for one in heard[1:]] == [
        ("turn", 1),
        ("turn", 2),
        ("turn", 3),
        ("turn", 2),
        ("error", None),
        ("error", None),
        ("error", None),
        ("turn", 1),
        ("error", 3),
        ("turn", 2),
    ]
    assert heard[5]["text"].endswith("1, 2, 3.")
    own = [one | {"id": 2} for one in alone[1:]]
    assert [one for one in heard if one.get("id") == 2] == own


def test_several_games_end_one_by_one():
    class Player(Chooser):
        def readline(self, most=-1):
            ended = {one["id"] for one in self.heard if one["say"] == "end"}
            turn = next(
                one
                for one in reversed(self.heard)
                if one["say"] == "turn" and one["id"] not in ended
            )
            return json.dumps(
                {"id": turn["id"], "choose": self.rng.randint(1, len(turn["options"]))}
            )

    player = Player(4)
    games = {id: agent_game("setawatch", "agent", seed=id, players="1") for id in (1, 2)}
    Conversation(games, player).run(player)
    assert sorted(one["seed"] for one in player.heard if one["say"] == "end") == [1, 2]
