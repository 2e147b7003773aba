"""From options to data: how to connect, what to record, who answers. What cannot be used raises UsageError."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.cli.target_words import Behind, Given, target_of
from inspector.errors import InspectorError, UsageError

if TYPE_CHECKING:
    from inspector.client import Options
    from inspector.client.sampling_command import SamplingCommand
    from inspector.config.faults import FaultRule
    from inspector.config.settings import Approve, SettingsFile
    from inspector.config.target import Target
    from inspector.config.watched import Watched
    from inspector.headless.live import Body, Setup
    from inspector.headless.output import Output
    from inspector.protocol.questions import Rule
    from inspector.recording.plan import Plan
    from inspector.transports.auth.wish import Wish
    from inspector.wire.json import Json


def text_of(given: str, option: str) -> str:
    """An option's text: itself, the content of `@FILE`, or stdin for `-`; UTF-8."""
    try:
        if given == "-":
            return sys.stdin.buffer.read().decode("utf-8") if sys.stdin is not None else ""
        if given.startswith("@"):
            return Path(given[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{option} {given} cannot be read.", why=f"{_reason(error)}.") from None
    return given


def settings_file() -> "SettingsFile":
    """The person's settings, as far as they can be read."""
    from inspector.config.places import places
    from inspector.config.settings import read_settings

    return read_settings(places().settings_file)


def client_options(
    given: Given, settings: "SettingsFile", target: "Target | None", approve: "Approve" = "none"
) -> "Options":
    """How to connect and how long to wait: what was written, else what the settings say.

    `target`: what is declared belongs to it, too. `approve` says which calls wait for a yes unless that was written.

    A `--max-timeout` below the ordinary timeout lowers that too: it is the most that a request may take.
    """
    import os

    from inspector.cli.signing import wish_of
    from inspector.client import Options
    from inspector.protocol.extras import new_trace

    if given["version"] == "":
        raise UsageError("--protocol-version is empty.", hint="Leave it out, or name a version.")
    times = settings.settings.timeouts
    wish = wish_of(given) if "grant" in given else None
    longest = given["max_timeout"] or times.max
    timeout = given["timeout"] or times.request
    return Options(
        mode=given["mode"],
        version=given["version"],
        timeout=min(timeout, longest) if given["max_timeout"] else timeout,
        max_timeout=longest,
        connect_timeout=given["connect_timeout"] or times.connect,
        probe_timeout=given["probe_timeout"] or times.probe,
        capabilities=_declared(given, target, wish),
        roots=tuple(given["roots"]),
        log_level=given["log_level"],
        trace=new_trace(os.urandom) if given["trace"] else {},
        approve=given["approve"] or approve,
        any_version=given["any_version"],
        faults=faults_of(given.get("faults")),
        authorization=wish,
    )


def faults_of(path: Path | None) -> "tuple[FaultRule, ...]":
    """The rules of `--faults`, none without it. Raises UsageError, for a filter that cannot be read too."""
    if path is None:
        return ()
    from inspector.analysis.interference.ruling import Ruling
    from inspector.config.faults import read_faults

    rules = read_faults(path)
    Ruling(rules)  # a filter that cannot be read is said before anything is sent
    return rules


def _declared(given: Given, target: "Target | None", wish: "Wish | None") -> "Mapping[str, Json]":
    """What we declare: all that we can or what was written, without the parts that are not wanted."""
    from inspector.client import CAPABILITIES
    from inspector.client.authorizing import declared_at

    if given["capabilities"] is not None:
        declared: Mapping[str, Json] = _capabilities(given["capabilities"])
    else:
        declared = CAPABILITIES if target is None else declared_at(target, CAPABILITIES, wish)
    if given["without"]:
        from inspector.client.capabilities import switched

        for name in given["without"]:
            declared = switched(declared, name, on=False)
    return declared


def _capabilities(text: str) -> dict[str, Any]:
    from inspector.wire.json import NotJson, parse

    try:
        found = parse(text)
    except NotJson as error:
        raise UsageError(
            "--capabilities is not JSON.", why=f"{error.reason}, character {error.position + 1}."
        ) from None
    if not isinstance(found, dict):
        raise UsageError("--capabilities is no JSON object.", hint='Write {} or {"roots": {}}, for example.')
    return found


def usual_plan(settings: "SettingsFile") -> "Plan":
    """How a session is recorded where no option says otherwise."""
    return recording_plan({"record": None, "no_record": False, "redact": (), "no_redact": False}, settings)


def recording_plan(given: Given, settings: "SettingsFile") -> "Plan":
    """Whether, where and how the session is recorded."""
    from inspector.config.places import places
    from inspector.recording.plan import Plan

    limits = settings.settings.recordings
    if given["record"] is not None and given["no_record"]:
        raise UsageError("--record and --no-record exclude each other.")
    if given["redact"] and given["no_redact"]:
        raise UsageError("--redact and --no-redact exclude each other.")
    redact, own = not given["no_redact"], own_rules(given["redact"], settings)
    if given["record"] is not None:
        return Plan(given["record"], redact=redact, limits=limits, own=own)
    if given["no_record"] or not limits.enabled:
        return Plan(own=own)
    return Plan(folder=places().recordings, redact=redact, limits=limits, own=own)


def own_rules(given: Sequence[str], settings: "SettingsFile") -> tuple[str, ...]:
    """The rules of `--redact` and those of the settings. Raises UsageError for one that is none."""
    if given:
        from inspector.config.own_redaction import read_own

        for rule in given:
            read_own(rule)
    return (*given, *settings.settings.recordings.redact)


def answers_of(given: Given, options: "Options") -> "tuple[tuple[Rule, ...], SamplingCommand | None]":
    """What answers for the person: the rules of `--answers`, and the command of `--sampling-command`.

    The command may take as long as one request in all. Raises UsageError, too for a rule that needs a command where
    none is named.
    """
    rules, line = _rules(given["answers"]), given["sampling_command"]
    if line is not None:
        from inspector.client.sampling_command import SamplingCommand

        return rules, SamplingCommand.of(line, options.max_timeout)
    needy = next((number for number, rule in enumerate(rules, 1) if rule.by_command), 0)
    if needy:
        raise UsageError(
            f"{given['answers']}, rule {needy} answers with a command, and none is named.",
            hint="Name it with --sampling-command.",
        )
    return rules, None


def _rules(path: Path | None) -> "tuple[Rule, ...]":
    if path is None:
        return ()
    from inspector.protocol.questions import read_rules

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--answers {path} cannot be read.", why=f"{_reason(error)}.") from None
    return read_rules(text, str(path))


def watched_of(given: Given) -> "Watched | None":
    """The files of `--watch`; None without it. Raises UsageError for one that is not there."""
    if not given["watch"]:
        if given["watch_ignore"]:
            raise UsageError("--watch-ignore is for --watch, which is not there.", hint="Write --watch PATH.")
        return None
    from inspector.config.watched import Watched

    watched = Watched(given["watch"], given["watch_ignore"])
    watched.check()
    return watched


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"it is not UTF-8, at byte {error.start:,}"
    return error.strerror or str(error)


def run_headless(behind: Behind, url: str | None, body: "Body", given: Given) -> int:
    """Build the set-up out of the options and carry out one headless command: `body`, once connected."""

    def run(setup: "Setup", output: "Output") -> int:
        from inspector.headless.live import run_live

        return run_live(setup, output, body)

    return run_set_up(behind, url, run, given)


def run_set_up(behind: Behind, url: str | None, run: "Callable[[Setup, Output], int]", given: Given) -> int:
    """The same for a command that makes its connections itself: `run` gets the set-up, and gives the exit code."""
    from inspector.headless.output import Output

    output = Output(given["as_json"], given["quiet"])
    try:
        file = settings_file()
        for problem in file.problems:
            output.note(problem.describe())
        if given["no_redact"] and not given["no_record"]:
            output.note("Warning: secrets are kept in the recording (--no-redact).")
        if given["insecure"]:
            output.note("Warning: certificates are not checked (--insecure).")
        target = target_of(behind, url, given)
        assert target is not None
        from inspector.headless.live import Setup

        options = client_options(given, file, target)
        rules, command = answers_of(given, options)
        setup = Setup(target, options, recording_plan(given, file), rules, given["strict"], given["insecure"], command)
        return run(setup, output)
    except InspectorError as error:
        output.fault(error)
        return error.exit_code
