"""What a mock says to a request that it cannot answer, so that whoever reads it knows what to do."""

from dataclasses import dataclass
from typing import Final

from inspector.analysis.differences import Difference
from inspector.serving.calling import Fault
from inspector.serving.mock.matching import Matcher, Near
from inspector.serving.mock.scenes import Scene
from inspector.wire.json import MISSING, Json, dumps
from inspector.wire.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND

_SHOWN: Final = 80
_MOST: Final = 5


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error answer, and the recorded request that it names, if any."""

    fault: Fault
    scene: Scene | None = None


def unmatched(matcher: Matcher, method: str, params: dict[str, Json]) -> Refusal:
    """The recording has no such request: which is the nearest, and how does it differ?"""
    near = matcher.nearest(method, params)
    if near is None:
        had = ", ".join(matcher.methods[:12]) or "no request at all"
        said = f"The recording has no {method}. It has {had}"
        return Refusal(Fault(METHOD_NOT_FOUND, said, {"recorded": list(matcher.methods)}))
    name = params.get("name", params.get("uri", ""))
    what = f"{method} {name}".strip() if isinstance(name, str) else method
    said = f"The recording has no {what} like this. The nearest is record {near.scene.seq}: {told(near.differences)}"
    names = matcher.names(method)
    if isinstance(name, str) and name and name not in names and names:
        said += f". Recorded are {', '.join(names)}"
    return Refusal(Fault(INVALID_PARAMS, said, {"nearest": _nearest(near)}), near.scene)


def incomplete(scene: Scene) -> Refusal:
    """The recording has the request and no answer to it."""
    said = f"The recording has no answer to this request, which is record {scene.seq}: {scene.detail}"
    return Refusal(Fault(INTERNAL_ERROR, said, {"record": scene.seq}), scene)


def told(found: tuple[Difference, ...]) -> str:
    """Differences as a person reads them; foreign text."""
    parts = [f"{one.where} was {_value(one.before)} and is {_value(one.after)}" for one in found[:_MOST]]
    more = f" and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return "; ".join(parts) + more


def _value(value: Json) -> str:
    if value is MISSING:
        return "absent"
    text = dumps(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _nearest(near: Near) -> dict[str, Json]:
    return {
        "record": near.scene.seq,
        "method": near.scene.method,
        "params": dict(near.scene.params),
        "differences": [
            {"path": one.where}
            | {name: value for name, value in (("recorded", one.before), ("now", one.after)) if value is not MISSING}
            for one in near.differences[:_MOST]
        ],
    }
