"""Any valid value of a simple schema goes into the form and comes out equal, digits included."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.forms import Draft, Problem, describe, form_of, level_of, subset_findings, validate
from inspector.forms.outline import outline_of
from inspector.wire.json import dumps, parse

_NUMBERS = st.one_of(
    st.integers().map(str),
    st.from_regex(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?", fullmatch=True),
)
_TEXTS = st.text(max_size=12)
_ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), _NUMBERS.map(parse), _TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_TEXTS, inner, max_size=3)),
    max_leaves=6,
)
_CHOICES = st.lists(_ANY, min_size=1, max_size=4)


_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "string": _TEXTS,
    "integer": st.integers(),
    "number": _NUMBERS.map(parse),
    "boolean": st.booleans(),
    "null": st.none(),
    "array": st.lists(_ANY, max_size=3),
    "object": st.dictionaries(_TEXTS, _ANY, max_size=3),
    "any": _ANY,
    "union": st.one_of(_TEXTS, _NUMBERS.map(parse)),
}


@st.composite
def _member(draw: st.DrawFn) -> tuple[Any, Any]:
    """A schema and a value that it allows."""
    kind = draw(st.sampled_from([*_VALUES, "enum"]))
    if kind == "enum":
        values = draw(_CHOICES)
        return {"enum": values}, draw(st.sampled_from(values))
    part: dict[str, Any] = {} if kind == "any" else {"type": ["string", "number"] if kind == "union" else kind}
    value = draw(_VALUES[kind])
    if kind not in ("any", "union", "null") and draw(st.booleans()):
        part = draw(st.sampled_from([{"anyOf": [part, {"type": "null"}]}, {**part, "type": [kind, "null"]}]))
        value = draw(st.sampled_from([None, value]))
    return part, value


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(_TEXTS, _member(), max_size=5), st.randoms())
def test_a_valid_value_comes_out_of_the_form_as_it_went_in(members: dict[str, tuple[Any, Any]], random: Any) -> None:
    whole = {"type": "object", "properties": {name: part for name, (part, _) in members.items()}}
    form = form_of(parse(dumps(whole)))
    names = list(members)
    random.shuffle(names)
    value = {name: members[name][1] for name in names if random.random() < 0.8}
    assert validate(value, whole).valid is True

    loaded = Draft.of(form).put("", value)
    assert dumps(loaded.arguments()) == dumps(value)
    assert loaded.assembled().problems == ()
    assert dumps(Draft.of(form).typed("", loaded.json_text()).arguments()) == dumps(value)

    for field in form.fields:
        entry = loaded.entry(field.path)
        if entry is None:
            continue
        again = loaded.typed(field.path, loaded.text(field.path), as_json=field.edited_as_json)
        if entry.value == "" or (field.takes_text and not isinstance(entry.value, str)):
            continue  # the empty string and null beside plain text are set, not typed
        retyped = again.entry(field.path)
        assert retyped is not None and not isinstance(retyped.problem, Problem)
        assert dumps(retyped.value) == dumps(entry.value)


_KEYWORDS = ["type", "properties", "enum", "anyOf", "oneOf", "allOf", "$ref", "items", "required", "default", "pattern"]
_KEYWORDS += ["not", "if", "const", "title", "enumNames", "additionalProperties", "$schema", "$id", "prefixItems"]
_KEYWORDS += ["minimum", "multipleOf", "examples", "description", "format", "maxLength", "minItems", "contains"]
_KEYWORDS += ["patternProperties", "dependentSchemas", "then", "contentMediaType", "$anchor", "minLength", "$defs"]


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.one_of(_ANY, st.sampled_from(["string", "object", "array", "integer"])),
        lambda inner: st.one_of(
            st.lists(inner, max_size=2), st.dictionaries(st.sampled_from(_KEYWORDS), inner, max_size=4)
        ),
        max_leaves=8,
    )
)
def test_no_schema_makes_a_form_fail(given_schema: Any) -> None:
    for schema in (given_schema, {"type": "object", "properties": {"x": given_schema}}):
        form = form_of(schema)
        state = Draft.of(form)
        for field in form.fields:
            state = state.typed(field.path, "1")
            state.problem_at(field.path)
        state.assembled()
        describe("t", form)
        subset_findings(schema)
        outline_of(form)
        _walk(Draft.of(form), "", 0)


def _walk(state: Draft, path: str, depth: int) -> None:
    level = level_of(state, path)
    for number in range(min(2, len(level.variants))):
        if depth < 3:
            _walk(state.chosen(path, number), path, depth + 1)
    if level.adds:
        state, at = state.added(path)
        state.moved(at, 1)[0].removed(at)
        state.renamed(at, "other")[0].assembled()
    for row in level_of(state, path).rows[:3]:
        if row.path != path and depth < 3:
            _walk(state.typed(row.path, "1"), row.path, depth + 1)
