"""The commands that connect: what each sends and what it prints. One function a command, each a body for `run_live`."""

from collections.abc import Awaitable, Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

from inspector.analysis.catalog import KINDS, Catalog, offered_json
from inspector.analysis.items import METHOD_OF, Item, Kind
from inspector.errors import UsageError
from inspector.forms.fields import Field, Problem
from inspector.headless import rendering
from inspector.headless.faults import fault_of, fault_of_outcome
from inspector.headless.live import Live, steps_json
from inspector.headless.output import findings_text, indented, table
from inspector.protocol import flows
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import Error
from inspector.wire.text import visible

Body = Callable[[Live], Awaitable[int]]

LISTED: dict[str, tuple[Kind, ...]] = {
    "tools": ("tool",),
    "resources": ("resource",),
    "templates": ("template",),
    "prompts": ("prompt",),
    "all": KINDS,
}
"""What `list` takes, and the kinds that it asks for."""


def _rounded(ms: float) -> float:
    return round(ms, 3)


# ── probe ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def probe(live: Live) -> int:
    """Era and version, and how they were found."""
    agreed = live.agreed
    steps = steps_json(live.client.journal.records)
    findings = live.findings()
    document = {
        "transport": agreed.transport,
        "era": agreed.era,
        "protocolVersion": agreed.version,
        "supportedVersions": None if agreed.supported is None else list(agreed.supported),
        "serverInfo": agreed.server_info if isinstance(agreed.server_info, dict) else None,
        "capabilities": agreed.capabilities,
        "instructions": agreed.instructions,
        "steps": steps,
        "findings": findings,
    }
    info = agreed.server_info if isinstance(agreed.server_info, dict) else {}
    named = " ".join(visible(str(info[key])) for key in ("name", "version") if key in info)
    lines = [f"{agreed.era} {agreed.version} over {agreed.transport}" + (f": {named}" if named else "")]
    for number, step in enumerate(steps, 1):
        took = "" if step["ms"] is None else f"  {step['ms']:.1f} ms"
        sent = f" {step['sent']}" if step["sent"] else ""
        answer = f" → {step['outcome']}" if step["outcome"] else ""
        lines.append(f"  {number} {step['action']}{sent}{answer}: {step['verdict']}{took}")
        lines.append(f"    ∴ {step['because']}" + (f"  § {step['clause']}" if step["clause"] else ""))
    offered = ", ".join(visible(name) for name in agreed.capabilities)
    lines.append(f"capabilities: {offered or 'none declared'}")
    if agreed.instructions:
        lines += ["instructions:", indented(agreed.instructions, "  ")]
    if findings:
        lines += ["findings:", findings_text(findings)]
    live.output.data(document, "\n".join(lines))
    return 0


# ── list, describe ───────────────────────────────────────────────────────────────────────────────────────────────────


async def _listed(live: Live, kinds: Sequence[Kind]) -> Catalog:
    """Ask for lists; the catalogue that the journal then holds.

    One kind is asked for whether it is declared or not; of several, those that are. A failure of the only list, and
    one that ends the connection, is raised; of the others it is said.
    """
    for kind in kinds:
        method = METHOD_OF[kind]
        if len(kinds) > 1 and ("resources" if kind == "template" else f"{kind}s") not in live.agreed.capabilities:
            continue
        listing = await live.client.drive(flows.pages(method))
        if listing.failed is None:
            continue
        fault = fault_of(listing.failed, method)
        if fault is not None and (len(kinds) == 1 or fault.exit_code in (3, 7)):
            raise fault
        if listing.failed.error is not None and len(kinds) == 1 and not listing.entries:
            raise ListRefused(listing.failed.error, listing.failed.ms)
        live.output.note(f"{method}: {fault or visible(listing.failed.error.message if listing.failed.error else '')}")
    catalog = Catalog()
    catalog.feed(live.client.journal.records)
    return catalog


