"""The bodies of the workshop's requests and replies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from embertable.server.http_types import Body
from embertable.server.position_parts import GameEnd, LoggedEvent
from embertable.server.protocol import ShortText

PackText = Annotated[str, Meta(max_length=500_000)]
PackName = Annotated[str, Meta(min_length=1, max_length=80)]


class FormWord(Struct, kw_only=True):
    """A word that a value may be, and how it is called."""

    word: str
    label: str


class FormNode(Struct, kw_only=True):
    """What a value may be."""

    kind: Literal["number", "flag", "text", "choice", "list", "table", "group", "effect"]
    low: float | None = None
    high: float | None = None
    whole: bool = True
    words: list[FormWord] = field(default_factory=list)
    """The words of a choice, those a number may be besides, or the effects that may stand here."""
    of: list[str] = field(default_factory=list)
    """The definition of a group, or one for each of the effects."""
    item: FormNode | None = None
    """What a list or table holds."""
    length: int = 0
    """How many a list must hold; 0 for any number."""


class FormField(Struct, kw_only=True):
    key: str
    label: str
    optional: bool
    node: FormNode


class WorkshopSection(Struct, kw_only=True):
    """Rows of one kind, such as all companions; a way of `*` stands for each row of a list."""

    way: list[str]
    title: str
    of: str
    """The definition of its rows."""


class WorkshopRow(Struct, kw_only=True):
    """A card, tile or table of the standard pack."""

    path: list[str | int]
    section: int
    name: str
    source: str
    """`rulebook`, `public` or `designed`, which is ours; a row inside another takes its source."""
    words: list[str]
    """What may be called otherwise in each language: `names`, `texts` or both."""
    counts: bool
    """Whether its own value is ours and waits to be compared with the printed one."""


class Workshop(Struct, kw_only=True):
    """The standard pack of a game with the forms that change it."""

    game: str
    hash: str
    sections: list[WorkshopSection]
    definitions: dict[str, list[FormField]]
    rows: list[WorkshopRow]
    content: dict[str, Any]


class Edit(Body):
    """A value at a path; without one, the field is left out. Rows are named by their key, others counted."""

    path: Annotated[list[ShortText | int], Meta(min_length=1, max_length=20)]
    value: Any | UnsetType = UNSET


class PackBox(Body):
    """A pack as changes of a text; an empty text is the standard pack."""

    base: PackText = ""
    edits: Annotated[list[Edit], Meta(max_length=3000)] = field(default_factory=list)


class CheckPack(PackBox, kw_only=True):
    row: Annotated[list[ShortText | int], Meta(max_length=20)] = field(default_factory=list)
    """The row whose sentences are wanted."""


class PackPair(Body):
    """Two packs of a game; the differences are those of the second from the first."""

    first: PackBox
    second: PackBox


class PackProblem(Struct, kw_only=True):
    """What is wrong, at a field or a row; at the whole pack without a path."""

    path: list[str | int]
    text: str


class PackDifference(Struct, kw_only=True):
    """A field whose value differs, in words."""

    path: list[str | int]
    name: str
    """The name of its row."""
    field: str
    before: str
    after: str


class CheckedPack(Struct, kw_only=True):
    hash: str
    """The hash of a pack that can be played; otherwise empty."""
    problems: list[PackProblem]
    sentences: dict[str, str]
    """What a player reads on the wanted row, by language; empty while the pack cannot be read."""
    differences: list[PackDifference]
    """What differs from the standard pack."""


class PackDifferences(Struct, kw_only=True):
    hash: str
    """The hash of the second pack."""
    differences: list[PackDifference]


class AskMatter(PackBox, kw_only=True):
    """Play a few more pairs of the standard pack against this one."""

    pairs: Annotated[int, Meta(ge=2, le=2000)] = 40
    """How many pairs are wanted in all."""


class MatterAnswer(Struct, kw_only=True):
    """What the lab knows so far: how many pairs were played, and the difference with its 95 % interval."""

    pairs: int
    of: int
    verdict: Literal["waits", "matters", "hardly", "unclear"]
    text: str
    """The answer in one sentence; empty while there are too few pairs."""
    measure: str = ""
    """`won` in games of 100, `score` in points, or `reach`, which is how far the party gets."""
    mean: float = 0.0
    low: float = 0.0
    high: float = 0.0


class TryCard(PackBox, kw_only=True):
    """Try a row in a scene; there may be several, counted from 0."""

    row: Annotated[list[ShortText | int], Meta(min_length=1, max_length=20)]
    number: Annotated[int, Meta(ge=0, le=99)] = 0


class SceneLine(Struct, kw_only=True):
    text: str
    of: Literal["both", "before", "after"]
    """Whether both packs tell it, only the standard one, or only the changed one."""


class SceneView(Struct, kw_only=True):
    """A position as a board draws it, and the events that led to it."""

    view: Any
    awaited: list[int]
    events: list[LoggedEvent]
    result: GameEnd | None


class Scene(Struct, kw_only=True):
    """A position, a decision, and what follows with the standard pack and with the changed one."""

    number: int
    of: int
    question: str
    option: str
    table: list[str]
    """The position in sentences, one fact each."""
    lines: list[SceneLine]
    """What follows, in the order in which it happens."""
    then_before: str
    """What is asked next."""
    then_after: str
    allowed: bool
    """Whether the changed pack offers the decision at all."""
    alike: bool
    luck: bool
    """Whether luck decides something; both packs have the same."""
    playable: bool
    """Whether a game with the changed pack can stand here."""
    seat: int
    seats: int
    drawn: SceneView
    """The position before the decision."""
    drawn_before: SceneView
    """What it has become with the standard pack."""
    drawn_after: SceneView | None
    """What it has become with the changed pack; null where that does not offer the decision."""


class OpenedPack(Struct, kw_only=True):
    """The values of a pack's text."""

    content: dict[str, Any]


class PackFile(Struct, kw_only=True):
    """A pack as TOML."""

    content: str
    hash: str


class KeepPack(PackBox, kw_only=True):
    """Keep a pack under one's name; with an id, instead of what was kept there."""

    id: ShortText = ""
    game: ShortText
    name: PackName


class KeptPack(Struct, kw_only=True):
    """A pack on the server, which everybody with its id may open."""

    id: str
    game: str
    name: str
    by: str
    """Who made it."""
    mine: bool
    changed: float
    base: str
    edits: list[Edit]


class KeptPackInfo(Struct, kw_only=True):
    id: str
    game: str
    name: str
    changed: float
    edits: int


class KeptPacks(Struct, kw_only=True):
    packs: list[KeptPackInfo]


REQUESTS: tuple[type[Struct], ...] = (CheckPack, PackPair, KeepPack, AskMatter, TryCard)
REPLIES: tuple[type[Struct], ...] = (
    Workshop,
    CheckedPack,
    PackDifferences,
    OpenedPack,
    PackFile,
    MatterAnswer,
    Scene,
    KeptPack,
    KeptPacks,
)
