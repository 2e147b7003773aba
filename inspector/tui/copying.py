"""Which text a call is copied as, or why there is none."""

from inspector.tui.bridge import Bridge
from inspector.tui.copies import command_line, curl
from inspector.tui.requests import Preview, Request
from inspector.tui.widgets.form_messages import CopyKind


def copied(
    kind: CopyKind, bridge: Bridge, request: Request, preview: Preview | None, *, secrets: bool = False
) -> tuple[str, str]:
    """The text, and while it is empty why: a clause that ends a sentence. `preview` has its headers with their secrets
    if `secrets` says so."""
    target, insecure = bridge.target, bridge.insecure
    if kind == "command":
        if bridge.is_replay:
            return "", "a recording has no command"
        text = command_line(target, request, bridge.options, insecure=insecure, secrets=secrets)
        return text, "no command line can hold a NUL"
    if preview is None:
        return "", "there is no connection"
    if kind == "json-rpc":
        return preview.message.decode("utf-8", "surrogateescape"), ""
    agreed = bridge.agreed
    if agreed is not None and agreed.transport == "http+sse":
        return "", "over HTTP+SSE the answer comes on a stream that curl has not"
    text = curl(target, preview.message, preview.headers, insecure=insecure, secrets=secrets)
    return text, "only a server with an address has one"
