"""`inspector describe`: a form as data, with an example and what is wrong with the schema."""

from typing import Any, Final

from inspector.forms.dialects import Dialect
from inspector.forms.example import example_of
from inspector.forms.form import Form
from inspector.forms.references import References
from inspector.forms.validation import validate_part
from inspector.wire.json import MISSING

_CLAUSE: Final = "2026-07-28 basic/index#json-schema-usage"
_MAX_FINDINGS: Final = 20
_BUDGET: Final = 40_000
"""Subschemas of the meta-schema looked at: half a second, and thousands of keywords."""


def describe(name: str, form: Form) -> dict[str, Any]:
    """The document of `describe --json`: `name`, `fields`, `example`, `schemaFindings`."""
    example, _ = example_of(form)
    return {
        "name": name,
        "fields": [field.as_json() for field in form.fields],
        "example": example,
        "schemaFindings": schema_findings(form),
    }


def schema_findings(form: Form) -> list[dict[str, Any]]:
    """What is wrong with the schema: as a whole, at its fields, and by its own meta-schema.

    Each is `{"rule", "level", "message", "clause", "path"}`; `path` is a pointer into the schema for the rule
    `meta-schema`, and into the arguments for `field`.
    """
    found = [_finding("schema", problem, "") for problem in form.problems]
    found += [_finding("field", field.problem, field.path) for field in form.fields if field.problem and field.path]
    found += _by_meta_schema(form)
    return found[:_MAX_FINDINGS]


def _by_meta_schema(form: Form) -> list[dict[str, Any]]:
    if form.schema is MISSING or not isinstance(form.dialect, Dialect) or form.only_json:
        return []
    references = References({"$ref": form.dialect.uri}, form.dialect)
    target = references.resolve("", form.dialect.uri)
    meta = References(target.schema, form.dialect)
    judged = validate_part(
        form.schema, target.schema, meta, meta.base, form.dialect, check_formats=False, budget=_BUDGET
    )
    if not judged.errors and any("takes too long" in note.reason for note in judged.unchecked):
        return [_finding("meta-schema", f"not checked against {form.dialect.uri}: it is too large", "")]
    return [_finding("meta-schema", error.message, error.pointer) for error in judged.errors]


def _finding(rule: str, message: str, path: str) -> dict[str, Any]:
    return {"rule": f"schema-{rule}", "level": "warning", "message": message, "clause": _CLAUSE, "path": path}
