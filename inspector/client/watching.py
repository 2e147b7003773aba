"""Files watched from the loop: looked at in a thread, so that nothing waits for a slow disk."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from inspector.config.watched import Changed, Look, Settling, Watched

PAUSE: Final = 0.2
"""Seconds between two looks."""
GRACE: Final = 1.0
"""Seconds that a server which reloads by itself has to notice the change, before it is connected to again."""
PATIENCE: Final = 30.0
"""Seconds in which it has to be back."""
AGAIN: Final = 0.5
"""Seconds to the second attempt; each pause is twice the one before, up to `LONGEST_PAUSE`."""
LONGEST_PAUSE: Final = 4.0
_SHARE: Final = 10
"""The pause is so many times what a look takes, at least: many files cost no more than a tenth of a processor."""


async def changes(watched: Watched, since: Look | None = None) -> AsyncGenerator[Changed, None]:
    """Each change of the files since that look, or from now on, when it has come to rest; without end."""
    loop = asyncio.get_running_loop()
    settling = Settling(since if since is not None else await asyncio.to_thread(watched.look))
    pause = PAUSE
    while True:
        await asyncio.sleep(pause)
        began = loop.time()
        look = await asyncio.to_thread(watched.look)
        pause = max(PAUSE, (loop.time() - began) * _SHARE)
        changed = settling.saw(look, loop.time())
        if changed is not None:
            yield changed
