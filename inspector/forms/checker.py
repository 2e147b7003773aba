"""The walk of a value along its schema: bounds, references, and the order in which keywords speak.

Written here and not left to a library because a debugger of untrusted servers needs four things together: a budget
that ends exponential schemas, numbers without a float in between, ECMA-262 patterns that cannot hang, and a third
verdict for what was not checked. The keywords themselves are in `keywords`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from inspector.forms import pointer
from inspector.forms.dialects import Dialect
from inspector.forms.numbers import identity
from inspector.forms.patterns import BadPattern, PatternTooCostly, UnsupportedPattern, compiled
from inspector.forms.references import References, Target, Unresolved
from inspector.forms.verdict import Unchecked, Violation

_MAX_DEPTH: Final = 250
_MAX_ERRORS: Final = 200

Path = tuple[Any, ...] | None
"""A linked path, `(parent, name)`: made at every step, so it is cheap, and becomes a pointer only for a fault."""


class Frame(NamedTuple):
    """Where the walk is: the base URI, those around it (outermost first), the place in the value and in the schema."""

    base: str
    scope: tuple[str, ...]
    where: Path
    rule: Path
    depth: int

    def under(self, *rule: str | int) -> "Frame":
        """The same value, judged by a subschema."""
        return Frame(self.base, self.scope, self.where, _extended(self.rule, rule), self.depth + 1)

    def at(self, name: str | int, *rule: str | int) -> "Frame":
        """A member or element, judged by a subschema."""
        return Frame(self.base, self.scope, (self.where, name), _extended(self.rule, rule), self.depth + 1)


def _extended(path: Path, names: tuple[str | int, ...]) -> Path:
    for name in names:
        path = (path, name)
    return path


def pointer_of(path: Path) -> str:
    """The JSON Pointer of a linked path."""
    names: list[str | int] = []
    while path is not None:
        path, name = path
        names.append(name)
    return pointer.join(reversed(names))


class Outcome:
    """What one subschema says of one value, and which members and elements it has looked at (2020-12 core 11)."""

    __slots__ = ("errors", "items", "properties", "unchecked")

    def __init__(self) -> None:
        self.errors: list[Violation] = []
        self.unchecked: list[Unchecked] = []
        self.properties: set[str] = set()
        self.items: set[int] = set()

    @property
    def valid(self) -> bool | None:
        """True, False, or None for undecided."""
        if self.errors:
            return False
        return None if self.unchecked else True

    def take(self, other: "Outcome") -> None:
        """Everything that `other` says holds here too."""
        if len(self.errors) < _MAX_ERRORS:
            self.errors += other.errors
        self.unchecked += other.unchecked
        self.see(other)

    def see(self, other: "Outcome") -> None:
        """`other` passed, so what it looked at counts as looked at."""
        self.properties |= other.properties
        self.items |= other.items

    def fault(self, frame: Frame, keyword: str, message: str, member: str | int | None = None) -> None:
        """Note a fault at the frame, or at a member of it."""
        where = frame.where if member is None else (frame.where, member)
        self.errors.append(Violation(pointer_of(where), message, keyword, pointer_of((frame.rule, keyword))))

    def skip(self, frame: Frame, keyword: str, reason: str) -> None:
        """Note what was not checked."""
        self.unchecked.append(Unchecked(pointer_of(frame.where), reason, pointer_of((frame.rule, keyword))))


Handler = Callable[["Checker", Any, Any, dict[str, Any], Frame, Outcome], None]
"""One keyword: `(checker, its value, the value judged, the schema around it, frame, outcome)`."""


class TooCostly(Exception):
    """The budget of a validation is used up."""


_MANY: Final = 100
_ANY: Final = object()
"""The key of variants that any value may fit."""


class Checker:
    """One validation of one value."""

    def __init__(
        self,
        references: References,
        dialect: Dialect,
        keywords: "Mapping[str, Handler]",
        budget: int,
        check_formats: bool,
    ) -> None:
        self.references = references
        self.dialect = dialect
        self.check_formats = check_formats
        self._left = budget
        self._keywords = keywords
        self._open: set[tuple[int, int]] = set()

    def spend(self, steps: int = 1) -> None:
        """Take from the budget. Raises `TooCostly`."""
        self._left -= steps
        if self._left < 0:
            raise TooCostly

    def choices(self, members: list[Any]) -> frozenset[Any]:
        """The keys of an enum's members, worked out once for the document."""
        found: frozenset[Any] | None = self.references.choices.get(id(members))
        if found is None:
            self.spend(len(members) // 100)
            found = self.references.choices[id(members)] = frozenset(identity(member) for member in members)
        return found

    def candidates(self, variants: list[Any], value: Any) -> list[int]:
        """The places of the variants that `value` may fit: of many that are constants, those equal to it."""
        if len(variants) < _MANY or "const" not in self._keywords:
            return list(range(len(variants)))
        places: dict[Any, list[int]] | None = self.references.choices.get(id(variants))
        if places is None:
            self.spend(len(variants) // 100)
            places = {}
            for place, variant in enumerate(variants):
                if isinstance(variant, dict) and "const" in variant and "$ref" not in variant:
                    places.setdefault(identity(variant["const"]), []).append(place)
                else:
                    places.setdefault(_ANY, []).append(place)
            self.references.choices[id(variants)] = places
        return sorted([*places.get(identity(value), ()), *places.get(_ANY, ())])

    def check(self, schema: Any, value: Any, frame: Frame) -> Outcome:
        """What `schema` says of `value`."""
        outcome = Outcome()
        self.spend()
        if schema is True or schema is False:
            if schema is False:
                outcome.fault(frame, "false", f"{subject(frame)} is not allowed here")
            return outcome
        if not isinstance(schema, dict):
            outcome.skip(frame, "", "the schema here is neither an object nor a boolean")
            return outcome
        if frame.depth > _MAX_DEPTH:
            outcome.skip(frame, "", f"not checked below {_MAX_DEPTH} levels")
            return outcome
        if frame.rule is not None:
            frame = self._entered(schema, frame)
        if self.dialect.ref_stands_alone and "$ref" in schema:
            self._keywords["$ref"](self, schema["$ref"], value, schema, frame, outcome)
            return outcome
        late: list[tuple[Handler, Any]] = []
        for keyword, limit in schema.items():
            handler = self._keywords.get(keyword)
            if handler is None:
                continue
            if keyword.startswith("unevaluated"):
                late.append((handler, limit))  # they speak of what the others left
            else:
                handler(self, limit, value, schema, frame, outcome)
        for handler, limit in late:
            handler(self, limit, value, schema, frame, outcome)
        return outcome

    def _entered(self, schema: dict[str, Any], frame: Frame) -> Frame:
        if self.dialect.id_keyword not in schema:
            return frame
        base = self.references.rebased(frame.base, schema)
        if base == frame.base:
            return frame
        return frame._replace(base=base, scope=(*frame.scope, base))

    def follow(self, target: Target, value: Any, frame: Frame, keyword: str) -> Outcome:
        """What the target of a reference says of `value`; one that leads back to itself there is not followed."""
        mark = (id(target.schema), id(value))
        if mark in self._open:
            outcome = Outcome()
            outcome.skip(frame, keyword, "the references lead back to themselves")
            return outcome
        self._open.add(mark)
        inner = frame.under(keyword)
        if target.base != frame.base:
            inner = inner._replace(base=target.base, scope=(*frame.scope, target.base))
        try:
            return self.check(target.schema, value, inner)
        finally:
            self._open.discard(mark)

    def resolve(self, ref: Any, frame: Frame, keyword: str, outcome: Outcome) -> Target | None:
        """The target of a reference, or None, noted in `outcome`."""
        if not isinstance(ref, str):
            outcome.skip(frame, keyword, f"{keyword} is not a string")
            return None
        try:
            return self.references.resolve(frame.base, ref)
        except Unresolved as missing:
            outcome.skip(frame, keyword, str(missing))
            return None

    def matches(self, pattern: str, text: str, frame: Frame, keyword: str, outcome: Outcome) -> bool | None:
        """Whether `pattern` is found in `text`; None, noted in `outcome`, if that cannot be said."""
        try:
            return compiled(pattern).found_in(text)
        except BadPattern as bad:
            outcome.skip(frame, keyword, f"the pattern {pattern} is broken: {bad}")
        except UnsupportedPattern as beyond:
            outcome.skip(frame, keyword, f"the pattern {pattern} was not checked: it has {beyond}")
        except PatternTooCostly:
            self.spend(1_000)
            outcome.skip(frame, keyword, f"the pattern {pattern} was not checked: it takes too long")
        return None


def subject(frame: Frame, member: str | int | None = None) -> str:
    """What a message speaks of: the name of the member, or `the value` at the root."""
    if member is None:
        if frame.where is None:
            return "the value"
        member = frame.where[1]
    if isinstance(member, int):
        return f"element {member}"
    return member or "“”"
