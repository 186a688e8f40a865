"""The straight way, the full way and any size of window give the same records, also of spoilt files."""

import random

import pytest

from games.pdn import Limits, NotPdn, read_games, write_record
from games.pdn.reader import GameReader

FIRST_PIECES = [
    b"{", b"}", b"(", b")", b"[", b"]", b'"', b"\\", b";", b"%", b"*", b"1-0", b"\r", b"\n", b"\x00", b"\x1a",
    b"\xe9", b'/FEN "W:W1:B2"/', b"...", b"--", b"12.", b"4-6", b"[pdn]", b'[Event "x"]\n', b"!", b"$4",
    b"3228", b"1 1/2 - 1/2", b"5-9*",
]  # fmt: skip


def facts(record):
    tags = [tuple(tag) for tag in record.tags]
    warnings = [tuple(warning) for warning in record.warnings]
    return (
        tags,
        record.body,
        record.moves,
        record.terminator,
        record.line,
        record.index,
        record.source,
        warnings,
    )


def reading(data, **limits):
    try:
        return [facts(record) for record in read_games(data, limits=Limits(**limits))]
    except NotPdn as refusal:
        return refusal.code


def fully(data, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(GameReader, "_read_plain", lambda self: None)  # noqa: ARG005
        return reading(data)


def spoilt(data, chance):
    start = chance.randrange(len(data))
    piece = bytearray(data[start : start + chance.choice([60, 400, 3000])])
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(piece) + 1)
        if chance.random() < 0.7:
            piece[at:at] = chance.choice(FIRST_PIECES) * chance.choice([1, 1, 2, 30])
        else:
            del piece[at : at + chance.choice([1, 2, 20])]
    return bytes(piece)


def test_plain_records_read_the_same_on_both_ways(shared_dir, monkeypatch):
    for path in sorted((shared_dir / "pdn").rglob("*.pdn")):
        data = path.read_bytes()[:60_000]
        assert reading(data) == fully(data, monkeypatch), path.name


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_files_are_read_alike_and_can_be_written(seed, shared_dir, monkeypatch):
    chance = random.Random(seed)  # noqa: S311 - a fixed sequence of slips
    files = [path.read_bytes() for path in sorted((shared_dir / "pdn").rglob("*.pdn"))]
    for _ in range(60):
        data = spoilt(chance.choice(files), chance)
        whole = reading(data)
        assert whole == fully(data, monkeypatch), data
        if data.isascii():
            assert whole == reading(data, chunk=chance.choice([700, 4096])), data
        for record in read_games(data) if isinstance(whole, list) else []:
            written = write_record(record)
            (again,) = read_games(written)
            assert write_record(again) == written


@pytest.mark.parametrize("chunk", [50, 333, 5000])
def test_the_size_of_the_window_changes_nothing(chunk, shared_dir):
    data = (shared_dir / "pdn" / "wiegerw-pdn" / "nk_ronde_02.pdn").read_bytes()
    assert reading(data, chunk=chunk) == reading(data)


def test_every_cut_of_a_file_is_read(shared_dir):
    data = (shared_dir / "pdn" / "lynx-r-parser-fixtures" / "notation_variant_nested.pdn").read_bytes()
    for size in range(1, len(data)):
        assert isinstance(reading(data[:size]), list | str)
