"""Texts that are written in Markdown, laid out as they are meant: headings, emphasis, lists, quotes and code.

Nothing in them acts: a link is its words with its address behind them, an image its description, and no markup of the
toolkit is ever read. A text without a mark that can mean nothing else stays as it is, sign by sign; so does what the
few marks told here do not cover, as tables. Nothing is ever left out but the marks themselves.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from textual.strip import Strip

from inspector.tui.cells import Line, Span, width_of
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_text import LONGEST_TEXT, paragraph, prose

LONGEST_LINE: Final = 2_000
"""Characters of a line in which marks are looked for; a longer one is no prose."""

_LOOKS: Final = frozenset({"bold", "italic"})

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[^`]*$")
_HEADING = re.compile(r" {0,3}#{1,6} +(.*?)(?: +#+)? *$")
_RULE = re.compile(r" {0,3}(?:-{3,}|\*{3,}|_{3,}) *$")
_QUOTE = re.compile(r" {0,3}> ?(.*)$")
_ITEM = re.compile(r"( *)([-*+]|\d{1,9}[.)]) +(\S.*)$")

_BOLD = r"(?<![\w*])\*\*(?=\S)(?P<bold>[^\n]{1,500}?)(?<=\S)\*\*(?![\w*])"
_CODE = r"(?<!`)(?P<tick>`{1,2})(?!`)(?P<code>[^\n]{1,300}?)(?<!`)(?P=tick)(?!`)"
_ADDRESS = r"(?P<address>(?=[^()\s]{0,99}[/.#])[^()\s]{1,500})"
_LINK = rf"(?<![\w\]])(?P<image>!?)\[(?P<words>[^\[\]\n]{{0,300}})\]\({_ADDRESS}(?: +\"[^\"\n]{{0,200}}\")?\)"
_INLINE = re.compile(
    rf"{_CODE}|{_LINK}|{_BOLD}"
    r"|(?<![\w_])__(?=\S)(?P<strong>[^\n]{1,500}?)(?<=\S)__(?![\w_])"
    r"|(?<![\w*])\*(?=[^\s*])(?P<star>[^*\n]{1,500}?)(?<=[^\s*])\*(?![\w*])"
    r"|(?<![\w_])_(?=[^\s_])(?P<line>[^_\n]{1,500}?)(?<=[^\s_])_(?![\w_])"
    r"|\\(?P<plain>[\\`*_{}\[\]()#+\-.!>])"
)
_SURE = re.compile(rf"{_CODE}|{_LINK}|{_BOLD}")


def is_marked(text: str) -> bool:
    """Whether a text has a mark that means nothing but Markdown: bold, code, a link, a fence, a heading by itself."""
    lines = text[:LONGEST_TEXT].split("\n")
    for number, line in enumerate(lines):
        if len(line) > LONGEST_LINE:
            continue
        alone = (not number or not lines[number - 1].strip()) and not "".join(lines[number + 1 : number + 2]).strip()
        if _SURE.search(line) or (alone and _HEADING.match(line)):
            return True
    return sum(bool(_FENCE.match(line)) for line in lines) > 1


def marked(text: str, width: int, roles: Roles, *, at: int = 2) -> list[Strip]:
    """Foreign text from cell `at` on, as `paragraph` lays it out, with its marks drawn instead of written."""
    if not is_marked(text):
        return paragraph(text, width, roles, at=at)
    strips: list[Strip] = []
    fence = ""
    for line in text[:LONGEST_TEXT].split("\n"):
        line = line.removesuffix("\r")
        opening = _FENCE.match(line)
        if opening and (not fence or opening[1].startswith(fence)):
            fence = "" if fence else opening[1]
        elif fence:
            strips += paragraph(line, width, roles, at=at + 2, role="json-string")
        elif len(line) > LONGEST_LINE:
            strips += paragraph(line, width, roles, at=at)
        else:
            strips += _line(line, width, roles, at)
    return strips


def unmarked(text: str) -> str:
    """A short text in one line without its marks; as it is where it has none for sure."""
    words = " ".join(text[:LONGEST_LINE].split())
    return "".join(part for part, _ in _spans(words)) if is_marked(words) else words


def _line(line: str, width: int, roles: Roles, at: int) -> list[Strip]:
    glyphs = roles.glyphs
    if _RULE.match(line):
        ruled = Line(roles)
        ruled.fill_to(at)
        ruled.fill_to(width - 2, glyphs.thin, "line")
        return [ruled.strip(width)]
    if heading := _HEADING.match(line):
        return prose(list(_spans(heading[1], "bold")), width, roles, at=at)
    if quote := _QUOTE.match(line):
        spans = [(f"{glyphs.upright} ", "faint"), *_spans(quote[1], "muted")]
        return prose(spans, width, roles, at=at + 2, hanging=2)
    if item := _ITEM.match(line):
        sign = glyphs.dot if item[2] in "-*+" else item[2]
        begins = at + min(len(item[1].expandtabs(4)), width // 3) + width_of(sign) + 1
        return prose([(f"{sign} ", "faint"), *_spans(item[3])], width, roles, at=begins, hanging=width_of(sign) + 1)
    if not _INLINE.search(line):
        return paragraph(line, width, roles, at=at)
    indent = len(line) - len(line.lstrip(" "))
    return prose(list(_spans(line)), width, roles, at=at + min(indent, width // 3))


def _spans(text: str, role: str = "") -> Iterator[Span]:
    """The pieces of a line, each in its role; what is in a mark may have marks of its own, but for code."""
    end = 0
    for found in _INLINE.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], role
        end = found.end()
        named = found.groupdict()
        if named["code"] is not None:
            yield named["code"], _with(role, "json-string")
        elif named["address"] is not None:
            yield from _link(named["words"], named["address"], bool(named["image"]), role)
        elif (bold := named["bold"] or named["strong"]) is not None:
            yield from _spans(bold, _with(role, "bold"))
        elif (slanted := named["star"] or named["line"]) is not None:
            yield from _spans(slanted, _with(role, "italic"))
        else:
            yield named["plain"], role
    if end < len(text):
        yield text[end:], role


def _link(words: str, address: str, image: bool, role: str) -> Sequence[Span]:
    told = f"image: {words}" if image and words else "image" if image else words
    return [(told, role), (f" ({address})" if told else address, "muted")]


def _with(role: str, more: str) -> str:
    """A role with a look added. The colour comes first, as `Roles` has it, and of two the inner one counts."""
    looks = [word for word in role.split() if word in _LOOKS]
    if more not in _LOOKS:
        return " ".join((more, *looks))
    return role if more in looks else f"{role} {more}".strip()
