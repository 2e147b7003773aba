"""What a session has learnt stays until its end: it is not looked through for garbage again and again.

A full collection visits every object that may be part of a cycle. In a session of a million records those are a million
and more, none of which is garbage, and the visit takes half a second, in which no key is answered.
"""

import gc
from typing import Final

EVERY: Final = 4_000
"""Records after which `settle` is worth its while."""


def begin() -> None:
    """The program begins: what is imported and made until `settle` stays, and no collection looks through it."""
    gc.disable()


def settle() -> None:
    """Let the collector pass over all that is there now, once it has looked through what is young."""
    if gc.isenabled():
        gc.collect(1)
    gc.freeze()
    gc.enable()


def unsettle() -> None:
    """A session has ended: what it left behind may be collected."""
    gc.unfreeze()
