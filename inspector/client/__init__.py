"""The client: request, cancel, answer, drive a conversation; it owns every task."""

from inspector.client.desk import Asker, Desk
from inspector.client.session import CAPABILITIES, Client, Connector, Options

__all__ = ["CAPABILITIES", "Asker", "Client", "Connector", "Desk", "Options"]
