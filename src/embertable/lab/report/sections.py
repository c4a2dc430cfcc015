"""The evidence below the answers: plots, and the numbers behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embertable.lab.comparisons import TO, WON, Change, Comparison, Comparisons
from embertable.lab.findings import Effect, Findings, Part, Rate
from embertable.lab.report.drawing import Whisker, histogram, lines, stacked, whiskers
from embertable.lab.report.texts import Texts
from embertable.lab.statistics import quantile

SHOWN = 10
"""Things of a kind drawn from each end; the table has all of them."""
MOST_PARTS = 7
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


@dataclass(frozen=True)
class Evidence:
    """What the sections are made from."""

    findings: Findings
    comparisons: Comparisons
    texts: Texts


def win_rates(evidence: Evidence) -> Section | None:
    """How often games are won, and what that depends on."""
    findings, texts = evidence.findings, evidence.texts
    figures = [rates_figure(factor, findings.rates(factor), texts) for factor in findings.factors()]
    return Section(texts.text("wins.title"), [], figures) if figures else None


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


def endings(evidence: Evidence) -> Section | None:
    """How games end."""
    findings, texts = evidence.findings, evidence.texts
    if not findings.metrics.together:
        return None
    factor = next((name for name in findings.plan.varied if name != "packs"), None)
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


def lengths(evidence: Evidence) -> Section:
    """How long games take."""
    findings, texts = evidence.findings, evidence.texts
    stages, decisions = findings.lengths(), findings.decisions()
    unit, name = texts.own_text("stages"), texts.text("head.length")
    figures = []
    if max(stages, default=0):
        middle = quantile(stages, 0.5)
        figures.append(Figure(histogram(unit, stages, unit, middle), unit))
    figures.append(Figure(histogram(name, decisions, name, quantile(decisions, 0.5)), name))
    return Section(texts.text("length.title"), [], figures)


def tension(evidence: Evidence) -> Section | None:
    """When games are decided."""
    findings, texts = evidence.findings, evidence.texts
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
    return Section(title, [], [Figure(lines(title, series, unit), "", head, rows)])


def effects(evidence: Evidence) -> Section | None:
    """Which things are strong, and which are weak."""
    findings, texts = evidence.findings, evidence.texts
    found = findings.effects()
    figures: list[Figure] = []
    for kind in dict.fromkeys([kind.name for kind in findings.metrics.kinds]):
        own = [effect for effect in found if effect.kind == kind]
        if own:
            figures.append(effects_figure(kind, own, findings, texts))
    if not figures:
        return None
    return Section(texts.text("effects.title"), [texts.text("effects.how")], figures)


def effects_figure(kind: str, own: Sequence[Effect], findings: Findings, texts: Texts) -> Figure:
    shown = own if len(own) <= 2 * SHOWN else [*own[:SHOWN], *own[-SHOWN:]]
    shown_number = texts.signed if findings.by_reach else texts.points
    rows = [
        Whisker(
            effect_name(effect, texts),
            effect.difference.mean,
            *effect.difference.interval(),
            shown_number(effect.difference.mean),
            effect.counts(),
        )
        for effect in shown
    ]
    edge = max([max(abs(row.low), abs(row.high)) for row in rows])
    name = texts.kind(kind)
    ticks = [(at * edge, shown_number(at * edge)) for at in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    numbers = [
        [
            effect_name(effect, texts),
            str(effect.times),
            shown_number(effect.difference.mean),
            ends(effect.difference.interval(), shown_number),
            texts.p_value(effect.p_value),
        ]
        for effect in own
    ]
    head = [name, *heads(texts, "times", "difference", "interval", "p")]
    return Figure(whiskers(name, rows, -edge, edge, ticks, 0.0), name, head, numbers)


def effect_name(effect: Effect, texts: Texts) -> str:
    """The thing, and those that always come with it."""
    names = [(effect.kind, effect.thing), *effect.with_it]
    name = " + ".join([texts.thing(kind, thing) for kind, thing in names])
    rivals = [texts.thing(kind, thing) for kind, thing in effect.against]
    return f"{name} : {' + '.join(rivals)}" if rivals else name


def ends(interval: tuple[float, float], shown: Callable[[float], str]) -> str:
    return " – ".join([shown(end) for end in interval])


def luck(evidence: Evidence) -> Section | None:
    """How much luck decides."""
    findings, texts = evidence.findings, evidence.texts
    shares = sorted(findings.luck(), key=lambda share: -share.together.share())
    if not shares:
        return None
    title = texts.text("luck.title")
    rows = [
        Whisker(
            texts.source(share.source),
            share.alone.share(),
            *share.alone.interval(),
            texts.percent(share.alone.share()),
        )
        for share in shares
    ]
    numbers = [
        [
            texts.source(share.source),
            *[
                f"{texts.part(part)}{estimate_note(part, texts)}"
                for part in (share.alone, share.together)
            ],
        ]
        for share in shares
    ]
    head = heads(texts, "source", "alone", "together")
    drawn = whiskers(title, rows, 0.0, 1.0, PERCENTS, 0.0)
    return Section(title, [texts.text("luck.how")], [Figure(drawn, "", head, numbers)])


def estimate_note(part: Part, texts: Texts) -> str:
    """The estimate itself where chance has put it outside of what a share can be."""
    if not part.is_outside():
        return ""
    return f"; {texts.text('head.estimate')} {texts.percent(part.estimate)}"


def restricted(evidence: Evidence) -> Section | None:
    """What happens if nobody may use a thing."""
    texts = evidence.texts
    found = evidence.comparisons.forbidden()
    if not found:
        return None
    named = [(texts.forbidden(each.thing), each) for each in found]
    figure = compared(texts.text("forbid.what"), named, evidence)
    return Section(texts.text("forbid.title"), [], [figure])


def packs(evidence: Evidence) -> Section | None:
    """What other content packs change: for all games, and for the holders of each thing."""
    texts = evidence.texts
    figures: list[Figure] = []
    for whole, changed, others in evidence.comparisons.packs():
        figures.append(compared(whole.name, [(texts.text("packs.all"), whole)], evidence))
        for things in (changed, others):
            named = [(texts.forbidden(each.thing), each) for each in things if each.pairs]
            if named:
                figures.append(compared(texts.text("packs.what"), named, evidence))
    if not figures:
        return None
    return Section(texts.text("packs.title"), [texts.text("packs.how")], figures)


def settings(evidence: Evidence) -> Section | None:
    """Every pair of values of what is varied."""
    texts = evidence.texts
    figures: list[Figure] = []
    for factor, found in evidence.comparisons.varied().items():
        named = []
        for each in found:
            values = [texts.value(factor, value) for value in each.name.split(TO)]
            named.append((TO.join(values), each))
        if named:
            figures.append(compared(texts.factor(factor), named, evidence))
    return Section(texts.text("varied.title"), [], figures) if figures else None


def compared(name: str, found: Sequence[tuple[str, Comparison]], evidence: Evidence) -> Figure:
    """Paired comparisons: each measure before and after, the difference and its test."""
    texts = evidence.texts
    measures = [change.measure for change in found[0][1].changes]
    rows = [
        [
            label,
            str(each.pairs),
            *[part for change in each.changes for part in row_of(change, texts)],
        ]
        for label, each in found
    ]
    head = [name, *heads(texts, "pairs")]
    for measure in measures:
        head += heads(texts, "won_by" if measure == WON else measure, "interval", "p")
    last = measures[-1]
    drawn = [(label, each.change(last)) for label, each in found if each.pairs][: 2 * SHOWN]
    return Figure(differences(name, drawn, texts), name, head, rows)


def row_of(change: Change, texts: Texts) -> list[str]:
    won = change.measure == WON
    plain = texts.percent if won else texts.number
    signed = texts.points if won else texts.signed
    values = f"{plain(change.before, 1)} → {plain(change.after, 1)}, "
    interval = ends(change.difference.interval(), signed) if change.difference.clusters > 1 else "–"
    return [values + signed(change.difference.mean), interval, texts.p_value(change.p_value)]


def differences(name: str, found: Sequence[tuple[str, Change]], texts: Texts) -> str:
    rows = [
        Whisker(
            label,
            change.difference.mean,
            *change.difference.interval(),
            texts.signed(change.difference.mean),
            change.counts(),
        )
        for label, change in found
        if change.difference.clusters > 1
    ]
    if not rows:
        return ""
    edge = max([max(abs(row.low), abs(row.high)) for row in rows]) or 1.0
    ticks = [(at * edge, texts.signed(at * edge)) for at in (-1.0, 0.0, 1.0)]
    return whiskers(name, rows, -edge, edge, ticks, 0.0)


def heads(texts: Texts, *names: str) -> list[str]:
    return [texts.text(f"head.{name}") for name in names]


SECTIONS: tuple[Callable[[Evidence], Section | None], ...] = (
    packs,
    restricted,
    effects,
    settings,
    win_rates,
    endings,
    lengths,
    tension,
    luck,
)
