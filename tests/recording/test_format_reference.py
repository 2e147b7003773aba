"""The reference of the format tells what is written: every kind and field, and nothing more."""

import ast
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

import inspector.recording
from inspector.recording import format, open_recording
from inspector.recording.values import text_names
from inspector.wire.events import Record, Stderr, Unknown

PAGE = Path(inspector.recording.__file__).with_name("FORMAT.md").read_text()
DOCSTRING = inspector.recording.__doc__ or ""


def written(kind: str) -> list[str]:
    """The names under which a record of this kind may have its fields, in the order in which they are written."""
    found: list[str] = []
    for each in fields(format.KINDS[kind]):
        found += text_names(each.name) if each.type == "bytes" or each.type is bytes else (each.name,)
    return found


def sections() -> dict[str, str]:
    """The part of the page about each kind."""
    parts = re.split(r"^### `([\w-]+)`:", PAGE.partition("\n## What was taken out")[0], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_page_has_each_kind_once_and_each_of_its_fields_with_whether_it_may_be_left_out() -> None:
    assert list(sections()) == list(format.KINDS)
    for kind, text in sections().items():
        rows = [row.split("|")[1:] for row in text.splitlines() if row.startswith("| `")]
        assert [name for row in rows for name in re.findall(r"`(\w+)`", row[0])] == written(kind), kind
        needed = [each.default is MISSING and each.default_factory is MISSING for each in fields(format.KINDS[kind])]
        assert [not row[2].strip() for row in rows] == needed, kind


def test_the_docstring_has_each_kind_and_each_field() -> None:
    lines = dict(re.findall(r"^    ([a-z-]+)  +([a-z ]+)$", DOCSTRING, re.MULTILINE))
    plain = {kind: [name for name in written(kind) if not name.lower().endswith("base64")] for kind in format.KINDS}
    assert {kind: names.split() for kind, names in lines.items()} == plain


def test_the_page_and_the_docstring_are_of_the_version_that_is_written() -> None:
    assert PAGE.startswith(f"# The format of recordings, version {format.VERSION}\n")
    assert f"The format, version {format.VERSION}," in DOCSTRING
    assert set(re.findall(r'"version": (\d+)', PAGE + DOCSTRING)) == {str(format.VERSION)}


def test_every_rule_that_the_code_names_is_told() -> None:
    place = {"Found": 2, "Redaction": 0, "_secret": 1}
    named = set()
    for path in Path(inspector.recording.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call):
                at = place.get(getattr(call.func, "attr", getattr(call.func, "id", "")), 99)
                if at < len(call.args) and isinstance(call.args[at], ast.Constant):
                    named.add(call.args[at].value)
    assert {"header", "url-user", "form", "option", "value"} <= named
    assert [rule for rule in named if f"| `{rule}` |" not in PAGE] == []


def test_a_recording_of_an_older_version_is_brought_up_to_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text(
        '{"format": "mcp-recording", "version": 1}\n{"seq": 1, "at": 2.0, "kind": "said", "text": "a"}\nnot JSON\n'
    )
    monkeypatch.setattr(format, "VERSION", 3)
    monkeypatch.setitem(format.MIGRATIONS, 1, lambda members: {**members, "kind": members["kind"].replace("said", "x")})
    monkeypatch.setitem(
        format.MIGRATIONS, 2, lambda members: {**members, "kind": members["kind"].replace("x", "stderr")}
    )
    recording = open_recording(path)
    assert recording.records[0] == Record(1, 2.0, Stderr(b"a"))
    assert isinstance(recording.records[1].event, Unknown)
    assert format.is_readable(3) and not format.is_readable(0) and not format.is_readable(4)
