"""Undo of games and imports."""

from club.audit.undo_handlers import latest_about, not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from games.archive.services.archive import judged_facts, rejudge_game
from games.archive.services.imports import answer_first_result
from games.house_rules.services import offer_house_rules, retire_house_rules
from games.laws.books import LAW_BOOKS
from games.models import ArchiveImport, FirstResult, Game, HouseRules

not_undoable("games.endings.build_asked", reason_code="build_is_cancelled_instead")
not_undoable("games.endings.built", reason_code="table_stays")
not_undoable("games.import.begun", reason_code="import_is_stopped_instead")
not_undoable("games.import.cancelled", reason_code="import_stays_cancelled")
not_undoable("games.import.ended", reason_code="import_stays_read")
not_undoable("games.import.winners_settled", reason_code="answer_is_given_anew")
not_undoable("games.demo.loaded", reason_code="game_stays")
not_undoable("games.game.kept", reason_code="game_stays")
not_undoable("games.game.rulings_noted", reason_code="rulings_stand_elsewhere")
not_undoable("games.game.tags_supplied", reason_code="tags_follow_the_pairing")


@undo_handler("games.house_rules.made")
@undo_handler("games.house_rules.offered")
def undo_offer(*, entry: AuditEntry, actor: Actor) -> None:
    """Retire house rules: rows that games may refer to are never deleted."""
    _require_offered_state(entry, is_offered=True)
    retire_house_rules(rules_id=int(entry.target_id), actor=actor)


@undo_handler("games.house_rules.retired")
def undo_retire(*, entry: AuditEntry, actor: Actor) -> None:
    """Offer house rules again."""
    _require_offered_state(entry, is_offered=False)
    offer_house_rules(rules_id=int(entry.target_id), actor=actor)


def _require_offered_state(entry: AuditEntry, *, is_offered: bool) -> None:
    row = HouseRules.objects.select_for_update().filter(pk=entry.target_id).first()
    if row is None or row.is_offered != is_offered:
        raise CannotUndo(why="rules_offered_otherwise")


@undo_handler("games.game.judged_by")
def undo_rejudge(*, entry: AuditEntry, actor: Actor) -> None:
    """Judge a game by its previous law book, unless its judgement has changed since."""
    game = Game.objects.select_for_update().filter(pk=entry.target_id).first()
    if game is None:
        raise CannotUndo(why="game_is_gone")
    if judged_facts(game) != entry.after:
        later = latest_about(entry, "games.game.judged_by")
        if later is not None:
            raise CannotUndo(why="judged_again", number=later.number, who=later.actor_label)
        raise CannotUndo(why="judgement_moved_on")
    book = (entry.before or {})["law_book"]
    if book not in LAW_BOOKS:
        raise CannotUndo(why="law_book_is_gone", law_book=book)
    rejudge_game(game_id=game.pk, law_book=book, actor=actor)


@undo_handler("games.import.first_result_answered")
def undo_answer(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the previous answer; the winners are corrected once more in the background."""
    archive = ArchiveImport.objects.select_for_update().filter(pk=entry.target_id).first()
    if archive is None:
        raise CannotUndo(why="import_is_gone")
    if archive.answers != (entry.after or {}).get("answer"):
        later = latest_about(entry, "games.import.first_result_answered")
        number, who = (later.number, later.actor_label) if later else ("?", "?")
        raise CannotUndo(why="answered_again", number=number, who=who)
    before = FirstResult((entry.before or {})["first_result"])
    answer_first_result(import_id=archive.pk, first_result=before, actor=actor)
