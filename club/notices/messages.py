"""Error messages of notices: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_notice": (
        _("The club has no such notice."),
        _("Find it in the list of notices."),
    ),
    "unknown_group": (
        _("The club has no group “%(group)s”."),
        _("Reload the page and choose one of the groups shown."),
    ),
    "group_name_taken": (
        _("The club already has a saved group called “%(group)s”."),
        _("Choose another name, or remove that group first."),
    ),
    "notice_is_out": (
        _("“%(subject)s” is being sent or was already sent."),
        _("It can no longer be changed. If something is wrong, write another notice."),
    ),
    "notice_not_scheduled": (
        _("“%(subject)s” is not scheduled."),
        _("Reload the page to see its state."),
    ),
    "notice_changed_meanwhile": (
        _("“%(subject)s” has changed since you opened it."),
        _("Reload the page, read the notice, then send it."),
    ),
    "receivers_changed_meanwhile": (
        _("The recipients differ from the list you saw: someone joined, left or changed their choice."),
        _("Nothing was sent. Check the list again, then send it."),
    ),
    "nobody_gets_it": (
        _("No one in these groups can be reached by email."),
        _("Choose other groups, or add email addresses first."),
    ),
    "too_many_notices": (
        _("The club has reached the limit of %(most)s notices per hour."),
        _("Wait a while, or schedule the notice for later."),
    ),
    "too_many_tests": (
        _("You have reached the limit of %(most)s test emails per hour."),
        _("Wait a while; you can still send the notice itself."),
    ),
    "no_address_of_yours": (
        _("Your account has no email address for a test."),
        _("Add an email address to your account."),
    ),
    "time_has_passed": (
        _("The time must be in the future, within a year."),
        _("Choose a later time, or send it now."),
    ),
    "unknown_opt_out": (
        _("This unsubscribe link is incomplete."),
        _("Copy the whole link from the email, or sign in and choose on your own page."),
    ),
}
