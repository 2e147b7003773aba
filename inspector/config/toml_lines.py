"""Changing one value in a TOML text and leaving every other line as the person wrote it.

The standard library reads TOML and does not write it. Each change is made on one line and then read back: if anything
but that value came out different, it is refused and the text stays.
"""

import copy
import re
import tomllib
from collections.abc import Sequence

Scalar = str | int | float | bool
Value = Scalar | Sequence[str]

_TABLE = re.compile(r"\s*\[(?!\[)([^\[\]]+)\]\s*(?:#.*)?")
_ANY_TABLE = re.compile(r"\s*\[")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_KEY = re.compile(
    r"""\s*((?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'))*)\s*="""
)


class CannotChange(ValueError):
    """The value stands in a form that a change of one line does not reach."""


def find_line(text: str, path: tuple[str, ...]) -> int | None:
    """The line, counted from 1, on which the value at `path` is set; None where it is not set on a line of its own."""
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        header = _TABLE.fullmatch(line.rstrip("\r"))
        if header:
            table = _key_path(header[1])
        elif _ANY_TABLE.match(line):
            table = ("", "")  # an array of tables: nothing that is looked for is in one
        elif (match := _KEY.match(line)) and table + _key_path(match[1]) == path:
            return number
    return None


def set_value(text: str, path: tuple[str, ...], value: Value) -> str:
    """The TOML `text` with the value at `path` (one key, or table and key) set; comments and unknown keys stay.

    Raises `tomllib.TOMLDecodeError` where the text is not TOML, and `CannotChange` where the value is not on one line.
    """
    expected = _with(tomllib.loads(text), path, value)
    changed = _edited(text, path, value)
    try:
        if tomllib.loads(changed) == expected:
            return changed
    except tomllib.TOMLDecodeError:
        pass
    raise CannotChange(".".join(path))


def _with(document: dict[str, object], path: tuple[str, ...], value: Value) -> dict[str, object]:
    document = copy.deepcopy(document)
    table = document
    for key in path[:-1]:
        inner = table.setdefault(key, {})
        if not isinstance(inner, dict):
            raise CannotChange(".".join(path))
        table = inner
    table[path[-1]] = value if isinstance(value, Scalar) else list(value)
    return document


def _edited(text: str, path: tuple[str, ...], value: Value) -> str:
    lines = text.split("\n")
    found = find_line(text, path)
    if found is not None:
        old = lines[found - 1]
        key = _KEY.match(old)
        written_key = key[0].rstrip("= \t") if key else _written_key(path[-1])
        lines[found - 1] = f"{written_key} = {_written(value)}{_comment(old)}"
        return "\n".join(lines)
    new = f"{_written_key(path[-1])} = {_written(value)}"
    table = path[:-1]
    if table:
        header = next((at for at, line in enumerate(lines) if _is_header(line, table)), None)
        if header is None:
            head = text.rstrip("\n")
            return f"{head}{chr(10) * 2 if head else ''}[{'.'.join(map(_written_key, table))}]\n{new}\n"
        lines.insert(header + 1, new)
        return "\n".join(lines)
    first_table = next((at for at, line in enumerate(lines) if _ANY_TABLE.match(line)), None)
    if first_table is None:
        head = text.rstrip("\n")
        return f"{head}\n{new}\n" if head else f"{new}\n"
    lines[first_table:first_table] = [new, ""]
    return "\n".join(lines)


def _is_header(line: str, table: tuple[str, ...]) -> bool:
    header = _TABLE.fullmatch(line.rstrip("\r"))
    return header is not None and _key_path(header[1]) == table


def _key_path(written: str) -> tuple[str, ...]:
    """The names in a dotted key; the parser reads them, so quoting is its business."""
    try:
        node: object = tomllib.loads(f"{written} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    names = []
    while isinstance(node, dict):
        ((name, node),) = node.items()
        names.append(name)
    return tuple(names)


def _comment(line: str) -> str:
    """The comment at the end of a line, with blanks before it: it begins at the first `#` after a whole value."""
    for match in re.finditer("#", line):
        try:
            tomllib.loads(line[: match.start()])
        except tomllib.TOMLDecodeError:
            continue
        return "  " + line[match.start() :]
    return "\r" if line.endswith("\r") else ""


def _written_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _written(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value)
        case _:
            return "[" + ", ".join(_quoted(item) for item in value) + "]"


def _quoted(text: str) -> str:
    def escape(letter: str) -> str:
        if letter in '"\\':
            return "\\" + letter
        return f"\\u{ord(letter):04X}" if ord(letter) < 0x20 or ord(letter) == 0x7F else letter

    return '"' + "".join(map(escape, text)) + '"'
