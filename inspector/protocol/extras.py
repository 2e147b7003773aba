"""What the person may add to a request: a log level, and the context of a trace.

Source: `2026-07-28 server/utilities/logging#per-request-log-level`, `2026-07-28 basic/index#meta` (the keys
`traceparent`, `tracestate` and `baggage`, which are without a prefix), W3C Trace Context.
"""

from collections.abc import Callable, Mapping
from typing import Final

from inspector.protocol.envelope import PREFIX
from inspector.wire.json import Json

LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""The levels of log messages, the least first (RFC 5424)."""


def with_level(params: Mapping[str, Json], level: str | None) -> dict[str, Json]:
    """The params of a modern request that asks for log messages; what the person put into `_meta` wins."""
    return _with_meta(params, {} if level is None else {PREFIX + "logLevel": level})


def with_trace(params: Mapping[str, Json], trace: Mapping[str, str]) -> dict[str, Json]:
    """The params of a request that belongs to a trace, of either era; what the person put into `_meta` wins."""
    return _with_meta(params, trace)


def new_trace(random: Callable[[int], bytes]) -> dict[str, str]:
    """A trace that begins here: `{"traceparent": "00-…-…-01"}`. `random` gives so many bytes, as `os.urandom` does."""
    return {"traceparent": f"00-{_id(random, 16)}-{_id(random, 8)}-01"}


def _id(random: Callable[[int], bytes], size: int) -> str:
    """Not all zeros, which would make the whole context invalid."""
    raw = random(size)
    return raw.hex() if any(raw) else "01" * size


def _with_meta(params: Mapping[str, Json], more: Mapping[str, Json]) -> dict[str, Json]:
    given = params.get("_meta")
    if not more or (given is not None and not isinstance(given, dict)):
        return dict(params)
    return {**params, "_meta": {**more, **(given or {})}}
