"""Every code has a sentence that says what happened, by which article, and what to do next."""

import re
from itertools import cycle, islice
from pathlib import Path

import pytest
from law_cases import judged, quiet_line
from test_illegal_moves import ENGLISH_CASES

from games.judging import finding_messages, messages, warning_messages
from games.judging.incident_names import INCIDENT_NAMES
from games.judging.move_numbers import MoveNumbers
from games.laws import LAW_BOOKS, claims_with
from games.laws.incidents import INCIDENTS
from games.laws.law_book import Sanction
from games.laws.repairs import propose_repairs
from games.laws.report import claim_as_dict, finding_as_dict, proposal_as_dict, repair_as_dict
from games.rules import FenError, Side, parse_fen
from games.rules.variants import VARIANTS

LIFTED_OWN = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,15"
LIFTED_ENEMY = "W:W22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
MUST_HAVE = re.compile(r"^[A-Z0-9“].*[.?]$", re.DOTALL)


def every_verdict():
    """Verdicts that between them hold every finding code."""
    for case in ENGLISH_CASES:
        fen, moves = case.values[:2]
        yield judged(moves, fen=fen)
    yield judged("28x19", fen="W:W28,50:B12,22,23", variant="international", book="fmjd-annex-1")
    yield judged("22x15", fen="W:W22,32:BK19,1", variant="italian", book="italian")
    yield judged(f'11-15 /FEN "{LIFTED_OWN}"/ 23-19')
    yield judged(f'11-15 /FEN "{LIFTED_ENEMY}"/ 23-19')
    yield judged("2x18 32-28", fen="B:W6,14,7,15,32:B2,1")
    yield judged("15x24x29", fen="B:W18,25,32:B15,1")
    yield judged("11-15 22/18 15x22 25/19")
    yield judged("{[%touch b 1]} 11-15 {[%adjust w 22]} 23-19 {[%touch b 12] [%adjust b 1]} 8-11")
    yield judged("{[%corner b 11 15]} 11-16")
    yield judged("{[%recalled b 11-15]} 11-16")
    yield judged("{[%recalled b 11-20]} 9-13")
    yield judged("{[%recalled w 22-18]} 11-15")
    yield judged("11-15 22-18 {[%recalled b 8-11]} 15x22")
    yield judged("11-15 22-18 {Case 7: [%ruling b must_capture caution SL-I1 overruled 3]} 15x22")
    for code in INCIDENTS:
        yield judged(f"{{[%incident b {code}] [%incident w {code} at board 3]}} 11-15")
    yield judged("9x18", fen="B:W14:B9", result="1-0", tags=(("GameType", "21"),))
    yield judged("9x18", fen="B:W14:B9", result="0-1", tags=(("GameType", "21"),))
    yield judged("32-27", fen="W:W32:B1,2,3", result="1-0", tags=(("GameType", "21"),), variant="russian")
    yield judged("31-27", fen="W:W31:B1,2,3,4", result="1/2-1/2")
    yield judged("", fen="B:W99:B1")
    yield judged('11-15 /FEN "W:W99:B1"/ 22-18')
    yield judged("11-15", result="0-1", tags=(("Result", "1-0"),))


def sentence_of(finding):
    told = finding_as_dict(finding)
    return messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])


@pytest.fixture(scope="module")
def findings():
    return [finding for verdict in every_verdict() for finding in verdict.findings]


def test_every_finding_has_a_sentence_with_its_article(findings):
    for finding in findings:
        sentence = sentence_of(finding)
        assert MUST_HAVE.match(sentence), sentence
        assert "%(" not in sentence
        if finding.article and finding.article != "unconfirmed":
            assert finding.article in sentence


def test_the_cases_hold_every_code_a_game_can_be_given(findings):
    codes = {finding.code for finding in findings}
    told_otherwise = {
        *("variant_not_played", "move_taken_back", "result_tags_differ", "house_rules_unreadable"),
        "ruling_told",  # tests/games/laws/test_told_rulings.py
    }
    written = {code for code in finding_messages.FINDINGS if "/" not in code}
    assert written - told_otherwise <= codes


