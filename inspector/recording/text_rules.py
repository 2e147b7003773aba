"""Rules that find secrets in text by the names beside them: members, URLs, forms, assignments, credentials.

A text is read as it stands: nothing is parsed and written again, so what is not replaced keeps its digits, spacing and
escapes. Each rule yields the secrets as `Found`: where, by which rule, and what the secret's own text is.
"""

import re
from collections.abc import Iterator
from functools import cache
from string import digits
from typing import Final

from inspector.recording.found import Found
from inspector.recording.secret_names import form_says_secret, parameter_says_secret, says_secret
from inspector.recording.shapes import NEEDLES as SHAPES
from inspector.recording.shapes import in_shapes
from inspector.wire import json

# Of the names that say secret each has one of these.
_NAMES: Final = (
    *("pass", "secret", "token", "key", "auth", "cred", "cookie", "pwd", "jwt", "assertion", "verifier", "bearer"),
    *("signature", "sig=", "hmac", "sas=", 'pat"', "pat=", "pat:", 'code"', "code="),
)
_NEEDLES: Final = (*(name.encode() for name in _NAMES), b"basic", b"://", b"@", *SHAPES)
_DIGITS: Final = digits.encode()
_NEEDLES_BUT_DIGITS: Final = tuple(dict.fromkeys(needle.translate(None, _DIGITS) for needle in _NEEDLES))
_SIGNS: Final = b"_-.=@:"
# Lower-case texts of which one stands in any text that a rule here could match.
_SUSPICIOUS: Final = re.compile(b"|".join(map(re.escape, _NEEDLES)))
_SHORT: Final = 512  # bytes; up to here one pattern is faster than many searches


# A key and its colon: as JSON, as JSON inside a JSON string, and as other languages print a map.
_GAP: Final = r"(?:\s|\\++[nrt])*+"
_NAME: Final = r"([A-Za-z_$][\w.$ /-]{0,63}+)"
_KEY: Final = re.compile(rf'"(?<!\\"){_NAME}"\s*+:\s*+(?=["\[\d-])')
_INNER_KEY: Final = re.compile(rf'(\\(?<!\\\\)\\*+)"{_NAME}\1"{_GAP}:{_GAP}')
_SINGLE_KEY: Final = re.compile(rf"'{_NAME}'\s*+:\s*+(?=')")
_VALUE: Final = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_NUMBER: Final = re.compile(r"-?\d[\d.eE+-]*+")
_LIST: Final = re.compile(r'\[(?:[^\[\]{}"]|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+\]', re.DOTALL)
_SINGLE_VALUE: Final = re.compile(r"'([^'\"\\\n]*+)'")

