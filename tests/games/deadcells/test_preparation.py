"""The talk before a Combat, and its three cards (section 10)."""

from __future__ import annotations

import pytest

from embertable.engine.catalogue import Message
from embertable.engine.chance import seeded
from embertable.engine.errors import IllegalAction
from embertable.engine.table import SYSTEM, Table
from embertable.games.deadcells.cards import CardTurned
from embertable.games.deadcells.character_round import LinePerformed
from embertable.games.deadcells.damage_to_group import PickVictim
from embertable.games.deadcells.effects_in_combat import DeclineSkill
from embertable.games.deadcells.gains import ScrollTaken
from embertable.games.deadcells.preparation import (
    AdvanceScroll,
    CardLaid,
    CardRevealed,
    ChooseCard,
    ChoosePass,
    ChoosePassScroll,
    ChooseReady,
    ChooseSignal,
    ChooseTalkEnd,
    EnemyMarked,
    HelpOffered,
    KeepSilent,
    LayCard,
    LetPass,
    MarkEnemy,
    OfferHelp,
    Prepare,
    StartCards,
    TalkTimeUp,
    WaitLonger,
)
from embertable.games.deadcells.state import DeadCellsState
from tests.games.deadcells.scene import CONTENT, GAME, scene


def ready(beheaded="poisoned flayed immolated", **more):
    """A scene in which everybody has three cards and two Zombies stand in front."""
    table = scene(beheaded, **more)
    for one, character in enumerate(table.state.characters):
        if not character.is_serenade():
            table.hand(one, *CONTENT.beheaded[character.beheaded].deck[:3])
    table.enemy(1, "b1_zombie")
    table.enemy(2, "b1_zombie")
    return table


def prepare(table):
    return table.run(Prepare())


# The talk.


@pytest.mark.rule("D-COMBAT-PREP-01", "D-COMBAT-PREP-02", "D-COMBAT-PREP-04")
def test_each_player_may_point_at_an_enemy_or_offer_help_once():
    table = ready(talk="signals")
    assert isinstance(prepare(table), ChooseSignal)
    assert set(table.offered(1)) == {
        KeepSilent(1, 1),
        MarkEnemy(1, 1, "focus", 1),
        MarkEnemy(1, 1, "danger", 1),
        MarkEnemy(1, 1, "focus", 2),
        MarkEnemy(1, 1, "danger", 2),
        *[OfferHelp(1, 1, help) for help in ("damage", "block", "loot", "skill", "state")],
    }
    table.act(MarkEnemy(1, 1, "danger", 2), OfferHelp(2, 2, "block"), KeepSilent(0, 0))
    assert isinstance(table.waiting(), ChooseCard)  # it was brief
    assert table.events(EnemyMarked) == [EnemyMarked(1, "danger", 2)]
    assert table.events(HelpOffered) == [HelpOffered(2, "block")]
    assert [one.signal for one in table.view(0).characters] == ["", "danger 2", "offer block"]


@pytest.mark.rule("D-COMBAT-PREP-03", "D-COMBAT-PREP-04")
def test_signals_do_not_depend_on_the_hand():
    table = ready(talk="signals")
    prepare(table)
    signals = table.offered(0)
    for hand in (("PO-4", "PO-5", "PO-6"), ("PO-1",)):
        other = ready(talk="signals")
        other.hand(0, *hand)
        prepare(other)
        assert other.offered(0) == signals


@pytest.mark.rule("D-COMBAT-PREP-01", "D-COMBAT-PREP-04")
def test_where_people_talk_aloud_the_cards_come_at_once():
    assert isinstance(prepare(ready(talk="aloud")), ChooseCard)


@pytest.mark.rule("D-COMBAT-PREP-04")
def test_nobody_signals_to_themselves_and_old_signals_are_gone():
    assert isinstance(prepare(ready("poisoned serenade", talk="signals")), ChooseCard)
    table = ready(talk="signals")
    table.character(1).signal = "focus 1"
    prepare(table)
    assert [one.signal for one in table.state.characters] == ["", "", ""]


@pytest.mark.rule("D-COMBAT-PREP-05", "D-V-16")
def test_a_curse_takes_the_signals_and_leaves_the_announcements():
    table = ready(talk="signals")
    assert table.table.game.may_talk(table.table)
    table.happens("curse no_communication")
    assert not table.table.game.may_talk(table.table)
    assert isinstance(prepare(table), ChooseCard)
    table.act(LayCard(0, 0, "PO-1", "poison", 2))
    assert table.events(CardLaid) == [CardLaid(0, "poison", 2)]


