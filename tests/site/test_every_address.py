"""Every address of the site: access by the matrix, headers, contents, languages, query budgets, isolation.

Each run asks a sample (`walking.plan`) in which everybody comes somewhere; a thorough one asks everything.
"""

from itertools import product

import pytest
from access_registry import rule_of
from access_world import ACTORS, CLERK, ROLES, SUPERUSER, TELLING_WORD, VISITOR
from addresses import address_named, addresses
from browser import Browser, ask
from django.urls import set_urlconf
from page_checks import WANTED, content_faults, header_faults, language_faults, outline_faults
from walking import METHODS, QUESTIONS, is_owned, plan, walk, whole_plan

from club.core.capabilities import MATRIX
from club.models import Role

pytestmark = pytest.mark.django_db

PARTS = 24
ADDRESSES, QUESTIONS_PLANNED = 779, 8229
"""How many there were when last counted. Fewer is a decision: write it down here."""
SEARCHED = {
    "club": (
        *("persons", "members", "member_new", "member_import", "member_export", "members_invite", "joins"),
        *("duplicates", "join_form", "plans", "households", "equipment", "equipment_new", "equipment_item"),
        *("equipment_import", "equipment_export", "consents", "bank", "bank_settled", "bank_movement"),
        *("money", "money_export", "money_settings", "fee_runs", "invoices", "payments", "reminders"),
        *("retention", "desk_calendar", "desk_date_new", "venues", "notices", "notice_new", "audit"),
        *("invitation_new", "roles", "passes", "audit_csv", "jobs", "outbox", "desk_search"),
    ),
    "club-api": (
        *("persons", "join-requests", "erasure-requests", "invoices", "audit", "roles", "passes"),
        *("jobs", "outbox", "search"),
    ),
    "games": ("house_rules_list", "new_house_rules"),
    "games-api": ("games",),
    "tournaments": ("desk_check_in", "desk_cases"),
    "tournaments-api": ("cases", "precedents"),
}
"""Private pages that read their parameters, so that they are searched for people of the other club."""
A_PART = [pytest.param(number, id=f"{number + 1} of {PARTS}") for number in range(PARTS)]


def part_of(number):
    return addresses()[number::PARTS]


def assert_flawless(walked):
    """Show every fault, and what was planned and not asked though the address has the method."""
    faults = [fault for one in walked for fault in one.faults]
    faults += [f"{one.address.route} was not asked: {one.left_out}" for one in walked if one.left_out]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("number", A_PART)
def test_every_address_keeps_what_all_promise(number, clubs, refusals):
    walked = [walk(address, clubs) for address in part_of(number)]
    assert_flawless(walked)
    assert len(walked) >= ADDRESSES // PARTS
    assert sum(len(one.asked) for one in walked) >= 5 * len(walked)
    assert len(refusals) > 5
    searched = {one.address.name for one in walked if one.searched}
    wanted = {f"{space}:{name}" for space, names in SEARCHED.items() for name in names}
    assert wanted & {one.address.name for one in walked} <= searched


@pytest.mark.thorough
@pytest.mark.parametrize("number", A_PART)
def test_every_address_keeps_it_to_everybody(number, clubs):
    walked = [walk(address, clubs, whole_plan) for address in part_of(number)]
    assert_flawless(walked)


def test_nothing_is_left_out_of_the_plan():
    planned = {address: plan(address) for address in addresses()}
    assert len(planned) >= ADDRESSES
    assert sum(map(len, planned.values())) >= QUESTIONS_PLANNED
    assert sorted(one.route for number in range(PARTS) for one in part_of(number)) == sorted(
        one.route for one in planned
    )
    for address, questions in planned.items():
        for method in METHODS:
            actors = {one.actor for one in questions if one.method == method}
            assert {CLERK, VISITOR} < actors
        places = len(METHODS) * (2 if is_owned(address) else 1)
        assert len(set(whole_plan(address))) == len(ACTORS) * places
        assert set(questions) <= set(whole_plan(address))


def test_everybody_comes_and_an_owner_to_both_clubs():
    assert {VISITOR, SUPERUSER} < set(ACTORS)
    assert set(ROLES) == set(Role.values)
    planned = [one for address in addresses() for one in plan(address)]
    assert {(one.actor, one.is_own) for one in planned} == set(product(ACTORS, (True, False)))
    for address in addresses():
        if is_owned(address) and getattr(rule_of(address, "GET"), "capability", None):
            asked = {one.is_own for one in plan(address) if one.actor == CLERK and one.method == "GET"}
            assert asked == {True, False}, address.route


def test_an_owner_sees_whatever_the_officers_of_a_club_see():
    """The everyday walk searches for the other club's people as an owner and a visitor."""
    officers = {Role.SECRETARY, Role.TREASURER, Role.DIRECTOR}
    assert all(Role.OWNER in roles for roles in MATRIX.values() if roles & officers)


