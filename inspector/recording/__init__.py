"""Recordings: a journal as a file, and back.

The format, version 1. UTF-8; one JSON object a line; LF alone ends a line, so U+2028 and the like are data. Lines are
appended and handed to the system as things happen; whatever stands before a torn end is whole.

    {"format": "mcp-recording", "version": 1, "created": "2026-11-30T09:15:00.000Z", "inspector": "0.1.0", "target": …}
    {"seq": 1, "at": 0.0012, "kind": "opened", "transport": "stdio", "command": ["server"], "pid": 4711}
    {"seq": 2, "at": 0.0020, "kind": "sent", "text": "{\\"jsonrpc\\":\\"2.0\\",…}", "op": 1}

The header is the first line; `created` is the moment to which every `at`, in seconds, is relative. A record has
`seq` (from 1, without gaps), `at`, `kind` and the fields of its event (`inspector.wire.events`), those with their
default value left out:

    opened sent received stderr http-request http-response http-body sse http-end exited closed began decision

Bytes are text where they are UTF-8 and base64 otherwise: `text` or `base64` for what crossed (`raw`, and the `body` of
an http-request), `before` or `beforeBase64`, `after` or `afterBase64`. Headers are a list of `[name, value]`, in order.
A record in which something was redacted lists it: `"redacted": [{"rule": "header", "path": "headers/authorization"}]`.

Readers ignore fields that they do not know, keep kinds that they do not know (`Unknown`), and refuse other versions.

The names below come from their modules when they are first used: a session that is not recorded loads none of them.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from inspector.recording.format import BadLine, Header, Redaction, decode, encode
    from inspector.recording.listing import Listed, list_recordings
    from inspector.recording.reading import Recording, open_recording
    from inspector.recording.redaction import Redactor
    from inspector.recording.store import prune, safe_name, target_name
    from inspector.recording.writing import Recorder, record_in, record_to

__all__ = [
    "BadLine",
    "Header",
    "Listed",
    "Recorder",
    "Recording",
    "Redaction",
    "Redactor",
    "decode",
    "encode",
    "list_recordings",
    "open_recording",
    "prune",
    "record_in",
    "record_to",
    "safe_name",
    "target_name",
]

_MODULES: Final = {
    "format": ("BadLine", "Header", "Redaction", "decode", "encode"),
    "listing": ("Listed", "list_recordings"),
    "reading": ("Recording", "open_recording"),
    "redaction": ("Redactor",),
    "store": ("prune", "safe_name", "target_name"),
    "writing": ("Recorder", "record_in", "record_to"),
}


def __getattr__(name: str) -> object:
    import importlib

    for module, names in _MODULES.items():
        if name in names:
            value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
