"""A rule in a few words: what it says, and to what. Pure."""

import re
from typing import Final

from inspector.protocol.questions import Rule

_ACTIONS: Final = frozenset({"accept", "decline", "cancel"})
_ESCAPED: Final = re.compile(r"\\([.^$*+?{}\[\]\\|()])")
_PLAIN: Final = re.compile(r"(?:[^.^$*+?{}\[\]\\|()]|\\[.^$*+?{}\[\]\\|()])*")


def rule_words(rule: Rule) -> str:
    """What it says, in a word: `accept`, `decline`, `cancel`, `refuse`, `command`, `send`."""
    answer = rule.answer if isinstance(rule.answer, dict) else {}
    if rule.by_command:
        return "command"
    if isinstance(answer.get("error"), dict):
        return "refuse"
    action = answer.get("action")
    return action if isinstance(action, str) and action in _ACTIONS else "send"


def asked_words(rule: Rule) -> str:
    """To what it says it: the words of the server where the rule wants exactly these, else the pattern."""
    pattern = rule.message
    if pattern is None:
        return "whatever it asks"
    inner = pattern[1:-1] if pattern.startswith("^") and pattern.endswith("$") else None
    if inner is not None and _PLAIN.fullmatch(inner):
        words = _ESCAPED.sub(r"\1", inner)
        return f"“{words}”"
    return f"where {pattern} is found"
