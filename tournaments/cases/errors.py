"""Errors of cases, rulings and appeals, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class UnknownIncident(ClubError):
    """The incident does not exist. Facts: incident."""

    code = "unknown_incident"
    status = 422
    what = _("“%(incident)s” is not a known incident.")
    next_step = _("Choose one from the list, or “something else”.")


class UnknownConsequence(ClubError):
    """The consequence does not exist. Facts: consequence."""

    code = "unknown_consequence"
    status = 422
    what = _("“%(consequence)s” is not a known consequence.")
    next_step = _("Choose one from the list.")


class UnknownDetail(ClubError):
    """The incident has no such detail. Facts: incident, detail."""

    code = "unknown_detail"
    status = 422
    what = _("“%(detail)s” is not a detail of this incident.")
    next_step = _("Remove it, or choose another incident.")


class WrongDetail(ClubError):
    """A detail is no square, move or number of minutes of this game. Facts: detail, value."""

    code = "wrong_detail"
    status = 422
    what = _("“%(value)s” is not a valid square, move or number here.")
    next_step = _(
        "Enter squares as on the score sheets of this game, a move such as 11-15, and minutes as a number."
    )


class WordsNeeded(ClubError):
    """An incident of kind "other" has no description. Facts: incident."""

    code = "words_needed"
    status = 422
    what = _("The incident “something else” needs a description.")
    next_step = _("Describe briefly what happened. The text is public.")


class NotAtBoard(ClubError):
    """The player does not play at that board. Facts: name, board."""

    code = "not_at_board"
    status = 422
    what = _("%(name)s does not play at board %(board)s.")
    next_step = _("Choose one of the two players at that board.")


class CaseChanged(ClubError):
    """Another account changed the case after it was shown. Facts: number, changes."""

    code = "case_changed"
    what = _("Another person changed case %(number)s after you opened it. Your changes were not saved.")
    next_step = _("Check the current values. Your input is still in the form.")


class KeyUsed(ClubError):
    """Another form with this key was filed before. Facts: number."""

    code = "key_used"
    what = _("This form was already filed as case %(number)s. The new version was not saved.")
    next_step = _("Check that case. If this is a different matter, open a new form and submit it again.")


class RulingNamesThem(ClubError):
    """A ruling in force is about this player and game, so the case cannot be moved. Facts: number."""

    code = "ruling_names_them"
    what = _("The ruling in case %(number)s concerns that player and that game.")
    next_step = _(
        "Replace the ruling with one without consequence first, then change the player or the game."
    )


class CaseSettled(ClubError):
    """The case has a ruling already; only a new one can supersede it. Facts: number, state."""

    code = "case_settled"
    what = _("Case %(number)s is already closed.")
    next_step = _("To change a ruling in force, issue a new one with a reason.")


class ResultStillDisputed(ClubError):
    """The result of the case is still disputed and has to be decided first. Facts: number."""

    code = "result_still_disputed"
    what = _("The result in case %(number)s is still disputed.")
    next_step = _("Decide which result counts: one of the two versions, or another one.")


class CallOfAnother(ClubError):
    """Another phone called the arbiter. Facts: board."""

    code = "call_of_another"
    what = _("The call from board %(board)s was made on another phone.")
    next_step = _("Cancel the call on that phone, or tell the arbiter.")


class NothingAdvised(ClubError):
    """The person who filed the case left the consequence open. Facts: number."""

    code = "nothing_advised"
    what = _("Case %(number)s was filed without a proposed consequence.")
    next_step = _("Open the case and issue a ruling.")


class WithTheCommittee(ClubError):
    """The case is under appeal, or the committee's final decision is made. Facts: number."""

    code = "with_the_committee"
    what = _("Case %(number)s is under appeal or was decided on appeal.")
    next_step = _("The committee's decision is final and cannot be replaced.")


class NotRuled(ClubError):
    """The case has no ruling in force. Facts: number."""

    code = "case_not_ruled"
    what = _("Case %(number)s has no ruling in force.")
    next_step = _("Issue a ruling first.")


class DeviationNeedsReason(ClubError):
    """The ruling differs from the proposal of the law book. Facts: proposed, consequence, article."""

    code = "deviation_needs_reason"
    status = 422
    what = _("The rules prescribe something else (%(article)s).")
    next_step = _("Enter a reason for deciding differently; both are recorded.")


class GraveNeedsReason(DeviationNeedsReason):
    """Taking points, games or the event from a player is at the arbiter's discretion and needs a reason."""

    code = "grave_needs_reason"
    what = _("The rules leave this to the arbiter, and a penalty this severe needs a reason.")
    next_step = _("Enter a reason; it is recorded.")


class SupersedingNeedsReason(ClubError):
    """A superseding ruling needs a reason."""

    code = "superseding_needs_reason"
    status = 422
    what = _("Replacing a ruling requires a reason.")
    next_step = _("Enter what was wrong with the ruling in force, or what is new.")


