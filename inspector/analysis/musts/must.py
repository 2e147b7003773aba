"""A demand of the specification: what must or must not be, on whom it binds, and who sees it broken."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Must:
    """One MUST or MUST NOT, in our words.

    `clause` is page and anchor, without the revision: `basic/index#requests`; of an extension with its name before:
    `io.modelcontextprotocol/tasks#response`. Either `rules` are the ids of the rules that see it broken, or `why` says
    why nobody can see it on the wire.
    """

    clause: str
    demand: str
    rules: tuple[str, ...] = ()
    why: str = ""

    def named(self, version: str) -> str:
        """The clause with the revision before it; that of an extension has a name of its own."""
        return self.clause if self.clause.startswith("io.") else f"{version} {self.clause}"


def seen(clause: str, demand: str, *rules: str) -> Must:
    """A demand, and the ids of the rules that see it broken."""
    return Must(clause, demand, rules=rules)


def unseen(clause: str, demand: str, why: str) -> Must:
    """A demand, and why no rule sees it broken: one of the reasons below, or a sentence of its own."""
    return Must(clause, demand, why=why)


@dataclass(frozen=True, slots=True)
class Inventory:
    """All demands of one revision: those that bind servers, and those that bind clients."""

    server: tuple[Must, ...] = ()
    client: tuple[Must, ...] = ()


INSIDE: Final = "It happens inside the server, and shows in no message."
MEANING: Final = "It is a matter of what the words mean; a person has to judge."
ELSEWHERE: Final = "It happens between others, or in a place that no message of MCP reaches."
PROVOKED: Final = "Only a wrong, forbidden or very frequent request would tell; `inspector send` makes one."
IN_CLIENT: Final = "It happens inside the client, or between it and the person, and shows in no message."
GENERAL: Final = "It sums up what other demands say one by one."
CONDITION: Final = "No message tells whether its condition holds."
PERMITS: Final = "It binds whoever writes a specification, an extension or a library, not a message."
