import base64
import io
import struct
import subprocess
import sys
import zlib

import pytest
from PIL import Image

from inspector.tui.documents.pictures import drawn


def encoded(data):
    return base64.b64encode(data).decode()


def written(image, form, **more):
    out = io.BytesIO()
    image.save(out, form, **more)
    return out.getvalue()


def png_claiming(width, height, rows=b""):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def halves():
    image = Image.new("RGB", (64, 32), (255, 0, 0))
    image.paste((0, 0, 255), (0, 16, 64, 32))
    return image


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_a_picture_fits_into_its_cells_in_its_own_proportions_and_colours(form):
    picture = drawn(encoded(written(halves(), form)), 32, 10)
    assert (picture.columns, picture.lines, picture.rows) == (32, 16, 8)
    top, below = picture.pixel(3, 2), picture.pixel(3, 13)
    assert top[0] > 240 and top[2] < 20 and below[2] > 240 and below[0] < 20


def test_a_high_picture_is_bounded_by_the_rows():
    picture = drawn(encoded(written(Image.new("RGB", (10, 400)), "PNG")), 60, 10)
    assert (picture.columns, picture.lines) == (1, 20)


def test_one_sees_through_what_is_transparent_and_beyond_an_odd_last_row():
    image = Image.new("RGBA", (20, 17), (0, 0, 0, 0))
    image.putpixel((1, 0), (9, 9, 9, 255))
    picture = drawn(encoded(written(image, "PNG")), 20, 20)
    assert picture.pixel(0, 0) is None and picture.pixel(1, 0) == (9, 9, 9)
    assert picture.rows == 9 and picture.pixel(1, 17) is None


def test_a_tiny_picture_is_enlarged_but_little():
    picture = drawn(encoded(written(Image.new("RGB", (2, 1), (1, 2, 3)), "PNG")), 60, 20)
    assert (picture.columns, picture.lines) == (8, 4) and picture.pixel(7, 3) == (1, 2, 3)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "I;16"])
def test_every_way_of_storing_colours_is_read(mode):
    image = Image.new("L", (40, 40), 200)
    image = image.point(lambda v: v * 256, "I").convert("I;16") if mode == "I;16" else image.convert(mode)
    picture = drawn(encoded(written(image, "JPEG" if mode == "CMYK" else "PNG")), 40, 20)
    expected = 255 if mode == "1" else 200
    # one bit a pixel is grey by a pattern of black and white
    seen = {picture.pixel(x, y)[0] for x in range(40) for y in range(40)}
    assert expected in seen and (mode == "1" or max(seen) - min(seen) < 8)


def test_a_small_file_that_unpacks_to_a_huge_picture_is_not_unpacked():
    assert "million pixels" in drawn(encoded(png_claiming(20_000, 20_000)), 40, 10)
    assert "million pixels" in drawn(encoded(png_claiming(0x7FFFFFFF, 0x7FFFFFFF)), 40, 10)


def test_a_picture_that_is_larger_than_its_head_says_is_not_decoded():
    gif = bytearray(written(Image.new("P", (4, 4)), "GIF"))
    at = gif.index(b"\x2c", 13)
    gif[at + 5 : at + 9] = struct.pack("<HH", 60_000, 60_000)
    assert isinstance(drawn(encoded(bytes(gif)), 40, 10), str)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no picture that is known"),
        (b"GIF", "no picture that is known"),
        (b"%PDF-1.7", "application/pdf is not drawn"),
        (b"<svg xmlns='x'/>", "image/svg+xml is not drawn"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "no picture that is known"),
        (b"\x89PNG\r\n\x1a\n", "no size"),
        (b"\xff\xd8\xff\xe0\xff", "no size"),
        (png_claiming(0, 0), "no pixels"),
        (png_claiming(30, 30, b"\0abc"), "could not be decoded"),
        (written(halves(), "PNG")[:60], "could not be decoded"),
        (written(halves(), "JPEG")[:300], "could not be decoded"),
        (written(halves(), "WEBP")[:40], "could not be decoded"),
    ],
)
def test_what_is_no_picture_or_a_torn_one_is_said(data, why):
    assert why in drawn(encoded(data), 40, 10)


def test_a_broken_profile_does_not_keep_a_picture_from_being_drawn():
    whole = written(halves(), "PNG")
    profile = struct.pack(">I", 9) + b"iCCP" + b"x\0\0garbage"[:9] + b"\0\0\0\0"
    picture = drawn(encoded(whole[:33] + profile + whole[33:]), 32, 10)
    assert picture.pixel(3, 2) == (255, 0, 0)


def test_what_is_not_base64_is_said():
    assert drawn("***", 40, 10) == "not base64"


def test_any_bytes_in_a_picture_end_in_a_picture_or_a_reason():
    for form in ("PNG", "JPEG", "GIF", "WEBP", "BMP"):
        whole = written(halves(), form)
        for at in range(8, len(whole), max(len(whole) // 60, 1)):
            torn = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
            assert drawn(encoded(torn), 20, 10)


def test_nothing_that_decodes_pictures_is_loaded_before_one_is_drawn():
    program = "import sys, inspector.tui.screens.session; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0
