"""A section of a club goes by the list of a federation: read by numbers, moved by nobody but its keeper."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import club_of, section_of, somebody
from rated_club import persons_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import FederationNumber, Organisation, OrganisationKind
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import add_entries
from tournaments.models import Outcome, RatedPlayer, RatingPeriod
from tournaments.nights.selectors.season_table import season_lines
from tournaments.nights.services.nights import begin_night, end_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.ratings.errors import NoListOfThatClub
from tournaments.ratings.selectors.live_ratings import live_ratings, nights_to_count
from tournaments.ratings.services.rating_lists import make_list
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def federation():
    return Organisation.objects.create(slug="fed", name="Federation", kind=OrganisationKind.FEDERATION)


@world
def national(federation):
    """A public list that counts nights, on which Ada and Ben of the federation stand as 7 and 8."""
    row = make_list(
        organisation_id=federation.pk,
        name="National",
        formula="elo",
        initial_rating=1500,
        is_public=True,
        counts_nights=True,
        actor=SYSTEM,
    )
    for number, (name, person) in enumerate(persons_of(federation, ("Ada", "Ben")).items(), start=7):
        FederationNumber.objects.create(person=person, body="FED", number=str(number))
        RatedPlayer.objects.create(rating_list=row, person=person, rating=1900 + 10 * number, games=30)
        assert name
    return row


def season_by(row):
    """A season of three members of a club, two of whom the federation knows; ratings are read on entering."""
    for number, person in zip(("7", "8"), persons_of(names=("Ann", "Bob", "Cas")).values(), strict=False):
        FederationNumber.objects.create(person=person, body="fed", number=number)
    section = section_of(preset="club_night", players=0)
    set_season(section_id=section.pk, rating_list_id=row.pk, actor=SYSTEM)
    add_entries(
        section_id=section.pk, lines=[EntryLine(name) for name in ("Ann", "Bob", "Cas")], actor=SYSTEM
    )
    return section


def test_players_have_the_rating_of_the_number_that_both_know_them_under(national):
    section = season_by(national)
    assert dict(section.entries.values_list("name", "rating")) == {"Ann": 1970, "Bob": 1980, "Cas": 0}
    twice = persons_of(national.organisation, ("Ade",))["Ade"]
    FederationNumber.objects.create(person=twice, body="FED", number="7")
    RatedPlayer.objects.create(rating_list=national, person=twice, rating=1000)
    ann = section.entries.get(name="Ann").person_id
    assert live_ratings(national, [ann], of_club=club_of().pk) == {}  # a number that two have says nothing


def test_nights_of_a_club_do_not_move_the_list_of_a_federation(national):
    section = season_by(national)
    begin_night(section_id=section.pk, actor=SYSTEM)
    for entry in section.entries.all():
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    for board in pair_night(section_id=section.pk, actor=SYSTEM).pairings.filter(black__isnull=False):
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    lines = {line.entry.name: line for line in season_lines(section).lines}
    assert (lines["Ann"].rating, lines["Ann"].is_provisional) == (1970, False)
    end_night(section_id=section.pk, actor=SYSTEM)
    assert not nights_to_count(national).exists()
    assert not RatingPeriod.objects.exists()
    director = Client()
    director.force_login(somebody("director", name="dora").user)
    page = director.get(reverse("tournaments:desk_season", args=[section.pk])).content.decode()
    assert "National (Federation)" in page
    told = director.post(reverse("tournaments:desk_season_count", args=[section.pk]), follow=True)
    assert told.status_code == 200
    assert not RatingPeriod.objects.exists()


def test_only_public_lists_of_federations_are_open_to_others(national):
    section = section_of(preset="club_night")
    south = Organisation.objects.create(slug="south", name="South")
    shown = {"formula": "elo", "initial_rating": 1500, "is_public": True, "actor": SYSTEM}
    of_a_club = make_list(organisation_id=south.pk, name="South", **shown)
    private = make_list(
        organisation_id=national.organisation_id, name="Drafts", **(shown | {"is_public": False})
    )
    for row in (of_a_club, private):
        with pytest.raises(NoListOfThatClub):
            set_season(section_id=section.pk, rating_list_id=row.pk, actor=SYSTEM)
