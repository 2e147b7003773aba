"""The tables of revisions and methods."""

import pytest

from inspector.wire.methods import LISTS, METHODS, exists, name_of
from inspector.wire.versions import LATEST_LEGACY, LATEST_MODERN, LEGACY, MODERN, REVISIONS, best_common, era_of


def test_every_revision_has_one_era_and_a_name_that_is_not_here_has_none() -> None:
    assert {*LEGACY, *MODERN} == set(REVISIONS) and not {*LEGACY} & {*MODERN}
    assert (LATEST_LEGACY, LATEST_MODERN) == ("2025-11-25", "2026-07-28")
    assert era_of("2026-07-28") == "modern" and era_of("2025-06-18") == "legacy"
    assert era_of("2099-01-01") is None and era_of("") is None


@pytest.mark.parametrize(
    ("offered", "best"),
    [
        (["2024-11-05", "2025-06-18"], "2025-06-18"),
        (["2025-06-18", "2024-11-05"], "2025-06-18"),
        (["2099-01-01"], None),
        ("2025-06-18", None),
        ([20250618, None], None),
        ({}, None),
        (None, None),
    ],
)
def test_the_newest_common_version_is_found_in_any_order_or_not_at_all(offered: object, best: str | None) -> None:
    assert best_common(offered, LEGACY) == best


@pytest.mark.parametrize(
    ("method", "modern", "legacy"),
    [
        ("server/discover", True, False),
        ("initialize", False, True),
        ("ping", False, True),
        ("logging/setLevel", False, True),
        ("resources/subscribe", False, True),
        ("subscriptions/listen", True, False),
        ("tasks/update", True, False),
        ("tools/call", True, True),
        ("vendor/x", False, False),
    ],
)
def test_a_method_exists_in_the_revisions_that_define_it(method: str, modern: bool, legacy: bool) -> None:
    assert (exists(method, "2026-07-28"), exists(method, "2025-11-25")) == (modern, legacy)


def test_elicitation_is_younger_than_the_first_revisions() -> None:
    assert not exists("elicitation/create", "2025-03-26") and exists("elicitation/create", "2025-06-18")


def test_only_three_methods_may_ask_back() -> None:
    assert {name for name, method in METHODS.items() if method.asks} == {"tools/call", "prompts/get", "resources/read"}


@pytest.mark.parametrize(
    ("method", "params", "name"),
    [
        ("tools/call", {"name": "add"}, "add"),
        ("resources/read", {"uri": "a:b"}, "a:b"),
        ("resources/subscribe", {"uri": "a:b"}, "a:b"),
        ("tasks/get", {"taskId": "7"}, "7"),
        ("tools/call", {"name": 7}, None),
        ("tools/call", [], None),
        ("tools/list", {"name": "x"}, None),
        ("vendor/x", {"name": "x"}, None),
    ],
)
def test_what_a_request_is_about_is_read_from_its_params(method: str, params: object, name: str | None) -> None:
    assert name_of(method, params) == name


def test_every_list_method_is_a_method() -> None:
    assert set(LISTS) <= set(METHODS)
