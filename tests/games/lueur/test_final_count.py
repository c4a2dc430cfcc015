"""The end of the game: cards, journey, fireflies, footprints, and who wins."""

import pytest

from embertable import new_table
from embertable.games.lueur.archipelago import Sail
from embertable.games.lueur.effects import GiveUpCompanion
from embertable.games.lueur.final_count import FinalCount, GameWon, SourceCounted
from tests.games.lueur.scene import LUEUR, Scene, scene


def ended(table: Scene) -> Scene:
    table.run(FinalCount())
    return table


def counted(table: Scene, seat: int = 0) -> dict[str, int]:
    return table.player(seat).count


@pytest.mark.rule("L-END-01", "L-ROUND-01")
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_the_game_ends_after_round_8_with_an_empty_deck(players):
    table = new_table(LUEUR, {"players": players, "adventurers": "random"}, seed=4)
    for _ in range(3000):
        if table.next_choice() is None:
            break
        table.apply(table.offered()[-1])
    assert table.result is not None
    assert table.state.round == 8
    assert table.state.deck == []
    assert [space.companion for space in table.state.track] == [""] * 5
    for player in table.state.players:
        assert list(player.count) == ["game", "cards", "journey", "fireflies", "footprints"]


@pytest.mark.rule("L-END-02")
def test_cards_add_their_bursts_and_take_the_negative_ones():
    table = scene("eoles noctiluca")
    table.give(0, companions="A11 A12 A22 A01", bursts=30)  # 4 + 6 + 5 - 5 + 0
    table.give(1, companions="A23 A21", bursts=30)  # 0 - 2 - 2
    ended(table)
    assert counted(table, 0)["cards"] == 10
    assert counted(table, 1)["cards"] == -4
    assert table.player(1).bursts == 26


@pytest.mark.rule("L-END-02")
@pytest.mark.parametrize(
    ("adventurer", "points"),
    [
        ("braccio", 1),
        ("taetyss", 0),
        ("eoles", 4),
        ("pocana", 4),
        ("moloch", 3),
        ("noctiluca", 0),
        ("orium", 0),
    ],
)
def test_the_adventurer_counts_with_the_cards(adventurer, points):
    other = "taetyss" if adventurer != "taetyss" else "orium"
    table = ended(scene(f"{adventurer} {other}"))
    assert counted(table)["cards"] == points


@pytest.mark.rule("L-END-02", "L-EFFECT-04")
def test_a_companion_in_the_cemetery_adds_nothing():
    table = scene("noctiluca orium")
    table.state.cemetery = ["A11"]
    ended(table)
    assert counted(table)["cards"] == 0


@pytest.mark.rule("L-END-03")
def test_the_encampment_counts_wherever_the_company_is():
    table = scene("noctiluca orium")
    table.give(0, encampment="P43", company="P14")
    table.give(1, encampment="P00", company="P14")
    ended(table)
    assert counted(table, 0)["journey"] == 15
    assert counted(table, 1)["journey"] == 0, "the start space is worth nothing"


@pytest.mark.rule("L-END-03")
def test_all_islands_with_own_boats_are_added():
    table = scene("noctiluca orium", journey="archipelago")
    table.give(0, boats=["I04", "I05", "I09", "I11"], encampment="")
    table.give(1, boats=["I00", "I00", "I06", "I07"])
    ended(table)
    assert counted(table, 0)["journey"] == 5 + 4 + 8 + 3
    assert counted(table, 1)["journey"] == 2 + 2


@pytest.mark.rule("L-END-04")
@pytest.mark.parametrize(
    ("companions", "tokens", "bonus"),
    [
        ("A11 A12", 2, 10),  # tokens alone
        ("A11 A12", 3, 10),  # more than needed
        ("A11 A12", 1, 0),
        ("A01 A12", 0, 10),  # two printed on one companion
        ("A04 A12", 1, 10),  # one printed, one token
        ("A04 A12", 0, 0),
        ("", 0, 10),  # none against none
    ],
)
def test_as_many_fireflies_as_companions_score_ten(companions, tokens, bonus):
    table = scene("noctiluca orium")
    table.give(0, companions=companions, fireflies=tokens)
    ended(table)
    assert counted(table)["fireflies"] == bonus


@pytest.mark.rule("L-END-04")
def test_only_companions_still_in_front_of_the_player_are_counted():
    table = scene("noctiluca orium")
    table.state.cemetery = ["A01", "A11", "A13"]
    table.give(0, companions="A12", fireflies=1)
    ended(table)
    assert counted(table)["fireflies"] == 10, "three lost ones ask for no firefly"


