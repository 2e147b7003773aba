"""The client: sends, learns its answers by reading the journal, and owns every task.

    async with Client(connector, ask=…) as client:
        agreed = await client.connect()
        reply = await client.request("tools/call", {"name": "add", "arguments": {"a": 1}})

A `Connector` makes transports; the client asks it for another when the negotiation says so, and at each `connect`. All
that crosses is in `client.journal`; nothing that a peer sends raises here. Closing is bounded.
"""

import asyncio
import itertools
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from inspector.analysis.interference.holding import Held, Timer
from inspector.analysis.interference.interference import Interference
from inspector.client.answering import Answering
from inspector.client.approving import Approving, with_wait
from inspector.client.connecting import Connecting
from inspector.client.desk import Asker, Desk
from inspector.client.line import Line
from inspector.client.options import Connector, Options
from inspector.client.raw import Raws
from inspector.client.requests import Pending, Requests
from inspector.client.rulebook import Rulebook
from inspector.client.setting import Setting
from inspector.config.settings import Approve
from inspector.journal import Journal
from inspector.protocol.changes import Change, News
from inspector.protocol.envelope import Speech
from inspector.protocol.exchanges import Exchanges
from inspector.protocol.negotiation import Agreed
from inspector.protocol.questions import Question, Rule
from inspector.protocol.steps import Ask, Call, Decide, Notify, Pause, Reopen, Reply, Step
from inspector.transports import Transport
from inspector.wire import events
from inspector.wire.json import Json
from inspector.wire.parcel import Parcel

if TYPE_CHECKING:
    from inspector.client.sampling_command import SamplingCommand
    from inspector.client.standing import Standing

T = TypeVar("T")


