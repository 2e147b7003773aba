"""Servers of our own, in either era, on any transport: the demo, a small public library, and a recording's mock.

holdings, library   what the library has, and how it changes           no protocol
tools, resources, prompts, completion                                  what it offers
protocol            methods both eras share   editions                 what older revisions lack
modern, legacy      what goes around them     mock                     a recording in their place
served              what a host may serve     session                  which era, and cancellation
stdio_host, http_host, sse_host               bytes in, bytes out      watching                 who looks on
"""

from typing import TYPE_CHECKING, Literal

from inspector.serving.watching import Watch, unwatched

if TYPE_CHECKING:
    from inspector.serving.served import Served


def run(
    era: Literal["modern", "legacy", "dual"],
    transport: Literal["stdio", "http", "sse"] = "stdio",
    port: int = 0,
    host: str = "127.0.0.1",
    served: "Served | None" = None,
    watch: Watch = unwatched,
) -> int:
    """Serve the demo, or what is `served`, until stdin ends or a signal comes.

    Returns the exit status: 130 for Ctrl+C, as of every command, else 0.

    On `http` and `sse` one line on stderr, `listening on URL`, says where; port 0 takes a free one. HTTP+SSE is a
    legacy transport: era `dual` serves its legacy half there. Raises UsageError for an address that cannot be taken
    and for era `modern` on `sse`.
    """
    if served is None:
        from inspector.serving.demo import Demo
        from inspector.serving.library import Library

        served = Demo(Library())
    if transport == "stdio":
        from inspector.serving.stdio_host import run as serve_stdio

        return serve_stdio(served, era, watch)
    from inspector.serving.web import run as serve_web

    return serve_web(served, era, transport, port, host, watch)
