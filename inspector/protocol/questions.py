"""What servers ask of the person, what can be said back, and rules that say it without a person.

A question is one `elicitation/create`, `sampling/createMessage` or `roots/list`: a request of its own in the legacy
era, a member of `inputRequests` in the modern one (`2026-07-28 basic/patterns/mrtr`). The format of rules is that of
`--answers`: a JSON list of `{"method", "message": regex, "answer": result | {"error": {code, message}}}`; the first
that fits is taken. For sampling the answer may be `{"command": true}`: what the person's command prepares is sent.

One question is our own: whether a call may go out (`tools/call`), where the person wants to approve calls.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inspector.errors import UsageError
from inspector.wire.json import MISSING, Json, Missing, NotJson, dumps, parse_written, pretty
from inspector.wire.versions import Era

ASKABLE = ("elicitation/create", "sampling/createMessage", "roots/list")
APPROVAL: Final = "tools/call"
"""The method of a question that we ask ourselves, before a call goes out."""

BY_COMMAND: Final[Json] = {"command": True}
"""The answer of a rule that has the person's command answer."""


@dataclass(slots=True, eq=False)
class Question:
    """One thing the server asks. `number` counts the session's questions; `record` is the one it came in.

    An approval is one too: its method is `tools/call`, `params` is what would be sent, and `record` is 0; `because`
    says why the person is asked. It goes out if the answer is `accept()`, and by nothing else.

    `key` is its member of `inputRequests` (modern), `request_id` its id (legacy); `about` is the tool, prompt or
    resource that it is asked for, as far as that is clear. `asked_at` in journal seconds. `problems` say where it
    departs from the specification; it can be answered all the same. `withdrawn` says why nobody shall answer any more,
    `command_failed` how the person's command failed that was to prepare an answer.
    """

    number: int
    method: str
    params: dict[str, Json]
    era: Era
    record: int
    key: str = ""
    request_id: Json = None
    op: int | None = None
    about: str = ""
    asked_at: float = 0.0
    raw: Json = None
    problems: tuple[str, ...] = field(default=())
    withdrawn: str = ""
    because: str = ""
    command_failed: str = ""

    @property
    def is_approval(self) -> bool:
        """Whether we ask it ourselves: may this call go out?"""
        return self.method == APPROVAL

    @property
    def message(self) -> str:
        """The server's words, as far as it has any."""
        if self.is_approval:
            return f"Call {self.about}?"
        message = self.params.get("message")
        if isinstance(message, str):
            return message
        if self.method not in ASKABLE:
            return f"Answer {self.method}"
        if self.method == "elicitation/create":
            return "The server asks, without words"
        return "What are your roots?" if self.method == "roots/list" else "Answer as the model"

    @property
    def mode(self) -> str:
        """`form`, `url` or what the server wrote, for an elicitation; else sampling, roots, approval or unknown."""
        if self.method == "elicitation/create":
            mode = self.params.get("mode")
            return "form" if mode is None else mode if isinstance(mode, str) else "unknown"
        return _MODES.get(self.method, "unknown")


_MODES: Final = {"roots/list": "roots", "sampling/createMessage": "sampling", APPROVAL: "approval"}


def question_problems(method: str, params: Mapping[str, Json]) -> tuple[str, ...]:
    """Where a question departs from the specification: it is none that may be asked, or of a mode that there is not.

    `2026-07-28 client/elicitation#elicitation-requests`, `2026-07-28 basic/patterns/mrtr#supported-requests`.
    """
    if method not in ASKABLE:
        return (f"{method or 'an empty method'} is nothing that a server may ask",)
    wrong = wrong_mode(method, params)
    return (wrong,) if wrong else ()


