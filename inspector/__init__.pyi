from inspector.api import Authorization as Authorization
from inspector.api import AuthorizationNeeded as AuthorizationNeeded
from inspector.api import ConnectError as ConnectError
from inspector.api import Connection as Connection
from inspector.api import Excluded as Excluded
from inspector.api import InspectorError as InspectorError
from inspector.api import Journal as Journal
from inspector.api import JsonRpcError as JsonRpcError
from inspector.api import Listed as Listed
from inspector.api import NobodyAnswered as NobodyAnswered
from inspector.api import NoCommonVersion as NoCommonVersion
from inspector.api import Notification as Notification
from inspector.api import ProtocolBroken as ProtocolBroken
from inspector.api import Provider as Provider
from inspector.api import Question as Question
from inspector.api import Subscription as Subscription
from inspector.api import TimedOut as TimedOut
from inspector.api import UsageError as UsageError
from inspector.api import connect as connect
from inspector.api import prefilled as prefilled

__all__: list[str]
__version__: str
