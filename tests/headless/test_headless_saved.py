"""`call --saved NAME`: what was saved in the interface for a server is called from the command line."""

import json

from inspector.config.saved_calls import CallStore, SavedCall
from inspector.config.target import DemoTarget
from tests.headless.running import Inspector


async def test_what_is_saved_under_a_name_is_called_and_another_name_is_refused(inspector: Inspector) -> None:
    store = CallStore(inspector.home / "state" / "calls", DemoTarget())
    store.put(SavedCall("tool", "search_catalogue", "one novel", '{"query": "idiot", "limit": 1}', 0.0))
    ran = await inspector("call", "search_catalogue", "--saved", "one novel", "--json", "--demo")
    assert (ran.code, ran.document["arguments"]) == (0, {"query": "idiot", "limit": 1})
    ran = await inspector("call", "search_catalogue", "--saved", "one nvel", "--json", "--demo")
    assert (ran.code, ran.stdout) == (2, b"") and "There is “one novel”" in ran.err
    assert json.loads(ran.stderr.splitlines()[-1])["error"]["kind"] == "usage"
    ran = await inspector("call", "search_catalogue", "query=x", "--saved", "one novel", "--demo")
    assert ran.code == 2 and "--saved and pairs exclude each other" in ran.err