def wrong_mode(method: str, params: Mapping[str, Json]) -> str:
    """Why nobody can be put before an elicitation: its mode is unknown, or it names no page. Empty for any other."""
    if method != "elicitation/create":
        return ""
    mode = params.get("mode")
    if mode not in (None, "form", "url"):
        return f"the mode is {dumps(mode)[:60]}, neither form nor url"
    if mode == "url" and not isinstance(params.get("url"), str):
        return "the mode is url, and there is no url"
    return ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back: a result, or a refusal as an error object. `by`: person, rule, list, command or recording."""

    result: Json | Missing = MISSING
    error: dict[str, Json] | None = None
    by: str = "person"


def accept(content: Json) -> Answer:
    """An elicitation accepted. `content` is an object, if need be an empty one (URL mode has none: pass MISSING)."""
    return Answer({"action": "accept"} if content is MISSING else {"action": "accept", "content": content})


def decline() -> Answer:
    """The person said no; no content goes with it."""
    return Answer({"action": "decline"})


def cancel() -> Answer:
    """The person did not choose."""
    return Answer({"action": "cancel"})


@dataclass(frozen=True, slots=True)
class Rule:
    """Always answer `method` (where `message` is found in the server's words) with `answer`."""

    method: str
    answer: Json
    message: str | None = None

    def fits(self, question: Question) -> bool:
        """Whether this rule answers the question."""
        if self.method != question.method:
            return False
        return self.message is None or re.search(self.message, question.message) is not None

    @property
    def by_command(self) -> bool:
        """Whether the person's command is to answer."""
        return self.method == "sampling/createMessage" and self.answer == BY_COMMAND

    def say(self, question: Question) -> Answer:
        """The answer that the rule gives. A page has no form: of an answer to it the content stays out.

        `2026-07-28 client/elicitation#response-actions`: `content` is for form mode alone.
        """
        if isinstance(self.answer, dict) and isinstance(self.answer.get("error"), dict):
            return Answer(error=self.answer["error"], by="rule")
        if question.mode == "url" and isinstance(self.answer, dict):
            return Answer({name: member for name, member in self.answer.items() if name != "content"}, by="rule")
        return Answer(self.answer, by="rule")


def read_rules(text: str, source: str) -> tuple[Rule, ...]:
    """The rules of an `--answers` file. Raises UsageError that names file and entry."""
    try:
        entries = parse_written(text)
    except NotJson as error:
        line = text.count("\n", 0, error.position) + 1
        raise UsageError(f"{source} is not JSON.", why=f"{error.reason}, line {line}.") from None
    if not isinstance(entries, list):
        raise UsageError(
            f"{source} is no list of rules.", hint='Write [{"method": "elicitation/create", "answer": {…}}].'
        )
    return tuple(_rule(entry, f"{source}, rule {number}") for number, entry in enumerate(entries, 1))


def _rule(entry: Json, where: str) -> Rule:
    if not isinstance(entry, dict):
        raise UsageError(f"{where} is no object.")
    method, answer, message = entry.get("method"), entry.get("answer", MISSING), entry.get("message")
    if method not in ASKABLE:
        raise UsageError(f"{where} has no known method.", why=f"It may be {', '.join(ASKABLE)}.")
    if not isinstance(answer, dict):
        raise UsageError(f"{where} has no answer.", hint='An answer is an object, such as {"action": "decline"}.')
    if message is not None:
        try:
            re.compile(message)
        except (re.error, TypeError) as error:
            raise UsageError(f"{where} has a message that is no regular expression.", why=str(error)) from None
    return Rule(method, answer, message)


def rule_for(question: Question, answer: Answer) -> Rule | None:
    """The rule that always gives this answer to this question: to its method, and to its words where it has any.

    The words must be the same from beginning to end. None where no rule should hold it: what no server may ask, an
    approval, an answer that holds neither an object nor an error, and consent to a page, for a rule knows no address
    (`2026-07-28 client/elicitation#safe-url-handling`: explicit consent to each).
    """
    given: Json = {"error": answer.error} if answer.error is not None else answer.result
    if question.method not in ASKABLE or not isinstance(given, dict):
        return None
    if question.mode == "url" and given.get("action") == "accept":
        return None
    words = question.params.get("message")
    said = question.method == "elicitation/create" and isinstance(words, str)
    return Rule(question.method, given, f"^{_SIGNS.sub(_escaped, str(words))}$" if said else None)


_SIGNS: Final = re.compile(r"[.^$*+?{}\[\]\\|()]")


def _escaped(sign: re.Match[str]) -> str:
    return f"\\{sign[0]}"


def rules_text(rules: Sequence[Rule]) -> str:
    """The rules in the format of `--answers`, as `read_rules` reads them; digits as they were."""
    entries: list[Json] = []
    for rule in rules:
        words = {} if rule.message is None else {"message": rule.message}
        entries.append({"method": rule.method, **words, "answer": rule.answer})
    return pretty(entries) + "\n"
