"""Content rows: whatever is wrong, the file, the row and the field are named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from embertable.engine.content import Row, read_toml
from embertable.engine.errors import BadContent, UnreadableFile

FIELDS = {
    "word": "red",
    "number": 3,
    "yes": True,
    "words": ["red", "blue"],
    "numbers": [1, 2],
    "inner": {"n": 4},
    "rows": [{"id": "a"}, {"id": "b"}, {}],
    "twice": [{"id": "a"}, {"id": "a"}],
}

ROW = Row("cards.toml", "card 7", FIELDS)


def test_what_is_right_is_read():
    assert ROW.text("word") == "red"
    assert ROW.text("word", ("red", "blue")) == "red"
    assert ROW.number("number", 0, 5) == 3
    assert ROW.flag("yes") is True
    assert ROW.words("words", ("red", "blue")) == ("red", "blue")
    assert ROW.numbers("numbers", 1, 2) == (1, 2)
    assert ROW.row("inner").number("n", 0, 9) == 4
    assert [row.name for row in ROW.rows("rows")] == ["rows a", "rows b", "rows number 3"]


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "missing": (lambda: ROW.text("none"), "card 7, field none: is missing."),
    "word": (lambda: ROW.text("number"), "card 7, field number: is 3, not a word."),
    "word among": (
        lambda: ROW.text("word", ("blue", "green")),
        "card 7, field word: is 'red', not one of blue, green.",
    ),
    "number": (
        lambda: ROW.number("word", 0, 5),
        "card 7, field word: is 'red', not a whole number.",
    ),
    "number true": (
        lambda: ROW.number("yes", 0, 5),
        "card 7, field yes: is True, not a whole number.",
    ),
    "number low": (
        lambda: ROW.number("number", 4, 5),
        "card 7, field number: is 3, not between 4 and 5.",
    ),
    "number high": (
        lambda: ROW.number("number", 0, 2),
        "card 7, field number: is 3, not between 0 and 2.",
    ),
    "flag": (lambda: ROW.flag("number"), "card 7, field number: is 3, not true or false."),
    "list": (lambda: ROW.words("word"), "card 7, field word: is 'red', not a list."),
    "words": (lambda: ROW.words("numbers"), "card 7, field numbers: holds 1, not a word."),
    "words among": (
        lambda: ROW.words("words", ("red",)),
        "card 7, field words: is 'blue', not one of red.",
    ),
    "numbers": (
        lambda: ROW.numbers("words", 0, 5),
        "card 7, field words: holds 'red', not a number from 0 to 5.",
    ),
    "numbers range": (
        lambda: ROW.numbers("numbers", 0, 1),
        "card 7, field numbers: holds 2, not a number from 0 to 1.",
    ),
    "inner row": (lambda: ROW.row("number"), "card 7.number, field -: is not a table."),
    "inner field": (
        lambda: ROW.row("inner").number("n", 0, 3),
        "card 7.inner, field n: is 4, not between 0 and 3.",
    ),
    "rows": (lambda: ROW.rows("words"), "words number 1, field -: is not a table."),
    "rows twice": (lambda: ROW.rows("twice"), "twice a, field id: stands twice."),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named_with_its_place(case):
    read, problem = WRONG[case]
    with pytest.raises(BadContent) as refused:
        read()
    assert str(refused.value) == f"cards.toml, row {problem}"


def test_true_is_no_number_in_a_list_either():
    with pytest.raises(BadContent, match="holds True"):
        Row("cards.toml", "card 1", {"faces": [1, True]}).numbers("faces", 0, 5)


def test_a_row_must_be_a_table():
    with pytest.raises(BadContent, match="row card 1, field -: is not a table"):
        Row("cards.toml", "card 1", [1, 2])


def test_a_missing_pack_is_named(tmp_path):
    with pytest.raises(UnreadableFile) as refused:
        read_toml(tmp_path / "none.toml")
    assert str(refused.value) == ("none.toml cannot be read or written: No such file or directory.")


def test_a_field_that_nothing_reads_is_named():
    row = Row("cards.toml", "card 1", {"wight": 3, "source": "designed"})
    with pytest.raises(BadContent) as refused:
        row.only("weight", "copies")
    assert str(refused.value) == (
        "cards.toml, row card 1, field wight: is not known here, where there are weight, copies."
    )
    Row("cards.toml", "card 1", {"weight": 3, "source": "designed"}).only("weight", "copies")


def test_long_values_and_lists_are_cut():
    row = Row("cards.toml", "card 1", {"a": "x" * 500, "huge": 10**5000})
    with pytest.raises(BadContent) as refused:
        row.text("a", [f"word{number}" for number in range(99)])
    assert len(str(refused.value)) < 400
    with pytest.raises(BadContent, match="is a huge number, not a word"):
        row.text("huge")


def test_a_pack_that_is_nested_too_deeply_is_named(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text("a = " + "[" * 5000 + "]" * 5000)
    with pytest.raises(BadContent, match="is nested too deeply"):
        read_toml(path)


@pytest.mark.parametrize("text", [b"a = ", b"[a", b"a = 1\na = 2", b"\xff\xfe"])
def test_a_pack_that_is_no_toml_is_named(tmp_path, text):
    path = tmp_path / "cards.toml"
    path.write_bytes(text)
    with pytest.raises(BadContent, match=r"^cards\.toml, row -, field -: "):
        read_toml(path)


def test_packs_are_known_by_their_bytes(tmp_path):
    one, other = tmp_path / "a.toml", tmp_path / "b.toml"
    one.write_text("a = 1\n")
    other.write_text("a = 1\n")
    assert read_toml(one) == read_toml(other)
    other.write_text("a = 1 # the same, said otherwise\n")
    assert read_toml(one)[1] != read_toml(other)[1]
