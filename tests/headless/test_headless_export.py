"""`export`: a recording as HAR, Markdown, curl commands and lines of messages."""

import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from inspector.recording.format import encode
from inspector.wire.events import Event, HttpBody, HttpEnd, HttpRequest, HttpResponse, Received, Record, Sent, SseBlock
from tests.headless.running import Inspector, modern, scripted, tool, tools

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
COUNT = {"type": "integer"}


def closed(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """The schema of an object with these members and no others."""
    properties = {**required, **(optional or {}), "comment": TEXT}
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


def array(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


PAIR = closed({"name": TEXT, "value": TEXT})
TIME = {"type": "number", "minimum": -1}
HAR = closed(
    {
        "log": closed(
            {
                "version": {"const": "1.2"},
                "creator": closed({"name": TEXT, "version": TEXT}),
                "entries": array(
                    closed(
                        {
                            "startedDateTime": {
                                "type": "string",
                                "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$",
                            },
                            "time": {"type": "number", "minimum": 0},
                            "request": closed(
                                {
                                    "method": TEXT,
                                    "url": TEXT,
                                    "httpVersion": TEXT,
                                    "cookies": array(PAIR),
                                    "headers": array(PAIR),
                                    "queryString": array(PAIR),
                                    "headersSize": COUNT,
                                    "bodySize": COUNT,
                                },
                                {"postData": closed({"mimeType": TEXT, "text": TEXT})},
                            ),
                            "response": closed(
                                {
                                    "status": COUNT,
                                    "statusText": TEXT,
                                    "httpVersion": TEXT,
                                    "cookies": array(PAIR),
                                    "headers": array(PAIR),
                                    "content": closed(
                                        {"size": COUNT, "mimeType": TEXT}, {"text": TEXT, "encoding": TEXT}
                                    ),
                                    "redirectURL": TEXT,
                                    "headersSize": COUNT,
                                    "bodySize": COUNT,
                                }
                            ),
                            "cache": closed({}),
                            "timings": closed(
                                {"send": NUMBER, "wait": NUMBER, "receive": NUMBER},
                                {"blocked": TIME, "dns": TIME, "connect": TIME, "ssl": TIME},
                            ),
                        },
                        {"connection": TEXT},
                    )
                ),
            }
        )
    }
)
"""HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec): what must be there, and nothing unknown."""

URL = "http://127.0.0.1:1/mcp?a=1&b="
CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"it\'s"}}'
DONE = b'{"jsonrpc":"2.0","id":1,"result":{"content":[],"x":1.0}}'
KIND = ("Content-Type", "application/json")
SESSION: tuple[Event, ...] = (
    HttpRequest(1, "POST", URL, (KIND, ("Host", "127.0.0.1:1"), ("X-Empty", ""))),
    Sent(CALL, 1, op=7),
    HttpResponse(1, 307, "Moved", headers=(("Location", "/mcp/"),), ms=2.0, phases={"connect": 1.0, "tls": 0.5}),
    HttpRequest(1, "POST", "http://127.0.0.1:1/mcp/", (KIND,)),
    HttpResponse(1, 200, "OK", headers=(("Content-Type", "text/event-stream"),), ms=3.0, phases={"wait": 3.0}),
    SseBlock(1, b": hello\n\n"),
    Received(DONE, 1, b"data: ", b"\n\n"),
    HttpEnd(1, 80, 5.0),
    HttpRequest(2, "GET", URL, ()),
    HttpResponse(2, 500, "Oh", headers=(("Content-Type", "text/html"),), ms=1.0),
    HttpBody(2, b"\xff\xfe<html>"),
    HttpEnd(2, 8, 1.0),
    HttpRequest(3, "DELETE", URL, ()),
    HttpEnd(3, 0, 4.0, "refused the connection", "connect"),
)


@pytest.fixture(name="web")
def _web(tmp_path: Path) -> Path:
    path = tmp_path / "web.jsonl"
    header = {"format": "mcp-recording", "version": 1, "created": "2026-11-30T09:15:00.000Z", "target": {"url": URL}}
    lines = [json.dumps(header)]
    lines += [encode(Record(seq, seq / 100, event)) for seq, event in enumerate(SESSION, 1)]
    path.write_text("\n".join(lines) + "\n")
    return path


async def test_a_har_is_valid_and_has_each_hop_with_its_bodies(inspector: Inspector, web: Path) -> None:
    ran = await inspector("export", str(web), "--format", "har")
    assert (ran.code, ran.err) == (0, "")
    document = ran.document
    jsonschema.Draft202012Validator(HAR).validate(document)
    moved, answered, broken, failed = document["log"]["entries"]
    assert moved["startedDateTime"] == "2026-11-30T09:15:00.010+00:00"
    assert (moved["request"]["url"], moved["response"]["redirectURL"]) == (URL, "/mcp/")
    assert moved["request"]["queryString"] == [{"name": "a", "value": "1"}, {"name": "b", "value": ""}]
    assert moved["timings"]["connect"] == 1.5 and moved["timings"]["ssl"] == 0.5 and moved["time"] == 2.0
    for hop in (moved, answered):
        assert hop["request"]["postData"] == {"mimeType": "application/json", "text": CALL.decode()}
    assert answered["response"]["content"]["text"] == f": hello\n\ndata: {DONE.decode()}\n\n"
    assert answered["timings"]["wait"] == 3.0 and answered["timings"]["receive"] == 2.0 and answered["time"] == 5.0
    assert broken["response"]["content"] == {
        "size": 8,
        "mimeType": "text/html",
        "text": "//48aHRtbD4=",
        "encoding": "base64",
    }
    assert (failed["response"]["status"], failed["comment"]) == (0, "refused the connection")


