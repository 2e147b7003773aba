"""Rows and details do not show what an address or a command proves with."""

from inspector.analysis.process_rows import process_row
from inspector.analysis.web_rows import request_row
from inspector.wire.events import HttpRequest, Opened, Record

URL = "http://me:hush@h.example/mcp?api_key=abc123&page=2"
SHOWN = "http://‹secret›@h.example/mcp?api_key=‹secret›&page=2"


def test_rows_show_addresses_and_commands_without_their_secrets() -> None:
    opened = Opened("stdio", command=("server", "--token", "hush", URL))
    assert process_row(Record(1, 0.0, opened), opened).name == f"server --token ‹secret› {SHOWN}"
    opened = Opened("streamable-http", url=URL)
    assert process_row(Record(1, 0.0, opened), opened).name == SHOWN
    asked = HttpRequest(1, "GET", URL)
    assert request_row(Record(1, 0.0, asked), asked).name == SHOWN


def test_placeholders_of_a_recording_keep_their_numbers() -> None:
    opened = Opened("stdio", command=("server", "--token", "‹secret 3›"))
    assert process_row(Record(1, 0.0, opened), opened).name == "server --token ‹secret 3›"
