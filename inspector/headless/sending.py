"""`send`: any request, as given, right or wrong; no rounds, no retry."""

from collections.abc import Sequence

from inspector.client.raw import send_raw
from inspector.errors import UsageError
from inspector.headless.concluding import error_answer, rounded
from inspector.headless.faults import fault_of
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.rendering import json_text
from inspector.protocol import flows
from inspector.protocol.envelope import annotations, http_headers
from inspector.protocol.steps import Reply
from inspector.wire.json import Json, NotJson, dumps, parse
from inspector.wire.jsonrpc import Result


def send(method: str, text: str | None, headers: Sequence[str] = ()) -> Body:
    """`send METHOD [PARAMS]`: `text` is JSON, None where there are no params. Raises UsageError for what is no JSON.

    An object gets the `_meta` of its era, though never over what is there; other params go out as they are. A method
    that begins with `notifications/` is sent as a notification, and gets no answer. A call of a tool has its arguments
    mirrored as `call` has, for which the tools are listed first, unless one of `headers` (`Name: value`, those that go
    out with each request) is an `Mcp-Param-` of the person's own.
    """
    params = _params(text)
    mirrored = not any(header.strip().lower().startswith("mcp-param-") for header in headers)

    async def body(live: Live) -> Ending:
        if method.startswith("notifications/") and (params is None or isinstance(params, dict)):
            reply = await live.client.notify(method, params)
            if reply.failure and (fault := fault_of(reply, method)) is not None:
                raise fault
            live.output.note("Sent; a notification gets no answer.")
            live.output.data({"result": None, "ms": rounded(reply.ms), "findings": live.findings()}, "")
            return DONE
        reply = await _send(live, method, params, await _schema(live, method, params) if mirrored else None)
        if reply.error is not None:
            return error_answer(live, reply.error, reply.ms)
        if not isinstance(reply.answer, Result):
            fault = fault_of(reply, method)
            assert fault is not None, "there is no answer"
            raise fault
        result = reply.answer.result
        live.output.data({"result": result, "ms": rounded(reply.ms), "findings": live.findings()}, json_text(result))
        return DONE

    return body


def _params(text: str | None) -> Json:
    """What to send: None for no params, which `null` means too, for the member would be of no use."""
    if text is None:
        return None
    try:
        return parse(text)
    except NotJson as error:
        raise UsageError("PARAMS is not JSON.", why=f"{error.reason}, character {error.position + 1}.") from None


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


async def _send(live: Live, method: str, params: Json, schema: Json) -> Reply:
    client = live.client
    op = client.begin(method)
    if params is None or isinstance(params, dict):
        return await client.request(method, params, op=op, schema=schema)
    message = dumps({"jsonrpc": "2.0", "id": f"inspector-{op}", "method": method, "params": params})
    headers = http_headers(client.speech, method, {})
    return await send_raw(
        client, message.encode("utf-8", "surrogatepass"), headers, op=op, timeout=client.options.timeout
    )
