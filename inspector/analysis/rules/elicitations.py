"""Rules about what an elicitation asks for: the schema of its form, and the page that it wants opened.

Source: `schema/<revision>/schema.ts`, `PrimitiveSchemaDefinition`; `2026-07-28 client/elicitation#requested-schema`,
`2026-07-28 client/elicitation#safe-url-handling`.
"""

from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import ELICITS, SINCE_2025_11, Hit, Level, Memory, Rule, Unfinished
from inspector.analysis.words import brief, short
from inspector.protocol.consent import pages_of
from inspector.protocol.exchanges import Asked, Settled
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import URL_ELICITATION_REQUIRED, Error, Result

_FORMATS: Final = ("email", "uri", "date", "date-time")
_FIRST: Final = "2025-06-18"
"""The first revision with elicitation: its enums have neither titles nor several choices."""

_SHOWN: Final = 5
_DANGEROUS: Final = ("javascript", "vbscript", "data", "file")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


def elicitations(thing: Asked | Settled) -> Iterator[tuple[str, dict[str, Json]]]:
    """The elicitations in what came, each with its name for a sentence and its params."""
    if isinstance(thing, Asked):
        if thing.request.method == "elicitation/create":
            yield "an elicitation", params_of(thing.request)
        return
    if isinstance(thing.answer, Error) and thing.answer.code == URL_ELICITATION_REQUIRED:
        for key, page in pages_of(thing.answer)[0].items():
            yield f"the elicitation {short(key, 40)}", page
    result = thing.answer.result if isinstance(thing.answer, Result) else None
    questions = result.get("inputRequests") if isinstance(result, dict) else None
    for key, question in questions.items() if isinstance(questions, dict) else ():
        params = question.get("params") if isinstance(question, dict) else None
        if isinstance(question, dict) and question.get("method") == "elicitation/create":
            yield f"the elicitation {short(key, 40)}", params if isinstance(params, dict) else {}


def schema_problems(schema: Json, version: str) -> Iterator[str]:
    """Where the schema of a form departs from what the revision allows, each as the end of “… : ”."""
    if not isinstance(schema, dict):
        yield "there is no requestedSchema" if schema is MISSING else f"requestedSchema is {brief(schema, 40)}"
        return
    kind, properties, required = (schema.get(name, MISSING) for name in ("type", "properties", "required"))
    if kind != "object":
        yield "requestedSchema has no type" if kind is MISSING else f"requestedSchema is of type {brief(kind, 40)}"
    if not isinstance(properties, dict):
        yield "requestedSchema has no properties"
    else:
        for name, field in properties.items():
            problem = _field_problem(field, version)
            if problem:
                yield f"its property {short(name, 40)} {problem}"
    if required is not MISSING and not _texts(required):
        yield f"required is {brief(required, 40)}, not a list of names"


def _field_problem(field: Json, version: str) -> str:
    """What a form may not ask for, as the end of a sentence; empty if it may."""
    if not isinstance(field, dict):
        return f"is {brief(field, 40)}, no schema"
    kind = field.get("type", MISSING)
    if kind == "string":
        return _string_problem(field, version)
    if kind in ("number", "integer", "boolean"):
        return ""
    if kind == "array" and version != _FIRST:
        return "" if _choices(field.get("items")) else "is an array of something other than the choices of an enum"
    if kind is MISSING:
        return "has no type"
    return f"is of type {brief(kind, 40)}, which a form {'' if version != _FIRST else f'of {_FIRST} '}has not"


def _string_problem(field: dict[str, Json], version: str) -> str:
    if "enum" in field and not _texts(field["enum"]):
        return "has an enum that is no list of strings"
    if "oneOf" in field and (version == _FIRST or not _titled(field["oneOf"])):
        return f"has a oneOf, which {_FIRST} has not" if version == _FIRST else "has a oneOf without const and title"
    form = field.get("format", MISSING)
    if form is not MISSING and form not in _FORMATS:
        return f"has the format {brief(form, 40)}, which is none of {', '.join(_FORMATS)}"
    return ""


def _choices(items: Json) -> bool:
    if not isinstance(items, dict):
        return False
    return (items.get("type") == "string" and _texts(items.get("enum"))) or _titled(items.get("anyOf"))


def _titled(options: Json) -> bool:
    return isinstance(options, list) and all(
        isinstance(one, dict) and isinstance(one.get("const"), str) and isinstance(one.get("title"), str)
        for one in options
    )


def _texts(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _schema(reading: Reading, thing: Asked | Settled, memory: Memory) -> Iterator[Hit]:
    for name, params in elicitations(thing):
        if params.get("mode") not in (None, "form"):
            continue
        for number, problem in enumerate(
            schema_problems(params.get("requestedSchema", MISSING), reading.identity.version)
        ):
            if number == _SHOWN:
                break
            yield f"{name}: {problem}", (reading.record.seq,)


def _message(reading: Reading, thing: Asked | Settled, memory: Memory) -> Iterator[Hit]:
    for name, params in elicitations(thing):
        message = params.get("message", MISSING)
        if not isinstance(message, str):
            what = "has no message" if message is MISSING else f"has the message {brief(message, 40)}, which is no text"
            yield f"{name} {what}", (reading.record.seq,)


def _address(reading: Reading, thing: Asked | Settled, memory: Memory) -> Iterable[Hit]:
    for name, params in elicitations(thing):
        url = params.get("url")
        if params.get("mode") == "url" and isinstance(url, str):
            wrong = _url_problem(url)
            if wrong is not None:
                yield f"{name}: the url {short(url, 80)} {wrong[0]}", (reading.record.seq,), wrong[1]


def _url_problem(url: str) -> tuple[str, Level] | None:
    """What is wrong with the address of a page, and how bad that is."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return "is none that can be read", "error"
    if parts.scheme in _DANGEROUS:
        return f"is of the scheme {parts.scheme}, which is no page on the web and may do harm", "error"
    if not parts.scheme or (parts.scheme in ("http", "https") and not host):
        return "is no whole address", "error"
    if parts.scheme == "http" and host in _LOOPBACK:
        return None  # a server in development
    return None if parts.scheme == "https" else ("is not of the scheme https", "warning")


RULES: Final = (
    Rule(
        "elicitation-schema",
        "A form that is not flat or has other types than it may",
        "error",
        "2026-07-28 client/elicitation#requested-schema",
        "Ask for a flat object: strings, numbers, integers, booleans, and enums in the forms of the revision.",
        (Asked, Unfinished, Error),
        _schema,
        revisions=ELICITS,
    ),
    Rule(
        "elicitation-message",
        "An elicitation without a message",
        "error",
        "2026-07-28 client/elicitation#elicitation-requests",
        "Say in a message why you ask, and for what.",
        (Asked, Unfinished, Error),
        _message,
        revisions=ELICITS,
    ),
    Rule(
        "elicitation-url",
        "A URL to open that is no address of a page on the web",
        "error",
        "2026-07-28 client/elicitation#safe-url-handling",
        "Give the address of a page on the web, over https.",
        (Asked, Unfinished, Error),
        _address,
        revisions=SINCE_2025_11,
    ),
)
