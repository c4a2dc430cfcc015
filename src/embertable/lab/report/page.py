"""The whole page: heading, answers, the evidence for them, and a footer with the method."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from embertable.lab.comparisons import Comparisons
from embertable.lab.findings import Findings
from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import Plan
from embertable.lab.report.answers import Answer, Answers
from embertable.lab.report.sections import SECTIONS, Evidence, Section
from embertable.lab.report.style import STYLE
from embertable.lab.report.texts import Texts
from embertable.lab.run_plan import digest_of


def report_of(plan: Plan, games: Sequence[PlayedGame], language: str) -> str:
    """The report as one self-contained HTML file."""
    evidence = evidence_of(plan, games, language)
    texts = evidence.texts
    sections = [section for make in SECTIONS if (section := make(evidence)) is not None]
    title = texts.title() if plan.title == plan.game else plan.title
    heading = texts.text("report.heading", title=title)
    return "".join(
        [
            f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(heading)}</title>\n<style>{STYLE}</style>\n",
            f"<main>\n<h1>{escape(heading)}</h1>\n",
            f'<p class="small">{escape(subtitle(evidence.findings, texts))}</p>\n',
            answered(answers_of(evidence)),
            *[drawn(section, texts) for section in sections],
            foot(plan, games, texts),
            "</main>\n</html>\n",
        ]
    )


def evidence_of(plan: Plan, games: Sequence[PlayedGame], language: str) -> Evidence:
    return Evidence(Findings(plan, games), Comparisons(plan, games), Texts(plan.game, language))


def answers_of(evidence: Evidence) -> list[Answer]:
    """The answers that the games of a plan give, in one language."""
    return Answers(evidence.findings, evidence.comparisons, evidence.texts).all()


def subtitle(findings: Findings, texts: Texts) -> str:
    bots = list(dict.fromkeys([bot for cell in findings.plan.cells for bot in cell.bots]))
    return texts.text("report.subtitle", games=len(findings.games), bots=bots)


def answered(answers: Sequence[Answer]) -> str:
    """All answers, before any figure."""
    parts = []
    for answer in answers:
        lines = "".join([f"<p>{escape(sentence)}</p>\n" for sentence in answer.sentences])
        parts.append(f"<h2>{escape(answer.question)}</h2>\n{lines}")
    return f'<section class="answers">\n{"".join(parts)}</section>\n'


def drawn(section: Section, texts: Texts) -> str:
    parts = [f"<section>\n<h2>{escape(section.title)}</h2>\n"]
    parts += [f'<p class="small">{escape(sentence)}</p>\n' for sentence in section.sentences]
    for figure in section.figures:
        if figure.name:
            parts.append(f"<h3>{escape(figure.name)}</h3>\n")
        if figure.svg:
            parts.append(f"<figure>{figure.svg}</figure>\n")
        if figure.rows:
            parts.append(table(figure.head, figure.rows, texts))
    return "".join([*parts, "</section>\n"])


def table(head: Sequence[str], rows: Sequence[Sequence[str]], texts: Texts) -> str:
    heads = "".join([f"<th>{escape(name)}</th>" for name in head])
    lines = "".join(
        ["<tr>" + "".join([f"<td>{escape(cell)}</td>" for cell in row]) + "</tr>\n" for row in rows]
    )
    return (
        f"<details><summary>{escape(texts.text('report.numbers'))}</summary>\n"
        f'<div class="wide"><table><thead><tr>{heads}</tr></thead>\n<tbody>{lines}</tbody></table></div></details>\n'
    )


def foot(plan: Plan, games: Sequence[PlayedGame], texts: Texts) -> str:
    made = texts.text(
        "report.foot",
        game=plan.game,
        rules=plan.rules,
        seed=plan.seed,
        plan=plan.hash(),
        digest=digest_of(games),
    )
    method = escape(texts.text("report.method"))
    return f"<footer><p>{method}</p>\n<p>{escape(made)}</p></footer>\n"
