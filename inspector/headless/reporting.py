"""What a check came to: the data of which each form of its report is made."""

from dataclasses import dataclass

from inspector.wire.json import Json
from inspector.wire.text import visible


@dataclass(frozen=True, slots=True)
class Report:
    """What a check came to. `server` is as `probe` has it, without findings; `recording` the file, if there is one."""

    server: dict[str, Json]
    checked: dict[str, Json]
    findings: list[Json]
    recording: str = ""

    @property
    def errors(self) -> int:
        """How many findings are of level error, those that are only counted not among them."""
        return sum(one["level"] == "error" for one in self.findings)

    @property
    def version(self) -> str:
        """The revision that was spoken; empty where none was agreed on."""
        version = self.server["protocolVersion"]
        return version if isinstance(version, str) else ""

    def as_json(self) -> dict[str, Json]:
        """The document of `check --json`."""
        return {"server": self.server, "checked": self.checked, "findings": self.findings}


def named(made: Report) -> str:
    """The server in a line: era, revision, transport, name."""
    info = made.server["serverInfo"] or {}
    name = " ".join(str(info[key]) for key in ("name", "version") if key in info)
    era = made.server["era"] or "unknown era"
    return visible(f"{era} {made.version} over {made.server['transport']}" + (f": {name}" if name else ""))
