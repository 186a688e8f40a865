"""Seats on an appeal: issue links, collect secret votes, name members for empty seats."""

import secrets
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from club.core.access import may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.appeals.selectors import Parties, digest_of, parties_of, seat_of, seats_of, tally_of
from tournaments.appeals.services.appeals import locked_appeal
from tournaments.appeals.services.committees import unique_entry_named
from tournaments.cases.errors import (
    CommitteeComplete,
    CommitteeSits,
    CommitteeTied,
    UnknownSeat,
    UnknownVote,
    VotesAreIn,
)
from tournaments.cases.services.case_log import log_case
from tournaments.core.services.locks import case_scope
from tournaments.models import Appeal, AppealSeat, Case, CommitteeMember, Tie, Vote

TOKEN_BYTES = 24


@transaction.atomic
def make_seat_link(*, seat_id: int, actor: Actor) -> str:
    """Create the token of a member's page, shown this once; it revokes the one before."""
    appeal_id = AppealSeat.objects.values_list("appeal_id", flat=True).get(pk=seat_id)
    case, _appeal = locked_appeal(appeal_id)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    seat = (
        AppealSeat.objects.select_for_update(of=("self",), no_key=True)
        .select_related("member")
        .get(pk=seat_id)
    )
    token = secrets.token_urlsafe(TOKEN_BYTES)
    before = {"is_anew": bool(seat.digest)}
    seat.digest = digest_of(token)
    seat.save(update_fields=["digest"])
    after = {"number": case.number, "member": seat.member.name}
    log_case("tournaments.appeal.link_made", case, actor, before=before, after=after)
    return token


@transaction.atomic
def give_vote(*, token: str, vote: str, actor: Actor, words: str = "") -> AppealSeat:
    """Record a member's vote; it may be changed while others are missing. The audit log hides the vote.

    Raises UnknownSeat, AppealOver, VotesAreIn.
    """
    known = seat_of(token)
    if known is None:
        raise UnknownSeat
    case, appeal = locked_appeal(known.appeal_id)
    seat = (
        AppealSeat.objects.select_for_update(of=("self",), no_key=True)
        .select_related("member")
        .get(pk=known.pk)
    )
    if seat.digest != digest_of(token):
        raise UnknownSeat
    if tally_of(appeal, seats_of(appeal)).is_complete:
        raise VotesAreIn(number=case.number)
    if vote not in Vote.values:
        raise UnknownVote(vote=vote)
    seat.vote, seat.words, seat.voted_at = vote, words.strip(), timezone.now()
    seat.full_clean(exclude=["appeal", "member", "in_place_of"])
    seat.save(update_fields=["vote", "words", "voted_at"])
    nobody = replace(
        actor, label=_("appeals committee"), user=None, helper_pass=None, address="", request_id=""
    )
    log_case("tournaments.appeal.voted", case, nobody, after={"number": case.number})
    return seat


@transaction.atomic
def name_member(
    *, appeal_id: int, name: str, actor: Actor, club_name: str = "", despite: str = ""
) -> AppealSeat:
    """Name a person for a seat without a substitute; a tie to the case takes a reason.

    Raises CommitteeComplete, CommitteeSits, CommitteeTied.
    """
    case, appeal = locked_appeal(appeal_id)
    scope = case_scope(case)
    if not may(actor, Capability.RUN_EVENTS, scope):
        require_permission(actor, Capability.RULE_ON_CASES, scope)
    if not appeal.left_out:
        raise CommitteeComplete(number=case.number)
    member = _find_or_build_member(case, " ".join(name.split()), " ".join(club_name.split()))
    if any(seat.member_id == member.pk for seat in seats_of(appeal)):
        raise CommitteeSits(name=member.name)
    tie = Parties(parties_of(case), appeal.ruling).tie_of(member)
    if tie and not despite.strip():
        raise CommitteeTied(name=member.name, tie=str(Tie(tie).label))
    member.save()
    seat = _fill_seat(appeal, member, despite.strip() if tie else "")
    after = {"number": case.number, "member": member.name}
    log_case("tournaments.appeal.member_named", case, actor, after=after, reason=seat.despite)
    return seat


def _find_or_build_member(case: Case, name: str, club_name: str) -> CommitteeMember:
    known = case.event.committee.filter(name__iexact=name).select_related("entry").first()
    if known is not None:
        return known
    last = case.event.committee.aggregate(last=Max("position"))["last"] or 0
    made = CommitteeMember(
        event=case.event, position=last + 1, name=name, club_name=club_name, is_substitute=True
    )
    made.entry = unique_entry_named(case.event, name)
    made.full_clean(exclude=["event", "entry"])
    return made


def _fill_seat(appeal: Appeal, member: CommitteeMember, despite: str) -> AppealSeat:
    place = appeal.left_out.pop(0)
    is_own = place["member"] == member.pk
    absent = CommitteeMember.objects.filter(pk=place["member"]).first()
    seat = AppealSeat(
        appeal=appeal,
        member=member,
        in_place_of=None if is_own else absent,
        because="" if is_own else place["because"],
        despite=despite,
        presides=place["presides"],
    )
    seat.full_clean(exclude=["appeal", "member", "in_place_of"])
    seat.save(force_insert=True)
    appeal.version += 1
    appeal.save(update_fields=["left_out", "version"])
    return seat
