"""MCP Apps as data: what a tool says of its view, and what a view asks for."""

import pytest

from inspector.analysis.apps import MIME_TYPE, PageView, ToolView, page_view, page_words, tool_problems, tool_view
from inspector.analysis.apps import tool_words as words
from inspector.analysis.items import items_of

UI = "ui://chart/view.html"


def tool(meta):
    return {"name": "chart", "inputSchema": {"type": "object"}, "_meta": meta}


@pytest.mark.parametrize(
    ("meta", "view"),
    [
        ({"ui": {"resourceUri": UI}}, ToolView(UI)),
        ({"ui": {"resourceUri": UI, "visibility": ["app"]}}, ToolView(UI, ("app",))),
        ({"ui": {"visibility": ["app", "model"]}}, ToolView("")),
        ({"ui": {"resourceUri": UI, "visibility": [1, None]}}, ToolView(UI, ())),
        ({"ui/resourceUri": UI}, ToolView(UI, flat=True)),
        ({"ui": {"resourceUri": UI}, "ui/resourceUri": "ui://old"}, ToolView(UI)),
        ({"ui": "text"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_a_tool_names_its_view_in_either_form(meta, view):
    assert tool_view(tool(meta)) == view


def test_an_entry_that_is_no_object_has_no_view():
    assert tool_view("odd") is None
    assert page_view(["odd"]) is None


def test_a_page_tells_what_it_asks_for():
    ui = {
        "csp": {"connectDomains": ["https://a.example"], "resourceDomains": [], "frameDomains": "https://b.example"},
        "permissions": {"camera": {}, "clipboardWrite": {}},
        "domain": "d.example",
        "prefersBorder": False,
    }
    view = page_view({"uri": UI, "_meta": {"ui": ui}})
    assert dict(page_words(view)) == {
        "connects to": "https://a.example",
        "frames": "https://b.example",
        "asks for": "camera, clipboardWrite",
        "domain": "d.example",
        "border": "not wanted",
    }
    assert page_view({"uri": UI}) == PageView()
    assert page_view({"uri": "file:///x", "_meta": {"ui": ui}}) is None


def test_words_name_the_callers_only_where_they_are_limited():
    assert dict(words(ToolView(UI))) == {"view": UI}
    assert dict(words(ToolView("", ("app",)))) == {"callers": "app"}


def problems(meta, pages=None):
    resources = None if pages is None else items_of("resource", pages)
    return list(tool_problems(items_of("tool", [tool(meta)])[0], resources))


def test_a_view_that_is_listed_as_something_else_is_told():
    page = {"uri": UI, "name": "view", "mimeType": "text/html"}
    assert problems({"ui": {"resourceUri": UI}}, [page]) == [
        f"its view {UI} is listed as text/html, not as {MIME_TYPE}"
    ]
    assert problems({"ui": {"resourceUri": UI}}, [{**page, "mimeType": MIME_TYPE}]) == []
    assert problems({"ui": {"resourceUri": UI}}, []) == []  # it need not be listed


def test_a_view_elsewhere_or_named_in_the_old_way_or_callable_by_nobody_is_told():
    assert "does not begin with ui://" in problems({"ui": {"resourceUri": "https://e.example/x"}})[0]
    assert "has replaced" in problems({"ui/resourceUri": UI})[0]
    assert "neither the model nor a view" in problems({"ui": {"resourceUri": UI, "visibility": []}})[0]
