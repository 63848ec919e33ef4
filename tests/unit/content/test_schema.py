"""Schemas: good values, refused values with their lines, and everything noted at once."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from wargame_desktop.content import schema as s
from wargame_desktop.content.yaml_source import Mapping
from wargame_desktop.core.frozen import FrozenMap


def read(schema: s.Schema[Any], value: str, make: Callable[[str], Mapping]) -> tuple[Any, list[str]]:
    reading = s.Reading()
    node = make("v: " + value).get("v")
    assert node is not None
    return schema.read(node, reading), [problem.message for problem in reading.problems.sorted()]


GOOD = [
    (s.Text(), "  Some text ", "Some text"),
    (s.Text(empty=True), "''", ""),
    (s.Id(), "0412", "0412"),
    (s.Id(), "ger.1-armor_x", "ger.1-armor_x"),
    (s.Id(r"[A-Z]{2}", "a country code"), "NO", "NO"),
    (s.Int(), "-12", -12),
    (s.Int(1, 3), "3", 3),
    (s.Number(), "2.5", Fraction(5, 2)),
    (s.Number(), "1/3", Fraction(1, 3)),
    (s.Number(0, 2), "2", Fraction(2)),
    (s.Bool(), "true", True),
    (s.Bool(), "false", False),
    (s.Choice("land", "sea"), "sea", "sea"),
    (s.ListOf(s.Int()), "[1, 2]", (1, 2)),
    (s.Words(s.Id()), "0101 0102", ("0101", "0102")),
    (s.Words(s.Id()), "['0101', 0102]", ("0101", "0102")),
    (s.MapOf(s.Int()), "{a: 1, b: 2}", {"a": 1, "b": 2}),
    (s.Plain(), "{a: 1, b: [true, null, 012, '3', NO, 1.5, +4, ~]}",
     FrozenMap({"a": 1, "b": (True, None, "012", "3", "NO", "1.5", "+4", None)})),
    (s.PlainMap(), "\n  a:", FrozenMap({"a": None})),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "text", "expected"), GOOD)
def test_good_values(
    schema: s.Schema[Any], text: str, expected: object, root: Callable[[str], Mapping]
) -> None:
    value, problems = read(schema, text, root)
    assert problems == []
    assert value == expected and type(value) is type(expected)


BAD = [
    (s.Text(), "[a]", "expected text, found a list"),
    (s.Text(), "", "expected text, found nothing"),
    (s.Text(), "' '", "expected text, found an empty one"),
    (s.Text(3), "four", "text of 4 characters; at most 3 are allowed"),
    (s.Id(), "Has Blank", "expected an id (a-z, 0-9, '_', '.', '-'), found \"Has Blank\""),
    (s.Id(), "{}", "expected an id (a-z, 0-9, '_', '.', '-'), found a mapping"),
    (s.Id(), "x" * 81, "expected an id (a-z, 0-9, '_', '.', '-'), found \"" + "x" * 57 + '..."'),
    (s.Int(), "0412", 'expected a whole number, found "0412"'),
    (s.Int(), "'4'", 'expected a whole number, found "4"'),
    (s.Int(), "1e9", 'expected a whole number, found "1e9"'),
    (s.Int(), "[1]", "expected a whole number, found a list"),
    (s.Int(1, 3), "0", "0 is too small; at least 1"),
    (s.Int(1, 3), "4", "4 is too large; at most 3"),
    (s.Number(), "1/0", 'expected a number such as 2, 2.5 or 1/2, found "1/0"'),
    (s.Number(), "1e999999", 'expected a number such as 2, 2.5 or 1/2, found "1e999999"'),
    (s.Number(), "{}", "expected a number, found a mapping"),
    (s.Number(0), "-0.5", "-1/2 is too small; at least 0"),
    (s.Bool(), "yes", 'expected true or false, found "yes"'),
    (s.Bool(), "'true'", 'expected true or false, found "true"'),
    (s.Bool(), "[]", "expected true or false, found a list"),
    (s.Choice("land", "sea"), "lend", 'expected one of land, sea, found "lend"; did you mean "land"?'),
    (s.Choice("land", "sea"), "[]", "expected one of land, sea, found a list"),
    (s.ListOf(s.Int()), "3", 'expected a list, found "3"'),
    (s.ListOf(s.Int(), least=2), "[1]", "1 items; at least 2 needed"),
    (s.ListOf(s.Int(), most=2), "[1, 2, 3]", "3 items; at most 2 are allowed"),
    (s.Words(s.Id(), least=1), "[]", "0 items; at least 1 needed"),
    (s.MapOf(s.Int()), "[1]", "expected a mapping of ids to values, found a list"),
    (s.MapOf(s.Int()), "", "expected a mapping of ids to values, found nothing"),
    (s.PlainMap(), "7", 'expected a mapping of names to values, found "7"'),
    (s.Record({"a": s.Int()}, {}), "7", 'expected a mapping with a, found "7"'),
    (s.At(s.Int()), "x", 'expected a whole number, found "x"'),
    (s.Ref("type"), "[]", "expected the id of a type, found a list"),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "text", "message"), BAD)
def test_refused_values(
    schema: s.Schema[Any], text: str, message: str, root: Callable[[str], Mapping]
) -> None:
    value, problems = read(schema, text, root)
    assert value is s.BAD and repr(value) == "BAD"
    assert problems == [message]


def test_a_list_or_mapping_drops_what_is_bad_and_goes_on(root: Callable[[str], Mapping]) -> None:
    value, problems = read(s.ListOf(s.Int()), "[1, x, 3, y]", root)
    assert value == (1, 3)
    assert len(problems) == 2
    value, problems = read(s.MapOf(s.Int()), "{a: 1, B C: 2, d: x}", root)
    assert value == {"a": 1}
    assert len(problems) == 2
    value, problems = read(s.Words(s.Int()), "{a: 1}", root)
    assert value == () and len(problems) == 1


RECORD = s.Record({"id": s.Id(), "n": s.Int()}, {"name": (s.Text(), "none")})


def test_records(lines: Callable[..., list[str]], root: Callable[[str], Mapping]) -> None:
    found = lines(RECORD.read, "id: a b\nnam: x\nname: [1]\nnode: 1\n")
    assert found == [
        "1: expected an id (a-z, 0-9, '_', '.', '-'), found \"a b\"",
        '1: the key "n" is missing',
        '2: unknown key "nam"; did you mean "name"?',
        "3: expected text, found a list",
        '4: unknown key "node"',
    ]
    fields = RECORD.read(root("id: a\n\nn: 2\n"), s.Reading())
    assert isinstance(fields, s.Fields)
    assert (fields["id"], fields["n"], fields["name"]) == ("a", 2, "none")
    assert (fields.at("n").line, fields.at("name").line) == (3, 1)
    assert fields.has("n") and not fields.has("name")


def test_a_record_with_fallback_goes_on(root: Callable[[str], Mapping]) -> None:
    record = s.Record({"id": s.Id(), "n": s.Int()}, {"m": (s.Int(), 7)}, {"id": "", "n": 0})
    reading = s.Reading()
    fields = record.read(root("n: x\nm: y\nid: a\n"), reading)
    assert isinstance(fields, s.Fields)
    assert (fields["id"], fields["n"], fields["m"]) == ("a", 0, 7)
    assert fields.bad == {"n", "m"} and len(reading.problems) == 2


def test_references_are_checked_where_they_stand(root: Callable[[str], Mapping]) -> None:
    reading = s.Reading()
    schema = s.ListOf(s.Ref("terrain", extra=("none",)))
    node = root("v:\n  - forest\n  - none\n  - florest\n  - zzz\n").get("v")
    assert node is not None
    assert schema.read(node, reading) == ("forest", "none", "florest", "zzz"), (
        "an undeclared scope is not checked"
    )
    reading.declare("terrain", ["forest", "clear"])
    assert schema.read(node, reading) == ("forest", "none")
    assert [f"{p.line}: {p.message}" for p in reading.problems.sorted()] == [
        '4: unknown terrain "florest"; did you mean "forest"?',
        '5: unknown terrain "zzz"',
    ]


def test_values_can_remember_their_line_and_become_objects(root: Callable[[str], Mapping]) -> None:
    reading = s.Reading()
    node = root("v:\n  - 5\n\n  - 6\n").get("v")
    assert node is not None
    found = s.ListOf(s.At(s.Int())).read(node, reading)
    assert not isinstance(found, s.Bad)
    assert [(one.value, one.node.line) for one in found] == [(5, 2), (6, 4)]
    built = s.Built(RECORD, lambda fields, _: fields["id"] * 2)
    assert built.read(root("id: ab\nn: 1\n"), reading) == "abab"
    assert built.read(root("id: ab\n"), reading) is s.BAD
    short = s.Short("n", s.Record({"n": s.Int()}, {"id": (s.Id(), "x")}))
    long_form = short.read(root("id: a\nn: 4\n"), reading)
    four = root("v: 4").get("v")
    assert four is not None
    short_form = short.read(four, reading)
    assert not isinstance(long_form, s.Bad) and not isinstance(short_form, s.Bad)
    assert (long_form["n"], long_form["id"], short_form["n"], short_form["id"]) == (4, "a", 4, "x")
    assert short_form.at("n") is four
    assert s.Raw().read(four, reading) is four
    assert s.keys_of(None) == [] and s.keys_of(root("a: 1\nb: 2")) == ["a", "b"]
