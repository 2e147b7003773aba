"""A Python program that makes one request with the official SDK, the package `mcp`, version 2.

The SDK negotiates, and writes ids, `_meta` and the headers that mirror a message: only what the person gave is in the
program.
"""

from collections.abc import Mapping
from typing import Final

from inspector.analysis.exports.literals import literal
from inspector.analysis.exports.programs import header, proxy_of, tls_of, with_note
from inspector.config.addresses import split_unix
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target
from inspector.protocol.envelope import PREFIX
from inspector.wire.json import Json
from inspector.wire.versions import era_of

_LISTS: Final = {
    "tools/list": "list_tools",
    "resources/list": "list_resources",
    "resources/templates/list": "list_resource_templates",
    "prompts/list": "list_prompts",
}
_SUBSCRIBES: Final = {"resources/subscribe": "subscribe_resource", "resources/unsubscribe": "unsubscribe_resource"}
_CONNECTS: Final = frozenset({"initialize", "server/discover"})
"""What the SDK sends by itself when it connects."""
_REFS: Final = {"ref/prompt": ("PromptReference", "name"), "ref/resource": ("ResourceTemplateReference", "uri")}
_OWN_META: Final = frozenset(PREFIX + name for name in ("protocolVersion", "clientInfo", "clientCapabilities"))
_OWN_TOKEN: Final = "inspector-"
_PRINT: Final = "print(result.model_dump_json(by_alias=True, exclude_none=True, indent=2))"
_INSIDE: Final = " " * 12


def sdk_program(
    target: Target, method: str, params: Mapping[str, Json], *, version: str = "", insecure: bool = False
) -> str:
    """The program: it connects, makes the request, and prints the result as JSON.

    Empty for a target without a server, for notifications, which the SDK sends where it has to, and for params that are
    nested too deeply for Python source. `version` is the
    one that was spoken: a modern one is pinned, for a legacy one the handshake is. What is secret is masked in the
    target already, or not.
    """
    if isinstance(target, RecordingTarget) or method.startswith("notifications/"):
        return ""
    try:
        call, types = _call(method, bare_params(params))
    except RecursionError:
        return ""
    return with_note("\n".join(_program(target, _mode(target, version), call, types, insecure=insecure)) + "\n")


def bare_params(params: Mapping[str, Json]) -> dict[str, Json]:
    """The params without the `_meta` that a client writes by itself (`2026-07-28 basic/index#meta`)."""
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        return dict(params)
    kept = {name: value for name, value in meta.items() if not _is_own(name, value)}
    return {**{name: value for name, value in params.items() if name != "_meta"}, **({"_meta": kept} if kept else {})}


def _is_own(name: str, value: Json) -> bool:
    return name in _OWN_META or (name == "progressToken" and str(value).startswith(_OWN_TOKEN))


def _mode(target: Target, version: str) -> str:
    era = era_of(version)
    if isinstance(target, HttpTarget) and target.transport == "http+sse":
        era = "legacy"
    return "" if era is None else "legacy" if era == "legacy" else version


# ── the request ──────────────────────────────────────────────────────────────────────────────────────────────────────


_Arguments = tuple[str, list[str], tuple[str, ...]]
"""A method of the client, its arguments as they are written, and the types that these name."""


def _call(method: str, params: dict[str, Json]) -> tuple[list[str], tuple[str, ...]]:
    """The lines that make the request and print what comes, and the types that they name."""
    if method in _CONNECTS:
        return ["print(client.protocol_version, client.server_info)", "print(client.server_capabilities)"], ()
    meta, rest = params.get("_meta"), {name: value for name, value in params.items() if name != "_meta"}
    plain = meta is None or isinstance(meta, dict)
    arguments = _arguments(method, rest) if plain else None
    if arguments is None:
        return [
            f"params = {literal(params, ' ' * 8)}",
            f"request = Request[Any, str](method={method!r}, params=params)",
            "result = await client.session.send_request(request, TypeAdapter(dict))",
            "print(json.dumps(result, indent=2))",
        ], ("Request",)
    name, texts, types = arguments
    if meta is not None:
        texts = [*texts, f"meta={literal(meta, _INSIDE)}"]
    short = f"result = await client.{name}({', '.join(texts)})"
    if len(short) <= 100 and "\n" not in short:
        return [short, _PRINT], types
    return [f"result = await client.{name}(", *(f"    {text}," for text in texts), ")", _PRINT], types


def _arguments(method: str, rest: dict[str, Json]) -> _Arguments | None:
    """What the client has for this; None if it has nothing."""
    has = rest.keys()
    if method == "tools/call" and has <= {"name", "arguments"} and isinstance(rest.get("arguments", {}), dict):
        return _named("call_tool", rest, "name", "arguments")
    if method == "prompts/get" and has <= {"name", "arguments"} and _all_texts(rest.get("arguments", {})):
        return _named("get_prompt", rest, "name", "arguments")
    if method == "resources/read" and has == {"uri"}:
        return _named("read_resource", rest, "uri")
    if method in _LISTS and has <= {"cursor"} and isinstance(rest.get("cursor", ""), str):
        return _LISTS[method], [f"cursor={rest['cursor']!r}"] if "cursor" in rest else [], ()
    if method in _SUBSCRIBES and has == {"uri"}:
        return _named(_SUBSCRIBES[method], rest, "uri")
    if method == "ping" and not has:
        return "send_ping", [], ()
    return _completion(rest) if method == "completion/complete" else None


