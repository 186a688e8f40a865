"""Ratings that move with every result of a night, and reports of nights that give the same numbers."""

import pytest
from event_rows import club_of, latest, section_of
from ladder_club import challenge, ladder_of, order_on, person_of
from rated_club import list_of, persons_of, ratings_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from tournaments.core.translate import snapshot_of
from tournaments.entries.services.check_ins import check_in
from tournaments.ladders.errors import ResultByTheNight
from tournaments.ladders.services.challenges import settle_challenge
from tournaments.models import (
    Challenge,
    ChallengeState,
    Outcome,
    Pairing,
    RatedPlayer,
    RatingPeriod,
)
from tournaments.nights.services.night_ratings import count_nights
from tournaments.nights.services.nights import begin_night, end_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.ratings.errors import NoListHere, NoListOfThatClub, NothingToRate
from tournaments.ratings.selectors.live_ratings import live_ratings, nights_to_count
from tournaments.ratings.selectors.rating_history import differences, history_of
from tournaments.ratings.selectors.rating_reports import report_of
from tournaments.ratings.services.rating_lists import correct_rating
from tournaments.ratings.services.rating_reports import commit_report, recompute_list
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def season():
    """Six persons of the club whose nights move the club's list."""
    persons_of()
    section = section_of(preset="club_night")
    set_season(section_id=section.pk, rating_list_id=list_of().pk, actor=SYSTEM)
    return section


def list_now(season):
    return season.event.organisation.rating_lists.get()


def live(season):
    """Ratings of the minute by name, in whole points."""
    keys = dict(season.entries.values_list("person_id", "name"))
    found = live_ratings(list_now(season), keys)
    return {keys[key]: round(one.now, 6) for key, one in found.items()}


def begin(season):
    begin_night(section_id=season.pk, actor=SYSTEM)
    for entry in season.entries.all():
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    return pair_night(section_id=season.pk, actor=SYSTEM)


def enter(pairing, outcome, **more):
    record_result(pairing_id=pairing.pk, game=1, outcome=outcome, actor=SYSTEM, **more)


def boards(row):
    found = row.pairings.filter(black__isnull=False).select_related("white", "black").order_by("board_number")
    return list(found)


def play(row, outcome=Outcome.WHITE):
    for board in boards(row):
        enter(board, outcome)


def end(season):
    return end_night(section_id=season.pk, actor=SYSTEM)


def test_a_result_moves_both_ratings_at_once_and_keeps_nothing(season):
    first = boards(begin(season))[0]
    assert live(season) == {}
    enter(first, Outcome.WHITE)
    assert live(season) == {first.white.name: 1520, first.black.name: 1480}
    assert not RatedPlayer.objects.exists()
    enter(first, Outcome.BLACK)
    assert live(season) == {first.white.name: 1480, first.black.name: 1520}
    undo_entry(entry_id=latest("tournaments.result.corrected").pk, actor=SYSTEM)
    assert live(season)[first.white.name] == 1520


def test_the_end_of_the_night_counts_the_same_numbers(season):
    play(begin(season))
    before = live(season)
    end(season)
    assert {name: round(one, 6) for name, one in ratings_of(list_now(season)).items()} == before
    assert live(season) == before
    period = RatingPeriod.objects.get()
    assert (period.counted_on, period.event) == (season.nights.get().held_on, season.event)


def test_nights_follow_each_other_and_the_whole_history_gives_the_same(season):
    for outcome in (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK):
        play(begin(season), outcome)
        end(season)
    row = list_now(season)
    assert row.periods.count() == 3
    assert differences(row, history_of(row)) == []
    kept = ratings_of(row)
    assert recompute_list(list_id=row.pk, actor=SYSTEM).differences == []
    assert ratings_of(row) == kept


def test_a_list_may_wait_for_a_tap(season):
    row = list_now(season)
    row.counts_nights = False
    row.save()
    for _ in range(2):
        play(begin(season))
        end(season)
    before = live(season)
    assert not RatingPeriod.objects.exists()
    assert len(count_nights(section_id=season.pk, actor=SYSTEM)) == 2
    assert {name: round(one, 6) for name, one in ratings_of(row).items()} == before
    with pytest.raises(NothingToRate):
        count_nights(section_id=season.pk, actor=SYSTEM)


def test_a_night_that_goes_on_is_counted_no_longer(season):
    play(begin(season))
    end(season)
    undo_entry(entry_id=latest("tournaments.night.ended").pk, actor=SYSTEM)
    assert not RatingPeriod.objects.exists()
    assert nights_to_count(list_now(season)).count() == 1
    end(season)
    assert RatingPeriod.objects.count() == 1


def test_a_result_corrected_after_the_night_moves_the_list_at_once(season):
    row = begin(season)
    play(row)
    end(season)
    first = boards(row)[0]
    assert ratings_of(list_now(season))[first.white.name] == 1520
    play(begin(season))
    enter(first, Outcome.BLACK, reason="Misread.")
    found = list_now(season)
    assert ratings_of(found)[first.white.name] == 1480
    assert differences(found, history_of(found)) == []
    assert latest("tournaments.rating_list.recomputed").reason == "Misread."


def test_the_report_of_a_night_is_taken_back_and_the_night_is_provisional_again(season):
    play(begin(season))
    end(season)
    before = live(season)
    undo_entry(entry_id=latest("tournaments.rating_report.committed").pk, actor=SYSTEM)
    assert ratings_of(list_now(season)) == {}
    assert live(season) == before


