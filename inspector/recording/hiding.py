"""Texts, URLs, headers, commands and values without their secrets: what is found in each, and what then stands there.

A secret is found by name (headers, URLs, options, variables, JSON members, forms: `text_rules`) and from then on by
value, wherever its text comes again (`known_secrets`). What was taken out is added to a list: by which rule, and where.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from inspector.recording import text_rules
from inspector.recording.format import Redaction
from inspector.recording.found import Found
from inspector.recording.known_secrets import PLACEHOLDER, KnownSecrets
from inspector.recording.own_rules import OwnRules
from inspector.recording.secret_names import header_is_harmless, option_says_secret, says_secret
from inspector.recording.shapes import in_shapes
from inspector.wire import json
from inspector.wire.events import Headers

_SCHEME: Final = re.compile(r"((?:Bearer|Basic|Token|ApiKey|Api-Key|Digest|Negotiate|DPoP)\s+)(.+)", re.I | re.DOTALL)
_COOKIE: Final = re.compile(r"([^=;\s]+=)([^;]*)")
_NAMED: Final = re.compile(r"([A-Za-z][\w.-]*)(=|:\s*)(.+)", re.DOTALL)
_MIXED: Final = re.compile(r"(?=\D*\d)(?=[\W\d_]*[^\W\d_])\S{5,}")
_HUNTED: Final = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).{6,}", re.DOTALL)
_MARKUP: Final = ("{", "[")


class Hiding:
    """What one session knows of its secrets, and how they are taken out.

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
        self._given: set[str] = set()
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
