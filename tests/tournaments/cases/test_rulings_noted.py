"""What a record says of rulings follows them: superseded, withheld, taken back, ruled on anew."""

import pytest
from event_rows import board_of, latest
from incidents import case_of
from ruled_records import facts_of_replay, hall_of, record_of, replayed, rule_by_law_book, whites

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo
from games.laws.scores.notes import notes_of, without_notes
from games.models import Game
from tournaments.cases.errors import RulingNamesThem
from tournaments.cases.selectors.incidents import earlier_in_event
from tournaments.cases.services.cases import open_case, update_case
from tournaments.cases.services.rulings import (
    RulingDecision,
    choose_as_opponent,
    rule_on_case,
    supersede_ruling,
)
from tournaments.conduct import Consequence
from tournaments.events.services.events import show_event
from tournaments.events.services.regulations import set_regulations
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Case
from tournaments.records.selectors.section_games import section_pdn
from tournaments.records.services.game_records import unlink_record
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import publish_round, unpublish_round

pytestmark = pytest.mark.django_db


def test_the_record_tells_that_the_ruling_is_superseded_by_none(tmp_path):
    hall = hall_of("standard-laws")
    name = hall.black()
    before = hall.link(name, 1, record_of("english"))
    was = {field.attname: getattr(before, field.attname) for field in Game._meta.concrete_fields}
    ruling = rule_by_law_book(hall, name, "touched_not_moved", ply=5, details={"square": "9"})
    noted = Game.objects.get(pk=before.pk)
    assert noted.pdn == before.pdn.replace("8-11 29", "{Case 1: [%touch b 9] game lost (SL-T4)} 8-11 29")
    assert (noted.doubt_count, noted.move_key) == (1, before.move_key)
    decided = RulingDecision(consequence="none", reason="it was adjusted")
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    after = Game.objects.get(pk=before.pk)
    said = (
        "[%ruling b touched_not_moved game_lost SL-T4 superseded 5] [%ruling b touched_not_moved none SL-T4"
    )
    assert notes_of(after.pdn) == [f"Case 1: {said} in_force 5] no sanction (SL-T4)"]
    told = {"pdn", "note_count", "finding_codes"}
    is_now = {field.attname: getattr(after, field.attname) for field in Game._meta.concrete_fields}
    assert {name for name, value in is_now.items() if value != was[name]} == told
    assert without_notes(after.pdn) == before.pdn
    (game,) = replayed(hall, tmp_path)
    assert facts_of_replay(game) == ([], [])


def test_a_superseding_ruling_takes_the_place_of_the_old_one_in_the_record():
    hall = hall_of("standard-laws")
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    ruling = rule_by_law_book(hall, name, "touched_not_moved", ply=5)
    decided = RulingDecision(
        consequence="warning", incident="adjusted_unannounced", reason="it was straightened"
    )
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    record.refresh_from_db()
    before = "[%ruling b touched_not_moved game_lost SL-T4 superseded 5]"
    after = "[%ruling b adjusted_unannounced warning SL-T3 in_force 5]"
    said = "[%incident b adjusted_unannounced] warning (SL-T3)"
    assert notes_of(record.pdn) == [f"Case 1: {before} {after} {said}"]


def test_a_record_that_is_taken_away_is_as_it_was_and_another_one_is_noted():
    hall = hall_of("standard-laws")
    name = hall.black()
    ruling = rule_by_law_book(hall, name, "must_capture", ply=3, details={"move": "8-11"})
    record = hall.link(name, 1, record_of("english"))
    assert len(notes_of(record.pdn)) == 1
    other = hall.link(name, 1, record_of("english", "1. 11-15 22-18 2. 15x22 25x18 3. 7-11"))
    record.refresh_from_db()
    assert record.pdn == record_of("english").strip()
    assert len(notes_of(other.pdn)) == 1
    unlink_record(pairing_id=case_of(ruling).pairing_id, game=1, actor=hall.arbiter)
    other.refresh_from_db()
    assert notes_of(other.pdn) == []


