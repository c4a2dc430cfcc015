"""Traces of what happened, for an operator who looks for abuse: who, from where and at which table, never what was said.

Lines are counted for a few seconds and written together, so that whoever is refused a thousand times
fills no disk.
"""

from __future__ import annotations

import logging
from collections import Counter

log = logging.getLogger("embertable.trace")

MOST_KINDS = 2000
"""Different lines between two writes; further ones are only counted."""


class Traces:
    """What has happened since the last write."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, str, str, str]] = Counter()
        self._left_out = 0

    def note(self, what: str, address: str = "", person: str = "", table: str = "") -> None:
        """Count something: a kind of refusal, a sign-in, a new table."""
        line = (what, address, person, table)
        if line not in self._seen and len(self._seen) >= MOST_KINDS:
            self._left_out += 1
            return
        self._seen[line] += 1

    def write(self) -> None:
        seen, self._seen = self._seen, Counter()
        left_out, self._left_out = self._left_out, 0
        for (what, address, person, table), times in seen.items():
            fields = {"address": address, "person": person, "table": table, "times": times}
            log.info(what, extra={"fields": {name: one for name, one in fields.items() if one}})
        if left_out:
            log.info("more", extra={"fields": {"times": left_out}})
