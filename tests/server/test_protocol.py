"""The browser's types are those of the server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from embertable.server import protocol
from embertable.server.protocol import Act, Hello, to_server
from embertable.server.typescript import typescript

ROOT = Path(__file__).parents[2]


def test_the_browsers_types_are_up_to_date():
    written = (ROOT / "web/src/protocol.ts").read_text(encoding="utf-8")
    assert written == typescript(), (
        "write it again: python -m embertable.server.typescript web/src/protocol.ts"
    )


def test_every_message_is_documented():
    page = (ROOT / "docs/socket.md").read_text(encoding="utf-8")
    for cls in (*get_args(protocol.ToServer), *get_args(protocol.ToClient)):
        assert re.search(rf"`{cls.__struct_config__.tag}`", page), cls.__name__


def test_messages_are_told_apart_by_is():
    assert to_server.decode(b'{"is":"hello"}') == Hello()
    act = Act(id="1", seq=3, action={"is": "Rest", "seat": 0})
    assert to_server.decode(msgspec.json.encode(act)) == act


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"is":"nothing"}',
        '{"is":"act","id":"","seq":1,"action":{}}',
        '{"is":"act","id":"1","seq":-1,"action":{}}',
        '{"is":"act","id":"1","seq":1.5,"action":{}}',
        '{"is":"act","id":"1","seq":1,"action":[]}',
        '{"is":"hello","language":"xx"}',
        '{"is":"hello","more":1}',
        '{"is":"say","id":"1","text":"' + "x" * 501 + '"}',
    ],
)
def test_what_is_no_message_is_refused(text):
    with pytest.raises(msgspec.MsgspecError):
        to_server.decode(text)
