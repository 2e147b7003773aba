"""Two answers compared, without what is another each time."""

from typing import Any

import pytest

from inspector.analysis.compare.answers import USUAL, BadPattern, Volatile, compare_answers, volatile
from inspector.wire.json import MISSING

META = "io.modelcontextprotocol/serverInfo"


def paths(before: Any, after: Any, what: Volatile = USUAL, **how: Any) -> list[str]:
    return [one.where for one in compare_answers(before, after, what, **how)]


def result(**members: Any) -> Any:
    return {"result": members}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (result(nextCursor="a"), result(nextCursor="b")),
        (result(requestState="a"), result(requestState="b")),
        (result(task={"taskId": "a"}), result(task={"taskId": "b"})),
        (result(a="at 2026-11-30T12:00:00Z, really"), result(a="at 2026-12-01T09:30:00.123+02:00, really")),
        (
            result(a=["x", "8c2f0b6e-6a3e-4b0e-9d0a-2f1c3f5e7a11"]),
            result(a=["x", "00000000-6a3e-4b0e-9d0a-2f1c3f5e7a11"]),
        ),
        (result(a="created at 4:14:29 PM"), result(a="created at 11:02:03 AM")),
        (result(a="2026-11-30 09:15:00,123 up"), result(a="2026-12-01 10:00:00,001 up")),
        (result(a="Mon, 30 Nov 2026 09:15:00 GMT"), result(a="Tue, 1 Dec 2026 10:15:00 GMT")),
        (result(resultType="complete"), result()),
        (result(_meta={META: {"version": "1"}}), result(_meta={META: {"version": "2"}})),
        (result(), result(_meta={META: {"version": "2"}})),
    ],
)
def test_what_is_another_each_time_is_no_difference(before: Any, after: Any) -> None:
    assert before != after
    assert paths(before, after) == paths(after, before) == []


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        (result(nextCursor="a"), result(), "$.result.nextCursor"),
        (
            result(structuredContent={"nextCursor": "a"}),
            result(structuredContent={"nextCursor": "b"}),
            "$.result.structuredContent.nextCursor",
        ),
        (result(a="on 2026-11-30T12:00:00Z"), result(a="at 2026-11-30T12:00:00Z"), "$.result.a"),
        (result(resultType="complete"), result(resultType="input_required"), "$.result.resultType"),
        (result(a="version 1:2"), result(a="version 1:3"), "$.result.a"),
        (result(_meta={"ours": 1}), result(_meta={"ours": 2}), "$.result._meta.ours"),
        (result(a=1), result(a={"b": 1}), "$.result.a"),
        (result(ttlMs=1), result(), "$.result.ttlMs"),
        ({"error": {"code": -32002}}, {"error": {"code": -32602}}, "$.error.code"),
        ({"error": {"code": {}}}, {"error": {"code": []}}, "$.error.code"),
        (result(), MISSING, "$"),
    ],
)
def test_all_else_is_a_difference_with_its_path(before: Any, after: Any, where: str) -> None:
    assert paths(before, after) == [where]


def test_between_eras_what_the_eras_have_of_their_own_is_no_difference() -> None:
    assert paths(result(ttlMs=1, cacheScope="public", a=1), result(a=1), other_era=True) == []
    assert paths({"error": {"code": -32602}}, {"error": {"code": -32002}}, other_era=True) == []
    assert paths({"error": {"code": -32602}}, {"error": {"code": -32601}}, other_era=True) == ["$.error.code"]


def test_a_person_may_name_what_is_not_to_be_looked_at() -> None:
    before, after = result(content=[{"text": "a"}, {"text": "b"}]), result(content=[{"text": "c"}, {"text": "d"}])
    assert paths(before, after, volatile(["$.result.content[*].text"])) == []


def test_a_person_may_declare_what_changes_within_texts_and_the_rest_of_them_is_compared() -> None:
    what = volatile(patterns=[r"pid \d+", "(a|b)c"])
    assert paths(result(a="pid 17, ac, 09:15:00"), result(a="pid 4711, bc, 10:00:00"), what) == []
    assert paths(result(a="pid 17 up"), result(a="pid 18 down"), what) == ["$.result.a"]
    with pytest.raises(BadPattern, match=r"unterminated"):
        volatile(patterns=["(ok)", "["])


def test_what_was_redacted_in_a_recording_is_like_any_text_in_its_place() -> None:
    hidden = result(a="key ‹secret 1›, ours")
    assert paths(hidden, result(a="key s3cret, ours")) == []
    assert paths(hidden, result(a="key s3cret, theirs")) == ["$.result.a"]
    many = result(a="‹secret 1›x" * 40)
    assert paths(many, result(a="ax" * 40)) == []
    assert paths(many, result(a="ax" * 39)) == paths(many, result(a="x" * 4000 + "y")) == ["$.result.a"]
