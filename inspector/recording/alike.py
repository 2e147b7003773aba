"""A flood looked through for secrets: its messages are mostly one message, with other digits.

A server that counts says the same a hundred thousand times. What a message says beside its digits is looked at once; as
long as no rule could match there, whatever the digits are, none can match in those that are alike.
"""

from typing import Final

from inspector.recording.text_rules import but_digits, is_harmless_in_any_digits

_MANY: Final = 256
"""Lines that are remembered."""
_LONG: Final = 1024
"""Bytes of the longest of them."""


class Alike:
    """What was seen to be harmless."""

    def __init__(self) -> None:
        self._harmless: set[bytes] = set()

    def __len__(self) -> int:
        """How many different lines are remembered."""
        return len(self._harmless)

    def are_harmless(self, raw: bytes) -> bool:
        """Whether no rule could match in these lines: never a false yes."""
        new = {*but_digits(raw).split(b"\n")} - self._harmless
        if not new:
            return True
        if not is_harmless_in_any_digits(b"\n".join(new)):
            return False
        if len(self._harmless) + len(new) > _MANY:
            self._harmless.clear()
        if len(new) <= _MANY:
            self._harmless.update(line for line in new if len(line) <= _LONG)
        return True
