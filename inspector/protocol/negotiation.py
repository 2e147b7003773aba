"""Which era and version a server speaks, found out step by step.

The policy, in prose. In mode *auto* we first ask `server/discover` in the modern way.

- An answer that is a DiscoverResult means modern; the newest common version is taken, and if there is none, that is the
  end: `initialize` is not tried, for the server has said what it is.
- One of the three recognised modern errors means modern too. UnsupportedProtocolVersion names what the server has: a
  modern version of ours is asked for again, a legacy version of ours leads to `initialize`; without a usable list
  `initialize` is tried once, and the record says why. HeaderMismatch never leads to `initialize`.
- Any other error, whatever its code, means legacy. So does silence for the probe's time, and a stdio server that dies
  of the probe: it is started once more, and `initialize` is the first thing that it hears. It may die late, with the
  next line that it reads, so one that ends at `initialize` after a probe is started once more as well.
- On HTTP the body decides before the status does. A network that fails, a 401 or 403, and a 5xx say nothing about the
  era: a 502, 503 or 504 is tried once more, at once, then the connection is given up without a verdict.

In the legacy way `initialize` offers the newest handshake version, never a modern one. The server may answer with an
older version of ours. Where it names a version in an error's `data.supported`, that one is tried, once. On HTTP a 400,
404 or 405 that carries no modern error, or a 202, which is no answer to a request, leads to the last resort, the GET of
HTTP+SSE; and an `endpoint` event, whenever it comes, proves that transport at once.

A pinned version or transport and the modes *modern* and *legacy* only leave steps out.

Source: `2026-07-28 basic/versioning`, `basic/transports/stdio#backward-compatibility`,
`basic/transports/streamable-http#backward-compatibility`, `2025-11-25 basic/lifecycle#version-negotiation`.
"""

from inspector.protocol.handshake import handshake
from inspector.protocol.probe import probe
from inspector.protocol.refusals import authorization_needed, first_bytes
from inspector.protocol.terms import Agreed, Mode, Talk, Wish
from inspector.wire.versions import era_of

__all__ = ["Agreed", "Mode", "Wish", "authorization_needed", "first_bytes", "negotiate"]


def negotiate(wish: Wish) -> Talk:
    """The whole conversation. Raises NoCommonVersion, AuthorizationNeeded, ConnectError, TimedOut, ProtocolBroken."""
    mode = wish.mode
    if wish.version is not None and mode == "auto":
        mode = "legacy" if era_of(wish.version) == "legacy" else "modern"
    heard_it = False
    if mode != "legacy" and not (wish.transport == "http+sse" and mode == "auto"):
        found = yield from probe(wish, mode)
        if isinstance(found, Agreed):
            return found
        heard_it = found == "probed"
    return (yield from handshake(wish, wish.transport, after_probe=heard_it))
