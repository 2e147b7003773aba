"""The demands of revision 2026-07-28."""

from typing import Final

from inspector.analysis.musts.modern import basic, client, features, transports
from inspector.analysis.musts.must import Inventory

INVENTORY: Final = Inventory((*basic.DEMANDS, *transports.DEMANDS, *features.DEMANDS), client.DEMANDS)
