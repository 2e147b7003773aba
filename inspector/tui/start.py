"""What the interface begins with."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.client import Options
    from inspector.client.sampling_command import SamplingCommand
    from inspector.config.settings import SettingsFile
    from inspector.config.target import Target
    from inspector.config.watched import Watched
    from inspector.protocol.questions import Rule
    from inspector.recording import Recording
    from inspector.recording.plan import Plan


@dataclass(frozen=True, slots=True)
class Again:
    """A recording whose requests are sent again; `only` are the records of some of them, None for all."""

    path: Path
    only: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """A target, an opened recording, or neither (the connect screen); and how to connect, to record and to look.

    `rules` answer what a server asks, before those that are kept for it; `command` prepares answers to sampling.
    `watched` are the files whose change starts the server again.
    `again` is what is sent again as soon as the target is connected. `pauses`: an authorization stops before each step.
    """

    settings: "SettingsFile"
    target: "Target | None" = None
    options: "Options | None" = None
    recording: "Plan | None" = None
    opened: "Recording | None" = None
    theme: str | None = None
    config: Path | None = None
    source: Path | None = None  # the server file that names the target
    insecure: bool = False
    notes: tuple[str, ...] = field(default=())
    rules: "tuple[Rule, ...]" = ()
    command: "SamplingCommand | None" = None
    watched: "Watched | None" = None
    again: Again | None = None
    pauses: bool = False

    @property
    def connecting(self) -> "Options":
        """How to connect, also where nothing was said of it: whoever sits before the interface can sign in."""
        from inspector.client import Options
        from inspector.transports.auth.wish import Wish

        return self.options or Options(authorization=Wish())

    def at(self, target: "Target", source: Path | None, again: Again | None) -> "Start":
        """The same at another target. What was given to authorize the first one is not for another; begun with none,
        it is for the first that is chosen."""
        from inspector.client.authorizing import declared_at, wish_elsewhere

        options = self.connecting
        if self.target not in (None, target):
            options = replace(options, authorization=wish_elsewhere(options.authorization))
        if "extensions" in options.capabilities:
            declared = declared_at(target, options.capabilities, options.authorization)
            options = replace(options, capabilities=declared)
        return replace(self, target=target, options=options, opened=None, source=source, again=again)
