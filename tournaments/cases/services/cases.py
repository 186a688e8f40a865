"""Cases: opened by the desk, a board or a helper, taken by an arbiter, edited, and dropped."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from club.audit import log as audit
from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.live.publishing import publish
from games.laws.incidents import INCIDENTS, OTHER
from games.rules import Side
from tournaments.cases.errors import (
    CallOfAnother,
    CaseChanged,
    CaseSettled,
    KeyUsed,
    NotAtBoard,
    ResultStillDisputed,
    RulingNamesThem,
    UnknownIncident,
    WordsNeeded,
)
from tournaments.cases.incident_details import filter_details, validate_details
from tournaments.cases.models.case import RULED_STATES
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.conduct import Consequence
from tournaments.core.services.event_log import key_of
from tournaments.core.services.locks import (
    case_scope,
    locked_pairing,
)
from tournaments.models import (
    BoardCard,
    Case,
    CaseOrigin,
    CaseState,
    Entry,
    Event,
    Pairing,
    ResultDispute,
    Ruling,
    Section,
)
from tournaments.records.services.ruling_records import note_rulings_of_case

EDITABLE_FIELDS = (
    *("incident", "ply", "clock_white", "clock_black", "fen", "public_text", "private_text", "witnesses"),
    *("reported_by", "claim", "claim_move", "claim_record", "names_withheld", "details", "advised"),
    *("sheet_white", "sheet_black"),
)
"""Editable fields of an open case; all of them plain values."""
PUBLIC_ACTIONS = frozenset(
    {
        *("tournaments.case.told", "tournaments.ruling.made", "tournaments.ruling.superseded"),
        *("tournaments.ruling.chosen", "tournaments.appeal.filed", "tournaments.appeal.withdrawn"),
        "tournaments.appeal.decided",
    }
)
"""Actions that change the public list of rulings, if their case is on it."""
UNRULED = frozenset({CaseState.CALLED, CaseState.OPEN})
DISPUTED = "result_disputed"  # of games.laws.incidents
DEFAULT_VARIANT = "english"  # for cases without a section
CASE_FACTS = (
    *("number", "state", "incident", "round_number", "board_number", "game", "ply", "side", "claim"),
    *("clock_white", "clock_black", "fen", "public_text", "witnesses", "taken_by", "names_withheld"),
    "version",
)


class About(NamedTuple):
    """Subject of a case: a game of a board and one of its players, a player alone, or the event."""

    pairing_id: int | None = None
    game: int = 1
    entry_id: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Rows that a case is about: locked and read once, and handed on.

    `pairing` is None if there is no such pairing in the event; it brings its round, section and players.
    """

    event: Event
    about: About
    section: Section | None = None
    pairing: Pairing | None = None


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
    case = _new_case(_lock_event_and_section(event, about), incident, told)
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
def call_arbiter(
    *, card: BoardCard, actor: Actor, entry_id: int | None = None, text: str = "", device: str = ""
) -> Case:
    """Call the arbiter to a board. An open call is not duplicated.

    The note is for the desk alone. `device` is the phone, which may cancel its call.
    """
    event = locked_event_row(card.section.event_id)
    pairing = _pairing_at(card)
    waiting = open_call_at(card, pairing)
    if waiting is not None:
        if text.strip() and text.strip() not in waiting.private_text:
            waiting.private_text = f"{waiting.private_text}\n{text.strip()}".strip()[:4000]
            waiting.version += 1
            waiting.save(update_fields=["private_text", "version"])
            log_case("tournaments.case.told", waiting, actor, after=case_facts(waiting))
        return waiting
    mine = entry_id if pairing is not None and entry_id in {pairing.white_id, pairing.black_id} else None
    about = About(pairing.pk if pairing else None, 1, mine)
    case = _new_case(Place(event, about, card.section, pairing), "", {})
    case.section, case.board_number = card.section, card.board_number
    case.claimant_id, case.entry, case.opponent, case.side = mine, None, None, ""
    case.state, case.origin = CaseState.CALLED, CaseOrigin.BOARD
    case.private_text, case.reported_by = text.strip()[:4000], _caller(actor, pairing, mine)[:200]
    case.reported_key = device_key(device)
    case.save(force_insert=True)
    log_case("tournaments.case.called", case, actor, after=case_facts(case))
    return case


@transaction.atomic
def cancel_call(*, card: BoardCard, actor: Actor, device: str) -> Case | None:
    """Cancel a call; only the phone that called may do so. Idempotent."""
    Event.objects.select_for_update().get(pk=card.section.event_id)
    case = open_call_at(card, _pairing_at(card))
    if case is None:
        return None
    if not device or case.reported_key != device_key(device):
        raise CallOfAnother(board=card.board_number)
    before = case_facts(case)
    case.state, case.closed_at = CaseState.DROPPED, timezone.now()
    return save_case("tournaments.case.call_taken_back", case, actor, before)


