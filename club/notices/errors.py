"""Errors of writing and sending notices, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class UnknownNotice(NotFound):
    code = "unknown_notice"
    what = _("The club has no such notice.")
    next_step = _("Find it in the list of notices.")


class UnknownGroup(InvalidInput):
    code = "unknown_group"
    what = _("The club has no group “%(group)s”.")
    next_step = _("Reload the page and choose one of the groups shown.")


class GroupNameTaken(ClubError):
    code = "group_name_taken"
    what = _("The club already has a saved group called “%(group)s”.")
    next_step = _("Choose another name, or remove that group first.")


class NoticeIsOut(ClubError):
    code = "notice_is_out"
    what = _("“%(subject)s” is being sent or was already sent.")
    next_step = _("It can no longer be changed. If something is wrong, write another notice.")


class NoticeNotScheduled(ClubError):
    code = "notice_not_scheduled"
    what = _("“%(subject)s” is not scheduled.")
    next_step = _("Reload the page to see its state.")


class NoticeChangedMeanwhile(ClubError):
    code = "notice_changed_meanwhile"
    what = _("“%(subject)s” has changed since you opened it.")
    next_step = _("Reload the page, read the notice, then send it.")


class ReceiversChangedMeanwhile(ClubError):
    code = "receivers_changed_meanwhile"
    what = _("The recipients differ from the list you saw: someone joined, left or changed their choice.")
    next_step = _("Nothing was sent. Check the list again, then send it.")


class NobodyGetsIt(ClubError):
    code = "nobody_gets_it"
    what = _("No one in these groups can be reached by email.")
    next_step = _("Choose other groups, or add email addresses first.")


class TooManyNotices(ClubError):
    code = "too_many_notices"
    what = _("The club has reached the limit of %(most)s notices per hour.")
    next_step = _("Wait a while, or schedule the notice for later.")


class TooManyTests(ClubError):
    code = "too_many_tests"
    what = _("You have reached the limit of %(most)s test emails per hour.")
    next_step = _("Wait a while; you can still send the notice itself.")


class NoAddressOfYours(ClubError):
    code = "no_address_of_yours"
    what = _("Your account has no email address for a test.")
    next_step = _("Add an email address to your account.")


class TimeHasPassed(InvalidInput):
    code = "time_has_passed"
    what = _("The time must be in the future, within a year.")
    next_step = _("Choose a later time, or send it now.")


class UnknownOptOut(NotFound):
    code = "unknown_opt_out"
    what = _("This unsubscribe link is incomplete.")
    next_step = _("Copy the whole link from the email, or sign in and choose on your own page.")
