"""Cases: opened by the desk, a board or a helper, taken by an arbiter, edited, and dropped."""

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from games.laws.incidents import INCIDENTS, OTHER
from games.rules import Side
from tournaments.cases.errors import (
    CaseSettled,
    KeyUsed,
    NotAtBoard,
    NotInEvent,
    ResultStillDisputed,
    RulingNamesThem,
    UnknownIncident,
    WordsNeeded,
)
from tournaments.cases.incident_details import filter_details, validate_details
from tournaments.cases.models.case import RULED_STATES
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.services.case_locks import (
    About,
    Place,
    case_with_key,
    locked_event_row,
    locked_for,
    locked_place,
    locked_to_move,
    require_version,
)
from tournaments.cases.services.case_log import CASE_FACTS, case_facts, clean_case, log_case, save_case
from tournaments.conduct import Consequence
from tournaments.core.services.event_log import key_of
from tournaments.core.services.locks import case_scope
from tournaments.models import Case, CaseOrigin, CaseState, Entry, Event, Pairing, ResultDispute
from tournaments.records.services.ruling_records import note_rulings_of_case

EDITABLE_FIELDS = (
    *("incident", "ply", "clock_white", "clock_black", "fen", "public_text", "private_text", "witnesses"),
    *("reported_by", "claim", "claim_move", "claim_record", "names_withheld", "details", "advised"),
    *("sheet_white", "sheet_black"),
)
"""Editable fields of an open case; all of them plain values."""


UNRULED = frozenset({CaseState.CALLED, CaseState.OPEN})


DISPUTED = "result_disputed"  # of games.laws.incidents


DEFAULT_VARIANT = "english"  # for cases without a section


def open_case(
    *,
    event_id: int,
    about: About,
    actor: Actor,
    incident: str = "",
    origin: str = CaseOrigin.DESK,
    key: str = "",
    told: dict[str, Any] | None = None,
) -> Case:
    """File an incident. Idempotent by `key`: the same form sent twice opens one case, and returns it again.

    A case without an incident is a call for an arbiter. Raises UnknownIncident, NotAtBoard, and KeyUsed if
    another form was sent with the key.
    """
    with transaction.atomic():
        event = locked_event_row(event_id)
        known = case_with_key(key)
        if known is not None:
            validate_repeated_form(known, event.pk, about, incident, actor)
            return known
        return new_case(
            event, about, actor, incident=incident, origin=CaseOrigin(origin), key=key, told=told or {}
        )


def new_case(
    event: Event,
    about: About,
    actor: Actor,
    *,
    incident: str,
    origin: CaseOrigin,
    key: str,
    told: dict[str, Any],
) -> Case:
    """File a case. Callers lock the event and look the key up."""
    case = unsaved_case(locked_place(event, about), incident, told)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    case.origin, case.key = origin, key or None
    case.reported_by = case.reported_by or actor.label[:200]
    case.reported_key = key_of(actor)
    if incident:
        assign_arbiter(case, actor)
    case.save(force_insert=True)
    log_case("tournaments.case.opened", case, actor, after=case_facts(case))
    return case


@transaction.atomic
def take_case(*, case_id: int, actor: Actor) -> Case:
    """Take a case: the whole desk sees the name of the arbiter."""
    case = locked_for(case_id, actor)
    before = case_facts(case)
    assign_arbiter(case, actor)
    return save_case("tournaments.case.taken", case, actor, before)


@transaction.atomic
def release_case(*, case_id: int, actor: Actor) -> Case:
    """Release a case for another arbiter."""
    case = locked_for(case_id, actor)
    before = case_facts(case)
    case.taken_by, case.taken_key, case.taken_at = "", "", None
    return save_case("tournaments.case.given_back", case, actor, before)


@transaction.atomic
def update_case(
    *,
    case_id: int,
    actor: Actor,
    version: int | None = None,
    about: About | None = None,
    **told: Any,
) -> Case:
    """Edit a case; `version` is the version that the account saw.

    Raises CaseChanged with the changes since, UnknownIncident, NotAtBoard, and RulingNamesThem if a ruling in
    force is about another player or game.
    """
    case, place = locked_to_move(case_id, about)
    require_version(case, version)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    return edit_case(case, place, told, actor)


