import io
import struct
import wave

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from inspector.tui.documents.media import dimensions, seconds, sniffed


def picture(form, **more):
    out = io.BytesIO()
    Image.new("RGB", (300, 17)).save(out, form, **more)
    return out.getvalue()


def wav(length, rate=8000):
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(b"\0\0" * int(length * rate))
    return out.getvalue()


@pytest.mark.parametrize(
    ("form", "more"),
    [("PNG", {}), ("JPEG", {}), ("JPEG", {"progressive": True}), ("GIF", {}), ("BMP", {}), ("WEBP", {}),
     ("WEBP", {"lossless": True})],
)  # fmt: skip
def test_the_size_of_a_picture_is_read_from_its_head(form, more):
    data = picture(form, **more)
    assert sniffed(data) == f"image/{form.lower()}" and dimensions(data) == (300, 17)


def test_the_size_of_a_jpeg_is_found_behind_what_a_camera_wrote():
    data = picture("JPEG")
    noted = data[:2] + b"\xff\xe1" + struct.pack(">H", 40_002) + b"\0" * 40_000 + data[2:]
    assert dimensions(noted) == (300, 17)


def test_the_length_of_a_wave_is_told_by_its_rate():
    data = wav(2.5)
    assert seconds(data, data, len(data)) == (2.5, True)
    extra = data[:12] + b"LIST" + struct.pack("<I", 3) + b"abc\0" + data[12:]
    assert seconds(extra, extra, len(extra)) == (2.5, True)
    torn = data[: len(data) // 2]
    length, sure = seconds(torn, torn, len(torn))
    assert 1.2 < length < 1.3 and not sure


def test_the_length_of_an_mp3_is_that_of_its_head_or_about_that_of_its_rate():
    frame = b"\xff\xfb\x90\x00" + b"\0" * 413
    plain = frame * 100
    length, sure = seconds(plain, plain, len(plain))
    assert abs(length - 2.6) < 0.1 and not sure
    headed = b"ID3\x04\0\0\0\0\0\x05abcde" + frame[:4] + b"\0" * 32 + b"Xing\0\0\0\x01" + struct.pack(">I", 1000)
    length, sure = seconds(headed, headed, len(headed))
    assert abs(length - 1000 * 1152 / 44100) < 1e-6 and sure


def test_the_length_of_ogg_and_flac_is_what_their_last_page_and_first_block_say():
    page = b"OggS\0\4" + struct.pack("<q", 48_000 * 3 + 312)
    opus = b"OggS\0\2" + b"\0" * 22 + b"OpusHead\x01\x01" + struct.pack("<H", 312) + b"\0" * 8
    assert seconds(opus, opus + page, 999) == (3.0, True)
    vorbis = b"OggS\0\2" + b"\0" * 22 + b"\x01vorbis\0\0\0\0\x01" + struct.pack("<I", 16_000) + b"\0" * 8
    assert seconds(vorbis, page, 999) == ((48_000 * 3 + 312) / 16_000, True)
    flac = b"fLaC\0\0\0\x22" + b"\0" * 10 + (44_100 << 44 | 88_200).to_bytes(8, "big")
    assert seconds(flac, flac, 999) == (2.0, True)


def test_a_drawing_in_letters_is_known_by_its_element():
    assert sniffed(b'<?xml version="1.0"?>\n<!-- drawn --><svg width="1">') == "image/svg+xml"
    assert sniffed(b"<svgs>") == "" and sniffed(b"<html><svg>") == ""


HEADS = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"BM", b"RIFF\0\0\0\0WEBPVP8", b"RIFF\0\0\0\0WAVE", b"OggS",
         b"ID3", b"\xff\xfb", b"fLaC", b"OggSOpusHead", b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0"]  # fmt: skip


@given(st.sampled_from(HEADS), st.binary(max_size=80))
def test_no_bytes_are_too_odd_to_be_looked_at(head, rest):
    dimensions(head + rest)
    seconds(head + rest, rest, len(rest))
