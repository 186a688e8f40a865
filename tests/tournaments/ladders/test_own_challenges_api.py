"""Players make, answer and settle their challenges over the interface."""

import pytest
from django.test import Client
from ladder_club import guardian_of, order_on, person_of, player_of

from club.models import User
from tournaments.models import Ladder

pytestmark = pytest.mark.django_db
OWN = "/api/v1/own/challenges/"


def phone(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def send(client, way, address, **given):
    return getattr(client, way)(address, given, content_type="application/json")


def test_two_players_go_from_the_challenge_to_the_place(ladder):
    Ladder.objects.update(is_public=False)
    dots, bens = phone(player_of(ladder, "Dot")), phone(player_of(ladder, "Ben"))
    assert dots.get(f"/api/v1/ladders/{ladder.pk}/places/").json()["count"] == 6
    ben = person_of(ladder, "Ben").pk
    made = send(dots, "post", OWN, ladder=ladder.pk, challenged=ben)
    assert made.status_code == 201, made.json()
    again = send(dots, "post", OWN, ladder=ladder.pk, challenged=ben)
    assert (again.status_code, again.json()["code"]) == (409, "may_not_challenge")
    one = f"{OWN}{made.json()['id']}/"
    assert [row["id"] for row in bens.get(OWN).json()] == [made.json()["id"]]
    assert send(dots, "patch", one, accepts=True).status_code == 403  # not the one who is asked
    assert send(bens, "patch", one).status_code == 400
    assert send(bens, "patch", one, accepts=True).json()["state"] == "accepted"
    assert dots.delete(one).status_code == 409  # accepted by now
    assert send(dots, "patch", one, result="loud").status_code == 422
    assert send(dots, "patch", one, result="challenger").json()["state"] == "accepted"
    assert send(bens, "patch", one, result="challenged").json()["is_disputed"] is True
    assert send(bens, "patch", one, result="challenger").json()["state"] == "played"
    assert order_on(ladder) == "ADBCEF"


def test_a_challenge_that_waits_is_taken_back_by_who_made_it(ladder):
    dots = phone(player_of(ladder, "Dot"))
    made = send(dots, "post", OWN, ladder=ladder.pk, challenged=person_of(ladder, "Ben").pk).json()
    assert phone(player_of(ladder, "Ben")).delete(f"{OWN}{made['id']}/").status_code == 403
    assert dots.delete(f"{OWN}{made['id']}/").json()["state"] == "withdrawn"


def test_a_guardian_speaks_for_a_ward_and_for_nobody_else(ladder):
    client = phone(guardian_of(ladder, "Dot"))
    given = {"ladder": ladder.pk, "challenged": person_of(ladder, "Ben").pk}
    assert send(client, "post", OWN, **given, challenger=person_of(ladder, "Cas").pk).status_code == 404
    made = send(client, "post", OWN, **given, challenger=person_of(ladder, "Dot").pk)
    assert (made.status_code, made.json()["challenger_name"]) == (201, "Dot")


def test_to_others_a_private_ladder_and_its_challenges_are_not_there(ladder):
    dots = phone(player_of(ladder, "Dot"))
    ben = person_of(ladder, "Ben").pk
    made = send(dots, "post", OWN, ladder=ladder.pk, challenged=ben).json()
    Ladder.objects.update(is_public=False)
    other = Client()
    other.force_login(User.objects.create_user("other@south.example"))
    assert other.get(OWN).json() == []
    assert other.get(f"/api/v1/ladders/{ladder.pk}/places/").status_code == 404
    assert send(other, "post", OWN, ladder=ladder.pk, challenged=ben).status_code == 404
    assert send(other, "patch", f"{OWN}{made['id']}/", accepts=True).status_code == 404
    assert Client().get(OWN).status_code == 401
