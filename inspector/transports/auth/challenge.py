"""`WWW-Authenticate`: what a server says of how it wants to be asked (`RFC 9110#section-11.6.1`, `RFC 6750#section-3`).

Read as servers write it, not only as they should: several challenges in one header or in several, commas too many,
values with and without quotes.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

_TOKEN: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_GAP: Final = re.compile(r"[\s,]*")
_EQUALS: Final = re.compile(r"\s*=\s*(?!=|\s*(?:,|$))")
_TOKEN68: Final = re.compile(r"[A-Za-z0-9\-._~+/]+=*(?=\s*(?:,|$))")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"?', re.DOTALL)
_BARE: Final = re.compile(r"[^\s,]*")
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_OAUTH: Final = ("bearer", "dpop")


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge: `scheme` in lower case, parameters by their names in lower case, as they were written."""

    scheme: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """A parameter, or an empty text."""
        return self.parameters.get(name, "")

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes that it names, in their order (`RFC 6749#section-3.3`)."""
        return tuple(dict.fromkeys(self.get("scope").split()))


def challenges(headers: Iterable[tuple[str, str]]) -> tuple[Challenge, ...]:
    """All challenges of an answer, in their order."""
    return tuple(one for name, value in headers if name.lower() == "www-authenticate" for one in _read(value))


def oauth_challenge(headers: Iterable[tuple[str, str]]) -> Challenge:
    """The challenge that OAuth answers: the first of Bearer or DPoP that says more than its name, else the first of
    them; an empty one where there is none."""
    ours = [one for one in challenges(headers) if one.scheme in _OAUTH]
    return next((one for one in ours if one.parameters), ours[0] if ours else Challenge())


def _read(value: str) -> list[Challenge]:
    found: list[Challenge] = []
    parameters: dict[str, str] = {}
    at = 0
    while True:
        at = _end(_GAP, value, at)
        name = _TOKEN.match(value, at)
        if name is None:
            if at >= len(value):
                return found
            at += 1  # what is no token is passed over
            continue
        at = name.end()
        equals = _EQUALS.match(value, at)
        if equals is not None and found:
            text, at = _value(value, equals.end())
            parameters.setdefault(name.group().lower(), text)
            continue
        parameters = {}
        found.append(Challenge(name.group().lower(), parameters))
        at = _end(_GAP, value, at) if value[at : at + 1].isspace() else at
        single = _TOKEN68.match(value, at)
        if single is not None and "=" in single.group():
            at = single.end()


def _value(text: str, at: int) -> tuple[str, int]:
    quoted = _QUOTED.match(text, at)
    if quoted is not None:
        return _ESCAPE.sub(r"\1", quoted.group(1)), quoted.end()
    bare = _BARE.match(text, at)
    assert bare is not None
    return bare.group(), bare.end()


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found is not None else at
