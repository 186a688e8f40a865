"""Games judged by house rules: which book, which articles, huffing, and the tags that pin the rules."""

import pytest

from games.judging import finding_messages, messages
from games.laws import UNCONFIRMED, Sanction, book_for, house_articles, judge
from games.laws.books import DEFAULT_BOOK_OF, LAW_BOOKS
from games.laws.report import proposal_as_dict
from games.pdn import read_game, write_record
from games.rules import VARIANTS, HouseRulesError, derive
from games.rules.house_facts import CHANGEABLE, REMEDY

ENGLISH = VARIANTS["english"]
FLYING = derive(ENGLISH, {"king_flies": "yes"}, name="Saturday kings")
HUFFING = derive(ENGLISH, {REMEDY: "huff"})
CHOOSING = derive(ENGLISH, {REMEDY: "opponent_chooses"})
MISSED = '[FEN "B:W22,14,32:B18,9,1"]\n\n1. 1-6 *'


def judged(moves, variant, **options):
    return judge(read_game(moves), variant=variant, **options)


def test_a_flying_king_under_an_english_base_is_legal_and_illegal_without():
    text = '[FEN "B:W32:BK1,K4"]\n\n1. 1-19 32-28 2. 4-22 *'
    assert judged(text, FLYING).is_legal
    first = judged(text, ENGLISH).first_error
    assert (first.code, first.article) == ("wrong_square", "SL-I1c")


def test_the_book_of_the_base_is_kept_with_the_house_articles_first():
    book = book_for(LAW_BOOKS["wcdf"], FLYING)
    assert (book.key, book.edition) == ("wcdf", LAW_BOOKS["wcdf"].edition)
    assert list(book.articles)[:2] == ["HR-3", "HR-5"]
    assert "HR-3" not in LAW_BOOKS["wcdf"].articles


def test_a_book_for_another_game_gives_way_to_the_default_of_the_base():
    assert book_for(LAW_BOOKS["fmjd-64"], FLYING).key == "standard-laws"


@pytest.mark.parametrize(
    ("base", "changes", "moves", "code", "article"),
    [
        pytest.param(
            "english",
            {"priority": "most_pieces"},
            '[FEN "B:W14,16,22:B9,12"]\n\n1. 12x19 *',
            "not_the_priority_capture",
            "HR-9",
            id="not the most pieces",
        ),
        pytest.param(
            "pool",
            {"man_captures_backward": "no"},
            '[FEN "B:W14,32:B18"]\n\n1. 18x9 *',
            "man_captured_backward",
            "HR-6",
            id="a man that no longer captures backward",
        ),
        pytest.param(
            "english",
            {"man_captures_king": "no"},
            '[FEN "B:WK14,32:B9"]\n\n1. 9x18 *',
            "man_captured_king",
            "HR-7",
            id="a man that cannot take a king",
        ),
    ],
)
def test_a_breach_of_a_house_rule_cites_it(base, changes, moves, code, article):
    first = judged(moves, derive(VARIANTS[base], changes)).first_error
    assert (first.code, first.article) == (code, article)


@pytest.mark.parametrize(
    ("variant", "sanction", "choices", "pieces", "article"),
    [
        pytest.param(ENGLISH, Sanction.CAUTION, (), (), "SL-I1", id="without huffing the move is recalled"),
        pytest.param(
            HUFFING,
            Sanction.OPPONENT_CHOOSES,
            ("huff", "let_stand"),
            ("9", "18"),
            "HR-1",
            id="huffing",
        ),
        pytest.param(
            CHOOSING,
            Sanction.OPPONENT_CHOOSES,
            ("rectified", "huff", "let_stand"),
            ("9", "18"),
            "HR-1",
            id="the opponent chooses",
        ),
    ],
)
def test_what_follows_from_a_missed_capture(variant, sanction, choices, pieces, article):
    (proposal,) = judged('[FEN "B:W22,14,32:B18,9,1"]\n\n1. 1-5 *', variant).proposals
    assert (proposal.sanction, proposal.choices, proposal.article) == (sanction, choices, article)
    assert proposal.pieces in {pieces, pieces[1:]}


def test_the_piece_that_moved_instead_of_capturing_is_huffed_where_it_went():
    (proposal,) = judged('[FEN "B:W14,32:B9,2"]\n\n1. 9-13 *', HUFFING).proposals
    assert proposal.pieces == ("13",)


