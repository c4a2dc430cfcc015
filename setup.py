"""The parts of the build that pyproject.toml cannot express: data files and the compiled modules.

EMBERTABLE_COMPILE=1 compiles the engine, the games, the bots, the learners' encoders and what makes
positions on a server with mypyc; without a C compiler it prints a warning and builds a pure wheel. EMBERTABLE_COMPILE=require fails
instead. Unset, and in every development install, the build is pure. EMBERTABLE_COMPILE_ONLY=lueur
compiles the engine, one game and its bots, for a quick measurement; no other game starts then.
A wheel holds the browser client and the documentation, built first if they are missing or out of
date; EMBERTABLE_CLIENT=0 and EMBERTABLE_DOCS=0 leave them out.
"""

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, contextmanager
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # a build front end does not add it

from build_steps import acyclic, annotations, client, dataclass_inits  # noqa: E402

LEDGERS = HERE / "docs" / "rules"
CLIENT = HERE / "web" / "dist"
SITE = HERE / "docs" / "site"
WITH_CLIENT = os.environ.get("EMBERTABLE_CLIENT", "") != "0"
WITH_DOCS = os.environ.get("EMBERTABLE_DOCS", "") != "0"
COMPILED = [
    "src/embertable/engine/**/*.py",
    "src/embertable/games/**/*.py",
    "src/embertable/bots/**/*.py",
    "src/embertable/envs/coding/*.py",
    "src/embertable/envs/*/writer.py",
    "src/embertable/envs/*/progress.py",
]
SERVER = [
    f"src/embertable/server/{name}.py"
    for name in (
        "clocks",
        "differences",
        "live",
        "played_game",
        "position",
        "presenter",
        "projections",
        "rendering",
        "viewer",
    )
]
"""What every decision on a server passes through: a group of its own, since tables took more memory in one with the rules."""
BY_GAME = ("games", "bots", "envs")
# Modules that stay pure, with the reason.
EXCLUDE = [
    # It lists its own folder on import, and a compiled package has no path yet at that point.
    "src/embertable/games/__init__.py",
    # Users derive their own bots, and an interpreted class cannot inherit from a compiled one.
    *[
        f"src/embertable/bots/{name}.py"
        for name in (
            "__init__",
            "analysis",
            "bot",
            "greedy",
            "hints",
            "levels",
            "proposals",
            "review",
            "search",
            "skill",
        )
    ],
]


class BuildWithData(build_py):
    """Ships the ledgers (rules_text/), the built client (web/) and the built documentation (docs/).

    A checkout reads all of them in place.
    """

    def run(self) -> None:
        if not self.editable_mode:
            make_ready()
        super().run()
        if not self.editable_mode:
            for source, target in self.shipped_files():
                self.mkpath(str(target.parent))
                self.copy_file(str(source), str(target))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = list(super().get_outputs(include_bytecode))
        if not self.editable_mode:
            outputs += [str(target) for _, target in self.shipped_files()]
        return outputs

    def shipped_files(self) -> list[tuple[Path, Path]]:
        into = Path(self.build_lib, "embertable")
        ledgers = [(file, into / "rules_text" / file.name) for file in sorted(LEDGERS.glob("*.md"))]
        shipped = ledgers
        for wanted, built, name in ((WITH_CLIENT, CLIENT, "web"), (WITH_DOCS, SITE, "docs")):
            files = [file for file in sorted(built.rglob("*")) if wanted and file.is_file()]
            files = [file for file in files if file.name != ".stamp"]
            shipped += [(file, into / name / file.relative_to(built)) for file in files]
        return shipped


def make_ready() -> None:
    """Build the client and the documentation if they are wanted and out of date."""
    if WITH_CLIENT:
        client.make_ready(HERE)
    if WITH_DOCS:
        from build_steps.site import build  # left out where a wheel is built without them

        build.make_ready(HERE)


class SourcesWithBuilt(sdist):
    """Ships what is built beside its sources, so that a wheel of them needs neither Node nor Sphinx."""

    def run(self) -> None:
        make_ready()
        super().run()


