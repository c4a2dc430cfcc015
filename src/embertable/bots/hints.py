"""What a bot would do in a player's place, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from embertable.bots.analysis import CHANCE, Analysis, Candidate
from embertable.bots.bot import Bot
from embertable.bots.search import Budget, SearchBot, lead, never
from embertable.bots.skill import skill_of
from embertable.engine.catalogue import Value, load_catalogue
from embertable.engine.codec import Codec
from embertable.engine.game import Game
from embertable.engine.table import Action, Seat, Table

LONGEST_QUOTE = 60
DETAILS: Final = re.compile(r" \(.*\)$")
"""What a label adds in brackets at its end."""
CLOSE = 0.5
"""Below this difference in value an option counts as nearly as good."""
CLEARLY = 3.0
"""From this difference in value an option is clearly better."""
ENOUGH = 10
"""Playouts from which events are counted."""
TIMES_BLAZE = 5
"""How many times the playouts of the best level a hint takes."""
DECLINED: Final = "declined"
FOLLOWED: Final = "followed"
"""What a bot did about a partner's proposal."""
SURE = 2.0
"""From this many standard errors a difference of outcomes is not taken for noise."""


@dataclass(frozen=True)
class Hint:
    """The best option, its lead over the next best in value, and where most of the lead comes from.

    `source` is empty where nothing with a name speaks for the option, and `risk` is the source with
    the largest loss. `win_rate` and `instead_win_rate` are the win rates of both options, where both
    were played out. `is_sure` is false where the lead may be noise. `event` is what happens less
    often with the best option, in `times` of ten playouts instead of `instead_times`. `proposal`
    says what a bot did about a partner's proposal, which is the option it took or the one it did
    not take.
    """

    action: Action
    instead: Action | None
    more: float
    source: str
    risk: str = ""
    win_rate: float | None = None
    instead_win_rate: float | None = None
    is_sure: bool = True
    event: str = ""
    times: int = 0
    instead_times: int = 0
    proposal: str = ""


def usual_budget(game: Game) -> Budget:
    """Playouts and no seconds, so that a hint says the same when it is asked twice."""
    return Budget(playouts=TIMES_BLAZE * skill_of(game, "blaze").playouts)


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
    bot.explains = True
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
    return all(table.game.view(table, one) == known for one in choice.answerers(table))


def hint_of(analysis: Analysis) -> Hint:
    best, second = analysis.candidates[0], rival_of(analysis)
    mine, theirs = best.values(), second.values()
    if bool(best.heads) != bool(second.heads):
        mine, theirs = best.scored.values, second.scored.values
    gain = {
        source: mine.get(source, 0.0) - theirs.get(source, 0.0)
        for source in dict.fromkeys([*mine, *theirs])
    }
    source = max(gain, key=lambda one: gain[one])
    risk = min(gain, key=lambda one: gain[one])
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
        source if gain[source] > 0 else "",
        risk if gain[risk] <= -CLOSE else "",
        win_rate,
        instead_win_rate,
        is_beyond_noise(best, second),
        *difference_in_events(analysis.events, best, second),
    )


def rival_of(analysis: Analysis) -> Candidate:
    """What a beginner would rather do, the favourite at first sight; else the second best."""
    best, second = analysis.candidates[:2]
    favourite = max(analysis.candidates, key=lambda one: one.scored.total())
    is_compared = bool(favourite.outcomes) and len(favourite.outcomes) == len(best.outcomes)
    return favourite if favourite is not best and is_compared else second


def difference_in_events(
    names: tuple[str, ...], best: Candidate, other: Candidate
) -> tuple[str, int, int]:
    """The event that the best option avoids most often on the same tables, of ten each."""
    shared = min(len(best.events), len(other.events))
    found = ("", 0, 0)
    for bit, name in enumerate(names if shared >= ENOUGH else ()):
        ours, theirs = (
            round(10 * sum(event >> bit & 1 for event in one.events[:shared]) / shared)
            for one in (best, other)
        )
        if theirs - ours > found[2] - found[1]:
            found = (name, ours, theirs)
    return found


