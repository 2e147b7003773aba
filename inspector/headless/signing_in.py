"""A person at the terminal who signs in: the URL is shown, and opened in a browser only when they say so."""

import asyncio
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from inspector.headless.output import to_stderr

if TYPE_CHECKING:
    from inspector.transports.auth.person import Person
    from inspector.transports.auth.steps import Ask, Visit


def person(*, always: bool = False) -> "Person | None":
    """Who can sign in: somebody at the terminal. `always`: without one, too, who comes back by the browser alone."""
    if not (always or _terminal()):
        return None
    from inspector.transports.auth.person import Browser

    return Browser(show, ask)


def _terminal() -> bool:
    return sys.stdin is not None and sys.stderr is not None and sys.stdin.isatty() and sys.stderr.isatty()


async def ask(asked: "Ask") -> str:
    """Ask for the secret of a client, unseen; nothing where nobody is at the terminal."""
    from inspector.headless.conversing import Terminal
    from inspector.wire.text import visible

    if not _terminal():
        return ""
    whose = f"The secret of client {visible(asked.client_id)[:80]} at {visible(asked.issuer)[:200]}"
    return (await Terminal().hidden(f"{whose} (not shown; Enter if it has none): ") or "").strip()


async def show(visit: "Visit", came: Callable[[str], None]) -> None:
    """Show where to go, and take a URL that is pasted; Enter opens a browser, where there is one."""
    import webbrowser

    from inspector.headless.conversing import Terminal
    from inspector.transports.auth.person import may_open, wrong_return

    to_stderr(f"Sign in for {visit.told}. Open this address in a browser:\n\n  {visit.url}\n")
    if not _terminal():
        return
    opens = may_open(visit.url, os.environ, sys.platform)
    paste = "paste the address that the browser ends up at, if that is on another machine"
    prompt = f"  Press Enter to open it here, or {paste}: " if opens else f"  Or {paste}: "
    terminal = Terminal()
    try:
        while (line := await terminal.line(prompt)) is not None:
            wrong = wrong_return(visit, line) if line.strip() else ""
            if wrong:
                to_stderr(f"  {wrong}")
            elif line.strip():
                came(line.strip())
                return
            elif opens:
                await asyncio.to_thread(webbrowser.open, visit.url)
    except asyncio.CancelledError:
        to_stderr("")  # the prompt stands at the start of this line: they came back by the browser
        raise
