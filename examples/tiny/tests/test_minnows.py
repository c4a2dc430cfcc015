"""The rules of the tiny example game, one small scene each."""

from __future__ import annotations

from typing import Any

import pytest
from minnows import game
from minnows.baits import BaitsShown, ChooseBait, LayBait, NobodyFishes, ShowBaits
from minnows.heron import ChooseShare, FeedHeron
from minnows.nets import CastAgain, CastNet, ChooseHaul, FishCaught, HaulIn, NetTorn
from minnows.rounds import FishDrawn, WeighBaskets
from minnows.state import MinnowsState
from minnows.view import MinnowsView

from embertable.engine.chance import seeded
from embertable.engine.errors import BadContent
from embertable.engine.messages import message_of
from embertable.engine.seat_view import seat_view
from embertable.engine.table import Action, Step, Table


def scene(*steps: Step, pond: str = "", players: int = 2, heron: str = "no") -> Table[MinnowsState]:
    """A table on which these steps come next; the pond is written with its top first."""
    table = game.set_up({"players": str(players), "heron": heron}, seeded(0))
    table.pending.clear()
    table.state.pond = pond.split()[::-1]
    table.do(*steps, WeighBaskets())
    return table


def play(table: Table[Any], *actions: Action) -> None:
    for action in actions:
        table.apply(action, action.seat)
    table.next_choice()


def told(table: Table[Any], kind: type) -> list[Any]:
    return [event for event in table.log if isinstance(event, kind)]


@pytest.mark.rule("M-SETUP-01", "M-ROUND-01")
def test_everybody_draws_three_fish():
    table = game.set_up({"players": "3"}, seeded(1))
    table.next_choice()
    assert [len(angler.hand) for angler in table.state.anglers] == [3, 3, 3]
    assert len(told(table, FishDrawn)) == 9


@pytest.mark.rule("M-BAIT-01")
def test_two_of_a_kind_in_hand_are_one_option():
    table = scene(ChooseBait(0))
    table.state.anglers[0].hand = ["pike", "carp", "pike"]
    assert table.offered() == [LayBait(0, "carp"), LayBait(0, "pike")]


@pytest.mark.rule("M-BAIT-02")
@pytest.mark.rule("M-END-01")
@pytest.mark.parametrize(
    ("baits", "fisher"),
    [
        ("pike carp", 0),
        ("minnow roach", 1),
        ("pike pike", None),
        ("pike pike minnow", 2),
        ("carp pike minnow", 1),
        ("perch perch perch", None),
    ],
)
def test_the_heaviest_bait_that_stands_alone_fishes(baits, fisher):
    table = scene(ShowBaits(), pond="tench tench tench", players=len(baits.split()))
    for angler, bait in zip(table.state.anglers, baits.split(), strict=True):
        angler.bait = bait
    choice = table.next_choice()
    assert told(table, BaitsShown) == [BaitsShown(tuple(baits.split()))]
    assert table.state.discards == baits.split()
    if fisher is None:
        assert told(table, NobodyFishes)
        assert choice is None
    else:
        assert choice == ChooseHaul(fisher)


@pytest.mark.rule("M-NET-01", "M-NET-03")
def test_a_fish_is_caught_and_the_angler_chooses():
    table = scene(CastNet(1), pond="pike carp")
    assert table.offered() == [CastAgain(1), HaulIn(1)]
    assert table.state.anglers[1].net == ["pike"]
    play(table, CastAgain(1))
    assert table.state.anglers[1].net == ["pike", "carp"]
    assert told(table, FishCaught) == [FishCaught(1, "pike"), FishCaught(1, "carp")]


@pytest.mark.rule("M-NET-02")
def test_a_second_fish_of_a_kind_tears_the_net():
    table = scene(CastNet(0), pond="pike carp pike")
    play(table, CastAgain(0), CastAgain(0))
    assert table.state.anglers[0].net == []
    assert table.state.anglers[0].basket == []
    assert table.state.discards == ["pike", "carp", "pike"]
    assert told(table, NetTorn) == [NetTorn(0, "pike")]


