"""The ladder of every law book, rung by rung, as an arbiter climbs it with the rulings of an event."""

import pytest

from games.laws import LAW_BOOKS, UNCONFIRMED, law_book_named
from games.laws.incidents import INCIDENTS
from tournaments.conduct import Consequence, Earlier, cited, consequence_of, propose

HERE, ELSEWHERE = True, False


@pytest.mark.parametrize(
    ("book", "before", "code", "consequence", "article", "in_game"),
    [
        pytest.param("standard-laws", [], "must_capture", "caution", "SL-I1", 1, id="SL-I1: cautioned"),
        pytest.param(
            "standard-laws", ["out_of_turn"], "must_capture", "game_lost", "SL-I3", 2, id="SL-I3: the second"
        ),
        pytest.param("standard-laws", [], "adjusted_unannounced", "warning", "SL-T3", 1, id="SL-T3: warned"),
        pytest.param(
            "standard-laws", ["adjusted_unannounced"], "adjusted_unannounced", "game_lost", "SL-T3", 2,
            id="SL-T3: the second costs the game",
        ),
        pytest.param(
            "standard-laws", ["must_capture"], "adjusted_unannounced", "warning", "SL-T3", 1,
            id="ladders do not mix",
        ),
        pytest.param("standard-laws", [], "touched_not_moved", "game_lost", "SL-T4", 1, id="SL-T4"),
        pytest.param("standard-laws", [], "refused_rules", "game_lost", "SL-I4", 1, id="SL-I4"),
        pytest.param("standard-laws", [], "pieces_displaced", "none", "SL-I2", 0, id="SL-I2: no penalty"),
        pytest.param("standard-laws", [], "crowning_forgotten", "reminder", "SL-M17", 0, id="SL-M17"),
        pytest.param("standard-laws", [], "distracting", None, "unconfirmed", 1, id="SL is silent"),
        pytest.param("acf-faq", [], "distracting", "warning", "A-C1", 1, id="A-C1: a stern warning"),
        pytest.param("acf-faq", [], "adjusted_unannounced", "none", "A-T2", 0, id="A-T2: no offence"),
        pytest.param("acf-faq", [], "left_over_corner", "game_lost", "A-T1", 1, id="A-T1: stricter"),
        pytest.param("acf-faq", [], "crowning_forgotten", "reminder", "A-M9", 0, id="A-M9: a reminder"),
        pytest.param("wcdf", [], "touched_not_moved", "game_lost", "WCDF-1.23", 1, id="WCDF 1.23"),
        pytest.param(
            "fmjd-annex-1", [], "must_capture", "opponent_chooses", "FMJD-5.4", 1, id="FMJD 5.4: a choice"
        ),
        pytest.param(
            "fmjd-annex-1", ["must_capture"], "must_capture", "opponent_chooses", "FMJD-5.4", 2,
            id="FMJD 5.4: and a choice again",
        ),
        pytest.param("fmjd-annex-1", [], "refused_rules", "game_lost", "FMJD-7.2.4", 1, id="FMJD 7.2.4"),
        pytest.param("fmjd-annex-1", [], "electronic_device", None, "unconfirmed", 1, id="FMJD is silent"),
    ],
)  # fmt: skip
def test_what_follows_is_what_the_book_says(book, before, code, consequence, article, in_game):
    proposed = propose(law_book_named(book), code, earlier=[Earlier(one, HERE) for one in before])
    assert (proposed.consequence, proposed.article, proposed.in_game) == (consequence, article, in_game)


def test_offences_of_other_games_are_told_and_climb_nothing():
    earlier = [Earlier("must_capture", ELSEWHERE), Earlier("adjusted_unannounced", ELSEWHERE)]
    proposed = propose(law_book_named("standard-laws"), "out_of_turn", earlier=earlier)
    assert (proposed.consequence, proposed.in_game, proposed.in_event) == (Consequence.CAUTION, 1, 2)


@pytest.mark.parametrize(
    ("code", "is_recalled"),
    [("must_capture", True), ("touched_unmovable", False), ("adjusted_unannounced", False)],
)
def test_a_cautioned_move_is_taken_back(code, is_recalled):
    assert propose(law_book_named("standard-laws"), code).recalls_move is is_recalled


def test_the_opponent_chooses_about_a_piece_removed():
    assert propose(law_book_named("standard-laws"), "own_piece_removed").choices == ("play_on", "put_back")
    assert propose(law_book_named("fmjd-annex-1"), "out_of_turn").choices == ("rectified", "let_stand")


@pytest.mark.parametrize("key", LAW_BOOKS)
def test_every_incident_has_an_answer_in_every_book(key):
    book = law_book_named(key)
    for code in INCIDENTS:
        proposed = propose(book, code)
        if proposed.article != "unconfirmed":
            assert book.lookup(proposed.article)
        assert all(book.lookup(article) for article in proposed.articles)


@pytest.mark.parametrize("consequence", Consequence)
@pytest.mark.parametrize("book", LAW_BOOKS.values(), ids=list(LAW_BOOKS))
def test_a_ruling_cites_the_article_of_its_own_consequence(book, consequence):
    """Whatever the law book would have asked for on that rung of the ladder."""
    for code in INCIDENTS:
        steps = book.steps(code)
        own = {step.article for step in steps if consequence_of(step.sanction) is consequence}
        others = {step.article for step in steps} - own - set(book.articles_for(code))
        for rung in range(3):
            asked = propose(book, code, earlier=[Earlier(code, is_this_game=True)] * rung)
            articles = cited(book, asked, consequence)
            assert UNCONFIRMED not in articles
            if own - {UNCONFIRMED}:
                assert articles[0] in own, code
            assert not others & set(articles) or consequence is asked.consequence, code
