"""Every file of the reference collection: what is in it equals the table measured independently."""

import csv
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from effort import amount

from games.pdn import Comment, Nag, Variation, read_games, write_record
from games.pdn.tag_writing import readable_tags

SHARED = Path(__file__).resolve().parents[4] / "shared" / "pdn"
COLUMNS = ("games", "games_without_moves", "comments", "variations", "nags", "encoding", "line_ends")

# Files whose half-moves the table does not count as replayed plies.
NOT_COUNTED = {
    "lidraughts/antidraughts.pdn": "rules not judged by the table",
    "lidraughts/breakthrough.pdn": "rules not judged by the table",
    "lidraughts/frisian.pdn": "rules not judged by the table",
    "lidraughts/frysk.pdn": "rules not judged by the table",
}


ABSENT = pytest.param(
    None, id="absent", marks=pytest.mark.skip(reason="the reference files are not beside the repository")
)
FILES = sorted(path.relative_to(SHARED).as_posix() for path in SHARED.rglob("*.pdn")) or [ABSENT]


@cache
def table():
    with (SHARED / "expected.csv").open(newline="", encoding="utf-8") as rows:
        return {row["file"]: row for row in csv.DictReader(rows)}


def counted(path):
    with path.open("rb") as file:
        reader = read_games(file)
        counts = dict.fromkeys(COLUMNS, 0) | {"plies": 0}
        for record in reader:
            moves = sum(1 for move in record.moves if move.squares)
            counts["games"] += 1
            counts["games_without_moves"] += moves == 0
            counts["plies"] += moves
            for element in record.elements():
                counts["comments"] += isinstance(element, Comment)
                counts["variations"] += isinstance(element, Variation)
                counts["nags"] += isinstance(element, Nag)
        return counts | {"encoding": reader.encoding, "line_ends": reader.line_ends}


@pytest.mark.parametrize("file", FILES)
def test_a_real_file_holds_what_the_table_says(file):
    row, counts = table()[file], counted(SHARED / file)
    assert {column: str(counts[column]) for column in COLUMNS} == {column: row[column] for column in COLUMNS}
    if row["plies_replayed"] and file not in NOT_COUNTED:
        assert counts["plies"] == int(row["plies_replayed"])


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("style", ["strict", "classic"])
def test_a_real_file_written_and_read_again_is_the_same(file, style):
    records = read_games((SHARED / file).read_bytes())
    for record in islice(records, amount(60, 300)):  # enough of the large files
        (again,) = read_games(write_record(record, style))
        assert [move.squares for move in again.moves] == [move.squares for move in record.moves]
        assert len(again.tags) >= len(record.tags)
        assert comments(again)[: len(comments(record))] == comments(record)
        if style == "classic":
            assert [tag[:2] for tag in again.tags] == readable_tags([tag[:2] for tag in record.tags])
            assert again.terminator == (record.terminator or record.tag("Result") or "*")


def comments(record):
    """Comments and, as writing makes them comments, stray words."""
    return [item.text for item in record.elements() if type(item).__name__ in {"Comment", "Junk"}]


def test_every_file_of_the_collection_is_in_the_table(shared_dir):
    assert set(FILES) == set(table())
