"""A message in the making, where it is made, and what crosses when it is sent.

All that is sent follows from a `Composition` and its `Around`: the body is the text as it stands, and over HTTP the
headers are those that the protocol asks for without what was left out, then the person's own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from inspector.protocol.compose.octets import as_text, escaped, unescaped
from inspector.protocol.compose.text import joined, laid_out, put, value_at
from inspector.protocol.envelope import Speech, dress, http_headers
from inspector.wire.events import Headers, Transport
from inspector.wire.json import MISSING, Json, NotJson, dumps, parse, parse_foreign
from inspector.wire.parcel import Parcel

TOKEN: Final = "inspector-"
"""What a progress token of ours begins with; the id follows."""


def _no_headers(mirrored: Mapping[str, str]) -> Headers:
    return tuple(mirrored.items())


def _no_bearer(id: Json) -> tuple[int, bool] | None:
    return None


def _not_asked(id: Json) -> bool:
    return False


def _no_faults(name: str, arguments: Json) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Around:
    """Where a message is composed. `bearer` gives the record of our request that has an id, and whether it waits still;
    `is_asked` tells whether a request of the server's with an id waits; `last_id` is one that was used, as JSON.

    `headers` gives all headers that go out with those that mirror the message; `schema` the inputSchema of a tool by
    its name, None where it is not known; `faults` says what a tool's schema does not allow, a sentence each.
    """

    speech: Speech
    transport: Transport = "stdio"
    next_id: int = 1
    last_id: str = ""
    bearer: Callable[[Json], tuple[int, bool] | None] = _no_bearer
    is_asked: Callable[[Json], bool] = _not_asked
    headers: Callable[[Mapping[str, str]], Headers] = _no_headers
    schema: Callable[[str], Json] = lambda name: None
    faults: Callable[[str, Json], Sequence[str]] = _no_faults

    @property
    def is_http(self) -> bool:
        """Whether headers go with it."""
        return self.transport != "stdio"

    @property
    def mirrors(self) -> bool:
        """Whether headers mirror the body: Streamable HTTP of any era."""
        return self.transport == "streamable-http"


@dataclass(frozen=True, slots=True)
class Composition:
    """A message in the making.

    `text` is the message; `as_bytes`: written as `octets` has it, for what no text can hold. `one_line`: its line ends
    are there for reading and do not go out. `end` is the line end on stdio. `left_out` are names of headers, in lower
    case, that would have gone out; `own` are headers of the person's. `id` and `token` are the texts of those that we
    put there, which are renewed for each message as long as nobody changes them. `source` says where it came from.
    """

    text: str = ""
    as_bytes: bool = False
    one_line: bool = True
    end: bytes = b"\n"
    verb: str = "POST"
    left_out: frozenset[str] = frozenset()
    own: Headers = ()
    id: str = ""
    source: str = ""

    @property
    def body(self) -> bytes:
        """The bytes of the message."""
        return _body(self.text, self.as_bytes, self.one_line)

    @property
    def value(self) -> Json:
        """The JSON that it is, as deep as it can be read; MISSING where it is none. It is not to be changed."""
        return _value(self.text, self.as_bytes, self.one_line)

    @property
    def message(self) -> dict[str, Json]:
        """The JSON object that it is; an empty one where it is something else."""
        value = self.value
        return value if isinstance(value, dict) else {}

    @property
    def method(self) -> str:
        """Its method; empty where it has none."""
        method = self.message.get("method")
        return method if isinstance(method, str) else ""

    @property
    def params(self) -> dict[str, Json]:
        """Its params; an empty object where they are something else."""
        params = self.message.get("params")
        return params if isinstance(params, dict) else {}

    def with_text(self, text: str) -> "Composition":
        """With another text."""
        return replace(self, text=text)

    def auto_headers(self, around: Around) -> Headers:
        """All headers that the protocol and the target would have with it; none on stdio."""
        if not around.is_http:
            return ()
        mirrored: dict[str, str] = {}
        if around.mirrors:
            name = self.params.get("name")
            schema = around.schema(name) if self.method == "tools/call" and isinstance(name, str) else None
            mirrored = http_headers(around.speech, self.method, self.params, schema)
            if not self.method:
                mirrored.pop("Mcp-Method", None)
        return around.headers(mirrored)

    def headers(self, around: Around) -> Headers:
        """The headers that go out: those of the protocol that were not left out, and the person's own."""
        kept = tuple(one for one in self.auto_headers(around) if one[0].lower() not in self.left_out)
        return (*kept, *self.own)

    def parcel(self, around: Around) -> Parcel:
        """What crosses when it is sent."""
        return Parcel(self.body, self.end, self.headers(around), self.verb)


# Much is asked of one message between two keys, and it may be of any size.
@lru_cache(maxsize=2)
def _body(text: str, as_bytes: bool, one_line: bool) -> bytes:
    if as_bytes:
        return unescaped(text)
    return (joined(text) if one_line else text).encode("utf-8", "surrogatepass")


@lru_cache(maxsize=2)
def _value(text: str, as_bytes: bool, one_line: bool) -> Json:
    try:
        return parse_foreign(_body(text, as_bytes, one_line).decode())[0]
    except (UnicodeDecodeError, NotJson):
        return MISSING


def of_bytes(raw: bytes, source: str = "") -> Composition:
    """A composition of a message as it is: laid out for reading where it is JSON on one line."""
    text = as_text(raw)
    if text is None:
        return Composition(escaped(raw), as_bytes=True, source=source)
    return Composition(laid_out(text), one_line="\n" not in text, source=source)


def turned(made: Composition) -> Composition | None:
    """The same as bytes instead of text, or as text instead of bytes; None where no text can hold it."""
    if not made.as_bytes:
        return replace(made, text=escaped(made.body), as_bytes=True)
    text = as_text(made.body)
    if text is None:
        return None
    return replace(made, text=laid_out(text), as_bytes=False, one_line="\n" not in text)


def of_request(around: Around, method: str, params: str = "", source: str = "") -> Composition:
    """A right request of ours: with the next id, and all that its era asks for. `params` is JSON; empty for none."""
    text = f'{{"jsonrpc":"2.0","id":{around.next_id},"method":{dumps(method)}'
    text += f',"params":{params}}}' if params else "}"
    for name, value in dress(around.speech, {}).get("_meta", {}).items():
        if not value_at(_parsed(params), ("_meta", name)):
            text = put(text, ("params", "_meta", name), dumps(value))
    return Composition(laid_out(text), id=str(around.next_id), source=source)


def _parsed(text: str) -> Json:
    try:
        return parse(text)
    except NotJson:
        return None


def renewed(made: Composition, around: Around) -> Composition:
    """The same with the next id, and the progress token that goes with it, where they are ours and were not changed."""
    if not made.id or made.as_bytes:
        return made
    message, id = made.message, str(around.next_id)
    if "id" not in message or dumps(message["id"]) != made.id:
        return made
    text = put(made.text, ("id",), id)
    if value_at(message, ("params", "_meta", "progressToken")) == TOKEN + made.id.strip('"'):
        text = put(text, ("params", "_meta", "progressToken"), dumps(TOKEN + id))
    return replace(made, text=text, id=id)


def again(raw: bytes, around: Around, source: str) -> Composition:
    """A message that crossed, to be edited and sent once more: a request gets a fresh id."""
    made = of_bytes(raw, source)
    message = made.message
    if "method" in message and "id" in message:
        made = renewed(replace(made, id=dumps(message["id"])), around)
    return made
