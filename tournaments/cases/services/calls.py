"""Calls of an arbiter from the phone at a board."""

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from tournaments.cases.errors import CallOfAnother
from tournaments.cases.services.case_locks import About, Place, locked_event_row
from tournaments.cases.services.case_log import case_facts, log_case, save_case
from tournaments.cases.services.cases import unsaved_case
from tournaments.models import BoardCard, Case, CaseOrigin, CaseState, Event, Pairing


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
    case = unsaved_case(Place(event, about, card.section, pairing), "", {})
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
    Event.objects.select_for_update(no_key=True).get(pk=card.section.event_id)
    case = open_call_at(card, _pairing_at(card))
    if case is None:
        return None
    if not device or case.reported_key != device_key(device):
        raise CallOfAnother(board=card.board_number)
    before = case_facts(case)
    case.state, case.closed_at = CaseState.DROPPED, timezone.now()
    return save_case("tournaments.case.call_taken_back", case, actor, before)


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


def _pairing_at(card: BoardCard) -> Pairing | None:
    rows = Pairing.objects.filter(round__section=card.section, board_number=card.board_number)
    rows = rows.select_related("round__section__event", "white", "black")
    return rows.exclude(round__state="draft").order_by("-round__number").first()
