"""MCP Apps as data: which view a tool names, what a view asks of a host, and what does not fit together.

Nothing is rendered here. Source: the extension `io.modelcontextprotocol/ui`, revision 2026-01-26
(`docs/extensions/apps/overview` of the specification points to it).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inspector.analysis.items import Item
from inspector.wire.json import Json

EXTENSION: Final = "io.modelcontextprotocol/ui"
MIME_TYPE: Final = "text/html;profile=mcp-app"
SCHEME: Final = "ui://"
CLAUSE: Final = "docs/extensions/apps/overview"

Caller = Literal["model", "app"]
_CALLERS: Final[tuple[Caller, ...]] = ("model", "app")
_FLAT: Final = "ui/resourceUri"
_SOURCES: Final = {
    "connectDomains": "connects to",
    "resourceDomains": "loads from",
    "frameDomains": "frames",
    "baseUriDomains": "has as base",
}


@dataclass(frozen=True, slots=True)
class ToolView:
    """What a tool says of its view. `uri` is empty where it names none but limits who may call it; `callers` who may.

    `flat`: it is named by the older member `_meta["ui/resourceUri"]`.
    """

    uri: str
    callers: tuple[Caller, ...] = _CALLERS
    flat: bool = False


@dataclass(frozen=True, slots=True)
class PageView:
    """What a `ui://` resource asks of its host: `origins` by member of its `csp`, `permissions`, `domain`, `border`."""

    origins: tuple[tuple[str, tuple[str, ...]], ...] = ()
    permissions: tuple[str, ...] = ()
    domain: str = ""
    border: bool | None = None


def tool_view(raw: Json) -> ToolView | None:
    """What a tool's `_meta` says of a view; None if it says nothing."""
    meta = _member(raw, "_meta")
    ui = meta.get("ui")
    if isinstance(ui, dict):
        uri, visible = ui.get("resourceUri"), ui.get("visibility")
        named = {one for one in visible if isinstance(one, str)} if isinstance(visible, list) else set(_CALLERS)
        callers = tuple(one for one in _CALLERS if one in named)
        return ToolView(uri if isinstance(uri, str) else "", callers)
    flat = meta.get(_FLAT)
    return ToolView(flat, flat=True) if isinstance(flat, str) else None


def page_view(raw: Json) -> PageView | None:
    """What the `_meta` of a `ui://` resource, or of one of its contents, asks for; None if it is no such resource."""
    uri = raw.get("uri") if isinstance(raw, dict) else None
    if not isinstance(uri, str) or not uri.startswith(SCHEME):
        return None
    ui = _member(_member(raw, "_meta"), "ui")
    csp, permissions, domain, border = (
        _member(ui, "csp"),
        _member(ui, "permissions"),
        ui.get("domain"),
        ui.get("prefersBorder"),
    )
    return PageView(
        tuple((member, _texts(csp[member])) for member in _SOURCES if csp.get(member)),
        tuple(permissions),
        domain if isinstance(domain, str) else "",
        border if isinstance(border, bool) else None,
    )


def tool_words(view: ToolView) -> Iterator[tuple[str, str]]:
    """It in words: a label and a value each."""
    if view.uri:
        yield "view", view.uri
    if view.callers != _CALLERS:
        yield "callers", " and ".join(view.callers) or "nobody"


def page_words(view: PageView) -> Iterator[tuple[str, str]]:
    """It in words: a label and a value each."""
    for member, origins in view.origins:
        yield _SOURCES[member], ", ".join(origins)
    if view.permissions:
        yield "asks for", ", ".join(view.permissions)
    if view.domain:
        yield "domain", view.domain
    if view.border is not None:
        yield "border", "wanted" if view.border else "not wanted"


def tool_problems(item: Item, resources: Sequence[Item] | None) -> Iterator[str]:
    """What does not fit in a tool's view, as sentences; `resources` is None while the list of them is not whole.

    A view need not stand in the list of resources; where it stands, its media type must be that of views.
    """
    view = tool_view(item.raw)
    if view is None:
        return
    if view.uri and not view.uri.startswith(SCHEME):
        yield f"its view is {view.uri}, which does not begin with {SCHEME}"
    if view.flat:
        yield f"its view is named by _meta[“{_FLAT}”], which _meta.ui.resourceUri has replaced"
    if not view.callers:
        yield "its visibility lets neither the model nor a view call it"
    for page in resources or ():
        kind = page.raw.get("mimeType") if isinstance(page.raw, dict) else None
        if page.wire == view.uri and view.uri and kind != MIME_TYPE:
            yield f"its view {view.uri} is listed as {kind or 'of no media type'}, not as {MIME_TYPE}"


def _member(raw: Json, name: str) -> dict[str, Json]:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, dict) else {}


def _texts(value: Json) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list) else (str(value),)
