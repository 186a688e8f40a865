"""Law books: articles, rulings, draw clocks and the ladder of sanctions, all as data.

A book is passive. The judge reads its tables; an event pins a book with its edition,
so that last year's event is still judged by last year's laws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.laws.incidents import permitted_incidents
from games.rules import VARIANTS

Fact = str | int | bool

UNCONFIRMED: Final = "unconfirmed"
"""Cited in place of an article where the book's source does not say."""


class UnknownArticleError(LookupError):
    """Unknown article: neither in the book asked for it nor in one it inherits from."""

    code = "unknown_article"

    def __init__(self, book: str, article: str) -> None:
        """Store the facts for the message built by the view or API."""
        super().__init__(f"{book}: {article}")
        self.facts = {"book": book, "article": article}


class Certainty(StrEnum):
    """Certainty of a fact: read in the named source, or only reported."""

    CONFIRMED = "confirmed"
    UNCONFIRMED = "unconfirmed"


class DrawStatus(StrEnum):
    """Source of a draw: a player's claim, the law itself, or the arbiter's judgement."""

    CLAIMABLE = "claimable"
    MANDATORY = "mandatory"
    ARBITER = "arbiter"


class Sanction(StrEnum):
    """One step of a ladder. The judge proposes it; the arbiter rules."""

    CAUTION = "caution"
    WARNING = "warning"
    FORFEIT = "forfeit"
    OPPONENT_CHOOSES = "opponent_chooses"
    ARBITER_DECIDES = "arbiter_decides"


class Event(StrEnum):
    """Events of one ply that set a draw clock back."""

    MAN_MOVE = "man_move"
    CAPTURE = "capture"
    PROMOTION = "promotion"


class ForcedCapture(StrEnum):
    """Effect of an inescapable capture on an ending that is drawn as soon as it arises."""

    COUNTS_NOT = "counts_not"  # nothing: the draw remains all the same
    HOLDS_UP = "holds_up"  # no draw while the piece will be taken
    ASKS_ARBITER = "asks_arbiter"  # the sources are silent, so the arbiter judges


@dataclass(frozen=True, slots=True)
class Article:
    """One article: its identifier for citation, our own wording, and the facts it fixes."""

    id: str
    heading: str
    text: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    certainty: Certainty = Certainty.CONFIRMED
    replaces: tuple[str, ...] = ()
    book: str = ""
    section: str = ""
    yields_to: tuple[str, ...] = ()  # articles of a house that go before it where they differ


@dataclass(frozen=True, slots=True)
class Ruling:
    """The articles behind a finding code, the offence first, and the ladder it climbs."""

    articles: tuple[str, ...]
    family: str = ""  # key of the ladder; "" is no offence under this book

    @property
    def is_offence(self) -> bool:
        """Return True if the book attaches a sanction to this finding."""
        return bool(self.family)


@dataclass(frozen=True, slots=True)
class Step:
    """A rung of the ladder with its article; the last rung repeats."""

    sanction: Sanction
    article: str
    choices: tuple[str, ...] = ()  # where the opponent chooses; empty: what is usual for the offence


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """A condition on the pieces left; each pattern is (kings, men) of one side."""

    stronger: frozenset[tuple[int, int]] = frozenset()  # empty: any
    weaker: frozenset[tuple[int, int]] = frozenset()
    least: int = 0  # pieces on the squares altogether
    most: int = 0  # 0: no upper limit
    both_have_kings: bool = False
    weaker_holds_main_road: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClock:
    """A draw by counting: runs while `condition` is met, set back by the events of `reset`.

    The first ply counted is the one after the position that fulfils the condition. Passing from one
    pattern of the condition to another does not begin the count again, only an event of `reset`.
    A limit of no plies draws an ending as soon as it arises.
    """

    key: str
    code: str  # move_count or endgame_limit
    article: str
    limit: int  # plies
    reset: frozenset[Event]
    status: DrawStatus
    condition: Material | None = None  # None: any position
    certainty: Certainty = Certainty.CONFIRMED
    contradicts: tuple[str, ...] = ()  # articles whose clocks, where they run as well, differ
    subject_to: tuple[str, ...] = ()  # articles by which the arbiter may refuse the draw
    by_stronger: bool = False  # half the limit, in moves of the stronger side alone
    on_request: bool = False  # the count begins when a player asks for it
    forced_capture: ForcedCapture = ForcedCapture.COUNTS_NOT  # for a limit of no plies


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """Repetition rule: the occurrence of a position that draws, and the claim before or after the move."""

    article: str
    occurrence: int
    before_the_move: bool  # the player shows that his next move would make it
    status: DrawStatus
    certainty: Certainty = Certainty.CONFIRMED


