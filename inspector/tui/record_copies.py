"""Everything that a record can be copied as. What cannot be had of it is not offered; each text is made when chosen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from inspector.analysis.exports.report import bug_report
from inspector.analysis.exports.sdk_program import bare_params
from inspector.analysis.exports.sending import Sending, sending_of
from inspector.analysis.http_parts import Header
from inspector.config.target import HttpTarget, display
from inspector.tui.bridge import Bridge
from inspector.tui.copying import Web, programs, target_of
from inspector.tui.model import Model
from inspector.tui.requests import Request
from inspector.tui.widgets.copy_bar import Copyable
from inspector.wire import events
from inspector.wire.json import NotJson, dumps, parse, pretty

_CALLS: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


LARGEST: Final = 10_000_000
"""Bytes of a record above which it is not offered as anything but what is seen of it: no clipboard takes it, and to
write it anew would make keys wait."""


class RecordCopies:
    """The copies of the records of one session. `bridge` is None before a target is known."""

    def __init__(self, model: Model, bridge: Callable[[], Bridge | None]) -> None:
        self._model = model
        self._bridge = bridge

    def __call__(self, seq: int) -> Sequence[Copyable]:
        """What there is of a record, in the order in which it is offered."""
        return tuple(self._of(seq))

    def _of(self, seq: int) -> Iterator[Copyable]:
        detail, bridge = self._model.detail(seq), self._bridge()
        if detail is None:
            return
        document, raw = detail.document, detail.raw
        if len(raw) > LARGEST:
            return
        if document is not None:
            yield Copyable("j", "JSON", "", lambda secrets: self._safe(_pretty(document), secrets))
        record = self._model.record(seq)
        event = record.event if record is not None else None
        if isinstance(event, events.Sent | events.Received):
            message = event.raw
            yield Copyable("l", "line", "", lambda secrets: self._safe(_line(message), secrets))
        elif raw and document is None:
            yield Copyable("l", "text", "", lambda secrets: self._safe(_text(raw), secrets))
        if bridge is not None:
            sending = sending_of(seq, self._model.record, self._model.timeline)
            web_of = partial(self._web, sending, bridge)
            yield from programs(bridge, self._request(sending), web_of, self._model.session.status.version)
        yield Copyable("m", "Markdown", "", lambda secrets: self._report(seq, secrets))

    def _request(self, sending: Sending) -> Request | None:
        if not sending.method:
            return None
        method, params = sending.method, bare_params(sending.params)
        name = str(params.get(_CALLS[method], "")) if method in _CALLS else ""
        item = self._model.catalog.find("tool", name) if method == "tools/call" else None
        raw = item.raw if item is not None and isinstance(item.raw, dict) else {}
        return Request(method, params, name, raw.get("inputSchema"))

    @staticmethod
    def _web(sending: Sending, bridge: Bridge, secrets: bool) -> Web | None:
        hop = sending.hop
        if hop is None:
            return None
        headers, body = hop.request.headers, hop.body
        if not secrets:
            headers = bridge.redactor.redact_headers(headers)
            safe = bridge.redactor.redact_text(body.decode("utf-8", "surrogateescape"))
            body = safe.encode("utf-8", "surrogateescape")
        return Web(hop.request.verb, hop.request.url, headers, body)

    def _report(self, seq: int, secrets: bool) -> str:
        bridge = self._bridge()
        target = target_of(bridge) if bridge is not None else None
        created = bridge.opened.header.created if bridge is not None and bridge.opened is not None else ""
        mask = _as_they_are if secrets or bridge is None else self.mask_headers
        return self._safe(bug_report(self._model, seq, display(target) if target else "", created, mask), secrets)

    # ── secrets ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def safe(self, text: str) -> str:
        """A text without its secrets, as far as they are known."""
        bridge = self._bridge()
        return text if bridge is None else bridge.redactor.redact_text(text)

    def _safe(self, text: str, secrets: bool) -> str:
        return text if secrets else self.safe(text)

    def mask_headers(self, headers: Sequence[Header]) -> Sequence[Header]:
        """The same headers, one for one, without the values that are secrets; and which of them the person gave."""
        bridge = self._bridge()
        if bridge is None:
            return headers
        target = target_of(bridge)
        given = {name.lower() for name, _ in target.headers} if isinstance(target, HttpTarget) else frozenset()
        shown = bridge.redactor.redact_headers([(one.name, one.value) for one in headers])
        return [
            replace(one, value=value, whose="you" if one.whose != "server" and one.name.lower() in given else one.whose)
            for one, (_, value) in zip(headers, shown, strict=True)
        ]


def _as_they_are(headers: Sequence[Header]) -> Sequence[Header]:
    return headers


def _pretty(document: bytes) -> str:
    text = _text(document)
    try:
        return pretty(parse(text)) + "\n"
    except NotJson:  # a message that is nested too deeply is shown, and can be copied as it came
        return text


def _line(raw: bytes) -> str:
    """The message on one line: as it crossed, unless it crossed on several."""
    text = _text(raw)
    if "\n" not in text and "\r" not in text:
        return text
    try:
        return dumps(parse(text))
    except NotJson:
        return text


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "backslashreplace")
