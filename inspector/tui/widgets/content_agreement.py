"""Whether the two parts of a tool's result say the same (`2026-07-28 server/tools#structured-content`)."""

from itertools import zip_longest
from typing import Any, Final

from inspector.wire.json import MISSING, Json, NotJson, dumps, parse

_SHOWN: Final = 40
_DEEPEST: Final = 200


def disagreement(content: Json, structured: Json) -> str:
    """A sentence about the first place where content, if it is the structured part as text, differs from it.

    Empty where they agree, or where the content is no JSON and so meant for other readers. Some libraries wrap a value
    that is no object as `{"result": …}`, and write a list as one block for each element: that agrees.
    """
    if structured is MISSING or not isinstance(content, list):
        return ""
    texts = [part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)]
    read = [value for text in texts if text.lstrip()[:1] in ("{", "[") and (value := _parsed(text)) is not MISSING]
    if not read:
        return ""
    meant = [structured]
    if isinstance(structured, dict) and list(structured) == ["result"]:
        meant.append(structured["result"])
    if any(difference(value, one) is None for value in [*read, read] for one in meant):
        return ""
    found = difference(read[0], structured)
    if found is None or len(read) > 1:
        return "content and structuredContent disagree"
    where, here, there = found
    return f"content and structuredContent disagree at {where or 'the root'}: {_brief(here)} and {_brief(there)}"


def difference(one: Any, other: Any, at: str = "", depth: int = 0) -> tuple[str, Any, Any] | None:
    """The JSON pointer of the first place where two values differ, and what stands there; None where they are equal.

    Numbers are compared by their value, as JSON Schema does: 1.0 is 1. `MISSING` stands for what is not there.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            step = name.replace("~", "~0").replace("/", "~1")
            found = difference(one.get(name, MISSING), other.get(name, MISSING), f"{at}/{step}", depth + 1)
            if found is not None:
                return found
        return None
    if isinstance(one, list) and isinstance(other, list):
        for number, (left, right) in enumerate(zip_longest(one, other, fillvalue=MISSING)):
            found = difference(left, right, f"{at}/{number}", depth + 1)
            if found is not None:
                return found
        return None
    same = one == other and isinstance(one, bool) == isinstance(other, bool)
    return None if same else (at, one, other)


def _parsed(text: str) -> Json:
    try:
        return parse(text)
    except NotJson:
        return MISSING


def _brief(value: Any) -> str:
    if value is MISSING:
        return "nothing"
    try:
        text = dumps(value)
    except NotJson:
        return "a deep value"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
