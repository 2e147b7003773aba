import base64

import pytest

from inspector.tui.widgets.content_answer import blocks_of
from inspector.tui.widgets.content_blocks import LARGE, block_of
from inspector.tui.widgets.media_facts import media_spans
from inspector.tui.widgets.result_data import Done

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
DATA = base64.b64encode(PNG).decode()


def told(blocks):
    return [block.text or "".join(text for text, _ in block.spans) for block in blocks]


def of(result, subject="tool", **more):
    return told(blocks_of(Done("a", subject, result, **more)))


def test_structured_content_comes_first_where_content_is_empty_and_that_is_stated():
    assert of({"content": [], "structuredContent": None}) == ["structured content", "null", "completed, empty content"]


def test_a_result_without_content_is_named_and_nothing_of_it_is_lost():
    assert of({"structuredContent": {"a": 1}}) == [
        "structured content",
        '{\n  "a": 1\n}',
        "▲ the result has no content",
    ]
    assert of({"content": {"x": 1}}) == ["▲ content is not an array", '{\n  "x": 1\n}']


def test_an_empty_text_is_said_to_be_one():
    assert of({"content": [{"type": "text", "text": ""}]}) == ["the text is empty"]


def test_structured_content_that_the_text_only_repeats_stands_before_it():
    assert of({"content": [{"type": "text", "text": '{"a":1}'}], "structuredContent": {"a": 1}})[0] == (
        "structured content"
    )


@pytest.mark.parametrize(
    ("block", "flag"),
    [
        ({"type": "hologram", "x": 1}, "▲ a block of an unknown type, hologram"),
        ({"x": 1}, "▲ a block without a type"),
        ({"type": "text", "text": 5}, "▲ this text block is not as it should be"),
        ("plain", "▲ not a content block"),
        ({"type": "resource", "resource": None}, "▲ this resource block is not as it should be"),
    ],
)
def test_an_odd_block_is_flagged_and_shown_as_json(block, flag):
    words = told(block_of(block))
    assert words[0] == flag and len(words) == 2


def test_a_link_has_its_facts_and_its_uri_to_open():
    [row] = block_of({"type": "resource_link", "uri": "a:b", "name": "n", "title": "T", "mimeType": "m", "size": 3})
    assert row.uri == "a:b" and told([row]) == ["▸ a:b  resource link · T · n · m · 3 bytes · Enter opens"]


def test_only_a_large_text_is_to_be_opened():
    assert block_of({"type": "text", "text": "a" * LARGE})[0].opens == ""
    assert block_of({"type": "text", "text": "a" * (LARGE + 1)})[0].opens


def test_contents_of_a_resource_are_shown_by_what_they_are():
    contents = [{"uri": "a:1", "text": "hello", "mimeType": "text/plain"}, {"uri": "a:2", "blob": DATA}, {"uri": "a:3"}]
    assert of({"contents": contents}, "resource") == [
        "a:1  resource · text/plain",
        "hello",
        "a:2  resource · no type given · 70 B · 1 × 1 · its bytes are image/png",
        DATA,
        "a:3  ▲ neither text nor blob",
        '{\n  "uri": "a:3"\n}',
    ]


def test_messages_of_a_prompt_stand_under_their_roles():
    messages = [{"role": "user", "content": {"type": "text", "text": "Hi"}}, {"content": 1}]
    assert of({"description": "D", "messages": messages}, "prompt")[:3] == ["D", "user", "Hi"]
    assert "▲ a message without a role" in of({"messages": messages}, "prompt")


@pytest.mark.parametrize("error", [None, 5, {"code": 1}])
def test_an_error_that_is_none_is_shown_all_the_same(error):
    blocks = list(blocks_of(Done("a", "tool", error=error)))
    assert "▲" in told(blocks)[0]


def test_media_are_told_by_type_size_and_dimensions_and_a_false_type_is_named():
    assert "".join(text for text, _ in media_spans(DATA, "image/png")) == "image/png · 70 B · 1 × 1"
    assert "▲ its bytes are image/png" in "".join(text for text, _ in media_spans(DATA, "image/jpeg"))


@pytest.mark.parametrize(("data", "words"), [("!!", "▲ not base64"), (5, "▲ its data is no text")])
def test_media_that_cannot_be_decoded_are_named(data, words):
    assert words in "".join(text for text, _ in media_spans(data, "audio/wav"))


def test_a_sound_has_its_length():
    head = b"RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00" + (8000).to_bytes(4, "little")
    head += (16000).to_bytes(4, "little") + b"\x02\x00\x10\x00data\x00\x00\x00\x00"
    wave = head + bytes(32000)
    words = "".join(text for text, _ in media_spans(base64.b64encode(wave).decode(), "audio/wav"))
    assert words == "audio/wav · 32.0 kB · 2.00 s"


def test_json_that_takes_long_to_write_is_left_to_its_tab():
    result = {"content": [], "structuredContent": {"a": 1}}
    assert of(result, size=5_200_000)[:2] == ["structured content", "JSON of about 5.2 MB, in the tab JSON"]
    assert of(result, "other", size=5_200_000) == ["JSON of about 5.2 MB, in the tab JSON"]