async def test_a_filter_leaves_whole_exchanges_and_a_file_takes_the_text(
    inspector: Inspector, web: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.har"
    ran = await inspector("export", str(web), "--format", "har", "--filter", "status:500", "--output", str(out))
    assert (ran.code, ran.out) == (0, "") and "Wrote" in ran.err
    [entry] = json.loads(out.read_text())["log"]["entries"]
    assert entry["response"]["status"] == 500


async def test_curl_sends_again_what_was_sent(inspector: Inspector, web: Path) -> None:
    ran = await inspector("export", str(web), "--format", "curl")
    first, second, third, last = ran.out.split("\n\n")
    words = shlex.split(first.split("\n", 1)[1])
    assert words[:3] == ["curl", "-sSN", "--globoff"] and words[3] == URL
    assert words[-2:] == ["--data-raw", CALL.decode()]
    headers = [words[at + 1] for at, word in enumerate(words) if word == "-H"]
    assert headers == ["Content-Type: application/json", "X-Empty;"]
    assert second.startswith("# record 4: HTTP 200") and "-X" not in third and "-X DELETE" in last


async def test_each_message_is_a_line_with_its_digits(inspector: Inspector, web: Path) -> None:
    ran = await inspector("export", str(web), "--format", "jsonl")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [(one["seq"], one["direction"], one["http"]) for one in lines] == [(2, "sent", 1), (7, "received", 1)]
    assert lines[0]["op"] == 7 and lines[0]["message"] == json.loads(CALL) and '"x":1.0' in ran.out
    ran = await inspector("export", str(web), "--format", "jsonl", "--filter", "dir:in json:$.result")
    assert len(ran.out.splitlines()) == 1


HOSTILE = "```\n# not a heading\n| a | `b` <script>\x1b[31m"


@pytest.fixture(name="stdio")
async def _stdio(inspector: Inspector, tmp_path: Path) -> Path:
    path = tmp_path / "stdio.jsonl"
    rules = (
        {"on": "start", "stderr": "starting ``` up\n"},
        modern(),
        tools({**tool(HOSTILE), "title": HOSTILE}, {"name": 5}),
    )
    ran = await inspector("list", "tools", "--record", str(path), *scripted(*rules))
    assert ran.code == 0
    return path


async def test_markdown_tells_rows_exchanges_findings_and_stderr_and_nothing_of_the_server_gets_out_of_code(
    inspector: Inspector, stdio: Path
) -> None:
    ran = await inspector("export", str(stdio), "--format", "markdown")
    lines = ran.out.splitlines()
    assert ran.code == 0 and lines[0] == "# MCP session with `scripted 1`"
    assert "- modern `2026-07-28` over stdio" in lines
    assert [line.partition(" (records ")[0] for line in lines if line.startswith("## ")] == [
        "## `server/discover`",
        "## `tools/list`",
        "## Findings",
        "## stderr",
    ]
    assert any(line.startswith("- **error** `bad-entry`: ") for line in lines)
    assert "\x1b" not in ran.out
    fence, outside = "", []
    for line in lines:
        if not fence and line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
        elif fence and line == fence:
            fence = ""
        elif not fence:
            outside.append(line)
    assert fence == "" and not any(line.startswith("# not") for line in outside)


@pytest.mark.parametrize("form", ["har", "curl"])
async def test_a_session_without_http_has_no_such_form(inspector: Inspector, stdio: Path, form: str) -> None:
    ran = await inspector("export", str(stdio), "--format", form)
    assert (ran.code, ran.out) == (2, "") and "There is no HTTP in stdio.jsonl." in ran.err


async def test_what_cannot_be_exported_is_said(inspector: Inspector, web: Path) -> None:
    ran = await inspector("export", "nowhere.jsonl", "--format", "har")
    assert (ran.code, ran.out) == (2, "") and "no recording" in ran.err
    ran = await inspector("export", str(web), "--format", "har", "--filter", "latency:fast")
    assert (ran.code, ran.out) == (2, "") and "At character 9" in ran.err and "“fast”" in ran.err
    ran = await inspector("export", str(web), "--format", "har", "--output", "/nowhere/x")
    assert (ran.code, ran.out) == (2, "") and "cannot be written" in ran.err
    ran = await inspector("export", str(web))
    assert (ran.code, ran.out) == (2, "") and "--format" in ran.err
