"""The pages of the form and of the inbox."""

import pytest
from django.urls import reverse
from newcomers import asked, child, plan, years_ago
from people import account, browser_of, club, last_text

from club.core.actor import SYSTEM
from club.joining.join_links import GUARDIAN, join_secret
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_inbox import accept_request
from club.members.services.persons import add_person
from club.models import (
    JoinForm,
    JoinRequest,
    OutboxMessage,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("opened")]


def sent(client, **facts):
    given = {
        "name": "Piet Vries",
        "email": "piet@example.org",
        "born_on": years_ago(40).isoformat(),
        "plan": plan().pk,
    } | facts
    return client.post(reverse("club:join", args=["north"]), given)


def test_the_answer_is_the_same_whoever_is_known(client):
    add_person(organisation_id=club().pk, name="Piet Vries", email="piet@example.org", actor=SYSTEM)
    first, second, other = sent(client), sent(client), sent(client, email="new@example.org")
    assert first.content == second.content == other.content
    assert b"We have received your request" in first.content


def test_a_program_that_fills_in_everything_is_thanked_and_forgotten(client):
    assert sent(client, website="x").status_code == 200
    assert not JoinRequest.objects.exists()


@pytest.mark.parametrize(
    "facts",
    [
        {"name": "\u200b"},
        {"name": "x" * 201},
        {"email": "nobody"},
        {"born_on": "2999-01-01"},
        {"born_on": "1066-10-14"},
        {"born_on": "tomorrow"},
        {"plan": "9" * 40},
        {"plan": "x"},
        {"born_on": "2020-01-01"},
        {"born_on": "2020-01-01", "guardian_name": "Mia", "guardian_signature": "Mia"},
        {"phone": "1" * 61},
        {"once": "x" * 41},
    ],
)
def test_what_does_not_fit_is_told(client, facts):
    answer = sent(client, **facts)
    assert answer.status_code == 422
    assert not JoinRequest.objects.exists()


@pytest.mark.parametrize(
    ("field", "facts"),
    [
        ("email", {"email": f"piet@{'x' * 60}.{'x' * 60}.{'x' * 60}.example.org"}),
        ("federation", {"federation": "\N{LATIN SMALL LETTER SHARP S}" * 40, "federation_number": "1"}),
        ("name", {"name": "\N{DEVANAGARI LETTER QA}" * 200}),
    ],
)
def test_letters_that_become_more_when_they_are_kept_are_told_at_their_field(client, field, facts):
    """The mail address alone fits, longer than a key of a cache though it is."""
    answer = sent(client, **facts)
    if field == "email":
        assert answer.status_code == 200
    else:
        assert answer.status_code == 422
        assert "at most" in str(answer.context["form"].errors[field])


def test_a_form_sent_again_with_the_address_put_right_is_heard(client):
    sent(client, once="x", email="poet@example.org")
    sent(client, once="x")
    sent(client, once="x")
    written = OutboxMessage.objects.order_by("pk").values_list("to", flat=True)
    assert list(written) == ["poet@example.org", "piet@example.org"]


def test_a_guardians_address_put_right_is_written_to():
    child(guardian_signature="", guardian_email="mai@example.org")
    row = child(guardian_signature="", guardian_email="mia@example.org")
    assert row.guardian_email == "mia@example.org"
    assert OutboxMessage.objects.filter(to="mia@example.org").exists()


def test_whoever_sent_a_form_again_and_again_still_hears_what_became_of_it(secretary):
    for _time in range(25):
        row = asked()
    assert OutboxMessage.objects.count() == 20
    accept_request(request_id=row.pk, actor=secretary)
    assert "accepted" in last_text()


def test_somebody_of_one_address_gets_no_more_mails(client):
    codes = [sent(client, name=f"Piet {number}").status_code for number in range(8)]
    assert codes.count(429) == 2


def test_a_club_that_is_not_there_or_closed_says_so(client):
    assert client.get("/clubs/nowhere/join/").status_code == 404
    set_join_form(organisation_id=club().pk, is_open=False, full_age=18, actor=SYSTEM)
    answer = client.get("/clubs/north/join/")
    assert b"This form is closed to new members" in answer.content
    assert sent(client).status_code == 422
    assert not JoinRequest.objects.exists()


def test_the_pages_of_a_request_confirm_sign_and_withdraw(client):
    row = child(guardian_signature="", guardian_email="mia@example.org")
    own, theirs = (
        reverse("club:join_request", args=[join_secret(row)]),
        reverse("club:join_guardian", args=[join_secret(row, GUARDIAN)]),
    )
    assert b"Confirm my email address" in client.get(own).content
    client.post(own, {"act": "confirm"})
    assert client.post(theirs, {"signature": "Mia"}).status_code == 422
    assert (
        b"Thank you, the request is signed."
        in client.post(theirs, {"signature": "Mia", "agrees": "on"}, follow=True).content
    )
    row.refresh_from_db()
    assert row.confirmed_at
    assert row.is_signed
    client.post(own, {"act": "withdraw"})
    assert b"withdrawn" in client.get(own).content
    assert (
        b"nothing left to sign" in client.get(theirs).content
        or b"Thank you, the request is signed." in client.get(theirs).content
    )
    assert client.get("/join/1-x/").status_code == client.get("/join/1-x/guardian/").status_code == 404


def test_the_inbox_shows_whom_a_request_looks_like_and_one_press_answers():
    sam = account("sam", role="secretary")
    known = add_person(organisation_id=club().pk, name="Piet de Vriess", actor=SYSTEM)
    add_person(organisation_id=club("south").pk, name="Piet Vries", email="secret@south.org", actor=SYSTEM)
    row, client = asked(), browser_of(sam)
    page = client.get(reverse("club:joins")).content.decode()
    assert "Piet de Vriess" in page
    assert "secret@south.org" not in page
    assert "1 person asks to join" in client.get("/desk/").content.decode()
    act = reverse("club:join_act", args=[row.pk, "accept"])
    answer = client.post(act, {"person": known.pk}, follow=True)
    assert "is a member now" in answer.content.decode()
    told = client.post(act, follow=True).content.decode()
    assert "has changed: " in told
    assert client.post(act, {"person": "9" * 40}).status_code == 404
    assert client.post(reverse("club:join_act", args=[row.pk, "dance"])).status_code == 404


def test_the_form_page_opens_and_closes_the_form():
    client = browser_of(account("sam", role="secretary"))
    address = reverse("club:join_form")
    assert "/clubs/north/join/" in client.get(address).content.decode()
    client.post(address, {"welcome": "Come and play", "full_age": 16})
    row = JoinForm.objects.get()
    assert (row.is_open, row.welcome, row.full_age) == (False, "Come and play", 16)
    assert client.post(address, {"full_age": "10000000000000"}).status_code == 422
