"""Two players who are one: entries follow, ratings are worked out by who played, and all goes back."""

import pytest
from django.apps import apps
from event_rows import NAMES, club_of, section_of
from rated_club import counted, list_of, persons_of, played_event, ratings_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.duplicates.merge_steps import facts_by_row
from club.duplicates.services.merging import merge_persons
from club.models import AuditEntry, Person
from tournaments.models import Entry, EntryState, GameResult, Official, Outcome, RatedPlayer, TeamMember
from tournaments.ratings.errors import PlayedInOneSection, RatingsOutOfDate
from tournaments.ratings.selectors.rating_history import differences, history_of, stale_sections
from tournaments.ratings.services.rating_lists import correct_rating

pytestmark = pytest.mark.django_db


def merged(kept, other):
    return merge_persons(kept_id=kept.pk, merged_id=other.pk, actor=SYSTEM)


def every_row():
    return {
        model._meta.label_lower: facts_by_row(model._base_manager.all())
        for model in apps.get_models()
        if model._meta.app_label == "tournaments" or model is Person
    }


def undone():
    entry = AuditEntry.objects.filter(action="club.person.merged").first()
    undo_entry(entry_id=entry.pk, actor=SYSTEM)


@world
def twice():
    """Somebody who played two events under two names, both counted on one list."""
    row = list_of()
    counted(played_event(rounds=1), row)
    kept = Person.objects.get(name=NAMES[0])
    other = Person.objects.create(name="Ann A. Jansen", organisation=club_of())
    event = played_event(rounds=1, outcome=Outcome.BLACK)
    Entry.objects.filter(section__event=event, person=kept).update(person=other)
    counted(event, row)
    return kept, other, row


def test_ratings_are_what_the_results_of_the_one_player_make_of_them(twice):
    kept, other, row = twice
    before = every_row()
    assert len(ratings_of(row)) == 7
    merged(kept, other)
    assert len(ratings_of(row)) == 6
    assert differences(row, history_of(row)) == []
    assert stale_sections(list(row.periods.all())) == {}
    assert RatedPlayer.objects.get(person=kept).games == 2
    undone()
    now = every_row()
    assert now == before


def test_a_player_the_list_does_not_rate_twice_keeps_the_rating(twice):
    _kept, other, row = twice
    stranger = Person.objects.create(name="A. Jansen", organisation=club_of())
    before, rating = every_row(), ratings_of(row)[other.name]
    merged(stranger, other)
    assert ratings_of(row)[stranger.name] == rating
    undone()
    assert every_row() == before


def test_corrections_follow(twice):
    kept, other, row = twice
    correct_rating(list_id=row.pk, person_id=other.pk, rating=1700, reason="Misread.", actor=SYSTEM)
    before = every_row()
    merged(kept, other)
    assert ratings_of(row)[kept.name] == 1700
    undone()
    assert every_row() == before


def test_two_who_play_in_one_section_are_two(twice):
    kept, _other, _row = twice
    opponent = Person.objects.get(name=NAMES[1])
    before = every_row()
    with pytest.raises(PlayedInOneSection):
        merged(kept, opponent)
    assert every_row() == before


@pytest.mark.parametrize("refused", [0, 1])
def test_an_entry_that_was_refused_is_no_other_player(refused):
    persons_of()
    section = section_of()
    two = [Person.objects.get(name=NAMES[0]), Person.objects.create(name="Ann", organisation=club_of())]
    Entry.objects.create(section=section, name="Ann", person=two[1])
    Entry.objects.filter(person=two[refused]).update(state=EntryState.REFUSED)
    before = every_row()
    merged(*two)
    assert Entry.objects.get(person=two[0]).state == EntryState.CONFIRMED
    undone()
    assert every_row() == before


def test_a_list_that_is_out_of_date_is_worked_out_first(twice):
    kept, other, _row = twice
    GameResult.objects.filter(outcome=Outcome.BLACK).update(outcome=Outcome.DRAW)
    with pytest.raises(RatingsOutOfDate):
        merged(kept, other)


def test_officials_and_members_of_teams_follow():
    section = section_of()
    kept, other = (Person.objects.create(name=name, organisation=club_of()) for name in ("Ann", "Anna"))
    official = Official.objects.create(event=section.event, role="arbiter", name="Anna", person=other)
    member = TeamMember.objects.create(
        entry=section.entries.first(), person=other, board_order=1, name="Anna"
    )
    merged(kept, other)
    for row in (official, member):
        row.refresh_from_db()
        assert row.person == kept
