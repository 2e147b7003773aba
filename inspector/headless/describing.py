"""`describe`: one tool, its fields as the form has them, an example call, the findings of its schema."""

from collections.abc import Iterator, Sequence
from typing import Final

from inspector.analysis.apps import tool_view, tool_words
from inspector.analysis.items import METHOD_OF, Item
from inspector.forms.describe import describe as describe_form
from inspector.forms.fields import Field
from inspector.forms.form import form_of
from inspector.forms.outline import Line, outline_of
from inspector.headless.concluding import error_answer
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.offering import ask_lists, left_out, no_such_tool
from inspector.headless.output import indented, safe_json, table
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.text import visible

MOST_OPTIONS: Final = 12
"""Options or variants of a field that are told one by one in the text; the document has all of them."""


def describe(name: str, target: str) -> Body:
    """`describe NAME`: the fields of a tool as the form has them, an example call, findings of its schema.

    `target` is how a shell names the target again, for the example.
    """

    async def body(live: Live) -> Ending:
        offer = await ask_lists(live, ("tool",))
        item = offer.catalog.find("tool", name)
        if item is None:
            if offer.refused is not None and offer.refused.error is not None:
                return error_answer(live, offer.refused, METHOD_OF["tool"], offer.refused.ms)
            raise no_such_tool(offer, name, f"`inspector list tools {target}` shows them.")
        raw = item.raw if isinstance(item.raw, dict) else {}
        form = form_of(raw.get("inputSchema", MISSING))
        document = describe_form(name, form)
        lines = [visible(name) + (f"  ({visible(item.title)})" if item.title else "")]
        if item.description:
            lines.append(indented(item.description.strip(), "  │ "))  # a bar that it cannot draw itself out of
        lines += [f"  {label}: {visible(value)}" for label, value in _claimed(item)]
        if item.excluded:
            lines.append(f"  ✗ left out: {left_out(item)}")
        rows = [_row(line) for line in outline_of(form)]
        lines.append(table(rows, "  ") if rows else "  Takes no arguments.")
        # What is wrong at a field stands beside it already.
        told = [one for one in document["schemaFindings"] if one["rule"] != "schema-field"]
        lines += ["  ▲ " + visible(" ".join(filter(None, (one["path"], one["message"])))) for one in told]
        lines.append("example: " + _example_call(name, document.get("example"), target))
        live.output.data(document, "\n".join(lines))
        return DONE

    return body


def _claimed(item: Item) -> Iterator[tuple[str, str]]:
    """What the tool says of itself beside its words: nothing of it is checked here."""
    if item.hinted:
        yield "claims", {"r": "reads only", "w": "writes", "d": "may destroy"}[item.marks]
    view = tool_view(item.raw)
    yield from tool_words(view) if view is not None else ()


def _row(line: Line) -> tuple[str, str, str]:
    """A line of the outline; what is nested stands to the right of what it is in."""
    margin = "  " * line.depth
    if line.variant:
        return f"{margin}▸ {line.variant}", "", ""
    return (
        f"{margin}{line.field.label}{'*' if line.field.required else ''}",
        line.kind,
        _about(line.field, line.variants),
    )


def _about(field: Field, variants: tuple[str, ...]) -> str:
    parts = []
    if variants:
        parts.append(_listed(variants))
    if field.options:
        parts.append(_listed([option.label for option in field.options[: MOST_OPTIONS + 1]], len(field.options)))
    if field.default is not MISSING:
        parts.append(f"default {dumps(field.default)}")
    if field.description:
        parts.append(" ".join(field.description.split()))
    if field.problem:
        parts.append(f"▲ {field.problem}")
    return " · ".join(parts)


def _listed(words: Sequence[str], count: int = 0) -> str:
    shown, more = " | ".join(words[:MOST_OPTIONS]), max(count, len(words)) - MOST_OPTIONS
    return f"{shown} … and {more:,} more" if more > 0 else shown


def _example_call(name: str, example: Json, target: str) -> str:
    import shlex

    arguments = shlex.quote(safe_json(dumps(example)))
    return f"inspector call {shlex.quote(visible(name))} --arguments {arguments} {visible(target)}"
