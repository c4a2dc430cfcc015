"""Legal actions withheld: the agent states one, and hears in one sentence why it is illegal."""

from __future__ import annotations

import random

import pytest

from embertable.agents.action_language import statements, write_action
from embertable.agents.game import Style
from embertable.commands.agent import open_game
from embertable.games import GAMES


def opened(game="lueur", language="en", seed=1, **settings):
    found = open_game(
        game, settings, "agent,bot:random", seed, language, Style(changes=True, withheld=True)
    )
    assert found.next_turn()
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_legal_action_can_be_stated(game):
    found = open_game(game, {}, None, 2, "en", Style(withheld=True))
    rng = random.Random(2)
    for _ in range(80):
        if not found.next_turn():
            break
        turn = found.turn()
        assert "options" not in turn
        assert turn["actions"]
        assert turn["view"]
        seat, action = rng.choice(found.offered)
        saved = found.game.codec().encode(action)
        before = found.decisions
        stated = write_action(saved) if rng.random() < 0.5 else {"do": saved}
        assert found.answer(stated) is None, (stated, turn["actions"])
        assert found.session.record.entries[before].action == saved
        assert found.session.record.entries[before].seat in {seat, 0, 1, 2, 3}


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ("hello", "This states no action; state one of these kinds with its fields: TakeAdv"),
        ("3", "This states no action"),
        (3, "This states no action"),
        ({"do": 3}, "This states no action"),
        ({"choose": 1}, "This states no action"),
        (None, "This states no action"),
        ("TakeAdventurr adventurer=braccio", "There is no action TakeAdventurr (did you mean Ta"),
        ("KeepDice", "KeepDice is not possible now; this choice takes TakeAdventurer(adventurer)"),
        ("TakeAdventurer", "TakeAdventurer could mean several actions; add adventurer."),
        ("TakeAdventurer colour=red", "TakeAdventurer has no field colour; its fields are adv"),
        (
            "TakeAdventurer adventurer=gandalf",
            "TakeAdventurer is not possible with adventurer=gandalf now (L-SETUP-02: ",
        ),
    ],
)
def test_an_illegal_statement_gets_a_reason_and_the_turn_stays(reply, sentence):
    found = opened()
    problem = found.answer(reply)
    assert problem is not None
    assert problem.startswith(sentence)
    assert problem.endswith(".")
    assert "\n" not in problem
    assert found.decisions == 0
    assert found.answer("I am Braccio: TakeAdventurer adventurer=Braccio") is None
    assert found.decisions == 1


def test_reasons_come_in_italian_too():
    problem = opened(language="it").answer("TakeAdventurer colour=red")
    assert problem == "TakeAdventurer non ha il campo colour; i suoi campi sono adventurer."


def test_the_last_statement_counts():
    found = opened()
    reply = "TakeAdventurer adventurer=braccio is fine, but I prefer `TakeAdventurer(adventurer='eoles')`."
    assert found.answer(reply) is None
    assert found.session.record.entries[0].action["adventurer"] == "eoles"


def test_any_degree_can_be_stated():
    found = opened("faceless", players="2")
    while found.turn().get("free") is None:
        cards = [offer for offer in found.offered if "yellow" in repr(offer[1])]
        found.play(*(cards or found.offered)[0])
        assert found.next_turn()
    figure = found.offered[0][1].figure
    assert found.answer(f"TurnTo figure={figure} heading=360") == "Set a number from 0 to 359."
    assert found.answer(f"TurnTo figure={figure} heading=137") is None
    assert found.session.record.entries[-1].action["heading"] == 137


def test_statements_are_read_from_calls_pairs_and_json():
    for text in ("Go x=1 y=b", "Go(x=1, y='b')", 'Go {"x": 1, "y": "b"}'):
        (found,) = statements(text)
        assert (found.name, found.fields) == ("Go", {"x": "1", "y": "b"}), text
