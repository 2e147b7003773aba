"""What is secret in the requests of an authorization and their answers, and how the records of them go without it."""

import re
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final
from urllib.parse import quote_plus, unquote

from inspector.secrets import MASK
from inspector.transports.auth.steps import Answer, Fetch
from inspector.wire import events
from inspector.wire.json import Json, dumps

_WORTH: Final = 4

_TOKENS: Final = re.compile(r"(token|secret|assertion)$")


def headers_without(headers: Iterable[tuple[str, str]]) -> events.Headers:
    """Those of a request to a token endpoint, without the secret of Basic and the proof of a key."""
    return tuple((name, _header(name.lower(), value)) for name, value in headers)


def _header(name: str, value: str) -> str:
    if name == "authorization":
        return f"{value.partition(' ')[0]} {MASK}"
    return MASK if name == "dpop" else value


def secrets_out(step: Fetch) -> tuple[str, ...]:
    """The secrets that go out with a request, in its form and in its headers."""
    basic = next((value[6:] for name, value in step.headers if name == "Authorization" and value[:6] == "Basic "), "")
    password = unquote(b64decode(basic).decode().partition(":")[2])
    return tuple(one for one in (*step.secrets, basic, password) if one)


def text_without(text: str, secrets: Iterable[str]) -> str:
    """A text with a mask for each of these secrets, as it is, as a form has it, and as base64 has it."""
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        coded = (code(secret.encode()).decode().rstrip("=") for code in (b64encode, urlsafe_b64encode))
        for spelled in {secret, quote_plus(secret), *coded}:
            text = text.replace(spelled, MASK)
    return text


def body_without(body: bytes, secrets: Iterable[str]) -> bytes:
    """The same for a body."""
    text = body.decode("utf-8", "surrogateescape")
    return text_without(text, secrets).encode("utf-8", "surrogateescape")


def secrets_in(answer: Answer) -> Iterator[str]:
    """The tokens and secrets that came as members of a JSON object."""
    for name, value in (answer.document or {}).items():
        if isinstance(value, str) and _is_secret(name, value):
            yield value


def worth(secrets: Iterable[str]) -> list[str]:
    """Those that are looked for in what others say: very short ones come in every word."""
    return [secret for secret in secrets if len(secret) >= _WORTH]


def recorded(answer: Answer, secrets: Iterable[str]) -> bytes:
    """The body as the record has it: members that are tokens or secrets have none of it, nor has it any of
    `secrets`."""
    document = answer.document
    if document is None:
        return body_without(answer.body, secrets)
    shown = {name: MASK if isinstance(value, str) and _is_secret(name, value) else value
             for name, value in document.items()}  # fmt: skip
    return body_without(answer.body if shown == document else dumps(shown).encode(), secrets)


def read(answer: Answer, secrets: Iterable[str]) -> Answer:
    """The answer as the flow reads it, which quotes what a refusal says and cuts it: that has none of the secrets."""
    refuses = "error" in (answer.document or {}) or (answer.status or 0) >= 400
    return replace(answer, body=body_without(answer.body, worth(secrets))) if refuses else answer


def _is_secret(name: str, value: Json) -> bool:
    return bool(value) and "://" not in str(value) and _TOKENS.search(name) is not None
