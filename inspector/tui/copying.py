"""As what a request can be copied: curl, a command of ours, Python with httpx or with the official SDK."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from inspector.analysis.exports.httpx_program import httpx_program
from inspector.analysis.exports.sdk_program import sdk_program
from inspector.client import Options
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, Target
from inspector.config.target_json import from_json, to_json
from inspector.tui.bridge import Bridge
from inspector.tui.copies import command_line, curl
from inspector.tui.requests import Preview, Request
from inspector.tui.widgets.copy_bar import Copyable
from inspector.wire.events import Headers
from inspector.wire.json import parse, pretty


@dataclass(frozen=True, slots=True)
class Web:
    """An HTTP request as another program is to send it; its secrets are masked, or not, as was asked."""

    verb: str
    url: str
    headers: Headers
    body: bytes


WebOf = Callable[[bool], Web | None]
"""The HTTP request, with its secrets or without; None where there is none."""

PreviewOf = Callable[[bool], Preview | None]
"""A call as it would be sent now, its headers with their secrets or without; None without a connection."""


def call_copies(bridge: Bridge, request: Request, preview_of: PreviewOf, version: str) -> tuple[Copyable, ...]:
    """Everything that a call can be copied as, in the order in which it is offered."""
    preview = preview_of(False)
    return (
        *(_messages(bridge, preview) if preview is not None else ()),
        *programs(bridge, request, _web(bridge, preview_of), version),
    )


def _messages(bridge: Bridge, preview: Preview) -> Iterator[Copyable]:
    text = preview.message.decode("utf-8", "surrogateescape")
    yield Copyable("j", "JSON", "", lambda secrets: _safe(bridge, pretty(parse(text)) + "\n", secrets))
    yield Copyable("l", "line", "", lambda secrets: _safe(bridge, text, secrets))


def _web(bridge: Bridge, preview_of: PreviewOf) -> WebOf:
    def found(secrets: bool) -> Web | None:
        preview, target = preview_of(secrets), bridge.target
        # Over HTTP+SSE the answer comes on a stream that another program has not got.
        streamed = bridge.agreed is not None and bridge.agreed.transport == "http+sse"
        if preview is None or streamed or not isinstance(target, HttpTarget):
            return None
        return Web("POST", target.url, tuple(preview.headers), preview.message)

    return found


def programs(bridge: Bridge, request: Request | None, web_of: WebOf, version: str) -> Iterator[Copyable]:
    """The programs that send a request: those that there are. `request` is None for what no method of MCP sends.

    `version` is the one that is spoken with the server, empty where that is not known.
    """
    target = target_of(bridge)
    if target is None:
        return

    def of_web(make: Callable[[HttpTarget, Web, bool], str]) -> Callable[[bool], str]:
        def made(secrets: bool) -> str:
            web = web_of(secrets)
            return (
                "" if web is None else _safe(bridge, make(_at(bridge, target, web.url, secrets), web, secrets), secrets)
            )

        return made

    def as_curl(at: HttpTarget, web: Web, secrets: bool) -> str:
        return curl(at, web.body, web.headers, verb=web.verb, insecure=bridge.insecure, secrets=secrets)

    def as_httpx(at: HttpTarget, web: Web, secrets: bool) -> str:
        return httpx_program(at, web.verb, web.headers, web.body, insecure=bridge.insecure)

    def as_command(secrets: bool) -> str:
        if request is None or request.method.startswith("notifications/"):
            return ""
        options = Options() if bridge.is_replay else bridge.options
        text = command_line(target, request, options, insecure=bridge.insecure, secrets=secrets)
        return _safe(bridge, text, secrets)

    def with_sdk(secrets: bool) -> str:
        if request is None or request.params is None:
            return ""
        shown = target if secrets else _without_secrets(target)
        text = sdk_program(shown, request.method, request.params, version=version, insecure=bridge.insecure)
        return _safe(bridge, text, secrets)

    made = (("c", "curl", of_web(as_curl)), ("i", "inspector", as_command), ("h", "Python httpx", of_web(as_httpx)))
    for key, name, make in (*made, ("k", "Python SDK", with_sdk)):
        if make(True):  # made once to know whether there is one at all: requests are small
            yield Copyable(key, name, "", make)


def target_of(bridge: Bridge) -> Target | None:
    """What was spoken to: of a recording as far as its header tells."""
    if bridge.opened is None:
        return bridge.target
    try:
        return from_json(bridge.opened.header.target)[0]
    except ValueError:
        return None


def _at(bridge: Bridge, target: Target, url: str, secrets: bool) -> HttpTarget:
    """The target with the address that a request goes to; it knows of TLS and proxies what the person gave."""
    shown = url if secrets else bridge.redactor.redact_url(url)
    known = target if secrets else _without_secrets(target)
    return replace(known, url=shown) if isinstance(known, HttpTarget) else HttpTarget(shown)


def _without_secrets(target: Target) -> Target:
    return target if isinstance(target, DemoTarget | RecordingTarget) else from_json(to_json(target))[0]


def _safe(bridge: Bridge, text: str, secrets: bool) -> str:
    return text if secrets else bridge.redactor.redact_text(text)
