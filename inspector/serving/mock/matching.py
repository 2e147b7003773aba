"""Which recorded request is the one that a client makes now: exactly, then as loosely as somebody has declared.

Never part of the match are ids, `_meta` (progress tokens, log level, who asks) and what a later round adds; no
`arguments` are as good as empty ones, and `1.0` is `1`. Looser than that, in this order:

    ignored     what stands at a path that the person named (`$.params.arguments.at`) is not looked at
    redacted    where the recording has only a sign for a secret, anything may stand
    loose       a request that was not recorded is taken for the nearest with its method and name, if the person says so
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from inspector.analysis.compare.answers import HIDDEN, alike
from inspector.analysis.compare.asked import ordered
from inspector.analysis.differences import Difference, Ignored, differences, nothing_ignored
from inspector.serving.mock.scenes import Scene
from inspector.wire.json import Json, dumps
from inspector.wire.methods import name_of

_LEFT_OUT: Final = ("_meta", "inputResponses", "requestState")
_TELLS: Final = 5
"""Names that a sentence tells of."""
_LOOKED_AT: Final = 500
"""Different requests among which the nearest is looked for."""


@dataclass(frozen=True, slots=True)
class Looseness:
    """What the person declared: `ignored` tells of paths below the message, `nearest` admits the nearest request."""

    ignored: Ignored = nothing_ignored
    nearest: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """The recorded request that comes nearest, and in what it differs."""

    scene: Scene
    differences: tuple[Difference, ...]


def plain_params(method: str, params: Mapping[str, Json]) -> dict[str, Json]:
    """What counts of a request's params."""
    kept: dict[str, Json] = {}
    for name, value in params.items():
        if name in _LEFT_OUT or (name == "arguments" and value in (None, {})) or (name == "cursor" and value is None):
            continue
        # How long a task is to be kept is of no account.
        kept[name] = {} if name == "task" and method == "tools/call" else _plain(value)
    return kept


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


class Matcher:
    """Finds the scenes of a request."""

    def __init__(self, scenes: Iterable[Scene], looseness: Looseness | None = None) -> None:
        self._looseness = looseness or Looseness()
        self._exact: dict[str, list[Scene]] = defaultdict(list)
        self._hiding: list[Scene] = []
        self._by_method: dict[str, list[Scene]] = defaultdict(list)
        for scene in scenes:
            same = self._exact[self.key(scene.method, scene.params)]
            same.append(scene)
            if len(same) == 1:
                self._by_method[scene.method].append(scene)
            if HIDDEN.search(dumps(scene.params)):
                self._hiding.append(scene)

    @property
    def methods(self) -> list[str]:
        """The methods that were recorded."""
        return list(self._by_method)

    def key(self, method: str, params: Mapping[str, Json]) -> str:
        """What two requests have in common that ask the same."""
        return f"{method} {dumps(ordered(self._counting(method, params)))}"

    def _counting(self, method: str, params: Mapping[str, Json]) -> Json:
        plain = plain_params(method, params)
        ignored = self._looseness.ignored
        if ignored is nothing_ignored:
            return plain
        return _without({"params": plain}, ignored, ())

    def exact(self, method: str, params: Mapping[str, Json]) -> list[Scene]:
        """The scenes that ask this, in their order; what was redacted in one may be anything."""
        found = self._exact.get(self.key(method, params)) or self._as_task(method, params)
        if found:
            return found
        return [
            scene
            for scene in self._hiding
            if scene.method == method and all(alike(one.before, one.after) for one in self.differ(scene, params))
        ]

    def _as_task(self, method: str, params: Mapping[str, Json]) -> list[Scene]:
        """The scenes of the same call, there with and here without a task, or the reverse."""
        if method != "tools/call":
            return []
        bare = {name: value for name, value in params.items() if name != "task"}
        return self._exact.get(self.key(method, bare if "task" in params else {**bare, "task": {}}), [])

    def loose(self, method: str, params: Mapping[str, Json]) -> Near | None:
        """The nearest scene with this method and name, if looseness allows that; one with an answer before others."""
        near = self.nearest(method, params)
        named = near is not None and near.scene.name == (name_of(method, params) or "")
        return near if named and self._looseness.nearest else None

    def nearest(self, method: str, params: Mapping[str, Json]) -> Near | None:
        """The recorded request of this method that comes nearest: by its name, then by the fewest differences."""
        name = name_of(method, params) or ""
        scenes = self._by_method.get(method, [])
        same = [scene for scene in scenes if scene.name == name]
        if not same and name:
            close = get_close_matches(name, {scene.name for scene in scenes}, 1, 0.0)
            same = [scene for scene in scenes if scene.name in close]
        near = [Near(scene, tuple(self.differ(scene, params))) for scene in (same or scenes)[:_LOOKED_AT]]
        return min(near, key=lambda one: (not one.scene.is_whole, len(one.differences)), default=None)

    def differ(self, scene: Scene, params: Mapping[str, Json]) -> list[Difference]:
        """In what the params differ, recorded and now; paths as in a message."""
        recorded, now = (plain_params(scene.method, one) for one in (scene.params, params))
        return differences({"params": recorded}, {"params": now}, self._looseness.ignored)

    def names(self, method: str) -> list[str]:
        """The names that were recorded with a method, each once."""
        return list(dict.fromkeys(scene.name for scene in self._by_method.get(method, []) if scene.name))[:_TELLS]


def _without(value: Json, ignored: Ignored, path: tuple[str | int, ...]) -> Json:
    if isinstance(value, dict):
        return {
            name: _without(member, ignored, (*path, name))
            for name, member in value.items()
            if not ignored((*path, name))
        }
    if isinstance(value, list):
        return [_without(one, ignored, (*path, at)) for at, one in enumerate(value) if not ignored((*path, at))]
    return value
