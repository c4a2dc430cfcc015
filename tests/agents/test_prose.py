"""The option that a reply in prose names."""

from __future__ import annotations

import pytest

from embertable.agents.prose import Ambiguous, find_option

TEXTS = [
    "Walk to the fire space 2 for a die showing fire",
    "Walk to the nature space 46 for a die showing nature",
    "Walk to the nature space 46",
    "Stop here for this round",
    "Rest",
]
ACTIONS = [
    {"is": "WalkTo", "seat": 0, "space": "P02", "payment": "die"},
    {"is": "WalkTo", "seat": 0, "space": "P46", "payment": "die"},
    {"is": "WalkTo", "seat": 0, "space": "P46", "payment": "footprint"},
    {"is": "StopWalking", "seat": 0},
    {"is": "Camp", "seat": 0},
]


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("3", 3),
        ("  **4** ", 4),
        ("I choose option 2.", 2),
        ("Option 1 costs a die, so I choose 4.", 4),
        ("I have 3 dice and 5 bursts, so my answer is 2", 2),
        ("I choose 2 because it gives 3 bursts.", 2),
        ("I thought of option 1.\n\n4", 4),
        ("I pick option 2, not option 3.", 2),
        ("Better option 4 than option 1", 4),
        ("Walk to the fire space 2 for a die showing fire.", 1),
        ("I would walk to the nature space 46 for a die showing nature", 2),
        ("Let us STOP HERE FOR THIS ROUND!", 4),
        ("WalkTo space=P46 payment=footprint", 3),
        ('WalkTo(space="p02", payment="die")', 1),
        ("I think about it... StopWalking", 4),
        ("First WalkTo space=P02, but then: StopWalking()", 4),
        ("Scelgo l'opzione 3.", 3),
        ("La risposta è 5", 5),
        ("There are 10 steps left, so 4", 4),
        ("Option 99 would be nice, but option 2 it is", 2),
        ("Let's go with 3!", 3),
    ],
)
def test_the_last_option_named_wins(reply, number):
    assert find_option(reply, TEXTS, ACTIONS) == number


@pytest.mark.parametrize(
    "reply",
    ["option 2 or option 3", "option 2 or 3", "2 or 3", "I like 1, 2 and 4 the same", "1/2"],
)
def test_an_undecided_reply_is_ambiguous(reply):
    with pytest.raises(Ambiguous):
        find_option(reply, TEXTS, ACTIONS)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "hello",
        "option 99",
        "0",
        "-1",
        "2.5",
        "WalkTo space=P46",
        "WalkTo space=P99",
        "9" * 5000,
    ],
)
def test_a_reply_may_name_nothing(reply):
    assert find_option(reply, TEXTS, ACTIONS) is None


def test_two_options_of_one_text_are_ambiguous():
    with pytest.raises(Ambiguous):
        find_option("I keep it", ["Keep it", "Keep it"], [{"is": "A"}, {"is": "B"}])
