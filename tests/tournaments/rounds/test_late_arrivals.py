"""Players entered after a round was paired: seated, given a half-point bye, let in later, taken back."""

import pytest
from django.urls import reverse
from event_rows import board_of, entry_named, latest, paired_names, play, published_round, section_of

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from club.models import AuditEntry
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import EntryHasPlayed
from tournaments.entries.selectors.late_arrivals import late_arrivals
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import add_entries, readmit_entry, remove_entry, withdraw_entry
from tournaments.entries.services.forbidden_pairs import forbid_pair
from tournaments.models import ByeKind, Entry, Outcome, Pairing, Round
from tournaments.results.errors import RoundClosed
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import (
    AllRoundsPlayed,
    LaterRoundExists,
    NoOpponentFree,
    NotALateArrival,
    PairingImpossible,
    ResultsAlready,
)
from tournaments.rounds.services.late_arrivals import admit_next_round, give_late_bye, seat_late_arrival
from tournaments.rounds.services.pairings import dissolve_board, lock_board
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    propose_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.standings.selectors.standings import points_table

pytestmark = pytest.mark.django_db


def enter_late(section, *names):
    """Players who are entered now."""
    return add_entries(section_id=section.pk, lines=[EntryLine(name, 1500) for name in names], actor=SYSTEM)


def seat(row, entry, opponent=None):
    opponent_id = opponent.pk if opponent else None
    return seat_late_arrival(round_id=row.pk, entry_id=entry.pk, opponent_id=opponent_id, actor=SYSTEM)


def names_of(players):
    return [one.name for one in players]


def late_names(row):
    return names_of(late_arrivals(Round.objects.get(pk=row.pk)).players)


def place_of(row, entry):
    """The opponent's name, or the kind of bye."""
    pairing = board_of(row, entry.name)
    return pairing.bye or next(one.name for one in (pairing.white, pairing.black) if one.pk != entry.pk)


@pytest.fixture
def odd():
    """A published round of five players: one has the bye."""
    section = section_of(players=5)
    return published_round(section)


def test_a_late_arrival_plays_the_player_with_the_bye(odd):
    (reid,) = enter_late(odd.section, "Reid")
    free = odd.pairings.get(bye=ByeKind.ALLOCATED).white
    before = set(paired_names(odd)) - {(free.name, ByeKind.ALLOCATED)}
    row = seat(odd, reid)
    assert place_of(row, reid) == free.name
    assert board_of(row, "Reid").board_number == 3
    assert board_of(row, "Reid").games.count() == odd.section.games_per_pairing
    assert set(paired_names(row)) > before
    assert late_names(row) == []
    play(row)
    close_round(round_id=row.pk, actor=SYSTEM)
    second = propose_round(section_id=odd.section_id, actor=SYSTEM)
    assert "Reid" in {name for pair in paired_names(second) for name in pair}


def test_a_player_marked_as_absent_who_arrives_after_the_publication_is_late():
    section = section_of(players=6)
    away, asked = section.entries.order_by("-pk")[:2]
    check_in(entry_id=asked.pk, has_arrived=True, actor=SYSTEM)
    for entry in (away, asked):
        entry.absences.create(round_number=1)
    row = published_round(section)
    assert late_names(row) == []
    check_in(entry_id=away.pk, has_arrived=True, actor=SYSTEM)
    assert late_names(row) == [away.name]
    give_late_bye(round_id=row.pk, entry_id=away.pk, actor=SYSTEM)
    assert (late_names(row), place_of(row, away)) == ([], ByeKind.REQUESTED_HALF)


def test_a_player_marked_as_absent_is_seated_against_the_bye():
    section = section_of(players=6)
    away = section.entries.order_by("-pk").first()
    away.absences.create(round_number=1)
    row = published_round(section)
    free = row.pairings.get(bye=ByeKind.ALLOCATED).white
    check_in(entry_id=away.pk, has_arrived=True, actor=SYSTEM)
    seat(row, away)
    assert place_of(row, away) == free.name
    assert not row.pairings.exclude(bye="").exists()
    assert not away.absences.exists()


def test_two_late_arrivals_play_each_other(row):
    reid, _long = enter_late(row.section, "Reid", "Long")
    assert names_of(late_arrivals(row).opponents_of(reid)) == ["Long"]
    seat(row, reid)
    assert place_of(row, reid) == "Long"
    assert late_names(row) == []
    assert board_of(row, "Long").board_number == 4


