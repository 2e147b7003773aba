"""The only writer of stdout, and the words on stderr.

stdout carries data only: readable text, or with `--json` exactly one JSON document. All else goes to stderr; with
`--json` the last line there is the error object of the contract.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from inspector.errors import InspectorError, OutputError, UsageError
from inspector.wire.json import Json, dumps, pretty
from inspector.wire.text import visible

_BEYOND_ASCII: Final = re.compile("[^ -~\n]+")
_PACKAGE: Final = re.compile(r"[\w./+-]+@[\w.+-]+")
_ADDRESS: Final = re.compile(  # `user:password@host`, `token@host/path`, `http:/token@host`; not `package@1.2`
    r"([A-Za-z][\w+.-]*:/+(?=[^/?#\s]+@)|(?=[^/?#\s@]+:[^/?#\s]*@)|(?=[^/?#\s]+@[^/?#\s@]+[/?:]))[^/?#\s]+@"
)


def safe_json(text: str) -> str:
    """JSON text in which what could drive a terminal is an escape; the value stays the same."""
    return _BEYOND_ASCII.sub(_harmless, text)


def _harmless(found: re.Match[str]) -> str:
    run = found.group()
    if run.isprintable() and visible(run) == run:
        return run
    return "".join(
        character if character.isprintable() and visible(character) == character else _escaped(character)
        for character in run
    )


def _escaped(character: str) -> str:
    point = ord(character)
    if point < 0x10000:
        return f"\\u{point:04x}"
    point -= 0x10000
    return f"\\u{0xD800 + (point >> 10):04x}\\u{0xDC00 + (point & 0x3FF):04x}"


def shown(word: str) -> str:
    """A word as it may be said again: without the user of an address, whole or not, and without what looks secret."""
    from inspector.secrets import MASK, mask_arguments, mask_url

    masked = mask_arguments([word])[0]
    address = _ADDRESS.match(masked)
    if address is not None:
        masked = f"{address[1]}{MASK}@{masked[address.end() :]}"
    return masked if _PACKAGE.fullmatch(masked) else mask_url(masked)


@dataclass(slots=True)
class Output:
    """Where a command's words go. `quiet` silences stderr but for faults; `by_line`: there may be several documents,
    each a line of its own."""

    as_json: bool = False
    quiet: bool = False
    by_line: bool = False
    recording: str | None = None
    steps: list[Json] = field(default_factory=list)
    findings: list[Json] = field(default_factory=list)
    conceal: Callable[[str], str] = str
    """What is said on stderr goes through this; data do not: they are the server's answer, as it gave it."""

    def data(self, document: Json, text: str) -> None:
        """The command's data: `document` with `--json`, else `text` (foreign parts already sanitised)."""
        written = (dumps if self.by_line else pretty) if self.as_json else None
        self.text(safe_json(written(document)) if written is not None else text)

    def text(self, text: str) -> None:
        """Data that are a text already, in whatever form; nothing where there is none."""
        if text:
            _write((text.rstrip("\n") + "\n").encode("utf-8", "backslashreplace"))

    def to_file(self, text: str, path: Path) -> None:
        """Data that go to a file in place of stdout, packed if its name ends in `.gz`, with a note.

        Raises UsageError where it cannot be written.
        """
        data = (text.rstrip("\n") + "\n").encode("utf-8", "backslashreplace")
        if path.suffix == ".gz":
            import gzip  # late: few want it

            data = gzip.compress(data, mtime=0)
        try:
            path.write_bytes(data)
        except OSError as error:
            raise UsageError(f"{path} cannot be written.", why=f"{error.strerror or error}.") from None
        self.note(f"Wrote {visible(str(path))}.")

    def line(self, document: Json, text: str) -> bool:
        """One of many data: a document on a line of its own with `--json`, else `text`; False if nobody reads it."""
        shown = safe_json(dumps(document)) if self.as_json else text
        return _write((shown + "\n").encode("utf-8", "backslashreplace"))

    def _say(self, text: str) -> None:
        to_stderr(self.conceal(text))

    def note(self, text: str) -> None:
        """A remark for the person, on stderr; foreign text is sanitised by the caller."""
        if not self.quiet:
            self._say(text)

    def complain(self, text: str) -> None:
        """What belongs to a fault, on stderr, `--quiet` or not; foreign text is sanitised by the caller."""
        self._say(text)

    def fault(self, error: InspectorError) -> None:
        """What happened, why, what to do next."""
        lines = [f"inspector: {visible(error.message)}"]
        if error.why:
            lines.append(f"  why:  {visible(error.why)}")
        if error.hint:
            lines.append(f"  next: {visible(error.hint)}")
        self._say("\n".join(lines))
        self._recorded()
        self.error_object(error.kind, error.account, error.hint, error.exit_code)

    def interrupted(self) -> None:
        """The person, or the system, ended it."""
        self._say("inspector: Interrupted.")
        self._recorded()
        self.error_object("interrupted", "Interrupted.", "", 130)

    def _recorded(self) -> None:
        """Where the recording is, in full: a path that begins with some value that is hidden is of use as it is."""
        if self.recording:
            to_stderr(f"  recorded in {visible(self.recording)}")

    def error_object(self, kind: str, message: str, hint: str, exit_code: int) -> None:
        """With `--json`, the last line on stderr."""
        if not self.as_json:
            return
        error = {
            "kind": kind,
            "message": message,
            "hint": hint,
            "exitCode": exit_code,
            "steps": self.steps,
            "findings": self.findings,
        }
        told = self.conceal(safe_json(dumps(error)))
        to_stderr(f'{{"error":{told[:-1]},"recording":{safe_json(dumps(self.recording))}}}}}')


