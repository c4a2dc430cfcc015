"""Builds the documentation site: the pages of docs/, and those made from the program itself.

Run it with `python -m build_steps.site.build FOLDER`; `./play docs` does. A warning fails the build.
"""

import io
import os
import re
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from build_steps import client
from build_steps.site import made_pages, pages, strict_html

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("sphinx", "myst_parser", "furo", "click", "msgspec", "babel")

CONFIG: dict[str, Any] = {
    "project": "Embertable",
    "author": "Embertable contributors",
    "project_copyright": "Embertable contributors",
    "extensions": ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"],
    "myst_heading_anchors": 4,
    "myst_enable_extensions": ["attrs_inline", "colon_fence"],
    "suppress_warnings": ["misc.highlighting_failure"],  # it is about colours only
    "default_role": "literal",  # docstrings quote names with single backticks
    "autodoc_member_order": "bysource",
    "autodoc_typehints_format": "short",
    "autodoc_preserve_defaults": True,
    "add_module_names": False,
    "html_theme": "furo",
    "html_title": "Embertable",
    "html_static_path": [str(ROOT / "docs" / "assets")],
    "html_css_files": ["site.css"],
    "html_js_files": ["site.js"],
    "html_copy_source": False,
    "html_show_sphinx": False,
    "html_show_copyright": False,
    "html_theme_options": {"sidebar_hide_name": False},
}


def make_ready(root: Path) -> None:
    """Build docs/site/ unless it is up to date; where that is impossible, exit with one sentence."""
    play = client.launcher(root / "play")
    if play.SITE.is_built():
        return
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        sys.exit(
            "error: the documentation in docs/site is missing or out of date, and building it needs"
            f" {', '.join(missing)}; type ./play build (which brings them), install"
            " requirements/docs.txt, or leave it out with EMBERTABLE_DOCS=0"
        )
    try:
        # pip shows a build its packages on the path alone.
        play.SITE.build(Path(sys.executable), path=sys.path)
    except play.Trouble as trouble:
        sys.exit(f"error: {trouble}")


def build(out: Path) -> list[str]:
    """Build the site into a folder; return its warnings."""
    # The command line's own pages are in English, whatever language this machine speaks.
    os.environ.update(EMBERTABLE_LANG="en", LC_ALL="C.UTF-8")
    if str(ROOT / "src") not in sys.path:
        sys.path.insert(0, str(ROOT / "src"))
    from sphinx.application import Sphinx

    import embertable

    with tempfile.TemporaryDirectory(prefix="embertable-docs-") as folder:
        staged = Path(folder) / "pages"
        made = Path(folder) / "site"
        pages.write_out(ROOT, staged, made_pages.all_pages(ROOT))
        warnings = io.StringIO()
        app = Sphinx(
            staged,
            None,
            made,
            Path(folder) / "doctrees",
            "html",
            {**CONFIG, "version": embertable.__version__, "release": embertable.__version__},
            status=None,
            warning=warnings,
        )
        app.build()
        told = [line for line in plain(warnings.getvalue(), folder).splitlines() if line]
        if not told:
            strict_html.make_strict(made)
            shutil.rmtree(out, ignore_errors=True)
            shutil.copytree(
                made, out, ignore=shutil.ignore_patterns(".buildinfo*", "*.map", "_sources")
            )
        return told


def plain(text: str, folder: str) -> str:
    """Warnings without colours and without the folder in which the pages were put together."""
    return re.sub(r"\x1b\[[\d;]*m", "", text).replace(f"{folder}/pages", "docs")


if __name__ == "__main__":
    problems = build(Path(sys.argv[1]))
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
    sys.exit(1 if problems else 0)
