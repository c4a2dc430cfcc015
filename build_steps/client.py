"""Builds the browser client before a wheel or an sdist takes it, with the launcher's own steps."""

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType


def make_ready(root: Path) -> None:
    """Build web/dist/ unless it is up to date; where that is impossible, exit with one sentence."""
    play = launcher(root / "play")
    try:
        if not play.CLIENT.is_built() and not play.system_node():
            sys.exit(
                "error: the browser client in web/dist is missing or out of date, and building it"
                f" needs Node {play.OLDEST_NODE} or newer with npm; install Node, type ./play build"
                " (which brings its own), or leave the client out with EMBERTABLE_CLIENT=0"
            )
        play.CLIENT.ready()
    except play.Trouble as trouble:
        sys.exit(f"error: {trouble}")


def launcher(file: Path) -> ModuleType:
    """The launcher of these sources as a module."""
    loader = SourceFileLoader("play", str(file))
    spec = importlib.util.spec_from_loader("play", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
