"""Redaction: what is written to a file, or shown to others, without its secrets.

A secret is found by name (headers, URLs, options, variables, JSON members, forms: `text_rules`) and from then on by
value, wherever its text comes again (`known_secrets`). The same secret is the same `‹secret 1›` everywhere; nothing of
it is kept, not its length. What crossed the wire and what the journal holds is not touched.

Some are known by their shape (`shapes`), and what a person gave is found inside base64 and hexadecimal digits, too.

Not found: a secret that is cut over several lines or chunks, or encoded in a way of the server's own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from inspector.recording.alike import Alike
from inspector.recording.format import Header, Redaction
from inspector.recording.hiding import Hiding
from inspector.recording.shapes import BEGINS_KEY, ENDS_KEY, RULE
from inspector.wire import events
from inspector.wire.events import Event, Headers, Record

_KEY_LINES: Final = 120  # a key of 8192 bits has that many
_FLOOD: Final = 4  # messages from which on they are looked at together


class Redactor(Hiding):
    """Takes the secrets out of records. Give it what the person gave before anything is written (`Hiding`)."""

    _key_lines = 0  # of stderr that may still belong to a private key

    @cached_property
    def _alike(self) -> Alike:
        return Alike()

    def redact_headers(self, headers: Iterable[tuple[str, str]]) -> Headers:
        """Headers with the values of the secret ones replaced; a scheme (`Bearer`) and cookies' names stay."""
        self._heed()
        return self._headers(headers, [])

    def redact_url(self, url: str) -> str:
        """A URL without user name, password and the values of secret parameters."""
        self._heed()
        return self._in_url(url, "url", [])

    def redact_command(self, command: Sequence[str]) -> tuple[str, ...]:
        """A command without the values of secret options and variables: `--token X`, `--token=X`, `-e TOKEN=X`."""
        self._heed()
        return self._command(command, "command", [])

    def redact_text(self, text: str) -> str:
        """Any text: JSON, a form, a line of a log, prose."""
        self._heed()
        return self._string(text, "text", [])

    def redact_remark(self, text: str) -> str:
        """A sentence of ours that quotes others: what only might be a secret, as in a log, is left in it."""
        self._heed()
        return self._text(text, "text", [], free=False)

    def redact_header(self, header: Header) -> Header:
        """The header of a recording, its target without secrets."""
        return replace(header, target=self._value(header.target, "target", []))

    def redact(self, record: Record) -> tuple[Record, tuple[Redaction, ...]]:
        """A record without its secrets, and what was taken out. The record itself if that is nothing."""
        self._heed()
        out: list[Redaction] = []
        event = _RULES[type(record.event)](self, record.event, out)
        if not out:
            return record, ()
        return Record(record.seq, record.at, event), tuple(dict.fromkeys(out))

    def finds_nothing(self, records: Sequence[Record]) -> bool:
        """Whether there is no secret in any of these, as far as one look at all of them can tell: never a false yes.

        A flood of messages is looked at in one go, for a third of what as many looks would cost.
        """
        if self._own or len(records) < _FLOOD:
            return False
        raws = []
        for record in records:
            event = record.event
            if type(event) is not events.Received or event.before or event.after:
                return False
            raws.append(event.raw)
        self._heed()
        whole = b"\n".join(raws)
        return self._alike.are_harmless(whole) and not self._known.within(whole)

    # Events

    def _opened(self, event: events.Opened, out: list[Redaction]) -> Event:
        texts: dict[str, Any] = {
            name: self._in_url(text, name, out)
            for name in ("resolved", "cwd", "path")
            if (text := getattr(event, name)) is not None
        }
        url = event.url if event.url is None else self._in_url(event.url, "url", out)
        return replace(event, command=self._command(event.command, "command", out), url=url, **texts)

    def _sent(self, event: events.Sent, out: list[Redaction]) -> Event:
        raw = self._bytes(event.raw, "text", out)
        return event if raw is event.raw else replace(event, raw=raw)

    def _received(self, event: events.Received, out: list[Redaction]) -> Event:
        raw = self._bytes(event.raw, "text", out)
        before = self._bytes(event.before, "before", out) if event.before else event.before
        after = self._bytes(event.after, "after", out) if event.after else event.after
        return replace(event, raw=raw, before=before, after=after) if out else event

    def _stderr(self, event: events.Stderr, out: list[Redaction]) -> Event:
        if self._key_lines:
            return self._line_of_key(event, out)
        raw = self._bytes(event.raw, "text", out, free=True)
        if BEGINS_KEY.search(raw) and not ENDS_KEY.search(raw):
            self._key_lines = _KEY_LINES
        return event if raw is event.raw else replace(event, raw=raw)

    def _line_of_key(self, event: events.Stderr, out: list[Redaction]) -> Event:
        """A line of a private key, or what ends it: until then all that came is the key."""
        self._key_lines = 0 if ENDS_KEY.search(event.raw) else self._key_lines - 1
        if not self._key_lines or not event.raw.strip():
            return event
        return replace(event, raw=self._secret(event.raw.decode("utf-8", "replace"), RULE, "text", out).encode())

    def _request(self, event: events.HttpRequest, out: list[Redaction]) -> Event:
        url = self._in_url(event.url, "url", out)
        headers = self._headers(event.headers, out)
        body = self._bytes(event.body, "text", out) if event.body else event.body
        return replace(event, url=url, headers=headers, body=body)

    def _response(self, event: events.HttpResponse, out: list[Redaction]) -> Event:
        texts: dict[str, Any] = {
            name: self._in_url(getattr(event, name), name, out) for name in ("reason", "peer", "tls", "certificate")
        }
        return replace(event, headers=self._headers(event.headers, out), **texts)

    def _body(self, event: events.HttpBody, out: list[Redaction]) -> Event:
        return replace(event, raw=self._bytes(event.raw, "text", out))

    def _sse(self, event: events.SseBlock, out: list[Redaction]) -> Event:
        lines = [line[5:] for line in event.raw.splitlines() if line.startswith(b"data:")]
        if len(lines) > 1:  # a name may stand on one of them, and its value on the next
            self._bytes(b"\n".join(lines), "text", [])
        data = self._string(event.data, "data", out)
        return replace(event, raw=self._bytes(event.raw, "text", out), data=data)

    def _end(self, event: events.HttpEnd, out: list[Redaction]) -> Event:
        return replace(event, failure=self._string(event.failure, "failure", out)) if event.failure else event

    def _closed(self, event: events.Closed, out: list[Redaction]) -> Event:
        return replace(event, reason=self._string(event.reason, "reason", out)) if event.reason else event

    def _began(self, event: events.Began, out: list[Redaction]) -> Event:
        return replace(event, name=self._string(event.name, "name", out))

    def _decision(self, event: events.Decision, out: list[Redaction]) -> Event:
        texts: dict[str, Any] = {
            name: self._string(getattr(event, name), name, out)
            for name in ("action", "verdict", "because", "sent", "outcome")
        }
        return replace(event, data=self._value(event.data, "data", out), **texts)

    def _note(self, event: events.Note, out: list[Redaction]) -> Event:
        return replace(event, text=self._string(event.text, "text", out))

    def _unknown(self, event: events.Unknown, out: list[Redaction]) -> Event:
        fields = {name: self._member(name, member, name, out) for name, member in event.fields.items()}
        return replace(event, fields=fields)

    def _as_is(self, event: Event, out: list[Redaction]) -> Event:
        return event


_RULES: Final[dict[type[Any], Callable[[Redactor, Any, list[Redaction]], Event]]] = {
    events.Opened: Redactor._opened,
    events.Sent: Redactor._sent,
    events.Received: Redactor._received,
    events.Stderr: Redactor._stderr,
    events.HttpRequest: Redactor._request,
    events.HttpResponse: Redactor._response,
    events.HttpBody: Redactor._body,
    events.SseBlock: Redactor._sse,
    events.HttpEnd: Redactor._end,
    events.Exited: Redactor._as_is,
    events.Closed: Redactor._closed,
    events.Began: Redactor._began,
    events.Decision: Redactor._decision,
    events.Note: Redactor._note,
    events.Unknown: Redactor._unknown,
}