def before_cards(**options: str) -> Table[DeadCellsState]:
    """A game from its start to the first decision of its first Combat."""
    table = GAME.set_up({"beheaded": "random", **options}, seeded(3))
    while not table.state.fighting:
        table.next_choice()
        if not table.state.fighting:
            table.apply(table.offered()[0])
    return table


@pytest.mark.rule("D-COMBAT-PREP-04")
@pytest.mark.parametrize(
    ("players", "talk", "silent"),
    [("3", "signals", True), ("3", "aloud", False), ("1", "signals", False)],
)
def test_free_talk_ends_with_the_first_look_at_the_enemies_where_signals_replace_it(
    players, talk, silent
):
    table = before_cards(players=players, talk=talk)
    assert GAME.may_talk(GAME.set_up({"players": players, "talk": talk}, seeded(3)))
    while not table.state.shown:
        rule = GAME.silence(table)
        assert rule == (Message("silence.signals") if silent else None)
        table.apply(table.offered()[0])
        table.next_choice()
    assert GAME.may_talk(table), "once the cards are revealed all may talk again"


@pytest.mark.rule("D-COMBAT-PREP-01")
@pytest.mark.parametrize(("talk", "asked"), [("aloud", ChooseReady), ("signals", ChooseSignal)])
def test_where_a_clock_runs_everybody_says_that_they_are_ready(talk, asked):
    table = ready(talk=talk, preparation="60")
    prepare(table)
    for seat in range(3):
        assert table.waiting() == asked(seat, seat)
        countdown = GAME.countdown(table.table)
        assert countdown is not None
        assert countdown.seconds == 60
        assert countdown.pause == "never"
        table.act(table.offered()[0])
    assert isinstance(table.waiting(), ChooseCard)
    assert GAME.countdown(table.table) is None


@pytest.mark.rule("D-COMBAT-PREP-01")
@pytest.mark.parametrize("talk", ["aloud", "signals"])
def test_when_the_time_is_up_the_first_player_may_start_or_wait(talk):
    table = ready(talk=talk, preparation="60", first=1)
    prepare(table)
    table.act(table.offered()[0])
    waiting = table.waiting()
    assert table.table.offered(SYSTEM) == [TalkTimeUp(SYSTEM)]
    table.act(TalkTimeUp(SYSTEM))
    assert table.waiting() == ChooseTalkEnd(1), "whoever is missing"
    assert GAME.countdown(table.table) is None
    table.act(WaitLonger(1))
    assert table.waiting() == waiting
    assert GAME.countdown(table.table) is not None, "another minute"
    table.act(TalkTimeUp(SYSTEM), StartCards(1))
    assert table.waiting() == ChooseCard(1, 1), "nobody else is waited for"


@pytest.mark.rule("D-COMBAT-PREP-01")
@pytest.mark.parametrize(
    ("beheaded", "preparation", "curse"),
    [
        ("poisoned flayed immolated", "untimed", False),
        ("poisoned serenade", "60", False),
        ("poisoned flayed immolated", "60", True),
    ],
)
def test_no_clock_runs_where_nobody_talks_or_none_is_wanted(beheaded, preparation, curse):
    table = ready(beheaded, preparation=preparation)
    if curse:
        table.happens("curse no_communication")
    assert isinstance(prepare(table), ChooseCard)
    assert GAME.countdown(table.table) is None
    assert table.table.offered(SYSTEM) == []


# Cards.


@pytest.mark.rule("D-COMBAT-PLAY-01", "D-COMBAT-PLAY-02", "D-COMBAT-PLAY-07")
def test_from_the_first_player_clockwise_each_lays_a_card_face_down():
    table = ready(first=1)
    prepare(table)
    table.act(LayCard(1, 1, "FL-1", "skill", 1))
    assert table.character(1).active == ["FL-1"]
    assert table.character(1).hand == ["FL-2", "FL-3"]
    assert [one.seat for one in table.table.choices()] == [2]
    table.act(LayCard(2, 2, "IM-1", "loot", 3))
    assert [one.seat for one in table.table.choices()] == [0]
    hidden = table.view(0).characters[1].active[0]
    assert (hidden.card, hidden.announced, hidden.hidden) == ("", "skill 1", True)
    table.act(LayCard(0, 0, "PO-1", "damage", 3))
    assert table.waiting() is None
    assert table.events(CardLaid) == [
        CardLaid(1, "skill", 1),
        CardLaid(2, "loot", 3),
        CardLaid(0, "damage", 3),
    ]


