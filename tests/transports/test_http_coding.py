"""Content codings: undone piece by piece, bounded, and with nothing lost where that fails."""

import gzip
import random
import zlib

import pytest

from inspector.transports import http_coding
from inspector.transports.http_coding import CannotUnpack, Inflating, Unpacker, layers
from inspector.wire import events
from tests.servers.http_driving import Driving
from tests.servers.http_scripted import Asked, Reply, ScriptedServer


def zipped(data: bytes) -> bytes:
    """Without the time of now, which would stand in the names of the tests."""
    return gzip.compress(data, mtime=0)


TEXT = random.Random(1).randbytes(50_000).hex().encode()
ANSWER = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'


def bare(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize("size", [1, 2, 3, 1000, 1 << 20])
@pytest.mark.parametrize(
    ("header", "packed"),
    [
        ("gzip", zipped(TEXT)),
        ("X-Gzip", zipped(TEXT[:70]) + zipped(TEXT[70:])),
        ("deflate", zlib.compress(TEXT)),
        ("deflate", bare(TEXT)),
        ("deflate, gzip", zipped(zlib.compress(TEXT))),
        ("identity", TEXT),
        ("", TEXT),
        ("gzip", zipped(b"x" * (3 << 18))),
    ],
)
def test_what_is_offered_is_undone_however_it_is_cut(header: str, packed: bytes, size: int) -> None:
    codings, strange = layers(header)
    unpacker = Unpacker(codings)
    out = b"".join(piece for at in range(0, len(packed), size) for piece in unpacker.feed(packed[at : at + size]))
    unpacker.finish()
    assert strange == ""
    assert out in (TEXT, b"x" * (3 << 18))


def test_no_piece_is_larger_than_the_bound() -> None:
    pieces = [len(piece) for piece in Unpacker(("gzip",)).feed(zipped(b"a" * (4 << 20)))]
    assert sum(pieces) == 4 << 20 and max(pieces) <= http_coding.PIECE


@pytest.mark.parametrize(("header", "named"), [("br", "br"), ("gzip, zstd", "zstd"), ("gzip,gzip,gzip,gzip", "gzip, ")])
def test_what_is_not_offered_or_too_deep_is_named(header: str, named: str) -> None:
    assert layers(header)[1].startswith(named)


@pytest.mark.parametrize("cut", [1, 5, 12, -1])
def test_an_end_in_the_middle_is_no_end(cut: int) -> None:
    unpacker = Unpacker(("gzip",))
    list(unpacker.feed(zipped(TEXT)[:cut]))
    with pytest.raises(CannotUnpack, match="in the middle"):
        unpacker.finish()


def test_nothing_packed_is_nothing() -> None:
    Unpacker(("gzip", "deflate")).finish()


def test_a_bomb_is_not_unpacked_to_its_end_and_neither_is_one_inside_a_bomb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_coding, "FREE", 1 << 20)
    bomb = zipped(b"\0" * (40 << 20))
    empty = zipped(b"")
    for codings, packed in ((("gzip",), bomb), (("gzip", "gzip"), zipped(empty * 500_000))):
        came = 0
        with pytest.raises(Inflating, match="100 times"):
            for piece in Unpacker(codings).feed(packed):
                came += len(piece)
        assert came < 6 << 20


async def answered_with(body: bytes, coding: str = "gzip") -> tuple[Driving, events.HttpEnd]:
    async def script(asked: Asked, reply: Reply) -> None:
        assert asked.header("accept-encoding") == "gzip, deflate"
        await reply.whole(200, body, "application/json", Content_Encoding=coding)

    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        end = await driving.end(await driving.call("tools/list"))
    return driving, end


async def test_a_bomb_ends_the_exchange_and_that_is_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_coding, "FREE", 1 << 20)
    driving, end = await answered_with(zipped(b" " * (50 << 20)))
    [decision] = driving.all(events.Decision)
    assert decision.verdict == "not read further" and "unpack to more than 100 times" in decision.outcome
    assert end.failure.startswith("the body was not read to its end") and end.step == "stream"
    assert 1 << 20 <= end.size < 10 << 20


async def test_bytes_that_cannot_be_unpacked_are_kept_as_they_are() -> None:
    driving, end = await answered_with(b"no gzip at all")
    assert [one.raw for one in driving.all(events.HttpBody)] == [b"no gzip at all"]
    assert end.failure == "the body cannot be decoded: it is no gzip (it does not begin with 1f 8b)"


async def test_rubbish_behind_the_packed_answer_is_kept_and_the_answer_too() -> None:
    driving, end = await answered_with(zipped(ANSWER) + b"rubbish")
    assert [one.raw for one in driving.all(events.Received)] == [ANSWER]
    assert [one.raw for one in driving.all(events.HttpBody)] == [b"rubbish"]
    assert end.failure.startswith("the body cannot be decoded")
