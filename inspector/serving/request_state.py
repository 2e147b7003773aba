"""`requestState`: what the server must remember between the rounds of a request, kept by the client.

The client could change it, so it carries a signature of this process; it is good for one request (method, name and
arguments) and for a limited time (`2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow`).
"""

import base64
import binascii
import hashlib
import hmac
import json
import os
import time
from collections.abc import Callable
from typing import Any, Final

from inspector.wire.json import NotJson, dumps, parse

_LIFE: Final = 3600.0  # seconds that a person may take


class Notary:
    """Seals and opens states. The key lives as long as the process; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = os.urandom(32)
        self._clock = clock

    def seal(self, method: str, params: dict[str, Any], answers: dict[str, Any]) -> str:
        """A state for this request that holds the answers so far."""
        body = {"for": _digest(method, params), "until": self._clock() + _LIFE, "answers": answers}
        raw = dumps(body).encode()
        return base64.urlsafe_b64encode(self._sign(raw) + raw).decode()

    def open(self, state: str, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """The answers in a state of ours, or None if it is not ours, too old, or of another request."""
        try:
            sealed = base64.urlsafe_b64decode(state)
        except (binascii.Error, ValueError):
            return None
        signature, raw = sealed[:32], sealed[32:]
        if not hmac.compare_digest(signature, self._sign(raw)):
            return None
        try:
            body = parse(raw.decode())
        except (NotJson, UnicodeDecodeError):
            return None
        if body["for"] != _digest(method, params) or body["until"] < self._clock():
            return None
        answers: dict[str, Any] = body["answers"]
        return answers

    def _sign(self, raw: bytes) -> bytes:
        return hmac.digest(self._key, raw, "sha256")


def _digest(method: str, params: dict[str, Any]) -> str:
    salient = [method, params.get("name"), params.get("uri"), params.get("arguments", {})]
    return hashlib.sha256(json.dumps(salient, sort_keys=True).encode()).hexdigest()[:16]
