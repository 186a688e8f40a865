"""What is written reads as the same game; strict text is what PDN 3.0 asks for."""

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st

from games.pdn import (
    Comment,
    GameRecord,
    MoveNumber,
    MoveText,
    Nag,
    Setup,
    Tag,
    Variation,
    read_game,
    read_games,
    write_games,
    write_record,
)

WORDS = st.text(
    st.characters(
        blacklist_categories=("Cs", "Cc"), blacklist_characters="\ufeff\uff5b\uff5d\x85\u2028\u2029"
    ),
    max_size=40,
)
NAMES = st.one_of(
    st.sampled_from(
        ["Event", "White", "Black", "Bianco", "BoardOrientation", "Date", "x", "Élo", "White-Club"]
    ),
    st.from_regex(r"[A-Z][A-Za-z0-9_]{0,12}", fullmatch=True).filter(
        lambda name: name not in {"Result", "FEN", "GameType"}
    ),
)
NUMBER_MOVES = st.builds(
    lambda squares, sign: MoveText(sign.join(map(str, squares)), tuple(squares), sign),
    st.lists(st.integers(1, 50), min_size=2, max_size=5, unique=True),
    st.sampled_from("x-"),
)
LETTER_MOVES = st.builds(
    lambda squares, sign: MoveText(sign.join(squares), tuple(squares), sign),
    st.lists(st.from_regex(r"[a-h][1-8]", fullmatch=True), min_size=2, max_size=4, unique=True),
    st.sampled_from(["x", "-", ":", ""]),
)
UNKNOWN_MOVES = st.just(MoveText("--", (), ""))
MOVES = st.builds(
    lambda move, strength: move._replace(strength=strength),
    st.one_of(NUMBER_MOVES, LETTER_MOVES, UNKNOWN_MOVES),
    st.sampled_from(["", "", "", "!", "?!", "???"]),
)
COMMENTS = st.builds(
    Comment,
    st.one_of(WORDS, st.sampled_from(["a { b } c", "}", "{{", "[%clk 1:02:03] good", '[Event "x"]', "% no"])),
)
NAGS = st.builds(Nag, st.integers(0, 999))
SETUPS = st.sampled_from([Setup("W:W31:B1"), Setup("B:Wa1,Kc3:Bh8")])
NUMBERS = st.builds(MoveNumber, st.integers(1, 99), st.sampled_from([1, 3]))


def lines(inner):
    elements = st.lists(st.one_of(MOVES, MOVES, COMMENTS, NAGS, inner), max_size=6)
    return st.builds(lambda number, rest: Variation((number, *rest)), NUMBERS, elements)


VARIATIONS = st.recursive(lines(COMMENTS), lines, max_leaves=6)
BODIES = st.builds(
    lambda number, first, rest: [number, first, *rest],
    NUMBERS,
    MOVES,
    st.lists(st.one_of(MOVES, MOVES, MOVES, NUMBERS, COMMENTS, NAGS, SETUPS, VARIATIONS), max_size=14),
)
TERMINATORS = st.sampled_from(["*", "1-0", "0-1", "1/2-1/2", "2-0", "1-1", "0-0", "\u00bd-\u00bd"])
RECORDS = st.builds(
    lambda tags, body, terminator: GameRecord(tags=tags, body=body, terminator=terminator),
    st.lists(st.builds(Tag, NAMES, WORDS.filter(lambda value: "\n" not in value)), max_size=6),
    BODIES,
    TERMINATORS,
)


def content(elements):
    """Elements without offsets and texts: what a game consists of."""
    shown = []
    for element in elements:
        if isinstance(element, MoveText):
            shown.append((element.squares, element.sign, element.strength))
        elif isinstance(element, Comment):
            shown.append(element.text.strip())
        elif isinstance(element, Variation):
            shown.append(content(element.elements))
        else:
            shown.append(element[:-1])
    return shown


@tries(60, 600)
@given(RECORDS)
def test_a_written_record_reads_as_the_same_game(record):
    (again,) = read_games(write_record(record, "classic"))
    assert [tag[:2] for tag in again.tags] == [tag[:2] for tag in record.tags]
    assert content(again.body) == content(record.body)
    assert again.terminator == record.terminator
    assert content(again.moves) == content(record.moves)


@tries(60, 600)
@given(RECORDS)
def test_strict_writing_keeps_everything_and_changes_only_forms(record):
    written = write_record(record, "strict")
    again = read_game(written)
    assert write_record(again, "strict") == written
    assert [move.squares for move in again.moves] == [move.squares for move in record.moves]
    kept = [item.text.strip() for item in record.elements() if isinstance(item, Comment)]
    assert [item.text for item in again.elements() if isinstance(item, Comment)][: len(kept)] == kept
    assert all(
        len(line) < 80
        for line in written.split("\n\n")[-1].splitlines()
        if "{" not in line and line[:1] != "["
    )


