"""Addresses and commands as they are shown: the screen is looked at over shoulders, and shared."""

from collections.abc import Sequence
from typing import Final

from inspector.secrets import mask_arguments, mask_url

_TAKEN_OUT: Final = "‹secret"


def shown_url(url: str) -> str:
    """A URL without user name, password and secret parameters; one that was redacted keeps its placeholders."""
    return url if _TAKEN_OUT in url else mask_url(url)


def shown_command(command: Sequence[str]) -> str:
    """A command as one line, without the values of secret options; one that was redacted keeps its placeholders."""
    shown = command if any(_TAKEN_OUT in word for word in command) else mask_arguments(command)
    return " ".join(shown)
