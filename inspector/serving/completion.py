"""Suggestions for the arguments of prompts and templates (`2026-07-28 server/utilities/completion`)."""

from typing import Any, Final

from inspector.serving.calling import Fault
from inspector.serving.library import Library
from inspector.serving.prompts import PROMPTS
from inspector.serving.resources import TEMPLATES
from inspector.wire.jsonrpc import INVALID_PARAMS

_MOST: Final = 100  # values in one answer, by the specification


def complete(library: Library, params: dict[str, Any]) -> dict[str, Any]:
    """The result of `completion/complete`. Raises Fault for an unknown reference or argument."""
    ref, argument = params.get("ref"), params.get("argument")
    if not isinstance(ref, dict) or not isinstance(argument, dict):
        raise Fault(INVALID_PARAMS, "completion/complete needs ref and argument")
    name, begun = argument.get("name"), argument.get("value")
    if not isinstance(name, str) or not isinstance(begun, str):
        raise Fault(INVALID_PARAMS, "argument needs a name and a value, both strings")
    if name not in _arguments(ref):
        raise Fault(INVALID_PARAMS, f"Unknown argument: {name}")
    context = params.get("context")
    known = context.get("arguments") if isinstance(context, dict) else None
    values = _candidates(library, name, known if isinstance(known, dict) else {})
    folded = begun.casefold()
    first = [value for value in values if value.casefold().startswith(folded)]
    inside = [value for value in values if folded in value.casefold() and value not in first]
    hits = first + inside
    return {"completion": {"values": hits[:_MOST], "total": len(hits), "hasMore": len(hits) > _MOST}}


def _arguments(ref: dict[str, Any]) -> tuple[str, ...]:
    if ref.get("type") == "ref/prompt":
        prompt = PROMPTS.get(ref.get("name", ""))
        if prompt:
            return tuple(name for name, _, _ in prompt.arguments)
    elif ref.get("type") == "ref/resource":
        variables = {"library://books/{isbn}": ("isbn",), "library://loans/{reader}": ("reader",)}
        if any(template["uriTemplate"] == ref.get("uri") for template in TEMPLATES):
            return variables.get(ref["uri"], ("q", "limit"))
    raise Fault(INVALID_PARAMS, "Unknown reference: it names no prompt and no template of this server")


def _candidates(library: Library, name: str, known: dict[str, Any]) -> list[str]:
    books = library.books.values()
    if name == "isbn":
        return list(library.books)
    if name == "reader":
        return [str(number) for number in library.readers]
    if name == "subject":
        return sorted({book.subject for book in books})
    if name == "author":
        subject = known.get("subject")
        return sorted({book.author for book in books if subject in (None, "", book.subject)})
    if name == "q":
        return sorted({book.author for book in books} | {book.title for book in books})
    return {
        "tone": ["friendly", "firm", "formal"],
        "mood": ["cheerful", "curious", "melancholy", "restless"],
        "weeks": ["2", "4", "6", "8"],
        "limit": ["5", "10", "25"],
    }[name]
