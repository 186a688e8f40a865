"""Two captains who act in the same moment, on PostgreSQL: one result, one case, both line-ups shown once."""

import pytest
from concurrency import at_once, channel_has_no_gap, on_postgresql
from league_season import fixture_of, keys_of, league_of, secret_of

from club.core.actor import SYSTEM, VISITOR
from club.models import AuditEntry
from tournaments.leagues.services.handed_line_ups import submit_line_up
from tournaments.leagues.services.match_reports import accept_match_report, report_results
from tournaments.models import Outcome, ResultDispute

pytestmark = on_postgresql


def report_call(match, team, said):
    facts = {"pairing_id": match.pairing_id, "entry_id": team.pk, "secret": secret_of(team)}
    return lambda: report_results(**facts, said=said, actor=VISITOR)


def outcomes(match):
    return [one.outcome for one in match.pairing.games.order_by("number")]


def made(action):
    return AuditEntry.objects.filter(action=action).count()


@pytest.mark.parametrize("attempt", range(3))
def test_both_captains_tell_the_same_at_once(attempt):
    section = league_of()
    match = fixture_of(section)
    said = {1: "first", 2: "draw"}
    calls = [report_call(match, team, said) for team in (match.pairing.white, match.pairing.black)]
    at_once(*calls, *calls)  # and each of them twice
    assert outcomes(match) == [Outcome.WHITE, Outcome.DRAW]
    assert made("tournaments.result.recorded") == 2
    assert made("tournaments.match.told") == 2
    assert channel_has_no_gap(section)


def test_both_captains_tell_different_results_at_once():
    match = fixture_of(league_of())
    home, guests = match.pairing.white, match.pairing.black
    at_once(report_call(match, home, {1: "first"}), report_call(match, guests, {1: "second"}))
    assert outcomes(match)[0] == Outcome.PENDING
    assert ResultDispute.objects.count() == 1


def test_the_director_lets_stand_what_the_other_captain_confirms():
    match = fixture_of(league_of())
    home, guests = match.pairing.white, match.pairing.black
    report_call(match, home, {1: "first", 2: "draw"})()
    at_once(
        report_call(match, guests, {1: "first", 2: "draw"}),
        lambda: accept_match_report(pairing_id=match.pairing_id, actor=SYSTEM),
    )
    assert outcomes(match) == [Outcome.WHITE, Outcome.DRAW]
    assert made("tournaments.result.recorded") == 2


@pytest.mark.parametrize("attempt", range(3))
def test_both_line_ups_handed_in_at_once_are_shown_once(attempt):
    match = fixture_of(league_of())

    def handing(team):
        facts = {"pairing_id": match.pairing_id, "entry_id": team.pk, "secret": secret_of(team)}
        return lambda: submit_line_up(**facts, members=keys_of(team, 1, 2), actor=VISITOR)

    at_once(handing(match.pairing.white), handing(match.pairing.black))
    assert made("tournaments.handed.shown") == 2
    assert not match.pairing.games.filter(first_member__isnull=True).exists()
    assert not match.pairing.games.filter(second_member__isnull=True).exists()
