"""One session with one server, as programs use it."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any, Self
from warnings import warn

from inspector.api.authorizing import Authorization
from inspector.api.faults import answer_of, result_of
from inspector.api.handlers import Handlers, Notification, OnProgress, shielded
from inspector.api.listening import Subscription, Subscriptions
from inspector.api.offered import Listed, Offered, check_headers
from inspector.client import Client, Options
from inspector.client.connector import TargetConnector
from inspector.config.target import Target
from inspector.errors import UsageError
from inspector.journal import Journal
from inspector.protocol import flows
from inspector.protocol.negotiation import Agreed
from inspector.protocol.news import listen_filter
from inspector.recording.plan import Plan, start
from inspector.wire import events
from inspector.wire.json import MISSING, Json
from inspector.wire.versions import Era


class Connection:
    """What `inspector.connect` gives: `async with` connects it, and closes it at the end.

    Results are objects as the server sent them, numbers with their digits. Each call raises JsonRpcError for an error
    answer, TimedOut, ConnectError where the connection ended, AuthorizationNeeded, ProtocolBroken for an answer that
    is none, NobodyAnswered where the server asked and no handler answered (modern). Times are in seconds without news
    of the request; progress extends them, up to `max_timeout`. A call whose awaiting is cancelled is cancelled at the
    server. Calls may run at the same time.
    """

    def __init__(
        self,
        target: Target,
        options: Options,
        handlers: Handlers,
        plan: Plan,
        *,
        insecure: bool,
        authorization: Authorization | None = None,
    ) -> None:
        authorizer = None if authorization is None else authorization.of(target, options, insecure=insecure)
        connector = TargetConnector(
            target, connect_timeout=options.connect_timeout, insecure=insecure, authorizer=authorizer
        )
        self._client = Client(connector, options, ask=handlers.ask, on_news=self._hear)
        if authorizer is not None:
            authorizer.waits = self._client.wait_outside
        self._target = target
        self._plan = plan
        self._handlers = handlers
        self._subscriptions = Subscriptions(self._client)
        self._offered = Offered(self._client)
        self._agreed: Agreed | None = None
        self._stack = AsyncExitStack()

    # ── life ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def __aenter__(self) -> Self:
        """Connect and negotiate. Raises ConnectError, NoCommonVersion, AuthorizationNeeded, TimedOut, ProtocolBroken;
        UsageError for a recording that cannot be made. The journal stays readable, whatever is raised."""
        if self._agreed is not None or self.journal.sealed:
            raise UsageError("A connection is used once.", hint="Call `inspector.connect` again.")
        async with AsyncExitStack() as stack:
            recorder = start(self._plan, self._target, self.journal, lambda problem: warn(problem, stacklevel=2))
            if recorder is not None:
                stack.callback(recorder.close)
            stack.callback(self.journal.seal)
            await stack.enter_async_context(self._client)
            self._agreed = await self._client.connect()
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._stack.__aexit__(*error)

    def _hear(self, method: str, params: Json) -> None:
        notification = Notification(method, None if params is MISSING else params)
        self._subscriptions.take(notification)
        self._handlers.hear(notification)

    # ── what came out ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _met(self) -> Agreed:
        self._agreed = self._client.agreed or self._agreed
        if self._agreed is None:
            raise UsageError("It is not connected.", hint="Use it as `async with inspector.connect(…) as client:`.")
        return self._agreed

    @property
    def journal(self) -> Journal:
        """Everything that happened, in order: messages byte for byte, HTTP, the process, decisions with their clauses.

        It is there before connecting, and stays after closing; then it is sealed, so that followers end.
        """
        return self._client.journal

    @property
    def era(self) -> Era:
        """`modern` or `legacy` (`2026-07-28 basic/versioning#terminology`)."""
        return self._met.era

    @property
    def protocol_version(self) -> str:
        """The revision that is spoken, such as `2025-11-25`."""
        return self._met.version

    @property
    def transport(self) -> events.Transport:
        """`stdio`, `streamable-http` or `http+sse`."""
        return self._met.transport

    @property
    def server_info(self) -> Json:
        """What the server says it is: `name`, `version` and more, as sent; None if it says nothing."""
        return self._met.server_info

    @property
    def capabilities(self) -> dict[str, Json]:
        """What the server declares; empty where it sent no object."""
        return self._met.capabilities

    @property
    def instructions(self) -> str | None:
        """How the server wants to be used, in its words."""
        return self._met.instructions

    # ── lists ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def list_tools(self) -> Listed:
        """All tools, from all pages (`2026-07-28 server/tools#listing-tools`); see `Listed` for those left out."""
        return await self._offered.list("tool")

    async def list_resources(self) -> Listed:
        """All resources (`2026-07-28 server/resources#listing-resources`)."""
        return await self._offered.list("resource")

    async def list_resource_templates(self) -> Listed:
        """All resource templates (`2026-07-28 server/resources#resource-templates`)."""
        return await self._offered.list("template")

    async def list_prompts(self) -> Listed:
        """All prompts (`2026-07-28 server/prompts#listing-prompts`)."""
        return await self._offered.list("prompt")

    # ── calls ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Json] | None = None,
        *,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> dict[str, Json]:
        """Call a tool: `{"content": […], "structuredContent": …, "isError": …}`.

        What the server asks meanwhile goes to the handlers. A tool's own failure is a result with `isError`, and
        raises nothing. On modern HTTP the arguments that the tool's schema marks go into `Mcp-Param-*` headers, for
        which the list is asked for if it is not known; a tool that is excluded from it raises UsageError, and so does
        an integer that no header may carry.
        `2026-07-28 server/tools#calling-tools`.
        """
        schema = await self._offered.schema(name)
        check_headers(schema, arguments)
        params = {"name": name, "arguments": dict(arguments or {})}
        return await self._call("tools/call", params, name, on_progress, timeout, schema)

    async def read_resource(
        self, uri: str, *, on_progress: OnProgress | None = None, timeout: float | None = None
    ) -> dict[str, Json]:
        """Read a resource: `{"contents": [{"uri", "mimeType", "text" | "blob"}]}`
        (`2026-07-28 server/resources#reading-resources`)."""
        return await self._call("resources/read", {"uri": uri}, uri, on_progress, timeout)

    async def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, str] | None = None,
        *,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> dict[str, Json]:
        """Get a prompt: `{"description": …, "messages": [{"role", "content"}]}`
        (`2026-07-28 server/prompts#getting-a-prompt`)."""
        params: dict[str, Json] = {"name": name}
        if arguments:
            params["arguments"] = dict(arguments)
        return await self._call("prompts/get", params, name, on_progress, timeout)

    async def complete(
        self,
        ref: Mapping[str, Json],
        argument: str,
        value: str,
        *,
        context: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> dict[str, Json]:
        """Ask what an argument may be: `{"completion": {"values": […], "total": …, "hasMore": …}}`.

        `ref` is `{"type": "ref/prompt", "name": …}` or `{"type": "ref/resource", "uri": …}`; `context` holds the other
        arguments that are known (since 2025-06-18). `2026-07-28 server/utilities/completion`.
        """
        params: dict[str, Json] = {"ref": dict(ref), "argument": {"name": argument, "value": value}}
        if context is not None:
            params["context"] = {"arguments": dict(context)}
        return await self._call("completion/complete", params, argument, None, timeout)

    async def _call(
        self,
        method: str,
        params: dict[str, Json],
        name: str,
        on_progress: OnProgress | None,
        timeout: float | None,
        schema: Json = None,
    ) -> dict[str, Json]:
        """One request with all its rounds, as an operation of its own."""
        era, rounds = self.era, self._client.options.max_rounds
        conversation = flows.call(method, params, era, schema=schema, max_rounds=rounds, timeout=timeout)
        # A progress token goes with every call: progress is news of it, whether anybody hears of it or not.
        hear = shielded(on_progress) if on_progress is not None else _nobody_hears
        outcome = await self._client.drive(conversation, op=self._client.begin(method, name), on_progress=hear)
        return result_of(outcome, method, era)

    # ── utilities ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def ping(self, *, timeout: float | None = None) -> None:
        """See whether the server answers (`2025-11-25 basic/utilities/ping`; the modern era has no ping)."""
        await self.request("ping", timeout=timeout)

    async def set_log_level(self, level: str) -> None:
        """Ask for log messages of `level` and above; they come to `on_notification`.

        Legacy: `logging/setLevel`, on later connections too. Modern: the level goes with each request from now on
        (`2026-07-28 server/utilities/logging`).
        """
        _ = self._met
        reply = await self._client.set_log_level(level)
        if reply is not None:
            answer_of(reply, "logging/setLevel")

    async def subscribe(self, uri: str) -> None:
        """Ask for news of a resource (`2025-11-25 server/resources#subscriptions`); they come to `on_notification`.

        Legacy alone: a modern server has `listen`.
        """
        await self.request("resources/subscribe", {"uri": uri})

    async def unsubscribe(self, uri: str) -> None:
        """The end of `subscribe`."""
        await self.request("resources/unsubscribe", {"uri": uri})

    def listen(self, wanted: Mapping[str, Json] | None = None) -> Subscription:
        """A subscription to news (`2026-07-28 basic/patterns/subscriptions`); several may be open at once.

        `wanted` is the filter: `toolsListChanged`, `promptsListChanged`, `resourcesListChanged` (booleans) and
        `resourceSubscriptions` (URIs); without it, all list changes that the server says it tells of. What was granted
        is in `granted`. Modern alone: a legacy server has `subscribe`.
        """
        return self._subscriptions.begin(listen_filter(self.capabilities) if wanted is None else wanted)

    # ── anything ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def request(
        self,
        method: str,
        params: Mapping[str, Json] | None = None,
        *,
        on_progress: OnProgress | None = None,
        timeout: float | None = None,
    ) -> Json:
        """Send any request once, and return its result, whatever that is: no rounds, no retry, no check.

        `params` go out as given; the era's `_meta` is added, but never over what is there.
        """
        hear = shielded(on_progress) if on_progress is not None else None
        reply = await self._client.request(
            method, params, op=self._client.begin(method), timeout=timeout, on_progress=hear
        )
        return answer_of(reply, method)

    async def notify(self, method: str, params: Mapping[str, Json] | None = None) -> None:
        """Send any notification. Raises as a request does, as far as the transport tells that it was not taken."""
        reply = await self._client.notify(method, params)
        if reply.failure:
            answer_of(reply, method)


def _nobody_hears(progress: Json) -> None:
    """Progress that no handler wants."""
