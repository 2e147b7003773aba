import os

import pytest

from inspector.tui.saving import Refused, Saved, save
from inspector.tui.widgets.result_payloads import Payload


def of(data, coding="text", name="a.txt"):
    return Payload("content[0]", "text", name, coding, data)


def test_the_exact_bytes_are_written(tmp_path):
    assert save(of("é\r\n"), str(tmp_path / "x")) == Saved(tmp_path / "x", 4)
    assert (tmp_path / "x").read_bytes() == b"\xc3\xa9\r\n"
    save(of("_-8=\n", "base64"), str(tmp_path / "y"))
    assert (tmp_path / "y").read_bytes() == b"\xff\xef"


def test_the_result_is_written_with_its_digits_and_doubled_names(tmp_path):
    raw = b'{"jsonrpc":"2.0","id":1,"result":{"n": 1.0, "n":1e5,"t":"\xff"}}'
    save(of(raw, "message"), str(tmp_path / "r.json"))
    assert (tmp_path / "r.json").read_bytes() == b'{"n": 1.0, "n":1e5,"t":"\xff"}'
    save(of(b'{"id":1,"error":{"code":-1}}', "message"), str(tmp_path / "e.json"))
    assert (tmp_path / "e.json").read_bytes() == b'{"code":-1}'


def test_a_file_is_replaced_only_on_a_second_wish(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    assert save(of("new"), str(path)) == Refused("x exists, 3 bytes.", exists=True)
    assert path.read_bytes() == b"old"
    assert save(of("new!"), str(path), replace=True) == Saved(path, 4)
    assert path.read_bytes() == b"new!" and os.listdir(tmp_path) == ["x"]


def test_a_directory_gets_a_file_of_the_proposed_name(tmp_path, monkeypatch):
    save(of("a"), str(tmp_path))
    assert (tmp_path / "a.txt").read_bytes() == b"a"
    monkeypatch.chdir(tmp_path)
    assert save(of("b"), "b.txt") == Saved(tmp_path / "b.txt", 1)


@pytest.mark.parametrize("path", ["no/such/directory/x", "bad\0name", "/dev/null"])
def test_what_cannot_be_written_is_said(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    refused = save(of("a"), path, replace=True)
    assert isinstance(refused, Refused) and refused.why and not refused.exists and os.listdir(tmp_path) == []


def test_what_is_not_base64_has_no_bytes(tmp_path):
    refused = save(of("***", "base64"), str(tmp_path / "x"))
    assert isinstance(refused, Refused) and "not base64" in refused.why and os.listdir(tmp_path) == []


def test_a_link_that_leads_to_a_file_stays_a_link_when_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    save(of("new"), str(tmp_path / "link"), replace=True)
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"new"
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    assert isinstance(save(of("new"), str(tmp_path / "lost"), replace=True), Refused)
