"""What a section settles of its system: read with types, honoured by the engines, changed at the desk."""

import dataclasses
from itertools import pairwise

import pytest
from django.db.models import Q
from django.urls import reverse
from event_rows import entry_named, latest, paired_names, play, played_round, published_round, section_of

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.models import User
from tournaments.core.errors import AccelerationUnfit, OptionUnfit, UnknownOption
from tournaments.core.section_options import (
    OPTIONS,
    SectionOptions,
    Separation,
    effective_options,
    options_of,
    options_read_by,
    read_options,
)
from tournaments.core.translate import snapshot_of
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import FixedBoardTaken, NoPair, NumbersNotDrawn, PairForbiddenAlready
from tournaments.entries.services.entries import add_entries, change_entry
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.events.option_labels import OPTION_TEXTS
from tournaments.events.services.events import change_section
from tournaments.events.systems import SYSTEMS
from tournaments.models import Entry, ForbiddenPair, Section
from tournaments.pairing.checking.findings import Code
from tournaments.rounds.checks import round_report
from tournaments.rounds.errors import PairingImpossible
from tournaments.rounds.services.pairings import lock_board, swap_players
from tournaments.rounds.services.rounds import propose_round

pytestmark = pytest.mark.django_db


def settle(section, **options):
    section = Section.objects.get(pk=section.pk)
    return change_section(section_id=section.pk, version=section.version, options=options, actor=SYSTEM)


def proposed(section):
    return propose_round(section_id=section.pk, actor=SYSTEM)


def meetings(row):
    return {frozenset(pair) for pair in paired_names(row)}


def test_every_option_is_typed_named_and_read_by_a_known_system():
    fields = {field.name for field in dataclasses.fields(SectionOptions)}
    assert fields == set(OPTIONS) == set(OPTION_TEXTS)
    assert {system for option in OPTIONS.values() for system in option.systems} <= set(SYSTEMS)
    usual = SectionOptions()
    for name, option in OPTIONS.items():
        assert option.read(name, getattr(usual, name)) == getattr(usual, name)


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"rematches": "never"}, UnknownOption),
        ({"rematch": "sometimes"}, OptionUnfit),
        ({"rematch": ["never"]}, OptionUnfit),
        ({"cycles": 0}, OptionUnfit),
        ({"cycles": True}, OptionUnfit),
        ({"cycles": "2"}, OptionUnfit),
        ({"keizer_bye": 121}, OptionUnfit),
        ({"third_place": 1}, OptionUnfit),
        ({"third_place": None}, OptionUnfit),
    ],
)
def test_what_is_no_option_or_no_value_of_it_is_refused_by_name(given, refusal):
    with pytest.raises(refusal) as caught:
        read_options(given)
    assert caught.value.facts["option"] == next(iter(given))


def test_options_are_merged_taken_back_and_kept_on_the_trail():
    section = section_of(preset="acf", deck="")
    settle(section, rematch="last_round", start="fold")
    section = settle(section, start=None)
    assert section.options == {"rematch": "last_round"}
    assert options_of(section).start == "slide"
    entry = latest("tournaments.section.changed")
    assert entry.before["options"] == {"rematch": "last_round", "start": "fold"}
    with pytest.raises(OptionUnfit):
        settle(section, rematch="twice")
    assert Section.objects.get(pk=section.pk).options == {"rematch": "last_round"}
    assert set(effective_options(section)) == set(options_read_by("match_swiss"))


def test_what_a_report_brought_along_stays_and_is_not_sent():
    section = section_of()
    Section.objects.filter(pk=section.pk).update(options={"round_days": ["2026/11/21"]})
    assert settle(section, acceleration="baku").options == {
        "round_days": ["2026/11/21"],
        "acceleration": "baku",
    }
    for name in ("lent_points", "round_days"):
        with pytest.raises(UnknownOption):
            settle(section, **{name: [{"x": 1}]})


def test_accelerated_rounds_lend_points_to_the_upper_half():
    section = settle(section_of(players=8, rounds=5), acceleration="baku")
    row = published_round(section)
    assert meetings(row) == {
        frozenset(pair)
        for pair in (
            ("Abbott", "Cowie"),
            ("Barker", "Drummond"),
            ("Anderson", "Gardner"),
            ("Fraser", "Heffner"),
        )
    }
    assert [player.virtual_in(1) for player in snapshot_of(section, 1).players] == [2] * 4 + [0] * 4
    assert round_report(row).is_legal
    settle(section, acceleration="none")
    assert snapshot_of(Section.objects.get(pk=section.pk), 1).players[0].virtual == ()


