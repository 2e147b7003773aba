import pytest

from inspector.analysis.items import items_of
from inspector.tui.completing import Completions, completion_params, completions_of

PROMPT = items_of("prompt", [{"name": "visit", "arguments": [{"name": "a"}]}])[0]


def test_older_revisions_know_no_context():
    for version, has_context in (("2025-03-26", False), ("2025-06-18", True), ("2026-07-28", True)):
        params = completion_params(PROMPT, "/a", "x", {"a": "x", "b": "y", "n": 1}, version)
        assert params["ref"] == {"type": "ref/prompt", "name": "visit"}
        assert params.get("context") == ({"arguments": {"b": "y"}} if has_context else None)


def test_tools_and_what_is_nested_are_not_completed():
    assert completion_params(items_of("tool", [{"name": "t"}])[0], "/a", "x", {}, "2026-07-28") is None
    assert completion_params(PROMPT, "/a/0", "x", {}, "2026-07-28") is None


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ({"completion": {"values": ["a"], "total": 3, "hasMore": True}}, Completions(("a",), 3, True)),
        ({"completion": {"values": ["a", 1.5], "total": -1, "hasMore": "yes"}}, Completions(("a", "1.5"))),
        ({"completion": {"values": "a", "total": True}}, Completions(())),
        ({"completion": 5}, Completions(())),
        ({}, Completions(())),
    ],
)
def test_an_answer_of_another_form_offers_nothing(result, found):
    assert completions_of(result) == found