@pytest.mark.rule("L-END-05")
def test_each_footprint_is_a_burst():
    table = scene("noctiluca orium")
    table.give(0, footprints=7, bursts=20)
    table.give(1, footprints=0)
    ended(table)
    assert counted(table, 0)["footprints"] == 7
    assert counted(table, 1)["footprints"] == 0


@pytest.mark.rule("L-END-06")
def test_the_highest_total_wins_laps_included():
    table = scene("noctiluca orium taetyss")
    table.give(0, bursts=95, companions="A18")
    table.give(1, bursts=104, companions="A18")
    table.give(2, bursts=99, companions="A18")
    ended(table)
    assert table.table.result is not None
    assert table.table.result.winners == (1,)
    assert table.table.result.outcome == "won"
    assert table.table.result.scores == (95, 104, 99)


@pytest.mark.rule("L-END-06")
def test_a_tie_goes_to_the_most_reroll_tokens():
    table = scene("noctiluca orium")
    table.give(0, bursts=50, rerolls=1, companions="B25")
    table.give(1, bursts=50, rerolls=2, companions="B25")
    ended(table)
    assert table.table.result is not None
    assert table.table.result.winners == (1,)


@pytest.mark.rule("L-END-06")
def test_reroll_tokens_break_ties_only():
    table = scene("noctiluca orium")
    table.give(0, bursts=51, rerolls=0)
    table.give(1, bursts=50, rerolls=9)
    ended(table)
    assert table.table.result is not None
    assert table.table.result.winners == (0,)


@pytest.mark.rule("L-END-06")
def test_a_full_tie_is_a_shared_victory():
    table = scene("noctiluca orium taetyss")
    table.give(0, bursts=50, rerolls=2)
    table.give(1, bursts=50, rerolls=2)
    table.give(2, bursts=50, rerolls=1)
    ended(table)
    assert table.table.result is not None
    assert table.table.result.outcome == "shared"
    assert table.table.result.winners == (0, 1)
    assert table.events(GameWon) == [GameWon((0, 1), 60)]


@pytest.mark.rule("L-END-06")
def test_lumipilis_do_not_break_ties():
    table = scene("noctiluca orium")
    table.give(0, bursts=50, rerolls=1, companions="A18", fireflies=0)
    table.give(1, bursts=50, rerolls=1, companions="A02", fireflies=0)
    ended(table)
    assert table.table.result is not None
    assert table.table.result.winners == (0, 1)


@pytest.mark.rule("L-END-06", "L-SCORE-03")
def test_a_negative_sum_of_the_cards_stops_at_zero():
    table = scene("noctiluca orium")
    table.give(0, bursts=3, companions="A22 A23 A21 A10", footprints=2)  # -5 - 2 - 2 - 1
    ended(table)
    assert counted(table) == {"game": 3, "cards": -3, "journey": 0, "fireflies": 0, "footprints": 2}
    assert table.player(0).bursts == 2, "nothing is owed by what comes after"


@pytest.mark.rule("L-END-02", "L-END-03", "L-END-04", "L-END-05", "L-END-06")
def test_x5_final_count():
    table = scene("noctiluca orium")
    table.give(
        0,
        bursts=60,
        encampment="P05",
        footprints=3,
        fireflies=1,
        companions="A10 A12 A04 A03 B25 B31 A02",
    )
    ended(table)
    running = [
        (event.source, event.points, event.total)
        for event in table.events(SourceCounted)
        if event.seat == 0
    ]
    assert running == [
        ("cards", 4, 64),
        ("journey", 5, 69),
        ("fireflies", 0, 69),
        ("footprints", 3, 72),
    ]
    assert table.player(0).bursts == 72


@pytest.mark.rule("L-END-04", "L-EFFECT-04")
def test_interaction_22_losing_a_companion_lowers_the_number_to_reach():
    fireflies = {
        "A11": 10,  # the number falls to 1, one firefly is left
        "A04": 0,  # the number falls to 1, and its firefly goes too
    }
    for lost, bonus in fireflies.items():
        table = scene("noctiluca orium", journey="archipelago")
        table.give(0, boats=["I00", "I00", "I00", "I01"], companions="A04 A11", dice="")
        table.give(1, dice="")
        table.afternoon()
        table.act(Sail(0, "I01", "I02"), GiveUpCompanion(0, lost))
        ended(table)
        assert counted(table)["fireflies"] == bonus
