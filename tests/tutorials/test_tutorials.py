"""First games that teach themselves: complete, in both languages, and told where they matter."""

from dataclasses import replace

import pytest
from minnows import game as minnows

from embertable.bots import ask, get_bot
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.chance import seeded
from embertable.engine.errors import NoTutorial
from embertable.engine.session import Session
from embertable.engine.table import PARTY, Action, Choice, Event
from embertable.games import GAMES, load
from embertable.games.setawatch.view import WatchView
from embertable.tutorials import (
    AT_ONCE,
    END,
    LEARNER,
    LONGEST,
    START,
    Lesson,
    Tutor,
    Tutorial,
    has_tutorial,
    tutorial_of,
)

MOST_DECISIONS = 80
"""A lesson that came later would come too late."""
FEWEST, MOST = 10, 15
LONGEST_DEED = 10
PARTS = {"prompt", "threat", "people", "head"}


def dealt(tutorial: Tutorial) -> Session:
    game = load(tutorial.game)
    session = Session(game, dict(tutorial.options), seeded(tutorial.seed), game.content())
    tutorial.prepare(session)
    return session


def play_on(session: Session, tutor: Tutor, tutorial: Tutorial, decisions: int) -> None:
    """As somebody would who takes every hint."""
    bots = [get_bot("greedy", tutorial.seed + seat) for seat in range(1 + len(tutorial.bots))]
    for _ in range(decisions):
        choice = session.table.next_choice()
        if choice is None:
            return
        seat = choice.answerers(session.table)[0]
        session.play(ask(bots[seat], session.table, choice.seat), seat)
        tutor.look(session.table, seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_tells_every_lesson_once_and_early(game):
    tutorial = tutorial_of(load(game))
    session = dealt(tutorial)
    tutor = Tutor(tutorial)
    tutor.look_back(session)
    # The learner decides at once, after the aim was stated.
    assert session.table.choice_of(LEARNER) is not None
    assert tutor.fresh[0].id == "welcome"
    play_on(session, tutor, tutorial, MOST_DECISIONS)
    given = [lesson.id for lesson in tutor.given]
    assert sorted(given) == sorted(lesson.id for lesson in tutorial.lessons)
    assert FEWEST <= len(given) <= MOST
    assert given[-1] == "enough"


def test_a_lesson_that_cannot_be_told_in_time_waits_for_the_next_time():
    tutorial = tutorial_of(load("lueur"))
    late = Lesson("late", ("DiceRolled",))
    first = Lesson("first", ("ChooseDice",))
    tutor = Tutor(replace(tutorial, lessons=(first, late)))
    session = dealt(tutorial)
    told: dict[str, int] = {}
    for decision in range(30):
        tutor.look(session.table)
        told.update({lesson.id: decision for lesson in tutor.fresh})
        play_on(session, Tutor(tutorial), tutorial, 1)
    # Both were due when the dice were rolled; only the first was told, and the other not at a later throw.
    assert told["late"] > told["first"] + 1


@pytest.mark.parametrize("game", GAMES)
def test_what_was_told_is_known_when_a_game_is_taken_up_again(game):
    tutorial = tutorial_of(load(game))
    session = dealt(tutorial)
    tutor = Tutor(tutorial)
    tutor.look_back(session)
    play_on(session, tutor, tutorial, 12)
    later = Tutor(tutorial)
    later.look_back(session)
    assert (later.given, later.fresh) == (tutor.given, tutor.fresh)
    assert 0 < len(later.given) < len(tutorial.lessons)


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_waits_for_something_the_game_has_and_fits(game):
    classes = load(game).codec().classes
    for lesson in tutorial_of(load(game)).lessons:
        for name in lesson.when:
            assert name in (START, END) or issubclass(classes[name], (Choice, Action, Event)), name
        for name in lesson.at:
            known = name in PARTS or name.startswith("thing:") or issubclass(classes[name], Action)
            assert known, name
        assert lesson.at, lesson.id
        for language in LANGUAGES:
            catalogue = load(game).catalogue(language)
            assert 5 < len(catalogue.render(lesson.message).split()) <= LONGEST, lesson.id
            assert catalogue.has(lesson.deed.id) is not lesson.read, lesson.id
            if not lesson.read:
                assert len(catalogue.render(lesson.deed).split()) <= LONGEST_DEED, lesson.id


@pytest.mark.parametrize("game", GAMES)
def test_a_record_from_before_there_were_openings_is_taught_from_its_start(game):
    tutorial = tutorial_of(load(game))
    unprepared = replace(tutorial, opening=())
    session = dealt(unprepared)
    tutor = Tutor(tutorial)
    assert not tutorial.is_prepared(session.record)
    tutor.look_back(session)
    play_on(session, tutor, unprepared, 3)
    assert tutor.given[0].id == "welcome"
    assert tutorial.is_prepared(dealt(tutorial).record)


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_lesson_has_its_lesson(game):
    ids = {id for id in load(game).catalogue("en").templates if id.startswith("lesson.")}
    lessons = tutorial_of(load(game)).lessons
    deeds = {lesson.deed.id for lesson in lessons if not lesson.read}
    assert ids == {lesson.message.id for lesson in lessons} | deeds


def test_a_lesson_stays_while_others_decide_beside_the_learner():
    tutorial = tutorial_of(load("lueur"))
    session = dealt(tutorial)
    tutor = Tutor(tutorial)
    tutor.look_back(session)
    greedy = get_bot("greedy", 1)
    session.play(ask(greedy, session.table, LEARNER), LEARNER)
    tutor.look(session.table, LEARNER)
    assert [lesson.id for lesson in tutor.fresh] == ["dice"]
    session.play(session.table.offered(1)[0], 1)
    tutor.look(session.table, 1)
    assert [lesson.id for lesson in tutor.fresh] == ["dice"]
    session.play(session.table.offered(LEARNER)[0], LEARNER)
    tutor.look(session.table, LEARNER)
    assert [lesson.id for lesson in tutor.fresh] != ["dice"]


def test_lessons_come_a_few_at_a_time():
    tutorial = tutorial_of(load("lueur"))
    many = [Lesson(str(n), ("Recruit", "ChooseDice"), read=True) for n in range(2 * AT_ONCE + 1)]
    session = dealt(tutorial)
    tutor = Tutor(replace(tutorial, lessons=tuple(many)))
    counts = []
    tutor.look(session.table)
    counts.append(len(tutor.fresh))
    for _ in range(3):
        choice = session.table.next_choice()
        assert choice is not None
        assert choice.seat != PARTY
        session.play(session.table.offered(choice.seat)[0], choice.seat)
        tutor.look(session.table)
        counts.append(len(tutor.fresh))
    assert counts[0] == AT_ONCE
    assert max(counts) == AT_ONCE
    assert tutor.given == many[: len(tutor.given)]


def test_every_game_of_ours_has_a_tutorial():
    assert [game for game in GAMES if not has_tutorial(load(game))] == []


def test_a_game_without_a_tutorial_says_so():
    assert not has_tutorial(minnows)
    with pytest.raises(NoTutorial, match="minnows has no tutorial yet"):
        tutorial_of(minnows)


def test_who_rests_is_taught_on_the_second_night():
    """The first camp is prepared: who rests and what to do there cannot be judged before a Watch."""
    tutorial = tutorial_of(load("setawatch"))
    session = dealt(tutorial)
    tutor = Tutor(tutorial)
    tutor.look_back(session)
    while "rest" not in [lesson.id for lesson in tutor.given]:
        play_on(session, tutor, tutorial, 1)
    view = session.game.view(session.table, None)
    assert isinstance(view, WatchView)
    assert view.round == 2
