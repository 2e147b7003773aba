"""What a command says of its interference (`--faults`), lest somebody look for the fault elsewhere."""

from collections import Counter
from typing import Final

from inspector.headless.output import Output
from inspector.journal import Journal
from inspector.protocol.interference import TOPIC
from inspector.wire.events import Decision
from inspector.wire.text import visible

HINT: Final = "Messages were interfered with on purpose (--faults): see what it says above, and the records."


def say_interfered(journal: Journal, output: Output) -> bool:
    """Say on stderr what was done, each thing once, with how often; whether anything was."""
    done = Counter(
        (event.verdict, event.action, event.because)
        for record in journal.records
        if isinstance(event := record.event, Decision) and event.topic == TOPIC
    )
    if done:
        lines = ["Interfered on purpose:"]
        for (verdict, action, because), times in done.items():
            often = f" ({times:,} times)" if times > 1 else ""
            lines.append(f"  ∴ {visible(action)}: {visible(verdict)}{often}. {visible(because)}")
        output.note("\n".join(lines))
    return bool(done)