def test_two_late_arrivals_may_play_each_other_and_leave_the_bye(odd):
    reid, long = enter_late(odd.section, "Reid", "Long")
    seat(odd, reid, long)
    assert place_of(odd, reid) == "Long"
    assert odd.pairings.filter(bye=ByeKind.ALLOCATED).count() == 1


def test_alone_in_a_full_round_there_is_nobody_to_play(row):
    (reid,) = enter_late(row.section, "Reid")
    with pytest.raises(NoOpponentFree):
        seat(row, reid)
    with pytest.raises(NoOpponentFree):
        seat(row, reid, entry_named(row.section, "Abbott"))


def test_two_who_are_kept_apart_are_not_seated_together(odd):
    (reid,) = enter_late(odd.section, "Reid")
    free = odd.pairings.get(bye=ByeKind.ALLOCATED).white
    forbid_pair(section_id=odd.section_id, first_id=free.pk, second_id=reid.pk, last_round=9, actor=SYSTEM)
    with pytest.raises((PairingImpossible, NoOpponentFree)):
        seat(odd, reid)


def test_a_half_point_bye_is_worth_a_draw(row):
    (reid,) = enter_late(row.section, "Reid")
    give_late_bye(round_id=row.pk, entry_id=reid.pk, actor=SYSTEM)
    assert place_of(row, reid) == ByeKind.REQUESTED_HALF
    drawn = row.section.draw_points * row.section.games_per_pairing
    assert points_table(row.section, after=1)[reid.pk] == drawn
    assert late_names(row) == []


def test_from_the_next_round_a_late_arrival_can_still_be_seated(odd):
    (reid,) = enter_late(odd.section, "Reid")
    admit_next_round(round_id=odd.pk, entry_id=reid.pk, actor=SYSTEM)
    reid.refresh_from_db()
    assert (place_of(odd, reid), reid.first_round) == (ByeKind.LATE_ENTRY, 2)
    assert (late_names(odd), late_arrivals(odd).open) == (["Reid"], [])
    seat(odd, reid)
    reid.refresh_from_db()
    assert (board_of(odd, "Reid").bye, reid.first_round) == ("", 1)


def test_after_the_last_round_there_is_no_next(row):
    row.section.rounds = 1
    row.section.save()
    (reid,) = enter_late(row.section, "Reid")
    with pytest.raises(AllRoundsPlayed):
        admit_next_round(round_id=row.pk, entry_id=reid.pk, actor=SYSTEM)


def drafted(section):
    return propose_round(section_id=section.pk, actor=SYSTEM)


def unpublished(section):
    """A late arrival of a published round that is a draft again."""
    row = published_round(section)
    enter_late(section, "Reid")
    return unpublish_round(round_id=row.pk, actor=SYSTEM)


def repaired(section):
    unpublished(section)
    return drafted(section)


def discarded(section):
    delete_round(round_id=unpublished(section).pk, actor=SYSTEM)
    return drafted(section)


def entered_beside(section):
    row = drafted(section)
    enter_late(section, "Reid")
    return row


@pytest.mark.parametrize("way", [unpublished, repaired, discarded, entered_beside])
def test_a_draft_is_paired_again_with_the_late_arrival(way):
    section = section_of(players=5)
    row = way(section)
    assert late_names(row) == ["Reid"]
    kept = row.pairings.filter(black__isnull=False).order_by("board_number").first()
    row = lock_board(
        round_id=row.pk,
        pairing_id=kept.pk,
        is_locked=True,
        version=Round.objects.get(pk=row.pk).version,
        actor=SYSTEM,
    )
    row = seat(row, entry_named(section, "Reid"))
    assert row.pairings.filter(pk=kept.pk).exists()
    assert board_of(row, "Reid").bye == ""
    assert row.pairings.filter(black__isnull=False).count() == 3
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)


@pytest.mark.parametrize("settle", [give_late_bye, admit_next_round])
def test_a_bye_in_a_draft_leaves_its_boards(settle):
    section = section_of(players=6)
    row = unpublished(section)
    boards = set(row.pairings.values_list("pk", flat=True))
    row = settle(round_id=row.pk, entry_id=entry_named(section, "Reid").pk, actor=SYSTEM)
    assert boards < set(row.pairings.values_list("pk", flat=True))
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)


