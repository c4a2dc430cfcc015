"""Planted bugs: each check must find the kind of fault that it is there for.

The bugs are planted into the tiny game, one at a time; unplanted, it keeps the contract
(test_games.py).
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from minnows import minnows, view
from minnows.baits import ChooseBait, LayBait, ShowBaits
from minnows.minnows import Minnows
from minnows.nets import CastAgain, CastNet, ChooseHaul, HaulIn
from minnows.rounds import EndRound, FillHand, FishDrawn, PlayRound, WeighBaskets
from minnows.state import Angler, MinnowsState

from embertable.contract import CHECKS, Broken, check_catalogues, playout, run_check
from embertable.engine.catalogue import Message
from embertable.engine.codec import Codec
from embertable.engine.errors import EmbertableError, IllegalAction, NothingToDecide
from embertable.engine.game import Game
from embertable.engine.table import Result, Step, Table

SEEDS = range(12)


def found(check: str, game: Game | None = None) -> Broken:
    """How the check breaks on a fresh tiny game, with some settings and seed."""
    game = game or Minnows()
    for seed in SEEDS:
        for options in game.variants():
            try:
                run_check(CHECKS[check], game, options, seed, every=2)
            except Broken as broken:
                return broken
    raise AssertionError(f"the check {check} found nothing")


def found_nothing(check: str, game: Game) -> bool:
    with pytest.raises(AssertionError, match="found nothing"):
        found(check, game)
    return True


def after(plant: pytest.MonkeyPatch, cls: type, name: str, more: Callable[..., None]) -> None:
    """Plant something that happens at the end of a method."""
    plain = getattr(cls, name)

    def method(self, *args):
        value = plain(self, *args)
        more(self, *args)
        return value

    plant.setattr(cls, name, method)


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    return monkeypatch


# Options.


def test_an_empty_choice_is_found(plant):
    plant.setattr(ChooseHaul, "options", lambda self, table: [])
    for check in ("ending", "options", "twins"):
        assert "offered nothing" in str(found(check))


def test_double_options_are_found(plant):
    def options(self, table):
        return [LayBait(self.seat, fish) for fish in table.state.anglers[self.seat].hand]

    plant.setattr(ChooseBait, "options", options)
    assert "offers twice" in str(found("options"))


def test_an_equality_that_forgets_a_field_is_found(plant):
    plant.setattr(LayBait, "__eq__", lambda self, other: type(self) is type(other))
    assert "offers twice" in str(found("options"))


def test_options_that_change_when_asked_again_are_found(plant):
    numbers = count()

    def options(self, table):
        both = [CastAgain(self.seat), HaulIn(self.seat)]
        return both if next(numbers) % 2 else both[::-1]

    plant.setattr(ChooseHaul, "options", options)
    assert "changes its options" in str(found("options"))


def test_asking_that_changes_the_table_is_found(plant):
    after(plant, ChooseBait, "options", lambda self, table: table.state.pond.reverse())
    assert "changes the table" in str(found("options"))


def test_asking_that_draws_is_found(plant):
    after(plant, ChooseHaul, "options", lambda self, table: table.chance.draw("pond", 2))
    assert "asking for options draws" in str(found("options"))


def test_an_option_for_another_seat_is_found(plant):
    plant.setattr(ChooseHaul, "options", lambda self, table: [HaulIn(1 - min(self.seat, 1))])
    assert "is offered to seat" in str(found("options"))


def test_an_offered_action_that_fails_is_found(plant):
    def options(self, table):
        return [LayBait(self.seat, fish) for fish in table.state.content.weights]

    plant.setattr(ChooseBait, "options", options)
    assert "ValueError" in str(found("acceptance"))


def test_a_table_that_takes_anything_is_found(plant):
    def apply(self, action, seat=None):
        first = self.next_choice()
        assert first is not None
        self.pending.append(action)
        self._settled = False
        self._legal = self._offered = None

    plant.setattr(Table, "apply", apply)
    assert "is not refused" in str(found("acceptance"))


def test_a_refusal_that_leaves_a_trace_is_found(plant):
    plain = Table.apply

    def apply(self, action, seat=None):
        try:
            plain(self, action, seat)
        except EmbertableError:
            self.state.round += 1
            raise

    plant.setattr(Table, "apply", apply)
    assert "leaves a trace" in str(found("acceptance"))


# The end.


def test_a_game_without_end_is_found(plant):
    def run(self, table):
        for pile in (table.state.discards, *[angler.basket for angler in table.state.anglers]):
            table.state.pond.extend(pile)
            pile.clear()
        table.do(PlayRound())

    plant.setattr(EndRound, "run", run)
    plant.setattr(playout, "MOST_DECISIONS", 200)
    assert "no end after 200 decisions" in str(found("ending"))


def test_a_winner_who_does_not_sit_there_is_found(plant):
    plant.setattr(WeighBaskets, "run", lambda self, table: table.end(Result("won", (9,), (0, 0))))
    assert "are no seats" in str(found("ending"))


def test_rules_that_fail_come_out_with_seed_and_history(plant):
    def run(self, table):
        raise KeyError("no such fish")

    plant.setattr(ShowBaits, "run", run)
    broken = found("ending")
    assert isinstance(broken.__cause__, KeyError)
    assert broken.seed == 0
    assert broken.options == {"players": "2", "heron": "no"}
    assert [type(action) for _, action in broken.history] == [LayBait, LayBait]
    assert "minnows {'players': '2', 'heron': 'no'} seed 0" in str(broken)
    assert repr(broken.history[-1][1]) in str(broken)


# Copies, saves and records.


def test_a_copy_that_shares_a_list_is_found(plant):
    def copy(self):
        return Angler(self.seat, self.hand, self.bait, self.net[:], self.basket[:])

    plant.setattr(Angler, "copy", copy)
    assert "state.anglers[0].hand is shared with the copy" in str(found("copies"))


def test_a_copy_that_shares_a_component_is_found(plant):
    plant.setattr(Angler, "copy", lambda self: self)
    assert "state.anglers[0] is shared with the copy" in str(found("copies"))


def test_a_copy_that_forgets_a_field_is_found(plant):
    def copy(self):
        return Angler(self.seat, self.hand[:], self.bait, self.net[:])

    plant.setattr(Angler, "copy", copy)
    assert "a copy differs from its original" in str(found("copies"))


def test_a_state_that_is_not_saved_is_found(plant):
    after(plant, FillHand, "run", lambda self, table: setattr(table.state, "mood", "calm"))
    assert "attributes that are no fields: ['mood']" in str(found("copies"))


def test_a_rule_that_keeps_something_outside_the_table_is_found(plant):
    caught: list[str] = []

    def run(self, table):
        caught.append("fish")
        table.state.pond.sort(key=lambda fish: (len(caught) * len(fish)) % 7)
        table.do(CastNet(self.seat))

    plant.setattr(CastAgain, "run", run)
    assert found("saves").check == "check_saves"
    assert found("records").check == "check_records"


@dataclass
class Later(Step):
    what: Callable[[Any], None]

    def run(self, table: Table[MinnowsState]) -> None:
        self.what(table)


class With(Minnows):
    """The tiny game with one more class."""

    def __init__(self, cls: type) -> None:
        super().__init__()
        self._codec = Codec([*minnows.game.codec().classes.values(), cls])


def test_a_pending_closure_is_found(plant):
    plain = PlayRound.run

    def run(self, table):
        table.do(Later(lambda table: None))
        plain(self, table)

    plant.setattr(PlayRound, "run", run)
    for check in ("saves", "copies", "records"):
        assert "function" in str(found(check, With(Later)))


@pytest.mark.parametrize("check", ["saves", "records", "log", "orders"])
def test_luck_from_elsewhere_is_found(plant, check):
    elsewhere = random.Random(check)

    def run(self, table):
        elsewhere.shuffle(table.state.pond)
        table.do(CastNet(self.seat))

    plant.setattr(CastAgain, "run", run)
    assert found(check).check == f"check_{check}"


def test_a_component_with_a_tuple_is_found(plant):
    def more(self, table):
        for angler in table.state.anglers:
            angler.bait = ()

    after(plant, ShowBaits, "run", more)
    assert "is opened as MinnowsState" in str(found("saves"))


@dataclass
class Fishers(Step):
    """A step that a round of two waits to run, and that runs wrong."""

    seats: Any

    def run(self, table: Table[MinnowsState]) -> None:
        self.seats = ()


def with_fishers(seats: Any) -> Callable[..., None]:
    def run(self, table):
        table.state.round += 1
        fill = [FillHand(0), FillHand(1)]
        table.do(*fill, ChooseBait(0), Fishers(seats), ChooseBait(1), ShowBaits(), EndRound())

    return run


def test_a_step_with_a_list_is_found(plant):
    plant.setattr(PlayRound, "run", with_fishers([0, 1]))
    assert "Fishers(seats=(0, 1)), ChooseBait(seat=0)]" in str(found("saves", With(Fishers)))


def test_a_rule_that_reads_the_log_is_found(plant):
    def options(self, table):
        told = sum(isinstance(event, FishDrawn) for event in table.log)
        return [HaulIn(self.seat)] if told % 2 else [CastAgain(self.seat), HaulIn(self.seat)]

    plant.setattr(ChooseHaul, "options", options)
    assert "the log has given an option" in str(found("log"))


# Steps.


def test_an_action_that_changes_itself_is_found(plant):
    after(plant, LayBait, "run", lambda self, table: setattr(self, "fish", "eel"))
    assert "has become" in str(found("steps"))


def test_a_pending_step_that_changes_itself_is_found(plant):
    plant.setattr(PlayRound, "run", with_fishers((0, 1)))
    assert "has become" in str(found("steps", With(Fishers)))
    assert "playing a copy changes the original" in str(found("copies", With(Fishers)))


# Together.


def test_answers_whose_order_matters_are_found(plant):
    after(plant, LayBait, "run", lambda self, table: table.state.discards.append(self.fish))
    assert "lead elsewhere" in str(found("orders"))


def test_answers_that_draw_from_one_stream_are_found(plant):
    def more(self, table):
        self_angler = table.state.anglers[self.seat]
        self_angler.basket.append(table.chance.pick("pond", sorted(table.state.content.weights)))

    after(plant, LayBait, "run", more)
    assert "lead elsewhere" in str(found("orders"))


def test_an_answer_that_closes_the_other_is_found(plant):
    def options(self, table):
        laid = [angler.bait for angler in table.state.anglers if angler.bait]
        hand = sorted(set(table.state.anglers[self.seat].hand))
        return [LayBait(self.seat, fish) for fish in hand if fish not in laid] or [
            LayBait(self.seat, hand[0])
        ]

    plant.setattr(ChooseBait, "options", options)
    assert "is not offered" in str(found("orders"))


# What is hidden.


def test_a_view_that_shows_hidden_hands_is_found(plant):
    plain = view.angler_view
    plant.setattr(view, "angler_view", lambda state, angler, mine: plain(state, angler, mine=True))
    assert "can tell a twin" in str(found("twins"))


def test_a_view_that_shows_the_order_of_the_pond_is_found(plant):
    plain = view.view

    def leaking(table, seat):
        shown = plain(table, seat)
        shown.pond = table.state.content.weights[table.state.pond[-1]]
        return shown

    plant.setattr(minnows, "view", leaking)
    assert "before any action" in str(found("twins"))


def test_a_game_that_wrongly_says_that_all_seats_see_alike_is_found(plant):
    plant.setattr(Minnows, "seats_see_alike", lambda self, table: True)
    assert "do not see alike" in str(found("twins"))


def test_a_game_that_wrongly_says_that_all_seats_read_alike_is_found(plant):
    def namers(self, view, content):
        return {"seat": lambda value: Message(f"seat.{int(bool(view.anglers[value].hand))}")}

    plant.setattr(Minnows, "namers", namers)
    assert found_nothing("twins", Minnows())
    plant.setattr(Minnows, "seats_read_alike", lambda self: True)
    assert "does not read alike" in str(found("twins"))


def test_a_view_that_shows_a_hidden_bait_is_found(plant):
    plain = view.angler_view

    def leaking(state, angler, mine):
        shown = plain(state, angler, mine)
        shown.bait = angler.bait
        return shown

    plant.setattr(view, "angler_view", leaking)
    assert "can tell a twin" in str(found("twins"))


def test_a_purpose_that_tells_the_order_of_the_pond_is_found(plant):
    def purpose(self, table):
        return "ChooseBait" if table.state.pond[-1] in {"pike", "carp"} else ""

    plant.setattr(ChooseBait, "purpose", purpose)
    assert "can tell a twin" in str(found("twins"))


def test_an_event_that_tells_everybody_is_found(plant):
    plant.setattr(FishDrawn, "seen_by", lambda self: None)
    assert "can tell a twin" in str(found("twins"))


def test_an_event_that_tells_other_players_is_found(plant):
    plant.setattr(FishDrawn, "seen_by", lambda self: (0, 1, 2))
    assert "can tell a twin" in str(found("twins"))


def test_an_event_that_names_a_hidden_card_is_found(plant):
    after(plant, LayBait, "run", lambda self, table: table.emit(FishDrawn(1, self.fish)))
    assert "after LayBait" in str(found("twins"))


def test_options_that_depend_on_hidden_cards_are_found(plant):
    def options(self, table):
        heavy = table.state.pond[-1] in {"pike", "carp"}
        return [HaulIn(self.seat)] if heavy else [CastAgain(self.seat), HaulIn(self.seat)]

    plant.setattr(ChooseHaul, "options", options)
    assert "can tell a twin" in str(found("twins"))


def test_an_error_that_tells_what_others_hold_is_found(plant):
    plain = Table.apply

    def apply(self, action, seat=None):
        try:
            plain(self, action, seat)
        except NothingToDecide:
            hands = [fish for angler in self.state.anglers for fish in angler.hand]
            raise IllegalAction(repr(action), seat, hands) from None

    plant.setattr(Table, "apply", apply)
    assert "can tell a twin" in str(found("twins"))


def without_reveal(plain: Callable[..., None]) -> Callable[..., None]:
    def run(self, table):
        reveals, learners = table.reveals, table.learners[:]
        plain(self, table)
        table.reveals, table.learners = reveals, learners

    return run


@pytest.mark.parametrize("step", [ShowBaits, CastNet, FillHand])
def test_a_forgotten_reveal_is_found(plant, step):
    plant.setattr(step, "run", without_reveal(step.run))
    assert "was to learn nothing" in str(found("twins"))


def test_a_reveal_to_the_wrong_seat_is_found(plant):
    plain = Table.reveal
    plant.setattr(Table, "reveal", lambda self, *seats: plain(self, *[1 for _ in seats]))
    assert "was to learn nothing" in str(found("twins"))


def test_imagining_at_the_true_table_is_found(plant):
    def imagine(self, table, seat, chance):
        chance.shuffle("imagined", table.state.pond)
        return table.copy(chance)

    plant.setattr(Minnows, "imagine", imagine)
    assert "imagining changes the true table" in str(found("twins"))


def test_an_imagined_table_that_cannot_be_played_is_found(plant):
    plain = Minnows.imagine

    def imagine(self, table, seat, chance):
        imagined = plain(self, table, seat, chance)
        imagined.state.pond[:-9] = ["eel"] * len(imagined.state.pond[:-9])
        return imagined

    plant.setattr(Minnows, "imagine", imagine)
    assert "KeyError: 'eel'" in str(found("twins"))


# Words, and what is final.


class Elsewhere(Minnows):
    """The tiny game with its words in another folder."""

    def __init__(self, place: Path) -> None:
        super().__init__()
        self.place = place

    def folder(self) -> Path:
        return self.place

    def codec(self) -> Codec:
        return minnows.game.codec()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    shutil.copytree(Minnows().folder() / "locales", tmp_path / "locales")
    shutil.copy(Minnows().folder() / "clauses.toml", tmp_path)
    shutil.copytree(Minnows().folder() / "content", tmp_path / "content")
    return Elsewhere(tmp_path)


def test_a_final_act_that_can_be_undone_is_found(elsewhere):
    path = elsewhere.folder() / "clauses.toml"
    path.write_text(path.read_text("utf-8") + '\n[final]\nBaitLaid = "M-BAIT-01"\n', "utf-8")
    assert "BaitLaid is final by M-BAIT-01, and can be undone" in str(found("finals", elsewhere))


def test_a_final_act_that_no_clause_names_is_found(plant):
    after(plant, HaulIn, "run", lambda self, table: table.make_final())
    assert "HaulIn makes something final" in str(found("finals"))


def test_a_final_act_that_the_game_does_not_have_is_found(elsewhere):
    path = elsewhere.folder() / "clauses.toml"
    path.write_text(path.read_text("utf-8") + '\n[final]\nBaitLade = "M-BAIT-01"\n', "utf-8")
    with pytest.raises(AssertionError, match=r"final\.BaitLade is neither an action nor an event"):
        check_catalogues(elsewhere)


def test_an_undo_that_forgets_final_acts_is_found(plant, elsewhere):
    path = elsewhere.folder() / "clauses.toml"
    path.write_text(path.read_text("utf-8") + '\n[final]\nBaitLaid = "M-BAIT-01"\n', "utf-8")
    after(plant, LayBait, "run", lambda self, table: table.make_final())
    assert found_nothing("finals", elsewhere)
    plant.setattr(Table, "barrier", lambda self: (self.chance.draws, self.reveals, 0))
    assert "BaitLaid is final by M-BAIT-01" in str(found("finals", elsewhere))


WRONG_WORDS = {
    "a missing translation": (
        "locales/it/minnows.toml",
        'HeronFed = "{seat',
        "it has no event.HeronFed",
    ),
    "a missing action": ("locales/en/minnows.toml", 'CastAgain = "', "en has no action.CastAgain"),
    "a missing name": ("locales/it/minnows.toml", 'carp = "', "it has no fish.carp"),
    "a missing clause": ("clauses.toml", 'NetTorn = "', "event.NetTorn names no clause"),
}


@pytest.mark.parametrize("case", WRONG_WORDS)
def test_missing_words_are_found(elsewhere, case):
    file, start, problem = WRONG_WORDS[case]
    path = elsewhere.folder() / file
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith(start)), "utf-8")
    with pytest.raises(AssertionError) as refused:
        check_catalogues(elsewhere)
    assert problem in str(refused.value)


OTHER_WORDS = {
    "an argument that is not there": (
        "locales/it/minnows.toml",
        "un'esca.",
        "un'esca: {bait}.",
        "it says {bait} in event.BaitLaid, which has ['seat']",
    ),
    "an argument of one language": (
        "locales/it/minnows.toml",
        "Comincia il turno {round}.",
        "Comincia un turno.",
        "event.RoundStarted has other arguments in each language",
    ),
    "words for nothing": (
        "locales/en/minnows.toml",
        "[event]",
        '[event]\nFishEscaped = "It is gone."',
        "en has event.FishEscaped, and the game does not",
    ),
}


@pytest.mark.parametrize("case", OTHER_WORDS)
def test_wrong_words_are_found(elsewhere, case):
    file, old, new, problem = OTHER_WORDS[case]
    path = elsewhere.folder() / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(AssertionError) as refused:
        check_catalogues(elsewhere)
    assert problem in str(refused.value)


def test_a_card_without_a_name_is_found(elsewhere):
    path = elsewhere.folder() / "content" / "minnows.toml"
    path.write_text(path.read_text("utf-8").replace('"pike"', '"eel"'), "utf-8")
    assert "fish.eel" in str(found("sentences", elsewhere))


def test_an_event_without_words_is_found(plant, elsewhere):
    for language in ("en", "it"):
        path = elsewhere.catalogue_file(language)
        path.write_text(path.read_text("utf-8").replace("BaitLaid", "BaitHidden"), "utf-8")
    assert "event.BaitLaid" in str(found("sentences", elsewhere))
