"""A target as JSON for the disk, without anything secret, and back.

What is left out is named, so that whoever reads it knows what has to be given again before it can be used.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, assert_never, get_args

from inspector.config.target import (
    DemoEra,
    DemoTarget,
    DemoTransport,
    HttpTarget,
    HttpTransport,
    RecordingTarget,
    StdioTarget,
    Target,
)
from inspector.errors import UsageError
from inspector.secrets import MASK, mask_arguments, mask_url

_FILES = ("ca", "cert", "key")


def to_json(target: Target) -> dict[str, Any]:
    """The target as a JSON object; its member `missing` lists what was left out, and is absent if nothing was.

    Left out are all environment values and header values (their names stay), and what `inspector.secrets` masks
    in arguments and URLs.

        {"kind": "stdio", "command": […], "env": [names], "cwd": … | null, "name": …}
        {"kind": "http", "url": …, "headers": [names], "transport": …, "name": …,
         "ca", "cert", "key", "proxy": …, where they are set}
        {"kind": "demo", "name": "demo", "era": …, "transport": …}     {"kind": "recording", "path": …}
    """
    match target:
        case StdioTarget():
            command = mask_arguments(target.command)
            missing = [
                *(f"argument {at}" for at, word in enumerate(command) if word != target.command[at]),
                *(f"environment {name}" for name in target.env),
            ]
            shape: dict[str, Any] = {
                "kind": "stdio",
                "command": list(command),
                "env": list(target.env),
                "cwd": target.cwd,
                "name": target.name,
            }
        case HttpTarget():
            url = mask_url(target.url)
            missing = [
                *(["a part of the URL"] if url != target.url else []),
                *(f"header {name}" for name, _ in target.headers),
            ]
            shape = {
                "kind": "http",
                "url": url,
                "headers": [name for name, _ in target.headers],
                "transport": target.transport,
                "name": target.name,
                **{name: path for name in _FILES if (path := getattr(target, name)) is not None},
            }
            if target.proxy is not None:
                shape["proxy"] = mask_url(target.proxy)
                missing += ["a part of the proxy's URL"] if shape["proxy"] != target.proxy else []
        case DemoTarget():
            return {"kind": "demo", "name": target.name, "era": target.era, "transport": target.transport}
        case RecordingTarget():
            return {"kind": "recording", "path": str(target.path)}
        case _:
            assert_never(target)
    return {**shape, "missing": missing} if missing else shape


def from_json(shape: object) -> tuple[Target, tuple[str, ...]]:
    """The target that `to_json` wrote, and what is missing from it.

    Values that were left out stand as `‹secret›` in it, so it can be shown, and must be completed before it is used.
    Raises `ValueError` for any other shape.
    """
    if not isinstance(shape, dict):
        raise ValueError("not an object")
    missing = _texts(shape, "missing")
    match shape.get("kind"):
        case "stdio":
            command = _texts(shape, "command")
            if not command:
                raise ValueError("no command")
            cwd = shape.get("cwd")
            env = dict.fromkeys(_texts(shape, "env"), MASK)
            return StdioTarget(
                command, env, None if cwd is None else _text(shape, "cwd"), _text(shape, "name", "")
            ), missing
        case "http":
            headers = tuple((name, MASK) for name in _texts(shape, "headers"))
            transport: HttpTransport = _one_of(shape, "transport", get_args(HttpTransport))
            given = {name: _text(shape, name) for name in (*_FILES, "proxy") if name in shape}
            try:
                return HttpTarget(_text(shape, "url"), headers, transport, _text(shape, "name", ""), **given), missing
            except UsageError as error:
                raise ValueError(error.message) from None
        case "demo":
            era: DemoEra = _one_of(shape, "era", get_args(DemoEra))
            carrier: DemoTransport = _one_of(shape, "transport", get_args(DemoTransport))
            return DemoTarget(era, carrier), missing
        case "recording":
            return RecordingTarget(Path(_text(shape, "path"))), missing
        case kind:
            raise ValueError(f"unknown kind {kind!r}")


def _text(shape: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = shape.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f"{key} is not a string")
    return value


def _texts(shape: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = shape.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{key} is not a list of strings")
    return tuple(value)


def _one_of(shape: Mapping[str, Any], key: str, allowed: tuple[Any, ...]) -> Any:
    value = shape.get(key)
    if value not in allowed:
        raise ValueError(f"{key} is none of {', '.join(allowed)}")
    return value
