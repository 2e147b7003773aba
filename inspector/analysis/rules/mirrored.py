"""Where the headers of a modern POST disagree with its body.

Source: `2026-07-28 basic/transports/streamable-http#request-metadata`, `#value-encoding`, `#server-validation`.
"""

import base64
import binascii
from typing import Final

from inspector.analysis.words import short
from inspector.wire.events import Headers
from inspector.wire.methods import METHODS

_BEGIN: Final = "=?base64?"
_END: Final = "?="


def disagreements(headers: Headers, method: str, subject: str | None, version: str) -> list[str]:
    """What is missing or differs, each as a clause: `the header Mcp-Method is x where the body has y`.

    `subject` is what Mcp-Name carries, None where there is none; `version` that of the body.
    """
    given = {name.lower(): value for name, value in headers}
    known = METHODS.get(method)
    wanted: list[tuple[str, str | None]] = [("MCP-Protocol-Version", version), ("Mcp-Method", method)]
    if known is not None and known.asks:
        wanted.append(("Mcp-Name", subject))
    wrong: list[str] = []
    for name, said in wanted:
        value = given.get(name.lower())
        if value is None:
            wrong.append(f"it had no header {name}")
        elif said is not None and _decoded(value, name) != said:
            wrong.append(f"the header {name} is {short(value, 60)} where the body has {short(said, 60)}")
    return wrong


def _decoded(value: str, name: str) -> str:
    """What a header says: only Mcp-Name may be encoded."""
    if name != "Mcp-Name" or not (value.startswith(_BEGIN) and value.endswith(_END)):
        return value.strip()
    try:
        return base64.b64decode(value[len(_BEGIN) : -len(_END)], validate=True).decode("utf-8", "surrogatepass")
    except (binascii.Error, UnicodeDecodeError):
        return value
