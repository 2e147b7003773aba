"""Where an HTTP exchange is, and what its steps cost: a listener of httpcore's `trace` extension."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import httpcore

from inspector.transports.http_network import Heard, is_tls

Step = Literal["name", "connect", "tls", "send", "wait", "stream"]

_STEPS: Mapping[str, Step] = {
    "connect_tcp": "connect",
    "connect_unix_socket": "connect",
    "start_tls": "tls",
    "send_request_headers": "send",
    "send_request_body": "send",
    "receive_response_headers": "wait",
    "receive_response_body": "stream",
}


class Trace:
    """`began` is the clock's reading at the start, `step` what began last, `phases` holds milliseconds by step.

    `peer` is the `host:port` that was connected to, a proxy's where there is one, and then the host that TLS is spoken
    with. A connection that is used again has neither connect nor tls.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._started: dict[str, float] = {}
        self.began = clock()
        self.step: Step = "connect"
        self.phases: dict[str, float] = {}
        self.peer = ""
        self.heard = Heard()
        self._answered = False

    def answered(self) -> None:
        """Status and headers have been read."""
        self._answered = True
        self.heard.first, self.heard.size = b"", 0  # the last piece may hold the beginning of the body

    @property
    def unread(self) -> Heard:
        """What came in place of an answer that could be read; nothing if there was one, and nothing of TLS itself."""
        came = self.heard
        if self._answered or (self.step == "tls" and is_tls(came.first)):
            return Heard()
        return came

    def torn(self, error: Exception) -> bytes:
        """The piece of a body in which HTTP was broken, if that is what the error says."""
        broken = self._answered and isinstance(error, httpcore.RemoteProtocolError) and "closed" not in str(error)
        return self.heard.last if broken else b""

    async def __call__(self, name: str, info: Mapping[str, Any]) -> None:
        """One event of httpcore: `connection.connect_tcp.started`."""
        _, what, state = name.split(".")
        step = _STEPS.get(what)
        if step is None:
            return
        if state == "started":
            self.step = step
            self._started[what] = self._clock()
            if what == "connect_tcp":
                host = str(info.get("host", ""))
                self.peer = f"[{host}]:{info.get('port')}" if ":" in host else f"{host}:{info.get('port')}"
            elif what == "connect_unix_socket":
                self.peer = str(info.get("path", ""))
            elif what == "start_tls":
                name = str(info.get("server_hostname") or "")
                self.peer = self.peer if name in self.peer else name
        elif what in self._started and step != "stream":
            cost = (self._clock() - self._started.pop(what)) * 1000
            self.phases[step] = self.phases.get(step, 0.0) + cost