def test_a_section_is_counted_by_nights_or_as_a_whole(season):
    play(begin(season))
    end(season)
    (choice,) = report_of(list_now(season), season.event).choices
    assert choice.unfit == "counted"
    with pytest.raises(NothingToRate):
        commit_report(list_id=list_now(season).pk, event_id=season.event_id, actor=SYSTEM)


def test_a_correction_between_two_nights_stays_between_them(season):
    play(begin(season))
    end(season)
    name = boards(season.round_rows.get())[0].white.name
    person = season.entries.get(name=name).person
    facts = {"list_id": list_now(season).pk, "person_id": person.pk, "actor": SYSTEM}
    correct_rating(rating=1900, reason="From elsewhere.", **facts)
    play(begin(season))
    assert live(season)[name] > 1850
    end(season)
    row = list_now(season)
    assert differences(row, history_of(row)) == []


def test_the_next_round_is_paired_by_the_ratings_of_the_minute(season):
    first = begin(season)
    assert {player.rating for player in snapshot_of(season, 1).players} == set(
        season.entries.values_list("rating", flat=True)
    )
    play(first)
    pair_night(section_id=season.pk, actor=SYSTEM)
    ratings = {player.rating for player in snapshot_of(season, 2).players}
    assert ratings == {1480, 1520}
    enter(boards(first)[0], Outcome.BLACK, reason="Misread.")
    assert {player.rating for player in snapshot_of(season, 2).players} == ratings


def test_a_season_without_a_list_has_nothing_to_count(db):
    section = section_of(preset="club_night")
    play(begin(section))
    end(section)
    assert not RatingPeriod.objects.exists()
    with pytest.raises(NoListHere):
        count_nights(section_id=section.pk, actor=SYSTEM)


def test_a_season_goes_by_a_list_of_its_own_club(season):
    foreign = list_of(club=club_of("south"))
    for number in (foreign.pk, 999_999):
        with pytest.raises(NoListOfThatClub):
            set_season(section_id=season.pk, rating_list_id=number, actor=SYSTEM)


# -- a challenge as a board of the night -------------------------------------------------------------


@world
def ladder(season):
    """The same six, in the order of their names."""
    return ladder_of(club_of(), names=season.entries.order_by("name").values_list("name", flat=True))


def challenged_board(season, ladder):
    """A board of a night whose two have a challenge open."""
    board = boards(begin(season))[0]
    places = {place.person.name: place.place for place in ladder.places.select_related("person")}
    lower, upper = sorted((board.white.name, board.black.name), key=places.get, reverse=True)
    ladder.reach = 0
    ladder.save()
    return board, challenge(ladder, lower, upper), board.white.name == lower


def test_a_board_of_the_night_decides_a_challenge_and_its_correction_follows(season, ladder):
    board, row, is_white = challenged_board(season, ladder)
    start = order_on(ladder)
    won, lost = (Outcome.WHITE, Outcome.BLACK) if is_white else (Outcome.BLACK, Outcome.WHITE)
    enter(board, won)
    row.refresh_from_db()
    assert (row.state, row.result, row.pairing) == (ChallengeState.PLAYED, "challenger", Pairing(pk=board.pk))
    moved = order_on(ladder)
    assert moved != start
    enter(board, lost)
    row.refresh_from_db()
    assert (row.result, order_on(ladder)) == ("challenged", start)
    enter(board, won)
    assert order_on(ladder) == moved


def test_a_result_taken_back_opens_the_challenge_again(season, ladder):
    board, row, _is_white = challenged_board(season, ladder)
    start = order_on(ladder)
    enter(board, Outcome.WHITE)
    undo_entry(entry_id=latest("tournaments.result.recorded").pk, actor=SYSTEM)
    row.refresh_from_db()
    assert (row.state, row.pairing, order_on(ladder)) == (ChallengeState.ACCEPTED, None, start)


def test_what_the_night_decides_is_not_changed_on_the_ladder(season, ladder):
    board, _row, _is_white = challenged_board(season, ladder)
    enter(board, Outcome.DRAW)
    with pytest.raises(ResultByTheNight):
        undo_entry(entry_id=latest("tournaments.challenge.settled").pk, actor=SYSTEM)


def test_a_challenge_settled_at_the_desk_is_left_alone_by_the_night(season, ladder):
    board, row, _is_white = challenged_board(season, ladder)
    settle_challenge(challenge_id=row.pk, result="draw", actor=SYSTEM)
    enter(board, Outcome.WHITE)
    row.refresh_from_db()
    assert (row.result, row.pairing) == ("draw", None)


def test_a_ladder_of_another_game_is_not_decided(season, ladder):
    ladder.variant = "turkish"
    ladder.save()
    board, row, _is_white = challenged_board(season, ladder)
    enter(board, Outcome.WHITE)
    assert Challenge.objects.get(pk=row.pk).is_open


def test_newcomers_begin_where_their_rating_says(season):
    play(begin(season))
    names = [one.white.name for one in boards(season.round_rows.get())]
    ladder = ladder_of(
        club_of(), names=(), rating_list_id=list_now(season).pk, newcomers="rating", name="By rating"
    )
    losers = [one.black.name for one in boards(season.round_rows.get())]
    again = ladder_of(
        club_of(), names=(*losers, *names), rating_list_id=list_now(season).pk, newcomers="rating", name="Two"
    )
    tops = [person_of(again, name).pk for name in names]
    assert set(again.places.filter(place__lte=3).values_list("person_id", flat=True)) == set(tops)
    assert not ladder.places.exists()
