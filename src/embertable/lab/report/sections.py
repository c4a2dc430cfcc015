"""What a report tells, section by section: a sentence that anybody understands, then the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embertable.lab.findings import SIGNIFICANT, Effect, Findings, Pairing, Rate
from embertable.lab.report.drawing import Whisker, histogram, lines, stacked, whiskers
from embertable.lab.report.speech import Speech
from embertable.lab.statistics import quantile

SHOWN = 10
"""Things of a kind that are drawn from each end; the others stand in the table."""
MOST_PARTS = 7
Z = 1.96
TOO_WIDE = 0.25
"""Shares of luck that are known no better than this are not put into a sentence."""
PERCENTS = [(share / 100, f"{share} %") for share in (0, 25, 50, 75, 100)]


@dataclass(frozen=True)
class Figure:
    """A plot and the numbers under it."""

    svg: str = ""
    name: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Section:
    title: str
    sentences: Sequence[str]
    figures: Sequence[Figure] = field(default_factory=list)


def win_rates(findings: Findings, speech: Speech) -> Section | None:
    """How often it is won, and what that depends on."""
    figures: list[Figure] = []
    sentences = [overall_sentence(findings, speech)] if findings.metrics.together else []
    for factor in findings.factors():
        rates = findings.rates(factor)
        figures.append(rates_figure(factor, rates, speech))
        sentences.append(factor_sentence(findings, factor, rates, speech))
    if not sentences:
        return None
    return Section(speech.text("wins.title"), sentences, figures)


def overall_sentence(findings: Findings, speech: Speech) -> str:
    rate = findings.overall()
    low, high = rate.interval()
    return speech.text(
        "wins.overall",
        won=rate.count,
        games=rate.trials,
        rate=speech.percent(rate.rate(), 1),
        low=speech.percent(low, 1),
        high=speech.percent(high, 1),
    )


def factor_sentence(
    findings: Findings, factor: str, rates: Sequence[tuple[str, Rate]], speech: Speech
) -> str:
    if len(rates) < 2:
        return speech.text("wins.one_value", factor=speech.factor(factor))
    best = max(rates, key=lambda pair: pair[1].rate())
    worst = min(rates, key=lambda pair: pair[1].rate())
    apart = best[1].interval()[0] > worst[1].interval()[1]
    return speech.text(
        "wins.apart" if apart else "wins.alike",
        factor=speech.factor(factor),
        best=speech.value(factor, best[0]),
        most=speech.percent(best[1].rate()),
        worst=speech.value(factor, worst[0]),
        least=speech.percent(worst[1].rate()),
    )


def rates_figure(factor: str, rates: Sequence[tuple[str, Rate]], speech: Speech) -> Figure:
    name = speech.factor(factor)
    rows = [
        Whisker(
            speech.value(factor, value),
            rate.rate(),
            *rate.interval(),
            speech.percent(rate.rate(), 1),
        )
        for value, rate in rates
    ]
    numbers = [
        [
            speech.value(factor, value),
            str(rate.trials),
            str(rate.count),
            speech.percent(rate.rate(), 1),
            " – ".join([speech.percent(end, 1) for end in rate.interval()]),
        ]
        for value, rate in rates
    ]
    head = [name, *heads(speech, "games", "won", "rate", "interval")]
    return Figure(whiskers(name, rows, 0.0, 1.0, PERCENTS), name, head, numbers)


def endings(findings: Findings, speech: Speech) -> Section | None:
    """How games end."""
    if not findings.metrics.together:
        return None
    factor = next((name for name in findings.plan.varied), None)
    counted = findings.outcomes(factor)
    total: Counter[str] = Counter()
    for _, counts in counted:
        total.update(counts)
    won = {one.outcome for one in findings.games if one.winners}
    names = sorted(total, key=lambda name: (name not in won, -total[name]))[:MOST_PARTS]
    lost = [name for name in names if name not in won]
    if not lost:
        return None
    rows = [
        (
            speech.value(factor, value) if factor else speech.text("ends.all"),
            [counts[name] / counts.total() for name in names],
        )
        for value, counts in counted
    ]
    sentences = [
        speech.text(
            "ends.most",
            outcome=speech.outcome(lost[0]),
            share=speech.percent(total[lost[0]] / max(1, sum([total[name] for name in lost]))),
        )
    ]
    head = [speech.factor(factor) if factor else "", *[speech.outcome(name) for name in names]]
    numbers = [[label, *[speech.percent(share, 1) for share in shares]] for label, shares in rows]
    title = speech.text("ends.title")
    drawn = stacked(title, rows, [speech.outcome(name) for name in names])
    figures = [Figure(drawn, "", head, numbers)]
    places = named_places(findings, speech)
    if len(places) > 1:
        sentences.append(
            speech.text("ends.place", place=places[0][0], share=speech.percent(places[0][1]))
        )
        figures.append(places_figure(places, speech))
    return Section(title, sentences, figures)


def named_places(findings: Findings, speech: Speech) -> list[tuple[str, float]]:
    counts: Counter[str] = Counter()
    for kind, id, count in findings.places():
        counts[speech.thing(kind, id)] += count
    total = max(1, counts.total())
    return [(name, count / total) for name, count in counts.most_common(2 * SHOWN)]


def places_figure(places: Sequence[tuple[str, float]], speech: Speech) -> Figure:
    rows = [Whisker(name, share, 0.0, share, speech.percent(share, 1)) for name, share in places]
    high = max([share for _, share in places])
    name = speech.text("ends.places")
    return Figure(whiskers(name, rows, 0.0, high, []), name)


def lengths(findings: Findings, speech: Speech) -> Section:
    """How long it takes."""
    stages, decisions = findings.lengths(), findings.decisions()
    unit = speech.text(f"stages.{findings.plan.game}")
    figures = []
    if max(stages, default=0):
        middle = quantile(stages, 0.5)
        figures.append(Figure(histogram(unit, stages, unit, middle), unit))
    name = speech.text("key.decisions")
    figures.append(Figure(histogram(name, decisions, name, quantile(decisions, 0.5)), name))
    sentence = speech.text(
        "length.median",
        stages=int(quantile(stages, 0.5)),
        unit=unit,
        decisions=int(quantile(decisions, 0.5)),
        short=int(quantile(decisions, 0.1)),
        long=int(quantile(decisions, 0.9)),
    )
    return Section(speech.text("length.title"), [sentence], figures)


def tension(findings: Findings, speech: Speech) -> Section | None:
    """When it is decided."""
    if findings.by_reach:
        return None
    points = findings.tension()
    if len(points) < 2:
        return None
    title = speech.text("tension.title")
    unit = speech.text(f"stages.{findings.plan.game}")
    series = [
        (speech.text("tension.won"), [(float(stage), won) for stage, won, _, _ in points]),
        (speech.text("tension.lost"), [(float(stage), lost) for stage, _, lost, _ in points]),
    ]
    rows = [
        [str(stage + 1), speech.percent(won), speech.percent(lost), str(count)]
        for stage, won, lost, count in points
    ]
    head = heads(speech, "stage", "if_won", "if_lost", "games")
    first = points[0]
    sentences = [
        speech.text("tension.decided", share=speech.percent(findings.decided_after())),
        speech.text("tension.start", won=speech.percent(first[1]), lost=speech.percent(first[2])),
    ]
    return Section(title, sentences, [Figure(lines(title, series, unit), "", head, rows)])


def effects(findings: Findings, speech: Speech) -> Section | None:
    """What is strong, and what weak."""
    found = findings.effects()
    if not found:
        return None
    figures: list[Figure] = []
    for kind in dict.fromkeys([kind.name for kind in findings.metrics.kinds]):
        own = [effect for effect in found if effect.kind == kind]
        if own:
            figures.append(effects_figure(kind, own, findings, speech))
    sure = [effect for effect in found if effect.counts()]
    if sure:
        best, worst = sure[0], sure[-1]
        sentences = [
            speech.text("effects.some", n=len(sure), all=len(found)),
            *[
                speech.text(
                    "effects.more" if each.difference > 0 else "effects.less",
                    thing=speech.thing(each.kind, each.thing),
                    difference=worth(each.difference, findings, speech),
                )
                for each in dict.fromkeys([best, worst])
            ],
        ]
    else:
        sentences = [speech.text("effects.none", all=len(found))]
    sentences.append(speech.text("effects.how"))
    return Section(speech.text("effects.title"), sentences, figures)


def worth(difference: float, findings: Findings, speech: Speech) -> str:
    if findings.by_reach:
        return speech.text(f"reach.{findings.plan.game}", n=speech.signed(difference))
    return speech.text("effects.points", n=speech.points(difference))


def effects_figure(kind: str, own: Sequence[Effect], findings: Findings, speech: Speech) -> Figure:
    shown = own if len(own) <= 2 * SHOWN else [*own[:SHOWN], *own[-SHOWN:]]
    shown_number = speech.signed if findings.by_reach else speech.points
    rows = [
        Whisker(
            speech.thing(effect.kind, effect.thing),
            effect.difference,
            effect.difference - Z * effect.error,
            effect.difference + Z * effect.error,
            shown_number(effect.difference),
            effect.counts(),
        )
        for effect in shown
    ]
    edge = max([max(abs(row.low), abs(row.high)) for row in rows])
    name = speech.kind(kind)
    ticks = [(at * edge, shown_number(at * edge)) for at in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    numbers = [
        [
            speech.thing(effect.kind, effect.thing),
            str(effect.times),
            shown_number(effect.difference),
            shown_number(Z * effect.error).lstrip("+"),
            speech.chance(effect.chance),
        ]
        for effect in own
    ]
    head = [name, *heads(speech, "times", "difference", "error", "p")]
    return Figure(whiskers(name, rows, -edge, edge, ticks, 0.0), name, head, numbers)


def dead_turns(findings: Findings, speech: Speech) -> Section:
    """How many decisions are none."""
    forced, idle, longest = findings.dead()
    sentences = [
        speech.text("dead.share", share=speech.percent(forced + idle)),
        speech.text(
            "dead.parts",
            forced=speech.percent(forced, 1),
            idle=speech.percent(idle, 1),
            longest=int(longest),
        ),
    ]
    return Section(speech.text("dead.title"), sentences)


def luck(findings: Findings, speech: Speech) -> Section | None:
    """How much luck decides."""
    shares = sorted(findings.luck(), key=lambda share: -share.together)
    if not shares:
        return None
    title = speech.text("luck.title")
    rows = [
        Whisker(
            speech.text(f"source.{share.source}"),
            share.alone,
            share.alone - Z * share.error,
            share.alone + Z * share.error,
            speech.percent(share.alone),
        )
        for share in shares
    ]
    numbers = [
        [
            speech.text(f"source.{share.source}"),
            speech.percent(share.alone),
            speech.percent(share.together),
            speech.percent(Z * share.error),
        ]
        for share in shares
    ]
    most = shares[0]
    if Z * most.error > TOO_WIDE:
        verdict = speech.text("luck.unsure")
    else:
        verdict = speech.text(
            "luck.most",
            source=speech.text(f"source.{most.source}"),
            alone=speech.percent(max(0.0, most.alone)),
            together=speech.percent(min(1.0, most.together)),
        )
    sentences = [verdict, speech.text("luck.how")]
    head = heads(speech, "source", "alone", "together", "error")
    drawn = whiskers(title, rows, min(0.0, *[row.low for row in rows]), 1.0, PERCENTS, 0.0)
    return Section(title, sentences, [Figure(drawn, "", head, numbers)])


def restricted(findings: Findings, speech: Speech) -> Section | None:
    """What happens if nobody may use a thing."""
    return pairings("forbid", findings.forbidden(), speech.forbidden, findings, speech)


def packs(findings: Findings, speech: Speech) -> Section | None:
    """What other content packs change."""
    if len(findings.plan.packs) < 2:
        return None
    return pairings("packs", findings.packs(), lambda name: name, findings, speech)


def pairings(
    id: str,
    found: Sequence[Pairing],
    named: Callable[[str], str],
    findings: Findings,
    speech: Speech,
) -> Section | None:
    """The same games otherwise: how many more or fewer are won."""
    if not found:
        return None
    ordered = sorted(found, key=lambda pair: (pair.after - pair.before, pair.reach))
    sentences = [
        speech.text(
            f"{id}.sure" if pair.chance < SIGNIFICANT else f"{id}.unsure",
            thing=named(pair.name),
            games=pair.games,
            before=pair.before,
            after=pair.after,
        )
        for pair in ordered[:3]
    ]
    numbers = [
        [
            named(pair.name),
            str(pair.games),
            str(pair.before),
            str(pair.after),
            speech.chance(pair.chance),
            f"{speech.signed(pair.reach)} ± {speech.number(Z * pair.reach_error, 2)}",
        ]
        for pair in ordered
    ]
    head = [speech.text(f"{id}.what"), *heads(speech, "games", "before", "after", "p", "reach")]
    title = speech.text(f"{id}.title")
    edge = max([abs(pair.reach) + Z * pair.reach_error for pair in found]) or 1.0
    rows = [
        Whisker(
            named(pair.name),
            pair.reach,
            pair.reach - Z * pair.reach_error,
            pair.reach + Z * pair.reach_error,
            speech.signed(pair.reach),
            abs(pair.reach) > Z * pair.reach_error,
        )
        for pair in ordered
    ]
    ticks = [(at * edge, speech.signed(at * edge)) for at in (-1.0, 0.0, 1.0)]
    name = speech.text(f"reach_of.{findings.plan.game}")
    drawn = whiskers(title, rows, -edge, edge, ticks, 0.0)
    return Section(title, sentences, [Figure(drawn, name, head, numbers)])


def heads(speech: Speech, *names: str) -> list[str]:
    return [speech.text(f"head.{name}") for name in names]


SECTIONS: tuple[Callable[[Findings, Speech], Section | None], ...] = (
    win_rates,
    endings,
    lengths,
    tension,
    effects,
    restricted,
    packs,
    luck,
    dead_turns,
)
