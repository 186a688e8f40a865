"""Fields that become too small after a draft: players are removed one by one, and each page still answers."""

import pytest
from club_evening import director, section_of
from django.db.models import Q
from django.urls import reverse
from effort import amount
from team_evening import teams_of
from test_more_events import PLAYERS, TEAMS, players_of
from test_whole_events import SYSTEMS

from club.core.actor import SYSTEM
from club.core.errors import ClubError
from tournaments.entries.services.entries import remove_entry, withdraw_entry
from tournaments.entries.services.forbidden_pairs import forbid_pair
from tournaments.rounds.services.pairings import dissolve_board
from tournaments.rounds.services.rounds import delete_round, propose_round

pytestmark = pytest.mark.django_db

ALL = [
    kind for kind in (*SYSTEMS, *TEAMS, *PLAYERS) if "Varma" not in kind
]  # its tables begin at nine players
KINDS = amount(["dutch", "round robin", "knock-out", "double elimination"], ALL)
PAGES = ("section", "entries", "standings", "proposal", "paper")


def section_with(kind, players):
    if kind in TEAMS:
        system, boards = TEAMS[kind]
        return teams_of(players, members=2, boards=boards, system=system)
    if kind in PLAYERS:
        return players_of(kind, players)
    preset, facts = SYSTEMS[kind]
    return section_of(players, preset=preset, **facts)


def empty_draft(section):
    """A draft whose boards are dissolved: its players have numbers and may be removed."""
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    for pairing in row.pairings.filter(black__isnull=False):
        dissolve_board(round_id=row.pk, version=row.version, pairing_id=pairing.pk, actor=SYSTEM)
        row.refresh_from_db()
    return row


@pytest.mark.parametrize("is_discarded", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_each_page_answers_after_each_removal(kind, is_discarded, client):
    section = section_with(kind, 4)
    row = empty_draft(section)
    pages = [reverse(f"tournaments:desk_{name}", args=[section.pk]) for name in PAGES]
    if is_discarded:
        delete_round(round_id=row.pk, actor=SYSTEM)
    else:
        pages.append(reverse("tournaments:desk_round", args=[row.pk]))
    client.force_login(director())
    client.raise_request_exception = False
    while entry := section.entries.first():
        remove_entry(entry_id=entry.pk, actor=SYSTEM)
        broken = [page for page in pages if client.get(page, follow=True).status_code != 200]
        assert broken == [], section.entries.count()
    with pytest.raises(ClubError):
        propose_round(section_id=section.pk, actor=SYSTEM)


@pytest.mark.parametrize("kind", KINDS)
def test_two_who_must_not_meet_leave_before_the_first_round(kind, client):
    """Neither has a number then: every pairing had ended in an error."""
    section = section_with(kind, 6)
    first, second = section.entries.order_by("pk")[:2]
    forbid_pair(section_id=section.pk, first_id=first.pk, second_id=second.pk, actor=SYSTEM)
    for entry in (first, second):
        withdraw_entry(entry_id=entry.pk, actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    assert not row.pairings.filter(Q(white__in=[first, second]) | Q(black__in=[first, second])).exists()
    client.force_login(director())
    assert client.get(reverse("tournaments:desk_round", args=[row.pk])).status_code == 200
