"""Rules of interference: `--faults FILE`, a TOML file of what is done on purpose to messages on their way.

    [[rule]]
    name = "a slow echo"              how records call it; without it, by its number
    match = "method:tools/call"       in the filter language; without it every message
    direction = "in"                  "in": from the server, "out": to it, "both"
    action = "delay"                  one of `ACTIONS`, with its own keys
    seconds = 2.5

    after = 1                         let the first one that fits pass,
    every = 3                         and of those that follow take each third,
    first = 2                         two of them in all;
    probability = 0.5                 and of these by chance,
    seed = 7                          the same each time
    in-order = true                   hold, delay: what comes behind on the same stream waits too
    enabled = false                   waits to be switched on while connected

The first rule that fits a message is the one that is applied. Reading is strict: a rule that is not as it was meant
interferes with the wrong thing. The text of `match` is read by `inspector.analysis.interference`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from inspector.errors import UsageError

Action = Literal[
    "hold", "edit", "drop", "delay", "duplicate", "answer", "cut", "garble", "status", "forget-session", "stall"
]
Direction = Literal["in", "out", "both"]
Garbling = Literal["truncate", "noise", "not-utf-8"]

ACTIONS: Final[Mapping[Action, str]] = {
    "hold": "keeps it until a person lets it go; where there is no person, it passes",
    "edit": "alters it: `set` and `remove` by JSON path, `replace` texts, or `with` another text in its place",
    "drop": "it never arrives",
    "delay": "it arrives `seconds` later",
    "duplicate": "it arrives once more, or `times` more",
    "answer": "the request does not go to the server: `result`, `error` or `raw` is its answer",
    "cut": "the connection breaks in the midst of it: on stdio the server is killed",
    "garble": "its bytes are spoilt: `how` is truncate, noise or not-utf-8",
    "status": "the request does not go to the server: this HTTP `status` is its answer, with `headers` and `body`",
    "forget-session": "the request does not go to the server: HTTP 404, as from one that has forgotten the session",
    "stall": "it never arrives, and nothing that would follow it on the same stream; the stream stays open",
}
"""What a rule can do, and how it is."""

TO_SERVER: Final[frozenset[Action]] = frozenset({"answer", "status", "forget-session"})
"""What stands in the server's stead, so that it is done to what we say."""

HTTP_ONLY: Final[frozenset[Action]] = frozenset({"status", "forget-session"})
"""What there is only over HTTP; on stdio such a rule fits nothing."""


@dataclass(frozen=True, slots=True)
class FaultRule:
    """One rule. `number` from 1 in its file; `where` says file and number, for what goes wrong with it.

    Of the parameters those count that the action has (`ACTIONS`). `seconds` in seconds; `set` maps JSON paths to
    values; `headers` are in their order.
    """

    action: Action
    match: str = ""
    direction: Direction = "both"
    name: str = ""
    number: int = 0
    where: str = "the rule"
    enabled: bool = True
    after: int = 0
    every: int = 1
    first: int = 0
    probability: float = 1.0
    seed: int = 0
    in_order: bool = False
    seconds: float = 0.0
    times: int = 1
    set: Mapping[str, Any] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    replace: tuple[tuple[str, str], ...] = ()
    text: str | None = None
    how: Garbling = "truncate"
    status: int = 503
    headers: tuple[tuple[str, str], ...] = ()
    body: str = ""
    result: Any = None
    error: Mapping[str, Any] | None = None

    @property
    def called(self) -> str:
        """How a person knows it: by its name, else by its number."""
        return f"“{self.name}”" if self.name else f"rule {self.number}" if self.number > 0 else self.where


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of a rule: for which actions (all if none), whether a value will do, and what would."""

    fits: Callable[[Any], bool]
    expected: str
    actions: tuple[Action, ...] = ()
    field: str = ""


def _is_count(least: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value >= least


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value))


def _is_json(value: Any) -> bool:
    """TOML has dates, which JSON has not."""
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    if isinstance(value, list):
        return all(map(_is_json, value))
    return isinstance(value, str | int | float)


def _is_error(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and type(value.get("code")) is int
        and isinstance(value.get("message"), str)
        and _is_json(value)
    )


_REPLACES: Final = 'a table of texts, as { "old" = "new" }'
_SETS: Final = 'a table of JSON paths, as { "$.result.isError" = true }'
KEYS: Final[Mapping[str, _Key]] = {
    "action": _Key(lambda value: value in ACTIONS, "one of " + ", ".join(ACTIONS)),
    "match": _Key(_is_text, "a filter, as method:tools/call"),
    "direction": _Key(lambda value: value in get_args(Direction), "in, out or both"),
    "name": _Key(_is_text, "a text"),
    "enabled": _Key(lambda value: isinstance(value, bool), "true or false"),
    "after": _Key(_is_count(0), "a number, 0 or more"),
    "every": _Key(_is_count(1), "a number, 1 or more"),
    "first": _Key(_is_count(1), "a number, 1 or more"),
    "probability": _Key(lambda value: _is_number(value) and 0 <= value <= 1, "a number from 0 to 1"),
    "seed": _Key(_is_count(0), "a number, 0 or more"),
    "in-order": _Key(lambda value: isinstance(value, bool), "true or false", ("hold", "delay"), "in_order"),
    "seconds": _Key(lambda value: _is_number(value) and 0 < value < 1e6, "a time in seconds, above 0", ("delay",)),
    "times": _Key(lambda value: type(value) is int and 1 <= value <= 1000, "a number from 1 to 1000", ("duplicate",)),
    "set": _Key(lambda value: isinstance(value, dict) and bool(value) and _is_json(value), _SETS, ("edit",)),
    "remove": _Key(_are_texts, 'a list of JSON paths, as ["$.result.content"]', ("edit",)),
    "replace": _Key(
        lambda value: isinstance(value, dict) and bool(value) and all(map(_is_text, value.values())),
        _REPLACES,
        ("edit",),
    ),
    "with": _Key(_is_text, "the text that arrives in its place", ("edit",), "text"),
    "how": _Key(lambda value: value in get_args(Garbling), "truncate, noise or not-utf-8", ("garble",)),
    "status": _Key(lambda value: type(value) is int and 200 <= value <= 599, "a status from 200 to 599", ("status",)),
    "headers": _Key(
        lambda value: isinstance(value, dict) and all(map(_is_text, value.values())),
        'a table of headers, as { "Retry-After" = "1" }',
        ("status",),
    ),
    "body": _Key(_is_text, "a text", ("status",)),
    "result": _Key(_is_json, "a JSON value", ("answer",)),
    "error": _Key(_is_error, 'an error, as { code = -32603, message = "…" }', ("answer",)),
    "raw": _Key(_is_text, "the text of the answer, in which $id stands for the id", ("answer",), "text"),
}
"""Every key of a rule."""

_ONE_OF: Final[Mapping[Action, tuple[str, ...]]] = {
    "edit": ("set", "remove", "replace", "with"),
    "answer": ("result", "error", "raw"),
    "delay": ("seconds",),
    "status": ("status",),
}
"""Keys without any of which an action says nothing."""


def read_faults(path: Path) -> tuple[FaultRule, ...]:
    """The rules of a file, in order. Raises UsageError that names the file, the rule, the key and what it expected."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--faults {path} cannot be read.", why=f"{error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"--faults {path} is not UTF-8.", why=f"Byte {error.start:,} is none.") from None
    return rules_of(text, str(path))


