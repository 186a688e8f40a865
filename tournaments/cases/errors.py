"""Errors of cases, rulings and appeals, with stable codes; `case_messages` has the messages."""

from club.core.errors import ClubError


class UnknownIncident(ClubError):
    """The incident does not exist. Facts: incident."""

    code = "unknown_incident"
    status = 422


class UnknownConsequence(ClubError):
    """The consequence does not exist. Facts: consequence."""

    code = "unknown_consequence"
    status = 422


class UnknownDetail(ClubError):
    """The incident has no such detail. Facts: incident, detail."""

    code = "unknown_detail"
    status = 422


class WrongDetail(ClubError):
    """A detail is no square, move or number of minutes of this game. Facts: detail, value."""

    code = "wrong_detail"
    status = 422


class WordsNeeded(ClubError):
    """An incident of kind "other" has no description. Facts: incident."""

    code = "words_needed"
    status = 422


class NotAtBoard(ClubError):
    """The player does not play at that board. Facts: name, board."""

    code = "not_at_board"
    status = 422


class CaseChanged(ClubError):
    """Another account changed the case after it was shown. Facts: number, changes."""

    code = "case_changed"


class KeyUsed(ClubError):
    """Another form with this key was filed before. Facts: number."""

    code = "key_used"


class RulingNamesThem(ClubError):
    """A ruling in force is about this player and game, so the case cannot be moved. Facts: number."""

    code = "ruling_names_them"


class CaseSettled(ClubError):
    """The case has a ruling already; only a new one can supersede it. Facts: number, state."""

    code = "case_settled"


class ResultStillDisputed(ClubError):
    """The result of the case is still disputed and has to be decided first. Facts: number."""

    code = "result_still_disputed"


class CallOfAnother(ClubError):
    """Another phone called the arbiter. Facts: board."""

    code = "call_of_another"


class NothingAdvised(ClubError):
    """The person who filed the case left the consequence open. Facts: number."""

    code = "nothing_advised"


class WithTheCommittee(ClubError):
    """The case is under appeal, or the committee's final decision is made. Facts: number."""

    code = "with_the_committee"


class NotRuled(ClubError):
    """The case has no ruling in force. Facts: number."""

    code = "case_not_ruled"


class DeviationNeedsReason(ClubError):
    """The ruling differs from the proposal of the law book. Facts: proposed, consequence, article."""

    code = "deviation_needs_reason"
    status = 422


class GraveNeedsReason(DeviationNeedsReason):
    """Taking points, games or the event from a player is at the arbiter's discretion and needs a reason."""

    code = "grave_needs_reason"


class SupersedingNeedsReason(ClubError):
    """A superseding ruling needs a reason."""

    code = "superseding_needs_reason"
    status = 422


class LossKept(ClubError):
    """The new ruling takes no game and leaves the loss of the one before it, unconfirmed. Facts: number."""

    code = "loss_kept"
    status = 422


class RulingReachesBack(ClubError):
    """The ruling changes scores by which standings were published or later boards paired, unconfirmed.

    Nothing was changed. Facts: number, standings (rounds), boards (round.board), players (names).
    """

    code = "ruling_reaches_back"
    status = 422

    def __init__(self, effects: object = None, **facts: object) -> None:
        super().__init__(**facts)
        self.effects = effects  # for a page: the full list of changes


class RulingNeedsPlayer(ClubError):
    """The consequence is for a player, and the case names none. Facts: consequence."""

    code = "ruling_needs_player"
    status = 422


class RulingNeedsGame(ClubError):
    """The consequence is for a game, and the case names none. Facts: consequence."""

    code = "ruling_needs_game"
    status = 422


class RulingNeedsPoints(ClubError):
    """The number of points to deduct is missing."""

    code = "ruling_needs_points"
    status = 422


class RulingNeedsMinutes(ClubError):
    """The minutes that the opponent gains by a time penalty are missing."""

    code = "ruling_needs_minutes"
    status = 422