def test_a_player_readmitted_after_the_pairing_is_a_late_arrival():
    section = section_of(players=6)
    cowie = entry_named(section, "Cowie")
    drafted(section)
    withdraw_entry(entry_id=cowie.pk, actor=SYSTEM)
    drafted(section)
    row = section.round_rows.get()
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    readmit_entry(entry_id=cowie.pk, actor=SYSTEM)
    assert late_names(row) == ["Cowie"]
    seat(row, cowie)
    assert late_names(row) == []


def test_a_board_taken_apart_makes_no_late_arrivals(section):
    row = drafted(section)
    pairing = row.pairings.filter(black__isnull=False).first()
    dissolve_board(round_id=row.pk, pairing_id=pairing.pk, version=row.version, actor=SYSTEM)
    assert late_names(row) == []


def test_closed_rounds_earlier_rounds_and_tables_have_none(odd):
    play(odd)
    (reid,) = enter_late(odd.section, "Reid")
    second = close_round(round_id=odd.pk, actor=SYSTEM) and drafted(odd.section)
    with pytest.raises(RoundClosed):
        seat(odd, reid)
    assert late_names(odd) == []
    assert "Reid" in {name for pair in paired_names(second) for name in pair}
    table = published_round(section_of(preset="round_robin", players=5))
    assert late_names(table) == []


def test_a_round_behind_keeps_the_one_before(row):
    play(row)
    drafted(row.section)
    (reid,) = enter_late(row.section, "Reid")
    with pytest.raises(LaterRoundExists):
        seat(row, reid)


def test_a_second_click_changes_nothing(odd):
    (reid,) = enter_late(odd.section, "Reid")
    seat(odd, reid)
    for again in (seat_late_arrival, give_late_bye, admit_next_round):
        with pytest.raises(NotALateArrival):
            again(round_id=odd.pk, entry_id=reid.pk, actor=SYSTEM)
    assert odd.pairings.count() == 3


def test_players_seat_nobody(odd, player):
    (reid,) = enter_late(odd.section, "Reid")
    for settle in (seat_late_arrival, give_late_bye, admit_next_round):
        with pytest.raises(NotAllowed):
            settle(round_id=odd.pk, entry_id=reid.pk, actor=player)


# Undo


def places(row):
    return {(one.white_id, one.black_id, one.bye) for one in Pairing.objects.filter(round=row)}


@pytest.mark.parametrize("settle", [seat_late_arrival, give_late_bye, admit_next_round])
def test_what_was_settled_is_undone(odd, director, settle):
    (reid,) = enter_late(odd.section, "Reid")
    before = places(odd)
    settle(round_id=odd.pk, entry_id=reid.pk, actor=SYSTEM)
    assert places(odd) != before
    undo_entry(entry_id=AuditEntry.objects.latest("pk").pk, actor=director)
    assert places(odd) == before
    assert Entry.objects.get(pk=reid.pk).first_round == 2
    assert late_names(odd) == ["Reid"]
    assert latest("tournaments.late.reopened").after["round"] == 1


def test_two_late_arrivals_are_both_late_again(row, director):
    reid, long = enter_late(row.section, "Reid", "Long")
    seat(row, reid)
    undo_entry(entry_id=latest("tournaments.late.seated").pk, actor=director)
    assert late_names(row) == ["Long", "Reid"]
    assert set(Entry.objects.filter(pk__in=[reid.pk, long.pk]).values_list("first_round", flat=True)) == {2}


def test_a_game_with_a_result_stays(odd, director):
    (reid,) = enter_late(odd.section, "Reid")
    seat(odd, reid)
    record_result(pairing_id=board_of(odd, "Reid").pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    with pytest.raises(ResultsAlready):
        undo_entry(entry_id=latest("tournaments.late.seated").pk, actor=director)


def test_what_was_settled_otherwise_since_is_not_undone(odd, director):
    (reid,) = enter_late(odd.section, "Reid")
    admit_next_round(round_id=odd.pk, entry_id=reid.pk, actor=SYSTEM)
    told = latest("tournaments.late.deferred")
    seat(odd, reid)
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=told.pk, actor=director)


# An entry made by mistake


