"""What the specification demands of servers and nobody can see on the wire, or not without asking for harm."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Unseen:
    """A demand, its clause, and why no rule looks for it."""

    demand: str
    clause: str
    why: str


_HTTP: Final = "2026-07-28 basic/transports/streamable-http"
_ELICITATION: Final = "2026-07-28 client/elicitation"

UNSEEN: Final = (
    Unseen(
        "Do not rely on earlier requests of the same connection.",
        "2026-07-28 basic/index",
        "What a server keeps is inside it; only a call that fails on another connection would show it.",
    ),
    Unseen(
        "Reject a request without the members of _meta that it must have.",
        "2026-07-28 basic/index#meta",
        "We send them all; `inspector send` and the composer leave them out on purpose.",
    ),
    Unseen(
        "Validate the Origin header.",
        f"{_HTTP}#security-warning",
        "We send none, as no browser; send one with -H 'Origin: https://elsewhere.example'.",
    ),
    Unseen(
        "Reject a request whose headers and body disagree.",
        f"{_HTTP}#request-metadata",
        "Ours agree; give another Mcp-Method with -H to see.",
    ),
    Unseen(
        "Stop the work when the client closes the response stream.",
        "2026-07-28 basic/patterns/cancellation",
        "Whether work goes on shows nowhere; only an answer that comes all the same would, on stdio.",
    ),
    Unseen(
        "Do not ask for secrets by a form.",
        f"{_ELICITATION}#security-considerations",
        "What is secret is a matter of meaning; the person who is asked sees it.",
    ),
    Unseen(
        "Verify who opens the page of a URL elicitation.",
        f"{_ELICITATION}#security-considerations",
        "It happens between the browser and the server.",
    ),
    Unseen(
        "Protect requestState, and check it when it comes back.",
        "2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow",
        "It is opaque to clients, which give it back unaltered.",
    ),
    Unseen(
        "Validate tool inputs, control access, limit rates, sanitise outputs.",
        "2026-07-28 server/tools#security-considerations",
        "Only wrong, forbidden or very many calls would tell, and nothing is called unless it is named.",
    ),
    Unseen(
        "Validate resource URIs, and keep file paths inside what is offered.",
        "2026-07-28 server/resources#security-considerations",
        "Only reading what is not offered would tell.",
    ),
)
"""What a reader of the list of rules should know that it does not cover."""
