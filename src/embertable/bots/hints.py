"""What a bot would do in a player's place, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from embertable.bots.analysis import CHANCE, Analysis
from embertable.bots.bot import Bot
from embertable.bots.search import Budget, SearchBot, never
from embertable.engine.catalogue import Value, load_catalogue
from embertable.engine.codec import Codec
from embertable.engine.table import Action, Seat, Table

CLOSE = 0.5
"""Below this difference in points an option counts as nearly as good."""


@dataclass(frozen=True)
class Hint:
    """The best option, its lead over the next best in points, and where most of the lead comes from.

    `risk` is the source with the largest loss. `win_rate` and `instead_win_rate` are the
    win rates of both options, where both were played out.
    """

    action: Action
    instead: Action | None
    more: float
    source: str
    risk: str = ""
    win_rate: float | None = None
    instead_win_rate: float | None = None


def hint_for(
    table: Table[Any],
    seat: Seat,
    seed: int = 0,
    budget: Budget | None = None,
    is_called_off: Callable[[], bool] = never,
) -> Hint:
    """A hint from what the seat can see; the true table is only used to imagine others."""
    game = table.game
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    options = tuple(table.offered(seat))
    if len(options) == 1:
        return Hint(options[0], None, 0.0, "")
    bot = SearchBot(seed, budget or Budget(), is_called_off)
    return hint_of(bot.think(choice, options, lambda chance: game.imagine(table, seat, chance)))


def reason_of(bot: Bot) -> Hint | None:
    """Why a bot decided as it just did, if it had a choice."""
    if bot.analysis is None or len(bot.analysis.candidates) < 2:
        return None
    return hint_of(bot.analysis)


def may_explain(table: Table[Any], seat: Seat) -> bool:
    """Whether the deciding seat knows no more than everybody, so that reasons give nothing away."""
    choice = table.choice_of(seat)
    assert choice is not None, f"seat {seat} has nothing to decide"
    known = table.game.view(table, None)
    return all([table.game.view(table, one) == known for one in choice.answerers(table)])


def hint_of(analysis: Analysis) -> Hint:
    best, second = analysis.candidates[0], analysis.candidates[1]
    mine, theirs = best.scored.values, second.scored.values
    lead = {
        source: mine.get(source, 0.0) - theirs.get(source, 0.0)
        for source in dict.fromkeys([*mine, *theirs])
    }
    source = max(lead, key=lambda one: lead[one])
    risk = min(lead, key=lambda one: lead[one])
    more = best.scored.total() - second.scored.total()
    win_rate = instead_win_rate = None
    if best.outcomes and second.outcomes:
        if analysis.unit == CHANCE:
            win_rate, instead_win_rate = best.mean(), second.mean()
        else:
            more = best.mean() - second.mean()
    return Hint(
        best.scored.action,
        second.scored.action,
        more,
        source,
        risk if lead[risk] <= -CLOSE else "",
        win_rate,
        instead_win_rate,
    )


def hint_to_json(hint: Hint, codec: Codec) -> dict[str, Any]:
    return {
        "action": codec.encode(hint.action),
        "instead": codec.encode(hint.instead),
        "more": hint.more,
        "source": hint.source,
        "risk": hint.risk,
        "hope": hint.win_rate,
        "other": hint.instead_win_rate,
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


def hint_text(hint: Hint, label: Callable[[Action], str], language: str) -> str:
    """A hint in sentences; `label` names the options."""
    what = label(hint.action)
    if hint.instead is None:
        return render(language, "hint.only", what=what)
    return " ".join(
        [render(language, "hint.choose", what=what), reason_text(hint, label, language)]
    )


def reason_text(hint: Hint, label: Callable[[Action], str], language: str) -> str:
    """Why the best option is better than the next best, and its main risk."""
    assert hint.instead is not None
    instead = label(hint.instead)
    if hint.win_rate is not None and hint.instead_win_rate is not None:
        ours, theirs = round(100 * hint.win_rate), round(100 * hint.instead_win_rate)
        if ours <= theirs:
            return render(language, "hint.close", instead=instead)
        why = render(
            language, "hint.chance", win_rate=ours, instead=instead, instead_win_rate=theirs
        )
    elif hint.more < CLOSE:
        return render(language, "hint.close", instead=instead)
    else:
        id = "hint.points" if has_name(language, hint.source) else "hint.points_alone"
        more = max(1, round(hint.more))
        why = render(language, id, more=more, instead=instead, source=hint.source)
    if not has_name(language, hint.risk):
        return why
    return f"{why} {render(language, 'hint.risk', instead=instead, risk=hint.risk)}"


def has_name(language: str, source: str) -> bool:
    """Whether a source of value can be named; a game of another package may bring unnamed ones."""
    return load_catalogue("bots", language).has(f"hint.source.{source}")


def quoted(text: str, language: str) -> str:
    """A text in the quotation marks of the language."""
    return render(language, "quote.text", text=text)


def render(language: str, id: str, /, **arguments: Value) -> str:
    return load_catalogue("bots", language).text(id, **arguments)
