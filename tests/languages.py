"""One more language for the tests: a folder of its own, and what is not said from it.

The pseudo-locale marks all that a template says itself and leaves its arguments bare. Whatever a
person reads outside the marks was not said by a catalogue.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

from embertable.engine.catalogue import ENGLISH, LOCALES
from embertable.games import GAMES, load
from embertable.ledger import load_ledger

PSEUDO = "en-XA"
"""The tag that CLDR reserves for a language like this."""
OPEN, CLOSE = "⟦⟧"

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
ALLOWED = re.compile(
    r"""
      ^\|.*                          # the ids of a ladder's row
    | ^--option\b.*                  # as it is typed
    | ^embertable[ ]\w+([ ]\w+)?$    # commands
    | ^(\w+,[ ])+\w+$                # ids in a row
    | \S*[/\\.=@]\S*                # paths, files, settings, addresses
    | \b[0-9a-f]{32}\b | \w+_\w+     # hashes, ids
    | ^is[ ]not[ ]known[ ]here.*     # what is wrong with a row of a content pack, told in English
    """,
    re.VERBOSE,
)


def with_language(folder: Path, language: str, mark: Callable[[str], str]) -> Path:
    """A copy of all languages in a folder, and one more: English with each template marked."""
    locales = folder / "locales"
    shutil.copytree(LOCALES, locales)
    (locales / language).mkdir()
    for file in (LOCALES / ENGLISH).iterdir():
        groups = tomllib.loads(file.read_text(encoding="utf-8"))
        lines: list[str] = []
        for group, entries in groups.items():
            lines.append(f"[{json.dumps(group)}]")
            for name, template in entries.items():
                lines.append(f"{json.dumps(name)} = {json.dumps(mark(template))}")
        (locales / language / file.name).write_text("\n".join(lines), "utf-8")
    return locales


def pseudo_locales(folder: Path) -> Path:
    return with_language(folder, PSEUDO, marked)


def marked(template: str) -> str:
    """A template with marks around all that it says itself, and none around its arguments."""
    pieces: list[str] = []
    for text, name, spec, _ in Formatter().parse(template):
        if text:
            pieces.append(OPEN + text.replace("{", "{{").replace("}", "}}") + CLOSE)
        if name is not None and spec and "|" in spec:
            forms = [f"{OPEN}{form}{CLOSE}" for form in spec.split("|")]
            pieces.append(f"{{{name}:{'|'.join(forms)}}}")
        elif name is not None:
            pieces.append(f"{{{name}:{spec}}}" if spec else f"{{{name}}}")
    return "".join(pieces)


def escaped(text: str) -> list[str]:
    """The lines of a text outside all marks that say something in words.

    Names and ids are single words or capitalised; the clauses of the rules are in English.
    """
    pieces, depth = [""], 0
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        if letter == OPEN:
            pieces.append("")
        elif depth == 0 and letter != CLOSE:
            pieces[-1] += letter
    lines = [line.strip() for piece in pieces for line in piece.splitlines()]
    return [line for line in lines if is_sentence(line)]


def is_sentence(line: str) -> bool:
    words = WORD.findall(ALLOWED.sub(" ", line))
    says = len(words) > 1 and any(word.islower() and len(word) > 1 for word in words)
    clause = re.sub(r"^[A-Z]+(-[A-Z0-9]+)+[a-z]?\s+", "", line)
    return says and as_read(clause) not in rules()


@cache
def rules() -> str:
    clauses = [one for game in GAMES for one in load_ledger(load(game)).clauses.values()]
    return as_read(" ".join(f"{one.full_text()} {one.source}" for one in clauses))


def as_read(text: str) -> str:
    """Without Markdown, and however it is broken into lines."""
    return " ".join(re.sub(r"[*`]", "", text).replace("_", " ").split())


def said_by(
    lines: Sequence[tuple[str, Sequence[str]]], locales: Path, language: str, folder: Path
) -> list[str]:
    """What these commands say, each with what is typed into it; all in one process of their own."""
    work = [[typed, list(arguments)] for typed, arguments in lines]
    environment = {
        **os.environ,
        "EMBERTABLE_LOCALES": str(locales),
        "EMBERTABLE_LANG": language,
        "XDG_DATA_HOME": str(folder / "data"),
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.languages"],
        input=json.dumps(work),
        capture_output=True,
        check=False,
        text=True,
        env=environment,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def main() -> None:
    from embertable.cli import run

    said: list[str] = []
    for typed, arguments in json.load(sys.stdin):
        heard = io.StringIO()
        sys.stdin = io.StringIO(typed)
        with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
            run(arguments)
        said.append(heard.getvalue())
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main()
