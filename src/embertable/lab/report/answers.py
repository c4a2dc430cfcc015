"""The questions that designers ask, each answered in a few sentences before any plot.

An answer has the effect, its 95 % interval, and how many more games would settle what is still open.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from embertable.lab.comparisons import (
    LENGTH,
    MOST_VALUES,
    REACH,
    SCORE,
    TO,
    WON,
    Change,
    Comparison,
    Comparisons,
)
from embertable.lab.findings import Effect, Findings
from embertable.lab.plan import ACTION
from embertable.lab.report.texts import Texts
from embertable.lab.statistics import LEVEL, SMALL, Estimate, quantile
from embertable.lab.stopping import OPEN, Question, questions

TOLD = 3
"""Things told from each end; the tables have all of them."""
MOST_MORE = 1_000_000
ALL_OF_IT = 0.99
TOO_WIDE = 0.5
"""Shares of luck whose interval is wider than this get no sentence."""


@dataclass(frozen=True)
class Fact:
    """One number of an answer, for programs."""

    about: str
    measure: str
    effect: float
    low: float
    high: float
    p_value: float
    more_games: int | None
    """0 if it is settled, None if too few games differ to tell."""


@dataclass(frozen=True)
class Answer:
    id: str
    question: str
    sentences: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)

    def add(self, *sentences: str) -> None:
        self.sentences.extend([sentence for sentence in sentences if sentence])


class Answers:
    """Answers all questions that a plan's games can answer."""

    def __init__(self, findings: Findings, comparisons: Comparisons, texts: Texts) -> None:
        self.findings = findings
        self.comparisons = comparisons
        self.texts = texts
        self.asked = {
            (each.comparison.name, each.comparison.thing): each
            for each in questions(findings.plan, findings.all)
        }
        self.seeds = max([cell.games for cell in findings.plan.cells], default=1)

    def all(self) -> list[Answer]:
        made: list[Callable[[], list[Answer]]] = [
            self.packs,
            self.strong,
            self.varied,
            self.won,
            self.sides,
            self.feel,
            self.luck,
        ]
        return [answer for make in made for answer in make() if answer.sentences]

    def answer(self, id: str, **arguments: str) -> Answer:
        return Answer(id, self.texts.text(f"question.{id}", **arguments))

    # What another pack changes.

    def packs(self) -> list[Answer]:
        found: list[Answer] = []
        for whole, changed, others in self.comparisons.packs():
            answer = self.answer("pack", pack=whole.name)
            for each in changed:
                answer.add(*self.by_holder(each, answer))
            if not changed:
                answer.add(self.texts.text("pack.untracked"))
            answer.add(*self.whole(whole, answer))
            moved = [each for each in others if each.counts()]
            if others:
                names = [self.texts.forbidden(each.thing) for each in moved[:TOLD]]
                id = "pack.others" if moved else "pack.no_others"
                answer.add(self.texts.text(id, n=len(moved), all=len(others), things=names))
            found.append(answer)
        return found

    def before_and_after(self, question: str, each: Comparison) -> str:
        """The wins and the score of both sides of a comparison, as one sentence."""
        won = each.change(WON)
        return self.texts.text(
            f"{question}.{'party' if self.findings.metrics.together else 'rivals'}",
            thing=self.texts.forbidden(each.thing),
            games=each.pairs,
            before=round(won.before * each.pairs),
            after=round(won.after * each.pairs),
            points=self.interval(won),
            reach=self.interval(each.change(REACH)),
        )

    def by_holder(self, each: Comparison, answer: Answer) -> list[str]:
        """How the holders of a thing do: wins, score, and whether it is taken more often."""
        thing = self.texts.forbidden(each.thing)
        if not each.pairs:
            return [self.texts.text("holder.nobody", thing=thing)]
        won, reach = each.change(WON), each.change(REACH)
        said = self.before_and_after("holder", each)
        for change in (won, reach):
            self.note(answer, each.thing, change)
        before, after = each.held
        held = ""
        if before != after:
            held = self.texts.text("holder.held", thing=thing, before=before, after=after)
        return [said, self.state([won, reach], each), held]

    def whole(self, each: Comparison, answer: Answer) -> list[str]:
        """How whole games differ."""
        for change in each.changes:
            self.note(answer, each.name, change)
        if not each.pairs:
            return []
        said = [
            self.texts.text(f"whole.{change.measure}", **self.ends(change))
            for change in each.changes
        ]
        return [*said, self.state(each.changes, each)]

    # What is strong.

    def strong(self) -> list[Answer]:
        """What holders show, and what happens without the thing, told as one verdict a thing."""
        answer = self.answer("strong")
        effects = self.findings.effects()
        tried = {each.thing: each for each in self.comparisons.forbidden()}
        sure = [effect for effect in effects if effect.counts()]
        by_name = {
            name: effect
            for effect in effects
            for name in [effect.name(), *[f"{kind}:{id}" for kind, id in effect.with_it]]
        }
        for name, each in tried.items():
            answer.add(*self.verdict(each, by_name.get(name), answer))
        told = {id(by_name[name]) for name in tried if name in by_name}
        fresh = [effect for effect in sure if id(effect) not in told]
        best = [effect for effect in fresh if effect.difference.mean > 0][:TOLD]
        worst = [effect for effect in fresh if effect.difference.mean < 0][-TOLD:]
        for effect in [*best, *worst]:
            answer.add(self.effect("strong.more" if effect in best else "strong.less", effect))
            self.note_effect(answer, effect)
        if effects:
            answer.add(self.texts.text("strong.count", n=len(sure), all=len(effects)))
        if fresh:
            things = ", ".join([f'"{effect.name()}"' for effect in [*best, *worst]])
            answer.add(self.texts.text("strong.try", things=things))
        if effects and not sure:
            answer.add(*self.closest(effects))
        return [answer]

    def closest(self, effects: Sequence[Effect]) -> list[str]:
        """How many games would settle the largest effect that is not significant."""
        largest = max(effects, key=lambda effect: abs(effect.difference.mean))
        more = self.games(largest.difference, largest.difference.more_clusters(largest.margin))
        return [self.effect("strong.largest", largest), self.open(more)]

    def verdict(self, each: Comparison, effect: Effect | None, answer: Answer) -> list[str]:
        """One verdict for a thing: the experiment decides, and says what its holders' results mean."""
        thing = self.texts.forbidden(each.thing)
        if each.held[1] and each.held[1] >= each.held[0]:
            return [self.texts.text("without.unavoidable", thing=thing)]
        if not each.held[0] and not each.thing.startswith(f"{ACTION}:"):
            return [self.texts.text("without.nobody", thing=thing)]
        if not each.pairs:
            return [self.texts.text("without.nobody", thing=thing)]
        won, reach = each.change(WON), each.change(REACH)
        for change in (won, reach):
            self.note(answer, each.thing, change)
        said = self.before_and_after("without", each)
        if effect is None or not effect.counts():
            return [said, self.state([won, reach], each)]
        self.note_effect(answer, effect)
        change = reach if self.findings.by_reach else won
        helps = effect.difference.mean > 0
        if each.counts() and (each.main().difference.mean < 0) == helps:
            id = "verdict.cause"
        elif change.more() == 0 and not change.counts():
            id = "verdict.sign"
        else:
            id = "verdict.opposed" if each.counts() else "verdict.open"
        state = self.state([won, reach], each) if id == "verdict.open" else ""
        return [said, self.effect(id, effect), state]

    def effect(self, id: str, effect: Effect) -> str:
        low, high = effect.difference.interval()
        measure = REACH if self.findings.by_reach else WON
        names = [self.texts.thing(kind, thing) for kind, thing in effect.with_it]
        rivals = [self.texts.thing(kind, thing) for kind, thing in effect.against]
        thing = self.texts.thing(effect.kind, effect.thing)
        if names:
            thing = self.texts.text("strong.with", thing=thing, others=names)
        if rivals:
            thing = self.texts.text("strong.against", thing=thing, others=rivals)
        return self.texts.text(
            id,
            thing=thing,
            times=effect.times,
            difference=self.amount(measure, effect.difference.mean),
            low=self.bare(measure, low),
            high=self.bare(measure, high),
        )

    # Settings.

    def varied(self) -> list[Answer]:
        found: list[Answer] = []
        for factor, compared in self.comparisons.varied().items():
            answer = self.answer("vary", factor=self.texts.factor(factor))
            for each in self.neighbours(compared):
                change = each.main()
                self.note(answer, each.name, change)
                one, other = [self.texts.value(factor, value) for value in each.name.split(TO)]
                id = f"vary.{change.measure}"
                said = self.texts.text(id, one=one, other=other, **self.ends(change))
                answer.add(f"{said} {self.state(each.changes, each)}".strip())
            found.append(answer)
        return found

    def neighbours(self, compared: Sequence[Comparison]) -> list[Comparison]:
        """The comparisons of values that are next to each other by what their games show."""
        totals: dict[str, list[float]] = {}
        for each in compared:
            one, other = each.name.split(TO)
            totals.setdefault(one, []).append(each.changes[0].before)
            totals.setdefault(other, []).append(each.changes[0].after)
        order = sorted(totals, key=lambda value: -sum(totals[value]) / len(totals[value]))
        steps = {frozenset(step) for step in itertools.pairwise(order)}
        told = [each for each in compared if frozenset(each.name.split(TO)) in steps]
        return [each for each in (told if len(order) <= MOST_VALUES else compared) if each.pairs]

    def won(self) -> list[Answer]:
        if not self.findings.metrics.together:
            return []
        answer = self.answer("won")
        rate = self.findings.overall()
        low, high = rate.interval()
        percent = self.texts.percent
        answer.add(
            self.texts.text(
                "wins.overall",
                won=rate.count,
                games=rate.trials,
                rate=percent(rate.rate(), 1),
                low=percent(low, 1),
                high=percent(high, 1),
            )
        )
        answer.facts.append(Fact("", WON, rate.rate(), low, high, 1.0, 0))
        if self.findings.plan.runs > 1:
            answer.add(*self.later_runs(answer))
        return [answer]

    def later_runs(self, answer: Answer) -> list[str]:
        later = self.findings.later_runs()
        measure = REACH if self.findings.by_reach else WON
        margin = self.comparisons.margins[measure]
        more = self.games(later, later.more_clusters(margin))
        answer.facts.append(
            Fact("runs", measure, later.mean, *later.interval(), later.p_value(), more)
        )
        said = self.texts.text("wins.later", difference=self.estimated(measure, later))
        return [said, self.open(more)]

    # Who has an advantage.

    def sides(self) -> list[Answer]:
        if self.findings.metrics.together:
            return []
        found: list[Answer] = []
        for id, advantages in (("seat", self.findings.seats()), ("bot", self.findings.bots())):
            answer = self.answer(id)
            if advantages:
                answer.add(*self.advantage(id, advantages, answer))
            found.append(answer)
        return found

    def advantage(
        self, id: str, found: Sequence[tuple[str, Estimate, float]], answer: Answer
    ) -> list[str]:
        """Those who win more or less often than their share, or the largest difference."""
        for name, each, p_value in found:
            low, high = each.interval()
            more = 0 if p_value < LEVEL else self.games(each, each.more_clusters(SMALL))
            answer.facts.append(Fact(name, WON, each.mean, low, high, p_value, more))
        sure = [(name, each) for name, each, p_value in found if p_value < LEVEL]
        # Of two bots, the stronger says it all.
        if id == "bot" and len(found) == 2:
            sure = [(name, each) for name, each in sure if each.mean > 0]
        if sure:
            return [self.side(f"{id}.differs", name, each) for name, each in sure]
        name, each, _ = max(found, key=lambda one: abs(one[1].mean))
        more = self.games(each, each.more_clusters(SMALL))
        return [self.side(f"{id}.alike", name, each), self.open(more)]

    def side(self, id: str, name: str, each: Estimate) -> str:
        number, _, players = name.partition("/")
        return self.texts.text(
            id, name=name, number=number, players=players, points=self.estimated(WON, each)
        )

    # What a game feels like.

    def feel(self) -> list[Answer]:
        findings, texts = self.findings, self.texts
        answer = self.answer("feel")
        stages, decisions = findings.lengths(), findings.decisions()
        answer.add(
            texts.text(
                "length.median" if findings.metrics.stages else "length.decisions",
                stages=int(quantile(stages, 0.5)),
                unit=texts.own_text("stages"),
                decisions=int(quantile(decisions, 0.5)),
                short=int(quantile(decisions, 0.1)),
                long=int(quantile(decisions, 0.9)),
            )
        )
        if findings.metrics.stages and not findings.by_reach:
            sure = findings.decided_after()
            id = "tension.open" if sure > ALL_OF_IT else "tension.decided"
            answer.add(texts.text(id, share=texts.percent(sure)))
            back = findings.comebacks()
            low, high = back.interval()
            answer.add(
                texts.text(
                    "tension.comebacks",
                    share=texts.percent(back.rate()),
                    low=texts.percent(low),
                    high=texts.percent(high),
                )
            )
            answer.facts.append(Fact("comebacks", "share", back.rate(), low, high, 1.0, 0))
            if not findings.metrics.together:
                answer.add(texts.text("tension.leads", n=int(findings.lead_changes())))
        forced, idle, longest = findings.dead()
        answer.add(
            texts.text(
                "dead.share",
                share=texts.percent(forced + idle),
                forced=texts.percent(forced, 1),
                idle=texts.percent(idle, 1),
                longest=int(longest),
            )
        )
        return [answer]

    # Luck.

    def luck(self) -> list[Answer]:
        answer = self.answer("luck")
        shares = sorted(self.findings.luck(), key=lambda share: -share.together.share())
        if not shares:
            return [answer]
        most = shares[0]
        if max(most.alone.width(), most.together.width()) > TOO_WIDE:
            answer.add(self.texts.text("luck.unsure"))
        else:
            answer.add(
                self.texts.text(
                    "luck.most",
                    source=self.texts.source(most.source),
                    alone=self.texts.part(most.alone),
                    together=self.texts.part(most.together),
                )
            )
        if any([part.is_outside() for share in shares for part in (share.alone, share.together)]):
            answer.add(self.texts.text("luck.outside"))
        for share in shares:
            for name, part in (("alone", share.alone), ("together", share.together)):
                fact = Fact(share.source, name, part.share(), *part.interval(), 1.0, None)
                answer.facts.append(fact)
        return [answer]

    # Numbers and states.

    def note(self, answer: Answer, about: str, change: Change) -> None:
        low, high = change.difference.interval()
        more = self.games(change.difference, change.more())
        answer.facts.append(
            Fact(about, change.measure, change.difference.mean, low, high, change.p_value, more)
        )

    def note_effect(self, answer: Answer, effect: Effect) -> None:
        low, high = effect.difference.interval()
        measure = f"expected_{REACH if self.findings.by_reach else WON}"
        mean = effect.difference.mean
        answer.facts.append(Fact(effect.name(), measure, mean, low, high, effect.p_value, 0))

    def games(self, found: Estimate, more: int | None) -> int | None:
        """As many more games a cell, since only some of them have the thing in play."""
        if not more:
            return more
        return math.ceil(more * self.seeds / max(1, found.clusters))

    def state(self, changes: Sequence[Change], each: Comparison) -> str:
        """Whether the question is settled, and what would settle it."""
        asked = self.asked.get((each.name, each.thing))
        if asked is not None and asked.verdict != OPEN:
            return self.stopped(asked)
        if any([change.counts() for change in changes]):
            return ""
        wanted = [self.games(change.difference, change.more()) for change in changes]
        if all([more == 0 for more in wanted]):
            return self.texts.text("state.alike")
        known = [more for more in wanted if more]
        return self.open(max(known) if known else None)

    def stopped(self, asked: Question) -> str:
        """What the sequential test said, and after how many seeds."""
        rule = self.findings.plan.stop
        assert rule is not None, "without a rule no question is asked"
        margin = rule.margin / 100 if asked.measure == WON else rule.margin
        return self.texts.text(
            f"stopped.{asked.verdict}",
            seeds=asked.comparison.change(asked.measure).difference.clusters,
            margin=self.amount(asked.measure, margin),
        )

    def open(self, more: int | None) -> str:
        if more == 0:
            return ""
        if more is None:
            return self.texts.text("state.unknown")
        if more > MOST_MORE:
            return self.texts.text("state.endless")
        # Two digits say all that such a guess knows.
        step = 10 ** max(0, len(str(more)) - 2)
        return self.texts.text("state.open", more=math.ceil(more / step) * step)

    def ends(self, change: Change) -> dict[str, str]:
        """The arguments of a sentence about a change."""
        plain = self.texts.percent if change.measure == WON else self.texts.number
        return {
            "before": plain(change.before, 1),
            "after": plain(change.after, 1),
            "difference": self.interval(change),
        }

    def interval(self, change: Change) -> str:
        return self.estimated(change.measure, change.difference)

    def estimated(self, measure: str, found: Estimate) -> str:
        low, high = found.interval()
        if found.clusters < 2:
            return self.amount(measure, found.mean)
        return self.texts.text(
            "state.interval",
            effect=self.amount(measure, found.mean),
            low=self.bare(measure, low),
            high=self.bare(measure, high),
        )

    def bare(self, measure: str, value: float) -> str:
        return self.texts.points(value) if measure == WON else self.texts.signed(value)

    def amount(self, measure: str, value: float) -> str:
        """A difference with its unit."""
        number = self.bare(measure, value)
        if measure == WON:
            return self.texts.text("effects.points", n=number)
        if measure == REACH:
            return self.texts.own_text("reach", n=number)
        return self.texts.text(f"state.{SCORE if measure == SCORE else LENGTH}", n=number)
