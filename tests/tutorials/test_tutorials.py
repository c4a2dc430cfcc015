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


def dealt(guide: Tutorial) -> Session:
    game = load(guide.game)
    return Session(game, dict(guide.options), seeded(guide.seed), game.content())


def play_on(session: Session, teacher: Tutor, guide: Tutorial, decisions: int) -> None:
    """As somebody would who takes every hint."""
    bots = [get_bot("greedy", guide.seed + seat) for seat in range(1 + len(guide.bots))]
    for _ in range(decisions):
        choice = session.table.next_choice()
        if choice is None:
            return
        seat = choice.answerers(session.table)[0]
        session.play(ask(bots[seat], session.table, choice.seat), seat)
        teacher.look(session.table)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_tells_every_lesson_once_and_ends(game):
    guide = tutorial_of(load(game))
    session = dealt(guide)
    teacher = Tutor(guide)
    teacher.look_back(session)
    assert teacher.fresh[0].id == guide.lessons[0].id
    play_on(session, teacher, guide, MOST_DECISIONS)
    assert session.table.result is not None
    told = [lesson.id for lesson in teacher.told]
    assert sorted(told) == sorted(lesson.id for lesson in guide.lessons)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_told_is_known_when_a_game_is_taken_up_again(game):
    guide = tutorial_of(load(game))
    session = dealt(guide)
    teacher = Tutor(guide)
    teacher.look_back(session)
    play_on(session, teacher, guide, 12)
    later = Tutor(guide)
    later.look_back(session)
    assert (later.told, later.fresh) == (teacher.told, teacher.fresh)
    assert 0 < len(later.told) < len(guide.lessons)


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
    guide = tutorial_of(load("lueur"))
    many = [Lesson(str(n), (START,)) for n in range(2 * AT_ONCE + 1)]
    session = dealt(guide)
    teacher = Tutor(Tutorial("lueur", guide.seed, guide.options, guide.bots, tuple(many)))
    counts = []
    teacher.look(session.table)
    counts.append(len(teacher.fresh))
    for _ in range(3):
        choice = session.table.next_choice()
        assert choice is not None
        assert choice.seat != PARTY
        session.play(session.table.offered(choice.seat)[0], choice.seat)
        teacher.look(session.table)
        counts.append(len(teacher.fresh))
    assert counts[0] == AT_ONCE
    assert max(counts) == AT_ONCE
    assert teacher.told == many[: len(teacher.told)]


def test_every_game_of_ours_has_a_tutorial():
    assert [game for game in GAMES if not has_tutorial(load(game))] == []


def test_a_game_without_a_tutorial_says_so():
    assert not has_tutorial(minnows)
    with pytest.raises(NoTutorial, match="minnows has no tutorial yet"):
        tutorial_of(minnows)
