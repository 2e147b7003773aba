import base64

import pytest

from inspector.tui.documents.binary import decoded, glimpse


@pytest.mark.parametrize(
    ("text", "data", "flaw"),
    [
        ("QUJD", b"ABC", ""),
        ("AA==", b"\0", ""),
        ("", b"", "empty"),
        ("_-8=", b"\xff\xef", "in the alphabet for URLs"),
        ("AAA", b"\0\0", "without its padding"),
        ("QUJD\nREVG", b"ABCDEF", "with blanks or line ends in it"),
        ("data:image/png;base64,AAAA", b"\0\0\0", "after a data: prefix"),
        ("AA======", b"\0", "with other padding"),
    ],
)
def test_what_can_be_understood_is_decoded_and_its_departure_is_named(text, data, flaw):
    found = decoded(text)
    assert found.data == data and found.flaws == ((flaw,) if flaw else ())


@pytest.mark.parametrize("text", ["***", "A", "AAAAA", "QU=D", "é", "not base64"])
def test_what_is_not_base64_is_none(text):
    assert decoded(text).data is None and decoded(text).flaws == ("not base64",)


def test_of_a_long_text_the_ends_and_the_size_are_known_without_reading_it():
    data = bytes(range(256)) * 8000 + b"end"
    found = glimpse(base64.b64encode(data).decode())
    assert found.size == len(data) and found.head == data[: len(found.head)] and found.tail.endswith(b"\xffend")
    assert not found.exact
    assert glimpse("*" * 2_000_000).head is None


def test_of_a_short_text_all_is_known():
    found = glimpse(base64.b64encode(b"abc").decode())
    assert (found.size, found.head, found.tail, found.exact) == (3, b"abc", b"abc", True)
