"""The demands of revision 2026-07-28, and of the extension for tasks that goes with it."""

from typing import Final

from inspector.analysis.musts.modern import basic, client, features, tasks, transports
from inspector.analysis.musts.must import Inventory

INVENTORY: Final = Inventory(
    (*basic.DEMANDS, *transports.DEMANDS, *features.DEMANDS, *tasks.DEMANDS), (*client.DEMANDS, *tasks.CLIENT)
)
