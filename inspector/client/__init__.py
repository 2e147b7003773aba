"""The client: request, cancel, answer, drive a conversation; it owns every task."""

from inspector.client.desk import Asker, Desk
from inspector.client.options import CAPABILITIES, Connector, Options
from inspector.client.session import Client

__all__ = ["CAPABILITIES", "Asker", "Client", "Connector", "Desk", "Options"]
