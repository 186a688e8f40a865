"""Default orders name own columns: one through a foreign key joins the parents into every query."""

from datetime import date

import pytest
from club_evening import section_of
from django.apps import apps
from django.contrib import admin
from django.db.models import F, OrderBy

from tournaments.models import Entry, Event, GameResult, Pairing, Round, Section

OWN_APPS = ("club", "games", "tournaments")
SECTION_OF = {
    Section: lambda row: row,
    Entry: lambda row: row.section,
    Round: lambda row: row.section,
    Pairing: lambda row: row.round.section,
    GameResult: lambda row: row.pairing.round.section,
}


def name_of(term):
    """The field or path that a term of an ordering sorts by."""
    while isinstance(term, OrderBy):
        term = term.expression
    return term.name if isinstance(term, F) else term.lstrip("-")


def relations_in(ordering, meta):
    """Terms of an ordering that lead to another table: a foreign key by its name, or a path."""
    relations = {field.name for field in meta.get_fields() if field.is_relation}
    names = [name_of(term) for term in ordering]
    return [name for name in names if "__" in name or name in relations]


def own_models():
    return [model for model in apps.get_models() if model._meta.app_label in OWN_APPS]


def test_no_default_order_leads_through_a_foreign_key():
    models = own_models()
    assert {"Section", "FeeRule", "HouseRules"} <= {model.__name__ for model in models}
    found = {model._meta.label: relations_in(model._meta.ordering, model._meta) for model in models}
    assert {label: names for label, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "term",
    [
        "section",
        "-section",
        F("section"),
        F("section").desc(),
        "section__position",
        F("section__event").asc(),
    ],
)
def test_a_seeded_order_through_a_foreign_key_is_found(term):
    meta = apps.get_model("tournaments", "Round")._meta
    assert relations_in(("number", term), meta) == [name_of(term)]


def test_the_column_of_a_foreign_key_and_own_columns_are_allowed():
    meta = apps.get_model("tournaments", "Round")._meta
    assert relations_in(("section_id", "-number", F("state").asc(nulls_last=True), "pk"), meta) == []


@pytest.mark.django_db
def test_the_admin_lists_the_latest_event_first_and_boards_by_number(rf, admin_user):
    later, sooner = section_of(3), section_of(3)
    for section, day in ((later, date(2026, 12, 1)), (sooner, date(2026, 1, 1))):
        Event.objects.filter(pk=section.event_id).update(starts_on=day)
        row = Round.objects.create(section=section, number=1, state="published")
        first, second, third = section.entries.order_by("pk")
        Pairing.objects.create(round=row, white=third, bye="allocated")
        for board, pair in ((2, (second, third)), (1, (first, second))):
            pairing = Pairing.objects.create(round=row, white=pair[0], black=pair[1], board_number=board)
            GameResult.objects.create(pairing=pairing, number=1)
    request = rf.get("/")
    request.user = admin_user
    for model, found in SECTION_OF.items():
        rows = list(admin.site._registry[model].get_queryset(request))
        half = len(rows) // 2
        assert [found(row) for row in rows] == [later] * half + [sooner] * half, model
    boards = list(admin.site._registry[Pairing].get_queryset(request).values_list("board_number", flat=True))
    assert boards == [1, 2, None, 1, 2, None]
