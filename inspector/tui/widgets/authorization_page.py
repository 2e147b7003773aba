"""The authorizations of a session as a page: what came out, each step with its reason, and what can be done now."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from textual.strip import Strip

from inspector.analysis.authorization import Flow, Kind, Step
from inspector.tui.cells import Line, Span
from inspector.tui.glyphs import in_glyphs
from inspector.tui.numbers import apart, counted, duration, waited
from inspector.tui.roles import Roles
from inspector.tui.signing import Signing, TokenFacts
from inspector.tui.widgets.authorization_steps import coming_strips, detail_strips, sign_of, step_line, web_lines
from inspector.tui.widgets.authorization_tokens import decoded_rows, kept_rows
from inspector.tui.widgets.page_text import Button, beside, button_rows, prose, section
from inspector.tui.widgets.page_view import PageLine, block
from inspector.tui.widgets.question_page import address_strips

NEXT: Final = ("next",)
"""The stop of what a person is waited for to do: let a step be done, or give a secret."""

NOT_GOING: Final = Signing()
"""Nothing goes on."""

_MOST: Final = 200
"""Flows that have a row; a session that signs in more often is told to have done so."""

_TITLES: Final[dict[Kind, str]] = {
    "sign in": "sign in",
    "step up": "step up",
    "refresh": "refresh",
    "client credentials": "as ourselves",
    "assertion": "by an assertion",
    "enterprise": "by an identity provider",
}
_HOW: Final[dict[Kind, str]] = {
    "sign in": "Somebody signed in",
    "step up": "More scopes were granted",
    "refresh": "The refresh token was taken",
    "client credentials": "The client proved itself",
    "assertion": "The assertion was taken",
    "enterprise": "The identity provider allowed it",
}


@dataclass(frozen=True, slots=True)
class AuthorizationShown:
    """All that the page shows. `now` is in seconds of the session, and `waited` how long the person has been waited
    for; `epoch` is the present in seconds since the epoch, None in a recording. `live`: something can be done."""

    flows: tuple[Flow, ...] = ()
    signing: Signing = NOT_GOING
    kept: TokenFacts | None = None
    live: bool = True
    now: float = 0.0
    waited: float = 0.0
    epoch: float | None = None

    @property
    def has_clock(self) -> bool:
        """Whether it shows something that goes on."""
        return self.live and (self.signing.going or bool(self.flows and self.flows[-1].state == "going"))


def authorization_page(
    shown: AuthorizationShown, width: int, roles: Roles, *, unfolded: int, chosen: Hashable, airy: bool
) -> list[PageLine]:
    """The page. `unfolded` is the number of the flow whose steps are shown, `chosen` the stop of the cursor."""
    empty = PageLine(Line(roles).strip(width))
    gap = [empty] if airy else []
    page: list[PageLine] = [*gap]
    if not shown.flows:
        page += _nothing(shown, width, roles)
    first = max(len(shown.flows) - _MOST, 0)
    if first:
        told = f"{counted(first, 'earlier authorization')}: the traffic has them."
        page += block(prose([(told, "muted")], width, roles))
    for flow in shown.flows[first:]:
        if len(shown.flows) > 1:
            page.append(_flow_line(flow, width, roles, is_open=flow.number == unfolded))
        if flow.number == unfolded:
            page += _flow_lines(shown, flow, width, roles, chosen, gap)
    if shown.signing.wrong:
        page += block(prose([(shown.signing.wrong, "error")], width, roles))
    for said in shown.signing.given_back:
        page += block(prose([(said, "muted")], width, roles))
    page.append(empty)
    page += _buttons(shown, width, roles)
    return page


def _nothing(shown: AuthorizationShown, width: int, roles: Roles) -> list[PageLine]:
    page = block(prose([("No authorization by OAuth was asked for.", "muted")], width, roles))
    if shown.kept is not None:
        page.append(PageLine(Line(roles).strip(width)))
        page.append(PageLine(section("Kept for this server", width, roles)))
        page += block(kept_rows(shown.kept, width, roles, now=shown.epoch))
    return page


def _flow_line(flow: Flow, width: int, roles: Roles, *, is_open: bool) -> PageLine:
    glyphs, line = roles.glyphs, Line(roles)
    line.fill_to(2)
    line.write(glyphs.open if is_open else glyphs.closed, "muted")
    line.write(f" {flow.number} ", "muted")
    line.write(f"{_TITLES[flow.kind]} ", "bold")
    line.fill_to(28)
    line.write(*sign_of(flow.state, glyphs))
    line.write(" ")
    current = flow.current
    said = f"{current.id}: {current.said}" if flow.state != "done" else current.said
    line.foreign(in_glyphs(said, glyphs), width - 12 - line.cells, "muted", reference=False)
    line.right(duration(flow.ms / 1000), width - 2, "muted")
    return PageLine(line.strip(width), ("flow", flow.number))


def _flow_lines(
    shown: AuthorizationShown, flow: Flow, width: int, roles: Roles, chosen: Hashable, gap: Sequence[PageLine]
) -> list[PageLine]:
    wide = width >= 120
    left = width * 11 // 20 if wide else width
    page = block(_headline(shown, flow, width, roles))
    page += gap
    is_last = flow is shown.flows[-1]
    numbered = list(enumerate(flow.steps, 1))
    come = max(number for number, step in numbered if step.state != "coming")
    rows: list[PageLine] = []
    looked_at = next((step for step in flow.steps if (flow.number, step.id) == chosen), flow.current)
    for number, step in numbered[:come]:
        stop = (flow.number, step.id)
        goes = shown.live and is_last and step.state in ("going", "waiting") and shown.signing.waits in ("", "browser")
        line = step_line(step, number, left, roles, clock=max(shown.now - step.since, 0.0) if goes else None)
        rows.append(PageLine(line.strip, stop, line.hits))
        url = shown.signing.url if step.state == "waiting" and shown.live and is_last else ""
        if url and not wide:
            rows += block(address_strips(url, left, roles), stop)
        elif step is looked_at or step.state in ("failed", "waiting"):
            rows += block(detail_strips(step, left, roles), stop)
            if not wide:
                rows += [
                    PageLine(one.strip, stop, one.hits) for one in web_lines(step, left, roles, at=6, bodies=False)
                ]
                rows += block(_decoded(shown, step, left, roles, at=6, brief=True), stop)
    if is_last and shown.live and shown.signing.waits in ("step", "secret"):
        rows.append(_next_line(shown, left, roles))
    rows += block(coming_strips(numbered[come:], left, roles))
    if not wide:
        return [*page, *rows]
    title = f"{flow.steps.index(looked_at) + 1} {looked_at.id}"
    right = [PageLine(section(title, width - left, roles))]
    right += web_lines(looked_at, width - left, roles, at=2, bodies=True)
    right += block(_decoded(shown, looked_at, width - left, roles, at=2))
    if looked_at.state == "waiting" and shown.live and is_last and shown.signing.url:
        right += block(address_strips(shown.signing.url, width - left, roles))
    elif len(right) == 1:
        right += block(prose([("No request of ours belongs to it.", "muted")], width - left, roles))
    return [*page, *_beside(rows, right, left, width, roles)]


def _beside(
    rows: Sequence[PageLine], right: Sequence[PageLine], left_width: int, width: int, roles: Roles
) -> list[PageLine]:
    """Two columns, each row with the stop of its left half and what can be clicked in both."""
    strips = beside([row.strip for row in rows], [row.strip for row in right], left_width, width, roles)
    page: list[PageLine] = []
    for number, strip in enumerate(strips):
        here = rows[number] if number < len(rows) else PageLine(strip)
        moved = right[number].hits if number < len(right) else ()
        hits = (*here.hits, *(type(hit)(hit.start + left_width, hit.end + left_width, hit.action) for hit in moved))
        page.append(PageLine(strip, here.stop, hits))
    return page


def _decoded(
    shown: AuthorizationShown, step: Step, width: int, roles: Roles, *, at: int, brief: bool = False
) -> list[Strip]:
    rows: list[Strip] = []
    for token in step.decoded:
        rows += decoded_rows(token, width, roles, now=shown.epoch, server=token.resource, at=at, brief=brief)
    return rows


def _headline(shown: AuthorizationShown, flow: Flow, width: int, roles: Roles) -> list[Strip]:
    spans: list[Span]
    signing = shown.signing if shown.live and flow is shown.flows[-1] else NOT_GOING
    if flow.state == "failed":
        spans = [("Not authorized.", "error bold"), (f" S{flow.place[1:]}, failed.", "")]
    elif signing.waits == "step":
        spans = [("Stopped", "waiting bold"), (f" before the next step, for {waited(shown.waited)}.", "")]
    elif signing.waits == "secret":
        spans = [("Waiting for the secret", "waiting bold"), (f" of your client, for {waited(shown.waited)}.", "")]
    elif signing.waits == "browser":
        spans = [("Waiting for the browser", "waiting bold"), (f" {waited(shown.waited)}", "bold")]
        spans += [(f" {roles.glyphs.dot} sign in for ", "muted"), (signing.told, "")] if signing.told else []
    elif flow.state == "going":
        spans = [("Under way.", "bold"), (f" S{flow.place[1:]}.", "")]
    else:
        spans = [("Authorized.", "success bold"), (f" {_HOW[flow.kind]}.", ""), *_token(shown, flow)]
    return prose(spans, width, roles)


def _token(shown: AuthorizationShown, flow: Flow) -> list[Span]:
    token = next((one for step in reversed(flow.steps) for one in reversed(step.decoded) if one.kind), None)
    if token is None:
        return []
    said = f" A {token.kind} token of {token.issuer}"
    if token.expires is None:
        return [(f"{said}.", "muted")]
    left = token.expires - (token.at if shown.epoch is None else shown.epoch)
    if left < 0:
        return [(f"{said}, expired", "muted"), (f" {apart(left)} ago.", "error")]
    return [(f"{said}, for {apart(left)}{' more' if shown.epoch is not None else ''}.", "muted")]


def _next_line(shown: AuthorizationShown, width: int, roles: Roles) -> PageLine:
    line = Line(roles)
    line.fill_to(2)
    line.write(roles.glyphs.waiting, "waiting bold")
    line.fill_to(6)
    line.write("next", "bold")
    line.fill_to(17)
    words = "give the secret of your client" if shown.signing.waits == "secret" else shown.signing.before
    line.foreign(words, width - 10 - line.cells, "waiting", reference=False)
    return PageLine(line.strip(width), NEXT)


def _buttons(shown: AuthorizationShown, width: int, roles: Roles) -> list[PageLine]:
    signing, glyphs = shown.signing, roles.glyphs
    pauses = Button("pauses", f"{glyphs.on if signing.pauses else glyphs.off} pause before each", "Space")
    buttons: list[Button] = []
    if not shown.live:
        return block(prose([("needs a server: 0", "muted")], width, roles)) if shown.flows else []
    if signing.waits == "step":
        buttons = [Button("step", "Step", "Enter", main=True), Button("run", "Run on", "^R"), pauses]
    elif signing.waits == "secret":
        buttons = [Button("secret", "Give the secret", "Enter", main=True), pauses]
    elif signing.waits == "browser":
        if signing.opens:
            buttons.append(Button("browse", "Open in browser", "Enter", main=True))
        buttons += [Button("copy", "Copy URL", "y", main=not signing.opens)]
        buttons += [Button("bring", "Paste the address back", "b"), pauses]
    elif signing.going:
        buttons = [pauses]
    if signing.going:
        buttons.append(Button("abandon", "Give up", "x"))
    elif signing.possible:
        buttons = [Button("forget", "Forget and start again", "F"), Button("anew", "Sign in again", "N"), pauses]
    return [PageLine(strip, hits=hits) for strip, hits in button_rows(buttons, width, roles)] if buttons else []
