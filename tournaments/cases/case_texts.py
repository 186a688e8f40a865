"""Error messages of cases, rulings and appeals: the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_incident": (
        _("There is no incident called “%(incident)s”."),
        _("Choose one of the list; what is not there is “something else”."),
    ),
    "unknown_consequence": (
        _("There is no consequence called “%(consequence)s”."),
        _("Choose one of the list."),
    ),
    "unknown_detail": (
        _("“%(detail)s” is nothing that this incident asks for."),
        _("Leave it out, or choose another incident."),
    ),
    "wrong_detail": (
        _("“%(value)s” is no square, move or number that can be here."),
        _("Write squares as on the score sheets of this game, a move as 11-15, minutes as a number."),
    ),
    "words_needed": (
        _("Something else happened, and no word says what."),
        _("Say in a few words, for everybody, what happened."),
    ),
    "not_at_board": (
        _("%(name)s does not play at board %(board)s."),
        _("Choose one of the two players of that board."),
    ),
    "case_changed": (
        _("Somebody else changed case %(number)s since you opened it. Nothing of yours was saved."),
        _("Look at what is there now; what you wrote is still in the form."),
    ),
    "key_used": (
        _("A form with this key was filed before, as case %(number)s. This one was not."),
        _("Look at that case; if this is something else, open a new form and send it again."),
    ),
    "ruling_names_them": (
        _("The ruling in case %(number)s is about that player and that game."),
        _("Let a ruling of no consequence take its place first, then say whom and where it is about."),
    ),
    "case_settled": (
        _("Case %(number)s is settled already."),
        _("A new ruling can take the place of the one in force, with a reason."),
    ),
    "result_still_disputed": (
        _("The result that case %(number)s is about is still disputed."),
        _("Say which result stands: one of the two versions, or another one."),
    ),
    "call_of_another": (
        _("Another phone called the arbiter to board %(board)s."),
        _("Take the call back on that phone, or tell the arbiter when they come."),
    ),
    "nothing_advised": (
        _("Whoever filed case %(number)s left the consequence to the arbiter."),
        _("Open the case and rule on it."),
    ),
    "with_the_committee": (
        _("Case %(number)s is with the appeals committee, or was decided by it."),
        _("The committee's decision is final; nobody rules anew beside it."),
    ),
    "case_not_ruled": (
        _("Case %(number)s has no ruling in force."),
        _("Rule on it first."),
    ),
    "deviation_needs_reason": (
        _("The rules ask for something else (%(article)s)."),
        _("Say why you decide otherwise; both are kept."),
    ),
    "grave_needs_reason": (
        _("The rules leave it to the arbiter, and so grave a decision needs a reason."),
        _("Say why you decide so; it is kept."),
    ),
    "superseding_needs_reason": (
        _("A ruling that takes the place of another needs a reason."),
        _("Say what was wrong with the one in force, or what is new."),
    ),
    "loss_kept": (
        _("The new ruling takes no game, but the game would stay lost as by ruling %(number)s."),
        _("Leave the result as before the ruling, or confirm that the game stays lost."),
    ),
    "ruling_reaches_back": (
        _(
            "The ruling in case %(number)s reaches back. Made on other scores: published standings after "
            "round %(standings)s; later boards %(boards)s (round and board). Affected: %(players)s."
        ),
        _("Look at what changes, then confirm it. What was paired stays as it is, and new standings follow."),
    ),
    "ruling_needs_player": (
        _("This consequence is for a player, and the case names none."),
        _("Say whom the case is about."),
    ),
    "ruling_needs_game": (
        _("This consequence is for a game, and the case names none."),
        _("Say at which board it happened."),
    ),
    "ruling_needs_points": (
        _("It is not said how many points are deducted."),
        _("Give a number of points, 1 or more."),
    ),
    "ruling_needs_minutes": (
        _("It is not said how many minutes the opponent gets."),
        _("Give a number of minutes, 1 or more."),
    ),
    "no_points_here": (
        _("In “%(section)s” places are not given by points, so none can be deducted."),
        _("Choose another consequence."),
    ),
    "effect_gone": (
        _("Game %(game)s at board %(board)s has another result than the ruling set."),
        _("Correct the result first, then rule anew."),
    ),
    "effect_built_on": (
        _("The ruling in case %(later)s came later and changed the same result or player."),
        _("Rule anew in case %(later)s first, then in case %(number)s."),
    ),
    "claim_differs_needs_reason": (
        _("The rules engine answers the claim otherwise."),
        _("Say why you decide against it; its answer and your decision are both kept."),
    ),
    "claimant_not_there": (
        _("In case %(number)s it is not said who claims."),
        _("Choose one of the two players of the game."),
    ),
    "photo_too_large": (
        _("The photo has %(size)s MB; %(most)s MB are allowed."),
        _("Take it again with a smaller size, or cut it to the score sheet."),
    ),
    "photo_too_many_pixels": (
        _("The photo has more pixels than are looked at."),
        _("Take it again with a smaller size."),
    ),
    "photo_unreadable": (
        _("This file is no photo that can be read."),
        _("Choose a JPEG, PNG or WebP picture."),
    ),
    "too_many_photos": (
        _("Case %(number)s has %(most)s photos already."),
        _("Delete one that shows nothing of use."),
    ),
    "no_choice": (
        _("In case %(number)s there is nothing for the opponent to choose."),
        _("A choice is there once, while the ruling that gives it is in force."),
    ),
    "unknown_choice": (
        _("The opponent cannot choose “%(choice)s”."),
        _("Choose one of the list."),
    ),
    "nothing_to_appeal": (
        _("There is no ruling of an arbiter in case %(number)s that can be appealed."),
        _("A decision of the appeals committee is final."),
    ),
    "appealed_already": (
        _("There has been an appeal against this ruling in case %(number)s."),
        _("Look at that appeal."),
    ),
    "not_a_party": (
        _("Only a party to case %(number)s can appeal."),
        _("Choose one of the players of the case."),
    ),
    "appeal_too_late": (
        _("An appeal is taken for %(minutes)s minutes after a ruling, and they are over."),
        _("Say why it is taken all the same; the reason is kept with the appeal."),
    ),
    "appeal_over": (
        _("The appeal in case %(number)s is over."),
        _("What was decided is on the page of the case."),
    ),
    "votes_missing": (
        _("%(votes)s votes and %(seats)s members of the committee are missing."),
        _("The votes are opened when everybody has voted; name somebody where a member is missing."),
    ),
    "votes_are_in": (
        _("All members have voted in case %(number)s: votes are no longer changed."),
        _("The chair publishes the decision."),
    ),
    "unknown_seat": (
        _("This link is not good, or a newer one has taken its place."),
        _("Ask the arbiter for a new link."),
    ),
    "unknown_vote": (
        _("There is no vote called “%(vote)s”."),
        _("Choose one of the three."),
    ),
    "not_in_the_chair": (
        _("The decision is published by whoever presides, or by an arbiter."),
        _("Tell the chair of the committee."),
    ),
    "committee_complete": (
        _("The committee of case %(number)s is complete."),
        _("Nobody else needs to be named."),
    ),
    "committee_sits": (
        _("%(name)s sits on this committee already."),
        _("Name somebody else."),
    ),
    "committee_tied": (
        _("%(name)s %(tie)s."),
        _("Name somebody else, or say why %(name)s sits all the same."),
    ),
    "committee_chair": (
        _("A committee has one chair, and a substitute is not the chair."),
        _("Tick “chairs” for one member."),
    ),
    "new_ruling_missing": (
        _("The committee changes the ruling, but it is not said into which."),
        _("Choose the new consequence, and say why."),
    ),
    "ruling_stands": (
        _("By the votes the ruling stands."),
        _("Publish that; a new ruling is made only where the committee changes the old one."),
    ),
    "no_deposit": (
        _("No deposit was taken."),
        _("A deposit is returned once it was taken."),
    ),
}
