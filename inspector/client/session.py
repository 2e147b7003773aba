"""The client: sends, learns its answers by reading the journal, and owns every task.

    async with Client(connector, ask=…) as client:
        agreed = await client.connect()
        reply = await client.request("tools/call", {"name": "add", "arguments": {"a": 1}})

A `Connector` makes transports; the client asks it for another when the negotiation says so, or after `reconnect`. All
that crosses is in `client.journal`; nothing that a peer sends raises here. Closing is bounded.
"""

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from inspector.client.desk import Asker, Desk
from inspector.errors import ConnectError, InspectorError, TimedOut
from inspector.journal import Journal
from inspector.protocol import exchanges as fold
from inspector.protocol.envelope import Speech, dress, http_headers
from inspector.protocol.exchanges import Exchange, Exchanges
from inspector.protocol.negotiation import Agreed, Mode, Wish, negotiate
from inspector.protocol.questions import Answer, Question
from inspector.protocol.steps import Ask, Call, Decide, Failure, Notify, Reopen, Reply, Step
from inspector.transports import Transport
from inspector.wire import events, jsonrpc
from inspector.wire.json import MISSING, Json
from inspector.wire.versions import LATEST_MODERN

T = TypeVar("T")

CAPABILITIES: Mapping[str, Json] = {
    "elicitation": {"form": {}, "url": {}},
    "sampling": {"tools": {}},
    "roots": {"listChanged": True},
}
"""What we declare unless the person says otherwise: all that can be answered here."""


class Connector(Protocol):
    """Makes transports to one target."""

    preferred: events.Transport
    fixed: bool

    def make(self, kind: events.Transport, journal: Journal, attempt: int, numbers: Iterator[int]) -> Transport:
        """A transport that is not open yet. `numbers` counts the HTTP exchanges of the session."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to connect and how long to wait. Times in seconds; `capabilities` replaces what we declare."""

    mode: Mode = "auto"
    version: str | None = None
    timeout: float = 60.0
    max_timeout: float = 600.0
    connect_timeout: float = 60.0
    probe_timeout: float = 10.0
    capabilities: Mapping[str, Json] = field(default_factory=lambda: CAPABILITIES)
    client_info: Mapping[str, Json] | None = None
    roots: tuple[str, ...] = ()
    max_rounds: int = 10


@dataclass(slots=True)
class _Pending:
    """A request of ours that somebody awaits."""

    future: "asyncio.Future[Reply]"
    op: int | None
    started: float
    scope: asyncio.Timeout | None = None
    limit: float | None = None
    window: float = 0.0
    human: float = 0.0
    asked: float | None = None
    on_progress: Callable[[Json], None] | None = None


