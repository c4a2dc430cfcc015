"""A real PostgreSQL server for one test: in a temporary folder, on loopback, removed at the end."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.server.ports import free_port

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/bin", "/usr/bin")


def program(name: str) -> str:
    """Debian keeps the server's programs off the PATH."""
    for place in PLACES:
        found = sorted(Path("/").glob(f"{place[1:]}/{name}"))
        if found:
            return str(found[-1])
    raise AssertionError(f"{name} is missing: apt-get install postgresql")


class Database:
    """A PostgreSQL server that can be stopped and started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        # PostgreSQL refuses to be run by root.
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self.address = f"postgresql://table@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, self.user)
        self.run("initdb", "-U", "table", "--auth=trust", "-E", "UTF8", "--no-sync")
        (self.folder / "data/postgresql.auto.conf").write_text(
            f"port = {self.port}\nlisten_addresses = '127.0.0.1'\n"
            f"unix_socket_directories = '{self.folder}'\nmax_connections = 60\n"
        )

    def start(self) -> None:
        self.run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"))

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "stop", "-w", "-m", how)

    def run(self, name: str, *arguments: str) -> None:
        command = [program(name), "-D", str(self.folder / "data"), *arguments]
        user = self.user if os.geteuid() == 0 else None
        subprocess.run(
            command,
            check=True,
            user=user,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=60,
        )


@contextlib.contextmanager
def database() -> Iterator[Database]:
    """A database in its own folder, since PostgreSQL's user cannot enter pytest's."""
    with tempfile.TemporaryDirectory(prefix="embertable-postgres-") as folder:
        Path(folder).chmod(0o755)
        made = Database(Path(folder))
        made.make()
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")
