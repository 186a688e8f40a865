"""Several people on one ladder at once, on PostgreSQL: places stay one after the other, and one is told."""

from functools import partial

import pytest
from concurrency import at_once, on_postgresql
from event_rows import club_of
from ladder_club import challenge, ladder_of, order_on, person_of

from club.core.actor import SYSTEM
from club.core.errors import ClubError
from tournaments.ladders.errors import MayNotChallenge
from tournaments.ladders.services.challenges import report_challenge, settle_challenge
from tournaments.ladders.services.ladder_order import steps_of
from tournaments.models import Challenge, ChallengeState, LadderStep
from tournaments.standings.ranking.ladder import replayed

pytestmark = on_postgresql


def is_whole(ladder):
    """Whether the places are those that the steps make, without a gap."""
    rows = list(ladder.places.order_by("place").values_list("place", "person_id"))
    return [place for place, _one in rows] == list(range(1, len(rows) + 1)) and tuple(
        one for _place, one in rows
    ) == replayed(steps_of(ladder))


def test_of_two_who_challenge_the_same_player_one_is_told():
    ladder = ladder_of(club_of())
    told = at_once(*(partial(challenge, ladder, name, "Ann", accepted=False) for name in ("Ben", "Cas")))
    assert sum(isinstance(one, Challenge) for one in told) == 1
    (refused,) = (one for one in told if isinstance(one, ClubError))
    assert isinstance(refused, MayNotChallenge)


def test_two_results_at_once_leave_every_place_taken_once():
    ladder = ladder_of(club_of())
    rows = [challenge(ladder, "Cas", "Ann"), challenge(ladder, "Eve", "Ben")]
    told = at_once(
        *(partial(settle_challenge, challenge_id=row.pk, result="challenger", actor=SYSTEM) for row in rows)
    )
    assert all(isinstance(one, Challenge) for one in told)
    assert is_whole(ladder)
    assert order_on(ladder) in {"CAEBDF", "CEABDF"}


@pytest.mark.parametrize("attempt", range(3))
def test_both_players_say_the_same_at_once_and_it_is_settled_once(attempt):
    ladder = ladder_of(club_of())
    row = challenge(ladder, "Cas", "Ann")
    says = [
        partial(
            report_challenge,
            challenge_id=row.pk,
            person_id=person_of(ladder, name).pk,
            result="challenger",
            actor=SYSTEM,
        )
        for name in ("Cas", "Ann")
    ]
    at_once(*says)
    row.refresh_from_db()
    assert row.state == ChallengeState.PLAYED
    assert LadderStep.objects.filter(challenge=row, undone_at__isnull=True).count() == 1
    assert is_whole(ladder)
