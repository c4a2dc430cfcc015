"""Luck: fair, repeatable, kept apart by streams, and provable after the game."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from itertools import pairwise, permutations

import pytest

from embertable.engine.chance import Chance, Redealt, keyed, scripted, seeded
from embertable.engine.errors import ScriptExhausted

# The chi-square value that a fair source passes in all but one of a million tries, for each number
# of degrees of freedom used here (Wilson and Hilferty's formula with z = 4.75).
Z = 4.75
SIDES = (2, 3, 5, 6, 7, 10, 12, 16, 19, 20)
DRAWS = 100_000
"""For each number of sides: a million in all."""


def bound(freedom: int) -> float:
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + Z * math.sqrt(spread)) ** 3


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (kinds - len(counts)) * expected


def test_a_loaded_die_is_found_out():
    counts: Counter[object] = Counter({0: DRAWS // 6 + 1000})
    counts.update(dict.fromkeys(range(1, 6), DRAWS // 6 - 200))
    assert chi_square(counts, 6) > bound(5)
    assert chi_square(Counter({0: 600}), 2) > bound(1)


@pytest.mark.parametrize("sides", SIDES)
def test_every_side_comes_up_equally_often(sides):
    chance = seeded(20)
    counts: Counter[object] = Counter(chance.draw("dice", sides) for _ in range(DRAWS))
    assert set(counts) == set(range(sides))
    assert chi_square(counts, sides) < bound(sides - 1)


def test_wide_draws_are_even_too():
    chance = seeded(7)
    values = [chance.draw("wide", 1000) for _ in range(50_000)]
    assert min(values) == 0
    assert max(values) == 999
    tens: Counter[object] = Counter(value // 100 for value in values)
    assert chi_square(tens, 10) < bound(9)


def test_a_draw_among_too_many_is_a_bug():
    with pytest.raises(AssertionError, match="70000 is not supported"):
        seeded(0).draw("wide", 70_000)


def test_every_order_of_a_shuffle_comes_equally_often():
    chance = seeded(4)
    counts: Counter[object] = Counter()
    for _ in range(48_000):
        cards = list("abcd")
        chance.shuffle("deck", cards)
        counts["".join(cards)] += 1
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert chi_square(counts, 24) < bound(23)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 60, 65, 256, 257])
def test_a_shuffle_is_a_draw_for_each_place_from_the_last_one_down(count):
    shuffling, drawing = seeded(9), seeded(9)
    for chance in (shuffling, drawing):
        chance.draw("deck", 6)
        chance.go_to(chance.positions())  # as after loading: the block is not there yet
    cards, expected = list(range(count)), list(range(count))
    shuffling.shuffle("deck", cards)
    shuffling.shuffle("other", cards[:1])
    for last in range(count - 1, 0, -1):
        other = drawing.draw("deck", last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert cards == expected
    assert shuffling.draws == drawing.draws
    assert shuffling.positions() == drawing.positions()


def test_pairs_of_following_draws_are_even():
    chance = seeded(11)
    draws = [chance.draw("dice", 6) for _ in range(72_001)]
    pairs: Counter[object] = Counter(pairwise(draws))
    assert chi_square(pairs, 36) < bound(35)


def test_a_seed_repeats_its_luck():
    assert draws_of(seeded(5)) == draws_of(seeded(5))
    assert draws_of(seeded(5)) != draws_of(seeded(6))


def draws_of(chance: Chance, stream: str = "dice", number: int = 40) -> list[int]:
    return [chance.draw(stream, 6) for _ in range(number)]


def test_a_seeds_luck_is_the_same_for_ever():
    """Old records must replay: these numbers may never change."""
    assert draws_of(seeded(1), number=12) == [4, 1, 2, 5, 3, 0, 4, 3, 4, 4, 5, 1]
    cards = list("abcdefgh")
    seeded(1).shuffle("deck", cards)
    assert "".join(cards) == "acefbghd"


def test_streams_do_not_disturb_each_other():
    alone = draws_of(seeded(3), "deck")
    chance = seeded(3)
    mixed = []
    for _ in range(40):
        draws_of(chance, "dice", 3)
        mixed.append(chance.draw("deck", 6))
    assert mixed == alone
    assert draws_of(seeded(3), "dice") != alone


def test_a_copy_goes_on_from_the_same_place():
    chance = seeded(8)
    draws_of(chance, number=100)
    copy = chance.copy()
    assert copy.draws == chance.draws == 100
    assert draws_of(copy) == draws_of(chance)
    draws_of(copy)
    assert copy.positions() != chance.positions()


@pytest.mark.parametrize("drawn", [0, 1, 63, 64, 65, 500])
def test_positions_lead_back_to_the_same_place(drawn):
    chance = seeded(8)
    draws_of(chance, number=drawn)
    draws_of(chance, "deck", 3)
    again = seeded(8)
    again.go_to(chance.positions())
    assert draws_of(again) == draws_of(chance)
    assert draws_of(again, "deck") == draws_of(chance, "deck")


def test_positions_are_listed_by_name():
    chance = seeded(0)
    chance.draw("zebra", 2)
    chance.draw("ant", 2)
    assert list(chance.positions()) == ["ant", "zebra"]


def test_the_promise_of_a_key_is_kept_by_that_key_only():
    key = bytes(range(32))
    promise = keyed(key).commitment()
    assert promise == keyed(key).commitment()
    assert promise != keyed(bytes(32)).commitment()
    assert len(promise) == 64
    assert key.hex() not in promise
    assert keyed(key).seed is None
    assert promise == hashlib.blake2b(key, digest_size=32, person=b"embertable").hexdigest()


def test_a_short_key_is_a_bug():
    with pytest.raises(AssertionError, match="32 bytes"):
        keyed(b"short")


def test_a_script_says_its_numbers_whatever_the_stream():
    chance = scripted(4, 0, 2)
    assert [chance.draw("dice", 6), chance.draw("deck", 6), chance.draw("dice", 3)] == [4, 0, 2]
    assert chance.draws == 3


def test_a_script_that_ends_says_so():
    chance = scripted(1)
    chance.draw("dice", 6)
    with pytest.raises(ScriptExhausted) as ended:
        chance.draw("dice", 6)
    assert str(ended.value) == "The scripted numbers are used up, and dice needs one of 6."


def test_a_script_may_hand_over():
    chance = scripted(3, then=seeded(5))
    assert [chance.draw("dice", 6), *draws_of(chance, number=39)] == [
        3,
        *draws_of(seeded(5), number=39),
    ]


def test_a_script_cannot_say_what_no_die_shows():
    with pytest.raises(AssertionError, match="the script says 6 where 6 are possible"):
        scripted(6).draw("dice", 6)


def test_a_copied_script_goes_on_alone():
    chance = scripted(1, 2, then=seeded(5))
    chance.draw("dice", 6)
    copy = chance.copy()
    assert draws_of(copy) == draws_of(chance)


def test_picks_are_draws():
    assert scripted(2).pick("deck", "abc") == "c"


def test_one_stream_is_dealt_again_and_the_others_stay():
    def drawn(chance: Chance, stream: str) -> list[int]:
        return [chance.draw(stream, 100) for _ in range(80)]

    again = Redealt(seeded(1).key, 1, {"dice": seeded(2).key})
    assert drawn(again, "cards") == drawn(seeded(1), "cards")
    assert drawn(again, "dice") == drawn(seeded(2), "dice")
    assert again.draws == 160
    copy = again.copy()
    assert drawn(copy, "dice") == drawn(again, "dice")
    assert drawn(copy, "new") == drawn(again, "new") == drawn(seeded(1), "new")
