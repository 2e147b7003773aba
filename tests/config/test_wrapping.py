"""An entry is put behind a tap and brought back to the last byte, in whatever way its file is written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config.jsonc import parse
from inspector.config.wrapping import NotWrapped, is_wrapped, unwrapped, wrapped

WORDS = ("/opt/ins päctor/bin/inspector",)
MODULE = ("/usr/bin/python3", "-m", "inspector")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
scalars = st.none() | st.booleans() | st.integers(-99, 99) | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
gaps = st.sampled_from(
    ["", "", " ", "\n", "\r\n  ", "\t", ' // a “comment”, with "args": []\r\n', "/* , [ { */", "\n\n"]
)
literals = st.sampled_from([lambda text: json.dumps(text), lambda text: json.dumps(text, ensure_ascii=False)])


@st.composite
def jsonc(draw, value):
    """The value written as a person might, with blanks, comments and trailing commas."""

    def gap():
        return draw(gaps)

    def comma(is_last):
        return gap() + ("," if not is_last or draw(st.booleans()) else "")

    def write(one):
        if isinstance(one, str):
            return draw(literals)(one)
        if isinstance(one, list):
            inside = [gap() + write(member) + comma(at == len(one) - 1) for at, member in enumerate(one)]
            return "[" + "".join(inside) + gap() + "]"
        if isinstance(one, dict):
            inside = [
                gap() + write(name) + gap() + ":" + gap() + write(member) + comma(at == len(one) - 1)
                for at, (name, member) in enumerate(one.items())
            ]
            return "{" + "".join(inside) + gap() + "}"
        return json.dumps(one)

    return draw(st.sampled_from(["", "\ufeff"])) + gap() + write(value) + gap()


@st.composite
def documents(draw):
    """A document, the value that it has, and where the entry is in it."""
    entry = draw(st.dictionaries(texts.filter(lambda name: name not in ("command", "args")), values, max_size=2))
    members = [*entry.items(), ("command", draw(texts))]
    if draw(st.booleans()):
        members.append(("args", draw(st.lists(texts, max_size=3))))
    servers = {**draw(st.dictionaries(texts, values, max_size=2)), "weather": dict(draw(st.permutations(members)))}
    path = draw(st.sampled_from([("mcpServers",), ("servers",), ("mcp", "servers")]))
    value = servers
    for name in reversed(path):
        value = {**draw(st.dictionaries(texts, values, max_size=1)), name: value}
    return draw(jsonc(value)), value, (*path, "weather")


def read(text):
    return parse(text.removeprefix("\ufeff")).value


@given(documents(), st.sampled_from([WORDS, MODULE]))
def test_an_entry_comes_back_to_the_last_byte_and_nothing_else_changes_meanwhile(document, words):
    text, value, path = document
    entry = value
    for name in path:
        entry = entry[name]
    old = [entry["command"], *entry.get("args", [])]
    if is_wrapped(old):
        return
    changed = wrapped(text, path, words)
    entry["command"], entry["args"] = words[0], [*words[1:], "tap", "--", *old]
    assert read(changed) == value
    assert unwrapped(changed, path) == text
    with pytest.raises(NotWrapped, match="already"):
        wrapped(changed, path, words)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"command": "uvx", "args": ["a"]}', '{"command": "inspector", "args": ["tap", "--", "uvx", "a"]}'),
        ('{"command": "uvx", "args": []}', '{"command": "inspector", "args": ["tap", "--", "uvx"]}'),
        ('{"command": "uvx"}', '{"command": "inspector", "args": ["tap","--","uvx"]}'),
        (
            '{"args": [\n  "a"\n], "command": "u\\u0076x"}',
            '{"args": ["tap","--","u\\u0076x",\n  "a"\n], "command": "inspector"}',
        ),
    ],
)
def test_the_text_changes_at_two_values_alone(before, after):
    text = f'{{"servers": {{"s": {before}}}}}'
    changed = wrapped(text, ("servers", "s"), ("inspector",))
    assert changed == f'{{"servers": {{"s": {after}}}}}'
    assert unwrapped(changed, ("servers", "s")) == text


def test_what_a_client_has_written_anew_and_a_person_has_added_to_is_unwrapped_too():
    args = ["tap", "--record", "x.jsonl", "--", "npx", "-y", "--", "server"]
    text = json.dumps({"mcpServers": {"s": {"command": "C:\\bin\\inspector.exe", "args": args}}}, indent=4)
    assert read(unwrapped(text, ("mcpServers", "s"))) == {
        "mcpServers": {"s": {"command": "npx", "args": ["-y", "--", "server"]}}
    }


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "uvx", "args": ["tap", "--", "x"]},
        {"command": "inspector", "args": ["demo-server"]},
        {"command": "inspector", "args": ["tap", "--"]},
        {"command": "python", "args": ["-m", "inspector", "tap", "x"]},
        {"command": "inspector"},
    ],
)
def test_what_starts_no_tap_is_not_unwrapped(entry):
    with pytest.raises(NotWrapped, match="not wrapped"):
        unwrapped(json.dumps({"servers": {"s": entry}}), ("servers", "s"))
