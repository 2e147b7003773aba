"""What places ask of the session screen: few messages, so that it routes, and each place minds its own widgets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from inspector.config.target import Target
from inspector.protocol.questions import Answer
from inspector.tui.start import Again
from inspector.tui.widgets.copy_bar import Copyable

if TYPE_CHECKING:
    from inspector.tui.widgets.detail_tabs import Side


@dataclass
class OpenTarget(Message):
    """A session with this target, in place of the one that is shown. `source`: the server file that names it; `again`
    is what is sent again as soon as it is connected."""

    target: Target
    source: Path | None = None
    again: Again | None = None


@dataclass
class OpenRecording(Message):
    """This recording, in place of the session that is shown."""

    path: Path


@dataclass
class ConnectAs(Message):
    """Connect again: in a mode or another way (`handshake_page.CONNECT_AS`), or with an empty one as before.

    `repeat`: what was called last is called again once the server is there. `version`: with this one, whatever it is.
    """

    mode: str = ""
    repeat: bool = False
    version: str = ""


@dataclass
class PlaceWanted(Message):
    """Another place is to be shown; with none named, the one that was shown before."""

    place: str = ""


@dataclass
class RecordWanted(Message):
    """The detail of a record is to be shown; at the tab on which that stands for which it is opened (`side`, as in
    `widgets.detail_tabs.Side`), else at the one that was open last."""

    seq: int
    side: "Side | None" = None


@dataclass
class CompareWanted(Message):
    """Two records are to be shown side by side, the marked one first."""

    first: int
    second: int


@dataclass
class CompareSessions(Message):
    """Two sessions are to be shown beside each other, difference by difference, the older first.

    Any place may post it: with two recordings (the two that are marked in a list, say), or with one, which is compared
    with the session that is shown, as far as that has come.
    """

    first: Path
    second: Path | None = None


@dataclass
class SendAgain(Message):
    """Recorded requests are to be sent again over the connection of the session that is shown, each answer compared.

    `path` is the recording, None for the session itself; `only` are the records of the requests, None for all. A
    session without a server asks first for one to connect to.
    """

    path: Path | None = None
    only: frozenset[int] | None = None


@dataclass
class ResendWanted(Message):
    """The requests that these records belong to are to be sent again, each answer compared with the one before."""

    seqs: tuple[int, ...]


@dataclass
class EditWanted(Message):
    """The message of a record is to be edited and sent again."""

    seq: int


@dataclass
class NoteWanted(Message):
    """A note on a record, or on the session (None), is to be written."""

    seq: int | None


@dataclass
class TextWanted(Message):
    """A text is to be written or changed: asked for by `label`, beginning with `text`; `then` gets it."""

    label: str
    text: str
    then: Callable[[str], object]


@dataclass
class Answered(Message):
    """The person has answered a question of the server."""

    number: int
    answer: Answer


@dataclass
class SignWanted(Message):
    """A person does something about an authorization: `deed` as in `widgets.authorization.SignDeed`, with its text."""

    deed: str
    text: str = ""


@dataclass
class CopyWanted(Message):
    """This text to the clipboard; `what` says in a word or two what it is. Both may be foreign."""

    text: str
    what: str = ""


@dataclass
class CopiesWanted(Message):
    """As which of these something is to be copied is to be asked."""

    choices: Sequence[Copyable]


@dataclass
class RecordCopiesWanted(Message):
    """As what a record is to be copied is to be asked."""

    seq: int


@dataclass
class SettingWanted(Message):
    """One of the person's settings is to be remembered as this (`config.settings`)."""

    key: str
    value: str


@dataclass
class Said(Message):
    """A sentence for the key line, for a while; it may hold foreign text."""

    text: str
