"""Names in public rating lists: silence shows them, a withdrawn consent withholds them."""

import pytest
from django.test import Client
from people import club
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.models import Person
from tournaments.models import RatingList
from tournaments.ratings.services.rating_lists import correct_rating, make_list

pytestmark = pytest.mark.django_db
PIET = {"kind": "publish_name", "actor": SYSTEM}


@world
def piet():
    """Somebody on a public list of the club."""
    person = Person.objects.create(name="Piet de Vries", organisation=club())
    row = make_list(organisation_id=club().pk, name="Club", formula="elo", initial_rating=1500, actor=SYSTEM)
    RatingList.objects.filter(pk=row.pk).update(is_public=True)
    correct_rating(list_id=row.pk, person_id=person.pk, rating=1500, reason="x", actor=SYSTEM)
    write_consent_text(organisation_id=club().pk, kind="publish_name", text="In lists.", actor=SYSTEM)
    return person


def shown():
    """What a visitor reads of Piet: on the list, in the API, and the status of the own page."""
    row, client = RatingList.objects.get(), Client()
    page = client.get(f"/clubs/north/ratings/{row.pk}/")
    assert page.status_code == 200, page
    names = [one["name"] for one in client.get(f"/api/v1/rating-lists/{row.pk}/players/").json()["results"]]
    PAGE_CACHE.clear()
    own = client.get(f"/players/{Person.objects.get(name='Piet de Vries').pk}/").status_code
    return "Piet de Vries" in page.content.decode(), names, own


def test_silence_shows_the_name(piet):
    assert shown() == (True, ["Piet de Vries"], 200)


def test_a_withdrawn_consent_withholds_it_until_it_is_given_again(piet):
    facts = {"person_id": piet.pk, "organisation_id": club().pk, **PIET}
    give_consent(**facts)
    assert shown() == (True, ["Piet de Vries"], 200)
    withdraw_consent(**facts)
    assert shown() == (False, ["Name withheld"], 404)
    assert Person.objects.get(pk=piet.pk).name == "Piet de Vries"
    give_consent(**facts)
    assert shown() == (True, ["Piet de Vries"], 200)