class CompileInParallel(build_ext):
    """Compiles the C files of an extension on all cores; setuptools does one after the other."""

    def build_extension(self, ext: Extension) -> None:
        def compile_one(source: str) -> list[str]:
            objects: list[str] = self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                macros=ext.define_macros,
                include_dirs=ext.include_dirs,
                extra_postargs=ext.extra_compile_args,
                depends=ext.depends,
            )
            return objects

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for objects in pool.map(compile_one, ext.sources):
                ext.extra_objects += objects
        ext.sources = []
        super().build_extension(ext)


def compiled_modules() -> list[Extension]:
    mode = os.environ.get("EMBERTABLE_COMPILE", "")
    # In a checkout a compiled module would hide every later edit of its source.
    if mode in ("", "0") or "editable_wheel" in sys.argv:
        return []
    if missing := missing_for_compiling():
        if mode == "require":
            sys.exit(f"error: cannot compile without {missing}; install it, or build pure")
        print(f"warning: {missing} is missing, so the build is pure", file=sys.stderr)
        return []

    from mypyc.build import mypycify

    only = os.environ.get("EMBERTABLE_COMPILE_ONLY", "")
    groups = {
        "embertable": files_of(COMPILED, only),
        "embertable_server": [] if only else files_of(SERVER),
    }
    extensions = []
    with prepared_sources(file for paths in groups.values() for file in paths):
        for name, paths in groups.items():
            if not paths:
                continue
            extensions += mypycify(
                paths,
                opt_level=os.environ.get("EMBERTABLE_OPT_LEVEL", "3"),
                debug_level="0",
                multi_file=True,  # runs as fast as one file, and compiles on all cores
                group_name=name,
                target_dir=str(HERE / "build"),
            )
    if sys.platform != "win32":
        for extension in extensions:
            # A fused multiply-add rounds once where Python rounds twice; both builds must agree.
            # Hidden symbols are reached directly, not through the linker's tables.
            extra = ["-ffp-contract=off", "-fvisibility=hidden"]
            extension.extra_compile_args = [*extension.extra_compile_args, *extra]
    return extensions


def files_of(patterns: Iterable[str], only: str = "") -> list[str]:
    """The files to compile that match, all or those that one game needs."""
    found = [file for pattern in patterns for file in sorted(HERE.glob(pattern))]
    paths = [
        file.relative_to(HERE).as_posix() for file in found if not only or is_needed_by(only, file)
    ]
    return [path for path in paths if path not in EXCLUDE]


@contextmanager
def prepared_sources(files: Iterable[str]) -> Iterator[None]:
    """Enter a copy of the sources in which `files` hold what mypyc cannot make by itself.

    The copy has the same relative paths, which mypyc prints in tracebacks.
    """
    paths = list(files)
    copy = HERE / "build" / "prepared"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(HERE / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "pyproject.toml", copy)
    dataclass_inits.write_out(copy / "src", [copy / path for path in paths])
    acyclic.write_out(copy / "src", [copy / path for path in paths])
    annotations.write_out(copy / path for path in paths if path.startswith("src/embertable/games/"))
    with chdir(copy):
        yield


def is_needed_by(game: str, file: Path) -> bool:
    """Whether a file belongs to this game, or to no single game."""
    part, *inside = file.relative_to(HERE / "src" / "embertable").parts
    return part not in BY_GAME or len(inside) == 1 or inside[0] in (game, "coding")


def missing_for_compiling() -> str | None:
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC")
    if compiler and not shutil.which(compiler.split()[0]):
        return f"the C compiler {compiler.split()[0]}"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "Python.h"
    try:
        import mypyc.build  # noqa: F401
    except ImportError:
        return "mypy"
    return None


setup(
    ext_modules=compiled_modules(),
    cmdclass={
        "build_ext": CompileInParallel,
        "build_py": BuildWithData,
        "sdist": SourcesWithBuilt,
    },
)
