"""Arguments from a command line: `KEY=VALUE`, `KEY:=JSON`, or the whole as JSON.

`KEY` is a property name as written, or, beginning with `/`, a JSON Pointer. A property whose own name begins with a
slash is reached by a pointer (`/~1name=…`), the one without a name by `/=…`. A name that holds `=` or ends in `:` is
found because the form knows it: the first `=` after a known name divides the pair, else the first one at all. What is
left over (two names of which one begins the other before a `=`) goes through `--arguments`.

Nothing that was given is dropped in silence, except for a pair that a later one for the same place replaces: text that
a field could not read is a problem even then.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from inspector.forms import pointer
from inspector.forms.arguments import Assembled, Draft
from inspector.forms.fields import Problem
from inspector.forms.form import Form
from inspector.forms.values import named, read_json, read_text
from inspector.forms.verdict import shown
from inspector.wire.json import MISSING

_MOST_NAMES: Final = 12
"""Names of fields that a problem tells."""


def from_pairs(form: Form, pairs: Sequence[str]) -> Assembled:
    """The arguments that the pairs spell, in their order, and every problem.

    Required members with a default or a constant have it; other defaults are the server's to apply.
    """
    draft = Draft.of(form, "required")
    problems: list[Problem] = []
    for pair in pairs:
        draft, found = _added(draft, pair)
        problems += found
    assembled = draft.assembled()
    told = any(problem.rule == "additionalProperties" for problem in assembled.problems)
    strangers = "" if told else _strangers(form, assembled.arguments)
    judged = tuple(_suggested(form, problem, strangers) for problem in assembled.problems if problem not in problems)
    return Assembled(assembled.arguments, (*problems, *judged), assembled.unchecked)


def from_json(form: Form, text: str) -> Assembled:
    """The arguments that a JSON text is, as written, and every problem."""
    assembled = Draft.of(form, "none").typed("", text, as_json=True).assembled()
    return replace(assembled, problems=(*_repeated("", text), *assembled.problems))


def _added(draft: Draft, pair: str) -> tuple[Draft, Sequence[Problem]]:
    divided = _divided(draft.form, pair)
    if divided is None:
        return draft, [Problem("", pair, "text", f"{pair} is not a pair: KEY=VALUE or KEY:=JSON is wanted")]
    key, text, is_json = divided
    path = key if key.startswith("/") else f"/{pointer.escape(key)}"
    try:
        field = draft.form.field_at(path)
        value: object = read_json(field, text) if is_json else read_text(field, text)
        if isinstance(value, Problem):
            return draft.unreadable(path, text, value), [value]
        _must_have_room(draft, path)
        return draft.put(path, value), _repeated(path, text) if is_json else ()
    except pointer.BadPointer as bad:
        return draft, [Problem(path, key, "pointer", str(bad))]


def _must_have_room(draft: Draft, path: str) -> None:
    """Raises `BadPointer` where an earlier pair has put something above `path` that holds nothing below itself."""
    names = pointer.split(path)
    for depth in range(1, len(names)):
        above = pointer.join(names[:depth])
        own, value = draft.entries.get(above), draft.value_at(above)
        is_given = value is not MISSING and (own is None or not (own.is_default or own.problem))
        if is_given and not isinstance(value, dict | list):
            raise pointer.BadPointer(f"{named(above)} is {shown(value)} already; there is no place in it for {path}")


def _repeated(path: str, text: str) -> Sequence[Problem]:
    """A problem for each object of a JSON text that has a member twice: what is read and sent holds the last one."""
    found: dict[str, Problem] = {}

    def look(members: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for name, _ in members:
            if name in seen:
                message = f"the member {name} is there twice in one object, and only the last one would be sent"
                found[name] = Problem(path, name, "duplicate", message)
            seen.add(name)

    try:
        json.loads(text, object_pairs_hook=look, parse_int=float)
    except (ValueError, RecursionError):
        pass  # which is told by whoever reads it
    return tuple(found.values())


def _divided(form: Form, pair: str) -> tuple[str, str, bool] | None:
    first = None
    for key, text, is_json in _divisions(pair):
        if first is None and (key or "/" in _known(form)):
            first = (key, text, is_json)
        path = key if key.startswith("/") else f"/{pointer.escape(key)}"
        if f"/{path[1:].split('/')[0]}" in _known(form):
            return key, text, is_json
    return first


def _divisions(pair: str) -> Iterator[tuple[str, str, bool]]:
    at = pair.find("=")
    while at >= 0:
        if at > 0 and pair[at - 1] == ":":
            yield pair[: at - 1], pair[at + 1 :], True
        yield pair[:at], pair[at + 1 :], False
        at = pair.find("=", at + 1)


def _known(form: Form) -> set[str]:
    return {field.path for field in form.fields if field.path}


def _strangers(form: Form, arguments: object) -> str:
    """The members that were given and are no fields, in words; a schema may allow them all the same."""
    known = _known(form)
    names = (
        [] if not isinstance(arguments, dict) else [one for one in arguments if f"/{pointer.escape(one)}" not in known]
    )
    was = "was" if len(names) == 1 else "were"
    return f"{', '.join(names[:_MOST_NAMES])} {was} given, and no field is called so" if names else ""


def _suggested(form: Form, problem: Problem, strangers: str) -> Problem:
    """A member that is not allowed may be another one, misspelt; so may one be that stands for what is missing."""
    if problem.rule == "required" and problem.path.count("/") == 1 and strangers:
        return replace(problem, message=f"{problem.message}; {strangers}")
    if problem.rule != "additionalProperties" or problem.path.count("/") != 1:
        return problem
    names = [field.name for field in form.fields if field.path]
    near = get_close_matches(problem.field, names, n=1)
    known = f"did you mean {near[0]}?" if near else f"the fields are {', '.join(names[:_MOST_NAMES])}" if names else ""
    return replace(problem, message=f"{problem.message}; {known}") if known else problem
