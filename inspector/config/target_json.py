"""A target as JSON for the disk, without anything secret, and back.

What is left out is named, so that whoever reads it knows what has to be given again before it can be used.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, assert_never, get_args

from inspector.config.sign_in import GRANTS, SignIn
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

    Left out are all environment values and header values (their names stay), the secret of a client, and what
    `inspector.secrets` masks in arguments and URLs.

        {"kind": "stdio", "command": […], "env": [names], "cwd": … | null, "name": …}
        {"kind": "http", "url": …, "headers": [names], "transport": …, "name": …,
         "ca", "cert", "key", "proxy": …, where they are set,
         "signIn": {"grant": …, "client": …, "secretEnv": …, "issuer": …, "scopes": […], "port": …, "redirect": …}}
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
            if target.sign_in is not None:
                shape["signIn"] = _signing(target.sign_in)
                own = target.sign_in.client_secret and not target.sign_in.secret_env
                missing += ["the client's secret"] if own else []
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
            signs = _signed(shape["signIn"]) if "signIn" in shape else None
            url, label = _text(shape, "url"), _text(shape, "name", "")
            try:
                return HttpTarget(url, headers, transport, label, **given, sign_in=signs), missing
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


def _signing(own: SignIn) -> dict[str, Any]:
    return {
        "grant": own.grant,
        "client": own.client_id,
        "secretEnv": own.secret_env,
        "issuer": own.issuer,
        "scopes": list(own.scopes),
        "port": own.port,
        "redirect": own.redirect,
    }


def _signed(shape: object) -> SignIn:
    if not isinstance(shape, dict) or not isinstance(shape.get("port", 0), int):
        raise ValueError("signIn is none")
    texts = {ours: _text(shape, theirs, "") for ours, theirs in _TEXTS.items()}
    secret = os.environ.get(texts["secret_env"], "")
    grant, port = _one_of(shape, "grant", GRANTS), shape.get("port", 0)
    return SignIn(grant, client_secret=secret, scopes=_texts(shape, "scopes"), port=port, **texts)


_TEXTS = {"client_id": "client", "secret_env": "secretEnv", "issuer": "issuer", "redirect": "redirect"}


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
