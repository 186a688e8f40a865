"""Mails about challenges of a ladder: made, accepted, refused, about to expire."""

from enum import StrEnum
from typing import Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from club.jobs.services.outbox import write_message
from club.members.selectors.self_service import guardians_of
from club.models import Person
from club.notices.selectors import fixture_mail_opt_out, without_fixture_mails
from tournaments.models import Challenge, ChallengeState

MIN_DAYS_WARNED: Final = 2
"""Days to answer or to play from which on the last but one is told of: less was told just now."""


class ChallengeMail(StrEnum):
    """Content of a mail to a player."""

    MADE = "made"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ANSWER_SOON = "answer_soon"
    PLAY_SOON = "play_soon"


def write_of_challenge(row: Challenge, told: ChallengeMail) -> int:
    """Mail the players concerned and the guardians of wards, without duplicates. Return the mails sent.

    A person who has switched off notices about fixtures of the club gets none: the challenge is shown at the
    desk.
    """
    club = row.ladder.organisation_id
    quiet = without_fixture_mails(organisation_id=club)
    players = [one for one in _recipients(row, told) if one.pk not in quiet]
    guardians = guardians_of(persons=[one.pk for one in players])
    written: set[str] = set()
    for player in players:
        for reader in (player, *guardians.get(player.pk, [])):
            address = reader.email.casefold()
            if address and reader.pk not in quiet and address not in written:
                written.add(address)
                _write(row, told, player, reader)
    return len(written)


def warn_of_end(row: Challenge) -> int:
    """Mail a reminder of the last day. Return the mails sent. None for a challenge of a day or less."""
    days, told = row.ladder.play_days, ChallengeMail.PLAY_SOON
    if row.state == ChallengeState.MADE:
        days, told = row.ladder.answer_days, ChallengeMail.ANSWER_SOON
    return write_of_challenge(row, told) if days >= MIN_DAYS_WARNED else 0


def _recipients(row: Challenge, told: ChallengeMail) -> list[Person]:
    if told in {ChallengeMail.ACCEPTED, ChallengeMail.REFUSED}:
        return [row.challenger]
    return [row.challenger, row.challenged] if told == ChallengeMail.PLAY_SOON else [row.challenged]


def _write(row: Challenge, told: ChallengeMail, player: Person, reader: Person) -> None:
    club, site = row.ladder.organisation, row.site
    page = reverse("tournaments:ladder", args=[club.slug, row.ladder_id])
    language = reader.language or club.language
    with translation.override(language or None):
        way_out = fixture_mail_opt_out(person=reader, organisation_id=club.pk, site=site)
        context = {
            "row": row,
            "told": told.value,
            "ladder": row.ladder,
            "club": club,
            "player": player,
            "reader": reader,
            "kind": way_out.kind,
            "address": f"{site}{page}" if site else "",
            "stop": way_out.address,
        }
        write_message(
            key=f"tournaments.challenge:{told.value}:{row.pk}:{row.due_on}:{player.pk}:{reader.pk}",
            to=reader.email,
            subject=render_to_string("tournaments/ladders/mail/challenge_subject.txt", context),
            text=render_to_string("tournaments/ladders/mail/challenge_text.txt", context),
            language=language,
            organisation_id=club.pk,
            headers=way_out.headers,
        )
