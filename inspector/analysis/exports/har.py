"""HTTP Archive 1.2: what browsers' developer tools open.

A body that is no UTF-8 is base64. Of an exchange without an answer the status is 0, and `comment` says what broke. It
also has what a person noted.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl

from inspector import __version__
from inspector.analysis.exports.web import Hop, header
from inspector.analysis.notes import Notes
from inspector.wire import events
from inspector.wire.json import Json


def har(hops: Iterable[Hop], created: str, notes: Notes | None = None) -> dict[str, Json]:
    """The document; `created` is the moment of the session's beginning, ISO 8601 (empty: 1970).

    What a person noted is the comment of the exchange that has the record, or of the whole.
    """
    begin, noted = _moment(created), notes or Notes()
    entries = [_entry(hop, begin, noted.of) for hop in hops]
    log: dict[str, Json] = {
        "version": "1.2",
        "creator": {"name": "inspector", "version": __version__},
        "entries": entries,
    }
    if noted.session:
        log["comment"] = noted.session
    return {"log": log}


def _moment(created: str) -> datetime:
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _entry(hop: Hop, begin: datetime, notes: Mapping[int, str]) -> dict[str, Json]:
    timings = _timings(hop)
    entry: dict[str, Json] = {
        "startedDateTime": (begin + timedelta(seconds=hop.at)).isoformat(timespec="milliseconds"),
        "time": round(sum(ms for name, ms in timings.items() if ms >= 0 and name != "ssl"), 3),
        "request": _request(hop),
        "response": _response(hop),
        "cache": {},
        "timings": timings,
        "connection": str(hop.request.http),
    }
    peer = hop.response.peer.rpartition(":")[0].strip("[]") if hop.response is not None else ""
    if peer:
        entry["serverIPAddress"] = peer
    failure = [hop.end.failure] if hop.end is not None and hop.end.failure else []
    comment = "\n".join([*failure, *(notes[seq] for seq in sorted(hop.seqs) if seq in notes)])
    if comment:
        entry["comment"] = comment
    return entry


def _request(hop: Hop) -> dict[str, Json]:
    request = hop.request
    query = parse_qsl(request.url.partition("#")[0].partition("?")[2], keep_blank_values=True)
    found: dict[str, Json] = {
        "method": request.verb,
        "url": request.url,
        "httpVersion": hop.response.version if hop.response is not None else "HTTP/1.1",
        "cookies": _cookies(header(request.headers, "cookie").split(";")),
        "headers": _headers(request.headers),
        "queryString": [{"name": name, "value": value} for name, value in query],
        "headersSize": -1,
        "bodySize": len(hop.body),
    }
    if hop.body:
        kind = header(request.headers, "content-type")
        found["postData"] = {"mimeType": kind, "text": hop.body.decode("utf-8", "replace")}
    return found


def _response(hop: Hop) -> dict[str, Json]:
    response = hop.response or events.HttpResponse(hop.request.http, 0, "", "")
    return {
        "status": response.status,
        "statusText": response.reason,
        "httpVersion": response.version,
        "cookies": _cookies(value.split(";")[0] for name, value in response.headers if name.lower() == "set-cookie"),
        "headers": _headers(response.headers),
        "content": _content(hop.content, header(response.headers, "content-type")),
        "redirectURL": header(response.headers, "location"),
        "headersSize": -1,
        "bodySize": _body_size(hop),
    }


def _body_size(hop: Hop) -> int:
    """What crossed the wire, -1 where that is not known: of a coded body only what it came to is recorded."""
    response = hop.response
    if response is None or header(response.headers, "content-encoding").lower() not in ("", "identity"):
        return -1
    return len(hop.content)


def _cookies(pairs: Iterable[str]) -> list[Json]:
    """Names and values; what else a cookie says stands in its header."""
    split = (pair.strip().partition("=") for pair in pairs)
    return [{"name": name, "value": value} for name, equals, value in split if equals]


def _content(raw: bytes, kind: str) -> dict[str, Json]:
    content: dict[str, Json] = {"size": len(raw), "mimeType": kind}
    try:
        content["text"] = raw.decode()
    except UnicodeDecodeError:
        content |= {"text": b64encode(raw).decode(), "encoding": "base64"}
    return content


def _headers(headers: events.Headers) -> list[Json]:
    return [{"name": name, "value": value} for name, value in headers]


def _timings(hop: Hop) -> dict[str, float]:
    """In milliseconds, -1 for what did not happen; TLS is a part of connecting."""
    response, end = hop.response, hop.end
    phases = response.phases if response is not None else {}
    connect, tls, send = (phases.get(name, -1.0) for name in ("connect", "tls", "send"))
    connecting = max(connect, 0.0) + max(tls, 0.0)
    until_head = response.ms if response is not None else end.ms if end is not None else 0.0
    return {
        "blocked": -1,
        "dns": -1,
        "connect": round(connecting, 3) if connect >= 0 else -1,
        "ssl": round(tls, 3),
        "send": round(max(send, 0.0), 3),
        "wait": round(max(until_head - connecting - max(send, 0.0), 0.0), 3),
        "receive": round(max(end.ms - until_head, 0.0), 3) if end is not None and response is not None else 0,
    }