def test_a_record_exported_with_notes_and_pasted_again_does_not_hold_them_twice():
    hall = hall_of("standard-laws")
    name = hall.black()
    rule_by_law_book(hall, name, "must_capture", ply=3, details={"move": "8-11"})
    hall.link(name, 1, record_of("english"))
    text = section_pdn(hall.section)
    record = hall.link(name, 1, text)
    assert len(notes_of(record.pdn)) == 1


def test_what_is_told_of_the_case_later_is_followed_by_the_record():
    hall = hall_of("standard-laws")
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    ruling = rule_by_law_book(hall, name, "must_capture")
    record.refresh_from_db()
    assert record.pdn.endswith("29-25 {Case 1: [%incident b must_capture] caution (SL-I1)} 1-0")
    update_case(case_id=ruling.case_id, actor=hall.deputy, ply=3, details={"move": "8-11"})
    record.refresh_from_db()
    assert "2. {Case 1: [%recalled b 8-11] caution (SL-I1)} 15x22" in record.pdn
    with pytest.raises(RulingNamesThem):
        update_case(case_id=ruling.case_id, actor=hall.deputy, about=hall.at(whites(hall)[1]))
    decided = RulingDecision(consequence="none", reason="It was at another board.")
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    update_case(case_id=ruling.case_id, actor=hall.deputy, about=hall.at(whites(hall)[1]))
    record.refresh_from_db()
    assert record.pdn == without_notes(record.pdn)


def test_a_ruling_whose_names_are_withheld_stands_in_no_record():
    hall = hall_of("standard-laws")
    set_regulations(event_id=hall.event.pk, stored={"preset": "club-2026"}, actor=hall.director)
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    ruling = rule_by_law_book(hall, name, "electronic_device", ply=3)
    update_case(case_id=ruling.case_id, actor=hall.arbiter, names_withheld=True)
    record.refresh_from_db()
    assert notes_of(record.pdn) == []
    unlink_record(pairing_id=case_of(ruling).pairing_id, game=1, actor=hall.arbiter)
    assert "electronic_device" not in section_pdn(hall.section)
    update_case(case_id=ruling.case_id, actor=hall.arbiter, names_withheld=False)
    noted = "[%incident b electronic_device] warning (Event regulations 4)"
    assert noted in " ".join(section_pdn(hall.section).split())


def test_the_choice_of_the_opponent_is_noted():
    hall = hall_of("fmjd-annex-1")
    name = whites(hall)[0]
    record = hall.link(name, 1, record_of("international"))
    ruling = rule_by_law_book(hall, name, "out_of_turn", ply=2)
    choose_as_opponent(case_id=ruling.case_id, choice="let_stand", actor=hall.deputy)
    record.refresh_from_db()
    assert notes_of(record.pdn) == [
        "Case 1: [%incident w out_of_turn] opponent chooses (FMJD-5.4) - left as it is"
    ]


def test_a_deviation_is_told_and_what_the_book_asks_for_is_proposed_again(tmp_path):
    hall = hall_of("standard-laws")
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    hall.rule(name, "touched_not_moved", "caution", reason="the clock had been knocked over")
    record.refresh_from_db()
    assert notes_of(record.pdn) == ["Case 1: [%incident b touched_not_moved] caution (SL-T4)"]
    (game,) = replayed(hall, tmp_path)
    assert facts_of_replay(game)[1] == [("touched_not_moved", "black", "SL-T4", "game_lost", 1)]


def test_what_is_about_neither_player_is_noted_for_the_game(tmp_path):
    hall = hall_of("standard-laws")
    about = hall.at(hall.black())._replace(entry_id=None)
    case = open_case(event_id=hall.event.pk, about=about, incident="agreed_result", actor=hall.arbiter)
    decided = RulingDecision(consequence="both_lost", reason="agreed before the round")
    rule_on_case(case_id=case.pk, decided=decided, actor=hall.arbiter)
    (game,) = replayed(hall, tmp_path)
    assert facts_of_replay(game) == ([("agreed_result", "", "SL-D1")], [])


