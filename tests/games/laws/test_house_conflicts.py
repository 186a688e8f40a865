"""Articles of the law books that rules of a house go before: marked where they are read, and nowhere else."""

import re

import pytest

from games.judging.messages import article_text
from games.judging.selectors.viewer import viewer_payload
from games.laws import book_for, house_articles
from games.laws.books import LAW_BOOKS
from games.laws.house_articles import article_id
from games.laws.house_books import yielding_articles
from games.laws.house_conflicts import ARTICLES_BY_FACT, ONLY_AGAINST
from games.laws.judge import judge
from games.pdn import read_game
from games.rules import VARIANTS, HouseRulesError, derive
from games.rules.house_facts import CHANGEABLE, REMEDY

ENGLISH = VARIANTS["english"]
FLYING = derive(ENGLISH, {"king_flies": "yes"})
STATED = {
    "king_flies": "king_flies",
    "man_captures_backward": "man_captures_backward",
    "man_captures_king": "man_captures_king",
    "majority": "priority",
    "men": "rows_of_men",
    "loses": "goal",
    "wins": "goal",
}
"""What an article fixes as data, and the fact of play that it thereby states."""


def every_house_variant():
    for base in VARIANTS.values():
        for fact, changeable in CHANGEABLE.items():
            for value in changeable.values(base):
                try:
                    yield derive(base, {fact: value})
                except HouseRulesError:
                    continue


@pytest.mark.parametrize(
    ("changes", "book", "yielding"),
    [
        pytest.param({"king_flies": "yes"}, "standard-laws", ["SL-M2", "SL-M3"], id="flying kings"),
        pytest.param({"king_flies": "yes"}, "wcdf", ["WCDF-1.17"], id="the same in another book"),
        pytest.param(
            {REMEDY: "huff"}, "standard-laws", ["SL-M14", "SL-I1a"], id="huffing is not done away with"
        ),
        pytest.param({"priority": "most_pieces"}, "standard-laws", ["SL-M10"], id="the choice is not free"),
        pytest.param({"crowning": "at_once"}, "standard-laws", ["SL-M18", "SL-I1g"], id="a new king goes on"),
        pytest.param(
            {"crowning": "passes"}, "standard-laws", ["SL-M17", "SL-M18", "SL-I1g"], id="nor is it crowned"
        ),
        pytest.param({"goal": "lose_all"}, "standard-laws", ["SL-O1", "SL-O2", "SL-W1"], id="who wins"),
        pytest.param({"rows_of_men": "2"}, "wcdf", ["WCDF-1.8"], id="eight men a side"),
    ],
)
def test_the_articles_that_say_otherwise_give_way(changes, book, yielding):
    articles = yielding_articles(book_for(LAW_BOOKS[book], derive(ENGLISH, changes)))
    assert sorted(one.id for one in articles) == sorted(yielding)
    assert {house for one in articles for house in one.yields_to} <= {article_id(fact) for fact in changes}


def test_the_books_themselves_and_shipped_games_know_nothing_of_it():
    book_for(None, FLYING)
    for book in LAW_BOOKS.values():
        assert not yielding_articles(book)
    assert "go before" not in article_text(LAW_BOOKS["standard-laws"].articles["SL-M2"])


def test_every_article_that_fixes_a_changed_fact_gives_way():
    for book in LAW_BOOKS.values():
        for article in book.articles.values():
            for said, fact in STATED.items():
                if said in article.facts:
                    assert article.id in ARTICLES_BY_FACT[fact], (book.key, article.id, said)


def test_every_article_named_is_one_of_a_book():
    known = {article for book in LAW_BOOKS.values() for article in book.articles}
    assert {one for ids in (*ARTICLES_BY_FACT.values(), *ONLY_AGAINST.values()) for one in ids} <= known
    assert set(ARTICLES_BY_FACT) == set(CHANGEABLE)


def test_what_a_house_rule_is_about_is_cited_by_it_and_not_by_what_gave_way():
    """Who wins and which capture, how kings land and turn, who huffs: the house rule is cited first."""
    for variant in every_house_variant():
        own = {article.id for article in house_articles(variant)}
        book = book_for(None, variant)
        for code in (
            ("no_move_left", "result_against_board", "moves_after_end") if article_id("goal") in own else ()
        ):
            assert book.article_for(code) == article_id("goal")
        if article_id("priority") in own:
            assert book.article_for("not_the_priority_capture") == article_id("priority")


def test_the_end_of_giveaway_cites_the_house_rule():
    giveaway = derive(ENGLISH, {"goal": "lose_all"})
    verdict = judge(read_game('[FEN "B:W14:B9,32"]\n[Result "1-0"]\n\n1. 9x18 1-0'), variant=giveaway)
    (finding,) = [one for one in verdict.findings if one.code == "no_move_left"]
    assert (finding.article, finding.facts["winner"]) == (article_id("goal"), "white")


def test_an_article_cited_says_that_the_house_goes_before_it():
    huffing = derive(ENGLISH, {REMEDY: "huff"})
    verdict = judge(read_game('[FEN "B:W14,32:B9,2"]\n\n1. 9-13 *'), variant=huffing)
    (finding,) = [one for one in viewer_payload(verdict)["findings"] if one["code"] == "must_capture"]
    assert finding["article_text"].endswith("House rules take precedence: HR-1.")


def test_every_house_rule_is_an_article_with_a_number_and_never_the_name_of_a_fact():
    """Nor is it for what judges by it: findings, sanctions and articles that give way cite its number."""
    numbers = [article_id(fact) for fact in CHANGEABLE]
    assert len(set(numbers)) == len(numbers)
    for variant in every_house_variant():
        book = book_for(None, variant)
        rulings = [article for ruling in book.rulings.values() for article in ruling.articles]
        steps = [step.article for ladder in book.ladder.values() for step in ladder]
        yielding = [house for one in yielding_articles(book) for house in one.yields_to]
        cited = {one for one in (*rulings, *steps, *yielding, *book.articles) if one.startswith("HR")}
        assert cited
        assert all(re.fullmatch(r"HR-\d+", one) for one in cited)
        assert cited <= set(book.articles)


def test_a_house_article_is_found_by_what_earlier_versions_called_it():
    for variant in every_house_variant():
        book = book_for(None, variant)
        for fact in variant.changes:
            assert book.lookup(f"HR-{fact}") == book.articles[article_id(fact)]


def test_the_numbers_of_house_articles_stay():
    """Rulings and findings cite them."""
    first = ("remedy_for_missed_capture", "rows_of_men", "king_flies", "king_landing")
    assert [article_id(fact) for fact in first] == ["HR-1", "HR-2", "HR-3", "HR-4"]
    assert (article_id("goal"), article_id("may_turn_back")) == ("HR-11", "HR-12")
