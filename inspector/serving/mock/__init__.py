"""A mock of a recorded server: it answers what was recorded, in either era.

scenes, drafts, messages, script     each recorded request with all that the server said to it        pure
opening                              how the recorded server presented itself                         pure
matching, refusing                   which recorded request is meant, or which is the nearest         pure
run                                  what comes next: the order of answers, rounds, tasks             pure
translating                          what a message becomes in the other era                          pure
playing                              a scene on the stage, step by step
legacy_side, modern_side, capable    the stages: what a client of that era is told and asked
"""

from inspector.serving.calling import Send
from inspector.serving.mock.legacy_side import MockLegacy
from inspector.serving.mock.matching import Looseness, Matcher
from inspector.serving.mock.modern_side import MockModern
from inspector.serving.mock.playing import Manner
from inspector.serving.mock.run import Run
from inspector.serving.mock.script import Script, script_of

__all__ = ["Looseness", "Manner", "Mock", "Script", "script_of"]


class Mock:
    """A `Served`. Each session runs through the recording from its beginning; all modern requests are one run."""

    def __init__(self, script: Script, looseness: Looseness | None = None, manner: Manner | None = None) -> None:
        self.script = script
        self._matcher = Matcher(script.scenes, looseness or Looseness())
        self._manner = manner or Manner()

    def modern(self) -> MockModern:
        """One for all modern requests that come to a host."""
        return MockModern(self.script, Run(self._matcher), self._manner)

    def legacy(self, broadcast: Send) -> MockLegacy:
        """One for a session that begins."""
        return MockLegacy(self.script, Run(self._matcher), self._manner, broadcast)
