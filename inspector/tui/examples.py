"""A form that begins with an example: what the schema itself shows, where that makes arguments it allows. Pure."""

from inspector.forms.arguments import Draft
from inspector.forms.form import Form


def example_draft(form: Form) -> tuple[Draft, tuple[str, ...]]:
    """Defaults, and in required fields without one the first of the schema's `examples`; the paths of the examples.

    Without any example where they make nothing that the schema allows: half an example helps nobody.
    """
    plain = draft = Draft.of(form)
    paths = []
    for field in form.fields:
        if field.required and field.path and field.path not in draft.entries and field.examples:
            draft = draft.put(field.path, field.examples[0])
            paths.append(field.path)
    return (draft, tuple(paths)) if paths and not draft.assembled().problems else (plain, ())
