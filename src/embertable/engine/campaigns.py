"""Games that go on from each other: what whoever keeps a campaign must know of it."""

from __future__ import annotations

from typing import Any

from embertable.engine.table import Table


class Campaigns:
    """The campaigns of one game, each a JSON object that names its game and is the game's own else."""

    def begin(self) -> dict[str, Any]:
        """A campaign that nobody has played yet."""
        raise NotImplementedError

    def check(self, saved: Any) -> None:
        """Raise an error that says what is wrong, if anything is."""
        raise NotImplementedError

    def records(self, saved: dict[str, Any]) -> list[str]:
        """The names of the games that it consists of, the first one first."""
        raise NotImplementedError

    def options(self, saved: dict[str, Any]) -> dict[str, str]:
        """What its next table is set up with."""
        raise NotImplementedError

    def after(self, saved: dict[str, Any], table: Table[Any], record: str) -> dict[str, Any]:
        """The campaign with one more finished game."""
        raise NotImplementedError
