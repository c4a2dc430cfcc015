"""Where the checkout lies, its locks, and files for another one."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
LOCKS = ["uv", "run", "postgres", "docs", "test", "build", "learn", "node"]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
