"""`send`: any message, as given, right or wrong; no rounds, no retry."""

from collections.abc import Sequence

from inspector.errors import UsageError
from inspector.headless.composing import Wishes, concluded, named, send_composed
from inspector.headless.concluding import rounded
from inspector.headless.faults import fault_of
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.protocol import flows
from inspector.protocol.compose.text import doubled
from inspector.protocol.envelope import annotations
from inspector.wire.json import Json, NotJson, parse

_PLAIN = Wishes()


def send(method: str, text: str | None, headers: Sequence[str] = (), wishes: Wishes = _PLAIN) -> Body:
    """`send METHOD [PARAMS]`: `text` is JSON, None where there are no params. Raises UsageError for what is no JSON.

    An object gets the `_meta` of its era, though never over what is there; other params go out as they are, and so do
    members that stand twice. A method that begins with `notifications/` is sent as a notification, and gets no answer.
    A call of a tool has its arguments mirrored as `call` has, for which the tools are listed first, unless one of
    `headers` (`Name: value`, those that go out with each request) is an `Mcp-Param-` of the person's own.

    `wishes` have it otherwise: what they leave out, or give as bytes, goes out so.
    """
    params = _params(text)
    if wishes.template:
        named(wishes.template)  # what is none is told before anything connects
    mirrored = not any(header.strip().lower().startswith("mcp-param-") for header in headers)
    as_written = not wishes.is_plain or not (params is None or isinstance(params, dict)) or any(doubled(text or ""))

    async def body(live: Live) -> Ending:
        schema = await _schema(live, method, params) if mirrored else None
        if as_written:
            return await send_composed(live, method, text, wishes, schema)
        if method.startswith("notifications/"):
            reply = await live.client.notify(method, params)
            if reply.failure and (fault := fault_of(reply, method)) is not None:
                raise fault
            live.output.note("Sent; a notification gets no answer.")
            live.output.data({"result": None, "ms": rounded(reply.ms), "findings": live.findings()}, "")
            return DONE
        op = live.client.begin(method)
        return concluded(live, await live.client.request(method, params, op=op, schema=schema), method)

    return body


def _params(text: str | None) -> Json:
    """What to send: None for no params, which `null` means too, for the member would be of no use."""
    if text is None:
        return None
    try:
        return parse(text)
    except NotJson as error:
        raise UsageError(
            "PARAMS is not JSON.",
            why=f"{error.reason}, character {error.position + 1}.",
            hint="--raw TEXT sends a whole message as it is.",
        ) from None


async def _schema(live: Live, method: str, params: Json) -> Json:
    """The inputSchema whose annotations become headers (`2026-07-28 server/tools#x-mcp-header`); None for no headers.

    Only modern Streamable HTTP has them. A list that cannot be read is no fault here: what is sent is sent as given.
    """
    mirrors = live.agreed.era == "modern" and live.agreed.transport == "streamable-http"
    if method != "tools/call" or not mirrors or not isinstance(params, dict):
        return None
    listing = await live.client.drive(flows.pages("tools/list"))
    for tool in listing.entries:
        if isinstance(tool, dict) and tool.get("name") == params.get("name"):
            schema = tool.get("inputSchema")
            return None if annotations(schema)[1] else schema
    return None
