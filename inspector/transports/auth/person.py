"""Whoever signs in: how they are shown where, and how they come back."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Protocol
from urllib.parse import parse_qs, urlsplit

from inspector.errors import AuthorizationNeeded, InspectorError
from inspector.transports.auth.callback import HOST, LOOPBACK, PATH, Callback
from inspector.transports.auth.steps import Ask, Visit, needed
from inspector.wire.text import visible

WAITS: Final = 300.0
"""Seconds that a person has to sign in."""


class Person(Protocol):
    """Somebody who can sign in with a browser."""

    async def ready(self, before: str, port: int) -> str:
        """Make ready to be come back to; the redirect URI. `before` is one to be used again: its host and path, and its
        port if that is free. `port` is one that was chosen, 0 for none."""

    async def visit(self, visit: Visit) -> str:
        """Have them visit a URL; the URL that they came back to. Raises AuthorizationNeeded where they do not."""

    async def secret(self, ask: Ask) -> str:
        """The secret of a client of theirs; empty where it has none, or nobody can say."""

    async def done(self) -> None:
        """It is over, in whatever way."""


class Handler:
    """A program in a person's place: `signs_in` gets the URL and gives back the one that it was redirected to."""

    def __init__(self, signs_in: Callable[[str], Awaitable[str]]) -> None:
        self._signs_in = signs_in

    async def ready(self, before: str, port: int) -> str:
        """Nothing listens: the handler brings the URL back itself."""
        return before or f"http://{HOST}:{port or 8765}{PATH}"

    async def visit(self, visit: Visit) -> str:
        """As `Person`."""
        return await self._signs_in(visit.url)

    async def secret(self, ask: Ask) -> str:
        """A program gives it with the client, so that there is none."""
        return ""

    async def done(self) -> None:
        """As `Person`."""


Shows = Callable[[Visit, Callable[[str], None]], Awaitable[None]]
"""Shows a person where to go, until it is cancelled; a URL that they bring back by hand is given to the function."""


Asks = Callable[[Ask], Awaitable[str]]
"""Asks a person for the secret of their client."""


async def _unasked(ask: Ask) -> str:
    return ""


class Browser:
    """A person with a browser, on this machine or another: a loopback listener waits for the one, `shows` for a URL
    that is brought by hand from the other. `asks` gets the secret of a client; nobody is asked without it."""

    def __init__(self, shows: Shows, asks: Asks = _unasked, *, waits: float | None = WAITS) -> None:
        """`waits`: seconds until they are not waited for any more; None where `shows` lets them give up."""
        self._shows = shows
        self._asks = asks
        self._waits = waits
        self._callback = Callback()

    async def ready(self, before: str, port: int) -> str:
        """Listen: on `port`, or on the port of before if that is free, or on any."""
        host, own, path = _parts_of(before)
        for number in [port] if port else [own, 0]:
            try:
                return await self._callback.open(number, host, path)
            except OSError as error:
                reason = error.strerror or str(error)
        raise needed(
            "Nobody could come back from signing in.",
            f"Port {port} of {host} cannot be listened on: {reason}",
            "Choose another with --callback-port, or leave it out for a free one.",
        )

    async def secret(self, ask: Ask) -> str:
        """As `Person`."""
        return await self._asks(ask)

    async def visit(self, visit: Visit) -> str:
        """As `Person`."""
        back: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def came(url: str) -> None:
            if not back.done():
                back.set_result(url)

        self._callback.expect(visit.state, came)
        try:
            async with asyncio.timeout(self._waits), asyncio.TaskGroup() as group:
                shown = group.create_task(self._show(visit, came))
                url = await back
                shown.cancel()
            return url
        except TimeoutError:
            raise _late(self._waits or 0.0) from None
        except ExceptionGroup as group:
            raise _unshown(group.exceptions[0]) from None
        finally:
            self._callback.expect("", lambda url: None)

    async def _show(self, visit: Visit, came: Callable[[str], None]) -> None:
        await self._shows(visit, came)

    async def done(self) -> None:
        """Listen no more."""
        await self._callback.close()


def _late(waited: float) -> AuthorizationNeeded:
    return needed(
        "Nobody has signed in.",
        f"The browser did not come back within {waited:g} s",
        "Try again; on a machine without a browser, paste the address that the browser ends up at.",
    )


def _unshown(fault: Exception) -> InspectorError:
    if isinstance(fault, InspectorError):
        return fault
    return needed(
        "Nobody could be shown where to sign in.",
        visible(str(fault) or type(fault).__name__)[:200],
        "Try again where there is a terminal to write to.",
    )


def redirect_fault(redirect: str) -> str:
    """Why a browser cannot be waited for at a redirect URI, in a clause, or an empty text (`RFC 8252#section-7.3`)."""
    try:
        parts = urlsplit(redirect)
        host = parts.netloc.rpartition(":")[0] if parts.port is not None else parts.netloc
    except ValueError:
        return "it is no URL that can be read"
    if parts.scheme != "http" or host not in LOOPBACK:
        return f"it is not http://HOST:PORT/PATH, with a HOST of {', '.join(LOOPBACK)}"
    if parts.query or parts.fragment or not redirect.isascii() or not redirect.isprintable() or " " in redirect:
        return "it has more than a path"
    return ""


def _parts_of(redirect: str) -> tuple[str, int, str]:
    """Host, port (0 for none) and path of a redirect URI of ours; the usual ones where there is none."""
    if not redirect or redirect_fault(redirect):
        return HOST, 0, PATH
    parts = urlsplit(redirect)
    return f"[{parts.hostname}]" if ":" in str(parts.hostname) else str(parts.hostname), parts.port or 0, parts.path


def wrong_return(visit: Visit, pasted: str) -> str:
    """Why a text cannot be the URL that a browser came back to from this visit, in a sentence; empty if it may be."""
    try:
        parts = urlsplit(pasted.strip())
    except ValueError:
        return _NO_URL
    if parts.scheme not in ("http", "https"):
        return _NO_URL
    said = parse_qs(parts.query)
    if "code" not in said and "error" not in said:
        return "That is not the address that the browser ends up at: there is neither a code nor an error in it."
    if said.get("state") != [visit.state]:
        return "That is the end of another attempt to sign in: its state is not the one of this."
    return ""


_NO_URL: Final = "That is no address: it begins with http:// or https://."


def may_open(url: str, environ: Mapping[str, str], platform: str) -> bool:
    """Whether a browser of this machine may be opened on `url`: an http(s) URL, a display, and no remote shell."""
    if urlsplit(url).scheme not in ("http", "https") or "SSH_CONNECTION" in environ or "SSH_TTY" in environ:
        return False
    return platform in ("darwin", "win32") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
