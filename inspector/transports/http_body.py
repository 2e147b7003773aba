"""What an HTTP body holds: one message, a stream of events, or neither; its bytes become records as they come.

The content decides before its label does, because an inspector shows what it got: a body that begins with `{` or `[`
is no event stream, one that begins with an SSE field is no JSON. Bytes are those after the content coding (gzip) is
undone.

    bytes                                            records
    a JSON-RPC message                               Received(raw=the body)
    an SSE block with a message on one data line     Received(before, raw, after): together the block
    … on several data lines                          SseBlock(raw=the block, data=""), Received(raw=the lines joined)
    any other SSE block                              SseBlock
    anything else                                    HttpBody

Source: `2026-07-28 basic/transports/streamable-http#receiving-messages`.
"""

import re
from collections.abc import Callable
from typing import Final

from inspector.journal import Log
from inspector.transports.sse import Block, Splitter
from inspector.wire import events
from inspector.wire.decoding import decoded
from inspector.wire.json import NotJson, parse
from inspector.wire.jsonrpc import Error, Malformed

MESSAGE_LIMIT: Final = 256 * 1024 * 1024
"""Bytes that one message may have; a body or an SSE event beyond that is not read further."""

KEPT: Final = 8 * 1024 * 1024
"""Bytes that are kept of a body which is no message."""

_SAYING: Final = re.compile(rb"[^ \t\r\n]")
_BOM: Final = b"\xef\xbb\xbf"
_FIELD: Final = re.compile(rb"(data|event|id|retry)?:")
_LONGEST_FIELD: Final = len(b"event:")


class TooLong(Exception):
    """The peer sends more than we are ready to hold; the text says what and how much."""


def media_type(content_type: str) -> str:
    """The media type without parameters, in lower case (`RFC 9110#section-8.3.1`)."""
    return content_type.partition(";")[0].strip().lower()


class Body:
    """One body of exchange `http`. `heard` gets each message, `noted` each SSE block, after they are in the journal.

    `meant` is whether a message is due: then even what cannot be read as one stands in its place as `Received`, if it
    is labelled JSON. `limit` is MESSAGE_LIMIT but for tests.
    """

    def __init__(
        self,
        journal: Log,
        http: int,
        content_type: str,
        *,
        meant: bool,
        heard: Callable[[bytes], None],
        noted: Callable[[Block], None],
        limit: int = MESSAGE_LIMIT,
    ) -> None:
        self._journal = journal
        self._http = http
        self._media = media_type(content_type)
        self._meant = meant
        self._heard = heard
        self._noted = noted
        self._limit = limit
        self._splitter: Splitter | None = None
        self._whole = False  # it is not a stream
        self._held = bytearray()
        self._blank = 0  # so many bytes of what is held say nothing: a BOM and blanks
        self.size = 0
        self.messages = 0

    @property
    def streamed(self) -> bool:
        """Whether it turned out to be an event stream."""
        return self._splitter is not None

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes. Raises TooLong."""
        self.size += len(chunk)
        if self._splitter is not None:
            self._stream(chunk)
            return
        self._held += chunk
        if not self._whole:
            self._decide(at_end=False)
        if self._splitter is None and len(self._held) > self._limit:
            raise TooLong(f"the body is longer than {self._limit} bytes; the rest was not read")

    def finish(self, *, broken: bool = False) -> str:
        """The body ended, or broke off: record what is still held. Returns a failure, or an empty text."""
        if self._splitter is None and not self._whole:
            self._decide(at_end=True)
        if self._splitter is None:
            self._record_whole(broken)
            return ""
        rest = self._splitter.rest
        if rest:
            self._journal.append(events.SseBlock(self._http, rest[:KEPT]))
            self._say_cut(len(rest), "the unfinished event", "It is no event, and a record of what is none is bounded.")
        return "the stream ended in the middle of an event" if self._splitter.torn else ""

    def _decide(self, *, at_end: bool) -> None:
        start = self._beginning()
        declared = self._media == "text/event-stream"
        if not start and not (declared and self._held) and not at_end:
            return
        if declared:
            stream = not start.startswith((b"{", b"["))
        elif len(start) < _LONGEST_FIELD and b":" not in start and not at_end:
            return
        else:
            stream = _FIELD.match(start) is not None
        if stream:
            self._splitter = Splitter()
            held, self._held = bytes(self._held), bytearray()
            self._stream(held)
        else:
            self._whole = True

    def _beginning(self) -> bytes:
        """The first bytes that say something, as many as decide; no blank is looked at twice, however many come."""
        held = self._held
        if self._blank == 0 and len(held) >= len(_BOM) and held.startswith(_BOM):
            self._blank = len(_BOM)
        found = _SAYING.search(held, self._blank)
        self._blank = len(held) if found is None else found.start()
        return bytes(held[self._blank : self._blank + _LONGEST_FIELD])

    def _stream(self, chunk: bytes) -> None:
        assert self._splitter is not None
        blank = bytearray()  # blank lines that came together are one record, or a stream of them is one of records
        for block in self._splitter.feed(chunk):
            if not block.raw.strip(b"\r\n"):
                blank += block.raw
                continue
            self._record_blank(blank)
            self._record_block(block)
        self._record_blank(blank)
        if self._splitter.pending > self._limit:
            raise TooLong(f"one event of the stream is longer than {self._limit} bytes; the rest was not read")

    def _record_blank(self, blank: bytearray) -> None:
        if blank:
            self._journal.append(events.SseBlock(self._http, bytes(blank)))
            blank.clear()

    def _record_block(self, block: Block) -> None:
        append, http, text = self._journal.append, self._http, block.text
        if not block.is_message:
            append(events.SseBlock(http, block.raw, block.event, text.decode("utf-8", "replace")))
        elif block.span is not None:
            begin, end = block.span
            append(events.Received(text, http, block.raw[:begin], block.raw[end:]))
        else:
            append(events.SseBlock(http, block.raw, block.event))
            append(events.Received(text, http))
        if block.is_message:
            self._hear(text)
        self._noted(block)

    def _hear(self, raw: bytes) -> None:
        self.messages += 1
        self._heard(raw)

    def _record_whole(self, broken: bool) -> None:
        raw = bytes(self._held)
        if not raw:
            return
        if len(raw) <= self._limit and self._is_message(raw, broken):
            self._journal.append(events.Received(raw, self._http))
            self._hear(raw)
            return
        self._journal.append(events.HttpBody(self._http, raw[:KEPT]))
        self._say_cut(len(raw), "the body", "It is no message, and a record of such a body is bounded.")

    def _say_cut(self, size: int, what: str, because: str) -> None:
        if size > KEPT:
            self._journal.append(
                events.Decision(
                    topic="recording",
                    action=f"keep {what} of exchange {self._http}",
                    verdict=f"the first {KEPT} of {size} bytes are kept",
                    because=because,
                    data={"http": self._http},
                )
            )

    def _is_message(self, raw: bytes, broken: bool) -> bool:
        message = decoded(raw)
        if isinstance(message, Malformed):
            # An empty array answers nothing; it is what some servers send instead of an empty body.
            return self._meant and not broken and self._media == "application/json" and message.value != []
        if isinstance(message, Error) and message.id is None:
            return _is_jsonrpc(raw)
        return True


def _is_jsonrpc(raw: bytes) -> bool:
    """Whether an error without an id is JSON-RPC's, and not OAuth's or a gateway's `{"error": …}`."""
    try:
        value = parse(raw.decode("utf-8-sig", "replace"))
    except NotJson:
        return False
    return isinstance(value, dict) and ("jsonrpc" in value or "id" in value)
