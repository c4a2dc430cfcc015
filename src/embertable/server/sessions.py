"""Sessions without accounts: a name, and a cookie with a random token that is stored hashed."""

from __future__ import annotations

import hashlib
import itertools
import secrets
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer

from embertable.server.errors import BadMessage
from embertable.server.store import Document, Store

COOKIE = "embertable"
INVITED = "invited"
"""The cookie that keeps the invitation to one table, so that spectators can come back."""
SESSION_DAYS = 180
INVITE_DAYS = 14
DAY = 86400.0
CACHED_SECONDS = 30.0
"""How long a valid session is cached; signing out drops it at once."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A signed-in person; `session` is the hash under which the session is stored."""

    id: str
    name: str
    language: str
    session: str
    expires: float


@dataclass
class CachedSession:
    person: Person
    until: float


class Sessions:
    """Sessions, and invitations to tables."""

    def __init__(self, store: Store, days: float = SESSION_DAYS) -> None:
        self.store = store
        self.days = days
        self._known: dict[str, CachedSession] = {}
        self._signer: URLSafeTimedSerializer | None = None

    async def open(self) -> None:
        """Load the secret that signs invitations, or create it."""
        fresh = Document("secret", "invite", "", secrets.token_bytes(32), time.time())
        await self.store.put_new(fresh)
        secret = await self.store.get("secret", "invite")
        assert secret is not None
        self._signer = URLSafeTimedSerializer(secret.body.hex(), salt="embertable-invite")

    # Sessions.

    async def sign_in(
        self, name: str, language: str, known: Person | None = None, token: str = ""
    ) -> str:
        """The cookie of a session: a new one, or one's own again under the same name.

        Somebody already signed in, with this token, stays the same person. Another name ends the session
        that they had; the same name keeps it, so that tables in other tabs stay connected.
        """
        name = clean_name(name)
        keeps = known is not None and known.name == name and hashed(token) == known.session
        if not keeps:
            token = secrets.token_urlsafe(32)
        person = Person(
            id=known.id if known else secrets.token_hex(12),
            name=name,
            language=language,
            session=hashed(token),
            expires=time.time() + self.days * DAY,
        )
        await self._keep(person)
        if keeps:
            self.forget(person.session)
        elif known is not None:
            await self.sign_out(known)
        return token

    async def person_of_token(self, token: str | None) -> Person | None:
        """The person of a cookie, if their session is valid."""
        if not token or len(token) > 100:
            return None
        return await self.person_of_session(hashed(token))

    def is_cached(self, session: str) -> bool:
        """Whether a session was valid a short while ago, and has not expired since."""
        known = self._known.get(session)
        return known is not None and time.time() < min(known.until, known.person.expires)

    async def person_of_session(self, session: str) -> Person | None:
        now = time.time()
        known = self._known.get(session)
        if known is not None and now < known.until:
            return known.person if now < known.person.expires else None
        self._known.pop(session, None)
        found = await self.store.get("session", session)
        if found is None:
            return None
        person = msgspec.json.decode(found.body, type=Person)
        self._known[session] = CachedSession(person, now + CACHED_SECONDS)
        return person

    async def sign_out(self, person: Person) -> None:
        await self.store.delete("session", person.session)
        self.forget(person.session)
        await self.store.notify(f"session:{person.session}")

    def forget(self, session: str) -> None:
        self._known.pop(session, None)

    def drop_stale(self) -> None:
        now = time.time()
        self._known = {name: known for name, known in self._known.items() if now < known.until}

    async def _keep(self, person: Person) -> None:
        body = msgspec.json.encode(person)
        await self.store.put(
            Document("session", person.session, person.id, body, time.time(), person.expires)
        )

    # Invitations.

    def invite(self, table: str) -> str:
        assert self._signer is not None
        return str(self._signer.dumps(table))

    def is_invited(self, table: str, invite: str) -> bool:
        assert self._signer is not None
        if not invite:
            return False
        try:
            return bool(self._signer.loads(invite, max_age=int(INVITE_DAYS * DAY)) == table)
        except BadData as error:
            # The signer's frame keeps its error: a reference cycle with the request and its table.
            error.__traceback__ = error.__context__ = None
            return False


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name on one line, without invisible characters."""
    return clean_text(name, 40)


UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs without a picture; what Unicode calls a control or a mark is told by its category."""

CAPITALS = str.maketrans("АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABESIJKMHOPCTYXABEZHIKMNOPTYX")
LOOKALIKES = str.maketrans("аеорсухіѕјαορνκτ01|", "aeopcyxisjaopvktoll")
"""Letters of other alphabets, and digits, that look like ours."""


def distinct_name(name: str, others: Iterable[str]) -> str:
    """A name that cannot be mistaken for one of the others: with a number, if it looks like one."""
    taken = {looks_of(other) for other in others if other}
    if looks_of(name) not in taken:
        return name
    numbered = (f"{name[:35]} ({number})" for number in itertools.count(2))
    return next(one for one in numbered if looks_of(one) not in taken)


def looks_of(name: str) -> str:
    """What a name looks like at a glance."""
    plain = unicodedata.normalize("NFKD", name).translate(CAPITALS).casefold()
    return "".join(filter(is_seen, plain)).translate(LOOKALIKES)


def is_seen(letter: str) -> bool:
    """Whether a letter has a picture of its own: no space, no mark on another, no control."""
    return unicodedata.category(letter)[0] not in "CMZ" and letter not in UNSEEN


def clean_text(text: str, longest: int) -> str:
    """Free text on one line, without control characters or changes of the reading direction."""
    kept = [" " if unicodedata.category(one)[0] == "C" or one in UNSEEN else one for one in text]
    cleaned = " ".join("".join(kept).split())[:longest]
    if not any(map(is_seen, cleaned)):
        raise BadMessage("the text is empty")
    return cleaned
