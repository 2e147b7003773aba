"""An mcpServers file as it may be shown: its text with the secrets in it masked, place by place."""

import json
from collections.abc import Iterator

from inspector.config.jsonc import JsonFault, Node, parse
from inspector.secrets import MASK, is_secret_name, mask_arguments

_WHOLLY = ("env", "headers")


def hidden(text: str) -> str:
    """`text` with each secret masked: values of variables and headers, arguments as in a command line, and members
    whose names say secret. Lines stay lines. Nothing of a text that is no JSON is shown."""
    plain = text.removeprefix("\ufeff")
    try:
        root = parse(plain)
    except JsonFault:
        return MASK
    pieces, at = [], 0
    for node, masked in _found(root, "", secret=False):
        pieces += [_aside(plain[at : node.at]), json.dumps(masked, ensure_ascii=False)]
        at = node.end
    return "".join((*pieces, _aside(plain[at:])))


def _aside(text: str) -> str:
    """What stands between such strings: a comment may hold an entry that is out of use, with its secrets."""
    return mask_arguments((text,))[0]


def _found(node: Node, name: str, *, secret: bool) -> Iterator[tuple[Node, str]]:
    """The strings that are not shown as they are, in their order, and what is shown for each."""
    if isinstance(node.value, str):
        (masked,) = (MASK,) if secret or is_secret_name(name) else mask_arguments((node.value,))
        if masked != node.value and node.value:
            yield node, masked
    for key, child in node.members():
        yield from _found(child, key, secret=secret or key in _WHOLLY)
    elements = list(node.elements())
    words = [one.value if isinstance(one.value, str) else "" for one in elements]
    for child, word, masked in zip(elements, words, mask_arguments(words), strict=True):
        if isinstance(child.value, str) and not secret:
            if word != masked:
                yield child, masked
        else:
            yield from _found(child, name, secret=secret)
