"""Every file of the reference collection: what is in it equals the table measured independently."""

import csv
from itertools import islice
from pathlib import Path

import pytest

from games.pdn import Comment, Nag, Variation, read_games, write_record

SHARED = Path(__file__).resolve().parents[3] / "shared" / "pdn"
COLUMNS = ("games", "games_without_moves", "comments", "variations", "nags", "encoding", "line_ends")

# Differences between the table and the reader, one by one, each with its reason. There are none.
DIFFERENCES: dict[str, str] = {}

# Files whose half-moves the table does not count as replayed plies.
NOT_COUNTED = {
    "lidraughts/antidraughts.pdn": "rules not judged by the table",
    "lidraughts/breakthrough.pdn": "rules not judged by the table",
    "lidraughts/frisian.pdn": "rules not judged by the table",
    "lidraughts/frysk.pdn": "rules not judged by the table",
}


def table():
    if not (SHARED / "expected.csv").is_file():
        return [
            pytest.param(
                None, marks=pytest.mark.skip(reason="the reference files are not beside the repository")
            )
        ]
    with (SHARED / "expected.csv").open(newline="", encoding="utf-8") as rows:
        return [
            pytest.param(
                row, id=row["file"], marks=[pytest.mark.xfail(strict=True, reason=reason)] if reason else []
            )
            for row in csv.DictReader(rows)
            for reason in [DIFFERENCES.get(row["file"], "")]
        ]


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


@pytest.mark.parametrize("row", table())
def test_a_real_file_holds_what_the_table_says(row, shared_dir):
    counts = counted(shared_dir / "pdn" / row["file"])
    assert {column: str(counts[column]) for column in COLUMNS} == {column: row[column] for column in COLUMNS}
    if row["plies_replayed"] and row["file"] not in NOT_COUNTED:
        assert counts["plies"] == int(row["plies_replayed"])


@pytest.mark.parametrize("row", table())
@pytest.mark.parametrize("style", ["strict", "classic"])
def test_a_real_file_written_and_read_again_is_the_same(row, style, shared_dir):
    records = read_games((shared_dir / "pdn" / row["file"]).read_bytes())
    for record in islice(records, 300):  # enough of the large files
        (again,) = read_games(write_record(record, style))
        assert [move.squares for move in again.moves] == [move.squares for move in record.moves]
        assert len(again.tags) >= len(record.tags)
        assert comments(again)[: len(comments(record))] == comments(record)
        if style == "classic":
            assert [tag[:2] for tag in again.tags] == [tag[:2] for tag in record.tags]
            assert again.terminator == (record.terminator or record.tag("Result") or "*")


def comments(record):
    """Comments and, as writing makes them comments, stray words."""
    return [item.text for item in record.elements() if type(item).__name__ in {"Comment", "Junk"}]


def test_every_file_of_the_collection_is_in_the_table(shared_dir):
    files = {str(path.relative_to(shared_dir / "pdn")) for path in (shared_dir / "pdn").rglob("*.pdn")}
    assert files == {parameters.values[0]["file"] for parameters in table()}
