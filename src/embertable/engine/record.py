"""A whole game as a file: its options, the seed or key of its chance, and every decision.

The same JSON is the save, the replay, the bug report and the golden test; `docs/record.md`
documents it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from embertable.engine.codec import digest
from embertable.engine.errors import DamagedRecord, ForeignRecord, UnreadableFile
from embertable.engine.files import write_new, write_whole
from embertable.engine.versions import Kind, is_version

FORMAT: Final = "embertable-record"
PART_BYTES: Final = 32
DICE: Final = "dice"


def from_1(saved: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew nobody's part in the luck; such a record has no field for it."""
    return {name: value for name, value in saved.items() if name != "luck"}


def from_2(saved: dict[str, Any]) -> dict[str, Any]:
    """Version 2 knew no companion tables: the program drew everything."""
    return {name: value for name, value in saved.items() if name != "companion"}


def from_3(saved: dict[str, Any]) -> dict[str, Any]:
    """Version 3 did not say whether people entered dice alone; `Game.dealt_cards_before` knows."""
    return {**saved, "companion": DICE} if saved.get("companion") is True else saved


RECORD: Final = Kind("record", from_1, from_2, from_3)


@dataclass
class Entry:
    """A seat's decision or, without an action, the undo of the last one."""

    seat: int
    action: dict[str, Any] | None
    hash: str


@dataclass
class LuckPart:
    """A random number of somebody's browser, which has been mixed into the key."""

    after: int
    """How many entries the record had; 0 means that the game was dealt with this part."""
    seat: int | None
    """Whose it is; None if they had no seat."""
    part: str

    def to_json(self) -> dict[str, Any]:
        return {"after": self.after, "seat": self.seat, "part": self.part}

    def to_bytes(self) -> bytes:
        return bytes.fromhex(self.part)


@dataclass
class CampaignLink:
    """The campaign that a game belongs to, and the state of it that the game began from."""

    id: str
    file: str
    """The name of the campaign's file when the game began."""
    began: str


@dataclass
class Record:
    """Everything needed to replay a game and to verify the replay.

    >>> from embertable import Session, load
    >>> record = Session(load("lueur"), {"players": 2}, 7).record
    >>> record.game, record.seed, record.options["players"], len(record.entries)
    ('lueur', 7, '2', 0)
    """

    game: str
    rules: int
    content: str
    options: dict[str, str]
    seed: int | None
    commitment: str
    start: str
    key: str | None = None
    players: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    clock: float | None = None
    """Seconds left of a running countdown when the game was saved."""
    campaign: CampaignLink | None = None
    luck: list[LuckPart] | None = None
    """Everybody's part in the luck, in order; None where people could not add any."""
    companion: bool = False
    """Whether people entered what their own dice and cards showed, as seat CHANCE."""
    dice_only: bool = False
    """Whether they entered dice alone, and the program dealt the cards."""
    file: str = "record"

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": RECORD.current,
            "game": self.game,
            "rules": self.rules,
            "content": self.content,
            "options": self.options,
            "seed": self.seed,
            "commitment": self.commitment,
            "key": self.key,
            "players": self.players,
            "start": self.start,
            "entries": [
                {"seat": entry.seat, "do": entry.action, "hash": entry.hash}
                if entry.action is not None
                else {"seat": entry.seat, "undo": True, "hash": entry.hash}
                for entry in self.entries
            ],
            **({} if self.clock is None else {"clock": self.clock}),
            **({} if self.campaign is None else {"campaign": link_to_json(self.campaign)}),
            **({} if self.luck is None else {"luck": [one.to_json() for one in self.luck]}),
            **({"companion": DICE if self.dice_only else True} if self.companion else {}),
        }

    def to_bytes(self) -> bytes:
        """The text of its file."""
        return f"{json.dumps(self.to_json(), ensure_ascii=False, indent=1)}\n".encode()

    def save(self, path: str | Path) -> None:
        """Write the file atomically: an older one stays until the new one is complete.

        Raises:
            UnreadableFile: the file cannot be written.

        """
        write_whole(Path(path), self.to_bytes())

    def save_new(self, path: str | Path) -> bool:
        """Write the file unless there is one of that name; whether it was written.

        Raises:
            UnreadableFile: the file cannot be written.

        """
        return write_new(Path(path), self.to_bytes())

    def game_id(self) -> str:
        """What this game has and no other: the promise of its chance, and its first position if that is fixed."""
        if self.luck is not None:
            return digest([self.commitment])
        return digest([self.commitment, self.start])


