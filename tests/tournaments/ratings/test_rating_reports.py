"""Events counted on rating lists, taken back, and the whole list worked out again."""

import pytest
from event_rows import board_of, club_of, latest, played_round, section_of, somebody
from rated_club import counted, list_of, persons_of, played_event, ratings_of
from team_hall import team_section

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from club.models import Person
from tournaments.core.errors import ChangedMeanwhile
from tournaments.events.errors import RulesNotPlayed
from tournaments.models import (
    GameResult,
    Outcome,
    RatedSection,
    RatingChange,
    RatingPeriod,
    ResultMark,
    Section,
)
from tournaments.ratings.errors import (
    ListHasReports,
    ListNameTaken,
    NothingToRate,
    OfAnotherClub,
    RatingNeedsReason,
    RatingOutOfRange,
    UnknownFormula,
)
from tournaments.ratings.formulas.registry import COMPUTED
from tournaments.ratings.selectors.rating_history import differences, history_of, stale_sections
from tournaments.ratings.services.rating_lists import change_list, correct_rating
from tournaments.ratings.services.rating_reports import (
    commit_report,
    link_players,
    preview_report,
    recompute_list,
    revert_rating_report,
)
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


def corrected_result(event, outcome=Outcome.BLACK, number=1):
    """The result of the first board of a round, corrected."""
    pairing = event.sections.get().round_rows.get(number=number).pairings.get(board_number=1)
    record_result(pairing_id=pairing.pk, game=1, outcome=outcome, actor=SYSTEM, reason="Misheard.")


def test_a_report_is_shown_before_it_is_kept(director):
    event, row = played_event(rounds=1), list_of()
    shown = preview_report(list_id=row.pk, event_id=event.pk, actor=director)
    assert not RatingPeriod.objects.exists()
    period = commit_report(list_id=row.pk, event_id=event.pk, actor=director, seen=shown.seen)
    kept = {one.person_id: (one.before, one.after) for one in period.changes.all()}
    assert kept == {
        line.person.pk: (line.change.before.rating, line.change.after.rating) for line in shown.lines
    }
    assert sorted(ratings_of(row).values()) == [1480, 1480, 1480, 1520, 1520, 1520]
    entry = latest("tournaments.rating_report.committed")
    assert entry.after["event"] == "Easter Open"
    assert entry.after["players"] == 6


def test_a_report_that_changed_since_it_was_shown_is_not_kept(director):
    event, row = played_event(rounds=1), list_of()
    shown = preview_report(list_id=row.pk, event_id=event.pk, actor=director)
    corrected_result(event)
    with pytest.raises(ChangedMeanwhile):
        commit_report(list_id=row.pk, event_id=event.pk, actor=director, seen=shown.seen)


def test_a_section_is_counted_once_a_list():
    event, row = played_event(), list_of()
    counted(event, row)
    with pytest.raises(NothingToRate):
        counted(event, row)
    counted(event, list_of(name="Another"))


def test_forfeits_and_players_who_are_nobody_are_left_out():
    event, row = played_event(rounds=1), list_of()
    corrected_result(event, Outcome.WHITE_FORFEIT)
    section = event.sections.get()
    section.entries.filter(name="Barker").update(person=None)
    shown = preview_report(list_id=row.pk, event_id=event.pk, actor=SYSTEM)
    assert shown.left_out == 2
    assert shown.unlinked == ("Barker",)
    assert shown.games == 2


def test_games_of_a_pairing_are_rated_by_their_own_sides():
    """White wins every game of a match of two: that is one win each."""
    event, row = played_event(rounds=1, games_per_pairing=2), list_of()
    counted(event, row)
    assert set(ratings_of(row).values()) == {1500}
    assert {one.games for one in RatingChange.objects.all()} == {2}


def test_a_pairing_decided_in_a_faster_game_was_drawn():
    event, row = played_event(rounds=1), list_of()
    GameResult.objects.filter(pairing__round__section__event=event).update(mark=ResultMark.BLITZ)
    counted(event, row)
    assert set(ratings_of(row).values()) == {1500}


def test_the_acf_counts_a_round_of_four_games_as_one():
    event, row = played_event(rounds=1, games_per_pairing=4), list_of(formula="acf")
    section = event.sections.get()
    pairing = section.round_rows.get().pairings.get(board_number=1)
    record_result(pairing_id=pairing.pk, game=2, outcome=Outcome.BLACK, actor=SYSTEM, reason="x")
    counted(event, row)
    assert ratings_of(row)[pairing.white.name] == 1900  # three of the four games won: the round won
    assert ratings_of(row)[pairing.black.name] == 1100
    assert {one.games for one in RatingChange.objects.all()} == {4}


