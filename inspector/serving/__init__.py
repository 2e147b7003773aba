"""The demo server: a small public library, in either era, on any transport.

holdings, library   what the library has, and how it changes           no protocol
tools, resources, prompts, completion                                  what it offers
protocol            methods both eras share   editions                 what older revisions lack
modern, legacy      what goes around them     session                  which of the two, and cancellation
stdio_host, http_host, sse_host                                        bytes in, bytes out
"""

from typing import Literal


def run(
    era: Literal["modern", "legacy", "dual"],
    transport: Literal["stdio", "http", "sse"] = "stdio",
    port: int = 0,
    host: str = "127.0.0.1",
) -> int:
    """Serve until stdin ends or a signal comes; returns the exit status: 130 for Ctrl+C, as of every command, else 0.

    On `http` and `sse` one line on stderr, `listening on URL`, says where; port 0 takes a free one. HTTP+SSE is a
    legacy transport: era `dual` serves its legacy half there. Raises UsageError for an address that cannot be taken
    and for era `modern` on `sse`.
    """
    if transport == "stdio":
        from inspector.serving.stdio_host import run as serve_stdio

        return serve_stdio(era)
    from inspector.serving.web import run as serve_web

    return serve_web(era, transport, port, host)
