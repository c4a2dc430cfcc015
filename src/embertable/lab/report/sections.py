"""The sections of a report: a sentence that anybody understands, then the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embertable.lab.findings import SIGNIFICANT, Effect, Findings, Pairing, Rate
from embertable.lab.report.drawing import Whisker, histogram, lines, stacked, whiskers
from embertable.lab.report.texts import Texts
from embertable.lab.statistics import quantile

SHOWN = 10
"""Things of a kind drawn from each end; the table has all of them."""
MOST_PARTS = 7
Z = 1.96
TOO_WIDE = 0.25
"""Shares of luck with a wider error than this get no sentence."""
PERCENTS = [(share / 100, f"{share} %") for share in (0, 25, 50, 75, 100)]


@dataclass(frozen=True)
class Figure:
    """A plot and the table of its numbers."""

    svg: str = ""
    name: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Section:
    title: str
    sentences: Sequence[str]
    figures: Sequence[Figure] = field(default_factory=list)


def win_rates(findings: Findings, texts: Texts) -> Section | None:
    """How often games are won, and what that depends on."""
    figures: list[Figure] = []
    sentences = [overall_sentence(findings, texts)] if findings.metrics.together else []
    for factor in findings.factors():
        rates = findings.rates(factor)
        figures.append(rates_figure(factor, rates, texts))
        sentences.append(factor_sentence(findings, factor, rates, texts))
    if not sentences:
        return None
    return Section(texts.text("wins.title"), sentences, figures)


def overall_sentence(findings: Findings, texts: Texts) -> str:
    rate = findings.overall()
    low, high = rate.interval()
    return texts.text(
        "wins.overall",
        won=rate.count,
        games=rate.trials,
        rate=texts.percent(rate.rate(), 1),
        low=texts.percent(low, 1),
        high=texts.percent(high, 1),
    )


def factor_sentence(
    findings: Findings, factor: str, rates: Sequence[tuple[str, Rate]], texts: Texts
) -> str:
    if len(rates) < 2:
        return texts.text("wins.one_value", factor=texts.factor(factor))
    best = max(rates, key=lambda pair: pair[1].rate())
    worst = min(rates, key=lambda pair: pair[1].rate())
    apart = best[1].interval()[0] > worst[1].interval()[1]
    return texts.text(
        "wins.apart" if apart else "wins.alike",
        factor=texts.factor(factor),
        best=texts.value(factor, best[0]),
        most=texts.percent(best[1].rate()),
        worst=texts.value(factor, worst[0]),
        least=texts.percent(worst[1].rate()),
    )


def rates_figure(factor: str, rates: Sequence[tuple[str, Rate]], texts: Texts) -> Figure:
    name = texts.factor(factor)
    rows = [
        Whisker(
            texts.value(factor, value),
            rate.rate(),
            *rate.interval(),
            texts.percent(rate.rate(), 1),
        )
        for value, rate in rates
    ]
    numbers = [
        [
            texts.value(factor, value),
            str(rate.trials),
            str(rate.count),
            texts.percent(rate.rate(), 1),
            " – ".join([texts.percent(end, 1) for end in rate.interval()]),
        ]
        for value, rate in rates
    ]
    head = [name, *heads(texts, "games", "won", "rate", "interval")]
    return Figure(whiskers(name, rows, 0.0, 1.0, PERCENTS), name, head, numbers)


def endings(findings: Findings, texts: Texts) -> Section | None:
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
            texts.value(factor, value) if factor else texts.text("ends.all"),
            [counts[name] / counts.total() for name in names],
        )
        for value, counts in counted
    ]
    sentences = [
        texts.text(
            "ends.most",
            outcome=texts.outcome(lost[0]),
            share=texts.percent(total[lost[0]] / max(1, sum([total[name] for name in lost]))),
        )
    ]
    head = [texts.factor(factor) if factor else "", *[texts.outcome(name) for name in names]]
    numbers = [[label, *[texts.percent(share, 1) for share in shares]] for label, shares in rows]
    title = texts.text("ends.title")
    drawn = stacked(title, rows, [texts.outcome(name) for name in names])
    figures = [Figure(drawn, "", head, numbers)]
    places = named_places(findings, texts)
    if len(places) > 1:
        sentences.append(
            texts.text("ends.place", place=places[0][0], share=texts.percent(places[0][1]))
        )
        figures.append(places_figure(places, texts))
    return Section(title, sentences, figures)


def named_places(findings: Findings, texts: Texts) -> list[tuple[str, float]]:
    counts: Counter[str] = Counter()
    for kind, id, count in findings.places():
        counts[texts.thing(kind, id)] += count
    total = max(1, counts.total())
    return [(name, count / total) for name, count in counts.most_common(2 * SHOWN)]


def places_figure(places: Sequence[tuple[str, float]], texts: Texts) -> Figure:
    rows = [Whisker(name, share, 0.0, share, texts.percent(share, 1)) for name, share in places]
    high = max([share for _, share in places])
    name = texts.text("ends.places")
    return Figure(whiskers(name, rows, 0.0, high, []), name)


def lengths(findings: Findings, texts: Texts) -> Section:
    """How long games take."""
    stages, decisions = findings.lengths(), findings.decisions()
    unit = texts.own_text("stages")
    figures = []
    if max(stages, default=0):
        middle = quantile(stages, 0.5)
        figures.append(Figure(histogram(unit, stages, unit, middle), unit))
    name = texts.text("key.decisions")
    figures.append(Figure(histogram(name, decisions, name, quantile(decisions, 0.5)), name))
    sentence = texts.text(
        "length.median" if findings.metrics.stages else "length.decisions",
        stages=int(quantile(stages, 0.5)),
        unit=unit,
        decisions=int(quantile(decisions, 0.5)),
        short=int(quantile(decisions, 0.1)),
        long=int(quantile(decisions, 0.9)),
    )
    return Section(texts.text("length.title"), [sentence], figures)


def tension(findings: Findings, texts: Texts) -> Section | None:
    """When games are decided."""
    if findings.by_reach:
        return None
    points = findings.tension()
    if len(points) < 2:
        return None
    title = texts.text("tension.title")
    unit = texts.own_text("stages")
    series = [
        (texts.text("tension.won"), [(float(stage), won) for stage, won, _, _ in points]),
        (texts.text("tension.lost"), [(float(stage), lost) for stage, _, lost, _ in points]),
    ]
    rows = [
        [str(stage + 1), texts.percent(won), texts.percent(lost), str(count)]
        for stage, won, lost, count in points
    ]
    head = heads(texts, "stage", "if_won", "if_lost", "games")
    first = points[0]
    sentences = [
        texts.text("tension.decided", share=texts.percent(findings.decided_after())),
        texts.text("tension.start", won=texts.percent(first[1]), lost=texts.percent(first[2])),
    ]
    return Section(title, sentences, [Figure(lines(title, series, unit), "", head, rows)])


def effects(findings: Findings, texts: Texts) -> Section | None:
    """Which things are strong, and which are weak."""
    found = findings.effects()
    if not found:
        return None
    figures: list[Figure] = []
    for kind in dict.fromkeys([kind.name for kind in findings.metrics.kinds]):
        own = [effect for effect in found if effect.kind == kind]
        if own:
            figures.append(effects_figure(kind, own, findings, texts))
    sure = [effect for effect in found if effect.counts()]
    if sure:
        best, worst = sure[0], sure[-1]
        sentences = [
            texts.text("effects.some", n=len(sure), all=len(found)),
            *[
                texts.text(
                    "effects.more" if each.difference > 0 else "effects.less",
                    thing=texts.thing(each.kind, each.thing),
                    difference=difference_text(each.difference, findings, texts),
                )
                for each in dict.fromkeys([best, worst])
            ],
        ]
    else:
        sentences = [texts.text("effects.none", all=len(found))]
    sentences.append(texts.text("effects.how"))
    return Section(texts.text("effects.title"), sentences, figures)


def difference_text(difference: float, findings: Findings, texts: Texts) -> str:
    if findings.by_reach:
        return texts.own_text("reach", n=texts.signed(difference))
    return texts.text("effects.points", n=texts.points(difference))


def effects_figure(kind: str, own: Sequence[Effect], findings: Findings, texts: Texts) -> Figure:
    shown = own if len(own) <= 2 * SHOWN else [*own[:SHOWN], *own[-SHOWN:]]
    shown_number = texts.signed if findings.by_reach else texts.points
    rows = [
        Whisker(
            texts.thing(effect.kind, effect.thing),
            effect.difference,
            effect.difference - Z * effect.error,
            effect.difference + Z * effect.error,
            shown_number(effect.difference),
            effect.counts(),
        )
        for effect in shown
    ]
    edge = max([max(abs(row.low), abs(row.high)) for row in rows])
    name = texts.kind(kind)
    ticks = [(at * edge, shown_number(at * edge)) for at in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    numbers = [
        [
            texts.thing(effect.kind, effect.thing),
            str(effect.times),
            shown_number(effect.difference),
            shown_number(Z * effect.error).lstrip("+"),
            texts.p_value(effect.p_value),
        ]
        for effect in own
    ]
    head = [name, *heads(texts, "times", "difference", "error", "p")]
    return Figure(whiskers(name, rows, -edge, edge, ticks, 0.0), name, head, numbers)


def dead_turns(findings: Findings, texts: Texts) -> Section:
    """How many decisions have nothing at stake."""
    forced, idle, longest = findings.dead()
    sentences = [
        texts.text("dead.share", share=texts.percent(forced + idle)),
        texts.text(
            "dead.parts",
            forced=texts.percent(forced, 1),
            idle=texts.percent(idle, 1),
            longest=int(longest),
        ),
    ]
    return Section(texts.text("dead.title"), sentences)


def luck(findings: Findings, texts: Texts) -> Section | None:
    """How much luck decides."""
    shares = sorted(findings.luck(), key=lambda share: -share.together)
    if not shares:
        return None
    title = texts.text("luck.title")
    rows = [
        Whisker(
            texts.source(share.source),
            share.alone,
            share.alone - Z * share.error,
            share.alone + Z * share.error,
            texts.percent(share.alone),
        )
        for share in shares
    ]
    numbers = [
        [
            texts.source(share.source),
            texts.percent(share.alone),
            texts.percent(share.together),
            texts.percent(Z * share.error),
        ]
        for share in shares
    ]
    most = shares[0]
    if Z * most.error > TOO_WIDE:
        verdict = texts.text("luck.unsure")
    else:
        verdict = texts.text(
            "luck.most",
            source=texts.source(most.source),
            alone=texts.percent(max(0.0, most.alone)),
            together=texts.percent(min(1.0, most.together)),
        )
    sentences = [verdict, texts.text("luck.how")]
    head = heads(texts, "source", "alone", "together", "error")
    drawn = whiskers(title, rows, min(0.0, *[row.low for row in rows]), 1.0, PERCENTS, 0.0)
    return Section(title, sentences, [Figure(drawn, "", head, numbers)])


def restricted(findings: Findings, texts: Texts) -> Section | None:
    """What happens if nobody may use a thing."""
    return pairings("forbid", findings.forbidden(), texts.forbidden, findings, texts)


def packs(findings: Findings, texts: Texts) -> Section | None:
    """What other content packs change."""
    if len(findings.plan.packs) < 2:
        return None
    return pairings("packs", findings.packs(), lambda name: name, findings, texts)


def pairings(
    id: str,
    found: Sequence[Pairing],
    named: Callable[[str], str],
    findings: Findings,
    texts: Texts,
) -> Section | None:
    """Paired comparisons: how many more or fewer of the same games are won."""
    if not found:
        return None
    ordered = sorted(found, key=lambda pair: (pair.after - pair.before, pair.reach))
    sentences = [
        texts.text(
            f"{id}.sure" if pair.p_value < SIGNIFICANT else f"{id}.unsure",
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
            texts.p_value(pair.p_value),
            f"{texts.signed(pair.reach)} ± {texts.number(Z * pair.reach_error, 2)}",
        ]
        for pair in ordered
    ]
    head = [texts.text(f"{id}.what"), *heads(texts, "games", "before", "after", "p", "reach")]
    title = texts.text(f"{id}.title")
    edge = max([abs(pair.reach) + Z * pair.reach_error for pair in found]) or 1.0
    rows = [
        Whisker(
            named(pair.name),
            pair.reach,
            pair.reach - Z * pair.reach_error,
            pair.reach + Z * pair.reach_error,
            texts.signed(pair.reach),
            abs(pair.reach) > Z * pair.reach_error,
        )
        for pair in ordered
    ]
    ticks = [(at * edge, texts.signed(at * edge)) for at in (-1.0, 0.0, 1.0)]
    name = texts.own_text("reach_of")
    drawn = whiskers(title, rows, -edge, edge, ticks, 0.0)
    return Section(title, sentences, [Figure(drawn, name, head, numbers)])


def heads(texts: Texts, *names: str) -> list[str]:
    return [texts.text(f"head.{name}") for name in names]


SECTIONS: tuple[Callable[[Findings, Texts], Section | None], ...] = (
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
