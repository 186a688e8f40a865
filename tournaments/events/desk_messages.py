"""Error messages of the desk of events: the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_preset": (_("There is no preset “%(key)s”."), _("Choose one of: %(known)s.")),
    "rules_not_played": (
        _("The club does not use the rules “%(key)s”."),
        _("Choose a game from the list. House rules are created and offered on the House rules page."),
    ),
    "unknown_system": (_("There is no pairing system “%(key)s”."), _("Choose one of: %(known)s.")),
    "changed_meanwhile": (
        _("Another person changed %(what)s after you opened the page. Your changes were not saved."),
        _("Check the current state, and repeat your change if it is still needed."),
    ),
    "nothing_to_enter": (_("The list contains no name."), _("Enter one player per line.")),
    "nothing_to_hand_out": (
        _("No prizes of %(section)s can be awarded yet."),
        _("Close a round to publish its standings, and list the prizes of the section."),
    ),
    "line_not_understood": (
        _("Line %(line)s cannot be read: %(text)s"),
        _("Enter the name, then a tab or semicolon, then rating, federation and club in any order."),
    ),
    "line_too_long": (
        _("Line %(line)s is too long for a name or a club: %(text)s. No players were added."),
        _("Names can have up to %(name)s characters, clubs up to %(club)s. Enter one player per line."),
    ),
    "line_rating_too_high": (
        _("The rating in line %(line)s is too high: %(text)s. No players were added."),
        _("Correct it: ratings go up to %(limit)s."),
    ),
    "paste_unclear": (
        _("Unclear: %(cells)s (line %(lines)s). No players were added."),
        _("Correct them, or open the preview and choose what the columns contain."),
    ),
    "entered_twice": (
        _("Already in this section: %(names)s. No players were added."),
        _("Remove these lines, or confirm that they are different players."),
    ),
    "player_named_twice": (
        _("Listed more than once: %(names)s. No players were added."),
        _("Remove the extra lines, or confirm that they are different players."),
    ),
    "name_taken": (
        _("Another player in the section is already called %(name)s. Nothing was changed."),
        _("Add something that distinguishes the two."),
    ),
    "entry_facts_wrong": (
        _("%(fields)s: not valid. Nothing was changed."),
        _("Enter a name, a rating from 0 to 4000, and a three-letter federation or none."),
    ),
    "table_is_set": (
        _(
            "The first round is published, and the pairing table of this system (%(system)s) is "
            "fixed for its players."
        ),
        _("Unpublish the rounds to add players, or add them to another section."),
    ),
    "entry_has_played": (
        _("%(name)s has been paired, so the entry cannot be removed."),
        _("Withdraw the player instead; they will not be paired again."),
    ),
    "entry_has_cases": (
        _("%(name)s is part of an arbiter's case, so the entry cannot be removed."),
        _("Withdraw the player instead; they will not be paired again."),
    ),
    "sits_at_board": (
        _("%(name)s is at board %(board)s in round %(round)s, which has no result."),
        _("Choose: forfeit now, finish the round, or re-pair it."),
    ),
    "re_pairing_unfit": (
        _(
            "Round %(round)s cannot be re-paired: it has a result or a later round, or follows a fixed "
            "pairing table."
        ),
        _("Choose: forfeit now, or finish the round."),
    ),
    "not_a_late_arrival": (
        _("%(name)s is not a late arrival in round %(round)s."),
        _("Reload the round page: this may already be resolved."),
    ),
    "no_opponent_free": (
        _("No opponent is free for %(name)s in round %(round)s."),
        _("Give a half-point bye, or choose the next round."),
    ),
    "excluded_by_ruling": (
        _("%(name)s is excluded by the ruling in case %(number)s."),
        _("An arbiter must supersede that ruling before the player can be paired again."),
    ),
    "round_is_paired": (
        _("Round %(round)s is already published."),
        _("Enter a forfeit for %(name)s, or unpublish the round first."),
    ),
    "round_unfinished": (
        _("Round %(round)s has missing results, at board %(boards)s."),
        _("Enter them first. Enter an adjourned game as adjourned."),
    ),
    "all_rounds_paired": (
        _("All %(rounds)s rounds of the section are paired."),
        _("To play one more, add a round in the section settings."),
    ),
    "too_few_players": (
        _("Players present for this round: %(present)s. A round needs two."),
        _("Add players, or check who is marked as absent."),
    ),
    "pairing_impossible": (
        _("Round %(round)s cannot be paired: no pairing meets the absolute rules."),
        _("Play fewer rounds, allow a second meeting in the settings, or pair the round by hand."),
    ),
    "engine_at_loss": (
        _("The program failed to pair round %(round)s, although a pairing exists."),
        _(
            "Choose another pairing system in the settings for this round, or mark one player "
            "absent. Please report this with the exported file of the section."
        ),
    ),
    "round_not_draft": (
        _("Round %(round)s is no longer a draft."),
        _("Unpublish it first, if it has no results yet."),
    ),
    "round_not_published": (
        _("Round %(round)s is not open for this."),
        _("Publish the round, or reopen it when it is closed."),
    ),
    "round_closed": (_("Round %(round)s is closed."), _("Reopen it first.")),
    "later_round_exists": (
        _("Round %(later)s depends on round %(round)s."),
        _("Unpublish or discard the later round first."),
    ),
    "results_already": (
        _("Round %(round)s already has results, at board %(boards)s."),
        _("Clear those results first."),
    ),
    "illegal_pairing": (
        _("This change does not give a valid pairing."),
        _("To swap, choose two players at different boards; to seat, choose players without a board."),
    ),
    "no_demo": (
        _("No demo club is loaded."),
        _("Load it with “serve --demo”."),
    ),
    "demo_was_used": (
        _("The demo club was not removed: users have made %(changes)s changes in it."),
        _("Confirm that these changes are removed too, or move them to your own club first."),
    ),
    "event_hidden": (
        _("Round %(round)s was not published: %(event)s is hidden."),
        _("Make the event public and publish, or publish for staff only."),
    ),
    "illegal_round": (
        _("Round %(round)s was not published: the rule check found violations (%(count)s)."),
        _("Change the listed boards, or publish anyway and give a reason."),
    ),
    "unfit_deck": (
        _("The opening deck “%(deck)s” does not belong to the game of this section."),
        _("Choose another one in the settings of the section; decks of this game: %(known)s."),
    ),
    "no_opening_left": (
        _(
            "No opening is left for board %(board)s in round %(round)s: the players have already had "
            "all of them."
        ),
        _("Choose a larger deck in the settings of the section, or none."),
    ),
    "no_opening_drawn": (
        _("No opening is drawn in round %(round)s."),
        _("Choose a deck in the settings of the section before a round is paired."),
    ),
    "redraw_needs_reason": (
        _("Redrawing an opening needs a reason."),
        _("Enter a reason; it is recorded in the audit log with both openings."),
    ),
    "bye_has_no_games": (
        _("%(name)s has a bye, so there is no game."),
        _("Choose a board with two players."),
    ),
    "unknown_game": (
        _("This pairing has %(games)s games; there is no game %(game)s."),
        _("Check the game number."),
    ),
    "reason_needed": (
        _("The round is closed. Changing a result needs a reason."),
        _("Enter a reason; it is recorded in the audit log with the change."),
    ),
    "result_differs": (
        _("Another person has already entered game %(game)s at board %(board)s: %(there)s."),
        _("Ask at the board. A person with permission to correct results can change it."),
    ),
    "kind_is_set": (
        _("The section %(section)s has rounds or team members, so its type cannot be changed."),
        _("Add another section for teams, or for players."),
    ),
    "not_a_team": (
        _("The section %(section)s is for individual players; it has no team members or line-ups."),
        _("Choose a system for teams in the settings of the section."),
    ),
    "member_line_not_understood": (
        _("Line %(line)s cannot be read: %(text)s"),
        _("Enter the name, then a semicolon or tab, the rating, and the federation number."),
    ),
    "too_many_members": (
        _("A team can have at most %(most)s members, not %(count)s."),
        _("Enter one member per line and one team per list."),
    ),
    "member_twice": (
        _("%(name)s is in the team %(team)s already. Nothing was changed."),
        _("Remove the line, or add something that distinguishes the two."),
    ),
    "member_has_played": (
        _("%(name)s is in the line-up of round %(round)s and cannot leave the team."),
        _("Move the line to the end of the list. Correct a wrong name in the form below the list."),
    ),
    "not_in_the_match": (
        _("This team does not play at board %(board)s."),
        _("Check the pairings of the round."),
    ),
    "line_up_unfit": (
        _("%(team)s cannot have this line-up (%(boards)s boards)."),
        _(
            "Choose at least one member and at most one per board, in the order of the team list. "
            "If no member is present, enter forfeits."
        ),
    ),
    "line_up_changed": (
        _("Another person has changed the line-up of %(team)s. Your changes were not saved."),
        _("Check the current state, and repeat your change if it is still needed."),
    ),
    "match_begun": (
        _("The match at board %(board)s already has a result, so its line-ups are fixed."),
        _("If the wrong player was recorded, clear the match results first."),
    ),
    "board_empty": (
        _("A player is missing at board %(game)s of match %(board)s."),
        _("Change the line-up before the first result is entered, or leave the forfeit."),
    ),
}
