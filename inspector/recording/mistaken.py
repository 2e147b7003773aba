"""What a file is that is no recording: guessed from how it begins, so that the next step can be named."""

import re
from typing import Final

LOOKED_AT: Final = 64 << 10
"""Bytes of a file's beginning that are looked at."""

_ANY: Final = "A recording is a file that the inspector wrote, one JSON object a line."
_BINARY: Final = (
    (b"PK\x03\x04", "a ZIP archive", "Unpack it, and give the recording that is in it."),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", "Unpack it with `unzstd` first; gzip alone is read as it is."),
    (b"BZh", "packed with bzip2", "Unpack it with `bunzip2` first; gzip alone is read as it is."),
    (b"\xfd7zXZ\x00", "packed with xz", "Unpack it with `unxz` first; gzip alone is read as it is."),
    (b"\x89PNG", "a picture", _ANY),
    (b"\xff\xd8\xff", "a picture", _ANY),
    (b"%PDF", "a PDF", _ANY),
    (b"\x7fELF", "a program", _ANY),
    (b"SQLite format 3", "an SQLite database", _ANY),
)
_UTF16: Final = ((b"\xff\xfe", "UTF-16LE"), (b"\xfe\xff", "UTF-16BE"), (b"{\0", "UTF-16LE"), (b"\0{", "UTF-16BE"))
_KEY: Final = re.compile(rb'\s*\{\s*"(\w+)"\s*:')
_HAR: Final = re.compile(rb'"(creator|entries|pages|browser)"\s*:')


def guessed(head: bytes) -> tuple[str, str]:
    """Why a file that begins like this is no recording, and what to do; each one sentence. `head`: some KiB of it."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    if not head.strip():
        return "It is empty.", _ANY
    for mark, encoding in _UTF16:
        if head.startswith(mark):
            return (
                f"It is in {encoding}; a recording is in UTF-8.",
                f"`iconv -f {encoding} -t UTF-8 FILE > NEW.jsonl` makes one that can be read.",
            )
    for mark, what, hint in _BINARY:
        if head.startswith(mark):
            return f"It is {what}.", hint
    return _of_json(head) or ("It has neither the header of a recording nor a record.", _ANY)


def _of_json(head: bytes) -> tuple[str, str] | None:
    key = _KEY.match(head)
    if key is not None and key[1] == b"log" and _HAR.search(head):
        return "It is a HAR file, which holds HTTP without the session around it.", (
            "`inspector export --format har` writes those and cannot read them; give the recording that it was made of."
        )
    if key is not None and key[1] == b"mcpServers":
        return "It is a file of servers.", "`--config FILE --server NAME` connects to a server in it."
    if key is not None and key[1] == b"jsonrpc":
        return "It holds messages without records around them.", _ANY
    if key is not None and key[1] == b"seq" and b'"direction":' in head:
        return (
            "It is an export, messages as JSON lines, and no recording.",
            "Give the recording that it was made of; `inspector export --share` makes a copy that can be opened.",
        )
    if head.lstrip().startswith(b"[") and b'"kind"' in head and b'"seq"' in head:
        return "It is a JSON array.", "`jq -c '.[]' FILE > NEW.jsonl` puts each record on a line of its own."
    return None
