import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from inspector.config.servers import ServersFile, discover, find, read_servers_file
from inspector.config.target import HttpTarget, StdioTarget
from inspector.errors import UsageError


def file_of(tmp_path: Path, servers: object, name: str = "mcp.json") -> ServersFile:
    return read_text_as_servers(tmp_path, json.dumps({"mcpServers": servers}, indent=1), name)


def read_text_as_servers(tmp_path: Path, text: str, name: str = "mcp.json") -> ServersFile:
    path = tmp_path / name
    path.write_text(text)
    return read_servers_file(path, tmp_path)


def target_of(tmp_path: Path, entry: object, environ: Mapping[str, str]) -> StdioTarget | HttpTarget:
    file = file_of(tmp_path, {"s": entry})
    assert file.problems == ()
    return file.entries[0].target(environ)


def test_a_command_entry_is_read_whole(tmp_path: Path) -> None:
    entry = {"command": "python", "args": ["-m", "s"], "env": {"A": "1", "EMPTY": ""}, "cwd": "/srv"}
    assert target_of(tmp_path, entry, {}) == StdioTarget(("python", "-m", "s"), {"A": "1", "EMPTY": ""}, "/srv", "s")


@pytest.mark.parametrize(
    ("entry", "transport"),
    [
        ({"url": "https://h/mcp"}, "auto"),
        ({"serverUrl": "https://h/mcp"}, "auto"),
        ({"httpUrl": "https://h/mcp"}, "streamable-http"),
        ({"url": "https://h/mcp", "type": "http"}, "auto"),
        ({"url": "https://h/mcp", "type": "streamable-http"}, "streamable-http"),
        ({"url": "https://h/mcp", "type": "streamableHttp"}, "streamable-http"),
        ({"url": "https://h/mcp", "type": "sse"}, "http+sse"),
        ({"url": "https://h/mcp", "transport": "sse"}, "http+sse"),
        ({"url": "https://h/mcp", "command": "x", "type": "sse"}, "http+sse"),
    ],
)
def test_a_url_entry_has_its_transport(tmp_path: Path, entry: dict[str, object], transport: str) -> None:
    target = target_of(tmp_path, {**entry, "headers": {"X-A": "1"}}, {})
    assert isinstance(target, HttpTarget)
    assert (target.url, target.transport, target.headers) == ("https://h/mcp", transport, (("X-A", "1"),))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("npx", "a string, not an object"),
        (None, "null, not an object"),
        ({}, "neither command nor url"),
        ({"command": ""}, "command is empty"),
        ({"type": "stdio"}, "no command"),
        ({"type": "http"}, "no url"),
        ({"command": ["npx"]}, "command is a list, not a string"),
        ({"command": "x", "args": "-y"}, "args is a string, not a list"),
        ({"command": "x", "args": ["-p", 3000]}, "args[1] is a number, not a string; write it in quotes"),
        ({"command": "x", "env": {"PORT": True}}, "env.PORT is true, not a string; write it in quotes"),
        ({"command": "x", "env": ["A=1"]}, "env is a list, not an object"),
        ({"command": "x", "env": {"A=B": "1"}}, "“A=B” cannot be the name of a variable"),
        ({"command": "x\0y"}, "U+0000"),
        ({"command": "x", "args": ["\ud800"]}, "surrogate"),
        ({"command": "x", "url": "https://h/"}, "both command and url"),
        ({"url": "https://h/", "serverUrl": "https://i/"}, "both url and serverUrl"),
        ({"url": "https://h/", "type": "ws"}, "“ws” is none of stdio"),
        ({"url": "h/mcp"}, "does not begin with http://"),
        ({"url": "https://h:0/"}, "port"),
        ({"url": "https://h/", "headers": {"A B": "1"}}, "“A B”"),
    ],
)
def test_a_bad_entry_is_named_with_its_reason_and_its_neighbours_load(
    tmp_path: Path, entry: object, message: str
) -> None:
    file = file_of(tmp_path, {"first": {"command": "a"}, "bad": entry, "last": {"command": "b"}})
    assert [good.name for good in file.entries] == ["first", "last"]
    (problem,) = file.problems
    assert problem.entry == "bad"
    assert message in problem.message
    assert problem.line is not None
    assert problem.line >= 6


