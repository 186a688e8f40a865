"""The page of a case: position, claim, decision, score sheets, and two arbiters at once."""

import pytest
from case_pages import address, fields, filled, page, signed_in
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from event_rows import club_of, latest, somebody
from incidents import Hall

from games.judging.messages import incident_name
from tournaments.cases.selectors.case_changes import changes_since
from tournaments.cases.services.cases import drop_case, open_case, update_case
from tournaments.cases.services.claims import Claim, record_claim
from tournaments.cases.services.rulings import RulingDecision, rule_on_case
from tournaments.models import Case, CaseState, Outcome, Ruling

pytestmark = pytest.mark.django_db

TO_AND_FRO = " ".join(["1-5 32-28 5-1 28-32"] * 3)
RECORD = f'[GameType "21"]\n[FEN "B:WK32:BK1"]\n\n{TO_AND_FRO.rsplit(" ", 1)[0]} *\n'


# ---- the list ----


def test_a_case_is_filed_at_the_desk_and_listed(hall, white):
    client = signed_in(hall.deputy)
    listed = reverse("tournaments:desk_cases", args=[hall.event.pk])
    assert "No cases found." in client.get(listed).content.decode()
    entry = hall.section.entries.get(name=white)
    board = hall.row.pairings.get(white=entry)
    facts = {"incident": "distracting", "section": hall.section.pk, "round_number": 1, "game": 1}
    sent = facts | {"board_number": board.board_number, "entry": entry.pk, "key": "once"}
    answer = client.post(listed, sent)
    case = Case.objects.get()
    assert answer.url == address(case)
    assert (case.pairing, case.side, case.taken_by) == (board, "white", hall.deputy.label)
    client.post(listed, sent)
    assert Case.objects.count() == 1
    assert incident_name("distracting") in client.get(listed).content.decode()
    assert "No cases found." in client.get(listed, {"state": "ruled"}).content.decode()


def test_a_case_needs_no_board(hall, white):
    entry = hall.section.entries.get(name=white)
    sent = {"incident": "left_the_hall", "entry": entry.pk, "section": hall.section.pk}
    signed_in(hall.arbiter).post(reverse("tournaments:desk_cases", args=[hall.event.pk]), sent)
    assert (Case.objects.get().entry, Case.objects.get().pairing) == (entry, None)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        pytest.param({"round_number": 1, "board_number": 77}, "There is no such board.", id="no such board"),
        pytest.param({"board_number": 1}, "Enter the round.", id="a board without its round"),
        pytest.param({"incident": "sneezed"}, "sneezed is not one of", id="no such incident"),
    ],
)
def test_what_cannot_be_filed_stays_in_the_form(hall, sent, said):
    listed = reverse("tournaments:desk_cases", args=[hall.event.pk])
    answer = signed_in(hall.arbiter).post(listed, {"private_text": "both shouted", **sent})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "both shouted" in answer.content.decode()
    assert not Case.objects.exists()


def test_a_player_of_another_board_is_refused_with_a_sentence(hall, white):
    board = hall.row.pairings.get(white__name=white).board_number
    stranger = hall.row.pairings.exclude(board_number=board).first().white
    sent = {"incident": "distracting", "round_number": 1, "board_number": board, "entry": stranger.pk}
    listed = reverse("tournaments:desk_cases", args=[hall.event.pk])
    answer = signed_in(hall.arbiter).post(listed, sent | {"section": hall.section.pk, "game": 1})
    assert f"{stranger.name} does not play at board" in answer.content.decode()


# ---- position and claim ----


def test_a_position_typed_in_is_shown_with_its_moves_and_the_rule(hall, case):
    client, sent = filled(case, hall.deputy, "claim_form", fen="W:W23,24:B18")
    assert client.post(address(case, "desk_case_claim"), sent).status_code == 302
    told = page(case, hall.deputy)
    assert "23x14" in told
    assert "A capture is available and must be made." in told
    assert "SL-M8" in told


