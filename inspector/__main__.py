"""`python -m inspector` and the console script."""

import signal
import sys
from types import FrameType


def _interrupt(number: int, frame: FrameType | None) -> None:
    """SIGTERM and SIGHUP end a command as Ctrl+C does: in order, with 130."""
    by_keyboard = signal.getsignal(signal.SIGINT)
    if callable(by_keyboard):
        by_keyboard(signal.SIGINT, frame)
    else:
        raise KeyboardInterrupt


def main() -> int:
    """Run the command line; the exit status is that of the contract."""
    try:
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, _interrupt)
        from inspector.cli import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130
    finally:
        # Everything is said and written; an interrupt of what is left to tidy up would only make noise.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
