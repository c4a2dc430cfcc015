"""A chat model on loopback that says what a test wants, in the form of either API."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Says = Callable[[list[dict[str, str]]], Any]
"""From the messages to a reply: a text, a status code, or bytes sent as they are."""


class FakeModel:
    def __init__(self, says: Says) -> None:
        self.says = says
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.address = ""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers["content-length"])
        body = json.loads(handler.rfile.read(length))
        self.requests.append(body)
        self.paths.append(handler.path)
        self.headers.append({name.lower(): value for name, value in handler.headers.items()})
        said = self.says(body["messages"])
        status = said if isinstance(said, int) else 200
        if isinstance(said, bytes):
            data = said
        elif isinstance(said, int):
            key = self.headers[-1].get("authorization", "").removeprefix("Bearer ")
            data = json.dumps({"error": {"message": f"no,\nnot with {key}"}}).encode()
        elif handler.path.endswith("/messages"):
            content = [{"type": "thinking", "thinking": "3"}, {"type": "text", "text": said}]
            usage = {"input_tokens": 70, "output_tokens": 30}
            data = json.dumps({"content": content, "usage": usage}).encode()
        else:
            choice = {"message": {"role": "assistant", "content": said}}
            data = json.dumps({"choices": [choice], "usage": {"total_tokens": 100}}).encode()
        handler.send_response(status)
        if status == 429:
            handler.send_header("retry-after", "7")
        if status == 302:
            handler.send_header("location", f"{self.address}/elsewhere")
        handler.send_header("content-length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)


@contextmanager
def fake_model(says: Says) -> Iterator[FakeModel]:
    model = FakeModel(says)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            model.answer(self)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def last_option(messages: list[dict[str, str]]) -> str:
    """A model that takes the last option of the last list it has read."""
    listed = [one["content"] for one in messages if "\n1) " in one["content"]]
    numbers = re.findall(r"^(\d+)\) ", listed[-1], re.MULTILINE)
    return f"Option 1 is tempting, but I take\n\n{numbers[-1]}"