def edit_case(case: Case, place: Place | None, told: dict[str, Any], actor: Actor) -> Case:
    """Edit a case, and move it to a place if one is given. Callers lock both and check permission."""
    before, was_at = case_facts(case), (case.pairing, case.game)
    were = {name: getattr(case, name) for name in told}
    if place is not None:
        _move(case, place, actor)
    _apply_changes(case, told)
    also = [name for name in told if name not in CASE_FACTS and getattr(case, name) != were[name]]
    if case.state == CaseState.CALLED and case.incident:
        case.state = CaseState.OPEN
    if not case.taken_by:
        assign_arbiter(case, actor)
    save_case("tournaments.case.told", case, actor, before, also=also)
    if case.state in RULED_STATES:
        _update_game_records(case, was_at, actor)
    return case


@transaction.atomic
def drop_case(*, case_id: int, actor: Actor, version: int | None = None, reason: str = "") -> Case:
    """Drop a case without a ruling: there was nothing to rule on, or the players settled it."""
    case = locked_for(case_id, actor, version=version)
    if case.state not in UNRULED:
        raise CaseSettled(number=case.number, state=case.state)
    require_result_settled(case)
    return _drop(case, actor, reason)


@transaction.atomic
def reopen_case(*, case_id: int, actor: Actor, reason: str = "") -> Case:
    """Reopen a case that needs a ruling after all."""
    case = locked_for(case_id, actor)
    if case.state != CaseState.DROPPED:
        raise CaseSettled(number=case.number, state=case.state)
    before = case_facts(case)
    case.state, case.closed_at = (CaseState.OPEN if case.incident else CaseState.CALLED), None
    return save_case("tournaments.case.reopened", case, actor, before, reason=reason)


# ---- two versions of a result ----


def open_disputed(pairing: Pairing, game: int, actor: Actor) -> Case:
    """Open the case of a result with two versions. Callers lock event and pairing."""
    section = pairing.round.section
    place = Place(section.event, About(pairing.pk, game), section, pairing)
    case = unsaved_case(place, DISPUTED, {})
    case.origin, case.reported_by, case.reported_key = CaseOrigin.DISPUTE, actor.label[:200], key_of(actor)
    case.save(force_insert=True)
    log_case("tournaments.case.opened", case, actor, after=case_facts(case))
    return case


def close_disputed(case_id: int, actor: Actor, reason: str) -> None:
    """Close the case of a settled result, unless a ruling on it is in progress. Callers lock the pairing."""
    rows = Case.objects.select_for_update(of=("self",), no_key=True).select_related(
        "event", "section", "entry"
    )
    case = rows.get(pk=case_id)
    if case.state in UNRULED:
        _drop(case, actor, reason)


def require_result_settled(case: Case) -> None:
    """Refuse to be done with a case while the result that it is about is still disputed."""
    if case.origin == CaseOrigin.DISPUTE and is_disputed(case):
        raise ResultStillDisputed(number=case.number)


def is_disputed(case: Case) -> bool:
    """Check that two versions of a result still wait for a decision in this case."""
    return ResultDispute.objects.filter(case=case, settled_at__isnull=True).exists()


def validate_repeated_form(case: Case, event_id: int, about: About, incident: str, actor: Actor) -> None:
    """Refuse a form that reuses the key of a case for another subject or by another account.

    A case with a ruling may have another incident by now than the one filed.
    """
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    is_same = (case.event_id, case.pairing_id, case.entry_id) == (event_id, about.pairing_id, about.entry_id)
    is_theirs = case.reported_key == key_of(actor)
    is_told = case.incident == incident or case.rulings.exists()
    if not (is_same and is_theirs and is_told and (case.pairing_id is None or case.game == about.game)):
        raise KeyUsed(number=case.number)


def refresh_side(case: Case) -> None:
    """Refresh the side of a case's player: the round may have been unpublished and colours turned."""
    about = About(case.pairing_id, case.game, case.entry_id)
    _set_subject(case, Place(case.event, about, case.section, case.pairing))


def assign_arbiter(case: Case, actor: Actor) -> None:
    """Record the arbiter who takes the case; the audit log names the one before."""
    case.taken_by, case.taken_key, case.taken_at = actor.label[:200], key_of(actor), timezone.now()


