"""Rules about notifications: progress, and news of changes."""

from collections.abc import Iterable
from typing import Final

from inspector.analysis.reading import Reading, params_of
from inspector.analysis.rules.finding import MODERN_ONLY, NOTHING, ON_ITS_WAY, Adrift, Hit, Memory, Rule, was_cancelled
from inspector.analysis.words import brief, id_text, number, short
from inspector.protocol.exchanges import News, Progressed
from inspector.protocol.news import (
    ACKNOWLEDGED,
    FILTER_OF,
    SUBSCRIBED,
    TASK_NEWS,
    UPDATED,
    not_granted,
    subscription_id,
)
from inspector.wire.json import MISSING, Json
from inspector.wire.jsonrpc import id_key

_PROGRESS: Final = "2026-07-28 basic/patterns/progress"
_SUBSCRIPTIONS: Final = "2026-07-28 basic/patterns/subscriptions"
_DECLARED_BY: Final = {
    "notifications/message": ("logging", ""),
    "notifications/tools/list_changed": ("tools", "listChanged"),
    "notifications/prompts/list_changed": ("prompts", "listChanged"),
    "notifications/resources/list_changed": ("resources", "listChanged"),
    UPDATED: ("resources", "subscribe"),
}


def _unknown_token(reading: Reading, change: Progressed, memory: Memory) -> Iterable[Hit]:
    if change.exchange is not None:
        return NOTHING
    token, meant = params_of(change.notification).get("progressToken", MISSING), change.meant
    if meant is not None and meant.seq in memory.life.became and token == meant.token:
        return NOTHING  # the token stays good as long as the task does, and another rule looks at that
    if meant is not None:
        if was_cancelled(meant) and reading.record.at - (meant.ended_at or memory.last_cancelled) < ON_ITS_WAY:
            return NOTHING
        how = "after it had ended" if meant.state != "open" else f"with the token {id_text(token)}, of another type"
        text = f"progress of {short(meant.name or meant.method)} came {how}"
        return ((text, (meant.seq, reading.record.seq)),)
    name = "no token" if token is MISSING else f"the token {id_text(token)}, which belongs to no open request"
    return ((f"progress with {name}", (reading.record.seq,)),)


def _not_increasing(reading: Reading, change: Progressed, memory: Memory) -> Iterable[Hit]:
    exchange = change.exchange
    value = params_of(change.notification).get("progress")
    if exchange is None:
        return NOTHING
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return ((f"progress is {brief(value, 40)}, not a number", (reading.record.seq,)),)
    before = memory.progress.get(exchange.seq)
    memory.progress[exchange.seq] = value
    if before is None or value > before:
        return NOTHING
    return ((f"progress went from {number(before)} to {number(value)}", (exchange.seq, reading.record.seq)),)


