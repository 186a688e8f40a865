"""Events run with every system from the desk: trees, ladders, two teams, pairings made by hand."""

from itertools import product

import pytest
from django.utils import timezone
from event_rows import (
    board_of,
    club_of,
    entry_named,
    latest,
    paired_names,
    play,
    played_round,
    published_round,
    section_of,
)

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from tournaments.core.errors import CampMissing
from tournaments.core.translate import snapshot_of
from tournaments.core.trees import teams_of
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import EntryDecided, EntryHasPlayed, TableIsSet
from tournaments.entries.selectors.late_arrivals import removable
from tournaments.entries.services.admissions import return_to_waiting_list
from tournaments.entries.services.entries import (
    add_entries,
    ask_bye,
    change_entry,
    remove_entry,
    withdraw_entry,
)
from tournaments.entries.services.inbox import reopen_entry
from tournaments.events.systems import propose
from tournaments.models import ByeKind, Camp, Decision, Outcome, Round
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import (
    CampsUnequal,
    IllegalPairing,
    KnockoutOver,
    LaterRoundExists,
    MatchDecided,
    MatchNotPlayed,
    MatchUndecided,
    NotInMatch,
    NoTree,
)
from tournaments.rounds.selectors.tree import tree_of
from tournaments.rounds.services.decisions import decide_match, reopen_match
from tournaments.rounds.services.pairings import dissolve_board, lock_board, seat_players, swap_players
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
from tournaments.standings.selectors.standings import standing_rows
from tournaments.teams.errors import RoundNotPublished

pytestmark = pytest.mark.django_db


def knockout(players, **changes):
    changes = {"games_per_pairing": 1, "deck": "", "options": {"third_place": None}} | changes
    return section_of(preset="knockout", players=players, **changes)


def won_by_rating(row):
    """The higher rated player wins every game."""
    for pairing in row.pairings.filter(black__isnull=False).select_related("white", "black"):
        outcome = Outcome.WHITE if pairing.white.rating > pairing.black.rating else Outcome.BLACK
        for game in pairing.games.all():
            turned = {Outcome.WHITE: Outcome.BLACK, Outcome.BLACK: Outcome.WHITE}[outcome]
            told = outcome if game.number % 2 else turned
            record_result(pairing_id=pairing.pk, game=game.number, outcome=told, actor=SYSTEM)
    return close_round(round_id=row.pk, actor=SYSTEM)


def outs(section):
    return [(row.rank, row.entry.name, row.values[0].text) for row in standing_rows(section).rows]


