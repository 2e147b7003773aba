"""A flood is looked through for secrets by what its messages say beside their digits."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.recording.alike import Alike
from inspector.recording.text_rules import suspicious

PIECES = (
    "step ",
    "7",
    "42",
    "ya",
    "29",
    ".",
    "dop_v",
    "1_",
    "age-secret-key-",
    "to",
    "ken",
    '"progressToken":',
    "://",
    "\n",
)
lines = st.lists(st.sampled_from(PIECES), max_size=8).map(lambda pieces: "".join(pieces).encode())


@given(st.lists(lines, max_size=6))
def test_what_is_called_harmless_is_never_suspicious(floods: list[bytes]) -> None:
    alike = Alike()
    for flood in floods:
        assert not (alike.are_harmless(flood) and suspicious(flood))


def test_messages_that_differ_in_their_digits_are_looked_at_once() -> None:
    alike = Alike()
    assert alike.are_harmless(b'{"message": "step 1"}\n{"message": "step 2"}')
    assert alike.are_harmless(b'{"message": "step 900"}')
    assert len(alike) == 1
    assert not alike.are_harmless(b'{"message": "step 3"}\n{"token": "4f1c"}')
    assert not alike.are_harmless(b"ya29.a0AfH6SMBx")


def test_of_messages_that_are_all_different_not_all_are_remembered() -> None:
    alike = Alike()
    for number in range(1000):
        word = f"{number:b}".replace("0", "a").replace("1", "b").encode()
        assert alike.are_harmless(word + b"\n" + word * 500)
    assert 0 < len(alike) <= 256
