"""Undo of games and imports."""

from club.audit.undo_handlers import has_no_way_back, latest_about, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from games.archive.services.archive import judged_facts, rejudge_game
from games.archive.services.imports import answer_first_result
from games.house_rules.services import offer_house_rules, retire_house_rules
from games.laws.books import LAW_BOOKS
from games.models import ArchiveImport, FirstResult, Game, HouseRules

has_no_way_back("games.endings.build_asked", because="build_is_cancelled_instead")
has_no_way_back("games.endings.built", because="table_stays")
has_no_way_back("games.import.begun", because="import_is_stopped_instead")
has_no_way_back("games.import.cancelled", because="import_stays_cancelled")
has_no_way_back("games.import.ended", because="import_stays_read")
has_no_way_back("games.import.winners_settled", because="answer_is_given_anew")
has_no_way_back("games.demo.loaded", because="game_stays")
has_no_way_back("games.game.kept", because="game_stays")
has_no_way_back("games.game.rulings_noted", because="rulings_stand_elsewhere")
has_no_way_back("games.game.tags_supplied", because="tags_follow_the_pairing")


@undoes("games.house_rules.made")
@undoes("games.house_rules.offered")
def offer_no_longer(*, entry: AuditEntry, actor: Actor) -> None:
    """Retire house rules: rows that games may refer to are never deleted."""
    _insist_offered(entry, is_offered=True)
    retire_house_rules(rules_id=int(entry.target_id), actor=actor)


@undoes("games.house_rules.retired")
def offer_again(*, entry: AuditEntry, actor: Actor) -> None:
    """Offer house rules again."""
    _insist_offered(entry, is_offered=False)
    offer_house_rules(rules_id=int(entry.target_id), actor=actor)


def _insist_offered(entry: AuditEntry, *, is_offered: bool) -> None:
    row = HouseRules.objects.select_for_update().filter(pk=entry.target_id).first()
    if row is None or row.is_offered != is_offered:
        raise CannotUndo(why="rules_offered_otherwise")


@undoes("games.game.judged_by")
def judge_by_the_book_before(*, entry: AuditEntry, actor: Actor) -> None:
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


@undoes("games.import.first_result_answered")
def answer_as_before(*, entry: AuditEntry, actor: Actor) -> None:
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