def test_the_bye_of_a_table_is_kept_beside_locked_boards():
    """Also for a player who asked for the round off: a table seats the absent too (C.05)."""
    section = section_of(preset="round_robin", players=3)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    free = row.pairings.get(black__isnull=True)
    ask_bye(entry_id=free.white_id, round_number=1, kind="zero", actor=SYSTEM)
    board = row.pairings.get(black__isnull=False)
    row.refresh_from_db()
    lock_board(round_id=row.pk, pairing_id=board.pk, is_locked=True, version=row.version, actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    again = row.pairings.get(black__isnull=True)
    assert (again.white_id, again.bye) == (free.white_id, ByeKind.ALLOCATED)


def test_a_locked_board_whose_player_has_withdrawn_is_released():
    section = section_of(players=7)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    board = row.pairings.filter(black__isnull=False).first()
    lock_board(round_id=row.pk, pairing_id=board.pk, is_locked=True, version=row.version, actor=SYSTEM)
    withdraw_entry(entry_id=board.white_id, actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    seated = [one for two in row.pairings.values_list("white_id", "black_id") for one in two if one]
    here = section.entries.exclude(pk=board.white_id).values_list("pk", flat=True)
    assert sorted(seated) == sorted(here)


@pytest.mark.parametrize(("players", "free"), [(6, 0), (7, 1)])
@pytest.mark.parametrize("preset", ["round_robin", "knockout"])
def test_a_table_seats_everybody_beside_a_locked_board_of_others(preset, players, free):
    section = section_of(preset=preset, players=players, games_per_pairing=1, deck="")
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    first, second = row.pairings.filter(black__isnull=False).order_by("board_number")[:2]
    two = {"first_id": first.white_id, "second_id": second.white_id}
    row = swap_players(round_id=row.pk, version=row.version, actor=SYSTEM, **two)
    board = row.pairings.filter(black__isnull=False).first()
    row = lock_board(round_id=row.pk, pairing_id=board.pk, is_locked=True, version=row.version, actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    seats = list(row.pairings.values_list("white_id", "black_id"))
    assert (board.white_id, board.black_id) in seats
    seated = [one for two in seats for one in two if one]
    assert sorted(seated) == sorted(section.entries.values_list("pk", flat=True))
    assert preset == "knockout" or len([one for one in seats if None in one]) == free


def test_players_left_by_locked_boards_meet_again_only_where_it_must_be():
    section = section_of(preset="round_robin", players=8, games_per_pairing=1, deck="")
    played_round(section)
    propose_round(section_id=section.pk, actor=SYSTEM)
    snapshot = snapshot_of(section, 2)
    met = {frozenset((one.number, one.rounds[0].opponent)) for one in snapshot.players}
    due = [(pair.white, pair.black) for pair in propose(section, snapshot).pairs]
    for left in product(*due):
        others = {number for pair in due for number in pair} - set(left)
        pairs = propose(section, snapshot, without=others).pairs
        assert sorted(number for pair in pairs for number in (pair.white, pair.black)) == sorted(left)
        again = sum(frozenset((pair.white, pair.black)) in met for pair in pairs)
        one, *rest = left
        fewest = min((frozenset((one, other)) in met) + (frozenset(rest) - {other} in met) for other in rest)
        assert again == fewest == 0


def test_a_knockout_of_six_from_byes_to_the_winner():
    section = knockout(6)
    row = published_round(section)
    assert {frozenset(pair) for pair in paired_names(row)} == {
        frozenset({"Abbott", "allocated"}),
        frozenset({"Barker", "allocated"}),
        frozenset({"Cowie", "Fraser"}),
        frozenset({"Drummond", "Anderson"}),
    }
    won_by_rating(row)
    second = published_round(section)
    assert {frozenset(pair) for pair in paired_names(second)} == {
        frozenset({"Abbott", "Drummond"}),
        frozenset({"Barker", "Cowie"}),
    }
    won_by_rating(second)
    won_by_rating(published_round(section))
    with pytest.raises(KnockoutOver) as over:
        propose_round(section_id=section.pk, actor=SYSTEM)
    assert over.value.facts == {"winner": "Abbott"}
    assert outs(section) == [
        (1, "Abbott", "winner"),
        (2, "Barker", "3"),
        (3, "Cowie", "2"),
        (3, "Drummond", "2"),
        (5, "Anderson", "1"),
        (5, "Fraser", "1"),
    ]


def test_a_match_for_third_place_parts_the_semi_finalists():
    section = knockout(4, options={"third_place": True})
    won_by_rating(published_round(section))
    last = published_round(section)
    assert len(paired_names(last)) == 2
    won_by_rating(last)
    assert outs(section)[2:] == [(3, "Cowie", "1"), (4, "Drummond", "1")]


def tied(section, name="Abbott"):
    """The first round with one match level and the others won by rating."""
    row = published_round(section)
    board = board_of(row, name)
    for pairing in row.pairings.filter(black__isnull=False).select_related("white", "black"):
        is_tied = pairing.pk == board.pk
        won = Outcome.WHITE if pairing.white.rating > pairing.black.rating else Outcome.BLACK
        for game in pairing.games.all():
            outcome = Outcome.DRAW if is_tied else won
            record_result(pairing_id=pairing.pk, game=game.number, outcome=outcome, actor=SYSTEM)
    return board


def test_a_tied_match_stops_the_next_round_until_somebody_says_who_goes_on():
    section = knockout(4)
    board = tied(section)
    with pytest.raises(MatchUndecided) as refusal:
        propose_round(section_id=section.pk, actor=SYSTEM)
    assert refusal.value.facts["board"] == board.board_number
    assert {refusal.value.facts["first"], refusal.value.facts["second"]} == {"Abbott", "Drummond"}
    drummond = entry_named(section, "Drummond")
    told = {"pairing_id": board.pk, "winner_id": drummond.pk, "how": "lot", "note": " coin ", "actor": SYSTEM}
    decision = decide_match(**told)
    assert (decision.winner.name, decision.how, decision.note) == ("Drummond", "lot", "coin")
    entry = latest("tournaments.match.decided")
    assert entry.after["goes_on"] == "Drummond"
    assert {frozenset(pair) for pair in paired_names(propose_round(section_id=section.pk, actor=SYSTEM))} == {
        frozenset({"Drummond", "Barker"})
    }
    with pytest.raises(LaterRoundExists):
        decide_match(**told)
    with pytest.raises(LaterRoundExists):
        reopen_match(pairing_id=board.pk, actor=SYSTEM)


def test_a_decision_is_replaced_taken_back_and_undone():
    section = knockout(4)
    board = tied(section)
    names = {name: entry_named(section, name).pk for name in ("Abbott", "Drummond", "Barker")}
    decide_match(pairing_id=board.pk, winner_id=names["Abbott"], how="tie_break", actor=SYSTEM)
    decide_match(pairing_id=board.pk, winner_id=names["Drummond"], how="lot", actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.match.decided").pk, actor=SYSTEM)
    assert Decision.objects.get(pairing=board).winner_id == names["Abbott"]
    reopen_match(pairing_id=board.pk, actor=SYSTEM)
    assert not Decision.objects.exists()
    reopen_match(pairing_id=board.pk, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.match.left_open").pk, actor=SYSTEM)
    assert Decision.objects.get(pairing=board).how == "tie_break"
    with pytest.raises(NotInMatch):
        decide_match(pairing_id=board.pk, winner_id=names["Barker"], how="lot", actor=SYSTEM)


def test_only_a_tied_match_of_a_published_round_of_a_tree_is_settled():
    section = knockout(4)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    board = board_of(row, "Abbott")
    told = {"pairing_id": board.pk, "winner_id": board.white_id, "how": "lot", "actor": SYSTEM}
    with pytest.raises(RoundNotPublished):
        decide_match(**told)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    with pytest.raises(MatchDecided):
        decide_match(**told)
    play(row)
    with pytest.raises(MatchDecided):
        decide_match(**told)
    swiss = played_round(section_of(players=4), Outcome.DRAW).pairings.first()
    with pytest.raises(NoTree):
        decide_match(pairing_id=swiss.pk, winner_id=swiss.white_id, how="lot", actor=SYSTEM)


def test_a_tree_changed_by_hand_is_played_as_it_was_changed():
    section = knockout(4)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    first, second = entry_named(section, "Drummond"), entry_named(section, "Cowie")
    row = swap_players(
        round_id=row.pk, first_id=first.pk, second_id=second.pk, version=row.version, actor=SYSTEM
    )
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM, reason="same family")
    won_by_rating(row)
    assert {frozenset(pair) for pair in paired_names(published_round(section))} == {
        frozenset({"Abbott", "Barker"})
    }
    assert outs(section)[2:] == [(3, "Cowie", "1"), (3, "Drummond", "1")]


def test_a_late_entry_into_a_tree_is_refused_by_name_and_who_withdraws_forfeits():
    section = knockout(4)
    published_round(section)
    with pytest.raises(TableIsSet):
        add_entries(section_id=section.pk, lines=[EntryLine("Late", 1000)], actor=SYSTEM)
    play(section.round_rows.get(), Outcome.WHITE)
    winner = section.round_rows.get().pairings.first().white
    withdraw_entry(entry_id=winner.pk, actor=SYSTEM)
    assert winner.name in {name for pair in paired_names(published_round(section)) for name in pair}


@pytest.mark.parametrize("preset", ["round_robin", "knockout"])
def test_who_has_a_number_in_a_set_table_stays_though_never_at_a_board(preset):
    """Without the number the later rounds would be those of a smaller table, with second meetings."""
    section = knockout(5) if preset == "knockout" else section_of(preset=preset, players=5)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    board = row.pairings.filter(black__isnull=False).order_by("board_number").last()
    numbers = set(section.entries.values_list("number", flat=True))
    dissolve_board(round_id=row.pk, pairing_id=board.pk, version=row.version, actor=SYSTEM)
    row.refresh_from_db()
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM, reason="one is late")
    for entry in (board.white, board.black):
        assert removable(section, [entry]) == set()
        with pytest.raises(EntryHasPlayed):
            remove_entry(entry_id=entry.pk, actor=SYSTEM)
        with pytest.raises(EntryDecided):
            reopen_entry(entry_id=entry.pk, actor=SYSTEM)
        with pytest.raises(EntryDecided):
            return_to_waiting_list(entry_id=entry.pk, since=timezone.now(), actor=SYSTEM)
    assert set(section.entries.values_list("number", flat=True)) == numbers


def test_a_section_that_was_a_swiss_is_told_what_the_tree_misses():
    section = section_of(players=5)
    played_round(section)
    section.system = "knockout"
    section.save()
    with pytest.raises(MatchNotPlayed):
        propose_round(section_id=section.pk, actor=SYSTEM)


def test_double_elimination_to_the_second_final():
    section = knockout(4, system="double_elimination")
    for _ in range(4):
        won_by_rating(published_round(section))
    with pytest.raises(KnockoutOver):
        propose_round(section_id=section.pk, actor=SYSTEM)
    assert outs(section) == [
        (1, "Abbott", "winner"),
        (2, "Barker", "4"),
        (3, "Cowie", "3"),
        (4, "Drummond", "2"),
    ]


def test_the_tree_tells_who_is_awaited():
    section = knockout(4)
    assert tree_of(section) is None
    board = tied(section)
    tree = tree_of(section)
    assert [(one.number, one.stage) for one in tree.main] == [(1, "main"), (2, "final")]
    final = tree.main[1].matches[0]
    assert sorted(seat.text for seat in final.seats) == ["Barker", "Winner of match 1"]
    assert [match.is_tied for match in tree.main[0].matches] == [True, False]
    decide_match(pairing_id=board.pk, winner_id=board.white_id, how="arbiter", actor=SYSTEM)
    tree = tree_of(section)
    assert tree.main[0].matches[0].decision.how == "arbiter"
    assert tree.winner is None


def test_places_of_a_tree_are_drawn_from_the_seed():
    section = knockout(8, options={"numbering": "lot"})
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    drawn = list(section.entries.order_by("number").values_list("name", flat=True))
    assert drawn != sorted(drawn)
    assert row.reasons["round"][0]["code"] == "seed"
    propose_round(section_id=section.pk, actor=SYSTEM)
    assert list(section.entries.order_by("number").values_list("name", flat=True)) == drawn


def test_a_season_of_keizer_with_a_late_entry_and_somebody_away():
    section = section_of(preset="keizer", players=5)
    first = published_round(section)
    assert ("Anderson", "allocated") in paired_names(first)
    won_by_rating(first)
    add_entries(section_id=section.pk, lines=[EntryLine("Late", 1000)], actor=SYSTEM)
    withdraw_entry(entry_id=entry_named(section, "Abbott").pk, actor=SYSTEM)
    second = published_round(section)
    names = {name for pair in paired_names(second) for name in pair}
    assert "Late" in names
    assert ("Abbott", "absent") in paired_names(second)
    won_by_rating(second)
    table = standing_rows(section)
    assert [code for code, _name in table.columns] == ["KEIZER", "PTS"]
    for row in table.rows:
        assert sum(part.amount for part in row.values[0].parts) >= 0
    barker = next(row for row in table.rows if row.entry.name == "Barker")
    assert [part.round for part in barker.values[0].parts] == [0, 1, 2]


def teams(section, sizes=(3, 3)):
    entries = list(section.entries.order_by("-rating"))
    for at, entry in enumerate(entries):
        camp = Camp.FIRST if at < sizes[0] else Camp.SECOND
        change_entry(entry_id=entry.pk, camp=camp, actor=SYSTEM)


def test_two_teams_meet_everybody_of_the_other():
    section = section_of(players=6, system="scheveningen", rounds=99)
    with pytest.raises(CampMissing) as refusal:
        propose_round(section_id=section.pk, actor=SYSTEM)
    assert len(refusal.value.facts["names"]) == 6
    teams(section, (2, 4))
    with pytest.raises(CampsUnequal) as unequal:
        propose_round(section_id=section.pk, actor=SYSTEM)
    assert unequal.value.facts == {"first": 2, "second": 4}
    teams(section)
    met = set()
    for _ in range(3):
        row = published_round(section)
        met |= {frozenset(pair) for pair in paired_names(row)}
        won_by_rating(row)
    assert len(met) == 9
    assert all(len(pair & {"Abbott", "Barker", "Cowie"}) == 1 for pair in met)


def test_players_left_by_locked_boards_meet_one_of_the_other_team():
    section = section_of(players=8, system="scheveningen", rounds=99)
    teams(section, (4, 4))
    for _ in range(2):
        played_round(section)
    propose_round(section_id=section.pk, actor=SYSTEM)
    snapshot, team = snapshot_of(section, 3), set(teams_of(section)[0])
    due = [(pair.white, pair.black) for pair in propose(section, snapshot).pairs]
    for left in product(*due):
        others = {number for pair in due for number in pair} - set(left)
        pairs = propose(section, snapshot, without=others).pairs
        of_both = [pair for pair in pairs if (pair.white in team) is not (pair.black in team)]
        assert len(pairs) == 2
        assert len(of_both) == min(len(team & set(left)), len(set(left) - team))


def seated(row, white, black):
    entries = {name: entry_named(row.section, name).pk for name in (white, black) if name}
    return seat_players(
        round_id=row.pk,
        white_id=entries[white],
        black_id=entries.get(black),
        version=row.version,
        actor=SYSTEM,
    )


def test_a_round_by_hand_from_empty_to_published():
    section = section_of(preset="manual", players=5)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    assert paired_names(row) == []
    row = seated(row, "Abbott", "Barker")
    row = seated(row, "Cowie", "Drummond")
    with pytest.raises(IllegalPairing):
        seated(row, "Abbott", "Anderson")
    row = seated(row, "Anderson", None)
    assert sorted(paired_names(row)) == [
        ("Abbott", "Barker"),
        ("Anderson", "allocated"),
        ("Cowie", "Drummond"),
    ]
    again = propose_round(section_id=section.pk, actor=SYSTEM)
    assert paired_names(again) == paired_names(row)
    board = board_of(again, "Cowie")
    again = dissolve_board(round_id=again.pk, pairing_id=board.pk, version=again.version, actor=SYSTEM)
    assert sorted(paired_names(again)) == [("Abbott", "Barker"), ("Anderson", "allocated")]
    with pytest.raises(IllegalPairing):
        dissolve_board(round_id=again.pk, pairing_id=board.pk, version=again.version, actor=SYSTEM)
    again = seated(again, "Drummond", "Cowie")
    publish_round(round_id=again.pk, version=again.version, actor=SYSTEM)
    assert Round.objects.get(pk=again.pk).state == "published"


def test_nobody_is_seated_twice_nor_alone_against_themselves():
    section = section_of(preset="manual", players=4)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    with pytest.raises(IllegalPairing):
        seated(row, "Abbott", "Abbott")
    assert club_of().events.count() == 1
