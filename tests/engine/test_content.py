"""Content rows: whatever is wrong, the file, the row and the field are named."""

from __future__ import annotations

import tomllib

import pytest

from embertable.engine.content import Row, read_toml, short, some
from embertable.engine.errors import BadContent, UnreadableFile


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
    assert len(short("x" * 500)) < 70
    assert short(10**5000) == "a huge number"
    assert len(some([f"word{number}" for number in range(99)])) < 100


def test_a_pack_that_is_nested_too_deeply_is_named(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text("a = " + "[" * 5000 + "]" * 5000)
    with pytest.raises(BadContent, match="is nested too deeply"):
        read_toml(path)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 10_000 + "a = 1",
        "[" + "a." * 200 + "a]",
        "a = { " + "b . " * 200 + "b = 1 }",
        '"a".' * 200 + "a = 1",
        "'a'." * 200 + "a = 1",
    ],
)
def test_a_key_of_endless_parts_is_refused_before_it_is_read(monkeypatch, tmp_path, text):
    """Reading it would take a time that grows with the square of the parts."""
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("it was read"))
    path = tmp_path / "cards.toml"
    path.write_text(text)
    with pytest.raises(BadContent, match="has a key of more than"):
        read_toml(path)


def test_long_words_and_values_are_not_keys(tmp_path):
    path = tmp_path / "cards.toml"
    numbers = [one / 2 for one in range(500)]
    path.write_text(f'word = "{"x" * 100_000}"\ndots = "{"." * 500}"\nnumbers = {numbers}\n')
    tables, _ = read_toml(path)
    assert tables["numbers"] == numbers


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
