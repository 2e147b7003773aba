"""Schemas that make other inspectors fail, each through `describe` and `call`. The ids are those of the hard cases."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.wire.json import dumps, parse
from tests.headless.running import Inspector, modern, result, scripted, sent, tools
from tests.headless.running import said as says

MANY_A = "a" * 36 + "!"

CASES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "FORM-01 union at the root": (
        {
            "type": "object",
            "oneOf": [
                {"properties": {"kind": {"const": "email"}, "to": {"type": "string"}}, "required": ["kind", "to"]},
                {"properties": {"kind": {"const": "sms"}, "phone": {"type": "string"}}, "required": ["kind", "phone"]},
            ],
        },
        [":union", "/kind:enum", "/to:string", "/phone:string"],
    ),
    "FORM-03 definitions": (
        {
            "type": "object",
            "properties": {
                "u": {"$ref": "#/$defs/User"},
                "p": {"allOf": [{"$ref": "#/definitions/Prio"}], "default": "low"},
            },
            "$defs": {"User": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
            "definitions": {"Prio": {"enum": ["low", "high"]}},
        },
        ["/u:object", "/p:enum"],
    ),
    "FORM-04 recursive": (
        {
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/N"}, "loop": {"$ref": "#/$defs/A"}},
            "$defs": {
                "N": {
                    "type": "object",
                    "properties": {
                        "v": {"type": "integer"},
                        "kids": {"type": "array", "items": {"$ref": "#/$defs/N"}},
                    },
                },
                "A": {"$ref": "#/$defs/B"},
                "B": {"$ref": "#/$defs/A"},
            },
        },
        ["/tree:object", "/loop:json"],
    ),
    "FORM-05 nothing typed": (
        {
            "type": "object",
            "properties": {"price": {"type": "integer"}, "note": {"type": "string"}, "opts": {"type": "object"}},
        },
        ["/price:integer", "/note:string", "/opts:map"],
    ),
    "FORM-06 required and empty": (
        {
            "type": "object",
            "properties": {"filter": {"type": "string"}, "n": {"type": "integer"}},
            "required": ["filter", "n"],
        },
        ["/filter:string", "/n:integer"],
    ),
    "FORM-07 booleans": (
        {
            "type": "object",
            "properties": {
                "a": {"type": "boolean"},
                "b": {"type": ["boolean", "null"]},
                "c": {"type": "boolean", "default": True},
            },
        },
        ["/a:boolean", "/b:boolean", "/c:boolean"],
    ),
    "FORM-08 nullable enums": (
        {
            "type": "object",
            "properties": {
                "a": {"anyOf": [{"enum": ["x", "y"], "type": "string"}, {"type": "null"}], "default": None},
                "b": {"enum": ["x", None]},
                "c": {"type": ["string", "null"], "enum": ["x", None]},
            },
        },
        ["/a:enum", "/b:enum", "/c:enum"],
    ),
    "FORM-09 enums of any type": (
        {
            "type": "object",
            "properties": {"e": {"enum": [1, "1", 1.5, True, None, {"k": 1}, [1]]}, "k": {"const": 7}},
        },
        ["/e:enum", "/k:const"],
    ),
    "FORM-11 defaults": (
        {
            "type": "object",
            "properties": {
                "n": {"type": "number", "default": 5},
                "l": {"type": "array", "items": {"type": "object"}, "default": [{"a": 1}]},
            },
        },
        ["/n:number", "/l:array"],
    ),
    "FORM-12 numbers": (
        {"type": "object", "properties": {"i": {"type": "integer"}, "f": {"type": "number", "multipleOf": 0.1}}},
        ["/i:integer", "/f:number"],
    ),
    "FORM-13 optional object": (
        {
            "type": "object",
            "properties": {
                "p": {"anyOf": [{"type": "object", "additionalProperties": True}, {"type": "null"}], "default": None}
            },
        },
        ["/p:map"],
    ),
    "FORM-15 boolean schemas": (
        {
            "type": "object",
            "properties": {"any": True, "never": False, "empty": {}, "nodesc": {"description": "d"}},
            "additionalProperties": False,
        },
        ["/any:json", "/never:json", "/empty:json", "/nodesc:json"],
    ),
    "FORM-16 maps": (
        {
            "type": "object",
            "properties": {
                "labels": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "propertyNames": {"pattern": "^[a-z]+$"},
                }
            },
            "patternProperties": {"^x-": {"type": "integer"}},
        },
        ["/labels:map"],
    ),
    "FORM-18 arrays": (
        {
            "type": "object",
            "properties": {
                "a": {"type": "array"},
                "b": {"type": "array", "items": True},
                "c": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
                "d": {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "number"}},
                    "minItems": 1,
                    "uniqueItems": True,
                },
            },
        },
        ["/a:array", "/b:array", "/c:array", "/d:array"],
    ),
    "FORM-19 lists of types": (
        {
            "type": "object",
            "properties": {
                "id": {"type": ["string", "number"]},
                "v": {"type": ["object", "array", "string", "number", "boolean", "null"]},
            },
        },
        ["/id:union", "/v:union"],
    ),
    "FORM-20 optional array of optional objects": (
        {
            "type": "object",
            "properties": {
                "items": {
                    "anyOf": [
                        {
                            "type": "array",
                            "items": {
                                "anyOf": [
                                    {
                                        "type": "object",
                                        "properties": {
                                            "q": {"type": "integer"},
                                            "tags": {"type": "array", "items": {"type": "string"}},
                                        },
                                        "required": ["q"],
                                    },
                                    {"type": "null"},
                                ]
                            },
                        },
                        {"type": "null"},
                    ]
                }
            },
        },
        ["/items:array"],
    ),
    "FORM-21 composition": (
        {
            "type": "object",
            "properties": {
                "a": {"anyOf": [{"type": "string"}, {"type": "null"}], "not": {"type": "null"}},
                "b": {"type": "string", "allOf": [{"minLength": 3}, {"pattern": "^x"}]},
                "c": {"type": "string", "$ref": "#/$defs/int"},
            },
            "$defs": {"int": {"type": "integer"}},
            "dependentRequired": {"a": ["b"]},
            "if": {"required": ["a"]},
            "then": {"required": ["b"]},
        },
        ["/a:json", "/b:string", "/c:json"],
    ),
    "FORM-22 patterns": (
        {
            "type": "object",
            "properties": {
                "a": {"type": "string", "pattern": "^\\p{L}+$"},
                "b": {"type": "string", "pattern": "(?<y>\\d{4})"},
                "c": {"type": "string", "pattern": "^(a+)+$"},
                "d": {"type": "string", "pattern": "["},
                "e": {"type": "string", "pattern": "^x$"},
            },
        },
        ["/a:string", "/b:string", "/c:string", "/d:string", "/e:string"],
    ),
    "FORM-23 external references": (
        {
            "type": "object",
            "properties": {
                "a": {"$ref": "http://169.254.169.254/latest/meta-data"},
                "b": {"$ref": "file:///etc/passwd"},
                "c": {"$ref": "https://example.com/s.json"},
            },
        },
        ["/a:json", "/b:json", "/c:json"],
    ),
    "FORM-25 draft-07": (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {
                "t": {"type": "array", "items": [{"type": "integer"}, {"type": "string"}], "additionalItems": False}
            },
        },
        ["/t:array"],
    ),
    "FORM-25 draft-04": (
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            "type": "object",
            "properties": {"n": {"type": "integer", "minimum": 0, "exclusiveMinimum": True}},
        },
        ["/n:integer"],
    ),
    "FORM-25 unknown": ({"$schema": "urn:example:unknown", "type": "object"}, []),
    "FORM-27 defaults that do not fit": (
        {
            "type": "object",
            "properties": {
                "n": {"type": "number", "default": None},
                "i": {"type": "integer", "default": "5"},
                "e": {"enum": ["a"], "default": "z"},
                "o": {"type": "object", "default": "{}"},
            },
            "required": ["n"],
        },
        ["/n:number", "/i:integer", "/e:enum", "/o:map"],
    ),
}


def server(case: str) -> tuple[str, ...]:
    return scripted(modern(), tools({"name": "t", "inputSchema": CASES[case][0]}), says("reached"))


@pytest.mark.parametrize("case", CASES)
async def test_each_field_has_a_kind_and_the_example_reaches_the_server(inspector: Inspector, case: str) -> None:
    told = await inspector("describe", "t", "--json", "--no-record", *server(case))
    assert [f"{field['path']}:{field['kind']}" for field in told.document["fields"]] == CASES[case][1]
    words = ("call", "t", "--no-record", "--json", "--arguments", json.dumps(told.document["example"]))
    ran = await inspector(*words, *server(case))
    assert (ran.code, ran.document["result"]["content"][0]["text"]) == (0, "reached")


@pytest.mark.parametrize(
    ("case", "words", "arguments"),
    [
        ("FORM-01 union at the root", ["kind=sms", "phone=1"], '{"kind":"sms","phone":"1"}'),
        ("FORM-03 definitions", ["/u/name=Ann", "p=high"], '{"u":{"name":"Ann"},"p":"high"}'),
        ("FORM-04 recursive", ["/tree/v=1", "/tree/kids/0/v=2"], '{"tree":{"v":1,"kids":[{"v":2}]}}'),
        ("FORM-05 nothing typed", [], "{}"),
        ("FORM-05 nothing typed", ["note=", "opts={}"], '{"note":"","opts":{}}'),
        ("FORM-06 required and empty", ["filter=", "n=0"], '{"filter":"","n":0}'),
        ("FORM-07 booleans", ["a=false", "b=null"], '{"a":false,"b":null}'),
        ("FORM-08 nullable enums", ["a=null", "b=x", "c=null"], '{"a":null,"b":"x","c":null}'),
        ("FORM-09 enums of any type", ["e:=1"], '{"e":1}'),
        ("FORM-09 enums of any type", ['e:="1"', "k=7"], '{"e":"1","k":7}'),
        ("FORM-11 defaults", ["n=-1.5e3", 'l=[{"a":2}]'], '{"n":-1.5e3,"l":[{"a":2}]}'),
        ("FORM-12 numbers", ["i=1e5", "f=0.30"], '{"i":100000,"f":0.30}'),
        ("FORM-13 optional object", ['p={"a":1.10}'], '{"p":{"a":1.10}}'),
        ("FORM-15 boolean schemas", ["any=null", "empty:=null"], '{"any":"null","empty":null}'),
        ("FORM-16 maps", ["/labels/a=1", "x-age=4", "free=y"], '{"labels":{"a":"1"},"x-age":4,"free":"y"}'),
        ("FORM-18 arrays", ["/c/0=1", "/c/1=2", "/d/0/0=1.10"], '{"c":[1,"2"],"d":[[1.10]]}'),
        ("FORM-19 lists of types", ["id=0071917043659912705296"], '{"id":"0071917043659912705296"}'),
        ("FORM-19 lists of types", ["id:=71917043659912705296"], '{"id":71917043659912705296}'),
        ("FORM-20 optional array of optional objects", ["items:=null"], '{"items":null}'),
        ("FORM-20 optional array of optional objects", ["items:=[]"], '{"items":[]}'),
        (
            "FORM-20 optional array of optional objects",
            ["/items/0/q=1", "/items/0/tags/0=x", "/items/1:=null"],
            '{"items":[{"q":1,"tags":["x"]},null]}',
        ),
        ("FORM-21 composition", ["a=t", "--send-anyway"], '{"a":"t"}'),
        (
            "FORM-22 patterns",
            ["a=é", "b=in 2026", "c=aaa", "d=["],
            '{"a":"é","b":"in 2026","c":"aaa","d":"["}',
        ),
        ("FORM-23 external references", ["a:=1", "b=x"], '{"a":1,"b":"x"}'),
        ("FORM-25 draft-07", ["/t/0=1", "/t/1=2"], '{"t":[1,"2"]}'),
        ("FORM-25 unknown", ["a=1"], '{"a":"1"}'),
        ("FORM-27 defaults that do not fit", ["n=1"], '{"n":1}'),
    ],
)
async def test_what_is_asked_for_is_what_is_sent(
    inspector: Inspector, case: str, words: list[str], arguments: str
) -> None:
    ran = await inspector("call", "t", "--json", "--no-record", *words, *server(case))
    assert ran.code == 0, ran.err
    assert dumps(parse(ran.out)["arguments"]) == arguments


@pytest.mark.parametrize(
    ("case", "words", "said"),
    [
        ("FORM-01 union at the root", ["kind=sms", "to=x"], "phone is required"),
        ("FORM-03 definitions", ["p=medium"], "p is “medium”, not low or high (enum)."),
        ("FORM-06 required and empty", ["n=0"], 'filter is required; the empty string "" is a value too.'),
        ("FORM-12 numbers", ["i=007"], "i is “007”, not an integer: a JSON number does not begin with 0 (type)."),
        ("FORM-12 numbers", ["i=١"], "i is “١”, not an integer (type)."),
        ("FORM-13 optional object", ['p={"a":1,'], "p is not JSON: "),
        ("FORM-15 boolean schemas", ["never=1"], "never is not allowed here (false)."),
        ("FORM-16 maps", ["/labels/B=1"], "B is “B”, which does not match ^[a-z]+$ (pattern)."),
        ("FORM-18 arrays", ["c:=[1,2]"], "element 1 is an integer, not a string (type)."),
        ("FORM-20 optional array of optional objects", ["/items/0/tags/0=x"], "/items/0/q: q is required."),
        ("FORM-21 composition", ["a=t"], "b is required"),
        ("FORM-22 patterns", ["e=x\n"], "which does not match ^x$ (pattern)."),
        ("FORM-22 patterns", [f"c={MANY_A}"], "which does not match ^(a+)+$ (pattern)."),
        ("FORM-25 draft-07", ["t:=[1,2]"], "element 1 is an integer, not a string (type)."),
        ("FORM-25 draft-04", ["n=0"], "n is 0"),
        ("FORM-27 defaults that do not fit", [], "n is required."),
    ],
)
async def test_what_the_schema_refuses_is_said_before_anything_is_sent(
    inspector: Inspector, case: str, words: list[str], said: str
) -> None:
    ran = await inspector("call", "t", "--no-record", *words, *server(case))
    assert (ran.code, ran.stdout) == (2, b"")
    assert said in ran.err.splitlines()[0]


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ("FORM-04 recursive", "the references lead back to themselves"),
        ("FORM-15 boolean schemas", "the schema allows no value here"),
        ("FORM-21 composition", "no value can fit: it must be an integer and a string at once"),
        ("FORM-22 patterns", "the pattern [ is broken: it ends too early"),
        ("FORM-23 external references", "external reference not loaded: file:///etc/passwd"),
        ("FORM-25 unknown", "the dialect urn:example:unknown is not known: read as 2020-12, and not validated"),
        ("FORM-27 defaults that do not fit", "the default does not fit and is not used: i is a string, not an integer"),
    ],
)
async def test_what_is_wrong_with_a_schema_is_told(inspector: Inspector, case: str, problem: str) -> None:
    ran = await inspector("describe", "t", "--no-record", *server(case))
    assert f"▲ {problem}" in ran.out


async def test_tools_without_parameters_are_called_at_once_and_broken_schemas_are_left_out(
    inspector: Inspector,
) -> None:  # FORM-17
    schemas: dict[str, Any] = {
        "a": {"type": "object"},
        "b": {},
        "c": {"type": "object", "properties": None},
        "d": None,
        "e": {"type": "object", "additionalProperties": False},
        "f": {"properties": {"x": {"type": "string"}}},
        "g": {"type": "string"},
    }
    listed = [*({"name": name, "inputSchema": one} for name, one in schemas.items()), {"name": "h"}]
    offers = scripted(modern(), tools(*listed), says("reached"))
    for name in "abef":
        ran = await inspector("call", name, "--json", "--no-record", *offers)
        assert (ran.code, ran.document["arguments"]) == (0, {}), name
    for name in "cdgh":
        told = await inspector("describe", name, "--json", "--no-record", *offers)
        assert [field["kind"] for field in told.document["fields"]] == ["json"], name
        ran = await inspector("call", name, "--json", "--no-record", "--send-anyway", "--arguments", '{"x":1}', *offers)
        assert (ran.code, ran.document["arguments"]) == (0, {"x": 1}), name


LARGE = """
import json, sys
deep = {"type": "object"}
text = '{"type":"object","properties":{"x":' * 5000 + '{"type":"object"}' + "}}" * 5000
wide = {"type": "object", "properties": {"u": {"anyOf": [{"const": number} for number in range(100000)]}}}
tools = [{"name": "deep", "inputSchema": "DEEP"}, {"name": "wide", "inputSchema": wide}]
tools.append({"name": "plain", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}})
known = {
    "server/discover": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}},
    "tools/list": {"tools": tools},
    "tools/call": {"content": [{"type": "text", "text": "reached"}]},
}
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") in known:
        result = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", **known[asked["method"]]}
        answer = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result})
        print(answer.replace('"DEEP"', text), flush=True)