def load_record(path: str | Path) -> Record:
    """Read a saved game, to be replayed by `resume`.

    Raises:
        UnreadableFile: there is no such file, or it cannot be read.
        ForeignRecord: the file is not a record.
        DamagedRecord: it is a record with something missing or wrong.
        NewerVersion: a newer Embertable wrote it.

    >>> from embertable import load_record
    >>> load_record("missing.json")
    Traceback (most recent call last):
    embertable.engine.errors.UnreadableFile: missing.json cannot be read or written: No such file or directory.

    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableFile(str(path), error) from error
    except UnicodeDecodeError as error:
        raise ForeignRecord(str(path)) from error
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        if FORMAT in text[:200]:
            raise DamagedRecord(str(path), "json") from error
        raise ForeignRecord(str(path)) from error
    return record_from_json(saved, str(path))


def record_from_json(saved: Any, file: str = "record") -> Record:
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ForeignRecord(file)
    version = part(saved, "version", int, file)
    if not is_version(version):
        raise DamagedRecord(file, "version", version=version)
    saved = RECORD.upgrade(saved, version, file)
    options = part(saved, "options", dict, file)
    if not all(isinstance(value, str) for value in options.values()):
        raise DamagedRecord(file, "options")
    return Record(
        game=part(saved, "game", str, file),
        rules=part(saved, "rules", int, file),
        content=part(saved, "content", str, file),
        options=options,
        seed=None if saved.get("seed") is None else part(saved, "seed", int, file),
        commitment=part(saved, "commitment", str, file),
        key=None if saved.get("key") is None else part(saved, "key", str, file),
        players=[str(name) for name in part(saved, "players", list, file)],
        start=part(saved, "start", str, file),
        entries=[
            entry_from_json(entry, number, file)
            for number, entry in enumerate(part(saved, "entries", list, file), start=1)
        ],
        clock=None if saved.get("clock") is None else float(part(saved, "clock", float, file)),
        campaign=link_from_json(saved.get("campaign"), file),
        luck=luck_from_json(saved, file),
        companion=companion_from_json(saved, file),
        dice_only=saved.get("companion") == DICE,
        file=file,
    )


def luck_from_json(saved: dict[str, Any], file: str) -> list[LuckPart] | None:
    if saved.get("luck") is None:
        return None
    parts: list[LuckPart] = []
    for one in part(saved, "luck", list, file):
        if not isinstance(one, dict):
            raise DamagedRecord(file, "luck_part")
        after = part(one, "after", int, file)
        if not (parts[-1].after if parts else 0) <= after <= len(saved["entries"]):
            raise DamagedRecord(file, "luck_order")
        seat = None if one.get("seat") is None else part(one, "seat", int, file)
        number = part(one, "part", str, file)
        if not is_part(number):
            raise DamagedRecord(file, "luck_bytes")
        parts.append(LuckPart(after, seat, number))
    return parts


def companion_from_json(saved: dict[str, Any], file: str) -> bool:
    companion = saved.get("companion", False)
    if not isinstance(companion, bool) and companion != DICE:
        raise DamagedRecord(file, "kind", name="companion")
    return bool(companion)


def is_part(number: str) -> bool:
    """Whether a text is what a browser adds to the luck: 32 bytes in lower-case hexadecimal digits."""
    return len(number) == 2 * PART_BYTES and all(one in "0123456789abcdef" for one in number)


def link_to_json(link: CampaignLink) -> dict[str, str]:
    return {"id": link.id, "file": link.file, "began": link.began}


def link_from_json(saved: Any, file: str) -> CampaignLink | None:
    if saved is None:
        return None
    if not isinstance(saved, dict):
        raise DamagedRecord(file, "kind", name="campaign")
    id, name, began = [part(saved, name, str, file) for name in ("id", "file", "began")]
    return CampaignLink(id, name, began)


def entry_from_json(saved: Any, number: int, file: str) -> Entry:
    if not isinstance(saved, dict):
        raise DamagedRecord(file, "entry", number=number)
    action = saved.get("do")
    if action is None and saved.get("undo") is not True:
        raise DamagedRecord(file, "entry_empty", number=number)
    if action is not None and not isinstance(action, dict):
        raise DamagedRecord(file, "entry_action", number=number)
    return Entry(part(saved, "seat", int, file), action, part(saved, "hash", str, file))


def part(saved: dict[str, Any], name: str, kind: type, file: str) -> Any:
    value = saved.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise DamagedRecord(file, "kind", name=name)
    return value
