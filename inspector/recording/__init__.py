"""Recordings: a journal as a file, and back.

The format, version 1, in short; `FORMAT.md` beside this file is the reference, with types, defaults and rules. UTF-8;
one JSON object a line; LF alone ends a line, so U+2028 and the like are data; `.jsonl`, or packed `.jsonl.gz`. Lines
are appended and handed to the system as things happen; whatever stands before a torn end is whole.

    {"format": "mcp-recording", "version": 1, "created": "2026-11-30T09:15:00.000Z", "inspector": "0.1.0", "target": …}
    {"seq": 1, "at": 0.0012, "kind": "opened", "transport": "stdio", "command": ["server"], "pid": 4711}
    {"seq": 2, "at": 0.0020, "kind": "sent", "text": "{\\"jsonrpc\\":\\"2.0\\",…}", "op": 1}

The header is the first line; `created` is the moment to which every `at`, in seconds, is relative. A record has
`seq` (from 1, without gaps), `at`, `kind` and the fields of its event (`inspector.wire.events`), those with their
default value left out:

    opened         transport attempt command resolved cwd env path pid url
    sent           text http op end
    received       text http before after ended cut
    stderr         text
    http-request   http verb url headers text
    http-response  http status reason version headers ms phases peer tls certificate
    http-body      http text
    sse            http text event data
    http-end       http size ms failure step resuming
    exited         code signal asked
    closed         reason asked
    began          op method name
    decision       topic action verdict because sent outcome clause ms records op data
    note           text about written

Bytes are text where they are UTF-8 and base64 otherwise: `text` or `base64` for what crossed, `before` or
`beforeBase64`, and `after` and `end` alike. Headers are a list of `[name, value]`, in order.
A record in which something was redacted lists it: `"redacted": [{"rule": "header", "path": "headers/authorization"}]`.

Readers pass over fields that they do not know, keep kinds that they do not know (`Unknown`), mend what can be mended
and say so (`reading`), bring older versions up to theirs line by line (`format.MIGRATIONS`), and refuse newer ones.

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
