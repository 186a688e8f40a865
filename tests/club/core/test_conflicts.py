"""Two changes that meet and that no service has foreseen: 409 and nothing saved. A fault stays a fault."""

import logging

import pytest
from django.urls import reverse
from people import account, browser_of, club

from club.core.actor import Actor
from club.core.errors import UnforeseenConflict
from club.models import AuditEntry, Role, SavedGroup
from club.notices.services.notices import write_notice

pytestmark = pytest.mark.django_db(transaction=True)
GROUP = {"name": "Juniors", "groups": ["active"]}


@pytest.fixture
def secretary():
    return account("sam", role=Role.SECRETARY)


@pytest.fixture
def desk(secretary):
    return browser_of(secretary, raise_request_exception=False)


@pytest.fixture
def notice(secretary):
    told = {"kind": "news", "subject": "Dinner", "text": "Come all.", "groups": GROUP["groups"]}
    return write_notice(organisation_id=club().pk, actor=Actor.of_user(secretary), **told)


def another_was_first(row):
    SavedGroup.objects.bulk_create([SavedGroup(organisation=row.organisation, name=row.name)])


def club_is_deleted(row):
    row.organisation_id += 1_000


def name_is_forgotten(row):
    row.name = None


@pytest.fixture
def meets(monkeypatch):
    """Have something happen between the check of a group and its insertion."""
    save = SavedGroup.save

    def happening(what):
        def save_late(row, **told):
            what(row)
            save(row, **told)

        monkeypatch.setattr(SavedGroup, "save", save_late)

    return happening


@pytest.mark.parametrize("what", [another_was_first, club_is_deleted])
def test_a_program_is_answered_409(desk, meets, unforeseen_conflicts, what):
    meets(what)
    path = reverse("club-api:notice-groups", args=[club().slug])
    answer = desk.post(path, GROUP, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "unforeseen_conflict")
    assert answer.json()["next"] == str(UnforeseenConflict.next_step)
    assert not SavedGroup.objects.exists()
    assert [record.levelno for record in unforeseen_conflicts] == [logging.ERROR]
    assert unforeseen_conflicts[0].exc_info


@pytest.mark.parametrize("what", [another_was_first, club_is_deleted])
def test_a_page_says_that_nothing_was_saved(desk, notice, meets, unforeseen_conflicts, what):
    meets(what)
    before = AuditEntry.objects.count()
    answer = desk.post(reverse("club:notice_act", args=[notice.pk, "save-group"]), {"name": "Juniors"})
    assert answer.status_code == 409
    assert str(UnforeseenConflict.what) in answer.content.decode()
    assert (SavedGroup.objects.count(), AuditEntry.objects.count()) == (0, before)
    assert len(unforeseen_conflicts) == 1


def test_a_forgotten_value_stays_a_fault(desk, notice, meets, unforeseen_conflicts):
    meets(name_is_forgotten)
    path = reverse("club-api:notice-groups", args=[club().slug])
    assert desk.post(path, GROUP, content_type="application/json").status_code == 500
    page = reverse("club:notice_act", args=[notice.pk, "save-group"])
    assert desk.post(page, {"name": "Juniors"}).status_code == 500
    assert unforeseen_conflicts == []


def test_other_tests_see_the_error_itself(desk, meets):
    """A check that is missing would else look like a refusal."""
    meets(another_was_first)
    path = reverse("club-api:notice-groups", args=[club().slug])
    assert desk.post(path, GROUP, content_type="application/json").status_code == 500
