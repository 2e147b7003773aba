"""Where the lines of a pretty JSON text begin and end, and how they lie in one another.

The text itself is cut at its braces, brackets and commas, never parsed into values and written again: digits, escapes,
order and doubled names stay as they were sent. A line is a few small numbers, found as far as somebody looked. How many
lines there will be is counted beforehand, by removing all strings and counting what is left; in a very large text that
takes too long, and there are as many as were found.
"""

import json
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

COUNTED_UP_TO: Final = 4_000_000
"""Characters of the largest text whose lines are counted beforehand: some hundredths of a second."""

_STRING: Final = r'"(?:[^"\\]++|\\.)*+"'
# A very long string, or one with very many escapes, is none of these: the match ends with its first quote, and a faster
# reader goes on.
_SHORT: Final = r'"(?:[^"\\]{1,4096}+|\\.){0,1024}+"'
_NEXT: Final = re.compile(rf'[^"{{}}\[\],]*+(?:{_SHORT}[^"{{}}\[\],]*+)*+["{{}}\[\],]', re.DOTALL)
_REST: Final = re.compile(r'(?:[^"\\]++|\\.)*+"', re.DOTALL)
_STRINGS: Final = re.compile(_STRING, re.DOTALL)
_OPENING: Final = re.compile(r"\s*+[{\[]")
_EMPTY: Final = re.compile(r"\{\s*\}|\[\s*\]")
_BLANK: Final = re.compile(r"[ \t\r\n]*+")
_NAME: Final = re.compile(rf"[ \t\r\n]*+({_STRING})[ \t\r\n]*+:[ \t\r\n]*+", re.DOTALL)
_PLAIN_NAME: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_READER: Final = json.JSONDecoder(strict=False)
_NO_LINE: Final = 0xFFFFFFFF
_QUOTES: Final = 2_000
"""Quotes in a string that are looked at one by one."""
_FIRST: Final = 500
"""Lines that are found at once where they are not counted: more than a screen has rows."""


def is_json(text: str) -> bool:
    """Whether a text is one JSON value, leniently: `NaN` passes, and so does what is nested too deeply to be read."""
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


def _counted(text: str) -> int:
    bare = _STRINGS.sub("0", text)
    opened = bare.count("{") + bare.count("[") - len(_EMPTY.findall(bare))
    return 1 + bare.count(",") + 2 * opened


def _after_string(text: str, start: int) -> int:
    """Where the string ends whose first quote is before `start`."""
    end = start
    for _ in range(_QUOTES):  # a long text has few quotes, and they are found fastest
        end = text.find('"', end) + 1
        if not end:
            return len(text)
        slashes = end - 2
        while slashes >= start and text[slashes] == "\\":
            slashes -= 1
        if (end - slashes) % 2 == 0:
            return end
    try:
        return _READER.raw_decode(text, start - 1)[1]
    except ValueError:  # an escape that is none, in a text that is nested too deeply to have been read
        found = _REST.match(text, start)
        return len(text) if found is None else found.end()


