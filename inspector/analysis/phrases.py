"""Small phrases of rows: a quotation, how far something has come, why something is no message."""

from inspector.analysis.words import brief, number, short
from inspector.wire.json import Json
from inspector.wire.jsonrpc import Malformed, Message


def quoted(value: Json) -> str:
    """A text of theirs in quotation marks, an empty text for what is no text or has nothing in it."""
    return f"“{short(value)}”" if isinstance(value, str) and value else ""


def progress(params: dict[str, Json]) -> str:
    """`40 / 40 shelves`, or as much of it as was sent."""
    done, total = params.get("progress"), params.get("total")
    text = _amount(done) + (f" / {_amount(total)}" if total is not None else "")
    message = params.get("message")
    return f"{text} {short(message)}" if isinstance(message, str) and message else text


def _amount(value: Json) -> str:
    if type(value) is int and value >= 0:
        return str(value)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number(value) if is_number else brief(value, 40)


def fault(message: Message) -> str:
    """In two or three words why something is no message."""
    if not isinstance(message, Malformed):
        return "no message"
    if message.reason.startswith("not JSON"):
        return "not JSON"
    if message.reason.endswith("not UTF-8"):
        return "not UTF-8"
    return "no message"