@transaction.atomic
def take_case(*, case_id: int, actor: Actor) -> Case:
    """Take a case: the whole desk sees the name of the arbiter."""
    case = locked_case(case_id)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    before = case_facts(case)
    assign_arbiter(case, actor)
    return save_case("tournaments.case.taken", case, actor, before)


@transaction.atomic
def release_case(*, case_id: int, actor: Actor) -> Case:
    """Release a case for another arbiter."""
    case = locked_case(case_id)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
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
    case = locked_case(case_id, version=version)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    if case.state not in UNRULED:
        raise CaseSettled(number=case.number, state=case.state)
    require_result_settled(case)
    return _drop(case, actor, reason)


@transaction.atomic
def reopen_case(*, case_id: int, actor: Actor, reason: str = "") -> Case:
    """Reopen a case that needs a ruling after all."""
    case = locked_case(case_id)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
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
    case = _new_case(place, DISPUTED, {})
    case.origin, case.reported_by, case.reported_key = CaseOrigin.DISPUTE, actor.label[:200], key_of(actor)
    case.save(force_insert=True)
    log_case("tournaments.case.opened", case, actor, after=case_facts(case))
    return case


def close_disputed(case_id: int, actor: Actor, reason: str) -> None:
    """Close the case of a settled result, unless a ruling on it is in progress. Callers lock the pairing."""
    rows = Case.objects.select_for_update(of=("self",)).select_related("event", "section", "entry")
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


# ---- shared with rulings ----


def locked_case(case_id: int, *, version: int | None = None, held: Place | None = None) -> Case:
    """Lock a case, after its event, section, round and pairing, and give it these rows.

    `held` is a place that the caller has locked; its rows are not read again. Raises CaseChanged if the case
    differs from the version shown.
    """
    case, _set_subject = locked_to_move(case_id, None, held=held)
    require_version(case, version)
    return case


def locked_to_move(
    case_id: int, about: About | None, *, held: Place | None = None
) -> tuple[Case, Place | None]:
    """Lock a case, and before it the place that it may move to; return both."""
    event = _locked_event_of(case_id) if held is None else held.event
    rows = Case.objects.filter(event=event)
    there = About(*rows.values_list("pairing_id", "game", "entry_id").get(pk=case_id))
    to = None
    if about is not None and not _is_same_place(about, there):
        to = _lock_event_and_section(event, about)
    is_held = held is not None and _is_same_place(held.about, there)
    place = held if held is not None and is_held else _lock_event_and_section(event, there)
    case = rows.select_for_update().get(pk=case_id)
    _give_rows(case, place)
    if about is not None and to is None:
        to = replace(place, about=about)
    return case, to


def _is_same_place(one: About, other: About) -> bool:
    return (one.pairing_id, one.entry_id) == (other.pairing_id, other.entry_id)


def _give_rows(case: Case, place: Place) -> None:
    """Set the relations of a case to the rows of its place, so that none is read again."""
    case.event = place.event
    if place.section is not None and case.section_id == place.section.pk:
        case.section = place.section
    elif case.section is not None:
        case.section.event = place.event
    if place.pairing is None:
        return
    case.pairing = place.pairing
    for player in (place.pairing.white, place.pairing.black):
        for name in ("entry", "opponent"):
            if player is not None and getattr(case, f"{name}_id") == player.pk:
                setattr(case, name, player)


def locked_event_row(event_id: int) -> Event:
    """Lock the event of cases: the first lock of all services about cases."""
    return Event.objects.select_for_update().get(pk=event_id)


def _locked_event_of(case_id: int) -> Event:
    """Lock the event of a case. A case never changes its event."""
    rows = Event.objects.select_for_update(of=("self",)).filter(cases=case_id).order_by()
    event = next(iter(rows), None)
    if event is None:
        raise Case.DoesNotExist
    return event


def is_key_new(key: str) -> bool:
    """Check in one query that neither a case nor a ruling was made by a form with this key."""
    cases = Case.objects.filter(key=key).order_by().values_list("pk", flat=True)
    rulings = Ruling.objects.filter(key=key).order_by().values_list("case_id", flat=True)
    return not key or not list(cases.union(rulings).order_by())


def case_with_key(key: str) -> Case | None:
    """Return the case of a form that was sent before, with the rows that its permission scope takes."""
    if not key:
        return None
    rows = Case.objects.select_related("event", "section__event", "pairing__round__section__event")
    return rows.filter(key=key).first()


def require_version(case: Case, version: int | None) -> None:
    """Refuse a decision based on an older version of the case."""
    if version is not None and case.version != version:
        raise CaseChanged(number=case.number, changes=case.version - version)


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


def case_facts(case: Case) -> dict[str, Any]:
    """Return a case in the form of the audit log, without the arbiters' private fields."""
    facts = {name: getattr(case, name) for name in CASE_FACTS}
    told = {"player": case.entry.name if case.entry else "", "claim_word": case.claim_answer.get("word", "")}
    return facts | told


