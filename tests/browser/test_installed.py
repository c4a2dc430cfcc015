"""Sdist and wheel as `python -m build` makes them, installed elsewhere: the server has its page and plays."""

from __future__ import annotations

import asyncio
import json
import os
import re
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
from tests.package import containers
from tests.package.installed import ROOT

pytestmark = pytest.mark.slow

BUILD = "import sys, setuptools.build_meta as build; getattr(build, sys.argv[1])(sys.argv[2])"
SHIPPED = ("build_steps", "docs", "requirements", "src", "web")
NO_NODE = {"PATH": ""}
LARGEST_WHEEL, LARGEST_DOCS = 8_000_000, 2_000_000
"""Bytes of the whole wheel, and of the documentation in it."""


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
    shutil.copytree(launcher(ROOT / "play").CLIENT.ready(), tree / "web" / "dist")
    shutil.copytree(launcher(ROOT / "play").SITE.ready(), tree / "docs" / "site")
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


def test_documentation_out_of_date_is_built_again_or_the_build_fails_with_a_sentence(
    unpacked, tmp_path
):
    page = unpacked / "docs" / "glossary.md"
    page.write_text(page.read_text() + "\nOurs.\n")
    # Python without the packages of this environment, as on a machine that has only setuptools.
    (tmp_path / "alone").mkdir()
    installed = Path(sysconfig.get_path("purelib"))
    for part in (*installed.glob("setuptools*"), installed / "_distutils_hack"):
        (tmp_path / "alone" / part.name).symlink_to(part)
    call = [sys.executable, "-S", "-c", BUILD, "build_wheel", str(tmp_path)]
    lonely = {**os.environ, "PYTHONPATH": str(tmp_path / "alone"), **NO_NODE}
    refused = subprocess.run(
        call, cwd=unpacked, env=lonely, capture_output=True, text=True, check=False
    )
    assert refused.returncode != 0
    assert "missing or out of date, and building it needs sphinx, myst_parser" in refused.stderr
    asked = "import backend; print(backend.get_requires_for_build_wheel())"
    told = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=unpacked,
        env={**os.environ, "PYTHONPATH": "build_steps"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "'sphinx<" in told.stdout  # so that a front end installs it
    done = run_hook("build_wheel", unpacked, tmp_path)
    assert done.returncode == 0, done.stderr
    (made,) = tmp_path.glob("*.whl")
    assert b"Ours." in zipfile.ZipFile(made).read("embertable/docs/glossary.html")


def test_a_wheel_is_of_sensible_size(wheel):
    assert wheel.stat().st_size < LARGEST_WHEEL
    parts = zipfile.ZipFile(wheel).infolist()
    docs = [part for part in parts if part.filename.startswith("embertable/docs/")]
    assert sum(part.compress_size for part in docs) < LARGEST_DOCS


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


def test_the_installed_documentation_opens_and_is_searched_in_a_browser(person):
    ada = person("Ada")
    ada.open("/docs")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("Embertable")
    ada.page.locator(".sidebar-search").fill("hourglass")
    ada.page.keyboard.press("Enter")
    results = ada.page.locator("#search-results li a")
    expect(results.first).to_be_visible()
    ada.page.get_by_role("link", name=re.compile("Faceless")).first.click()
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("The Faceless")
    ada.open("/docs/agent")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("another program")
    # The colours of a page are set by a script, which the policy lets run from its file only.
    expect(ada.page.locator("body")).to_have_attribute("data-theme", "auto")


def test_the_reports_of_the_documentation_keep_their_styles(person):
    ada = person("Ada")
    ada.open("/docs/balance")
    ada.page.get_by_role("link", name="lueur.html").click()
    ada.page.wait_for_load_state()
    assert ada.page.evaluate("document.styleSheets.length") >= 1


def test_the_steps_of_the_container_file_give_a_healthy_server(wheel, tmp_path):
    place = tmp_path / "opt"
    paths = {
        "/opt/embertable": str(place),
        "/tmp/requirements/": f"{ROOT}/requirements/",
        "/tmp/wheel/*.whl": str(wheel),
        "/var/lib/embertable": str(tmp_path),
        "8000": "0",
    }

    def here(line: str) -> str:
        for there, mine in paths.items():
            line = line.replace(there, mine)
        return line

    steps = [rest for word, rest in containers.instructions() if word == "RUN"]
    assert steps.pop(0) == "python play build"  # what made the wheel
    assert steps.pop().startswith("useradd ")
    made, packages, ours = [
        here(step.replace("python -m", f"{sys.executable} -m")) for step in steps
    ]
    subprocess.run(made, shell=True, check=True)
    if subprocess.run(packages, shell=True, capture_output=True, check=False).returncode:
        # Without a registry they come from this environment.
        (site,) = place.rglob("site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    subprocess.run(ours, shell=True, capture_output=True, check=True)
    start = json.loads(containers.last("ENTRYPOINT")) + json.loads(containers.last("CMD"))
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "EMBERTABLE_LANG": "en"}
    environment.pop("PYTHONPATH", None)
    server = subprocess.Popen(
        [here(word) for word in start],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=environment,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = re.search(r":(\d+)", server.stdout.readline())
        assert found, "the server did not start"
        check = json.loads(containers.last("HEALTHCHECK").partition("CMD ")[2])
        well = [here(check[0]), *check[1:-1], check[-1].replace(":8000/", f":{found[1]}/")]
        assert subprocess.run(well, check=False).returncode == 0
        assert (tmp_path / "tables.sqlite").is_file()
    finally:
        server.kill()
        server.communicate()
