"""URI templates: the examples of RFC 6570, and what is refused."""

from typing import Any

import pytest

from inspector.forms import BadTemplate, template_of

VALUES: dict[str, Any] = {
    "count": ["one", "two", "three"],
    "dom": ["example", "com"],
    "dub": "me/too",
    "hello": "Hello World!",
    "half": "50%",
    "var": "value",
    "who": "fred",
    "base": "http://example.com/home/",
    "path": "/foo/bar",
    "list": ["red", "green", "blue"],
    "keys": {"semi": ";", "dot": ".", "comma": ","},
    "v": "6",
    "x": "1024",
    "y": "768",
    "empty": "",
    "empty_keys": {},
    "undef": None,
    "number": 5,
    "yes": True,
}


@pytest.mark.parametrize(
    ("template", "uri"),
    [
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("?{x,empty}", "?1024,"),
        ("?{x,undef}", "?1024"),
        ("?{undef,y}", "?768"),
        ("{var:3}", "val"),
        ("{var:30}", "value"),
        ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"),
        ("{keys}", "semi,%3B,dot,.,comma,%2C"),
        ("{keys*}", "semi=%3B,dot=.,comma=%2C"),
        ("{+hello}", "Hello%20World!"),
        ("{+half}", "50%25"),
        ("{+base}index", "http://example.com/home/index"),
        ("{+path,x}/here", "/foo/bar,1024/here"),
        ("{+path:6}/here", "/foo/b/here"),
        ("{+keys}", "semi,;,dot,.,comma,,"),
        ("{#path:6}here", "#/foo/bhere"),
        ("{#keys*}", "#semi=;,dot=.,comma=,"),
        ("{#undef}", ""),
        ("foo{#empty}", "foo#"),
        ("X{.list*}", "X.red.green.blue"),
        ("X{.empty}", "X."),
        ("X{.undef}", "X"),
        ("X{.empty_keys}", "X"),
        ("X{.empty_keys*}", "X"),
        ("{/var:1,var}", "/v/value"),
        ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
        ("{/var,empty}", "/value/"),
        ("{;who}", ";who=fred"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{;list*}", ";list=red;list=green;list=blue"),
        ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
        ("{;hello:5}", ";hello=Hello"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?var:3}", "?var=val"),
        ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
        ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{&var:3}", "&var=val"),
        ("{number}{?yes}", "5?yes=true"),
        ("x://ü/{var}", "x://%C3%BC/value"),
        ("x://{toString}", "x://"),
        ("x://{a%2Fb}", "x://"),
    ],
)
def test_a_template_becomes_the_uri_of_the_rfc(template: str, uri: str) -> None:  # FORM-28
    assert template_of(template).expand(VALUES) == uri


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("x://{unclosed", "a { is not closed (at character 5)"),
        ("x://{}", "an expression is empty (at character 6)"),
        ("x://a}", "a } closes nothing (at character 6)"),
        ("{a,}", "a variable has no name (at character 4)"),
        ("{a b}", "“a b” does not name a variable (at character 2)"),
        ("{=a}", "the operator = is reserved and has no meaning (at character 2)"),
        ("{a:0}", "“0” is no length from 1 to 9999 (at character 2)"),
        ("{a:3*}", "“3*” is no length from 1 to 9999 (at character 2)"),
        ("a b", "' ' may not stand in a URI (at character 2)"),
        ("%zz", "'%' may not stand in a URI (at character 1)"),
    ],
)
def test_a_template_that_breaks_the_grammar_is_refused_with_the_reason(template: str, reason: str) -> None:
    with pytest.raises(BadTemplate) as refused:
        template_of(template)
    assert str(refused.value) == reason


def test_the_variables_are_named_once_and_in_order() -> None:
    assert template_of("x://{+path}{?q*,lang}{/path:3}").variables == ("path", "q", "lang")


def test_a_very_long_template_is_read_in_one_pass() -> None:
    assert template_of("{a}" * 20_000).expand({"a": "1"}) == "1" * 20_000


def test_any_text_can_be_a_value() -> None:
    assert template_of("{a}{+a}").expand({"a": "\ud800/"}) == "%ED%A0%80%2F%ED%A0%80/"