_BETWEEN: Final = re.compile(rf"(?:{_GAP},)?{_GAP}")
_PART: Final = r"[^&#;\s\"'\\<>‹]"  # a placeholder is no secret again
_USERINFO: Final = re.compile(r":(?:\\?/){2}([^\s/?#\"'\\<>@:‹]*+)(?::([^\s/?#\"'\\<>@‹]*+))?@")
_LONE_USERINFO: Final = re.compile(  # `user:password@host`, without a scheme; no digest of an image, and no package
    r"(?<![\w:/.@%+-])(?!(?:npm|jsr|mailto|sip|git|github|workspace):)"
    r"([\w.%+-]{1,64}+):(?!/)([^\s/?#\"'\\<>@:,;‹]{3,128}+)@(?!sha\d)(?=[\w\[])"
)
_PARAMETER: Final = re.compile(rf"(?:[?&#;]|\\u0026)([A-Za-z_][\w.-]{{0,63}}+)=({_PART}++)")
_FORM: Final = re.compile(r"[\w.~%+-]++=[^&\s]*+(?:&[\w.~%+-]++=[^&\s]*+)*+\s*")
_FORM_FIELD: Final = re.compile(r"(?:^|&)([\w.~%+-]++)=([^&\s]++)")
_VARIABLE: Final = re.compile(r"(?:(?<![A-Za-z0-9_?&#;.-])|(?<=\\[nrt]))([A-Z][A-Z0-9_]{1,63}+)=\Z")
_OF_VARIABLE: Final = re.compile(rf"({_PART}++)")
_ASSIGNED: Final = re.compile(
    r"(?<![\w-])([A-Za-z][\w.-]{0,63}+)[ \t]*+[=:][ \t]*+(?:(?:Bearer|Basic|Token)[ \t]++)?+"
    r"([^\s\"',;&{}\[\]()<>‹]++)",
    re.I,
)
# The same in a string of JSON, where most is prose: only a value that looks like one. Looked for from words that names
# have, since to ask at each letter whether a name begins there takes ten times as long.
_HINTS: Final = (
    *("pass", "secret", "token", "key", "cred", "cookie", "pwd", "jwt", "bearer", "assertion", "authorization", "pat"),
    *("code", "verifier"),
)
_UP_TO_SIGN: Final = re.compile(r"[\w.-]{0,64}+[ \t]*+[=:]")
_NAMED: Final = re.compile(r"(?<![\w-])([A-Za-z][\w.-]{0,63}+)[ \t]*+[=:]\Z", re.I)
_LONGEST: Final = 128  # of a name and the blanks behind it
_SAID: Final = re.compile(
    r"[ \t]*+(?:(?:Bearer|Basic|Token)[ \t]++)?+"
    r"((?=[\w.~+/@!$%^*-]*\d)(?=[\w.~+/@!$%^*-]*[^\W\d_])[\w.~+/@!$%^*-]{6,}+=*+)",
    re.I,
)
_IN_ITS_PLACE: Final = frozenset({"VALUE", "TOKEN", "KEY", "SECRET", "PASSWORD", "…", ""})  # as hints have them
_CREDENTIAL: Final = re.compile(r"\b(?:Bearer|Basic)[ \t]++(?![a-z_]++=)([A-Za-z0-9._~+/=-]{12,}+)", re.I)
_SCHEMES: Final = ("bearer", "basic")


def suspicious(raw: bytes) -> bool:
    """Whether a rule here could match: never a false no, and a fraction of the cost of asking the rules."""
    low = _low(raw)
    if len(low) <= _SHORT:
        return _SUSPICIOUS.search(low) is not None
    absent = bytes(sign for sign in _SIGNS if sign not in low)  # one look at a sign spares many at longer needles
    return any(map(low.__contains__, _needles_without(absent)))


def _low(raw: bytes) -> bytes:
    return raw.lower().replace(b'"progresstoken"', b"")  # in every request of ours, and never a secret


def but_digits(raw: bytes) -> bytes:
    """What `is_harmless_in_any_digits` looks at."""
    return _low(raw).translate(None, _DIGITS)


def is_harmless_in_any_digits(rest: bytes) -> bool:
    """Whether no rule could match in any text of which `rest` is what is left without its digits."""
    return not any(needle in rest for needle in _NEEDLES_BUT_DIGITS)


@cache
def _needles_without(signs: bytes) -> tuple[bytes, ...]:
    return tuple(needle for needle in _NEEDLES if not any(sign in needle for sign in signs))


def _unescaped(text: str, times: int = 1) -> str:
    for _ in range(times):
        if "\\" in text:
            try:
                text = json.parse(f'"{text}"')
            except json.NotJson:
                return text
    return text


def _members(text: str) -> Iterator[Found]:
    secret = {name for name in set(_KEY.findall(text)) if says_secret(name)}
    for key in _KEY.finditer(text) if secret else ():
        name = key.group(1)
        if name in secret:
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
        secret = {name for name in {name for _, name in _INNER_KEY.findall(text)} if says_secret(name)}
        for key in _INNER_KEY.finditer(text) if secret else ():
            if key[2] in secret:
                yield from _inner(text, key.end(), key[1], key[2])
    if "'" in text:
        for key in _SINGLE_KEY.finditer(text):
            if says_secret(key.group(1)) and (value := _SINGLE_VALUE.match(text, key.end())):
                yield _member(value, key.group(1), 0)