THREE_MOVES = '[GameType "40"]\n[FEN "W:WK40,26:BK14"]\n\n40-1 14-5 1-6 5-10 6-1 10-5 *\n'


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"record": THREE_MOVES}, id="in the game"),
        pytest.param({"record": THREE_MOVES, "fen": "W:W26,K1:BK5"}, id="typed in beside the game"),
        pytest.param({"fen": "W:WK1,26:BK5:+0+301"}, id="told with the position"),
    ],
)
def test_the_legal_moves_of_a_position_look_back_through_the_game(changes):
    hall = Hall(variant="frisian", law_book="frisian")
    about = hall.at(hall.black())
    case = open_case(event_id=hall.event.pk, about=about, incident="distracting", actor=hall.deputy)
    client, sent = filled(case, hall.deputy, "claim_form", **changes)
    assert client.post(address(case, "desk_case_claim"), sent).status_code == 302
    told = page(case, hall.deputy)
    assert "26-21" in told
    assert "1-6</span>" not in told
    assert "The king on 1 has reached the limit of consecutive moves" in told
    assert "FR-7" in told
    assert "W:W26,K1:BK5:+0+301" in told


def test_a_right_claim_of_a_draw_is_answered_stepped_through_and_proposed(hall, case, white):
    claimant = hall.section.entries.get(name=white)
    changes = {"claim": "repetition", "claimant": claimant.pk, "move": "28-32", "record": RECORD}
    client, sent = filled(case, hall.deputy, "claim_form", **changes)
    client.post(address(case, "desk_case_claim"), sent)
    kept = Case.objects.get().claim_answer
    assert (kept["word"], kept["article"], kept["plies"]) == ("right", "SL-D2", [0, 4, 8, 12])
    told = page(case, hall.arbiter)
    assert "The claim is correct." in told
    assert (
        "the position occurs for the fourth time (after moves 0, 2 (White), 4 (White), 6 (White)) (SL-D2)."
        in told
    )
    assert 'data-ply="4"' in told
    form = signed_in(hall.arbiter).get(address(case)).context["decision_form"]
    assert (form["outcome"].value(), form["claim_decision"].value()) == ("draw", "upheld")
    assert (form["consequence"].value(), form["articles"].value()) == ("none", "SL-D2")


@pytest.mark.parametrize(
    ("fen", "word", "said"),
    [
        pytest.param("B:WK32:BK1", "right", "occurs for the fourth time", id="from which it was played"),
        pytest.param(
            "W:WK32:BK1",
            "open",
            "The game record cannot be replayed from this position: White's move 1, 1-5, cannot be played.",
            id="with the other side to move",
        ),
    ],
)
def test_a_score_beside_a_position_is_replayed_from_there_or_it_is_said_that_it_cannot(
    hall, case, white, fen, word, said
):
    claimant = hall.section.entries.get(name=white).pk
    changes = {"claim": "repetition", "claimant": claimant, "move": "28-32", "fen": fen}
    client, sent = filled(case, hall.deputy, "claim_form", **changes, record=TO_AND_FRO.rsplit(" ", 1)[0])
    assert client.post(address(case, "desk_case_claim"), sent).status_code == 302
    kept = Case.objects.get()
    assert kept.claim_answer["word"] == word
    answer = client.get(address(case))
    assert said in answer.content.decode().replace("&#x27;", "'")
    assert "The game record starts from this position." in answer.content.decode()
    board = answer.context["board"]
    assert kept.disputed_fen == board.fen == kept.claim_answer["fen"]
    assert board.is_typed == (word == "open")
    form = signed_in(hall.arbiter).get(address(case)).context["decision_form"]
    assert form["claim_decision"].value() == ("upheld" if word == "right" else None)