def test_every_ruling_of_every_book_can_be_worded():
    draws = {"repetition", "move_count", "endgame_limit"}
    for book in LAW_BOOKS.values():
        for code in set(book.rulings) - draws - {"wrong_piece_after_recall"}:
            assert code in finding_messages.FINDINGS or code in INCIDENT_NAMES


def test_the_rest_of_the_findings_can_be_filled():
    assert "40" in messages.finding_sentence("variant_not_played", {"game_type": 40})
    differ = messages.finding_sentence("result_tags_differ", {"tag": "1-0", "terminator": "0-1"})
    assert "1-0" in differ
    assert "0-1" in differ


def test_a_missed_capture_is_told_in_words():
    sentence = sentence_of(judged("11-15 22-18 8-11").first_error)
    assert sentence.startswith(
        "8-11 was written, but 15x22 was available, and capturing is compulsory (SL-I1a)."
    )
    assert "SL-M16" in sentence


def test_several_captures_are_listed():
    sentence = sentence_of(judged("32-28", fen="W:W18,19,32:B14,15,1").first_error)
    assert "one of 18x9, 18x11, 19x10" in sentence


@pytest.mark.parametrize(
    ("variant", "book", "fen", "move", "words"),
    [
        ("international", "fmjd-annex-1", "W:W28,50:B12,22,23", "28x19", "takes the most pieces"),
        ("frisian", "frisian", "W:W46,50:BK36,40,20", "46x26", "highest value"),
        ("czech", "czech", "W:Wf4,Kf8:BKc5,Ke5", "f4xd6", "the king must capture"),
        ("spanish", "spanish", "W:W6:B10,K11", "6x13", "takes the most kings"),
        ("italian", "italian", "W:WK3,K9:B5,K6", "9x2x11", "meets a king first"),
    ],
)
def test_a_wrong_capture_is_told_with_the_rule_that_decides(variant, book, fen, move, words):
    error = judged(move, fen=fen, variant=variant, book=book).first_error
    assert error.code == "not_the_priority_capture"
    assert words in sentence_of(error)


@pytest.mark.parametrize(
    ("variant", "fen", "move", "code", "article"),
    [
        ("turkish", "W:Wh5,Kd4:Bf4,b4,h6,g7", "d4xg4xa4", "turned_back", "TK-5"),
        ("thai", "W:WK29:B18", "29x11", "landed_too_far", "TH-3"),
        ("killer", "W:WK46:BK28", "46x19", "landed_too_far", "KI-1"),
    ],
)
def test_a_king_that_goes_where_its_game_does_not_let_it(variant, fen, move, code, article):
    error = judged(move, fen=fen, variant=variant, book=variant).first_error
    assert (error.code, error.article) == (code, article)
    assert article in sentence_of(error)


def test_a_missing_fact_is_a_broken_promise():
    with pytest.raises(KeyError):
        messages.finding_sentence("must_capture", {})


@pytest.mark.parametrize("sanction", list(Sanction))
def test_every_sanction_has_a_sentence(sanction):
    proposal = {"sanction": sanction.value, "article": "SL-I3", "offences": 2, "choices": []}
    sentence = messages.sanction_sentence(proposal, side="black")
    assert MUST_HAVE.match(sentence)


def test_the_opponent_s_choice_is_told():
    (proposal,) = judged("{[%touch w 33]} 32-28", variant="international", book="fmjd-annex-1").proposals
    sentence = messages.sanction_sentence(proposal_as_dict(proposal))
    assert sentence == "The opponent of White decides whether to correct it or let it stand (FMJD-5.4)."


def test_every_choice_has_words():
    for book in LAW_BOOKS.values():
        for code in book.rulings:
            for step in book.steps(code):
                assert step.sanction.value in finding_messages.SANCTIONS
    assert set(finding_messages.CHOICES) == {
        "play_on",
        "put_back",
        "rectified",
        "let_stand",
        "huff",
        "huff/first",
    }


SHUFFLE = ["1-5", "32-28", "5-1", "28-32"]
KINGS = "B:WK32:BK1"
FIVE = "W:WK22,K18,K16:BK3,K20"
CLAIM_CASES = [
    pytest.param("english", "standard-laws", KINGS, list(islice(cycle(SHUFFLE), 101)), id="english"),
    pytest.param("english", "wcdf", KINGS, list(islice(cycle(SHUFFLE), 81)), id="wcdf"),
    pytest.param("russian", "fmjd-64", FIVE, None, id="clauses that contradict each other"),
    pytest.param("pool", "american-pool", "W:WK1,K5,K7:BK3", None, id="unconfirmed rules"),
    pytest.param("brazilian", "brazilian-seed", "W:WK24,K7,K3:BK9", None, id="brazilian"),
]


