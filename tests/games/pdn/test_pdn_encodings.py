"""Bytes to text: the encoding is found by evidence and no byte stops the reading."""

import io

import pytest

from games.pdn import Limits, read_games

NAME = "Müller é"
RUSSIAN = "Абациев Николай"


def read(data, **limits):
    reader = read_games(data, limits=Limits(**limits))
    return list(reader), reader


@pytest.mark.parametrize(
    ("codec", "found", "name"),
    [
        ("ascii", "ascii", "Wiersma"),
        ("utf-8", "utf-8", RUSSIAN),
        ("utf-8-sig", "utf-8", RUSSIAN),
        ("latin-1", "latin-1", NAME),
        ("cp1252", "latin-1", "\u201cBaljakin\u201d \u2013 Müller"),
        ("cp1251", "windows-1251", RUSSIAN),
        ("utf-16", "utf-16", RUSSIAN),
        ("utf-16-be", "utf-16", NAME),
        ("utf-16-le", "utf-16", NAME),
    ],
)
def test_the_encoding_is_found(codec, found, name):
    text = f'[White "{name}"]\r\n[Black "A"]\r\n\r\n1. 32-28 *\r\n'
    (record,), reader = read(text.encode(codec))
    assert record.tags[0] == ("White", name, 1)
    assert (reader.encoding, reader.line_ends) == (found, "crlf")


def test_a_file_may_be_ascii_for_long_before_the_first_letter_that_is_not():
    head = '[White "A"]\n\n1. 32-28 *\n\n' * 4000
    records, reader = read((head + f'[White "{RUSSIAN}"]\n\n1. 32-28 *\n').encode("cp1251"), chunk=4096)
    assert len(records) == 4001
    assert records[-1].tag("White") == RUSSIAN
    assert records[0].encoding == "ascii"
    assert reader.encoding == "windows-1251"


def test_bytes_that_do_not_fit_later_are_read_as_what_they_look_like():
    good = f'[White "{RUSSIAN}"]\n\n1. 32-28 *\n\n' * 3000
    data = good.encode() + '[White "Müller"]\n\n1. 31-26 *\n'.encode("latin-1")
    records, reader = read(data, chunk=4096)
    assert records[-1].tag("White") == "Müller"
    assert records[5].tag("White") == RUSSIAN
    assert reader.misfits == 1


def test_a_letter_cut_between_two_pieces_is_whole():
    data = f'[White "{RUSSIAN * 50}"]\n\n1. 32-28 *\n'.encode()
    for chunk in range(20, 40):
        (record,), reader = read(data, chunk=chunk)
        assert record.tag("White") == RUSSIAN * 50
        assert reader.misfits == 0


@pytest.mark.parametrize(
    ("ends", "name"), [("\n", "lf"), ("\r\n", "crlf"), ("\r", "cr")], ids=["LF", "CRLF", "CR"]
)
@pytest.mark.parametrize("chunk", [7, 64, 4096])
def test_lines_are_counted_whatever_ends_them(ends, name, chunk):
    text = ends.join(
        ['[White "A"]', "", "1. 32-28 {two", "lines} 19-23 *", "", '[White "B"]', "", "1. 31-27 *", ""]
    )
    records, reader = read(text.encode(), chunk=chunk)
    assert [record.line for record in records] == [1, 6]
    assert [record.locate(record.moves[-1].offset) for record in records] == [(4, 8), (8, 4)]
    assert reader.line_ends == name


def test_mixed_line_ends_are_told():
    records, reader = read(b'[White "A"]\r\n\n1. 32-28 *')
    assert len(records) == 1
    assert reader.line_ends == "mixed"


@pytest.mark.parametrize(
    "source", [io.BytesIO(b"1. 32-28 *"), io.StringIO("1. 32-28 *"), bytearray(b"1. 32-28 *"), "1. 32-28 *"]
)
def test_any_kind_of_source_will_do(source):
    (record,), _ = read(source)
    assert record.moves[0].squares == (32, 28)


def test_a_few_nul_characters_are_blanks():
    (record,), _ = read(b'[White "A"]\n1. 32-28\x00 19-23 *' + b" " * 200)
    assert len(record.moves) == 2