def test_acceleration_wants_two_draws_to_make_a_win():
    section = settle(section_of(), acceleration="baku")
    with pytest.raises(AccelerationUnfit) as refusal:
        change_section(section_id=section.pk, version=section.version, win_points=3, actor=SYSTEM)
    assert refusal.value.facts == {"win": 3, "draw": 1, "loss": 0}
    elsewhere = section_of(preset="acf", win_points=3, draw_points=1)
    assert settle(elsewhere, acceleration="baku").options == {"acceleration": "baku"}


@pytest.mark.parametrize(("start", "opponent"), [("fold", "Heffner"), ("slide", "Anderson")])
def test_the_start_pattern_says_who_meets_the_first(start, opponent):
    section = settle(section_of(preset="acf", players=8, deck=""), start=start)
    assert frozenset({"Abbott", opponent}) in meetings(proposed(section))


def test_a_second_meeting_in_the_last_round_is_no_fault():
    section = settle(section_of(preset="acf", players=2, deck="", rounds=2), rematch="last_round")
    played_round(section)
    row = proposed(section)
    assert meetings(row) == {frozenset({"Abbott", "Barker"})}
    assert round_report(row).is_legal


def of_clubs(section, *clubs):
    for entry, club in zip(section.entries.order_by("-rating"), clubs, strict=True):
        change_entry(entry_id=entry.pk, club_name=club, actor=SYSTEM)


@pytest.mark.parametrize(
    "system", ["match_swiss", "fide_dutch_2026", "double_swiss_2026", "keizer", "club_night"]
)
def test_players_of_one_club_never_meet_where_that_is_settled(system):
    section = section_of(players=4, system=system, games_per_pairing=2)
    of_clubs(section, "x", "y", "x", "y")
    settle(section, club_apart="no")
    before = {group for player in snapshot_of(fresh(section), 1).players for group in player.groups}
    assert before == set()
    settle(section, club_apart="hard")
    row = proposed(section)
    assert all(len(pair & {"Abbott", "Cowie"}) == 1 for pair in meetings(row))
    of_clubs(section, "x", "x", "x", "x")
    with pytest.raises(PairingImpossible):
        proposed(section)


def fresh(section):
    return Section.objects.get(pk=section.pk)


def test_clubs_are_kept_apart_softly_unless_it_is_settled_otherwise():
    section = section_of(preset="acf", players=4, deck="")
    of_clubs(section, "x", "y", "x", "y")
    assert options_of(section).apart("club") == Separation.SOFT
    assert frozenset({"Abbott", "Cowie"}) not in meetings(proposed(section))
    settle(section, club_apart="no")
    row = proposed(section)
    assert frozenset({"Abbott", "Cowie"}) in meetings(row)
    assert not round_report(row).about(Code.SAME_GROUP)


def test_a_round_robin_of_two_cycles_with_and_without_the_swap():
    rounds = {}
    for swaps in (True, False):
        section = section_of(preset="round_robin", players=4)
        settle(section, cycles=2, swap_last_rounds=swaps)
        rounds[swaps] = []
        for _ in range(6):
            row = published_round(section)
            assert round_report(row).findings == ()
            rounds[swaps].append(meetings(row))
            play(row)
    assert rounds[True][1:3] == rounds[False][1:3][::-1]
    assert rounds[True][3:] == rounds[False][3:]


def test_numbers_by_the_varma_tables_keep_federations_from_meeting_late():
    section = section_of(preset="round_robin", players=10)
    for at, entry in enumerate(section.entries.order_by("-rating")):
        change_entry(entry_id=entry.pk, federation="AAA" if at < 3 else f"B{at:02}", actor=SYSTEM)
    settle(section, numbering="varma")
    row = proposed(section)
    assert row.reasons["round"][0]["code"] == "seed"
    numbers = dict(section.entries.values_list("name", "number"))
    assert sorted(numbers.values()) == list(range(1, 11))
    late = [played_round(section) for _ in range(9)][-3:]
    same = {frozenset(pair) for pair in pairwise(("Abbott", "Barker", "Cowie", "Abbott"))}
    assert not same & {pair for one in late for pair in meetings(one)}


