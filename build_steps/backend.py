"""The build backend: setuptools, and what the documentation needs where it is not built yet."""

import os
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - all hooks but these two are its own

ROOT = Path(__file__).resolve().parent.parent


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *needed_for_docs()]


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *needed_for_docs()]


def needed_for_docs() -> list[str]:
    """The packages that build docs/site/; none where it is up to date or left out."""
    if os.environ.get("EMBERTABLE_DOCS") == "0" or site_is_built():
        return []
    return packages(ROOT / "requirements" / "docs.in")


def site_is_built() -> bool:
    from importlib.util import module_from_spec, spec_from_file_location

    # This folder is on the path, not its parent.
    spec = spec_from_file_location("client", ROOT / "build_steps" / "client.py")
    assert spec is not None
    assert spec.loader is not None
    client = module_from_spec(spec)
    spec.loader.exec_module(client)
    return bool(client.launcher(ROOT / "play").SITE.is_built())


def packages(file: Path) -> list[str]:
    """The names in a requirements file and in those that it includes."""
    found: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            found += packages(file.parent / line[3:].strip())
        elif line and not line.startswith("#"):
            found.append(line)
    return found
