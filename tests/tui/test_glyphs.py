from dataclasses import fields

from rich.cells import cell_len

from inspector.tui.glyphs import ASCII, UNICODE, Glyphs, choose_glyphs, in_glyphs
from inspector.tui.kinds import KINDS


def test_every_sign_is_one_cell_and_has_one_ascii_character():
    for field in fields(Glyphs):
        sign, stand_in = getattr(UNICODE, field.name), getattr(ASCII, field.name)
        assert (len(sign), cell_len(sign)) == (1, 1), field.name
        assert len(stand_in) == 1 and stand_in.isascii(), field.name


def test_the_stand_ins_are_the_described_ones():
    unicode = "→ ← ⇐ ⇒ ⇠ ⇢ ∴ § ✓ ✗ ▲ ⚑ ● ○ ▪ ▸ ▾ ‹ › ⊘ ◆ ▌ ━ ─ │ … █ ▏ ░ ▒"
    ascii_ = "> < < > < > * S + x ! ? @ o # > v < > / $ | = - | ~ # | . :"
    assert "".join(getattr(UNICODE, field.name) for field in fields(Glyphs)).startswith(unicode.replace(" ", ""))
    assert "".join(getattr(ASCII, field.name) for field in fields(Glyphs)).startswith(ascii_.replace(" ", ""))


def test_the_set_follows_the_locale_and_the_setting():
    assert choose_glyphs("UTF-8") is UNICODE
    assert choose_glyphs("utf8") is UNICODE
    assert choose_glyphs("ISO-8859-1") is ASCII
    assert choose_glyphs(None) is ASCII
    assert choose_glyphs("UTF-8", ascii_only=True) is ASCII


def test_our_sentences_are_said_in_ascii_too():
    assert in_glyphs("✓ 2 rounds · “done” …", ASCII) == '+ 2 rounds . "done" ~'
    assert in_glyphs("✓", UNICODE) == "✓"


def test_every_kind_has_a_sign_and_words_of_three_letters():
    for look in KINDS.values():
        assert len(getattr(UNICODE, look.glyph, look.glyph)) == 1
        assert len(look.word) == 3
