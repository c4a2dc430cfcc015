"""Random packs as the workshop would make them: changes within the forms, and those that are refused taken back."""

from __future__ import annotations

import random
from typing import Any

from embertable.games import load
from embertable.server.workshop.forms import root_of, rows_along, standard_tables, workshop
from embertable.server.workshop.packs import check
from embertable.server.workshop.types import CheckPack, Edit, FormNode

OWN_WORDS = 0.15
"""How many of the changes are names and texts of one's own."""


class RandomPack:
    """Changes of random values to others that their forms allow."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.forms = workshop(load(game), "en")
        self.rows = [
            (list(path), row, section.of)
            for section in self.forms.sections
            for path, row, _ in rows_along(
                section.way, root_of(load(game)), standard_tables(game), (), ""
            )
        ]

    def changes(self, count: int) -> list[Edit]:
        found: list[Edit] = []
        while len(found) < count:
            path, row, definition = self.random.choice(self.rows)
            if self.random.random() < OWN_WORDS:
                found.append(self.own_word(path))
                continue
            change = self.change(path, row, definition)
            if change is not None:
                found.append(change)
        return found

    def own_word(self, path: list[str | int]) -> Edit:
        """A name or text in a language, for a row that may have none."""
        kind = self.random.choice(["names", "names", "texts"])
        word = self.random.choice(['<b>Ada’s</b> \\ "card"', "Müll & Söhne", "è", "{n}"])
        return Edit(path=[kind, self.random.choice(["en", "it", "de"]), path[-1]], value=word)

    def change(self, path: list[str | int], row: dict[str, Any], definition: str) -> Edit | None:
        fields = self.forms.definitions[definition]
        if not fields:
            return None
        field = self.random.choice(fields)
        here = [*path, field.key]
        old = row.get(field.key)
        if field.node.kind == "group" and isinstance(old, dict):
            return self.change(here, old, field.node.of[0])
        if old is None and self.random.random() < 0.7:
            return None
        return Edit(path=here, value=self.value(field.node, old, 2))

    def value(self, node: FormNode, old: Any, depth: int) -> Any:
        pick = self.random
        if node.kind == "number":
            if node.words and pick.random() < 0.2:
                return pick.choice(node.words).word
            low = 0 if node.low is None else node.low
            high = low + 20 if node.high is None else node.high
            if isinstance(old, (int, float)) and low <= old <= high and pick.random() < 0.7:
                low, high = max(low, old - 2), min(high, old + 2)
            return pick.randint(int(low), int(high)) if node.whole else pick.uniform(low, high)
        if node.kind == "flag":
            return pick.random() < 0.5
        if node.kind == "text":
            return old if isinstance(old, str) and pick.random() < 0.5 else '<b>Ada’s</b> \\ "card"'
        if node.kind == "choice":
            return pick.choice(node.words).word
        if node.kind == "list":
            assert node.item is not None
            old = old if isinstance(old, list) else []
            count = node.length or max(0, len(old) + pick.choice([0, 0, 0, -1, 1]))
            return [
                self.value(node.item, old[at] if at < len(old) else None, depth)
                for at in range(count)
            ]
        if node.kind == "table":
            assert node.item is not None
            old = old if isinstance(old, dict) else {}
            return {key: self.value(node.item, one, depth) for key, one in old.items()}
        if node.kind == "effect":
            at = pick.randrange(len(node.words))
            if isinstance(old, dict) and pick.random() < 0.6:
                at = [word.word for word in node.words].index(old["op"])
            else:
                old = None
            return {"op": node.words[at].word, **self.group(node.of[at], old, depth - 1)}
        return self.group(node.of[0], old, depth - 1)

    def group(self, definition: str, old: Any, depth: int) -> dict[str, Any]:
        old = old if isinstance(old, dict) else {}
        found: dict[str, Any] = {key: one for key, one in old.items() if key != "op"}
        for field in self.forms.definitions[definition]:
            is_left = field.key in old and self.random.random() < 0.7
            is_out = field.key not in old and field.optional
            if is_left or is_out or (depth <= 0 and field.optional):
                continue
            found[field.key] = self.value(field.node, old.get(field.key), depth)
        return found


def passing(game: str, seed: int, count: int = 12) -> CheckPack:
    """A pack that the workshop lets through: each change that it objects to is left out."""
    edits: list[Edit] = []
    for edit in RandomPack(game, seed).changes(count):
        if not check(game, CheckPack(edits=[*edits, edit]), "en").problems:
            edits.append(edit)
    return CheckPack(edits=edits)
