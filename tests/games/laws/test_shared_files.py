"""Large files judged by several processes: the same answer for any number, however the file is cut."""

import json
import random
from itertools import pairwise

import pytest
from django.core.management import call_command
from law_cases import sheet

from games.management import score_files, score_parts
from games.pdn import parts_of, read_games, read_part

PLAIN = sheet("1. 11-15 22-18 2. 15x22 25x18", result="1-0")
WRONG = sheet("1. 11-15 22-18 2. 8-11", result="0-1")
RUSSIAN = sheet("1. c3-d4 d6-c5 2. b2-c3 f6-g5", result="2-0")
REMARKS = sheet("1. 11-15 {well\n\nplayed} 22-18 (22-17 {or}) 2. 15x22 25x18", result="*")
TAG_IN_COMMENT = sheet('1. 11-15 {a comment\n\n[Round "2"] goes on} 22-18', result="*")
TAGS_APART = '[White "A"]\n\n[Black "B"]\n\n[Result "*"]\n\n1. 11-15 22-18 *\n\n'
NO_END = '[Event "no end"]\n\n1. 11-15 22-18 {unclosed\n\n'
ODD = (PLAIN, WRONG, RUSSIAN, REMARKS, TAG_IN_COMMENT, TAGS_APART, NO_END)


def many(seed, encoding="utf-8", line_end="\n"):
    chance = random.Random(seed)  # noqa: S311 - the same files each time
    texts = [chance.choice(ODD) + "\n" for _ in range(150)]
    if encoding != "ascii":
        texts[chance.randrange(150)] += '[Event "Проба пера"]\n[Result "*"]\n\n1. 11-15 *\n\n'
    return "".join(texts).replace("\n", line_end).encode(encoding)


SIZE = 1_000  # bytes a part; a file has a dozen or more
FILES = {
    "plain": (PLAIN + "\n").encode() * 150,
    "odd": many(1),
    "odd, windows line ends": many(2, line_end="\r\n"),
    "odd, Cyrillic of old": many(3, encoding="cp1251"),
    "odd, UTF-16": many(4, encoding="utf-16"),
    "tags apart": TAGS_APART.encode() * 150,
    "bytes that fit no encoding": many(5) + b'[Event "\xff\xfe"]\n[Result "*"]\n\n1. 11-15 *\n\n' + many(6),
    "nothing to cut at": many(7, encoding="ascii", line_end="\r"),
    "first part without a game": b"words\n" * 500 + (PLAIN + "\n").encode() * 100,
}
MISLEADING = frozenset(
    {"odd, windows line ends", "tags apart", "bytes that fit no encoding"}
)  # some cuts fall into records


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(score_files, "MIN_SHARED_SIZE", 0)
    monkeypatch.setattr(score_parts, "PART", SIZE)


def replay_output(path, capsys, **options):
    call_command("replay", str(path), **options)
    return capsys.readouterr().out


@pytest.mark.parametrize("name", FILES)
def test_any_number_of_processes_gives_the_same_answer(tmp_path, capsys, small_parts, name):
    path = tmp_path / "many.pdn"
    path.write_bytes(FILES[name])
    by_workers = [replay_output(path, capsys, format="jsonl", workers=workers) for workers in (1, 2, 3)]
    games = [out.splitlines()[:-1] for out in by_workers]
    assert games[0] == games[1] == games[2]
    read = [(record.index, record.line) for record in read_games(FILES[name])]
    assert [(game["game"], game["line"]) for game in map(json.loads, games[0])] == read


def test_text_is_numbered_through_as_well(tmp_path, capsys, small_parts):
    path = tmp_path / "many.pdn"
    path.write_bytes(FILES["odd"])
    one, two = (replay_output(path, capsys, workers=workers).splitlines()[:-1] for workers in (1, 2))
    assert one == two
    assert len(one) > 20


@pytest.mark.parametrize("name", FILES)
def test_parts_that_begin_with_a_record_read_as_the_whole_does(tmp_path, name):
    path = tmp_path / "many.pdn"
    path.write_bytes(FILES[name])
    whole = {(record.line, tuple(record.tags), record.source) for record in read_games(FILES[name])}
    with path.open("rb") as file:
        parts = parts_of(file, SIZE)
        right, read = (1, 1), 0
        for part in parts:
            reader = read_part(file, part)
            records = list(reader)
            if (part.line, 1) == right:
                assert {(record.line, tuple(record.tags), record.source) for record in records} <= whole
                read += 1
            right = reader.place
    if name in MISLEADING:
        assert 0 < read < len(parts)
    else:
        assert read == len(parts)


def test_a_part_knows_its_line_and_the_encoding_of_the_file(tmp_path):
    path = tmp_path / "many.pdn"
    path.write_bytes(FILES["odd, Cyrillic of old"])
    with path.open("rb") as file:
        parts = parts_of(file, SIZE)
    assert len(parts) > 5
    assert {part.encoding for part in parts[1:]} == {"windows-1251"}
    lines = FILES["odd, Cyrillic of old"].split(b"\n")
    assert all(lines[part.line - 1].startswith(b"[") for part in parts)
    assert [part.until for part in parts] == [*(part.line for part in parts[1:]), 0]


def test_parts_are_of_about_the_size_asked_for(tmp_path):
    path = tmp_path / "many.pdn"
    path.write_bytes(FILES["plain"])
    with path.open("rb") as file:
        begins = [part.begin for part in parts_of(file, SIZE)]
    assert begins == sorted(begins)
    assert all(later - sooner < 2 * SIZE for sooner, later in pairwise(begins))
