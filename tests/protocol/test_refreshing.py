"""When a list is asked for again: LIST-04 and LIST-05 as a policy, with a clock in hand."""

from inspector.protocol.refreshing import Refresh


def policy() -> Refresh:
    return Refresh(quiet=1.0, longest=10.0, barren_limit=3, forgiven=100.0)


def test_list_05_a_storm_of_news_is_one_refresh_and_at_most_one_more() -> None:
    refresh = policy()
    for number in range(100):
        refresh.told(number / 1000)
    assert refresh.due == 1.0, "the first news sets the date, and no later one moves it"
    refresh.asked()
    for _ in range(100):
        refresh.told(1.5)
    assert refresh.due is None and refresh.asking
    refresh.answered(2.0, changed=True)
    assert (refresh.due, refresh.news) == (3.0, 200)
    refresh.asked()
    refresh.answered(3.5, changed=True)
    assert refresh.due is None


def test_list_04_a_list_that_triggers_its_own_news_is_asked_for_ever_more_slowly_and_then_no_more() -> None:
    refresh, now, waits, suspended = policy(), 0.0, [], []
    refresh.told(now)
    while refresh.due is not None:
        waits.append(refresh.due - now)
        now = refresh.due
        refresh.asked()
        refresh.told(now)
        suspended.append(refresh.answered(now, changed=False))
    assert waits == [1.0, 2.0, 4.0] and suspended == [False, False, True]
    refresh.told(now + 1)
    assert refresh.due is None and refresh.suspended


def test_the_wait_is_bounded() -> None:
    refresh = Refresh(quiet=1.0, longest=3.0, barren_limit=99)
    for _ in range(60):
        refresh.asked()
        refresh.answered(0.0, changed=False)
    refresh.told(0.0)
    assert refresh.due == 3.0


def test_a_difference_and_the_persons_wish_and_a_long_peace_begin_anew() -> None:
    for anew in ("difference", "wish", "peace"):
        refresh, now = policy(), 0.0
        for _ in range(3):
            refresh.asked()
            refresh.answered(now, changed=False)
        assert refresh.suspended
        if anew == "difference":
            refresh.asked()
            refresh.answered(now, changed=True)
        elif anew == "wish":
            refresh.reset()
        else:
            now = 100.0
        refresh.told(now)
        assert refresh.due == now + 1.0, anew


def test_a_list_that_does_not_come_says_nothing_about_it() -> None:
    refresh = policy()
    refresh.told(0.0)
    refresh.asked()
    refresh.told(0.5)
    refresh.failed()
    assert (refresh.due, refresh.barren, refresh.asking) == (None, 0, False)
    refresh.told(2.0)
    assert refresh.due == 3.0
