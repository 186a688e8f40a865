"""Club nights: who came, who plays whom, late ones, early leavers, and what the next night remembers."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import latest, section_of, somebody
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import add_entries
from tournaments.models import Attendance, ByeKind, ClubNight, Entry, Outcome, Pairing, RoundState
from tournaments.nights.errors import NobodyWaits, NoNightHere, NoNightOpen, NotHere, PlaysAlready
from tournaments.nights.selectors.nights import nights_of
from tournaments.nights.services.nights import begin_night, end_night, pair_night, seat_late
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import RoundUnfinished, TooFewPlayers
from tournaments.standings.selectors.standings import points_table

pytestmark = pytest.mark.django_db


@world
def season():
    """Six members who come when they can."""
    return section_of(preset="club_night")


def begin(season, **how):
    return begin_night(section_id=season.pk, actor=SYSTEM, **how)


def come(season, *names):
    for entry in season.entries.filter(name__in=names) if names else season.entries.all():
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)


def leave(season, name):
    check_in(entry_id=season.entries.get(name=name).pk, has_arrived=False, actor=SYSTEM)


def pair(season):
    return pair_night(section_id=season.pk, actor=SYSTEM)


def play(row, outcome=Outcome.WHITE):
    for board in row.pairings.filter(black__isnull=False):
        record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=SYSTEM)


def names(season):
    return list(season.entries.order_by("name").values_list("name", flat=True))


def bye_of(row):
    return row.pairings.get(bye=ByeKind.ALLOCATED).white.name


def test_who_is_here_is_paired_and_published_at_once_and_the_others_miss_it(season):
    begin(season)
    come(season, *names(season)[:4])
    row = pair(season)
    assert (row.state, row.night.attendances.count()) == (RoundState.PUBLISHED, 4)
    assert row.pairings.filter(black__isnull=False).count() == 2
    away = row.pairings.filter(bye=ByeKind.REQUESTED_ZERO).values_list("white__name", flat=True)
    assert sorted(away) == names(season)[4:]


def test_a_second_click_begins_nothing(season):
    assert begin(season) == begin(season)
    assert ClubNight.objects.count() == 1


def test_pairing_closes_the_round_that_is_on_which_takes_its_results(season):
    begin(season)
    come(season)
    first = pair(season)
    with pytest.raises(RoundUnfinished):
        pair(season)
    play(first)
    second = pair(season)
    first.refresh_from_db()
    assert (first.state, second.number, second.night) == (RoundState.CLOSED, 2, first.night)
    assert sum(points_table(season, after=1).values()) == 6


def test_a_late_one_plays_against_whoever_has_no_opponent(season):
    begin(season)
    come(season, *names(season)[:5])
    row = pair(season)
    alone, late = bye_of(row), names(season)[5]
    come(season, late)
    pairing = seat_late(entry_id=season.entries.get(name=late).pk, actor=SYSTEM)
    assert {pairing.white.name, pairing.black.name} == {alone, late}
    assert (pairing.board_number, pairing.games.count()) == (3, 1)
    assert not row.pairings.exclude(bye="").exists()
    assert latest("tournaments.night.seated").after["pairs"]
    row.refresh_from_db()
    assert len(row.reasons["pairs"]) == 3
    play(row)
    assert pair(season).pairings.count() == 3


def test_a_new_member_who_comes_late_is_seated_too(season):
    begin(season)
    come(season, *names(season)[:5])
    row = pair(season)
    (new,) = add_entries(section_id=season.pk, lines=[EntryLine("Zacharias")], actor=SYSTEM)
    check_in(entry_id=new.pk, has_arrived=True, actor=SYSTEM)
    pairing = seat_late(entry_id=new.pk, actor=SYSTEM)
    assert new.pk in {pairing.white_id, pairing.black_id}
    assert Entry.objects.get(pk=new.pk).first_round == row.number


def test_who_cannot_be_seated_is_told_why(season):
    begin(season)
    come(season, *names(season)[:4])
    pair(season)
    late = season.entries.get(name=names(season)[5])
    with pytest.raises(NotHere):
        seat_late(entry_id=late.pk, actor=SYSTEM)
    check_in(entry_id=late.pk, has_arrived=True, actor=SYSTEM)
    with pytest.raises(NobodyWaits):
        seat_late(entry_id=late.pk, actor=SYSTEM)


def test_who_sits_at_a_board_is_not_seated_again(season):
    begin(season)
    come(season, *names(season)[:5])
    row = pair(season)
    there = row.pairings.filter(black__isnull=False).first().white
    with pytest.raises(PlaysAlready):
        seat_late(entry_id=there.pk, actor=SYSTEM)


def test_who_leaves_early_is_not_in_the_next_round_and_was_there(season):
    night = begin(season)
    come(season)
    play(pair(season))
    leave(season, names(season)[0])
    row = pair(season)
    assert row.pairings.get(white__name=names(season)[0]).bye == ByeKind.REQUESTED_ZERO
    assert Attendance.objects.get(night=night, entry__name=names(season)[0]).left_at is not None


def test_a_name_tapped_by_mistake_was_not_there(season):
    night = begin(season)
    come(season)
    leave(season, names(season)[0])
    assert night.attendances.count() == 5


def test_the_end_closes_the_round_and_everybody_has_left(season):
    begin(season)
    come(season)
    row = pair(season)
    with pytest.raises(RoundUnfinished):
        end_night(section_id=season.pk, actor=SYSTEM)
    play(row)
    night = end_night(section_id=season.pk, actor=SYSTEM)
    assert not season.entries.filter(checked_in_at__isnull=False).exists()
    assert not night.attendances.filter(left_at__isnull=True).exists()
    with pytest.raises(NoNightOpen):
        pair(season)


def test_the_next_night_remembers(season):
    begin(season)
    come(season, *names(season)[:5])
    first = pair(season)
    play(first)
    end_night(section_id=season.pk, actor=SYSTEM)
    begin(season, as_last_time=True)
    second = pair(season)
    met = {frozenset((one.white_id, one.black_id)) for one in first.pairings.filter(black__isnull=False)}
    again = {frozenset((one.white_id, one.black_id)) for one in second.pairings.filter(black__isnull=False)}
    assert not met & again
    assert bye_of(first) != bye_of(second)
    told = [(one.came, one.played) for one in nights_of(season)]
    assert told == [(5, 1), (5, 1)]


def test_a_night_ended_by_mistake_goes_on(season):
    begin(season)
    come(season, *names(season)[:3])
    play(pair(season))
    leave(season, names(season)[0])
    end_night(section_id=season.pk, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.night.ended").pk, actor=SYSTEM)
    assert ClubNight.objects.get().closed_at is None
    here = season.entries.filter(checked_in_at__isnull=False).order_by("name")
    assert [one.name for one in here] == names(season)[1:3]


def test_a_night_is_for_seasons_and_for_those_who_run_them(season):
    with pytest.raises(NoNightHere):
        begin_night(section_id=section_of(name="Weekend").pk, actor=SYSTEM)
    with pytest.raises(NotAllowed):
        begin_night(section_id=season.pk, actor=somebody("arbiter"))


def test_nobody_there_is_no_round_and_nothing_is_left_half_done(season):
    begin(season)
    with pytest.raises(TooFewPlayers):
        pair(season)
    assert not season.round_rows.exists()


# -- pages -------------------------------------------------------------------------------------------


def desk_of(season):
    client = Client()
    client.force_login(somebody("director").user)
    return client


def do(client, season, act):
    return client.post(reverse("tournaments:desk_night", args=[season.pk, act]), follow=True)


def test_an_evening_from_the_page_of_the_check_in(season):
    client, page = desk_of(season), reverse("tournaments:desk_check_in", args=[season.pk])
    assert "Start tonight" in client.get(page).content.decode()
    do(client, season, "begin")
    for entry in season.entries.order_by("name")[:5]:
        client.post(reverse("tournaments:desk_tap", args=[entry.pk]), {"here": "1"})
    answer = do(client, season, "pair")
    boards = reverse("tournaments:desk_round", args=[season.round_rows.get().pk])
    assert answer.redirect_chain[-1][0] == boards
    late = season.entries.order_by("name").last()
    tapped = client.post(
        reverse("tournaments:desk_tap", args=[late.pk]), {"here": "1"}, headers={"HX-Request": "true"}
    )
    assert f"Pair late arrival {late.name} with" in tapped.content.decode()
    assert f"Pair late arrival {late.name} with" in client.get(page).content.decode()
    client.post(reverse("tournaments:desk_seat_late", args=[late.pk]))
    assert Pairing.objects.filter(black__isnull=False).count() == 3
    do(client, season, "end")
    assert ClubNight.objects.get().closed_at is None  # three results are not in
    play(season.round_rows.get())
    assert "The club night has ended." in do(client, season, "end").content.decode()
    assert "Start with the players of" in client.get(page).content.decode()


def test_other_sections_have_no_night_on_the_page(db):
    section = section_of()
    text = desk_of(section).get(reverse("tournaments:desk_check_in", args=[section.pk])).content.decode()
    assert 'id="night"' not in text


def test_a_night_over_the_interface(season):
    client, base = desk_of(season), "/api/v1"

    def ask(address, **sent):
        return client.post(f"{base}{address}", sent, content_type="application/json")

    assert ask(f"/sections/{season.pk}/nights/", held_on="2026-09-01").json()["held_on"] == "2026-09-01"
    for entry in season.entries.order_by("name")[:5]:
        client.put(
            f"{base}/entries/{entry.pk}/arrival", {"has_arrived": True}, content_type="application/json"
        )
    assert len(ask(f"/sections/{season.pk}/nights/pair").json()["boards"]) >= 3
    late = season.entries.order_by("name").last()
    client.put(f"{base}/entries/{late.pk}/arrival", {"has_arrived": True}, content_type="application/json")
    assert ask(f"/entries/{late.pk}/seat-late").status_code == 200
    assert ask(f"/sections/{season.pk}/nights/end").json()["code"] == "round_unfinished"
    play(season.round_rows.get())
    assert ask(f"/sections/{season.pk}/nights/end").json()["came"] == 6
    (told,) = client.get(f"{base}/sections/{season.pk}/nights/").json()
    assert (told["played"], told["closed_at"] is None) == (1, False)
