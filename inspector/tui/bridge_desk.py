"""The desk's side of a bridge: what the person sets for their answers while a session runs.

It belongs to the bridge, the one module that touches the client, and like it never waits for what it is told to do:
what comes of it is in the records, or in a message. Without a client (a recording, or before the session) it sets what
the next connection begins with, and has no rules.
"""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from textual.message import Message

from inspector.client.capabilities import switched, switches
from inspector.client.rulebook import KeptRule, Scope
from inspector.client.standing import secrets_of
from inspector.config.settings import Approve
from inspector.errors import InspectorError
from inspector.protocol.questions import Answer, Question, rule_for
from inspector.wire.json import Json

if TYPE_CHECKING:
    from inspector.tui.bridge import Bridge


@dataclass
class Rules(Message):
    """The rules have changed, or one has answered; in the order in which they are tried."""

    rules: tuple[KeptRule, ...]


@dataclass
class Prepared(Message):
    """The person's command has prepared `result` as the answer to the question `number`, or failed with `fault`."""

    number: int
    result: dict[str, Json] | None
    fault: InspectorError | None = None


class BridgeDesk:
    """Made by the bridge. `start` runs work in the client's task group; `post` takes the messages."""

    def __init__(
        self, bridge: "Bridge", start: Callable[[Coroutine[Any, Any, None]], object], post: Callable[[Message], object]
    ) -> None:
        self._bridge = bridge
        self._start = start
        self._post = post

    # ── rules ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def rules(self) -> tuple[KeptRule, ...]:
        """All rules of the session, in the order in which they are tried."""
        client = self._bridge.client
        return client.rulebook.rules if client is not None else ()

    @property
    def problem(self) -> str:
        """Why the answers kept for this server could not be read, as a sentence; empty where they could."""
        client = self._bridge.client
        return client.rulebook.problem if client is not None else ""

    def always(
        self, question: Question, answer: Answer, scope: Scope, *, with_secrets: bool = False
    ) -> KeptRule | None:
        """Always answer so from now on; None where no rule can hold it (`rule_for` says when) or there is no session.

        Raises as `Rulebook.add`: UsageError for a secret that nobody allowed to be written, InspectorError for a disk
        that refuses.
        """
        client, rule = self._bridge.client, rule_for(question, answer)
        if client is None or rule is None:
            return None
        return client.rulebook.add(rule, scope, with_secrets=with_secrets)

    def secrets(self, question: Question, answer: Answer) -> tuple[str, ...]:
        """Where a rule with this answer would hold what looks like a secret, as JSON Pointers."""
        rule = rule_for(question, answer)
        return () if rule is None else secrets_of(rule)

    def switch_rule(self, number: int, *, on: bool) -> None:
        """Switch a rule on or off, for this session."""
        client = self._bridge.client
        if client is not None:
            client.rulebook.switch(number, on=on)

    def remove_rule(self, number: int) -> None:
        """Remove a rule, from the disk too where it is kept there. Raises InspectorError if that cannot be done."""
        client = self._bridge.client
        if client is not None:
            client.rulebook.remove(number)

    def move_rule(self, number: int, by: int) -> None:
        """Have a rule tried earlier (`by` below 0) or later. Raises InspectorError if that cannot be written."""
        client = self._bridge.client
        if client is not None:
            client.rulebook.move(number, by)

    def restore_rule(self, rule: KeptRule, at: int) -> None:
        """Have a rule that was removed again, as number `at` of those that are tried. Raises as `always`."""
        client = self._bridge.client
        if client is None:
            return
        book = client.rulebook
        again = book.add(rule.rule, rule.scope, with_secrets=True)
        book.move(again.number, at - (len(book.rules) - 1))
        if not rule.on:
            book.switch(again.number, on=False)

    def tell_of_rules(self) -> None:
        """The rulebook calls it at each change."""
        self._post(Rules(self.rules))

    # ── roots ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def roots(self) -> tuple[str, ...]:
        """The places that `roots/list` is answered with, as the person gave them."""
        return self._bridge.options.roots

    def set_roots(self, places: Iterable[str]) -> None:
        """Answer with these from now on; a legacy server is told of it where we declared so."""
        bridge = self._bridge
        bridge.options = replace(bridge.options, roots=tuple(places))
        if bridge.client is not None:
            self._start(bridge.client.set_roots(bridge.options.roots))

    # ── what we declare ─────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def switches(self) -> dict[str, bool]:
        """Every part of what we can declare, by its name, and whether it is declared now."""
        return switches(self._bridge.options.capabilities)

    @property
    def declared(self) -> Mapping[str, Json]:
        """What we declare now."""
        return self._bridge.options.capabilities

    def switch_capability(self, name: str, *, on: bool) -> None:
        """Declare this part from now on, or no more; `needs_reconnect` tells whether that takes a new connection."""
        self.declare(switched(self.declared, name, on=on))

    def declare(self, capabilities: Mapping[str, Json]) -> None:
        """Declare this from now on."""
        bridge = self._bridge
        bridge.options = replace(bridge.options, capabilities=capabilities)
        if bridge.client is not None:
            bridge.client.set_capabilities(capabilities)

    @property
    def needs_reconnect(self) -> bool:
        """Whether the server was told of other capabilities than are set now; to connect again helps."""
        client = self._bridge.client
        return client is not None and client.needs_reconnect

    # ── approvals ───────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def approve(self) -> Approve:
        """Which calls wait for a yes now."""
        return self._bridge.options.approve

    def set_approve(self, approve: Approve) -> None:
        """Which calls wait for a yes from now on."""
        bridge = self._bridge
        bridge.options = replace(bridge.options, approve=approve)
        if bridge.client is not None:
            bridge.client.set_approve(approve)

    # ── a page that was visited ─────────────────────────────────────────────────────────────────────────────────────

    def go_on(self, op: int) -> bool:
        """The person has visited the page: the call that waits for news of it is sent again. Whether it waits so."""
        client = self._bridge.client
        return client is not None and client.go_on(op)

    # ── the command for sampling ────────────────────────────────────────────────────────────────────────────────────

    @property
    def has_command(self) -> bool:
        """Whether the person named a command for sampling."""
        return self._bridge.command is not None

    def prepare(self, question: Question) -> None:
        """Have the command prepare an answer: a `Prepared` comes. Nothing is sent."""
        self._start(self._prepare(question))

    async def _prepare(self, question: Question) -> None:
        client = self._bridge.client
        if client is None:
            return
        try:
            result = await client.prepare(question)
        except InspectorError as fault:
            self._post(Prepared(question.number, None, fault))
        else:
            self._post(Prepared(question.number, result))
