"""Sdist and wheel as `python -m build` makes them, installed elsewhere: the server has its page and plays."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from build_steps.client import launcher
from embertable.server.client import Client
from tests.browser.running import WEB, Served
from tests.package.installed import ROOT

pytestmark = pytest.mark.slow

BUILD = "import sys, setuptools.build_meta as build; getattr(build, sys.argv[1])(sys.argv[2])"
SHIPPED = ("build_steps", "docs", "requirements", "src", "web")
NO_NODE = {"PATH": ""}


def run_hook(
    hook: str, tree: Path, out: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Call a build hook as a front end does, in the sources and in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", BUILD, hook, str(out)],
        cwd=tree,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our sdist, built in a copy of the checkout."""
    folder = tmp_path_factory.mktemp("sdist")
    tree = folder / "checkout"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        at_top = "/" not in name
        if (at_top or name.startswith(SHIPPED)) and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    shutil.copytree(WEB / "dist", tree / "web" / "dist")
    done = run_hook("build_sdist", tree, folder, **NO_NODE)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.tar.gz")
    return made


@pytest.fixture
def unpacked(sdist: Path, tmp_path: Path) -> Path:
    return unpack(sdist, tmp_path)


def unpack(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    (tree,) = folder.glob("embertable-*")
    return tree


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the unpacked sdist, on a machine without Node."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run_hook("build_wheel", unpack(sdist, folder), folder, **NO_NODE)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def served(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server of the installed wheel; only its dependencies come from this environment."""
    folder = tmp_path_factory.mktemp("installed")
    environment = launcher(ROOT / "play").Environment(folder / "venv")
    environment.create()
    environment.install_one([str(wheel)], "installing the wheel")
    (site,) = (folder / "venv").rglob("site-packages")
    # A folder named in a .pth file does not have its own .pth files read: our sources stay away.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    server = Served(folder / "tables.sqlite", program=environment.python, client=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONPATH", raising=False)
        patch.chdir(folder)
        server.start()
    yield server
    server.kill()


def test_an_sdist_holds_what_rebuilds_the_client(unpacked):
    for name in (
        "play",
        "requirements/node.txt",
        "src/embertable/locales/it/client.toml",
        "web/.npmrc",
        "web/build.mjs",
        "web/dist/index.html",
        "web/package-lock.json",
        "web/src/main.ts",
    ):
        assert (unpacked / name).is_file(), name
    assert not (unpacked / "web" / "node_modules").exists()


def test_a_changed_client_is_built_again_or_the_build_fails_with_a_sentence(unpacked, tmp_path):
    page = unpacked / "web" / "src" / "index.html"
    page.write_text(page.read_text().replace("</head>", "<!-- ours --></head>"))
    refused = run_hook("build_wheel", unpacked, tmp_path, **NO_NODE)
    assert refused.returncode != 0
    assert "missing or out of date, and building it needs Node 20 or newer" in refused.stderr
    assert "Traceback" not in refused.stderr.partition("error: ")[2]
    (unpacked / "web" / "node_modules").symlink_to(WEB / "node_modules")
    done = run_hook("build_wheel", unpacked, tmp_path)
    assert done.returncode == 0, done.stderr
    (made,) = tmp_path.glob("*.whl")
    assert b"<!-- ours -->" in zipfile.ZipFile(made).read("embertable/web/index.html")


def test_the_installed_server_plays_over_http(served):
    with urllib.request.urlopen(served.address) as answer:
        assert b"<title>" in answer.read()

    async def play() -> int:
        client = Client(served.address)
        await client.sign_in("Ada")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        table = await client.post("/api/tables", {"game": "lueur", "seats": seats})
        async with client.sit(table["id"]) as seat:
            for _ in range(5):
                position = await seat.my_turn()
                await seat.act(position.options[0])
            return (await seat.my_turn()).seq

    assert asyncio.run(play()) > 5


def test_the_installed_page_opens_in_a_browser(person):
    ada = person("Ada")
    ada.open("/")
    expect(ada.page.locator("article")).to_have_count(4)
