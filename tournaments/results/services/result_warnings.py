"""Confirmation of doubtful results."""

from django.db import transaction

from club.core.access import insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.locks import section_scope
from tournaments.core.services.trail import tell_of_doubt
from tournaments.models import AcceptedDoubt, Round
from tournaments.results.errors import UnknownDoubt
from tournaments.results.result_warnings import doubts_of


@transaction.atomic
def accept_doubt(*, round_id: int, code: str, about: str, actor: Actor) -> AcceptedDoubt:
    """Confirm a doubtful result; the doubt returns only when the result changes."""
    row = Round.objects.select_for_update(of=("self",)).select_related("section__event").get(pk=round_id)
    insist(actor, Capability.RECORD_RESULTS, section_scope(row.section))
    doubt = next((one for one in doubts_of(row) if (one.code, one.about) == (code, about)), None)
    if doubt is None:
        raise UnknownDoubt(doubt=code)
    accepted = AcceptedDoubt(round=row, code=code, about=about, accepted_by=actor.label[:200])
    accepted.save(force_insert=True)
    board = doubt.pairing.board_number if doubt.pairing else ""
    after = {"round": row.number, "board": board, "game": doubt.game, "doubt": code, **doubt.facts}
    tell_of_doubt("tournaments.doubt.accepted", row, actor, after=after)
    return accepted
