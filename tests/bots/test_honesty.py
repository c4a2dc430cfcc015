"""Bots decide by what their seat can know: twins of a table get the same decision, byte for byte."""

from collections.abc import Callable
from typing import Any

import pytest

from embertable import load, new_table
from embertable.bots import BOTS, Bot, SearchBot, ask, get_bot
from embertable.bots.rollout import Rollout
from embertable.bots.search import Budget
from embertable.engine.chance import seeded
from embertable.engine.codec import canonical
from embertable.engine.table import Table
from embertable.games import GAMES

EVERY = 9
TWINS = 3

Make = Callable[[], Bot]


class PeekingBot(Bot):
    """A cheat: finds the true table behind `imagine`, and decides by the next card of its deck."""

    def decide(self, view, choice, options, imagine):
        cells = {cell.cell_contents for cell in imagine.__closure__ if is_table(cell.cell_contents)}
        (table,) = cells
        deck = table.state.deck
        return options[sum(ord(letter) for letter in "".join(deck[-5:])) % len(options)]


class CountingBot(Bot):
    """A subtler cheat: knows what luck does to a list, and reads the true deck from a shuffled one."""

    def decide(self, view, choice, options, imagine):
        deck = imagine(seeded(7)).state.deck
        return options[sum(ord(letter) for letter in "".join(deck[-5:])) % len(options)]


class PeekingSearch(SearchBot):
    """A search that cheats: plays its options out on the true table that it found."""

    def decide(self, view, choice, options, imagine):
        (table,) = {
            cell.cell_contents for cell in imagine.__closure__ if is_table(cell.cell_contents)
        }
        return super().decide(view, choice, options, table.copy)


def is_table(thing: object) -> bool:
    return isinstance(thing, Table)


def differences(
    make: Make,
    game_name: str,
    options: dict[str, str],
    seed: int,
    most: int = 1_000,
    every: int = EVERY,
) -> tuple[int, int]:
    """How often a bot was asked on a table and its twins, and how often it decided otherwise."""
    game = load(game_name)
    codec = game.codec()
    table = new_table(game, options, seed)
    luck = seeded(seed)
    asked = different = number = 0
    while (choice := table.next_choice()) is not None and asked < most * TWINS:
        number += 1
        seat = choice.seat
        if number % every == 0:
            decided = canonical(codec.encode(ask(make(), table, seat)))
            for twin in twins(table, seat, luck):
                asked += 1
                different += canonical(codec.encode(ask(make(), twin, seat))) != decided
        table.apply(luck.pick("options", table.offered()))
    return asked, different


def twins(table: Table[Any], seat: int, luck) -> list[Table[Any]]:
    game = table.game
    found = [game.imagine(table, seat, seeded(luck.draw("twins", 65536))) for _ in range(TWINS)]
    return [twin.copy(table.chance.copy()) for twin in found]


ENOUGH = 10
GAMES_EACH = 12
"""Where a game is soon lost by chance, another one is played until enough was asked."""

ALL = [(name, options) for name in GAMES for options in load(name).variants()]


@pytest.mark.parametrize("bot", sorted(BOTS))
@pytest.mark.parametrize(("game", "options"), ALL[::3])
def test_bots_decide_the_same_on_twins(bot, game, options):
    asked = different = 0
    for seed in range(3, 3 + GAMES_EACH):
        more, others = differences(lambda: get_bot(bot, 5), game, options, seed)
        asked += more
        different += others
        if asked > ENOUGH:
            break
    assert asked > ENOUGH
    assert different == 0


@pytest.mark.parametrize(
    ("game", "playouts"), [("lueur", 16), ("deadcells", 16), ("faceless", 6), ("setawatch", 16)]
)
def test_a_search_decides_the_same_on_twins(game, playouts):
    """Where the games' own rollouts play options out; those of The Faceless take their time."""
    made: list[SearchBot] = []

    def make() -> Bot:
        made.append(SearchBot(5, Budget(playouts=playouts)))
        return made[-1]

    asked = different = 0
    for seed in range(3, 3 + GAMES_EACH):
        more, others = differences(make, game, {}, seed, most=12, every=2)
        asked += more
        different += others
        if asked > ENOUGH and any([bot.decisions for bot in made]):
            break
    assert len([bot for bot in made if bot.decisions]) > TWINS
    assert different == 0


@pytest.mark.parametrize(("search", "is_caught"), [(SearchBot, False), (PeekingSearch, True)])
def test_a_search_on_the_true_table_is_caught(search: type[SearchBot], is_caught: bool) -> None:
    """Both play games out to their end, where what is hidden now comes to light."""

    def make() -> Bot:
        return search(5, Budget(playouts=8), rollouts=lambda _: Rollout)

    asked, different = differences(make, "lueur", {}, seed=3, most=6)
    assert asked == 6 * TWINS
    assert (different > 0) == is_caught


def test_a_bot_that_finds_the_true_table_is_caught():
    _, different = differences(lambda: PeekingBot(5), "lueur", {}, seed=3)
    assert different > 0


def test_what_is_imagined_tells_nothing_of_what_is_hidden():
    """With the same luck a seat imagines the same table, whatever the true one hides."""
    asked, different = differences(lambda: CountingBot(5), "lueur", {"players": "4"}, seed=3)
    assert asked > 10
    assert different == 0


def test_twins_are_really_different():
    table = new_table(load("lueur"), {"adventurers": "random"}, seed=1)
    table.next_choice()
    decks = {tuple(twin.state.deck) for twin in twins(table, 0, seeded(1))}
    assert len(decks | {tuple(table.state.deck)}) == TWINS + 1