class Client:
    """One session with one target: any number of connections (attempts), one journal."""

    def __init__(
        self,
        connector: Connector,
        options: Options | None = None,
        *,
        journal: Journal | None = None,
        ask: Asker | None = None,
        on_news: Callable[[str, Json], None] | None = None,
    ) -> None:
        self.options = options or Options()
        self.journal = journal or Journal()
        self.exchanges = Exchanges()
        self.agreed: Agreed | None = None
        self._connector = connector
        self._desk = Desk(self.journal, ask, self.options.roots)
        self._on_news = on_news
        self._transport: Transport | None = None
        self._attempt = 0
        self._http_numbers = itertools.count(1)
        self._ids = itertools.count(1)
        self._ops = itertools.count(1)
        self._pending: dict[int, _Pending] = {}
        self._web_waiters: dict[int, list[asyncio.Future[fold.Web]]] = {}
        self._last_web: fold.Web | None = None
        self._tasks: asyncio.TaskGroup | None = None
        self._ended = asyncio.Event()
        self._question_tasks: dict[int, asyncio.Task[None]] = {}
        self._died_of_probe = False

    # ── life ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def __aenter__(self) -> "Client":
        self._tasks = asyncio.TaskGroup()
        await self._tasks.__aenter__()
        self._reader = self._tasks.create_task(self._read(len(self.journal)))
        return self

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        assert self._tasks is not None
        try:
            await asyncio.shield(self._close_transport())
        finally:
            for task in (*self._question_tasks.values(), self._reader):
                task.cancel()
            await self._tasks.__aexit__(None, None, None)

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run `work` in the client's task group: it ends with the client, and an exception in it ends the client."""
        assert self._tasks is not None, "the client is entered with `async with` first"
        return self._tasks.create_task(work)

    async def _close_transport(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            await transport.close()

    @property
    def transport(self) -> Transport | None:
        """The open transport, or None."""
        return self._transport

    @property
    def speech(self) -> Speech:
        """How we speak now: as negotiated, or before that as the newest modern revision asks."""
        era, version = (self.agreed.era, self.agreed.version) if self.agreed else ("modern", LATEST_MODERN)
        return Speech(era, version, self.options.capabilities, self._client_info())

    def _client_info(self) -> Mapping[str, Json]:
        if self.options.client_info is not None:
            return self.options.client_info
        from inspector import __version__

        return {"name": "inspector", "title": "MCP inspector for the terminal", "version": __version__}

    # ── connecting ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def connect(self, options: Options | None = None) -> Agreed:
        """Open a transport and negotiate. Raises ConnectError and its kin, TimedOut, ProtocolBroken.

        May be called again, with other options: the old connection is closed, the journal goes on.
        """
        if options is not None:
            self.options = options
        options = self.options
        await self._close_transport()
        self.agreed = None
        kind = self._connector.preferred
        mode: Mode = (
            "legacy" if self._died_of_probe and options.mode == "auto" and not options.version else options.mode
        )
        wish = Wish(
            Speech("modern", LATEST_MODERN, options.capabilities, self._client_info()),
            mode,
            options.version,
            kind,
            self._connector.fixed,
            options.probe_timeout,
        )
        try:
            async with asyncio.timeout(options.connect_timeout):
                await self._open(kind)
                agreed: Agreed = await self.drive(negotiate(wish))
        except TimeoutError:
            self.journal.append(
                events.Decision(
                    "timeout",
                    "connect",
                    "given up",
                    f"Start, connection and negotiation together took longer than {options.connect_timeout:g} s.",
                )
            )
            await self._close_transport()
            raise TimedOut(
                f"No connection within {options.connect_timeout:g} s.",
                why="Start, connection and negotiation together are given that time.",
                hint="Give more with --connect-timeout, or look at what the server wrote to stderr.",
            ) from None
        except InspectorError:
            await self._close_transport()
            raise
        self.agreed = agreed
        if self._transport is not None:
            self._transport.settle(agreed.era, agreed.version)
            await self._transport.listen()
        return agreed

    async def _open(self, kind: events.Transport) -> None:
        self._attempt += 1
        transport = self._connector.make(kind, self.journal, self._attempt, self._http_numbers)
        self._transport = transport
        await transport.open(self.start)

    async def _reopen(self, kind: events.Transport | None) -> Reply:
        before = self._transport
        started = self.journal.now()
        first = len(self.journal) + 1
        await self._close_transport()
        if kind is None:
            self._died_of_probe = True
            kind = before.kind if before is not None else self._connector.preferred
        try:
            await self._open(kind)
        except ConnectError as error:
            web = max(self.exchanges.webs.values(), key=lambda one: one.number, default=None)
            return Reply(
                failure="network",
                detail=error.why or error.message,
                status=web.status if web else None,
                headers=web.headers if web else (),
                records=(first, len(self.journal)),
                ms=(self.journal.now() - started) * 1000,
            )
        return Reply(records=(first,), ms=(self.journal.now() - started) * 1000)

    async def disconnect(self) -> None:
        """Close the connection in stages; the session and its journal stay."""
        await self._close_transport()
        self.agreed = None

    # ── speaking ────────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self, method: str, name: str = "") -> int:
        """A new operation: something that the person does. What is sent for it bears its number."""
        op = next(self._ops)
        self.journal.append(events.Began(op, method, name))
        return op

    async def request(
        self,
        method: str,
        params: Mapping[str, Json] | None = None,
        *,
        op: int | None = None,
        timeout: float | None = None,
        speech: Speech | None = None,
        schema: Json = None,
        on_progress: Callable[[Json], None] | None = None,
    ) -> Reply:
        """Send a request and wait for what comes of it; a JSON-RPC error or a lost connection is a Reply too.

        `timeout` is for silence; progress and questions to the person extend it, up to the session's `max_timeout`.
        With `on_progress` a progress token is sent, and each notification's params are passed on. A request whose
        awaiting is cancelled is cancelled at the server, by the means of its era and transport.
        """
        speech = speech or self.speech
        id = next(self._ids)
        token: Json = f"inspector-{id}" if on_progress is not None else MISSING
        dressed = dress(speech, params or {}, token)
        # A request without params is sent without the member, as the older revisions' own clients do.
        raw = jsonrpc.request(id, method, dressed or None)
        headers = http_headers(speech, method, dressed, schema)
        window = timeout if timeout is not None else self.options.timeout
        pending = _Pending(
            asyncio.get_running_loop().create_future(), op, self.journal.now(), window=window, on_progress=on_progress
        )
        if self._transport is None:
            return Reply(failure="closed", detail="there is no connection")
        self._pending[id] = pending
        try:
            http = await self._transport.send(raw, headers, op=op)
            return await self._await(pending, id, http, method)
        except ConnectError as error:
            return Reply(failure="closed", detail=error.why or error.message)
        finally:
            del self._pending[id]

    async def _await(self, pending: _Pending, id: int, http: int | None, method: str) -> Reply:
        pending.limit = asyncio.get_running_loop().time() + max(self.options.max_timeout, pending.window)
        try:
            async with asyncio.timeout(pending.window) as scope:
                pending.scope = scope
                return await pending.future
        except TimeoutError:
            waited = self.journal.now() - pending.started
            because = f"No answer and no news of {method} for {pending.window:g} s"
            if waited > pending.window + 1:
                because = f"{method} was not done after {waited:.0f} s, in spite of its news"
            await self._give_up(id, http, method, "timeout", because)
            return Reply(failure="timeout", detail=because, ms=waited * 1000, human_ms=pending.human * 1000)
        except asyncio.CancelledError:
            await asyncio.shield(self._give_up(id, http, method, "cancelled", "Cancelled by the person"))
            raise

    async def _give_up(self, id: int, http: int | None, method: str, failure: Failure, because: str) -> None:
        """Stop waiting, and tell the server by the means of era and transport (`basic/patterns/cancellation`)."""
        exchange = next((one for one in self.exchanges.waiting() if one.id == id), None)
        if exchange is None:
            return  # the answer came first
        modern_http = http is not None and self.speech.era == "modern"
        polite = method not in ("initialize", "server/discover")  # neither may be cancelled
        means = "the response stream is closed" if modern_http else "notifications/cancelled is sent"
        self.journal.append(
            events.Decision(
                "timeout" if failure == "timeout" else "cancel",
                method,
                "given up" if failure == "timeout" else "cancelled",
                because + (f"; {means}." if polite else "."),
                clause="2026-07-28 basic/patterns/cancellation",
                records=(exchange.seq,),
                op=exchange.op,
                data={"ended": exchange.seq},
            )
        )
        if self._transport is None or not polite:
            return
        try:
            if modern_http and http is not None:
                await self._transport.abandon(http)
            else:
                await self.notify("notifications/cancelled", {"requestId": id, "reason": because})
        except ConnectError:
            pass  # nobody is there to be told

    async def notify(
        self, method: str, params: Mapping[str, Json] | None = None, *, speech: Speech | None = None
    ) -> Reply:
        """Send a notification. On HTTP the reply comes when the server has taken it, or not."""
        speech = speech or self.speech
        if self._transport is None:
            return Reply(failure="closed", detail="there is no connection")
        raw = jsonrpc.notification(method, params or None)
        started = self.journal.now()
        first = len(self.journal) + 1
        try:
            http = await self._transport.send(raw, http_headers(speech, method, params or {}))
        except ConnectError as error:
            return Reply(failure="closed", detail=error.why or error.message)
        if http is None:
            return Reply(records=(first,))
        try:
            async with asyncio.timeout(self.options.timeout):
                web = await self._web_done(http)
        except TimeoutError:
            return Reply(failure="timeout", detail=f"{method} was not acknowledged", records=(first,))
        taken = web.status is not None and 200 <= web.status < 300
        return Reply(
            failure="" if taken else ("http" if web.status is not None else "network"),
            detail="" if taken else (web.failure or f"HTTP {web.status}"),
            status=web.status,
            headers=web.headers,
            body=web.body,
            records=(first, len(self.journal)),
            ms=(self.journal.now() - started) * 1000,
        )

    async def _web_done(self, http: int) -> fold.Web:
        web = self.exchanges.webs.get(http)
        if web is not None and web.ended:
            return web
        future: asyncio.Future[fold.Web] = asyncio.get_running_loop().create_future()
        self._web_waiters.setdefault(http, []).append(future)
        return await future

    # ── conversations ───────────────────────────────────────────────────────────────────────────────────────────────

    async def drive(
        self,
        conversation: Generator[Step, Any, T],
        *,
        op: int | None = None,
        on_progress: Callable[[Json], None] | None = None,
    ) -> T:
        """Carry out a conversation's steps and return what it returns; its exceptions are raised here."""
        reply: Any = None
        try:
            while True:
                step = conversation.send(reply)
                reply = await self._step(step, op, on_progress)
        except StopIteration as stop:
            value: T = stop.value
            return value
        finally:
            conversation.close()

    async def _step(self, step: Step, op: int | None, on_progress: Callable[[Json], None] | None) -> Any:
        if isinstance(step, Call):
            return await self.request(
                step.method,
                step.params,
                op=op,
                timeout=step.timeout,
                speech=step.speech,
                schema=step.schema,
                on_progress=on_progress,
            )
        if isinstance(step, Notify):
            return await self.notify(step.method, step.params, speech=step.speech)
        if isinstance(step, Decide):
            self.journal.append(replace(step.decision, op=op))
            return None
        if isinstance(step, Reopen):
            return await self._reopen(step.transport)
        return await self._ask_all(step, op)

    async def _ask_all(self, step: Ask, op: int | None) -> tuple[dict[str, Json], float]:
        """Put the questions of one MRTR round to the person: the results by key, and the wait in milliseconds."""
        started = self.journal.now()
        questions = [
            self._desk.question(request, key=key, op=op, record=step.record, era="modern")
            for key, request in step.questions.items()
        ]
        async with asyncio.TaskGroup() as asking:
            tasks = [asking.create_task(self._desk.put(question)) for question in questions]
        answers = {
            question.key: answer.result
            for question, task in zip(questions, tasks, strict=True)
            if (answer := task.result()) is not None and answer.result is not MISSING
        }
        return answers, (self.journal.now() - started) * 1000

    # ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _read(self, after: int) -> None:
        async for batch in self.journal.follow(after):
            for record in batch:
                for change in self.exchanges.feed(record):
                    self._take(change)

    def _take(self, change: fold.Change) -> None:
        if isinstance(change, fold.Settled):
            self._settled(change)
        elif isinstance(change, fold.Asked):
            self._asked(change)
        elif isinstance(change, fold.Progressed):
            self._progressed(change)
        elif isinstance(change, fold.WebEnded):
            for future in self._web_waiters.pop(change.web.number, ()):
                if not future.done():
                    future.set_result(change.web)
        elif isinstance(change, fold.Withdrawn):
            task = self._question_tasks.get(change.exchange.seq)
            if task is not None:
                task.cancel()
        elif isinstance(change, fold.News) and self._on_news is not None:
            self._on_news(change.notification.method, change.notification.params)

    def _settled(self, change: fold.Settled) -> None:
        pending = self._pending.get(change.exchange.id)
        if pending is None or pending.future.done():
            return
        human = pending.human
        if pending.asked is not None:
            human += self.journal.now() - pending.asked
        pending.future.set_result(_reply(change.exchange, change.answer, change.web, human * 1000))

    def _progressed(self, change: fold.Progressed) -> None:
        pending = self._pending.get(change.exchange.id) if change.exchange is not None else None
        if pending is None:
            return
        self._extend(pending)
        if pending.on_progress is not None:
            params = change.notification.params
            pending.on_progress(params if isinstance(params, dict) else {})

    def _extend(self, pending: _Pending) -> None:
        scope = pending.scope
        if (
            scope is None
            or pending.limit is None
            or scope.expired()
            or pending.future.done()
            or pending.asked is not None
        ):
            return
        scope.reschedule(min(asyncio.get_running_loop().time() + pending.window, pending.limit))

    # ── what the server asks (legacy) ───────────────────────────────────────────────────────────────────────────────

    def _asked(self, change: fold.Asked) -> None:
        exchange = change.exchange
        if not jsonrpc.is_id(exchange.id):
            because = "Its id is neither string nor integer, so no answer could name it."
            return self._spawn_reply(exchange, jsonrpc.error(None, jsonrpc.INVALID_REQUEST, because), because)
        if change.duplicate:
            because = "A request with this id is still open."
            return self._spawn_reply(exchange, jsonrpc.error(exchange.id, jsonrpc.INVALID_REQUEST, because), because)
        if self.agreed is not None and self.agreed.era == "modern":
            self._why(
                "question",
                exchange.method,
                "not answered",
                "A modern server may not send requests; a client sends it no responses.",
                "2026-07-28 basic/patterns/mrtr",
                exchange,
            )
            return None
        if exchange.method == "ping":
            return self._spawn_reply(exchange, jsonrpc.result(exchange.id, {}))
        if exchange.method not in ("elicitation/create", "sampling/createMessage", "roots/list"):
            because = f"{exchange.method} is no method of a client."
            return self._spawn_reply(exchange, jsonrpc.error(exchange.id, jsonrpc.METHOD_NOT_FOUND, because), because)
        task = self.start(self._answer(change))
        self._question_tasks[exchange.seq] = task
        task.add_done_callback(lambda _: self._question_tasks.pop(exchange.seq, None))
        return None

    def _why(self, topic: str, action: str, verdict: str, because: str, clause: str, exchange: Exchange) -> None:
        self.journal.append(
            events.Decision(topic, action, verdict, because, clause=clause, records=(exchange.seq,), op=exchange.op)
        )

    def _spawn_reply(self, exchange: Exchange, raw: bytes, because: str = "") -> None:
        if because:
            self._why("question", exchange.method, "refused", because, "2025-11-25 basic/index#requests", exchange)
        self.start(self._respond(raw, exchange.op))

    async def _respond(self, raw: bytes, op: int | None) -> None:
        if self._transport is None:
            return
        try:
            # A response has neither method nor name; only the version header goes with it.
            await self._transport.send(raw, http_headers(self.speech, "", {}), op=op)
        except ConnectError:
            pass  # the server that asked is gone; the journal says so

    async def _answer(self, change: fold.Asked) -> None:
        exchange = change.exchange
        request = {"method": exchange.method, "params": change.request.params or {}}
        question = self._desk.question(
            request, request_id=exchange.id, op=exchange.op, record=exchange.seq, era="legacy"
        )
        waiting = [one for one in self._pending.values() if exchange.op is None or one.op == exchange.op]
        self._pause(waiting)
        try:
            answer = await self._desk.put(question)
        except asyncio.CancelledError:
            self._why("question", exchange.method, "withdrawn", "The call that it belonged to has ended.", "", exchange)
            raise
        finally:
            self._resume(waiting)
        await self._respond(_legacy_answer(question, answer), exchange.op)

    def _pause(self, waiting: list[_Pending]) -> None:
        """While a person is asked, the clock of the calls that wait for the answer stands still."""
        for pending in waiting:
            if pending.asked is None:
                pending.asked = self.journal.now()
                if pending.scope is not None and not pending.scope.expired():
                    pending.scope.reschedule(None)

    def _resume(self, waiting: list[_Pending]) -> None:
        for pending in waiting:
            if pending.asked is not None:
                gone = self.journal.now() - pending.asked
                pending.human += gone
                pending.asked = None
                if pending.limit is not None:
                    pending.limit += gone
                self._extend(pending)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the server asks and nobody has answered yet, oldest first."""
        return self._desk.open


def _legacy_answer(question: Question, answer: Answer | None) -> bytes:
    id = question.request_id
    if answer is None:
        if question.method == "elicitation/create":
            return jsonrpc.result(id, {"action": "cancel"})
        return jsonrpc.error(id, -1, "Nobody answered the request")
    if answer.error is not None:
        code, message = answer.error.get("code", -1), answer.error.get("message", "The user refused")
        return jsonrpc.error(id, code, message, answer.error.get("data", MISSING))
    return jsonrpc.result(id, answer.result)


def _reply(
    exchange: Exchange, answer: jsonrpc.Result | jsonrpc.Error | None, web: fold.Web | None, human_ms: float
) -> Reply:
    end = exchange.answer_seq
    return Reply(
        answer=answer,
        failure=exchange.failure,
        detail=exchange.detail,
        status=web.status if web else None,
        content_type=web.header("content-type") if web else "",
        headers=web.headers if web else (),
        body=web.body if web else b"",
        streamed=tuple(web.streamed) if web else (),
        records=(exchange.seq,) if end is None else (exchange.seq, end),
        ms=((exchange.ended_at or exchange.at) - exchange.at) * 1000,
        human_ms=human_ms,
    )
