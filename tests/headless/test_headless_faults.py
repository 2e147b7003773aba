"""What goes wrong at the server: each has a reason, a next step and its exit code, and leaves no process behind."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.headless.running import ADD, Inspector, legacy, modern, said, scripted, sent, tools
from tests.servers.http_scripted import Asked, Reply, ScriptedServer

LONG = {"on": "tools/call", "notifications": []}


async def test_a_command_that_is_nowhere_says_what_was_looked_for_and_where(inspector: Inspector) -> None:
    ran = await inspector("probe", "--json", "--", "no-such-server", env={"PATH": "/usr/bin:/bin"})
    assert (ran.code, ran.stdout) == (3, b"")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("connection", 3)
    assert "no-such-server" in ran.err and "/usr/bin" in ran.err
    assert ran.error["recording"] == str(ran.recordings[0])


async def test_a_command_that_may_not_be_executed_is_exit_3(inspector: Inspector, tmp_path: Path) -> None:
    (tmp_path / "server").write_text("#!/bin/sh\n")
    ran = await inspector("probe", "--", str(tmp_path / "server"))
    assert (ran.code, ran.stdout) == (3, b"")
    assert "  next: " in ran.err


async def test_a_directory_that_is_not_there_is_told(inspector: Inspector) -> None:
    ran = await inspector("probe", "--cwd", "/no/such/folder", *scripted(modern()))
    assert ran.code in (2, 3)
    assert "/no/such/folder" in ran.err


async def test_a_server_that_exits_at_once_is_told_with_its_last_words(inspector: Inspector) -> None:
    words = "Traceback of the server\nModuleNotFoundError: No module named 'x'\x1b[0m\n".replace("Traceback", "Trace")
    ran = await inspector("probe", *scripted({"on": "start", "stderr": words, "exit": 3}))
    assert (ran.code, ran.stdout) == (3, b"")
    assert "code 3" in ran.err
    assert (
        "The server was started 2 times. Last on stderr:\n"
        "  Trace of the server\n  ModuleNotFoundError: No module named 'x'␛[0m\ninspector: "
    ) in ran.err
    assert "  next: " in ran.err


async def test_of_a_server_that_was_started_again_the_words_of_the_last_process_are_told(inspector: Inspector) -> None:
    boom = {"on": "server/discover", "stderr": "boom1\nboom2\n", "exit": 1}
    ran = await inspector("probe", *scripted(boom, {"on": "initialize", "stderr": "boom3\n", "exit": 1}))
    assert ran.code == 3
    assert "\nThe server was started 2 times. Last on stderr:\n  boom3\ninspector: " in ran.err


async def test_a_server_that_died_without_a_word_is_told_as_such(inspector: Inspector) -> None:
    ran = await inspector("probe", "--mode", "legacy", *scripted({"on": "initialize", "exit": 1}))
    assert ran.code == 3
    assert ran.err.startswith("It wrote nothing to stderr.\n") and "last words" not in ran.err


async def test_a_path_that_is_wrong_is_told_in_sentences(inspector: Inspector) -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        await reply.whole(404, b"Not Found", "text/plain")

    async with ScriptedServer(script) as server:
        ran = await inspector("probe", "--no-record", server.url("/wrong"))
    assert ran.code == 3
    [why] = [line for line in ran.err.splitlines() if line.startswith("  why:  ")]
    assert why.startswith(
        f"  why:  A POST came to HTTP 404. A GET of {server.url('/wrong')} was answered with HTTP 404"
    )
    assert why.endswith(".") and not why.endswith("..")


async def test_a_server_that_is_killed_in_mid_call_is_exit_3_with_the_signal(inspector: Inspector) -> None:
    ran = await inspector(
        "call", "add", "a=1", *scripted(modern(), tools(ADD), {"on": "tools/call", "kill": "SIGKILL"})
    )
    assert (ran.code, ran.stdout) == (3, b"")
    assert "signal 9" in ran.err
    assert len(sent(ran.recording(), "tools/call")) == 1


async def test_a_server_that_never_answers_is_exit_6(inspector: Inspector) -> None:
    deaf = scripted({"deaf": True, "ignore_sigterm": False})
    ran = await inspector("probe", "--json", "--connect-timeout", "0.5", *deaf)
    assert (ran.code, ran.stdout) == (6, b"")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("timeout", 6)
    mute = scripted({"on": "server/discover"}, {"on": "initialize"})
    ran = await inspector("probe", "--probe-timeout", "0.2", "--timeout", "0.2", *mute)
    assert ran.code == 6
    assert "initialize" in ran.err


async def test_a_call_without_an_answer_is_exit_6_and_the_server_is_told(inspector: Inspector) -> None:
    ran = await inspector("call", "add", "a=1", "--timeout", "0.3", *scripted(modern(), tools(ADD), LONG))
    assert (ran.code, ran.stdout) == (6, b"")
    assert ran.err.startswith("inspector: tools/call was not answered in time.\n")
    [cancelled] = sent(ran.recording(), "notifications/cancelled")
    [call] = sent(ran.recording(), "tools/call")
    assert cancelled["params"]["requestId"] == call["id"]


async def test_max_timeout_bounds_what_progress_extends(inspector: Inspector) -> None:
    news = {"method": "notifications/progress", "params": {"progressToken": "$token", "progress": 1}}
    talkative = {"on": "tools/call", "notifications": [news], "delay_ms": 100}
    words = ("call", "add", "a=1", "--timeout", "30", "--max-timeout", "0.5")
    ran = await inspector(*words, *scripted(modern(), tools(ADD), talkative))
    assert (ran.code, ran.stdout) == (6, b"")


@pytest.mark.parametrize(
    "noise",
    [
        {"raw": "Server v1.2 listening on stdio\n[MCP] ready\n"},
        {"raw": '{"level":30}\n42\n"ok"\n[]\nnull\n'},
        {"raw": "half a line"},
        {"raw_hex": "fffe80c328 0a".replace(" ", "")},
        {"raw": '{"jsonrpc":"2.0","id":99,"result":{}}\n'},
    ],
    ids=["banner", "other JSON", "half a line", "no UTF-8", "unknown id"],
)
async def test_noise_on_stdout_ends_nothing_and_is_found(inspector: Inspector, noise: dict[str, str]) -> None:
    glued = noise.get("raw") == "half a line"
    rules = ({"on": "start", **noise}, *(legacy() if glued else (modern(),)), tools(ADD), said("5"))
    options = ("--probe-timeout", "0.5") if glued else ()
    ran = await inspector("call", "add", "a=1", "--json", *options, *scripted(*rules))
    assert (ran.code, ran.document["result"]["content"][0]["text"]) == (0, "5")
    assert ran.document["findings"]


async def test_a_reply_that_is_no_message_ends_the_call_at_once_and_is_found(inspector: Inspector) -> None:
    half = {"on": "tools/call", "raw": '{"jsonrpc":"2.0","id":$id,"res\n'}
    ran = await inspector("call", "add", "a=1", "--json", "--timeout", "600", *scripted(modern(), tools(ADD), half))
    assert (ran.code, ran.stdout) == (9, b"")
    [found] = ran.error["findings"]
    assert (found["rule"], "not JSON" in found["message"]) == ("no-answer", True)


async def test_half_a_reply_without_an_id_leaves_the_call_to_time_out_and_is_found(inspector: Inspector) -> None:
    half = {"on": "tools/call", "raw": '{"jsonrpc":"2.0","res\n'}
    ran = await inspector("call", "add", "a=1", "--json", "--timeout", "0.5", *scripted(modern(), tools(ADD), half))
    assert (ran.code, ran.stdout) == (6, b"")
    [found] = ran.error["findings"]
    assert '"res' in found["message"]


async def test_markup_and_escapes_in_names_are_shown_and_nothing_breaks(inspector: Inspector) -> None:
    odd = [{**ADD, "name": "[/bold]\x1b]0;x\x07", "description": "[/]\u202e\x9b31m"}]
    ran = await inspector("list", "tools", *scripted(modern(), tools(*odd)))
    assert (ran.code, ran.out) == (0, "[/bold]␛]0;x␇  [/]\\u202e\\x9b31m\n")
    ran = await inspector("list", "tools", "--json", *scripted(modern(), tools(*odd)))
    assert ran.document["tools"] == odd
    assert not any(character in ran.out for character in "\x1b\x07\x9b\u202e")


Script = Callable[[Asked, Reply], Awaitable[None]]


async def _page(asked: Asked, reply: Reply) -> None:
    await reply.whole(200, b"<!doctype html><html><body>Welcome</body></html>", "text/html")


async def _broken(asked: Asked, reply: Reply) -> None:
    await reply.whole(500, b"oops \x1b[31m", "text/plain")


async def _nowhere(asked: Asked, reply: Reply) -> None:
    await reply.whole(404, b"not here", "text/plain")


async def _locked(asked: Asked, reply: Reply) -> None:
    await reply.whole(401, b"", None, WWW_Authenticate='Bearer resource_metadata="https://a.example/x"')


async def _forbidden(asked: Asked, reply: Reply) -> None:
    await reply.whole(403, b"go away", "text/plain")


@pytest.mark.parametrize(
    ("script", "code", "words"),
    [
        (_page, 3, ("web page", "perhaps /mcp")),
        (_broken, 3, ("HTTP 500", "oops ␛[31m")),
        (_nowhere, 3, ("HTTP 404", "not here", "  next: ")),
        (_locked, 7, ("authorization", "resource_metadata", "-H 'Authorization: Bearer …'")),
        (_forbidden, 7, ("403", "go away")),
    ],
    ids=["HTML", "500", "404", "401", "403"],
)
async def test_what_answers_over_http_is_told_by_its_status_and_words(
    inspector: Inspector, script: Script, code: int, words: tuple[str, ...]
) -> None:
    async with ScriptedServer(script) as server:
        ran = await inspector("probe", "--json", server.url("/mcp"))
    assert (ran.code, ran.stdout) == (code, b"")
    assert ran.error["exitCode"] == code
    assert ran.error["steps"]
    for word in words:
        assert word in ran.err


async def test_a_refused_connection_is_exit_3_with_the_address(inspector: Inspector) -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    ran = await inspector("probe", f"http://127.0.0.1:{port}/mcp")
    assert (ran.code, ran.stdout) == (3, b"")
    assert f"127.0.0.1:{port}" in ran.err and "  next: " in ran.err


async def test_a_recording_that_is_missing_or_none_is_exit_2(inspector: Inspector, tmp_path: Path) -> None:
    for content in (None, b"", b"not a recording\n", b'{"format": "mcp-recording", "version": 99}\n'):
        path = tmp_path / "some.jsonl"
        if content is not None:
            path.write_bytes(content)
        ran = await inspector("open", str(path))
        assert (ran.code, ran.stdout) == (2, b"")
        assert ran.err.startswith("inspector: ") and "  next: " in ran.err


async def test_a_torn_recording_is_read_all_the_same(inspector: Inspector) -> None:
    ran = await inspector("probe", *scripted(modern()))
    [path] = ran.recordings
    path.write_bytes(path.read_bytes()[:-9])
    ran = await inspector("open", str(path))
    assert ran.err.startswith("inspector: The interface needs a terminal.\n")  # it came as far as that


async def test_a_stream_that_ends_without_the_answer_is_exit_9(inspector: Inspector) -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        message = json.loads(asked.body)
        if message["method"] == "tools/call":
            await reply.stream()
            await reply.chunk(b": nothing more\n\n")
            await reply.end()
            return
        rule = {"server/discover": modern(), "tools/list": tools(ADD)}[message["method"]]
        await reply.whole(200, json.dumps({**rule["reply"], "id": message["id"]}).encode(), "application/json")

    async with ScriptedServer(script) as server:
        ran = await inspector("call", "add", "a=1", "--json", server.url("/mcp"))
    assert (ran.code, ran.stdout) == (9, b"")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("protocol", 9)


async def test_a_call_that_needs_authorization_is_exit_7(inspector: Inspector) -> None:
    async def script(asked: Asked, reply: Reply) -> None:
        message = json.loads(asked.body)
        if message["method"] == "tools/call":
            await reply.whole(401, b"", None, WWW_Authenticate="Bearer")
            return
        rule = {"server/discover": modern(), "tools/list": tools(ADD)}[message["method"]]
        await reply.whole(200, json.dumps({**rule["reply"], "id": message["id"]}).encode(), "application/json")

    async with ScriptedServer(script) as server:
        ran = await inspector("call", "add", "a=1", "--json", server.url("/mcp"))
    assert (ran.code, ran.stdout) == (7, b"")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("authorization", 7)


async def _elsewhere(asked: Asked, reply: Reply) -> None:
    await reply.whole(307, b"", "text/plain", Location="https://u:s3cr3t@other.example/mcp?token=s3cr3t")


async def _circle(asked: Asked, reply: Reply) -> None:
    await reply.whole(307, b"", "text/plain", Location="/mcp?token=s3cr3t")


@pytest.mark.parametrize("script", [_elsewhere, _circle, _page, _nowhere, _locked])
@pytest.mark.parametrize("transport", ["auto", "http+sse"])
async def test_a_token_in_the_address_is_on_no_line_of_stderr(
    inspector: Inspector, script: Callable[[Asked, Reply], Awaitable[None]], transport: str
) -> None:
    async with ScriptedServer(script) as server:
        ran = await inspector("probe", "--json", "--transport", transport, server.url("/mcp?token=s3cr3t"))
    assert ran.code in (3, 7)
    assert "s3cr3t" not in ran.err