def test_a_fault_is_told_on_its_own_line_and_an_entry_on_that_of_its_name(tmp_path: Path) -> None:
    text = """{
  "mcpServers": {
    "good": {"command": "a"},
    "bad": {
      "command": "b",
      "env": {
        "PORT": 3000
      }
    }
  }
}"""
    file = read_text_as_servers(tmp_path, text)
    assert file.entries[0].line == 3
    assert file.problems[0].line == 7
    assert (
        file.problems[0]
        .describe()
        .endswith("mcp.json, line 7: bad: env.PORT is a number, not a string; write it in quotes.")
    )


def test_a_broken_file_is_named_with_line_column_and_reason(tmp_path: Path) -> None:
    file = read_text_as_servers(tmp_path, '{\n "mcpServers": {\n  "a": {"command": "x"}\n  "b": 1\n}}')
    assert file.entries == ()
    (problem,) = file.problems
    assert (problem.line, problem.column) == (4, 3)
    assert "Expecting ',' delimiter" in problem.message


@pytest.mark.parametrize(
    ("text", "message"),
    [("[]", "one object"), ("{}", "neither mcpServers nor servers"), ('{"mcpServers": []}', "not an object")],
)
def test_a_file_of_another_shape_says_what_is_missing(tmp_path: Path, text: str, message: str) -> None:
    (problem,) = read_text_as_servers(tmp_path, text).problems
    assert message in problem.message
    assert problem.line == 1


def test_a_given_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    (problem,) = read_servers_file(tmp_path / "gone.json").problems
    assert problem.message == "The file is not there."


def test_the_form_of_vs_code_is_read_with_comments(tmp_path: Path) -> None:
    file = read_text_as_servers(
        tmp_path, '{ // mine\n "servers": {\n  "a": {"type": "stdio", "command": "x",},\n },\n}'
    )
    assert [(entry.name, entry.line) for entry in file.entries] == [("a", 3)]
    assert file.problems == ()


def test_a_name_that_is_twice_in_one_file_counts_once_and_is_told(tmp_path: Path) -> None:
    file = read_text_as_servers(tmp_path, '{"mcpServers": {\n"a": {"command": "old"},\n"a": {"command": "new"}}}')
    assert [entry.template for entry in file.entries] == [StdioTarget(("new",), name="a")]
    assert (file.problems[0].line, file.problems[0].entry) == (2, "a")
    assert "line 3" in file.problems[0].message


def test_what_is_not_read_of_an_entry_is_told_and_the_entry_loads(tmp_path: Path) -> None:
    file = file_of(tmp_path, {"a": {"command": "x", "envFile": ".env"}})
    assert len(file.entries) == 1
    assert "-e NAME=VALUE" in file.problems[0].message


def test_variables_are_expanded_in_every_text(tmp_path: Path) -> None:
    environ = {"B": "bin", "ROOT": "/r", "TOKEN": "t", "EMPTY": ""}
    entry = {
        "command": "${B}/x",
        "args": ["${env:ROOT}/x", "${EMPTY}", "${EMPTY:-d}", "${NOPE:-}", "${NOPE:-a:-b}", "$ROOT", "${1}", "$${B}"],
        "env": {"TOKEN": "Bearer ${TOKEN}"},
        "cwd": "${ROOT}/w",
    }
    assert target_of(tmp_path, entry, environ) == StdioTarget(
        ("bin/x", "/r/x", "", "d", "", "a:-b", "$ROOT", "${1}", "$bin"), {"TOKEN": "Bearer t"}, "/r/w", "s"
    )
    http = target_of(tmp_path, {"url": "https://${B}/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}, environ)
    assert http == HttpTarget("https://bin/mcp", (("Authorization", "Bearer t"),), "auto", "s")


def test_what_a_variable_holds_is_not_expanded_again(tmp_path: Path) -> None:
    target = target_of(tmp_path, {"command": "x", "args": ["${A}"]}, {"A": "${B}", "B": "no"})
    assert target == StdioTarget(("x", "${B}"), name="s")


def test_a_variable_that_is_not_set_is_told_on_listing_and_refused_on_use(tmp_path: Path) -> None:
    entry = {"command": "python", "args": ["${ROOT}/x"], "env": {"U": "${NOPE}", "V": "${NOPE}"}}
    (listed,) = file_of(tmp_path, {"alder": entry}).entries
    assert listed.missing({}) == ("${ROOT} is not set", "${NOPE} is not set")
    assert listed.missing({"ROOT": "", "NOPE": ""}) == ()
    with pytest.raises(UsageError) as caught:
        listed.target({"ROOT": "/r"})
    assert caught.value.message == "${NOPE} is not set."
    assert "alder" in caught.value.why
    assert "mcp.json, line 3" in caught.value.why
    assert "env.U" in caught.value.why
    assert caught.value.exit_code == 2


def test_the_names_of_vs_code_are_expanded_and_what_an_editor_asks_for_is_told(tmp_path: Path) -> None:
    entry = {"command": "x", "args": ["${workspaceFolder}/a", "${userHome}", "${workspaceFolderBasename}"]}
    assert target_of(tmp_path, entry, {}) == StdioTarget(
        ("x", f"{tmp_path}/a", str(Path.home()), tmp_path.name), name="s"
    )
    (asked,) = file_of(tmp_path, {"s": {"command": "x", "env": {"K": "${input:key}"}}}).entries
    assert asked.missing({}) == ("${input:key} is asked for by an editor, and there is none here",)
    with pytest.raises(UsageError, match="editor"):
        asked.target({})


def test_a_relative_directory_counts_from_the_workspace(tmp_path: Path) -> None:
    target = target_of(tmp_path, {"command": "x", "cwd": "sub"}, {})
    assert isinstance(target, StdioTarget)
    assert target.cwd == str(tmp_path / "sub")


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ({"url": "https://${H}/"}, "a b"),
        ({"url": "https://h/", "headers": {"Authorization": "${H}"}}, "S1\n"),
    ],
)
def test_what_comes_out_of_a_variable_is_checked_on_use(tmp_path: Path, entry: object, value: str) -> None:
    (listed,) = file_of(tmp_path, {"s": entry}).entries
    with pytest.raises(UsageError) as caught:
        listed.target({"H": value})
    assert "the entry s in" in caught.value.why
    assert "S1" not in f"{caught.value.message}{caught.value.why}{caught.value.hint}"