def test_a_ruling_behind_an_unplayable_move_is_read_too(tmp_path):
    hall = hall_of("standard-laws")
    name = hall.black()
    hall.link(name, 1, record_of("english", "1. 11-15 22-18 2. 1-30 25-22 3. 8-11 29-25"))
    rule_by_law_book(hall, name, "refused_rules", ply=5)
    (game,) = replayed(hall, tmp_path)
    (finding,) = [one for one in game["findings"] if one["code"] == "refused_rules"]
    assert (finding["ply"], finding["article"]) == (5, "SL-I4")


def test_a_game_under_way_is_exported_once_it_is_ruled_on():
    hall = hall_of("standard-laws")
    assert section_pdn(hall.section) == ""
    rule_by_law_book(hall, hall.black(), "must_capture", ply=12)
    text = section_pdn(hall.section)
    assert "{Case 1: [%incident b must_capture] caution (SL-I1) - White's 6th move} *" in text
    record_result(pairing_id=hall.at(hall.black()).pairing_id, game=1, outcome="draw", actor=SYSTEM)
    assert '[Result "1/2-1/2"]' in section_pdn(hall.section)


def test_noting_is_on_the_trail_once_and_follows_the_ruling_alone():
    hall = hall_of("standard-laws")
    name = hall.black()
    hall.link(name, 1, record_of("english"))
    rule_by_law_book(hall, name, "must_capture", ply=3)
    entry = latest("games.game.rulings_noted")
    assert entry.before == {"rulings": []}
    assert entry.after == {"rulings": ["Case 1: [%incident b must_capture] caution (SL-I1)"]}
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=entry.pk, actor=SYSTEM)
    update_case(case_id=Case.objects.get().pk, actor=hall.arbiter, witnesses="Mrs Kear")
    assert latest("games.game.rulings_noted") == entry


def test_the_second_game_of_a_board_has_its_own_rulings():
    hall = hall_of("standard-laws", games_per_pairing=2)
    name = whites(hall)[0]
    first, second = (hall.link(name, game, record_of("english")) for game in (1, 2))
    rule_by_law_book(hall, name, "must_capture", 2, ply=3, details={"move": "8-11"})
    for record in (first, second):
        record.refresh_from_db()
    assert notes_of(first.pdn) == []
    assert notes_of(second.pdn) == ["Case 1: [%recalled b 8-11] caution (SL-I1)"]


def test_a_pasted_record_is_judged_by_the_book_of_the_section():
    hall = hall_of("wcdf")
    assert hall.link(hall.black(), 1, record_of("english")).law_book == "wcdf"


@pytest.mark.parametrize("first_ply", [5, None])
def test_an_offence_found_later_of_an_earlier_half_move_is_the_second_in_the_record_too(tmp_path, first_ply):
    hall = hall_of("standard-laws")
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    rule_by_law_book(hall, name, "must_capture", ply=first_ply, details={"move": "8-11"})
    later = rule_by_law_book(hall, name, "out_of_turn", ply=3, details={"move": "15-22"})
    assert later.consequence == Consequence.GAME_LOST
    record.refresh_from_db()
    said = notes_of(record.pdn)
    assert [note.partition(":")[0] for note in said] == ["Case 1", "Case 2"]
    assert said[1] == "Case 2: [%incident b out_of_turn 15-22] game lost (SL-I3) - Black's 2nd move"
    (game,) = replayed(hall, tmp_path)
    asked = [(one["code"], one["sanction"]) for one in game["proposals"]]
    assert asked == [("must_capture", "caution"), ("out_of_turn", "forfeit")]


