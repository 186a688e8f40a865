"""Notes of rulings in a score: put where they belong, and taken out so that nothing is left of them."""

from itertools import islice

import pytest
from effort import amount
from law_cases import judged

from games.archive.services.game_rows import storable
from games.judging.incident_names import INCIDENT_NAMES
from games.judging.messages import finding_sentence
from games.laws import choose_variant
from games.laws.notes import Note, note_text, notes_of, with_notes, without_notes
from games.pdn import Comment, read_game, read_games
from games.rules import VARIANTS

ENGLISH = VARIANTS["english"]
CAUTION = "[%incident b must_capture] caution (SL-I1)"


def noted(text, *notes):
    return with_notes(text, [Note(ply, note_text(case, words)) for case, ply, words in notes], ENGLISH)


@pytest.mark.parametrize(
    ("text", "ply", "expected"),
    [
        ("1. 11-15 23-19 *", 1, "1. {Case 7: x} 11-15 23-19 *"),
        ("1. 11-15 23-19 *", 2, "1. 11-15 {Case 7: x} 23-19 *"),
        ("1. 11-15 23-19 *", 0, "1. 11-15 23-19 {Case 7: x} *"),
        ("1. 11-15 23-19 *", 9, "1. 11-15 23-19 {Case 7: x} *"),
        ("1. 11-15 23-19\n", 0, "1. 11-15 23-19 {Case 7: x}\n"),
        ("1. 11-15 (1. 9-13) 23-19 1-0", 2, "1. 11-15 (1. 9-13) {Case 7: x} 23-19 1-0"),
        ('[Result "1-0"]\n\n1-0', 3, '[Result "1-0"]\n\n{Case 7: x} 1-0'),
    ],
)
def test_a_note_stands_before_its_half_move_or_at_the_end(text, ply, expected):
    assert noted(text, (7, ply, "x")) == expected
    assert without_notes(expected) == text


def test_notes_are_exchanged_and_others_stay():
    text = "1. 11-15 {a good move} 23-19 *"
    once = noted(text, (1, 1, "x"), (2, 1, "y"), (3, 0, "z"))
    assert once == "1. {Case 1: x} {Case 2: y} 11-15 {a good move} 23-19 {Case 3: z} *"
    assert noted(once, (2, 2, "y")) == "1. 11-15 {a good move} {Case 2: y} 23-19 *"
    assert notes_of(once) == ["Case 1: x", "Case 2: y", "Case 3: z"]
    assert noted(once) == text


def test_braces_and_breaks_do_not_end_a_note():
    assert note_text(7, "a } {\n b") == "Case 7: a ) ( b"


def test_every_real_score_takes_notes_and_gives_them_back(shared_dir):
    notes = [Note(ply, note_text(case, CAUTION)) for case, ply in enumerate((1, 4, 4, 0, 300))]
    files = sorted((shared_dir / "pdn").rglob("*.pdn"))
    for path in files:
        for record in islice(read_games(path.read_bytes()[:200_000]), amount(2, 6)):
            text = storable(record.source)
            variant = choose_variant(read_game(text), None)[0].variant
            with_them = with_notes(text, notes, variant)
            assert without_notes(with_them) == text
            assert with_notes(with_them, notes, variant) == with_them
            read = read_game(with_them)
            assert [one.text for one in read.moves] == [one.text for one in read_game(text).moves]
            told = [one.text for one in read.body if isinstance(one, Comment)]
            assert {note.text for note in notes} <= set(told)


def test_an_incident_of_neither_side_is_found_and_counts_for_nobody():
    verdict = judged("{[%incident - electronic_device]} 11-15")
    (finding,) = verdict.findings
    assert (finding.code, finding.side) == ("electronic_device", None)
    assert verdict.proposals == ()
    told = finding_sentence(finding.code, finding.facts, article=finding.article)
    assert told.startswith(f"Recorded by the arbiter: {INCIDENT_NAMES[finding.code]}")


def test_an_incident_behind_an_illegal_move_is_found():
    verdict = judged("11-15 22-18 1-30 {[%incident w refused_rules]} 18-14")
    assert [(one.code, one.ply) for one in verdict.proposals] == [
        ("occupied_square", 3),
        ("refused_rules", 4),
    ]
