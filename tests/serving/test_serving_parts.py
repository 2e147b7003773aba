"""The small parts: pictures and sounds, the seal of a state, who may come in, and what is loaded."""

import io
import struct
import subprocess
import sys
import wave
import zlib

import pytest

from inspector.serving.http_answers import accepts, stranger
from inspector.serving.media import cover, tune
from inspector.serving.request_state import Notary


def chunks(png: bytes) -> dict[bytes, bytes]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    found, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length)[0] == zlib.crc32(kind + body)
        found[kind] = body
        at += 12 + length
    return found


@pytest.mark.parametrize("width", [48, 96, 192, 384])
def test_a_cover_is_a_png_of_its_size(width: int) -> None:
    found = chunks(cover("seed", width))
    assert list(found) == [b"IHDR", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", found[b"IHDR"]) == (width, width * 3 // 2, 8, 2, 0, 0, 0)
    assert len(zlib.decompress(found[b"IDAT"])) == (width * 3 + 1) * (width * 3 // 2)


def test_a_cover_has_the_colour_that_was_asked_for() -> None:
    pixels = zlib.decompress(chunks(cover("seed", 48, (1, 2, 3)))[b"IDAT"])
    assert pixels[48 * 3 - 2 : 48 * 3 + 1] == b"\x01\x02\x03"
    assert cover("one", 48) != cover("another", 48)


def test_a_tune_is_a_wav_of_its_length() -> None:
    with wave.open(io.BytesIO(tune("seed", 1.5))) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 8000)
        assert sound.getnframes() == 12000
        assert max(sound.readframes(12000)) > 0


def test_a_state_opens_for_its_own_request_until_it_is_too_old() -> None:
    now = [0.0]
    notary = Notary(lambda: now[0])
    params = {"name": "t", "arguments": {"a": 1, "b": [2]}}
    state = notary.seal("tools/call", params, {"k": 1})
    assert notary.open(state, "tools/call", {"arguments": {"b": [2], "a": 1}, "name": "t"}) == {"k": 1}
    assert notary.open(state, "tools/call", {**params, "arguments": {"a": 2}}) is None
    assert notary.open(state, "prompts/get", params) is None
    assert Notary(lambda: 0.0).open(state, "tools/call", params) is None
    now[0] = 3601.0
    assert notary.open(state, "tools/call", params) is None


@pytest.mark.parametrize(
    ("accept", "both"),
    [
        (None, True),
        ("application/json, text/event-stream", True),
        ("text/event-stream;q=0.5,application/json", True),
        ("*/*", True),
        ("application/*, text/*", True),
        ("application/json", False),
        ("", False),
    ],
)
def test_accept_is_read_as_http_has_it(accept: str | None, both: bool) -> None:
    headers = {} if accept is None else {"accept": accept}
    assert accepts(headers, "application/json", "text/event-stream") is both


@pytest.mark.parametrize(
    ("headers", "host", "strange"),
    [
        ({}, "127.0.0.1", False),
        ({"origin": "http://localhost:8080", "host": "localhost:1"}, "127.0.0.1", False),
        ({"origin": "https://evil.example"}, "127.0.0.1", True),
        ({"origin": "null"}, "127.0.0.1", True),
        ({"origin": "http://[::1"}, "127.0.0.1", True),
        ({"host": "evil.example"}, "127.0.0.1", True),
        ({"host": "[::1]:80"}, "::1", False),
        ({"host": "library.example"}, "0.0.0.0", False),
    ],
)
def test_pages_of_other_origins_are_strangers(headers: dict[str, str], host: str, strange: bool) -> None:
    assert stranger(headers, host) is strange


def test_the_server_on_pipes_loads_nothing_for_the_web() -> None:
    heavy = {"starlette", "uvicorn", "httpx", "click", "pydantic", "jsonschema", "textual", "rich"}
    program = f"import sys, inspector.serving.stdio_host; print(*({heavy!r} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=20)
    assert shown.stdout == "\n"
