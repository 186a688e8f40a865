"""Law book of a house variant: its base's book, with an article for each fact that the house changed.

The book retains its key and edition, by which games and sections name it; the house articles come first, and
apply to this one variant only. Articles that contradict them stay, marked as giving way. Draw clocks and
conduct stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from games.laws.books import fitting_book
from games.laws.house_articles import REMEDY_WORDINGS, WORDINGS, article_id, earlier_article_id
from games.laws.house_conflicts import facts_against
from games.laws.incidents import permitted_incidents
from games.laws.ladder import HUFF, HUFF_OR_RECTIFY
from games.laws.law_book import Article, LawBook, Ruling, Sanction, Step, without_offence
from games.laws.walk import Failure
from games.pdn import GameRecord
from games.rules import HouseRulesError, HouseVariant, Variant, base_key_of, derive_from_text
from games.rules.house import NAME_BEGINS, RULES_TAG
from games.rules.house_facts import REMEDY, Remedy
from games.rules.notation import square_text

SECTION: Final = "House rules"
MISSED_CAPTURE: Final = "missed_capture"
"""The ladder of a capture that was missed, where pieces are huffed."""
MISSED: Final = ("must_capture", "capture_incomplete", "not_the_priority_capture")
"""The offences for which a piece could be huffed."""
NO_OFFENCE: Final = frozenset(
    {"ambiguous_capture", "no_move_left", "moves_after_end", "result_against_board"}
)

_CHOICES: Final = {Remedy.HUFF: HUFF, Remedy.OPPONENT_CHOOSES: HUFF_OR_RECTIFY}
_CODES: Final = {
    "priority": ("not_the_priority_capture", "ambiguous_capture"),
    "man_captures_backward": ("man_captured_backward",),
    "man_captures_king": ("man_captured_king",),
    "crowning": ("went_on_through_king_row",),
    "king_landing": ("landed_too_far",),
    "may_turn_back": ("turned_back",),
    "goal": ("no_move_left", "moves_after_end", "result_against_board"),
}
"""The offences against a fact; of an inherited article the fact may be no longer true."""


def book_for(wanted: LawBook | None, variant: Variant) -> LawBook:
    """Return the wanted book if it is written for the variant or its base, else the default of the base."""
    book = fitting_book(wanted, base_key_of(variant))
    if isinstance(variant, HouseVariant):
        book = _with_house_rules(book, variant)
    return _permitting(book, variant)


def house_articles(variant: HouseVariant) -> tuple[Article, ...]:
    """Return an article for each changed fact, in the order in which facts are written."""
    return tuple(_article(variant.key, fact, value) for fact, value in variant.changes.items())


def yielding_articles(book: LawBook) -> tuple[Article, ...]:
    """Return the articles of a house's book that give way to rules of the house, in the order of the book."""
    return tuple(article for article in book.articles.values() if article.yields_to)


def huffable(fault: Failure, variant: Variant, book: LawBook) -> tuple[str, ...]:
    """Return the pieces, after a wrong move, that should have captured and may be taken off for it."""
    if book.family(fault.code) != MISSED_CAPTURE:
        return ()
    moved, gone_to = fault.facts.get("origin"), fault.facts.get("destination")
    squares = {move.origin for move in fault.legal if move.is_capture}
    stand = {gone_to if square == moved and isinstance(gone_to, int) else square for square in squares}
    return tuple(square_text(square, variant) for square in sorted(stand))


def _permitting(book: LawBook, variant: Variant) -> LawBook:
    """Return the book for one of its games: FMJD-64 is written for two, of which one chooses freely."""
    forbidden = [one for one in permitted_incidents(variant) if book.steps(one)]
    if not forbidden:
        return book
    return replace(
        book, rulings=MappingProxyType({**book.rulings, **without_offence(book.rulings, forbidden)})
    )


def _with_house_rules(book: LawBook, variant: HouseVariant) -> LawBook:
    own = {article.id: article for article in house_articles(variant)}
    rulings = dict(book.rulings)
    ladder = dict(book.ladder)
    missed = rulings.get("must_capture")
    for fact in variant.changes:
        for code in _CODES.get(fact, ()):
            there = rulings.get(code)
            family = (there.family if there is not None else "") or _family_of(missed, code)
            rulings[code] = Ruling((article_id(fact),), family)
    if REMEDY in variant.changes and variant.remedy in _CHOICES:
        article = article_id(REMEDY)
        for code in MISSED:
            earlier = rulings[code].articles if code in rulings else ()
            rulings[code] = Ruling((*earlier, article), MISSED_CAPTURE)
        ladder[MISSED_CAPTURE] = (Step(Sanction.OPPONENT_CHOOSES, article, _CHOICES[variant.remedy]),)
    return replace(
        book,
        variants=(variant.key,),
        articles=MappingProxyType({**own, **_yielding(book, variant)}),
        replaced=MappingProxyType(
            {**book.replaced, **{earlier_article_id(fact): article_id(fact) for fact in variant.changes}}
        ),
        rulings=MappingProxyType(rulings),
        ladder=MappingProxyType(ladder),
    )


def _yielding(book: LawBook, variant: HouseVariant) -> dict[str, Article]:
    """Return the articles of the base's book, those marked that a house rule goes before."""
    against = facts_against(variant)
    return {
        identifier: replace(article, yields_to=tuple(article_id(fact) for fact in against[identifier]))
        if identifier in against
        else article
        for identifier, article in book.articles.items()
    }


def _family_of(missed: Ruling | None, code: str) -> str:
    """Return the ladder of an offence that the book does not know: that of a missed capture."""
    return missed.family if missed is not None and code not in NO_OFFENCE else ""


def _article(key: str, fact: str, value: str) -> Article:
    heading, texts = WORDINGS[fact] if fact != REMEDY else REMEDY_WORDINGS
    text = texts.get(value) or texts["*"].format(value=value)
    return Article(article_id(fact), heading, text, {fact: value}, book=key, section=SECTION)


MAX_NAME_LENGTH = 100


def house_rules_of(record: GameRecord) -> HouseVariant | None:
    """Return the variant that a record describes by itself; None where none can be derived."""
    text = record.tag(RULES_TAG)
    found = _derive_cached(text, _name(record)) if text else None
    return found if isinstance(found, HouseVariant) else None


def unread_house_rules(record: GameRecord) -> str:
    """Return the code of why the house rules of a record cannot be derived; "" if they can or are absent."""
    text = record.tag(RULES_TAG)
    found = _derive_cached(text, _name(record)) if text else None
    return found.code if isinstance(found, HouseRulesError) else ""


def _name(record: GameRecord) -> str:
    name = record.tag("Variant")
    is_house = name.startswith(NAME_BEGINS)
    return " ".join(name.removeprefix(NAME_BEGINS).split())[:MAX_NAME_LENGTH] if is_house else ""


@lru_cache(maxsize=64)
def _derive_cached(text: str, name: str) -> HouseVariant | HouseRulesError:
    """Derive the house rules once for all the games of a file."""
    try:
        return derive_from_text(text, name=name)
    except HouseRulesError as refusal:
        return refusal
