"""What erasing, asking for it and keeping refuses, by stable codes; `privacy_texts` has the words."""

from club.core.errors import ClubError


class ErasedAlready(ClubError):
    """The person was erased before. Facts: name."""

    code = "erased_already"


class ErasureBlocked(ClubError):
    """Something must be done first. Facts: name, first."""

    code = "erasure_blocked"


class NameNotTyped(ClubError):
    """The name that confirms an erasure is another. Facts: name."""

    code = "name_not_typed"
    status = 422


class OwnErasure(ClubError):
    """Nobody erases themselves: the trail tells who did it. Facts: name."""

    code = "own_erasure"


class ErasureAskedAlready(ClubError):
    """The request waits for an answer. Facts: name."""

    code = "erasure_asked_already"


class NoErasureRequest(ClubError):
    """No such request waits for an answer."""

    code = "no_erasure_request"
    status = 404


class NobodyKeepsPerson(ClubError):
    """No club keeps the person, so that nobody could answer. Facts: name."""

    code = "nobody_keeps_person"


class UnknownRetention(ClubError):
    """Nothing of this kind is kept for a time. Facts: kind."""

    code = "unknown_retention"
    status = 404


class WrongMonths(ClubError):
    """Not a number of months that a rule can have. Facts: most."""

    code = "wrong_months"
    status = 422
