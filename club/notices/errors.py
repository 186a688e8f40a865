"""Errors of writing and sending notices, by stable codes; `club/notices/messages` has the messages."""

from club.core.errors import ClubError


class UnknownNotice(ClubError):
    """The club has no such notice."""

    code = "unknown_notice"
    status = 404


class UnknownGroup(ClubError):
    """The club has no such group. Facts: group."""

    code = "unknown_group"
    status = 422


class GroupNameTaken(ClubError):
    """The club has a saved group of this name. Facts: group."""

    code = "group_name_taken"


class NoticeIsOut(ClubError):
    """The notice is being sent or is sent, and cannot be changed. Facts: subject."""

    code = "notice_is_out"


class NoticeNotScheduled(ClubError):
    """The notice is not scheduled. Facts: subject."""

    code = "notice_not_scheduled"


class NoticeChangedMeanwhile(ClubError):
    """The notice was changed by another user since it was read. Facts: subject."""

    code = "notice_changed_meanwhile"


class ReceiversChangedMeanwhile(ClubError):
    """The recipients have changed since they were shown."""

    code = "receivers_changed_meanwhile"


class NobodyGetsIt(ClubError):
    """No person in the groups can receive mail."""

    code = "nobody_gets_it"


class TooManyNotices(ClubError):
    """The club has reached the hourly limit of notices. Facts: most."""

    code = "too_many_notices"


class TooManyTests(ClubError):
    """The hourly limit of test mails is reached. Facts: most."""

    code = "too_many_tests"


class NoAddressOfYours(ClubError):
    """The actor has no account with a mail address for a test."""

    code = "no_address_of_yours"


class TimeHasPassed(ClubError):
    """The scheduled time is not in the future or more than a year ahead."""

    code = "time_has_passed"
    status = 422


class UnknownOptOut(ClubError):
    """The opt-out link is invalid."""

    code = "unknown_opt_out"
    status = 404
