"""The pages of the site that are made from the program: command line, Python API, HTTP API, rules."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

TABLES = ("load", "game_names", "new_table", "Game", "Table", "Choice", "Action", "View", "Result")
RECORDS = ("Session", "resume", "Record", "load_record", "seeded")
BOTS = ("get_bot", "ask", "Bot", "RandomBot", "GreedyBot", "Imagine")


def all_pages(root: Path) -> dict[str, str]:
    """Return the Markdown of each page by its name."""
    description = json.loads((root / "docs" / "openapi.json").read_text(encoding="utf-8"))
    return {
        "command-line": command_line(),
        "api": python_api(),
        "http-api": http_api(description),
        "rules/index": rules(root),
    }


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return [*(f"| {' | '.join(map(cell, line))} |" for line in lines), ""]


# The command line.


def command_line() -> str:
    from embertable.cli import embertable

    lines = [
        "# Command line",
        "",
        "Every command of `embertable` with its options, from the program's own help.",
        "",
        "In a checkout, `./play` takes the same commands.",
        "",
    ]
    for command, context in commands(embertable, None, "embertable"):
        lines += command_help(command, context)
    return "\n".join(lines)


def commands(command: Any, parent: Any, name: str) -> Iterator[tuple[Any, Any]]:
    """Yield a command and those below it, each with the context in which its help is printed."""
    import click

    context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
    yield command, context
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            yield from commands(found, context, inner)


def command_help(command: Any, context: Any) -> Iterator[str]:
    import click

    level = "#" * min(4, 1 + len(context.command_path.split()))
    yield from (f"{level} {context.command_path}", "")
    usage = " ".join(command.collect_usage_pieces(context))
    yield from ("```text", f"{context.command_path} {usage}".strip(), "```", "")
    yield from (paragraphs(command.help or ""), "")
    rows = []
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record and isinstance(param, click.Option):
            rows.append((f"`{record[0]}`", literal_free(record[1])))
    yield from table(("option", "meaning"), rows)
    if command.epilog and ": " in command.epilog:
        said, _, line = command.epilog.partition(": ")
        yield from (f"{said}:", "", "```sh", line, "```", "")


def paragraphs(text: str) -> str:
    """The text of a help page without what only a terminal needs."""
    return "\n\n".join(part.replace("\b", "").strip() for part in text.split("\n\n"))


def literal_free(text: str) -> str:
    """Escape what Markdown would take for its own, outside of what is quoted."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([\[\]<>*_])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


# The Python API.


def python_api() -> str:
    import embertable

    errors = [name for name in embertable.__all__ if is_error(getattr(embertable, name))]
    known = {*TABLES, *RECORDS, *BOTS, *errors}
    others = [name for name in embertable.__all__ if name not in known]
    lines = [
        "# Python API",
        "",
        "What `embertable` exports, from the docstrings. Every example here is run by the tests.",
        "",
    ]
    parts = {
        "Games and tables": TABLES,
        "Playing, recording, replaying": RECORDS,
        "Bots": BOTS,
        "More": others,
    }
    for title, names in parts.items():
        if names:
            lines += [f"## {title}", "", *directives(names)]
    lines += [
        "## Errors",
        "",
        "All derive from `EmbertableError` and render in every language.",
        "",
    ]
    lines += table(("error", "what it says"), [(f"`{name}`", sentence(name)) for name in errors])
    return "\n".join(lines)


def is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def directives(names: Sequence[str]) -> Iterator[str]:
    import embertable

    for name in names:
        value = getattr(embertable, name)
        if isinstance(value, type):
            kind, more = "autoclass", ["   :members:"]
        else:
            kind, more = ("autofunction" if hasattr(value, "__code__") else "autodata"), []
        yield from ("```{eval-rst}", f".. {kind}:: embertable.{name}", *more, "```", "")


def sentence(name: str) -> str:
    """The English template of an error, with its arguments in capitals."""
    import embertable
    from embertable.engine.catalogue import load_catalogue

    texts = load_catalogue("engine", "en").templates
    found = texts.get(f"error.{name}")
    if found is None:
        return (getattr(embertable, name).__doc__ or "").partition("\n")[0]
    return literal_free(re.sub(r"\{(\w+)[^{}]*\}", lambda one: one[1].upper(), str(found)))


# The HTTP API.


def http_api(description: dict[str, Any]) -> str:
    lines = [
        "# HTTP API",
        "",
        "Every request that the server answers, with its bodies.",
        "",
        "Bodies and answers are JSON. A request that is refused answers with an",
        "[ErrorBody](#errorbody) and a status of 4xx. The session is a cookie, which",
        "`POST /api/session` sets. The same as data: [openapi.json](/openapi.json).",
        "",
        "## Requests",
        "",
    ]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            lines += request(method.upper(), path, operation)
    lines += ["## Bodies and answers", ""]
    for name, schema in description["components"]["schemas"].items():
        lines += body(name, schema)
    return "\n".join(lines)


def request(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield from (f"### {method} {path}", "", operation["summary"], "")
    rows = [
        (f"`{one['name']}`", one["in"], kind_of(one.get("schema", {})))
        for one in operation.get("parameters", [])
    ]
    if rows:
        yield from table(("parameter", "in", "type"), rows)
    content = operation.get("requestBody", {}).get("content", {})
    answer = operation["responses"].get("200", {}).get("content", {})
    for title, bodies in (("Body", content), ("Answer", answer)):
        for kind, found in bodies.items():
            shown = kind_of(found.get("schema", {})) if kind == "application/json" else f"`{kind}`"
            yield from (f"{title}: {shown}", "")


def body(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield from (f"### {name}", "", literal_free(schema.get("description", "")), "")
    needed = schema.get("required", [])
    rows = [
        (f"`{field}`", kind_of(one), "yes" if field in needed else default_of(one))
        for field, one in schema.get("properties", {}).items()
    ]
    if rows:
        yield from table(("field", "type", "required, or its default"), rows)


def default_of(schema: dict[str, Any]) -> str:
    return f"`{json.dumps(schema['default'])}`" if "default" in schema else "optional"


def kind_of(schema: dict[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(kind_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(one)}`" for one in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {kind_of(schema['additionalProperties'])}"
    return str(kind)


# The rules.


def rules(root: Path) -> str:
    lines = [
        "# The rules",
        "",
        "The rules of all four games, clause by clause, with our rulings.",
        "",
        "`embertable rules lueur reroll` searches them in the terminal; `/` does in the browser.",
        "Link to a clause by its id: `/docs/rules/lueur.html#L-REROLL-05`.",
        "",
    ]
    files = sorted((root / "docs" / "rules").glob("*.md"))
    for file in files:
        title = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        lines.append(f"- [{title}](/rules/{file.name})")
    lines += ["", "```{toctree}", ":hidden:", "", *(f"/rules/{file.stem}" for file in files), "```"]
    return "\n".join([*lines, ""])
