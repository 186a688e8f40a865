"""An event made over the interface, its director, and how both are asked."""

from django.test import Client
from worlds import world

from club.models import Organisation, Role, RoleGrant, User

API = "/api/v1"


@world
def club():
    return Organisation.objects.create(slug="north", name="North")


@world
def director(club):
    user = User.objects.create_user("director@north.example")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club)
    client = Client()
    client.force_login(user)
    return client


@world
def section(director):
    """A public event with four players."""
    made = ask(director, "post", "/events/", {"name": "Open", "preset": "blitz"}, 201)
    key = made["sections"][0]
    players = [{"name": f"Player {n}", "rating": 2000 - n} for n in range(4)]
    ask(director, "post", f"/sections/{key}/entries/", {"entries": players}, 201)
    ask(director, "put", f"/events/{made['id']}/shown", {"is_public": True})
    return key


def ask(client, method, path, data=None, status=200):
    answer = getattr(client, method)(API + path, data, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None
