"""`python -m inspector` and the console script."""

import sys


def main() -> int:
    """Run the command line; the exit status is that of the contract."""
    from inspector.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