def _write(raw: bytes) -> bool:
    """Exact bytes to stdout. A reader that has gone ends the output quietly: then it is False. Raises OutputError."""
    if sys.stdout is None:
        raise OutputError("stdout is closed.", hint="Send it to /dev/null if the data is not wanted.")
    try:
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _discard(sys.stdout.fileno())
        return False
    except OSError as error:
        _discard(sys.stdout.fileno())
        raise unwritable(error) from None
    return True


def unwritable(error: OSError) -> OutputError:
    """What to say where the system lets nothing be written to stdout."""
    return OutputError("stdout cannot be written.", why=error.strerror or str(error))


def _discard(descriptor: int) -> None:
    """Let what is still buffered go nowhere, so that the end of the process does not try again and complain."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


def to_stderr(text: str) -> None:
    """One remark on stderr, whatever the command; where nobody reads that, there is nobody to tell."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr.fileno())


def table(rows: Sequence[Sequence[str]], indent: str = "") -> str:
    """Columns padded to their widest cell, two blanks apart; the last one is not padded. Cells are foreign text."""
    shown = [[visible(cell) for cell in row] for row in rows]
    if not shown:
        return ""
    widths = [min(40, max(len(row[column]) for row in shown)) for column in range(len(shown[0]))]
    return "\n".join(
        (
            indent + "  ".join([*(cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)), row[-1]])
        ).rstrip()
        for row in shown
    )


def indented(text: str, margin: str = "    ") -> str:
    """Foreign text of several lines, sanitised, each line behind a margin."""
    return "\n".join((margin + line).rstrip() for line in visible(text, keep_newlines=True, tab_size=4).split("\n"))


def often(finding: Mapping[str, Json]) -> str:
    """How often a finding was seen, to be put behind its message; nothing for once."""
    times = finding.get("times", 1)
    return f" ({times:,} times)" if times > 1 else ""


def findings_text(findings: Sequence[Mapping[str, Json]]) -> str:
    """Findings as lines: level, rule, message, clause."""
    sign = {"error": "✗", "warning": "▲", "info": "i"}
    return "\n".join(
        f"  {sign.get(one['level'], '?')} {one['rule']}: {visible(one['message'])}{often(one)}"
        + (f"  § {one['clause']}" if one.get("clause") else "")
        for one in findings
    )
