"""One request and its answer on their way through a web tap.

The head passes without what speaks of one connection, and with the server's name as `Host`; the body passes as it is
framed and coded, piece by piece as it comes. The answer is passed in the same way. A client that leaves ends the
server's part too. A request that has come whole, as nearly all do at once, is recorded whole before it goes on.
"""

import asyncio
from typing import Final

from inspector.analysis.answers import BY_US
from inspector.serving.tap.common import Answered, ClientLeft, Common
from inspector.serving.tap.framing import BadFraming, Framing, UntilClosed, of_answer, of_request
from inspector.serving.tap.head import Head, NotHttp, answer, request_of, status_of
from inspector.serving.tap.notes import Notes
from inspector.serving.tap.sockets import Connection
from inspector.serving.tap.upstream import ServerSide, Unreached
from inspector.transports.http_coding import layers
from inspector.wire.text import visible

HELD: Final = 1 << 20
"""Bytes of a request's body that are waited for before it goes on, so that it is recorded as one."""

_LARGE: Final = 4 << 10  # bytes of an answer that passes first and is then looked at, which takes its time
_HOP: Final = "RFC 9110#section-7.6.1"


class Exchange:
    """One request of `client`, whose head was read. `server` is the connection that it may use and leaves behind."""

    def __init__(self, common: Common, client: Connection, head: Head, server: ServerSide | None) -> None:
        self._common = common
        self._client = client
        self._head = head
        self.server = server
        self._verb, self._target, self._version = request_of(head)
        self._notes = Notes(common.journal, next(common.numbers), common.upstream.path, common.bypass.noted)
        self._status = 0
        self._outcome: tuple[str, str] | None = None
        self._begun = False  # something of an answer has gone to the client
        self._keep_client = not head.closes
        self._keep_server = True
        self._used_server = False

    @property
    def goes_on(self) -> bool:
        """Whether the client's connection may carry another request."""
        return self._keep_client

    async def run(self) -> None:
        """Carry it through to its HttpEnd. Raises nothing but CancelledError."""
        try:
            failure, step = await self._pass()
        except Unreached as error:
            failure, step = error.failure, error.step
        except BadFraming as error:
            failure, step = f"the request is not framed as it should be: {error}", "send"
        except OSError as error:
            failure, step = f"the connection broke ({error.strerror or error})", "send"
        except asyncio.CancelledError:
            self._note_end("the tap ended", self._step)
            self._drop_server()
            raise
        self._note_end(failure, step)
        if failure:
            self._drop_server()
            await self._fail(failure, step)
        elif not self._keep_server:
            self._drop_server()
        elif self.server is not None and self._used_server:
            self.server.used = asyncio.get_running_loop().time()

    def _note_end(self, failure: str, step: str) -> None:
        if not self._notes.began:  # it broke before it had come
            self._note_request(self._onward(), None)
        self._notes.ended(failure, step)

    @property
    def _step(self) -> str:
        return "stream" if self._status else "wait"

    def _drop_server(self) -> None:
        if self.server is not None:
            self.server.connection.close(abruptly=True)
            self.server = None

    async def _fail(self, failure: str, step: str) -> None:
        """Tell the client: with an answer if none has begun, else by an end that it cannot take for one."""
        self._keep_client = False
        if self._begun or failure == BY_US:
            self._client.close(abruptly=True)
            return
        status, reason = (400, "Bad Request") if step == "send" else (502, "Bad Gateway")
        text = f"inspector tap: no answer from {self._common.upstream.origin}: {failure}.\n"
        self._notes.say(f"answer exchange {self._notes.http}", f"{status} {reason}", f"{failure}.")
        self._notes.flush()
        try:
            await self._client.write(answer(status, reason, visible(text, keep_newlines=True).encode()))
        except OSError:
            pass  # it has gone meanwhile

    # ── the request ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _pass(self) -> tuple[str, str]:
        framing = of_request(self._head)
        framed, body = (b"", b"") if self._expects else await self._gather(framing, HELD)
        return await self._send(framing, framed, body, self._onward())

    @property
    def _expects(self) -> bool:
        """Whether the client waits for a word before it sends the body (`RFC 9110#section-10.1.1`)."""
        return b"100-continue" in self._head.value(b"expect").lower()

    def _note_request(self, head: Head, body: bytes | None) -> None:
        url = self._common.upstream.origin + self._target if self._target.startswith("/") else self._target
        self._notes.requested(self._verb, self._target, url, head, body)

    async def _send(self, framing: Framing, framed: bytes, body: bytes, head: Head) -> tuple[str, str]:
        """Record the request and pass it, as far as it has come; then all that follows."""
        self._note_request(head, body if framing.over() else None)
        if self._client.ended and not framing.over():
            return BY_US, "send"
        server = await self._reach()
        await server.connection.write(bytes(head) + framed)
        return await self._converse(server, framing)

    async def _gather(self, framing: Framing, most: int) -> tuple[bytes, bytes]:
        """The body as it is framed, and what it holds: whole, or as much as `most`, or till the client leaves."""
        framed, body = bytearray(), bytearray()
        while not framing.over() and len(body) < most:
            if not self._client.buffer and not await self._client.fill():
                break
            passed, payload = self._take_body(framing)
            framed += passed
            body += payload
        return bytes(framed), bytes(body)

    def _take_body(self, framing: Framing) -> tuple[bytes, bytes]:
        """What has come of the body, as it is framed, and what that holds. Raises BadFraming."""
        data = self._client.take()
        try:
            used, payload = framing.feed(data)
        except BadFraming as error:
            self._notes.heard(error.payload)
            raise
        self._client.put_back(data[used:])
        self._notes.heard(payload)
        return data[:used], payload

    def _onward(self) -> Head:
        head, gone = self._head.passed_on()
        self._say_gone(gone)
        if self._common.plain:
            head = self._plainly(head, "--plain asks for bodies that are not packed.")
        return head.having(b"Host", self._common.upstream.host) if self._head.all(b"host") else head

    def _plainly(self, head: Head, because: str) -> Head:
        """The head of a request for a body without a coding; the first time that is said."""
        if head.all(b"accept-encoding") and ("plain",) not in self._common.told:
            self._common.told.add(("plain",))
            self._notes.say("pass the headers", "accept-encoding left out", because)
        return head.without(b"accept-encoding")

    def _say_gone(self, gone: tuple[str, ...]) -> None:
        if gone and gone not in self._common.told:
            self._common.told.add(gone)
            because = "They speak of one connection, and the tap has two."
            self._notes.say("pass the headers", f"{visible(', '.join(gone))} left out", because, _HOP)

    def _say_unread(self, head: Head) -> None:
        """A body in a coding that is not undone here passes, but nobody can read it in the recording."""
        coding = layers(head.value(b"content-encoding").decode("latin-1"))[1]
        if coding and ("coding", coding) not in self._common.told:
            self._common.told.add(("coding", coding))
            because = (
                f"Bodies in {visible(coding)} are recorded as they came. With --plain the server is asked for none."
            )
            self._notes.say("read the body", "packed", because)
            self._common.note(f"inspector: {because}")

    async def _reach(self) -> ServerSide:
        if self.server is not None and not self.server.usable:
            self._drop_server()
        self._used_server = True
        if self.server is None:
            self.server = await self._common.upstream.connect()
        else:
            self.server.phases = {}
        return self.server

    # ── both at once ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def _converse(self, server: ServerSide, framing: Framing) -> tuple[str, str]:
        """Pass the rest of the request and the answer, each as it comes; the client may leave at any time."""

        async def onward() -> None:
            if not framing.over():
                await self._upload(server, framing)
            await self._client.gone()
            answering.cancel()

        async def back() -> None:
            try:
                self._outcome = await self._answer(server)
            except ClientLeft:
                self._outcome = (BY_US, self._step)
            except NotHttp as error:
                self._notes.not_http(error.came)
                self._outcome = (f"the answer is not HTTP as it should be: {error}", "wait")
            except OSError as error:
                self._outcome = (f"the connection broke ({error.strerror or error})", self._step)
            finally:
                waiting.cancel()

        async with asyncio.TaskGroup() as group:
            answering = group.create_task(back())
            waiting = group.create_task(onward())
        if not framing.over():
            self._keep_client = self._keep_server = False
        return self._outcome or (BY_US, self._step)

    async def _upload(self, server: ServerSide, framing: Framing) -> None:
        try:
            while not framing.over():
                if not self._client.buffer and not await self._client.fill():
                    return
                passed, _ = self._take_body(framing)
                if framing.over():
                    self._notes.uploaded()
                await server.connection.write(passed)
        except (OSError, BadFraming):
            return  # the server's answer, or its silence, says why

    # ── the answer ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _answer(self, server: ServerSide) -> tuple[str, str]:
        began = asyncio.get_running_loop().time()
        head = await self._final_head(server.connection)
        if head is None:
            return "the server closed the connection without an answer", "wait"
        status, reason, version = status_of(head)
        phases = {**server.phases, "wait": (asyncio.get_running_loop().time() - began) * 1000}
        framing = self._framing(head, status)
        self._status = status
        self._common.agreed = self._common.agreed or (self._verb == "POST" and 200 <= status < 300)
        self._keep_server = not (head.closes or framing.open_end)
        self._common.bypass.answered(self._notes.http, head)
        self._say_unread(head)
        answered = Answered(status, reason, version, head, phases, server.facts)
        return await self._relay(server.connection, answered, framing)

    def _framing(self, head: Head, status: int) -> Framing:
        """How the answer is framed; what cannot be told ends with its connection."""
        try:
            return of_answer(head, self._verb, status)
        except BadFraming:
            return UntilClosed()

    def _record_answer(self, answered: Answered, *, open_end: bool) -> Head:
        """Record status and headers; the head as the client gets it."""
        self._keep_client = self._keep_client and not open_end
        one = answered
        self._notes.answered(one.status, one.reason, one.version, one.head, one.phases, **one.facts)
        passed, gone = one.head.passed_on()
        self._say_gone(gone)
        return passed if self._keep_client else passed.having(b"Connection", b"close")

    async def _final_head(self, server: Connection) -> Head | None:
        """The head of the answer; interim ones (`100 Continue`) pass before it."""
        while True:
            head = await server.head()
            if head is None or not 100 <= status_of(head)[0] < 200:
                return head
            await self._client.write(bytes(head))

    async def _relay(self, server: Connection, answered: Answered, framing: Framing) -> tuple[str, str]:
        """Pass head and body; the failure and the step where that breaks."""
        out = bytes(self._record_answer(answered, open_end=framing.open_end))
        while not framing.over():
            if not server.buffer:
                if out:
                    await self._to_client(out)
                    out = b""
                if not await server.fill():
                    if framing.open_end:
                        break
                    return "the server closed the connection before the body was complete", "stream"
            data = server.take()
            try:
                used, payload = framing.feed(data)
            except BadFraming as error:
                self._notes.say("pass the body", "as it comes, to its end", f"{error}: where it ends cannot be told.")
                framing, self._keep_client, self._keep_server = UntilClosed(), False, False
                used, payload = len(data), data
            server.put_back(data[used:])
            self._notes.feed(payload)
            out += data[:used]
            if not framing.over():
                await self._to_client(out)
                out = b""
        if len(out) < _LARGE:
            self._notes.ended()
        if out:
            await self._to_client(out)
        self._notes.ended()
        return "", ""

    async def _to_client(self, data: bytes) -> None:
        """Pass it on; it is recorded before it goes."""
        self._notes.flush()
        self._begun = True
        try:
            await self._client.write(data)
        except OSError:
            raise ClientLeft from None
