"""Proposals of a section's law book for an incident, given the rulings that are in force."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db.models import Min

from games.laws import LawBook
from games.laws.ladder import TAKEN_BACK, TOUCHED
from games.rules import Side
from tournaments.cases.models.case import RULED_STATES
from tournaments.conduct import Consequence, Earlier, Proposed, Regulations, Rule, propose
from tournaments.conduct.regulations import effective_code
from tournaments.core.selectors import rulings_in_force
from tournaments.events.regulation_messages import as_article, regulations_as_text
from tournaments.events.selectors.sections import law_book_of, regulations_of
from tournaments.models import Case, Entry, Event, Ruling, Section
from tournaments.records.selectors.game_rulings import SIDES


def articles_in(section: Section | None, event: Event) -> LawBook:
    """Return the law book of a section with the event's regulations among its articles, for citations."""
    book = law_book_of(section)
    own = {told.rule.article: as_article(told) for told in regulations_as_text(regulations_of(event))}
    return replace(book, articles=MappingProxyType({**book.articles, **own})) if own else book


def ruling_in_force(case: Case) -> Ruling | None:
    """Return the ruling in force of a case."""
    return rulings_in_force().filter(case=case).order_by("-number").first()


def choices_of(ruling: Ruling | None) -> list[str]:
    """Return the opponent's choices under a ruling; empty if the ruling differs from the law book."""
    if ruling is None or ruling.consequence != ruling.proposed.get("consequence"):
        return []
    return list(ruling.proposed.get("choices") or [])


def earlier_rulings(case: Case, entry: Entry) -> Sequence[Ruling]:
    """Return the earlier rulings in force against a player in the event, without rulings of no offence.

    Earlier means by date of the first ruling: a superseded case stays on its rung. Members of a team play
    games of their own: for a team only rulings about the same game count.
    """
    rows = rulings_in_force().filter(case__event=case.event, entry=entry).exclude(case=case.pk)
    rows = rows.exclude(consequence=Consequence.NONE).select_related("case")
    rows = rows.annotate(first=Min("case__rulings__ruled_at"))
    if case.state in RULED_STATES and (own := first_ruling_time(case.pk)) is not None:
        rows = rows.filter(first__lt=own)
    if case.section is not None and case.section.is_team:
        rows = rows.filter(case__pairing=case.pairing_id, case__game=case.game)
    return list(rows.order_by("first", "case__number"))


def first_ruling_time(case_id: int | None) -> datetime | None:
    """Return the time of the first ruling on a case; a ruling that supersedes it stays on its rung."""
    first: datetime | None = Ruling.objects.filter(case=case_id).aggregate(first=Min("ruled_at"))["first"]
    return first


def proposed_for(case: Case, *, incident: str = "") -> Proposed:
    """Return the proposal for a case, optionally for another incident."""
    player, regulations = case.entry, regulations_of(case.event)
    earlier = [] if player is None else earlier_rulings(case, player)
    return propose(
        law_book_of(case.section),
        incident or case.incident,
        side=SIDES.get(case.side, Side.WHITE),
        earlier=[
            Earlier(counted_as(one.incident, one.case.details, regulations), _is_same_game(one.case, case))
            for one in earlier
        ],
        regulations=regulations,
        minutes=minutes_late(case.details),
    )


def rule_for(case: Case, *, incident: str = "") -> Rule | None:
    """Article of the event's regulations about the incident of a case; None where the law book rules."""
    regulations = regulations_of(case.event)
    code = counted_as(incident or case.incident, case.details, regulations)
    return regulations.rule_for_incident(law_book_of(case.section), code)


def counted_as(incident: str, details: Mapping[str, Any], regulations: Regulations) -> str:
    """Return the kind of incident that a ruling counts as: a default is not mere lateness.

    A player is in default who comes after the default time.
    """
    return effective_code(incident, minutes_late(details), regulations)


def minutes_late(details: Mapping[str, Any]) -> int | None:
    """Return the minutes by which a player was late, if the case has them."""
    told = str(details.get("minutes", ""))
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 5 else None  # noqa: PLR2004 - digits


def readings_of(case: Case) -> tuple[Proposed, ...]:
    """Return both proposals where a finished move was taken back; the arbiter chooses.

    Either the first move counts (SL-T6), or a touched piece was not moved (SL-T4). Empty for other incidents,
    and where both lead to the same consequence.
    """
    if case.incident != TAKEN_BACK:
        return ()
    both = tuple(proposed_for(case, incident=code) for code in (TAKEN_BACK, TOUCHED))
    return both if len({one.consequence for one in both}) > 1 else ()


def _is_same_game(one: Case, other: Case) -> bool:
    return one.pairing_id is not None and (one.pairing_id, one.game) == (other.pairing_id, other.game)
