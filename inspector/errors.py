"""The exceptions of the program: our own faults and refusals, never a peer's offences (those are data).

    InspectorError                 what happened, why, what to do next; carries its exit code
    ├── UsageError            2    the command line, a file of ours or an argument cannot be used
    ├── OutputError           2    what a command has to say cannot be written
    ├── ConnectError          3    no connection came about, or the server died
    │   ├── NoCommonVersion   4    both sides are there, but no revision is common
    │   └── AuthorizationNeeded 7  401 or 403 with a challenge
    ├── TimedOut              6    no answer within the stated time
    ├── NobodyAnswered        8    the server asked and nobody could answer
    └── ProtocolBroken        9    the server broke the protocol and there is no usable answer

Exit codes are those of the contract; 0, 1, 5 and 130 are not faults of ours and have no class.
"""


def _ended(text: str) -> str:
    """A text that ends as a sentence does, once: others' words that stand at its end may bring a full stop or not."""
    text = text.rstrip()
    if text.endswith("..") and not text.endswith("..."):
        return text[:-1]
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


class InspectorError(Exception):
    """One sentence each for what happened (`message`), why (`why`) and what to do next (`hint`).

    `why` is given its full stop where it has none. `kind` names the class for `--json` readers; `exit_code` is the
    process's exit status.
    """

    kind = "failure"
    exit_code = 1

    def __init__(self, message: str, *, why: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.why = _ended(why)
        self.hint = hint

    @property
    def account(self) -> str:
        """Message and why in one text: a why that begins no sentence of its own follows behind a colon."""
        if self.why[:1].islower() and self.message.endswith("."):
            return f"{self.message[:-1]}: {self.why}"
        return f"{self.message} {self.why}".strip()


class UsageError(InspectorError):
    """Something that the person gave cannot be used as it stands; nothing was sent."""

    kind = "usage"
    exit_code = 2


class OutputError(InspectorError):
    """stdout is closed, or what it leads to takes nothing: the data of a command could not be given."""

    kind = "output"
    exit_code = 2


class ConnectError(InspectorError):
    """The connection did not come about, or ended: not found, refused, exited, closed."""

    kind = "connection"
    exit_code = 3


class NoCommonVersion(ConnectError):
    """The server offers no revision that we speak, or that the person allowed."""

    kind = "version"
    exit_code = 4


class AuthorizationNeeded(ConnectError):
    """The server answered 401 or 403; its challenge is in `why`."""

    kind = "authorization"
    exit_code = 7


class TimedOut(InspectorError):
    """No answer came within the time that was allowed."""

    kind = "timeout"
    exit_code = 6


class NobodyAnswered(InspectorError):
    """The server asked a question, and there was neither a rule nor a person to answer it."""

    kind = "unanswered"
    exit_code = 8


class ProtocolBroken(InspectorError):
    """The server broke the protocol, and what it sent cannot be used as the answer."""

    kind = "protocol"
    exit_code = 9
