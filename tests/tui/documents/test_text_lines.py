from hypothesis import given
from hypothesis import strategies as st

from inspector.tui.documents.text_lines import CHUNK, RawLines, TextLines


@given(st.text(alphabet=st.sampled_from("ab\n\r漢")))
def test_the_lines_are_those_of_the_text(text):
    lines = TextLines(text)
    lines.scan(10**6)
    expected = text.split("\n")[: -1 if text.endswith("\n") else None] or [""]
    assert [lines.copy(line) for line in range(len(lines))] == [line.removesuffix("\r") for line in expected]
    assert [lines.gutter(line) for line in range(len(lines))] == [str(n + 1) for n in range(len(expected))]


def test_a_long_line_is_cut_into_pieces_and_only_the_first_has_a_number():
    lines = TextLines("a\n" + "x" * (2 * CHUNK + 1) + "\nb")
    assert [lines.gutter(line) for line in range(5)] == ["1", "2", "", "", "3"]
    assert "".join(lines.copy(line) for line in (1, 2, 3)) == "x" * (2 * CHUNK + 1)


def test_the_number_of_lines_is_right_before_they_are_found():
    assert len(TextLines("line\n" * 100_000)) == 100_000
    assert len(TextLines("x" * CHUNK * 50)) == 50
    assert not TextLines("line\n" * 100_000).complete


def test_the_last_of_many_lines_can_be_asked_for_first():
    lines = TextLines("".join(f"line {n}\n" for n in range(50_000)))
    assert lines.copy(49_999) == "line 49999"
    assert lines.gutter(49_999) == "50000"


def test_searching_goes_both_ways():
    lines = TextLines("".join(f"line {n}\n" for n in range(50_000)))
    assert lines.find("line 4711", 0, forward=True) == 4711
    assert lines.find("Line 4711", 0, forward=True) is None
    assert lines.find("line 12", 40_000, forward=False) == 12_999
    assert lines.find("line 40000", 40_000, forward=True) is None
    assert lines.find("line 40000", 40_000, forward=True, inclusive=True) == 40_000


def test_raw_bytes_show_blanks_ends_and_what_is_no_utf_8():
    lines = RawLines(b'{"id":\t21}\r\n{"x": "\xc3\x28"}\n')
    assert "".join(text for text, _ in lines.spans(0, 80)) == '{"id":→21}␍␊'
    assert [lines.gutter(0), lines.gutter(1)] == ["0000", "0012"]
    spans = lines.spans(1, 80)
    assert ("\\xc3", "invalid underline") in spans
    assert spans[-1] == ("  ▲ byte 19 is not UTF-8", "warning")
    assert ("·", "faint") in spans


def test_a_piece_of_raw_bytes_never_ends_within_a_character():
    data = ("a" + "漢" * CHUNK).encode()
    lines = RawLines(data)
    lines.scan(10**6)
    shown = ["".join(text for text, _ in lines.spans(line, 0)) for line in range(len(lines))]
    assert "".join(shown) == data.decode()


@given(st.binary(max_size=300))
def test_raw_lines_take_any_bytes(data):
    lines = RawLines(data)
    lines.scan(10**6)
    for line in range(len(lines)):
        text = "".join(text for text, _ in lines.spans(line, 80))
        assert text.isprintable() or "\u3000" in text or not text.isascii()


def test_an_empty_document_has_one_empty_line():
    assert len(TextLines("")) == len(RawLines(b"")) == 1
    assert TextLines("").copy(0) == ""


class Counting(str):
    """A text that knows how often all of it was searched for line ends."""

    counted = 0

    def count(self, sign, *between):
        if not between:
            Counting.counted += 1
        return super().count(sign, *between)


def test_other_pieces_of_a_text_are_cut_without_counting_its_lines_again():
    lines = TextLines(Counting("abcdef\n" * 1000), 4)
    again = lines.cut(3)
    assert Counting.counted == 1
    assert [again.copy(line) for line in range(4)] == ["abc", "def", "abc", "def"]
    again.scan(len(again))
    assert (len(again), again.gutter(1998)) == (2000, "1000")
    assert [RawLines(b"abcdef\n" * 2).cut(6).copy(line) for line in (0, 2)] == ["abc", "abc"]
