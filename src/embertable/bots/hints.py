"""What a bot would do in somebody's place, what makes the difference, and what speaks against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from embertable.bots.bot import Bot
from embertable.bots.search import Budget, SearchBot, never
from embertable.bots.thought import CHANCE, Thought
from embertable.engine.catalogue import Value, load_catalogue
from embertable.engine.codec import Codec
from embertable.engine.table import Action, Seat, Table

CLOSE = 0.5
"""Options that promise less of a difference are called nearly as good."""


@dataclass(frozen=True)
class Hint:
    """The best option, how much `more` it promises than the next best, and mostly from where.

    `risk` is the source that speaks most against it. `hope` and `other` are the chances of winning
    with the best and with the next best, where both were played out.
    """

    action: Action
    instead: Action | None
    more: float
    source: str
    risk: str = ""
    hope: float | None = None
    other: float | None = None


def hint_for(
    table: Table[Any],
    seat: Seat,
    seed: int = 0,
    budget: Budget | None = None,
    is_called_off: Callable[[], bool] = never,
) -> Hint:
    """A hint from what the seat can see; the true table is not looked at."""
    game = table.game
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    options = tuple(table.offered(seat))
    if len(options) == 1:
        return Hint(options[0], None, 0.0, "")
    bot = SearchBot(seed, budget or Budget(), is_called_off)
    return hint_of(bot.think(choice, options, lambda luck: game.imagine(table, seat, luck)))


def reason_of(bot: Bot) -> Hint | None:
    """Why a bot decided as it just did, where there was anything to weigh."""
    if bot.thought is None or len(bot.thought.tried) < 2:
        return None
    return hint_of(bot.thought)


def may_tell_why(table: Table[Any], seat: Seat) -> bool:
    """Whether who decides there knows no more than everybody, so that reasons betray nothing."""
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    known = table.game.view(table, None)
    return all([table.game.view(table, one) == known for one in choice.answerers(table)])


def hint_of(thought: Thought) -> Hint:
    best, second = thought.tried[0], thought.tried[1]
    mine, theirs = best.weighed.worth, second.weighed.worth
    lead = {
        source: mine.get(source, 0.0) - theirs.get(source, 0.0)
        for source in dict.fromkeys([*mine, *theirs])
    }
    source = max(lead, key=lambda one: lead[one])
    risk = min(lead, key=lambda one: lead[one])
    more = best.weighed.total() - second.weighed.total()
    hope = other = None
    if best.ends and second.ends:
        if thought.measure == CHANCE:
            hope, other = best.hope(), second.hope()
        else:
            more = best.hope() - second.hope()
    return Hint(
        best.weighed.action,
        second.weighed.action,
        more,
        source,
        risk if lead[risk] <= -CLOSE else "",
        hope,
        other,
    )


def hint_to_json(hint: Hint, codec: Codec) -> dict[str, Any]:
    return {
        "action": codec.encode(hint.action),
        "instead": codec.encode(hint.instead),
        "more": hint.more,
        "source": hint.source,
        "risk": hint.risk,
        "hope": hint.hope,
        "other": hint.other,
    }


def hint_from_json(saved: dict[str, Any], codec: Codec) -> Hint:
    return Hint(
        codec.decode(saved["action"]),
        codec.decode(saved["instead"]),
        saved["more"],
        saved["source"],
        saved["risk"],
        saved["hope"],
        saved["other"],
    )


def tell_hint(hint: Hint, label: Callable[[Action], str], language: str) -> str:
    """A hint in sentences; `label` says how options are called."""
    what = label(hint.action)
    if hint.instead is None:
        return render(language, "hint.only", what=what)
    return " ".join([render(language, "hint.choose", what=what), tell_why(hint, label, language)])


def tell_why(hint: Hint, label: Callable[[Action], str], language: str) -> str:
    """Why the best option is better than the next best, and what speaks against it."""
    assert hint.instead is not None
    instead = label(hint.instead)
    if hint.hope is not None and hint.other is not None:
        hope, other = round(100 * hint.hope), round(100 * hint.other)
        if hope <= other:
            return render(language, "hint.close", instead=instead)
        told = render(language, "hint.chance", hope=hope, instead=instead, other=other)
    elif hint.more < CLOSE:
        return render(language, "hint.close", instead=instead)
    else:
        more = max(1, round(hint.more))
        told = render(language, "hint.points", more=more, instead=instead, source=hint.source)
    if not hint.risk:
        return told
    return " ".join([told, render(language, "hint.risk", risk=hint.risk)])


def quoted(text: str, language: str) -> str:
    """A text in the quotation marks of the language."""
    return render(language, "quote.text", text=text)


def render(language: str, id: str, /, **arguments: Value) -> str:
    return load_catalogue("bots", language).text(id, **arguments)
