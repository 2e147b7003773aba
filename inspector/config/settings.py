"""The person's settings: `settings.toml` in the configuration folder.

    theme = "ink"                     the name of a theme
    mouse = true
    ascii = false                     signs of ASCII only; without it, by the locale
    approve = "none"                  "destructive", "writes": ask before calls of such tools
    columns = ""                      those of the traffic, as "number time kind method"; "" goes by the width
    client-info = true                say who we are in each request
    max-message-bytes = 67108864      a longer line or event is kept as a marked row, not as a message

    [timeouts]                        seconds, as the options of the same names
    request = 60.0
    max = 600.0
    connect = 60.0
    probe = 10.0

    [recordings]
    enabled = true
    max-count = 200                   older ones are pruned beyond either limit
    max-bytes = 1000000000
    redact = ["customer", "AC-[0-9]{6}"]    names and patterns of what is taken out beside the known secrets

    [keymap]                          the id of a binding → its keys
    "run" = "ctrl+r"
    "next-pane" = ["tab", "ctrl+n"]

Reading is tolerant: an unknown key and a value of another type are problems with their line, and the default counts.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from inspector.config.changing import locked
from inspector.config.files import read_text, write_atomically
from inspector.config.problems import Problem
from inspector.errors import InspectorError, UsageError

if TYPE_CHECKING:
    from inspector.config.toml_lines import Value


Approve = Literal["none", "destructive", "writes"]
"""Which calls wait for a yes: none, those of tools that may destroy, or of all that are not marked read-only."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds: one request without news; with progress; start to negotiated; silence on the probe."""

    request: float = 60.0
    max: float = 600.0
    connect: float = 60.0
    probe: float = 10.0


@dataclass(frozen=True, slots=True)
class RecordingLimits:
    """Whether sessions are recorded, how many recordings and bytes of them are kept, and the person's own rules of what
    to redact (`own_redaction`).
    """

    enabled: bool = True
    max_count: int = 200
    max_bytes: int = 1_000_000_000
    redact: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """What the person chose, else the defaults.

    `ascii` None goes by the locale. `keymap` has the id of a binding and its keys, joined by commas.
    """

    theme: str = "ink"
    mouse: bool = True
    ascii: bool | None = None
    approve: Approve = "none"
    columns: str = ""
    client_info: bool = True
    max_message_bytes: int = 64 * 1024 * 1024
    timeouts: Timeouts = field(default_factory=Timeouts)
    recordings: RecordingLimits = field(default_factory=RecordingLimits)
    keymap: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """What was read from `path`, and what could not be used of it."""

    path: Path
    settings: Settings
    problems: tuple[Problem, ...]


class _Wrong(Exception):
    """What a value should have been."""


def _text(value: object) -> str:
    if isinstance(value, str) and value:
        return value
    raise _Wrong("a text in quotes")


def _columns(value: object) -> str:
    if isinstance(value, str):
        return value
    raise _Wrong("names of columns in quotes")


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _Wrong("true or false")


def _approve(value: object) -> str:
    if value in get_args(Approve):
        return str(value)
    raise _Wrong(" or ".join(f'"{one}"' for one in get_args(Approve)))


