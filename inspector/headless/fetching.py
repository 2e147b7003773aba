"""`read` and `prompt`: a resource, and a prompt with its arguments."""

from collections.abc import Sequence
from pathlib import Path

from inspector.errors import ProtocolBroken, UsageError
from inspector.headless import rendering
from inspector.headless.concluding import ask, conclude, rounded
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.output import shown
from inspector.protocol import flows
from inspector.wire.json import Json, dumps
from inspector.wire.text import visible

INVALID_PARAMS = -32602
"""What a prompt that is not there is refused with (`2026-07-28 server/prompts#error-handling`)."""


def read(uri: str, pairs: Sequence[str], output: Path | None) -> Body:
    """`read URI`: a resource; a URI template is expanded from the pairs. `output` takes the exact bytes.

    Raises UsageError for a template or a file that cannot be, before anything is sent.
    """
    address = _expanded(uri, pairs) if pairs else uri
    if output is not None and (output.is_dir() or not output.parent.is_dir()):
        why = "It is a folder." if output.is_dir() else "Its folder does not exist."
        raise UsageError(f"{output} cannot be written.", why=why)

    async def body(live: Live) -> Ending:
        outcome = await ask(live, "resources/read", {"uri": address}, address)
        ended = conclude(live, outcome, "resources/read")
        if ended is not None:
            return ended
        result = outcome.reply.result
        contents = _list_of("contents", result, "resources/read")
        if output is not None:
            _write_contents(output, contents)
            live.output.note(f"Wrote {visible(str(output))}.")
        document = {"result": result, "ms": rounded(outcome.ms), "findings": live.findings()}
        live.output.data(document, "" if output is not None else rendering.contents_text(contents))
        return DONE

    return body


def _list_of(member: str, result: dict[str, Json], method: str) -> list[Json]:
    found = result.get(member)
    if isinstance(found, list):
        return found
    raise ProtocolBroken(
        f"The result of {method} has no {member} list.",
        why=f"It is {visible(dumps(result))[:200]}.",
        hint="The recording has the whole result.",
    )


def _pairs(pairs: Sequence[str]) -> dict[str, Json]:
    values: dict[str, Json] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise UsageError(f"{shown(pair)} is no pair.", hint="Write KEY=VALUE.")
        values[key] = value
    return values


def _expanded(template: str, pairs: Sequence[str]) -> str:
    from inspector.forms.templates import BadTemplate, template_of

    values = _pairs(pairs)
    try:
        parsed = template_of(template)
    except BadTemplate as error:
        raise UsageError(f"{template} is no URI template.", why=f"{error}.") from None
    unknown = [key for key in values if key not in parsed.variables]
    if unknown:
        known = f"It has {', '.join(parsed.variables)}." if parsed.variables else "It has none."
        raise UsageError(f"The template has no variable {shown(unknown[0])}.", why=known)
    return parsed.expand(values)


def _write_contents(path: Path, entries: Sequence[Json]) -> None:
    parts: list[bytes] = []
    for entry in entries:
        if isinstance(entry, dict) and isinstance(entry.get("text"), str):
            parts.append(entry["text"].encode("utf-8", "surrogatepass"))
        elif isinstance(entry, dict) and (raw := rendering.decoded(entry.get("blob"))) is not None:
            parts.append(raw)
        else:
            raise ProtocolBroken(
                "The contents are neither text nor base64.",
                why=f"{visible(dumps(entry))[:200]}.",
                hint="--json shows them.",
            )
    try:
        path.write_bytes(b"".join(parts))
    except OSError as error:
        raise UsageError(f"{path} cannot be written.", why=f"{error.strerror}.") from None


def prompt(name: str, pairs: Sequence[str]) -> Body:
    """`prompt NAME`: a prompt with its arguments, which are strings. Raises UsageError for what is no pair."""
    arguments = _pairs(pairs)

    async def body(live: Live) -> Ending:
        params: dict[str, Json] = {"name": name}
        if arguments:
            params["arguments"] = arguments
        outcome = await ask(live, "prompts/get", params, name)
        ended = conclude(live, outcome, "prompts/get")
        if ended is not None:
            if outcome.reply.error is not None and outcome.reply.error.code == INVALID_PARAMS:
                await _say_near(live, name)
            return ended
        result = outcome.reply.result
        _list_of("messages", result, "prompts/get")
        document = {"result": result, "ms": rounded(outcome.ms), "findings": live.findings()}
        live.output.data(document, rendering.prompt_text(result))
        return DONE

    return body


async def _say_near(live: Live, name: str) -> None:
    """If the name that was refused is not among the prompts, say so, with those that are near."""
    from difflib import get_close_matches

    if "prompts" not in live.agreed.capabilities:
        return
    listing = await live.client.drive(flows.pages("prompts/list"))
    found = (entry.get("name") for entry in listing.entries if isinstance(entry, dict))
    names = [one for one in found if isinstance(one, str)]
    if not names or name in names:
        return
    near = get_close_matches(name, names, n=3)
    which = f"Near: {', '.join(near)}." if near else f"It offers {', '.join(names[:12])}{' …' if names[12:] else '.'}"
    live.output.note(visible(f"The server has no prompt “{name}”. {which}"))