def side_in_game(pairing: Pairing, entry_id: int, game: int) -> Side:
    """Return an entry's side in a game of a board.

    White of game 1 is the pairing's; then the sides alternate.
    """
    is_white = (pairing.white_id == entry_id) == (game % 2 == 1)
    return Side.WHITE if is_white else Side.BLACK


def unsaved_case(place: Place, incident: str, told: dict[str, Any]) -> Case:
    """Return a new case of a place, checked and not saved."""
    last = place.event.cases.aggregate(last=Max("number"))["last"] or 0
    state = CaseState.OPEN if incident else CaseState.CALLED
    case = Case(event=place.event, number=last + 1, state=state)
    _set_subject(case, place)
    _apply_changes(case, {**told, "incident": incident})
    clean_case(case)
    return case


def _move(case: Case, place: Place, actor: Actor) -> None:
    """Move a case to another player or place, if the account may file there, too."""
    was, scope = (case.pairing_id, case.game, case.entry_id), case_scope(case)
    _set_subject(case, place)
    if case_scope(case) != scope:
        require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    if was == (case.pairing_id, case.game, case.entry_id):
        return
    standing = ruling_in_force(case) if case.state in RULED_STATES else None
    if standing is not None and (standing.consequence != Consequence.NONE or standing.applied):
        raise RulingNamesThem(number=case.number)


def _drop(case: Case, actor: Actor, reason: str) -> Case:
    before = case_facts(case)
    case.state, case.closed_at = CaseState.DROPPED, timezone.now()
    return save_case("tournaments.case.dropped", case, actor, before, reason=reason)


def _set_subject(case: Case, place: Place) -> None:
    """Set place and player of a case; both have to be of the event."""
    about, pairing = place.about, place.pairing
    if about.pairing_id is not None:
        if pairing is None:
            raise NotInEvent
        case.pairing, case.section = pairing, pairing.round.section
        case.round_number, case.board_number = pairing.round.number, pairing.board_number
        case.game = about.game
    if about.entry_id is None:
        if about.pairing_id is not None:
            case.entry, case.opponent, case.side = None, None, ""
        return
    pairing = case.pairing
    entry = _entry_at(pairing, about.entry_id, place)
    case.entry = entry
    if pairing is None:
        case.section = entry.section
        return
    if entry.pk not in {pairing.white_id, pairing.black_id}:
        raise NotAtBoard(name=entry.name, board=pairing.board_number or "")
    case.opponent = pairing.black if entry.pk == pairing.white_id else pairing.white
    case.side = side_in_game(pairing, entry.pk, case.game).key


def _entry_at(pairing: Pairing | None, entry_id: int, place: Place) -> Entry:
    """Return a player of a board, or another entry of the event."""
    for player in (pairing.white, pairing.black) if pairing is not None else ():
        if player is not None and player.pk == entry_id:
            return player
    entry = Entry.objects.filter(pk=entry_id, section__event=place.event).first()
    if entry is None:
        raise NotInEvent
    if place.section is not None and entry.section_id == place.section.pk:
        entry.section = place.section
    return entry


def _apply_changes(case: Case, told: dict[str, Any]) -> None:
    for name, value in told.items():
        if name not in EDITABLE_FIELDS:
            raise TypeError(f"{name} is nothing that is told of a case")
        setattr(case, name, value)
    if case.incident and case.incident not in INCIDENTS:
        raise UnknownIncident(incident=case.incident)
    if "details" in told:
        variant = case.section.variant if case.section is not None else DEFAULT_VARIANT
        case.details = validate_details(case.incident, told["details"], variant)
    else:
        case.details = filter_details(case.incident, case.details)
    _require_description(case, told)


def _require_description(case: Case, told: dict[str, Any]) -> None:
    """Refuse an incident of kind "other" without a description; older cases may lack one."""
    is_about_it = bool({"incident", "details", "public_text"} & set(told))
    if is_about_it and case.incident == OTHER and not (case.details.get("about") or case.public_text):
        raise WordsNeeded(incident=OTHER)


def _update_game_records(case: Case, was_at: tuple[Pairing | None, int], actor: Actor) -> None:
    """Update the game records after an edit of a case with a ruling, at its old and new place."""
    places = [(case.pairing, case.game)]
    if was_at != places[0]:
        places.insert(0, was_at)
    for pairing, game in places:
        note_rulings_of_case(pairing, game, actor)
