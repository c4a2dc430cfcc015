"""Chat models over HTTP: the two common forms of their APIs, with retries."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import Message as Headers
from typing import IO, Any, ClassVar

from embertable.engine.errors import EmbertableError, UsageFault

ATTEMPTS = 6
TIMEOUT = 180.0
"""Seconds that a model may take for one reply."""
LONGEST_WAIT = 60.0
LONGEST_REPLY = 4_000_000
LONGEST_DETAIL = 160
REPLY_TOKENS = 4096
TRANSIENT = {408, 409, 425, 429}
"""Status codes that may be better the next time, besides all above 499."""
CHARACTERS = 4
"""Characters of a token, where an endpoint does not count."""

Chat = Sequence[dict[str, str]]
"""Messages with a `role` (system, user or assistant) and a `content`."""


class ChatError(EmbertableError):
    part = "commands"


class BadAddress(UsageFault, ChatError):
    def __init__(self, address: str) -> None:
        super().__init__(address=address)


class NoAnswer(ChatError):
    """The endpoint could not be reached."""

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class Refused(ChatError):
    """The endpoint answers with an error."""

    def __init__(self, address: str, status: int, problem: str, retry_after: float = 0.0) -> None:
        super().__init__(address=address, status=status, problem=problem)
        self.status = status
        self.retry_after = retry_after

    def is_transient(self) -> bool:
        return self.status in TRANSIENT or self.status >= 500


class NotAReply(ChatError):
    """The endpoint answers with something that is no reply of a model."""

    def __init__(self, address: str) -> None:
        super().__init__(address=address)


@dataclass(frozen=True)
class Reply:
    text: str
    tokens: int
    """What the request and the reply cost together."""


class KeepAddress(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the key is for the address that was named."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Headers,
        newurl: str,
    ) -> None:
        return None


class Endpoint:
    """A model behind an address.

    Args:
        address: where the API begins; empty for the usual one.
        model: its name there.
        key: the secret that the API asks for; empty if it asks for none.
        sleep: waits between attempts; tests pass their own.

    Raises:
        BadAddress: the address is not one of HTTP.

    """

    usual: ClassVar[str]
    path: ClassVar[str]
    variables: ClassVar[tuple[str, str]]
    """The environment variables of the address and of the key."""

    def __init__(
        self, address: str, model: str, key: str, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.address = (address or self.usual).rstrip("/")
        parts = urllib.parse.urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadAddress(address)
        self.model = model
        self.key = key
        self.sleep = sleep
        self.has_answered = False
        self.opener = urllib.request.build_opener(KeepAddress)

    def headers(self) -> dict[str, str]:
        raise NotImplementedError

    def body(self, chat: Chat) -> dict[str, Any]:
        raise NotImplementedError

    def read(self, answer: Any) -> tuple[str, int]:
        """The text of an answer and its tokens; raises LookupError or TypeError for anything else."""
        raise NotImplementedError

    def ask(self, chat: Chat) -> Reply:
        """The model's reply, after several attempts if need be.

        An address that never answered is not tried again: it is more likely wrong than busy.
        """
        wait = 1.0
        for _ in range(ATTEMPTS - 1):
            asked = 0.0
            try:
                return self.ask_once(chat)
            except Refused as error:
                if not error.is_transient():
                    raise
                asked = error.retry_after
            except NoAnswer:
                if not self.has_answered:
                    raise
            except NotAReply:
                pass
            self.sleep(min(max(wait, asked), LONGEST_WAIT))
            wait *= 2
        return self.ask_once(chat)

    def ask_once(self, chat: Chat) -> Reply:
        data = json.dumps(self.body(chat)).encode()
        request = urllib.request.Request(  # noqa: S310 - the address is checked above
            self.address + self.path,
            data,
            {"content-type": "application/json", "user-agent": "embertable", **self.headers()},
        )
        try:
            with self.opener.open(request, timeout=TIMEOUT) as response:
                answer = response.read(LONGEST_REPLY)
        except urllib.error.HTTPError as error:
            self.has_answered = True
            retry_after = seconds(error.headers.get("retry-after", ""))
            raise Refused(self.address, error.code, self.detail(error), retry_after) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            problem = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            raise NoAnswer(self.address, self.without_key(problem)) from None
        self.has_answered = True
        try:
            text, tokens = self.read(json.loads(answer))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise NotAReply(self.address) from None
        return Reply(text, tokens or (len(data) + len(text)) // CHARACTERS)

    def detail(self, error: urllib.error.HTTPError) -> str:
        """What the endpoint says about its refusal, in one line and without the key."""
        try:
            raw = error.read(LONGEST_REPLY).decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            raw = ""
        try:
            told = json.loads(raw)
            told = told.get("error", told)
            raw = told if isinstance(told, str) else str(told.get("message", raw))
        except (ValueError, AttributeError, RecursionError):
            pass
        line = " ".join(self.without_key(raw).split()).rstrip(".")
        return line[:LONGEST_DETAIL] or str(error.reason)

    def without_key(self, text: str) -> str:
        return text.replace(self.key, "***") if self.key else text


class OpenAI(Endpoint):
    """Chat completions, which many servers and local models offer."""

    usual = "https://api.openai.com/v1"
    path = "/chat/completions"
    variables = ("OPENAI_BASE_URL", "OPENAI_API_KEY")

    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.key}"} if self.key else {}

    def body(self, chat: Chat) -> dict[str, Any]:
        return {"model": self.model, "messages": list(chat)}

    def read(self, answer: Any) -> tuple[str, int]:
        text = answer["choices"][0]["message"]["content"]
        return str(text or ""), int((answer.get("usage") or {}).get("total_tokens") or 0)


class Anthropic(Endpoint):
    """Messages, with the system's text apart."""

    usual = "https://api.anthropic.com"
    path = "/v1/messages"
    variables = ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY")

    def headers(self) -> dict[str, str]:
        key = {"x-api-key": self.key} if self.key else {}
        return {"anthropic-version": "2023-06-01", **key}

    def body(self, chat: Chat) -> dict[str, Any]:
        return {
            "model": self.model,
            "max_tokens": REPLY_TOKENS,
            "system": "\n\n".join([one["content"] for one in chat if one["role"] == "system"]),
            "messages": [one for one in chat if one["role"] != "system"],
        }

    def read(self, answer: Any) -> tuple[str, int]:
        parts = [part["text"] for part in answer["content"] if part.get("type") == "text"]
        usage = answer.get("usage") or {}
        return "".join(parts), sum(
            [int(usage.get(name) or 0) for name in ("input_tokens", "output_tokens")]
        )


APIS: dict[str, type[Endpoint]] = {"openai": OpenAI, "anthropic": Anthropic}


def seconds(text: str) -> float:
    """A `retry-after` header in seconds; its other form, a date, counts as none."""
    return float(text) if text.isdecimal() and len(text) < 6 else 0.0
