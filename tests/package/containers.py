"""Reads the files of deploy/ as the tests need them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from embertable.server.http import ROUTES
from embertable.server.middleware import LARGEST_BODY
from tests.contract.pages import problem_of_ours

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def instructions(folder: Path = DEPLOY) -> list[tuple[str, str]]:
    """The instructions of the container file with their arguments, in order."""
    text = (folder / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [
        (word, rest)
        for word, _, rest in (line.partition(" ") for line in lines if line)
        if word.isupper()
    ]


def last(name: str, folder: Path = DEPLOY) -> str:
    return [rest for word, rest in instructions(folder) if word == name][-1]


def compose(folder: Path = DEPLOY) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((folder / "compose.yaml").read_text(encoding="utf-8"))
    return found


def problems(folder: Path) -> Iterator[str]:
    """What does not fit together in a folder with these files."""
    port = last("EXPOSE", folder)
    yield from (
        f"COPY {name}: no such file" for name in copied(folder) if not (ROOT / name).exists()
    )
    services = compose(folder)["services"]
    server = services["server"]
    for where, command in {
        "Containerfile": json.loads(last("CMD", folder)),
        "compose.yaml": [
            re.sub(r"\$\{NAME[^}]*\}", "example.org", one) for one in server["command"]
        ],
        "embertable.service": exec_start(folder),
    }.items():
        wrong = problem_of_ours(command)
        if wrong:
            yield f"{where}: {wrong}"
    backup, store = backup_command(folder), "/var/lib/embertable/tables.sqlite"
    if wrong := problem_of_ours(backup):
        yield f"embertable-backup.service: {wrong}"
    if store not in backup or store not in exec_start(folder):
        yield "the backup copies another store"
    if f":{port}/healthz" not in last("HEALTHCHECK", folder):
        yield "the health check asks another port"
    if ("GET", "/healthz") not in {(method, path) for method, path, _ in ROUTES}:
        yield "there is no /healthz"
    if f"--port={port}" not in server["command"]:
        yield "compose.yaml serves on another port"
    if "--name=localhost" not in server["command"]:
        yield "the health check is refused: the server does not answer to localhost"
    network = compose(folder)["networks"]["default"]["ipam"]["config"][0]["subnet"]
    if f"--proxy={network}" not in server["command"]:
        yield "the server does not believe the proxy about addresses"
    if not (folder / server["build"]["context"] / "deploy" / "Containerfile").exists():
        yield "compose.yaml builds another file"
    for name, service in services.items():
        image = service.get("image", "")
        if "build" not in service and not re.search(r":\d", image):
            yield f"{name} has no version: {image}"
    if f"server:{port}" not in (folder / "Caddyfile").read_text(encoding="utf-8"):
        yield "Caddyfile passes to another port"
    user = services["database"]["environment"]["POSTGRES_USER"]
    if f"--store=postgresql://{user}@database/{user}" not in server["command"]:
        yield "the server uses another database"
    yield from wrong_in_nginx((folder / "nginx.conf").read_text(encoding="utf-8"), port)


def copied(folder: Path) -> list[str]:
    """What the container file copies from the checkout."""
    lines = [rest for word, rest in instructions(folder) if word == "COPY"]
    return [rest.split()[0] for rest in lines if not rest.startswith("--from")]


def exec_start(folder: Path) -> list[str]:
    text = (folder / "embertable.service").read_text(encoding="utf-8")
    (found,) = re.findall(r"^ExecStart=/opt/embertable/bin/embertable (.+)$", text, re.MULTILINE)
    return list(found.split())


def backup_command(folder: Path) -> list[str]:
    """What the timer runs every night; systemd spells a percent sign twice."""
    text = (folder / "embertable-backup.service").read_text(encoding="utf-8")
    (found,) = re.findall(r"^ExecStart=.*/bin/embertable (.+)'$", text, re.MULTILINE)
    return list(found.replace("$(date +%%a)", "Mon").split())


def wrong_in_nginx(text: str, port: str) -> Iterator[str]:
    code = re.sub(r"#.*", "", text)
    if code.count("{") != code.count("}"):
        yield "nginx.conf has a brace too many"
    for line in code.splitlines():
        if line.strip() and not re.search(r"[{};]\s*$", line):
            yield f"nginx.conf: no semicolon after {line.strip()}"
    for needed in (
        f"server 127.0.0.1:{port};",
        "proxy_set_header Host $http_host;",
        "proxy_set_header Upgrade $http_upgrade;",
        f"client_max_body_size {LARGEST_BODY // 1_000_000}m;",
    ):
        if needed not in code:
            yield f"nginx.conf lacks {needed}"
