"""Texts that a hostile server may send, and the roles that rows are drawn in here."""

from inspector.tui.roles import resolve_roles
from inspector.tui.themes import load_themes, shipped_folder

INK = next(theme for theme in load_themes(shipped_folder()).themes if theme.name == "ink")
ROLES = resolve_roles({**INK.to_color_system().generate(), **INK.variables})

HOSTILE = (
    "[/bold]",
    "[/",
    "[link=https://e.example]d[/link]",
    "\x1b]0;PWN\x07",
    "\x1b[2J\x1b[H",
    "a\rb\nc\x08d",
    "\x9b31m",
    "safe\u202egnp.exe",
    "a\u200bb\U000e0068",
    "图书馆目录检索工具",
    "👨\u200d👩\u200d👧 family",
    "مرحبا",
    "",
    "x" * 10_000,
    "日" * 10_000,
)


def unsafe(text):
    """The characters of a text that could drive a terminal or hide."""
    allowed = {"\u2068", "\u2069", "\u200d"}
    return {c for c in text if (ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u200b\ufeff") and c not in allowed}
