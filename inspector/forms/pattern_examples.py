"""Texts that a pattern matches, for examples: the shortest way through its tree. Each is only a try, to be checked."""

from collections.abc import Iterator
from typing import Final

from inspector.forms.pattern_syntax import (
    Assert,
    BadPattern,
    Char,
    Choice,
    Look,
    Node,
    Repeat,
    Sequence,
    UnsupportedPattern,
    parsed,
)

_SAMPLES: Final = "a0A1xb2-_. /:@#$%+=,;!?*()[]{}<>&'\"\\|~^`\tzyéß中 "
_MAX_LENGTH: Final = 2_000


def matching(pattern: str, least: int = 0) -> Iterator[str]:
    """Texts that `pattern` may match, the shortest first, then longer ones towards `least` characters."""
    try:
        tree = parsed(pattern)
    except (BadPattern, UnsupportedPattern):
        return
    for extra in (0, 1, max(least - 1, 0), least, max(least, 2) + 1):
        text = _text(tree, min(extra, _MAX_LENGTH))
        if text is not None and len(text) <= _MAX_LENGTH:
            yield text


def _text(node: Node, extra: int) -> str | None:
    """A text for a node, each repetition taken `extra` times more than it must; None if no sample character fits."""
    match node:
        case Char(test):
            return next((char for char in _SAMPLES if test(char)), _searched(node))
        case Assert() | Look():
            return ""
        case Sequence(parts):
            texts = [_text(part, extra) for part in parts]
            return None if any(text is None for text in texts) else "".join(text or "" for text in texts)
        case Choice(parts):
            return next((text for part in parts if (text := _text(part, extra)) is not None), None)
        case Repeat(body, least, most):
            times = least + extra if most is None else min(most, least + extra)
            if times == 0:
                return ""
            text = _text(body, 0)
            return None if text is None or times * len(text) > _MAX_LENGTH else text * times


def _searched(node: Char) -> str | None:
    return next((char for char in map(chr, range(0x20, 0x3000)) if node.test(char)), None)
