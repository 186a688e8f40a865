"""Error messages of the set-up, and texts of its audit entries."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.messages import choice_label
from tournaments.events.regulation_messages import stored_text
from tournaments.models import ClosingTask, PrizeSharing

AUDIT_MESSAGES = AuditMessages(
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
        "tournaments.closing.marked": _("%(who)s settled a task at the end of %(what)s: %(after_task)s."),
        "tournaments.closing.reset": _("%(who)s reopened a task at the end of %(what)s: %(before_task)s."),
        "tournaments.thanks.sent": _("%(who)s sent thanks to %(after_count)s players of %(what)s."),
        "tournaments.event.finished": _("%(who)s finished the event %(what)s."),
        "tournaments.event.reopened": _("%(who)s reopened the event %(what)s."),
    },
    shown_by={
        Capability.SEE_AUDIT: (
            "tournaments.classes",
            "tournaments.fees",
            "tournaments.schedule",
            "tournaments.prizes",
            "tournaments.officials",
            "tournaments.regulations",
            "tournaments.equipment",
            "tournaments.closing",
        ),
        Capability.RUN_EVENTS: ("tournaments.thanks",),
    },
    fields={
        "task": pgettext_lazy("at the end of an event", "task"),
        "is_needed": _("needed"),
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
        "task": lambda value: choice_label(ClosingTask, value),
    },
)
