"""Ratings of entries by the list of the section: proposed, previewed, kept for a reason, put back."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import latest, section_of, somebody
from rated_club import list_of, persons_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo
from tournaments.core.errors import ChangedMeanwhile
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries, change_entry
from tournaments.nights.services.seasons import set_season
from tournaments.ratings.errors import NoListHere, RatingsNeedReason
from tournaments.ratings.selectors.entry_ratings import rating_moves
from tournaments.ratings.services.entry_ratings import print_of, refresh_ratings
from tournaments.ratings.services.rating_lists import correct_rating

pytestmark = pytest.mark.django_db


@world
def section():
    """A section that goes by a list on which two persons stand."""
    persons = persons_of(names=("Abbott", "Barker", "Cowie"))
    row = list_of()
    for name, rating in (("Abbott", 1700), ("Barker", 1600)):
        correct_rating(
            list_id=row.pk, person_id=persons[name].pk, rating=rating, reason="From elsewhere.", actor=SYSTEM
        )
    section = section_of(players=0)
    set_season(section_id=section.pk, rating_list_id=row.pk, actor=SYSTEM)
    lines = [EntryLine("Abbott"), EntryLine("Barker", 1500), EntryLine("Cowie"), EntryLine("Stranger")]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    return section


def ratings(section):
    return dict(section.entries.values_list("name", "rating"))


def test_a_known_person_has_the_rating_of_the_list_unless_one_is_typed(section):
    assert ratings(section) == {"Abbott": 1700, "Barker": 1500, "Cowie": 0, "Stranger": 0}


def test_all_are_refreshed_for_a_reason_and_put_back(section):
    moves = rating_moves(section)
    assert [(one.entry.name, one.before, one.now) for one in moves] == [("Barker", 1500, 1600)]
    with pytest.raises(RatingsNeedReason):
        refresh_ratings(section_id=section.pk, actor=SYSTEM, reason=" ")
    with pytest.raises(ChangedMeanwhile):
        refresh_ratings(section_id=section.pk, actor=SYSTEM, reason="New list.", seen="x")
    seen = print_of(moves)
    assert refresh_ratings(section_id=section.pk, actor=SYSTEM, reason="New list.", seen=seen) == 1
    assert ratings(section)["Barker"] == 1600
    undo_entry(entry_id=latest("tournaments.entries.rated").pk, actor=SYSTEM)
    assert ratings(section)["Barker"] == 1500


def test_what_was_changed_since_is_not_put_back(section):
    refresh_ratings(section_id=section.pk, actor=SYSTEM, reason="New list.")
    change_entry(entry_id=section.entries.get(name="Barker").pk, rating=1, actor=SYSTEM)
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=latest("tournaments.entries.rated").pk, actor=SYSTEM)


def test_a_section_without_a_list_has_nothing_to_take(section):
    set_season(section_id=section.pk, rating_list_id=None, actor=SYSTEM)
    with pytest.raises(NoListHere):
        refresh_ratings(section_id=section.pk, actor=SYSTEM, reason="x")


def test_the_page_shows_first_and_then_keeps(section):
    client = Client()
    client.force_login(somebody("director").user)
    page = reverse("tournaments:desk_entry_ratings", args=[section.pk])
    text = client.get(page).content.decode()
    assert "1600" in text
    seen = print_of(rating_moves(section))
    assert client.post(page, {"seen": seen, "reason": "\x00"}).status_code == 422
    told = client.post(page, {"seen": seen, "reason": "New list."}, follow=True).content.decode()
    assert "1 rating changed." in told
    assert "All ratings match Club rating." in client.get(page).content.decode()
    base = f"/api/v1/sections/{section.pk}/entry-ratings/"
    assert client.get(base).json() == []
    answer = client.post(base, {"reason": "Again."}, content_type="application/json")
    assert answer.json() == {"changed": 0}
