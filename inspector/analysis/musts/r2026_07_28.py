"""The demands of revision 2026-07-28. Source: `docs/specification/2026-07-28/**`, `schema/2026-07-28/schema.ts`."""

from typing import Final

from inspector.analysis.musts.must import INSIDE, Inventory, Must, seen, unseen

_SERVER: Final[tuple[Must, ...]] = (
    seen("basic/index#requests", "Give each request a string or integer as its id, never null.", "id-type"),
    unseen("basic/index#statelessness", "Do not rely on earlier requests of the same connection.", INSIDE),
)

_CLIENT: Final[tuple[Must, ...]] = ()

INVENTORY: Final = Inventory(_SERVER, _CLIENT)