def test_upholding_the_claim_enters_the_draw(hall, case, white):
    claimant = hall.section.entries.get(name=white).pk
    facts = {"kind": "repetition", "claimant_id": claimant, "move": "28-32", "record": RECORD}
    update_case(case_id=case.pk, actor=hall.arbiter, incident="other_incident", public_text="a draw claimed")
    record_claim(case_id=case.pk, claim=Claim(**facts), actor=hall.arbiter)
    client, sent = filled(case, hall.arbiter, "decision_form")
    assert client.post(address(case, "desk_case_rule"), sent).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.claim_decision, ruling.claim_answer["word"], ruling.outcome) == ("upheld", "right", "draw")
    assert hall.result(white).outcome == Outcome.DRAW


def test_deciding_against_the_engine_needs_a_reason_and_keeps_both(hall, case, white):
    claimant = hall.section.entries.get(name=white).pk
    facts = {"kind": "repetition", "claimant_id": claimant, "move": "28-32", "record": RECORD}
    update_case(case_id=case.pk, actor=hall.arbiter, incident="other_incident", public_text="a draw claimed")
    record_claim(case_id=case.pk, claim=Claim(**facts), actor=hall.arbiter)
    client, sent = filled(case, hall.arbiter, "decision_form", claim_decision="rejected", outcome="")
    answer = client.post(address(case, "desk_case_rule"), sent)
    assert answer.status_code == 422
    assert "The rules engine answers the claim differently." in answer.content.decode()
    client.post(address(case, "desk_case_rule"), sent | {"reason": "the clock had been stopped before"})
    ruling = Ruling.objects.get()
    assert (ruling.claim_decision, ruling.claim_answer["word"]) == ("rejected", "right")
    assert "The claim is correct." in page(case, hall.arbiter)


def test_a_score_comes_as_a_file_too(hall, case, white):
    claimant = hall.section.entries.get(name=white).pk
    upload = SimpleUploadedFile("game.pdn", RECORD.encode())
    client, sent = filled(case, hall.deputy, "claim_form", claim="repetition", claimant=claimant, file=upload)
    client.post(address(case, "desk_case_claim"), sent | {"move": "28-32"})
    assert Case.objects.get().claim_answer["word"] == "right"


def test_a_score_that_is_none_is_refused_and_stays_in_the_form(hall, case, white):
    claimant = hall.section.entries.get(name=white).pk
    facts = {"claim": "repetition", "claimant": claimant, "record": "he moved there"}
    client, sent = filled(case, hall.deputy, "claim_form", **facts)
    answer = client.post(address(case, "desk_case_claim"), sent)
    assert answer.status_code == 422
    assert "he moved there" in answer.content.decode()
    assert "The pasted text is not a game record (" in answer.content.decode()


def test_claims_that_no_move_shows_are_answered_from_what_is_on_record(hall, case):
    record_claim(case_id=case.pk, claim=Claim(kind="wrong_pairing"), actor=hall.deputy)
    assert Case.objects.get().claim_answer["code"] == "pairing_sound"
    record_claim(case_id=case.pk, claim=Claim(kind="result"), actor=hall.deputy)
    assert Case.objects.get().claim_answer["code"] == "result_not_reported"
    record_claim(case_id=case.pk, claim=Claim(kind="flag"), actor=hall.deputy)
    assert "The moves do not show the time. Enter the clock times." in page(case, hall.deputy)
    assert latest("tournaments.case.claim_answered").after["claim"] == "flag"


def test_a_draw_is_claimed_by_somebody(hall, case):
    client, sent = filled(case, hall.deputy, "claim_form", claim="repetition", record=RECORD)
    answer = client.post(address(case, "desk_case_claim"), sent)
    assert "The claimant is missing in case" in answer.content.decode()


# ---- decision and rulings ----


