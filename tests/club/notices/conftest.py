"""A club with a family of members, its secretary, and a notice."""

from datetime import date

import pytest
from django.core.cache import cache
from people import account, club
from senders import written

from club.core.actor import Actor
from club.jobs.services import jobs
from club.models import (
    Guardianship,
    Membership,
    MembershipPlan,
    Person,
    Role,
)

YOUNG = date(2016, 5, 6)


@pytest.fixture(autouse=True)
def without_worker(monkeypatch):
    """Nobody has tried or sent anything yet, and no worker hears of work."""
    cache.clear()
    monkeypatch.setattr(jobs, "wake", lambda **_queue: None)


@pytest.fixture
def secretary():
    return Actor.of_user(account("sam", role=Role.SECRETARY))


@pytest.fixture
def plan():
    return MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")


@pytest.fixture
def member(plan):
    def made(name, email="", **facts):
        at = facts.pop("at", club())
        person = Person.objects.create(name=name, organisation=at, email=email, **facts)
        Membership.objects.create(person=person, organisation=club(), plan=plan, starts_on=date(2026, 1, 1))
        return person

    return made


@pytest.fixture
def family(member):
    """Ann and Bob have an address, Cid has none, Dot is Ann's ward, Eve shares Bob's address."""
    ann = member("Ann", "ann@x.example")
    bob, cid = member("Bob", "bob@x.example"), member("Cid")
    dot = member("Dot", "dot@x.example", born_on=YOUNG)
    eve = member("Eve", "BOB@x.example")
    Guardianship.objects.create(guardian=ann, ward=dot)
    return {"ann": ann, "bob": bob, "cid": cid, "dot": dot, "eve": eve}


@pytest.fixture
def notice(secretary, family):
    return written(secretary)
