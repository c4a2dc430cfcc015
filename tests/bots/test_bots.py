"""Bots by name: their luck is their own, and their seed repeats them."""

import pytest

from embertable import load, new_table
from embertable.bots import BOTS, ask, get_bot
from embertable.engine.errors import UnknownBot


def decisions(bot: str, seed: int, luck: int) -> list[str]:
    table = new_table(load("lueur"), {"players": "3"}, seed=luck)
    bots = [get_bot(bot, seed + seat) for seat in range(3)]
    found = []
    for _ in range(60):
        choice = table.next_choice()
        assert choice is not None
        action = ask(bots[choice.seat], table, choice.seat)
        assert action in table.offered(choice.seat)
        found.append(repr(action))
        table.apply(action, choice.seat)
    return found


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_seed_repeats_a_bot(bot):
    assert decisions(bot, seed=4, luck=1) == decisions(bot, seed=4, luck=1)


def test_another_seed_plays_otherwise():
    assert decisions("random", seed=4, luck=1) != decisions("random", seed=5, luck=1)


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_asking_a_bot_leaves_the_table_as_it_was(bot):
    game = load("lueur")
    table = new_table(game, {}, seed=2)
    for _ in range(40):
        choice = table.next_choice()
        assert choice is not None
        before = (game.state_hash(table), table.chance.draws, len(table.log))
        ask(get_bot(bot, 1), table, choice.seat)
        assert (game.state_hash(table), table.chance.draws, len(table.log)) == before
        table.apply(table.offered()[-1])


def test_an_unknown_bot_is_refused_with_those_there_are():
    with pytest.raises(UnknownBot, match="greedy, random"):
        get_bot("deep-thought", 1)


@pytest.mark.parametrize("options", [{}, {"players": "3", "journey": "archipelago"}])
def test_greedy_beats_random(options):
    """Each of eight games, in every seat; over 300 games it was every one as well."""
    game = load("lueur")
    for seed in range(8):
        table = new_table(game, options, seed)
        seats = game.seats(table)
        greedy = seed % seats
        bots = [get_bot("greedy" if seat == greedy else "random", seed) for seat in range(seats)]
        while (choice := table.next_choice()) is not None:
            table.apply(ask(bots[choice.seat], table, choice.seat), choice.seat)
        assert table.result is not None
        assert table.result.winners == (greedy,)