def test_the_decision_is_filled_in_with_what_the_law_book_asks_for(hall, case):
    told = page(case, hall.arbiter)
    assert "The law book prescribes: <b>caution</b>" in told
    assert "The move is taken back and made correctly, with the same piece if it has a legal move." in told
    assert "Earlier offences of this kind: 0 in the game, 0 in the event." in told
    client, sent = filled(case, hall.arbiter, "decision_form")
    assert (sent["consequence"], sent["articles"]) == ("caution", "SL-I1, SL-I1a, SL-M8")
    client.post(address(case, "desk_case_rule"), sent | {"move_recalled": "24-20", "move_replaced": "23x14"})
    ruling = Ruling.objects.get()
    assert (ruling.consequence, ruling.move_recalled, ruling.move_replaced) == ("caution", "24-20", "23x14")
    assert "Move taken back: 24-20, played instead: 23x14" in page(case, hall.arbiter)


def test_a_deputy_sees_no_form_of_a_decision_and_cannot_send_one(hall, case):
    told = page(case, hall.deputy)
    assert "Only an arbiter can issue a ruling." in told
    client, sent = filled(case, hall.deputy, "decision_form")
    assert client.post(address(case, "desk_case_rule"), sent).status_code == 403
    assert not Ruling.objects.exists()


def test_a_new_ruling_takes_the_place_of_the_old_one_which_stays_to_be_read(hall, case, white):
    client, sent = filled(case, hall.arbiter, "decision_form")
    client.post(address(case, "desk_case_rule"), sent)
    client, sent = filled(case, hall.arbiter, "decision_form", consequence="none")
    refused = client.post(address(case, "desk_case_rule"), sent)
    assert "needs a reason" in refused.content.decode()
    client.post(address(case, "desk_case_rule"), sent | {"reason": "it was the opponent's turn"})
    told = page(case, hall.arbiter)
    assert Ruling.objects.count() == 2
    assert "Superseded by ruling 2." in told
    assert "ruling--superseded" in told


def test_a_new_ruling_leaves_the_result_as_before_the_one_in_force_unless_a_loss_is_confirmed(hall, white):
    ruling = hall.rule(white, "touched_not_moved", "game_lost")
    case = Case.objects.get()
    client, sent = filled(case, hall.arbiter, "decision_form", consequence="none", reason="two witnesses")
    form = client.get(address(case)).context["decision_form"]
    assert form.fields["outcome"].choices[0] == ("", "as before the ruling")
    assert form["outcome"].value() == ""
    assert "Before the ruling: no result." in str(form.fields["outcome"].help_text)
    refused = client.post(address(case, "desk_case_rule"), sent | {"outcome": ruling.outcome})
    assert refused.status_code == 422
    assert (
        "The new ruling does not cost the game, but the game would stay lost under ruling 1."
        in refused.content.decode()
    )
    assert 'name="keeps_loss"' in refused.content.decode()
    assert hall.result(white).outcome == Outcome.BLACK
    assert client.post(address(case, "desk_case_rule"), sent).status_code == 302
    assert hall.result(white).outcome == Outcome.PENDING


def test_a_loss_that_is_confirmed_stays_on_the_page(hall, white):
    ruling = hall.rule(white, "touched_not_moved", "game_lost")
    case = Case.objects.get()
    facts = {"consequence": "none", "reason": "He resigned.", "outcome": ruling.outcome, "keeps_loss": "on"}
    client, sent = filled(case, hall.arbiter, "decision_form", **facts)
    assert client.post(address(case, "desk_case_rule"), sent).status_code == 302
    assert (hall.result(white).outcome, Ruling.objects.count()) == (Outcome.BLACK, 2)


def test_the_draw_of_an_upheld_claim_stays_in_the_form_of_a_new_ruling(hall, case, white):
    decided = RulingDecision(
        consequence="none", outcome="draw", claim_decision="upheld", reason="by FMJD 6.1"
    )
    rule_on_case(case_id=case.pk, decided=decided, actor=hall.arbiter)
    form = signed_in(hall.arbiter).get(address(case)).context["decision_form"]
    assert form["outcome"].value() == "draw"