def test_boards_of_teams_are_rated_by_their_members():
    persons_of(names=[f"{team} {board}" for team in ("Aldgate", "Barnet") for board in (1, 2)])
    section = team_section(teams=2, members=2, boards=2)
    played_round(section)
    row = list_of()
    counted(section.event, row)
    match = section.round_rows.get().pairings.get()
    home, away = match.white.name, match.black.name
    assert ratings_of(row) == {  # White won both: the home team at board 1, the visitors at board 2
        f"{home} 1": 1520,
        f"{away} 1": 1480,
        f"{home} 2": 1480,
        f"{away} 2": 1520,
    }


@pytest.mark.parametrize("key", COMPUTED)
def test_working_the_list_out_again_gives_the_same_numbers(key):
    row = list_of(formula=key, initial_rating=0 if key.startswith("fide") else 1500)
    people = persons_of()
    if not row.initial_rating:
        for at, name in enumerate(("Abbott", "Barker", "Cowie")):
            correct_rating(
                list_id=row.pk, person_id=people[name].pk, rating=1900 + at, reason="Federation", actor=SYSTEM
            )
    for outcome in (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.WHITE):
        counted(played_event(rounds=3, outcome=outcome), row)
    correct_rating(
        list_id=row.pk, person_id=people["Fraser"].pk, rating=1750, reason="Came from abroad", actor=SYSTEM
    )
    counted(played_event(rounds=3), row)
    history = history_of(row)
    assert differences(row, history) == []
    before = ratings_of(row)
    assert recompute_list(list_id=row.pk, actor=SYSTEM).differences == []
    assert ratings_of(row) == before
    assert len({value for value in before.values() if value}) > 3


def test_a_result_corrected_after_the_report_makes_it_stale_and_follows_on_recomputation(director):
    row, first = list_of(), played_event(rounds=1)
    period = counted(first, row)
    counted(played_event(rounds=1, outcome=Outcome.BLACK), row)
    assert stale_sections([period]) == {}
    corrected_result(first)
    assert [one.section.event for one in stale_sections([period])[period.pk]] == [first]
    before = ratings_of(row)
    done = recompute_list(list_id=row.pk, actor=director)
    assert {one.period for one in done.differences} >= {period.pk}
    assert ratings_of(row) != before
    assert stale_sections([period]) == {}
    told = latest("tournaments.rating_list.recomputed")
    assert told.after["changed"] == len(done.differences)
    assert told.after["moves"]


def test_a_report_is_undone_and_what_follows_is_worked_out_again(director):
    row, first = list_of(), played_event(rounds=1)
    counted(first, row)
    entry = latest("tournaments.rating_report.committed")
    second = played_event(rounds=1, outcome=Outcome.BLACK)
    counted(second, row)
    undo_entry(entry_id=entry.pk, actor=director, reason="The wrong list.")
    alone = list_of(name="Alone")
    counted(second, alone)
    assert ratings_of(row) == ratings_of(alone)
    assert differences(row, history_of(row)) == []
    assert not RatedSection.objects.filter(rating_list=row, section__event=first).exists()
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=latest("tournaments.rating_report.taken_back").pk, actor=director)


def test_undo_says_when_it_is_gone_already(director):
    row = list_of()
    period = counted(played_event(rounds=1), row)
    revert_rating_report(period_id=period.pk, actor=director)
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=latest("tournaments.rating_report.committed").pk, actor=director)
    assert refusal.value.facts["why"] == "is_gone"
    assert ratings_of(row) == {}


def test_a_rating_is_set_by_hand_for_a_reason_and_taken_back(director):
    row, people = list_of(), persons_of()
    place = {"list_id": row.pk, "person_id": people["Abbott"].pk, "actor": director}
    with pytest.raises(RatingNeedsReason):
        correct_rating(rating=1700, reason=" ", **place)
    with pytest.raises(RatingOutOfRange):
        correct_rating(rating=0, reason="x", **place)
    period = correct_rating(rating=1700, reason="Rating abroad", **place)
    assert (period.reason, ratings_of(row)) == ("Rating abroad", {"Abbott": 1700})
    undo_entry(entry_id=latest("tournaments.rating.corrected").pk, actor=director)
    assert ratings_of(row) == {}


