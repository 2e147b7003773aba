"""The server on HTTP+SSE."""

import asyncio
import sys

import httpx
from serving_peers import PATIENCE, listening, opening


async def test_the_first_event_says_where_to_speak_and_answers_come_on_the_stream() -> None:
    async with listening("--sse", "0") as url, httpx.AsyncClient() as client, asyncio.timeout(PATIENCE):
        async with client.stream("GET", url) as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == "event: endpoint"
            endpoint = (await anext(lines)).removeprefix("data: ")
            assert endpoint.startswith("/messages?session_id=")
            where = httpx.URL(url).join(endpoint)
            message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening("2024-11-05")}
            assert (await client.post(where, json=message)).status_code == 202
            answer = await anext(line async for line in lines if line.startswith("data: "))
            assert '"protocolVersion":"2024-11-05"' in answer
            assert (await client.post(where, content=b"{")).status_code == 400
        # The session ends with its stream, as soon as the server has seen the end.
        while (await client.post(where, json=message)).status_code != 404:
            pass


async def test_a_post_to_the_stream_and_a_get_of_messages_are_not_allowed() -> None:
    async with listening("--sse", "0") as url, httpx.AsyncClient() as client:
        assert (await client.post(url, json={})).status_code == 405
        assert (await client.get(httpx.URL(url).join("/messages"))).status_code == 405
        assert (await client.post(httpx.URL(url).join("/messages?session_id=x"), json={})).status_code == 404
        assert (await client.get(url, headers={"Origin": "https://evil.example"})).status_code == 403


async def test_there_is_no_modern_era_on_this_transport() -> None:
    command = (sys.executable, "-m", "inspector.serving", "--era", "modern", "--sse", "0")
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    async with asyncio.timeout(PATIENCE):
        _, words = await process.communicate()
    assert (process.returncode, words) == (2, b"HTTP+SSE has no modern era. Take --era legacy or --http.\n")
