"""Secrets that are known by value: each has one placeholder, and is found wherever its text comes again.

A secret comes again as it is, escaped as in JSON (also twice, as JSON inside a string), or percent-encoded. Short ones
are looked for as whole words only, and what is an ordinary word or number is not looked for at all: replacing every
`debug` of a session would hide more than it keeps.
"""

import re
from collections.abc import Callable
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Final
from urllib.parse import quote, quote_plus

from inspector.recording.encodings import encoded

PLACEHOLDER: Final = re.compile(r"‹secret(?: \d+)?›")
"""What stands for a secret; without a number where somebody else has taken it out before."""

_LONG: Final = 8  # from here on a secret is found inside words, too
_MOST: Final = 200  # secrets hunted that only their name gave away; more would slow down every message
_MOST_ENCODED: Final = 100  # given secrets that are looked for inside digits, too
_ORDINARY: Final = frozenset(
    """
    true false null none yes no on off auto default enabled disabled required optional hidden redacted example
    string number integer boolean object array text name type title value values key data code content
    jsonrpc method params result error message role user users assistant system request response
    tools tool call list read resources resource prompts prompt bearer basic token secret password
    debug info notice trace warn warning critical alert verbose silent
    production development staging test testing local localhost utf-8 127.0.0.1 0.0.0.0
    """.split()  # noqa: SIM905 - a list of words reads better without its quotes
)
_LETTER: Final = re.compile(r"[^\W\d_]")
_RUN: Final = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|([A-Za-z0-9+/_-]{8,}+={0,2})")
_STRING_OR_NUMBER: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?\d[\d.eE+-]*+', re.DOTALL)


def _escaped(text: str) -> set[str]:
    return {encode_basestring(text)[1:-1], encode_basestring_ascii(text)[1:-1]}


def _spellings(secret: str) -> tuple[set[str], set[str]]:
    """How a secret may be spelled inside a JSON string, and elsewhere."""
    once = _escaped(secret)
    once |= {text.replace("/", "\\/") for text in once}
    inside = set(once)
    for text in once:
        inside |= _escaped(text)
    percent = {quote(secret, safe="", errors="surrogateescape"), quote_plus(secret, errors="surrogateescape")}
    return inside | percent, inside | percent | {secret}