def _seconds(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= sys.float_info.max:
        return float(value)
    raise _Wrong("a number of seconds above 0")


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    raise _Wrong("a whole number above 0")


def _keys(value: object) -> str:
    keys = [value] if isinstance(value, str) else value
    if isinstance(keys, list) and all(isinstance(key, str) for key in keys):
        return ",".join(keys)
    raise _Wrong("a key, or a list of keys, in quotes")


def _rules(value: object) -> tuple[str, ...]:
    from inspector.config.own_redaction import read_own  # late: most have none

    rules = [value] if isinstance(value, str) else value
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise _Wrong("names and patterns in quotes")
    try:
        for rule in rules:
            read_own(rule)
    except UsageError as error:
        raise _Wrong(f"names and patterns in quotes ({error.why.rstrip('.')})") from None
    return tuple(rules)


_SCALARS: dict[str, Callable[[object], str | bool | int | float]] = {
    "theme": _text,
    "mouse": _switch,
    "ascii": _switch,
    "approve": _approve,
    "columns": _columns,
    "client-info": _switch,
    "max-message-bytes": _count,
}
_TABLES: dict[str, dict[str, Callable[[object], object]]] = {
    "timeouts": {"request": _seconds, "max": _seconds, "connect": _seconds, "probe": _seconds},
    "recordings": {"enabled": _switch, "max-count": _count, "max-bytes": _count, "redact": _rules},
}
_KEYMAP = "keymap"
_PLACE_IN_FAULT = re.compile(r" \(at line (\d+), column (\d+)\)$")


def read_settings(path: Path) -> SettingsFile:
    """The settings in `path`; a file that is not there gives the defaults. Never raises."""
    text = read_text(path, absent="")
    if isinstance(text, Problem):
        return SettingsFile(path, Settings(), (text,))
    if not text:
        return SettingsFile(path, Settings(), ())
    import tomllib  # late: most have no such file

    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # an integer of thousands of digits is a ValueError only
        return SettingsFile(path, Settings(), (_toml_problem(path, error),))
    return _Reader(path, text).read(document)


def change_setting(path: Path, key: str, value: "Value") -> SettingsFile:
    """Set one setting (`theme`, `timeouts.probe`, `keymap.run`) in the file and read it again.

    All other lines stay, unknown keys and comments too; a file that is not there is made. Raises `UsageError` for a key
    that is none or a value of another type, and `InspectorError` where the file cannot be changed, which then stays.
    """
    table, _, name = (
        key.rpartition(".") if not key.startswith(f"{_KEYMAP}.") else (_KEYMAP, ".", key[len(_KEYMAP) + 1 :])
    )
    check: Callable[[object], object] | None = (
        _keys if table == _KEYMAP and name else (_TABLES.get(table, {}) if table else _SCALARS).get(name)
    )
    if check is None:
        raise UsageError(f"{key} is not a setting.", why="No such key is read.", hint=f"There are {', '.join(_all())}.")
    try:
        check(value if isinstance(value, str | int | float | bool) else list(value))
    except _Wrong as wrong:
        raise UsageError(f"{key} takes {wrong}.", why=f"What was given is {value!r}.") from wrong
    with locked(path):
        text = read_text(path, absent="")
        if isinstance(text, Problem):
            raise InspectorError(
                f"{path.name} was not changed.", why=text.describe(), hint="Make it readable, then again."
            )
        write_atomically(path, _changed(path, text, key, (table, name) if table else (name,), value))
    return read_settings(path)


def _changed(path: Path, text: str, key: str, place: tuple[str, ...], value: "Value") -> str:
    from inspector.config import toml_lines

    try:
        return toml_lines.set_value(text, place, value)
    except toml_lines.CannotChange as error:
        raise InspectorError(
            f"{path.name} was not changed.",
            why=f"{key} does not stand there on one line of its own.",
            hint=f"Change {key} in {path} with an editor.",
        ) from error
    except (ValueError, RecursionError) as error:
        why = _toml_problem(path, error).describe()
        raise InspectorError(f"{path.name} was not changed.", why=why, hint="Correct that line, then again.") from error


def _all() -> Sequence[str]:
    return [*_SCALARS, *(f"{table}.{name}" for table, names in _TABLES.items() for name in names), f"{_KEYMAP}.…"]


def _toml_problem(path: Path, error: Exception) -> Problem:
    message = str(error)
    place = _PLACE_IN_FAULT.search(message)
    if place is None:
        return Problem(path, None, f"It is not TOML: {message}.")
    return Problem(path, int(place[1]), f"It is not TOML here: {message[: place.start()]}.", int(place[2]))


class _Reader:
    """Takes what can be used from one document and gathers what cannot."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text
        self._problems: list[Problem] = []

    def read(self, document: Mapping[str, object]) -> SettingsFile:
        settings = Settings()
        for key, value in document.items():
            if key in _SCALARS:
                settings = replace(settings, **self._values((), {key: value}, _SCALARS))
            elif key in _TABLES or key == _KEYMAP:
                if not isinstance(value, dict):
                    self._say((key,), f"{key} is not a table: write [{key}] on a line and its keys below.")
                elif key == _KEYMAP:
                    settings = replace(settings, keymap=self._values((key,), value, dict.fromkeys(value, _keys)))
                elif key == "timeouts":
                    settings = replace(settings, timeouts=Timeouts(**self._values((key,), value, _TABLES[key])))
                else:
                    settings = replace(
                        settings, recordings=RecordingLimits(**self._values((key,), value, _TABLES[key]))
                    )
            else:
                self._say((key,), f"{key} is not a setting; it is left alone.")
        return SettingsFile(self._path, settings, tuple(self._problems))

    def _values(
        self, table: tuple[str, ...], given: Mapping[str, object], checks: Mapping[str, Callable[[object], object]]
    ) -> dict[str, Any]:
        """The values that can be used, by the names that the dataclasses have (binding ids stay as they are)."""
        values = {}
        for name, value in given.items():
            path = (*table, name)
            if name not in checks:
                self._say(path, f"{'.'.join(path)} is not a setting; it is left alone.")
                continue
            try:
                values[name if table == (_KEYMAP,) else name.replace("-", "_")] = checks[name](value)
            except _Wrong as wrong:
                self._say(path, f"{'.'.join(path)} takes {wrong}; the default counts.")
        return values

    def _say(self, path: tuple[str, ...], message: str) -> None:
        from inspector.config import toml_lines

        self._problems.append(Problem(self._path, toml_lines.find_line(self._text, path), message))