"""


async def test_very_deep_and_very_wide_schemas_are_bounded_and_leave_other_tools_alone(
    inspector: Inspector, tmp_path: Path
) -> None:  # FORM-26
    program = tmp_path / "large.py"
    program.write_text(LARGE)
    offers = ("--", sys.executable, str(program))
    deep = await inspector("describe", "deep", "--json", "--no-record", *offers)
    assert [(field["kind"], field["problem"]) for field in deep.document["fields"]] == [
        ("json", "the schema is too large: nested deeper than 256 levels")
    ]
    wide = await inspector("describe", "wide", "--no-record", *offers)
    assert "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 … and 99,988 more" in wide.out
    for name, argument in (("wide", "u=99999"), ("plain", "a=x"), ("deep", "x:={}")):
        ran = await inspector("call", name, "--no-record", argument, *offers)
        assert (ran.code, ran.out) == (0, "reached\n")


async def test_a_template_is_expanded_from_pairs_and_a_broken_one_is_refused(inspector: Inspector) -> None:  # FORM-28
    text = {"contents": [{"uri": "x://a", "text": "reached"}], "ttlMs": 0, "cacheScope": "private"}
    offers = scripted(modern(), result("resources/read", **text))
    ran = await inspector("read", "x://{+path}{?q*,lang}", "path=a/b", "lang=", *offers)
    assert (ran.code, ran.out.strip()) == (0, "reached")
    assert [one["params"]["uri"] for one in sent(ran.recording(), "resources/read")] == ["x://a/b?lang="]
    ran = await inspector("read", "x://{unclosed", "unclosed=1", "--no-record", *offers)
    assert (ran.code, ran.stdout) == (2, b"")