def test_the_same_decision_sent_twice_rules_once(hall, case):
    client, sent = filled(case, hall.arbiter, "decision_form")
    for _ in range(2):
        assert client.post(address(case, "desk_case_rule"), sent).status_code == 302
    assert Ruling.objects.count() == 1


def test_the_opponent_chooses_on_the_page_or_the_choice_lapses():
    hall = Hall(preset="weekend", variant="international", law_book="fmjd-annex-1")
    name = hall.row.pairings.order_by("board_number").first().white.name
    ruling = hall.rule(name, "must_capture", "opponent_chooses")
    case = Case.objects.get()
    assert "no choice before the next move" in page(case, hall.deputy)
    client = signed_in(hall.deputy)
    client.post(address(case, "desk_case_choose"), {"choice": "lapsed", "version": case.version})
    assert ruling.choice.choice == "lapsed"
    assert f"{case.opponent.name} chose:" in page(case, hall.deputy)


def test_a_case_is_closed_without_a_ruling_and_opened_again(hall, case):
    client = signed_in(hall.deputy)
    client.post(address(case, "desk_case_act", act="drop"), {"reason": "they agreed"})
    assert Case.objects.get().state == CaseState.DROPPED
    assert "they agreed" in page(case, hall.deputy)
    client.post(address(case, "desk_case_act", act="reopen"))
    assert Case.objects.get().state == CaseState.OPEN
    client.post(address(case, "desk_case_act", act="give-back"))
    assert Case.objects.get().taken_by == ""
    client.post(address(case, "desk_case_act", act="take"))
    assert Case.objects.get().taken_by == hall.deputy.label


# ---- two at once ----


def test_the_later_save_is_refused_with_what_changed_and_by_whom(hall, case):
    client, sent = filled(case, hall.arbiter, "form", public_text="White did not capture.")
    update_case(case_id=case.pk, actor=hall.deputy, witnesses="Mrs Kear", private_text="he was rude")
    answer = client.post(address(case, "desk_case_tell"), sent)
    told = answer.content.decode()
    assert answer.status_code == 409
    assert "Another person changed case 1" in told
    (change,) = answer.context["changed_meanwhile"]
    assert (change.who, change.named) == (hall.deputy.label, ["witnesses", "arbiters only"])
    assert Case.objects.get().public_text == ""
    again = fields(answer, "form")
    assert (again["public_text"], again["witnesses"]) == ("White did not capture.", "Mrs Kear")
    assert client.post(address(case, "desk_case_tell"), again).status_code == 302
    now = Case.objects.get()
    assert (now.public_text, now.witnesses, now.private_text) == (
        "White did not capture.",
        "Mrs Kear",
        "he was rude",
    )


def test_a_decision_on_a_case_that_changed_is_refused_and_kept(hall, case):
    client, sent = filled(case, hall.arbiter, "decision_form", reason="seen by myself")
    update_case(case_id=case.pk, actor=hall.deputy, witnesses="Mrs Kear")
    answer = client.post(address(case, "desk_case_rule"), sent)
    assert answer.status_code == 409
    assert "seen by myself" in answer.content.decode()
    assert not Ruling.objects.exists()
    assert client.post(address(case, "desk_case_rule"), fields(answer, "decision_form")).status_code == 302
    assert Ruling.objects.get().reason == "seen by myself"


def test_arbiters_on_one_case_hear_of_each_other_and_of_changes(hall, case):
    mine, theirs = signed_in(hall.arbiter), signed_in(hall.deputy)
    here = address(case, "desk_case_here")
    version = {"version": case.version}
    assert "Here as well" not in mine.post(here, version).content.decode()
    assert hall.arbiter.label in theirs.post(here, version).content.decode()
    update_case(case_id=case.pk, actor=hall.deputy, witnesses="Mrs Kear")
    told = mine.post(here, version).content.decode()
    assert hall.deputy.label in told
    assert "Changed since you opened the page" in told
    assert "witnesses" in told


