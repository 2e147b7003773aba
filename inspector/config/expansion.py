"""`${…}` in the values of a server file.

    ${VAR}  ${env:VAR}              the variable; one that is not set is missing, never empty and never left as text
    ${VAR:-default}                 the default if the variable is not set or empty, as in a shell
    ${workspaceFolder}  ${workspaceFolderBasename}  ${userHome}  ${pathSeparator}  ${/}    as VS Code has them
    ${input:…}  ${command:…}  ${config:…}      only an editor can fill these: missing

All else, `$VAR` without braces too, is text. What is put in is not expanded again.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_REFERENCE = re.compile(r"\$\{([^{}]*)\}")
_VARIABLE = re.compile(r"(?:env:)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>.*))?", re.DOTALL)
_EDITOR_ONLY = ("input:", "command:", "config:", "env:")


@dataclass(slots=True)
class Expansion:
    """Expands texts and gathers what is missing, so that one message can name all of it.

    `missing` has each reference as it is written, `${VAR}`, with the label of the first place that uses it.
    """

    environ: Mapping[str, str]
    workspace: Path
    home: Path
    missing: dict[str, str] = field(default_factory=dict)

    def expand(self, text: str, place: str) -> str:
        """The text with its references replaced; `place` (`args[0]`, `headers.Authorization`) is for the message."""

        def replace(match: re.Match[str]) -> str:
            value = self._value(match[1])
            if value is None:
                self.missing.setdefault(match[0], place)
                return match[0]
            return value

        return _REFERENCE.sub(replace, text)

    def _value(self, inside: str) -> str | None:
        """What the reference stands for: its own text where it is none, None where it is missing."""
        editor = {
            "workspaceFolder": str(self.workspace),
            "workspaceFolderBasename": self.workspace.name,
            "userHome": str(self.home),
            "pathSeparator": os.sep,
            "/": os.sep,
        }
        if inside in editor:
            return editor[inside]
        variable = _VARIABLE.fullmatch(inside)
        if variable is None:
            return None if inside.startswith(_EDITOR_ONLY) else f"${{{inside}}}"
        value = self.environ.get(variable["name"])
        default = variable["default"]
        return default if default is not None and not value else value


def has_reference(text: str) -> bool:
    """Whether anything in the text may be replaced."""
    return _REFERENCE.search(text) is not None


def why_missing(reference: str) -> str:
    """What is wrong with a missing reference: `${VAR} is not set`, or that only an editor can fill it."""
    inside = reference[2:-1]
    if _VARIABLE.fullmatch(inside):
        return f"{reference} is not set"
    if inside.startswith("env:"):
        return f"{reference} is not the name of a variable"
    return f"{reference} is asked for by an editor, and there is none here"
