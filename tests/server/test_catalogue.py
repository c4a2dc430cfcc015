"""The server's catalogue: equal in all languages, every message used, and one for every error."""

from __future__ import annotations

from pathlib import Path

from embertable.engine.catalogue import catalogue_file, read_catalogue
from embertable.server import errors

SERVER = Path(errors.__file__).parent


def all_errors(cls: type[errors.ServerError]) -> set[str]:
    found = {cls.__name__}
    for one in cls.__subclasses__():
        found |= all_errors(one)
    return found


def test_every_message_is_used_and_every_error_has_one():
    ids = read_catalogue(catalogue_file("server", "en"))
    sources = "".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    known = all_errors(errors.ServerError) - {"ServerError"}
    assert {id.partition(".")[2] for id in ids if id.startswith("error.")} == {*known, "NotOffered"}
    for id in ids:
        if not id.startswith("error.") or id == "error.NotOffered":
            assert f'"{id}"' in sources, id
    for name in known:
        assert sources.count(name) > 1, f"nobody raises {name}"
