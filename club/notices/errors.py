"""Errors of writing and sending notices, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class UnknownNotice(ClubError):
    """The club has no such notice."""

    code = "unknown_notice"
    status = 404
    what = _("The club has no such notice.")
    next_step = _("Find it in the list of notices.")


class UnknownGroup(ClubError):
    """The club has no such group. Facts: group."""

    code = "unknown_group"
    status = 422
    what = _("The club has no group “%(group)s”.")
    next_step = _("Reload the page and choose one of the groups shown.")


class GroupNameTaken(ClubError):
    """The club has a saved group of this name. Facts: group."""

    code = "group_name_taken"
    what = _("The club already has a saved group called “%(group)s”.")
    next_step = _("Choose another name, or remove that group first.")


class NoticeIsOut(ClubError):
    """The notice is being sent or is sent, and cannot be changed. Facts: subject."""

    code = "notice_is_out"
    what = _("“%(subject)s” is being sent or was already sent.")
    next_step = _("It can no longer be changed. If something is wrong, write another notice.")


class NoticeNotScheduled(ClubError):
    """The notice is not scheduled. Facts: subject."""

    code = "notice_not_scheduled"
    what = _("“%(subject)s” is not scheduled.")
    next_step = _("Reload the page to see its state.")


class NoticeChangedMeanwhile(ClubError):
    """The notice was changed by another user since it was read. Facts: subject."""

    code = "notice_changed_meanwhile"
    what = _("“%(subject)s” has changed since you opened it.")
    next_step = _("Reload the page, read the notice, then send it.")


class ReceiversChangedMeanwhile(ClubError):
    """The recipients have changed since they were shown."""

    code = "receivers_changed_meanwhile"
    what = _("The recipients differ from the list you saw: someone joined, left or changed their choice.")
    next_step = _("Nothing was sent. Check the list again, then send it.")


class NobodyGetsIt(ClubError):
    """No person in the groups can receive mail."""

    code = "nobody_gets_it"
    what = _("No one in these groups can be reached by email.")
    next_step = _("Choose other groups, or add email addresses first.")


class TooManyNotices(ClubError):
    """The club has reached the hourly limit of notices. Facts: most."""

    code = "too_many_notices"
    what = _("The club has reached the limit of %(most)s notices per hour.")
    next_step = _("Wait a while, or schedule the notice for later.")


class TooManyTests(ClubError):
    """The hourly limit of test mails is reached. Facts: most."""

    code = "too_many_tests"
    what = _("You have reached the limit of %(most)s test emails per hour.")
    next_step = _("Wait a while; you can still send the notice itself.")


class NoAddressOfYours(ClubError):
    """The actor has no account with a mail address for a test."""

    code = "no_address_of_yours"
    what = _("Your account has no email address for a test.")
    next_step = _("Add an email address to your account.")


class TimeHasPassed(ClubError):
    """The scheduled time is not in the future or more than a year ahead."""

    code = "time_has_passed"
    status = 422
    what = _("The time must be in the future, within a year.")
    next_step = _("Choose a later time, or send it now.")


class UnknownOptOut(ClubError):
    """The opt-out link is invalid."""

    code = "unknown_opt_out"
    status = 404
    what = _("This unsubscribe link is incomplete.")
    next_step = _("Copy the whole link from the email, or sign in and choose on your own page.")