def _named(call: str, rest: dict[str, Json], first: str, second: str = "") -> _Arguments | None:
    if not isinstance(rest.get(first), str):
        return None
    return call, [literal(rest[first]), *([literal(rest[second], _INSIDE)] if second in rest else [])], ()


def _completion(rest: dict[str, Json]) -> _Arguments | None:
    ref, argument = rest.get("ref"), rest.get("argument")
    if rest.keys() != {"ref", "argument"} or not isinstance(ref, dict) or not _all_texts(argument):
        return None
    kind, member = _REFS.get(str(ref.get("type")), ("", ""))
    if not kind or ref.keys() != {"type", member} or not isinstance(ref[member], str):
        return None
    return "complete", [f"{kind}({member}={ref[member]!r})", literal(argument, _INSIDE)], (kind,)


def _all_texts(value: Json) -> bool:
    return isinstance(value, dict) and all(isinstance(member, str) for member in value.values())


# ── the way to the server ────────────────────────────────────────────────────────────────────────────────────────────


def _program(target: Target, mode: str, call: list[str], types: tuple[str, ...], *, insecure: bool) -> list[str]:
    imports, made, around, server = _server(target, insecure=insecure)
    generic = "Request" in types
    standard = {"asyncio", *(["json"] if generic else []), *imports.pop("import", ())}
    imports.setdefault("mcp", set()).add("Client")
    if types:
        imports["mcp_types"] = set(types)
    if generic:
        imports["typing"], imports["pydantic"] = {"Any"}, {"TypeAdapter"}
    opened = f"Client({server}{f', mode={mode!r}' if mode else ''}) as client"
    plain = sorted(name for name in standard if name != "httpx2")
    return [
        *(f"import {name}" for name in plain),
        *([f"from typing import {', '.join(sorted(imports.pop('typing')))}"] if "typing" in imports else []),
        "",
        *(["import httpx2"] if "httpx2" in standard else []),
        *(f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(imports.items())),
        "",
        "",
        "async def main():",
        *(f"    {line}" for line in made),
        f"    async with {', '.join([*around, opened])}:",
        *(f"        {line}" for line in call),
        "",
        "",
        "asyncio.run(main())",
    ]


_Server = tuple[dict[str, set[str]], list[str], list[str], str]
"""What is imported (`import`: whole modules), lines before, what is opened around it, and the client's argument."""


def _server(target: Target, *, insecure: bool) -> _Server:
    if isinstance(target, DemoTarget):
        era = [] if target.era == "dual" else ["--era", target.era]
        target = StdioTarget(("inspector", "demo-server", *era))
    if isinstance(target, StdioTarget):
        return {"mcp": {"StdioServerParameters"}}, _process(target), [], "server"
    assert isinstance(target, HttpTarget)
    if target.transport == "http+sse":
        return _over_sse(target, insecure=insecure)
    unix = split_unix(target.url)
    verify, made = tls_of(target, insecure=insecure)
    options = [
        *_headers(target),
        *([f"verify={verify}"] if verify else []),
        *([f"transport=httpx2.AsyncHTTPTransport(uds={unix.socket!r})"] if unix is not None else proxy_of(target)),
    ]
    if not options:
        return {}, [], [], repr(target.url)
    url = target.url if unix is None else f"http://localhost{unix.path}"
    imports = {
        "import": {"httpx2", *(["ssl"] if made else [])},
        "mcp.client.streamable_http": {"streamable_http_client"},
    }
    made = [*made, f"http = httpx2.AsyncClient({', '.join([*options, 'timeout=60'])})"]
    return imports, made, ["http"], f"streamable_http_client({url!r}, http_client=http)"


def _headers(target: HttpTarget) -> list[str]:
    pairs = ", ".join(f"{name!r}: {header(value)}" for name, value in target.headers)
    return [f"headers={{{pairs}}}"] if pairs else []


def _process(target: StdioTarget) -> list[str]:
    arguments = [
        f"command={target.command[0]!r}",
        *([f"args={literal(list(target.command[1:]), ' ' * 8)}"] if target.command[1:] else []),
        *([f"env={literal(dict(target.env), ' ' * 8)}"] if target.env else []),
        *([f"cwd={target.cwd!r}"] if target.cwd is not None else []),
    ]
    return ["server = StdioServerParameters(", *(f"    {one}," for one in arguments), ")"]


def _over_sse(target: HttpTarget, *, insecure: bool) -> _Server:
    """The transport of 2024-11-05, which takes a factory for what is not an address or a header."""
    verify, made = tls_of(target, insecure=insecure)
    options = [*([f"verify={verify}"] if verify else []), *proxy_of(target)]
    arguments = [repr(target.url), *_headers(target)]
    imports = {"mcp.client.sse": {"sse_client"}}
    if options:
        imports["import"] = {"httpx2", *(["ssl"] if made else [])}
        made = [
            *made,
            "def factory(headers=None, timeout=None, auth=None):",
            f"    return httpx2.AsyncClient(headers=headers, timeout=timeout, auth=auth, {', '.join(options)})",
        ]
        arguments.append("httpx_client_factory=factory")
    return imports, made, [], f"sse_client({', '.join(arguments)})"
