"""An exchange whose messages are considered before they pass: the request's body, the answer's, each SSE event.

What passes after that need no longer be what the head announced. So `Accept-Encoding` does not go to the server, an
event stream comes to the client in chunks of our own, and a body that was changed has a length of its own; a body that
passes goes as it came. What cannot be read (a strange coding, a broken framing, a body beyond all bounds) passes
unconsidered.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from inspector.analysis.answers import BY_US
from inspector.serving.tap.common import Answered, ClientLeft, Common
from inspector.serving.tap.exchange import Exchange
from inspector.serving.tap.framing import BadFraming, Framing, Length, UntilClosed, of_request
from inspector.serving.tap.head import Head, answer
from inspector.serving.tap.notes import JSON, SSE
from inspector.serving.tap.seam import Crossing, Exchanged, Interference, Outcome
from inspector.serving.tap.sockets import Connection
from inspector.serving.tap.twin import Twin
from inspector.serving.tap.upstream import ServerSide
from inspector.transports.http_body import MESSAGE_LIMIT, media_type
from inspector.transports.http_coding import CannotUnpack, Inflating, Unpacker, layers
from inspector.transports.sse import Block, Splitter

CUT: Final = "cut on purpose"
"""The failure of an exchange that an interference has cut."""

_FRAMED: Final = (b"transfer-encoding", b"content-length", b"content-encoding", b"trailer")
_LAST_CHUNK: Final = b"0\r\n\r\n"


class ConsideredExchange(Exchange):
    """See `Exchange`; `interference` considers."""

    def __init__(
        self, common: Common, client: Connection, head: Head, server: ServerSide | None, interference: Interference
    ) -> None:
        super().__init__(common, client, head, server)
        self._interference = interference
        self._streaming = False
        self._chunked = True

    def _web(self, status: int = 0) -> Exchanged:
        return Exchanged(self._notes.http, self._verb, self._target, self._head.readable, status)

    def _onward(self) -> Head:
        head = self._plainly(super()._onward(), "What is to be considered must be readable.")
        return head.without(b"expect")

    # ── the request ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _pass(self) -> tuple[str, str]:
        framing = of_request(self._head)
        if self._expects:
            await self._client.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        framed, body = await self._gather(framing, MESSAGE_LIMIT)
        head = self._onward()
        if not framing.over():
            return await self._send(framing, framed, body, head)
        crossing = Crossing(body, "server", "body", web=self._web())
        try:
            outcome = await self._while_there(self._interference.consider(crossing))
        except ClientLeft:
            self._note_request(head, body)
            return BY_US, "send"
        if outcome is None:
            return await self._send(framing, framed, body, head)
        if outcome.back or outcome.status is not None:
            return await self._answer_here(outcome, head, body)
        return await self._send_instead(outcome, head, body)

    async def _while_there(self, considering: Coroutine[Any, Any, Outcome | None]) -> Outcome | None:
        """Wait for the outcome, so long as the client does. Raises ClientLeft."""
        async with asyncio.TaskGroup() as group:
            task = group.create_task(considering)
            watching = group.create_task(self._client.gone())
            await asyncio.wait((task, watching), return_when=asyncio.FIRST_COMPLETED)
            task.cancel()
            watching.cancel()
        if task.cancelled():
            raise ClientLeft
        return task.result()

    async def _answer_here(self, outcome: Outcome, head: Head, body: bytes) -> tuple[str, str]:
        """Answer in the server's stead; the request is recorded as if it had reached it."""
        status, raw = outcome.status or 200, b"".join(outcome.back)
        made = answer(status, _reason(status), raw, JSON)
        self._note_request(head, body)
        self._notes.answered(status, _reason(status), "HTTP/1.1", Head.parse(made[: len(made) - len(raw)]), {})
        self._notes.feed(raw)
        if outcome.cut:
            await self._to_client(made[:-1])
            return CUT, "stream"
        self._notes.ended()
        await self._to_client(made)
        return "", ""

    async def _send_instead(self, outcome: Outcome, head: Head, body: bytes) -> tuple[str, str]:
        """Send what is to go on in the place of the request: nothing, another body, or several, each by itself."""
        if not outcome.onward:
            self._note_request(head, b"")  # what came stands with what was done to it
            if not outcome.cut:
                await self._client.gone()  # nobody will answer
                return BY_US, "wait"
            self._begun = True
            return CUT, "send"
        first, *more = outcome.onward
        if outcome.cut:
            self._note_request(head, first)
            server = await self._reach()
            await server.connection.write(bytes(_with_length(head, max(len(body), len(first) + 1))) + first)
            self._begun = True
            return CUT, "send"
        twins = [Twin(self._common, self._head, _with_length(head, len(raw)), raw) for raw in more]
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(twin.run()) for twin in twins]
            ended = await self._send(Length(0), first, first, _with_length(head, len(first)))
            for task in running:
                task.cancel()
        return ended

    # ── the answer ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _relay(self, server: Connection, answered: Answered, framing: Framing) -> tuple[str, str]:
        head = answered.head
        codings, strange = layers(head.value(b"content-encoding").decode("latin-1"))
        if strange:
            return await super()._relay(server, answered, framing)
        unpacker = Unpacker(codings)
        if 200 <= answered.status < 300 and media_type(head.value(b"content-type").decode("latin-1")) == SSE:
            return await self._relay_events(server, answered, framing, unpacker)
        framed = bytearray()
        try:
            raw = await self._whole(server, framing, framed, unpacker)
        except (BadFraming, CannotUnpack, Inflating):
            raw = None
        outcome = None
        if raw is not None:
            crossing = Crossing(raw, "client", "body", web=self._web(answered.status))
            outcome = await self._interference.consider(crossing)
        if outcome is None:
            server.put_back(bytes(framed))
            return await super()._relay(server, answered, self._framing(head, answered.status))
        return await self._relay_instead(outcome, answered)

    async def _whole(self, server: Connection, framing: Framing, framed: bytearray, unpacker: Unpacker) -> bytes | None:
        """The body without framing and coding; None if it breaks off or is too long. `framed` gets it as it came."""
        raw = bytearray()
        while not framing.over():
            if not server.buffer and not await server.fill():
                if framing.open_end:
                    break
                return None
            data = server.take()
            framed += data
            used, payload = framing.feed(data)
            server.put_back(data[used:])
            del framed[len(framed) - (len(data) - used) :]
            for piece in unpacker.feed(payload):
                raw += piece
            if len(raw) > MESSAGE_LIMIT:
                return None
        return bytes(raw)

    async def _relay_instead(self, outcome: Outcome, answered: Answered) -> tuple[str, str]:
        if not outcome.onward and outcome.status is None and not outcome.cut:
            await self._client.gone()  # nothing will come; whoever watches the client may be faster
            return BY_US, "wait"
        raw = b"".join(outcome.onward or outcome.back)
        head = _with_length(answered.head.without(*_FRAMED), len(raw) + outcome.cut)
        if outcome.status is not None:
            reason = _reason(outcome.status)
            start = f"HTTP/1.1 {outcome.status} {reason}\r\n".encode()
            answered = replace(answered, status=outcome.status, reason=reason)
            head = Head(start, head.lines, head.end)
        out = bytes(self._record_answer(replace(answered, head=head), open_end=False)) + raw
        self._notes.feed(raw)
        if not outcome.cut:
            self._notes.ended()
        await self._to_client(out)
        return (CUT, "stream") if outcome.cut else ("", "")

    async def _relay_events(
        self, server: Connection, answered: Answered, framing: Framing, unpacker: Unpacker
    ) -> tuple[str, str]:
        self._chunked = self._version == "1.1"
        head = answered.head.without(*_FRAMED)
        if self._chunked:
            head = head.having(b"Transfer-Encoding", b"chunked")
        await self._to_client(bytes(self._record_answer(replace(answered, head=head), open_end=not self._chunked)))
        splitter, self._streaming = Splitter(), True
        try:
            while not framing.over():
                if not server.buffer and not await server.fill():
                    if framing.open_end:
                        break
                    return "the server closed the connection before the body was complete", "stream"
                data = server.take()
                try:
                    used, payload = framing.feed(data)
                except BadFraming:
                    framing, self._keep_server, used, payload = UntilClosed(), False, len(data), data
                server.put_back(data[used:])
                for piece in unpacker.feed(payload):
                    for block in splitter.feed(piece):
                        if not await self._event(block, answered.status):
                            return CUT, "stream"
        except (CannotUnpack, Inflating) as error:
            return f"the body cannot be decoded: {error}", "stream"
        finally:
            self._streaming = False
        if splitter.rest:
            await self._put(splitter.rest)
        self._notes.ended()
        await self._to_client(_LAST_CHUNK if self._chunked else b"")
        return "", ""

    async def _event(self, block: Block, status: int) -> bool:
        """Pass an event, or what is to go on in its place; False if the stream ends with it."""
        text = block.text
        if not text:
            await self._put(block.raw)
            return True
        name = "" if block.is_message else block.event
        crossing = Crossing(text, "client", "event", name, self._web(status), late=self._late)
        outcome = await self._interference.consider(crossing)
        if outcome is None:
            await self._put(block.raw)
            return True
        last = len(outcome.onward) - 1
        for at, raw in enumerate(outcome.onward):
            made = _remade(block, raw)
            await self._put(made if outcome.ended or at < last else made.rstrip(b"\r\n"))
        return not outcome.cut

    async def _put(self, data: bytes) -> None:
        self._notes.feed(data)
        await self._to_client(self._chunk(data))

    def _chunk(self, data: bytes) -> bytes:
        return b"%X\r\n%b\r\n" % (len(data), data) if self._chunked else data

    def _late(self, raw: bytes) -> bool:
        if not self._streaming or self._client.writer.is_closing():
            return False
        made = _remade(Block(b""), raw)
        self._notes.feed(made)
        self._notes.flush()
        self._client.writer.write(self._chunk(made))
        return True


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _with_length(head: Head, size: int) -> Head:
    """The head of a body of so many bytes."""
    return head.without(b"transfer-encoding", b"trailer").having(b"Content-Length", b"%d" % size)


def _remade(block: Block, raw: bytes) -> bytes:
    """The event with other data."""
    if block.span is not None and b"\n" not in raw and b"\r" not in raw:
        begin, end = block.span
        return block.raw[:begin] + raw + block.raw[end:]
    lines = [b"event: " + block.event.encode()] if block.event else []
    if block.id is not None:
        lines.append(b"id: " + block.id)
    lines += [b"data: " + line for line in raw.splitlines() or [b""]]
    return b"\n".join(lines) + b"\n\n"
