"""The options of the commands, in groups."""

from pathlib import Path
from typing import Any, Final

import click

from inspector.cli.headings import ON_LOOK, ON_TARGET, below


class Seconds(click.FloatRange):
    """A time. `nan` is a float that is in every range, and no time."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number of seconds."""
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


_SECONDS: Final = Seconds(min=0, min_open=True)

_FILE = click.Path(path_type=Path)
_target, _connecting, _time = below(ON_TARGET), below("Connecting"), below("Time limits, in seconds")
_recording, _look, _output = below("Recording"), below(ON_LOOK), below("Output")
_answering = below("Answers to the server")
_watching = below("Watching")
_signing = below("Authorization")

TARGET = [
    _target(
        "--url",
        metavar="URL",
        help="Streamable HTTP, with fallback to HTTP+SSE; http+unix:// too. A bare URL does as well.",
    ),
    _target("--server", metavar="NAME", help="An entry of an mcpServers file."),
    _target("--config", metavar="FILE", type=_FILE, help="That file, instead of those in the usual places."),
    _target("--demo", is_flag=True, help="The built-in demo server, in a child process."),
]

AUTHORIZATION = [
    _signing("--token-env", metavar="NAME", help="Send the token in this environment variable, as Bearer."),
    _signing(
        "--grant",
        type=click.Choice(["authorization-code", "client-credentials", "jwt-bearer", "enterprise", "none"]),
        default="authorization-code",
        show_default=True,
        help="How to get a token where the server wants one: sign in, as ourselves, by --assertion-env, by --idp and "
        "--id-token-env, or not.",
    ),
    _signing("--client-id", metavar="ID", help="A client that is registered already."),
    _signing(
        "--client-secret-env", metavar="NAME", help="The variable with its secret; - asks for it at the terminal."
    ),
    _signing(
        "--client-key",
        metavar="FILE",
        type=_FILE,
        help="Its private key in PEM, with which it signs (private_key_jwt).",
    ),
    _signing("--client-document", metavar="URL", help="Go by this Client ID Metadata Document, where it is taken."),
    _signing("--issuer", metavar="URL", help="The authorization server that --client-id is registered with."),
    _signing("--scope", "scopes", metavar="SCOPE", multiple=True, help="Ask for this scope (repeated)."),
    _signing("--assertion-env", metavar="NAME", help="The environment variable with the JWT for --grant jwt-bearer."),
    _signing("--dpop", is_flag=True, help="Ask for tokens that are bound to a key."),
    _signing(
        "--callback-port",
        metavar="PORT",
        type=click.IntRange(1, 65535),
        help="Where on 127.0.0.1 the browser comes back to, instead of a free port.",
    ),
    _signing(
        "--redirect-uri",
        metavar="URI",
        help="The whole of it, as --client-id is registered with it: http://localhost:PORT/PATH, for example.",
    ),
    _signing("--idp", metavar="URL", help="The identity provider of --grant enterprise: its issuer."),
    _signing("--idp-client-id", metavar="ID", help="Our client there, if it is another than --client-id."),
    _signing("--idp-client-secret-env", metavar="NAME", help="The variable with the secret of that client."),
    _signing("--id-token-env", metavar="NAME", help="The variable with the ID token that it gave you."),
]

RECORD = [
    _recording("--record", metavar="FILE", type=_FILE, help="Record into this file; one in .gz is packed."),
    _recording("--no-record", is_flag=True, help="Write no recording."),
    _recording(
        "--redact", metavar="NAME|REGEX", multiple=True, help="Take out this too: values of that name, or what fits."
    ),
    _recording("--no-redact", is_flag=True, help="Keep secrets in the recording."),
]

