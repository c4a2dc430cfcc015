"""The server and the browser that the scenarios use."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tests.server.ports import free_port

WEB = Path(__file__).resolve().parents[2] / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Served:
    """`embertable serve`, that can be killed and started again; by default with the client of web/."""

    def __init__(
        self,
        store: Path,
        *more: str,
        program: str | Path = sys.executable,
        client: Path | None = WEB / "dist",
    ) -> None:
        self.store = store
        self.program = program
        self.more = [*(["--client", str(client)] if client else []), *more]
        self.port = free_port()
        self.address = ""
        self.child: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [str(self.program), "-P", "-m", "embertable", "serve", "--port", str(self.port)]
        self.child = subprocess.Popen(
            [
                *command,
                *("--store", str(self.store)),
                *("--reports", str(self.store.parent / "reports")),
                *self.more,
            ],
            stdout=subprocess.PIPE,
            env={**os.environ, "EMBERTABLE_LANG": "en", "PYTHONUNBUFFERED": "1"},
            text=True,
        )
        assert self.child.stdout is not None
        found = re.search(r"http://\S+:(\d+)", self.child.stdout.readline())
        assert found, "the server did not start"
        self.address, self.port = found[0].rstrip("/"), int(found[1])

    def kill(self) -> None:
        assert self.child is not None
        assert self.child.stdout is not None
        self.child.kill()
        self.child.wait()
        # Processes of bots may hold the other end a little longer, so it is not read to its end.
        self.child.stdout.close()


def chromium(playwright: Playwright) -> Browser:
    """The machine's own Chromium."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert program, "no Chromium was found: apt-get install chromium"
    # Root needs no sandbox inside a container, and pages of ours load nothing foreign.
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
