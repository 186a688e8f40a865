"""The law books hold every article of their sources and derive from one another by name."""

import re

import pytest

from games.laws.books import DEFAULT_BOOK_OF, LAW_BOOKS, UnknownLawBookError, fitting_book, law_book_named
from games.laws.law_book import Certainty, DrawStatus, Sanction, UnknownArticleError
from games.rules import VARIANTS

STANDARD = LAW_BOOKS["standard-laws"]

STANDARD_IDS = (
    [f"SL-O{n}" for n in range(1, 5)]
    + [f"SL-B{n}" for n in range(1, 5)]
    + [f"SL-P{n}" for n in range(1, 4)]
    + [f"SL-S{n}" for n in range(1, 8)]
    + [f"SL-M{n}" for n in range(1, 19)]
    + [f"SL-T{n}" for n in range(1, 7)]
    + [f"SL-I1{letter}" for letter in "abcdefgh"]
    + [f"SL-I{n}" for n in range(1, 5)]
    + ["SL-W1", "SL-W2"]
    + [f"SL-D{n}" for n in range(1, 5)]
)
ACF_IDS = ["A-B1", *(f"A-M{n}" for n in range(1, 10)), "A-T1", "A-T2", "A-D1", "A-C1"]
BRAZILIAN_IDS = [*(f"BR-{n}" for n in range(1, 10)), "BR-D1", "BR-D2", "BR-D3"]
FMJD_IDS = [
    *(f"FMJD-5.4.{n}" for n in range(1, 18)),
    *(f"FMJD-{n}" for n in ("3.5", "3.8", "4.8", "4.11", "4.13", "4.14", "4.15", "5.4", "5.7", "5.8")),
    *(f"FMJD-{n}" for n in ("6.1", "6.2", "6.3", "6.4", "7.2.2", "7.2.3", "7.2.4", "7.3")),
]
F64_IDS = [f"F64-7.2.{n}" for n in range(3, 10)]
WCDF_IDS = ["WCDF-1.13", "WCDF-1.15", "WCDF-1.23", "WCDF-1.30", "WCDF-1.32.1", "WCDF-1.32.2"]


@pytest.mark.parametrize(
    ("key", "ids"),
    [
        ("standard-laws", STANDARD_IDS),
        ("acf-faq", ACF_IDS),
        ("brazilian-seed", BRAZILIAN_IDS),
        ("fmjd-annex-1", FMJD_IDS),
        ("fmjd-64", F64_IDS),
        ("wcdf", WCDF_IDS),
    ],
)
def test_every_article_of_the_source_is_in_its_book(key, ids):
    book = LAW_BOOKS[key]
    assert [id_ for id_ in ids if id_ not in {a.id for a in book.own_articles}] == []


def test_the_supplied_seed_text_names_no_article_the_books_lack(shared_dir):
    seeds = (shared_dir / "laws" / "seeds.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:SL|BR)-[A-Z]?\d+\b|\bA-[BMTDC]\d+\b", seeds))
    known = {a.id for book in LAW_BOOKS.values() for a in book.own_articles}
    assert len(named) > 70
    assert named - known == set()


def test_articles_have_a_heading_a_text_a_section_and_one_home():
    for book in LAW_BOOKS.values():
        ids = [article.id for article in book.own_articles]
        assert len(ids) == len(set(ids))
        for article in book.articles.values():
            assert article.heading
            assert article.text.endswith(".")
            assert article.section
            assert article.book in LAW_BOOKS


@pytest.mark.parametrize("key", ["acf-faq", "wcdf"])
def test_a_derived_book_keeps_what_it_does_not_replace(key):
    book = LAW_BOOKS[key]
    assert book.derived_from == "standard-laws"
    for article in STANDARD.articles.values():
        in_force = book.lookup(article.id)
        assert in_force.id == article.id or article.id in in_force.replaces


@pytest.mark.parametrize(
    ("key", "asked", "in_force"),
    [
        pytest.param("acf-faq", "SL-T4", "A-T1", id="touching is stricter in the ACF answers"),
        pytest.param("acf-faq", "SL-T3", "A-T2", id="straightening is freer in the ACF answers"),
        pytest.param("acf-faq", "SL-I3", "SL-I3", id="the ladder of the Standard Laws stays"),
        pytest.param("wcdf", "SL-D2", "WCDF-1.32.1", id="third occurrence since 2008"),
        pytest.param("wcdf", "SL-D3", "WCDF-1.32.2", id="forty own moves since 2008"),
        pytest.param("wcdf", "SL-M16", "SL-M16", id="recall with the same piece stays"),
    ],
)
def test_lookup_follows_derivation(key, asked, in_force):
    assert LAW_BOOKS[key].lookup(asked).id == in_force


def test_a_replaced_article_is_named_by_an_article_of_the_base():
    for book in LAW_BOOKS.values():
        base = LAW_BOOKS[book.derived_from].articles if book.derived_from else {}
        for article in book.own_articles:
            assert set(article.replaces) <= set(base)


def test_an_unknown_article_is_refused_with_its_facts():
    with pytest.raises(UnknownArticleError) as refused:
        STANDARD.lookup("SL-Z9")
    assert refused.value.facts == {"book": "standard-laws", "article": "SL-Z9"}


