"""Benchmarks are run on request only: a budget that is missed on a busy machine must not turn an ordinary run red."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "benchmark" in (config.getoption("markexpr") or ""):
        return
    for item in items:
        if item.get_closest_marker("benchmark"):
            item.add_marker(pytest.mark.skip(reason="run with -m benchmark"))
