"""What the places show of a session: its attempts to connect."""

import pytest

from inspector.client import Options
from inspector.config.target import HttpTarget
from inspector.recording.plan import Plan
from inspector.transports.auth.wish import Wish
from inspector.tui.attempts import attempts
from inspector.tui.facts import options_words, places, status_facts, title_of
from inspector.tui.model import Model
from inspector.tui.start import Start
from inspector.tui.widgets.status_line import StatusFacts
from inspector.wire.events import Closed, Decision
from tests.analysis.journals import Journal


def wish(mode, version=None):
    return Decision("connect", "connect", mode, "It was asked for.", data={"mode": mode, "version": version})


def shown(journal):
    model = Model()
    model.feed(journal.records)
    return attempts(model, {})


@pytest.mark.parametrize("mode", ["auto", "modern", "legacy"])
def test_an_attempt_has_the_mode_that_its_records_tell(mode):
    journal = Journal()
    journal.add(wish(mode, "2025-06-18"))
    journal.opened()
    (attempt,) = shown(journal)
    assert attempt.mode == mode
    assert attempt.remark == "Version 2025-06-18 was asked for."


def test_an_attempt_that_was_cut_short_says_so_and_the_next_has_its_own_mode():
    journal = Journal()
    journal.add(wish("legacy"))
    journal.opened()
    journal.add(Decision("connect", "connect", "cut short", "Another was wanted."))
    journal.add(Closed(asked=True))
    journal.add(wish("modern"))
    journal.modern()
    first, second = shown(journal)
    assert (first.mode, first.problem) == ("legacy", "Cut short.")
    assert "says nothing of the server" in first.sentence
    assert (second.mode, second.era, second.problem) == ("modern", "modern", "")


def test_without_a_word_of_the_mode_what_was_tried_first_tells():
    journal = Journal()
    journal.opened()
    journal.add(Decision("era", "initialize", "accepted", "Legacy was answered."))
    (attempt,) = shown(journal)
    assert attempt.mode == "legacy"


def test_each_attempt_keeps_what_the_server_said_in_it():
    journal = Journal()
    journal.modern({"tools": {}})
    journal.add(Closed(asked=True))
    journal.legacy(capabilities={"tools": {}, "resources": {"subscribe": True}})
    first, second = shown(journal)
    assert (first.era, first.theirs) == ("modern", {"tools": {}})
    assert (second.era, second.theirs) == ("legacy", {"tools": {}, "resources": {"subscribe": True}})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (Wish(), "recording off"),
        (None, "recording off · no authorization"),
        (Wish(client_id="a\x1b", client_secret="S1", scopes=("r", "w")), "recording off · client a␛ · scopes r w"),
        (Wish("client_credentials", "a", "S1"), "recording off · client credentials · client a"),
    ],
)
def test_what_one_connects_with_tells_how_one_signs_in(given, told):
    words = options_words(Options(authorization=given), Plan())
    assert words.endswith(told) and "S1" not in words


def test_what_authorizes_one_server_goes_to_no_other():
    first, second = HttpTarget("https://a/mcp"), HttpTarget("https://b/mcp")
    given = Options(authorization=Wish(client_id="a", client_secret="s"), timeout=7.0)
    begun = Start(None, options=given).at(first, None, None)
    assert begun.options == given and begun.at(first, None, None).options == given
    assert begun.at(second, None, None).options == Options(authorization=Wish(), timeout=7.0)
    assert Start(None).at(first, None, None).options == Options(authorization=Wish())


def probing():
    journal = Journal()
    journal.add(wish("auto"))
    journal.opened()
    journal.request("server/discover", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}})
    model = Model()
    model.feed(journal.records)
    return model


@pytest.mark.parametrize(
    ("after", "words"),
    [(0.4, "connecting"), (3.4, "7 s left · L treats it as legacy"), (9.5, "1 s left"), (11.0, "connecting")],
)
def test_a_silent_probe_is_counted_down_with_the_key_that_ends_it(after, words):
    model = probing()
    facts = status_facts(model, now=model.session.status.since + after, target=None, recorded=True, probe=10.0)
    assert words in facts.word
    assert facts.waiting == pytest.approx(after)


def test_while_somebody_signs_in_no_clock_runs_and_no_key_ends_a_probe():
    model = probing()
    now = model.session.status.since + 3.4
    going = status_facts(model, now=now, target=None, recorded=True, probe=10.0, signing=True)
    asked = status_facts(model, now=now, target=None, recorded=True, probe=10.0, signing=True, asked="sign in · O")
    assert (going.word, going.waiting, asked.word, asked.asked) == (
        "connecting · authorization",
        None,
        "",
        "sign in · O",
    )
    shaken = next(one for one in places(model, questions=0, asked=True) if one.id == "handshake")
    assert shaken.badges == (("⚑", "waiting"),)


def test_what_is_awaited_is_a_step_with_a_clock():
    model = probing()
    (attempt,) = attempts(model, {}, model.session.status.since + 3.21)
    (step,) = attempt.steps
    assert (step.action, step.state, step.elapsed) == ("server/discover", "running", 3.2)
    assert attempts(model, {})[0].steps == ()


@pytest.mark.parametrize(
    ("hints", "words"),
    [
        ({"ttlMs": 300_000, "cacheScope": "public"}, "fresh for 5:00 · public"),
        ({"ttlMs": 1500, "cacheScope": "private"}, "fresh for 1.50 s · private"),
        ({"ttlMs": 0, "cacheScope": "public"}, "not to be kept"),
    ],
)
def test_the_hints_of_a_list_are_told_in_words(hints, words):
    journal = Journal()
    journal.modern({"tools": {}})
    journal.result(journal.request("tools/list"), {"resultType": "complete", "tools": [], **hints})
    assert shown(journal)[0].kept == (("tools/list", words),)


@pytest.mark.parametrize(
    ("facts", "questions", "title"),
    [
        (
            StatusFacts("connected", "modern", server="Alder Street Library"),
            0,
            "modern · Alder Street Library · inspector",
        ),
        (StatusFacts("connected", "legacy", server="s"), 2, "⚑2 legacy · s · inspector"),
        (StatusFacts("connecting", word="connecting · initialize"), 0, "connecting · inspector"),
        (StatusFacts("failed", "modern", server="s", word="exited, code 1"), 0, "✗ modern · s · inspector"),
        (StatusFacts("replay", "modern", server="s", word="recording · x"), 0, "▪ modern · s · inspector"),
        (StatusFacts("none", word="no server"), 0, "inspector"),
    ],
)
def test_the_title_of_the_terminal_tells_the_state_the_era_and_the_server(facts, questions, title):
    assert title_of(facts, questions) == title
