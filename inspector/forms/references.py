"""`$ref` inside one document: never a file, never the network (`2026-07-28 basic/index#ref-resolution`).

The only other documents known are the meta-schemas of the dialects, which come with the package.
"""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urljoin

from inspector.forms import pointer
from inspector.forms.dialects import DRAFT_2020_12, Dialect
from inspector.wire.json import MISSING

_META_SCHEMAS: Final = ("https://json-schema.org/draft/20", "http://json-schema.org/draft-0")
_NOT_SCHEMAS: Final = frozenset({"const", "enum", "default", "examples", "example"})


class Unresolved(LookupError):
    """A reference that leads nowhere. `ref` as written; `external` if following it would mean a fetch."""

    def __init__(self, ref: str, external: bool) -> None:
        self.ref = ref
        self.external = external
        super().__init__(f"external reference not loaded: {ref}" if external else f"unresolved reference {ref}")


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference leads to: the subschema, the base URI in force there, and its dynamic anchor if it was one."""

    schema: Any
    base: str
    dynamic: str | None = None


class References:
    """The references of one document. Anchors and embedded `$id`s are looked for only when one is asked for."""

    def __init__(self, root: Any, dialect: Dialect = DRAFT_2020_12) -> None:
        self._dialect = dialect
        self._documents: dict[str, Any] = {}
        self.base = self.rebased("", root)
        self._documents[self.base] = root
        self._anchors: dict[tuple[str, str], Target] = {}
        self._indexed: set[str] = set()
        self.choices: dict[int, Any] = {}
        """What was worked out of long lists of choices in the document, by the identity of the list."""

    def rebased(self, base: str, schema: Any) -> str:
        """The base URI inside `schema`, given the one around it."""
        if not isinstance(schema, dict) or self._documents.get(base) is schema:
            return base  # a relative `$id` counts once, also where a reference has led into its schema
        named = schema.get(self._dialect.id_keyword)
        if not isinstance(named, str) or named.startswith("#") or (self._dialect.ref_stands_alone and "$ref" in schema):
            return base
        return _joined(base, named.partition("#")[0])

    def resolve(self, base: str, ref: str) -> Target:
        """The target of `ref`, read where `base` is in force. Raises `Unresolved`."""
        uri, _, fragment = ref.partition("#")
        uri = _joined(base, uri) if uri else base
        fragment = unquote(fragment)
        root = self._document(uri, ref)
        if not fragment:
            return Target(root, self.rebased(uri, root))
        if not fragment.startswith("/"):
            self._index(uri)
            try:
                return self._anchors[uri, fragment]
            except KeyError:
                raise Unresolved(ref, external=False) from None
        return self._follow(root, uri, fragment, ref)

    def dynamic_anchor(self, base: str, name: str) -> Target | None:
        """The schema that carries `$dynamicAnchor` `name` in the resource `base`."""
        self._index(self.base)
        if base not in self._documents:
            return None
        self._index(base)
        found = self._anchors.get((base, name))
        return found if found is not None and found.dynamic == name else None

    def root_of(self, base: str) -> Any:
        """The schema resource whose URI is `base`, or `MISSING`."""
        self._index(self.base)
        return self._documents.get(base, MISSING)

    def _follow(self, root: Any, base: str, fragment: str, ref: str) -> Target:
        schema = root
        base = self.rebased(base, schema)
        try:
            names = pointer.split(fragment)
        except pointer.BadPointer:
            raise Unresolved(ref, external=False) from None
        for name in names:
            schema = pointer.get(schema, (name,))
            if schema is MISSING:
                raise Unresolved(ref, external=False)
            inner = self.rebased(base, schema)
            if inner != base:
                self._documents.setdefault(inner, schema)
            base = inner
        return Target(schema, base)

    def _document(self, uri: str, ref: str) -> Any:
        if uri not in self._documents:
            self._index(self.base)
        if uri not in self._documents and uri.startswith(_META_SCHEMAS):
            # Loading the registry reads packaged files, which few schemas need.
            from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

            known = REGISTRY.get(uri) or REGISTRY.get(uri + "#")
            if known is not None:
                self._documents[uri] = known.contents
        if uri not in self._documents:
            raise Unresolved(ref, external=True)
        return self._documents[uri]

    def _index(self, uri: str) -> None:
        if uri in self._indexed:
            return
        self._indexed.add(uri)
        stack = [(self._documents[uri], uri)]
        while stack:
            schema, base = stack.pop()
            if isinstance(schema, list):
                stack.extend((element, base) for element in schema)
                continue
            if not isinstance(schema, dict):
                continue
            inner = self.rebased(base, schema)
            if inner != base:
                self._documents.setdefault(inner, schema)
                self._indexed.add(inner)
            self._note_anchors(schema, inner)
            stack.extend((member, inner) for name, member in schema.items() if name not in _NOT_SCHEMAS)

    def _note_anchors(self, schema: dict[str, Any], base: str) -> None:
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = schema.get(keyword)
            if isinstance(name, str):
                dynamic = name if keyword == "$dynamicAnchor" else None
                self._anchors.setdefault((base, name), Target(schema, base, dynamic))
        name = schema.get(self._dialect.id_keyword)
        if isinstance(name, str) and self._dialect.ref_stands_alone and "#" in name and not name.endswith("#"):
            self._anchors.setdefault((base, name.partition("#")[2]), Target(schema, base))


def _joined(base: str, uri: str) -> str:
    try:
        return urljoin(base, uri) if base else uri
    except ValueError:  # such as an unclosed bracket in a host
        return uri
