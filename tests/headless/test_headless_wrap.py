"""`wrap` and `unwrap` on files: the backup, the mode, the link, and what each says where it changes nothing."""

import json
import os

import pytest

from inspector.cli import run

ENTRY = '{\r\n  // mine\r\n  "mcpServers": {"weather": {"command": "uvx", "args": ["wöther"], "env": {"A": "1"},}}\r\n}'


@pytest.fixture
def config(tmp_path, monkeypatch):
    """A file that a link leads to, in a home where there is nothing else."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "real.json").write_bytes(ENTRY.encode())
    (tmp_path / "real.json").chmod(0o640)
    (tmp_path / ".mcp.json").symlink_to("real.json")
    return tmp_path / ".mcp.json"


def test_a_file_is_changed_behind_its_link_with_a_backup_and_comes_back_to_the_last_byte(config, capfd):
    assert run(["wrap", "weather"]) == 0
    said = capfd.readouterr()
    assert said.out == "" and ".mcp.json, line 3 starts behind a tap" in said.err
    assert config.is_symlink() and config.stat().st_mode & 0o777 == 0o640
    backup = config.with_name(".mcp.json.before-inspector")
    assert backup.read_bytes() == ENTRY.encode() and str(backup) in said.err
    changed = config.read_bytes()
    assert b'"args": [' in changed and b'"tap", "--", "uvx", "w\xc3\xb6ther"]' in changed and b"// mine\r\n" in changed
    assert run(["wrap", "weather"]) == 2
    assert "wrapped already" in capfd.readouterr().err and config.read_bytes() == changed
    assert run(["unwrap", "weather", "--config", str(config)]) == 0
    assert config.read_bytes() == ENTRY.encode()
    assert run(["unwrap", "weather"]) == 2
    assert "not wrapped" in capfd.readouterr().err
    assert sorted(os.listdir(config.parent)) == [".mcp.json", backup.name, "home", "real.json"]


def test_a_dry_run_prints_the_lines_that_change_and_writes_nothing(config, capfd):
    assert run(["wrap", "weather", "--dry-run"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line[:1] for line in lines] == ["-", "+", "@", "-", "+"] and '"tap", "--", "uvx"' in lines[-1]
    assert config.read_bytes() == ENTRY.encode() and not list(config.parent.glob("*before*"))


def test_a_dry_run_shows_no_secret_of_the_lines_that_change(config, capfd):
    config.write_text(
        '{"mcpServers": {"weather": {"command": "uvx", "args": ["w", "--token", "s3cret-1", "--api-key=s3cret-2", '
        '"https://me:s3cret-3@w.example/?key=s3cret-4"], "env": {"A": "s3cret-5"}}, "b": {"url": "https://b.example", '
        '"headers": {"X": "s3cret-6"}, "password": "s3cret-7"}, /* "b": {"token": "s3cret-8"} */}}'
    )
    assert run(["wrap", "weather", "--dry-run"]) == 0
    shown = capfd.readouterr().out
    assert "s3cret" not in shown
    assert '"tap", "--", "uvx", "w", "--token", "‹secret›"' in shown.replace('",  "', '", "')


def test_a_backup_of_something_else_is_kept(config):
    config.with_name(".mcp.json.before-inspector").write_text("older")
    assert run(["wrap", "weather"]) == 0
    assert config.with_name(".mcp.json.before-inspector").read_text() == "older"
    assert config.with_name(".mcp.json.before-inspector-2").read_bytes() == ENTRY.encode()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ({"mcpServers": {"wether": {"command": "x"}}}, ["No server is called “weather”", "Perhaps wether is meant"]),
        (
            {"servers": {"weather": {"url": "https://w.example/mcp?key=5f3a9c2e7b1d4860"}}},
            ["reached by a URL", "inspector tap --listen 8808 --server weather --config"],
        ),
        ('{"mcpServers": {"weather": ', ["line 1", "It is not JSON here"]),
        (
            {"mcpServers": {"weather": {"command": "x"}}, "servers": {"weather": {"command": "y"}}},
            ["There are 2 entries called weather", "Rename one"],
        ),
        ({"mcpServers": {"weather": {"args": []}}}, ["neither command nor url"]),
    ],
)
def test_what_cannot_be_wrapped_is_refused_with_the_reason_and_the_file_stays(config, capfd, text, words):
    text = text if isinstance(text, str) else json.dumps(text)
    config.write_text(text)
    assert run(["wrap", "weather", "--config", str(config)]) == 2
    said = capfd.readouterr().err
    assert all(word in said for word in words), said
    assert "5f3a9c2e7b1d4860" not in said
    assert config.read_text() == text


def test_an_entry_that_is_in_two_files_has_to_be_named_with_its_file(config, capfd):
    other = config.parent / "home" / ".cursor" / "mcp.json"
    other.parent.mkdir()
    other.write_text('{"mcpServers": {"weather": {"command": "x"}}}')
    assert run(["wrap", "weather"]) == 2
    said = capfd.readouterr().err
    assert "There are 2 entries called weather" in said and "~/.cursor/mcp.json, line 1" in said and "--config" in said
    assert run(["wrap", "weather", "--config", str(other)]) == 0
    assert '["tap","--","x"]' in other.read_text() or '"tap","--","x"]' in other.read_text()
    assert config.read_bytes() == ENTRY.encode()
