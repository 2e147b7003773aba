"""Arrays of like objects as tables: found in a result, with a column for each name. The cells are written when seen."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from inspector.wire.json import MISSING, Json, NotJson, dumps, parse

MOST_COLUMNS: Final = 200
"""Names that get a column; a row that is opened shows all."""
LONGEST_CELL: Final = 200
"""Characters of a value that stand in a cell."""
_SAMPLED: Final = 500
"""Rows that are looked at to find the columns and to judge whether the objects are alike."""
_DEEPEST: Final = 4
_PARTS: Final = 64
_READ: Final = 1_000_000
"""Characters of a text that is read to see whether it is JSON with a table in it."""


@dataclass(frozen=True)
class Table:
    """`where` tells where the array stands: `structuredContent.rows`. `rows` has its elements as they came."""

    where: str
    rows: list[Json]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names, in the order in which they come up."""
        names = dict.fromkeys(name for row in self.rows[:_SAMPLED] if isinstance(row, dict) for name in row)
        return tuple(names)[:MOST_COLUMNS]

    @cached_property
    def numeric(self) -> frozenset[str]:
        """The columns in which, as far as they are looked at, there are none but numbers."""
        sample = [row for row in self.rows[:_SAMPLED] if isinstance(row, dict)]
        return frozenset(
            name
            for name in self.columns
            if (values := [row[name] for row in sample if row.get(name) is not None]) and all(map(_is_number, values))
        )

    def cell(self, row: int, column: str) -> tuple[str, str]:
        """What stands in a cell, foreign, and its kind: `string number literal nested missing`."""
        values = self.rows[row]
        return _written(values.get(column, MISSING) if isinstance(values, dict) else MISSING)

    def other(self, row: int) -> str:
        """An element that is no object, foreign."""
        return _written(self.rows[row])[0]


def _written(value: Json) -> tuple[str, str]:
    if value is MISSING:
        return "", "missing"
    if isinstance(value, str):
        return value[: LONGEST_CELL + 1], "string"
    if _is_number(value):
        return dumps(value)[: LONGEST_CELL + 1], "number"
    if isinstance(value, dict | list):
        return _nested(value), "nested"
    return dumps(value), "literal"


def tables_of(result: Json) -> list[Table]:
    """The tables of a result: those of its structured part, then of texts that are JSON and say another thing."""
    if not isinstance(result, dict):
        return []
    found = list(_tables(result.get("structuredContent", MISSING), "structuredContent"))
    known = [table.rows for table in found]
    for where, text in _texts(result):
        if isinstance(text, str) and len(text) <= _READ and text.lstrip()[:1] in ("{", "["):
            try:
                value = parse(text)
            except NotJson:
                continue
            found += [one for one in _tables(value, where) if one.rows not in known]
    return found


def _texts(result: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    for member in ("content", "contents"):
        parts = result.get(member)
        for number, part in enumerate(parts[:_PARTS] if isinstance(parts, list) else ()):
            if isinstance(part, dict):
                inner = part["resource"] if isinstance(part.get("resource"), dict) else part
                yield f"{member}[{number}]", inner.get("text")


def _tables(value: Json, where: str, depth: int = 0) -> Iterator[Table]:
    """Arrays of like objects that stand in a value, but for those within rows of another."""
    if isinstance(value, list):
        if _are_alike(value):
            yield Table(where, value)
    elif isinstance(value, dict) and depth < _DEEPEST:
        for name, member in list(value.items())[:MOST_COLUMNS]:
            yield from _tables(member, f"{where}.{name}", depth + 1)


def _are_alike(rows: list[Json]) -> bool:
    """Whether nearly all are objects that share names: two at least, each name in half of them on the average."""
    sample = rows[:_SAMPLED]
    objects = [row for row in sample if isinstance(row, dict) and row]
    if len(objects) < 2 or len(objects) * 10 < len(sample) * 9:
        return False
    names = {name for row in objects for name in row}
    return sum(map(len, objects)) * 2 >= len(names) * len(objects)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _nested(value: dict[str, Json] | list[Json]) -> str:
    """A value in a value: itself if it is short, else how much is in it."""
    if len(value) <= 4:
        try:
            text = dumps(value, spaced=True)
        except NotJson:
            text = ""
        if 0 < len(text) <= 32:
            return text
    noun = "member" if isinstance(value, dict) else "item"
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}{len(value):,} {noun}{'' if len(value) == 1 else 's'}{closing}"
