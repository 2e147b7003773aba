"""The public API: what `import inspector` gives, loaded when it is first used.

authorizing   `Authorization`, how a protected server is given a token
connecting    `connect`, from what a program says to a connection
connection    `Connection`, one session with one server            listening, offered    its parts
handlers      what a program is called for                         faults                from replies to results
"""

from inspector.api.authorizing import Authorization
from inspector.api.connecting import connect
from inspector.api.connection import Connection
from inspector.api.faults import JsonRpcError
from inspector.api.handlers import Notification, prefilled
from inspector.api.listening import Subscription
from inspector.api.offered import Excluded, Listed
from inspector.errors import (
    AuthorizationNeeded,
    ConnectError,
    InspectorError,
    NobodyAnswered,
    NoCommonVersion,
    ProtocolBroken,
    TimedOut,
    UsageError,
)
from inspector.journal import Journal
from inspector.protocol.questions import Question
from inspector.transports.auth.wish import Provider

__all__ = [
    "Authorization",
    "AuthorizationNeeded",
    "ConnectError",
    "Connection",
    "Excluded",
    "InspectorError",
    "Journal",
    "JsonRpcError",
    "Listed",
    "NoCommonVersion",
    "NobodyAnswered",
    "Notification",
    "ProtocolBroken",
    "Provider",
    "Question",
    "Subscription",
    "TimedOut",
    "UsageError",
    "connect",
    "prefilled",
]
