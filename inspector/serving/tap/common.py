"""What the exchanges of a web tap share, and what passes between their parts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inspector.journal import Journal
from inspector.serving.tap.bypass import Bypass
from inspector.serving.tap.head import Head
from inspector.serving.tap.upstream import Upstream


class ClientLeft(Exception):
    """The client has closed its connection within an answer."""


@dataclass(slots=True)
class Common:
    """What all exchanges of a tap share.

    `note` tells the person something. `told`: the sets of header names that it was said of that they do not pass, and
    the codings that cannot be read. `plain`: the server is asked for bodies without a coding. `agreed`: a POST was
    answered well.
    """

    journal: Journal
    upstream: Upstream
    numbers: Iterator[int]
    bypass: Bypass
    note: Callable[[str], None]
    told: set[tuple[str, ...]]
    plain: bool = False
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What the server answered, its body excepted."""

    status: int
    reason: str
    version: str
    head: Head
    phases: dict[str, float]
    facts: dict[str, str]
