"""The keywords of JSON Schema that judge one value by itself, and the table of all keywords by dialect.

Each is a function `(checker, limit, value, schema, frame, outcome)`; `_guarded` says once, for all of them, when the
schema's own value of a keyword is unusable, so that a broken keyword never passes for a rule that was kept.
"""

from collections.abc import Callable, Mapping, Sized
from functools import lru_cache
from operator import ge, gt, le, lt
from typing import Any, Final

from inspector.forms import applicators, reference_keywords
from inspector.forms.checker import Checker, Frame, Handler, Outcome, subject
from inspector.forms.dialects import Dialect
from inspector.forms.formats import breach
from inspector.forms.numbers import (
    LONGEST,
    decimal_of,
    identity,
    is_integral,
    is_multiple,
    is_number,
    is_reckonable,
    same,
)
from inspector.forms.verdict import either, kind_of, noun_of, shown

_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: is_number(value) and is_integral(value),
    "number": is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "any": lambda value: True,
}


def has_type(value: Any, type_name: str) -> bool:
    """Whether a value has the JSON Schema type of that name; False for a name that is none."""
    check = _TYPES.get(type_name)
    return check is not None and check(value)


def _type(checker: Checker, limit: Any, value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
    names = limit if isinstance(limit, list) else [limit]
    nouns = []
    for number, name in enumerate(names):
        if isinstance(name, str) and name in _TYPES:
            if _TYPES[name](value):
                return
            nouns.append(noun_of(name))
        elif isinstance(name, dict) and checker.dialect.age == 3:
            if checker.check(name, value, frame.under("type", number)).valid:
                return
            nouns.append("what its schema says")
        else:
            outcome.skip(frame, "type", f"{shown(name)} is not a type of JSON Schema")
            return
    outcome.fault(
        frame, "type", f"{subject(frame)} is {kind_of(value)}, not {either(nouns) if nouns else 'of no type'}"
    )


def _enum(checker: Checker, limit: list[Any], value: Any, _: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
    if identity(value) not in checker.choices(limit):
        choices = (
            either([shown(choice) for choice in limit[:7]]) if len(limit) < 8 else f"one of the {len(limit):,} choices"
        )
        outcome.fault(
            frame,
            "enum",
            f"{subject(frame)} is {shown(value)}, not {choices if limit else 'allowed: there is no choice'}",
        )


def _const(_: Checker, limit: Any, value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
    if not same(limit, value):
        outcome.fault(frame, "const", f"{subject(frame)} is {shown(value)}, not {shown(limit)}")


def _bound(keyword: str, holds: Callable[[Any, Any], bool], words: str) -> Handler:
    def judge(_: Checker, limit: Any, value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
        if is_number(value) and not holds(decimal_of(value), decimal_of(limit)):
            outcome.fault(frame, keyword, f"{subject(frame)} is {shown(value)}, {words} {shown(limit)}")

    return judge


def _old_bound(
    keyword: str, exclusive: str, loose: Callable[[Any, Any], bool], strict: Callable[[Any, Any], bool]
) -> Handler:
    """`minimum` and `maximum` of draft-03 and draft-04, where `exclusiveMinimum` is a boolean beside them."""
    words = ("less than", "not more than") if keyword == "minimum" else ("more than", "not less than")

    def judge(_: Checker, limit: Any, value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
        is_strict = schema.get(exclusive) is True
        if is_number(value) and not (strict if is_strict else loose)(decimal_of(value), decimal_of(limit)):
            outcome.fault(frame, keyword, f"{subject(frame)} is {shown(value)}, {words[is_strict]} {shown(limit)}")

    return judge


def _multiple(keyword: str) -> Handler:
    def judge(_: Checker, limit: Any, value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
        if not is_number(value) or decimal_of(limit) <= 0:
            return
        if not is_reckonable(value) or not is_reckonable(limit):
            outcome.skip(frame, keyword, f"{keyword} was not checked: a number has more than {LONGEST:,} digits")
        elif not is_multiple(value, limit):
            outcome.fault(frame, keyword, f"{subject(frame)} is {shown(value)}, not a multiple of {shown(limit)}")

    return judge


def _size(keyword: str, of: type[Sized], noun: str, least: bool) -> Handler:
    """`minLength` and its like: strings count code points, arrays elements, objects members."""

    def judge(_: Checker, limit: Any, value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
        if isinstance(value, of) and ((len(value) < limit) if least else (len(value) > limit)):
            bound = "fewer than" if least else "more than"
            plural = noun if len(value) == 1 else f"{noun}s"
            outcome.fault(frame, keyword, f"{subject(frame)} has {len(value):,} {plural}, {bound} {shown(limit)}")

    return judge


def _pattern(checker: Checker, limit: str, value: Any, _: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
    if isinstance(value, str) and checker.matches(limit, value, frame, "pattern", outcome) is False:
        outcome.fault(frame, "pattern", f"{subject(frame)} is {shown(value)}, which does not match {limit}")


def _format(checker: Checker, limit: str, value: Any, _: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
    if checker.check_formats and isinstance(value, str) and (wanted := breach(limit, value)):
        outcome.fault(frame, "format", f"{subject(frame)} is {shown(value)}, not {wanted}")


def _unique(checker: Checker, limit: Any, value: Any, _: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
    if limit is not True or not isinstance(value, list):
        return
    checker.spend(len(value) // 10)
    seen: dict[Any, int] = {}
    for number, element in enumerate(value):
        first = seen.setdefault(identity(element), number)
        if first != number:
            outcome.fault(frame, "uniqueItems", f"element {number} equals element {first}", number)


def _required(_: Checker, limit: list[Any], value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
    if isinstance(value, dict):
        for name in limit:
            if name not in value:
                outcome.fault(frame, "required", f"{subject(frame, name)} is required", name)


def _dependent_required(
    _: Checker, limit: dict[str, Any], value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome
) -> None:
    if not isinstance(value, dict):
        return
    for name, needs in limit.items():
        if name in value and isinstance(needs, list):
            for need in needs:
                if isinstance(need, str) and need not in value:
                    outcome.fault(frame, "dependentRequired", f"{need} is required beside {name}", need)


def _guarded(keyword: str, fits: Callable[[Any], bool], wanted: str, handler: Handler) -> Handler:
    def judge(checker: Checker, limit: Any, value: Any, schema: dict[str, Any], frame: Frame, outcome: Outcome) -> None:
        if fits(limit):
            handler(checker, limit, value, schema, frame, outcome)
        else:
            outcome.skip(frame, keyword, f"the schema's {keyword} is {kind_of(limit)}, not {wanted}")

    return judge


def _is_count(limit: Any) -> bool:
    return is_number(limit) and is_integral(limit) and limit >= 0


def _is_names(limit: Any) -> bool:
    return isinstance(limit, list) and all(isinstance(name, str) for name in limit)


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda limit: isinstance(limit, kind)


def _is_schema(limit: Any) -> bool:
    return isinstance(limit, dict | bool)


_SHAPES: Final[dict[str, tuple[Callable[[Any], bool], str, tuple[str, ...]]]] = {
    "number": (
        is_number, "a number",
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "divisibleBy"),
    ),
    "count": (
        _is_count, "a count",
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    ),
    "names": (_is_names, "a list of names", ("required",)),
    "string": (_is(str), "a string", ("pattern", "format")),
    "list": (_is(list), "a list", ("enum", "allOf", "anyOf", "oneOf", "prefixItems")),
    "object": (
        _is(dict), "an object",
        ("properties", "patternProperties", "dependentRequired", "dependentSchemas", "dependencies"),
    ),
    "schema": (
        _is_schema, "a schema",
        ("not", "if", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "additionalProperties"),
    ),
}  # fmt: skip

_ALWAYS: Final[dict[str, Handler]] = {
    "type": _type,
    "enum": _enum,
    "minLength": _size("minLength", str, "character", least=True),
    "maxLength": _size("maxLength", str, "character", least=False),
    "minItems": _size("minItems", list, "element", least=True),
    "maxItems": _size("maxItems", list, "element", least=False),
    "uniqueItems": _unique,
    "pattern": _pattern,
    "format": _format,
    "properties": applicators.properties,
    "patternProperties": applicators.pattern_properties,
    "additionalProperties": applicators.additional_properties,
    "$ref": reference_keywords.ref,
}
_FROM_4: Final[dict[str, Handler]] = {
    "required": _required,
    "minProperties": _size("minProperties", dict, "member", least=True),
    "maxProperties": _size("maxProperties", dict, "member", least=False),
    "multipleOf": _multiple("multipleOf"),
    "allOf": applicators.all_of,
    "anyOf": applicators.any_of,
    "oneOf": applicators.one_of,
    "not": applicators.not_,
}
_FROM_6: Final[dict[str, Handler]] = {
    "const": _const,
    "contains": applicators.contains,
    "propertyNames": applicators.property_names,
    "minimum": _bound("minimum", ge, "less than"),
    "maximum": _bound("maximum", le, "more than"),
    "exclusiveMinimum": _bound("exclusiveMinimum", gt, "not more than"),
    "exclusiveMaximum": _bound("exclusiveMaximum", lt, "not less than"),
}
_UP_TO_4: Final[dict[str, Handler]] = {
    "minimum": _old_bound("minimum", "exclusiveMinimum", ge, gt),
    "maximum": _old_bound("maximum", "exclusiveMaximum", le, lt),
}
_ONLY_3: Final[dict[str, Handler]] = {
    "extends": applicators.extends,
    "disallow": applicators.disallow,
    "divisibleBy": _multiple("divisibleBy"),
    "properties": applicators.properties_of_draft_3,
}
_FROM_9: Final[dict[str, Handler]] = {
    "dependentRequired": _dependent_required,
    "dependentSchemas": applicators.dependent_schemas,
    "unevaluatedItems": applicators.unevaluated_items,
    "unevaluatedProperties": applicators.unevaluated_properties,
}


@lru_cache
def keywords_of(dialect: Dialect) -> Mapping[str, Handler]:
    """The keywords that mean something in a dialect."""
    age = dialect.age
    table = dict(_ALWAYS)
    if age >= 4:
        table |= _FROM_4
    table |= _FROM_6 if age >= 6 else _UP_TO_4
    if age == 3:
        table |= _ONLY_3
    if age >= 7:
        table["if"] = applicators.if_
    if age >= 9:
        table |= _FROM_9
    # Long gone from 2020-12, and yet what many servers send; a schema that has it means it.
    table["dependencies"] = applicators.dependencies
    if age >= 10:
        table |= {
            "$dynamicRef": reference_keywords.dynamic_ref,
            "prefixItems": applicators.prefix_items,
            "items": applicators.items,
        }
    else:
        table["items"] = applicators.old_items
    if age == 9:
        table["$recursiveRef"] = reference_keywords.recursive_ref
    for fits, wanted, names in _SHAPES.values():
        for name in names:
            if name in table:
                table[name] = _guarded(name, fits, wanted, table[name])
    return table
