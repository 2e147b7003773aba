"""`read` and `prompt`."""

from pathlib import Path

import pytest

from inspector.recording import open_recording
from tests.headless.running import CACHE, Inspector, modern, refusal, result, scripted, sent

TEXT = {"uri": "a://b", "mimeType": "text/plain", "text": "one\ntwo\x1b[0m"}
BLOB = {"uri": "a://b", "mimeType": "image/png", "blob": "AAH/"}


def reading(*contents: object) -> tuple[str, ...]:
    """A server whose every resource holds this."""
    return scripted(modern(), result("resources/read", contents=list(contents), **CACHE))


async def test_text_is_printed_with_its_controls_shown_and_bytes_by_their_size(inspector: Inspector) -> None:
    ran = await inspector("read", "a://b", *reading(TEXT, BLOB))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "one\ntwo␛[0m\n[a://b image/png, 3 bytes; --output FILE writes them]\n"


async def test_the_document_holds_the_raw_result(inspector: Inspector) -> None:
    told = (await inspector("read", "a://b", "--json", *reading(BLOB))).document
    assert told.keys() == {"result", "ms", "findings"}
    assert told["result"]["contents"] == [BLOB]


async def test_output_writes_the_exact_bytes_and_prints_nothing(inspector: Inspector, tmp_path: Path) -> None:
    out = tmp_path / "out.bin"
    ran = await inspector("read", "a://b", "--output", str(out), *reading(TEXT, BLOB))
    assert (ran.code, ran.stdout, ran.err) == (0, b"", f"Wrote {out}.\n")
    assert out.read_bytes() == b"one\ntwo\x1b[0m\x00\x01\xff"


@pytest.mark.parametrize(("path", "why"), [("/nowhere/out", "Its folder does not exist."), ("/", "It is a folder.")])
async def test_an_output_that_cannot_be_is_exit_2_before_anything_is_sent(
    inspector: Inspector, path: str, why: str
) -> None:
    ran = await inspector("read", "a://b", "--output", path, *reading(TEXT))
    assert (ran.code, ran.stdout, ran.recordings) == (2, b"", [])
    assert ran.err == f"inspector: {path} cannot be written.\n  why:  {why}\n"


async def test_a_template_is_expanded_from_pairs(inspector: Inspector) -> None:
    ran = await inspector("read", "file:///{path}{?q}", "path=a b", "q=ü", *reading(TEXT))
    assert ran.code == 0
    [message] = sent(ran.recording(), "resources/read")
    assert message["params"]["uri"] == "file:///a%20b?q=%C3%BC"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("a://{b", "b=1"), "a://{b is no URI template."),
        (("a://{b}", "c=1"), "The template has no variable c."),
        (("a://{b}", "c"), "c is no pair."),
    ],
)
async def test_a_template_or_pair_that_cannot_be_is_exit_2(
    inspector: Inspector, words: tuple[str, ...], told: str
) -> None:
    ran = await inspector("read", *words, *reading(TEXT))
    assert (ran.code, ran.stdout) == (2, b"")
    assert ran.err.startswith(f"inspector: {told}\n")


async def test_not_found_is_an_error_answer_and_no_contents_are_exit_9(inspector: Inspector) -> None:
    ran = await inspector("read", "a://b", *scripted(modern(), refusal("resources/read", -32602, "none")))
    assert (ran.code, ran.out) == (5, "✗ -32602 none\n")
    ran = await inspector("read", "a://b", *scripted(modern(), result("resources/read", **CACHE)))
    assert (ran.code, ran.stdout) == (9, b"")
    assert "inspector: The result of resources/read has no contents list.\n" in ran.err


async def test_a_prompt_is_printed_message_by_message_and_its_arguments_are_strings(inspector: Inspector) -> None:
    messages = [
        {"role": "user", "content": {"type": "text", "text": "Say\nhello"}},
        {"role": "assistant", "content": {"type": "image", "mimeType": "image/png", "data": "AAAA"}},
    ]
    server = scripted(modern(), result("prompts/get", messages=messages))
    ran = await inspector("prompt", "greet", "n=1", "of=a=b", *server)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "user:\n  Say\n  hello\nassistant:\n  [image image/png, 3 bytes]\n"
    [message] = sent(ran.recording(), "prompts/get")
    assert (message["params"]["name"], message["params"]["arguments"]) == ("greet", {"n": "1", "of": "a=b"})
    told = (await inspector("prompt", "greet", "--json", *server)).document
    assert (told.keys(), told["result"]["messages"]) == ({"result", "ms", "findings"}, messages)


PROMPTS = result("prompts/list", prompts=[{"name": "reading_list"}, {"name": "greet"}], **CACHE)


async def test_a_prompt_that_is_not_there_is_told_with_those_that_are_near(inspector: Inspector) -> None:
    refused = refusal("prompts/get", -32602, "unknown")
    ran = await inspector("prompt", "reding_list", *scripted(modern(), refused, PROMPTS))
    assert (ran.code, ran.out) == (5, "✗ -32602 unknown\n")
    assert ran.err == "The server has no prompt “reding_list”. Near: reading_list.\n"
    ran = await inspector("prompt", "zzz", *scripted(modern(), refused, PROMPTS))
    assert ran.err == "The server has no prompt “zzz”. It offers reading_list, greet.\n"


async def test_the_prompts_are_not_asked_for_without_need_or_capability(inspector: Inspector) -> None:
    refused = refusal("prompts/get", -32602, "missing argument")
    ran = await inspector("prompt", "greet", *scripted(modern(), refused, PROMPTS))
    assert (ran.code, ran.err) == (5, "")  # it is there, so the arguments were wrong
    ran = await inspector("prompt", "gret", "--record", str(inspector.home / "b.jsonl"), *scripted(modern({}), refused))
    assert (ran.code, ran.err) == (5, "")
    assert sent(open_recording(inspector.home / "b.jsonl"), "prompts/list") == []
