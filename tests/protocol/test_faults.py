"""What is said where there is no answer to use."""

import pytest

from inspector.protocol.faults import no_result
from inspector.protocol.flows import Outcome
from inspector.protocol.refusals import sentence
from inspector.protocol.steps import Reply


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("inputRequests is no object", "inputRequests is no object."),
        ("input_required with neither inputRequests nor requestState", None),
        ("the input request 'theDay' is no request object", "The input request 'theDay' is no request object."),
        ("still input_required after 10 rounds", "Still input_required after 10 rounds."),
        ("a task is not allowed as the result of tools/List", "A task is not allowed as the result of tools/List."),
    ],
)
def test_names_of_the_protocol_keep_their_case_in_a_sentence(words: str, said: str | None) -> None:
    fault = no_result(Outcome(Reply(), 1, 0.0, broken=words), "tools/call")
    assert fault is not None and fault.why == (said or f"{words}.")


def test_a_sentence_is_safe_to_show() -> None:
    assert sentence("the \x1b[31mserver") == "The ␛[31mserver"
    assert (sentence("tools/call failed"), sentence("")) == ("tools/call failed", "")
