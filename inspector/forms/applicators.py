"""The keywords of JSON Schema that hand a value, or parts of it, to subschemas."""

from collections.abc import Iterable
from typing import Any

from inspector.forms.checker import Checker, Frame, Outcome, pointer_of, subject
from inspector.forms.numbers import is_number
from inspector.forms.verdict import Violation, shown

Schema = dict[str, Any]


def all_of(checker: Checker, limit: list[Any], value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`allOf`."""
    for number, part in enumerate(limit):
        outcome.take(checker.check(part, value, frame.under("allOf", number)))


def any_of(checker: Checker, limit: list[Any], value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`anyOf`."""
    places = checker.candidates(limit, value)
    parts = [checker.check(limit[number], value, frame.under("anyOf", number)) for number in places]
    for part in parts:
        if part.valid:
            outcome.see(part)
    if not any(part.valid for part in parts):
        _none_matches("anyOf", parts, len(limit), frame, outcome)


def one_of(checker: Checker, limit: list[Any], value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`oneOf`."""
    places = checker.candidates(limit, value)
    parts = [checker.check(limit[number], value, frame.under("oneOf", number)) for number in places]
    passed = [number for number, part in zip(places, parts, strict=True) if part.valid]
    for part in parts:
        if part.valid:
            outcome.see(part)
    if len(passed) > 1:
        which = ", ".join(str(number + 1) for number in passed[:5])
        outcome.fault(frame, "oneOf", f"{subject(frame)} fits {len(passed)} variants ({which}) and may fit one only")
    elif passed:
        for part in parts:
            if part.valid is None:
                outcome.unchecked += part.unchecked
    else:
        _none_matches("oneOf", parts, len(limit), frame, outcome)


def _none_matches(keyword: str, parts: list[Outcome], count: int, frame: Frame, outcome: Outcome) -> None:
    """No variant passed: open ones make it undecided; else the faults of the only variant of the right type speak."""
    undecided = [part for part in parts if part.valid is None]
    if undecided:
        for part in undecided:
            outcome.unchecked += part.unchecked
        return
    here = pointer_of(frame.where)
    near = [part for part in parts if not any(_is_mismatch(error, here) for error in part.errors)]
    if len(near) == 1:
        outcome.take(near[0])
        return
    outcome.fault(frame, keyword, f"{subject(frame)} fits none of the {count:,} variants")


def _is_mismatch(error: Violation, here: str) -> bool:
    return error.keyword in ("type", "const", "enum", "false") and error.pointer == here


def not_(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`not`."""
    part = checker.check(limit, value, frame.under("not"))
    if part.valid:
        outcome.fault(frame, "not", f"{subject(frame)} is {shown(value)}, which is excluded")
    elif part.valid is None:
        outcome.unchecked += part.unchecked


def if_(checker: Checker, limit: Any, value: Any, schema: Schema, frame: Frame, outcome: Outcome) -> None:
    """`if`, `then`, `else`."""
    condition = checker.check(limit, value, frame.under("if"))
    if condition.valid is None:
        outcome.unchecked += condition.unchecked
        return
    if condition.valid:
        outcome.see(condition)
    branch = "then" if condition.valid else "else"
    if branch in schema:
        outcome.take(checker.check(schema[branch], value, frame.under(branch)))


def dependent_schemas(checker: Checker, limit: Schema, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`dependentSchemas`."""
    if isinstance(value, dict):
        for name, part in limit.items():
            if name in value:
                outcome.take(checker.check(part, value, frame.under("dependentSchemas", name)))


def dependencies(checker: Checker, limit: Schema, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`dependencies` of the older drafts: names, or a schema."""
    if not isinstance(value, dict):
        return
    for name, needs in limit.items():
        if name not in value:
            continue
        if isinstance(needs, list | str):
            for need in [needs] if isinstance(needs, str) else needs:
                if isinstance(need, str) and need not in value:
                    outcome.fault(frame, "dependencies", f"{need} is required beside {name}", need)
        else:
            outcome.take(checker.check(needs, value, frame.under("dependencies", name)))


def extends(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`extends` of draft-03."""
    for number, part in enumerate(limit if isinstance(limit, list) else [limit]):
        outcome.take(checker.check(part, value, frame.under("extends", number)))


def disallow(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`disallow` of draft-03: types or schemas that the value must not fit."""
    for number, part in enumerate(limit if isinstance(limit, list) else [limit]):
        judged = checker.check({"type": [part]}, value, frame.under("disallow", number))
        if judged.valid:
            outcome.fault(frame, "disallow", f"{subject(frame)} is {shown(value)}, which is excluded")


def properties(checker: Checker, limit: Schema, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`properties`."""
    if not isinstance(value, dict):
        return
    for name, part in limit.items():
        if name in value:
            _member(checker, part, value, name, frame.at(name, "properties", name), outcome)


def properties_of_draft_3(
    checker: Checker, limit: Schema, value: Any, schema: Schema, frame: Frame, outcome: Outcome
) -> None:
    """`properties` of draft-03, where each property says itself whether it is required."""
    properties(checker, limit, value, schema, frame, outcome)
    if isinstance(value, dict):
        for name, part in limit.items():
            if name not in value and isinstance(part, dict) and part.get("required") is True:
                outcome.fault(frame, "required", f"{subject(frame, name)} is required", name)


def _member(checker: Checker, part: Any, value: dict[str, Any], name: str, frame: Frame, outcome: Outcome) -> None:
    judged = checker.check(part, value[name], frame)
    _faults(judged, outcome)
    outcome.properties.add(name)


def _faults(judged: Outcome, outcome: Outcome) -> None:
    """Faults of a part count; what it looked at belongs to the part, not to the whole."""
    outcome.errors += judged.errors
    outcome.unchecked += judged.unchecked


def pattern_properties(checker: Checker, limit: Schema, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`patternProperties`."""
    if not isinstance(value, dict):
        return
    for pattern, part in limit.items():
        for name in value:
            if checker.matches(pattern, name, frame, "patternProperties", outcome):
                _member(checker, part, value, name, frame.at(name, "patternProperties", pattern), outcome)


def additional_properties(
    checker: Checker, limit: Any, value: Any, schema: Schema, frame: Frame, outcome: Outcome
) -> None:
    """`additionalProperties`: members that neither `properties` nor `patternProperties` name."""
    if not isinstance(value, dict):
        return
    named = schema.get("properties")
    patterns = schema.get("patternProperties")
    for name in value:
        if isinstance(named, dict) and name in named:
            continue
        if isinstance(patterns, dict) and patterns:
            found = [checker.matches(pattern, name, frame, "patternProperties", Outcome()) for pattern in patterns]
            if any(match is not False for match in found):
                continue  # one that cannot be run was noted by patternProperties itself
        if limit is False:
            outcome.fault(frame, "additionalProperties", f"{subject(frame, name)} is not allowed here", name)
            continue
        _member(checker, limit, value, name, frame.at(name, "additionalProperties"), outcome)


def property_names(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`propertyNames`."""
    if isinstance(value, dict):
        for name in value:
            _faults(checker.check(limit, name, frame.at(name, "propertyNames")), outcome)


def prefix_items(checker: Checker, limit: list[Any], value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`prefixItems`."""
    if isinstance(value, list):
        for number, (part, _element) in enumerate(zip(limit, value, strict=False)):
            _element_at(checker, part, value, number, frame.at(number, "prefixItems", number), outcome)


def items(checker: Checker, limit: Any, value: Any, schema: Schema, frame: Frame, outcome: Outcome) -> None:
    """`items`: the elements after `prefixItems`."""
    if isinstance(value, list):
        prefix = schema.get("prefixItems")
        start = len(prefix) if isinstance(prefix, list) else 0
        for number in range(start, len(value)):
            _element_at(checker, limit, value, number, frame.at(number, "items"), outcome)


def old_items(checker: Checker, limit: Any, value: Any, schema: Schema, frame: Frame, outcome: Outcome) -> None:
    """`items` up to 2019-09: one schema for all elements, or a list by position with `additionalItems` for the rest."""
    if not isinstance(value, list):
        return
    if not isinstance(limit, list):
        for number in range(len(value)):
            _element_at(checker, limit, value, number, frame.at(number, "items"), outcome)
        return
    for number in range(min(len(limit), len(value))):
        _element_at(checker, limit[number], value, number, frame.at(number, "items", number), outcome)
    if "additionalItems" in schema:
        for number in range(len(limit), len(value)):
            rest = frame.at(number, "additionalItems")
            _element_at(checker, schema["additionalItems"], value, number, rest, outcome)


def _element_at(checker: Checker, part: Any, value: list[Any], number: int, frame: Frame, outcome: Outcome) -> None:
    _faults(checker.check(part, value[number], frame), outcome)
    outcome.items.add(number)


def contains(checker: Checker, limit: Any, value: Any, schema: Schema, frame: Frame, outcome: Outcome) -> None:
    """`contains`, with `minContains` and `maxContains` from 2019-09 on."""
    if not isinstance(value, list):
        return
    judged = [checker.check(limit, element, frame.at(number, "contains")) for number, element in enumerate(value)]
    found = [number for number, part in enumerate(judged) if part.valid]
    undecided = [part for part in judged if part.valid is None]
    if checker.dialect.age >= 10:
        outcome.items.update(found)
    bounded = checker.dialect.age >= 9
    least = _count(schema.get("minContains", 1), 1) if bounded else 1
    most = _count(schema.get("maxContains"), None) if bounded else None
    if most is not None and len(found) > most:
        outcome.fault(frame, "maxContains", f"{subject(frame)} has {len(found)} matching elements, more than {most}")
    elif undecided and (len(found) < least or (most is not None and len(found) + len(undecided) > most)):
        for part in undecided:
            outcome.unchecked += part.unchecked
    elif least is not None and len(found) < least:
        keyword = "minContains" if "minContains" in schema and bounded else "contains"
        outcome.fault(frame, keyword, f"{subject(frame)} has {len(found)} matching elements, fewer than {least}")


def _count(limit: Any, otherwise: Any) -> Any:
    return limit if is_number(limit) else otherwise


def unevaluated_items(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`unevaluatedItems`: elements that no other keyword has looked at."""
    if isinstance(value, list):
        rest = [number for number in range(len(value)) if number not in outcome.items]
        _leftover(checker, limit, value, rest, "unevaluatedItems", frame, outcome)
        outcome.items.update(rest)


def unevaluated_properties(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`unevaluatedProperties`: members that no other keyword has looked at."""
    if isinstance(value, dict):
        rest = [name for name in value if name not in outcome.properties]
        _leftover(checker, limit, value, rest, "unevaluatedProperties", frame, outcome)
        outcome.properties.update(rest)


def _leftover(
    checker: Checker, limit: Any, value: Any, rest: Iterable[Any], keyword: str, frame: Frame, outcome: Outcome
) -> None:
    was_undecided = bool(outcome.unchecked)
    for name in rest:
        judged = checker.check(limit, value[name], frame.at(name, keyword))
        if judged.errors and was_undecided:
            outcome.skip(frame, keyword, f"what {keyword} speaks of is not known")
            return
        _faults(judged, outcome)
