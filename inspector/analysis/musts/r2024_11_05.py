"""The demands of revision 2024-11-05. Source: `docs/specification/2024-11-05/**`, `schema/2024-11-05/schema.ts`."""

from typing import Final

from inspector.analysis.musts.must import Inventory, Must

_SERVER: Final[tuple[Must, ...]] = ()

_CLIENT: Final[tuple[Must, ...]] = ()

INVENTORY: Final = Inventory(_SERVER, _CLIENT)
