"""The audit log shows its readers no row that their capabilities do not show elsewhere."""

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from money_rows import invoice, pay, person, treasurer
from pdf_pages import read_pages
from people import account, browser_of, club
from worlds import world

from club.audit.log import record
from club.audit.selectors import verify_chains
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.members.services.guardians import add_guardian
from club.members.services.households import add_household
from club.members.services.persons import add_person, change_person
from club.models import ApiToken, AuditEntry, Household
from club.money.services.money_settings import save_money_settings

pytestmark = pytest.mark.django_db

MAIL = "zuzanna@kowalczyk.example"
PERSON = "Zuzanna Kowalczyk"
PAYER = "Bartholomew Quist"
IBAN = "NL91ABNA0417164300"
HOUSE = "Quist of Mill Lane"
GUARDIAN = "Guinevere Quist"
REASON = "the mother asked by phone"
AMOUNT = 47_114_711  # so many digits are in no hash
MONEY, PERSONS, FAMILIES = (IBAN, str(AMOUNT), "471147.11"), (MAIL, PERSON), (HOUSE, GUARDIAN)
FACTUAL = ("/api/v1/audit/", "/desk/audit/export.csv")
"""Addresses that show the facts of each entry."""
ADDRESSES = ("/api/v1/audit/", "/desk/audit/", "/desk/audit/export.csv", "/desk/audit/export.pdf")


@world
def told():
    """A club whose log has persons, money, a household, a guardian and an answer by a guardian."""
    north, keeper = club(), treasurer()
    owner = Actor.of_user(account("olga", role="owner"))
    one = add_person(organisation_id=north.pk, name=PERSON, email=MAIL, actor=owner)
    change_person(person_id=one.pk, name=PERSON, email=f"new-{MAIL}", actor=owner, reason=REASON)
    payer = person(PAYER)
    invoice(payer, AMOUNT, keeper)
    pay(payer, AMOUNT, keeper)
    save_money_settings(organisation_id=north.pk, actor=keeper, iban=IBAN, account_name="North")
    add_household(organisation_id=north.pk, name=HOUSE, actor=owner)
    add_guardian(ward_id=person("Wim Quist").pk, guardian_id=person(GUARDIAN).pk, actor=owner)
    answered = Actor(label=GUARDIAN)
    record(
        "tournaments.poll.answered", None, organisation_id=north.pk, actor=answered, after={"answer": "yes"}
    )
    return north


def reader(role):
    return browser_of(account(f"{role}-reads", role=role))


def printed(data):
    return " ".join(page.extract_text() for page in read_pages(data))


def texts(client, query=""):
    """What a reader gets at each address, and of each entry on its page."""
    found = {}
    for address in ADDRESSES:
        answer = client.get(address + query)
        assert answer.status_code == 200, (address, answer.status_code)
        data = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found[address] = printed(data) if address.endswith("pdf") else data.decode()
    for number in AuditEntry.objects.filter(organisation=club()).values_list("pk", flat=True):
        for address in (f"/desk/audit/{number}/", f"/desk/audit/{number}/undo/"):
            answer = client.get(address)
            assert answer.status_code in {200, 409}, (address, answer.status_code)
            found[address] = answer.content.decode()
        found[f"preview {number}"] = client.get(f"/api/v1/audit/{number}/undo").content.decode()
    return found


def leaks(found, words):
    return sorted({(word, address) for address, text in found.items() for word in words if word in text})


def test_an_arbiter_reads_of_no_person_and_no_money(told):
    arbiter = reader("arbiter")
    for refused in ("/api/v1/club-members/", "/api/v1/persons/"):
        assert arbiter.get(refused).status_code == 403
    assert leaks(texts(arbiter), (*MONEY, *PERSONS, *FAMILIES, REASON)) == []


def test_a_director_reads_of_persons_and_of_no_money_and_no_family(told):
    found = texts(reader("director"))
    assert leaks(found, (*MONEY, HOUSE)) == []
    assert PERSON in found["/desk/audit/"]
    for address in FACTUAL:
        assert [word for word in (*PERSONS, REASON) if word not in found[address]] == []


def test_a_secretary_reads_of_families_and_of_no_money(told):
    found = texts(reader("secretary"))
    assert leaks(found, MONEY) == []
    for address in FACTUAL:
        assert [word for word in (*PERSONS, *FAMILIES, REASON) if word not in found[address]] == []


def test_an_owner_reads_everything(told):
    found = texts(reader("owner"))
    for address in FACTUAL:
        wanted = (*PERSONS, *FAMILIES, REASON, IBAN, str(AMOUNT))
        assert [word for word in wanted if word not in found[address]] == [], address