def test_the_varma_tables_are_for_nine_players_or_more_and_not_for_trees():
    section = settle(section_of(preset="round_robin", players=4), numbering="varma")
    with pytest.raises(NumbersNotDrawn):
        proposed(section)
    with pytest.raises(OptionUnfit):
        settle(section_of(preset="knockout", players=4), numbering="varma")


def test_a_board_of_ones_own_is_kept_in_every_round():
    section = section_of(players=6)
    fraser = entry_named(section, "Fraser")
    change_entry(entry_id=fraser.pk, fixed_board=7, actor=SYSTEM)
    abbott = entry_named(section, "Abbott")
    change_entry(entry_id=abbott.pk, fixed_board=2, actor=SYSTEM)
    with pytest.raises(FixedBoardTaken) as taken:
        change_entry(entry_id=entry_named(section, "Barker").pk, fixed_board=2, actor=SYSTEM)
    assert taken.value.facts == {"name": "Abbott", "board": 2}
    for _ in range(2):
        row = published_round(section)
        assert sorted(row.pairings.values_list("board_number", flat=True)) == [1, 2, 7]
        assert board_at(row, fraser) == 7
        assert board_at(row, abbott) == 2
        play(row)


def board_at(row, entry):
    return row.pairings.get(Q(white=entry) | Q(black=entry)).board_number


def test_a_locked_board_and_a_swap_yield_to_a_board_of_ones_own():
    section = section_of(players=6)
    row = proposed(section)
    first = row.pairings.get(board_number=1)
    row = lock_board(round_id=row.pk, pairing_id=first.pk, is_locked=True, version=row.version, actor=SYSTEM)
    other = row.pairings.get(board_number=2).white
    change_entry(entry_id=other.pk, fixed_board=1, actor=SYSTEM)
    row = proposed(section)
    assert board_at(row, other) == 1
    assert row.pairings.get(pk=first.pk).board_number == 2
    third = row.pairings.get(board_number=3).white
    row = swap_players(
        round_id=row.pk, first_id=other.pk, second_id=third.pk, version=row.version, actor=SYSTEM
    )
    assert board_at(row, other) == 1
    assert sorted(row.pairings.values_list("board_number", flat=True)) == [1, 2, 3]


