"""Rules about the pages that a server of 2025-11-25 wants opened, and about secrets that a form asks for.

Source: `2025-11-25 client/elicitation#url-mode-elicitation-requests`,
`2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.elicitations import elicitations
from inspector.analysis.rules.finding import ELICITS, NOTHING, Hit, Memory, Rule, Unfinished
from inspector.analysis.words import brief, short
from inspector.protocol.consent import COMPLETE
from inspector.protocol.exchanges import Asked, News, Settled
from inspector.wire.json import MISSING

_PAGE: Final = "2025-11-25 client/elicitation"
_FIRST: Final = "2025-06-18"
_NEWEST: Final = ("2025-11-25",)
_SECRET: Final = re.compile(
    r"pass(word|phrase|code)|\b(pwd|pin|cvv|secrets?)\b|(api|private)[ _-]?key|access[ _-]?token|credential",
    re.IGNORECASE,
)
_WORDS: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_SHOWN: Final = 200
"""Characters of a name or title in which a secret is looked for."""


def _wanted(reading: Reading, thing: Asked | Settled, memory: Memory) -> Iterator[Hit]:
    """Each page that is wanted has an id, by which its completion is told; remembered here."""
    for name, params in elicitations(thing):
        if params.get("mode") != "url":
            continue
        id = params.get("elicitationId", MISSING)
        if isinstance(id, str):
            memory.life.pages.add(id)
        else:
            what = (
                "has no elicitationId" if id is MISSING else f"has the elicitationId {brief(id, 40)}, which is no text"
            )
            yield f"{name} of mode url {what}", (reading.record.seq,)


def _completed(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    id = params_of(news.notification).get("elicitationId")
    if news.notification.method != COMPLETE or not isinstance(id, str) or id in memory.life.pages:
        return NOTHING
    # Over HTTP it comes on a stream of its own, and may be there before the error that names the page.
    if reading.identity.on_http and reading.exchanges.waiting():
        return NOTHING
    text = f"{COMPLETE} names {brief(id, 60)}, which no elicitation of the server had"
    return ((text, (reading.record.seq,)),)


def _without_pages(reading: Reading, asked: Asked, memory: Memory) -> Iterable[Hit]:
    mode = params_of(asked.request).get("mode")
    if asked.request.method != "elicitation/create" or mode != "url" or reading.identity.version != _FIRST:
        return NOTHING
    return ((f"an elicitation of mode url came, and {_FIRST} has forms alone", (reading.record.seq,)),)


def _secrets(reading: Reading, thing: Asked | Settled, memory: Memory) -> Iterator[Hit]:
    for name, params in elicitations(thing):
        schema = params.get("requestedSchema")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if params.get("mode") not in (None, "form") or not isinstance(properties, dict):
            continue
        for key, field in properties.items():
            title = field.get("title") if isinstance(field, dict) else None
            texts = (key, title) if isinstance(title, str) else (key,)
            if any(_SECRET.search(_WORDS.sub(" ", text[:_SHOWN])) for text in texts):
                yield f"{name} asks for {short(key, 40)} by a form, which sounds secret", (reading.record.seq,)


RULES: Final = (
    Rule(
        "elicitation-id",
        "A page to open without an elicitationId",
        "error",
        f"{_PAGE}#url-mode-elicitation-requests",
        "Give each elicitation of mode url an elicitationId of its own.",
        (Asked, Settled),
        _wanted,
        revisions=_NEWEST,
    ),
    Rule(
        "elicitation-complete-unknown",
        "The completion of an elicitation that there was not",
        "error",
        f"{_PAGE}#completion-notifications-for-url-mode-elicitation",
        "Name the elicitationId of the elicitation that is complete, to the client that got it.",
        (News,),
        _completed,
        revisions=_NEWEST,
    ),
    Rule(
        "elicitation-url-revision",
        "A page to open in the revision that has forms alone",
        "error",
        "2025-06-18 client/elicitation#elicitation-requests",
        "Ask for a page only in 2025-11-25 and later.",
        (Asked,),
        _without_pages,
        revisions=(_FIRST,),
    ),
    Rule(
        "elicitation-secret",
        "A form that seems to ask for a secret",
        "warning",
        "2026-07-28 client/elicitation#security-considerations",
        "Ask for passwords, keys and the like on a page of your own, by mode url; never by a form.",
        (Asked, Unfinished),
        _secrets,
        revisions=ELICITS,
    ),
)
