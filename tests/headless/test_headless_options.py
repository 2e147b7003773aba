"""The options of all that connect."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.recording import open_recording
from tests.headless.running import ADD, Inspector, legacy, modern, said, scripted, sent, tools
from tests.servers.http_scripted import Asked, Reply, ScriptedServer

HERE = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "server/discover":
        print(json.dumps({**answer, "error": {"code": -32601, "message": "no"}}), flush=True)
        continue
    info = {"name": "here", "version": "1"}
    told = json.dumps({"cwd": os.getcwd(), "A": os.environ.get("A"), "B": os.environ.get("B"), "argv": sys.argv[1:]})
    result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info, "instructions": told}
    print(json.dumps({**answer, "result": result}), flush=True)
"""


def here(tmp_path: Path, *words: str) -> list[str]:
    """The command of a server that tells where and how it runs, as its instructions."""
    script = tmp_path / "here.py"
    script.write_text(HERE)
    return [sys.executable, "-SE", str(script), *words]


def told(document: Any) -> Any:
    """What it told."""
    return json.loads(document["instructions"])


async def test_variables_and_directory_reach_the_server(inspector: Inspector, tmp_path: Path) -> None:
    folder = tmp_path / "in there"
    folder.mkdir()
    words = ("probe", "--json", "-e", "A=1=2", "-e", "B=", "--cwd", str(folder))
    ran = await inspector(*words, "--", *here(tmp_path, "--json", "-e"))
    assert told(ran.document) == {"cwd": str(folder), "A": "1=2", "B": "", "argv": ["--json", "-e"]}


async def test_a_server_of_a_file_is_found_by_name_with_its_variables_expanded(
    inspector: Inspector, tmp_path: Path
) -> None:
    command, *arguments = here(tmp_path, "${WORD}", "${env:OTHER:-x}")
    entry = {"command": command, "args": arguments, "env": {"A": "${SECRET}"}}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"mine": entry}}))
    words = ("probe", "--json", "--server", "mine", "--config", str(tmp_path / "mcp.json"))
    ran = await inspector(*words, "-e", "B=b", env={"WORD": "w", "SECRET": "s3cr3t-value"})
    assert {**told(ran.document), "cwd": ""} == {"cwd": "", "A": "s3cr3t-value", "B": "b", "argv": ["w", "x"]}
    ran = await inspector(*words, env={"SECRET": "s"})
    assert (ran.code, ran.stdout) == (2, b"")
    for word in ("WORD", "mine", str(tmp_path / "mcp.json")):
        assert word in ran.error["message"]


async def test_a_server_that_no_file_names_is_exit_2(inspector: Inspector, tmp_path: Path) -> None:
    (tmp_path / "mcp.json").write_text('{"mcpServers": {"mine": {"command": "x"}}}')
    ran = await inspector("probe", "--server", "mein", "--config", str(tmp_path / "mcp.json"))
    assert (ran.code, ran.stdout) == (2, b"")
    assert "mein" in ran.err and "mine" in ran.err


async def test_what_we_declare_can_be_replaced(inspector: Inspector) -> None:
    ran = await inspector("probe", "--capabilities", '{"roots": {}}', *scripted(*legacy()))
    [message] = sent(ran.recording(), "initialize")
    assert message["params"]["capabilities"] == {"roots": {}}
    for text in ("{", "[]"):
        ran = await inspector("probe", "--capabilities", text, *scripted(*legacy()))
        assert (ran.code, ran.stdout) == (2, b"")


async def test_by_default_everything_that_we_can_is_declared(inspector: Inspector) -> None:
    ran = await inspector("probe", *scripted(*legacy()))
    [message] = sent(ran.recording(), "initialize")
    declared = message["params"]["capabilities"]
    assert declared["elicitation"] == {"form": {}, "url": {}}
    assert "tools" in declared["sampling"] and "roots" in declared


async def test_headers_go_with_every_request_and_are_redacted_in_the_recording(inspector: Inspector) -> None:
    seen: list[str | None] = []

    async def script(asked: Asked, reply: Reply) -> None:
        seen.append(asked.header("X-Team"))
        message = json.loads(asked.body)
        rule = {"server/discover": modern(), "tools/list": tools(ADD)}[message["method"]]
        assert asked.header("authorization") == "Bearer s3cr3t-t0ken"
        await reply.whole(200, json.dumps({**rule["reply"], "id": message["id"]}).encode(), "application/json")

    async with ScriptedServer(script) as server:
        headers = ("-H", "Authorization: Bearer s3cr3t-t0ken", "-H", "X-Team:a: b")
        ran = await inspector("list", "tools", *headers, "--url", server.url("/mcp"))
        assert (ran.code, ran.out) == (0, "add\n")
        assert seen == ["a: b", "a: b"]
        assert b"s3cr3t" not in ran.recordings[0].read_bytes()
        plain = Inspector(inspector.home / "plain")
        ran = await plain("list", "tools", *headers, "--no-redact", server.url("/mcp"))
    assert ran.code == 0
    assert ran.err == "Warning: secrets are kept in the recording (--no-redact).\n"
    assert b"s3cr3t-t0ken" in ran.recordings[0].read_bytes()


@pytest.mark.parametrize("transport", ["streamable-http", "http+sse"])
async def test_a_pinned_transport_is_the_only_one_that_is_tried(inspector: Inspector, transport: str) -> None:
    verbs: list[str] = []

    async def script(asked: Asked, reply: Reply) -> None:
        verbs.append(asked.verb)
        await reply.whole(405, b"no", "text/plain")

    async with ScriptedServer(script) as server:
        ran = await inspector("probe", "--transport", transport, server.url("/mcp"))
    assert (ran.code, ran.stdout) == (3, b"")
    assert set(verbs) == ({"GET"} if transport == "http+sse" else {"POST"})