def test_a_capture_broken_off_is_huffed_and_a_wrong_square_is_not():
    (proposal,) = judged('[FEN "B:W14,22,32:B9"]\n\n1. 9x18 *', HUFFING).proposals
    assert (proposal.code, proposal.choices[0], proposal.pieces) == ("capture_incomplete", "huff", ("18",))
    (proposal,) = judged('[FEN "B:W32:B9"]\n\n1. 9-18 *', HUFFING).proposals
    assert (proposal.sanction, proposal.pieces) == (Sanction.CAUTION, ())


def test_a_piece_that_was_huffed_is_gone_and_the_game_goes_on():
    text = '[FEN "B:W14,32:B9,2"]\n\n1. 2-6 /FEN "W:W14,32:B6"/ 14-10 2. 6x15 *'
    verdict = judged(text, HUFFING)
    assert [finding.code for finding in verdict.findings if finding.ply] == ["must_capture"]
    assert (verdict.plies, verdict.replay.failure) == (3, None)


def test_huffing_is_told_in_words_with_the_squares():
    (proposal,) = judged('[FEN "B:W14,32:B9,2"]\n\n1. 9-13 *', HUFFING).proposals
    said = messages.sanction_sentence(proposal_as_dict(proposal))
    assert said == (
        "The opponent of Black decides what follows (HR-1). The opponent may remove a piece that "
        "should have captured or let it stand. It is on 13. This applies only if it was actually "
        "played, not just written down."
    )
    (proposal,) = judged('[FEN "B:W14,32:B9,2"]\n\n1. 9-13 *', CHOOSING).proposals
    said = messages.sanction_sentence(proposal_as_dict(proposal))
    assert (
        "may have it corrected or remove a piece that should have captured or let it stand. It is on" in said
    )


@pytest.mark.parametrize("style", ["strict", "classic"])
def test_a_record_carries_its_rules_and_is_judged_by_them_elsewhere(style):
    text = '[GameType "21"]\n[FEN "B:W32:BK1,K4"]\n\n1. 1-19 32-28 *'
    written = write_record(read_game(text), style, variant=FLYING)
    assert '[Variant "House: Saturday kings"]' in written
    assert f'[HouseRules "{FLYING.rules_text}"]' in written
    there = judge(read_game(written))
    assert (there.variant.key, there.variant.name, there.variant_source) == (
        FLYING.key,
        "Saturday kings",
        "tag",
    )
    assert there.is_legal
    assert write_record(there.record, style, variant=there.variant) == written


def test_a_record_without_game_type_gets_that_of_the_base():
    written = write_record(read_game("1. 11-15 *"), variant=FLYING)
    assert '[GameType "21,B,8,8,N1,0"]' in written


def test_rules_whose_hash_is_another_are_not_played_by_and_told():
    written = write_record(read_game("1. 11-15 *"), variant=FLYING)
    changed = written.replace("king_flies=yes; king_must_land_to_go_on=yes", "man_captures_backward=yes")
    verdict = judge(read_game(changed))
    (finding,) = [one for one in verdict.findings if one.code == "house_rules_unreadable"]
    assert (verdict.variant.key, finding.facts["reason"]) == ("english", "hash_differs")
    said = messages.finding_sentence(finding.code, finding.facts)
    assert "cannot be read (the hash does not match the rules)" in said
    assert "HouseRules" in said


def test_the_rules_asked_for_go_before_those_of_the_record():
    written = write_record(read_game("1. 11-15 *"), variant=FLYING)
    assert judge(read_game(written), variant=ENGLISH).variant is ENGLISH


@pytest.mark.parametrize("base", list(VARIANTS))
def test_every_house_rule_has_an_article_with_words(base):
    for fact, changeable in CHANGEABLE.items():
        for value in changeable.values(VARIANTS[base]):
            try:
                variant = derive(VARIANTS[base], {fact: value})
            except HouseRulesError:
                continue
            for article in house_articles(variant):
                assert article.text.endswith(".")
                assert article.facts


def test_every_base_has_a_book_whose_ladder_answers_for_a_house_rule():
    for base in DEFAULT_BOOK_OF:
        book = book_for(None, derive(VARIANTS[base], {REMEDY: "huff"}))
        (step,) = book.steps("must_capture")
        assert step.choices == ("huff", "let_stand")
        assert book.article_for("must_capture") != UNCONFIRMED


def test_every_choice_of_a_house_variant_has_words():
    chosen = {choice for variant in (HUFFING, CHOOSING) for choice in _choices(variant)}
    assert chosen <= set(finding_messages.CHOICES)


def _choices(variant):
    return book_for(None, variant).steps("must_capture")[0].choices