def test_the_repr_of_a_file_has_no_secret(tmp_path: Path) -> None:
    file = file_of(
        tmp_path,
        {
            "a": {"command": "x", "args": ["--token", "S1"], "env": {"PLAIN": "S2"}},
            "b": {"url": "https://u:S3@h/?key=S4", "headers": {"X": "S5"}},
            "bad": {"command": "x", "env": {"A": {"S6": "S6"}}, "args": ["S7"]},
        },
    )
    shown = f"{file!r} {file.entries} {[problem.describe() for problem in file.problems]}"
    assert not any(f"S{number}" in shown for number in range(1, 8))


def test_a_name_is_found_in_the_first_place_and_the_others_are_said(tmp_path: Path) -> None:
    first = file_of(tmp_path, {"w": {"command": "1"}}, "one.json")
    second = file_of(tmp_path, {"w": {"command": "2"}, "v": {"command": "3"}}, "two.json")
    found = find("w", [first, second])
    assert found.entry.path.name == "one.json"
    assert [entry.path.name for entry in found.hidden] == ["two.json"]
    assert "one.json, line 3 is taken" in found.note
    assert "two.json, line 3" in found.note
    assert find("v", [first, second]).note == ""


def test_an_unknown_name_is_refused_with_those_that_are_close(tmp_path: Path) -> None:
    file = file_of(tmp_path, {"Weather": {"command": "1"}, "alder": {"command": "2"}})
    with pytest.raises(UsageError) as caught:
        find("wether", [file])
    assert caught.value.message == "No server is called “wether”."
    assert "2 servers are named in" in caught.value.why
    assert caught.value.hint == "Perhaps Weather is meant."
    with pytest.raises(UsageError) as caught:
        find("zzz", [file])
    assert caught.value.hint == "There are Weather, alder."


def test_a_name_whose_entry_is_bad_or_whose_file_is_broken_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        find("bad", [file_of(tmp_path, {"bad": {}})])
    assert "neither command nor url" in caught.value.why
    with pytest.raises(UsageError) as caught:
        find("x", [read_text_as_servers(tmp_path, "{")])
    assert "line 1" in caught.value.why


def test_without_any_file_the_way_out_is_config() -> None:
    with pytest.raises(UsageError) as caught:
        find("x", [])
    assert "--config" in caught.value.hint


