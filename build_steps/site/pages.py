"""Copies the Markdown pages to where Sphinx reads them: links rewritten, lists made into the tree."""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

AT_THE_TOP = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
"""Pages of the checkout's root that are part of the site."""

RENAMED = {
    "README.md": "index.md",
    "docs/rules": "rules/index.md",
    "docs/measurements": "measurements/README.md",
}
FENCE = re.compile(r"^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(?P<mark>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)#\s]*)(?P<anchor>#[^)]*)?\)")
SECTION = re.compile(r"^## (?P<title>.+?)\n(?P<body>.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
MADE = re.compile(r"^<!-- made: (?P<name>[\w/-]+) -->$", re.MULTILINE)
CLAUSE = re.compile(r"^- \*\*(?P<id>[A-Z]+(?:-[A-Z]+)*-\d+\w*)\b", re.MULTILINE)


def sources(root: Path) -> Iterator[Path]:
    """Yield the Markdown pages of the site."""
    yield from (root / name for name in AT_THE_TOP)
    yield from sorted(path for path in (root / "docs").rglob("*.md") if not is_made(root, path))


def is_made(root: Path, path: Path) -> bool:
    return path.is_relative_to(root / "docs" / "site")


def place_of(name: str) -> str:
    """Where a file of the checkout lies in the site."""
    if name in RENAMED:
        return RENAMED[name]
    return name.removeprefix("docs/")


def write_out(root: Path, into: Path, made: Mapping[str, str]) -> None:
    """Write all pages below `into`, with the pages made from the program among them."""
    for page in sources(root):
        name = page.relative_to(root).as_posix()
        text = linked(page.read_text(encoding="utf-8"), name, root, into)
        if name.startswith("docs/rules/"):
            text = with_anchors(text)
        if page.name == "README.md":
            text = f"{text}\n{tree_of_folder(page)}"
        if name == "docs/index.md":
            text = with_tree(text, made)
        save(into / place_of(name), text)
    shutil.copy(root / "docs" / "openapi.json", into)  # the page of the HTTP API offers it
    for name, text in made.items():
        save(into / f"{name}.md", text)


def save(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def linked(text: str, name: str, root: Path, into: Path) -> str:
    """A page whose links point into the site, with the files they name copied beside it."""

    def new_link(found: re.Match[str]) -> str:
        target, anchor = found["target"], found["anchor"] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        wanted = (root / name).parent.joinpath(target).resolve().relative_to(root.resolve())
        file = wanted.as_posix()
        place = place_of(file)
        if place.startswith(("src/", "tests/", "web/", "examples/", "benchmarks/")):
            return found["text"]
        if not place.endswith(".md"):
            (into / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / file, into / place)
        return f"{found['mark']}[{found['text']}](/{place}{anchor if file not in RENAMED else ''})"

    return outside_fences(text, lambda part: LINK.sub(new_link, part))


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    parts = []
    end = 0
    for fence in FENCE.finditer(text):
        parts += [change(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, change(text[end:])])


def with_anchors(text: str) -> str:
    """A ledger in which every clause can be linked to by its id."""
    return CLAUSE.sub(lambda found: f'- <a id="{found["id"]}"></a>{found[0][2:]}', text)


def with_tree(text: str, made: Mapping[str, str]) -> str:
    """The home page with a toctree for each of its sections: the pages its list links to."""

    def line_of(found: re.Match[str]) -> str:
        title, _, rest = made[found["name"]].partition("\n")
        about = rest.strip().partition("\n\n")[0].replace("\n", " ")
        return f"- [{title.removeprefix('# ')}](/{found['name']}.md): {about}"

    text = MADE.sub(line_of, text)

    def with_toctree(found: re.Match[str]) -> str:
        pages = list(dict.fromkeys(pages_in(found["body"])))
        if not pages:
            return found[0]
        tree = ["```{toctree}", ":hidden:", f":caption: {found['title']}", "", *pages, "```", ""]
        return "\n".join([found[0].rstrip(), "", *tree, ""])

    return SECTION.sub(with_toctree, text)


def tree_of_folder(page: Path) -> str:
    """A toctree of the pages beside one, the newest first."""
    pages = sorted((file.stem for file in page.parent.glob("*.md") if file != page), reverse=True)
    return "\n".join(["```{toctree}", ":hidden:", "", *pages, "```", ""])


def pages_in(text: str) -> Iterator[str]:
    """Yield the pages that the items of a list begin with a link to."""
    for item in re.finditer(r"^- \[[^\]]*\]\((?P<target>[^)#]*)\.md\)", text, re.MULTILINE):
        yield str(PurePosixPath("/") / item["target"])
