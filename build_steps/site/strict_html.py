"""Moves scripts and styles out of HTML pages, so that they work under our content security policy.

The policy allows files of the server's own and nothing inline: no `<script>` or `<style>` with text,
no `style` attribute.
"""

import re
from hashlib import blake2b
from os.path import relpath
from pathlib import Path

SCRIPT = re.compile(r"<script(?P<attributes>(?:\s[^>]*)?)>(?P<text>.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style[^>]*>(?P<text>.*?)</style>", re.DOTALL)
TAG = re.compile(r"<[a-zA-Z][^<>]*?\sstyle=(?P<quote>[\"'])(?P<rules>.*?)(?P=quote)[^<>]*>")
CLASS = re.compile(r"\sclass=([\"'])(.*?)\1")
FOLDER = "_static/strict"
RULES = "attributes.css"


def make_strict(site: Path) -> None:
    """Rewrite every page of a site; equal scripts and styles share a file."""
    folder = site / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    attributes: dict[str, str] = {}
    for page in sorted(site.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        strict = without_inline(text, page, folder, attributes)
        if strict != text:
            page.write_text(strict, encoding="utf-8")
    rules = [f".{name} {{ {value} }}\n" for value, name in sorted(attributes.items())]
    (folder / RULES).write_text("".join(rules), encoding="utf-8")


def without_inline(text: str, page: Path, folder: Path, attributes: dict[str, str]) -> str:
    def address(file: Path) -> str:
        return Path(relpath(file, page.parent)).as_posix()

    def saved(content: str, ending: str) -> str:
        file = folder / f"{name_of(content)}.{ending}"
        file.write_text(content, encoding="utf-8")
        return address(file)

    def script(found: re.Match[str]) -> str:
        if "src=" in found["attributes"] or "application/" in found["attributes"]:
            return found[0]
        return f'<script src="{saved(found["text"], "js")}"></script>'

    def style(found: re.Match[str]) -> str:
        return f'<link rel="stylesheet" href="{saved(found["text"], "css")}">'

    def attribute(found: re.Match[str]) -> str:
        rules = found["rules"].strip()
        name = attributes.setdefault(rules, f"s-{name_of(rules)}")
        tag = found[0].replace(f" style={found['quote']}{found['rules']}{found['quote']}", "", 1)
        if CLASS.search(tag):
            return CLASS.sub(lambda own: f' class="{own[2]} {name}"', tag, count=1)
        start = re.match(r"<[\w:-]+", tag)
        assert start, "a tag has a name"
        return f'{start[0]} class="{name}"{tag[start.end() :]}'

    text = STYLE.sub(style, SCRIPT.sub(script, text))
    before = len(attributes)
    text = TAG.sub(attribute, text)
    if before != len(attributes) or "s-" in text:
        link = f'<link rel="stylesheet" href="{address(folder / RULES)}">'
        text = text.replace("</head>", f"{link}</head>", 1)
    return text


def name_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()
