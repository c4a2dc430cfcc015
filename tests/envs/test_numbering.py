"""Every option has a number of its own, and numbers keep their meaning."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from embertable.bots import ask, get_bot
from embertable.engine.chance import seeded
from embertable.engine.table import Action
from embertable.envs.coders import coder, version_of
from embertable.envs.coding.numbering import (
    FIXED,
    LEAVE,
    SPARE,
    Numbering,
    TooManyOptions,
    UnnumberedArgument,
)
from embertable.games import GAMES
from tests.contract.games import ROOT
from tests.envs.play import OPTION_SETS, new_turns, option_id, random_play

DIGESTS = {
    "deadcells": (5, "7c132caa61c0f7fd475e38e0bc255c26"),
    "faceless": (5, "8c6118df02b5f70e1e6de76b8b1733f8"),
    "lueur": (6, "c03b72730c6815db7e5b4900857a1a38"),
    "setawatch": (6, "54b8e31d3af5db8245484d5e830511c7"),
}


@dataclass(unsafe_hash=True)
class Lay(Action):
    card: str
    place: int


@dataclass(unsafe_hash=True)
class Stop(Action):
    pass


@dataclass(unsafe_hash=True)
class Propose(Action):
    what: Action


VALUES = {"card": ("a", "b"), "place": range(3)}


def test_arguments_make_the_number():
    numbering = Numbering([Stop, Lay], VALUES)
    options = [Lay(0, card, place) for card in "ab" for place in range(3)] + [Stop(0)]
    assert numbering.numbers(options) == [1, 2, 3, 4, 5, 6, 7]
    assert numbering.size == 8 + SPARE
    assert numbering.describe(5) == "Lay(card='b', place=1)"
    assert [numbering.describe(number) for number in (LEAVE, 7, 9)] == [
        "leave",
        "Stop()",
        "spare(1)",
    ]


def test_an_argument_that_the_choice_fixes_takes_no_numbers():
    numbering = Numbering([Lay], {**VALUES, "Lay.card": FIXED})
    assert numbering.numbers([Lay(0, "b", 2)]) == numbering.numbers([Lay(0, "a", 2)]) == [3]


def test_an_action_about_actions_has_a_number_for_each_of_them():
    numbering = Numbering([Propose, Lay, Stop], VALUES, {"Propose": ("what", ("Stop", "Lay"))})
    options = [Propose(0, Stop(0)), Propose(0, Lay(0, "a", 0)), Lay(0, "a", 0), Stop(0)]
    assert numbering.numbers(options) == [8, 9, 1, 7]
    assert numbering.describe(9) == "Propose(what=Lay(card='a', place=0))"
    assert numbering.numbers([Propose(0, Propose(0, Stop(0)))]) == [numbering.spare]


def test_two_options_never_share_a_number():
    numbering = Numbering([Lay], {**VALUES, "Lay.card": FIXED})
    assert numbering.numbers([Lay(0, "a", 2), Lay(0, "b", 2)]) == [3, numbering.spare]


def test_an_unknown_argument_gets_a_spare_number_and_too_many_are_an_error():
    numbering = Numbering([Lay], VALUES)
    strange = [Lay(0, "z", place) for place in range(SPARE)]
    assert numbering.numbers(strange) == [*range(numbering.spare, numbering.size)]
    with pytest.raises(TooManyOptions):
        numbering.numbers([*strange, Lay(0, "z", SPARE)])


def test_an_argument_without_values_is_named():
    with pytest.raises(UnnumberedArgument, match=r"Lay\.place"):
        Numbering([Lay], {"card": ("a",)})


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=option_id)
def test_every_option_of_the_printed_games_has_its_own_number(option_set):
    turns = new_turns(option_set, 1)
    spare = turns.coder.numbering.spare
    for _ in random_play(turns, 1, 150):
        assert max(turns.options) < spare, turns.options[max(turns.options)]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_its_own_number_also_where_only_good_play_leads(name):
    game = coder(name)
    numbers = game.numbering
    for seed in range(2):
        table = game.game.set_up({}, seeded(seed))
        bot = get_bot("greedy", seed)
        for _ in range(250):
            choice = table.next_choice()
            if choice is None:
                break
            assert max(numbers.numbers(table.offered())) < numbers.spare
            table.apply(ask(bot, table, choice.seat), choice.seat)


@pytest.mark.parametrize("name", GAMES)
def test_numbers_keep_their_meaning_within_a_version(name):
    """If this fails, raise VERSION in embertable.envs.<game> and note the new digest here."""
    assert DIGESTS[name] == (version_of(name), coder(name).digest())


def test_the_page_has_the_sizes():
    page = (ROOT / "docs" / "learners.md").read_text(encoding="utf-8")
    for name in GAMES:
        game = coder(name)
        title = game.game.catalogue("en").text("about.title").partition(":")[0]
        assert f"| {title} | {game.size:,} | {game.numbering.size:,} |" in page