@pytest.mark.parametrize(("variant", "book", "fen", "line"), CLAIM_CASES)
def test_every_claim_has_a_sentence(variant, book, fen, line):
    moves = line or quiet_line(fen, variant, 60)
    claims = judged(" ".join(moves), fen=fen, variant=variant, book=book).claims
    assert claims
    for claim in claims:
        told = claim_as_dict(claim)
        sentence = messages.claim_sentence(**told)
        assert claim.article in sentence
        assert MUST_HAVE.match(sentence)
        if claim.facts.get("contradicts"):
            assert claim.facts["contradicts"][0] in sentence
        if claim.facts["certainty"] == "unconfirmed":
            assert "unconfirmed" in sentence


def test_a_claim_with_an_intended_move_names_it():
    verdict = judged(" ".join(islice(cycle(SHUFFLE), 11)), fen=KINGS)
    (claim, *_rest) = verdict.claims
    moves = MoveNumbers.of_game(verdict.replay.positions, verdict.variant)
    sentence = messages.claim_sentence(**claim_as_dict(claim), moves=moves)
    assert sentence.startswith("Before move 6 (White), White could claim a draw: 28-32 would produce")
    assert "(after moves 0, 2 (White), 4 (White), 6 (White))" in sentence
    assert "fourth" in sentence
    assert claims_with(verdict.replay, verdict.law_book, 5) == ()


def test_every_repair_kind_has_a_sentence():
    for kind in finding_messages.REPAIRS:
        for makes_all_legal in (True, False):
            facts = {
                "kind": kind,
                "ply": 5,
                "side": "black",
                "written": "9-18",
                "text": "9-13",
                "reached": 20,
                "makes_all_legal": makes_all_legal,
            }
            assert MUST_HAVE.match(messages.repair_sentence(facts))


def test_a_real_repair_is_told():
    (repair, *_rest) = propose_repairs(judged("11-15 24-20 8-11 28-24 9-18 22-18"))
    assert "9-13 instead of 9-18" in messages.repair_sentence(repair_as_dict(repair))


def test_every_reconciliation_has_a_sentence():
    for kind in finding_messages.RECONCILIATIONS:
        assert "9-13" in messages.reconciliation_sentence(kind, {"text": "9-13"})


def test_every_warning_of_the_reader_has_a_sentence():
    package = Path(messages.__file__).parents[1] / "pdn"
    named = set()
    for source in package.glob("*.py"):
        text = source.read_text(encoding="utf-8")
        named |= set(re.findall(r'_remark\(\s*"([a-z_]+)"', text))
        named |= set(re.findall(r'codes\.append\("([a-z_]+)"\)', text))
        named |= set(re.findall(r'"((?:comment|bracket|tag)_[a-z_]+)"', text))
    facts = {"text": "x", "name": "Event", "depth": 3, "characters": 9, "count": 1}
    known = named & set(warning_messages.WARNINGS)
    assert len(known) > 15
    assert {code for code in named if code not in warning_messages.WARNINGS} == set()
    for code in warning_messages.WARNINGS:
        assert "%(" not in messages.warning_sentence(code, facts)


@pytest.mark.parametrize(
    "fen",
    ["W:" + "W1," * 900, "nothing", "W:X1", "W:W1x:B2", "W:W1,1:B2", "W:W99:B2"],
)
def test_every_fault_of_a_position_has_a_sentence(fen):
    with pytest.raises(FenError) as fault:
        parse_fen(fen, VARIANTS["english"].geometry)
    assert messages.fen_sentence(fault.value.code, fault.value.facts)


def test_articles_keep_their_heading_and_text():
    article = LAW_BOOKS["standard-laws"].lookup("SL-T4")
    assert messages.article_heading(article) == article.heading
    assert messages.article_text(article) == article.text


