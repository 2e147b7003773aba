"""What the help says of keys: those that matter where one is, the places, and what works everywhere."""

from collections.abc import Iterable
from typing import Any, Final

from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.screen import Screen

from inspector.tui.keys import is_in_vain, key_name, words_of
from inspector.tui.widgets.help_page import KeyGroup

MOST: Final = 24
"""Keys that are told of where one is; what moves a cursor is left out, for all lists have it alike."""

_LEFT_OUT: Final = ("lines.", "place.", "app.close-help", "app.help-", "help.")
_PLACES: Final = "place."
_TERM_MEANS_AT: Final = 21


def groups_of(screen: Screen[Any]) -> tuple[KeyGroup, ...]:
    """The keys of ours that work now: first those of the focus, from it outwards, then places, then everywhere.

    In a recording those that need a server stand by themselves.
    """
    ours = [active for active in screen.active_bindings.values() if _is_ours(active)]
    in_vain = [active for active in ours if is_in_vain(screen, active)]
    actives = [active for active in ours if active.enabled and active not in in_vain]
    outer = (screen, screen.app)
    near = [active for active in actives if active.node not in outer and not _is_left_out(active)]
    # What the key line has comes first, and what would be found nowhere else.
    near.sort(key=lambda active: not (active.binding.show or active.binding.id == "screen.about"))
    far = [active for active in actives if active.node in outer and not _is_left_out(active)]
    places = [active for active in actives if str(active.binding.id).startswith(_PLACES)]
    title = title_of(type(screen.focused)) if screen.focused is not None else "Here"
    terms = _terms(screen.focused)
    typing = screen.focused is not None and screen.focused.check_consume_key("a", "a")
    groups = (
        KeyGroup(title, _told(near)[:MOST]),
        *(terms if typing else ()),  # what one is typing now comes before where one could go
        _places("Places", _told(places)) if places else _places("Places, after Esc", _digits(screen)),
        KeyGroup("Everywhere", (("Tab", "next pane or field"), *_told(far))),
        KeyGroup("What needs a server: 0", _told(in_vain)),
        *(() if typing else terms),
    )
    return tuple(group for group in groups if group.keys)


def _terms(node: DOMNode | None) -> tuple[KeyGroup, ...]:
    """What can be typed into the filter of the pane where one is (`filter_terms`), where that is a language."""
    for place in node.ancestors_with_self if node is not None else ():
        terms = getattr(place, "filter_terms", ())
        if terms:
            return (KeyGroup("What / takes, as", tuple(terms), does_at=_TERM_MEANS_AT),)
    return ()


def _places(title: str, keys: tuple[tuple[str, str], ...]) -> KeyGroup:
    return KeyGroup(title, keys, short=True)


def _digits(screen: Screen[Any]) -> tuple[tuple[str, str], ...]:
    """The keys of the places, where they are letters of a text now."""
    bindings = Binding.make_bindings(screen.BINDINGS)
    return tuple((key_name(one.key), one.description) for one in bindings if str(one.id).startswith(_PLACES))


def _is_ours(active: ActiveBinding) -> bool:
    """Whether one of our classes names the binding: the framework's own are not told of."""
    owner = next(
        (
            base
            for base in type(active.node).__mro__
            if issubclass(base, DOMNode) and any(_names(one, active) for one in vars(base).get("BINDINGS", ()))
        ),
        None,
    )
    return bool(active.binding.id) and owner is not None and owner.__module__.startswith("inspector.")


def _names(binding: Any, active: ActiveBinding) -> bool:
    return getattr(binding, "id", None) == active.binding.id


def _is_left_out(active: ActiveBinding) -> bool:
    return str(active.binding.id).startswith(_LEFT_OUT) and active.binding.id != "lines.open"


def _told(actives: Iterable[ActiveBinding]) -> tuple[tuple[str, str], ...]:
    """Each thing that can be done, with all keys that do it."""
    keys: dict[str, list[str]] = {}
    for active in actives:
        does = words_of(active)
        if does:
            keys.setdefault(does, []).append(active.binding.key_display or key_name(active.binding.key))
    return tuple((" ".join(dict.fromkeys(names)), does) for does, names in keys.items())


_TITLES: Final = {
    "AboutPanel": "Beside the record",
    "AdditionList": "In what is added",
    "AskInput": "In the line",
    "AuthorizationPage": "In the authorization",
    "ButtonRow": "On the buttons",
    "CallNameInput": "In a name",
    "CatalogueList": "In the catalogue",
    "ChangesPage": "What changed",
    "ColumnMenu": "In the columns",
    "ConnectLine": "In the line",
    "ConnectList": "In the targets",
    "ContentPage": "In the result",
    "CopyBar": "On the copies",
    "ChoiceList": "Which recording",
    "CompareView": "Two records",
    "DeathPage": "On the card",
    "DetailDocument": "In the record",
    "DetailPage": "In the record",
    "DocumentView": "In the document",
    "DurationsTable": "In the statistics",
    "FieldInput": "In a field",
    "FieldList": "In the form",
    "FilterInput": "In the filter",
    "FindingsList": "In the findings",
    "FormButtons": "On the buttons",
    "HandshakePage": "In the handshake",
    "HeaderRows": "In the headers",
    "HeldList": "In what is held",
    "HelpText": "In the help",
    "ItemPage": "On the page",
    "JsonEditor": "In the JSON",
    "LinesInput": "In the text",
    "MessageView": "In the message",
    "NameInput": "In a name",
    "PathInput": "In the name of the file",
    "QuestionPage": "In the question",
    "QuestionQueue": "In the queue",
    "RelatedList": "In the record",
    "SavedList": "In the saved calls",
    "SchemaPage": "In the verdict",
    "SectionRows": "In the list",
    "SessionsList": "In the sessions",
    "TableRows": "In the table",
    "TemplateList": "In the templates",
    "TextInput": "In the line",
    "TimelineLanes": "In the timeline",
    "TrafficRows": "In the traffic",
    "TwinList": "Two sessions",
    "TwinView": "Two answers",
    "WireList": "In the messages",
}
"""What has the focus, as people would say it; a class that is not here is called as what it is made from."""


def title_of(kind: type) -> str:
    """Where one is while a widget of this kind has the keyboard."""
    return next((_TITLES[base.__name__] for base in kind.__mro__ if base.__name__ in _TITLES), "Here")
