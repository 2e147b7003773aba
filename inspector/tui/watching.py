"""From a change of the watched files to what it brought about: a restart, the lists, and the pinned call once more.

The screen tells it what happens, and asks it with each batch of records what is to be done next. It sends nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from inspector.analysis.catalog import Catalog
from inspector.analysis.compare.offered import Offers, compare_offered
from inspector.analysis.operation import ENDED
from inspector.analysis.restarts import AnswerChange, Answered, answer_change, are_listed, seen
from inspector.tui.model import Model
from inspector.wire.events import Received

Stage = Literal["held", "starting", "listing", "calling", "done", "failed"]
"""Not yet, since a question is open; the server starts; its lists are awaited; the call is; all is there; no server."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a change has come to so far. Times in seconds of the session; `fault` says why there is no server."""

    paths: Sequence[str]
    at: float
    stage: Stage
    took: float | None = None
    offers: Offers | None = None
    answer: AnswerChange | None = None
    fault: str = ""


class Watching:
    """What the changes of one session have come to; `report` is of the last, `count` how many there were."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.report: Report | None = None
        self.count = 0
        self._attempts = 0
        self._offered: Catalog | None = None  # before the change, as long as no comparison was made
        self._answered: Answered | None = None
        self._of: object = None  # the call that this is an answer to
        self._op: int | None = None

    def hold(self, paths: Sequence[str], at: float) -> None:
        """Files changed, and the restart has to wait."""
        self.report = Report(self._with_before(paths), at, "held")

    def begin(self, paths: Sequence[str], at: float, call: object, op: int | None) -> None:
        """Files changed, and the server is started again. `op` is what `call`, which will be repeated, was last."""
        self.report = Report(self._with_before(paths), at, "starting")
        self.count += 1
        self._attempts = len(self._model.session.handshakes)
        if self._offered is None:
            self._offered = seen(self._model.catalog)
        answered = self._model.last_answer(op) if op is not None else None
        # A call that a restart before this one has cut short is compared with its last answer.
        if answered is not None or call is not self._of:
            self._answered = answered
        self._of, self._op = call, None

    def failed(self, why: str) -> None:
        """There is no server."""
        if self.report is not None and self.report.stage in ("starting", "listing", "calling"):
            self.report = replace(self.report, stage="failed", fault=why)

    def called(self, name: str, op: int | None) -> None:
        """The call went out as this operation; None: it could not be made any more."""
        if self.report is not None:
            self._op = op
            state: Literal["gone", "running"] = "gone" if op is None else "running"
            self.report = replace(self.report, stage="calling", answer=AnswerChange(name, state))

    def look(self, now: float, repeat: Callable[[], bool]) -> None:
        """Take in what came since. `repeat` is asked for once the lists are there, and says whether a call goes out."""
        report = self.report
        if report is None or report.stage in ("held", "done", "failed"):
            return
        if report.stage == "starting" and self._is_there:
            report = self.report = replace(report, stage="listing", took=now - report.at)
        if self._model.session.death is not None and report.stage != "starting":
            self.failed(f"{self._model.session.death.title}.")
            return
        if report.stage == "listing" and are_listed(self._model.catalog):
            offers = compare_offered(self._offered, self._model.catalog) if self._offered is not None else None
            self._offered = None
            self.report = replace(report, offers=offers)
            if not repeat():
                self.report = replace(self.report, stage="done")
        if self.report is not None and self.report.stage == "calling":
            self._look_at_answer(self.report)

    @property
    def _is_there(self) -> bool:
        """Whether the new server has said who it is: what is listed then is its own."""
        model, number = self._model, len(self._model.session.handshakes)
        return number > self._attempts and model.offers.get(number) is model.catalog.lists

    def _look_at_answer(self, report: Report) -> None:
        change, op = report.answer, self._op
        operation = self._model.operations.all.get(op) if op is not None else None
        if change is None or change.state == "gone":
            self.report = replace(report, stage="done")
        elif operation is None or operation.state not in ENDED:
            asks = operation is not None and operation.state == "waiting"
            self.report = replace(report, answer=replace(change, state="asks" if asks else "running"))
        else:
            after = self._model.last_answer(operation.number)
            if after is None or operation.state in ("cancelled", "failed"):
                why = operation.detail or "it was cancelled"
                self.report = replace(report, stage="done", answer=replace(change, state="none", detail=why))
            else:
                size = sum(self._size(one) for one in (self._answered, after))
                told = answer_change(change.name, self._answered, after, size)
                self.report = replace(report, stage="done", answer=told)
                self._answered = after

    def _size(self, answered: Answered | None) -> int:
        record = self._model.record(answered[0]) if answered is not None else None
        return len(record.event.raw) if record is not None and isinstance(record.event, Received) else 0

    def _with_before(self, paths: Sequence[str]) -> tuple[str, ...]:
        """The files, with those of changes that nothing came of yet."""
        report = self.report
        before = report.paths if report is not None and report.stage in ("held", "starting") else ()
        return tuple(dict.fromkeys((*before, *paths)))
