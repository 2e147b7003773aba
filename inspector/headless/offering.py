"""`list`: what the server offers."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.catalog import KINDS, Catalog, offered_json
from inspector.analysis.items import METHOD_OF, Item, Kind
from inspector.errors import InspectorError, ProtocolBroken, UsageError
from inspector.headless.concluding import error_answer
from inspector.headless.faults import fault_of
from inspector.headless.live import DONE, Body, Ending, Live
from inspector.headless.output import table
from inspector.protocol import flows
from inspector.protocol.steps import Reply
from inspector.wire.text import visible

LISTED: dict[str, tuple[Kind, ...]] = {
    "tools": ("tool",),
    "resources": ("resource",),
    "templates": ("template",),
    "prompts": ("prompt",),
    "all": KINDS,
}
"""What `list` takes, and the kinds that it asks for."""

_TITLES: dict[Kind, str] = {"tool": "Tools", "resource": "Resources", "template": "Templates", "prompt": "Prompts"}


# ── asking for lists ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Offer:
    """The catalogue after its lists were asked for. `refused` is the reply that ended the only list by an error answer;
    `incomplete` says why a list has no more entries than it has; `faults` are those of lists that were not got, and
    `got` tells whether any was."""

    catalog: Catalog
    refused: Reply | None = None
    incomplete: str = ""
    faults: Sequence[InspectorError] = ()
    got: bool = True


async def ask_lists(live: Live, kinds: Sequence[Kind]) -> Offer:
    """Ask for lists.

    One kind is asked for whether it is declared or not; of several, those that are. Of one kind, a failure without an
    error answer is raised; of several, a lost connection, silence and a missing authorization are, the others are said.
    """
    refused: Reply | None = None
    incomplete = ""
    faults: list[InspectorError] = []
    got = False
    for kind in kinds:
        method = METHOD_OF[kind]
        if len(kinds) > 1 and ("resources" if kind == "template" else f"{kind}s") not in live.agreed.capabilities:
            continue
        listing = await live.client.drive(flows.pages(method))
        fault = None
        if listing.failed is not None:
            fault = fault_of(listing.failed, method)
        elif listing.stopped and listing.pages == 1 and not listing.entries:
            fault = ProtocolBroken(
                f"The result of {method} is no list.",
                why=f"{listing.stopped[:1].upper()}{listing.stopped[1:]}.",
                hint="The recording has the whole result.",
            )
        if fault is not None and (len(kinds) == 1 or fault.exit_code in (3, 6, 7)):
            raise fault
        if fault is not None:
            faults.append(fault)
        got = got or (listing.pages > 0 and fault is None)
        if listing.failed is not None and listing.failed.error is not None and len(kinds) == 1:
            refused = listing.failed
        reason = _ended_early(listing, fault)
        if reason:
            incomplete = f"{method}: {reason}"
            if refused is None or listing.entries:
                live.output.note(incomplete)  # a refusal that is all there is will be said as the answer
    catalog = Catalog()
    catalog.feed(live.client.journal.records)
    return Offer(catalog, refused, incomplete, faults, got)


def _ended_early(listing: flows.Listing, fault: InspectorError | None) -> str:
    if fault is not None:
        return visible(fault.why or fault.message)
    after = f"after {listing.pages} page{'s' if listing.pages > 1 else ''}: " if listing.pages else ""
    if listing.failed is not None and listing.failed.error is not None:
        error = listing.failed.error
        return f"{after}{'error' if error.code is None else error.code} {visible(error.message)}"
    return f"{after}{listing.stopped}" if listing.stopped else ""


# ── list ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def list_kind(what: str) -> Body:
    """`list WHAT`: what the server offers."""

    async def body(live: Live) -> Ending:
        kinds = LISTED[what]
        offer = await ask_lists(live, kinds)
        if offer.faults and not offer.got:
            raise offer.faults[0]
        if offer.refused is None:
            document = offered_json(offer.catalog, kinds, live.findings())
            live.output.data(document, _offered_text(offer.catalog, kinds))
            return DONE
        method = METHOD_OF[kinds[0]]
        if not offer.catalog.lists[kinds[0]].items:
            return error_answer(live, offer.refused, method, offer.refused.ms)
        document, text = offered_json(offer.catalog, kinds), _offered_text(offer.catalog, kinds)
        return error_answer(live, offer.refused, method, offer.refused.ms, document, text)

    return body


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
        lines += [f"{margin}✗ {visible(item.label)}: {left_out(item)}" for item in listing.excluded]
        if not listing.items and not margin:
            lines.append(f"This server offers no {_TITLES[kind].lower()}.")
    return "\n".join(lines)


def left_out(item: Item) -> str:
    """Why an item may not be used."""
    return visible(item.excluded or "; ".join(item.problems))


def _one_line(item: Item) -> str:
    text = " ".join((item.description or item.title).split())
    return text if len(text) <= 100 else text[:99] + "…"


def no_such_tool(offer: Offer, name: str, hint: str) -> UsageError:
    """The refusal of a name that the list does not have, with those that are near."""
    from difflib import get_close_matches

    names = [item.wire for item in offer.catalog.lists["tool"].items]
    near = get_close_matches(name, names, n=3)
    why = f"It offers {len(names)}." + (f" Near: {', '.join(near)}." if near else "")
    if offer.incomplete:
        why += f" Its list is incomplete: {offer.incomplete}."
    return UsageError(f"The server has no tool “{name}”.", why=why, hint=hint)