@pytest.mark.parametrize("settle", [None, give_late_bye, admit_next_round])
def test_an_entry_without_a_game_is_taken_back(row, settle):
    (reid,) = enter_late(row.section, "Reid")
    if settle:
        settle(round_id=row.pk, entry_id=reid.pk, actor=SYSTEM)
    remove_entry(entry_id=reid.pk, actor=SYSTEM)
    assert not row.section.entries.filter(name="Reid").exists()
    assert row.pairings.count() == 3


@pytest.mark.parametrize("is_reopened", [False, True])
def test_an_entry_with_a_game_or_in_published_standings_stays(row, is_reopened):
    reid, long = enter_late(row.section, "Reid", "Long")
    give_late_bye(round_id=row.pk, entry_id=reid.pk, actor=SYSTEM)
    give_late_bye(round_id=row.pk, entry_id=long.pk, actor=SYSTEM)
    play(row)
    close_round(round_id=row.pk, actor=SYSTEM)
    if is_reopened:
        reopen_round(round_id=row.pk, actor=SYSTEM, reason="a slip was read wrongly")
    for name in ("Reid", "Abbott"):
        with pytest.raises(EntryHasPlayed):
            remove_entry(entry_id=entry_named(row.section, name).pk, actor=SYSTEM)


# The page and the interface


def test_the_page_of_the_round_offers_one_button_for_each_way(odd, client, director):
    enter_late(odd.section, "Reid")
    client.force_login(director.user)
    page = client.get(reverse("tournaments:desk_round", args=[odd.pk])).content.decode()
    free = odd.pairings.get(bye=ByeKind.ALLOCATED).white.name
    for word in (f"Seat now against {free}", "Half-point bye", "From next round", "Remove entry"):
        assert word in page
    entries = client.get(reverse("tournaments:desk_entries", args=[odd.section_id])).content.decode()
    assert "1 late arrival in round 1" in entries
    reid = entry_named(odd.section, "Reid")
    address = reverse("tournaments:desk_late", args=[odd.pk, "seat"])
    told = client.post(address, {"entry": reid.pk, "opponent": ""}, follow=True).content.decode()
    assert "Reid plays in round 1." in told
    assert 'id="late"' not in told
    again = client.post(address, {"entry": reid.pk}, follow=True).content.decode()
    assert "Reid is not a late arrival in round 1." in again
    assert client.post(reverse("tournaments:desk_late", args=[odd.pk, "elsewhere"])).status_code == 404


@pytest.mark.parametrize("act", ["half-bye", "next-round"])
def test_the_other_buttons(odd, client, director, act):
    (reid,) = enter_late(odd.section, "Reid")
    client.force_login(director.user)
    client.post(reverse("tournaments:desk_late", args=[odd.pk, act]), {"entry": reid.pk})
    expected = {"half-bye": ByeKind.REQUESTED_HALF, "next-round": ByeKind.LATE_ENTRY}
    assert place_of(odd, reid) == expected[act]


def test_the_entry_is_taken_back_from_the_page_of_the_round(odd, client, director):
    (reid,) = enter_late(odd.section, "Reid")
    client.force_login(director.user)
    told = client.post(
        reverse("tournaments:desk_entry_act", args=[reid.pk, "remove"]), {"back": "round"}, follow=True
    )
    assert told.redirect_chain[-1][0] == reverse("tournaments:desk_round", args=[odd.pk])
    assert not odd.section.entries.filter(name="Reid").exists()


def test_over_the_interface(odd, client, director):
    reid, long = enter_late(odd.section, "Reid", "Long")
    client.force_login(director.user)
    address = reverse("tournaments-api:late-arrivals", args=[odd.pk])
    told = client.get(address).json()
    free = odd.pairings.get(bye=ByeKind.ALLOCATED).white.name
    assert [(one["entry"]["name"], names_in(one["opponents"])) for one in told] == [
        ("Long", [free, "Reid"]),
        ("Reid", [free, "Long"]),
    ]
    for entry, act in ((reid, "seat"), (long, "half_bye")):
        sent = {"entry": entry.pk, "act": act}
        assert client.post(address, sent, content_type="application/json").status_code == 200
    assert client.get(address).json() == []
    refused = client.post(address, {"entry": long.pk, "act": "next_round"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_a_late_arrival")


def names_in(told):
    return [one["name"] for one in told]
