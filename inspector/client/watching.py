"""Files watched from the loop: looked at in a thread, so that nothing waits for a slow disk."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from inspector.config.watched import Changed, Settling, Watched

PAUSE: Final = 0.2
"""Seconds between two looks."""
_SHARE: Final = 10
"""The pause is so many times what a look takes, at least: many files cost no more than a tenth of a processor."""


async def changes(watched: Watched) -> AsyncIterator[Changed]:
    """Each change of the files, when it has come to rest; without end."""
    loop = asyncio.get_running_loop()
    settling = Settling(await asyncio.to_thread(watched.look))
    pause = PAUSE
    while True:
        await asyncio.sleep(pause)
        began = loop.time()
        look = await asyncio.to_thread(watched.look)
        pause = max(PAUSE, (loop.time() - began) * _SHARE)
        changed = settling.saw(look, loop.time())
        if changed is not None:
            yield changed
