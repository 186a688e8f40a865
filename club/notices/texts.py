"""Error messages of notices: the problem and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_notice": (
        _("The club has no such notice."),
        _("Look for it in the list of notices."),
    ),
    "unknown_group": (
        _("There is no group “%(group)s” in the club."),
        _("Load the page again and choose among the groups it shows."),
    ),
    "group_name_taken": (
        _("The club has a saved group called “%(group)s” already."),
        _("Choose another name, or remove that group first."),
    ),
    "notice_is_out": (
        _("“%(subject)s” is on its way or sent already."),
        _("Nothing of it can be changed. Write another notice if something is wrong."),
    ),
    "notice_not_scheduled": (
        _("“%(subject)s” does not wait for its time."),
        _("Load the page again to see where it stands."),
    ),
    "notice_changed_meanwhile": (
        _("Somebody has changed “%(subject)s” since you opened it."),
        _("Load the page again, read it, and send it then."),
    ),
    "receivers_changed_meanwhile": (
        _("Others would get it than those you were shown: somebody joined, left or chose otherwise."),
        _("Nothing was sent. Look at the list again, and send it then."),
    ),
    "nobody_gets_it": (
        _("Nobody in these groups can be written to."),
        _("Choose other groups, or write down mail addresses first."),
    ),
    "too_many_notices": (
        _("The club has sent %(most)s notices within the last hour."),
        _("Wait a while, or have it sent later at a time you choose."),
    ),
    "too_many_tests": (
        _("You have sent %(most)s test mails within the hour."),
        _("Wait a while; the notice itself can be sent all the same."),
    ),
    "no_address_of_yours": (
        _("Your account has no mail address to try it on."),
        _("Add an address on the page of your account."),
    ),
    "time_has_passed": (
        _("A notice is sent at a time to come, within a year."),
        _("Choose a later time, or send it now."),
    ),
    "unknown_opt_out": (
        _("This link to stop notices is not whole."),
        _("Copy the whole link out of the mail, or sign in and choose on your page."),
    ),
}