class Machine:
    """A home and a project below `tmp_path`, and files in them."""

    def __init__(self, tmp_path: Path) -> None:
        self.home = tmp_path / "home"
        self.project = self.home / "work"
        self.project.mkdir(parents=True)

    def put(self, path: Path, servers: Mapping[str, object], key: str = "mcpServers") -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({key: servers}))

    def discover(self, cwd: Path | None = None, platform: str = "linux", **environ: str) -> tuple[ServersFile, ...]:
        return discover(cwd or self.project, self.home, environ, platform)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("platform", "path"),
    [
        ("linux", ".config/Claude/claude_desktop_config.json"),
        ("darwin", "Library/Application Support/Claude/claude_desktop_config.json"),
        ("win32", "AppData/Roaming/Claude/claude_desktop_config.json"),
        ("linux", ".config/Code/User/mcp.json"),
        ("darwin", "Library/Application Support/Code/User/mcp.json"),
        ("linux", ".cursor/mcp.json"),
        ("linux", ".codeium/windsurf/mcp_config.json"),
        ("linux", ".claude.json"),
        ("linux", "work/.mcp.json"),
        ("linux", "work/.cursor/mcp.json"),
        ("linux", "work/.vscode/mcp.json"),
    ],
)
def test_every_usual_place_is_looked_in(machine: Machine, platform: str, path: str) -> None:
    machine.put(
        machine.home / path, {"a": {"command": "x"}}, "servers" if path.endswith("vscode/mcp.json") else "mcpServers"
    )
    (file,) = machine.discover(platform=platform)
    assert file.path == machine.home / path
    assert [entry.name for entry in file.entries] == ["a"]


def test_folders_named_by_the_environment_are_respected(machine: Machine, tmp_path: Path) -> None:
    machine.put(tmp_path / "x" / "Claude" / "claude_desktop_config.json", {"a": {"command": "x"}})
    machine.put(tmp_path / "c" / ".claude.json", {"b": {"command": "x"}})
    files = machine.discover(XDG_CONFIG_HOME=str(tmp_path / "x"), CLAUDE_CONFIG_DIR=str(tmp_path / "c"))
    assert [file.entries[0].name for file in files] == ["b", "a"]


def test_what_claude_code_keeps_for_this_project_comes_first_and_for_others_not_at_all(machine: Machine) -> None:
    projects = {
        str(machine.project): {"mcpServers": {"w": {"command": "local"}}},
        "/elsewhere": {"mcpServers": {"o": {"command": "other"}}},
    }
    user = {"w": {"command": "user"}, "u": {"command": "user"}}
    (machine.home / ".claude.json").write_text(json.dumps({"mcpServers": user, "projects": projects}))
    machine.put(machine.project / ".mcp.json", {"w": {"command": "project"}})
    files = machine.discover()
    assert [(file.scope, file.path.name) for file in files] == [
        ("this project", ".claude.json"),
        ("", ".mcp.json"),
        ("", ".claude.json"),
    ]
    found = find("w", files)
    assert found.entry.template == StdioTarget(("local",), name="w")
    assert len(found.hidden) == 2
    with pytest.raises(UsageError):
        find("o", files)


def test_files_above_are_looked_at_up_to_the_root_of_the_project_only(machine: Machine) -> None:
    deep = machine.project / "a" / "b"
    deep.mkdir(parents=True)
    machine.put(machine.project / ".mcp.json", {"a": {"command": "${workspaceFolder}/x"}})
    machine.put(machine.home / ".mcp.json", {"stranger": {"command": "x"}})
    assert machine.discover(deep) == ()
    (machine.project / ".git").mkdir()
    (file,) = machine.discover(deep)
    assert file.entries[0].target({}) == StdioTarget((f"{machine.project}/x",), name="a")


def test_a_broken_file_is_told_once_and_the_others_load(machine: Machine) -> None:
    (machine.home / ".claude.json").write_text("{")
    machine.put(machine.home / ".cursor" / "mcp.json", {"a": {"command": "x"}})
    broken, good = machine.discover()
    assert [problem.line for problem in broken.problems] == [1]
    assert good.entries[0].name == "a"


def test_files_that_name_no_server_are_no_problem_in_the_usual_places(machine: Machine) -> None:
    (machine.home / ".claude.json").write_text('{"numStartups": 3, "projects": {}}')
    machine.put(machine.project / ".mcp.json", {})
    assert machine.discover() == ()


def test_home_as_the_current_directory_lists_a_file_once(machine: Machine) -> None:
    machine.put(machine.home / ".cursor" / "mcp.json", {"a": {"command": "x"}})
    assert len(machine.discover(machine.home)) == 1


def test_a_directory_in_a_usual_place_is_passed_over(machine: Machine) -> None:
    (machine.project / ".mcp.json").mkdir()
    assert machine.discover() == ()
