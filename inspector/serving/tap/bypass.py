"""What leads a client past the tap: URLs of the server in what it says, which pass unchanged as all else does.

The `endpoint` event of HTTP+SSE may name its URL in full (`2024-11-05 basic/transports#http-with-sse`), and so do
redirects and the metadata of a protected resource. A client that follows one speaks with the server itself, and the
recording does not have it. That is said, once for each kind. `RewriteEndpoint` makes the one exception, on request.
"""

import re
from collections.abc import Callable
from typing import Final

from inspector.journal import Journal
from inspector.secrets import mask_url
from inspector.serving.tap.head import Head
from inspector.serving.tap.seam import Crossing, Interference, Outcome, Side
from inspector.transports.sse import Block
from inspector.wire import events
from inspector.wire.text import visible

_METADATA: Final = re.compile(rb'resource_metadata="([^"]*)"')
_SIGN_IN: Final = (
    "The resource that stands there is not the tap's address, so a client that compares them, as it must, does not "
    "sign in: give it a token itself."
)
_HINT: Final = "With --rewrite-endpoint the tap puts its own address there."


class Bypass:
    """Says what leads past the tap, in the journal and to the person (`note`)."""

    def __init__(self, journal: Journal, note: Callable[[str], None], *, rewriting: bool) -> None:
        self._journal = journal
        self._note = note
        self._rewriting = rewriting
        self._said: set[str] = set()

    def noted(self, http: int, block: Block) -> None:
        """An SSE block passes."""
        if block.event == "endpoint" and not self._rewriting:
            self._look(http, "the endpoint event", block.text.decode("utf-8", "replace"), _HINT)

    def answered(self, http: int, head: Head) -> None:
        """The head of an answer passes."""
        self._look(http, "a redirect", head.value(b"location").decode("latin-1"))
        found = _METADATA.search(head.value(b"www-authenticate"))
        if found is not None:
            self._look(http, "the address of OAuth metadata", found[1].decode("latin-1"), _SIGN_IN)

    def _look(self, http: int, what: str, url: str, hint: str = "") -> None:
        if what in self._said or not url.lower().startswith(("http://", "https://")):
            return
        self._said.add(what)
        because = (
            f"It names {visible(mask_url(url))} in full: what the client sends there does not cross the tap. {hint}"
        )
        self._journal.append(
            events.Decision("tap", f"pass {what}", "unchanged, past the tap", because.strip(), data={"http": http})
        )
        self._note(f"inspector: {what} leads past the tap. {because.strip()}")


class RewriteEndpoint:
    """An interference that puts the tap's own address into `endpoint` events; all else goes to `inner`, if any.

    `origin` is the server's. The tap's is the one that the client asked under.
    """

    def __init__(self, journal: Journal, origin: str, inner: Interference | None = None) -> None:
        self._journal = journal
        self._origin = origin
        self._inner = inner

    @property
    def active(self) -> bool:
        """Always: an endpoint may come."""
        return True

    def ended(self, to: Side) -> None:
        """It keeps nothing back."""

    async def consider(self, crossing: Crossing) -> Outcome | None:
        """See `Interference`."""
        if crossing.event == "endpoint" and crossing.web is not None:
            was = crossing.raw.decode("utf-8", "replace")
            host = next((value for name, value in crossing.web.headers if name.lower() == "host"), "")
            if host and was.startswith(self._origin + "/"):
                made = f"http://{host}{was.removeprefix(self._origin)}"
                because = f"--rewrite-endpoint asks for it. The server had {visible(mask_url(was))}."
                self._journal.append(
                    events.Decision(
                        "interference",
                        "pass the endpoint event",
                        visible(mask_url(made)),
                        because,
                        data={"http": crossing.web.http},
                    )
                )
                return Outcome((made.encode(),))
        return None if self._inner is None else await self._inner.consider(crossing)