@dataclass(frozen=True, slots=True, kw_only=True)
class LawBook:
    """A law book with everything it inherits already in place."""

    key: str
    name: str
    edition: str
    derived_from: str | None
    variants: tuple[str, ...]
    articles: Mapping[str, Article]
    replaced: Mapping[str, str]
    rulings: Mapping[str, Ruling]
    ladder: Mapping[str, tuple[Step, ...]]
    clocks: tuple[DrawClock, ...]
    repetition: Repetition | None
    source: str = ""

    def lookup(self, article_id: str) -> Article:
        """Return the article in force: a replaced identifier leads to what replaced it."""
        in_force = self.replaced.get(article_id, article_id)
        try:
            return self.articles[in_force]
        except KeyError:
            raise UnknownArticleError(self.key, article_id) from None

    def article_for(self, code: str) -> str:
        """Cite the article behind a finding code, or `unconfirmed` where the book is silent."""
        ruling = self.rulings.get(code)
        return ruling.articles[0] if ruling and ruling.articles else UNCONFIRMED

    def articles_for(self, code: str) -> tuple[str, ...]:
        """Cite every article behind a finding code, the offence first."""
        ruling = self.rulings.get(code)
        return ruling.articles if ruling else ()

    def steps(self, code: str) -> tuple[Step, ...]:
        """Return the rungs an offence climbs; a silent book leaves it to the arbiter."""
        ruling = self.rulings.get(code)
        if ruling is None:
            return (Step(Sanction.ARBITER_DECIDES, UNCONFIRMED),)
        return self.ladder[ruling.family] if ruling.is_offence else ()

    def family(self, code: str) -> str:
        """Name the ladder an offence is counted on; each kind that the book is silent about has its own."""
        ruling = self.rulings.get(code)
        return f"{UNCONFIRMED} {code}" if ruling is None else ruling.family

    @property
    def correcting_article(self) -> str:
        """Cite the article by which a wrong move is corrected with the same piece; "" without one."""
        return next((id_ for id_, article in self.articles.items() if "same_piece" in article.facts), "")

    @property
    def beginning_article(self) -> str:
        """Return the article that fixes which side begins; "" without one."""
        return next((id_ for id_, article in self.articles.items() if "first_to_move" in article.facts), "")

    @property
    def accepting_article(self) -> str:
        """Cite the article by which the next move accepts what the opponent did wrong; "" without one."""
        accepts = (id_ for id_, article in self.articles.items() if article.facts.get("moving_on_accepts"))
        return next(accepts, "")

    @property
    def equipment(self) -> tuple[Article, ...]:
        """List the articles about board and pieces: what is looked at before the first game."""
        return tuple(article for article in self.articles.values() if article.facts.get("equipment"))

    @property
    def own_articles(self) -> tuple[Article, ...]:
        """List the articles written in this book, in its own order."""
        return tuple(article for article in self.articles.values() if article.book == self.key)


def section(title: str, *articles: Article) -> tuple[Article, ...]:
    """Put articles under one title of their book."""
    return tuple(
        Article(a.id, a.heading, a.text, a.facts, a.certainty, a.replaces, a.book, title) for a in articles
    )


def without_offence(rulings: Mapping[str, Ruling], allowed: Iterable[str]) -> dict[str, Ruling]:
    """Return the rulings on moves that the game allows: their articles stay, no sanction follows."""
    return {code: Ruling(rulings[code].articles if code in rulings else ()) for code in allowed}


def write_book(  # noqa: PLR0913 - a book has that many parts
    *,
    key: str,
    name: str,
    edition: str,
    variants: tuple[str, ...],
    sections: Iterable[tuple[Article, ...]],
    rulings: Mapping[str, Ruling],
    source: str,
    base: LawBook | None = None,
    ladder: Mapping[str, tuple[Step, ...]] | None = None,
    clocks: tuple[DrawClock, ...] | None = None,
    repetition: Repetition | None = None,
    without_repetition: bool = False,
) -> LawBook:
    """Bind a book: articles of `base` stay unless a new one names them as replaced.

    A move that the rules of every game of the book allow is no offence, whatever its base makes of it.
    """
    own = [
        Article(a.id, a.heading, a.text, a.facts, a.certainty, a.replaces, key, a.section)
        for part in sections
        for a in part
    ]
    replaced = {old: article.id for article in own for old in article.replaces}
    inherited = base.articles if base else {}
    earlier = base.replaced if base else {}
    inherited_on = {id_: article for id_, article in inherited.items() if id_ not in replaced}
    merged = dict(base.rulings if base else {}) | dict(rulings)
    allowed = frozenset.intersection(*(permitted_incidents(VARIANTS[one]) for one in variants))
    return LawBook(
        key=key,
        name=name,
        edition=edition,
        derived_from=base.key if base else None,
        variants=variants,
        articles=MappingProxyType({a.id: a for a in own} | inherited_on),
        replaced=MappingProxyType({k: replaced.get(v, v) for k, v in earlier.items()} | replaced),
        rulings=MappingProxyType(merged | without_offence(merged, allowed)),
        ladder=MappingProxyType(dict(base.ladder if base else {}) | dict(ladder or {})),
        clocks=clocks if clocks is not None else (base.clocks if base else ()),
        repetition=None if without_repetition else repetition or (base.repetition if base else None),
        source=source,
    )