class KnownSecrets:
    """The secrets of one session, their placeholders, and the texts that give them away."""

    def __init__(self, first: int = 1, most: float = _MOST) -> None:
        """`first` is the number of the first placeholder, `most` how many are hunted that only their name gave away."""
        self._first = first
        self._most = most
        self._places: dict[str, str] = {}
        self._hunted: dict[str, str] = {}
        self._found_by_name = 0
        self._stale = False
        self._bytes: list[bytes] = []
        self._words: dict[str, str] = {}
        self._words_in_json: dict[str, str] = {}
        self._numbers: dict[str, str] = {}
        self._digits: dict[str, str] = {}
        self._encoded = 0
        self._whole: dict[str, str] = {}
        self._pattern = self._pattern_in_json = self._number_pattern = re.compile(r"(?!)")

    def __len__(self) -> int:
        return len(self._places)

    def hunted(self) -> dict[str, str]:
        """The secrets that are found by value, and their placeholders."""
        return dict(self._hunted)

    def placeholder(self, secret: str) -> str:
        """`‹secret 1›` for the first secret, and always the same for the same."""
        place = self._places.get(secret)
        if place is None:
            place = self._places[secret] = f"‹secret {len(self._places) + self._first}›"
        return place

    def confide(self, secret: str) -> None:
        """From now on find this secret by value, and its beginning too."""
        self.hunt(secret, given=True)
        if len(secret) >= 2 * _LONG and "://" not in secret:
            self._whole[secret] = self.placeholder(secret)

    def hunt(self, secret: str, *, given: bool) -> None:
        """From now on find this secret by value. `given`: a person gave it as a secret, or a credential carried it."""
        if secret in self._hunted or not self._worth_hunting(secret, given):
            return
        if not given:
            self._found_by_name += 1
            if self._found_by_name > self._most:
                return
        place = self._hunted[secret] = self.placeholder(secret)
        lines = [line for line in secret.splitlines() if len(line) >= 2 * _LONG and not line.startswith("-----")]
        for text in {secret, *lines}:
            self._add(text, place)
        if given and self._encoded < _MOST_ENCODED:
            self._encoded += 1
            digits = dict.fromkeys(encoded(secret), place)
            self._digits = digits | self._digits
            self._bytes += [each.encode() for each in digits]
        self._stale = True

    @staticmethod
    def _worth_hunting(secret: str, given: bool) -> bool:
        if len(secret) < 2 or secret.lower() in _ORDINARY or PLACEHOLDER.search(secret):
            return False
        if not _LETTER.search(secret):
            return sum(character.isdigit() for character in secret) >= 6
        if len(secret) >= _LONG:
            return given or not any(character.isspace() for character in secret)
        return len(secret) >= 4 or any(character.isdigit() for character in secret)

    def _add(self, text: str, place: str) -> None:
        inside, anywhere = _spellings(text)
        self._words_in_json |= dict.fromkeys(inside, place)
        self._words |= dict.fromkeys(anywhere, place)
        if not _LETTER.search(text):
            self._numbers[text] = place
        self._bytes += [spelling.encode("utf-8", "surrogateescape") for spelling in anywhere]

    def _compile(self) -> None:
        self._stale = False
        self._pattern = _alternatives(self._words)
        self._pattern_in_json = _alternatives({w: p for w, p in self._words_in_json.items() if w not in self._numbers})
        self._number_pattern = _alternatives(self._numbers)

    def within(self, raw: bytes) -> bool:
        """Whether any known secret stands in `raw`, perhaps as a part of a word: cheap, and never a false no."""
        return any(spelling in raw for spelling in self._bytes)

    def replace(self, text: str, is_json: Callable[[], bool]) -> str:
        """`text` with placeholders for the known secrets. JSON stays JSON; `is_json` is asked only if one is there."""
        if not any(spelling in text for spelling in self._words):
            return text
        if self._stale:
            self._compile()
        if not is_json():
            return self._pattern.sub(lambda found: self._words[found.group()], text)
        text = self._pattern_in_json.sub(_keeping_escapes(self._words_in_json), text)
        if any(number in text for number in self._numbers):
            text = _STRING_OR_NUMBER.sub(self._number_or_string, text)
        return text

    def cut(self, text: str) -> str:
        """`text` with a placeholder for what is left of a confided secret where a text was cut in its midst."""
        for secret, place in self._whole.items():
            start = text.find(secret[:_LONG])
            while start >= 0:
                end = start + _LONG
                while end < len(text) and text.startswith(secret[: end + 1 - start], start):
                    end += 1
                text = f"{text[:start]}{place}{text[end:]}"
                start = text.find(secret[:_LONG], start)
        return text

    def decode(self, text: str) -> str:
        """`text` with a placeholder for each run of digits (base64, hexadecimal) that has a given secret inside."""
        if not any(digits in text for digits in self._digits):
            return text
        return _RUN.sub(self._run, text)

    def _run(self, found: re.Match[str]) -> str:
        run = found[1]
        if run is None:  # an escape
            return found[0]
        return next((place for digits, place in self._digits.items() if digits in run), found[0])

    def _number_or_string(self, found: re.Match[str]) -> str:
        token = found.group()
        if token[0] == '"':
            return self._number_pattern.sub(lambda inner: self._numbers[inner.group()], token)
        place = self._numbers.get(token)
        return token if place is None else f'"{place}"'


def _alternatives(words: dict[str, str]) -> re.Pattern[str]:
    """Finds any of `words`, the longest first; the short ones only where a word begins and ends."""
    ordered = sorted(words, key=len, reverse=True)
    long = "|".join(re.escape(word) for word in ordered if len(word) >= _LONG)
    short = "|".join(re.escape(word) for word in ordered if len(word) < _LONG)
    choices = [long] if long else []
    if short:  # in JSON, a word may follow the letter of an escape: "one\ntwo"
        choices.append(rf"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf]))(?:{short})(?![A-Za-z0-9])")
    return re.compile("|".join(choices) or r"(?!)")


def _keeping_escapes(places: dict[str, str]) -> Callable[[re.Match[str]], str]:
    def replaced(found: re.Match[str]) -> str:
        before = found.start()
        while before and found.string[before - 1] == "\\":
            before -= 1
        if (found.start() - before) % 2:  # its first letter belongs to an escape: this is another text
            return found.group()
        return places[found.group()]

    return replaced