def test_what_a_list_is_computed_by_stays_once_something_is_counted(director):
    row = list_of()
    changed = change_list(list_id=row.pk, version=1, actor=director, formula="glicko2", initial_rating=0)
    assert changed.edition == COMPUTED["glicko2"].edition
    counted(played_event(rounds=1), row)
    with pytest.raises(ListHasReports):
        change_list(list_id=row.pk, version=2, actor=director, formula="elo")
    assert change_list(list_id=row.pk, version=2, actor=director, is_public=True).is_public
    with pytest.raises(ChangedMeanwhile):
        change_list(list_id=row.pk, version=2, actor=director, is_public=False)


def test_a_list_takes_a_name_once_and_only_a_formula_that_is_confirmed():
    list_of()
    with pytest.raises(ListNameTaken):
        list_of(name="Club  rating")
    with pytest.raises(UnknownFormula):
        list_of(name="Other", formula="fmjd")
    with pytest.raises(RulesNotPlayed):
        list_of(name="Other", variant="chess")


@pytest.mark.parametrize(
    ("facts", "section", "fits"),
    [
        pytest.param({"variant": "international"}, {}, False, id="another game"),
        pytest.param({"variant": "english"}, {"variant": "english"}, True, id="that game"),
        pytest.param({"speed": "blitz"}, {"clock": "5+3"}, True, id="blitz"),
        pytest.param({"speed": "blitz"}, {"clock": "60+30"}, False, id="too slow"),
        pytest.param({"speed": "standard"}, {"clock": ""}, True, id="no clock told"),
    ],
)
def test_a_list_takes_the_games_it_is_for(facts, section, fits):
    event, row = played_event(rounds=1), list_of(**facts)
    Section.objects.filter(event=event).update(**section)
    (choice,) = preview_report(list_id=row.pk, event_id=event.pk, actor=SYSTEM).choices
    assert choice.is_chosen == fits


def test_the_speed_of_the_clock_may_be_overruled_the_game_not():
    event, row = played_event(rounds=1), list_of(speed="blitz")
    Section.objects.filter(event=event).update(clock="60+30")
    chosen = {event.sections.get().pk}
    assert counted(event, row, sections=chosen).changes.count() == 6
    other = list_of(name="Ten by ten", variant="international")
    with pytest.raises(NothingToRate):
        counted(event, other, sections=chosen)


def test_players_are_linked_with_persons_of_their_name_or_made_ones(director):
    section = section_of(players=3)
    persons_of(names=["Abbott"])
    assert link_players(event_id=section.event_id, actor=director) == 1
    assert link_players(event_id=section.event_id, actor=director, adds=True) == 2
    assert Person.objects.filter(organisation=club_of()).count() == 3
    assert not section.entries.filter(person__isnull=True).exists()


def test_lists_are_kept_by_directors_of_the_club_alone(arbiter):
    event, row = played_event(rounds=1), list_of()
    south = club_of("south")
    stranger = somebody("owner", at=south, name="sam")
    for actor in (arbiter, stranger):
        with pytest.raises(NotAllowed):
            commit_report(list_id=row.pk, event_id=event.pk, actor=actor)
        with pytest.raises(NotAllowed):
            recompute_list(list_id=row.pk, actor=actor)
        with pytest.raises(NotAllowed):
            change_list(list_id=row.pk, version=1, actor=actor, name="Mine")


def test_two_clubs_never_rate_each_others_events_or_persons():
    event, foreign = played_event(rounds=1), list_of(club_of("south"))
    with pytest.raises(OfAnotherClub):
        counted(event, foreign)
    with pytest.raises(OfAnotherClub):
        correct_rating(
            list_id=foreign.pk,
            person_id=persons_of()["Abbott"].pk,
            rating=1500,
            reason="x",
            actor=SYSTEM,
        )


def test_the_colours_of_a_board_do_not_change_who_won(director):
    """In the second game the pairing's White has Black."""
    event, row = played_event(rounds=1, games_per_pairing=2), list_of()
    pairing = board_of(event.sections.get().round_rows.get(), "Abbott")
    record_result(pairing_id=pairing.pk, game=2, outcome=Outcome.BLACK, actor=SYSTEM, reason="x")
    counted(event, row)
    assert ratings_of(row)[pairing.white.name] == 1540