class ListRefused(Exception):
    """The only list that was asked for came to a JSON-RPC error, which is the answer."""

    def __init__(self, error: Error, ms: float) -> None:
        super().__init__(error.message)
        self.error = error
        self.ms = ms


def list_kind(what: str) -> Body:
    """`list WHAT`: what the server offers."""

    async def body(live: Live) -> int:
        kinds = LISTED[what]
        try:
            catalog = await _listed(live, kinds)
        except ListRefused as refused:
            return _error_answer(live, refused.error, refused.ms)
        live.output.data(offered_json(catalog, kinds, live.findings()), _offered_text(catalog, kinds))
        return 0

    return body


_TITLES: dict[Kind, str] = {"tool": "Tools", "resource": "Resources", "template": "Templates", "prompt": "Prompts"}


def _offered_text(catalog: Catalog, kinds: Sequence[Kind]) -> str:
    lines: list[str] = []
    for kind in kinds:
        listing = catalog.lists[kind]
        margin = "  " if len(kinds) > 1 else ""
        if margin:
            lines.append(f"{_TITLES[kind]} ({len(listing.items)})")
        rows = [(item.wire, _one_line(item)) for item in listing.usable]
        if rows:
            lines.append(table(rows, margin))
        lines += [f"{margin}✗ {visible(item.label)}: {_left_out(item)}" for item in listing.excluded]
        if not listing.items and not margin:
            lines.append(f"This server offers no {_TITLES[kind].lower()}.")
    return "\n".join(lines)


def _left_out(item: Item) -> str:
    return visible(item.excluded or "; ".join(item.problems))


def _one_line(item: Item) -> str:
    text = " ".join((item.description or item.title).split())
    return text if len(text) <= 100 else text[:99] + "…"


async def _tool(live: Live, name: str, *, by_hand: bool) -> Item | None:
    """The tool of this name. None only for one that is called by hand although the server does not list it."""
    catalog = await _listed(live, ("tool",))
    found = catalog.find("tool", name)
    if found is None and not by_hand:
        names = [item.wire for item in catalog.lists["tool"].items]
        near = get_close_matches(name, names, n=3)
        raise UsageError(
            f"The server has no tool “{name}”.",
            why=f"It offers {len(names)}." + (f" Near: {', '.join(near)}." if near else ""),
            hint="`inspector list tools` shows them; --send-anyway calls it all the same.",
        )
    if found is not None and found.excluded and not by_hand:
        raise UsageError(
            f"{name} is left out.", why=f"{found.excluded}.", hint="--send-anyway calls it without that header."
        )
    return found


def describe(name: str) -> Body:
    """`describe NAME`: the fields of a tool as the form has them, an example call, findings of its schema."""

    async def body(live: Live) -> int:
        from inspector.forms.describe import describe as describe_form
        from inspector.forms.form import form_of

        item = await _tool(live, name, by_hand=False)
        assert item is not None
        raw = item.raw if isinstance(item.raw, dict) else {}
        form = form_of(raw.get("inputSchema", MISSING))
        document = describe_form(name, form)
        lines = [visible(name) + (f"  ({visible(item.title)})" if item.title else "")]
        if item.description:
            lines.append(indented(item.description, "  "))
        rows = [
            (
                f"{field.label}{'*' if field.required else ''}",
                field.kind + ("?" if field.nullable else ""),
                _about(field),
            )
            for field in form.fields
        ]
        lines.append(table(rows, "  ") if rows else "  Takes no arguments.")
        lines.extend(f"  ▲ {visible(problem)}" for problem in form.problems)
        lines.append("example: " + _example_call(name, document.get("example")))
        live.output.data(document, "\n".join(lines))
        return 0

    return body