def test_the_entry_stays_with_its_number_its_actor_and_its_hashes(told):
    rows = {role: reader(role).get("/api/v1/audit/").json()["results"] for role in ("owner", "arbiter")}
    kept = ("id", "chain", "number", "at", "action", "target_kind", "target_id", "previous_hash", "hash")
    whole, part = ([tuple(row[name] for name in kept) for row in rows[role]] for role in ("owner", "arbiter"))
    assert part[-len(whole) :] == whole[-len(part) :]
    assert {row["is_withheld"] for row in rows["owner"]} == {False}
    withheld = {row["action"]: row for row in rows["arbiter"] if row["is_withheld"]}
    issued = withheld["club.invoice.issued"]
    assert (issued["who"], issued["target_label"]) == ("Tess", "…")
    assert set(issued["after"].values()) == {"…"}
    assert "Tess" in issued["sentence"]
    assert withheld["club.person.changed"]["reason"] == "…"
    assert all(chain.broken is None for chain in verify_chains())
    lines = csv.reader(io.StringIO(texts(reader("director"))[ADDRESSES[2]]))
    assert {line[-1] for line in lines} >= {row["hash"] for row in rows["arbiter"]}


@pytest.mark.parametrize("query", ["?who=guinevere", "?who=bartholomew", "?who=zuzanna"])
def test_a_search_finds_nothing_that_is_withheld(told, query):
    assert reader("arbiter").get(f"/api/v1/audit/{query}").json()["results"] == []
    found = reader("director").get(f"/api/v1/audit/{query}").json()["results"]
    assert [row["action"] for row in found] == ["tournaments.poll.answered"] * ("guinevere" in query)


def test_an_object_is_named_in_no_heading_of_its_entries(told):
    row = AuditEntry.objects.get(action="club.household.added")
    query = f"?kind={row.target_kind}&target_id={row.target_id}"
    assert HOUSE not in reader("arbiter").get(f"/desk/audit/{query}").content.decode()
    assert HOUSE in reader("owner").get(f"/desk/audit/{query}").content.decode()


def test_an_undo_keeps_its_own_permission(told):
    row = AuditEntry.objects.get(action="club.household.added")
    for client in (reader("arbiter"), reader("director")):
        assert client.get(f"/api/v1/audit/{row.pk}/undo").status_code == 409
        assert client.post(f"/desk/audit/{row.pk}/undo/").status_code == 409
    assert Household.objects.filter(name=HOUSE).exists()
    assert reader("owner").get(f"/api/v1/audit/{row.pk}/undo").status_code == 200


def test_a_token_reads_what_its_abilities_show(told):
    owner = account("narrow", role="owner")

    def results(*abilities):
        names = [one.value for one in abilities]
        lasts = timedelta(days=1)
        _row, token = ApiToken.objects.issue(user=owner, name="t", abilities=names, lasts=lasts)
        return Client().get("/api/v1/audit/", headers={"Authorization": f"Bearer {token}"}).content.decode()

    narrow, money = results(Capability.SEE_AUDIT), results(Capability.SEE_AUDIT, Capability.KEEP_MONEY)
    assert [word for word in (*MONEY, *PERSONS, *FAMILIES) if word in narrow] == []
    assert IBAN in money
    assert MAIL not in money


def test_single_facts_of_a_shown_entry_are_withheld(told):
    lines = [{"name": "Wim", "birth_year": 2015}, {"name": "Zoe", "birth_year": None}]
    facts = {"seed": "0123456789abcdef", "entries": lines, "rounds": 7}
    record("tournaments.section.made", None, organisation_id=told.pk, actor=SYSTEM, after=facts)
    shown = {
        role: reader(role).get("/api/v1/audit/?action=tournaments.section.made").json()["results"][0]
        for role in ("arbiter", "director")
    }
    assert shown["director"]["after"] == facts
    hidden = [{"name": "Wim", "birth_year": "…"}, {"name": "Zoe", "birth_year": None}]
    assert shown["arbiter"]["after"] == {"seed": "…", "entries": hidden, "rounds": 7}
    assert (shown["arbiter"]["is_withheld"], shown["director"]["is_withheld"]) == (True, False)


def test_an_action_that_no_table_names_is_for_the_owner(told):
    record("club.ledgerentry.changed", None, organisation_id=told.pk, actor=SYSTEM, after={"text": PAYER})
    for role in ("arbiter", "director", "secretary"):
        assert (
            PAYER not in reader(role).get("/api/v1/audit/?action=club.ledgerentry.changed").content.decode()
        )
    assert PAYER in reader("owner").get("/api/v1/audit/?action=club.ledgerentry.changed").content.decode()
