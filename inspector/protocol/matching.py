"""Which open request an answer belongs to: by its id, else by what carried it, else because nothing else waits."""

from inspector.protocol.changes import Exchange
from inspector.protocol.requests import OurRequests
from inspector.protocol.webs import Webs
from inspector.wire import events
from inspector.wire.jsonrpc import Error, Result, id_key, is_id


def match(
    event: events.Received, message: Result | Error, requests: OurRequests, webs: Webs
) -> tuple[Exchange | None, str]:
    """The request, None if it is none that is open; and how the match is inexact, empty if it is not."""
    named = requests.bearing(message.id)
    if named is not None:
        carried = requests.carried_by(event.http)
        if carried is not None and carried.state == "open" and id_key(carried.id) == id_key(message.id):
            return carried, ""  # of two with one id it is that of the POST in whose body it came
        same = id_key(named.id) == id_key(message.id)
        return named, "" if same else "the answer's id has another type than the request's"
    if refuses(event, message, requests, webs):
        return None, ""
    own = requests.carried_by(event.http)
    may_follow = message.id is not None and (event.before != b"" or webs.is_stream(event.http))
    if own is not None and own.state == "open" and not may_follow:
        return own, "the answer does not name the request's id"
    if event.http is None and isinstance(message, Error) and not is_id(message.id):
        waiting = requests.waiting()
        strange = next((one for one in waiting if not is_id(one.id)), None)
        if strange is not None:
            return strange, ""  # its id cannot be named: no id is what its answer must have
        if len(waiting) == 1:
            return waiting[0], "an error without an id, taken for the one open request's"
    return None, ""


def refuses(event: events.Received, message: Result | Error, requests: OurRequests, webs: Webs) -> bool:
    """Whether it is the error in the body of a refused exchange which carries no request of ours.

    The GET that resumes the stream of one carries none: what refuses it says nothing of the request.
    """
    web = webs.get(event.http)
    if web is None or web.status is None or 200 <= web.status < 300 or not isinstance(message, Error):
        return False
    return web.verb != "POST" or requests.carried_by(event.http) is None
