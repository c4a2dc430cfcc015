"""Checks that every message of a game exists in every language, and names a clause."""

from __future__ import annotations

from string import Formatter

from embertable.contract.finals import final_clauses
from embertable.contract.playout import Playout, require
from embertable.engine.catalogue import LANGUAGES, Message, read_catalogue
from embertable.engine.game import Game
from embertable.engine.messages import group_of, message_of
from embertable.engine.table import SYSTEM, Action, Choice, Event, Result

MESSAGE_GROUPS = ("action", "choice", "event", "result")


def check_catalogues(game: Game) -> None:
    """Every action, choice and event has its template, with the same arguments, in each catalogue."""
    problems: list[str] = []
    catalogues = {
        language: read_catalogue(game.catalogue_file(language))
        for language in LANGUAGES
        if game.catalogue_file(language).is_file()
    }
    ids = message_ids(game)
    every_id = {id for templates in catalogues.values() for id in templates} | set(ids)
    for language, templates in catalogues.items():
        for id in sorted(every_id - set(templates)):
            problems.append(f"{language} has no {id}")
        for id, template in templates.items():
            if id.partition(".")[0] in MESSAGE_GROUPS and id not in ids:
                problems.append(f"{language} has {id}, and the game does not")
            for name, _group in arguments(template):
                if id in ids and name and name not in ids[id]:
                    problems.append(f"{language} says {{{name}}} in {id}, which has {ids[id]}")
    for id in sorted(every_id):
        said = {
            language: sorted({name for name, _ in arguments(templates[id]) if name})
            for language, templates in catalogues.items()
            if id in templates
        }
        if len({tuple(names) for names in said.values()}) > 1:
            problems.append(f"{id} has other arguments in each language: {said}")
    clauses = read_catalogue(game.folder() / "clauses.toml")
    for id in sorted(ids):
        if id not in clauses and not id.startswith("result."):
            problems.append(f"{id} names no clause")
    for name in final_clauses(game):
        if f"action.{name}" not in ids and f"event.{name}" not in ids:
            problems.append(f"final.{name} is neither an action nor an event")
    require(not problems, f"{game.name}: " + "; ".join(problems))


def message_ids(game: Game) -> dict[str, list[str]]:
    """The message id of every action, choice, event and result of a game, with its fields.

    Base classes have no message.
    """
    found: dict[str, list[str]] = {}
    classes = list(game.codec().classes.values())
    for cls in classes:
        is_base = any(cls in other.__bases__ for other in classes)
        if issubclass(cls, (Action, Choice, Event, Result)) and not is_base:
            names = list(getattr(cls, "__dataclass_fields__", {}))
            found[f"{group_of(cls.__new__(cls))}.{cls.__name__}"] = names
    return found


def arguments(template: str) -> list[tuple[str, str]]:
    """The names and groups in a template."""
    return [
        (name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None
    ]


def check_sentences(playout: Playout) -> None:
    """Every choice, option and event of a game can be rendered in every language."""
    game = playout.game
    table = playout.table
    checked = 0
    for decision in playout.decisions():
        things: list[Action | Choice | Event | Result] = [*table.log[checked:]]
        if decision.number % playout.every == 0:
            for choice in table.choices():
                offered = table.offered(choice.seat)
                things.extend([choice, *offered])
                if choice.free_field():
                    render_free(playout, offered[0])
            things.extend(table.offered(SYSTEM))
        checked = len(table.log)
        render_all(playout, things)
    if table.result is None:
        raise AssertionError("the game has no result")
    render_all(playout, [*table.log[checked:], table.result])
    require(playout.tally["sentences"] > 0, f"{game.name} says nothing")


def render_free(playout: Playout, option: Action) -> None:
    """A choice with a free field has a sentence for its options, and one that asks for the number."""
    id = f"free.{type(option).__name__}"
    arguments = {**message_of(option).arguments, "n": "{n}"}
    for language in LANGUAGES:
        catalogue = playout.game.catalogue(language, playout.game.view(playout.table, None))
        require("{n}" in catalogue.render(Message(id, arguments)), f"{id} has no {{n}}: {language}")
        require(bool(catalogue.render(Message(f"{id}.ask", arguments))), f"{id}.ask: {language}")


def render_all(playout: Playout, things: list[Action | Choice | Event | Result]) -> None:
    if not things:
        return
    view = playout.game.view(playout.table, None)
    for language in LANGUAGES:
        catalogue = playout.game.catalogue(language, view)
        for thing in things:
            sentence = catalogue.render(message_of(thing))
            require(bool(sentence.strip()), f"{thing!r} is rendered as nothing in {language}")
            require("{" not in sentence, f"{thing!r} is rendered as {sentence!r} in {language}")
            playout.tally["sentences"] += 1
