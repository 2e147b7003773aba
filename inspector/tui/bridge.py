"""The one room of the interface that touches the client and the journal: this module and its parts, `bridge_…`.

A bridge is one session: a target with its client, or a recording. It carries out what the person wants and hands on
what happened, as Textual messages, at most thirty times a second: a slow screen gets bigger batches, never more of
them. What it is told to do it never waits for; what comes of it is in the records.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.message import Message

from inspector.client import Client, Options
from inspector.client.authorizing import connector_of
from inspector.client.composing import around
from inspector.client.connector import TargetConnector
from inspector.client.refreshing import Refreshing
from inspector.client.sampling_command import SamplingCommand
from inspector.client.standing import Standing
from inspector.config.places import places
from inspector.config.target import HttpTarget, RecordingTarget, Target
from inspector.config.watched import Watched
from inspector.errors import InspectorError
from inspector.journal import Journal, Stretch
from inspector.protocol import flows
from inspector.protocol.compose.composition import Around
from inspector.protocol.envelope import dress, http_headers
from inspector.protocol.extras import with_trace
from inspector.protocol.negotiation import Agreed
from inspector.protocol.news import unrouted
from inspector.protocol.questions import Rule
from inspector.recording import Recording
from inspector.recording.plan import Plan, redactor_of, start
from inspector.recording.writing import Recorder
from inspector.tui.bridge_again import BridgeAgain
from inspector.tui.bridge_completing import BridgeCompleting
from inspector.tui.bridge_connecting import BridgeConnecting
from inspector.tui.bridge_desk import BridgeDesk
from inspector.tui.bridge_holding import BridgeHolding, HeldChanged
from inspector.tui.bridge_questions import BridgeQuestions
from inspector.tui.bridge_told import FRAME, Batch, Connected, RecordingProblem
from inspector.tui.bridge_watch import BridgeWatch
from inspector.wire import jsonrpc
from inspector.wire.events import Headers, Note, Transport
from inspector.wire.json import MISSING, Json
from inspector.wire.parcel import Parcel

if TYPE_CHECKING:
    from inspector.tui.bridge_opened import OpenedRecording
    from inspector.tui.bridge_tapped import TapHolding


class Bridge(BridgeConnecting):
    """One session. `post` takes the messages; `run` is its life, and a worker's work.

    Without a `post` they are kept until `tell` names one: a session may begin before its screen is there.
    """

    def __init__(
        self,
        target: Target,
        options: Options,
        plan: Plan,
        post: Callable[[Message], Any] | None = None,
        *,
        opened: Recording | None = None,
        insecure: bool = False,
        rules: tuple[Rule, ...] = (),
        command: SamplingCommand | None = None,
        watched: Watched | None = None,
    ) -> None:
        super().__init__(lambda message: self._post(message))
        self.target = target
        self.options = options
        self.journal = Journal()
        self.recorder: Recorder | None = None
        self.opened = opened
        self.redactor = redactor_of(target, plan.own, self.journal.confided)
        self._opened = self._open(opened) if opened is not None else None
        self._plan = plan
        self._kept: list[Message] = []
        self._post: Callable[[Message], Any] = post or self._kept.append
        self.insecure = insecure
        self._rules = rules
        self.command = command
        self.desk = BridgeDesk(self, self._start, lambda message: self._post(message))
        self.watch = BridgeWatch(self, watched, lambda message: self._post(message))
        self.holding: BridgeHolding | TapHolding = BridgeHolding(self)
        if self._opened is not None:
            self.holding = self._opened.holding
        self.again = BridgeAgain(self, self._start)
        self.questions = BridgeQuestions(lambda message: self._post(message), self.again.answer)
        self.completing = BridgeCompleting(self, self._start)
        self._client: Client | None = None
        self._connector: TargetConnector | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._refreshing: Refreshing | None = None
        self._listening: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()

    def _open(self, opened: Recording) -> "OpenedRecording":
        from inspector.tui.bridge_opened import OpenedRecording, journal_of

        self.journal = journal_of(opened)
        return OpenedRecording(opened, self.journal, self.redactor, self._batch, lambda message: self._post(message))

    @property
    def is_replay(self) -> bool:
        """Whether this is a recording: nothing can be sent."""
        return isinstance(self.target, RecordingTarget)

    @property
    def agreed(self) -> Agreed | None:
        """What was negotiated, while connected."""
        return self._client.agreed if self._client is not None else None

    @property
    def client(self) -> Client | None:
        """The client while the session runs; only the parts of a bridge touch it."""
        return self._client

    @property
    def busy(self) -> tuple[int, int]:
        """How many calls and questions are open."""
        return len(self._calls), len(self.questions)

    # ── life ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """From the first connection until `stop`."""
        if self._opened is not None:
            await self._opened.run(self._ended)
            return
        try:
            self.recorder = start(
                self._plan, self.target, self.journal, lambda text: self._post(RecordingProblem(text)), self.redactor
            )
        except InspectorError as fault:
            self._post(Connected(None, fault))
            return
        try:
            self._connector, authorizer = connector_of(
                self.target, self.options, self.journal, insecure=self.insecure, person=self.signs()
            )
            self._client = Client(
                self._connector,
                self.options,
                journal=self.journal,
                ask=self.questions.ask,
                on_news=self._news,
                rules=self._rules,
                standing=Standing.of(places().config, self.target),
                command=self.command,
                holds=True,
            )
            self.sign_for(authorizer, self._client)
            self._client.interference.on_change = lambda: self._post(HeldChanged())
            self._client.rulebook.changed = self.desk.tell_of_rules
            async with self._client as client:
                self._refreshing = Refreshing(client)
                client.start(self._follow())
                self.connect(self.options)
                watching = client.start(self.watch.run())
                await self._ended.wait()
                self._refreshing.stop()
                self.again.stop()
                self.completing.stop()
                for task in (*self._calls.values(), self._connecting, self._listening, watching):
                    if task is not None:
                        task.cancel()
                await client.disconnect()
                self.journal.seal()
        finally:
            self._client = None
            self.questions.end()
            self.journal.seal()
            if self.recorder is not None:
                self.recorder.close()

    def tell(self, post: Callable[[Message], Any]) -> None:
        """Hand on what was kept, in its order, and from now on whatever happens."""
        self._post = post
        for message in self._kept:
            post(message)
        self._kept.clear()

    def stop(self) -> None:
        """End the session: calls are cancelled, the connection is closed, the recording is whole."""
        self._ended.set()

    async def _follow(self) -> None:
        async for batch in self.journal.follow():
            self._batch(Stretch(self.journal.records, batch[0].seq - 1, len(batch)))
            await asyncio.sleep(FRAME)

    def _batch(self, records: Stretch) -> None:
        self._post(Batch(records, self.journal.records))

    @property
    def follows(self) -> bool:
        """Whether this is a recording that somebody is writing, and what comes into it comes here."""
        return self._opened is not None and self._opened.follows

    def note(self, text: str, about: int | None) -> str:
        """A note of the person's on a record, or on the session (None): why it cannot be kept, or an empty text."""
        if self._opened is not None:
            return self._opened.note(text, about)
        if self.journal.sealed:
            return "The session is over."
        self.journal.append(Note(text, about))
        unkept = self.recorder is None or bool(self.recorder.problem)
        return "Nothing is recorded: the note is there as long as this session is shown." if unkept else ""

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        if self._client is None or self._ended.is_set():
            work.close()
            return None
        return self._client.start(work)

    # ── lists ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def refresh(self, method: str) -> None:
        """Ask for a list again, if the server declares it."""
        agreed = self.agreed
        member = "resources" if method.startswith("resources/") else method.split("/")[0]
        if self._refreshing is not None and agreed is not None and member in agreed.capabilities:
            self._refreshing.refresh(method)

    def _news(self, method: str, params: Json) -> None:
        client, agreed = self._client, self.agreed
        if client is None or agreed is None or self._refreshing is None:
            return
        # On modern only what comes on a subscription of ours counts (`basic/patterns/subscriptions`).
        if agreed.era == "legacy" or not unrouted(params, client.exchanges):
            self._refreshing.told(method)

    # ── calls ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def call(
        self, method: str, params: Mapping[str, Json], name: str, schema: Json = None, *, own_token: bool = True
    ) -> int | None:
        """Begin an operation: its number, or None if there is no connection. `own_token`: with a progress token of
        ours, unless `params` has one."""
        client, agreed = self._client, self.agreed
        if client is None or agreed is None:
            return None
        op = client.begin(method, name)
        task = self._start(self._call(op, method, dict(params), schema, agreed, own_token))
        if task is None:
            return None
        self._calls[op] = task
        task.add_done_callback(lambda _: self._calls.pop(op, None))
        return op

    async def _call(
        self, op: int, method: str, params: dict[str, Json], schema: Json, agreed: Agreed, own_token: bool
    ) -> None:
        client = self._client
        assert client is not None
        conversation = flows.call(
            method,
            params,
            agreed.era,
            schema=schema,
            max_rounds=client.options.max_rounds,
            patience=client.options.max_timeout,
        )
        await client.drive(conversation, op=op, on_progress=(lambda _: None) if own_token else None)

    def around(self, schema: Callable[[str], Json], faults: Callable[[str, Json], Sequence[str]]) -> Around | None:
        """Where a message is composed now; None without a session. `schema` and `faults` as `Around` has them."""
        client = self._client
        if client is None:
            return None
        usual: Transport = "streamable-http" if isinstance(self.target, HttpTarget) else "stdio"
        return around(client, usual=usual, schema=schema, faults=faults)

    def send_raw(self, parcel: Parcel, method: str, name: str) -> int | None:
        """Begin an operation with what the person wrote, as it is: its number, or None if there is no connection."""
        client = self._client
        if client is None or client.agreed is None:
            return None
        op = client.begin(method, name)
        task = self._start(self._send_raw(client, parcel, op))
        if task is None:
            return None
        self._calls[op] = task
        task.add_done_callback(lambda _: self._calls.pop(op, None))
        return op

    async def _send_raw(self, client: Client, parcel: Parcel, op: int) -> None:
        await client.send_raw(parcel, op=op)

    def preview(self, method: str, params: Mapping[str, Json], *, own_token: bool = True) -> tuple[bytes, str] | None:
        """The message that a call would send next, and its id; None without a connection."""
        client = self._client
        if client is None or client.agreed is None:
            return None
        id = client.next_id
        params = with_trace(params, client.options.trace)
        dressed = dress(client.speech, params, f"inspector-{id}" if own_token else MISSING)
        return jsonrpc.request(id, method, dressed or None), str(id)

    def headers(
        self,
        method: str,
        params: Mapping[str, Json],
        schema: Json = None,
        *,
        http_session: str = "",
        secrets: bool = False,
    ) -> Headers:
        """The headers that a call would have over HTTP now; none without a connection, or over stdio.

        `http_session` is the id of the legacy session, if there is one; `secrets`: with what else is masked.
        """
        client = self._client
        if client is None or client.agreed is None or client.agreed.transport == "stdio":
            return ()
        # Imported here: who speaks over stdio needs no HTTP library.
        from inspector.transports.http import POST_HEADERS
        from inspector.transports.http_client import merge

        mirrored = http_headers(client.speech, method, dress(client.speech, params), schema)
        session = [("Mcp-Session-Id", http_session)] if http_session else []
        given = self.target.headers if isinstance(self.target, HttpTarget) else ()
        headers = merge(POST_HEADERS, mirrored.items(), session, given)
        return tuple(headers) if secrets else self.redactor.redact_headers(headers)

    def cancel(self, op: int) -> None:
        """Cancel an operation by the means of its era and transport."""
        task = self._calls.get(op)
        if task is not None:
            task.cancel()