def _about(field: Field) -> str:
    from inspector.wire.json import dumps

    parts = []
    if field.options:
        parts.append(" | ".join(option.label for option in field.options[:12]))
    if field.default is not MISSING:
        parts.append(f"default {dumps(field.default)}")
    if field.description:
        parts.append(" ".join(field.description.split()))
    if field.problem:
        parts.append(f"▲ {field.problem}")
    return " · ".join(parts)


def _example_call(name: str, example: Json) -> str:
    import shlex

    from inspector.wire.json import dumps

    return f"inspector call {shlex.quote(visible(name))} --arguments {shlex.quote(visible(dumps(example)))} …"


# ── call, read, prompt ───────────────────────────────────────────────────────────────────────────────────────────────


def _error_answer(live: Live, error: Error, ms: float) -> int:
    """A JSON-RPC error is the server's answer, and so it is data; exit code 5."""
    document = {"error": error.error, "ms": _rounded(ms), "findings": live.findings()}
    text = f"✗ {'error' if error.code is None else error.code} {visible(error.message)}"
    if error.data is not MISSING:
        text += "\n" + rendering.json_text(error.data)
    live.output.data(document, text)
    live.output.error_object("json-rpc", visible(error.message), "", "", 5)
    return 5


def call(name: str, pairs: Sequence[str], arguments: str | None, *, send_anyway: bool) -> Body:
    """`call NAME`: a tool, with its arguments from pairs or from a JSON text."""

    async def body(live: Live) -> int:
        from inspector.forms.form import form_of
        from inspector.forms.pairs import from_json, from_pairs
        from inspector.forms.validation import validate

        item = await _tool(live, name, by_hand=send_anyway)
        raw = item.raw if item is not None and isinstance(item.raw, dict) else {}
        schema = raw.get("inputSchema", MISSING)
        form = form_of(schema)
        assembled = from_json(form, arguments) if arguments is not None else from_pairs(form, pairs)
        if assembled.problems and not send_anyway:
            raise _refusal(name, assembled.problems)
        usable = None if schema is MISSING or (item is not None and item.excluded) else schema
        op = live.client.begin("tools/call", name)
        outcome = await live.client.drive(
            flows.call(
                "tools/call",
                {"name": name, "arguments": assembled.arguments},
                live.agreed.era,
                schema=usable,
                max_rounds=live.client.options.max_rounds,
            ),
            op=op,
            on_progress=lambda _: None,
        )
        code = _conclude(live, outcome, "tools/call")
        if code is not None:
            return code
        result = outcome.reply.result
        is_error = result.get("isError") is True
        structured = result.get("structuredContent", MISSING)
        output_schema = raw.get("outputSchema", MISSING)
        validation = None
        if output_schema is not MISSING and not is_error:
            validation = (
                validate(structured, output_schema).as_json()
                if structured is not MISSING
                else {"valid": False, "errors": [{"path": "", "message": "there is no structuredContent"}]}
            )
        document = {
            "result": result,
            "isError": is_error,
            "arguments": assembled.arguments,
            "rounds": outcome.rounds,
            "ms": _rounded(outcome.ms),
            "humanMs": _rounded(outcome.human_ms),
            "validation": validation,
            "findings": live.findings(),
        }
        text = rendering.call_text(result)
        live.output.data(document, f"✗ isError\n{text}" if is_error else text)
        if validation is not None and validation["valid"] is False:
            for error in validation["errors"]:
                live.output.note(f"outputSchema: {error.get('path') or '/'}: {visible(str(error.get('message')))}")
        return 1 if is_error else 0

    return body


def _refusal(name: str, problems: Sequence[Problem]) -> UsageError:
    first = problems[0]
    more = "".join(f" {problem.message} ({problem.rule})." for problem in problems[1:6])
    return UsageError(
        f"{first.message} ({first.rule}).",
        why=(f"And:{more}" if more else f"The inputSchema of {name} does not allow it."),
        hint=f"`inspector describe {name}` shows the fields; --send-anyway sends it as it is.",
    )


