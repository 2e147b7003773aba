"""Styles after a class or a state of a widget changed: of the widget, and of those below it that a rule speaks of.

Textual restyles everything below, which on a screen that has all places takes a tenth of a second for one class. But
a class of a widget can only matter to those below that some rule names behind it, as `.-l HelpPage` does: these are
few, and known from the stylesheet.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

from textual.app import App
from textual.cache import LRUCache
from textual.css.model import CombinatorType, RuleSet, Selector, SelectorType
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

_EVERYBODY: Final = "*"

_SOURCES: Final = 1024
"""How many classes of widgets may have rules of their own before any are parsed twice."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """A rule about a node behind another: what that one has to be, in classes and states, and what this is called."""

    states: frozenset[str]
    name: str


class NotingStylesheet(Stylesheet):
    """A stylesheet that knows what each widget was like when all below it was styled."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        # The toolkit keeps the rules of 64 classes of widgets: with more, each new class has all of them parsed anew.
        self._parse_cache = LRUCache(_SOURCES)
        self._read: list[RuleSet] | None = None  # the rules as `_known` has them
        self._known: dict[tuple[frozenset[str], str | None], tuple[_Reach, ...]] = {}
        self._styled: WeakKeyDictionary[DOMNode, frozenset[str]] = WeakKeyDictionary()

    def update_nodes(self, nodes: Iterable[DOMNode], animate: bool = False) -> None:
        """Style these anew; whoever asks for it asks for all that are below each."""
        super().update_nodes(self._noting(nodes), animate=animate)

    def restyle(self, node: DOMNode, *, animate: bool) -> None:
        """Style a node anew, and what below it may look otherwise for what has changed of it."""
        super().update_nodes(self._touched(node), animate=animate)

    def _noting(self, nodes: Iterable[DOMNode]) -> Iterator[DOMNode]:
        for node in nodes:
            self._styled[node] = _state(node)
            yield node

    def _touched(self, node: DOMNode) -> Iterator[DOMNode]:
        names = self._names_below(node)
        yield node
        for below in node.walk_children():
            if _EVERYBODY in names or not names.isdisjoint(_names_of(below)):
                yield below
            else:
                below.notify_style_update()  # what it has kept of the colours around it

    def _names_below(self, node: DOMNode) -> set[str]:
        """By what names the rules that ask for what has changed of a node speak of those below it."""
        rules = self.rules
        if rules is not self._read:
            self._read = rules
            self._known.clear()
            self._styled.clear()
        kind = frozenset(node._css_types), node.id
        reaches = self._known.get(kind)
        if reaches is None:
            reaches = self._known[kind] = tuple(_reaches(rules, *kind))
        now, before = _state(node), self._styled.get(node)
        self._styled[node] = now
        return {one.name for one in reaches if before is None or not one.states.isdisjoint(before ^ now)}


class RestylingApp(App[int]):
    """An app whose changes of classes and states cost what they change."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.stylesheet = NotingStylesheet(variables=self.get_css_variables())

    def update_styles(self, node: DOMNode, animate: bool = True) -> None:
        """A class or a state of a node has changed."""
        if isinstance(self.stylesheet, NotingStylesheet) and not isinstance(node, App):
            self.stylesheet.restyle(node, animate=animate)
        else:
            super().update_styles(node, animate=animate)


def _state(node: DOMNode) -> frozenset[str]:
    return frozenset((*(f".{name}" for name in node.classes), *(f":{name}" for name in node.pseudo_classes)))


def _names_of(node: DOMNode) -> set[str]:
    """All that a rule can call a node, or a part of it, by."""
    return node._selector_names.union(f".{name}" for name in node._get_component_classes())


def _reaches(rules: Iterable[RuleSet], types: frozenset[str], name: str | None) -> Iterator[_Reach]:
    """What the rules say of those behind a node of these types and this id, where they ask for a class or a state."""
    for rule in rules:
        for chosen in rule.selector_set:
            *before, last = _compounds(chosen.selectors)
            states = frozenset(
                state for compound in before if _may_mean(compound, types, name) for state in _states(compound)
            )
            if states:
                yield _Reach(states, _called(last[-1]))


def _compounds(selectors: Iterable[Selector]) -> list[list[Selector]]:
    """What speaks of the same node together: `A.b > C` is of two."""
    compounds: list[list[Selector]] = []
    for selector in selectors:
        if selector.combinator == CombinatorType.SAME and compounds:
            compounds[-1].append(selector)
        else:
            compounds.append([selector])
    return compounds


def _may_mean(compound: list[Selector], types: frozenset[str], name: str | None) -> bool:
    return all(
        (one.type != SelectorType.TYPE or one.name in types) and (one.type != SelectorType.ID or one.name == name)
        for one in compound
    )


def _states(compound: list[Selector]) -> Iterator[str]:
    for one in compound:
        if one.type == SelectorType.CLASS:
            yield f".{one.name}"
        yield from (f":{state}" for state in one.pseudo_classes)


def _called(selector: Selector) -> str:
    signs = {SelectorType.CLASS: ".", SelectorType.ID: "#"}
    return _EVERYBODY if selector.type == SelectorType.UNIVERSAL else signs.get(selector.type, "") + selector.name