@pytest.mark.rule("M-NET-04")
def test_hauling_in_keeps_the_catch():
    table = scene(CastNet(0), pond="pike carp")
    play(table, CastAgain(0), HaulIn(0))
    assert table.state.anglers[0].basket == ["pike", "carp"]
    assert table.state.anglers[0].net == []


@pytest.mark.rule("M-NET-03")
def test_a_full_net_is_hauled_in_at_once():
    table = scene(CastNet(0), pond="pike carp roach")
    play(table, CastAgain(0), CastAgain(0))
    assert table.state.anglers[0].basket == ["pike", "carp", "roach"]
    assert table.next_choice() is None


@pytest.mark.rule("M-SETUP-02", "M-HERON-01")
def test_with_the_heron_a_net_holds_one_more():
    table = scene(CastNet(0), pond="pike carp roach perch", heron="yes")
    play(table, CastAgain(0), CastAgain(0))
    assert table.next_choice() == ChooseHaul(0)


@pytest.mark.rule("M-HERON-02")
def test_the_heron_asks_for_a_fish_of_a_big_catch():
    table = scene(CastNet(0), pond="pike carp roach", heron="yes")
    table.state.anglers[0].basket = ["minnow"]
    play(table, CastAgain(0), CastAgain(0), HaulIn(0))
    assert table.next_choice() == ChooseShare(0)
    assert FeedHeron(0, "minnow") in table.offered()
    play(table, FeedHeron(0, "minnow"))
    assert table.state.anglers[0].basket == ["pike", "carp", "roach"]
    assert table.state.discards == ["minnow"]


def test_the_heron_leaves_small_catches_alone():
    table = scene(CastNet(0), pond="pike carp roach", heron="yes")
    play(table, CastAgain(0), HaulIn(0))
    assert table.next_choice() is None


@pytest.mark.parametrize(
    ("baskets", "outcome", "winners"),
    [("pike minnow", "won", (0,)), ("minnow pike", "won", (1,)), ("carp carp", "shared", (0, 1))],
)
def test_the_heaviest_basket_wins(baskets, outcome, winners):
    table = scene()
    for angler, fish in zip(table.state.anglers, baskets.split(), strict=True):
        angler.basket = [fish]
    table.next_choice()
    assert table.result is not None
    assert (table.result.outcome, table.result.winners) == (outcome, winners)


@pytest.mark.rule("M-ROUND-02")
def test_hands_and_baits_are_seen_by_their_angler_only():
    table = game.set_up({}, seeded(1))
    table.apply(table.offered(0)[0], 0)
    own, other, nobody = (seat_view(table, seat).view for seat in (0, 1, None))
    for view in (own, other, nobody):
        assert isinstance(view, MinnowsView)
        assert [angler.laid for angler in view.anglers] == [True, False]
        assert [angler.cards for angler in view.anglers] == [2, 3]
        assert bool(view.anglers[0].bait) is (view is own)
        assert bool(view.anglers[0].hand) is (view is own)
        assert bool(view.anglers[1].hand) is (view is other)


def test_a_game_is_told_in_both_languages():
    english, italian = (game.catalogue(language) for language in ("en", "it"))
    event = message_of(NetTorn(0, "pike"))
    assert english.render(event) == "The first angler catches another pike, and the net tears."
    assert italian.render(event) == (
        "Il primo pescatore prende un doppione (luccio) e la rete si strappa."
    )
    assert game.clause(NetTorn(0, "pike")) == "M-NET-02"


@pytest.mark.rule("M-COMP-01")
def test_a_pack_with_too_few_fish_is_refused(tmp_path):
    path = tmp_path / "pack.toml"
    text = (game.folder() / "content" / "minnows.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("copies = 9", "copies = 1"), encoding="utf-8")
    with pytest.raises(BadContent) as refused:
        game.read_content(path)
    assert str(refused.value) == (
        "pack.toml, row (file), field fish: are fewer than the 44 that a game may need."
    )
