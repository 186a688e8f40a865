"""Errors of cases, rulings and appeals, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class UnknownIncident(InvalidInput):
    code = "unknown_incident"
    what = _("“%(incident)s” is not a known incident.")
    next_step = _("Choose one from the list, or “something else”.")


class UnknownConsequence(InvalidInput):
    code = "unknown_consequence"
    what = _("“%(consequence)s” is not a known consequence.")
    next_step = _("Choose one from the list.")


class UnknownDetail(InvalidInput):
    """The incident has no such detail. Facts: incident, detail."""

    code = "unknown_detail"
    what = _("“%(detail)s” is not a detail of this incident.")
    next_step = _("Remove it, or choose another incident.")


class WrongDetail(InvalidInput):
    """A detail is no square, move or number of minutes of this game. Facts: detail, value."""

    code = "wrong_detail"
    what = _("“%(value)s” is not a valid square, move or number here.")
    next_step = _(
        "Enter squares as on the score sheets of this game, a move such as 11-15, and minutes as a number."
    )


class WordsNeeded(InvalidInput):
    """An incident of kind "other" has no description. Facts: incident."""

    code = "words_needed"
    what = _("The incident “something else” needs a description.")
    next_step = _("Describe briefly what happened. The text is public.")


class NotInEvent(InvalidInput):
    code = "not_in_event"
    what = _("There is no such board or player in this event.")
    next_step = _("Choose a board and a player of this event.")


class NotAtBoard(InvalidInput):
    code = "not_at_board"
    what = _("%(name)s does not play at board %(board)s.")
    next_step = _("Choose one of the two players at that board.")


class CaseChanged(ClubError):
    """Another account changed the case after it was shown. Facts: number, changes."""

    code = "case_changed"
    what = _("Another person changed case %(number)s after you opened it. Your changes were not saved.")
    next_step = _("Check the current values. Your input is still in the form.")


class KeyUsed(ClubError):
    code = "key_used"
    what = _("This form was already filed as case %(number)s. The new version was not saved.")
    next_step = _("Check that case. If this is a different matter, open a new form and submit it again.")


class RulingNamesThem(ClubError):
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
    code = "result_still_disputed"
    what = _("The result in case %(number)s is still disputed.")
    next_step = _("Decide which result counts: one of the two versions, or another one.")


class CallOfAnother(ClubError):
    code = "call_of_another"
    what = _("The call from board %(board)s was made on another phone.")
    next_step = _("Cancel the call on that phone, or tell the arbiter.")


class NothingAdvised(ClubError):
    code = "nothing_advised"
    what = _("Case %(number)s was filed without a proposed consequence.")
    next_step = _("Open the case and issue a ruling.")


class WithTheCommittee(ClubError):
    code = "with_the_committee"
    what = _("Case %(number)s is under appeal or was decided on appeal.")
    next_step = _("The committee's decision is final and cannot be replaced.")


class NotRuled(ClubError):
    code = "case_not_ruled"
    what = _("Case %(number)s has no ruling in force.")
    next_step = _("Issue a ruling first.")


class DeviationNeedsReason(InvalidInput):
    """The ruling differs from the proposal of the law book. Facts: proposed, consequence, article."""

    code = "deviation_needs_reason"
    what = _("The rules prescribe something else (%(article)s).")
    next_step = _("Enter a reason for deciding differently; both are recorded.")


class GraveNeedsReason(DeviationNeedsReason):
    code = "grave_needs_reason"
    what = _("The rules leave this to the arbiter, and a penalty this severe needs a reason.")
    next_step = _("Enter a reason; it is recorded.")


class SupersedingNeedsReason(InvalidInput):
    code = "superseding_needs_reason"
    what = _("Replacing a ruling requires a reason.")
    next_step = _("Enter what was wrong with the ruling in force, or what is new.")


class LossKept(InvalidInput):
    code = "loss_kept"
    what = _("The new ruling does not cost the game, but the game would stay lost under ruling %(number)s.")
    next_step = _("Leave the result as before the ruling, or confirm that the game stays lost.")


class RulingReachesBack(InvalidInput):
    """The ruling changes scores by which standings were published or later boards paired, unconfirmed.

    Nothing was changed. Facts: number, standings (rounds), boards (round.board), players (names).
    """

    code = "ruling_reaches_back"

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


class RulingNeedsPlayer(InvalidInput):
    """The consequence is for a player, and the case names none. Facts: consequence."""

    code = "ruling_needs_player"
    what = _("This consequence applies to a player, but the case has none.")
    next_step = _("Choose the player concerned.")


class RulingNeedsGame(InvalidInput):
    """The consequence is for a game, and the case names none. Facts: consequence."""

    code = "ruling_needs_game"
    what = _("This consequence applies to a game, but the case has none.")
    next_step = _("Enter the board where it happened.")


class RulingNeedsPoints(InvalidInput):
    code = "ruling_needs_points"
    what = _("The number of points to deduct is missing.")
    next_step = _("Enter a number of points, 1 or more.")


class RulingNeedsMinutes(InvalidInput):
    code = "ruling_needs_minutes"
    what = _("The number of minutes for the opponent is missing.")
    next_step = _("Enter a number of minutes, 1 or more.")


class NoPointsHere(InvalidInput):
    code = "no_points_here"
    what = _("Places in “%(section)s” do not depend on points, so none can be deducted.")
    next_step = _("Choose another consequence.")


class EffectGone(ClubError):
    """The result of a ruling was changed since and is not undone. Facts: board, game, there."""

    code = "effect_gone"
    what = _("The result of game %(game)s at board %(board)s differs from the one set by the ruling.")
    next_step = _("Correct the result first, then issue a new ruling.")


class EffectBuiltOn(ClubError):
    code = "effect_built_on"
    what = _("The later ruling in case %(later)s changed the same result or player.")
    next_step = _("Issue a new ruling in case %(later)s first, then in case %(number)s.")


class NoChoice(ClubError):
    code = "no_choice"
    what = _("The opponent has no choice to make in case %(number)s.")
    next_step = _("A choice can be made only once, while the ruling is in force.")


class UnknownChoice(InvalidInput):
    """The opponent cannot choose that. Facts: choice, choices."""

    code = "unknown_choice"
    what = _("The opponent cannot choose “%(choice)s”.")
    next_step = _("Choose one from the list.")


class ClaimDiffersNeedsReason(InvalidInput):
    """The decision on the claim differs from the verdict of the rules engine. Facts: word, decided."""

    code = "claim_differs_needs_reason"
    what = _("The rules engine answers the claim differently.")
    next_step = _(
        "Enter a reason for deciding differently; the engine's answer and your decision are both recorded."
    )


class ClaimantNotThere(InvalidInput):
    code = "claimant_not_there"
    what = _("The claimant is missing in case %(number)s.")
    next_step = _("Choose one of the two players of the game.")


class PhotoTooLarge(InvalidInput):
    """The file of a photo is too large. Facts: size, most (in megabytes)."""

    code = "photo_too_large"
    what = _("The photo is %(size)s MB; the limit is %(most)s MB.")
    next_step = _("Take the photo again at a lower resolution, or crop it to the score sheet.")


class PhotoTooManyPixels(InvalidInput):
    code = "photo_too_many_pixels"
    what = _("The photo has too many pixels.")
    next_step = _("Take the photo again at a lower resolution.")


class PhotoUnreadable(InvalidInput):
    code = "photo_unreadable"
    what = _("This file is not a readable photo.")
    next_step = _("Choose a JPEG, PNG or WebP image.")


class TooManyPhotos(ClubError):
    code = "too_many_photos"
    what = _("Case %(number)s already has %(most)s photos, the maximum.")
    next_step = _("Delete a photo that you no longer need.")


class NothingToAppeal(ClubError):
    code = "nothing_to_appeal"
    what = _("Case %(number)s has no arbiter's ruling that can be appealed.")
    next_step = _("A decision of the appeals committee is final.")


class AppealedAlready(ClubError):
    code = "appealed_already"
    what = _("This ruling in case %(number)s has already been appealed.")
    next_step = _("See that appeal.")


class NotAParty(InvalidInput):
    code = "not_a_party"
    what = _("Only a party to case %(number)s can appeal.")
    next_step = _("Choose one of the players in the case.")


class AppealTooLate(InvalidInput):
    code = "appeal_too_late"
    what = _("The time limit for appeals (%(minutes)s min after the ruling) has passed.")
    next_step = _("Enter a reason for accepting it late; the reason is stored with the appeal.")


class AppealOver(ClubError):
    code = "appeal_over"
    what = _("The appeal in case %(number)s is closed.")
    next_step = _("See the case page for the decision.")


class VotesMissing(ClubError):
    code = "votes_missing"
    what = _("Missing votes: %(votes)s. Missing committee members: %(seats)s.")
    next_step = _("Votes are shown when everyone has voted. If a member is missing, appoint one.")


class VotesAreIn(ClubError):
    code = "votes_are_in"
    what = _("All members have voted in case %(number)s. Votes can no longer be changed.")
    next_step = _("The chair publishes the decision.")


class UnknownSeat(NotFound):
    code = "unknown_seat"
    what = _("This link is invalid or has been replaced by a newer one.")
    next_step = _("Ask the arbiter for a new link.")


class UnknownVote(InvalidInput):
    code = "unknown_vote"
    what = _("“%(vote)s” is not a valid vote.")
    next_step = _("Choose one of the three options.")


class NotInTheChair(ClubError):
    code = "not_in_the_chair"
    status = 403
    what = _("Only the chair or an arbiter can publish the decision.")
    next_step = _("Contact the chair of the committee.")


class CommitteeComplete(ClubError):
    code = "committee_complete"
    what = _("The committee of case %(number)s is complete.")
    next_step = _("No further members are needed.")


class CommitteeSits(ClubError):
    code = "committee_sits"
    what = _("%(name)s is already on this committee.")
    next_step = _("Appoint someone else.")


class CommitteeTied(InvalidInput):
    code = "committee_tied"
    what = _("%(name)s %(tie)s.")
    next_step = _("Appoint someone else, or enter a reason for appointing %(name)s.")


class CommitteeChair(InvalidInput):
    code = "committee_chair"
    what = _("A committee has one chair, and a substitute cannot be the chair.")
    next_step = _("Tick “chair” for one member.")


class NewRulingMissing(InvalidInput):
    code = "new_ruling_missing"
    what = _("The committee changes the ruling, but the new ruling is missing.")
    next_step = _("Choose the new consequence and enter a reason.")


class RulingStands(ClubError):
    code = "ruling_stands"
    what = _("The committee voted to uphold the ruling.")
    next_step = _("Publish that decision. Issue a new ruling only if the committee changes the old one.")


class NoDeposit(InvalidInput):
    code = "no_deposit"
    what = _("No deposit was paid.")
    next_step = _("Only a paid deposit can be returned.")
