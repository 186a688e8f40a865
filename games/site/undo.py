"""Undo of games and imports."""

from functools import partial

from club.audit.undo_handlers import not_undoable, unchanged_row, undo_by, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from games.archive.services.archive import judged_facts, rejudge_game
from games.archive.services.imports import answer_first_result
from games.house_rules.services import offer_house_rules, retire_house_rules
from games.laws.books import LAW_BOOKS
from games.models import ArchiveImport, FirstResult, Game

not_undoable("games.endings.build_asked", reason_code="build_is_cancelled_instead")
not_undoable("games.endings.built", reason_code="table_stays")
not_undoable("games.import.begun", reason_code="import_is_stopped_instead")
not_undoable("games.import.cancelled", reason_code="import_stays_cancelled")
not_undoable("games.import.ended", reason_code="import_stays_read")
not_undoable("games.import.winners_settled", reason_code="answer_is_given_anew")
not_undoable("games.demo.loaded", "games.game.kept", reason_code="game_stays")
not_undoable("games.game.rulings_noted", reason_code="rulings_stand_elsewhere")
not_undoable("games.game.tags_supplied", reason_code="tags_follow_the_pairing")

# House rules are retired, never deleted: games may refer to them.
undo_by("games.house_rules.made", "games.house_rules.offered", call=retire_house_rules, number="rules_id")
undo_by("games.house_rules.retired", call=offer_house_rules, number="rules_id")
undo_by(
    "games.import.first_result_answered",  # the winners are corrected once more in the background
    call=answer_first_result,
    number="import_id",
    requires=partial(
        unchanged_row,
        ArchiveImport.objects.select_for_update(no_key=True),
        lambda row: {"answer": row.answers},
    ),
    before=lambda facts: {"first_result": FirstResult(facts["first_result"])},
)


@undo_handler("games.game.judged_by")
def undo_rejudge(*, entry: AuditEntry, actor: Actor) -> None:
    """Judge a game by its previous law book, unless its judgement has changed since."""
    game = unchanged_row(Game.objects.select_for_update(no_key=True), judged_facts, entry)
    book = (entry.before or {})["law_book"]
    if book not in LAW_BOOKS:
        raise CannotUndo(why="law_book_is_gone", law_book=book)
    rejudge_game(game_id=game.pk, law_book=book, actor=actor)
