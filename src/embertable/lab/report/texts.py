"""Names and numbers of a report, in the reader's language."""

from __future__ import annotations

from embertable.engine.catalogue import Catalogue, Message, Value, decimal, load_catalogue
from embertable.engine.game import Game
from embertable.games import load
from embertable.lab.findings import SEAT, Part
from embertable.lab.metrics import GameMetrics, metrics_of
from embertable.lab.plan import ACTION, BOTS, PRINTED


class Texts:
    """The catalogues of the lab and of the game that the report is about."""

    def __init__(self, game: str, language: str) -> None:
        self.language = language
        self.ours: Catalogue = load_catalogue("lab", language)
        self.game: Game = load(game)
        self.metrics: GameMetrics = metrics_of(self.game)
        self.theirs: Catalogue = self.game.catalogue(language)

    def text(self, id: str, /, **arguments: Value) -> str:
        return self.ours.render(Message(id, arguments))

    def own_text(self, id: str, instead: str = "", /, **arguments: Value) -> str:
        """The game's own text under `lab`, else `instead` or the lab's default."""
        if self.theirs.has(f"lab.{id}"):
            return self.theirs.text(f"lab.{id}", **arguments)
        return instead or self.text(f"default.{id}", **arguments)

    def title(self) -> str:
        return self.theirs.templates.get("about.title", self.game.name)

    def factor(self, name: str) -> str:
        if name.startswith(SEAT):
            return self.text("factor.seat", players=name.removeprefix(SEAT))
        if self.ours.has(f"factor.{name}"):
            return self.text(f"factor.{name}")
        return self.theirs.templates.get(f"setting.{name}", name)

    def value(self, factor: str, value: str) -> str:
        if factor == "packs" and value == PRINTED:
            return self.text("factor.printed")
        if factor == "run" or factor.startswith(SEAT):
            return self.text(f"factor.{factor.partition('/')[0]}_number", number=value)
        return self.theirs.templates.get(f"value.{factor}.{value}", value)

    def outcome(self, name: str) -> str:
        text = self.theirs.templates.get(f"outcome.{name}", name)
        return text.partition(":")[0].rstrip(".!")

    def thing(self, kind: str, id: str) -> str:
        """The name of a thing, or its id if the content no longer has it."""
        if kind == ACTION:
            label = self.theirs.templates.get(f"action.{id}", id)
            # A label with arguments cannot name an action in general.
            return self.text("thing.action", name=id if "{" in label else label)
        try:
            return self.theirs.name_of(id, self.metrics.kind(kind).group)
        except (KeyError, StopIteration):
            return id

    def forbidden(self, text: str) -> str:
        kind, _, id = text.partition(":")
        return self.thing(kind, id)

    def kind(self, name: str) -> str:
        return self.own_text(f"kind.{name}", name)

    def source(self, name: str) -> str:
        """The name of a source of luck; the bots' is the same in every game."""
        return self.text("source.bots") if name == BOTS else self.own_text(f"source.{name}", name)

    # Numbers.

    def decimal(self, text: str) -> str:
        return decimal(self.language, text)

    def percent(self, share: float, digits: int = 0) -> str:
        return f"{self.decimal(f'{100 * share:.{digits}f}')} %"

    def part(self, part: Part) -> str:
        """A share with its interval."""
        low, high = [self.percent(end) for end in part.interval()]
        return self.text("luck.part", share=self.percent(part.share()), low=low, high=high)

    def points(self, share: float) -> str:
        return self.decimal(f"{100 * share:+.1f}")

    def number(self, value: float, digits: int = 1) -> str:
        return self.decimal(f"{value:.{digits}f}")

    def signed(self, value: float) -> str:
        return self.decimal(f"{value:+.2f}")

    def p_value(self, value: float) -> str:
        return self.decimal("< 0.001" if value < 0.001 else f"{value:.3f}")
