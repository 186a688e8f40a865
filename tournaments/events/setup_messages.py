"""Error messages of the set-up, and texts of its audit entries."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.messages import AuditMessages
from tournaments.core.audit_choices import choice_label
from tournaments.events.regulation_messages import stored_text
from tournaments.models import PrizeSharing

TEXTS: dict[str, tuple[Any, Any]] = {
    "named_twice": (_("%(what)s is listed twice."), _("Remove one of the two.")),
    "unknown_class": (
        _("The section has no class “%(name)s”."),
        _("Choose one of these classes, or add the class first: %(known)s."),
    ),
    "not_of_equipment": (
        _("“%(article)s” is not an article on board and pieces in a law book of this event."),
        _("Check the list again; a section may use another law book now."),
    ),
    "class_in_use": (
        _(
            "The class “%(name)s” is still in use: entries %(entries)s, fees %(fees)s, prizes "
            "%(prizes)s. Nothing was changed."
        ),
        _("Rename it, or first move the entries, fees and prizes to another class."),
    ),
    "prizes_grow": (
        _("The prize for place %(place)s is larger than the one before it."),
        _("List the prizes from highest to lowest, without gaps."),
    ),
    "prize_of_nothing": (
        _("Prize %(row)s in the list is incomplete."),
        _(
            "Enter an amount or a prize in kind. A class prize needs its class, a board prize its "
            "board number."
        ),
    ),
    "games_are_set": (
        _(
            "Rounds of %(section)s are already paired with %(games)s games per board, so this number "
            "cannot be changed."
        ),
        _("Unpublish the rounds to change it, or add another section."),
    ),
    "points_unfit": (
        _("The points for a win (%(win)s), a draw (%(draw)s) and a loss (%(loss)s) are not in order."),
        _("A win must score more than a loss, and a draw must lie between them."),
    ),
    "unknown_regulations": (
        _("Event regulations have no setting “%(found)s”."),
        _("Choose one of these: %(known)s."),
    ),
    "regulations_unfit": (
        _("Article %(number)s has no valid scale of sanctions. Nothing was changed."),
        _(
            "Enter one to %(rungs)s sanctions, each at least as severe as the one before. A time "
            "penalty or deduction needs a number from 1 to %(amount)s, the others none."
        ),
    ),
    "default_time_unfit": (
        _("A default time of %(minutes)s minutes is not valid."),
        _("Enter a number of minutes from 1 to %(most)s."),
    ),
    "currency_missing": (
        _("The amount has no valid currency: “%(currency)s”."),
        _("Enter three capital letters, for example EUR or USD."),
    ),
    "round_beyond": (
        _("The section has no round %(round)s."),
        _("The section has %(rounds)s rounds; change that in its settings first."),
    ),
    "unknown_time_zone": (
        _("There is no time zone “%(name)s”."),
        _("Use a name such as Europe/Amsterdam or America/New_York."),
    ),
}

AUDIT_WORDS = AuditMessages(
    sentences={
        "tournaments.classes.set": _("%(who)s changed the classes of %(what)s."),
        "tournaments.fees.set": _("%(who)s changed the fees of %(what)s."),
        "tournaments.schedule.set": _("%(who)s changed the round times of %(what)s."),
        "tournaments.prizes.set": _("%(who)s changed the prizes of %(what)s."),
        "tournaments.event.cloned": _("%(who)s created the event %(what)s as a copy of %(after_of)s."),
        "tournaments.entries.classed": _("%(who)s assigned classes to %(after_count)s players of %(what)s."),
        "tournaments.officials.set": _("%(who)s changed the officials of %(what)s."),
        "tournaments.regulations.set": _("%(who)s changed the regulations of %(what)s."),
        "tournaments.equipment.checked": _(
            "%(who)s checked board and pieces of %(what)s: %(after_article)s is met."
        ),
        "tournaments.equipment.unchecked": _(
            "%(who)s reopened the check of board and pieces of %(what)s: %(after_article)s."
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
        "checked_by": _("checked by"),
        "currency": _("currency"),
        "prize_sharing": _("prizes for tied players"),
        "lowest_rating": _("rating from"),
        "highest_rating": _("rating to"),
        "born_from": _("born from"),
        "born_to": _("born to"),
        "starts_at": _("begins"),
        "amount": _("amount"),
        "thing": _("prize in kind"),
        "of": _("copy of"),
        "address": _("address of the venue"),
        "directions": _("how to get there"),
        "contact_name": _("contact"),
        "contact_email": _("contact email"),
        "contact_phone": _("contact phone"),
        "fee_note": _("note on fees"),
        "time_zone": _("time zone"),
        "place": pgettext_lazy("in the standings", "place"),
        "board_number": _("board"),
        "category": _("class"),
    },
    values={
        "prize_sharing": lambda value: choice_label(PrizeSharing, value),
        "regulations": stored_text,
    },
    reasons={
        "list_changed_since": _("Log entry %(number)s has changed the list since."),
        "equipment_looked_at_since": _("Another person has changed this since."),
    },
)
