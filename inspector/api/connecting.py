"""`connect`: from what a program says to a connection."""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from inspector.api.authorizing import Authorization
from inspector.api.connection import Connection
from inspector.api.handlers import Handler, Handlers, Hearer
from inspector.client import Options
from inspector.client.capabilities import with_grant
from inspector.config.addresses import check_header, check_url
from inspector.config.target import HttpTarget, HttpTransport, StdioTarget, Target
from inspector.errors import UsageError
from inspector.protocol.negotiation import Mode
from inspector.recording.plan import Plan
from inspector.wire.json import Json

Headers = Mapping[str, str] | Iterable[tuple[str, str]]


def connect(
    url: str | None = None,
    *,
    command: Sequence[str] = (),
    headers: Headers = (),
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
    transport: HttpTransport = "auto",
    insecure: bool = False,
    ca: str | os.PathLike[str] | None = None,
    cert: str | os.PathLike[str] | None = None,
    key: str | os.PathLike[str] | None = None,
    proxy: str | None = None,
    mode: Mode = "auto",
    protocol_version: str | None = None,
    timeout: float = 60.0,
    max_timeout: float = 600.0,
    connect_timeout: float = 60.0,
    probe_timeout: float = 10.0,
    client_info: Mapping[str, Json] | None = None,
    capabilities: Mapping[str, Json] | None = None,
    roots: Iterable[str] | None = None,
    on_elicitation: Handler | None = None,
    on_sampling: Handler | None = None,
    on_notification: Hearer | None = None,
    authorization: Authorization | None = None,
    record: str | os.PathLike[str] | None = None,
    redact: bool = True,
) -> Connection:
    """A connection to a server, of either era; `async with` opens it.

        async with inspector.connect("https://example.com/mcp") as client:
            print(client.era, client.protocol_version)
            for tool in await client.list_tools():
                print(tool["name"])
            result = await client.call_tool("add", {"a": 1, "b": 2})

    Target: `url`, with `headers` that go out with each request; or `command`, the program and its arguments, with
    variables in `env` over our own environment, started in `cwd`. `transport` pins `streamable-http` or `http+sse`;
    `insecure` accepts any certificate; `ca`, `cert` and `key` are PEM files: authorities to trust beside the usual
    ones, our own certificate and its key. `proxy` is the URL of a proxy or `none`; else the environment decides. A
    `url` `http+unix://%2Ftmp%2Fx.sock/mcp` is spoken to over that Unix socket.

    Era: `mode` is `auto`, `modern` or `legacy`; a legacy `protocol_version` pins the handshake and sends no probe, a
    modern one requires modern (`2026-07-28 basic/versioning`).

    Times in seconds: `timeout` for one request without news, `max_timeout` in spite of news, `connect_timeout` for
    start, connection and negotiation together, `probe_timeout` for silence on the probe.

    The server's questions: `on_elicitation` and `on_sampling` answer with the result object, or None, or raise
    JsonRpcError to refuse; `roots` (paths or URIs) are told to whoever asks. What is declared follows from these,
    unless `capabilities` says otherwise. A question without a handler is answered with `cancel` or an error (legacy),
    or ends its call with NobodyAnswered (modern).

    `authorization` says how a server that wants it is given a token; without it, it raises AuthorizationNeeded.

    `on_notification` hears every notification but the progress of our own calls. `record` names a file that becomes a
    recording; secrets are redacted in it unless `redact` is False. Without it nothing is written.

    Raises UsageError for what cannot be used, before anything is started.
    """
    handlers = Handlers(on_elicitation, on_sampling, on_notification)
    own = handlers.declared(roots=roots is not None)
    options = Options(
        mode=mode,
        version=protocol_version,
        timeout=timeout,
        max_timeout=max_timeout,
        connect_timeout=connect_timeout,
        probe_timeout=probe_timeout,
        capabilities=_with_grant(own, authorization) if capabilities is None else capabilities,
        client_info=client_info,
        roots=tuple(roots or ()),
    )
    plan = Plan(None if record is None else Path(record), redact=redact)
    reach = {name: os.fspath(given) for name, given in (("ca", ca), ("cert", cert), ("key", key)) if given is not None}
    if proxy is not None:
        reach["proxy"] = proxy
    target = _target(url, command, headers, env, cwd, transport, reach)
    return Connection(target, options, handlers, plan, insecure=insecure, authorization=authorization)


def _with_grant(declared: Mapping[str, Json], authorization: Authorization | None) -> Mapping[str, Json]:
    return declared if authorization is None else with_grant(declared, authorization.grant)


def _target(
    url: str | None,
    command: Sequence[str],
    headers: Headers,
    env: Mapping[str, str] | None,
    cwd: str | os.PathLike[str] | None,
    transport: HttpTransport,
    reach: Mapping[str, str],
) -> Target:
    if (url is None) == (not command):
        raise UsageError("Give a URL or a command, and only one of them.")
    if url is not None:
        if env or cwd is not None:
            raise UsageError("`env` and `cwd` are for a server that is started here, not for a URL.")
        pairs = tuple(headers.items() if isinstance(headers, Mapping) else headers)
        for name, value in pairs:
            check_header(name, value)
        return HttpTarget(check_url(url), pairs, transport, sign_in=None, **reach)
    if isinstance(command, str):
        raise UsageError("A command is a list of words.", hint='Write command=["npx", "-y", "a-server"].')
    if tuple(headers) or transport != "auto" or reach:
        raise UsageError(
            "`headers`, `transport`, `ca`, `cert`, `key` and `proxy` are for a URL.",
            why="The server is one that is started here.",
        )
    return StdioTarget(tuple(command), dict(env or {}), None if cwd is None else os.fspath(cwd))
