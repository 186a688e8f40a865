"""Persons kept twice are found in a club of any size: compared once, kept, brought up to date by itself."""

import random
from datetime import date, timedelta
from itertools import combinations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from club.duplicates import selectors as duplicate_selectors
from club.duplicates.selectors import ComparedPerson, probable_pairs
from club.members.selectors.similar_names import Newcomer, duplicate_candidates
from club.models import FederationNumber, Organisation, Person

FIRST = ("Jan", "Jon", "John", "Johan", "Piet", "Pieter", "Anna", "Anne", "Sanne", "Kees")
FAMILY = (
    *("Smit", "Smith", "Smits", "Bos", "Vos", "Dijk"),
    *("Dijks", "Dyk", "Jansen", "Janssen", "de Vries", "Vries"),
)


@pytest.fixture
def club(db):
    cache.clear()
    yield Organisation.objects.create(name="North", slug="north")
    cache.clear()


def person(club, name, **facts):
    return Person.objects.create(name=name, organisation=club, **facts)


def crowd(club, number, seed=6):
    """Many who are alike: few names, few birthdays, families at one address, some with numbers."""
    chance = random.Random(seed)  # noqa: S311 - a fixed crowd
    for _one in range(number):
        somebody = person(
            club,
            f"{chance.choice(FIRST)} {chance.choice(FAMILY)}",
            born_on=chance.choice([None, date(1980, 1, 1) + timedelta(days=chance.randrange(12))]),
            email=chance.choice(["", "", f"m{chance.randrange(20)}@club.example"]),
        )
        if chance.random() < 0.2:
            FederationNumber.objects.create(
                person=somebody, body=chance.choice(["KNDB", "FMJD"]), number=str(chance.randrange(30))
            )


def found(club):
    return {(one.first, one.second, one.by) for one in probable_pairs(organisation_id=club.pk)}


def everybody_compared(club):
    """Each with each, without keys, crowds and what is kept."""
    known = [ComparedPerson(*row) for row in duplicate_selectors._rows(club.pk)]
    pairs = [pair for pair in combinations(known, 2) if not set(pair[0].keys).isdisjoint(pair[1].keys)]
    return {(one.first, one.second, one.by) for one in duplicate_selectors._compare(pairs)}


def test_the_pairs_are_those_that_comparing_each_with_each_finds(club):
    crowd(club, 120)

    pairs = found(club)

    assert len(pairs) > 50
    assert pairs == everybody_compared(club)


def test_what_changed_alone_is_compared_again_and_gives_what_the_whole_club_gives(club, monkeypatch):
    crowd(club, 90)
    found(club)
    monkeypatch.setattr(
        duplicate_selectors, "_neighbours", None
    )  # the whole club is not compared a second time

    one, other, gone = Person.objects.filter(organisation=club).order_by("pk")[5:8]
    one.name, one.born_on = "Kees Janssen", None
    one.save()
    FederationNumber.objects.update_or_create(person=other, body="KNDB", defaults={"number": "1"})
    gone.federation_numbers.all().delete()
    gone.delete()
    person(club, "Jon Smith", email="m1@club.example")

    assert found(club) == everybody_compared(club)


def test_an_unchanged_club_is_not_compared_again(club, monkeypatch):
    crowd(club, 40)
    pairs = found(club)
    monkeypatch.setattr(duplicate_selectors, "_compare", None)

    with CaptureQueriesContext(connection) as asked:
        assert found(club) == pairs

    assert len(asked) == 3


def test_a_stopgap_address_that_all_have_does_not_compare_all_with_all(club, monkeypatch):
    Person.objects.bulk_create(
        Person(name=f"{number:04} Alone{number:04}", search_key=f"alone{number:04}", email="club@x.example",
               born_on=date(1900, 1, 1), organisation=club)
        for number in range(300)
    )  # fmt: skip
    looked, same_person = [], duplicate_selectors.same_person
    monkeypatch.setattr(
        duplicate_selectors, "same_person", lambda **facts: looked.append(1) or same_person(**facts)
    )

    found(club)

    assert 0 < len(looked) <= 300 * duplicate_selectors.NEIGHBOURS  # each with each: 44,850


def test_two_clubs_are_compared_each_by_itself(club):
    other = Organisation.objects.create(name="South", slug="south")
    person(club, "Jan Smit", born_on=date(1980, 1, 1))
    person(other, "Jan Smit", born_on=date(1980, 1, 1))

    assert not found(club)
    assert not found(other)


def test_former_members_look_alike_and_are_nobody(club):
    for number in (1, 2):
        person(club, f"Former member {number}", erased_at=timezone.now())

    assert not found(club)
    newcomer = Newcomer(name="Former member 3")
    assert duplicate_candidates(organisation_id=club.pk, newcomers=[newcomer]) == [[]]
