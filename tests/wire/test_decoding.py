"""Messages that are decoded once for several readers."""

from typing import Any

import pytest

from inspector.wire import decoding
from inspector.wire.decoding import FEW, KEPT_BYTES, SMALL, Recent
from inspector.wire.jsonrpc import Result, decode, result


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The texts that are decoded."""
    texts: list[bytes] = []

    def decode_and_count(raw: bytes) -> Any:
        texts.append(raw)
        return decode(raw)

    monkeypatch.setattr(decoding, "decode", decode_and_count)
    return texts


def text(id: int, size: int = 10) -> bytes:
    return result(id, "x" * size)


@pytest.mark.parametrize("size", [10, SMALL])
def test_the_same_bytes_are_decoded_once_and_equal_ones_again(counted: list[bytes], size: int) -> None:
    recent, raw = Recent(), text(1, size)
    assert recent.decoded(raw) is recent.decoded(raw) is recent.known(raw)
    assert recent.decoded(raw) == Result(1, "x" * size)
    assert len(counted) == 1
    again = bytes(bytearray(raw))
    assert recent.known(again) == recent.decoded(again) == recent.known(raw)
    assert len(counted) >= 3


@pytest.mark.parametrize("size", [10, SMALL])
def test_who_comes_after_keeps_nothing(counted: list[bytes], size: int) -> None:
    recent, raw = Recent(), text(1, size)
    assert recent.known(raw) == recent.known(raw)
    assert (len(counted), recent.size) == (2, 0)


def test_of_small_ones_so_many_are_kept_and_the_oldest_go_first(counted: list[bytes]) -> None:
    recent, raws = Recent(), [text(id) for id in range(FEW + 1)]
    for raw in raws:
        recent.decoded(raw)
    counted.clear()
    assert [recent.known(raw) for raw in raws[1:]] == [Result(id, "x" * 10) for id in range(1, FEW + 1)]
    assert counted == []
    assert recent.known(raws[0]) == Result(0, "x" * 10)
    assert counted == [raws[0]]


def test_so_many_bytes_are_kept_and_the_oldest_go_first(counted: list[bytes]) -> None:
    recent = Recent()
    raws = [text(id, KEPT_BYTES // 8) for id in range(8)]
    for raw in raws:
        recent.decoded(raw)
    assert recent.size == sum(map(len, raws[1:])) <= KEPT_BYTES
    counted.clear()
    recent.known(raws[1])
    assert counted == []
    recent.known(raws[0])
    assert counted == [raws[0]]


def test_of_large_ones_the_last_is_kept_until_it_is_forgotten(counted: list[bytes]) -> None:
    recent = Recent()
    large = [text(id, KEPT_BYTES) for id in range(3)]
    for raw in large:
        recent.decoded(raw)
    assert recent.size == len(large[-1])
    counted.clear()
    recent.known(large[-1])
    assert counted == []
    recent.forget()
    assert recent.size == 0


def test_forgetting_spares_what_is_small() -> None:
    recent, raw = Recent(), text(1, SMALL)
    recent.decoded(raw)
    recent.forget()
    assert recent.size == len(raw)
