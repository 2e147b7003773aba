"""The options of the commands, in groups."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

TARGET = [
    click.option("--url", metavar="URL", help="Streamable HTTP, with fallback to HTTP+SSE."),
    click.option("--server", metavar="NAME", help="An entry of an mcpServers file."),
    click.option(
        "--config", metavar="FILE", type=click.Path(path_type=Path), help="That file (else the usual places)."
    ),
    click.option("--demo", is_flag=True, help="The built-in demo server, in a child process."),
]

CONNECT = [
    click.option("--mode", type=click.Choice(["auto", "modern", "legacy"]), default="auto", show_default=True),
    click.option("--protocol-version", "version", metavar="V", help="Pin the version; a legacy one sends no probe."),
    click.option(
        "--transport", type=click.Choice(["auto", "streamable-http", "http+sse"]), default="auto", show_default=True
    ),
    click.option("-H", "headers", metavar="'NAME: VALUE'", multiple=True, help="An HTTP header (repeated)."),
    click.option("-e", "env", metavar="NAME=VALUE", multiple=True, help="A variable for the server (repeated)."),
    click.option("--cwd", metavar="DIR", help="The server's directory."),
    click.option(
        "--timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="One request without news."
    ),
    click.option("--max-timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="With progress."),
    click.option(
        "--connect-timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="Start and negotiation."
    ),
    click.option(
        "--probe-timeout", metavar="S", type=click.FloatRange(min=0, min_open=True), help="Silence on the probe."
    ),
    click.option("--root", "roots", metavar="PATH", multiple=True, help="A root to tell the server (repeated)."),
    click.option("--capabilities", metavar="JSON", help="What we declare (by default all that we can)."),
    click.option("--record", metavar="FILE", type=click.Path(path_type=Path), help="Record into this file."),
    click.option("--no-record", is_flag=True, help="Write no recording."),
    click.option("--no-redact", is_flag=True, help="Keep secrets in the recording."),
    click.option("--insecure", is_flag=True, help="Accept any certificate."),
]

SPEAK = [
    click.option("--answers", metavar="FILE", type=click.Path(path_type=Path), help="Rules that answer the server."),
    click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout."),
    click.option("--quiet", is_flag=True, help="Only faults on stderr."),
    click.option("--strict", is_flag=True, help="A finding of level error makes the exit code 1."),
]


THEME = [
    click.option("--theme", metavar="NAME", help="ink, paper, contrast, okabe, okabe-paper, ansi or your own."),
]


def options(*groups: list[Callable[[F], F]]) -> Callable[[F], F]:
    """A decorator that gives a command the options of these groups, in this order."""

    def decorate(function: F) -> F:
        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return decorate