def test_rulings_of_both_players_stand_where_they_happened():
    hall = hall_of("standard-laws")
    pairing = board_of(hall.row, hall.black())
    record = hall.link(pairing.black.name, 1, record_of("english"))
    rule_by_law_book(hall, pairing.black.name, "must_capture", ply=5)
    rule_by_law_book(hall, pairing.white.name, "must_capture", ply=2)
    rule_by_law_book(hall, pairing.black.name, "adjusted_unannounced", ply=3)
    record.refresh_from_db()
    assert [note.partition(":")[0] for note in notes_of(record.pdn)] == ["Case 2", "Case 3", "Case 1"]


def before(hall, case):
    return [one.case_id for one in earlier_in_event(hall.event, case) if not one.is_later]


def test_a_case_that_is_ruled_on_anew_keeps_its_rung(tmp_path):
    hall = hall_of("standard-laws")
    name = hall.black()
    hall.link(name, 1, record_of("english"))
    first = rule_by_law_book(hall, name, "must_capture", ply=3)
    second = rule_by_law_book(hall, name, "out_of_turn", ply=5)
    proposed = hall.proposed(case_of(first))
    assert (proposed.consequence, proposed.in_game, proposed.in_event) == (Consequence.CAUTION, 1, 1)
    assert before(hall, case_of(first)) == []
    assert before(hall, case_of(second)) == [first.case_id]
    decided = RulingDecision(
        consequence="caution", incident="capture_incomplete", reason="It was a jump cut short."
    )
    supersede_ruling(case_id=first.case_id, decided=decided, actor=hall.arbiter)
    assert hall.proposed(case_of(second)).consequence == Consequence.GAME_LOST
    (game,) = replayed(hall, tmp_path)
    asked = [(one["code"], one["sanction"]) for one in game["proposals"]]
    assert asked == [("capture_incomplete", "caution"), ("out_of_turn", "forfeit")]


def noted(hall, record):
    record.refresh_from_db()
    return notes_of(record.pdn)


def test_the_archive_tells_rulings_as_long_as_everybody_may_see_the_event(tmp_path):
    hall = hall_of("standard-laws")
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    rule_by_law_book(hall, name, "must_capture", ply=3, details={"move": "8-11"})
    there = noted(hall, record)
    assert there
    show_event(event_id=hall.event.pk, is_public=False, actor=hall.director)
    assert noted(hall, record) == []
    rule_by_law_book(hall, name, "out_of_turn", ply=5)
    assert noted(hall, record) == []
    (game,) = replayed(hall, tmp_path)
    assert [one["sanction"] for one in game["proposals"]] == ["caution", "forfeit"]
    show_event(event_id=hall.event.pk, is_public=True, actor=hall.director)
    assert noted(hall, record)[:1] == there
    assert len(noted(hall, record)) == 2


def test_a_round_that_is_taken_back_takes_its_notes_along():
    hall = hall_of("standard-laws")
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    rule_by_law_book(hall, name, "must_capture", ply=3)
    row = unpublish_round(round_id=hall.row.pk, actor=hall.director)
    assert noted(hall, record) == []
    publish_round(round_id=row.pk, version=row.version, actor=hall.director)
    assert len(noted(hall, record)) == 1


def test_a_copy_in_the_same_club_leaves_the_record_of_the_first_alone():
    hall = hall_of("standard-laws")
    name = hall.black()
    record = hall.link(name, 1, record_of("english"))
    rule_by_law_book(hall, name, "must_capture", ply=3)
    sent = exported_section(hall.section, "json").data
    there = noted(hall, record)
    for _ in range(2):
        facts = {"organisation_id": hall.event.organisation_id, "name": "a.json", "actor": SYSTEM}
        made = import_section(data=sent, **facts).section
        copied = Game.objects.get(results__pairing__round__section=made)
        assert copied.pk != record.pk
        assert notes_of(copied.pdn) == []
        assert exported_section(made, "json").data == sent
        show_event(event_id=made.event_id, is_public=True, actor=SYSTEM)
        assert noted(hall, copied) == there
        show_event(event_id=made.event_id, is_public=False, actor=SYSTEM)
        assert noted(hall, record) == there
