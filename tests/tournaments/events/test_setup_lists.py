"""Classes, fees, schedule, prizes and officials: set as a whole, renamed, refused, undone."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from event_rows import entry_named, latest, played_round, section_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from club.models import AuditEntry, Person
from tournaments.core.errors import ChangedMeanwhile
from tournaments.entries.services.entries import change_entry
from tournaments.events.errors import (
    ClassInUse,
    CurrencyMissing,
    NamedTwice,
    PrizeOfNothing,
    PrizesGrow,
    RoundBeyond,
    UnknownClass,
)
from tournaments.events.selectors.prize_groups import prize_groups
from tournaments.events.selectors.setup_facts import class_facts, fee_facts, prize_facts, schedule_facts
from tournaments.events.services.class_lists import set_entry_classes, sort_into_classes
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)
from tournaments.models import Section
from tournaments.prizes.selectors.prize_lists import money_categories, sharing_of
from tournaments.rounds.services.rounds import propose_round
from tournaments.standings.ranking.prizes import Contender, Sharing, awards

TEN, NOON = (datetime(2026, 11, 22, hour, tzinfo=UTC) for hour in (10, 12))
CLASSES = [{"name": "A", "lowest_rating": 1900}, {"name": "B", "highest_rating": 1899}]
PRIZES = [
    {"place": 1, "amount": 10000, "thing": "Cup"},
    {"place": 2, "amount": 6000},
    {"kind": "class", "category": "B", "place": 1, "amount": 3000},
    {"kind": "board", "board_number": 1, "thing": "Book"},
]


@world
def facts(section):
    facts = {"section_id": section.pk, "actor": SYSTEM}
    set_classes(rows=CLASSES, **facts)
    return facts


def fresh(section):
    return Section.objects.get(pk=section.pk)


def test_lists_are_set_as_a_whole_in_one_entry_each(section, facts):
    before = AuditEntry.objects.count()
    set_fees(rows=[{"category": "A", "label": " For   adults ", "amount": 1500, "currency": "EUR"}], **facts)
    set_prizes(rows=PRIZES, currency="EUR", sharing="hort", **facts)
    assert AuditEntry.objects.count() == before + 2
    set_prizes(rows=PRIZES, currency="EUR", sharing="hort", **facts)
    assert AuditEntry.objects.count() == before + 2  # the same again changes nothing
    assert fee_facts(section)["fees"][0]["label"] == "For adults"
    assert [row["place"] for row in prize_facts(fresh(section))["prizes"]] == [1, 2, 1, 1]
    set_prizes(rows=PRIZES[:1], currency="EUR", **facts)
    assert len(prize_facts(fresh(section))["prizes"]) == 1
    assert latest("tournaments.prizes.set").before["prize_sharing"] == "hort"


def test_a_class_that_is_renamed_takes_its_entries_fees_and_prizes_along(section, facts):
    anna = entry_named(section, "Abbott")
    change_entry(entry_id=anna.pk, category="A", actor=SYSTEM)
    change_entry(entry_id=entry_named(section, "Barker").pk, category="B", actor=SYSTEM)
    set_prizes(rows=PRIZES, currency="EUR", **facts)
    swapped = [CLASSES[0] | {"name": "B", "was": "A"}, CLASSES[1] | {"name": "A", "was": "B"}]
    set_classes(rows=swapped, **facts)
    assert [entry_named(section, name).category for name in ("Abbott", "Barker")] == ["B", "A"]
    assert section.prizes.get(kind="class").category == "A"
    undo_entry(entry_id=latest("tournaments.classes.set").pk, actor=SYSTEM)
    assert [entry_named(section, name).category for name in ("Abbott", "Barker")] == ["A", "B"]
    assert [row["name"] for row in class_facts(section)["classes"]] == ["A", "B"]


def test_a_class_in_use_stays(section, facts):
    change_entry(entry_id=entry_named(section, "Abbott").pk, category="A", actor=SYSTEM)
    with pytest.raises(ClassInUse) as refused:
        set_classes(rows=CLASSES[1:], **facts)
    assert refused.value.facts == {"name": "A", "entries": 1, "fees": 0, "prizes": 0}


@pytest.mark.parametrize(
    ("rows", "currency", "refusal"),
    [
        pytest.param([{"place": 1}], "EUR", PrizeOfNothing, id="nothing"),
        pytest.param([{"kind": "class", "thing": "x"}], "", PrizeOfNothing, id="no class named"),
        pytest.param([{"kind": "board", "thing": "x"}], "", PrizeOfNothing, id="no board named"),
        pytest.param([{"category": "A", "thing": "x"}], "", PrizeOfNothing, id="a class of the main prize"),
        pytest.param(
            [{"kind": "class", "category": "C", "thing": "x"}], "", UnknownClass, id="no such class"
        ),
        pytest.param([{"thing": "x"}, {"thing": "y"}], "", NamedTwice, id="a place twice"),
        pytest.param([{"amount": 5}, {"place": 2, "amount": 6}], "EUR", PrizesGrow, id="growing"),
        pytest.param([{"amount": 5}, {"place": 3, "amount": 4}], "EUR", PrizesGrow, id="a gap"),
        pytest.param([{"amount": 5}], "", CurrencyMissing, id="money of no currency"),
        pytest.param([{"amount": 5}], "eu", CurrencyMissing, id="no currency at all"),
        pytest.param([{"amount": -5, "thing": "x"}], "EUR", ValidationError, id="below nothing"),
    ],
)
def test_prizes_that_make_no_sense_are_refused(section, facts, rows, currency, refusal):
    with pytest.raises(refusal):
        set_prizes(rows=rows, currency=currency, **facts)
    assert not section.prizes.exists()


def test_the_list_is_what_the_prizes_are_handed_out_by(section, facts):
    set_prizes(rows=PRIZES, currency="EUR", sharing="by_place", **facts)
    change_entry(entry_id=entry_named(section, "Drummond").pk, category="B", actor=SYSTEM)
    propose_round(section_id=section.pk, actor=SYSTEM)
    section = fresh(section)
    entries = list(section.entries.order_by("number"))
    order = [Contender(entry.number, 10 - entry.number) for entry in entries]
    given = awards(order, money_categories(section, entries), sharing_of(section))
    assert [(one.number, one.amount, one.category) for one in given] == [
        (1, 10000, "main"),
        (2, 6000, "main"),
        (4, 3000, "class:B"),
    ]
    assert sharing_of(section) is Sharing.BY_PLACE
    money = [line.money for group in prize_groups(section) for line in group.lines]
    assert money == ["100 EUR", "60 EUR", "30 EUR", ""]


def test_a_round_begins_when_the_schedule_says(section, facts):
    set_schedule(rows=[{"number": 1, "starts_at": TEN}, {"number": 2, "starts_at": NOON}], **facts)
    first = played_round(section)
    assert first.starts_at == TEN
    second = propose_round(section_id=section.pk, actor=SYSTEM)
    assert second.starts_at == NOON
    set_schedule(rows=[{"number": 2, "starts_at": TEN}], **facts)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.starts_at, second.starts_at) == (TEN, TEN)  # what is closed stays
    undo_entry(entry_id=latest("tournaments.schedule.set").pk, actor=SYSTEM)
    assert [row["starts_at"] for row in schedule_facts(section)["schedule"]] == [TEN, NOON]
    with pytest.raises(RoundBeyond):
        set_schedule(rows=[{"number": 8, "starts_at": TEN}], **facts)


def test_officials_are_linked_with_persons_of_the_club(section):
    club = section.event.organisation
    anna = Person.objects.create(name="Anna Arbiter", organisation=club)
    for _ in range(2):
        Person.objects.create(name="Twice There", organisation=club)
    rows = [{"role": "chief_arbiter", "name": "anna arbiter"}, {"role": "arbiter", "name": "Twice There"}]
    set_officials(event_id=section.event_id, rows=rows, actor=SYSTEM)
    assert [row.person_id for row in section.event.officials.all()] == [anna.pk, None]
    with pytest.raises(NamedTwice):
        set_officials(event_id=section.event_id, rows=rows[:1] * 2, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.officials.set").pk, actor=SYSTEM)
    assert not section.event.officials.exists()


def test_an_older_page_and_a_player_change_nothing(section, facts, player):
    with pytest.raises(ChangedMeanwhile):
        set_fees(rows=[], version=section.version - 1, **facts)
    with pytest.raises(NotAllowed):
        set_prizes(section_id=section.pk, rows=PRIZES, currency="EUR", actor=player)


def test_what_was_changed_since_is_not_undone(section, facts):
    set_prizes(rows=PRIZES, currency="EUR", **facts)
    first = latest("tournaments.prizes.set")
    set_prizes(rows=PRIZES[:2], currency="EUR", **facts)
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=first.pk, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.prizes.set").pk, actor=SYSTEM)
    assert len(prize_facts(fresh(section))["prizes"]) == 4


def test_fees_take_a_currency_and_a_known_class(section, facts):
    for row in ({"currency": "euro"}, {"currency": "EUR", "category": "C"}):
        with pytest.raises((CurrencyMissing, UnknownClass, ValidationError)):
            set_fees(rows=[{"amount": 1} | row], **facts)
    other = section_of(players=0)
    assert not other.fees.exists()


def test_players_are_put_into_classes_by_hand_and_by_numbers(section, facts):
    anna, bob = entry_named(section, "Abbott"), entry_named(section, "Barker")
    set_classes(rows=[*CLASSES, {"name": "Guests", "words": "whoever is invited"}], **facts)
    set_entry_classes(classes={anna.pk: "Guests"}, **facts)
    done = sort_into_classes(**facts)
    told = {entry.name: entry.category for entry in section.entries.all()}
    assert told == {
        "Abbott": "Guests",
        "Barker": "A",
        "Cowie": "A",
        "Drummond": "B",
        "Anderson": "B",
        "Fraser": "B",
    }
    assert (len(done), sort_into_classes(**facts)) == (5, [])
    undo_entry(entry_id=latest("tournaments.entries.classed").pk, actor=SYSTEM)
    assert set(section.entries.values_list("category", flat=True)) == {"", "Guests"}
    with pytest.raises(UnknownClass):
        set_entry_classes(classes={bob.pk: "Nobody"}, **facts)
    assert set_entry_classes(classes={bob.pk + 1000: "A"}, **facts) == []
