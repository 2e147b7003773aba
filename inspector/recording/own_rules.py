"""The rules that a person adds to redaction: names whose values are secrets, and patterns of secrets.

They are called `own 1`, `own 2` … by their order wherever they are told of: a pattern may hold the very secret.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from json.encoder import encode_basestring
from typing import Final

from inspector.config.own_redaction import plain_name, read_own
from inspector.recording.found import Found
from inspector.wire import json

_NAME: Final = r"([A-Za-z_$][\w.$ /-]{0,63}+)"
_GAP: Final = r"(?:\s|\\[nrt])*+"
_KEY: Final = re.compile(rf'(?<!\\)"{_NAME}"\s*+:\s*+')
_INNER_KEY: Final = re.compile(rf'\\"{_NAME}\\"{_GAP}:{_GAP}')
_SINGLE_KEY: Final = re.compile(rf"'{_NAME}'\s*+:\s*+'([^'\"\\\n]*+)'")
_TOKEN: Final = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"(\s*+:)?|(-?\d[\d.eE+-]*+)|([\[{])|([\]}])', re.DOTALL)
_INNER_TOKEN: Final = re.compile(  # the same in JSON that stands in a JSON string
    rf'\\"((?:[^"\\]|\\\\(?:\\["\\]|[^"\\]))*+)\\"({_GAP}:)?|(-?\d[\d.eE+-]*+)|([\[{{])|([\]}}])', re.DOTALL
)
_STRING_REST: Final = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_FIELD: Final = re.compile(r"(?<![\w.-])([A-Za-z_$][\w.$-]{0,63}+)=([^&#;\s\"'\\<>‹]++)")
_ASSIGNED: Final = re.compile(r"(?<![\w.-])([A-Za-z_$][\w.$-]{0,63}+)[ \t]*+[=:][ \t]*+([^\s\"',;&{}\[\]()<>‹]++)")


class OwnRules:
    """The rules of one person. False if there are none. Raises UsageError for one that is neither name nor pattern."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._names: dict[str, str] = {}
        self._patterns: list[tuple[str, re.Pattern[str]]] = []
        for number, text in enumerate(given, 1):
            rule, label = read_own(text), f"own {number}"
            if isinstance(rule, str):
                self._names.setdefault(rule, label)
            else:
                self._patterns.append((label, rule))

    def __bool__(self) -> bool:
        return bool(self._names or self._patterns)

    def of(self, name: str) -> str:
        """The rule that this name falls under, or nothing."""
        return self._names.get(plain_name(name), "") if self._names else ""

    def named(self, text: str, *, free: bool) -> Iterator[Found]:
        """Every value in `text` that stands beside a name of theirs; of objects and lists, each value in them."""
        if not self._names:
            return
        for key in _KEY.finditer(text):
            if rule := self.of(key[1]):
                yield from _leaves(text, key.end(), key[1], rule)
        for key in _INNER_KEY.finditer(text):
            if rule := self.of(key[1]):
                rest = _STRING_REST.match(text, key.end())
                yield from _leaves(text, key.end(), key[1], rule, rest.end() if rest else key.end())
        for pattern in (_SINGLE_KEY, _ASSIGNED if free else _FIELD):
            for found in pattern.finditer(text):
                if rule := self.of(found[1]):
                    yield Found(found.start(2), found.end(2), rule, found[1], found[2])

    def patterned(self, text: str, take: Callable[[str, str], str], *, is_json: bool) -> str:
        """`text` with what the patterns find replaced by `take(secret, rule)`. JSON stays JSON: each string is looked
        at by itself, without its escapes, and each number.
        """
        for rule, pattern in self._patterns:
            if is_json:
                text = _TOKEN.sub(partial(_in_token, pattern, rule, take), text)
            else:
                text = _in_plain(text, pattern, rule, take)
        return text


def _in_plain(text: str, pattern: re.Pattern[str], rule: str, take: Callable[[str, str], str]) -> str:
    def taken(found: re.Match[str]) -> str:
        group = 1 if pattern.groups and found[1] else 0
        if not found[group]:
            return found[0]
        begin, end = found.start(group) - found.start(), found.end(group) - found.start()
        return found[0][:begin] + take(found[group], rule) + found[0][end:]

    return pattern.sub(taken, text)


def _in_token(pattern: re.Pattern[str], rule: str, take: Callable[[str, str], str], token: re.Match[str]) -> str:
    if token[1] is not None:
        before = _unescaped(token[1])
        after = _in_plain(before, pattern, rule, take)
        return token[0] if after == before else encode_basestring(after) + (token[2] or "")
    if token[3] is not None:
        after = _in_plain(token[3], pattern, rule, take)
        return token[0] if after == token[3] else encode_basestring(after)
    return token[0]


def _leaves(text: str, at: int, name: str, rule: str, inner: int = 0) -> Iterator[Found]:
    """The strings and numbers of the JSON value that begins at `at`, but for the keys in it.

    `inner` is where the string ends that the value is in, if it is in one.
    """
    depth = 0
    tokens, end, quote = (_INNER_TOKEN, inner, '\\"') if inner else (_TOKEN, len(text), '"')
    while token := tokens.search(text, at, end) if depth else tokens.match(text, at, end):
        at = token.end()
        if token[1] is not None and not token[2]:
            secret = _unescaped(_unescaped(token[1])) if inner else _unescaped(token[1])
            yield Found(token.start(1), token.end(1), rule, name, secret)
        elif token[3] is not None:
            yield Found(token.start(3), token.end(3), rule, name, token[3], quote)
        depth += (token[4] is not None) - (token[5] is not None)
        if depth <= 0:
            return


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return str(json.parse(f'"{text}"'))
    except json.NotJson:
        return text
