"""The page as a whole: its head, its key figures, its sections, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from embertable.lab.findings import Findings
from embertable.lab.one_game import Seen
from embertable.lab.plan import Plan
from embertable.lab.report.sections import SECTIONS, Section
from embertable.lab.report.speech import Speech
from embertable.lab.report.style import STYLE
from embertable.lab.run_plan import digest_of
from embertable.lab.statistics import quantile


def report_of(plan: Plan, games: Sequence[Seen], language: str) -> str:
    """One HTML file that needs nothing beside it."""
    findings = Findings(plan, games)
    speech = Speech(plan.game, language)
    sections = [section for make in SECTIONS if (section := make(findings, speech)) is not None]
    title = speech.title() if plan.title == plan.game else plan.title
    heading = speech.text("report.heading", title=title)
    return "".join(
        [
            f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(heading)}</title>\n<style>{STYLE}</style>\n",
            f"<main>\n<h1>{escape(heading)}</h1>\n",
            f'<p class="small">{escape(subtitle(findings, speech))}</p>\n',
            key_figures(findings, speech),
            *[drawn(section, speech) for section in sections],
            foot(plan, games, speech),
            "</main>\n</html>\n",
        ]
    )


def subtitle(findings: Findings, speech: Speech) -> str:
    bots = list(dict.fromkeys([bot for cell in findings.plan.cells for bot in cell.bots]))
    return speech.text("report.subtitle", games=len(findings.games), bots=bots)


def key_figures(findings: Findings, speech: Speech) -> str:
    forced, idle, _ = findings.dead()
    figures = [
        (str(int(quantile(findings.lengths(), 0.5))), speech.text(f"stages.{findings.plan.game}")),
        (str(int(quantile(findings.decisions(), 0.5))), speech.text("key.decisions")),
        (speech.percent(forced + idle), speech.text("key.dead")),
    ]
    if findings.metrics.together:
        rate = findings.overall()
        figures.insert(0, (speech.percent(rate.rate(), 1), speech.text("key.won")))
    cells = [
        f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for value, name in figures
    ]
    return f'<div class="key">{"".join(cells)}</div>\n'


def drawn(section: Section, speech: Speech) -> str:
    parts = [f"<section>\n<h2>{escape(section.title)}</h2>\n"]
    for place, sentence in enumerate(section.sentences):
        mark = ' class="lead"' if place == 0 else ""
        parts.append(f"<p{mark}>{escape(sentence)}</p>\n")
    for figure in section.figures:
        if figure.name:
            parts.append(f"<h3>{escape(figure.name)}</h3>\n")
        if figure.svg:
            parts.append(f"<figure>{figure.svg}</figure>\n")
        if figure.rows:
            parts.append(table(figure.head, figure.rows, speech))
    return "".join([*parts, "</section>\n"])


def table(head: Sequence[str], rows: Sequence[Sequence[str]], speech: Speech) -> str:
    heads = "".join([f"<th>{escape(name)}</th>" for name in head])
    lines = "".join(
        ["<tr>" + "".join([f"<td>{escape(cell)}</td>" for cell in row]) + "</tr>\n" for row in rows]
    )
    return (
        f"<details><summary>{escape(speech.text('report.numbers'))}</summary>\n"
        f'<div class="wide"><table><thead><tr>{heads}</tr></thead>\n<tbody>{lines}</tbody></table></div></details>\n'
    )


def foot(plan: Plan, games: Sequence[Seen], speech: Speech) -> str:
    made = speech.text(
        "report.foot",
        game=plan.game,
        rules=plan.rules,
        seed=plan.seed,
        plan=plan.hash(),
        digest=digest_of(games),
    )
    method = escape(speech.text("report.method"))
    return f"<footer><p>{method}</p>\n<p>{escape(made)}</p></footer>\n"
