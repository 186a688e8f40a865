"""Rulings as precedents: the decision and the article, without names."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from club.core.access import clubs_where, events_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from games.judging.messages import incident_name, side_name
from tournaments.cases.name_redaction import contains_all_words, redact_names
from tournaments.core.selectors import rulings_in_force
from tournaments.models import Case, Event, GameResult, Ruling

MAX_SCANNED: Final = 2000
MAX_SHOWN: Final = 50
MAX_SIMILAR: Final = 5
SIDES_OF_NAMES: Final = ("white", "black")


class PrecedentFilter(NamedTuple):
    """Filters for precedents; empty means any."""

    article: str = ""
    incident: str = ""
    text: str = ""
    event_id: int | None = None
    law_book: str = ""


class Precedent(NamedTuple):
    """A ruling in force, with players named as White and Black."""

    ruling: Ruling
    case: Case
    event: Event
    name: str
    told: str
    reason: str
    at: datetime
    is_of_older_edition: bool


def precedents(*, actor: Actor, wanted: PrecedentFilter) -> tuple[list[Precedent], bool]:
    """Return the matching rulings, latest first, and a flag if there are more."""
    found = _filter_precedents(_of_clubs(actor), wanted)
    shown = [one for one, _nr in zip(found, range(MAX_SHOWN + 1), strict=False)]
    return shown[:MAX_SHOWN], len(shown) > MAX_SHOWN


def similar_to(case: Case, articles: Iterable[str]) -> list[Precedent]:
    """Other rulings of the same club about the same kind of incident, or by one of the same articles."""
    cited = set(articles)
    rows = _rows().filter(case__event__organisation=case.event.organisation_id).exclude(case=case.pk)
    kind = case.incident or None
    alike = [one for one in rows[:MAX_SCANNED] if one.incident == kind or cited.intersection(one.articles)]
    alike.sort(key=lambda one: one.incident != case.incident)  # the same kind first, each the latest first
    return [_precedent(one, names) for one, names in _with_substitutes(alike[:MAX_SIMILAR])]


def events_with_rulings(actor: Actor) -> QuerySet[Event]:
    """Return the events with rulings open to search."""
    return Event.objects.filter(pk__in=_of_clubs(actor).order_by().values("case__event")).order_by("name")


def _rows() -> QuerySet[Ruling]:
    rows = rulings_in_force().select_related(
        *("case__event", "case__entry", "case__opponent", "case__claimant"),
        *("case__pairing__white", "case__pairing__black"),
    )
    return rows.order_by("-ruled_at", "-pk")


def _of_clubs(actor: Actor) -> QuerySet[Ruling]:
    """Return the rulings of clubs where the account deals with cases, in the whole club or one event."""
    clubs = clubs_where(actor, Capability.CORRECT_RESULTS)
    if clubs is None:
        return _rows()
    events = events_where(actor, Capability.CORRECT_RESULTS)
    of_events = Event.objects.filter(pk__in=events).values("organisation")
    within = Q(case__event__organisation__in=clubs) | Q(case__event__organisation__in=of_events)
    held = actor.helper_pass
    if held is not None:
        within |= Q(case__event__organisation=held.organisation_id)
    return _rows().filter(within)


def _filter_precedents(rows: QuerySet[Ruling], wanted: PrecedentFilter) -> Iterator[Precedent]:
    if wanted.incident:
        rows = rows.filter(incident=wanted.incident)
    if wanted.event_id is not None:
        rows = rows.filter(case__event=wanted.event_id)
    if wanted.law_book:
        rows = rows.filter(law_book=wanted.law_book)
    article = wanted.article.strip().casefold()
    cited = [
        one
        for one in rows[:MAX_SCANNED]
        if not article or any(name.casefold().startswith(article) for name in one.articles)
    ]
    for ruling, names in _with_substitutes(cited):
        found = _precedent(ruling, names)
        if contains_all_words(f"{found.told} {found.reason}", wanted.text):
            yield found


def _with_substitutes(rulings: list[Ruling]) -> Iterator[tuple[Ruling, dict[str, str]]]:
    """Return each ruling with the substitutes of the names in its case."""
    pairings = {one.case.pairing_id for one in rulings if one.case.pairing_id is not None}
    games = GameResult.objects.filter(pairing__in=pairings).filter(
        Q(first_member__isnull=False) | Q(second_member__isnull=False)
    )
    games = games.select_related("first_member", "second_member")
    seated = {(one.pairing_id, one.number): one for one in games}
    for ruling in rulings:
        case = ruling.case
        seats = seated.get((case.pairing_id or 0, case.game))
        yield ruling, _names(case, seats)


def _names(case: Case, seats: GameResult | None) -> dict[str, str]:
    """Map names to White and Black; a person without a side becomes the player."""
    names: dict[str, str] = {}
    if case.pairing is not None:
        first, second = SIDES_OF_NAMES if case.game % 2 else SIDES_OF_NAMES[::-1]
        for side, entry, member in (
            (first, case.pairing.white, seats.first_member if seats else None),
            (second, case.pairing.black, seats.second_member if seats else None),
        ):
            for one in (entry, member):
                if one is not None:
                    names.setdefault(one.name, side_name(side))
    for entry in (case.entry, case.opponent, case.claimant):
        if entry is not None:
            names.setdefault(entry.name, _("the player"))
    return names


def _precedent(ruling: Ruling, names: dict[str, str]) -> Precedent:
    case = ruling.case
    told = " ".join(filter(None, (case.public_text, ruling.decision)))
    return Precedent(
        ruling=ruling,
        case=case,
        event=case.event,
        name=incident_name(ruling.incident),
        told=redact_names(told, names),
        reason=redact_names(ruling.reason, names),
        at=ruling.ruled_at,
        is_of_older_edition=ruling.is_of_older_edition,
    )
