"""Error messages of cases, rulings and appeals: the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_incident": (
        _("“%(incident)s” is not a known incident."),
        _("Choose one from the list, or “something else”."),
    ),
    "unknown_consequence": (
        _("“%(consequence)s” is not a known consequence."),
        _("Choose one from the list."),
    ),
    "unknown_detail": (
        _("“%(detail)s” is not a detail of this incident."),
        _("Remove it, or choose another incident."),
    ),
    "wrong_detail": (
        _("“%(value)s” is not a valid square, move or number here."),
        _(
            "Enter squares as on the score sheets of this game, a move such "
            "as 11-15, and minutes as a number."
        ),
    ),
    "words_needed": (
        _("The incident “something else” needs a description."),
        _("Describe briefly what happened. The text is public."),
    ),
    "not_at_board": (
        _("%(name)s does not play at board %(board)s."),
        _("Choose one of the two players at that board."),
    ),
    "case_changed": (
        _("Another person changed case %(number)s after you opened it. Your changes were not saved."),
        _("Check the current values. Your input is still in the form."),
    ),
    "key_used": (
        _("This form was already filed as case %(number)s. The new version was not saved."),
        _("Check that case. If this is a different matter, open a new form and submit it again."),
    ),
    "ruling_names_them": (
        _("The ruling in case %(number)s concerns that player and that game."),
        _("Replace the ruling with one without consequence first, then change the player or the game."),
    ),
    "case_settled": (
        _("Case %(number)s is already closed."),
        _("To change a ruling in force, issue a new one with a reason."),
    ),
    "result_still_disputed": (
        _("The result in case %(number)s is still disputed."),
        _("Decide which result counts: one of the two versions, or another one."),
    ),
    "call_of_another": (
        _("The call from board %(board)s was made on another phone."),
        _("Cancel the call on that phone, or tell the arbiter."),
    ),
    "nothing_advised": (
        _("Case %(number)s was filed without a proposed consequence."),
        _("Open the case and issue a ruling."),
    ),
    "with_the_committee": (
        _("Case %(number)s is under appeal or was decided on appeal."),
        _("The committee's decision is final and cannot be replaced."),
    ),
    "case_not_ruled": (
        _("Case %(number)s has no ruling in force."),
        _("Issue a ruling first."),
    ),
    "deviation_needs_reason": (
        _("The rules prescribe something else (%(article)s)."),
        _("Enter a reason for deciding differently; both are recorded."),
    ),
    "grave_needs_reason": (
        _("The rules leave this to the arbiter, and a penalty this severe needs a reason."),
        _("Enter a reason; it is recorded."),
    ),
    "superseding_needs_reason": (
        _("Replacing a ruling requires a reason."),
        _("Enter what was wrong with the ruling in force, or what is new."),
    ),
    "loss_kept": (
        _("The new ruling does not cost the game, but the game would stay lost under ruling %(number)s."),
        _("Leave the result as before the ruling, or confirm that the game stays lost."),
    ),
    "ruling_reaches_back": (
        _(
            "The ruling in case %(number)s affects published standings or pairings. Based on other "
            "scores: standings after round %(standings)s; later boards (round and board) "
            "%(boards)s. Affected players: %(players)s."
        ),
        _("Check the changes, then confirm them. Existing pairings stay as they are; new standings follow."),
    ),
    "ruling_needs_player": (
        _("This consequence applies to a player, but the case has none."),
        _("Choose the player concerned."),
    ),
    "ruling_needs_game": (
        _("This consequence applies to a game, but the case has none."),
        _("Enter the board where it happened."),
    ),
    "ruling_needs_points": (
        _("The number of points to deduct is missing."),
        _("Enter a number of points, 1 or more."),
    ),
    "ruling_needs_minutes": (
        _("The number of minutes for the opponent is missing."),
        _("Enter a number of minutes, 1 or more."),
    ),
    "no_points_here": (
        _("Places in “%(section)s” do not depend on points, so none can be deducted."),
        _("Choose another consequence."),
    ),
    "effect_gone": (
        _("The result of game %(game)s at board %(board)s differs from the one set by the ruling."),
        _("Correct the result first, then issue a new ruling."),
    ),
    "effect_built_on": (
        _("The later ruling in case %(later)s changed the same result or player."),
        _("Issue a new ruling in case %(later)s first, then in case %(number)s."),
    ),
    "claim_differs_needs_reason": (
        _("The rules engine answers the claim differently."),
        _(
            "Enter a reason for deciding differently; the engine's answer "
            "and your decision are both recorded."
        ),
    ),
    "claimant_not_there": (
        _("The claimant is missing in case %(number)s."),
        _("Choose one of the two players of the game."),
    ),
    "photo_too_large": (
        _("The photo is %(size)s MB; the limit is %(most)s MB."),
        _("Take the photo again at a lower resolution, or crop it to the score sheet."),
    ),
    "photo_too_many_pixels": (
        _("The photo has too many pixels."),
        _("Take the photo again at a lower resolution."),
    ),
    "photo_unreadable": (
        _("This file is not a readable photo."),
        _("Choose a JPEG, PNG or WebP image."),
    ),
    "too_many_photos": (
        _("Case %(number)s already has %(most)s photos, the maximum."),
        _("Delete a photo that you no longer need."),
    ),
    "no_choice": (
        _("The opponent has no choice to make in case %(number)s."),
        _("A choice can be made only once, while the ruling is in force."),
    ),
    "unknown_choice": (
        _("The opponent cannot choose “%(choice)s”."),
        _("Choose one from the list."),
    ),
    "nothing_to_appeal": (
        _("Case %(number)s has no arbiter's ruling that can be appealed."),
        _("A decision of the appeals committee is final."),
    ),
    "appealed_already": (
        _("This ruling in case %(number)s has already been appealed."),
        _("See that appeal."),
    ),
    "not_a_party": (
        _("Only a party to case %(number)s can appeal."),
        _("Choose one of the players in the case."),
    ),
    "appeal_too_late": (
        _("The time limit for appeals (%(minutes)s min after the ruling) has passed."),
        _("Enter a reason for accepting it late; the reason is stored with the appeal."),
    ),
    "appeal_over": (
        _("The appeal in case %(number)s is closed."),
        _("See the case page for the decision."),
    ),
    "votes_missing": (
        _("Missing votes: %(votes)s. Missing committee members: %(seats)s."),
        _("Votes are shown when everyone has voted. If a member is missing, appoint one."),
    ),
    "votes_are_in": (
        _("All members have voted in case %(number)s. Votes can no longer be changed."),
        _("The chair publishes the decision."),
    ),
    "unknown_seat": (
        _("This link is invalid or has been replaced by a newer one."),
        _("Ask the arbiter for a new link."),
    ),
    "unknown_vote": (
        _("“%(vote)s” is not a valid vote."),
        _("Choose one of the three options."),
    ),
    "not_in_the_chair": (
        _("Only the chair or an arbiter can publish the decision."),
        _("Contact the chair of the committee."),
    ),
    "committee_complete": (
        _("The committee of case %(number)s is complete."),
        _("No further members are needed."),
    ),
    "committee_sits": (
        _("%(name)s is already on this committee."),
        _("Appoint someone else."),
    ),
    "committee_tied": (
        _("%(name)s %(tie)s."),
        _("Appoint someone else, or enter a reason for appointing %(name)s."),
    ),
    "committee_chair": (
        _("A committee has one chair, and a substitute cannot be the chair."),
        _("Tick “chair” for one member."),
    ),
    "new_ruling_missing": (
        _("The committee changes the ruling, but the new ruling is missing."),
        _("Choose the new consequence and enter a reason."),
    ),
    "ruling_stands": (
        _("The committee voted to uphold the ruling."),
        _("Publish that decision. Issue a new ruling only if the committee changes the old one."),
    ),
    "no_deposit": (
        _("No deposit was paid."),
        _("Only a paid deposit can be returned."),
    ),
}
