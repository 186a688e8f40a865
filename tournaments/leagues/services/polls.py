"""Availability polls: open as a captain, answer by personal links, remind, close."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.persons import surviving_person_id
from club.members.selectors.self_service import guardian_of
from club.models import Person
from tournaments.leagues.captain_links import answerer_of
from tournaments.leagues.errors import PollOver, RemindedAlready, UnknownAnswer, UnknownPoll
from tournaments.leagues.mails import MAX_MAILS, ask_squad
from tournaments.leagues.services.audit_facts import log_of_team, match_facts
from tournaments.leagues.services.fixture_locks import locked_fixture, speaker_for, team_of
from tournaments.leagues.services.squads import want_mail
from tournaments.models import (
    Answer,
    Availability,
    AvailabilityPoll,
    Entry,
    Fixture,
    FixtureState,
    TeamMember,
)

BETWEEN_MAILS = timedelta(hours=20)


@transaction.atomic
def open_poll(
    *, pairing_id: int, entry_id: int, actor: Actor, secret: str = "", site: str = ""
) -> AvailabilityPoll:
    """Open a poll of a team about a match, or return the open one.

    Raises PollOver once the match has begun.
    """
    fixture = locked_fixture(pairing_id)
    entry = team_of(fixture.pairing, entry_id)
    speaker = speaker_for(entry, actor, secret, Capability.RUN_EVENTS)
    if has_begun(fixture):
        raise PollOver(match=str(fixture))
    poll, is_new = AvailabilityPoll.objects.get_or_create(
        fixture=fixture, entry=entry, defaults={"site": site}
    )
    poll.fixture, poll.entry = fixture, entry
    if not is_new and poll.closed_at is None:
        return poll
    poll.closed_at = None
    poll.save(update_fields=["closed_at"])
    if is_new:
        _mail(poll, squad_on(fixture, entry))
    _log("tournaments.poll.opened" if is_new else "tournaments.poll.reopened", poll, speaker)
    return poll


@transaction.atomic
def close_poll(*, poll_id: int, actor: Actor, secret: str = "") -> AvailabilityPoll:
    """Take no more answers."""
    poll = _lock_poll(poll_id)
    speaker = speaker_for(poll.entry, actor, secret, Capability.RUN_EVENTS)
    if poll.closed_at is not None:
        return poll
    poll.closed_at = timezone.now()
    poll.save(update_fields=["closed_at"])
    _log("tournaments.poll.closed", poll, speaker)
    return poll


@transaction.atomic
def remind_squad(*, poll_id: int, actor: Actor, secret: str = "") -> AvailabilityPoll:
    """Remind the members without an answer, once a day at most. Raises RemindedAlready, PollOver."""
    poll = _lock_poll(poll_id)
    speaker = speaker_for(poll.entry, actor, secret, Capability.RUN_EVENTS)
    if poll.closed_at is not None or has_begun(poll.fixture):
        raise PollOver(match=str(poll.fixture))
    now = timezone.now()
    if poll.rounds_of_mail >= MAX_MAILS or (poll.mailed_at and now - poll.mailed_at < BETWEEN_MAILS):
        raise RemindedAlready
    answered = set(poll.answers.values_list("member_id", flat=True))
    waiting = [one for one in squad_on(poll.fixture, poll.entry) if one.pk not in answered]
    _mail(poll, waiting)
    _log("tournaments.poll.reminded", poll, speaker)
    return poll


@transaction.atomic
def answer_poll(*, secret: str, answer: str, actor: Actor) -> Availability:
    """Answer a poll by a personal link, or as a guardian; a second answer replaces the first.

    The audit log records that an answer was given, not the answer. Raises UnknownPoll, UnknownAnswer,
    PollOver.
    """
    poll, member, guardian = poll_by_secret(secret)
    poll = _lock_poll(poll.pk)
    if answer not in Answer.values:
        raise UnknownAnswer(given=answer[:20], known=", ".join(Answer.values))
    if poll.closed_at is not None or has_begun(poll.fixture):
        raise PollOver(match=str(poll.fixture))
    there = poll.answers.filter(member=member).first()
    by_guardian = guardian is not None
    if there is not None and (there.answer, there.by_guardian) == (answer, by_guardian):
        return there
    told, _is_new = Availability.objects.update_or_create(
        poll=poll,
        member=member,
        defaults={"answer": answer, "by_guardian": by_guardian, "answered_at": timezone.now()},
    )
    _log("tournaments.poll.answered", poll, replace(actor, label=guardian.name if guardian else member.name))
    return told


def choose_mail(*, secret: str, wants_mail: bool, actor: Actor) -> TeamMember:
    """Start or stop the mails to a member by their link."""
    _poll, member, guardian = poll_by_secret(secret)
    label = guardian.name if guardian else member.name
    return want_mail(member=member, wants_mail=wants_mail, actor=replace(actor, label=label))


def poll_by_secret(secret: str) -> tuple[AvailabilityPoll, TeamMember, Person | None]:
    """Return the poll, the member and the guardian in their place for a link. Raises UnknownPoll."""
    found = answerer_of(secret)
    if found is None:
        raise UnknownPoll
    poll, member_id, guardian_id = found
    rows = TeamMember.objects.filter(entry_id=poll.entry_id).select_related("entry__section__event")
    member = rows.filter(pk=member_id).first()
    guardian = None
    if member is not None and guardian_id:
        guardian = guardian_of(guardian_id=surviving_person_id(guardian_id), ward_id=member.person_id)
    if member is None or (guardian_id and guardian is None):
        raise UnknownPoll
    return poll, member, guardian


def has_begun(fixture: Fixture) -> bool:
    """Check that the start of a match has passed, or that the match is cancelled."""
    day = fixture.begins_at
    return fixture.state == FixtureState.NOT_PLAYED or (day is not None and day <= timezone.now())


def squad_on(fixture: Fixture, entry: Entry) -> list[TeamMember]:
    """Return the squad of a team on the day of a match, in the order of the list."""
    day = timezone.localdate(fixture.begins_at) if fixture.begins_at else timezone.localdate()
    rows = entry.members.filter(
        Q(plays_from__isnull=True) | Q(plays_from__lte=day),
        Q(plays_until__isnull=True) | Q(plays_until__gte=day),
    )
    return list(rows.select_related("person", "lent_from__entry").order_by("board_order"))


def _mail(poll: AvailabilityPoll, members: Iterable[TeamMember]) -> None:
    poll.rounds_of_mail += 1
    poll.mailed_at = timezone.now()
    poll.save(update_fields=["rounds_of_mail", "mailed_at"])
    ask_squad(poll, members)


def _lock_poll(poll_id: int) -> AvailabilityPoll:
    """Lock a poll, after its match."""
    matches = AvailabilityPoll.objects.values_list("fixture__pairing_id", flat=True)
    pairing_id = matches.filter(pk=poll_id).first()
    if pairing_id is None:
        raise UnknownPoll
    fixture = locked_fixture(pairing_id)
    poll = AvailabilityPoll.objects.select_for_update(no_key=True).get(pk=poll_id)
    poll.fixture, poll.entry = fixture, team_of(fixture.pairing, poll.entry_id)
    return poll


def _log(action: str, poll: AvailabilityPoll, actor: Actor) -> None:
    log_of_team(action, poll, poll.entry, actor, after=match_facts(poll.fixture, poll.entry.name))
