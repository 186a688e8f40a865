"""Report of an event's arbiters: cases, corrections and deviations in chronological order."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from club.audit.selectors import entries_with
from games.laws import UNCONFIRMED
from tournaments.cases.models.ruling import CONSEQUENCES
from tournaments.cases.selectors.public_cases import (
    PublicCase,
    PublicRuling,
    all_cases,
    public_case,
    remove_names_of,
)
from tournaments.conduct import Consequence, deviates
from tournaments.models import AppealState, Event, Official, Outcome, Pairing


class Correction(NamedTuple):
    """A result that was changed after it was entered."""

    at: datetime
    who: str
    section: str
    round: int
    board: int | None
    game: int
    before: str
    after: str
    reason: str


class Deviation(NamedTuple):
    """A ruling that differs from the proposal of the law book."""

    told: PublicCase
    sentence: str
    reason: str


class Moment(NamedTuple):
    """An event at the desk, with its time."""

    at: datetime
    case: int | None
    text: str


class ArbiterReport(NamedTuple):
    """The report of an event."""

    event: Event
    officials: list[Official]
    cases: list[PublicCase]
    corrections: list[Correction]
    deviations: list[Deviation]
    appeals: list[PublicCase]
    moments: list[Moment]
    is_named: bool


def arbiter_report(event: Event, *, with_names: bool = True) -> ArbiterReport:
    """Return the full report of an event, with the names of players or without."""
    cases = [public_case(case, with_names=with_names) for case in all_cases(event)]
    corrections = _corrections(event, with_names=with_names)
    return ArbiterReport(
        event,
        list(event.officials.all()),
        cases,
        corrections,
        [one for told in cases for one in _deviations(told)],
        [told for told in cases if told.appeal is not None],
        _moments(cases, corrections),
        with_names,
    )


def _corrections(event: Event, *, with_names: bool) -> list[Correction]:
    rows = Pairing.objects.filter(round__section__event=event).select_related(
        "round__section", "white", "black"
    )
    pairings = {row.pk: row for row in rows.defer("round__reasons")}
    entries = entries_with(Pairing, list(pairings), action="tournaments.result.corrected")
    return [
        _correction(entry.at, entry.actor_label, pairings[int(entry.target_id)], entry, with_names=with_names)
        for entry in entries
    ]


def _correction(at: datetime, who: str, pairing: Pairing, entry: Any, *, with_names: bool) -> Correction:
    before, after = entry.before or {}, entry.after or {}
    players = () if with_names else tuple(one for one in (pairing.white, pairing.black) if one is not None)
    return Correction(
        at,
        who if with_names else "",
        pairing.round.section.name,
        pairing.round.number,
        pairing.board_number,
        after.get("game", 1),
        _outcome(before),
        _outcome(after),
        remove_names_of(entry.reason, players),
    )


def _outcome(facts: dict[str, Any]) -> str:
    outcome = facts.get("outcome", "")
    return str(Outcome(outcome).label) if outcome in Outcome.values else outcome


def _deviations(told: PublicCase) -> list[Deviation]:
    """Return the rulings of a case that deviate from the law book, earliest first."""
    return [
        Deviation(told, _deviation_text(told, ruling), ruling.reason)
        for ruling in reversed(told.rulings)
        if ruling.row.proposed and _is_deviation(ruling)
    ]


def _is_deviation(ruling: PublicRuling) -> bool:
    wanted = ruling.row.proposed.get("consequence")
    return deviates(Consequence(ruling.row.consequence), Consequence(wanted) if wanted else None)


def _deviation_text(told: PublicCase, ruling: PublicRuling) -> str:
    asked = ruling.row.proposed
    facts = {"number": told.case.number, "ruled": ruling.consequence, "article": asked.get("article", "")}
    if not asked.get("consequence"):
        return _("Case %(number)s: %(ruled)s; the law book leaves this to the arbiter.") % facts
    facts["proposed"] = str(dict(CONSEQUENCES).get(asked["consequence"], asked["consequence"]))
    if facts["article"] in {"", UNCONFIRMED}:
        return _("Case %(number)s: %(ruled)s instead of %(proposed)s.") % facts
    return _("Case %(number)s: %(ruled)s instead of %(proposed)s (%(article)s).") % facts


def _moments(cases: list[PublicCase], corrections: list[Correction]) -> list[Moment]:
    found = [moment for told in cases for moment in _moments_of(told)]
    for one in corrections:
        text = _("%(section)s, round %(round)s, board %(board)s, game %(game)s: from %(before)s to %(after)s")
        found.append(Moment(one.at, None, text % one._asdict()))
    return sorted(found, key=lambda one: (one.at, one.case or 0))


def _moments_of(told: PublicCase) -> list[Moment]:
    case, appeal = told.case, told.appeal
    opened = _("case opened: %(what)s") % {"what": told.incident} if told.incident else _("arbiter called")
    found = [Moment(case.opened_at, case.number, opened)]
    for ruling in told.rulings:
        text = _("ruling: %(what)s") if ruling.row.supersedes_id is None else _("new ruling: %(what)s")
        found.append(Moment(ruling.row.ruled_at, case.number, text % {"what": ruling.consequence}))
    if appeal is not None:
        found.append(Moment(appeal.filed_at, case.number, _("appeal filed")))
        if appeal.decided_at is not None and appeal.state != AppealState.OPEN:
            text = _("appeal: %(what)s") % {"what": appeal.get_state_display()}
            found.append(Moment(appeal.decided_at, case.number, text))
    if not told.rulings and case.closed_at is not None:
        found.append(Moment(case.closed_at, case.number, _("closed without a ruling")))
    return found
