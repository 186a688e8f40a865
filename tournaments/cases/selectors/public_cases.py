"""Cases for readers outside the desk: rulings, their articles, and outcomes of appeals.

Fields for the desk alone (private text, witnesses, reporter) are not read here. Where names are withheld,
players are named by their side, also inside free text.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.judging.messages import incident_name
from games.laws import LAW_BOOKS, UnknownArticleError
from tournaments.conduct.regulation_presets import quoted_rule
from tournaments.events.regulation_messages import article_name, rule_as_text, ruling_source, sanction_of
from tournaments.models import Appeal, AppealState, Case, Entry, Event, Outcome, Ruling, Section, TeamMember

Substitutes: TypeAlias = Sequence[tuple[str, str]]
"""Names, with their substitutes."""
MIN_NAME_PART = 3  # letters; shorter parts of a name are words of every text


class QuotedArticle(NamedTuple):
    """An article as cited by a ruling; without text if it is no longer in the law book."""

    id: str
    heading: str
    text: str
    number: int = 0  # of an article of the event's regulations

    @property
    def name(self) -> str:
        """Name of the article; an article of a law book has its number alone."""
        return article_name(self.id)


class PublicRuling(NamedTuple):
    """A ruling of a case."""

    row: Ruling
    incident: str
    player: str
    consequence: str
    outcome: str
    outcome_now: str  # result of the game, if it was changed by hand since
    decision: str
    reason: str  # for the desk and the report, not for the public
    articles: tuple[QuotedArticle, ...]
    source: str  # the law book with its edition, or the event's regulations
    is_older_edition: bool
    is_in_force: bool

    @property
    def cited(self) -> str:
        """The articles by their numbers."""
        return ", ".join(one.name for one in self.articles)


class PublicCase(NamedTuple):
    """A case with its rulings, the one in force first, and the outcome of an appeal."""

    case: Case
    is_named: bool
    player: str
    opponent: str
    incident: str
    public_text: str
    rulings: tuple[PublicRuling, ...]
    appeal: Appeal | None
    decision: str  # on the appeal

    @property
    def board_number(self) -> int | None:
        """Board number; withheld with the names, because the lists of pairings show who sits there."""
        return self.case.board_number if self.is_named else None

    @property
    def in_force(self) -> PublicRuling | None:
        """The ruling in force."""
        return next((one for one in self.rulings if one.is_in_force), None)

    @property
    def superseded(self) -> tuple[PublicRuling, ...]:
        """The superseded rulings, latest first."""
        return tuple(one for one in self.rulings if not one.is_in_force)

    @property
    def is_before_the_committee(self) -> bool:
        """True if an appeal is open."""
        return self.appeal is not None and self.appeal.state == AppealState.OPEN


def with_rulings(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return cases with all rows that `public_case` reads."""
    rulings = Ruling.objects.select_related("superseded_by", "appeal", "entry").order_by("-number")
    rows = cases.select_related("event", "section", "entry", "opponent", "claimant", "pairing")
    return rows.select_related("pairing__white", "pairing__black").prefetch_related(
        Prefetch("rulings", queryset=rulings), "pairing__games"
    )


def ruled_cases(section: Section) -> list[Case]:
    """Return the cases of a section with a ruling, with those of the event as a whole, by number."""
    return list(_with_ruling(section.event).filter(Q(section=section) | Q(section__isnull=True)))


def ruled_cases_of_event(event: Event) -> list[Case]:
    """Return all cases of an event with a ruling, by number."""
    return list(_with_ruling(event))


def _with_ruling(event: Event) -> QuerySet[Case]:
    ruled = Exists(Ruling.objects.filter(case=OuterRef("pk")))
    return with_rulings(Case.objects.filter(ruled, event=event)).order_by("number")


def all_cases(event: Event) -> list[Case]:
    """Every case of an event, by number."""
    return list(with_rulings(Case.objects.filter(event=event)).order_by("number"))


