"""What a rule makes of a message: edited, spoilt, or answered in the server's stead. Pure; never raises for a message.

What an edit does not touch keeps its bytes only where it works on the text; one by JSON path writes the message anew,
each number with its digits.
"""

import random
from collections.abc import Sequence
from typing import Any, Final

from inspector.analysis.json_paths import EVERY, Step, path_steps
from inspector.config.faults import FaultRule, Garbling
from inspector.protocol.interference import Outcome, Stead
from inspector.wire import jsonrpc
from inspector.wire.json import Json, NotJson, dumps, parse

_ID: Final = "$id"
_FORGOTTEN: Final = "Session not found"


def edited(rule: FaultRule, raw: bytes) -> bytes:
    """The message with the changes of an `edit`; as it was where they find nothing to change."""
    if rule.text is not None:
        return with_id(rule.text, raw)
    text = raw.decode("utf-8", "surrogateescape")
    if rule.set or rule.remove:
        try:
            value = parse(text)
        except NotJson:
            value = None
        else:
            before = dumps(value)
            for path, new in rule.set.items():
                value = _put(value, path_steps(path), new)
            for path in rule.remove:
                value = _removed(value, path_steps(path))
            after = dumps(value)
            text = after if after != before else text
    for old, new in rule.replace:
        text = text.replace(old, new)
    return text.encode("utf-8", "surrogateescape")


def _put(value: Json, steps: Sequence[Step], new: Any) -> Json:
    """With `new` at the path: members that are missing are made, elements that are missing are not."""
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    if step == EVERY:
        if isinstance(value, dict):
            return {name: _put(member, rest, new) for name, member in value.items()}
        return [_put(member, rest, new) for member in value] if isinstance(value, list) else value
    if isinstance(step, int):
        if not isinstance(value, list) or step >= len(value):
            return value
        return [_put(member, rest, new) if at == step else member for at, member in enumerate(value)]
    if not isinstance(value, dict):
        return value
    return {**value, step: _put(value.get(step, {}), rest, new)}


def _removed(value: Json, steps: Sequence[Step]) -> Json:
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(value, dict):
        chosen = set(value) if step == EVERY else {step}
        return {
            name: member if name not in chosen else _removed(member, rest)
            for name, member in value.items()
            if rest or name not in chosen
        }
    if isinstance(value, list):
        return [
            member if step not in (EVERY, at) else _removed(member, rest)
            for at, member in enumerate(value)
            if rest or step not in (EVERY, at)
        ]
    return value


def garbled(raw: bytes, how: Garbling, chance: random.Random) -> bytes:
    """The message spoilt, so that it is no message any more."""
    if how == "truncate":
        return raw[: max(1, len(raw) * 2 // 3)]
    if how == "not-utf-8":
        at = len(raw) // 2
        return raw[:at] + b"\xff\xfe" + raw[at:]
    spoilt = bytearray(raw)
    spoilt[0:1] = b"#"
    for _ in range(max(1, len(raw) // 16)):
        spoilt[chance.randrange(len(spoilt))] = chance.randrange(0x21, 0x7F)
    return bytes(spoilt)


def with_id(text: str, raw: bytes) -> bytes:
    """A text in which `$id` stands for the id of the message `raw`."""
    message = jsonrpc.decode(raw)
    id = message.id if isinstance(message, jsonrpc.Request | jsonrpc.Result | jsonrpc.Error) else None
    return text.replace(_ID, dumps(id)).encode("utf-8", "surrogateescape")


def answered(rule: FaultRule, raw: bytes) -> bytes:
    """What an `answer` says to the request `raw`."""
    if rule.text is not None:
        return with_id(rule.text, raw)
    message = jsonrpc.decode(raw)
    id = message.id if isinstance(message, jsonrpc.Request) else None
    if rule.error is not None:
        error = rule.error
        data = {"data": error["data"]} if "data" in error else {}
        return jsonrpc.error(id, error["code"], error["message"], **data)
    return jsonrpc.result(id, rule.result)


def outcome_of(rule: FaultRule, raw: bytes, chance: random.Random) -> Outcome:
    """What arrives in the message's place, for every action that needs neither time nor a person."""
    match rule.action:
        case "edit":
            return Outcome((edited(rule, raw),))
        case "duplicate":
            return Outcome((raw,) * (rule.times + 1))
        case "garble":
            return Outcome((garbled(raw, rule.how, chance),))
        case "answer":
            return Outcome(stead=Stead(answered(rule, raw)))
        case "status":
            return Outcome(stead=Stead(rule.body.encode(), rule.status, rule.headers, is_message=False))
        case "forget-session":
            message = jsonrpc.decode(raw)
            id = message.id if isinstance(message, jsonrpc.Request) else None
            return Outcome(stead=Stead(jsonrpc.error(id, -32001, _FORGOTTEN), 404, is_message=False))
        case "cut":
            return Outcome((raw[: len(raw) // 2],), end="cut")
        case "stall":
            return Outcome(end="stall")
        case "drop":
            return Outcome()
    return Outcome((raw,))
