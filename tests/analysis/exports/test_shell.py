"""What is quoted for a shell means there the exact bytes, and drives no terminal on its way."""

import subprocess

import pytest

from inspector.analysis.exports.shell import piped, word
from inspector.wire.text import is_hostile

HOSTILE = "it's \x1b[2J \x7f \x9b31m \u202egnp.exe %s \\ \\n $(x) é"


@pytest.mark.parametrize("body", [bytes(range(256)), HOSTILE.encode(), b"\x00\xff", b"-v \x1b"])
def test_a_body_is_fed_byte_for_byte_by_a_line_that_is_safe_to_show(body):
    fed = piped(body)
    assert subprocess.run(["sh", "-c", f"{fed}cat"], capture_output=True, check=True).stdout == body
    assert not is_hostile(fed)


def test_a_word_keeps_what_acts_on_a_terminal_without_holding_it():
    made = word(HOSTILE)
    assert subprocess.run(["sh", "-c", f"printf %s {made}"], capture_output=True, check=True).stdout == HOSTILE.encode()
    assert not is_hostile(made)


def test_what_is_harmless_stands_as_it_is():
    assert (piped('{"a": "é"}\n'.encode()), word("it's")) == ("", "'it'\"'\"'s'")


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\udc80", "-\ud800"])
def test_half_a_pair_is_a_word_too(text):
    made = word(text)
    bytes_ = b"\x80" if text == "\udc80" else text.encode("utf-8", "surrogatepass")
    assert subprocess.run(["sh", "-c", f"printf %s {made}"], capture_output=True, check=True).stdout == bytes_
    assert made.isascii()
