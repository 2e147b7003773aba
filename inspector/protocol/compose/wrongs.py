"""One thing that is wrong with a message in the making."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from inspector.protocol.compose.composition import Composition

Repair = Callable[[Composition], Composition]
"""Puts the right thing in the place of a wrong one."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong, as a sentence that is safe to show, the clause that it rests on, and what would put it right."""

    level: Literal["error", "warning", "info"]
    text: str
    clause: str = ""
    repair: Repair | None = None
