"""Wheels: what setup.py builds, pure and compiled."""

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from build_steps import client
from build_steps.site import build
from tests.launcher.checkout import CHECKOUT, write


def test_a_wheel_is_built_from_a_clean_copy(play, monkeypatch):
    tree = {
        "build_steps/inits.py",
        "src/embertable/__init__.py",
        "docs/rules/lueur.md",
        "pyproject.toml",
        "setup.py",
    }
    litter = {
        "build_steps/site/build.py",
        "src/embertable/engine/table.so",
        "src/embertable.egg-info/PKG-INFO",
        "docs/other.md",
    }
    for name in tree | litter:
        write(play.ROOT / name, name)

    def call(command, what, remedy, *, cwd, env):
        copied = {file.relative_to(cwd).as_posix() for file in cwd.rglob("*") if file.is_file()}
        assert copied == tree
        assert env == {
            "EMBERTABLE_CLIENT": "0",
            "EMBERTABLE_COMPILE": "require",
            "EMBERTABLE_DOCS": "0",
            "EMBERTABLE_OPT_LEVEL": "3",
        }
        (cwd / "src/embertable/table.c").touch()
        write(Path(command[-1]) / "embertable.whl", "")

    monkeypatch.setattr(play, "call", call)
    wheel = play.build_wheel(Path("python"), play.ROOT / "dist", "require")
    assert wheel == play.ROOT / "dist/embertable.whl"
    assert wheel.exists()
    assert not list((play.ROOT / "src").rglob("*.c"))


def test_the_documentation_is_built_with_the_packages_of_an_isolated_build(play, monkeypatch):
    """pip hands a build its packages on the path alone, which a new process has to be told."""
    write(play.ROOT / "build_steps/__init__.py", "")
    write(play.ROOT / "build_steps/site/__init__.py", "")
    write(play.ROOT / "build_steps/site/build.py", "import only_for_builds")
    write(play.ROOT / "overlay/only_for_builds.py", "")
    write(play.ROOT / "docs/site/index.html", "")
    monkeypatch.setattr(client, "launcher", lambda file: play)
    with pytest.raises(SystemExit, match="building the documentation failed"):
        build.make_ready(play.ROOT)
    monkeypatch.syspath_prepend(play.ROOT / "overlay")
    build.make_ready(play.ROOT)
    assert play.SITE.is_built()


RULE = """from dataclasses import dataclass

DICE = 5


@dataclass
class Roll:
    dice: int = DICE
"""


@pytest.fixture
def small_project(play):
    """A checkout with our real build files around a package of one rule."""
    for name in ["pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"]:
        shutil.copy(CHECKOUT / name, play.ROOT)
    shutil.copytree(CHECKOUT / "build_steps", play.ROOT / "build_steps")
    package = play.ROOT / "src/embertable"
    write(package / "__init__.py", "")
    write(package / "py.typed", "")
    write(package / "games/__init__.py", "")
    write(package / "games/lueur/__init__.py", RULE)
    write(package / "games/lueur/content/lueur.toml", "")
    write(package / "bots/__init__.py", "")
    write(package / "bots/lueur/__init__.py", "")
    write(package / "bots/lueur/weights.json", "{}")
    write(package / "server/__init__.py", "")
    write(package / "server/position.py", "from __future__ import annotations\n")
    write(play.ROOT / "docs/rules/lueur.md", "# Lueur\n")
    write(play.ROOT / "web/package-lock.json", "{}")
    write(play.ROOT / "web/src/main.ts", "")
    write(play.ROOT / "web/dist/assets/main.js", "")
    write(play.ROOT / "docs/site/index.html", "")
    play.stamp(play.CLIENT.dist, play.digest(*play.CLIENT.sources()))
    shutil.copy(CHECKOUT / "play", play.ROOT)
    play.stamp(play.SITE.out, play.digest(*play.SITE.sources()))

    def wheel(mode, *, with_page=False):
        return play.build_wheel(Path(sys.executable), play.ROOT / "dist", mode, with_page=with_page)

    return wheel


@pytest.mark.slow
def test_a_wheel_ships_content_and_ledgers(small_project):
    wheel = small_project("", with_page=True)
    assert wheel.name.endswith("-none-any.whl")
    assert {
        "embertable/py.typed",
        "embertable/games/lueur/content/lueur.toml",
        "embertable/bots/lueur/weights.json",
        "embertable/rules_text/lueur.md",
        "embertable/web/assets/main.js",
        "embertable/docs/index.html",
    } <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.slow
def test_a_wheel_is_refused_a_client_that_is_out_of_date(small_project, play, monkeypatch, capsys):
    write(play.ROOT / "web/src/main.ts", "new")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(play.Trouble, match="building the wheel failed"):
        small_project("", with_page=True)
    assert "needs Node 20 or newer" in capsys.readouterr().err
    names = zipfile.ZipFile(small_project("")).namelist()
    assert "embertable/rules_text/lueur.md" in names
    assert "embertable/web/assets/main.js" not in names


@pytest.mark.slow
def test_a_wheel_is_refused_documentation_that_is_out_of_date(small_project, play, capsys):
    write(play.ROOT / "docs/rules/lueur.md", "# Lueur, again\n")
    with pytest.raises(play.Trouble, match="building the wheel failed"):
        small_project("", with_page=True)
    told = capsys.readouterr().err
    assert "building the documentation failed" in told


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_pure_unless_required(
    small_project, play, monkeypatch, capsys
):
    monkeypatch.setenv("CC", "no-such-compiler")
    assert small_project("1").name.endswith("-none-any.whl")
    assert capsys.readouterr().err.endswith("so this wheel is pure.\n")
    with pytest.raises(play.Trouble, match="building the wheel failed"):
        small_project("require")
    assert "cannot compile without the C compiler no-such-compiler" in capsys.readouterr().err


@pytest.mark.slow
def test_a_compiled_wheel_holds_compiled_games_beside_their_sources(small_project):
    names = zipfile.ZipFile(small_project("require")).namelist()
    compiled = [name for name in names if name.endswith((".so", ".pyd"))]
    assert any(name.startswith("embertable/games/lueur/__init__.") for name in compiled)
    assert any(name.startswith("embertable/server/position.") for name in compiled)
    assert "embertable/games/lueur/__init__.py" in names
    assert "embertable/rules_text/lueur.md" in names
    assert not [name for name in names if "build_steps" in name or "prepared" in name]


@pytest.mark.slow
def test_a_development_install_is_never_compiled(small_project, play, tmp_path):
    hook = play.BUILD_HOOK.replace("build_wheel", "build_editable")
    command = [sys.executable, "-c", hook, str(tmp_path)]
    play.call(command, "installing", cwd=play.ROOT, env={"EMBERTABLE_COMPILE": "require"})
    assert list(tmp_path.glob("embertable-*.whl"))
    compiled = [file for file in play.ROOT.rglob("*") if file.suffix in {".c", ".so", ".pyd"}]
    assert compiled == []
