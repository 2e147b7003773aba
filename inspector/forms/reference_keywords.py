"""The keywords of JSON Schema that send a value to another schema of the document."""

from typing import Any

from inspector.forms.checker import Checker, Frame, Outcome

Schema = dict[str, Any]


def ref(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`$ref`."""
    target = checker.resolve(limit, frame, "$ref", outcome)
    if target is not None:
        outcome.take(checker.follow(target, value, frame, "$ref"))


def dynamic_ref(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`$dynamicRef`: the outermost schema on the way here with the same dynamic anchor (2020-12 core 8.2.3.2)."""
    target = checker.resolve(limit, frame, "$dynamicRef", outcome)
    if target is None:
        return
    if target.dynamic is not None:
        for base in frame.scope:
            outer = checker.references.dynamic_anchor(base, target.dynamic)
            if outer is not None:
                target = outer
                break
    outcome.take(checker.follow(target, value, frame, "$dynamicRef"))


def recursive_ref(checker: Checker, limit: Any, value: Any, _: Schema, frame: Frame, outcome: Outcome) -> None:
    """`$recursiveRef` of 2019-09."""
    target = checker.resolve(limit, frame, "$recursiveRef", outcome)
    if target is None:
        return
    if isinstance(target.schema, dict) and target.schema.get("$recursiveAnchor") is True:
        for base in frame.scope:
            root = checker.references.root_of(base)
            if isinstance(root, dict) and root.get("$recursiveAnchor") is True:
                target = type(target)(root, base)
                break
    outcome.take(checker.follow(target, value, frame, "$recursiveRef"))
