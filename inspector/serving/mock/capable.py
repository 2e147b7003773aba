"""What a client must have declared to be asked something.

Source: `2026-07-28 client/elicitation#capabilities`, `client/sampling`, `client/roots`.
"""

from collections.abc import Mapping

from inspector.serving.calling import Caller
from inspector.serving.mock.scenes import Ask
from inspector.wire.json import Json


def lacking(ask: Ask, capabilities: Mapping[str, Json]) -> tuple[str, dict[str, Json]] | None:
    """The first question that a client of these capabilities cannot answer, and the capability that it needs."""
    asker = Caller("", capabilities, lambda raw: None)
    for question in ask.questions.values():
        needed: dict[str, Json] | None = None
        if question.method == "roots/list":
            needed = None if isinstance(capabilities.get("roots"), dict) else {"roots": {}}
        elif question.method in ("sampling/createMessage", "elicitation/create"):
            mode = question.params.get("mode") if isinstance(question.params, dict) else None
            needed = asker.offers(question.method, mode if isinstance(mode, str) else "form")
        if needed is not None:
            return question.method, needed
    return None
