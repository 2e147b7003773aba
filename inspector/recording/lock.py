"""The lock that a recorder holds on its file: by it others know that somebody is writing.

It belongs to the open file (`flock`) and ends with the process that has it open, however that ends: what was being
written when its writer was killed is not taken for live. A file system without locks has no live recordings.
"""

import fcntl
import time
from typing import Final

_TRIES: Final = 20
_ASKING: Final = 0.001  # seconds for which somebody who asks may have the lock


def hold(descriptor: int) -> bool:
    """Take the lock; False where that is not to be had."""
    for _ in range(_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(_ASKING)  # who asks (`is_held`) has it for a moment
        except OSError:
            return False
        else:
            return True
    return False


def is_held(descriptor: int) -> bool:
    """Whether a recorder holds the file."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False
