"""Why a process ended, as far as its last words, its code or its signal tell, and what helps."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.analysis.words import short
from inspector.analysis.words_of_death import WORDS

_LINES: Final = 40
"""Lines of stderr, from the last one back, in which a reason is looked for."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a death comes from (`because`) and what to do (`remedy`), a sentence or two each; empty where unknown.

    Both are safe to show.
    """

    because: str = ""
    remedy: str = ""


_VARIABLE: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
_USAGE: Final = re.compile(r"(?im)^\s*usage:")
_COMPLAINT: Final = re.compile(
    r"(?m)^[ \t|]*(?:\[[^\]\n]{1,60}\]:? |[\w.-]{1,60}: ){0,2}"
    r"((?:[\w.]*(?:Error|Exception)|error|ERROR|fatal|Fatal|FATAL)(?: [\w ]{1,20})?: \S[^\n]*)"
)
"""A line that says itself what went wrong: the end of a traceback, or one of a program that gives up."""

_SHORT: Final = 3
"""Lines of stderr that are all about why a program gives up, where there are no more of them."""

_CODES: Final = {
    126: ("Code 126: a program that it runs may not be executed.", "Give that program its execute permission."),
    127: ("Code 127: a program that it runs was not found.", "Install that program, or give its full path."),
}
"""Exit codes that shells and most programs agree on."""

_SIGNALS: Final = {
    4: ("it met an instruction that this processor has not", "Take a build for this processor."),
    6: ("it gave up by itself, as after a failed assertion", "Its last words, or a core dump, tell where."),
    8: ("it divided by nought, or so", "Update it; a core dump tells where."),
    9: (
        "the system kills so when memory runs out; or somebody did",
        "Look at the system's log for “Out of memory”, and at the limits of its container.",
    ),
    11: (
        "native code reached for memory that is not its own",
        "Update it, or its native parts; a core dump says where.",
    ),
    13: ("it wrote to something that was closed", "Look for what it pipes its output to."),
    15: ("somebody asked it to end", "Look for what stops it: a supervisor, a container, a time limit."),
}
"""Signals by number: what each usually means, and what helps (`signal(7)`)."""

ECHO: Final = Advice(
    "What we send comes back as it is: the command copies its input to its output.",
    "Give the command that starts the server; this one is none.",
)
"""Where each line that we write is read again."""

_BEGINS: Final = "Run the command by itself: a server stays, and waits for messages on stdin."


def advice(
    stderr: Sequence[str],
    *,
    code: int | None,
    signal: int | None,
    program: str = "",
    noise: Sequence[str] = (),
    connected: bool = False,
) -> Advice:
    """What a process died of. `stderr` are its last lines, `noise` the last lines on stdout that are no messages.

    `program` is the file that was run; `connected`: it had been spoken with. `code` or `signal` is how it ended.
    """
    found = from_words(stderr, program)
    by = signal if signal is not None else code - 128 if code is not None and code - 128 in _SIGNALS else None
    if by in _SIGNALS:
        means, remedy = _SIGNALS[by]
        inside = "" if signal is not None else f"Code {code} is signal {by} of a process inside: "
        sentence = f"{inside}{means}."
        return Advice(f"{sentence[0].upper()}{sentence[1:]}", found.remedy or remedy)
    if found.because:
        return found
    if code in _CODES:
        because, remedy = _CODES[code]
        return Advice(because, remedy)
    if connected:
        return Advice()
    own = _own_words(stderr) if code else Advice()
    if own.because:
        return Advice(own.because, own.remedy or _BEGINS)
    if code == 2:
        return Advice(
            "Code 2 often means that the command line was not understood.", "Ask the command itself with --help."
        )
    if noise and not stderr:
        said = "; ".join(short(line, 80) for line in noise[-2:])
        return Advice(
            f"On stdout it wrote “{said}”, which is no message.",
            "Give the command that starts the server; this one only prints.",
        )
    if code == 0:
        or_else = ", or a server whose stdin was closed: a shell gives none to what it starts with “&”"
        nothing = " and said nothing" if not stderr else or_else
        return Advice(f"It ended as a command does that has done its work{nothing}.", _BEGINS)
    return Advice("", _BEGINS)


def from_words(stderr: Sequence[str], program: str = "") -> Advice:
    """What the last lines of stderr name as a cause, where they are of a kind that is known; `program` as `advice`."""
    text = "\n".join(stderr[-_LINES:])
    for pattern, because, remedy in WORDS:
        found = pattern.search(text)
        if found is None:
            continue
        if "variable" in pattern.groupindex and (several := _variables(text, found)):
            return several
        names = [short((one or "").strip().rstrip(".:"), 120) for one in found.groups()]
        named = next(filter(None, names), "")
        words = {
            "name": named,
            "program": program or "it",
            "on": f": {named}" if named else "",
            "at": f": {named}" if named else "",
            "colon": f": {named}" if named else "",
        }
        return Advice(because.format(*names, **words), remedy.format(*names, **words))
    return Advice()


def _variables(text: str, found: re.Match[str]) -> Advice | None:
    """Where the line names several variables: which of them are needed, and with what else, is for its own words."""
    begin, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    names = dict.fromkeys(_VARIABLE.findall(text[begin : end if end >= 0 else len(text)]))
    if len(names) < 2:
        return None
    listed = short(", ".join(names), 120)
    return Advice(f"It speaks of the environment variables {listed}.", "Give what it needs with -e NAME=VALUE.")


def _own_words(stderr: Sequence[str]) -> Advice:
    """The line with which it complains, as it stands; or that it told how it is to be called."""
    lines = [line.strip() for line in stderr[-_LINES:] if line.strip()]
    complaints = _COMPLAINT.findall("\n".join(lines))
    said = complaints[-1] if complaints else ""
    if _USAGE.search("\n".join(lines)):
        told = f"It says “{short(said, 200)}”, and" if said else "It"
        return Advice(f"{told} printed how it is to be called.", "Give the arguments that its usage names.")
    if not said and len(lines) <= _SHORT:
        said = "".join(lines[-1:])
    return Advice(f"It says “{short(said, 200)}”." if said else "")
