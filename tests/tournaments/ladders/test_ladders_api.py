"""Ladders and seasons over the interface."""

import pytest
from django.test import Client
from django.utils import timezone
from event_rows import section_of
from ladder_club import challenge, order_on, person_of
from worlds import world

from club.models import Consent, ConsentText
from tournaments.models import Challenge, Ladder

pytestmark = pytest.mark.django_db
BASE = "/api/v1"


@world
def desk(secretary):
    client = Client()
    client.force_login(secretary.user)
    return client


def send(client, way, address, **given):
    return getattr(client, way)(f"{BASE}{address}", given, content_type="application/json")


def test_a_ladder_is_made_filled_and_changed(desk, ladder):
    made = send(desk, "post", "/ladders/", name="Blitz", win="swap", reach=0).json()
    assert (made["win"], made["reach"], made["club"]) == ("swap", 0, "north")
    person = person_of(ladder, "Fay").pk
    place = send(desk, "post", f"/ladders/{made['id']}/places/", person=person)
    assert (place.status_code, place.json()["place"]) == (201, 1)
    again = send(desk, "post", f"/ladders/{made['id']}/places/", person=person)
    assert (again.status_code, again.json()["code"]) == (409, "on_ladder_already")
    changed = send(desk, "patch", f"/ladders/{made['id']}/", version=1, draw="behind")
    assert changed.json()["draw"] == "behind"
    assert send(desk, "patch", f"/ladders/{made['id']}/", version=1, draw="stay").status_code == 409
    assert send(desk, "patch", f"/ladders/{made['id']}/", version=2, draw="shout").status_code == 422
    assert [one["name"] for one in desk.get(f"{BASE}/ladders/").json()] == ["Blitz", "Ladder"]


def test_a_challenge_is_entered_answered_and_settled(desk, ladder):
    both = {"challenger": person_of(ladder, "Dot").pk, "challenged": person_of(ladder, "Ben").pk}
    made = send(desk, "post", f"/ladders/{ladder.pk}/challenges/", **both).json()
    address = f"/challenges/{made['id']}/"
    assert send(desk, "patch", address, accepts=True).json()["state"] == "accepted"
    assert send(desk, "patch", address).status_code == 400
    assert send(desk, "patch", address, result="loud").status_code == 422
    assert send(desk, "patch", address, result="challenger").json()["result"] == "challenger"
    assert order_on(ladder) == "ADBCEF"
    assert send(desk, "delete", address).status_code == 409
    refused = send(desk, "post", f"/ladders/{ladder.pk}/challenges/", **both)
    assert (refused.status_code, refused.json()["code"]) == (409, "may_not_challenge")
    assert desk.get(f"{BASE}/ladders/{ladder.pk}/challenges/").json()["count"] == 1


def test_everybody_reads_what_is_public_without_what_is_withheld(ladder):
    told = Client().get(f"{BASE}/ladders/{ladder.pk}/places/").json()
    assert [one["name"] for one in told["results"]][:2] == ["Ann", "Ben"]
    words = ConsentText.objects.create(
        organisation=ladder.organisation, kind="publish_name", version=1, text="May we?"
    )
    ann = person_of(ladder, "Ann")
    Consent.objects.create(person=ann, text=words, given_by="Ann", withdrawn_at=timezone.now())
    told = Client().get(f"{BASE}/ladders/{ladder.pk}/places/").json()
    assert [one["name"] for one in told["results"]][:2] == ["", "Ben"]
    assert len(Client().get(f"{BASE}/clubs/north/ladders/").json()) == 1
    Ladder.objects.update(is_public=False)
    assert Client().get(f"{BASE}/ladders/{ladder.pk}/").status_code == 404


def test_the_desk_withdraws_a_challenge(desk, ladder):
    row = challenge(ladder, "Dot", "Ben")
    assert send(desk, "delete", f"/challenges/{row.pk}/").json()["state"] == "withdrawn"
    assert not Challenge.objects.get().is_open


def test_a_season_over_the_interface(director):
    client = Client()
    client.force_login(director.user)
    section = section_of(preset="club_night")
    told = send(client, "put", f"/sections/{section.pk}/season/", best_nights=3).json()
    assert (told["best_nights"], told["lines"]) == (3, [])
    assert send(client, "put", f"/sections/{section.pk}/season/", rating_list=77).status_code == 422
    assert send(client, "post", f"/sections/{section.pk}/season/count").json()["code"] == "no_list_here"
