"""`send` of what is wrong on purpose: a text or a template as it is, without what is left out, with other headers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.client.composing import around
from inspector.errors import UsageError
from inspector.headless.concluding import error_answer, rounded
from inspector.headless.faults import fault_of
from inspector.headless.live import DONE, Ending, Live
from inspector.headless.output import shown
from inspector.headless.rendering import json_text
from inspector.protocol.compose.additions import additions, leave_out, with_header
from inspector.protocol.compose.composition import Around, Composition, of_bytes, of_request
from inspector.protocol.compose.octets import unescaped
from inspector.protocol.compose.templates import TEMPLATES, Template, template
from inspector.protocol.compose.wrong import faults
from inspector.protocol.steps import Reply
from inspector.wire.events import Headers
from inspector.wire.json import Json, dumps
from inspector.wire.jsonrpc import Result


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a message is to be other than it would be. `raw` are its bytes, in place of a method and params.

    `left_out` are names of additions and headers, `headers` those that take the place of others of their name, `end`
    the line end on stdio, `verb` the HTTP method; None: as usual.
    """

    raw: bytes | None = None
    template: str = ""
    left_out: tuple[str, ...] = ()
    headers: Headers = ()
    end: bytes | None = None
    verb: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether nothing is wished for."""
        return self == Wishes()


def raw_of(text: str | bytes, *, escapes: bool) -> bytes:
    r"""The bytes that `--raw` gives; with `escapes` a `\xNN` in it is that byte."""
    given = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    return unescaped(given.decode("utf-8", "surrogateescape")) if escapes else given


def named(name: str) -> Template:
    """The template of a name. Raises UsageError for one that is none."""
    found = template(name)
    if found is None:
        raise UsageError(f"“{shown(name)}” is no template.", hint="--templates lists them.")
    return found


def listed(*, as_json: bool) -> str:
    """The list of templates: for people, or a JSON document."""
    if as_json:
        rows = [
            {"name": one.name, "title": one.title, "expects": one.expects, "clause": one.clause} for one in TEMPLATES
        ]
        return dumps({"templates": rows}, spaced=True)
    wide = max(len(one.name) for one in TEMPLATES)
    return "\n".join(f"{one.name:<{wide}}  {one.title}. A right server: {one.expects}" for one in TEMPLATES)


def composed(here: Around, method: str, params: str | None, wishes: Wishes) -> Composition:
    """The message that is wanted. Raises UsageError for what is to be left out and is nowhere added."""
    if wishes.template:
        made = named(wishes.template).composed(here)
    elif wishes.raw is not None:
        made = of_bytes(wishes.raw)
    else:
        made = of_request(here, method, params or "")
    for name in wishes.left_out:
        less = leave_out(made, name, here)
        if less is None:
            known = ", ".join(sorted({one.id.partition(":")[2] or one.id for one in additions(made, here)}))
            raise UsageError(f"“{shown(name)}” is nothing that would be added.", hint=f"What is: {shown(known)}.")
        made = less
    taken: set[str] = set()
    for name, value in wishes.headers:
        made = with_header(made, "" if name.lower() in taken else f"header:{name}", name, value)
        taken.add(name.lower())
    end = made.end if wishes.end is None else wishes.end
    return replace(made, end=end, verb=wishes.verb or made.verb)


async def send_composed(
    live: Live, method: str, params: str | None, wishes: Wishes, schema: Json = None, faults_of: Sequence[str] = ()
) -> Ending:
    """Compose it, say what is wrong with it and what a right server would do, send it, print what came."""
    client = live.client
    here = around(client, schema=lambda name: schema, faults=lambda name, arguments: faults_of)
    made = composed(here, method, params, wishes)
    if wishes.template:
        found = named(wishes.template)
        elsewhere = found.fits(here)
        live.output.note(
            f"It is {elsewhere}: here it is sent all the same." if elsewhere else f"A right server: {found.expects}"
        )
    for wrong in faults(made, here):
        live.output.note(f"{'✗' if wrong.level == 'error' else '▲' if wrong.level == 'warning' else 'i'} {wrong.text}")
    name = made.params.get("name", made.params.get("uri"))
    op = client.begin(made.method or "send", name if isinstance(name, str) else "")
    reply = await client.send_raw(made.parcel(here), op=op)
    return concluded(live, reply, made.method or "the message")


def concluded(live: Live, reply: Reply, method: str) -> Ending:
    """What came of a message that went out as it was."""
    findings = live.findings()
    if reply.error is not None:
        if reply.detail:
            live.output.note(f"{reply.detail[:1].upper()}{reply.detail[1:]}.")
        return error_answer(live, reply, method, reply.ms)
    if isinstance(reply.answer, Result):
        result = reply.answer.result
        live.output.data({"result": result, "ms": rounded(reply.ms), "findings": findings}, json_text(result))
        return DONE
    if reply.failure:
        fault = fault_of(reply, method)
        assert fault is not None, "there is no answer"
        raise fault
    refused = reply.status is not None and not 200 <= reply.status < 300
    said = f"; HTTP {reply.status}" if reply.status is not None else ""
    live.output.note(f"{reply.detail[:1].upper()}{reply.detail[1:]}{said}.")
    live.output.data({"result": None, "ms": rounded(reply.ms), "findings": findings}, "")
    return Ending(1, "http", f"HTTP {reply.status}") if refused else DONE