def test_an_unknown_law_book_is_refused_with_the_known_ones():
    with pytest.raises(UnknownLawBookError) as refused:
        law_book_named("house-rules")
    assert refused.value.facts["book"] == "house-rules"
    assert "standard-laws" in refused.value.facts["books"]


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_every_variant_has_a_book_that_fits_it(variant):
    assert variant in DEFAULT_BOOK_OF[variant].variants
    assert fitting_book(None, variant) is DEFAULT_BOOK_OF[variant]


def test_a_book_for_another_game_gives_way_to_the_game_s_own():
    assert fitting_book(STANDARD, "international").key == "fmjd-annex-1"
    assert fitting_book(LAW_BOOKS["fmjd-64"], "brazilian").key == "fmjd-64"


@pytest.mark.parametrize("book", LAW_BOOKS.values(), ids=LAW_BOOKS)
def test_everything_a_book_cites_can_be_looked_up(book):
    cited = {id_ for ruling in book.rulings.values() for id_ in ruling.articles}
    cited |= {clock.article for clock in book.clocks}
    cited |= {other for clock in book.clocks for other in clock.contradicts}
    cited |= {step.article for steps in book.ladder.values() for step in steps}
    if book.repetition:
        cited.add(book.repetition.article)
    for article in cited - {"unconfirmed"}:
        assert book.lookup(article).id == article
    for ruling in book.rulings.values():
        assert not ruling.is_offence or ruling.family in book.ladder


@pytest.mark.parametrize(
    ("key", "occurrence", "clock", "plies"),
    [
        pytest.param("standard-laws", 4, "fifty_moves", 100, id="SL-D2, D3, D4"),
        pytest.param("acf-faq", 4, "fifty_moves", 100, id="A inherits SL-D2, D3"),
        pytest.param("wcdf", 3, "forty_moves", 80, id="WCDF 1.32"),
        pytest.param("brazilian-seed", 3, "twenty_king_moves", 40, id="BR-D1, D2"),
        pytest.param("brazilian-seed", 3, "three_kings_against_one", 40, id="BR-D3"),
        pytest.param("fmjd-annex-1", 3, "twenty_five_king_moves", 50, id="FMJD 6.1, 6.2"),
        pytest.param("fmjd-annex-1", 3, "sixteen_moves", 32, id="FMJD 6.3"),
        pytest.param("fmjd-annex-1", 3, "five_moves", 10, id="FMJD 6.4"),
        pytest.param("fmjd-64", 3, "fifteen_king_moves", 30, id="FMJD-64 7.2.5"),
        pytest.param("fmjd-64", 3, "three_kings_or_more_against_one", 30, id="FMJD-64 7.2.4"),
        pytest.param("fmjd-64", 3, "balance_of_four_or_five", 60, id="FMJD-64 7.2.6, few pieces"),
        pytest.param("fmjd-64", 3, "balance_of_six_or_seven", 120, id="FMJD-64 7.2.6, more pieces"),
        pytest.param("fmjd-64", 3, "three_pieces_against_main_road", 10, id="FMJD-64 7.2.7"),
        pytest.param("fmjd-64", 3, "two_pieces_against_king", 10, id="FMJD-64 7.2.8"),
    ],
)
def test_draw_limits(key, occurrence, clock, plies):
    book = LAW_BOOKS[key]
    assert book.repetition.occurrence == occurrence
    assert {c.key: c.limit for c in book.clocks}[clock] == plies


def test_contradicting_clauses_are_claimable_and_name_each_other():
    clocks = {clock.key: clock for clock in LAW_BOOKS["fmjd-64"].clocks}
    assert {clock.status for clock in clocks.values()} == {DrawStatus.CLAIMABLE}
    assert clocks["fifteen_king_moves"].contradicts == ("F64-7.2.6",)
    assert clocks["balance_of_four_or_five"].contradicts == ("F64-7.2.5",)


def test_what_no_source_says_is_marked_unconfirmed():
    assert LAW_BOOKS["czech"].clocks == ()
    assert LAW_BOOKS["czech"].repetition is None
    assert LAW_BOOKS["czech"].article_for("touched_not_moved") == "unconfirmed"
    assert LAW_BOOKS["wcdf"].lookup("WCDF-1.21-1.29").certainty is Certainty.UNCONFIRMED
    for key in ("american-pool", "spantsiretti"):
        for counted in (LAW_BOOKS[key].repetition, *LAW_BOOKS[key].clocks):
            assert counted.certainty is Certainty.UNCONFIRMED


@pytest.mark.parametrize(
    ("key", "code", "sanctions"),
    [
        ("standard-laws", "must_capture", [Sanction.CAUTION, Sanction.FORFEIT]),
        ("standard-laws", "adjusted_unannounced", [Sanction.WARNING, Sanction.FORFEIT]),
        ("standard-laws", "touched_not_moved", [Sanction.FORFEIT]),
        ("standard-laws", "left_over_corner", [Sanction.CAUTION, Sanction.FORFEIT]),
        ("acf-faq", "left_over_corner", [Sanction.FORFEIT]),
        ("acf-faq", "adjusted_unannounced", []),
        ("fmjd-annex-1", "must_capture", [Sanction.OPPONENT_CHOOSES]),
        ("fmjd-annex-1", "touched_unmovable", []),
        ("czech", "touched_not_moved", [Sanction.ARBITER_DECIDES]),
    ],
)
def test_ladder_of_sanctions(key, code, sanctions):
    assert [step.sanction for step in LAW_BOOKS[key].steps(code)] == sanctions