def _inner(text: str, at: int, escape: str, name: str) -> Iterator[Found]:
    """The value of a member of JSON in a JSON string, in however many: there a quote is `escape` and `"`."""
    quote, depth = f'{escape}"', (len(escape) + 1).bit_length() - 1
    if number := _NUMBER.match(text, at):
        yield Found(number.start(), number.end(), "member", name, number[0], quote=quote)
    listed = text.startswith("[", at)
    at += listed
    while True:
        if listed and (between := _BETWEEN.match(text, at)):
            at = between.end()
        begin = at + len(quote)
        end = _end_of_string(text, begin, len(escape)) if text.startswith(quote, at) else -1
        if end > begin:
            yield Found(begin, end, "member", name, _unescaped(text[begin:end], depth + 1))
        if end < 0 or not listed:
            return
        at = end + len(quote)


def _end_of_string(text: str, begin: int, escapes: int) -> int:
    """Where the quote begins that ends a string and has so many escapes; -1 where the string around it ends."""
    end = text.find('"', begin)
    while end >= 0:
        before = end - begin - len(text[begin:end].rstrip("\\"))
        if before < escapes:
            return -1
        if before % (2 * escapes + 2) == escapes:
            return end - escapes
        end = text.find('"', end + 1)
    return -1


def _member(value: re.Match[str], name: str, escapes: int) -> Found:
    return Found(value.start(1), value.end(1), "member", name, _unescaped(value.group(1), escapes))


def in_urls(text: str) -> Iterator[Found]:
    """User names, passwords and secret parameters in the URLs that stand in `text`."""
    yield from _users(text)
    yield from _parameters(text)


def _parameters(text: str) -> Iterator[Found]:
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
        yield from in_shapes(text)
        return
    low = _lower(text)
    yield from _users(text)
    yield from in_shapes(text)
    for scheme in _SCHEMES:
        for at in _places(scheme, low):
            if given := _CREDENTIAL.match(text, at):
                yield Found(given.start(1), given.end(1), "credential", "", given.group(1))
    if not any(name in low for name in _NAMES):
        return
    yield from _members(text)
    yield from _parameters(text)
    assigned = _assigned(text) if free else _said(text, low)
    for name, start, end in assigned:
        # A log line often begins with `auth:`, and what follows is prose.
        value = text[start:end]
        if says_secret(name) and not name.lower().endswith("auth") and value.rstrip(".") not in _IN_ITS_PLACE:
            yield Found(start, end, "assignment", name, value, hunt=False)


def _places(word: str, low: str) -> Iterator[int]:
    at = low.find(word)
    while at >= 0:
        yield at
        at = low.find(word, at + len(word))


_Named = tuple[str, int, int]  # a name, and where its value is


def _assigned(text: str) -> Iterator[_Named]:
    for each in _ASSIGNED.finditer(text):
        yield each[1], each.start(2), each.end(2)


def _said(text: str, low: str) -> Iterator[_Named]:
    signs = set()
    for hint in _HINTS:
        for at in _places(hint, low):
            if up_to := _UP_TO_SIGN.match(text, at + len(hint)):
                signs.add(up_to.end())
    for at in sorted(signs):
        begin = max(0, at - _LONGEST)
        if (variable := _VARIABLE.search(text, begin, at)) and (part := _OF_VARIABLE.match(text, at)):
            yield variable[1], part.start(1), part.end(1)
        if (named := _NAMED.search(text, begin, at)) and (said := _SAID.match(text, at)):
            yield named[1], said.start(1), said.end(1)


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) != len(text):  # a letter that is two in lower case
        low = "".join(one if len(one.lower()) > 1 else one.lower() for one in text)
    return low
