"""What writing and sending notices refuses, by stable codes; `notice_texts` has the words."""

from club.core.errors import ClubError


class UnknownNotice(ClubError):
    """The club has no such notice."""

    code = "unknown_notice"
    status = 404


class UnknownGroup(ClubError):
    """Nobody knows such a group in the club. Facts: group."""

    code = "unknown_group"
    status = 422


class GroupNameTaken(ClubError):
    """The club has a saved group of this name. Facts: group."""

    code = "group_name_taken"


class NoticeIsOut(ClubError):
    """The notice is on its way or sent: nothing of it changes. Facts: subject."""

    code = "notice_is_out"


class NoticeNotScheduled(ClubError):
    """The notice does not wait for its time. Facts: subject."""

    code = "notice_not_scheduled"


class NoticeChangedMeanwhile(ClubError):
    """Somebody has changed the notice since it was looked at. Facts: subject."""

    code = "notice_changed_meanwhile"


class ReceiversChangedMeanwhile(ClubError):
    """Others get the notice than those who were shown."""

    code = "receivers_changed_meanwhile"


class NobodyGetsIt(ClubError):
    """Nobody in the groups can be written to."""

    code = "nobody_gets_it"


class TooManyNotices(ClubError):
    """The club has sent as many notices as it may within an hour. Facts: most."""

    code = "too_many_notices"


class TooManyTests(ClubError):
    """Too many test mails within an hour. Facts: most."""

    code = "too_many_tests"


class NoAddressOfYours(ClubError):
    """Whoever acts has no account with a mail address to try a notice on."""

    code = "no_address_of_yours"


class TimeHasPassed(ClubError):
    """A notice is sent in the future, within a year."""

    code = "time_has_passed"
    status = 422


class UnknownOptOut(ClubError):
    """The link to stop notices belongs to nobody."""

    code = "unknown_opt_out"
    status = 404