def is_beyond_noise(best: Candidate, other: Candidate) -> bool:
    """Whether the lead would hold on other imagined tables; values are exact."""
    shared = min(len(best.outcomes), len(other.outcomes))
    if not shared:
        return True
    ours, theirs = best.outcomes[:shared], other.outcomes[:shared]
    return lead(Candidate(best.scored, ours), Candidate(other.scored, theirs)) >= SURE


def hint_to_json(hint: Hint, codec: Codec) -> dict[str, Any]:
    return {
        "action": codec.encode(hint.action),
        "instead": codec.encode(hint.instead),
        "more": hint.more,
        "source": hint.source,
        "risk": hint.risk,
        "hope": hint.win_rate,
        "other": hint.instead_win_rate,
        "sure": hint.is_sure,
        "event": hint.event,
        "times": hint.times,
        "other_times": hint.instead_times,
        "proposal": hint.proposal,
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
        saved.get("sure", True),
        saved.get("event", ""),
        saved.get("times", 0),
        saved.get("other_times", 0),
        saved.get("proposal", ""),
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
    if hint.proposal:
        return proposal_text(hint, instead, language)
    if not is_better(hint):
        return render(language, "hint.close", instead=instead)
    why = render(
        language,
        f"hint.{how_much(hint)}{because(hint, language)}",
        instead=instead,
        source=hint.source,
    )
    if hint.win_rate is not None and hint.instead_win_rate is not None:
        ours, theirs = round(100 * hint.win_rate), round(100 * hint.instead_win_rate)
        why = f"{why} {render(language, 'hint.chance', win_rate=ours, instead_win_rate=theirs)}"
    if hint.event and load_catalogue("bots", language).has(f"hint.event.{hint.event}"):
        counted = render(
            language,
            "hint.events",
            event=hint.event,
            times=hint.times,
            instead_times=hint.instead_times,
        )
        why = f"{why} {counted}"
    if not has_name(language, hint.risk):
        return why
    return f"{why} {render(language, 'hint.risk', risk=hint.risk)}"


def proposal_text(hint: Hint, instead: str, language: str) -> str:
    """What a bot says about a partner's proposal, in one sentence."""
    if hint.proposal == FOLLOWED or hint.win_rate is None or hint.instead_win_rate is None:
        return render(language, f"hint.{hint.proposal}", instead=instead)
    ours, theirs = round(100 * hint.win_rate), round(100 * hint.instead_win_rate)
    return render(
        language,
        "hint.declined_chance",
        instead=instead,
        win_rate=ours,
        instead_win_rate=theirs,
    )


def is_better(hint: Hint) -> bool:
    """Whether the best option is better by more than noise."""
    if not hint.is_sure:
        return False
    if hint.win_rate is None or hint.instead_win_rate is None:
        return hint.more >= CLOSE
    return round(100 * hint.win_rate) > round(100 * hint.instead_win_rate)


def how_much(hint: Hint) -> str:
    """How much better, in a word: values are no points that a player could count."""
    if hint.win_rate is not None and hint.instead_win_rate is not None:
        return "clearly" if hint.win_rate - hint.instead_win_rate >= 0.1 else "little"
    return "clearly" if hint.more >= CLEARLY else "little"


def because(hint: Hint, language: str) -> str:
    return "" if has_name(language, hint.source) else "_alone"


def has_name(language: str, source: str) -> bool:
    """Whether a source of value can be named; a game of another package may bring unnamed ones."""
    return load_catalogue("bots", language).has(f"hint.source.{source}")


def level_text(game: Game, level: str, language: str) -> str:
    """What a level means in a game, in a sentence; in other games, what it means in general."""
    own = f"level.{game.name}.{level}"
    id = own if load_catalogue("bots", language).has(own) else f"level.{level}"
    return render(language, id)


def quoted(text: str, language: str) -> str:
    """A text in the quotation marks of the language; a long one without what it says in brackets."""
    if len(text) > LONGEST_QUOTE:
        text = DETAILS.sub("", text)
    return render(language, "quote.text", text=text)


def render(language: str, id: str, /, **arguments: Value) -> str:
    return load_catalogue("bots", language).text(id, **arguments)
