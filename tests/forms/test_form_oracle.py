"""Our verdicts against those of an independent validator, on schemas and values made at random."""

from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.forms import validate

_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["", "a", "ab", "b"]), st.just(1.5))
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)),
    max_leaves=5,
)
_TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
_SMALL = st.integers(0, 3)


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(inner, min_size=1, max_size=2)
    members = st.dictionaries(st.sampled_from("abc"), inner, max_size=2)
    names = st.lists(st.sampled_from("abc"), max_size=2, unique=True)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.one_of(_TYPES, st.lists(_TYPES, min_size=1, max_size=2, unique=True)),
            "enum": st.lists(_SCALARS, min_size=1, max_size=3),
            "const": _VALUES,
            "minimum": st.integers(-2, 2),
            "exclusiveMaximum": st.integers(-2, 2),
            "multipleOf": st.integers(1, 3),
            "minLength": _SMALL,
            "maxLength": _SMALL,
            "pattern": st.sampled_from(["^a", "b$", "a|b"]),
            "minItems": _SMALL,
            "uniqueItems": st.booleans(),
            "contains": inner,
            "minContains": _SMALL,
            "prefixItems": some,
            "items": inner,
            "unevaluatedItems": inner,
            "properties": members,
            "patternProperties": st.dictionaries(st.sampled_from(["a", "^b", "[bc]"]), inner, max_size=1),
            "additionalProperties": inner,
            "propertyNames": inner,
            "required": names,
            "dependentRequired": st.dictionaries(st.sampled_from("abc"), names, max_size=1),
            "dependentSchemas": members,
            "unevaluatedProperties": inner,
            "allOf": some,
            "anyOf": some,
            "oneOf": some,
            "not": inner,
            "if": inner,
            "then": inner,
            "else": inner,
        },
    )


_SCHEMAS = st.recursive(st.one_of(st.booleans(), _objects(st.booleans())), _objects, max_leaves=8)


@settings(max_examples=100, deadline=None)
@given(_SCHEMAS, st.lists(_VALUES, min_size=1, max_size=4))
def test_we_agree_with_an_independent_validator(schema: Any, values: list[Any]) -> None:
    reference = jsonschema.Draft202012Validator(schema)
    for value in values:
        assert validate(value, schema).valid is reference.is_valid(value)