def rules_of(text: str, source: str) -> tuple[FaultRule, ...]:
    """The rules in a TOML text; `source` is its file, for what goes wrong. Raises UsageError."""
    import tomllib  # late: few commands have rules

    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # an integer of thousands of digits is a ValueError only
        why = "It is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UsageError(f"{source} is not TOML.", why=f"{why}.") from None
    tables = document.pop("rule", [])
    if document:
        raise UsageError(
            f"{source}: {next(iter(document))} is no key that is known.", hint="Rules begin with [[rule]]."
        )
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise UsageError(
            f"{source}: rule is no list of rules.", hint="Each rule begins with [[rule]], in two brackets."
        )
    return tuple(_rule(table, number, f"{source}, rule {number}") for number, table in enumerate(tables, 1))


def _rule(table: Mapping[str, Any], number: int, where: str) -> FaultRule:
    action = cast(Action, _action(table, where))
    values: dict[str, Any] = {}
    for name, value in table.items():
        key = KEYS.get(name)
        if key is None:
            raise UsageError(
                f"{where}: {name} is no key of a rule.", hint=f"Those of {action}: {', '.join(_of(action))}."
            )
        if key.actions and action not in key.actions:
            owners = " and ".join(key.actions)
            raise UsageError(
                f"{where}: {name} is a key of {owners}, not of {action}.",
                hint=f"Those of {action}: {', '.join(_of(action))}.",
            )
        if not key.fits(value):
            raise UsageError(f"{where}: {name} is not as it should be.", why=f"Expected was {key.expected}.")
        values[key.field or name] = value
    needed = _ONE_OF.get(action, ())
    given = [name for name in needed if name in table]
    if needed and not given:
        raise UsageError(f"{where}: {action} needs {' or '.join(needed)}.", why=f"{action}: {ACTIONS[action]}.")
    if len(given) > 1 and (action == "answer" or "with" in given):
        raise UsageError(f"{where}: {' and '.join(given)} exclude each other.")
    direction = values.get("direction", _usual(action))
    if action in TO_SERVER and direction != "out":
        why = f"{action} stands in the server's stead, so it is done to what goes out."
        raise UsageError(f"{where}: direction is not as it should be.", why=f"Expected was out: {why}")
    for name in ("replace", "headers"):
        if name in values:
            values[name] = tuple(values[name].items())
    values["remove"] = tuple(values.get("remove", ()))
    return FaultRule(**{**values, "action": action, "direction": direction, "number": number, "where": where})


def _action(table: Mapping[str, Any], where: str) -> str:
    if "action" not in table:
        raise UsageError(f"{where} has no action.", why=f"Expected was {KEYS['action'].expected}.")
    action = table["action"]
    if not isinstance(action, str) or action not in ACTIONS:
        raise UsageError(f"{where}: action is not as it should be.", why=f"Expected was {KEYS['action'].expected}.")
    return action


def _usual(action: Action) -> Direction:
    """Which way a rule looks that does not say: a client's error paths are what is mostly wanted."""
    return "out" if action in TO_SERVER else "both" if action == "hold" else "in"


def _of(action: Action) -> list[str]:
    return [name for name, key in KEYS.items() if not key.actions or action in key.actions]
