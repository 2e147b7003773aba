"""The filter language of the traffic.

    query   = either
    either  = all { "or" all }
    all     = one { [ "and" ] one }
    one     = "not" one | "(" either ")" | term
    term    = FIELD ":" value | "error" | value
    value   = WORD | "quoted" | /regex/

A plain value is looked for in what the row shows, without regard to case. The fields are

    method: name: status:   the text stands in that column; status: also knows roles (`status:waiting`)
    id:                     exactly this id, that of the request for what belongs to one
    kind:                   req res ask ans ntf err run web sse why out
    dir:                    in, out
    op:                     the operation's number
    body:                   the text stands in the message itself, or in the headers that HTTP carried it with

What begins like a field but is none is refused, unless it is the beginning of a URL; quotation marks make it a value.
`error` fits what went wrong beside rows that say "error". Words side by side are and-ed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from inspector.analysis.rows import INWARD, OUTWARD, Row
from inspector.analysis.selection import All, Body, Either, Everything, Failed, Field, Not, Pattern, Query, Test, Word

__all__ = ["FIELDS", "KINDS", "Query", "QueryError", "parse_query"]


class QueryError(ValueError):
    """The filter cannot be read. `position` is a character offset; `expected` says what could stand there."""

    def __init__(self, position: int, expected: str) -> None:
        super().__init__(f"At character {position + 1}: {expected} was expected.")
        self.position = position
        self.expected = expected


KINDS: Final = frozenset({"req", "res", "ask", "ans", "ntf", "err", "run", "web", "sse", "why", "out"})
_DIRECTIONS: Final = {"in": INWARD, "out": OUTWARD}
_DEEPEST: Final = 100
FIELDS: Final = ("method", "name", "status", "id", "kind", "dir", "op", "body")
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<bracket>[()])|(?:(?P<field>[A-Za-z]+):)?(?:\"(?P<quoted>[^\"]*)\"|/(?P<regex>(?:[^/\\]|\\.)+)/"
    r"(?=[\s)]|$)|(?P<word>[^\s()]*)))"
)


@dataclass(frozen=True, slots=True)
class _Token:
    position: int
    bracket: str = ""
    field: str = ""
    text: str = ""
    form: str = "word"

    def is_word(self, word: str) -> bool:
        return not self.bracket and not self.field and self.form == "word" and self.text.lower() == word


def parse_query(text: str) -> Query:
    """Read a filter. Raises `QueryError`."""
    parser = _Parser(list(_tokens(text)), len(text))
    if not parser.left():
        return Everything()
    query = parser.either()
    if parser.left():
        raise QueryError(parser.position(), "“and”, “or” or the end")
    return query


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        assert found is not None
        start = at + len(found.group()) - len(found.group().lstrip())
        at = found.end()
        if found["bracket"]:
            tokens.append(_Token(start, bracket=found["bracket"]))
            continue
        field = (found["field"] or "").lower()
        for form in ("quoted", "regex", "word"):
            if found[form] is not None:
                value = found[form]
                if form == "word" and value.startswith('"'):
                    raise QueryError(len(text), "a closing quotation mark")
                if field and field not in FIELDS:
                    if form == "word" and value.startswith("//"):  # `library://x` and the like are words
                        value, field = found.group().strip(), ""
                    else:
                        raise QueryError(start, f"{' '.join(f'{name}:' for name in FIELDS[:-1])} or {FIELDS[-1]}:")
                tokens.append(_Token(start, field=field, text=value, form=form))
    return tokens


class _Parser:
    def __init__(self, tokens: list[_Token], end: int) -> None:
        self._tokens = tokens
        self._at = 0
        self._end = end
        self._depth = 0

    def left(self) -> bool:
        return self._at < len(self._tokens)

    def position(self) -> int:
        return self._tokens[self._at].position if self.left() else self._end

    def _next(self, word: str) -> bool:
        token = self._tokens[self._at] if self.left() else None
        if token is not None and (token.bracket == word if word in "()" else token.is_word(word)):
            self._at += 1
            return True
        return False

    def either(self) -> Query:
        parts = [self._all()]
        while self._next("or"):
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _all(self) -> Query:
        parts = [self._one()]
        while self.left():
            token = self._tokens[self._at]
            if token.is_word("or") or token.bracket == ")":
                break
            self._next("and")
            parts.append(self._one())
        # What narrows at once comes first: the order changes the cost, not the outcome.
        parts.sort(key=lambda part: isinstance(part, All | Either | Not))
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _one(self) -> Query:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise QueryError(self.position(), f"a filter that is nested less than {_DEEPEST} deep")
        query = self._unit()
        self._depth -= 1
        return query

    def _unit(self) -> Query:
        if self._next("not"):
            return Not(self._one())
        if self._next("("):
            inner = self.either()
            if not self._next(")"):
                raise QueryError(self.position(), "a closing bracket")
            return inner
        token = self._tokens[self._at] if self.left() else None
        if token is None or token.bracket or token.is_word("and") or token.is_word("or"):
            raise QueryError(self.position(), "a word or a field")
        self._at += 1
        return _term(token)


def _term(token: _Token) -> Query:
    if token.form == "regex":
        try:
            pattern = re.compile(token.text, re.IGNORECASE)
        except re.error as error:
            expected = f"a regular expression (this one: {error.msg})"
            raise QueryError(token.position + len(token.field) + 1 + (error.pos or 0), expected) from None
        return _pattern(token, pattern)
    if not token.field:
        return Failed() if token.is_word("error") else Word(token.text.lower())
    if not token.text:
        raise QueryError(token.position + len(token.field) + 1, _values(token.field))
    if token.field == "body":
        wanted = token.text.lower().encode("utf-8", "replace")
        return Body(lambda body: wanted in body.lower())
    return Field(_test(token))


def _pattern(token: _Token, pattern: re.Pattern[str]) -> Query:
    if not token.field:
        return Pattern(pattern)
    if token.field == "body":
        return Body(lambda body: pattern.search(body.decode("utf-8", "replace")) is not None)
    columns: dict[str, Callable[[Row], str]] = {
        "method": lambda row: row.method,
        "name": lambda row: row.name,
        "status": lambda row: row.status_text,
        "id": lambda row: row.id_text,
    }
    column = columns.get(token.field)
    if column is None:
        raise QueryError(token.position + len(token.field) + 1, _values(token.field))
    return Field(lambda row: pattern.search(column(row)) is not None)


def _test(token: _Token) -> Test:
    value = token.text.lower()
    where = token.position + len(token.field) + 1
    if token.field == "method":
        return lambda row: value in row.method.lower()
    if token.field == "name":
        return lambda row: value in row.name.lower()
    if token.field == "status":
        wanted = value.replace("-", "−")
        return lambda row: wanted in row.status_text.lower() or value == row.status_role
    if token.field == "id":
        exact = token.text
        forms = {exact, f"~{exact}", f'"{exact}"', f'~"{exact}"'}
        return lambda row: row.id_text in forms
    if token.field == "kind":
        if value not in KINDS:
            raise QueryError(where, _values("kind"))
        both = frozenset({value, f"{value}-in", f"{value}-out"})
        return lambda row: row.kind in both
    if token.field == "dir":
        kinds = _DIRECTIONS.get(value)
        if kinds is None:
            raise QueryError(where, _values("dir"))
        return lambda row: row.kind in kinds
    if not value.isdecimal():
        raise QueryError(where, _values("op"))
    number = int(value)
    return lambda row: row.op == number


def _values(field: str) -> str:
    if field == "kind":
        return "one of " + ", ".join(sorted(KINDS))
    if field == "dir":
        return "in or out"
    return "a number" if field == "op" else "a value"
