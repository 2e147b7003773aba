"""What could be typed next into a filter: fields with a word on each, then the values that the session has for one."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.query_examples import EXAMPLES
from inspector.analysis.query_terms import FIELDS

Values = Callable[[str], Sequence[tuple[str, int]]]
"""The values of a field, each with the number of rows that have it (`query_values`)."""

_WORDS: Final = (("error", "what went wrong"), ("not", "all others"), ("and", "both of them"), ("or", "one of them"))
_ABOUT: Final = {text.partition(":")[0]: about for text, about in EXAMPLES if ":" in text and " " not in text}
_TYPED: Final = re.compile(r"(?:(?P<field>[A-Za-z]+):)?(?P<quote>\"?)(?P<value>[^\s()\"]*|(?<=\")[^\"]*)$")
_BARE: Final = re.compile(r"[^\s()\"/][^\s()\"]*")
_ANYWHERE: Final = ("method", "name")
_LEAST: Final = 2
"""Letters of a word that is looked for among names and methods."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Characters `start` to `end` of the filter could be `text`; `about` says in a few words what that is.

    `whole` is the name of a saved filter, or an empty text: then it is a part of a filter.
    """

    text: str
    about: str
    start: int
    end: int
    whole: str = ""


def suggestions(text: str, cursor: int, values: Values, most: int = 40) -> list[Suggestion]:
    """What fits what stands before the cursor; nothing where it is finished, or where nothing is known."""
    before = text[:cursor]
    in_quotes = before.count('"') % 2 == 1
    found = re.search(r'(?:([A-Za-z]+):)?"([^"]*)$', before) if in_quotes else _TYPED.search(before)
    assert found is not None
    field, typed = (found[1], found[2]) if in_quotes else (found["field"], found["value"])
    if text[cursor : cursor + 1].strip(" ()"):
        return []
    if field is not None and field.lower() in FIELDS:
        start = found.start() + len(field) + 1
        offered = list(_of_field(field.lower(), typed, values, start, cursor))
    elif field is None and not in_quotes:
        offered = [*_fields(typed, found.start(), cursor), *_anywhere(typed, values, found.start(), cursor)]
    else:
        offered = []
    return [one for one in offered if one.text != text[one.start : one.end]][:most]


def _fields(typed: str, start: int, end: int) -> Iterator[Suggestion]:
    begun = typed.lower()
    for name in FIELDS:
        if name.startswith(begun):
            yield Suggestion(f"{name}:", _ABOUT.get(name, ""), start, end)
    for word, about in _WORDS:
        if begun and word.startswith(begun) and (start or word in ("error", "not")):
            yield Suggestion(word, about, start, end)


def _of_field(field: str, typed: str, values: Values, start: int, end: int) -> Iterator[Suggestion]:
    wanted = typed.lower()
    fitting = [(value, many) for value, many in values(field) if wanted in value.lower()]
    fitting.sort(key=lambda one: not one[0].lower().startswith(wanted))
    for value, many in fitting:
        yield Suggestion(written(value), f"{many:,} row{'' if many == 1 else 's'}" if many else "", start, end)


def _anywhere(typed: str, values: Values, start: int, end: int) -> Iterator[Suggestion]:
    if len(typed) < _LEAST:
        return
    for field in _ANYWHERE:
        for one in _of_field(field, typed, values, start, end):
            yield Suggestion(f"{field}:{one.text}", one.about, start, end)


def written(value: str) -> str:
    """A value as it has to be typed: in quotation marks where it would be read as something else."""
    return value if _BARE.fullmatch(value) or '"' in value else f'"{value}"'


@dataclass(frozen=True, slots=True)
class Part:
    """Characters of a filter that are of one kind, for colour: `field` (with its colon), `word` (and or not), `sign`
    (brackets), `regex`, or `value`."""

    start: int
    end: int
    kind: str


_PARTS: Final = re.compile(
    r"(?P<sign>[()])|(?P<field>[A-Za-z]+:)(?!//)|(?P<regex>(?<![^\s(:])/(?:[^/\\]|\\.)+/(?=[\s)]|$))"
    r"|(?P<word>(?<![^\s(])(?:and|or|not)(?=[\s()]|$))|(?P<value>\"[^\"]*\"?|[^\s()\"]+)",
    re.IGNORECASE,
)


def parts_of(text: str) -> list[Part]:
    """The parts of a filter in order, of one that cannot be read too."""
    known = (Part(found.start(), found.end(), found.lastgroup or "value") for found in _PARTS.finditer(text))
    return [
        part if part.kind != "field" or text[part.start : part.end - 1].lower() in FIELDS else
        Part(part.start, part.end, "value")
        for part in known
    ]  # fmt: skip


def faulty(text: str, position: int) -> tuple[int, int]:
    """The characters to underline for what was expected at a position: the part there, else the one before it."""
    parts = parts_of(text)
    at = next((one for one in parts if one.start <= position < one.end), None)
    if at is not None:
        return max(at.start, position) if at.kind != "value" else at.start, at.end
    before = [one for one in parts if one.end <= position]
    return (before[-1].start, before[-1].end) if before else (0, len(text))
