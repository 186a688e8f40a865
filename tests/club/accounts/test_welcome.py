"""The first account of a fresh site."""

import pytest
from django.core.management import CommandError, call_command
from people import PASSWORD, account, browser_of

from club.accounts.errors import SetUpAlready
from club.accounts.services.accounts import become_owner, free_slug
from club.models import AuditEntry, Organisation, Role, RoleGrant, User

pytestmark = pytest.mark.django_db

GIVEN = {
    "name": "Anna Boom",
    "email": "Anna@North.example",
    "password": PASSWORD,
    "club": "Noorderdam",
    "kind": "club",
}
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def at_the_machine(settings):
    settings.DATABASE_URL = ""
    settings.ALLOWED_HOSTS = ["127.0.0.1", "testserver"]
    return {"HTTP_HOST": "127.0.0.1"}


def test_whoever_sits_at_the_machine_becomes_the_owner(client, at_the_machine):
    assert client.get("/welcome/", **at_the_machine).status_code == 200
    answer = client.post("/welcome/", GIVEN, **at_the_machine)
    assert answer.url == "/welcome/done/"
    user = User.objects.get()
    assert (user.email, user.is_superuser, str(user)) == ("anna@north.example", True, "Anna Boom")
    club = Organisation.objects.get()
    assert (club.slug, club.name) == ("noorderdam", "Noorderdam")
    assert RoleGrant.objects.get().role == Role.OWNER
    assert user.person.organisation == club
    assert AuditEntry.objects.filter(action="club.organisation.founded", organisation_id=club.pk).exists()
    assert client.get("/welcome/done/", **at_the_machine).status_code == 200
    assert len(client.get("/accounts/sessions/", **at_the_machine).context["sessions"]) == 1


def test_afterwards_the_way_in_is_gone(client, at_the_machine):
    account()
    assert client.get("/welcome/", **at_the_machine).status_code == 404
    assert client.post("/welcome/", GIVEN, **at_the_machine).status_code == 404
    with pytest.raises(SetUpAlready):
        become_owner(name="B", email="b@north.example", password=PASSWORD, club="B")
    assert User.objects.count() == 1


def test_a_second_press_leads_to_the_desk(client, at_the_machine):
    client.post("/welcome/", GIVEN, **at_the_machine)
    assert client.post("/welcome/", GIVEN, **at_the_machine).status_code == 404
    assert User.objects.count() == Organisation.objects.count() == 1


@pytest.mark.parametrize(
    "request_from",
    [
        pytest.param(ELSEWHERE, id="from another machine"),
        pytest.param({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, id="through a proxy"),
        pytest.param({"HTTP_ORIGIN": "http://evil.example"}, id="from a page of another site"),
    ],
)
def test_nobody_else_becomes_the_owner(client, at_the_machine, request_from):
    answer = client.post("/welcome/", GIVEN, **{**at_the_machine, **request_from})
    assert answer.status_code == 403
    assert not User.objects.exists()


def test_a_served_site_is_opened_by_the_printed_link_alone(client, settings, capsys):
    settings.DATABASE_URL = "postgresql://club"
    assert client.get("/welcome/").status_code == 403
    assert client.get("/welcome/owner:1abc:made-up/").status_code == 404
    call_command("setup_link", site="https://club.example/")
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://club.example/welcome/")
    answer = client.get(link.removeprefix("https://club.example"), **ELSEWHERE)
    assert answer.url == "/welcome/"  # the secret does not stay in the address bar
    assert client.post("/welcome/", GIVEN, **ELSEWHERE).url == "/welcome/done/"
    assert client.get(link.removeprefix("https://club.example")).status_code == 404
    with pytest.raises(CommandError):
        call_command("setup_link")


def test_the_link_holds_for_a_day(client, settings, capsys, monkeypatch):
    settings.DATABASE_URL = "postgresql://club"
    call_command("setup_link")
    link = capsys.readouterr().out.strip()
    monkeypatch.setattr("club.accounts.invitation_secrets.SETUP_LINK_HOURS", -1)
    assert client.get(link).status_code == 404


def test_a_weak_password_is_told_at_its_field(client, at_the_machine):
    page = client.post("/welcome/", {**GIVEN, "password": "short"}, **at_the_machine)
    assert page.status_code == 422
    assert set(page.context["form"].errors) == {"password"}


def test_nobody_signs_up_before_there_is_an_owner(client):
    client.post("/accounts/signup/", {"name": "Eva", "email": "e@north.example", "password1": PASSWORD})
    assert not User.objects.exists()


def test_the_sign_in_page_of_a_fresh_site_leads_there(client, at_the_machine):
    assert "/welcome/" in client.get("/accounts/login/", **at_the_machine).content.decode()
    browser_of(account())
    assert "/welcome/" not in client.get("/accounts/login/", **at_the_machine).content.decode()


def test_short_names_are_never_taken_twice():
    for _ in range(3):
        Organisation.objects.create(slug=free_slug("De Toekomst"), name="De Toekomst")
    slugs = list(Organisation.objects.order_by("pk").values_list("slug", flat=True))
    assert slugs == ["de-toekomst", "de-toekomst-2", "de-toekomst-3"]
    assert free_slug("Шашки") == "club"