def _conclude(live: Live, outcome: flows.Outcome, method: str) -> int | None:
    """Raise for an outcome without a usable answer; print an error answer and return its code; None for a result."""
    fault = fault_of_outcome(outcome, method, live.asking.unanswered)
    if fault is not None:
        raise fault
    if outcome.reply.error is not None:
        return _error_answer(live, outcome.reply.error, outcome.ms)
    result_type = outcome.reply.result.get("resultType", "complete")
    if live.agreed.era == "modern" and result_type != "complete":
        from inspector.errors import ProtocolBroken

        raise ProtocolBroken(
            f"The result of {method} has an unknown resultType.", why=f"It is {visible(str(result_type))[:80]}."
        )
    return None


def read(uri: str, pairs: Sequence[str], output: Path | None) -> Body:
    """`read URI`: a resource; a URI template is expanded from the pairs."""

    async def body(live: Live) -> int:
        address = expanded(uri, pairs) if pairs else uri
        outcome = await _plain(live, "resources/read", {"uri": address}, address)
        code = _conclude(live, outcome, "resources/read")
        if code is not None:
            return code
        result = outcome.reply.result
        contents = result.get("contents")
        entries = contents if isinstance(contents, list) else []
        if output is not None:
            _write_contents(output, entries)
            live.output.note(f"Wrote {output}.")
        document = {"result": result, "ms": _rounded(outcome.ms), "findings": live.findings()}
        text = "" if output is not None else rendering.contents_text(entries)
        live.output.data(document, text if isinstance(contents, list) else rendering.json_text(result))
        return 0

    return body


def expanded(template: str, pairs: Sequence[str]) -> str:
    """A URI template with the values of `KEY=VALUE` pairs. Raises UsageError."""
    from inspector.forms.templates import BadTemplate, template_of

    values: dict[str, Json] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign:
            raise UsageError(f"{pair} is no pair.", hint="Write KEY=VALUE.")
        values[key] = value
    try:
        return template_of(template).expand(values)
    except BadTemplate as error:
        raise UsageError(f"{template} is no URI template.", why=str(error)) from None


def _write_contents(path: Path, entries: Sequence[Json]) -> None:
    parts: list[bytes] = []
    for entry in entries:
        if isinstance(entry, dict) and isinstance(entry.get("text"), str):
            parts.append(entry["text"].encode("utf-8", "surrogatepass"))
        elif isinstance(entry, dict) and (raw := rendering.decoded(entry.get("blob"))) is not None:
            parts.append(raw)
        else:
            raise UsageError("The contents are neither text nor base64.", hint="--json shows them as they came.")
    try:
        path.write_bytes(b"".join(parts))
    except OSError as error:
        raise UsageError(f"{path} cannot be written.", why=f"{error.strerror}.") from None


def prompt(name: str, pairs: Sequence[str]) -> Body:
    """`prompt NAME`: a prompt with its arguments, which are strings."""

    async def body(live: Live) -> int:
        arguments: dict[str, Json] = {}
        for pair in pairs:
            key, sign, value = pair.partition("=")
            if not sign:
                raise UsageError(f"{pair} is no pair.", hint="Write KEY=VALUE.")
            arguments[key] = value
        params: dict[str, Json] = {"name": name}
        if arguments:
            params["arguments"] = arguments
        outcome = await _plain(live, "prompts/get", params, name)
        code = _conclude(live, outcome, "prompts/get")
        if code is not None:
            return code
        result = outcome.reply.result
        document = {"result": result, "ms": _rounded(outcome.ms), "findings": live.findings()}
        live.output.data(document, rendering.prompt_text(result))
        return 0

    return body


async def _plain(live: Live, method: str, params: dict[str, Json], name: str) -> flows.Outcome:
    op = live.client.begin(method, name)
    call = flows.call(method, params, live.agreed.era, max_rounds=live.client.options.max_rounds)
    return await live.client.drive(call, op=op, on_progress=lambda _: None)
