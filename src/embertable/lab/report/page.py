"""The whole page: heading, key figures, sections, and a footer with the method."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from embertable.lab.findings import Findings
from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import Plan
from embertable.lab.report.sections import SECTIONS, Section
from embertable.lab.report.style import STYLE
from embertable.lab.report.texts import Texts
from embertable.lab.run_plan import digest_of
from embertable.lab.statistics import quantile


def report_of(plan: Plan, games: Sequence[PlayedGame], language: str) -> str:
    """The report as one self-contained HTML file."""
    findings = Findings(plan, games)
    texts = Texts(plan.game, language)
    sections = [section for make in SECTIONS if (section := make(findings, texts)) is not None]
    title = texts.title() if plan.title == plan.game else plan.title
    heading = texts.text("report.heading", title=title)
    return "".join(
        [
            f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(heading)}</title>\n<style>{STYLE}</style>\n",
            f"<main>\n<h1>{escape(heading)}</h1>\n",
            f'<p class="small">{escape(subtitle(findings, texts))}</p>\n',
            key_figures(findings, texts),
            *[drawn(section, texts) for section in sections],
            foot(plan, games, texts),
            "</main>\n</html>\n",
        ]
    )


def subtitle(findings: Findings, texts: Texts) -> str:
    bots = list(dict.fromkeys([bot for cell in findings.plan.cells for bot in cell.bots]))
    return texts.text("report.subtitle", games=len(findings.games), bots=bots)


def key_figures(findings: Findings, texts: Texts) -> str:
    forced, idle, _ = findings.dead()
    figures = [
        (str(int(quantile(findings.decisions(), 0.5))), texts.text("key.decisions")),
        (texts.percent(forced + idle), texts.text("key.dead")),
    ]
    if findings.metrics.stages:
        figures.insert(0, (str(int(quantile(findings.lengths(), 0.5))), texts.own_text("stages")))
    if findings.metrics.together:
        rate = findings.overall()
        figures.insert(0, (texts.percent(rate.rate(), 1), texts.text("key.won")))
    cells = [
        f"<div><b>{escape(value)}</b><span>{escape(name)}</span></div>" for value, name in figures
    ]
    return f'<div class="key">{"".join(cells)}</div>\n'


def drawn(section: Section, texts: Texts) -> str:
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
