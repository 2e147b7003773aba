"""Whatever a server sends over HTTP: no exception, no hang, every byte in the journal."""

import asyncio
import gzip
import zlib

from hypothesis import given
from hypothesis import strategies as st

from inspector.errors import InspectorError
from inspector.journal import Journal
from inspector.transports.http_body import Body
from inspector.transports.http_coding import CannotUnpack, Inflating, Unpacker
from inspector.wire import events
from tests.servers.http_driving import Driving
from tests.servers.http_scripted import Asked, Reply, ScriptedServer
from tests.transports.fuzzing import CUTS, MESSAGE, RESPONSE, STREAM, budget, bytes_in, cut, hostile

TYPES = st.sampled_from(["application/json", "text/event-stream", "text/html", "", "\x00", "TEXT/EVENT-STREAM;x"])


@budget(300)
@given(hostile(MESSAGE, STREAM), CUTS, TYPES, st.booleans(), st.booleans())
def test_a_body_is_in_the_journal_whatever_it_holds(
    data: bytes, cuts: list[float], content_type: str, meant: bool, broken: bool
) -> None:
    journal = Journal()
    body = Body(journal, 1, content_type, meant=meant, heard=lambda raw: None, noted=lambda block: None)
    for piece in cut(data, cuts):
        body.feed(piece)
    body.finish(broken=broken)
    assert bytes_in(journal) == data
    assert body.size == len(data)


@budget(300)
@given(
    hostile(gzip.compress(STREAM), zlib.compress(MESSAGE), gzip.compress(MESSAGE) * 2),
    CUTS,
    st.lists(st.sampled_from(["gzip", "deflate"]), max_size=3),
)
def test_what_is_said_to_be_packed_unpacks_or_is_refused(data: bytes, cuts: list[float], codings: list[str]) -> None:
    unpacker = Unpacker(tuple(codings))
    try:
        for piece in cut(data, cuts):
            list(unpacker.feed(piece))
        unpacker.finish()
    except (CannotUnpack, Inflating) as error:
        assert str(error)


async def answered_with(data: bytes, cuts: list[float]) -> tuple[Driving, events.HttpEnd]:
    """One request that is answered with these bytes, and then the connection is closed."""

    async def script(asked: Asked, reply: Reply) -> None:
        for piece in cut(data, cuts):
            await reply.raw(piece)
            await asyncio.sleep(0)

    async with ScriptedServer(script) as server, Driving(server.url()) as driving:
        end = await driving.end(await driving.call("tools/list"))
    return driving, end


@budget(60)
@given(hostile(RESPONSE), CUTS)
def test_any_bytes_in_place_of_an_answer_end_the_request(data: bytes, cuts: list[float]) -> None:
    driving, end = asyncio.run(answered_with(data, cuts))
    assert isinstance(driving.journal.records[-1].event, events.Closed)
    if not driving.all(events.HttpResponse):
        assert end.failure
        kept = bytes_in(driving.journal, end.http)  # all that was read: what cannot be HTTP is not read further
        assert data.startswith(kept) and bool(kept) == bool(data)


@budget(60)
@given(hostile(STREAM, MESSAGE), CUTS, TYPES.filter(str.isprintable))
def test_any_body_of_a_good_answer_is_in_the_journal(data: bytes, cuts: list[float], content_type: str) -> None:
    async def run() -> tuple[Driving, events.HttpEnd]:
        async def script(asked: Asked, reply: Reply) -> None:
            await reply.stream(content_type=content_type)
            for piece in cut(data, cuts):
                await reply.chunk(piece)
            await reply.end()

        async with ScriptedServer(script) as server, Driving(server.url()) as driving:
            return driving, await driving.end(await driving.call("tools/list"))

    driving, end = asyncio.run(run())
    assert bytes_in(driving.journal, end.http) == data
    assert end.size == len(data)


@budget(60)
@given(hostile(b"event: endpoint\ndata: /messages\n\n" + STREAM), CUTS)
def test_any_bytes_on_an_http_sse_stream_open_or_refuse_it(data: bytes, cuts: list[float]) -> None:
    async def run() -> Driving:
        async def script(asked: Asked, reply: Reply) -> None:
            if asked.verb != "GET":
                return await reply.whole(202)
            await reply.stream()
            for piece in cut(data, cuts):
                await reply.chunk(piece)
            return await reply.end()

        async with ScriptedServer(script) as server:
            driving = Driving(server.url("/sse"), sse=True)
            try:
                async with driving:
                    try:
                        await driving.end(await driving.call("ping"))
                    except InspectorError:
                        pass  # the stream is over already
            except InspectorError:
                pass  # there is no endpoint in it
            return driving

    driving = asyncio.run(run())
    assert bytes_in(driving.journal, 1) == data
    assert len(driving.all(events.Closed)) == 1
