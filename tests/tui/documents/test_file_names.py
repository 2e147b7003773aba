import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.tui.documents.file_names import safe_name


@pytest.mark.parametrize(
    ("called", "kind", "name"),
    [
        ("cover_image", "image/png", "cover_image.png"),
        ("library://loans/4711.json", "application/json", "4711.json"),
        ("file:///etc/passwd", "", "passwd"),
        ("../../.bashrc", "", "bashrc"),
        ("..\\..\\boot.ini", "", "boot.ini"),
        ("-rf", "", "rf"),
        ("a b\n\x1b[31m\u202egnp.exe", "image/png", "a_b_31m_gnp.exe"),
        ("", "text/plain; charset=utf-8", "result.txt"),
        ("x://", "", "result"),
        ("NUL", "", "result_NUL"),
        ("größe", "text/markdown", "größe.md"),
        ("https://a.example/b.pdf?x=/../y#z", "", "b.pdf"),
    ],
)
def test_a_name_is_what_is_left_of_a_servers_words_when_they_are_made_safe(called, kind, name):
    assert safe_name(called, kind) == name


def test_the_bytes_say_the_ending_before_the_declared_type_does():
    assert safe_name("a", "image/png", b"\xff\xd8\xff\xe0") == "a.jpg"


@given(st.text(max_size=300), st.text(max_size=30))
def test_no_words_make_a_name_that_leads_elsewhere(called, kind):
    name = safe_name(called, kind)
    assert name and name[0] not in ".-" and not set(name) & set("/\\:\0\n\x1b ") and len(name) < 100