class Client:
    """One session with one target: any number of connections (attempts), one journal.

    What the server asks, the rules answer, the first that fits: `rules`, then those of `standing`, which are kept for
    this server, then what `rulebook` has got since. `command` may prepare answers to sampling. All else is put to
    `ask`.

    `interference` is what is done on purpose to messages on their way: the rules of `options.faults`, and with `holds`
    what a person holds, who is there to let it go.
    """

    def __init__(
        self,
        connector: Connector,
        options: Options | None = None,
        *,
        journal: Journal | None = None,
        ask: Asker | None = None,
        rules: tuple[Rule, ...] = (),
        standing: "Standing | None" = None,
        command: "SamplingCommand | None" = None,
        on_news: Callable[[str, Json], None] | None = None,
        holds: bool = False,
    ) -> None:
        options, journal = options or Options(), journal if journal is not None else Journal()
        self.interference = Interference(options.faults, journal, _later, person=holds)
        self._line = Line(options, journal, self.interference if holds or options.faults else None)
        self.rulebook = Rulebook(self.journal, rules, standing)
        self._desk = Desk(self.journal, ask, self.options.roots, self.rulebook, command)
        self._requests = Requests(self._line)
        self._answering = Answering(self._line, self._desk, self._requests)
        self._approving = Approving(self._line, self._desk)
        self._raws = Raws(self._line, self._approving)
        self._setting = Setting(self._line, self._desk, self.notify)
        self._on_news = on_news
        self._line.hearers = [self._requests.take, self._answering.take, self._approving.take, self._take]
        self._connecting = Connecting(self._line, connector, self._answering, self.drive)
        self._ops = itertools.count(1)
        self._waits: dict[int, tuple[Pending, ...]] = {}
        self._standing: list[tuple[Pending, ...]] = []
        self.interference.op_of = self._op_of
        self.interference.on_hold, self.interference.on_let_go = self._hold, self._let_go

    # ── what it is ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def options(self) -> Options:
        """How to connect and how long to wait, now."""
        return self._line.options

    @property
    def journal(self) -> Journal:
        """Everything that happened."""
        return self._line.journal

    @property
    def http_numbers(self) -> Iterator[int]:
        """Gives the number of the next HTTP exchange, to whoever makes one beside the connection."""
        return self._connecting.http_numbers

    @property
    def exchanges(self) -> Exchanges:
        """Which answer belongs to which request, so far."""
        return self._line.exchanges

    @property
    def agreed(self) -> Agreed | None:
        """What was negotiated, while connected."""
        return self._line.agreed

    @property
    def transport(self) -> Transport | None:
        """The open transport, or None."""
        return self._line.transport

    @property
    def speech(self) -> Speech:
        """How we speak now: as negotiated, or before that as the newest modern revision asks."""
        return self._line.speech

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the server asks and nobody has answered yet, oldest first."""
        return self._desk.open

    # ── what the person sets while connected ────────────────────────────────────────────────────────────────────────

    def prepare(self, question: Question) -> Coroutine[Any, Any, dict[str, Json]]:
        """What the person's command for sampling prepares as the answer to a question; nothing is sent.

        Raises CommandFailed, and UsageError without a command.
        """
        return self._desk.prepare(question)

    def go_on(self, op: int) -> bool:
        """End what the operation waits for, if it is time or news: of a page that was to be visited, or of a task.

        The call is sent again, as if the server had told that the page is done; a task is asked how it stands. Whether
        it waits so now; if it does not yet, it will not when it comes to it.
        """
        return self._answering.go_on(op)

    async def set_roots(self, places: Iterable[str]) -> None:
        """Answer `roots/list` with these (paths, or URIs as they are) from now on, at once.

        A legacy server that was told of `roots.listChanged` is notified (`2025-11-25 client/roots#root-list-changes`);
        a modern one asks again when it needs them. Either way a decision says so.
        """
        await self._setting.roots(places)

    def set_capabilities(self, capabilities: Mapping[str, Json]) -> None:
        """Declare these from now on (`inspector.client.capabilities` switches one part).

        Modern: the next request carries them. Legacy: the next handshake does; until then `needs_reconnect` is True.
        """
        self._setting.capabilities(capabilities)

    @property
    def needs_reconnect(self) -> bool:
        """Whether the server has been told of other capabilities than are set now, and only a new handshake helps."""
        return self._setting.needs_reconnect

    def set_approve(self, approve: Approve) -> None:
        """Which calls wait for a yes from now on; one that waits already goes on waiting."""
        self._setting.approve(approve)

    # ── life ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def __aenter__(self) -> "Client":
        self._line.tasks = asyncio.TaskGroup()
        await self._line.tasks.__aenter__()
        self.start(self._line.follow())
        self.rulebook.note_begin()
        return self

    async def __aexit__(self, kind: Any, error: Any, trace: Any) -> None:
        assert self._line.tasks is not None
        try:
            await asyncio.shield(self.disconnect())
        finally:
            self._line.read()
            self._line.stop()
            await self._line.tasks.__aexit__(None, None, None)

    def _op_of(self, seq: int) -> int | None:
        self._line.read()
        exchange = self._line.exchanges.ours.get(seq)
        return exchange.op if exchange is not None else None

    def wait_outside(self, waiting: bool) -> None:
        """Something outside of the conversation is waited for, a person who signs in perhaps: the clocks of all that is
        under way stand still until it is called with False, as often as it was with True."""
        if waiting:
            self._line.read()
            self._standing.append(self._requests.pause(None))
        elif self._standing:
            self._requests.resume(self._standing.pop())
        self._hold_connecting()

    def unauthorized(self, op: int) -> bool:
        """Whether a request of an operation was refused, and waits for an authorization to be sent again."""
        return self._requests.unauthorized(op)

    def _hold(self, held: Held) -> None:
        self._waits[held.number] = self._requests.hold(held.request)
        self._hold_connecting()

    def _let_go(self, held: Held) -> None:
        self._requests.resume(self._waits.pop(held.number, ()))
        self._hold_connecting()

    def _hold_connecting(self) -> None:
        """The clock of a connection under way stands while anything holds it up, be it ever so much at once."""
        self._connecting.hold(bool(self._standing) or any(one.for_person for one in self.interference.held))

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run `work` in the client's task group: it ends with the client, and an exception in it ends the client."""
        return self._line.start(work)

    def _take(self, change: Change) -> None:
        if isinstance(change, News) and self._on_news is not None:
            self._on_news(change.notification.method, change.notification.params)

    # ── connecting ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def connect(self, options: Options | None = None) -> Agreed:
        """Open a transport and negotiate. Raises ConnectError and its kin, TimedOut, ProtocolBroken.

        May be called again, with other options: the old connection is closed, what waited on it ends as closed, the
        journal goes on. A call that comes while another connects waits for that. Whatever ends it, a cancellation
        included, nothing stays half open.
        """
        if options is not None:
            self._desk.set_roots(options.roots)
        return await self._connecting.connect(options)

    async def disconnect(self) -> None:
        """Close the connection in stages, or give up one that is being made; the session and its journal stay."""
        await self._connecting.disconnect()

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
        patient: bool = False,
    ) -> Reply:
        """Send a request and wait for what comes of it; a JSON-RPC error or a lost connection is a Reply too.

        `timeout` is for silence, and may be infinite; progress and questions to the person extend it, up to the
        session's `max_timeout`. With `on_progress` a progress token is sent, and each notification's params are passed
        on. With `patient` the time begins when the server has read the request, as far as that can be known. A request
        whose awaiting is cancelled is cancelled at the server, by the means of its era and transport.

        A `tools/call` waits for a yes first, where `options.approve` wants it. One that gets none is not sent: its
        reply has the failure `cancelled` and no records.
        """
        waited = await self._approving.gate(method, params or {}, op)
        if isinstance(waited, Reply):
            return waited
        transport = self._line.transport
        for first in (True, False):
            reply = await self._requests.request(
                method,
                params or {},
                op=op,
                timeout=timeout,
                speech=speech,
                schema=schema,
                on_progress=on_progress,
                patient=patient,
            )
            if not first or not self._connecting.session_is_gone(reply):
                break
            if not await self._connecting.renew_session(method, reply, transport):
                break
        return with_wait(reply, waited)

    @property
    def next_id(self) -> int:
        """The id that the next request of the client's own will have."""
        return self._requests.free_id()

    async def send_raw(self, parcel: Parcel, *, op: int, timeout: float | None = None) -> Reply:
        """Send what the person wrote exactly as it is, right or wrong, and say what came of it.

        `timeout` in seconds is for all that it brings about, None for the session's own. A reply with neither answer
        nor failure was sent, and no answer is due or can be matched: `detail` says why. Like `request` a call of a tool
        waits for a yes where that is wanted, and a cancellation is told to the server. Nothing is repeated.
        """
        return await self._raws.send(parcel, op=op, timeout=self.options.timeout if timeout is None else timeout)

    async def notify(
        self, method: str, params: Mapping[str, Json] | None = None, *, speech: Speech | None = None
    ) -> Reply:
        """Send a notification. On HTTP the reply comes when the server has taken it, or not."""
        return await self._requests.notify(method, params or {}, speech=speech)

    async def set_log_level(self, level: str | None) -> Reply | None:
        """Ask for log messages of `level` and above, on this connection and the later ones; None: ask no more.

        Legacy: `logging/setLevel`, whose reply this returns, and which cannot be taken back. Modern, or not connected:
        None; the level goes with each request from now on (`2026-07-28 server/utilities/logging`).
        """
        self._line.options = replace(self.options, log_level=level)
        if level is None or self.agreed is None or self.agreed.era == "modern":
            return None
        return await self.request("logging/setLevel", {"level": level}, op=self.begin("logging/setLevel"))

    # ── conversations ───────────────────────────────────────────────────────────────────────────────────────────────

    async def drive(
        self,
        conversation: Generator[Step, Any, T],
        *,
        op: int | None = None,
        on_progress: Callable[[Json], None] | None = None,
    ) -> T:
        """Carry out a conversation's steps and return what it returns; its exceptions are raised here.

        Whatever ends it early tells the server what the step under way leaves with.
        """
        reply: Any = None
        try:
            while True:
                step = conversation.send(reply)
                try:
                    reply = await self._step(step, op, on_progress)
                except asyncio.CancelledError:
                    await asyncio.shield(self._take_leave(step, op))
                    raise
        except StopIteration as stop:
            value: T = stop.value
            return value
        finally:
            conversation.close()

    async def _take_leave(self, step: Step, op: int | None) -> None:
        leaving = step.leaving if isinstance(step, Call | Ask | Pause) else None
        if leaving is not None:
            await self.request(leaving.method, leaving.params, op=op, timeout=leaving.timeout)

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
                patient=step.patient,
            )
        if isinstance(step, Notify):
            return await self.notify(step.method, step.params, speech=step.speech)
        if isinstance(step, Decide):
            return self._line.decide(replace(step.decision, op=op))
        if isinstance(step, Reopen):
            return await self._connecting.reopen(step.transport)
        return await self._answering.ask_all(step, op)


def _later(seconds: float, happen: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, happen)
