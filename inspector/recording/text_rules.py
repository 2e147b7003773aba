"""Rules that find secrets in text by the names beside them: members, URLs, forms, assignments, credentials.

A text is read as it stands: nothing is parsed and written again, so what is not replaced keeps its digits, spacing and
escapes. Each rule yields the secrets as `Found`: where, by which rule, and what the secret's own text is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inspector.recording.secret_names import form_says_secret, parameter_says_secret, says_secret
from inspector.wire import json

_NEEDLES: Final = (
    *(b"pass", b"secret", b"token", b"key", b"auth", b"cred", b"cookie", b"pwd", b"jwt", b"assertion", b"verifier"),
    *(b"bearer", b"basic", b"://", b"signature", b"sig=", b"hmac", b"sas=", b"@", b'pat"', b"pat=", b'code"', b"code="),
)
# Lower-case texts of which one stands in any text that a rule here could match.
_SUSPICIOUS: Final = re.compile(b"|".join(map(re.escape, _NEEDLES)))
_SHORT: Final = 512  # bytes; up to here one pattern is faster than many searches


@dataclass(frozen=True, slots=True)
class Found:
    """A secret at `start:end`; `secret` is its text without escapes; `quote` is what makes text of a bare number."""

    start: int
    end: int
    rule: str
    name: str
    secret: str
    quote: str = ""
    hunt: bool = True


# A key and its colon: as JSON, as JSON inside a JSON string, and as other languages print a map.
_GAP: Final = r"(?:\s|\\[nrt])*+"
_NAME: Final = r"([A-Za-z_$][\w.$ /-]{0,63}+)"
_KEY: Final = re.compile(rf'(?<!\\)"{_NAME}"\s*+:\s*+(?=["\[\d-])')
_INNER_KEY: Final = re.compile(rf'\\"{_NAME}\\"{_GAP}:{_GAP}(?=\\"|[\d-])')
_SINGLE_KEY: Final = re.compile(rf"'{_NAME}'\s*+:\s*+(?=')")
_VALUE: Final = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_NUMBER: Final = re.compile(r"-?\d[\d.eE+-]*+")
_LIST: Final = re.compile(r'\[(?:[^\[\]{}"]|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+\]', re.DOTALL)
_INNER_VALUE: Final = re.compile(r'\\"((?:[^"\\]|\\\\(?:\\["\\]|[^"\\]))*+)\\"')
_SINGLE_VALUE: Final = re.compile(r"'([^'\"\\\n]*+)'")

_PART: Final = r"[^&#;\s\"'\\<>‹]"  # a placeholder is no secret again
_USERINFO: Final = re.compile(r":(?:\\?/){2}([^\s/?#\"'\\<>@:‹]*+)(?::([^\s/?#\"'\\<>@‹]*+))?@")
_LONE_USERINFO: Final = re.compile(  # `user:password@host`, without a scheme; no digest of an image, and no package
    r"(?<![\w:/.@%+-])(?!(?:npm|jsr|mailto|sip|git|github|workspace):)"
    r"([\w.%+-]{1,64}+):(?!/)([^\s/?#\"'\\<>@:,;‹]{3,128}+)@(?!sha\d)(?=[\w\[])"
)
_PARAMETER: Final = re.compile(rf"(?:[?&#;]|\\u0026)([A-Za-z_][\w.-]{{0,63}}+)=({_PART}++)")
_FORM: Final = re.compile(r"[\w.~%+-]++=[^&\s]*+(?:&[\w.~%+-]++=[^&\s]*+)*+\s*")
_FORM_FIELD: Final = re.compile(r"(?:^|&)([\w.~%+-]++)=([^&\s]++)")
_VARIABLE: Final = re.compile(rf"(?:(?<![A-Za-z0-9_?&#;.-])|(?<=\\[nrt]))([A-Z][A-Z0-9_]{{1,63}}+)=({_PART}++)")
_ASSIGNED: Final = re.compile(
    r"(?<![\w-])([A-Za-z][\w.-]{0,63}+)[ \t]*+[=:][ \t]*+(?:(?:Bearer|Basic|Token)[ \t]++)?+"
    r"([^\s\"',;&{}\[\]()<>‹]++)",
    re.I,
)
_CREDENTIAL: Final = re.compile(r"\b(?:Bearer|Basic)[ \t]++([A-Za-z0-9._~+/=-]{12,}+)", re.I)


def suspicious(raw: bytes) -> bool:
    """Whether a rule here could match: never a false no, and a fraction of the cost of asking the rules."""
    low = raw.lower().replace(b'"progresstoken"', b"")  # in every request of ours, and never a secret
    if len(low) <= _SHORT:
        return _SUSPICIOUS.search(low) is not None
    return any(needle in low for needle in _NEEDLES)


def _unescaped(text: str, times: int = 1) -> str:
    for _ in range(times):
        if "\\" in text:
            try:
                text = json.parse(f'"{text}"')
            except json.NotJson:
                return text
    return text


def _members(text: str) -> Iterator[Found]:
    for key in _KEY.finditer(text):
        name = key.group(1)
        if says_secret(name):
            at = key.end()
            if text[at] == "[":
                if listed := _LIST.match(text, at):
                    for each in _VALUE.finditer(text, at, listed.end()):
                        yield _member(each, name, 1)
            elif value := _VALUE.match(text, at):
                yield _member(value, name, 1)
            elif number := _NUMBER.match(text, at):
                yield Found(number.start(), number.end(), "member", name, number.group(), quote='"')
    if '\\"' in text:
        for key in _INNER_KEY.finditer(text):
            if says_secret(key.group(1)):
                if value := _INNER_VALUE.match(text, key.end()):
                    yield _member(value, key.group(1), 2)
                elif number := _NUMBER.match(text, key.end()):
                    yield Found(number.start(), number.end(), "member", key.group(1), number.group(), quote='\\"')
    if "'" in text:
        for key in _SINGLE_KEY.finditer(text):
            if says_secret(key.group(1)) and (value := _SINGLE_VALUE.match(text, key.end())):
                yield _member(value, key.group(1), 0)


def _member(value: re.Match[str], name: str, escapes: int) -> Found:
    return Found(value.start(1), value.end(1), "member", name, _unescaped(value.group(1), escapes))


def in_urls(text: str) -> Iterator[Found]:
    """User names, passwords and secret parameters in the URLs that stand in `text`."""
    yield from _users(text)
    if "=" in text:
        for each in _PARAMETER.finditer(text):
            if parameter_says_secret(each.group(1)):
                yield Found(each.start(2), each.end(2), "url-parameter", each.group(1), each.group(2))


def _users(text: str) -> Iterator[Found]:
    if "@" in text:
        for user in _USERINFO.finditer(text):
            alone = not user.group(2)
            yield Found(user.start(1), user.end(1), "url-user", "user", user.group(1), hunt=alone)
            if not alone:
                yield Found(user.start(2), user.end(2), "url-user", "password", user.group(2))
        for user in _LONE_USERINFO.finditer(text):
            yield Found(user.start(1), user.end(1), "url-user", "user", user.group(1), hunt=False)
            yield Found(user.start(2), user.end(2), "url-user", "password", user.group(2))


def in_text(text: str, *, free: bool) -> Iterator[Found]:
    """Every secret that a name in `text` gives away. `free` text is prose or a log, read with a wider rule."""
    if text[:1] not in ("{", "[") and _FORM.fullmatch(text):
        for each in _FORM_FIELD.finditer(text):
            if form_says_secret(each.group(1)):
                yield Found(each.start(2), each.end(2), "form", each.group(1), each.group(2))
        yield from _users(text)
        return
    yield from _members(text)
    yield from in_urls(text)
    low = text.lower()
    if "bearer" in low or "basic" in low:
        for each in _CREDENTIAL.finditer(text):
            yield Found(each.start(1), each.end(1), "credential", "", each.group(1))
    if not free and "=" not in text:
        return
    for each in (_ASSIGNED if free else _VARIABLE).finditer(text):
        # A log line often begins with `auth:`, and what follows is prose.
        if says_secret(each.group(1)) and not each.group(1).lower().endswith("auth"):
            yield Found(each.start(2), each.end(2), "assignment", each.group(1), each.group(2), hunt=False)