class LossKept(ClubError):
    """The new ruling takes no game and leaves the loss of the one before it, unconfirmed. Facts: number."""

    code = "loss_kept"
    status = 422
    what = _("The new ruling does not cost the game, but the game would stay lost under ruling %(number)s.")
    next_step = _("Leave the result as before the ruling, or confirm that the game stays lost.")


class RulingReachesBack(ClubError):
    """The ruling changes scores by which standings were published or later boards paired, unconfirmed.

    Nothing was changed. Facts: number, standings (rounds), boards (round.board), players (names).
    """

    code = "ruling_reaches_back"
    status = 422

    def __init__(self, effects: object = None, **facts: object) -> None:
        super().__init__(**facts)
        self.effects = effects  # for a page: the full list of changes

    what = _(
        "The ruling in case %(number)s affects published standings or pairings. Based on other "
        "scores: standings after round %(standings)s; later boards (round and board) "
        "%(boards)s. Affected players: %(players)s."
    )
    next_step = _(
        "Check the changes, then confirm them. Existing pairings stay as they are; new standings follow."
    )


class RulingNeedsPlayer(ClubError):
    """The consequence is for a player, and the case names none. Facts: consequence."""

    code = "ruling_needs_player"
    status = 422
    what = _("This consequence applies to a player, but the case has none.")
    next_step = _("Choose the player concerned.")


class RulingNeedsGame(ClubError):
    """The consequence is for a game, and the case names none. Facts: consequence."""

    code = "ruling_needs_game"
    status = 422
    what = _("This consequence applies to a game, but the case has none.")
    next_step = _("Enter the board where it happened.")


class RulingNeedsPoints(ClubError):
    """The number of points to deduct is missing."""

    code = "ruling_needs_points"
    status = 422
    what = _("The number of points to deduct is missing.")
    next_step = _("Enter a number of points, 1 or more.")


class RulingNeedsMinutes(ClubError):
    """The minutes that the opponent gains by a time penalty are missing."""

    code = "ruling_needs_minutes"
    status = 422
    what = _("The number of minutes for the opponent is missing.")
    next_step = _("Enter a number of minutes, 1 or more.")


class NoPointsHere(ClubError):
    """The system ranks without points that could be deducted. Facts: section."""

    code = "no_points_here"
    status = 422
    what = _("Places in “%(section)s” do not depend on points, so none can be deducted.")
    next_step = _("Choose another consequence.")


class EffectGone(ClubError):
    """The result of a ruling was changed since and is not undone. Facts: board, game, there."""

    code = "effect_gone"
    what = _("The result of game %(game)s at board %(board)s differs from the one set by the ruling.")
    next_step = _("Correct the result first, then issue a new ruling.")


class EffectBuiltOn(ClubError):
    """Another ruling changed the same result or player later: undo that one first. Facts: number, later."""

    code = "effect_built_on"
    what = _("The later ruling in case %(later)s changed the same result or player.")
    next_step = _("Issue a new ruling in case %(later)s first, then in case %(number)s.")


class NoChoice(ClubError):
    """The ruling offers the opponent no choice, or the choice is made. Facts: number."""

    code = "no_choice"
    what = _("The opponent has no choice to make in case %(number)s.")
    next_step = _("A choice can be made only once, while the ruling is in force.")


class UnknownChoice(ClubError):
    """The opponent cannot choose that. Facts: choice, choices."""

    code = "unknown_choice"
    status = 422
    what = _("The opponent cannot choose “%(choice)s”.")
    next_step = _("Choose one from the list.")


class ClaimDiffersNeedsReason(ClubError):
    """The decision on the claim differs from the verdict of the rules engine. Facts: word, decided."""

    code = "claim_differs_needs_reason"
    status = 422
    what = _("The rules engine answers the claim differently.")
    next_step = _(
        "Enter a reason for deciding differently; the engine's answer and your decision are both recorded."
    )


class ClaimantNotThere(ClubError):
    """The claimant does not play in that game. Facts: number."""

    code = "claimant_not_there"
    status = 422
    what = _("The claimant is missing in case %(number)s.")
    next_step = _("Choose one of the two players of the game.")


class PhotoTooLarge(ClubError):
    """The file of a photo is too large. Facts: size, most (in megabytes)."""

    code = "photo_too_large"
    status = 422
    what = _("The photo is %(size)s MB; the limit is %(most)s MB.")
    next_step = _("Take the photo again at a lower resolution, or crop it to the score sheet.")


class PhotoTooManyPixels(ClubError):
    """The picture has more pixels than the limit."""

    code = "photo_too_many_pixels"
    status = 422
    what = _("The photo has too many pixels.")
    next_step = _("Take the photo again at a lower resolution.")


