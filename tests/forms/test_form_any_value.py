"""Any valid value goes into the form, as a whole and place by place, and comes out equal, with every digit."""

from typing import Any

from form_schemas import schema as read
from hypothesis import HealthCheck, assume, given, settings
from schemas_with_values import schemas_with_values

from inspector.forms import Draft, Field, form_of, level_of, validate
from inspector.forms import pointer as pointers
from inspector.wire.json import MISSING, dumps, parse


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal with every digit; the order of members does not count."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and dumps(one) == dumps(other)


def _filled(draft: Draft, path: str, value: Any, loaded: Draft) -> Draft:
    """The draft with `value` put in at `path` as a person would who sees the level there and types each leaf."""
    level = level_of(draft, path)
    if value is None and level.field.nullable:
        return draft.put(path, None)
    if not level.variants:
        return _below(draft, path, value, loaded)
    variant = level_of(loaded, path).variant
    for number in range(len(level.variants)) if variant is None else (variant,):
        chosen = draft.chosen(path, number)
        assert level_of(chosen, path).variant == number
        try:
            filled = _below(chosen, path, value, loaded)
        except AssertionError:
            continue
        if _same(filled.value_at(path), value):
            return filled
    raise AssertionError(f"{path} cannot be {dumps(value)} in any variant")


def _below(draft: Draft, path: str, value: Any, loaded: Draft) -> Draft:
    rows = level_of(draft, path).rows
    if [row.path for row in rows] == [path]:
        return _leaf(draft, rows[0], value)
    return _object(draft, path, value, loaded) if isinstance(value, dict) else _array(draft, path, value, loaded)


def _leaf(draft: Draft, row: Field, value: Any) -> Draft:
    path = row.path
    if row.options:
        same = [option.value for option in row.options if _same(option.value, value)]
        assert same
        return draft.put(path, same[0])
    if value == "" or row.edited_as_json:
        return draft.put(path, value) if value == "" else draft.typed(path, dumps(value))
    return draft.typed(path, value if isinstance(value, str) else dumps(value))


def _object(draft: Draft, path: str, value: dict[str, Any], loaded: Draft) -> Draft:
    for name, member in value.items():
        at = f"{path}/{pointers.escape(name)}"
        if at not in [row.path for row in level_of(draft, path).rows]:
            assert level_of(draft, path).adds == "member", f"{name} cannot be added to {path}"
            draft, at = draft.added(path, name)
            draft, at = draft.renamed(at, name) if not name else (draft, at)
        draft = _filled(draft, at, member, loaded)
    for row in level_of(draft, path).rows:
        if row.name not in value and draft.state(row.path) != "omitted":
            draft = draft.omit(row.path)
    return draft if value or not path else draft.put(path, {})


def _array(draft: Draft, path: str, value: list[Any], loaded: Draft) -> Draft:
    draft = draft.put(path, []) if draft.value_at(path) is MISSING or not value else draft
    for index, element in enumerate(value):
        at = f"{path}/{index}"
        if at not in [row.path for row in level_of(draft, path).rows]:
            assert level_of(draft, path).adds == "element", f"no element can be added to {path}"
            draft, at = draft.added(path)
        draft = _filled(draft, at, element, loaded)
    while len(draft.value_at(path)) > len(value):
        draft = draft.removed(f"{path}/{len(value)}")
    return draft


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(schemas_with_values())
def test_any_valid_value_goes_in_and_comes_out_equal(made: tuple[dict[str, Any], dict[str, Any]]) -> None:
    whole, value = read(dumps(made[0])), made[1]
    assume(validate(value, whole).valid is True)
    form = form_of(whole)

    loaded = Draft.of(form).put("", value)
    assert _same(loaded.arguments(), value)
    assert loaded.assembled().problems == ()
    assert _same(Draft.of(form).typed("", loaded.json_text()).arguments(), value)

    filled = _filled(Draft.of(form), "", value, loaded)
    assert _same(filled.arguments(), value), f"{dumps(filled.arguments())} is not {dumps(value)}"
    assert filled.assembled().problems == ()
    assert parse(filled.json_text()) == parse(dumps(filled.arguments()))