CONNECT = [
    _connecting(
        "--mode",
        type=click.Choice(["auto", "modern", "legacy"]),
        default="auto",
        show_default=True,
        help="The era: found out, or the one named.",
    ),
    _connecting("--protocol-version", "version", metavar="V", help="Pin the version; a legacy one sends no probe."),
    _connecting(
        "--any-version",
        "any_version",
        is_flag=True,
        help="Go on with a version out of initialize that we do not know, in the legacy way.",
    ),
    _connecting(
        "--transport",
        type=click.Choice(["auto", "streamable-http", "http+sse"]),
        default="auto",
        show_default=True,
        help="For a URL.",
    ),
    _connecting("-H", "headers", metavar="'NAME: VALUE'", multiple=True, help="An HTTP header (repeated)."),
    _connecting("-e", "env", metavar="NAME=VALUE", multiple=True, help="A variable for the server (repeated)."),
    _connecting("--cwd", metavar="DIR", help="The server's directory."),
    _connecting("--root", "roots", metavar="PATH", multiple=True, help="A root to tell the server (repeated)."),
    _connecting("--capabilities", metavar="JSON", help="What we declare (by default all that we can)."),
    _connecting(
        "--without",
        metavar="NAME",
        multiple=True,
        help="Do not declare this part, such as elicitation.url or sampling.tools (repeated).",
    ),
    _connecting(
        "--log-level",
        type=click.Choice(["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]),
        help="Ask the server for its log messages from this level on.",
    ),
    _connecting("--trace", is_flag=True, help="Send the context of a new trace with each request."),
    _connecting("--ca", metavar="FILE", help="Trust the authorities in this PEM file too."),
    _connecting("--cert", metavar="FILE", help="Our own certificate for TLS, in PEM."),
    _connecting("--key", metavar="FILE", help="Its key, if that is in another file."),
    _connecting("--insecure", is_flag=True, help="Accept any certificate."),
    _connecting("--proxy", metavar="URL", help="Go through this proxy, or `none`; else as HTTPS_PROXY and such say."),
    _time("--timeout", metavar="S", type=_SECONDS, limit="request", help="One request; each progress starts it anew."),
    _time("--max-timeout", metavar="S", type=_SECONDS, limit="max", help="One request in all, progress or not."),
    _time("--connect-timeout", metavar="S", type=_SECONDS, limit="connect", help="Start and negotiation together."),
    _time("--probe-timeout", metavar="S", type=_SECONDS, limit="probe", help="Silence on the probe means legacy."),
    _connecting(
        "--faults",
        metavar="FILE",
        type=_FILE,
        help="Interfere with messages on purpose, by the rules of this TOML file: delay, drop, garble and so on.",
    ),
    *AUTHORIZATION,
    *RECORD,
]

ANSWER = [
    _answering(
        "--answers",
        metavar="FILE",
        type=_FILE,
        help='Rules that answer: [{"method": "elicitation/create", "message": REGEX, '
        '"answer": {"action": "accept", "content": {…}}}]; the first that fits.',
    ),
    _answering(
        "--sampling-command",
        metavar="CMD",
        help="Have CMD prepare answers to sampling: params on stdin, result on stdout, both JSON. What it prepares is "
        'shown before it is sent; a rule for "sampling/createMessage" with the answer {"command": true} sends it '
        "without asking.",
    ),
    _answering(
        "--approve",
        type=click.Choice(["destructive", "writes"]),
        help="Ask before a call of a tool that may destroy, or of any that is not marked read-only.",
    ),
]

SPEAK = [
    *ANSWER,
    _output("--json", "as_json", is_flag=True, help="One JSON document on stdout."),
    _output("--quiet", is_flag=True, help="Only faults on stderr."),
    _output("--strict", is_flag=True, help="A finding of level error makes the exit code 1."),
]


WATCH = [
    _watching(
        "--watch",
        metavar="PATH",
        type=_FILE,
        multiple=True,
        help="Start the server again when this file, or one in this folder, changes, and repeat the last call "
        "(repeated). A URL is connected to again.",
    ),
    _watching(
        "--watch-ignore",
        "watch_ignore",
        metavar="PATTERN",
        multiple=True,
        help="But not for files and folders of this name, as *.log (repeated).",
    ),
]

THEME = [
    _look("--theme", metavar="NAME", help="ink, paper, contrast, okabe, okabe-paper, ansi or your own."),
]


PAUSE = [
    _look("--pause-authorization", is_flag=True, help="Stop before each step of an authorization."),
]