class JsonStructure:
    """The lines of a text that `is_json`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._expected = _counted(text) if len(text) <= COUNTED_UP_TO else 0
        self._starts = array("Q")
        self._ends = array("Q")
        self._parents = array("I")
        self._ordinals = array("I")
        self._depths = array("H")
        self._closers: dict[int, tuple[int, int]] = {}
        """First line of a container → its last line, and how many members it has."""
        self._scanner: Iterator[None] | None = self._scan()
        if not self._expected:
            self._reach(_FIRST)

    def __len__(self) -> int:
        return self._expected if self._scanner and self._expected else len(self._starts)

    @property
    def complete(self) -> bool:
        """Whether every line is found."""
        return self._scanner is None

    @property
    def found(self) -> int:
        """How many lines are found so far."""
        return len(self._starts)

    def scan(self, lines: int) -> None:
        """Finds so many lines more."""
        self._reach(len(self._starts) + lines - 1)

    def is_container(self, line: int) -> bool:
        """Whether an object or array with members begins on a line."""
        self._reach(line)
        return self.text[self._ends[line] - 1] in "{["

    def last_line(self, line: int) -> int:
        """The line on which the container that begins on `line` ends."""
        while line not in self._closers and self._scanner is not None:
            self.scan(4096)
        return self._closers.get(line, (line, 0))[0]

    def members(self, line: int) -> int:
        """How many members the container that begins on `line` has."""
        self.last_line(line)
        return self._closers.get(line, (line, 0))[1]

    def parent(self, line: int) -> int | None:
        """The line on which the container around a line begins; None for the outermost. Of a last line: its first."""
        self._reach(line)
        parent = self._parents[line]
        return None if parent == _NO_LINE else parent

    def path(self, line: int) -> str:
        """Where the value of a line is: `$.result.content[0].text`; of a last line, where its container is."""
        self._reach(line)
        steps: list[str] = []
        at: int | None = line
        if self._is_last(line):
            at = self.parent(line)
        while at is not None and (parent := self.parent(at)) is not None:
            name = self._name(at)
            if name is None:
                steps.append(f"[{self._ordinals[at]}]")
            else:
                plain = json.loads(name, strict=False)
                quoted = json.dumps(plain, ensure_ascii=False)
                steps.append(f".{plain}" if _PLAIN_NAME.fullmatch(plain) else f"[{quoted}]")
            at = parent
        return "$" + "".join(reversed(steps))

    def line_of_path(self, path: str) -> int | None:
        """The line of the value at a path, as `path` writes it; None if there is none."""
        at, known = 0, "$"
        while known != path:
            self._reach(at + 1)
            last = self.last_line(at)
            child = at + 1
            while child < last:
                name = self.path(child)
                if path == name or path.startswith((name + ".", name + "[")):
                    break
                child = (self.last_line(child) if self.is_container(child) else child) + 1
            if child >= last:
                return None
            at, known = child, name
        return at

    def containers_at(self, depth: int) -> dict[int, int]:
        """First line → last line of every object and array that has `depth` others around it."""
        while self._scanner is not None:
            self.scan(4096)
        return {line: last for line, (last, _) in self._closers.items() if self._depths[line] == depth}

    def value(self, line: int) -> str:
        """The value of a line exactly as it was sent; of a first or last line, the whole object or array."""
        self._reach(line)
        if self._is_last(line):
            line = self._parents[line]
        start = self._value_start(line)
        last = self.last_line(line) if self.is_container(line) else line
        return self.text[start : self._value_end(last)]

    def decoded(self, line: int) -> str | None:
        """The string on a line, decoded; None if its value is no string."""
        self._reach(line)
        if self.text[self._value_start(line)] != '"':
            return None
        decoded = json.loads(self.value(line), strict=False)
        return decoded if isinstance(decoded, str) else None

    # Finding lines.

    def _reach(self, line: int) -> None:
        # Only when the next line has begun it is certain that no comma belongs to this one.
        if self._scanner is None or line + 1 < len(self._starts):
            return
        for _ in self._scanner:
            if line + 1 < len(self._starts):
                return
        self._scanner = None

    def _line_at(self, offset: int) -> int:
        while self._scanner is not None and (not self._ends or self._ends[-1] <= offset):
            self.scan(4096)
        return max(bisect_right(self._starts, offset) - 1, 0)

    def _scan(self) -> Iterator[None]:
        """Adds lines, some at a time."""
        text, starts, ends = self.text, self._starts, self._ends
        parents, ordinals, depths = self._parents, self._ordinals, self._depths
        around: list[int] = []
        counts: list[int] = []
        begin, parent, count, depth = 0, _NO_LINE, 0, 0
        in_empty = just_closed = False
        steps = 0
        # A lone string may have braces in it, and there is no brace outside of it to begin from.
        end = 0 if _OPENING.match(text) else len(text)
        while found := _NEXT.match(text, end):
            end = found.end()
            sign = text[end - 1]
            if sign == '"':
                end = _after_string(text, end)
            elif sign == ",":
                if just_closed:
                    ends[-1] = end
                else:
                    starts.append(begin)
                    ends.append(end)
                    parents.append(parent)
                    ordinals.append(count)
                    depths.append(depth)
                    count += 1
                just_closed = False
                begin = end
            elif sign in "{[":
                blank = _BLANK.match(text, end)
                if blank is not None and text[blank.end() : blank.end() + 1] in ("}", "]"):
                    in_empty = True
                    continue
                line = len(starts)
                starts.append(begin)
                ends.append(end)
                parents.append(parent)
                ordinals.append(count)
                depths.append(depth)
                around.append(parent)
                counts.append(count + 1)
                parent, count, depth = line, 0, min(depth + 1, 0xFFFF)
                begin = end
            elif in_empty:
                in_empty = False
            else:
                if not just_closed:
                    starts.append(begin)
                    ends.append(end - 1)
                    parents.append(parent)
                    ordinals.append(count)
                    depths.append(depth)
                    count += 1
                depth = len(around) - 1
                self._closers[parent] = (len(starts), count)
                starts.append(end - 1)
                ends.append(end)
                parents.append(parent)
                ordinals.append(_NO_LINE)
                depths.append(min(depth, 0xFFFF))
                parent, count = around.pop(), counts.pop()
                just_closed = True
                begin = end
            steps += 1
            if not steps & 0x3F:
                yield
        if not just_closed and not _BLANK.fullmatch(text, begin):
            starts.append(begin)
            ends.append(len(text.rstrip()))
            parents.append(_NO_LINE)
            ordinals.append(0)
            depths.append(0)
        yield

    # One line.

    def _is_last(self, line: int) -> bool:
        return self._ordinals[line] == _NO_LINE

    def _name(self, line: int) -> str | None:
        """The name of the member on a line, as it is written, with its quotes; None in an array."""
        parent = self._parents[line]
        if parent == _NO_LINE or self.text[self._ends[parent] - 1] == "[":
            return None
        name = _NAME.match(self.text, self._starts[line], self._ends[line])
        return None if name is None else name.group(1)

    def _value_start(self, line: int) -> int:
        start, end = self._starts[line], self._ends[line]
        in_object = self._name(line) is not None
        found = (_NAME if in_object else _BLANK).match(self.text, start, end)
        return start if found is None else found.end()

    def _value_end(self, line: int) -> int:
        end = self._ends[line]
        if self.text[end - 1] == ",":
            end -= 1
        while self.text[end - 1] in " \t\r\n":
            end -= 1
        return end
