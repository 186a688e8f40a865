"""Texts of the games app for the audit log."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords, Kind
from club.core.messages import Words
from games.house_rules.house_words import changes_words
from games.house_rules.variant_names import variant_name as house_or_shipped_name
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
    return changes_words(value) if isinstance(value, dict) else str(value)


def choice_of(choices: Any, value: Any) -> Words:
    """Return the label of a choice."""
    return str(dict(choices.choices).get(value, value))


AUDIT_WORDS = AuditWords(
    sentences={
        "games.game.kept": _("%(who)s kept a game: %(what)s."),
        "games.game.judged_by": _("%(who)s had %(what)s judged by %(after_law_book)s."),
        "games.game.rulings_noted": _("%(who)s had rulings noted in the record of %(what)s."),
        "games.game.tags_supplied": _(
            "%(who)s had names and facts of the pairing written in the record of %(what)s."
        ),
        "games.endings.build_asked": _(
            "%(who)s had a table of endings built: %(after_variant)s, %(after_pieces)s pieces."
        ),
        "games.endings.built": _(
            "The table of endings is built and proved: %(after_variant)s, %(after_pieces)s pieces."
        ),
        "games.demo.loaded": _("%(who)s loaded the demo games into %(what)s."),
        "games.house_rules.made": _("%(who)s made the house rules %(what)s."),
        "games.house_rules.retired": _("%(who)s retired the house rules %(what)s."),
        "games.house_rules.offered": _("%(who)s offered the house rules %(what)s again."),
        "games.import.begun": _("%(who)s began to import %(what)s."),
        "games.import.cancelled": _("%(who)s stopped the import of %(what)s; %(after_kept)s games stay."),
        "games.import.ended": _(
            "The import of %(what)s ended: %(after_games)s games read, %(after_kept)s kept."
        ),
        "games.import.first_result_answered": _(
            "%(who)s said whom 1-0 names in %(what)s: %(after_first_result)s."
        ),
        "games.import.winners_settled": _("The winners of %(after_games)s games of %(what)s were put right."),
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
        "plies": _("plies"),
        "twin": _("twin of the same moves"),
        "result": _("result as written"),
        "winner": _("winner"),
        "is_legal": _("legal throughout"),
        "error_count": _("errors"),
        "doubt_count": _("doubts"),
        "claim_count": _("claims"),
        "rulings": _("rulings"),
        "tags": _("tags from the pairing"),
        "rules_key": _("key"),
        "rules_base": _("derived from"),
        "rules_changes": _("changed facts"),
        "is_offered": _("offered to new sections"),
        "bytes": _("bytes"),
        "sha256": _("SHA-256"),
        "first_result": _("whom 1-0 names"),
        "answer": _("answer"),
        "games": _("games"),
        "kept": _("games kept"),
        "duplicates": _("games the archive had already"),
        "twins": _("games stored with the moves of another"),
        "same_moves": _("games with the moves of another"),
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
        "winner": lambda value: choice_of(Winner, value),
        "first_result": lambda value: choice_of(FirstResult, value),
        "same_moves": lambda value: choice_of(SameMoves, value),
        "import_state": lambda value: choice_of(ImportState, value),
    },
    reasons={
        "rules_offered_otherwise": _("the house rules were retired or offered again since."),
        "game_is_gone": _("the game is no longer in the archive."),
        "game_stays": _("shorter scores and reports may point at the game by now."),
        "tags_follow_the_pairing": _(
            "the tags follow the pairing. Correct the result or the names, or take the record away."
        ),
        "rulings_stand_elsewhere": _("the notes follow the rulings. Supersede the ruling instead."),
        "judged_again": _("%(who)s has had the game judged again since, in entry %(number)s."),
        "judgement_moved_on": _("the judgement of the game has changed since, by an answer about its file."),
        "law_book_is_gone": _("the law book %(law_book)s is no longer here."),
        "build_is_cancelled_instead": _("a build is stopped by cancelling it."),
        "table_stays": _("the table only answers questions; nothing else changed."),
        "import_is_gone": _("the import is no longer here."),
        "answered_again": _("%(who)s has answered the question again since, in entry %(number)s."),
        "import_is_stopped_instead": _("games of the file may be in use. Stop the import instead."),
        "import_stays_cancelled": _(
            "the worker has gone on to other work. Import the file again: what is kept already is left out."
        ),
        "answer_is_given_anew": _("it follows from an answer about the file. Give the other answer instead."),
        "import_stays_read": _("games of the file may be in use."),
    },
)
