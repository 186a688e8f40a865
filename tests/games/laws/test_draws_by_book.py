"""What each law book says of draws: what was read and what was only told of, repetition, no counts at all."""

import pytest

from games.laws import LAW_BOOKS
from games.laws.books import DEFAULT_BOOK_OF
from games.rules import VARIANTS

SURE, UNSURE = "confirmed", "unconfirmed"

# -- what was read and what was only told of ------------------------------------------------------------

# Books whose draws stand in a text that was read: the owner's, a body's own, or one quoted word by word.
DRAWS_READ = {
    *("standard-laws", "acf-faq", "wcdf", "acf-before-2008", "eda-before-2008"),
    *("fmjd-annex-1", "fmjd-64", "brazilian-seed"),
}
READ_IN_PART = {("portuguese", "PT-D1")}  # the limited moves are only told of
WITHOUT_DRAWS = {"breakthrough"}  # no king moves and no man goes back


@pytest.mark.parametrize("key", sorted(LAW_BOOKS.keys() - DRAWS_READ - WITHOUT_DRAWS))
def test_no_draw_that_was_only_told_of_is_shown_as_confirmed(key):
    book = LAW_BOOKS[key]
    rules = [*book.clocks, *filter(None, [book.repetition])]
    sure = {(key, rule.article) for rule in rules if rule.certainty.value == SURE}
    own = {
        (key, one.id) for one in book.own_articles if one.section == "Draw" and one.certainty.value == SURE
    }
    assert sure | own <= READ_IN_PART
    assert not [clock.key for clock in book.clocks if clock.status.value != "arbiter"]


@pytest.mark.parametrize("key", sorted(DRAWS_READ))
def test_draws_that_were_read_are_confirmed(key):
    book = LAW_BOOKS[key]
    assert {rule.certainty.value for rule in [*book.clocks, *filter(None, [book.repetition])]} == {SURE}


def test_who_begins_in_thai_draughts_is_unconfirmed_and_so_is_the_tag_that_says_it():
    assert {"first_to_move", "game_type"} <= VARIANTS["thai"].unconfirmed


# -- repetition ---------------------------------------------------------------------------------------

REPETITIONS = [
    ("english", "acf-faq", 4, SURE),
    ("english", "eda-before-2008", 4, SURE),
    ("english", "wcdf", 3, SURE),
    ("italian", "italian", 4, UNSURE),
    ("pool", "american-pool", 3, UNSURE),
    ("spanish", "spanish", 3, UNSURE),
    ("portuguese", "portuguese", 3, SURE),
    ("turkish", "turkish", 3, UNSURE),
    ("canadian", "canadian", 3, UNSURE),
    ("russian", "fmjd-64", 3, SURE),
    ("brazilian", "brazilian-seed", 3, SURE),
    ("antidraughts", "antidraughts", 3, UNSURE),
    ("killer", "killer", 3, UNSURE),
    ("spantsiretti", "spantsiretti", 3, UNSURE),
    ("jamaican_pool", "jamaican-pool", 3, UNSURE),
    ("unified_pool", "unified-pool", 3, UNSURE),
]


@pytest.mark.parametrize(("variant", "key", "occurrence", "certainty"), REPETITIONS)
def test_repetition_as_each_book_has_it(variant, key, occurrence, certainty):
    rule = LAW_BOOKS[key].repetition
    assert variant in LAW_BOOKS[key].variants
    assert (rule.occurrence, rule.certainty.value) == (occurrence, certainty)


@pytest.mark.parametrize("key", ["acf-before-2008", "czech", "thai", "frisian", "frysk", "breakthrough"])
def test_books_that_name_no_repetition_draw_by_none(key):
    assert LAW_BOOKS[key].repetition is None


# -- no counts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["czech", "thai", "breakthrough"])
def test_where_no_source_names_a_count_none_is_claimed(variant):
    book = DEFAULT_BOOK_OF[variant]
    assert book.clocks == ()
    articles = [a for a in book.articles.values() if a.facts.get("arbiter")]
    assert articles or variant == "breakthrough"
