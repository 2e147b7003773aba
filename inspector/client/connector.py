"""From a target to transports: which kind comes first, and how each is made."""

import sys
from collections.abc import Iterator, Mapping

from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target
from inspector.errors import ConnectError, UsageError
from inspector.journal import Log
from inspector.transports import Transport
from inspector.transports.auth.trial import Authorizes
from inspector.transports.http_options import HttpOptions
from inspector.transports.stdio import StdioOptions, StdioTransport
from inspector.wire import events


class TargetConnector:
    """Makes transports to one target. A demo over HTTP is started by `serving`, and comes here as its URL."""

    def __init__(
        self,
        target: Target,
        *,
        connect_timeout: float = 30.0,
        insecure: bool = False,
        authorizer: Authorizes | None = None,
    ) -> None:
        if isinstance(target, DemoTarget):
            target = demo_command(target)
        if isinstance(target, RecordingTarget):
            raise UsageError("A recording is no server.", hint="Open it with `inspector open FILE`.")
        self._target = target
        self._connect_timeout = connect_timeout
        self._insecure = insecure
        self._authorizer = authorizer
        self.preferred: events.Transport = "stdio"
        self.fixed = isinstance(target, StdioTarget)
        if isinstance(target, HttpTarget):
            self.preferred = "streamable-http" if target.transport == "auto" else target.transport
            self.fixed = target.transport != "auto"

    def make(self, kind: events.Transport, journal: Log, attempt: int, numbers: Iterator[int]) -> Transport:
        """A transport that is not open yet. Raises ConnectError if the command is nowhere to be found."""
        target = self._target
        if isinstance(target, StdioTarget):
            return self._process(target, journal, attempt)
        options = http_options(target, self._connect_timeout, insecure=self._insecure)
        if kind == "http+sse":
            from inspector.transports.http_sse import HttpSseTransport

            return HttpSseTransport(options, journal, numbers, attempt=attempt, authorizer=self._authorizer)
        from inspector.transports.http import HttpTransport

        return HttpTransport(options, journal, numbers, attempt=attempt, authorizer=self._authorizer)

    def _process(self, target: StdioTarget, journal: Log, attempt: int) -> Transport:
        found = target.resolve()
        if found.reason != "found" or found.path is None:
            journal.append(
                events.Opened("stdio", attempt, target.command, None, target.cwd, tuple(target.env), _path(target.env))
            )
            journal.append(events.Closed(f"{found.message} {found.why}".strip()))
            raise ConnectError(found.message, why=found.why, hint=found.hint)
        options = StdioOptions(target.command, found.path, target.env, target.cwd)
        return StdioTransport(options, journal, attempt)


def http_options(target: HttpTarget, connect_timeout: float = 30.0, *, insecure: bool = False) -> HttpOptions:
    """What the transports are told of an HTTP target."""
    return HttpOptions(
        target.url, target.headers, connect_timeout, insecure, target.ca, target.cert, target.key, target.proxy
    )


def _path(env: Mapping[str, str]) -> str | None:
    import os

    return env.get("PATH", os.environ.get("PATH"))


def demo_command(target: DemoTarget) -> StdioTarget:
    """The demo server as a child process over stdio."""
    return StdioTarget((sys.executable, "-m", "inspector.serving", "--era", target.era), name="demo")
