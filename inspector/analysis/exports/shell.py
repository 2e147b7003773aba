"""curl commands that send again what was sent over HTTP."""

import shlex
from collections.abc import Iterable

from inspector.analysis.exports.web import Hop, sent_again


def curl(hops: Iterable[Hop]) -> str:
    """A shell script: one command a request, each below a comment with its record and what it is."""
    return "\n\n".join(_command(hop) for hop in hops)


def _command(hop: Hop) -> str:
    request = hop.request
    parts = [f"curl -sSN --globoff {shlex.quote(request.url)}"]
    if request.verb != ("POST" if hop.body else "GET"):
        parts.append(f"-X {shlex.quote(request.verb)}")
    for name, value in sent_again(request.headers):
        parts.append(f"-H {shlex.quote(f'{name}: {value}' if value else f'{name};')}")
    if hop.body:
        parts.append(f"--data-raw {shlex.quote(hop.body.decode('utf-8', 'surrogateescape'))}")
    answered = f"HTTP {hop.response.status}" if hop.response is not None else "no answer"
    return f"# record {hop.seq}: {answered}\n" + " \\\n  ".join(parts)
