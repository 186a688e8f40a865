"""Checked records under an unlisted link: kept, read, extended, deleted, expired, and without a name."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from club.models import Organisation, Person
from club.privacy.personal_data_sets import DATA_SETS, Erasure, readable_rows
from club.privacy.redaction import replace_name
from games.judging.pages import saved_checks as pages
from games.judging.services import saved_checks
from games.models import SavedCheck
from games.tasks import delete_expired

pytestmark = pytest.mark.django_db

ILLEGAL = '[White "Ann Lee"]\n[Black "D"]\n[Result "*"]\n\n1. 11-15 22-18 2. 8-11 *\n'


def keep(client, text=ILLEGAL, **more):
    return client.post(reverse("games:keep"), {"pdn": text, "days": "30", **more})


def links_of(answer):
    """The addresses of the owner and of readers."""
    owner = answer["Location"]
    return owner, owner.rstrip("/").rpartition("/")[0] + "/"


def test_a_checked_record_offers_to_be_kept(client):
    text = client.post(reverse("games:check"), {"pdn": ILLEGAL, "play_on": "1"}).content.decode()
    form = text.partition(f'action="{reverse("games:keep")}"')[2].partition("</form>")[0]
    assert "Ann Lee" in form
    assert 'name="play_on" value="1"' in form
    assert re.findall(r'<option value="(\d+)"( selected)?', form) == [
        ("1", ""),
        ("7", ""),
        ("30", " selected"),
        ("90", ""),
    ]


def test_who_has_the_link_reads_the_findings_with_their_articles(client):
    owner, link = links_of(keep(client))
    answer = client.get(link)
    text = answer.content.decode()
    assert "Illegal move" in text
    assert "Read in the law book" in text
    assert (answer["X-Robots-Tag"], 'content="noindex, nofollow"' in text) == ("noindex, nofollow", True)
    assert "no-store" in answer["Cache-Control"]
    assert 'rel="canonical"' not in text
    assert owner not in text
    assert 'name="delete"' not in text


def test_secrets_have_128_bits_and_are_not_stored(client):
    owner, _link = links_of(keep(client))
    secrets = owner.strip("/").split("/")[-2:]
    assert [len(secret) for secret in secrets] == [22, 22]
    row = SavedCheck.objects.get()
    assert not set(secrets) & {row.secret_hash, row.owner_hash}
    assert abs(row.expires_at - timezone.now() - timedelta(days=30)) < timedelta(minutes=5)


def test_the_owner_extends_and_deletes_it(client):
    owner, link = links_of(keep(client, days="1"))
    assert client.post(owner, {"days": "90"}).status_code == 302
    assert SavedCheck.objects.get().expires_at > timezone.now() + timedelta(days=89)
    assert client.post(owner, {"days": "365"}).status_code == 404
    assert client.post(f"{link}{'x' * 22}/", {"delete": "1"}).status_code == 404
    assert client.post(owner, {"delete": "1"}).status_code == 302
    assert client.get(link).status_code == 404


def test_an_expired_record_is_gone_at_once_and_deleted_by_the_job(client):
    _owner, link = links_of(keep(client))
    SavedCheck.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(link).status_code == 404
    delete_expired(job=None)
    assert not SavedCheck.objects.exists()


@pytest.mark.parametrize(
    ("text", "status"), [("", 422), ("1. 11-15 " + "x" * saved_checks.MAX_BYTES, 413)], ids=["empty", "long"]
)
def test_what_cannot_be_kept_is_refused(client, text, status):
    assert keep(client, text).status_code == status
    assert not SavedCheck.objects.exists()


def test_the_site_keeps_so_many_and_a_client_so_many_an_hour(client, monkeypatch):
    monkeypatch.setattr(saved_checks, "MAX_KEPT", 1)
    assert keep(client).status_code == 302
    assert keep(client).status_code == 409
    for _post in range(pages.MAX_POSTS):
        answer = keep(client)
    assert answer.status_code == 429


def test_another_site_cannot_post_it(client):
    answer = client.post(
        reverse("games:keep"), {"pdn": ILLEGAL, "days": "30"}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


def test_other_findings_of_a_later_judge_are_told(client):
    _owner, link = links_of(keep(client))
    assert "The judge has changed" not in client.get(link).content.decode()
    SavedCheck.objects.update(verdicts=["legal"])
    assert "The judge has changed" in client.get(link).content.decode()


def test_the_name_of_an_erased_person_goes(client):
    keep(client)
    person = Person.objects.create(
        name="Ann Lee", organisation=Organisation.objects.create(slug="north", name="North")
    )
    data_set = DATA_SETS["games.saved_checks"]
    assert len(readable_rows(data_set, person)) == 1
    erasure = Erasure(
        person=person, names=("Ann Lee",), addresses=frozenset(), neutral="Player 1", actor=None
    )
    data_set.erase(erasure)
    assert SavedCheck.objects.get().text == replace_name(ILLEGAL, ["Ann Lee"], "Player 1")


def test_a_program_keeps_a_record_and_gets_both_addresses(client):
    asked = {"pdn": ILLEGAL, "days": 7}
    answer = client.post("/api/v1/judge/keep", asked, content_type="application/json")
    assert answer.status_code == 201
    told = answer.json()
    assert told["owner_url"].startswith(told["url"])
    assert "Illegal move" in client.get(told["url"].removeprefix("http://testserver")).content.decode()
    assert SavedCheck.objects.get().verdicts == ["illegal"]
    for wrong, status in (({"pdn": "", "days": 7}, 400), ({"pdn": ILLEGAL, "days": 365}, 400)):
        answer = client.post("/api/v1/judge/keep", wrong, content_type="application/json")
        assert answer.status_code == status


def test_reading_kept_records_has_a_limit(client, monkeypatch):
    """Each reading judges a text of any kind anew."""
    monkeypatch.setattr(pages, "MAX_READS", 3)
    owner, link = links_of(keep(client))
    assert [client.get(one).status_code for one in (link, owner, link, link, owner)] == [
        200,
        200,
        200,
        429,
        429,
    ]
    assert client.head(link).status_code == 429
    assert client.post(owner, {"delete": "1"}).status_code == 302