FEN_FAULT_SENTENCES = (
    ("english", "W:W32,18,18:B1", "square 18 appears twice"),
    ("english", "W:W32,17-20:B1,K19", "square 19 appears twice"),
    ("russian", "W:Wc3,e3:Be3", "square e3 appears twice"),
    ("english", "W:W32:B1,40", "square 40 is not on this board of 32 squares"),
    ("english", "W:W32:B1,?", "a piece cannot be read: ?"),
    ("english", "32:B1", "it does not start with the side to move: 32:B1"),
    ("english", "W:32:B1", "a part does not name its side: 32"),
)


@pytest.mark.parametrize(("variant", "fen", "fault"), FEN_FAULT_SENTENCES)
def test_a_fen_that_cannot_be_read_is_told_with_its_fault(variant, fen, fault):
    """Both where the record begins from it and where it is put on the board in mid game."""
    first = judged("", fen=fen, variant=variant)
    moves = "c3-d4" if variant == "russian" else "11-15"
    later = judged(f'{moves} /FEN "{fen}"/ 22-18', variant=variant)
    for verdict, code in ((first, "fen_unreadable"), (later, "setup_unreadable")):
        (finding,) = [one for one in verdict.findings if one.code == code]
        sentence = sentence_of(finding)
        assert f"{fen} ({fault}). " in sentence, sentence


def test_a_stored_finding_without_the_fault_of_its_fen_still_has_a_sentence():
    sentence = messages.finding_sentence("fen_unreadable", {"fen": "W:W9:B9", "reason": "fen_square_twice"})
    assert sentence.startswith("The starting position cannot be read: W:W9:B9. ")


@pytest.mark.parametrize(
    ("status", "is_told"), [("claimable", True), ("arbiter", True), ("mandatory", False)]
)
def test_the_claim_of_a_cycle_tells_its_last_turn(status, is_told):
    facts = {"occurrence": 3, "move": "28-32", "turns": [8, 9, 10, 11]}
    told = {"side": "white", "status": status, "from_ply": 8, "evidence": (0, 4, 8)}
    sentence = messages.claim_sentence("repetition", facts, **told)
    assert ("last before move 6 (White)." in sentence) is is_told
    assert "last before" not in messages.claim_sentence("repetition", {**facts, "turns": [8]}, **told)


def test_no_sentence_introduces_twice(findings):
    """A sanction of a move that may only be written wrongly has one introduction, as any other."""
    assert any(finding.facts.get("if_played") for finding in findings)
    for finding in findings:
        parts = re.split(r"[.!?] ", sentence_of(finding))
        assert all(part.count(": ") < 2 for part in parts if "Proposed" in part), parts


AFTER_A_FORFEIT = (
    ("{[%touch b 12]} 11-15 {[%recalled w 22-19]} 22-18", "wrong_square", "white"),
    ("{[%touch b 12]} 11-15 22-18 {[%touch b 12]} 15x22", "touched_unmovable", "black"),
    ("{[%touch b 12]} 11-15 23-19 {[%adjust b 1]} 8-11", "adjusted_unannounced", "black"),
    ("{[%touch b 12]} 11-15 {[%incident w distracting]} 22-18", "distracting", "white"),
)


@pytest.mark.parametrize(("moves", "code", "side"), AFTER_A_FORFEIT)
def test_after_a_forfeit_nothing_more_is_proposed(moves, code, side):
    verdict = judged(moves)
    assert [(one.code, one.ply) for one in verdict.proposals] == [("touched_not_moved", 1)]
    (later,) = [one for one in verdict.findings if one.code == code and one.side.key == side]
    told = finding_as_dict(later)
    sentence = messages.finding_sentence(
        told["code"], told["facts"], side=told["side"], article=told["article"], moves=MoveNumbers(Side.BLACK)
    )
    assert "Already lost: Black forfeited the game at move 1 (Black) (SL-T4)." in sentence, sentence
    assert "Proposed" not in sentence


def test_a_forfeit_that_may_be_a_slip_of_the_pen_ends_nothing():
    """The second wrong move cannot be played; whether it was made is not known."""
    verdict = judged("{[%recalled b 11-20]} 11-15 23-19 8-14 {[%incident w distracting]}")
    assert [one.sanction.value for one in verdict.proposals if one.if_played] == ["forfeit"]
    assert not any("already_lost" in one.facts for one in verdict.findings)