class PhotoUnreadable(ClubError):
    """The file is no readable photo."""

    code = "photo_unreadable"
    status = 422
    what = _("This file is not a readable photo.")
    next_step = _("Choose a JPEG, PNG or WebP image.")


class TooManyPhotos(ClubError):
    """The case has reached its maximum of photos. Facts: number, most."""

    code = "too_many_photos"
    what = _("Case %(number)s already has %(most)s photos, the maximum.")
    next_step = _("Delete a photo that you no longer need.")


class NothingToAppeal(ClubError):
    """The case has no ruling of an arbiter open to appeal. Facts: number."""

    code = "nothing_to_appeal"
    what = _("Case %(number)s has no arbiter's ruling that can be appealed.")
    next_step = _("A decision of the appeals committee is final.")


class AppealedAlready(ClubError):
    """There is an appeal against this ruling. Facts: number."""

    code = "appealed_already"
    what = _("This ruling in case %(number)s has already been appealed.")
    next_step = _("See that appeal.")


class NotAParty(ClubError):
    """The appellant is not a party to the case. Facts: number."""

    code = "not_a_party"
    status = 422
    what = _("Only a party to case %(number)s can appeal.")
    next_step = _("Choose one of the players in the case.")


class AppealTooLate(ClubError):
    """The time to appeal is over, and no reason for a late appeal is given. Facts: minutes."""

    code = "appeal_too_late"
    status = 422
    what = _("The time limit for appeals (%(minutes)s min after the ruling) has passed.")
    next_step = _("Enter a reason for accepting it late; the reason is stored with the appeal.")


class AppealOver(ClubError):
    """The appeal is decided or withdrawn. Facts: number."""

    code = "appeal_over"
    what = _("The appeal in case %(number)s is closed.")
    next_step = _("See the case page for the decision.")


class VotesMissing(ClubError):
    """The committee is not complete, or not all have voted. Facts: seats, votes."""

    code = "votes_missing"
    what = _("Missing votes: %(votes)s. Missing committee members: %(seats)s.")
    next_step = _("Votes are shown when everyone has voted. If a member is missing, appoint one.")


class VotesAreIn(ClubError):
    """All members have voted, so that votes can no longer be changed. Facts: number."""

    code = "votes_are_in"
    what = _("All members have voted in case %(number)s. Votes can no longer be changed.")
    next_step = _("The chair publishes the decision.")


class UnknownSeat(ClubError):
    """The link of a member's page is unknown, or a newer one has replaced it."""

    code = "unknown_seat"
    status = 404
    what = _("This link is invalid or has been replaced by a newer one.")
    next_step = _("Ask the arbiter for a new link.")


class UnknownVote(ClubError):
    """The vote does not exist. Facts: vote."""

    code = "unknown_vote"
    status = 422
    what = _("“%(vote)s” is not a valid vote.")
    next_step = _("Choose one of the three options.")


class NotInTheChair(ClubError):
    """Only the chair of the committee or an arbiter may publish the decision."""

    code = "not_in_the_chair"
    status = 403
    what = _("Only the chair or an arbiter can publish the decision.")
    next_step = _("Contact the chair of the committee.")


class CommitteeComplete(ClubError):
    """All seats are taken. Facts: number."""

    code = "committee_complete"
    what = _("The committee of case %(number)s is complete.")
    next_step = _("No further members are needed.")


class CommitteeSits(ClubError):
    """The person is on this committee already. Facts: name."""

    code = "committee_sits"
    what = _("%(name)s is already on this committee.")
    next_step = _("Appoint someone else.")


class CommitteeTied(ClubError):
    """The person has a tie to the case, and no reason for the appointment is given. Facts: name, tie."""

    code = "committee_tied"
    status = 422
    what = _("%(name)s %(tie)s.")
    next_step = _("Appoint someone else, or enter a reason for appointing %(name)s.")


class CommitteeChair(ClubError):
    """A committee has one chair, who is no substitute."""

    code = "committee_chair"
    status = 422
    what = _("A committee has one chair, and a substitute cannot be the chair.")
    next_step = _("Tick “chair” for one member.")


class NewRulingMissing(ClubError):
    """The committee changes the ruling, but the new ruling is missing."""

    code = "new_ruling_missing"
    status = 422
    what = _("The committee changes the ruling, but the new ruling is missing.")
    next_step = _("Choose the new consequence and enter a reason.")


class RulingStands(ClubError):
    """The votes uphold the ruling, so that a new ruling is not possible."""

    code = "ruling_stands"
    what = _("The committee voted to uphold the ruling.")
    next_step = _("Publish that decision. Issue a new ruling only if the committee changes the old one.")


class NoDeposit(ClubError):
    """The deposit was not taken and cannot be returned."""

    code = "no_deposit"
    status = 422
    what = _("No deposit was paid.")
    next_step = _("Only a paid deposit can be returned.")
