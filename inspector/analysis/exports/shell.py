"""curl commands that send again what was sent over HTTP."""

import shlex
from collections.abc import Iterable

from inspector.analysis.exports.web import Hop, sent_again
from inspector.wire.text import is_hostile, visible


def curl(hops: Iterable[Hop]) -> str:
    """A shell script: one command a request, each below a comment with its record and what it is."""
    return "\n\n".join(_command(hop) for hop in hops)


def _command(hop: Hop) -> str:
    request = hop.request
    fed = piped(hop.body)
    parts = [f"{fed}curl -sSN --globoff {word(request.url)}"]
    if request.verb != ("POST" if hop.body else "GET"):
        parts.append(f"-X {word(request.verb)}")
    for name, value in sent_again(request.headers):
        parts.append(f"-H {word(f'{name}: {value}' if value else f'{name};')}")
    if hop.body:
        parts.append("--data-binary @-" if fed else f"--data-raw {word(hop.body.decode())}")
    answered = f"HTTP {hop.response.status}" if hop.response is not None else "no answer"
    return f"# record {hop.seq}: {answered}\n" + " \\\n  ".join(parts)


def word(text: str) -> str:
    """A word of a POSIX shell that means `text` there, without a character that acts on a terminal or hides in it.

    Such characters are left to `printf` to make. A NUL, which no word can hold, is lost.
    """
    return f'"$({_printf(text)})"' if is_hostile(text) else shlex.quote(text)


def piped(body: bytes) -> str:
    """`printf '…' | ` that feeds the exact bytes to a command; empty if they can stand in a word as they are."""
    text = body.decode("utf-8", "surrogateescape")
    return f"{_printf(text)} | " if is_hostile(text) else ""


def _printf(text: str) -> str:
    made = "".join(map(_escaped, text))
    if made.startswith("-"):
        made = "\\055" + made[1:]  # else it were an option
    return f"printf {shlex.quote(made)}"


def _escaped(character: str) -> str:
    if character in "\\%":
        return character * 2
    if character in "\n\t" or visible(character) == character:
        return character
    # Half a pair stands for one byte that is no UTF-8; a recording may hold others, which no client can have sent.
    how = "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", how))
