"""`python -m inspector` and the console script: a process from its first to its last moment."""

import os
import sys

# Little is loaded out here: what comes before `main` cannot answer an interrupt in our way.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn


def _interrupt(number: int, frame: "FrameType | None") -> None:
    """SIGTERM and SIGHUP end a command as Ctrl+C does: in order, with 130."""
    import signal

    by_keyboard = signal.getsignal(signal.SIGINT)
    if callable(by_keyboard):
        by_keyboard(signal.SIGINT, frame)
    else:
        raise KeyboardInterrupt


def _run() -> int:
    import gc
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _interrupt)
    # Loading makes much and leaves little to collect; looking for it every 700 objects is a tenth of the start.
    gc.set_threshold(100_000)
    from inspector.cli import run

    return run(sys.argv[1:])


def main() -> "NoReturn":
    """Carry out the command line and end the process; the exit status is that of the contract."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = 130
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    import signal

    # All is said, written and closed. What an interpreter does from here on takes a fifth of the time of a short
    # command, and an interrupt of it would only make noise.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            pass  # its reader has gone
    os._exit(code)


if __name__ == "__main__":
    main()