def test_changes_are_counted_from_the_version_that_was_seen(hall, case):
    for text in ("a", "b"):
        update_case(case_id=case.pk, actor=hall.deputy, witnesses=text)
    row = Case.objects.get()
    assert len(changes_since(row, case.version)) == 2
    assert len(changes_since(row, row.version)) == 0


def test_both_score_sheets_are_kept_and_compared(hall, case):
    sheets = {"sheet_white": "1. 11-15 23-19 2. 8-11 *", "sheet_black": "1. 11-15 23-18 2. 8-11 *"}
    client, sent = filled(case, hall.deputy, "sheets_form", **sheets)
    client.post(address(case, "desk_case_sheets"), sent)
    assert "They differ at move 1 (White)" in page(case, hall.deputy)


# ---- who sees what ----


def test_players_and_the_public_see_nothing_of_the_case(hall, case, client):
    update_case(case_id=case.pk, actor=hall.deputy, private_text="he was rude", public_text="seen")
    for name in ("desk_case", "desk_cases"):
        there = address(case) if name == "desk_case" else reverse(f"tournaments:{name}", args=[hall.event.pk])
        assert client.get(there).status_code == 302
        for role in ("player", "secretary", "treasurer", "viewer"):
            answer = signed_in(somebody(role)).get(there)
            assert answer.status_code == 403
            assert "he was rude" not in answer.content.decode()
    assert "he was rude" in page(case, hall.deputy)
    public = client.get(reverse("tournaments:event", args=[hall.event.slug])).content.decode()
    assert "he was rude" not in public


def test_private_text_is_not_on_the_trail(hall, case):
    update_case(case_id=case.pk, actor=hall.deputy, private_text="he was rude")
    entry = latest("tournaments.case.told")
    assert "rude" not in str(entry.before) + str(entry.after)
    assert entry.after["also_changed"] == ["private_text"]


def test_an_arbiter_of_another_club_is_kept_out(case):
    stranger = somebody("arbiter", at=club_of("south"))
    assert signed_in(stranger).get(address(case)).status_code == 403


def test_a_dropped_case_offers_no_decision(hall, case):
    drop_case(case_id=case.pk, actor=hall.deputy)
    assert "closed without a ruling" in page(case, hall.arbiter)


# ---- a move taken back ----


@pytest.mark.parametrize(
    ("read_as", "consequence", "articles"),
    [
        pytest.param("", "caution", "SL-I1, SL-T6, SL-I1h", id="as it was filed"),
        pytest.param("move_taken_back", "caution", "SL-I1, SL-T6, SL-I1h", id="SL-T6: the first move stands"),
        pytest.param("touched_not_moved", "game_lost", "SL-T4", id="SL-T4: another piece was touched"),
        pytest.param("must_capture", "caution", "SL-I1, SL-T6, SL-I1h", id="no reading of it"),
    ],
)
def test_a_move_taken_back_can_be_decided_by_either_reading(hall, case, read_as, consequence, articles):
    """Neither deviates from the law book, so neither needs a reason."""
    Case.objects.filter(pk=case.pk).update(incident="move_taken_back")
    client = signed_in(hall.arbiter)
    shown = client.get(address(case), {"read_as": read_as})
    told = shown.content.decode()
    assert "The law book allows two readings of a move taken back" in told
    assert told.count("Use this reading") == 1
    assert "with the same piece" not in told
    sent = fields(shown, "decision_form")
    assert (sent["consequence"], sent["articles"]) == (consequence, articles)
    assert client.post(address(case, "desk_case_rule"), sent).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.consequence, ", ".join(ruling.articles)) == (consequence, articles)


def test_another_incident_has_one_reading(hall, case):
    assert "two readings" not in page(case, hall.arbiter)
    assert "SL-T4" not in page(case, hall.arbiter, read_as="touched_not_moved")
