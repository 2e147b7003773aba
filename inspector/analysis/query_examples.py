"""The filter language by example: one for each term (`query`), with what it looks for."""

from typing import Final

EXAMPLES: Final[tuple[tuple[str, str], ...]] = (
    ("idiot", "in the row"),
    ("method:tools/call", "in the method"),
    ("name:search", "in name or URI"),
    ("id:7", "exactly this id"),
    ("dir:in", "in or out"),
    ("kind:ask", "req, res, ntf …"),
    ("status:waiting", "in the status"),
    ("error", "what went wrong"),
    ("finding:warning", "level, or worse"),
    ("latency:>500ms", "took that long"),
    ("size:>10kB", "so many bytes"),
    ("era:legacy", "legacy or modern"),
    ("op:3", "one operation"),
    ("note:odd", "in a note; * any"),
    ("json:$.id=7", "at that place"),
    ("body:token", "anywhere in it"),
    ("/time.?out/", "a regex fits"),
    ('"two words"', "as they stand"),
    ("name:a or name:b", "one of them"),
    ("not kind:ntf", "all others"),
    ("(a or b) error", "brackets, and"),
)
"""A filter that can be typed, and what it shows, in 18 and 17 cells at most where they stand side by side."""
