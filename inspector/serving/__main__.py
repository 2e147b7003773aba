"""`python -m inspector.serving`: the demo server as a process of its own, with as little to load as can be."""

import argparse
import sys

from inspector.errors import InspectorError
from inspector.serving import run


def main() -> int:
    """Read the arguments and serve. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m inspector.serving", description="The built-in demo server.")
    parser.add_argument("--era", choices=("modern", "legacy", "dual"), default="dual")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--http", type=int, metavar="PORT", help="Streamable HTTP on this port; 0 takes a free one")
    where.add_argument("--sse", type=int, metavar="PORT", help="HTTP+SSE (2024-11-05) on this port")
    parser.add_argument("--host", default="127.0.0.1")
    given = parser.parse_args()
    try:
        if given.http is not None:
            return run(given.era, "http", given.http, given.host)
        if given.sse is not None:
            return run(given.era, "sse", given.sse, given.host)
        return run(given.era)
    except InspectorError as failure:
        print(f"{failure.message} {failure.hint}".strip(), file=sys.stderr)
        return failure.exit_code
    except KeyboardInterrupt:  # before the host has taken the signals over
        return 130


if __name__ == "__main__":
    sys.exit(main())
