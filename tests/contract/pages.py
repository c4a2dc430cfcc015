"""Checks of the Markdown pages: each returns the problems of one page, as sentences."""

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import click

from embertable.cli import embertable
from embertable.engine.errors import EmbertableError
from tests.contract.games import ROOT

TINY = ROOT / "examples" / "tiny"
LAUNCHER = ("test", "build", "docs", "pictures", "mutate", "lock")
"""What `./play` does itself."""

QUOTED = re.compile(r"<!-- from (?P<file>[\w/.-]+) -->\n```\w+\n(?P<text>.*?)```", re.DOTALL)
FENCE = re.compile(r"^ *```(?P<kind>\w*)\n(?P<text>.*?)^ *```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?P<target>[^)#\s]*)(?:#(?P<anchor>[^)]*))?\)")
HEADING = re.compile(r"^#+ (?P<title>.+)$", re.MULTILINE)
INLINE = re.compile(r"(?<!`)`(?P<text>[^`\n]+)`(?!`)")
FOLDERS = "src|tests|docs|deploy|examples|benchmarks|requirements|web"
PATH = re.compile(rf"(?:(?:{FOLDERS})/[\w/.<>*@-]*|[\w/.<>*-]+\.(?:py|ts|svelte|mjs|css|tcss))")
DOTTED = re.compile(r"(?P<name>[A-Za-z_]\w*(?:\.(?:\w+|<game>))+)(?:\(.*\))?")
FILE = re.compile(r".+\.(?:py|ts|svelte|mjs|css|tcss|toml|md|json|jsonl|csv|html|sqlite|txt|svg)")
NAME = re.compile(r"(?P<name>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Za-z][a-z0-9]*(?:_[a-z0-9]+)+)")
PLACEHOLDER = re.compile(r"[A-Z]+(?:\.\w+)?|.*[…<>].*")

VARIABLES = {
    "table": "Table",
    "choice": "Choice",
    "timer": "CountdownTimer",
    "chance": "Chance",
    "game": "Game",
    "session": "Session",
    "evaluator": "Evaluator",
    "rollout": "Rollout",
    "env": "GameEnv",
}
"""How pages call an object of each class."""


def all_pages() -> list[Path]:
    """The Markdown pages of the project, without those that a build may have left."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def prose(text: str) -> str:
    return FENCE.sub("", text)


def inline(text: str) -> Iterator[str]:
    """What stands between backticks outside of blocks."""
    for found in INLINE.finditer(prose(text)):
        yield found["text"]


# Links.


def broken_links(text: str, page: Path) -> Iterator[str]:
    for found in LINK.finditer(prose(text)):
        target, anchor = found["target"], found["anchor"]
        if target.startswith(("http:", "https:", "mailto:")):
            continue
        file = page.parent / target
        if target and not file.exists():
            yield f"links to {target}, which does not exist"
        elif anchor:
            other = file.read_text(encoding="utf-8") if target else text
            if anchor not in anchors(other):
                yield f"links to {target}#{anchor}, but there is no such heading"


def anchors(text: str) -> set[str]:
    """The anchors that GitHub makes of the headings of a page."""
    titles = [found["title"] for found in HEADING.finditer(prose(text))]
    kept = [re.sub(r"[^\w\- ]", "", title.strip().lower()) for title in titles]
    return {title.replace(" ", "-") for title in kept}


# Files.


@cache
def files() -> frozenset[str]:
    """Every file of the project, and every folder with a slash at its end."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = {line for line in listed.stdout.splitlines() if (ROOT / line).exists()}
    folders = {f"{folder.as_posix()}/" for one in found for folder in Path(one).parents}
    return frozenset(found | folders | {"web/dist/", "docs/site/"})  # built before they are tested


def missing_paths(text: str, page: Path) -> Iterator[str]:
    for quoted in inline(text):
        if PATH.fullmatch(quoted) and not path_exists(quoted):
            yield f"names the file {quoted}, which does not exist"
    # What a board imports from the client, such as `../../kit/Card.svelte`.
    for imported in re.findall(r'from "\.\./\.\./([\w/.]+)"', text):
        if not path_exists(f"web/src/{imported}"):
            yield f"imports {imported}, which does not exist"


def path_exists(path: str) -> bool:
    """Whether a file or folder ends like that; `<game>` and `*` stand for anything."""
    pattern = re.sub(r"<\w+>|\\\*", "[^/]*", re.escape(path))
    ending = re.compile(rf"(?:.*/)?{pattern}/?")
    return any(ending.fullmatch(file) for file in files())


# Quoted code.


def wrong_quotes(text: str, page: Path) -> Iterator[str]:
    for found in QUOTED.finditer(text):
        file = ROOT / found["file"]
        if not file.is_file() or found["text"] not in file.read_text(encoding="utf-8"):
            yield f"quotes code that does not stand in {found['file']}"


# Commands.


def wrong_commands(text: str, page: Path) -> Iterator[str]:
    for line in command_lines(text):
        try:
            typed = re.split(r" >+ ", line)[0]  # without the file it is written to
            words = shlex.split(typed.replace("[", "").replace("]", ""), comments=True)
        except ValueError:
            yield f"has the command `{line}`, whose quotes do not match"
            continue
        problem = problem_of(words)
        if problem:
            yield f"has the command `{line}`: {problem}"


def command_lines(text: str) -> Iterator[str]:
    for found in FENCE.finditer(text):
        if found["kind"] == "sh":
            yield from found["text"].replace("\\\n", " ").splitlines()
    for quoted in inline(text):
        if quoted.startswith(("embertable ", "./play ", "python ", ".venv")):
            yield quoted


