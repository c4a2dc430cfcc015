"""Packs that people keep on the server: a document each, which its id gives everybody access to."""

from __future__ import annotations

import secrets
import time

import msgspec
from msgspec import Struct, field

from embertable.engine.versions import Kind
from embertable.server.errors import NoSuchThing, NotYours, TooManyPacks
from embertable.server.sessions import Person, clean_text
from embertable.server.store import Document, Store
from embertable.server.workshop.types import Edit, KeepPack, KeptPack, KeptPackInfo

PACK = "pack"
"""The kind of these documents."""
FORM = Kind("kept_pack")
MOST = 50
"""How many packs a person may keep."""
LONGEST_NAME = 80


class StoredPack(Struct, kw_only=True):
    """The body of a document."""

    version: int = FORM.current
    game: str
    name: str
    by: str
    base: str = ""
    edits: list[Edit] = field(default_factory=list)


decoder = msgspec.json.Decoder(StoredPack)


def read(document: Document) -> StoredPack:
    found = decoder.decode(document.body)
    FORM.upgrade({}, found.version, PACK)
    return found


async def keep(store: Store, person: Person, wanted: KeepPack) -> KeptPack:
    """Store a pack, as a new one or instead of one's own."""
    id = wanted.id
    if id and (await owned(store, id, person)) is None:
        raise NoSuchThing
    if not id:
        if len(await store.find(PACK, person.id, MOST)) >= MOST:
            raise TooManyPacks(MOST)
        id = secrets.token_hex(16)
    pack = StoredPack(
        game=wanted.game,
        name=clean_text(wanted.name, LONGEST_NAME),
        by=person.name,
        base=wanted.base,
        edits=wanted.edits,
    )
    document = Document(PACK, id, person.id, msgspec.json.encode(pack), time.time())
    await store.put(document)
    return described(document, person)


async def owned(store: Store, id: str, person: Person) -> Document | None:
    """One's own pack; None if there is none with this id.

    Raises:
        NotYours: it is somebody else's.

    """
    document = await store.get(PACK, id)
    if document is not None and document.owner != person.id:
        raise NotYours
    return document


async def of_person(store: Store, person: str) -> list[KeptPackInfo]:
    found: list[KeptPackInfo] = []
    for document in await store.find(PACK, person, MOST):
        pack = read(document)
        found.append(
            KeptPackInfo(
                id=document.id,
                game=pack.game,
                name=pack.name,
                changed=document.changed,
                edits=len(pack.edits),
            )
        )
    return found


async def shared(store: Store, id: str, person: Person | None) -> KeptPack:
    document = await store.get(PACK, id) if id else None
    if document is None:
        raise NoSuchThing
    return described(document, person)


async def forget(store: Store, id: str, person: Person) -> None:
    if not id or await owned(store, id, person) is None:
        raise NoSuchThing
    await store.delete(PACK, id)


def described(document: Document, person: Person | None) -> KeptPack:
    pack = read(document)
    return KeptPack(
        id=document.id,
        game=pack.game,
        name=pack.name,
        by=pack.by,
        mine=person is not None and person.id == document.owner,
        changed=document.changed,
        base=pack.base,
        edits=pack.edits,
    )
