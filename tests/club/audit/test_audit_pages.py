"""The trail at the desk, taken away, and over the API."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from worlds import world

from club.accounts.services.roles import grant_role
from club.audit.log import record
from club.audit.messages import KINDS, SENTENCES, field_rows, kind_label, sentence_of
from club.audit.selectors import (
    TrailFilters,
    audit_trail,
    trail_page,
    visible_actions,
    visible_entries,
    visible_kinds,
)
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.models import AuditEntry, Organisation, Role, RoleGrant, User
from club.organisations.services.organisations import ensure_organisation

pytestmark = pytest.mark.django_db
TRAIL = "/desk/audit/"


@world
def club():
    return ensure_organisation(slug="north", name="North club", actor=SYSTEM)


@world
def owner(club):
    user = User.objects.create_user("owner@north.example", first_name="Ann", last_name="Owner")
    grant_role(user=user, role=Role.OWNER, scope=Scope(club.pk), actor=SYSTEM)
    return user


@pytest.fixture
def desk(client, owner):
    client.force_login(owner)
    return client


@world
def given(club, owner):
    friend = User.objects.create_user("friend@north.example", first_name="Боб", last_name="Друг")
    grant_role(
        user=friend, role=Role.ARBITER, scope=Scope(club.pk), actor=Actor.of_user(owner), reason="=1+1"
    )
    return AuditEntry.objects.first()


def text(answer):
    assert answer.status_code == 200, answer.content[:500]
    return answer.content.decode()


def test_the_trail_tells_what_was_done_and_offers_to_undo_it(desk, given):
    page = text(desk.get(TRAIL))
    assert "Ann Owner granted a role. Боб Друг: arbiter." in page
    assert reverse("club:audit_undo", args=[given.pk]) in page
    assert reverse("club:audit_about", args=["club.rolegrant", given.target_id]) in page


def test_nobody_reads_the_trail_of_another_club(desk, given):
    south = Organisation.objects.create(slug="south", name="South club")
    stranger = User.objects.create_user("stranger@south.example")
    grant_role(user=stranger, role=Role.OWNER, scope=Scope(south.pk), actor=SYSTEM)
    desk.force_login(stranger)
    assert "Боб" not in text(desk.get(TRAIL))
    for name in ("audit_entry", "audit_undo"):
        assert desk.get(reverse(f"club:{name}", args=[given.pk])).status_code == 403
    about = reverse("club:audit_about", args=["club.rolegrant", given.target_id])
    assert desk.get(about).status_code == 403
    assert "Боб" not in b"".join(desk.get(reverse("club:audit_csv")).streaming_content).decode()
    assert desk.get("/api/v1/audit/", {"club": "north"}).json()["results"] == []


def test_a_player_reads_no_trail(client, club):
    player = User.objects.create_user("player@north.example")
    grant_role(user=player, role=Role.PLAYER, scope=Scope(club.pk), actor=SYSTEM)
    client.force_login(player)
    for address in (TRAIL, reverse("club:audit_csv"), reverse("club:audit_pdf"), "/api/v1/audit/"):
        assert client.get(address).status_code == 403


@pytest.mark.parametrize(
    ("query", "is_there"),
    [
        ({"who": "Ann"}, True),
        ({"who": "nobody"}, False),
        ({"action": "club.role.granted"}, True),
        ({"kind": "club.organisation"}, False),
        ({"since": "2000-01-01"}, True),
        ({"until": "2000-01-01"}, False),
        ({"since": "nonsense"}, True),
    ],
)
def test_the_trail_is_narrowed(desk, given, query, is_there):
    told = "granted a role. Боб" in text(desk.get(TRAIL, query))
    assert told == is_there


def test_each_thing_person_and_day_has_an_address(desk, given, owner):
    for address in (
        reverse("club:audit_about", args=["club.rolegrant", given.target_id]),
        reverse("club:audit_by", args=[owner.pk]),
        reverse("club:audit_on", args=[timezone.localdate().isoformat()]),
    ):
        page = text(desk.get(address, follow=True))
        assert "granted a role. Боб" in page
    other_day = text(desk.get(reverse("club:audit_on", args=["2000-01-01"]), follow=True))
    assert "No matching entries" in other_day


def test_pages_follow_one_another_without_a_gap(club, owner):
    for number in range(23):
        ensure_organisation(slug=f"c{number}", name="C", actor=SYSTEM)
    entries = audit_trail(actor=SYSTEM, filters=TrailFilters())
    seen, before = [], None
    while True:
        page = trail_page(entries=entries, before=before, size=7)
        seen += [entry.pk for entry in page.entries]
        if (before := page.next_before) is None:
            break
    assert seen == sorted(AuditEntry.objects.values_list("pk", flat=True), reverse=True)


def test_htmx_is_given_the_entries_alone(desk, given):
    part = text(desk.get(TRAIL, headers={"HX-Request": "true"}))
    assert "Боб" in part
    assert "<html" not in part


def test_a_page_of_the_trail_needs_few_queries(desk, club, owner, django_assert_max_num_queries):
    for number in range(60):
        user = User.objects.create_user(f"u{number}@north.example")
        grant_role(user=user, role=Role.PLAYER, scope=Scope(club.pk), actor=Actor.of_user(owner))
    desk.get(TRAIL)
    with django_assert_max_num_queries(16):
        text(desk.get(TRAIL))


def test_an_entry_shows_before_and_after(desk, given):
    page = text(desk.get(reverse("club:audit_entry", args=[given.pk])))
    assert "arbiter" in page
    assert given.hash in page
    assert {row.label for row in field_rows(given)} >= {"account number", "role"}


def test_undo_is_previewed_done_and_on_the_trail(desk, given):
    address = reverse("club:audit_undo", args=[given.pk])
    assert "revoked a role." in text(desk.get(address))
    assert not RoleGrant.objects.filter(revoked_at__isnull=False).exists()
    answer = desk.post(address, {"reason": "The wrong Bob."}, follow=True)
    assert "The wrong Bob." in text(answer)
    assert RoleGrant.objects.filter(revoked_at__isnull=False).count() == 1
    again = desk.get(address)
    assert again.status_code == 409
    assert "Ann Owner has already undone this, in entry" in again.content.decode()


def test_the_last_owner_is_refused_with_the_reason(desk, owner):
    entry = AuditEntry.objects.get(action="club.role.granted")
    answer = desk.get(reverse("club:audit_undo", args=[entry.pk]))
    assert answer.status_code == 409
    assert "last owner of North club" in answer.content.decode()


def test_a_kind_without_a_name_has_that_of_its_model():
    assert "club.allocation" not in KINDS
    assert [kind_label(kind) for kind in ("club.allocation", "club.gone")] == ["allocation", "club.gone"]


def test_the_trail_as_a_table(desk, given):
    body = b"".join(desk.get(reverse("club:audit_csv"), {"who": "Ann"}).streaming_content).decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(body))
    assert (row["hash"], row["reason"]) == (given.hash, "'=1+1")
    assert "Боб Друг" in row["sentence"]


def test_the_trail_on_paper(desk, given):
    answer = desk.get(reverse("club:audit_pdf"))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert b"ClubSheetSans" in answer.content


def test_the_trail_over_the_api(desk, given):
    first = desk.get("/api/v1/audit/", {"page_size": 1}).json()
    assert first["results"][0]["sentence"].startswith("Ann Owner granted a role.")
    later = desk.get("/api/v1/audit/", {"page_size": 1, "before": first["next_before"]}).json()
    assert later["results"][0]["id"] < first["results"][0]["id"]
    assert desk.get("/api/v1/audit/", {"before": "x"}).status_code == 400


def test_every_sentence_can_be_told_with_and_without_its_facts():
    for action in SENTENCES:
        entry = AuditEntry(action=action, actor_label="Ann", target_label="it")
        assert "%(" not in sentence_of(entry)


def test_the_choices_are_those_of_the_entries_that_the_actor_may_read(owner, given):
    south = ensure_organisation(slug="south", name="South club", actor=SYSTEM)
    hidden = User.objects.create_user("south@club.example")
    grant_role(user=hidden, role=Role.TREASURER, scope=Scope(south.pk), actor=SYSTEM)
    record("games.game.added", None, actor=SYSTEM, organisation_id=south.pk)
    for actor in (Actor.of_user(owner), Actor.of_user(hidden), SYSTEM):
        seen = AuditEntry.objects.filter(pk__in=visible_entries(actor=actor).values("pk")).order_by()
        assert visible_actions(actor=actor) == sorted(set(seen.values_list("action", flat=True)))
        kinds = set(seen.values_list("target_kind", flat=True)) - {""}
        assert visible_kinds(actor=actor) == sorted(kinds)
    assert "games.game.added" in visible_actions(actor=SYSTEM)
    assert "games.game.added" not in visible_actions(actor=Actor.of_user(owner))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL scans a small table")
def test_the_choices_are_found_in_an_index_and_not_by_reading_every_entry(given):
    def plan_of(ask):
        with CaptureQueriesContext(connection) as asked:
            ask()
        query = next(one["sql"] for one in asked if "club_auditentry" in one["sql"])
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}")
            return "\n".join(row[-1] for row in cursor.fetchall())

    for ask, index in ((visible_actions, "audit_actions"), (visible_kinds, "audit_kinds")):
        plan = plan_of(lambda ask=ask: ask(actor=SYSTEM))
        assert f"USING COVERING INDEX {index}" in plan, plan
        assert "SCAN club_auditentry" not in plan, plan
    # Negative control: the query before, which is found.
    distinct = AuditEntry.objects.order_by("action").values_list("action", flat=True).distinct()
    assert "SCAN club_auditentry" in plan_of(lambda: list(distinct))