def problem_of(words: list[str]) -> str | None:
    """What is wrong with a command line; other programs than ours and Python are not judged."""
    if not words:
        return None
    program, *arguments = words
    if program.endswith("python"):
        return problem_of_python(arguments)
    if program == "./play" and arguments[:1] == ["compiled"]:
        arguments = arguments[1:]
    elif (program == "./play" and arguments[:1] and arguments[0] in LAUNCHER) or program not in {
        "./play",
        "embertable",
    }:
        return None
    return problem_of_ours([word for word in arguments if word not in {"ARGS…", "…", "&"}])


def problem_of_python(arguments: list[str]) -> str | None:
    if arguments[:1] == ["-m"] and arguments[1].startswith("embertable"):
        return None if dotted_exists(arguments[1]) else f"there is no module {arguments[1]}"
    if arguments and arguments[0].endswith(".py"):
        return None if path_exists(arguments[0]) else f"there is no script {arguments[0]}"
    return None


def problem_of_ours(arguments: list[str]) -> str | None:
    command: click.Command = embertable
    context = click.Context(embertable, info_name="embertable")
    while isinstance(command, click.Group) and arguments and not arguments[0].startswith("-"):
        name, *arguments = arguments
        if PLACEHOLDER.fullmatch(name):
            return None
        found = command.get_command(context, name)
        if found is None:
            return f"there is no command {name}"
        command = found
        context = click.Context(command, info_name=name, parent=context)
    if {"--help", "--version"} & set(arguments):
        return None
    try:
        command.make_context(command.name, [*arguments], parent=context.parent)
    except (click.MissingParameter, click.exceptions.NoArgsIsHelpError):
        return None  # a page may name a command without what it needs
    except (click.BadParameter, EmbertableError) as error:
        # The walk-through installs the tiny game first.
        told = "minnows" in arguments or any(map(PLACEHOLDER.fullmatch, arguments))
        return None if told else str(error)
    except click.UsageError as error:
        return error.format_message()
    return None


# Names.


@dataclass
class Names:
    """What the code calls things, read from its syntax."""

    modules: dict[str, set[str]] = field(default_factory=dict)
    members: dict[str, set[str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)

    def members_of(self, name: str) -> set[str]:
        """The attributes of all classes of that name, with those of their bases."""
        found: set[str] = set()
        todo, seen = [name], set[str]()
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                found |= self.members.get(one, set())
                todo.extend(self.bases.get(one, ()))
        return found


@cache
def names() -> Names:
    found = Names()
    for file in (ROOT / "src" / "embertable").rglob("*.py"):
        parts = file.relative_to(ROOT / "src").with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found.modules[module] = defined(tree.body)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found.members.setdefault(node.name, set()).update(members(node))
                bases = {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases}
                found.bases.setdefault(node.name, set()).update(bases)
    return found


def defined(body: list[ast.stmt]) -> set[str]:
    found: set[str] = set()
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {one.id for one in node.targets if isinstance(one, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {alias.asname or alias.name for alias in node.names}
    return found


def members(cls: ast.ClassDef) -> set[str]:
    found = defined(cls.body)
    for node in ast.walk(cls):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


def unknown_names(text: str, page: Path) -> Iterator[str]:
    for quoted in inline(text):
        if dotted := DOTTED.fullmatch(quoted):
            if not FILE.fullmatch(dotted["name"]) and not dotted_exists(dotted["name"]):
                yield f"names {quoted}, which the code does not have"
        elif (found := re.match(rf"{NAME.pattern}(?:\(.*\))?$", quoted)) and (
            found["name"] not in words()
        ):
            yield f"names {quoted}, which occurs nowhere in the code"


def dotted_exists(name: str) -> bool:
    """Whether a module, or a member of a module or class, has that name; others are not ours."""
    head, *rest = name.split(".")
    if head == "embertable":
        return module_has(name)
    if head in VARIABLES or head[0].isupper():
        cls = VARIABLES.get(head, head)
        return rest[0] in names().members_of(cls)
    return True


def module_has(name: str) -> bool:
    if "<game>" in name:
        games = [one for one in names().modules if one.count(".") == 2 and ".games." in one]
        found = {one.rpartition(".")[2] for one in games} - {"registry"}
        return any(module_has(name.replace("<game>", game)) for game in found)
    if name in names().modules or importlib.util.find_spec(name.partition(".")[0]) is None:
        return True
    module, _, member = name.rpartition(".")
    return member in names().modules.get(module, set())


@cache
def words() -> frozenset[str]:
    """Every word of the sources and their data."""
    kinds = (".py", ".toml", ".ts", ".svelte", ".mjs", ".json")
    without = ("docs/", "tests/records/", "tests/contract/test_docs.py")
    found = set(re.findall(r"\w+", (ROOT / "play").read_text(encoding="utf-8")))
    for file in files():
        if file.endswith(kinds) and not file.startswith(without):
            found.update(re.findall(r"\w+", (ROOT / file).read_text(encoding="utf-8")))
    return frozenset(found)


# Machines.


def machine_names(text: str, page: Path) -> Iterator[str]:
    for place in ("/home/", "/Users/", f"{Path.home()}/", str(ROOT)):
        if place in text:
            yield f"names {place}, a folder of one machine"


CHECKS: dict[str, Callable[[str, Path], Iterator[str]]] = {
    "links": broken_links,
    "paths": missing_paths,
    "quotes": wrong_quotes,
    "commands": wrong_commands,
    "names": unknown_names,
    "machines": machine_names,
}