def _undeclared(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    method = news.notification.method
    needs = _DECLARED_BY.get(method)
    if needs is None or reading.identity.era is None:
        return NOTHING
    capability, member = needs
    declared: Json = reading.identity.capabilities.get(capability, MISSING)
    if declared is MISSING:
        text, here = f"{method} came, though {capability} is not declared", (reading.record.seq,)
        return ((text, here, "error"),) if capability == "logging" else ((text, here),)
    if member and not (isinstance(declared, dict) and declared.get(member) is True):
        return ((f"{method} came, though {capability}.{member} is not declared", (reading.record.seq,)),)
    return NOTHING


def _named(news: News) -> Json:
    """The id of the subscription that news names, None where it names none."""
    named = subscription_id(params_of(news.notification))
    return None if named is MISSING else named


def _unrouted(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    method = news.notification.method
    if method not in SUBSCRIBED or reading.identity.era != "modern":
        return NOTHING
    here = reading.record.seq
    named = _named(news)
    if named is None:
        return ((f"{short(method)} names no subscription", (here,)),)
    listen = memory.listens.get(id_key(named))
    if listen is None:
        return ((f"{short(method)} names the subscription {id_text(named)}, and none of ours has that id", (here,)),)
    if listen.exchange.state != "open" or listen.exchange.cancelled:
        since = memory.cancelled.get(listen.exchange.seq, listen.exchange.ended_at)
        if was_cancelled(listen.exchange) and since is not None and reading.record.at - since < ON_ITS_WAY:
            return NOTHING
        return ((f"{short(method)} came after its subscription had ended", (listen.exchange.seq, here)),)
    return NOTHING


def _before_acknowledgement(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    method = news.notification.method
    if method not in SUBSCRIBED or reading.identity.era != "modern":
        return NOTHING
    listen = memory.listens.get(id_key(_named(news)))
    if listen is None:
        return NOTHING
    if method == ACKNOWLEDGED:
        listen.acknowledged = True
        return NOTHING
    if listen.acknowledged:
        return NOTHING
    text = f"{short(method)} came before its subscription was acknowledged"
    return ((text, (listen.exchange.seq, reading.record.seq)),)


def _not_requested(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    method = news.notification.method
    if reading.identity.era != "modern" or method not in FILTER_OF:
        return NOTHING
    listen = memory.listens.get(id_key(_named(news)))
    if listen is None:
        return NOTHING
    wanted = reading.params(listen.exchange).get("notifications")
    if isinstance(wanted, dict) and wanted.get(FILTER_OF[method]):
        return NOTHING
    where = (listen.exchange.seq, reading.record.seq)
    return ((f"{method} came, which the subscription did not ask for", where),)


def _other_subject(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    """News of a resource or a task that the subscription's filter does not name."""
    member = {UPDATED: "uri", TASK_NEWS: "taskId"}.get(news.notification.method)
    listen = memory.listens.get(id_key(_named(news)))
    if reading.identity.era != "modern" or member is None or listen is None:
        return NOTHING
    wanted = reading.params(listen.exchange).get("notifications")
    wishes = wanted.get(FILTER_OF[news.notification.method]) if isinstance(wanted, dict) else None
    subject = params_of(news.notification).get(member)
    # A resource may be told of by the URI of a sub-resource of what was asked for.
    covered = isinstance(subject, str) and any(
        subject == one or (member == "uri" and isinstance(one, str) and subject.startswith(one.rstrip("/") + "/"))
        for one in (wishes if isinstance(wishes, list) else ())
    )
    if not isinstance(wishes, list) or covered:
        return NOTHING  # where it was not asked for at all, another rule says so
    text = f"{short(news.notification.method)} is about {brief(subject, 60)}, which the subscription did not name"
    return ((text, (listen.exchange.seq, reading.record.seq)),)


def _narrowed(reading: Reading, news: News, memory: Memory) -> Iterable[Hit]:
    if news.notification.method != ACKNOWLEDGED or reading.identity.era != "modern":
        return NOTHING
    listen = memory.listens.get(id_key(_named(news)))
    if listen is None:
        return NOTHING
    wanted = reading.params(listen.exchange).get("notifications")
    granted = params_of(news.notification).get("notifications")
    missing = not_granted(wanted, granted)
    if not isinstance(granted, dict) or not missing:
        return NOTHING
    text = f"of what the subscription asked for, the server does not tell of {short(', '.join(missing), 200)}"
    return ((text, (listen.exchange.seq, reading.record.seq)),)


RULES: Final = (
    Rule(
        "progress-token",
        "Progress for a token that nobody gave, or after the end",
        "error",
        _PROGRESS + "#behavior-requirements",
        "Send progress only with the token of a request that is still open.",
        (Adrift,),
        _unknown_token,
    ),
    Rule(
        "progress-not-increasing",
        "Progress that does not increase",
        "error",
        _PROGRESS + "#progress-flow",
        "Each progress must be more than the one before.",
        (Progressed,),
        _not_increasing,
    ),
    Rule(
        "undeclared-notification",
        "A notification of a capability that is not declared",
        "warning",
        "2026-07-28 server/tools#capabilities",
        "Declare the capability that this notification belongs to.",
        (News,),
        _undeclared,
        methods=tuple(_DECLARED_BY),
    ),
    Rule(
        "unrouted-news",
        "News that name no open subscription",
        "error",
        _SUBSCRIPTIONS + "#receiving-notifications",
        "Put the id of the subscriptions/listen request, type kept, into _meta; stop when it has ended.",
        (News,),
        _unrouted,
        revisions=MODERN_ONLY,
        methods=tuple(SUBSCRIBED),
    ),
    Rule(
        "news-before-acknowledgement",
        "News before the subscription was acknowledged",
        "error",
        _SUBSCRIPTIONS + "#acknowledgment",
        "Send notifications/subscriptions/acknowledged first.",
        (News,),
        _before_acknowledgement,
        revisions=MODERN_ONLY,
        methods=tuple(SUBSCRIBED),
    ),
    Rule(
        "subscription-narrowed",
        "A subscription that was granted only in part",
        "info",
        _SUBSCRIPTIONS + "#acknowledgment",
        "This is allowed; declare no capability for news that are never sent.",
        (News,),
        _narrowed,
        revisions=MODERN_ONLY,
        methods=(ACKNOWLEDGED,),
    ),
    Rule(
        "news-of-another",
        "News of a resource or task that the subscription does not name",
        "error",
        _SUBSCRIPTIONS + "#opening-a-stream",
        "Send only news of the resources and tasks that the subscription's filter names.",
        (News,),
        _other_subject,
        revisions=MODERN_ONLY,
        methods=(UPDATED, TASK_NEWS),
    ),
    Rule(
        "news-not-requested",
        "News of a kind that the subscription did not ask for",
        "error",
        _SUBSCRIPTIONS + "#opening-a-stream",
        "Send only what the subscription's filter asks for.",
        (News,),
        _not_requested,
        revisions=MODERN_ONLY,
        methods=tuple(FILTER_OF),
    ),
)
