"""A club night from the pages of its rounds: who is away is not paired, who is on no list comes in."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import club_of, section_of, somebody
from worlds import world

from club.core.actor import SYSTEM
from club.models import Person
from tournaments.entries.services.check_ins import check_in
from tournaments.models import ByeKind, Entry, Outcome, RoundState
from tournaments.nights.errors import NobodyNamed, NoNightOpen
from tournaments.nights.services.nights import begin_night, come_to_night, end_night, pair_night
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round

pytestmark = pytest.mark.django_db


@world
def season():
    """Six members, one of whom stays at home tonight."""
    section = section_of(preset="club_night")
    begin_night(section_id=section.pk, actor=SYSTEM)
    for entry in section.entries.order_by("pk")[1:]:
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    return section


@world
def desk():
    client = Client()
    client.force_login(somebody("director", name="dora").user)
    return client


def latest(season):
    return season.round_rows.order_by("-number").first()


def play(row):
    for board in row.pairings.filter(black__isnull=False):
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)


def test_a_draft_of_the_next_round_leaves_out_who_is_away_and_is_of_the_night(season):
    away = season.entries.order_by("pk").first()
    row = propose_round(section_id=season.pk, actor=SYSTEM)
    assert row.night == season.nights.get()
    assert row.pairings.get(white=away).bye == ByeKind.REQUESTED_ZERO
    assert not row.pairings.filter(black=away).exists()
    check_in(entry_id=away.pk, has_arrived=True, actor=SYSTEM)
    again = propose_round(section_id=season.pk, actor=SYSTEM)
    assert not again.pairings.filter(bye=ByeKind.REQUESTED_ZERO).exists()


def test_the_page_of_a_round_goes_on_with_the_night_in_one_press(season, desk):
    first = pair_night(section_id=season.pk, actor=SYSTEM)
    address = reverse("tournaments:desk_round", args=[first.pk])
    assert "Close the round and pair the next" not in desk.get(address).content.decode()
    pair = reverse("tournaments:desk_night", args=[season.pk, "pair"])
    refused = desk.post(pair, {"back": "round"}, follow=True)
    assert refused.redirect_chain[-1][0] == reverse("tournaments:desk_round", args=[first.pk])
    assert "Round 1 has missing results, at board" in refused.content.decode()
    play(first)
    page = desk.get(address).content.decode()
    assert page.count("Close the round and pair the next") == 1
    assert "Pair the next round" not in page
    desk.post(pair, {"back": "round"})
    assert (latest(season).number, latest(season).state) == (2, RoundState.PUBLISHED)
    play(latest(season))
    end_night(section_id=season.pk, actor=SYSTEM)
    closed = desk.get(reverse("tournaments:desk_round", args=[latest(season).pk])).content.decode()
    assert "Go to club night" in closed


def test_who_is_on_no_list_is_entered_and_there_in_one_press(season, desk):
    Person.objects.create(name="Zoe Walker", organisation=club_of())
    page = desk.get(reverse("tournaments:desk_check_in", args=[season.pk])).content.decode()
    assert '<option value="Zoe Walker">' in page
    come = reverse("tournaments:desk_night", args=[season.pk, "come"])
    for name in ("  Zoe   Walker ", "zoe walker"):  # the second press changes nothing
        assert "is checked in." in desk.post(come, {"name": name}, follow=True).content.decode()
    entry = Entry.objects.get(section=season, name="Zoe Walker")
    assert entry.person.name == "Zoe Walker"
    assert season.nights.get().attendances.filter(entry=entry).count() == 1
    assert (
        '<option value="Zoe Walker">'
        not in desk.get(reverse("tournaments:desk_check_in", args=[season.pk])).content.decode()
    )
    assert "The name is missing." in desk.post(come, {"name": " "}, follow=True).content.decode()


def test_nobody_comes_without_a_name_or_a_night(season):
    with pytest.raises(NobodyNamed):
        come_to_night(section_id=season.pk, name=" ", actor=SYSTEM)
    end_night(section_id=season.pk, actor=SYSTEM)
    with pytest.raises(NoNightOpen):
        come_to_night(section_id=season.pk, name="Zoe", actor=SYSTEM)


def test_a_season_without_a_round_leads_to_its_night(desk):
    section = section_of(preset="club_night")
    page = desk.get(reverse("tournaments:desk_section", args=[section.pk])).content.decode()
    assert "Go to club night" in page
    assert "Pair round 1" not in page


def test_one_who_is_there_alone_is_told_so(desk):
    section = section_of(preset="club_night", players=0)
    begin_night(section_id=section.pk, actor=SYSTEM)
    come_to_night(section_id=section.pk, name="Ann", actor=SYSTEM)
    told = desk.post(reverse("tournaments:desk_night", args=[section.pk, "pair"]), follow=True)
    assert "Players present for this round: 1. A round needs two." in told.content.decode()
    assert not section.round_rows.exists()


@pytest.mark.parametrize(("players", "boards"), [(2, 1), (17, 8)])
def test_a_night_of_two_and_of_seventeen(players, boards):
    section = section_of(preset="club_night", players=0)
    begin_night(section_id=section.pk, actor=SYSTEM)
    for number in range(players):
        come_to_night(section_id=section.pk, name=f"Member {number}", actor=SYSTEM)
    row = pair_night(section_id=section.pk, actor=SYSTEM)
    assert row.pairings.filter(black__isnull=False).count() == boards
    assert row.pairings.filter(bye=ByeKind.ALLOCATED).count() == players % 2
