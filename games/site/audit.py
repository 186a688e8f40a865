"""Texts of the games app for the audit log."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.core.messages import Words, choice_label
from games.archive.messages import IMPORT_ERRORS
from games.house_rules.fact_labels import changes_text
from games.house_rules.variant_names import variant_name as house_or_shipped_name
from games.judging.move_numbers import move_count
from games.laws.books import LAW_BOOKS
from games.models import FirstResult, ImportState, SameMoves, Winner


def law_book_name(key: Any) -> Words:
    """The book's own name."""
    return LAW_BOOKS[key].name if key in LAW_BOOKS else str(key)


def variant_name(key: Any) -> Words:
    """The variant's own name."""
    return house_or_shipped_name(str(key))


def changed_facts(value: Any) -> Words:
    """Describe changed facts."""
    return changes_text(value) if isinstance(value, dict) else str(value)


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "games.game.kept": _("%(who)s saved a game: %(what)s."),
        "games.game.judged_by": _("%(who)s checked %(what)s under %(after_law_book)s."),
        "games.game.rulings_noted": _("%(who)s added rulings to the record of %(what)s."),
        "games.game.tags_supplied": _(
            "%(who)s added names and details of the pairing to the record of %(what)s."
        ),
        "games.endings.build_asked": _(
            "%(who)s started building an ending table: %(after_variant)s, %(after_pieces)s pieces."
        ),
        "games.endings.built": _(
            "The ending table was built and verified: %(after_variant)s, %(after_pieces)s pieces."
        ),
        "games.demo.loaded": _("%(who)s loaded the demo games into %(what)s."),
        "games.house_rules.made": _("%(who)s created the house rules %(what)s."),
        "games.house_rules.retired": _("%(who)s retired the house rules %(what)s."),
        "games.house_rules.offered": _("%(who)s offered the house rules %(what)s again."),
        "games.import.begun": _("%(who)s started the import of %(what)s."),
        "games.import.cancelled": _("%(who)s cancelled the import of %(what)s; %(after_kept)s games remain."),
        "games.import.ended": _(
            "The import of %(what)s finished: %(after_games)s games read, %(after_kept)s saved."
        ),
        "games.import.first_result_answered": _(
            "%(who)s set the meaning of 1-0 in %(what)s: %(after_first_result)s."
        ),
        "games.import.winners_settled": _("The winners of %(after_games)s games of %(what)s were corrected."),
    },
    shown_by={
        Capability.SEE_AUDIT: ("games.game", "games.endings", "games.demo", "games.house_rules"),
        Capability.IMPORT_GAMES: ("games.import",),
    },
    kinds={
        "games.game": Kind(_("game"), lambda number: reverse("games:game", args=[number])),
        "games.houserules": Kind(
            _("house rules"), lambda number: reverse("games:house_rules", args=[number])
        ),
        "games.archiveimport": Kind(_("import"), lambda number: reverse("games:import", args=[number])),
    },
    fields={
        "law_book": _("law book"),
        "variant": _("variant"),
        "pieces": _("pieces"),
        "plies": _("moves"),
        "twin": _("game with the same moves"),
        "result": _("result as written"),
        "winner": _("winner"),
        "is_legal": _("legal throughout"),
        "error_count": _("errors"),
        "doubt_count": _("points to check"),
        "claim_count": _("draw claims"),
        "rulings": _("rulings"),
        "tags": _("tags from the pairing"),
        "rules_key": _("key"),
        "rules_base": _("based on"),
        "rules_changes": _("changed rules"),
        "is_offered": _("offered to new sections"),
        "bytes": _("bytes"),
        "sha256": _("SHA-256"),
        "first_result": _("meaning of 1-0"),
        "answer": _("answer"),
        "games": _("games"),
        "kept": _("games saved"),
        "duplicates": _("games already in the archive"),
        "twins": _("saved games with the same moves as another"),
        "same_moves": _("games with the same moves"),
        "illegal": _("games with an illegal move"),
        "unreadable": _("unreadable games"),
        "error": _("error"),
        "files": _("files"),
        "import_state": _("state"),
    },
    values={
        "law_book": law_book_name,
        "variant": variant_name,
        "rules_base": variant_name,
        "rules_changes": changed_facts,
        "error": lambda value: IMPORT_ERRORS.get(value, value),
        "plies": lambda value: str(move_count(value)) if isinstance(value, int) else str(value),
        "winner": lambda value: choice_label(Winner, value),
        "first_result": lambda value: choice_label(FirstResult, value),
        "same_moves": lambda value: choice_label(SameMoves, value),
        "import_state": lambda value: choice_label(ImportState, value),
    },
    reasons={
        "game_stays": _("shorter records and reports may refer to the game by now."),
        "tags_follow_the_pairing": _(
            "the tags follow the pairing. Correct the result or the names, or remove the record."
        ),
        "rulings_stand_elsewhere": _("the notes follow the rulings. Supersede the ruling instead."),
        "law_book_is_gone": _("the law book %(law_book)s is no longer available."),
        "build_is_cancelled_instead": _("cancel the build instead."),
        "table_stays": _("the table only answers questions; nothing else changed."),
        "import_is_stopped_instead": _("games from the file may be in use. Cancel the import instead."),
        "import_stays_cancelled": _(
            "the job has ended. Import the file again; games already saved are skipped."
        ),
        "answer_is_given_anew": _("it follows from an answer about the file. Change that answer instead."),
        "import_stays_read": _("games from the file may be in use."),
    },
)
