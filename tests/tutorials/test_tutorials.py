"""First games that teach themselves: complete, in both languages, and told where they matter."""

import pytest
from minnows import game as minnows

from embertable.bots import ask, get_bot
from embertable.engine.catalogue import LANGUAGES
from embertable.engine.chance import seeded
from embertable.engine.errors import NoTutorial
from embertable.engine.session import Session
from embertable.engine.table import PARTY, Action, Choice, Event
from embertable.games import GAMES, load
from embertable.tutorials import (
    AT_ONCE,
    END,
    START,
    Lesson,
    Tutor,
    Tutorial,
    has_tutorial,
    tutorial_of,
)

MOST_DECISIONS = 400
LONGEST = 420
"""Letters that fit beside a table on a phone."""


def dealt(tutorial: Tutorial) -> Session:
    game = load(tutorial.game)
    return Session(game, dict(tutorial.options), seeded(tutorial.seed), game.content())


def play_on(session: Session, tutor: Tutor, tutorial: Tutorial, decisions: int) -> None:
    """As somebody would who takes every hint."""
    bots = [get_bot("greedy", tutorial.seed + seat) for seat in range(1 + len(tutorial.bots))]
    for _ in range(decisions):
        choice = session.table.next_choice()
        if choice is None:
            return
        seat = choice.answerers(session.table)[0]
        session.play(ask(bots[seat], session.table, choice.seat), seat)
        tutor.look(session.table)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_tells_every_lesson_once_and_ends(game):
    tutorial = tutorial_of(load(game))
    session = dealt(tutorial)
    tutor = Tutor(tutorial)
    tutor.look_back(session)
    assert tutor.fresh[0].id == tutorial.lessons[0].id
    play_on(session, tutor, tutorial, MOST_DECISIONS)
    assert session.table.result is not None
    given = [lesson.id for lesson in tutor.given]
    assert sorted(given) == sorted(lesson.id for lesson in tutorial.lessons)


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
        for language in LANGUAGES:
            text = load(game).catalogue(language).render(lesson.message)
            assert 20 < len(text) < LONGEST, (lesson.id, len(text))


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_lesson_has_its_lesson(game):
    ids = {id for id in load(game).catalogue("en").templates if id.startswith("lesson.")}
    assert ids == {lesson.message.id for lesson in tutorial_of(load(game)).lessons}


def test_lessons_come_a_few_at_a_time():
    tutorial = tutorial_of(load("lueur"))
    many = [Lesson(str(n), (START,)) for n in range(2 * AT_ONCE + 1)]
    session = dealt(tutorial)
    tutor = Tutor(Tutorial("lueur", tutorial.seed, tutorial.options, tutorial.bots, tuple(many)))
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