OF_ACCESS = ("undeclared", "unguarded", "blind_to_the_club", "scopeless", "shut", "strange", "broken")
BROKEN_PROMISES = {
    "undeclared": "declares no capability",
    "unguarded": "let in against the matrix",
    "blind_to_the_club": "let in against the matrix",
    "scopeless": "lack a scope",
    "shut": "kept out against the matrix",
    "strange": "declares no capability",
    "unheard_of": "no sample",
    "methodless": "answers none of",
    "broken": "broken",
    "bare": "Permissions-Policy is ''",
    "lax": "lets in too much",
    "framed": "X-Frame-Options is 'missing'",
    "scripted": "inline code '<script>'",
    "styled": "inline code ' style='",
    "handled": "inline code ' onclick='",
    "foreign_script": "from another site",
    "two_headings": "2 h1",
    "ids_twice": "id used twice: one",
    "untitled": "title",
    "wasteful": "queries of 30",
    "of_one_language": "not a word of Russian",
    "left_in_english": "left in English for ru: 'Save'",
    "marked_wrong": "not marked as ru",
    "telling": "shows somebody of the other club",
    "searching": "shows somebody of the other club",
}


@pytest.fixture
def leaky(settings):
    """The site with addresses that break promises, for which the URLconf is read once a test."""
    settings.ROOT_URLCONF = "leaky_addresses"
    set_urlconf(None)
    return lambda name: address_named(name, "leaky_addresses")


def is_found(name, said, walked):
    """Whether what is broken is among the faults of a walk, each of which names its address."""
    found = [line for line in walked.faults if said in line]
    if name == "blind_to_the_club" and not all("(foreign)" in line for line in found):
        return False
    route = walked.address.route.partition("<")[0]
    return bool(found) and all(route in line for line in walked.faults)


@pytest.mark.parametrize("planned", [plan, whole_plan])
def test_every_broken_promise_is_found(planned, clubs, leaky):
    names = BROKEN_PROMISES if planned is plan else OF_ACCESS
    walks = {name: walk(leaky(name), clubs, planned) for name in names}
    missed = {name for name, walked in walks.items() if not is_found(name, BROKEN_PROMISES[name], walked)}
    assert {name: walks[name].faults for name in missed} == {}


def test_a_page_that_keeps_every_promise_has_no_faults(clubs, leaky):
    walked = walk(leaky("sound_page"), clubs, whole_plan)
    assert walked.faults == []
    assert len(walked.asked) == len(METHODS) * len(ACTORS)


def test_what_is_not_there_keeps_the_promises_too(clubs):
    for path, status in (("/no/such/page", 404), ("/api/v1/games/999999/", 404)):
        asked = ask(clubs.client(VISITOR), "GET", path, language="ru")
        assert asked.status == status
        assert header_faults(asked.headers) + content_faults(asked.body.decode()) == []
        if asked.is_html:
            assert language_faults(asked.headers, asked.text, language="ru") == []
            assert outline_faults(asked.text, language="ru") == []


@pytest.mark.parametrize("name", WANTED)
def test_a_header_that_is_missing_is_found(name, clubs):
    headers = dict(ask(clubs.client(VISITOR), "GET", "/").headers)
    assert header_faults(headers) == []
    del headers[name]
    assert any(name in fault for fault in header_faults(headers))


@pytest.mark.parametrize(
    ("name", "layer", "said"),
    [("torn_by_nul", "PlainText", "broken"), ("of_any_number", "InvalidInputMiddleware", "is answered")],
)
def test_what_no_column_holds_is_asked_for(name, layer, said, clubs, leaky, settings, monkeypatch):
    monkeypatch.setattr("addresses.sample", lambda *_: 1)
    address = leaky(name)
    assert walk(address, clubs).faults == []
    settings.MIDDLEWARE = [one for one in settings.MIDDLEWARE if not one.endswith(f".{layer}")]
    clubs._browser = Browser()
    assert any(said in fault for fault in walk(address, clubs).faults)


def test_addresses_that_are_searched_exist_and_are_asked_every_question(clubs):
    assert {f"{space}:{name}" for space, names in SEARCHED.items() for name in names} <= {
        one.name for one in addresses()
    }
    walked = walk(address_named("club:audit"), clubs)
    assert {"?" + path.partition("?")[2] for _actor, path in walked.searched} == set(QUESTIONS)


def test_the_word_is_met_by_whoever_belongs_there(clubs):
    """What the walk looks for is there to be found."""
    path = address_named("club:members").path(clubs.foreign)
    seen = ask(clubs.client(SUPERUSER), "GET", path + QUESTIONS[1])
    assert TELLING_WORD.encode() in seen.body.lower()
