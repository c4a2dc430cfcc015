"""What servers, bots, labs and clients know of a game, and how its tables are made and saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import prod
from pathlib import Path
from typing import Any, Final

from embertable.engine.campaigns import Campaigns
from embertable.engine.catalogue import (
    LOCALES,
    Catalogue,
    Detail,
    Message,
    Namer,
    Plain,
    catalogue_file,
    read_catalogue,
    templates_of,
)
from embertable.engine.chance import Chance, seeded
from embertable.engine.codec import Codec, classes_of
from embertable.engine.content import Content, PackDefinition
from embertable.engine.countdown import Countdown
from embertable.engine.errors import BadOption, OtherRules, UnknownOption
from embertable.engine.messages import group_of
from embertable.engine.own_words import OwnWords
from embertable.engine.position_hash import PositionHasher
from embertable.engine.rulesets import Rulebook
from embertable.engine.table import (
    Action,
    Choice,
    Draw,
    Event,
    Lane,
    Result,
    Seat,
    State,
    Step,
    Table,
    View,
)


@dataclass
class Setting:
    """One thing a table agrees on before the game: its name, the values it may have.

    Without values it is a free text, which the game checks when it sets up.
    """

    name: str
    values: tuple[str, ...]
    default: str
    clause: str = ""
    """The clause of the ledger with the ruling that the setting turns around; most have none."""


@dataclass
class BoxInfo:
    """What the box says about the game; 0 for what it does not say."""

    players: tuple[int, int]
    """The fewest and the most."""
    minutes: int = 0
    weight: int = 0
    """How much there is to learn: 1 is light, 3 is heavy."""
    cooperative: bool = False
    """Whether all win or lose together."""


@dataclass
class FarStart:
    """Where something begins that a game seldom reaches: some decisions on, with steps to run next."""

    options: dict[str, str]
    steps: tuple[Step, ...] = ()
    state: dict[str, Any] = field(default_factory=dict)
    """What the saved state has otherwise."""


class Game:
    """A game. Subclasses define set-up, views and imagined tables.

    >>> from embertable import load
    >>> game = load("lueur")
    >>> [(setting.name, setting.values) for setting in game.settings][:1]
    [('players', ('2', '3', '4'))]
    """

    name: str
    rules_version: int
    settings: tuple[Setting, ...]
    earlier_packs: tuple[str, ...]
    """The hashes of the printed game's earlier content packs, which old records name."""

    def __init__(
        self,
        name: str,
        rules_version: int,
        settings: tuple[Setting, ...],
        earlier_packs: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.rules_version = rules_version
        self.settings = settings
        self.earlier_packs = earlier_packs
        self._codec: Codec | None = None
        self._hasher: PositionHasher | None = None
        self._content: Content | None = None
        self._catalogues: dict[str, Catalogue] = {}
        self._clauses: dict[str, str] | None = None

    # Overridden by each game.

    def read_content(self, path: Path | None) -> Content:
        """Read and check a content pack, or the printed game's content."""
        raise NotImplementedError

    def pack_definition(self) -> PackDefinition | None:
        """What a content pack is read as, for forms that edit one; None where there are no forms."""
        return None

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        """Set up a table with checked options."""
        raise NotImplementedError

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        """The rulesets in play with these options."""
        raise NotImplementedError

    def seats(self, table: Table[Any]) -> int:
        raise NotImplementedError

    def view(self, table: Table[Any], seat: Seat | None) -> View:
        """What a seat may know; None is a spectator."""
        raise NotImplementedError

    def seats_see_alike(self, table: Table[Any]) -> bool:
        """Whether all seats and spectators have the same view now, so that one does for all."""
        return False

    def seats_read_alike(self) -> bool:
        """Whether an event reads the same to all who are told of it, so that it is rendered once.

        So it is where the names and details in sentences of events follow from what everybody sees.
        """
        return False

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        """A table that looks the same to the seat, with everything hidden re-dealt."""
        raise NotImplementedError

    def variants(self) -> list[dict[str, str]]:
        """Option sets that cover the whole game: every combination, if there are few."""
        return option_sets(self.settings)

    def namers(self, view: View | None, content: Content) -> Mapping[str, Namer]:
        """Functions that name values which no catalogue lists, for a view."""
        return {}

    def seat_named_for(self, view: View, character: Plain) -> Seat | None:
        """The seat whose person stands for `{character:who}` at a table; None where it has its own name."""
        return None

    def details(self, view: View | None, content: Content) -> Mapping[str, Detail]:
        """Functions for `{:detail}`: text computed from all arguments of a message, for a view."""
        return {}

    def name_templates(self, id: str, name: str) -> tuple[str, ...]:
        """The ids of the templates that name a row of the content; a name that is not printed has none."""
        return ()

    def text_templates(self, id: str, name: str) -> tuple[str, ...]:
        """The ids of the templates that say what a row does."""
        return ()

    def silence(self, table: Table[Any]) -> Message | None:
        """Why the rules forbid talking now, in one sentence; servers close the chat meanwhile."""
        return None

    def penalty_for_speech(self, table: Table[Any], seat: Seat, text: str) -> Action | None:
        """The system action to take, once offered, because of something a seat said."""
        return None

    def view_after(self, view: View, action: Action, content: Content) -> View | None:
        """The view as an option would change it, in games where players try options on the board."""
        return None

    def system_actions(self, table: Table[Any]) -> list[Action]:
        """The actions that SYSTEM may take now, in addition to the open choice."""
        return []

    def countdown(self, table: Table[Any]) -> Countdown | None:
        """The countdown that runs now, if any."""
        return None

    def carry_over_options(self) -> tuple[str, ...]:
        """Options besides the settings, which carry text from one game to the next.

        No lobby offers them; `deal` checks their values.
        """
        return ()

    def plays(self, content: Content, hash: str) -> bool:
        """Whether a game whose record names the pack `hash` can be opened with this content."""
        if hash == content.hash:
            return True
        return hash in self.earlier_packs and content.hash == self.content().hash

    def campaigns(self, content: Content | None = None) -> Campaigns | None:
        """The campaigns of the game, if it has any; the content may be a pack's."""
        return None

    def info(self) -> BoxInfo:
        """What the box says; by default only the numbers of players in the settings."""
        counts = [
            int(value)
            for setting in self.settings
            if setting.name == "players"
            for value in setting.values
        ] or [1]
        return BoxInfo((min(counts), max(counts)))

    def folder(self) -> Path:
        """The folder with the game's `content` and `clauses.toml`."""
        raise NotImplementedError

    # The same for every game.

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle names the game; content and catalogues are read again."""
        return game_of, (self.package(),)

    def __deepcopy__(self, _: Any) -> Game:
        """Return the same object: it only has caches."""
        return self

    def package(self) -> str:
        """The Python package with the game's rules."""
        return type(self).__module__.rpartition(".")[0]

    def codec(self) -> Codec:
        if self._codec is None:
            self._codec = Codec(classes_of(self.package()))
        return self._codec

    def content(self, pack: str | Path | None = None) -> Content:
        """The content of a pack or, read once, of the printed game.

        Raises:
            UnreadableFile: the file of the pack cannot be read.
            BadContent: the pack is wrong; names row and field.

        """
        if pack is not None:
            return self.read_content(Path(pack))
        if self._content is None:
            self._content = self.read_content(None)
        return self._content

    def has_companion(self) -> bool:
        """Whether people may enter what their own dice or cards show: some rule makes a `Draw`."""
        return any(issubclass(cls, Draw) for cls in self.codec().classes.values())

    def dealt_cards_before(self) -> bool:
        """Whether its companion tables asked for dice alone before record version 4."""
        return False

    def far_starts(self) -> Sequence[FarStart]:
        """Starts for scenes of what random games do not reach."""
        return ()

    def rows_about(self, table: Table[Any], what: Event | Action) -> tuple[str, ...]:
        """The rows of the content that an event or a decision is about without naming them."""
        return ()

    def may_talk(self, table: Table[Any]) -> bool:
        return self.silence(table) is None

    def check(self, options: Mapping[str, str | int]) -> dict[str, str]:
        """All settings with their values; the error names the first problem."""
        given = {name: str(value) for name, value in options.items()}
        known = {setting.name: setting for setting in self.settings}
        carried = {name: given[name] for name in self.carry_over_options() if name in given}
        for name, value in given.items():
            if name in carried:
                continue
            if name not in known:
                raise UnknownOption(self.name, name, list(known))
            if known[name].values and value not in known[name].values:
                raise BadOption(self.name, name, value, list(known[name].values))
        chosen = {name: given.get(name, setting.default) for name, setting in known.items()}
        return {**chosen, **carried}

    def may_foresee(self, before: Table[Any], after: Table[Any]) -> bool:
        """Whether a preview may tell what an option leads to; not where the rules hide it."""
        return True

    def advice(self, setting: str) -> Message | None:
        """What the rulebook advises about a setting, such as after how many plays to use it."""
        return None

    def mend(self, options: Mapping[str, str], content: Content) -> Mapping[str, str]:
        """The options of a game of earlier rules as those rules took them, where today's refuse them."""
        return options

    def set_up(
        self, options: Mapping[str, str | int], chance: Chance, content: Content | None = None
    ) -> Table[Any]:
        return self.deal(self.check(options), chance, content or self.content())

    def locales(self) -> Path:
        """The folder with the catalogues: ours, or the game's own in another package."""
        own = self.folder() / "locales"
        return own if own.is_dir() else LOCALES

    def catalogue_file(self, language: str) -> Path:
        return catalogue_file(self.name, language, self.locales())

    def catalogue(
        self, language: str, view: View | None = None, content: Content | None = None
    ) -> Catalogue:
        """The game's catalogue; pass the content of a table that uses a content pack."""
        if language not in self._catalogues:
            templates = templates_of("engine", language)
            templates.update(templates_of(self.name, language, self.locales()))
            self._catalogues[language] = Catalogue(language, templates)
        content = content or self.content()
        return self.with_own_words(self._catalogues[language], content.own).with_namers(
            self.namers(view, content), self.details(view, content)
        )

    def with_own_words(self, catalogue: Catalogue, own: OwnWords) -> Catalogue:
        """A catalogue with the names and texts that a pack has in its language."""
        language = catalogue.language
        if not own.has(language):
            return catalogue
        if language not in own.catalogues:
            templates = dict(catalogue.templates)
            for words, ids_of in (
                (own.names, self.name_templates),
                (own.texts, self.text_templates),
            ):
                for id, text in words.get(language, {}).items():
                    for template in ids_of(id, own.written[id][0]):
                        if template in templates:
                            templates[template] = text
            own.catalogues[language] = Catalogue(language, templates, own=own.values(language))
        made = own.catalogues[language]
        assert isinstance(made, Catalogue)
        return made

    def clause(self, thing: Action | Choice | Event | Result) -> str:
        """The clause of the ledger behind a choice, action, event or result."""
        return self.clause_of(f"{group_of(thing)}.{type(thing).__name__}")

    def clause_of(self, id: str) -> str:
        """The same by the id of its message, such as `action.Rest`."""
        if self._clauses is None:
            self._clauses = read_catalogue(self.folder() / "clauses.toml")
        return self._clauses.get(id, "")

    def to_json(self, table: Table[Any]) -> dict[str, Any]:
        table.next_choice()
        codec = self.codec()
        return {
            "game": self.name,
            "rules": self.rules_version,
            "content": content_of(table).hash,
            "options": table.options,
            "state": codec.encode(table.state),
            "pending": codec.encode(table.pending),
            "lanes": [[lane.seat, codec.encode(lane.pending)] for lane in table.lanes],
            "result": codec.encode(table.result),
            "seed": table.chance.seed,
            "streams": table.chance.positions(),
            **({"entered": True} if table.chance.entered else {}),
            **({"dice_only": True} if table.chance.dice_only else {}),
        }

    def from_json(
        self, saved: dict[str, Any], chance: Chance | None = None, content: Content | None = None
    ) -> Table[Any]:
        """Restore a saved position; a live table needs its secret chance from the server."""
        codec = self.codec()
        content = content or self.content()
        ours = {"game": self.name, "rules": self.rules_version, "content": content.hash}
        for what, value in ours.items():
            if saved[what] != value:
                raise OtherRules("position", what, str(saved[what]), str(value))
        options = self.check(saved["options"])
        if chance is None:
            chance = seeded(saved["seed"] or 0)
        chance.go_to(saved["streams"])
        chance.entered = saved.get("entered", False)
        chance.dice_only = saved.get("dice_only", False)
        state = codec.decode(saved["state"], content)
        assert isinstance(state, State)
        table: Table[Any] = Table(self, options, self.rules(options, content), state, chance)
        table.pending.extend(codec.decode(saved["pending"]))
        table.lanes = [Lane(seat, list(codec.decode(steps))) for seat, steps in saved["lanes"]]
        result = codec.decode(saved["result"])
        assert result is None or isinstance(result, Result)
        table.result = result
        return table

    def state_hash(self, table: Table[Any]) -> str:
        """The hash of everything that decides how the game continues, except the key of its chance."""
        table.next_choice()
        if self._hasher is None:
            self._hasher = PositionHasher(self.codec())
        lanes = [[lane.seat, lane.pending] for lane in table.lanes]
        streams = table.chance.positions()
        return self._hasher.digest([table.state, table.pending, lanes, table.result, streams])


def game_of(package: str) -> Game:
    """The game of a package with its rules."""
    game = import_module(package).game
    assert isinstance(game, Game)
    return game


def content_of(table: Table[Any]) -> Content:
    content = getattr(table.state, "content", None)
    assert isinstance(content, Content)
    return content


def new_table(
    game: Game, options: Mapping[str, str | int] | None = None, seed: int = 0
) -> Table[Any]:
    """Set up a table to play at, without keeping a record; `Session` keeps one.

    Args:
        game: a game, from `load`.
        options: its settings, which `embertable games` lists; others keep their default.
        seed: the same seed and the same actions give the same game.

    Raises:
        UnknownOption: the game has no such setting.
        BadOption: the setting has no such value.
        UnfitOption: a rule forbids the value of a free text.

    >>> from embertable import load, new_table
    >>> table = new_table(load("lueur"), {"players": 3}, seed=1)
    >>> table.next_choice()
    ChooseAdventurer(seat=2)

    """
    return game.set_up(options or {}, seeded(seed))


MOST_SETS: Final = 24


def option_sets(settings: Iterable[Setting]) -> list[dict[str, str]]:
    """Every combination of settings or, if there are too many, some in which every value occurs."""
    settings = [setting for setting in settings if setting.values]
    if prod([len(setting.values) for setting in settings]) > 2 * MOST_SETS:
        return mixed_sets(settings)
    sets: list[dict[str, str]] = [{}]
    for setting in settings:
        sets = [{**one, setting.name: value} for one in sets for value in setting.values]
    return sets


def mixed_sets(settings: list[Setting]) -> list[dict[str, str]]:
    """Sets in which all values of a setting are about equally frequent, in varied combinations."""
    sets: list[dict[str, str]] = [{} for _ in range(MOST_SETS)]
    for number, setting in enumerate(settings):
        values = [setting.values[at % len(setting.values)] for at in range(MOST_SETS)]
        seeded(number).shuffle("settings", values)
        for one, value in zip(sets, values, strict=True):
            one[setting.name] = value
    return sets
