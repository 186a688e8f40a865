"""Error messages of equipment: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_equipment": (_("The club has no such thing."), _("Look for it in the list of equipment.")),
    "unknown_loan": (_("There is no such loan."), _("Load the page of the thing again.")),
    "serial_taken": (
        _("The club has a thing of this kind with the number %(serial)s already."),
        _("Check the number, or look the other one up."),
    ),
    "serial_is_of_one": (
        _("What has a number of its own is one thing."),
        _("Leave the number out, or write down one."),
    ),
    "not_so_many": (
        _("Of “%(name)s” there are %(at_hand)s at hand."),
        _("Take some back first, or lend fewer."),
    ),
    "fewer_than_lent": (
        _("Of “%(name)s” there are %(lent)s out."),
        _("Take some back first, or write down as many at least."),
    ),
    "lent_to_nobody": (_("Nothing says who has it."), _("Choose a person, or say what it is for.")),
    "loan_days_unfit": (
        _("These days do not follow each other."),
        _("Choose a day from today on by which it comes back."),
    ),
    "back_already": (
        _("It came back on %(back_on)s, as %(who)s wrote down."),
        _("Nothing more is needed."),
    ),
    "not_back": (_("It is still out."), _("Take it back first.")),
    "equipment_was_lent": (
        _("“%(name)s” was lent before, and that is kept."),
        _("Say that it is no longer the club's instead."),
    ),
    "no_equipment_name": (_("A thing needs a name."), _("Write down what it is called.")),
}