@tries(60, 600)
@given(st.text(max_size=300))
def test_any_text_is_read_and_what_was_read_is_written(text):
    for record in read_games('[Event "any"]\n1. 32-28 ' + text):
        for style in ("strict", "classic"):
            written = write_record(record, style)
            (again,) = read_games(written)
            assert [move.squares for move in again.moves] == [move.squares for move in record.moves]
            assert write_record(again, style) == written


class International:
    game_type_text = "20,W,10,10,N2,0"
    result_family = "2-0"
    capture_sign = "x"
    pinning_tags = ()


def test_strict_form_of_an_international_game():
    record = read_game(
        '[Bianco "Rossi A."]\n[Date "3 mei 1998"]\n[Result "1-0"]\n[FEN "W:W32, 31:B19,5."]\n'
        "1. 32-28 19-23 {good} 2. 28x19* 1-0"
    )
    assert write_record(record, variant=International(), move_texts=["32-28", "19-23", "28x19"]) == (
        '[White "Rossi A."]\n[Date "1998.05.03"]\n[Result "2-0"]\n[FEN "W:W32,31:B19,5"]\n'
        '[GameType "20,W,10,10,N2,0"]\n'
        "\n1. 32-28 19-23 {good} 2. 28x19 $7 *\n"
    )


def test_classic_form_keeps_the_result_at_the_end():
    record = read_game('[White "A"]\n[Result "1-0"]\n1. 32-28 19-23 1-0')
    assert write_record(record, "classic") == '[White "A"]\n[Result "1-0"]\n\n1. 32-28 19-23 1-0\n'


@pytest.mark.parametrize(
    ("given", "family_of", "written"),
    [
        ("1-0", "20", "2-0"),
        ("1/2-1/2", "20", "1-1"),
        ("2-0", "25", "1-0"),
        ("1-1", "21", "1/2-1/2"),
        ("0-0", "20", "0-0"),
        ("*", "20", "*"),
        ("7-3", "20", "7-3"),
        ("2-0 (forfeit)", "25", "2-0 (forfeit)"),
        ("1 1/2 - 1/2", "20", "1 1/2 - 1/2"),
        ("1-0", "99 bottles", "1-0"),
    ],
)
def test_the_result_family_follows_the_game_type_where_it_is_known(given, family_of, written):
    record = read_game(f'[GameType "{family_of}"]\n[Result "{given}"]\n1. 32-28')
    assert f'[Result "{written}"]' in write_record(record)


def test_a_result_without_a_tag_gets_one_and_one_that_differs_is_kept():
    assert '[Result "0-1"]' in write_record(read_game("1. 11-15 0-1"))
    differing = write_record(read_game('[Result "1-0"]\n1. 11-15 0-1'))
    assert "{[%terminator 0-1]} *" in differing
    assert read_game(differing).body[-1].commands == (("terminator", "0-1"),)


def test_touches_and_recalled_moves_survive():
    commands = "[%touch b 11] [%adjust w 22 announced] [%corner b 11 15] [%recalled b 11-16]"
    text = f"1. {{{commands}}} 11-15 23-19 *\n"
    for style in ("strict", "classic"):
        again = read_game(write_record(read_game(text), style))
        assert [command.name for command in again.body[1].commands] == [
            "touch",
            "adjust",
            "corner",
            "recalled",
        ]
        assert again.body[1].text == commands


def test_odd_tags_and_awkward_values_survive():
    value = 'a "quoted" \\ back [slash] {brace} % 1-0'
    record = GameRecord(tags=[Tag("Odd_Tag", value), Tag("Odd_Tag", "")], body=[], terminator="*")
    for style in ("strict", "classic"):
        assert [tag[:2] for tag in read_game(write_record(record, style)).tags] == [
            ("Odd_Tag", value),
            ("Odd_Tag", ""),
        ]


def test_moves_without_numbers_get_them():
    moves = [MoveText("", (11, 15), "-"), MoveText("", (23, 19), "-"), MoveText("", (8, 11), "-")]
    assert write_record(GameRecord(body=moves)) == "1. 11-15 23-19 2. 8-11 *\n"


def test_many_records_are_written_one_by_one():
    text = '[White "A"]\n\n1. 32-28 1-0\n\n[White "B"]\n\n1. 31-27 *\n'
    assert "".join(write_games(read_games(text), "classic")) == text
