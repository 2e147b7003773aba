"""A secret that a rule found in a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A secret at `start:end`; `secret` is its text without escapes; `quote` is what makes text of a bare number."""

    start: int
    end: int
    rule: str
    name: str
    secret: str
    quote: str = ""
    hunt: bool = True
