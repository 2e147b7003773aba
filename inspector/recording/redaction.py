"""Redaction: what is written to a file, or shown to others, without its secrets.

A secret is found by name (headers, URLs, options, variables, JSON members, forms: `text_rules`) and from then on by
value, wherever its text comes again (`known_secrets`). The same secret is the same `‹secret 1›` everywhere; nothing of
it is kept, not its length. What crossed the wire and what the journal holds is not touched.

Some are known by their shape (`shapes`), and what a person gave is found inside base64 and hexadecimal digits, too.

Not found: a secret that is cut over several lines or chunks, or encoded in a way of the server's own.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from inspector.recording import text_rules
from inspector.recording.alike import Alike
from inspector.recording.format import Header, Redaction
from inspector.recording.found import Found
from inspector.recording.known_secrets import PLACEHOLDER, KnownSecrets
from inspector.recording.own_rules import OwnRules
from inspector.recording.secret_names import header_is_harmless, option_says_secret, says_secret
from inspector.recording.shapes import BEGINS_KEY, ENDS_KEY, RULE, in_shapes
from inspector.wire import events, json
from inspector.wire.events import Event, Headers, Record

_SCHEME: Final = re.compile(r"((?:Bearer|Basic|Token|ApiKey|Api-Key|Digest|Negotiate|DPoP)\s+)(.+)", re.I | re.DOTALL)
_COOKIE: Final = re.compile(r"([^=;\s]+=)([^;]*)")
_NAMED: Final = re.compile(r"([A-Za-z][\w.-]*)(=|:\s*)(.+)", re.DOTALL)
_MIXED: Final = re.compile(r"(?=\D*\d)(?=[\W\d_]*[^\W\d_])\S{5,}")
_HUNTED: Final = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).{6,}", re.DOTALL)
_KEY_LINES: Final = 120  # a key of 8192 bits has that many
_MARKUP: Final = ("{", "[")
_FLOOD: Final = 4  # messages from which on they are looked at together


class Redactor:
    """What one session knows of its secrets. Give it what the person gave before anything is written.

    `headers` are those of `-H`, of which only the well-known harmless ones keep their values; `environment` those of
    `-e`; `own` the rules that the person adds. `known` may hold secrets already. With `thorough` every secret that has
    letters and digits is looked for everywhere: for who reads all records twice, and can take the time. `confided` is a
    list that grows, of secrets that are found by value alone.
    """

    def __init__(
        self,
        headers: Iterable[tuple[str, str]] = (),
        environment: Mapping[str, str] | None = None,
        own: OwnRules | None = None,
        *,
        known: KnownSecrets | None = None,
        thorough: bool = False,
        confided: Sequence[str] = (),
    ) -> None:
        self._known = KnownSecrets() if known is None else known
        self._own = own or OwnRules()
        self._thorough = thorough
        self._confided = confided
        self._heeded = 0
        self._alike = Alike()
        self._given: set[str] = set()
        self._key_lines = 0  # of stderr that may still belong to a private key
        for name, value in headers:
            # Nobody but the person knows what a header of theirs is for: a name that does not say it may hold a key.
            if not (header_is_harmless(name) or says_secret(name)):
                self._given.add(name.lower())
            self._header(name, value, [])
        for name, value in (environment or {}).items():
            secret = says_secret(name)
            if secret or len(value) >= 8 or _MIXED.fullmatch(value):
                self._known.hunt(value, given=True)
            for found in text_rules.in_urls(value):
                self._known.hunt(found.secret, given=True)

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
        return self._text(text, "text", [], free=not text.lstrip().startswith(_MARKUP))

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

    def _heed(self) -> None:
        while self._heeded < len(self._confided):
            self._known.confide(self._confided[self._heeded])
            self._heeded += 1

    # Texts

    def _replace(
        self, text: str, finds: Iterable[Found], where: str, out: list[Redaction], *, given: bool = False
    ) -> str:
        pieces = []
        end = 0
        for found in sorted(finds, key=lambda each: each.start):
            if found.start < end or found.start == found.end or PLACEHOLDER.search(found.secret):
                continue
            place = self._known.placeholder(found.secret)
            if found.hunt or (self._thorough and _HUNTED.match(found.secret)):
                self._known.hunt(found.secret, given=given)
            pieces += [text[end : found.start], f"{found.quote}{place}{found.quote}"]
            end = found.end
            out.append(Redaction(found.rule, f"{where}/**/{found.name}" if found.name else where))
        return "".join([*pieces, text[end:]]) if pieces else text

    def _words(self, text: str, where: str, out: list[Redaction], is_json: Callable[[], bool] = bool) -> str:
        replaced = self._known.cut(self._known.replace(text, is_json))
        if replaced != text:
            out.append(Redaction("value", where))
        decoded = self._known.decode(replaced)
        if decoded != replaced:
            out.append(Redaction("encoded", where))
        return decoded

    def _text(self, text: str, where: str, out: list[Redaction], *, free: bool) -> str:
        if self._own:
            text = self._owned(text, where, out, free=free)
        text = self._replace(text, text_rules.in_text(text, free=free), where, out)
        return self._words(text, where, out, lambda: not free and _is_json(text))

    def _owned(self, text: str, where: str, out: list[Redaction], *, free: bool) -> str:
        text = self._replace(text, self._own.named(text, free=free), where, out, given=True)
        return self._patterned(text, where, out, is_json=not free and _is_json(text))

    def _patterned(self, text: str, where: str, out: list[Redaction], *, is_json: bool = False) -> str:
        return self._own.patterned(
            text, lambda secret, rule: self._secret(secret, rule, where, out, given=True), is_json=is_json
        )

    def _string(self, text: str, where: str, out: list[Redaction]) -> str:
        return self._text(text, where, out, free=not text.lstrip().startswith(_MARKUP)) if text else text

    def _bytes(self, raw: bytes, where: str, out: list[Redaction], *, free: bool = False) -> bytes:
        if not self._own and not text_rules.suspicious(raw) and not self._known.within(raw):
            return raw
        text = raw.decode("utf-8", "surrogateescape")
        replaced = self._text(text, where, out, free=free or not text.lstrip().startswith(_MARKUP))
        return raw if replaced is text else replaced.encode("utf-8", "surrogateescape")

    def _value(self, value: Any, where: str, out: list[Redaction]) -> Any:
        """A JSON value that is ours to write: a target, the data of a decision."""
        if isinstance(value, str):
            return self._string(value, where, out)
        if isinstance(value, Mapping):
            return {name: self._member(name, member, f"{where}/{name}", out) for name, member in value.items()}
        if isinstance(value, list | tuple):
            return [self._value(element, where, out) for element in value]
        return value

    def _member(self, name: str, member: Any, where: str, out: list[Redaction]) -> Any:
        if name in ("command", "args") and _all_texts(member):
            return list(self._command(member, where, out))
        if name == "headers" and isinstance(member, list | tuple) and all(map(_is_pair, member)):
            return [list(pair) for pair in self._headers(member, out)]
        if name in ("env", "environment") and isinstance(member, Mapping) and _all_texts(list(member.values())):
            return {
                each: value and self._secret(value, "env", f"{where}/{each}", out) for each, value in member.items()
            }
        if isinstance(member, str) and member and says_secret(name):
            return self._secret(member, "member", where, out)
        if rule := self._own.of(name):
            return self._all(member, rule, where, out)
        return self._value(member, where, out)

    def _all(self, value: Any, rule: str, where: str, out: list[Redaction]) -> Any:
        if isinstance(value, Mapping):
            return {name: self._all(member, rule, where, out) for name, member in value.items()}
        if isinstance(value, list | tuple):
            return [self._all(element, rule, where, out) for element in value]
        plain = value is None or isinstance(value, bool) or value == ""
        return value if plain else self._secret(str(value), rule, where, out, given=True)

    def _secret(self, secret: str, rule: str, where: str, out: list[Redaction], *, given: bool = False) -> str:
        if PLACEHOLDER.search(secret):
            return secret
        self._known.hunt(secret, given=given)
        out.append(Redaction(rule, where))
        return self._known.placeholder(secret)

    def _in_url(self, url: str, where: str, out: list[Redaction]) -> str:
        if self._own:
            url = self._replace(url, self._own.named(url, free=False), where, out, given=True)
            url = self._patterned(url, where, out)
        finds = (*text_rules.in_urls(url), *in_shapes(url))
        return self._words(self._replace(url, finds, where, out), where, out)

    # Headers and commands

    def _headers(self, headers: Iterable[tuple[str, str]], out: list[Redaction]) -> Headers:
        return tuple((name, self._header(name, value, out)) for name, value in headers)

    def _header(self, name: str, value: str, out: list[Redaction]) -> str:
        where = f"headers/{name}"
        if name.lower() in self._given:
            return self._credential(value, where, out)
        if (rule := self._own.of(name)) and value:
            return self._secret(value, rule, where, out, given=True)
        if not says_secret(name):
            return self._in_url(value, where, out)
        if not value:
            return value
        lower = name.lower()
        if lower in ("cookie", "set-cookie"):
            once = 1 if lower == "set-cookie" else 0  # the rest of a set-cookie are its attributes
            cookies = _COOKIE.sub(
                lambda found: found.group(1) + self._credential(found.group(2), where, out), value, count=once
            )
            return cookies if cookies != value or PLACEHOLDER.search(value) else self._credential(value, where, out)
        if scheme := _SCHEME.fullmatch(value):
            if scheme.group(1).strip().lower() == "basic":
                self._learn_basic(scheme.group(2))
            return scheme.group(1) + self._credential(scheme.group(2), where, out)
        return self._credential(value, where, out)

    def _credential(self, secret: str, where: str, out: list[Redaction]) -> str:
        return self._secret(secret, "header", where, out, given=True) if secret else secret

    def _learn_basic(self, credentials: str) -> None:
        try:
            _, _, password = b64decode(credentials, validate=True).decode().partition(":")
        except ValueError:
            return
        self._known.hunt(password, given=True)

    def _command(self, command: Sequence[str], where: str, out: list[Redaction]) -> tuple[str, ...]:
        shown: list[str] = []
        awaited = ""
        for number, argument in enumerate(command):
            place = f"{where}/{number}"
            option, equals, value = argument.partition("=")
            if awaited and not argument.startswith("-"):
                shown.append(self._secret(argument, awaited, place, out, given=True) if argument else argument)
                awaited = ""
            elif equals and value and (rule := self._option(option)):
                shown.append(f"{option}={self._secret(value, rule, place, out, given=True)}")
                awaited = ""
            else:
                awaited = "" if equals else self._option(argument)
                shown.append(self._argument(argument, place, out))
        return tuple(shown)

    def _option(self, option: str) -> str:
        if option_says_secret(option):
            return "option"
        return self._own.of(option.lstrip("-")) if option.startswith("-") else ""

    def _argument(self, argument: str, where: str, out: list[Redaction]) -> str:
        named = _NAMED.fullmatch(argument)
        if named and says_secret(named.group(1)):
            name, mark, value = named.groups()
            if mark == "=":
                return f"{name}={self._secret(value, 'option', where, out, given=True)}"
            found: list[Redaction] = []
            shown = self._header(name, value, found)
            out += [Redaction("option", where)] if found else []
            return f"{name}{mark}{shown}"
        return self._string(argument, where, out)

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


def _all_texts(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(each, str) for each in values)


def _is_pair(value: Any) -> bool:
    return _all_texts(value) and len(value) == 2


def _is_json(text: str) -> bool:
    try:
        json.parse(text)
    except json.NotJson:
        return False
    return True
