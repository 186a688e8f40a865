"""Rating lists by rules of a house: a game by house rules is rated only in a list for these rules."""

import json

import pytest
from event_rows import club_of, section_of
from rated_club import list_of, persons_of, played_event
from worlds import world

from club.core.actor import SYSTEM
from club.core.messages import refusal_text
from club.models import Organisation
from games.house_rules.services import make_house_rules, retire_house_rules
from tournaments.entries.services.check_ins import check_in
from tournaments.events.errors import RulesNotPlayed
from tournaments.events.services.events import change_section
from tournaments.models import Outcome, RatingList
from tournaments.nights.services.night_ratings import count_nights
from tournaments.nights.services.nights import begin_night, end_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.ratings.errors import ListForAnotherGame
from tournaments.ratings.selectors.live_ratings import nights_to_count
from tournaments.ratings.selectors.rating_reports import section_choices
from tournaments.ratings.services.rating_lists import change_list
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def rules():
    return rules_of(club_of())


def rules_of(club, **changes):
    return make_house_rules(
        organisation_id=club.pk,
        name="Saturday kings",
        base="english",
        changes=changes or {"king_flies": "yes"},
        actor=SYSTEM,
    )


def played_by(rules):
    event = played_event(rounds=1)
    section = event.sections.get()
    event.sections.update(variant=rules.key)
    section.refresh_from_db()
    return event


def unfit(rating_list, event):
    (choice,) = section_choices(rating_list, event, None)
    return choice.unfit


def test_a_section_by_house_rules_goes_into_a_list_for_these_rules_alone(rules):
    event = played_by(rules)
    assert unfit(list_of(), event) == "variant"
    assert unfit(list_of(name="English", variant="english"), event) == "variant"
    others = rules_of_others()
    assert unfit(list_of(name="Two rows", variant=others.key), event) == "variant"
    assert unfit(list_of(name="Saturdays", variant=rules.key), event) == ""


def rules_of_others():
    return make_house_rules(
        organisation_id=club_of().pk,
        name="Two rows",
        base="english",
        changes={"rows_of_men": "2"},
        actor=SYSTEM,
    )


def test_a_shipped_game_goes_into_a_list_for_every_game_and_not_into_one_for_house_rules(rules):
    event = played_event(rounds=1)
    assert unfit(list_of(), event) == ""
    assert unfit(list_of(name="Saturdays", variant=rules.key), event) == "variant"


@pytest.mark.parametrize("is_for_the_rules", [True, False])
def test_nights_by_house_rules_move_a_list_for_these_rules_alone(rules, is_for_the_rules):
    persons_of()
    season = section_of(preset="club_night")
    change_section(section_id=season.pk, version=season.version, variant=rules.key, deck="", actor=SYSTEM)
    row = list_of(variant=rules.key if is_for_the_rules else "")
    set_season(section_id=season.pk, rating_list_id=row.pk, actor=SYSTEM)
    begin_night(section_id=season.pk, actor=SYSTEM)
    for entry in season.entries.all():
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    for pairing in pair_night(section_id=season.pk, actor=SYSTEM).pairings.filter(black__isnull=False):
        record_result(pairing_id=pairing.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    assert nights_to_count(row).exists() is is_for_the_rules
    end_night(section_id=season.pk, actor=SYSTEM)
    assert row.periods.exists() is is_for_the_rules
    if not is_for_the_rules:
        with pytest.raises(ListForAnotherGame) as refused:
            count_nights(section_id=season.pk, actor=SYSTEM)
        assert "need a list for exactly those rules." in " ".join(refusal_text(refused.value))


def test_a_list_is_kept_for_rules_that_the_club_offers(rules):
    south = Organisation.objects.create(slug="south", name="South")
    theirs = rules_of(south, rows_of_men="1")
    for key in (theirs.key, "house-000000000000", "chess"):
        with pytest.raises(RulesNotPlayed):
            list_of(variant=key)
    row = list_of(variant=rules.key)
    retire_house_rules(rules_id=rules.pk, actor=SYSTEM)
    with pytest.raises(RulesNotPlayed):
        list_of(name="Another", variant=rules.key)
    renamed = change_list(list_id=row.pk, version=1, name="Renamed", actor=SYSTEM)  # it stays what it was
    assert (renamed.name, renamed.variant) == ("Renamed", rules.key)


def test_the_desk_offers_the_clubs_rules_and_keeps_what_was_chosen(client, director, rules):
    client.force_login(director.user)
    given = {"formula": "elo", "speed": "any", "initial_rating": 1500}
    page = client.get("/desk/ratings/").content.decode()
    assert f'<option value="{rules.key}">Saturday kings (English draughts' in page
    assert "all variants except house rules" in page
    client.post("/desk/ratings/", {**given, "name": "Saturdays", "variant": rules.key})
    row = RatingList.objects.get()
    assert row.variant == rules.key
    retire_house_rules(rules_id=rules.pk, actor=SYSTEM)
    page = client.get(f"/desk/ratings/{row.pk}/").content.decode()
    assert f'<option value="{rules.key}" selected>' in page
    assert "flying kings" in page
    client.post(f"/desk/ratings/{row.pk}/", {**given, "name": "S.", "version": 1, "variant": rules.key})
    row.refresh_from_db()
    assert (row.name, row.variant) == ("S.", rules.key)


def test_the_api_makes_a_list_for_house_rules(client, director, rules):
    client.force_login(director.user)
    facts = {"name": "Saturdays", "formula": "elo", "variant": rules.key, "club": "north"}
    made = client.post("/api/v1/rating-lists/", json.dumps(facts), content_type="application/json")
    assert (made.status_code, made.json()["variant"]) == (201, rules.key)
    facts |= {"name": "Chess", "variant": "chess"}
    refused = client.post("/api/v1/rating-lists/", json.dumps(facts), content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "rules_not_played")
