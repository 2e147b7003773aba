"""JSON Schema → fields → arguments, for the TUI, the command line and the answers to elicitation. Pure.

`form_of(schema)` reads the fields, `Draft` holds what a person put into them, `level_of`
shows it level by level, `from_pairs` reads a command line,
`validate` judges any value (three verdicts: right, wrong, not checked), `describe` and `example_of` explain a form, and
`template_of` expands URI templates. Nothing here reads a file or asks a network; every schema gives a usable form.
"""

from inspector.forms.arguments import Assembled, Draft, Entry
from inspector.forms.describe import describe, schema_findings
from inspector.forms.elicitation import subset_findings
from inspector.forms.example import example_of
from inspector.forms.fields import Field, Option, Problem
from inspector.forms.form import Form, form_of
from inspector.forms.levels import Level, level_of
from inspector.forms.pairs import from_json, from_pairs
from inspector.forms.templates import BadTemplate, Template, template_of
from inspector.forms.validation import validate
from inspector.forms.values import read_json, read_text, show_text
from inspector.forms.verdict import Unchecked, Validation, Violation

__all__ = [
    "Assembled",
    "BadTemplate",
    "Draft",
    "Entry",
    "Field",
    "Form",
    "Level",
    "Option",
    "Problem",
    "Template",
    "Unchecked",
    "Validation",
    "Violation",
    "describe",
    "example_of",
    "form_of",
    "from_json",
    "from_pairs",
    "level_of",
    "read_json",
    "read_text",
    "schema_findings",
    "show_text",
    "subset_findings",
    "template_of",
    "validate",
]
