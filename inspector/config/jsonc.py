"""JSON with the line of every member, which may have comments and trailing commas, as VS Code writes it.

Comments and trailing commas are overwritten with blanks, so that positions stay, and the standard parser does the rest
at its own speed: such a file may be many megabytes, of which a few lines interest us.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_STRING_OR_COMMENT = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_STRING_OR_TRAILING_COMMA = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|,(?=[ \t\r\n]*[}\]])')
_NOT_LINE_END = re.compile(r"[^\r\n]")
_BLANKS = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class JsonFault(ValueError):
    """The text is not JSON: `message`, and the place, counted from 1 (None where the parser gives none)."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place; `key_line` is the line of its key, or of the value itself at the root."""

    text: str
    at: int
    key_line: int
    value: object

    def members(self) -> Iterator[tuple[str, "Node"]]:
        """The members of an object in the order of the file, repeated keys included; nothing for other values."""
        if not isinstance(self.value, dict):
            return
        line, counted = self.key_line, self.at
        at = self._skip(self.at + 1)
        # The text has been parsed once as a whole, so each step finds what it expects.
        while self.text[at] != "}":
            line += self.text.count("\n", counted, at)
            counted = at
            key, after = _DECODER.raw_decode(self.text, at)
            start = self._skip(self._skip(after) + 1)
            value, after = _DECODER.raw_decode(self.text, start)
            yield key, Node(self.text, start, line, value)
            at = self._skip(after)
            if self.text[at] == ",":
                at = self._skip(at + 1)

    @property
    def end(self) -> int:
        """Where the value ends: the place behind its last character."""
        return _DECODER.raw_decode(self.text, self.at)[1]

    def elements(self) -> Iterator["Node"]:
        """The elements of an array in their order; nothing for other values."""
        if not isinstance(self.value, list):
            return
        line, counted = self.key_line, self.at
        at = self._skip(self.at + 1)
        while self.text[at] != "]":
            line += self.text.count("\n", counted, at)
            counted = at
            value, after = _DECODER.raw_decode(self.text, at)
            yield Node(self.text, at, line, value)
            at = self._skip(after)
            if self.text[at] == ",":
                at = self._skip(at + 1)

    def get(self, *path: str) -> "Node | None":
        """The node under these keys; of repeated keys the last, as every JSON parser has it."""
        node: Node = self
        for key in path:
            if not isinstance(node.value, dict) or key not in node.value:
                return None
            *_, node = (child for name, child in node.members() if name == key)
        return node

    def _skip(self, at: int) -> int:
        match = _BLANKS.match(self.text, at)
        return match.end() if match else at


def parse(text: str) -> Node:
    """The root of a JSON text; comments and trailing commas are allowed. Raises `JsonFault`."""
    try:
        value, plain = json.loads(text), text
    except (ValueError, RecursionError):
        plain = _without_extras(text)
        value = _loads(plain)
    match = _BLANKS.match(plain)
    start = match.end() if match else 0
    return Node(plain, start, plain.count("\n", 0, start) + 1, value)


def _loads(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise JsonFault(f"It is not JSON here: {error.msg}.", error.lineno, error.colno) from error
    except RecursionError as error:
        raise JsonFault("It is nested too deeply.") from error
    except ValueError as error:
        raise JsonFault(f"A number in it is too long: {error}.") from error


def _without_extras(text: str) -> str:
    text = _STRING_OR_COMMENT.sub(lambda match: _keep_strings(match[0]), text)
    return _STRING_OR_TRAILING_COMMA.sub(lambda match: _keep_strings(match[0]), text)


def _keep_strings(part: str) -> str:
    return part if part.startswith('"') else _NOT_LINE_END.sub(" ", part)
