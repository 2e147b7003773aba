"""What a change of a JSON Schema does: whether values that were allowed no longer are, and whether others now are.

A change *narrows* if some value that the old schema allowed is refused by the new one, and *widens* if some value that
the old one refused is allowed. For who writes the values (arguments of a call) narrowing breaks; for who reads them
(structured results) widening does.

    removed property    narrows where `additionalProperties` is false; else the value may be anything, which widens
    new property        widens where `additionalProperties` was false; a caller did not send it before, so that it
                        never narrows
    required            a name more narrows, a name less widens
    type, enum, const   fewer values narrow, more widen; `integer` is within `number`
    bounds              a higher minimum and a lower maximum narrow, and the reverse
    anyOf, oneOf        each alternative of the old must be within one of the new, and the reverse; a schema without
                        alternatives counts as the only one
    not                 the other way round
    pattern, format …   one more narrows, one less widens, another does both
    if, unevaluated…    any change does both: it is not judged, and held to break
    x-mcp-header        any change does both: callers must send other headers
    title, default …    and keywords that nobody knows say nothing of values

`$ref` is followed within the document; one that leads elsewhere is compared as text. Pure, and bounded: what is nested
too deeply, or has too many alternatives in alternatives, is not judged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inspector.analysis.compare.keywords import effect, names
from inspector.analysis.differences import Path, differences
from inspector.wire.json import MISSING, Json


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """One change: where (from the schema's root), the keyword's value before and after (MISSING: none)."""

    path: Path
    before: Json
    after: Json
    narrows: bool = False
    widens: bool = False


_INNER: Final = ("additionalProperties", "propertyNames", "items")
"""Keywords that are one schema each; where there is none, all is allowed."""
_ALTERNATIVES: Final = ("anyOf", "oneOf")
_ELSEWHERE: Final = frozenset({"$defs", "definitions"})
"""Schemas that say nothing until something refers to them."""
_DEEPEST: Final = 40
_MOST: Final = 20_000
"""Pairs of schemas that are looked at; alternatives in alternatives multiply."""

_Seen = frozenset[tuple[str, str]]
"""The pairs of `$ref` that are being compared."""


def schema_changes(before: Json, after: Json) -> list[SchemaChange]:
    """What changed from one schema to the other, in the order of the keywords of the first."""
    return list(_Comparing(before, after).of(before, after, (), 0, frozenset()))


class _Comparing:
    def __init__(self, before: Json, after: Json) -> None:
        self._roots = before, after
        self._left = _MOST

    def of(self, one: Json, two: Json, path: Path, depth: int, seen: _Seen) -> Iterator[SchemaChange]:
        """The changes from one schema to another that stands at the same place."""
        if one is two:
            return
        refs = _ref(one), _ref(two)
        if refs[0] or refs[1]:
            if refs in seen:
                return  # a schema within itself, which is being compared already
            seen = seen | {refs}
        self._left -= 1
        one, two = _resolved(_open(one), self._roots[0]), _resolved(_open(two), self._roots[1])
        too_much = depth > _DEEPEST or self._left < 0
        if not isinstance(one, dict) or not isinstance(two, dict) or too_much or _ref(one) or _ref(two):
            if not _same(one, two):
                never = (one is False, two is False)
                both = never == (False, False)
                yield SchemaChange(path, one, two, both or never == (False, True), both or never == (True, False))
            return
        if _alternatives(one)[0] or _alternatives(two)[0]:
            yield from self._alternatives(one, two, path, depth, seen)
            return
        for keyword in dict.fromkeys((*one, *two)):
            if keyword not in _ELSEWHERE and keyword != "$ref":
                yield from self._keyword(keyword, one, two, path, depth, seen)

    def _keyword(
        self,
        keyword: str,
        one: dict[str, Json],
        two: dict[str, Json],
        path: Path,
        depth: int,
        seen: _Seen,
    ) -> Iterator[SchemaChange]:
        before, after, here = one.get(keyword, MISSING), two.get(keyword, MISSING), (*path, keyword)
        if keyword in ("properties", "patternProperties"):
            yield from self._properties(keyword, one, two, path, depth, seen)
        elif keyword in _INNER and not isinstance(before, list) and not isinstance(after, list):
            changes = list(self.of(_open(before), _open(after), (), depth + 1, seen))
            if before is MISSING or after is MISSING or isinstance(before, bool) or isinstance(after, bool):
                # Told as one: it was not there before, or is not any more.
                if not _same(before, after):
                    yield _together(here, before, after, changes)
            else:
                yield from (replace(one_change, path=(*here, *one_change.path)) for one_change in changes)
        elif keyword == "not" and isinstance(before, dict) and isinstance(after, dict):
            for change in self.of(before, after, here, depth + 1, seen):
                yield replace(change, narrows=change.widens, widens=change.narrows)
        elif keyword in ("allOf", "prefixItems", "items") and isinstance(before, list) and isinstance(after, list):
            yield from self._listed(before, after, here, depth, seen)
        elif not _same(before, after):
            narrows, widens = effect(keyword, one, two)
            yield SchemaChange(here, before, after, narrows, widens)

    def _properties(
        self,
        keyword: str,
        one: dict[str, Json],
        two: dict[str, Json],
        path: Path,
        depth: int,
        seen: _Seen,
    ) -> Iterator[SchemaChange]:
        before, after = _object(one.get(keyword)), _object(two.get(keyword))
        for name in dict.fromkeys((*before, *after)):
            here = (*path, keyword, name)
            if name not in after:
                closed = two.get("additionalProperties") is False
                yield SchemaChange(here, before[name], MISSING, narrows=closed, widens=not closed)
            elif name not in before:
                closed = one.get("additionalProperties") is False
                yield SchemaChange(here, MISSING, after[name], widens=closed)
            else:
                yield from self.of(before[name], after[name], here, depth + 1, seen)

    def _listed(
        self, before: Sequence[Json], after: Sequence[Json], here: Path, depth: int, seen: _Seen
    ) -> Iterator[SchemaChange]:
        for at in range(max(len(before), len(after))):
            if at >= len(after):
                yield SchemaChange((*here, at), before[at], MISSING, widens=True)
            elif at >= len(before):
                yield SchemaChange((*here, at), MISSING, after[at], narrows=True)
            else:
                yield from self.of(before[at], after[at], (*here, at), depth + 1, seen)

    def _alternatives(
        self, one: dict[str, Json], two: dict[str, Json], path: Path, depth: int, seen: _Seen
    ) -> Iterator[SchemaChange]:
        (word, left), (other, right) = _alternatives(one), _alternatives(two)
        if word == other and len(left) == len(right):
            pairs = enumerate(zip(left, right, strict=True))
            inner = [list(self.of(a, b, (*path, word, at), depth + 1, seen)) for at, (a, b) in pairs]
            if sum(map(bool, inner)) <= 1:  # one alternative has changed: told where it did
                yield from (change for changes in inner for change in changes)
                yield from self._remarks(word, one, two, path, depth, seen)
                return
        wholes = [_whole(one, word, left, self._roots[0]), _whole(two, other, right, self._roots[1])]
        narrows = not all(self._within(a, wholes[1], depth, seen) for a in wholes[0])
        widens = not all(self._within(b, wholes[0], depth, seen, backwards=True) for b in wholes[1])
        if word == other:
            yield SchemaChange((*path, word), one[word], two[word], narrows, widens)
            yield from self._remarks(word, one, two, path, depth, seen)
        else:
            yield SchemaChange(path, one, two, narrows, widens)

    def _remarks(
        self, word: str, one: dict[str, Json], two: dict[str, Json], path: Path, depth: int, seen: _Seen
    ) -> Iterator[SchemaChange]:
        """What stands beside the alternatives."""
        for keyword in dict.fromkeys((*one, *two)):
            if keyword != word and keyword not in _ELSEWHERE and keyword != "$ref":
                yield from self._keyword(keyword, one, two, path, depth, seen)

    def _within(self, value: Json, among: Sequence[Json], depth: int, seen: _Seen, *, backwards: bool = False) -> bool:
        """Whether all that one schema allows is allowed by one of the others."""
        for other in among:
            pair = (other, value) if backwards else (value, other)
            changes = self.of(*pair, (), depth + 1, seen)
            if not any(change.widens if backwards else change.narrows for change in changes):
                return True
        return False


def _open(value: Json) -> Json:
    """A schema that may be absent or `true`, as the object that says the same."""
    return {} if value is MISSING or value is True else value


def _together(path: Path, before: Json, after: Json, changes: Sequence[SchemaChange]) -> SchemaChange:
    return SchemaChange(path, before, after, any(one.narrows for one in changes), any(one.widens for one in changes))


def _object(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _alternatives(schema: dict[str, Json]) -> tuple[str, list[Json]]:
    """The keyword and the alternatives; of a schema without them an empty word and the schema itself."""
    for word in _ALTERNATIVES:
        listed = schema.get(word)
        if isinstance(listed, list) and listed:
            return word, listed
    return "", [schema]


def _ref(schema: Json) -> str:
    found = schema.get("$ref") if isinstance(schema, dict) else None
    return found if isinstance(found, str) else ""


def _whole(schema: dict[str, Json], word: str, listed: Sequence[Json], root: Json) -> list[Json]:
    """Each alternative together with what stands beside all of them."""
    if not word:
        return [schema]
    beside = {name: value for name, value in schema.items() if name != word}
    return [_both(beside, _resolved(_open(one), root)) for one in listed]


def _both(beside: dict[str, Json], alternative: Json) -> Json:
    if not isinstance(alternative, dict):
        return alternative
    both = {**beside, **alternative}
    first, second = (names(one.get("required")) for one in (beside, alternative))
    if first and second:
        both["required"] = sorted(first | second)
    if isinstance(beside.get("properties"), dict) and isinstance(alternative.get("properties"), dict):
        both["properties"] = {**beside["properties"], **alternative["properties"]}
    return both


def _resolved(schema: Json, root: Json) -> Json:
    """What a local `$ref` leads to, with what stands beside it; as it is where that cannot be found."""
    for _ in range(_DEEPEST):
        ref = _ref(schema)
        if not ref.startswith("#"):
            return schema
        target = root
        for step in ref[1:].split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            target = target.get(step, MISSING) if isinstance(target, dict) else MISSING
        if not isinstance(target, dict):
            return schema
        schema = {**target, **{name: value for name, value in schema.items() if name != "$ref"}}
    return schema


def _same(one: Json, two: Json) -> bool:
    if one is MISSING or two is MISSING:
        return one is two
    return not differences(one, two, most=1)
