"""Which answer belongs to what a person wrote: ids that are used twice, messages that no answer can name."""

from inspector.protocol.changes import Change, Settled, Stray
from inspector.protocol.exchanges import Exchanges
from inspector.wire import events
from inspector.wire.events import Record

CALL = b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"slow"}}'
LIST = b'{"jsonrpc":"2.0","id":5,"method":"tools/list"}'
ANSWER = b'{"jsonrpc":"2.0","id":5,"result":{}}'
NO_ID = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'


def feed(*happened: events.Event) -> tuple[Exchanges, list[list[Change]]]:
    fold = Exchanges()
    return fold, [fold.feed(Record(number, number / 10, event)) for number, event in enumerate(happened, 1)]


def settled(changes: list[Change]) -> list[int]:
    return [one.exchange.seq for one in changes if isinstance(one, Settled)]


def test_of_two_requests_with_one_id_both_wait_and_the_older_gets_the_first_answer() -> None:
    fold, changes = feed(events.Sent(CALL), events.Sent(LIST), events.Received(ANSWER), events.Received(ANSWER))
    assert settled(changes[2]) == [1] and settled(changes[3]) == [2]
    assert fold.waiting() == () and fold.knows(5) and not fold.knows(6)


def test_over_http_the_answer_in_the_body_of_the_second_is_the_second_ones() -> None:
    fold, changes = feed(events.Sent(CALL, 1), events.Sent(LIST, 2), events.Received(ANSWER, 2))
    assert settled(changes[2]) == [2]
    assert [one.seq for one in fold.waiting()] == [1]


def test_an_error_without_an_id_answers_what_could_not_be_read_and_not_the_call_that_waits() -> None:
    fold, changes = feed(events.Sent(CALL), events.Sent(b'{"half":'), events.Received(NO_ID))
    (stray,) = changes[2]
    assert isinstance(stray, Stray) and stray.answers == 2
    assert [one.seq for one in fold.waiting()] == [1]


def test_once_it_is_waited_for_no_more_such_an_error_is_taken_for_the_one_call_that_waits() -> None:
    over = events.Decision("send", "what you wrote", "sent", "not JSON", data={"unread": 2})
    _, changes = feed(events.Sent(CALL), events.Sent(b'{"half":'), over, events.Received(NO_ID))
    assert settled(changes[3]) == [1]


def test_a_batch_may_be_refused_as_a_whole_or_answered_part_by_part() -> None:
    batch = b'[{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0","id":8,"method":"ping"}]'
    _, refused = feed(events.Sent(batch), events.Received(NO_ID))
    assert isinstance(refused[1][0], Stray) and refused[1][0].answers == 1
    ok = b'{"jsonrpc":"2.0","id":7,"result":{}}'
    fold, answered = feed(events.Sent(batch), events.Received(ok), events.Received(ok.replace(b"7", b"8")))
    assert settled(answered[1]) == [1] and settled(answered[2]) == [1] and fold.waiting() == ()


def test_a_request_whose_id_is_none_is_answered_by_an_error_without_one_and_that_is_no_flaw() -> None:
    for id in (b"null", b"true", b"{}"):
        sent = b'{"jsonrpc":"2.0","id":' + id + b',"method":"ping"}'
        _, changes = feed(events.Sent(CALL), events.Sent(sent), events.Received(NO_ID))
        assert settled(changes[2]) == [2]
        (change,) = changes[2]
        assert isinstance(change, Settled) and change.exchange.flaws == []


def test_the_end_of_a_line_that_was_left_open_counts_for_nothing() -> None:
    fold, changes = feed(events.Sent(CALL, end=b""), events.Sent(b""), events.Received(ANSWER))
    assert changes[1] == [] and settled(changes[2]) == [1] and len(fold.ours) == 1