@pytest.mark.rule("D-COMBAT-PLAY-03")
def test_the_announcement_is_true_and_names_type_and_round_only():
    table = ready()
    table.hand(0, "PO-1", "BR-06c", "TC-08c")
    prepare(table)
    assert set(table.offered()) == {
        LayCard(0, 0, "PO-1", "poison", 2),
        LayCard(0, 0, "PO-1", "damage", 3),
        LayCard(0, 0, "BR-06c", "damage", 2),
        LayCard(0, 0, "BR-06c", "damage", 3),
        LayCard(0, 0, "TC-08c", "loot", 1),
        LayCard(0, 0, "TC-08c", "damage", 2),
        LayCard(0, 0, "TC-08c", "gain", 3),
    }
    with pytest.raises(IllegalAction):
        table.act(LayCard(0, 0, "PO-1", "damage", 1))


@pytest.mark.rule("D-COMBAT-PLAY-03")
@pytest.mark.parametrize(
    ("card", "round", "kinds"),
    [
        ("FL-2", 1, {"block"}),
        ("SV-08c", 2, {"heal"}),
        ("BR-12c", 2, {"bleeding"}),
        ("SV-06c", 1, {"freeze"}),
        ("TC-04c", 1, {"target"}),
        ("FL-1", 1, {"skill"}),
    ],
)
def test_every_type_of_action_has_its_word(card, round, kinds):
    table = ready()
    table.hand(0, card)
    prepare(table)
    offered = [option for option in table.offered() if isinstance(option, LayCard)]
    assert {option.action for option in offered if option.round == round} == kinds


@pytest.mark.rule("D-COMBAT-PLAY-03", "D-ACTION-SKILL-01")
def test_an_announcement_is_no_promise():
    table = ready()
    table.state.enemies = []
    table.tile("PQ-E1")
    table.act(
        LayCard(0, 0, "PO-3", "skill", 2),
        LayCard(1, 1, "FL-1", "skill", 1),
        LayCard(2, 2, "IM-1", "loot", 3),
    )
    table.act(DeclineSkill(1, 1))
    assert table.character(1).shields == 0


@pytest.mark.rule("D-COMBAT-PLAY-04")
def test_the_cards_are_revealed_together_when_all_lie():
    table = ready()
    prepare(table)
    table.act(LayCard(0, 0, "PO-1", "poison", 2), LayCard(1, 1, "FL-1", "skill", 1))
    assert (table.events(CardRevealed), table.state.shown) == ([], False)
    table.act(LayCard(2, 2, "IM-1", "loot", 3))
    assert table.events(CardRevealed) == [
        CardRevealed(0, "PO-1"),
        CardRevealed(1, "FL-1"),
        CardRevealed(2, "IM-1"),
    ]
    assert table.view(None).characters[1].active[0].card == "FL-1"


@pytest.mark.rule("D-COMBAT-PLAY-05", "D-SOLO-02")
def test_alone_the_beheaded_plays_two_cards_and_serenade_the_third():
    table = ready("poisoned serenade")
    top = table.character(1).draw[-1]
    prepare(table)
    table.act(LayCard(0, 0, "PO-1", "poison", 2))
    assert isinstance(table.waiting(), ChooseCard)
    table.act(LayCard(0, 0, "PO-2", "loot", 3))
    assert table.waiting() is None
    assert [one.active for one in table.state.characters] == [["PO-1", "PO-2"], [top]]


@pytest.mark.rule("D-COMBAT-PLAY-06", "D-COMBAT-PLAY-01")
def test_of_two_the_first_player_lays_two_cards_one_after_the_other():
    table = ready("poisoned flayed", first=1)
    prepare(table)
    table.act(LayCard(1, 1, "FL-3", "damage", 3), LayCard(1, 1, "FL-2", "block", 1))
    table.act(LayCard(0, 0, "PO-1", "poison", 2))
    assert table.waiting() is None
    assert [one.active for one in table.state.characters] == [["PO-1"], ["FL-3", "FL-2"]]
    assert table.character(1).announced == ["damage 3", "block 1"]


@pytest.mark.rule("D-COMBAT-PLAY-06", "D-COMBAT-ORDER-02")
def test_the_first_played_card_acts_before_the_second():
    table = ready("poisoned flayed", first=1)
    table.play_card(1, "FL-3", "FL-2")
    table.play_card(0, "PO-4")
    for enemy in table.state.enemies:
        enemy.health = 9
        enemy.frozen = [3]
    table.round(3)
    assert table.events(LinePerformed) == [
        LinePerformed(1, "FL-3", 3),
        LinePerformed(1, "FL-2", 3),
        LinePerformed(0, "PO-4", 3),
    ]


