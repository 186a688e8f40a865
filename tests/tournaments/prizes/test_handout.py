"""Prizes handed out by the standings in force: who gets what and why, in public and taken back."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import latest, play, played_round, published_round, section_of, somebody
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.live.published import PAGE_CACHE
from club.models import User
from tournaments.core.errors import ChangedMeanwhile, NothingToHandOut
from tournaments.entries.services.entries import change_entry
from tournaments.events.services.setup_lists import set_classes, set_prizes
from tournaments.models import Outcome, PrizeHandout
from tournaments.prizes.formatting import award_reason_text, prize_text
from tournaments.prizes.selectors.prize_awards import compute_awards, published_awards
from tournaments.prizes.services import award_prizes, is_current, withdraw_prizes
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def section():
    """Six players, one round in which every White won; the three lowest are of class B."""
    section = section_of()
    set_classes(section_id=section.pk, rows=[{"name": "B", "highest_rating": 1899}], actor=SYSTEM)
    for entry in section.entries.filter(rating__lt=1900):
        change_entry(entry_id=entry.pk, category="B", actor=SYSTEM)
    return section


def listed(section, *rows, sharing="equal"):
    set_prizes(section_id=section.pk, rows=rows, currency="EUR", sharing=sharing, actor=SYSTEM)
    section.refresh_from_db()


MONEY = (
    {"place": 1, "amount": 9000},
    {"place": 2, "amount": 5000},
    {"place": 3, "amount": 1000},
    {"kind": "class", "category": "B", "place": 1, "amount": 2000},
)


def award_rows(section):
    found = compute_awards(section)
    return [(line.name, prize_text(line, found.currency), line.category) for line in found.lines]


def test_nothing_is_handed_out_before_standings_are_published(section):
    listed(section, *MONEY)
    play(published_round(section))
    assert compute_awards(section) is None
    with pytest.raises(NothingToHandOut):
        award_prizes(section_id=section.pk, actor=SYSTEM)


def test_a_section_without_prizes_hands_out_nothing(section):
    played_round(section)
    with pytest.raises(NothingToHandOut):
        award_prizes(section_id=section.pk, actor=SYSTEM)


@pytest.mark.parametrize("sharing", ["equal", "hort", "by_place"])
def test_all_money_is_handed_out_and_nobody_has_two_prizes(section, sharing):
    listed(section, *MONEY, sharing=sharing)
    played_round(section)
    found = compute_awards(section)
    assert found.total + found.left == 17000
    assert found.left == 0
    assert len({line.number for line in found.lines}) == len(found.lines)
    reasons = [award_reason_text(line, found.sharing, found.currency) for line in found.lines]
    assert all(reason.startswith("Place ") for reason in reasons)
    shared = {"equal": "equal parts", "hort": "half of", "by_place": "Place"}[sharing]
    assert any(shared in reason for reason in reasons)


def test_equal_and_hort_share_what_the_places_bring(section):
    listed(section, *MONEY[:3])
    played_round(section)
    assert sorted(line.amount for line in compute_awards(section).lines) == [5000, 5000, 5000]
    listed(section, *MONEY[:3], sharing="hort")
    assert [line.amount for line in compute_awards(section).lines] == [7000, 5000, 3000]


def test_a_class_prize_goes_past_who_has_a_larger_one(section):
    listed(section, {"place": 1, "amount": 9000}, MONEY[3], sharing="by_place")
    played_round(section, Outcome.BLACK)
    first = compute_awards(section).lines[0]
    for entry in section.entries.all():
        change_entry(entry_id=entry.pk, category="B", actor=SYSTEM)
    found = compute_awards(section)
    line = next(line for line in found.lines if line.category == "B")
    assert (line.place, line.passed) == (2, [first.name])
    assert first.name in award_reason_text(line, found.sharing, found.currency)


def test_a_thing_goes_by_place_beside_money(section):
    listed(section, {"place": 1, "amount": 100, "thing": "Cup"}, {"place": 2, "thing": "Book"})
    played_round(section)
    things = [line for line in compute_awards(section).lines if line.thing]
    assert [(line.place, line.thing) for line in things] == [(1, "Cup"), (2, "Book")]


def test_what_is_public_stays_until_it_is_published_again(section):
    listed(section, *MONEY)
    row = played_round(section)
    made = award_prizes(section_id=section.pk, actor=SYSTEM)
    assert is_current(made, compute_awards(section))
    before = published_awards(section).lines
    pairing = row.pairings.filter(black__isnull=False).first()
    record_result(pairing_id=pairing.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM, reason="slip")
    assert published_awards(section).lines == before
    assert not is_current(PrizeHandout.objects.get(), compute_awards(section))
    award_prizes(section_id=section.pk, actor=SYSTEM)
    assert published_awards(section).lines == compute_awards(section).lines != before
    assert latest("tournaments.prizes.handed_out").before["round"] == 1


def test_the_standings_that_were_looked_at_are_those_that_count(section):
    listed(section, *MONEY)
    row = played_round(section)
    seen = compute_awards(section).snapshot
    pairing = row.pairings.filter(black__isnull=False).first()
    record_result(pairing_id=pairing.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM, reason="slip")
    with pytest.raises(ChangedMeanwhile):
        award_prizes(section_id=section.pk, snapshot=seen, actor=SYSTEM)


def test_both_ways_can_be_undone(section):
    listed(section, *MONEY)
    played_round(section)
    award_prizes(section_id=section.pk, actor=SYSTEM)
    root = User.objects.create_superuser("root@north.example", "x")
    actor = type(SYSTEM).of_user(root)
    undo_entry(entry_id=latest("tournaments.prizes.handed_out").pk, actor=actor, reason="too soon")
    assert published_awards(section) is None
    undo_entry(entry_id=latest("tournaments.prizes.taken_back").pk, actor=actor, reason="now")
    assert published_awards(section) is not None
    withdraw_prizes(section_id=section.pk, actor=SYSTEM)
    withdraw_prizes(section_id=section.pk, actor=SYSTEM)
    assert published_awards(section) is None


def test_pages_show_who_gets_what_once_it_is_public(section, client):
    listed(section, *MONEY)
    played_round(section)
    public = reverse("tournaments:prizes", args=[section.event.slug, section.slug])
    assert "No prizes published yet. They appear here automatically." in client.get(public).content.decode()
    desk = Client()
    desk.force_login(User.objects.create_superuser("root@north.example", "x"))
    page = desk.get(reverse("tournaments:desk_handout", args=[section.pk])).content.decode()
    address = reverse("tournaments:desk_award", args=[section.pk])
    assert "Awarded: 170 EUR." in page
    snapshot = compute_awards(section).snapshot
    answer = desk.post(address, {"act": "publish", "snapshot": snapshot}, follow=True).content.decode()
    assert "Prizes published." in answer
    PAGE_CACHE.clear()
    shown = client.get(public).content.decode()
    assert "Place 1 in the section." in shown
    standings = client.get(reverse("tournaments:standings", args=[section.event.slug, section.slug]))
    assert public in standings.content.decode()
    assert "Received" in desk.get(reverse("tournaments:handout_sheet", args=[section.pk])).content.decode()
    assert "Prizes unpublished." in desk.post(address, {"act": "take-back"}, follow=True).content.decode()
    assert "changed" in desk.post(address, {"act": "publish", "snapshot": "x"}, follow=True).content.decode()


def test_players_hand_out_nothing(section):
    with pytest.raises(NotAllowed):
        award_prizes(section_id=section.pk, actor=somebody("player"))
