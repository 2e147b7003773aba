"""`probe`: era and version, and how they were found."""

from inspector.analysis.session import Session
from inspector.headless.evidence import step_lines
from inspector.headless.found import found_in
from inspector.headless.live import DONE, Ending, Live
from inspector.headless.output import findings_text, indented
from inspector.wire.text import visible


async def probe(live: Live) -> Ending:
    """Print what the negotiation came to."""
    agreed = live.agreed
    findings = found_in(live.client.journal)
    session = Session()
    session.feed(live.client.journal.records)
    document = session.probe_json(findings)
    info = document["serverInfo"]
    named = " ".join(visible(str(info[key])) for key in ("name", "version") if key in info) if info else ""
    lines = [f"{agreed.era} {visible(agreed.version)} over {agreed.transport}" + (f": {named}" if named else "")]
    lines += step_lines(document["steps"])
    offered = ", ".join(visible(name) for name in agreed.capabilities)
    lines.append(f"capabilities: {offered or 'none declared'}")
    extensions = agreed.capabilities.get("extensions")
    if isinstance(extensions, dict) and extensions:
        lines.append("extensions: " + ", ".join(visible(name) for name in extensions))
    if agreed.instructions:
        lines += ["instructions:", indented(agreed.instructions, "  ")]
    if findings:
        lines += ["findings:", findings_text(findings)]
    live.output.data(document, "\n".join(lines))
    return DONE
