"""Undo in the archive: another law book, the answer to whom 1-0 names, and what cannot be taken back."""

import io

import pytest
from records import game

from club.audit.services import rehearse_undo, undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo
from club.models import AuditEntry
from games.archive.services.archive import rejudge_game, save_game
from games.archive.services.imports import answer_first_result, cancel_import, settle_results, start_import
from games.models import FirstResult, Game

pytestmark = pytest.mark.django_db


def latest(action):
    return AuditEntry.objects.filter(action=action).first()


def why_not(entry):
    with pytest.raises(CannotUndo) as refusal:
        rehearse_undo(entry_id=entry.pk, actor=SYSTEM)
    return refusal.value.facts["why"]


def test_a_game_goes_back_to_its_law_book(club):
    kept = save_game(organisation=club, text=game("1. 11-15 23-19"), actor=SYSTEM)
    book = kept.law_book
    rejudge_game(game_id=kept.pk, law_book="wcdf", actor=SYSTEM)
    judged = latest("games.game.judged_by")
    (shown,) = rehearse_undo(entry_id=judged.pk, actor=SYSTEM)
    assert (shown.before["law_book"], shown.after["law_book"]) == ("wcdf", book)
    assert Game.objects.get().law_book == "wcdf"
    undo_entry(entry_id=judged.pk, actor=SYSTEM)
    assert Game.objects.get().law_book == book


def test_a_game_judged_again_since_is_left_alone(club):
    kept = save_game(organisation=club, text=game("1. 11-15 23-19"), actor=SYSTEM)
    rejudge_game(game_id=kept.pk, law_book="wcdf", actor=SYSTEM)
    first = latest("games.game.judged_by")
    rejudge_game(game_id=kept.pk, law_book="acf-faq", actor=SYSTEM)
    assert why_not(first) == "changed_again"
    Game.objects.all().delete()
    assert why_not(first) == "is_gone"


def test_an_answer_is_taken_back_and_the_winners_follow(bring_in):
    archive = bring_in(game("1. 11-15 23-19", result="1-0").encode())
    answer_first_result(import_id=archive.pk, first_result=FirstResult.WHITE, actor=SYSTEM)
    archive.refresh_from_db()
    settle_results(import_id=archive.pk, answer=archive.answers, in_background=False)
    assert Game.objects.get().winner == "white"
    answered = latest("games.import.first_result_answered")
    undo_entry(entry_id=answered.pk, actor=SYSTEM)
    archive.refresh_from_db()
    settle_results(import_id=archive.pk, answer=archive.answers, in_background=False)
    assert Game.objects.get().winner == "black"
    assert why_not(answered) == "undone_already"


def test_an_answer_given_again_since_stands(bring_in):
    archive = bring_in(game("1. 11-15 23-19", result="1-0").encode())
    answer_first_result(import_id=archive.pk, first_result=FirstResult.WHITE, actor=SYSTEM)
    first = latest("games.import.first_result_answered")
    answer_first_result(import_id=archive.pk, first_result=FirstResult.BLACK, actor=SYSTEM)
    assert why_not(first) == "changed_again"


def test_a_judgement_keeps_the_answer_of_its_import(bring_in):
    archive = bring_in(game("1. 11-15 23-19", result="1-0").encode())
    answer_first_result(import_id=archive.pk, first_result=FirstResult.WHITE, actor=SYSTEM)
    assert rejudge_game(game_id=Game.objects.get().pk, law_book="wcdf", actor=SYSTEM).winner == "white"


def test_a_stopped_import_says_why_it_stays_stopped(club):
    stream = io.BytesIO(game("1. 11-15").encode())
    archive = start_import(organisation=club, stream=stream, name="a.pdn", actor=SYSTEM, in_background=False)
    cancel_import(import_id=archive.pk, actor=SYSTEM)
    assert why_not(latest("games.import.cancelled")) == "import_stays_cancelled"


def test_an_import_is_two_entries_however_many_games_it_brings(bring_in):
    bring_in("".join(game(f"1. {moves}") for moves in ("11-15 23-19", "9-14 22-18", "10-14 22-17")).encode())
    told = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert told == ["games.import.begun", "games.import.ended"]
    assert latest("games.import.ended").after["kept"] == 3
