"""List of 20,000 members on SQLite, compared with a plain changelist of Django's admin on the same tables.

    python -m benchmarks.members [MEMBERS]

One process, whole responses through the middleware, processor time; alternating rounds, medians. The
changelist has the same columns, fifty rows a page and no permission checks. Its search uses the database's
case-insensitive match.

"""

import os
import random
import sys
from collections.abc import Callable
from datetime import date
from statistics import median
from time import process_time

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "club.config.testing"
os.environ.pop("DATABASE_URL", None)
django.setup()

from django.contrib import admin  # noqa: E402 - tables are known after the set-up
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Prefetch  # noqa: E402
from django.test import Client, RequestFactory  # noqa: E402

from benchmarks.machine import heading, row, verdict_on  # noqa: E402
from club.core.names import family_first, search_key  # noqa: E402
from club.models import Membership, MembershipPlan, Organisation, Person, Role, RoleGrant, User  # noqa: E402

MEMBERS, ROUNDS, BUDGET = 20_000, 9, 150.0
FIRST = ("José", "Anna", "Piet", "Łukasz", "Ilse", "Mehmet", "Åsa", "Chloé", "Ivan", "Grace")
MIDDLE = ("", "de", "van der", "von", "")
LAST = ("Muñoz", "Vries", "Berg", "Nowak", "Jansen", "Øster", "Dupont", "Petrov", "Smith", "Yilmaz")
OURS = {
    "first page": "",
    "last page": "?page=last",
    "a search": "?q=munoz+jose",
    "a search for one": "?q=name12345",
    "a plan": "?plan=2",
    "a consent missing": "?lacks=photo",
    "birthdays of a month": "?month=11",
}


def fill(members: int) -> User:
    """Create one club with the members; return the secretary's account."""
    call_command("migrate", verbosity=0)
    club = Organisation.objects.create(slug="north", name="North")
    plans = [
        MembershipPlan.objects.create(organisation=club, name=name, kind="adult") for name in ("Adult", "Old")
    ]
    chance = random.Random(20_000)  # noqa: S311 - a fixed crowd
    persons = []
    for number in range(members):
        name = " ".join(
            filter(None, (chance.choice(FIRST), chance.choice(MIDDLE), f"Name{number}", chance.choice(LAST)))
        )
        born_on = date(1930 + number % 80, 1 + number % 12, 1 + number % 28)
        person = Person(name=name, sort_name=family_first(name), organisation=club, born_on=born_on)
        person.search_key, person.birthday = search_key(name, person.sort_name), f"{born_on:%m-%d}"
        persons.append(person)
    with transaction.atomic():
        made = Person.objects.bulk_create(persons, batch_size=1000)
        spans = [
            Membership(person=one, organisation=club, plan=plans[at % 2], starts_on=date(2020, 1, 1))
            for at, one in enumerate(made)
        ]
        Membership.objects.bulk_create(spans, batch_size=1000)
    user = User.objects.create_superuser("peer@north.example", "x")
    RoleGrant.objects.create(user=user, role=Role.SECRETARY, organisation=club)
    return user


class Peer(admin.ModelAdmin):  # type: ignore[type-arg]
    """Plain Django changelist: the same columns, page size, order and search."""

    list_display = ("name", "plan", "born_on")
    search_fields = ("name",)
    list_per_page = 50
    ordering = ("name", "pk")

    def get_queryset(self, _request: object) -> object:
        """Return members with their plans, as the list has them."""
        rows = Membership.objects.select_related("plan")
        return Person.objects.filter(memberships__state="active").prefetch_related(
            Prefetch("memberships", queryset=rows, to_attr="spans")
        )

    def plan(self, person: Person) -> str:
        """Return the plan of the newest membership."""
        return person.spans[0].plan.name  # type: ignore[attr-defined]


def timed(ask: Callable[[], object]) -> float:
    """Return the processor time of one response in milliseconds, as the machine may have other load."""
    begun = process_time()
    ask()
    return (process_time() - begun) * 1000


def main(arguments: list[str]) -> int:
    """Fill, measure, report; return 1 if a page exceeds its budget."""
    members = int(arguments[0]) if arguments else MEMBERS
    heading(f"The list of {members:,} members, SQLite, one process")
    user = fill(members)
    client, factory, peer = Client(), RequestFactory(), Peer(Person, admin.AdminSite())
    client.force_login(user)

    def ours(query: str) -> None:
        answer = client.get(f"/desk/club/members/{query}")
        assert answer.status_code == 200, answer.status_code  # noqa: S101 - a benchmark of the page itself

    def theirs(query: str) -> None:
        request = factory.get(f"/admin/{query}")
        request.user = user
        peer.changelist_view(request).render()  # type: ignore[attr-defined]

    last = -(-members // 50)
    other = {
        "first page": "",
        "last page": f"?p={last}",
        "a search": "?q=Jos",
        "a search for one": "?q=name12345",
    }
    slowest = 0.0
    for name, query in OURS.items():
        ours(query)
        asked: list[str] = []
        with connection.execute_wrapper(
            lambda go, sql, *rest, asked=asked: asked.append(sql) or go(sql, *rest)
        ):
            ours(query)
        times, peers = [], []
        for _ in range(ROUNDS):
            times.append(timed(lambda query=query: ours(query)))
            if name in other:
                peers.append(timed(lambda query=other[name]: theirs(query)))
        slowest = max(slowest, median(times))
        peer_time = median(peers) if peers else 0.0
        told = f"Django's changelist: {peer_time:.0f}" if peers else ""
        ratio = f"{peer_time / median(times):.1f}" if peers else ""
        row(f"{name}, ms of processor ({len(asked)} queries)", f"{median(times):.0f}", told, ratio)
    print()
    return not verdict_on("slowest page of members", slowest, BUDGET, "ms", at_most=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
