"""Random schemas together with values that they allow, by construction."""

from collections.abc import Callable
from typing import Any, Final

from hypothesis import strategies as st

from inspector.wire.json import parse

Make = Callable[[st.DrawFn], Any]
"""Draws one value that the schema beside it allows."""

NUMBERS: Final = (
    "0", "-1", "7", "1.10", "-0.0", "0.30", "1e400", "1E+2", "-2.50e-3", "12345678901234567890.5",
    "123456789012345678901234",
)  # fmt: skip
TEXTS: Final = ("", "a", "null", "true", "007", "1.10", " x ", "ü\n", "{}", "[", '"q"', "café ▸ ~/")
NAMES: Final = ("a", "b", "c", "A", "", "a.b", "a/b", "~", "0", "-", "kind", "self", "naïve name", "items")
_DEEPEST: Final = 3


def _text(draw: st.DrawFn) -> Any:
    return draw(st.sampled_from(TEXTS))


def _number(draw: st.DrawFn) -> Any:
    return parse(draw(st.sampled_from(NUMBERS)))


def _integer(draw: st.DrawFn) -> Any:
    return draw(st.sampled_from((0, 1, -5, 2**53 + 1, 10**30)))


def _boolean(draw: st.DrawFn) -> Any:
    return draw(st.booleans())


def _anything(draw: st.DrawFn, depth: int = 0) -> Any:
    kind = draw(st.sampled_from(("null", "text", "number", "boolean", "array", "object")[: 6 if depth < 2 else 4]))
    if kind == "array":
        return [_anything(draw, depth + 1) for _ in range(draw(st.integers(0, 2)))]
    if kind == "object":
        return {
            name: _anything(draw, depth + 1) for name in draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True))
        }
    return {"null": lambda _: None, "text": _text, "number": _number, "boolean": _boolean}[kind](draw)


SCALARS: Final[dict[str, tuple[dict[str, Any], Make]]] = {
    "string": ({"type": "string"}, _text),
    "text": ({"type": "string", "maxLength": 900}, _text),
    "integer": ({"type": "integer", "minimum": -5}, _integer),
    "number": ({"type": "number"}, _number),
    "boolean": ({"type": "boolean"}, _boolean),
    "null": ({"type": "null"}, lambda _: None),
    "date": ({"type": "string", "format": "date"}, lambda _: "2026-12-04"),
    "pattern": ({"type": "string", "pattern": "^[a-z]+$", "minLength": 2}, lambda _: "abc"),
}


def _names(draw: st.DrawFn, least: int = 0) -> list[str]:
    return draw(st.lists(st.sampled_from(NAMES), min_size=least, max_size=3, unique=True))


