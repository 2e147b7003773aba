"""The other end of a tap's socket: what it holds, as somebody sees it who is attached, and what he has done with it."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from inspector.serving.tap import control
from inspector.serving.tap.door import is_ours
from inspector.wire.json import Json


class Attached:
    """`changed` is called at each change. `held` is by number, oldest first, each with when it came by `now`, a clock.

    `there` is whether the tap is reached.
    """

    def __init__(self, changed: Callable[[], None], now: Callable[[], float]) -> None:
        self.there = False
        self.held: dict[int, tuple[float, control.HeldThere]] = {}
        self.rules = control.RulesThere()
        self.fault = ""
        self._changed = changed
        self._now = now
        self._writer: asyncio.StreamWriter | None = None

    async def run(self, path: Path) -> bool:
        """Stay until the tap ends; False if nobody is there, or not one of the same person's."""
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=control.LINE)
        except OSError:
            return False
        try:
            if not is_ours(writer.get_extra_info("socket")):
                return False
            self._writer, self.there = writer, True
            while raw := await reader.readuntil(b"\n"):
                self._take(control.read(raw))
        except (OSError, EOFError, asyncio.LimitOverrunError):
            pass  # the tap has ended
        finally:
            self._writer, self.there, self.rules = None, False, control.RulesThere()
            self.held.clear()
            writer.close()
            self._changed()
        return True

    def _take(self, said: Mapping[str, Json]) -> None:
        if "rules" in said:
            self.rules = control.read_rules(said)
        if (held := control.read_held(said.get("held"))) is not None:
            self.held[held.number] = (self._now() - held.waited, held)
        if isinstance(gone := said.get("gone"), int):
            self.held.pop(gone, None)
        self.fault = str(said.get("fault", ""))
        self._changed()

    def tell(self, deed: str, **given: Json) -> None:
        """Have it do that (`control`); nothing if it is not there."""
        if self._writer is not None:
            self._writer.write(control.line({"do": deed, **given}))
