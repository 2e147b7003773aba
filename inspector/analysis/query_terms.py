"""The terms of the filter language: what each field takes, and the test that it becomes."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from inspector.analysis.json_paths import BadPath, json_test
from inspector.analysis.measures import SIZES, TIMES, compared
from inspector.analysis.rows import INWARD, OUTWARD, Row
from inspector.analysis.selection import Body, During, Failed, Field, Message, Noted, OfKind, Pattern, Query, Test, Word


class QueryError(ValueError):
    """The filter cannot be read. `position` is a character offset; `expected` says what could stand there."""

    def __init__(self, position: int, expected: str) -> None:
        super().__init__(f"At character {position + 1} there should be {expected}.")
        self.position = position
        self.expected = expected


_MESSAGES: Final = ("req", "res", "ask", "ans", "ntf")
KINDS: Final = frozenset({*_MESSAGES, "err", "run", "web", "sse", "why", "out", "jot", "http", "message"})
_SEVERAL: Final = {"http": ("web", "sse"), "message": _MESSAGES}
_DIRECTIONS: Final = {"in": INWARD, "out": OUTWARD}
_MARKS: Final = {
    "error": frozenset({"error"}),
    "warning": frozenset({"error", "warning"}),
    "info": frozenset({"error", "warning", "info"}),
}
FIELDS: Final = (
    "method",
    "name",
    "status",
    "id",
    "kind",
    "dir",
    "op",
    "era",
    "finding",
    "latency",
    "size",
    "note",
    "json",
    "body",
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a filter: a bracket, or a value, of a field if it names one. `form`: word, quoted or regex."""

    position: int
    bracket: str = ""
    field: str = ""
    text: str = ""
    form: str = "word"

    def is_word(self, word: str) -> bool:
        """Whether it is this word by itself."""
        return not self.bracket and not self.field and self.form == "word" and self.text.lower() == word


def term(token: Token) -> Query:
    """What a word or a field comes to. Raises QueryError."""
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
        return Body(lambda body: wanted in body.lower(), (wanted,))
    if token.field == "json":
        return _json(token)
    if token.field == "note":
        text = token.text.lower()
        return Noted(lambda note: text == "*" or text in note.lower())
    if token.field == "era":
        value = token.text.lower()
        if value not in ("modern", "legacy"):
            raise QueryError(token.position + len("era:"), _values("era"))
        return During("modern" if value == "modern" else "legacy")
    if token.field in ("kind", "dir"):
        return OfKind(_kinds(token))
    return Field(_test(token))


def _kinds(token: Token) -> frozenset[str]:
    value, where = token.text.lower(), token.position + len(token.field) + 1
    known = KINDS if token.field == "kind" else _DIRECTIONS
    if value not in known:
        raise QueryError(where, _values(token.field))
    if token.field == "dir":
        return _DIRECTIONS[value]
    return frozenset(form for one in _SEVERAL.get(value, (value,)) for form in (one, f"{one}-in", f"{one}-out"))


def _json(token: Token) -> Query:
    try:
        test = json_test(token.text)
    except BadPath as error:
        start = token.position + len("json:") + (token.form == "quoted")
        raise QueryError(start + error.position, error.expected) from None
    return Message(test.fits, test.needs)


def _pattern(token: Token, pattern: re.Pattern[str]) -> Query:
    if not token.field:
        return Pattern(pattern)
    if token.field == "body":
        return Body(lambda body: pattern.search(body.decode("utf-8", "replace")) is not None)
    if token.field == "note":
        return Noted(pattern.search)
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


def _test(token: Token) -> Test:
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
    if token.field == "finding":
        marks = _MARKS.get(value)
        if marks is None:
            raise QueryError(where, _values("finding"))
        return lambda row: row.mark in marks
    if token.field in ("latency", "size"):
        return _amount(token, where)
    if not value.isdecimal():
        raise QueryError(where, _values("op"))
    number = int(value)
    return lambda row: row.op == number


def _amount(token: Token, where: int) -> Test:
    test = compared(token.text, TIMES if token.field == "latency" else SIZES)
    if test is None:
        raise QueryError(where, _values(token.field))
    if token.field == "latency":
        return lambda row: row.took_ms is not None and test(row.took_ms)
    return lambda row: row.size is not None and test(row.size)


_VALUES: Final = {
    "kind": "one of " + ", ".join(sorted(KINDS)),
    "dir": "in or out",
    "op": "a number",
    "era": "modern or legacy",
    "finding": "error, warning or info",
    "latency": "a time, as >500ms or <=2s",
    "size": "a size, as >10kB or <1MiB",
    "note": "a text, or * for any note",
    "json": "a path into the message, as $.params.name=echo",
}


def _values(field: str) -> str:
    return _VALUES.get(field, "a value")
