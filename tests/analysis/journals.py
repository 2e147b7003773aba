"""Sessions composed by hand: a list of events with a clock of its own."""

from collections.abc import Sequence
from typing import Any

from inspector.protocol.envelope import Speech, http_headers
from inspector.wire import events
from inspector.wire.events import Event, Record
from inspector.wire.json import dumps

MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}


def mirrored(message: Any) -> tuple[tuple[str, str], ...]:
    """The headers that go with a message of the modern era."""
    params = message.get("params", {}) if isinstance(message, dict) else {}
    version = (
        params.get("_meta", {}).get("io.modelcontextprotocol/protocolVersion") if isinstance(params, dict) else None
    )
    if not isinstance(version, str):
        return ()
    return tuple(http_headers(Speech("modern", version), message["method"], params).items())


class Journal:
    """Records in the making. Each event takes `tick` seconds unless `wait` says otherwise."""

    def __init__(self, tick: float = 0.01) -> None:
        self.records: list[Record] = []
        self._now = 0.0
        self._tick = tick
        self._ids = 0
        self._webs = 0
        self._streams: set[int] = set()
        self._modern = False

    def wait(self, seconds: float) -> "Journal":
        """Let time pass."""
        self._now += seconds
        return self

    def add(self, event: Event) -> int:
        """Append an event; its record number."""
        self._now += self._tick
        self.records.append(Record(len(self.records) + 1, round(self._now, 6), event))
        return len(self.records)

    # ── stdio ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def opened(self, attempt: int = 1) -> int:
        """A process was started."""
        command = ("python", "-m", "alder.server")
        return self.add(
            events.Opened("stdio", attempt, command, "/usr/bin/python", "/srv", ("TOKEN",), "/usr/bin:/bin")
        )

    def sent(self, message: Any, *, op: int | None = None, http: int | None = None) -> int:
        """A message of ours."""
        return self.add(events.Sent(dumps(message).encode(), http, op))

    def came(self, message: Any, *, http: int | None = None) -> int:
        """A message of theirs; an event where the answer is said to be a stream of them."""
        framed = (b"data: ", b"\n\n") if http in self._streams else (b"", b"")
        return self.add(events.Received(dumps(message).encode(), http, *framed))

    def line(self, raw: bytes, *, ended: bool = True, http: int | None = None) -> int:
        """A line of stdout as it is, or another text in the place of a message."""
        return self.add(events.Received(raw, http, ended=ended))

    def request(self, method: str, params: Any = None, *, id: Any = None, op: int | None = None) -> int:
        """A request of ours on stdio, in the modern era with what its `_meta` must have; its id, counting from 1."""
        self._ids += 1
        id = self._ids if id is None else id
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        self.sent(self._dressed(message | ({} if params is None else {"params": params})), op=op)
        return id if isinstance(id, int) else self._ids

    def _dressed(self, message: Any) -> Any:
        if not self._modern or not isinstance(message, dict) or "id" not in message or "method" not in message:
            return message
        params = message.get("params", {})
        if not isinstance(params, dict):
            return message
        meta = params.get("_meta", {})
        return {**message, "params": {**params, "_meta": {**MODERN_META, **meta} if isinstance(meta, dict) else meta}}

    def result(self, id: Any, result: Any) -> int:
        """A result of theirs."""
        return self.came({"jsonrpc": "2.0", "id": id, "result": result})

    def error(self, id: Any, code: Any, message: str = "x", data: Any = None) -> int:
        """An error of theirs."""
        body = {"code": code, "message": message} | ({} if data is None else {"data": data})
        return self.came({"jsonrpc": "2.0", "id": id, "error": body})

    def news(self, method: str, params: Any = None) -> int:
        """A notification of theirs."""
        return self.came({"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params}))

    def call(self, name: str, result: Any, *, op: int | None = None, took: float = 0.0) -> int:
        """A call of a tool and its result; the id."""
        id = self.request("tools/call", {"name": name, "arguments": {}}, op=op)
        self.wait(took).result(id, result)
        return id

    # ── beginnings ───────────────────────────────────────────────────────────────────────────────────────────────────

    def modern(self, capabilities: Any = None, **more: Any) -> "Journal":
        """Open a modern server on stdio."""
        self._modern = True
        self.opened()
        id = self.request("server/discover", {"_meta": MODERN_META})
        self.result(id, self.discovered(capabilities, **more))
        return self

    @staticmethod
    def discovered(capabilities: Any = None, **more: Any) -> dict[str, Any]:
        """A DiscoverResult."""
        info = {"io.modelcontextprotocol/serverInfo": {"name": "Alder Street Library", "version": "1.4.0"}}
        return {
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}} if capabilities is None else capabilities,
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": info,
            **more,
        }

    def legacy(self, version: str = "2025-11-25", capabilities: Any = None, declared: Any = None) -> "Journal":
        """Open a legacy server on stdio."""
        self.opened()
        declared = {"elicitation": {}} if declared is None else declared
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": declared,
            "clientInfo": {"name": "i", "version": "0"},
        }
        id = self.request("initialize", params)
        self.result(
            id,
            {
                "protocolVersion": version,
                "capabilities": {"tools": {}} if capabilities is None else capabilities,
                "serverInfo": {"name": "Alder Street Library", "version": "1.4.0"},
            },
        )
        self.sent({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    # ── HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def opened_http(self, url: str = "https://weather.example/mcp") -> int:
        """An address is about to be spoken to."""
        return self.add(events.Opened("streamable-http", url=url))

    def post(self, message: Any, *, op: int | None = None, **headers: str) -> int:
        """A POST with a message, in the modern era with its headers and its `_meta`; its exchange number."""
        message = self._dressed(message)
        self._webs += 1
        sent = (("Accept", "application/json, text/event-stream"), *mirrored(message), *_named(headers))
        self.add(events.HttpRequest(self._webs, "POST", "https://weather.example/mcp", sent))
        self.sent(message, op=op, http=self._webs)
        return self._webs

    def get(self, verb: str = "GET", **headers: str) -> int:
        """A request without a body; its exchange number."""
        self._webs += 1
        self.add(events.HttpRequest(self._webs, verb, "https://weather.example/mcp", _named(headers)))
        return self._webs

    def answer(self, http: int, status: int = 200, content_type: str = "application/json", **headers: str) -> int:
        """Status line and headers."""
        named = _named(headers)
        typed = (("Content-Type", content_type),) if content_type else ()
        if content_type.startswith("text/event-stream"):
            self._streams.add(http)
        return self.add(events.HttpResponse(http, status, "", headers=(*typed, *named), ms=12.0))

    def end(self, http: int, failure: str = "", step: str = "", **more: Any) -> int:
        """The exchange is over."""
        return self.add(events.HttpEnd(http, 0, 13.0, failure, step, **more))

    def exchange(self, message: Any, answer: Any, status: int = 200, *, op: int | None = None) -> int:
        """A POST and its JSON answer, whole; the exchange number."""
        http = self.post(message, op=op)
        self.answer(http, status)
        self.came(answer, http=http)
        self.end(http)
        return http

    def modern_http(self, capabilities: Any = None) -> "Journal":
        """Open a modern server on HTTP."""
        self._modern = True
        self.opened_http()
        self._ids += 1
        asked = {"jsonrpc": "2.0", "id": self._ids, "method": "server/discover", "params": {"_meta": MODERN_META}}
        self.exchange(asked, {"jsonrpc": "2.0", "id": self._ids, "result": self.discovered(capabilities)})
        return self

    def legacy_http(self, version: str = "2025-11-25", capabilities: Any = None, **headers: str) -> "Journal":
        """Open a legacy server on HTTP; `headers` come with its answer to `initialize`."""
        self.opened_http()
        self._ids += 1
        client = {"name": "i", "version": "0"}
        params = {"protocolVersion": version, "capabilities": {"elicitation": {}}, "clientInfo": client}
        http = self.post({"jsonrpc": "2.0", "id": self._ids, "method": "initialize", "params": params})
        self.answer(http, 200, **headers)
        offered = {"tools": {}} if capabilities is None else capabilities
        said = {"protocolVersion": version, "capabilities": offered, "serverInfo": {"name": "s", "version": "1"}}
        self.came({"jsonrpc": "2.0", "id": self._ids, "result": said}, http=http)
        self.end(http)
        http = self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.answer(http, 202, "")
        self.end(http)
        return self

    def event(self, message: Any, *, http: int, id: str = "") -> int:
        """A message of theirs as an event of a stream, with the id if there is one."""
        before = f"id: {id}\n".encode() if id else b""
        return self.add(events.Received(dumps(message).encode(), http, before + b"data: ", b"\n\n"))


def _named(headers: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((name.replace("_", "-"), value) for name, value in headers.items())


def pieces(records: Sequence[Record], size: int) -> list[Sequence[Record]]:
    """The records in batches, as a live fold gets them."""
    return [records[at : at + size] for at in range(0, len(records), size)]
