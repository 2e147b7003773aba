"""The way back from what a link led to: which result it stands in, and where one was in it."""

from dataclasses import dataclass

from inspector.tui.widgets.result_bodies import Place


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the result of operation `op`, which is called `name`; `place` is where one was when one followed it."""

    op: int
    name: str
    place: Place


class Followed:
    """Each operation that a link led to, and that link. What was called by itself has none."""

    def __init__(self) -> None:
        self._links: dict[int, Link] = {}

    def add(self, op: int, link: Link) -> None:
        """Operation `op` reads what the link names."""
        self._links[op] = link

    def link_to(self, op: int | None) -> Link | None:
        """The link that led to an operation."""
        return None if op is None else self._links.get(op)
