"""The version of everything that is stored or sent: newer is refused, older is migrated.

Each kind of file is one `Kind`, made beside the code that reads it:

    RECORD = Kind("record", from_1)        # the current version is 2; `from_1` turns 1 into 2

`docs/versions.md` lists the kinds; the tests keep a fixture of every version of each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeGuard

from embertable.engine.errors import NewerVersion

Migration: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

FIRST: Final = 1
KINDS: Final[dict[str, Kind]] = {}


class Kind:
    """A kind of stored thing and the migrations to its current version, the oldest first."""

    def __init__(self, name: str, *migrations: Migration, current: int | None = None) -> None:
        assert name not in KINDS, f"two kinds are called {name}"
        self.name = name
        self.migrations = migrations
        self.current: int = len(migrations) + FIRST if current is None else current
        """Given for kinds that migrate by other means, such as the SQL of a store."""
        KINDS[name] = self

    def check(self, version: int, file: str) -> None:
        """Refuse what a newer Embertable wrote.

        Raises:
            NewerVersion: the version is higher than the current one.

        """
        if version > self.current:
            raise NewerVersion(self.name, file, version, self.current)

    def upgrade(self, saved: dict[str, Any], version: int, file: str) -> dict[str, Any]:
        """What was saved, as the current version would have saved it; the original stays as it is."""
        self.check(version, file)
        for migration in self.migrations[version - FIRST :]:
            saved = migration(saved)
        return saved


def is_version(value: object) -> TypeGuard[int]:
    """Whether a value can be the version of anything."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= FIRST
