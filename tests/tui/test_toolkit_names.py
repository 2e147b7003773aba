"""The toolkit keeps its own state in the same objects as ours, and takes the styles of some of their bases alone."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from textwrap import dedent

from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.widget import Widget

import inspector.tui

MEANT = {
    "_default_virtual_size",
    "_fatal_error",
    "_styles_cache",
}
"""What is changed of the toolkit on purpose, where it is written why."""


class Empty(Widget):
    """What the toolkit gives each class by itself."""


def ours() -> Iterator[type[MessagePump]]:
    for found in pkgutil.walk_packages(inspector.tui.__path__, "inspector.tui."):
        module = importlib.import_module(found.name)
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, MessagePump) and one.__module__ == found.name:
                yield one


@cache
def state_of(one: type) -> frozenset[str]:
    """The attributes that its methods set in themselves."""
    if one is object or one.__module__ in ("abc", "typing", "builtins"):
        return frozenset()
    tree = ast.parse(dedent(inspect.getsource(one)))
    stored = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    return frozenset(node.attr for node in stored if isinstance(node.value, ast.Name) and node.value.id == "self")


def test_no_widget_keeps_something_else_under_a_private_name_or_a_property_of_the_toolkit() -> None:
    taken = set()
    for one in ours():
        bases = [base for base in one.__mro__ if base.__module__.split(".")[0] == "textual"]
        private = {name for base in bases for name in state_of(base) | vars(base).keys() if name.startswith("_")}
        properties = {name for base in bases for name, value in vars(base).items() if isinstance(value, property)}
        defined = vars(one).keys() - vars(Empty).keys()
        found = ((defined | state_of(one)) & private) | (defined & properties)
        taken |= {(one.__name__, name) for name in found - MEANT if not name.startswith("__")}
    assert taken == set()


def test_every_widget_has_the_styles_of_all_its_bases() -> None:
    """The toolkit follows the first base of each class: the styles of what comes by another are lost without a word."""
    lost = {
        (one.__name__, base.__name__)
        for one in ours()
        if issubclass(one, DOMNode)
        for base in one.__mro__
        if "DEFAULT_CSS" in vars(base) and base.__module__.startswith("inspector.")
        if base.__name__ not in one._css_type_names
    }
    assert lost == set()
