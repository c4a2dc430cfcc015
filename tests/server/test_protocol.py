"""The types of the browser are those of the server, and other protocols are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from embertable.server import protocol
from embertable.server.protocol import PROTOCOL, Act, Hello, to_server
from embertable.server.socket import HANDLERS
from embertable.server.typescript import typescript
from tests.server.running import run, serving, signed_in

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


def test_every_message_of_a_client_has_a_handler():
    assert set(HANDLERS) == set(get_args(protocol.ToServer))


@pytest.mark.parametrize(
    ("hello", "names"),
    [
        ({"seq": 3, "told": 7, "text": False}, ("say", "again")),
        ({"protocol": PROTOCOL + 1, "gift": [1]}, ("text", "reconnect")),
    ],
    ids=["older", "newer"],
)
def test_a_client_of_another_protocol_is_told_to_reload(tmp_path, hello, names):
    """In its own spelling, so that an old page can show the sentence."""

    async def scenario():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address, "Ada")
            table = await ada.post("/api/tables", {"game": "lueur", "listed": True})
            ws = f"ws{address.removeprefix('http')}/api/tables/{table['id']}/socket"
            async with connect(ws, origin=Origin(address), proxy=None) as socket:
                await socket.send(json.dumps({"is": "hello", "language": "it", **hello}))
                last = json.loads(await socket.recv())
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
        text, again = names
        assert last == {
            "is": "farewell",
            "error": "WrongProtocol",
            text: "Questa pagina non è aggiornata: ricaricala.",
            again: False,
        }

    run(scenario)


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
        '{"is":"chat","id":"1","text":"' + "x" * 501 + '"}',
    ],
)
def test_what_is_no_message_is_refused(text):
    with pytest.raises(msgspec.MsgspecError):
        to_server.decode(text)
