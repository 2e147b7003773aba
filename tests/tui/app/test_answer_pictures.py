"""How the Answers place looks: rounds, a refused page, a tool that is used, rules, roots, switches, an approval."""

from types import SimpleNamespace

import pytest

from inspector.client.rulebook import KeptRule
from inspector.protocol.questions import Question, Rule
from inspector.tui.asked import recorded
from inspector.tui.bridge_told import Questions
from inspector.wire.events import Decision
from tests.tui.app import test_pictures as others
from tests.tui.app.staging import press, until

SMALL, LARGE = others.SMALL, others.LARGE
picture = others.picture


async def answered(pilot, *keys, then):
    """The keys of one answer in the place, and then these questions in place of all that waited."""
    screen = pilot.app.screen
    await until(pilot, lambda: screen.answers.waiting == 3, "the questions")
    await press(pilot, "5", *keys)
    screen.post_message(Questions(tuple(then(screen))))
    await pilot.pause()
    return screen


def second_round(screen):
    """The call whose form was answered asks as the model does; the page of the other call waits on."""
    form, page, model = (one.question for one in recorded(screen.model))
    params = {**model.params, "messages": [_said("Which note shall stand on the shelf for reader 4711?")]}
    raw = {"method": model.method, "params": params}
    return page, Question(
        9, model.method, params, "modern", 31, "note", op=form.op, about=form.about, asked_at=130.0, raw=raw
    )


def _said(text):
    return {"role": "user", "content": {"type": "text", "text": text}}


@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 15)])
async def test_the_second_round_asks_as_the_model_does(picture, size):
    async with picture("answers-second-round", others.busy(), size) as pilot:
        screen = await answered(pilot, "right", "tab", "type:2026-12-04", "ctrl+r", then=second_round)
        screen.answers.choose(9)
        await press(pilot, "type:Reserved for 4711.")


async def test_a_page_that_was_refused(picture):
    async with picture("answers-refused", others.busy(), SMALL) as pilot:
        screen = await answered(pilot, "escape", "escape", "down", "enter", "d", then=lambda _: ())
        assert screen.here == "answers"
        screen.answers.choose(2)
        await pilot.pause()


async def test_a_tool_that_the_model_uses(picture):
    async with picture("answers-tool", others.busy(), SMALL) as pilot:
        await until(pilot, lambda: pilot.app.screen.answers.waiting == 3, "the questions")
        await press(pilot, "5", "escape", "escape", "down", "down", "enter", "escape", "o", "type:dostoevsky")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_an_approval(picture, size):
    def approval(screen):
        arguments = {"branch": "harbour", "from": "2026-12-24", "reason": "Stocktaking"}
        params = {"name": "close_branch", "arguments": arguments}
        yield from (one.question for one in recorded(screen.model))
        because = "close_branch is marked destructive."
        yield Question(
            9, "tools/call", params, "modern", 0, op=6, about="close_branch", asked_at=129.0, because=because
        )

    async with picture("answers-approval", others.busy(), size) as pilot:
        screen = await answered(pilot, then=approval)
        screen.answers.choose(9)


RULES = (
    KeptRule(
        1,
        Rule(
            "elicitation/create",
            {"action": "accept", "content": {"branch": "alder", "day": "2026-12-04", "time": "morning"}},
            r"^It is at two branches\. Choose one, and a day that suits\.$",
        ),
        "server",
        used=3,
    ),
    KeptRule(2, Rule("elicitation/create", {"action": "decline"}, "^Pay € "), "session", on=False),
    KeptRule(3, Rule("sampling/createMessage", {"command": True}), "file", used=1),
)


async def test_rules(picture):
    async with picture("answers-rules", others.busy(), SMALL) as pilot:
        screen = pilot.app.screen
        await until(pilot, lambda: screen.answers.waiting == 3, "the questions")
        screen.answers.bridge_desk = SimpleNamespace(
            rules=RULES, problem="", roots=(), switches={}, approve="none", has_command=True
        )
        await press(pilot, "5", "escape", "escape", "full_stop")


async def test_roots(picture):
    told = "A modern server is not notified: it asks for the roots within a call, and gets the new list."
    async with picture("answers-roots", others.busy(), SMALL) as pilot:
        screen = pilot.app.screen
        await until(pilot, lambda: screen.answers.waiting == 3, "the questions")
        screen.answers.bridge_desk.set_roots(("/srv/alder/export", "library://branches/harbour"))
        screen.answers.roots.told = Decision(
            "roots", "roots/list", "changed, nothing is sent", told, clause="2026-07-28 client/roots#message-flow"
        )
        await press(pilot, "5", "escape", "escape", "full_stop", "full_stop")


async def test_switches(picture):
    async with picture("answers-switches", others.busy(), SMALL) as pilot:
        await until(pilot, lambda: pilot.app.screen.answers.waiting == 3, "the questions")
        await press(pilot, "5", "escape", "escape", "comma", "space", "down", "down", "down", "space")
