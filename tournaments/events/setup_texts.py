"""Error messages of the set-up, and texts of its audit entries."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords
from tournaments.core.audit_choices import choice_of
from tournaments.events.regulation_texts import stored_text
from tournaments.models import PrizeSharing

TEXTS: dict[str, tuple[Any, Any]] = {
    "named_twice": (_("%(what)s stands twice in the list."), _("Take one of the two out.")),
    "unknown_class": (
        _("The section has no class “%(name)s”."),
        _("Choose one of its classes, or add the class first: %(known)s."),
    ),
    "not_of_equipment": (
        _("“%(article)s” is no article about board and pieces in a law book of this event."),
        _("Look at the list again; a section may play by another law book now."),
    ),
    "class_in_use": (
        _(
            "The class “%(name)s” is still used: entries %(entries)s, fees %(fees)s, prizes %(prizes)s. "
            "Nothing was changed."
        ),
        _("Rename it, or first move the entries, fees and prizes to another class."),
    ),
    "prizes_grow": (
        _("Place %(place)s would bring more money than the place before."),
        _("List the prizes from the highest to the lowest, without a gap."),
    ),
    "prize_of_nothing": (
        _("Prize %(row)s of the list is not complete."),
        _("A prize is an amount or a thing; that of a class names it, that of a board its number."),
    ),
    "games_are_set": (
        _("Rounds of %(section)s are paired with %(games)s games at a board, so that number stays."),
        _("Take the rounds back to change it, or add another section."),
    ),
    "points_unfit": (
        _("A win of %(win)s, a draw of %(draw)s and a loss of %(loss)s make no order."),
        _("A win brings more than a loss, and a draw something between the two."),
    ),
    "unknown_regulations": (
        _("Event regulations know nothing named “%(found)s”."),
        _("Choose one of these: %(known)s."),
    ),
    "regulations_unfit": (
        _("Article %(number)s has no ladder of sanctions that can be climbed. Nothing was changed."),
        _(
            "Name one to %(rungs)s sanctions, none lighter than the one before. A time penalty and a "
            "deduction take a number from 1 to %(amount)s, the others none."
        ),
    ),
    "default_time_unfit": (
        _("A default time of %(minutes)s minutes cannot be."),
        _("Give a number of minutes from 1 to %(most)s."),
    ),
    "currency_missing": (
        _("There is an amount, and its currency is not said: “%(currency)s”."),
        _("Write three capital letters, for example EUR or USD."),
    ),
    "round_beyond": (
        _("The section has no round %(round)s."),
        _("It has %(rounds)s rounds; change that in its settings first."),
    ),
    "unknown_time_zone": (
        _("There is no time zone “%(name)s”."),
        _("Write it as in Europe/Amsterdam or America/New_York."),
    ),
}

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.classes.set": _("%(who)s set the classes of %(what)s."),
        "tournaments.fees.set": _("%(who)s noted the fees of %(what)s."),
        "tournaments.schedule.set": _("%(who)s set when the rounds of %(what)s begin."),
        "tournaments.prizes.set": _("%(who)s set the prizes of %(what)s."),
        "tournaments.event.cloned": _("%(who)s made the event %(what)s as a copy of %(after_of)s."),
        "tournaments.entries.classed": _("%(who)s put %(after_count)s players of %(what)s into classes."),
        "tournaments.officials.set": _("%(who)s set the officials of %(what)s."),
        "tournaments.regulations.set": _("%(who)s set the regulations of %(what)s."),
        "tournaments.equipment.checked": _(
            "%(who)s looked at board and pieces of %(what)s: %(after_article)s is so."
        ),
        "tournaments.equipment.unchecked": _(
            "%(who)s wants board and pieces of %(what)s looked at again: %(after_article)s."
        ),
    },
    fields={
        "classes": _("classes"),
        "fees": _("fees"),
        "schedule": _("schedule"),
        "prizes": _("prizes"),
        "officials": _("officials"),
        "regulations": _("regulations"),
        "article": _("article"),
        "checked_by": _("looked at by"),
        "currency": _("currency"),
        "prize_sharing": _("prizes of those level on score"),
        "lowest_rating": _("rating from"),
        "highest_rating": _("rating to"),
        "born_from": _("born from"),
        "born_to": _("born to"),
        "starts_at": _("begins"),
        "amount": _("amount"),
        "thing": _("thing"),
        "of": _("copy of"),
        "address": _("address of the venue"),
        "directions": _("how to get there"),
        "contact_name": _("who answers questions"),
        "contact_email": _("mail address for questions"),
        "contact_phone": _("telephone for questions"),
        "fee_note": _("about the fees"),
        "time_zone": _("time zone"),
        "place": pgettext_lazy("in the standings", "place"),
        "board_number": _("board"),
        "category": _("class"),
    },
    values={
        "prize_sharing": lambda value: choice_of(PrizeSharing, value),
        "regulations": stored_text,
    },
    reasons={
        "list_changed_since": _("The list was changed since, by entry %(number)s."),
        "equipment_looked_at_since": _("Somebody has noted otherwise since."),
    },
)