async def test_a_recording_goes_where_it_is_told_and_never_over_a_file(inspector: Inspector, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    ran = await inspector("probe", "--record", str(path), *scripted(modern()))
    assert (ran.code, ran.recordings) == (0, [])
    assert sent(open_recording(path), "server/discover")
    before = path.read_bytes()
    ran = await inspector("probe", "--record", str(path), *scripted(modern()))
    assert (ran.code, ran.stdout, path.read_bytes()) == (2, b"", before)
    assert f"{path} exists." in ran.err


async def test_recordings_are_the_owners_alone(inspector: Inspector) -> None:
    ran = await inspector("probe", *scripted(modern()))
    assert ran.recordings[0].stat().st_mode & 0o777 == 0o600
    assert ran.recordings[0].parent.stat().st_mode & 0o777 == 0o700


async def test_of_all_recordings_as_many_are_kept_as_the_settings_say_the_new_one_included(
    inspector: Inspector,
) -> None:
    (inspector.home / "config").mkdir(parents=True)
    (inspector.home / "config" / "settings.toml").write_text("[recordings]\nmax-count = 2\n")
    server = scripted(modern())
    paths = [(await inspector("probe", *server)).recordings[-1] for _ in range(3)]
    assert (await inspector("probe", "--no-record", *server)).recordings == paths[1:]


async def test_a_data_folder_that_cannot_be_written_is_said_and_the_command_goes_on(inspector: Inspector) -> None:
    inspector.home.mkdir()
    (inspector.home / "data").write_text("in the way")
    ran = await inspector("list", "tools", *scripted(modern(), tools(ADD)))
    assert (ran.code, ran.out) == (0, "add\n")
    assert ran.err.startswith("Nothing is recorded: ")


async def test_quiet_silences_all_but_faults(inspector: Inspector) -> None:
    ran = await inspector("probe", "--quiet", "--no-redact", *scripted(modern()))
    assert (ran.code, ran.stderr) == (0, b"")
    ran = await inspector("probe", "--quiet", "--json", *scripted({"on": "start", "exit": 1}))
    assert ran.code == 3
    assert ran.err.startswith("inspector: ")
    assert ran.error["exitCode"] == 3


async def test_strict_makes_a_finding_of_level_error_exit_1_and_the_data_stays(inspector: Inspector) -> None:
    bad = (modern(), tools(ADD, {"name": 5}), said("5"))
    ran = await inspector("list", "tools", "--json", *scripted(*bad))
    assert ran.code == 0
    assert "error" in {one["level"] for one in ran.document["findings"]}
    ran = await inspector("list", "tools", "--json", "--strict", *scripted(*bad))
    assert (ran.code, [one["name"] for one in ran.document["tools"]]) == (1, ["add"])
    assert (ran.error["kind"], ran.error["exitCode"]) == ("findings", 1)
    assert ran.err.startswith("Findings of level error (--strict):\n  ✗ ")
    ran = await inspector("list", "tools", "--strict", *scripted(modern(), tools(ADD)))
    assert (ran.code, ran.stderr) == (0, b"")


async def test_settings_that_are_wrong_are_said_and_timeouts_of_the_settings_count(inspector: Inspector) -> None:
    settings = inspector.home / "config" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[timeouts]\nrequest = 0.3\nmax = 'x'\n")
    ran = await inspector("call", "add", "a=1", *scripted(modern(), tools(ADD), {"on": "tools/call"}))
    assert (ran.code, ran.stdout) == (6, b"")
    assert "for 0.3 s" in ran.err
    assert "settings.toml" in ran.err.splitlines()[0]


async def test_a_server_is_found_in_the_projects_own_file(inspector: Inspector, tmp_path: Path) -> None:
    command, *arguments = here(tmp_path)
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"mine": {"command": command, "args": arguments}}}))
    ran = await inspector("probe", "--json", "--server", "mine", cwd=tmp_path)
    assert (ran.code, ran.document["serverInfo"]["name"]) == (0, "here")


async def test_a_files_http_server_gets_its_headers_and_those_of_the_command_line(
    inspector: Inspector, tmp_path: Path
) -> None:
    seen: list[tuple[str | None, str | None]] = []

    async def script(asked: Asked, reply: Reply) -> None:
        seen.append((asked.header("X-File"), asked.header("X-Line")))
        answer = {**modern()["reply"], "id": json.loads(asked.body)["id"]}
        await reply.whole(200, json.dumps(answer).encode(), "application/json")

    async with ScriptedServer(script) as server:
        entry = {"type": "http", "url": server.url("/mcp"), "headers": {"X-File": "${WORD}"}}
        (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"far": entry}}))
        words = ("probe", "--server", "far", "--config", str(tmp_path / "mcp.json"), "-H", "X-Line: l")
        ran = await inspector(*words, env={"WORD": "f"})
    assert (ran.code, seen) == (0, [("f", "l")])


async def test_a_log_level_and_a_trace_go_with_each_request_only_when_asked_for(inspector: Inspector) -> None:
    server = scripted(modern(), tools(ADD), said("x"))
    ran = await inspector("call", "add", "a=1", "--log-level", "info", "--trace", *server)
    [call] = sent(ran.recording(), "tools/call")
    meta = call["params"]["_meta"]
    assert meta["io.modelcontextprotocol/logLevel"] == "info"
    assert re.fullmatch("00-[0-9a-f]{32}-[0-9a-f]{16}-01", meta["traceparent"])
    plain = Inspector(inspector.home / "plain")
    ran = await plain("call", "add", "a=1", *server)
    [call] = sent(ran.recording(), "tools/call")
    assert not {"io.modelcontextprotocol/logLevel", "traceparent"} & call["params"]["_meta"].keys()
