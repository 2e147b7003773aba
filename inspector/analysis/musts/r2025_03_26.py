"""The demands of revision 2025-03-26. Source: `docs/specification/2025-03-26/**`, `schema/2025-03-26/schema.ts`."""

from typing import Final

from inspector.analysis.musts.must import Inventory, Must

_SERVER: Final[tuple[Must, ...]] = ()

_CLIENT: Final[tuple[Must, ...]] = ()

INVENTORY: Final = Inventory(_SERVER, _CLIENT)
