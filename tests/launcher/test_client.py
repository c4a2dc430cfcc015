"""The browser client: built once, and again when it changed."""

from pathlib import Path

import pytest

from tests.launcher.checkout import CHECKOUT, write


@pytest.fixture
def client(play, monkeypatch):
    """A client whose tools are noted instead of run."""
    for name in [
        "package.json",
        "package-lock.json",
        ".npmrc",
        "build.mjs",
        "locales.mjs",
        "src/main.ts",
    ]:
        write(play.CLIENT.folder / name, name)
    steps = []

    def call(command, what, *_, **__):
        steps.append(" ".join(command))
        made = "node_modules" if "ci" in command else "dist"
        (play.CLIENT.folder / made).mkdir(exist_ok=True)
        return True

    monkeypatch.setattr(play, "call", call)
    return steps


def test_the_client_is_built_once(play, client):
    assert play.CLIENT.ready() == play.ROOT / "web/dist"
    assert client == ["npm ci --ignore-scripts", "node build.mjs"]
    play.CLIENT.ready()
    assert len(client) == 2


def test_a_changed_source_builds_the_client_again(play, client):
    play.CLIENT.ready()
    client.clear()
    write(play.CLIENT.folder / "src/App.svelte", "new")
    play.CLIENT.ready()
    assert client == ["node build.mjs"]


def test_a_changed_catalogue_builds_the_client_again(play, client):
    play.CLIENT.ready()
    client.clear()
    write(play.ROOT / "src/embertable/locales/fr/client.toml", "new")
    play.CLIENT.ready()
    assert client == ["node build.mjs"]


def test_a_changed_lock_installs_the_clients_packages_again(play, client):
    play.CLIENT.ready()
    client.clear()
    write(play.CLIENT.folder / "package-lock.json", "new")
    play.CLIENT.ready()
    assert client == ["npm ci --ignore-scripts", "node build.mjs"]


@pytest.fixture
def started(play, monkeypatch):
    """The command lines that the product was started with."""
    lines = []

    def become(python, args):
        lines.append(args)
        return 0

    monkeypatch.setattr(play.DEVELOPMENT, "ready", lambda *groups: Path("python"))
    monkeypatch.setattr(play, "become", become)
    return lines


def test_without_arguments_the_table_opens_in_the_browser(play, client, started):
    assert play.main([]) == 0
    assert started == [["serve", "--open", "--client", str(play.ROOT / "web/dist")]]


def test_other_commands_need_no_client(play, client, started):
    assert play.main(["games"]) == 0
    assert started == [["games"]]
    assert client == []


def test_the_clients_lock_names_no_registry():
    text = (CHECKOUT / "web/package-lock.json").read_text()
    assert '"resolved"' not in text
    assert text.count('"integrity": "sha512-') > 30
