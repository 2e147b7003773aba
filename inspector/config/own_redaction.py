"""What a person wants taken out of recordings, as written after `--redact` and in the settings: a name or a pattern.

customer          a name: of a member, a header, a parameter, a variable, an option; its value is taken out
/AC-[0-9]{6}/     a pattern between slashes: what it finds is taken out, or its first group if it has one
AC-[0-9]{6}       the same; what is more than a name is a pattern
"""

import re
from typing import Final

from inspector.errors import UsageError

_NAME: Final = re.compile(r"[A-Za-z_$][\w.$-]*")


def plain_name(name: str) -> str:
    """How names are compared: `Customer-Id`, `customer_id` and `customerId` are one."""
    return re.sub(r"[-_.]", "", name).lower()


def read_own(text: str) -> str | re.Pattern[str]:
    """The name, as `plain_name` has it, or the pattern. Raises UsageError for what is neither."""
    if _NAME.fullmatch(text) and plain_name(text):
        return plain_name(text)
    pattern = text[1:-1] if len(text) > 2 and text[0] == text[-1] == "/" else text
    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise UsageError(
            "A rule of what to redact is no pattern.", why=f"{error}.", hint="Write a name, or a regular expression."
        ) from None
    if compiled.match(""):
        raise UsageError(
            "A rule of what to redact finds nothing, everywhere.",
            why="The pattern fits where no text is.",
            hint="Write a pattern that needs one letter at least.",
        )
    return compiled
