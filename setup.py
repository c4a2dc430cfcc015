"""The parts of a build that pyproject.toml cannot say: rules as data, and the compiled modules.

EMBERTABLE_COMPILE=1 compiles engine, games, bots and what numbers games for learners with mypyc, or
warns and stays pure where there is no C compiler; EMBERTABLE_COMPILE=require fails instead. Unset, or
in a development install, everything stays pure. EMBERTABLE_COMPILE_ONLY=lueur compiles the engine and
that one game with its bots, to measure it soon; the other games do not start in such a build.
"""

import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
LEDGERS = HERE / "docs" / "rules"
CLIENT = HERE / "web" / "dist"
COMPILED = [
    "src/embertable/engine/**/*.py",
    "src/embertable/games/**/*.py",
    "src/embertable/bots/**/*.py",
    "src/embertable/envs/coding/*.py",
    "src/embertable/envs/*/writer.py",
]
BY_GAME = ("games", "bots", "envs")
# Modules that stay pure, each with its reason.
EXCLUDE = [
    # It lists its own folder when it is imported, and a compiled package has no path yet by then.
    "src/embertable/games/__init__.py",
    # People derive bots of their own, and interpreted classes cannot inherit from compiled ones.
    *[
        f"src/embertable/bots/{name}.py"
        for name in ("__init__", "bot", "greedy", "hints", "review", "search", "analysis")
    ],
]


class BuildWithCompany(build_py):
    """Ships docs/rules/*.md as embertable/rules_text/ and the built client as embertable/web/.

    A checkout reads both where they are.
    """

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for source, target in self.company():
                self.mkpath(str(target.parent))
                self.copy_file(str(source), str(target))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = list(super().get_outputs(include_bytecode))
        if not self.editable_mode:
            outputs += [str(target) for _, target in self.company()]
        return outputs

    def company(self) -> list[tuple[Path, Path]]:
        into = Path(self.build_lib, "embertable")
        ledgers = [(file, into / "rules_text" / file.name) for file in sorted(LEDGERS.glob("*.md"))]
        client = [file for file in sorted(CLIENT.rglob("*")) if file.is_file()]
        return ledgers + [(file, into / "web" / file.relative_to(CLIENT)) for file in client]


class CompileInParallel(build_ext):
    """Compiles the C files of a module on all cores; setuptools takes them one by one."""

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
    # A compiled module between the sources would hide every later edit, so never in a checkout.
    if mode in ("", "0") or "editable_wheel" in sys.argv:
        return []
    if missing := missing_for_compiling():
        if mode == "require":
            sys.exit(f"error: cannot compile without {missing}; install it, or build pure")
        print(f"warning: {missing} is missing, so the build stays pure", file=sys.stderr)
        return []

    from mypyc.build import mypycify

    only = os.environ.get("EMBERTABLE_COMPILE_ONLY", "")
    files = [
        file.relative_to(HERE).as_posix()
        for pattern in COMPILED
        for file in sorted(HERE.glob(pattern))
        if not only or is_needed_by(only, file)
    ]
    extensions = mypycify(
        [file for file in files if file not in EXCLUDE],
        opt_level="3",
        debug_level="0",
        multi_file=True,  # as fast as one file when run, and compiled on all cores
        group_name="embertable",
    )
    if sys.platform != "win32":
        for extension in extensions:
            # A fused multiply-add rounds once where Python rounds twice; needles must agree.
            extension.extra_compile_args.append("-ffp-contract=off")
            # What other libraries cannot see is called and read without a detour by tables.
            extension.extra_compile_args.append("-fvisibility=hidden")
    return extensions


def is_needed_by(game: str, file: Path) -> bool:
    """Whether a file is this game's, or no single game's."""
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
    cmdclass={"build_ext": CompileInParallel, "build_py": BuildWithCompany},
)