def test_two_kept_apart_do_not_meet_in_those_rounds():
    section = section_of(players=4)
    one, other = (entry_named(section, name) for name in ("Abbott", "Cowie"))
    pair = forbid_pair(
        section_id=section.pk, first_id=one.pk, second_id=other.pk, first_round=3, last_round=1, actor=SYSTEM
    )
    assert (pair.first_round, pair.last_round) == (1, 3)
    assert frozenset({"Abbott", "Cowie"}) not in meetings(proposed(section))
    with pytest.raises(PairForbiddenAlready):
        forbid_pair(section_id=section.pk, first_id=other.pk, second_id=one.pk, first_round=3, actor=SYSTEM)
    later = forbid_pair(
        section_id=section.pk, first_id=other.pk, second_id=one.pk, first_round=4, actor=SYSTEM
    )
    allow_pair(pair_id=pair.pk, actor=SYSTEM)
    assert frozenset({"Abbott", "Cowie"}) in meetings(proposed(section))
    undo_entry(entry_id=latest("tournaments.pair.allowed").pk, actor=SYSTEM)
    assert ForbiddenPair.objects.filter(first=one, second=other, first_round=1, last_round=3).exists()
    allow_pair(pair_id=later.pk, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.pair.forbidden").pk, actor=SYSTEM)
    assert not ForbiddenPair.objects.exists()


def test_a_pair_is_of_two_players_of_the_section():
    section, other = section_of(players=2), section_of(players=1)
    one, stranger = entry_named(section, "Abbott"), entry_named(other, "Abbott")
    for second in (one.pk, stranger.pk, 0):
        with pytest.raises(NoPair):
            forbid_pair(section_id=section.pk, first_id=one.pk, second_id=second, actor=SYSTEM)


@pytest.fixture
def desk(client):
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    return client


def base(section):
    return {
        "name": section.name,
        "variant": section.variant,
        "law_book": section.law_book,
        "system": section.system,
        "rounds": section.rounds,
        "games_per_pairing": section.games_per_pairing,
        "scoring": section.scoring,
        "win_points": section.win_points,
        "draw_points": section.draw_points,
        "loss_points": section.loss_points,
        "bye_points": section.bye_points,
        "initial_colour": section.initial_colour,
        "player_reports": section.player_reports,
        "upset_difference": section.upset_difference,
        "tie_break_list": ", ".join(section.tie_breaks),
        "version": section.version,
    }


def test_the_settings_page_keeps_the_options_of_the_chosen_system(desk):
    section = section_of(players=4)
    page = reverse("tournaments:desk_settings", args=[section.pk])
    text = desk.get(page).content.decode()
    assert "Lends points to the upper half" in text
    assert "Changes apply from the next round to be paired." not in text
    apart = dict.fromkeys(("club_apart", "federation_apart", "family_apart"), "no")
    chosen = apart | {"stages": "none"}
    sent = base(section) | {f"fide_dutch_2026-{name}": value for name, value in chosen.items()}
    answer = desk.post(page, sent | {"fide_dutch_2026-acceleration": "baku", "keizer-keizer_step": "9"})
    assert answer.status_code == 302
    assert fresh(section).options == {"acceleration": "baku", **chosen, "plus_draws": False}
    published_round(section)
    assert "Changes apply from the next round to be paired." in desk.get(page).content.decode()
    wrong = base(fresh(section)) | {"system": "keizer", "keizer-keizer_step": "0"}
    answer = desk.post(page, wrong)
    assert answer.status_code == 422
    assert "greater than or equal to 1" in answer.content.decode()


def test_a_refused_option_is_told_on_the_page(desk):
    section = section_of(players=4)
    sent = base(section) | {"win_points": 3, "fide_dutch_2026-acceleration": "baku"}
    sent |= {f"fide_dutch_2026-{name}_apart": "hard" for name in ("club", "federation", "family")}
    sent |= {"fide_dutch_2026-stages": "none"}
    answer = desk.post(reverse("tournaments:desk_settings", args=[section.pk]), sent)
    assert answer.status_code == 422
    assert "Baku acceleration needs two draws to equal a win" in answer.content.decode()


def test_pairs_are_kept_apart_on_their_page(desk):
    section = section_of(players=3)
    page = reverse("tournaments:desk_apart", args=[section.pk])
    assert "No forbidden pairs." in desk.get(page).content.decode()
    first, second = section.entries.order_by("-rating")[:2]
    sent = {"first_id": first.pk, "second_id": second.pk, "first_round": 1, "last_round": 2}
    assert desk.post(page, sent).status_code == 302
    assert "are already a forbidden pair in these rounds." in desk.post(page, sent).content.decode()
    same = desk.post(page, sent | {"second_id": first.pk})
    assert "Two different players" in same.content.decode()
    pair = ForbiddenPair.objects.get()
    told = desk.post(reverse("tournaments:desk_apart_remove", args=[pair.pk]), follow=True)
    assert "Pair allowed again." in told.content.decode()


def test_the_entries_page_sets_team_board_and_family(desk):
    section = section_of(players=2, system="scheveningen")
    first, second = section.entries.order_by("-rating")
    act = reverse("tournaments:desk_entry_act", args=[first.pk, "change"])
    desk.post(act, {"camp": "first"})
    desk.post(act, {"fixed_board": "4", "family": " Long  Smith "})
    first = Entry.objects.get(pk=first.pk)
    assert (first.camp, first.fixed_board, first.family) == ("first", 4, "Long Smith")
    other = reverse("tournaments:desk_entry_act", args=[second.pk, "change"])
    told = desk.post(other, {"fixed_board": "4"}, follow=True).content.decode()
    assert "Board 4 is already the fixed board of Abbott." in told
    assert "no team" in told
    assert "fixed board 4" in told
    desk.post(act, {"fixed_board": "", "family": ""})
    first = Entry.objects.get(pk=first.pk)
    assert (first.camp, first.fixed_board, first.family) == ("first", None, "")


def test_options_and_pairs_over_the_api(desk):
    section = section_of(players=3)
    address = reverse("tournaments-api:section", args=[section.pk])
    assert desk.get(address).json()["options"]["acceleration"] == "none"
    sent = {"version": section.version, "options": {"acceleration": "baku", "club_apart": "hard"}}
    answer = desk.patch(address, sent, content_type="application/json")
    assert answer.status_code == 200
    assert answer.json()["options"]["club_apart"] == "hard"
    sent = {"version": answer.json()["version"], "options": {"acceleration": None, "cycles": 99}}
    refused = desk.patch(address, sent, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "option_unfit")
    pairs = reverse("tournaments-api:forbidden-pairs", args=[section.pk])
    first, second = section.entries.order_by("-rating")[:2]
    sent = {"first": first.pk, "second": second.pk, "last_round": 3}
    made = desk.post(pairs, sent, content_type="application/json")
    assert made.status_code == 201
    assert desk.post(pairs, sent, content_type="application/json").status_code == 409
    assert [one["last_round"] for one in desk.get(pairs).json()] == [3]
    one = reverse("tournaments-api:forbidden-pair", args=[made.json()["id"]])
    assert desk.delete(one).status_code == 204
    assert desk.get(pairs).json() == []


def test_boards_by_hand_and_decisions_over_the_api(desk):
    section = section_of(preset="knockout", players=2, games_per_pairing=1, deck="")
    row = proposed(section)
    board = row.pairings.get()
    apart = reverse("tournaments-api:pairing-apart", args=[board.pk])
    answer = desk.post(apart, {"version": row.version}, content_type="application/json")
    assert (answer.status_code, answer.json()["boards"]) == (200, [])
    seat = reverse("tournaments-api:round-seat", args=[row.pk])
    sent = {"white": board.black_id, "black": board.white_id, "version": row.version + 1}
    answer = desk.post(seat, sent, content_type="application/json")
    assert answer.json()["boards"][0]["white"]["id"] == board.black_id
    published = reverse("tournaments-api:round-publish", args=[row.pk])
    desk.post(published, {"version": row.version + 2}, content_type="application/json")
    board = row.pairings.get()
    decision = reverse("tournaments-api:decision", args=[board.pk])
    sent = {"winner": board.white_id, "how": "tie_break", "note": "third game"}
    assert desk.put(decision, sent, content_type="application/json").status_code == 409
    result = reverse("tournaments-api:result", args=[board.pk, 1])
    desk.put(result, {"outcome": "draw"}, content_type="application/json")
    assert desk.put(decision, sent, content_type="application/json").json()["winner"]["id"] == board.white_id
    assert desk.get(decision).json()["note"] == "third game"
    assert desk.delete(decision).status_code == 204
    assert desk.get(decision).status_code == 404


def test_a_late_entry_is_taken_by_a_section_paired_by_hand():
    section = section_of(preset="manual", players=2)
    row = proposed(section)
    add_entries(section_id=section.pk, lines=[EntryLine("Late", 900)], actor=SYSTEM)
    assert proposed(section).pk == row.pk
    assert section.entries.get(name="Late").number == 3


def test_the_desk_corrects_name_rating_federation_and_club(desk):
    section = section_of(players=2)
    entry = section.entries.earliest("pk")
    act = reverse("tournaments:desk_entry_act", args=[entry.pk, "change"])
    desk.post(act, {"name": " Ann  Newman ", "rating": "1712", "federation": "ned", "club_name": "DC Zwolle"})
    entry.refresh_from_db()
    told = (entry.name, entry.rating, entry.federation, entry.club_name)
    assert told == ("Ann Newman", 1712, "NED", "DC Zwolle")
    answer = desk.post(act, {"name": "", "rating": "9999"}, follow=True).content.decode()
    assert "Name, Rating: not valid. Nothing was changed." in answer
    entry.refresh_from_db()
    assert (entry.name, entry.rating) == ("Ann Newman", 1712)


def test_a_round_later_on_can_be_asked_off_and_the_desk_reads_what_it_is_worth(desk):
    section = section_of(players=2)
    entry = section.entries.earliest("pk")
    desk.post(reverse("tournaments:desk_entry_act", args=[entry.pk, "bye"]), {"round": "3", "kind": "half"})
    page = desk.get(reverse("tournaments:desk_entries", args=[section.pk])).content.decode()
    assert "absent in round 3, points for a draw" in page