class NoPointsHere(ClubError):
    """The system ranks without points that could be deducted. Facts: section."""

    code = "no_points_here"
    status = 422


class EffectGone(ClubError):
    """The result of a ruling was changed since and is not undone. Facts: board, game, there."""

    code = "effect_gone"


class EffectBuiltOn(ClubError):
    """Another ruling changed the same result or player later: undo that one first. Facts: number, later."""

    code = "effect_built_on"


class NoChoice(ClubError):
    """The ruling offers the opponent no choice, or the choice is made. Facts: number."""

    code = "no_choice"


class UnknownChoice(ClubError):
    """The opponent cannot choose that. Facts: choice, choices."""

    code = "unknown_choice"
    status = 422


class ClaimDiffersNeedsReason(ClubError):
    """The decision on the claim differs from the verdict of the rules engine. Facts: word, decided."""

    code = "claim_differs_needs_reason"
    status = 422


class ClaimantNotThere(ClubError):
    """The claimant does not play in that game. Facts: number."""

    code = "claimant_not_there"
    status = 422


class PhotoTooLarge(ClubError):
    """The file of a photo is too large. Facts: size, most (in megabytes)."""

    code = "photo_too_large"
    status = 422


class PhotoTooManyPixels(ClubError):
    """The picture has more pixels than the limit."""

    code = "photo_too_many_pixels"
    status = 422


class PhotoUnreadable(ClubError):
    """The file is no readable photo."""

    code = "photo_unreadable"
    status = 422


class TooManyPhotos(ClubError):
    """The case has reached its maximum of photos. Facts: number, most."""

    code = "too_many_photos"


class NothingToAppeal(ClubError):
    """The case has no ruling of an arbiter open to appeal. Facts: number."""

    code = "nothing_to_appeal"


class AppealedAlready(ClubError):
    """There is an appeal against this ruling. Facts: number."""

    code = "appealed_already"


class NotAParty(ClubError):
    """The appellant is not a party to the case. Facts: number."""

    code = "not_a_party"
    status = 422


class AppealTooLate(ClubError):
    """The time to appeal is over, and no reason for a late appeal is given. Facts: minutes."""

    code = "appeal_too_late"
    status = 422


class AppealOver(ClubError):
    """The appeal is decided or withdrawn. Facts: number."""

    code = "appeal_over"


class VotesMissing(ClubError):
    """The committee is not complete, or not all have voted. Facts: seats, votes."""

    code = "votes_missing"


class VotesAreIn(ClubError):
    """All members have voted, so that votes can no longer be changed. Facts: number."""

    code = "votes_are_in"


class UnknownSeat(ClubError):
    """The link of a member's page is unknown, or a newer one has replaced it."""

    code = "unknown_seat"
    status = 404


class UnknownVote(ClubError):
    """The vote does not exist. Facts: vote."""

    code = "unknown_vote"
    status = 422


class NotInTheChair(ClubError):
    """Only the chair of the committee or an arbiter may publish the decision."""

    code = "not_in_the_chair"
    status = 403


class CommitteeComplete(ClubError):
    """All seats are taken. Facts: number."""

    code = "committee_complete"


class CommitteeSits(ClubError):
    """The person is on this committee already. Facts: name."""

    code = "committee_sits"


class CommitteeTied(ClubError):
    """The person has a tie to the case, and no reason for the appointment is given. Facts: name, tie."""

    code = "committee_tied"
    status = 422


class CommitteeChair(ClubError):
    """A committee has one chair, who is no substitute."""

    code = "committee_chair"
    status = 422


class NewRulingMissing(ClubError):
    """The committee changes the ruling, but the new ruling is missing."""

    code = "new_ruling_missing"
    status = 422


class RulingStands(ClubError):
    """The votes uphold the ruling, so that a new ruling is not possible."""

    code = "ruling_stands"


class NoDeposit(ClubError):
    """The deposit was not taken and cannot be returned."""

    code = "no_deposit"
    status = 422