def save_case(
    action: str,
    case: Case,
    actor: Actor,
    before: dict[str, Any],
    *,
    reason: str = "",
    also: Sequence[str] = (),
) -> Case:
    """Save a changed case, write the audit entry and notify the desk.

    `also` names changed fields whose values are not logged: private text, whole scores.
    """
    case.version += 1
    _clean(case)
    case.save()
    after = case_facts(case) | ({"also_changed": list(also)} if also else {})
    log_case(action, case, actor, before=before, after=after, reason=reason)
    return case


def log_case(action: str, case: Case, actor: Actor, **told: Any) -> None:
    """Write an audit entry and notify the desk; the waiting board is notified that an arbiter took its call.

    The public, which gets no other notices of cases, is notified if the public part has changed.
    """
    audit.record(action, case, actor=actor, organisation_id=case.event.organisation_id, **told)
    publish(f"cases:{case.event_id}", "case.changed", {"case": case.pk, "number": case.number})
    if action in PUBLIC_ACTIONS and case.state in RULED_STATES:
        for section_id in (
            [case.section_id] if case.section_id else case.event.sections.values_list("pk", flat=True)
        ):
            publish(f"section:{section_id}", "rulings.changed")
    if case.section_id is not None and case.board_number:
        cards = BoardCard.objects.filter(
            section=case.section_id, board_number=case.board_number, revoked_at__isnull=True
        )
        for token in cards.values_list("token", flat=True):
            publish(f"board:{token}", "board.changed")


def assign_arbiter(case: Case, actor: Actor) -> None:
    """Record the arbiter who takes the case; the audit log names the one before."""
    case.taken_by, case.taken_key, case.taken_at = actor.label[:200], key_of(actor), timezone.now()


def open_call_at(card: BoardCard, pairing: Pairing | None) -> Case | None:
    """Return the open call of the current players at the board of a card."""
    rows = Case.objects.filter(section=card.section_id, board_number=card.board_number, pairing=pairing)
    return rows.filter(state=CaseState.CALLED).select_related("event").first()


def _caller(actor: Actor, pairing: Pairing | None, entry_id: int | None) -> str:
    """Return the caller: on a phone without an account, the named player."""
    if actor.user is not None or pairing is None or entry_id is None:
        return actor.label
    player = pairing.white if pairing.white_id == entry_id else pairing.black
    return player.name if player is not None else actor.label


def device_key(device: str) -> str:
    """Return the stored form of a phone's key; empty for an unknown phone."""
    return f"device:{device}"[:80] if device else ""


def side_in_game(pairing: Pairing, entry_id: int, game: int) -> Side:
    """Return an entry's side in a game of a board.

    White of game 1 is the pairing's; then the sides alternate.
    """
    is_white = (pairing.white_id == entry_id) == (game % 2 == 1)
    return Side.WHITE if is_white else Side.BLACK


def _lock_event_and_section(event: Event, about: About) -> Place:
    """Lock the section, round and pairing of a case, after its event, in the lock order of all services.

    The audit chain is locked last: a ruling enters a result after the case is logged.
    """
    if about.pairing_id is not None:
        try:
            pairing = locked_pairing(about.pairing_id)
        except Pairing.DoesNotExist:
            return Place(event, about)
        section = pairing.round.section
        if section.event_id != event.pk:
            return Place(event, about)
        section.event = event
        return Place(event, about, section, pairing)
    if about.entry_id is None:
        return Place(event, about)
    rows = Section.objects.select_for_update(of=("self",)).filter(entries=about.entry_id, event=event)
    found = next(iter(rows.order_by()), None)
    if found is not None:
        found.event = event
    return Place(event, about, found)


def _new_case(place: Place, incident: str, told: dict[str, Any]) -> Case:
    last = place.event.cases.aggregate(last=Max("number"))["last"] or 0
    state = CaseState.OPEN if incident else CaseState.CALLED
    case = Case(event=place.event, number=last + 1, state=state)
    _set_subject(case, place)
    _apply_changes(case, {**told, "incident": incident})
    _clean(case)
    return case


def _clean(case: Case) -> None:
    """Validate the fields, without constraints: the choices of the fields already cover them."""
    untold = ["event", "section", "pairing", "entry", "opponent", "claimant", "key", "origin"]
    case.full_clean(exclude=untold, validate_constraints=False)


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
            raise Pairing.DoesNotExist
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
    entry = Entry.objects.get(pk=entry_id, section__event=place.event)
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


def _pairing_at(card: BoardCard) -> Pairing | None:
    rows = Pairing.objects.filter(round__section=card.section, board_number=card.board_number)
    rows = rows.select_related("round__section__event", "white", "black")
    return rows.exclude(round__state="draft").order_by("-round__number").first()