# Four players.


def four():
    return ready("poisoned flayed immolated quartered")


@pytest.mark.rule("D-COMBAT-PLAY-08")
def test_of_four_one_passes_who_is_not_the_first_player_before_any_card_lies():
    table = four()
    assert isinstance(prepare(table), ChoosePass)
    assert table.offered() == [LetPass(0, 1), LetPass(0, 2), LetPass(0, 3)]
    assert [one.active for one in table.state.characters] == [[], [], [], []]
    table.state.first = 2
    assert set(table.waiting().options(table.table)) == {LetPass(0, one) for one in (0, 1, 3)}


@pytest.mark.rule("D-EX-48", "D-COMBAT-PLAY-09", "D-COMBAT-PLAY-08", "D-COMBAT-PLAY-10")
def test_example_48_four_players_pass():
    table = four()
    table.on_top(2, "IM-5")  # green
    prepare(table)
    table.act(LetPass(0, 2))
    table.act(LayCard(0, 0, "PO-1", "poison", 2))
    assert table.events(CardTurned) == []
    table.act(LayCard(1, 1, "FL-1", "skill", 1))
    assert table.events(CardTurned) == [CardTurned(2, "IM-5")]
    assert table.events(ScrollTaken) == [ScrollTaken(2, "green")]
    assert (table.character(2).scrolls, table.character(2).discard) == ([1, 0, 0], ["IM-5"])
    assert len(table.character(2).hand) == 3
    table.act(LayCard(3, 3, "QU-1", "damage", 1))
    assert table.waiting() is None
    table.hurt(table.on(1), "damage")
    assert table.offered() == [PickVictim(0, 0), PickVictim(0, 1), PickVictim(0, 3)]


@pytest.mark.rule("D-COMBAT-PLAY-09")
def test_a_card_without_an_icon_advances_nothing_and_is_discarded():
    table = four()
    table.on_top(1, "FL-6")
    prepare(table)
    table.act(LetPass(0, 1), LayCard(0, 0, "PO-1", "poison", 2))
    assert (table.character(1).scrolls, table.character(1).discard) == ([0, 0, 0], ["FL-6"])


@pytest.mark.rule("D-COMBAT-PLAY-09")
def test_of_two_icons_the_passing_player_chooses_one():
    table = four()
    table.character(1).draw.append("BR-09c")  # red and green
    prepare(table)
    table.act(LetPass(0, 1))
    assert isinstance(table.act(LayCard(0, 0, "PO-1", "poison", 2)), ChoosePassScroll)
    assert table.offered() == [AdvanceScroll(1, 1, "red"), AdvanceScroll(1, 1, "green")]
    table.act(AdvanceScroll(1, 1, "red"))
    assert (table.character(1).scrolls, table.character(1).discard) == ([0, 0, 1], ["BR-09c"])


@pytest.mark.rule("D-COMBAT-PLAY-10", "D-UPKEEP-01", "D-ROUND0-01")
def test_the_passing_player_takes_no_part():
    table = four()
    table.state.passing = 2
    table.scrolls(2, red=1)  # a Round 0 Action
    table.equip(2, "leghugger", "rusty_sword")
    table.bears(table.character(2), poison=0)
    assert table.round(0) is None
    for enemy in table.state.enemies:
        enemy.frozen = [1]
    assert table.round(1) is None  # no Weapon without part
    table.hurt(table.on(1), "damage all", "state poison all")
    assert table.health() == [2, 2, 3, 2]
    assert [table.states(one) for one in table.state.characters][2] == {}
    table.hurt(table.on(1), "damage one")
    assert PickVictim(0, 2) not in table.offered()
    assert len(table.offered()) == 3  # nor the Companion
    table.act(PickVictim(0, 0))
    table.character(2).damage = 1
    table.state.food, table.state.scrolls, table.state.found = 1, ["green"], ["torch"]
    table.upkeep()
    while table.waiting() is not None:
        assert {getattr(option, "character", 0) for option in table.offered()} <= {0, 1, 3}
        table.act(table.offered()[0])
    assert (table.character(2).damage, table.character(2).scrolls) == (1, [0, 0, 1])
    assert table.state.passing == -1


@pytest.mark.rule("D-COMBAT-PLAY-11")
def test_a_player_with_too_few_cards_plays_what_they_have():
    table = ready("poisoned flayed")
    table.hand(0, "PO-1")
    table.hand(1)
    prepare(table)
    table.act(LayCard(0, 0, "PO-1", "poison", 2))
    assert table.waiting() is None
    assert [one.active for one in table.state.characters] == [["PO-1"], []]