def public_case(case: Case, *, with_names: bool | None = None) -> PublicCase:
    """Return a case with or without names; by default the case itself decides."""
    is_named = not case.names_withheld if with_names is None else with_names
    hidden = () if is_named else _substitutes_of(case)
    rows = list(case.rulings.all())
    appeal = next((one.appeal for one in rows if hasattr(one, "appeal")), None)
    return PublicCase(
        case,
        is_named,
        _player(case.entry, case, is_named=is_named),
        _player(case.opponent, case, is_named=is_named),
        incident_name(case.incident) if case.incident else "",
        _replace_names(case.public_text, hidden),
        tuple(_public_ruling(one, case, hidden, is_named=is_named) for one in rows),
        appeal,
        _replace_names(appeal.decision if appeal is not None else "", hidden),
    )


def remove_names_of(text: str, players: Sequence[Entry]) -> str:
    """Remove the names from a text for cases without sides."""
    told = pgettext("in place of a name", "the player")
    return _replace_names(text, [(entry.name, told) for entry in players])


def _replace_names(text: str, hidden: Substitutes) -> str:
    """Replace the players' names in a text, and parts of them, by substitutes."""
    for name, told in hidden:
        text = re.sub(re.escape(name), told, text, flags=re.IGNORECASE)
        for part in re.findall(r"\w+", name):
            if len(part) >= MIN_NAME_PART:
                text = re.sub(rf"\b{re.escape(part)}\b", told, text)
    return text


def quote_articles(
    book_key: str, articles: Iterable[str], regulations: Mapping[str, Any] | None = None
) -> tuple[QuotedArticle, ...]:
    """Return articles with their texts: a law book's as it is now, an event's as at the ruling."""
    own = regulations or {}
    return tuple(
        _quote_regulation(one, own[one]) if one in own else _quote_law_book(book_key, one) for one in articles
    )


def _quote_regulation(article: str, values: Mapping[str, Any]) -> QuotedArticle:
    told = rule_as_text(*quoted_rule(article, values))
    return QuotedArticle(article, told.heading, told.whole, told.rule.number)


def _quote_law_book(book_key: str, article: str) -> QuotedArticle:
    try:
        found = LAW_BOOKS[book_key].lookup(article)
    except (KeyError, UnknownArticleError):
        return QuotedArticle(article, "", "")
    return QuotedArticle(article, found.heading, found.text)


def _public_ruling(row: Ruling, case: Case, hidden: Substitutes, *, is_named: bool) -> PublicRuling:
    return PublicRuling(
        row,
        incident_name(row.incident),
        _player(row.entry, case, is_named=is_named),
        sanction_of(row),
        str(Outcome(row.outcome).label) if row.outcome else "",
        _outcome_now(row, case),
        _replace_names(row.decision, hidden),
        _replace_names(row.reason, hidden),
        quote_articles(row.law_book, row.articles, row.regulations),
        ruling_source(row),
        row.is_of_older_edition,
        not hasattr(row, "superseded_by"),
    )


def _outcome_now(row: Ruling, case: Case) -> str:
    """Return the result of the game of a ruling in force if it is no longer the one that the ruling set."""
    if not row.outcome or case.pairing is None or hasattr(row, "superseded_by"):
        return ""
    now = next((one.outcome for one in case.pairing.games.all() if one.number == case.game), row.outcome)
    return "" if now == row.outcome else str(Outcome(now).label)


def _substitutes_of(case: Case) -> Substitutes:
    """Map all persons of a case to their substitutes, including the members at the board of a team match."""
    told = [case.entry, case.opponent, case.claimant]
    if case.pairing is not None:
        told += [case.pairing.white, case.pairing.black]
    entries = {one.pk: one for one in told if one is not None}
    names = [(one.name, _player(one, case, is_named=False)) for one in entries.values()]
    if case.section is None or not case.section.is_team:
        return names
    members = TeamMember.objects.filter(entry__in=entries).order_by("entry_id", "board_order")
    return [*((one.name, _player(entries[one.entry_id], case, is_named=False)) for one in members), *names]


def _player(entry: Entry | None, case: Case, *, is_named: bool) -> str:
    if entry is None:
        return ""
    if is_named:
        return entry.name
    if case.side and entry.pk in {case.entry_id, case.opponent_id}:
        is_white = (case.side == "white") == (entry.pk == case.entry_id)
        return _("White") if is_white else _("Black")
    return pgettext("in place of a name", "the player")
