"""The demands of revision 2025-11-25. Source: `docs/specification/2025-11-25/**`, `schema/2025-11-25/schema.ts`.

Those on clients stand with the newest revision alone.
"""

from typing import Final

from inspector.analysis.musts.lasting import EVERY, SINCE_JUNE, SINCE_MARCH
from inspector.analysis.musts.must import Inventory
from inspector.analysis.musts.november_2025 import basic, features, tasks, transports

INVENTORY: Final = Inventory(
    (*EVERY, *SINCE_MARCH, *SINCE_JUNE, *basic.DEMANDS, *transports.DEMANDS, *tasks.DEMANDS, *features.DEMANDS)
)
