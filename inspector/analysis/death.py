"""The death of a connection: what one wants to know when it is gone, or did not come about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inspector.analysis.last_words import ECHO, Advice, advice, from_words
from inspector.analysis.masked import shown_command, shown_url
from inspector.analysis.words import id_text, short, short_bytes
from inspector.protocol.advice import how_to_reach, what_now
from inspector.protocol.exchanges import Exchange
from inspector.protocol.steps import Reply
from inspector.wire import events
from inspector.wire.events import Record
from inspector.wire.processes import ended

WebStep = Literal["name", "connect", "tls", "http", "mcp"]

WEB_STEPS: Final[tuple[WebStep, ...]] = ("name", "connect", "tls", "http", "mcp")
"""The steps on the way to an HTTP server, in order: its address, the connection, TLS, an HTTP answer, MCP in it."""

_STEP_OF: Final[dict[str, WebStep]] = {"name": "name", "connect": "connect", "tls": "tls"}


@dataclass(frozen=True, slots=True)
class Lost:
    """A request that no answer will come to. `waited_ms` until the end."""

    seq: int
    method: str
    name: str
    id_text: str
    waited_ms: float


@dataclass(frozen=True, slots=True)
class Death:
    """Why there is no connection any more. All texts are safe to show.

    `title` is the sentence of the headline, `reason` what is known beyond it, `because` what the negotiation made of
    it. `after` in seconds since the transport was opened. `stderr` are the last lines of `stderr_lines`.
    `last_received` is a record number, 0 if nothing came.
    On HTTP `steps` tells how far it came: each of `WEB_STEPS` with True (done), False (broken) or None (not reached);
    TLS is left out of an http address.
    `cause` and `remedy` are what its last words, its code or its signal come to, or the step of HTTP that broke, a
    sentence each, empty where they tell nothing; `noise` are the last lines on stdout that were no messages.
    """

    seq: int
    at: float
    title: str
    reason: str
    after: float
    connected: bool
    code: int | None = None
    signal: int | None = None
    lost: tuple[Lost, ...] = ()
    stderr: tuple[str, ...] = ()
    stderr_lines: int = 0
    last_received: int = 0
    transport: events.Transport = "stdio"
    command: str = ""
    resolved: str = ""
    cwd: str = ""
    env: tuple[str, ...] = ()
    path: str = ""
    url: str = ""
    steps: tuple[tuple[WebStep, bool | None], ...] = ()
    because: str = ""
    cause: str = ""
    remedy: str = ""
    noise: tuple[str, ...] = ()


def died(
    record: Record,
    opened: events.Opened,
    at: float,
    *,
    connected: bool,
    exited: events.Exited | None,
    reason: str,
    because: str,
    lost: Sequence[Exchange],
    stderr: Sequence[bytes],
    stderr_count: int,
    last_received: int,
    web_end: events.HttpEnd | None,
    web_status: int | None,
    noise: Sequence[bytes] = (),
    echoed: bool = False,
) -> Death:
    """Put together what is known when record `record` ends a transport that was opened at `at`.

    `noise` are the last lines on stdout that were no messages; `echoed`: what we sent came back as it was.
    """
    if exited is not None and exited.asked:
        exited, reason = None, ""  # we ended it ourselves, as where it is not of the era that was asked for
    on_http = opened.transport != "stdio"
    if exited is not None:
        title = f"The server exited with {ended(exited)}"
    elif connected:
        title = "The connection ended"
    else:
        title = "Could not connect"
    if on_http and not reason:
        if web_end is not None and web_end.failure:
            reason = web_end.failure
        elif web_status is not None and web_status >= 300:
            reason = f"HTTP {web_status}"
    told = tuple(short_bytes(line, 600) for line in stderr)
    stray = tuple(short_bytes(line.strip(), 600) for line in noise)
    found = Advice()
    if echoed and not connected:
        found = ECHO
    elif exited is not None:
        program = short(opened.resolved or "".join(opened.command[:1]))
        found = advice(told, code=exited.code, signal=exited.signal, program=program, noise=stray, connected=connected)
    elif not on_http and not connected:
        found = from_words(told)  # it lives, and may have said why it does not answer
    remedy = found.remedy
    if on_http and not connected and not remedy:
        failed = web_end.failure if web_end is not None and web_status is None else ""
        remedy = how_to_reach(failed) if failed else what_now(Reply(failure="http", status=web_status))
    return Death(
        record.seq,
        record.at,
        title,
        short(reason, 600),
        record.at - at,
        connected,
        exited.code if exited else None,
        exited.signal if exited else None,
        tuple(
            Lost(one.seq, short(one.method), short(one.name or ""), id_text(one.id), (record.at - one.at) * 1000)
            for one in lost
        ),
        told,
        stderr_count,
        last_received,
        opened.transport,
        short(shown_command(opened.command), 2000),
        short(opened.resolved or ""),
        short(opened.cwd or ""),
        tuple(short(name) for name in opened.env),
        short(opened.path or "", 4000),
        short(shown_url(opened.url or ""), 2000),
        _steps(opened.url or "", connected, web_end, web_status) if on_http else (),
        "" if connected else short(because, 600),
        found.because,
        remedy,
        stray,
    )


def _steps(
    url: str, connected: bool, end: events.HttpEnd | None, status: int | None
) -> tuple[tuple[WebStep, bool | None], ...]:
    names = [step for step in WEB_STEPS if step != "tls" or url.lower().startswith("https:")]
    if connected:
        broken: WebStep = "mcp"
    elif end is not None and end.failure and status is None:
        broken = _STEP_OF.get(end.step, "http")
    else:
        broken = "http" if status is None or status >= 300 else "mcp"
    at = names.index(broken) if broken in names else names.index("http")
    return tuple((name, True if place < at else False if place == at else None) for place, name in enumerate(names))