class Generator:
    """Draws schemas; what they refer to gathers in `definitions`."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.definitions: dict[str, Any] = {}

    def any(self, depth: int) -> tuple[Any, Make]:
        """A schema of any kind, and what makes values for it."""
        kinds = ["scalar", "enum", "titled", "const", "nullable", "types", "anything"]
        if depth < _DEEPEST:
            kinds += ["object", "map", "patterns", "array", "tuple", "variants", "mixed", "all", "condition"]
            kinds += ["dependent", "reference", "tree", "choices", "side by side", "object"]
        kind = self.draw(st.sampled_from(kinds))
        made: tuple[Any, Make] = getattr(self, f"_{kind.replace(' ', '_')}")(depth)
        return made

    def object(self, depth: int) -> tuple[dict[str, Any], Callable[[st.DrawFn], dict[str, Any]]]:
        """An object with members of its own, and perhaps free ones."""
        members = {name: self.any(depth + 1) for name in _names(self.draw)}
        required = [name for name in members if self.draw(st.booleans())]
        schema: dict[str, Any] = {"type": "object", "properties": {name: part for name, (part, _) in members.items()}}
        if required:
            schema["required"] = required
        rest = self.draw(st.sampled_from(("open", "closed", "typed")))
        free: tuple[Any, Make] | None = None
        if rest == "closed":
            schema["additionalProperties"] = False
        elif rest == "typed":
            free = self.any(depth + 1)
            schema["additionalProperties"] = free[0]

        def make(draw: st.DrawFn) -> dict[str, Any]:
            value = {name: one(draw) for name, (_, one) in members.items() if name in required or draw(st.booleans())}
            if free is not None:
                for name in draw(st.lists(st.sampled_from(("free", "x y")), max_size=2, unique=True)):
                    value[name] = free[1](draw)
            return value

        return schema, make

    def _object(self, depth: int) -> tuple[Any, Make]:
        return self.object(depth)

    def _scalar(self, _: int) -> tuple[Any, Make]:
        schema, make = SCALARS[self.draw(st.sampled_from(sorted(SCALARS)))]
        return dict(schema), make

    def _anything(self, _: int) -> tuple[Any, Make]:
        return self.draw(st.sampled_from((True, {}, {"description": "d"}))), _anything

    def _const(self, _: int) -> tuple[Any, Make]:
        value = _anything(self.draw)
        return {"const": value}, lambda _: value

    def _enum(self, _: int) -> tuple[Any, Make]:
        values = [_anything(self.draw, 1) for _ in range(self.draw(st.integers(1, 3)))]
        return {"enum": values}, lambda draw: draw(st.sampled_from(values))

    def _titled(self, _: int) -> tuple[Any, Make]:
        values = self.draw(st.sampled_from((["a", "b"], [1, "1", None], [True])))
        return (
            {"oneOf": [{"const": value, "title": f"T{number}"} for number, value in enumerate(values)]},
            lambda draw: draw(st.sampled_from(values)),
        )

    def _choices(self, _: int) -> tuple[Any, Make]:
        values = self.draw(st.sampled_from((["a", "b,c", "d"], [1, "1"])))
        return {"type": "array", "items": {"enum": values}}, lambda draw: draw(
            st.lists(st.sampled_from(values), max_size=3)
        )

    def _nullable(self, depth: int) -> tuple[Any, Make]:
        schema, make = self.any(depth + 1)
        return {"anyOf": [schema, {"type": "null"}]}, lambda draw: None if draw(st.booleans()) else make(draw)

    def _types(self, _: int) -> tuple[Any, Make]:
        kinds = self.draw(
            st.lists(st.sampled_from(("string", "number", "boolean", "null", "object")), min_size=2, unique=True)
        )
        makes = {
            "string": _text,
            "number": _number,
            "boolean": _boolean,
            "null": lambda _: None,
            "object": lambda _: {},
        }
        return {"type": kinds}, lambda draw: makes[draw(st.sampled_from(kinds))](draw)

    def _map(self, depth: int) -> tuple[Any, Make]:
        schema, make = self.any(depth + 1)
        return (
            {"type": "object", "additionalProperties": schema, "maxProperties": 4},
            lambda draw: {name: make(draw) for name in _names(draw)},
        )

    def _patterns(self, depth: int) -> tuple[Any, Make]:
        one, make_one = self.any(depth + 1)
        other, make_other = self.any(depth + 1)

        def make(draw: st.DrawFn) -> Any:
            names = draw(st.lists(st.sampled_from(("x-a", "x-b", "y-c")), max_size=3, unique=True))
            return {name: (make_one if name.startswith("x-") else make_other)(draw) for name in names}

        rule = {"type": "object", "patternProperties": {"^x-": one, "^y-": other}, "additionalProperties": False}
        return rule, make

    def _array(self, depth: int) -> tuple[Any, Make]:
        schema, make = self.any(depth + 1)
        least = self.draw(st.integers(0, 2))
        return (
            {"type": "array", "items": schema, "minItems": least, "maxItems": 4},
            lambda draw: [make(draw) for _ in range(draw(st.integers(least, 4)))],
        )

    def _tuple(self, depth: int) -> tuple[Any, Make]:
        parts = [self.any(depth + 1) for _ in range(self.draw(st.integers(1, 3)))]
        rest = self.any(depth + 1) if self.draw(st.booleans()) else None

        def make(draw: st.DrawFn) -> Any:
            value = [one(draw) for _, one in parts[: draw(st.integers(0, len(parts)))]]
            if rest is not None and len(value) == len(parts):
                value += [rest[1](draw) for _ in range(draw(st.integers(0, 2)))]
            return value

        schemas = [schema for schema, _ in parts]
        return {"type": "array", "prefixItems": schemas, "items": False if rest is None else rest[0]}, make

    def _variants(self, depth: int) -> tuple[Any, Make]:
        """Objects that a constant tells apart."""
        parts = []
        for word in self.draw(st.sampled_from((("x", "y"), ("x", "y", "z"), (1, 2)))):
            schema, make = self.object(depth)
            schema["properties"] = {**schema["properties"], "kind": {"const": word}}
            schema["required"] = [*{*schema.get("required", ()), "kind"}]
            parts.append((schema, lambda draw, make=make, word=word: {**make(draw), "kind": word}))
        rule = {self.draw(st.sampled_from(("oneOf", "anyOf"))): [schema for schema, _ in parts]}
        return rule, lambda draw: draw(st.sampled_from(parts))[1](draw)

    def _mixed(self, depth: int) -> tuple[Any, Make]:
        """Anything or anything else; several may fit."""
        parts = [self.any(depth + 1) for _ in range(self.draw(st.integers(1, 3)))]
        return {"anyOf": [schema for schema, _ in parts]}, lambda draw: draw(st.sampled_from(parts))[1](draw)

    def _all(self, depth: int) -> tuple[Any, Make]:
        one, make_one = self.any(depth + 1)
        other, make_other = self.any(depth + 1)
        rules = [
            {"type": "object", "properties": {"one": one}, "required": ["one"]},
            {"type": "object", "properties": {"other": other}},
        ]
        return {"allOf": rules}, lambda draw: {"one": make_one(draw), "other": make_other(draw)}

    def _side_by_side(self, depth: int) -> tuple[Any, Make]:
        """Two unions at one place."""
        words = ("p", "q")
        rule = {
            "type": "object",
            "allOf": [
                {"oneOf": [{"properties": {name: {"const": word}}, "required": [name]} for word in words]}
                for name in ("left", "right")
            ],
        }
        return rule, lambda draw: {name: draw(st.sampled_from(words)) for name in ("left", "right")}

    def _condition(self, depth: int) -> tuple[Any, Make]:
        one, make_one = self.any(depth + 1)
        other, make_other = self.any(depth + 1)
        rule = {
            "type": "object",
            "properties": {"on": {"type": "boolean"}},
            "if": {"properties": {"on": {"const": True}}, "required": ["on"]},
            "then": {"properties": {"yes": one}, "required": ["yes"]},
            "else": {"properties": {"no": other}},
        }

        def make(draw: st.DrawFn) -> Any:
            if draw(st.booleans()):
                return {"on": True, "yes": make_one(draw)}
            return draw(st.sampled_from(({}, {"on": False}))) | {"no": make_other(draw)}

        return rule, make

    def _dependent(self, depth: int) -> tuple[Any, Make]:
        part, make_part = self.any(depth + 1)
        rule = {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
            "dependentSchemas": {"a": {"properties": {"more": part}, "required": ["more"]}},
            "dependentRequired": {"a": ["b"]},
        }
        return rule, lambda draw: {"a": _text(draw), "b": 1, "more": make_part(draw)} if draw(st.booleans()) else {}

    def _reference(self, depth: int) -> tuple[Any, Make]:
        schema, make = self.any(depth + 1)
        name = f"d{len(self.definitions)}"
        self.definitions[name] = schema
        return {"$ref": f"#/$defs/{name}", "description": "d"}, make

    def _tree(self, _: int) -> tuple[Any, Make]:
        node = {
            "type": "object",
            "properties": {"v": {"type": "number"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
        }
        self.definitions["tree"] = node

        def make(draw: st.DrawFn, depth: int = 0) -> Any:
            kids = [make(draw, depth + 1) for _ in range(draw(st.integers(0, 2)) if depth < 3 else 0)]
            return {"v": _number(draw), **({"kids": kids} if kids else {})}

        return {"$ref": "#/$defs/tree"}, make


@st.composite
def schemas_with_values(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of an object (arguments), and an object that it allows."""
    generator = Generator(draw)
    kind = draw(st.sampled_from(("object", "object", "variants", "all", "condition", "dependent", "map", "patterns")))
    schema, make = getattr(generator, f"_{kind}")(0)
    if generator.definitions:
        schema = {**schema, "$defs": generator.definitions}
    return schema, make(draw)
