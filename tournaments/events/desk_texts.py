"""Error messages of the desk of events: the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_preset": (_("There is no preset “%(key)s”."), _("Choose one of: %(known)s.")),
    "rules_not_played": (
        _("The club does not play by the rules “%(key)s”."),
        _("Choose a game of the list. Rules of the house are made and offered at the desk."),
    ),
    "unknown_system": (_("There is no pairing system “%(key)s”."), _("Choose one of: %(known)s.")),
    "changed_meanwhile": (
        _("Somebody else changed %(what)s after you opened the page. Nothing of yours was kept."),
        _("Look at what stands there now and do it again if it is still wanted."),
    ),
    "nothing_to_enter": (_("There is no name in the list."), _("Write one player a line.")),
    "nothing_to_hand_out": (
        _("No prize of %(section)s can be handed out yet."),
        _("Close a round, so that its standings are published, and list the prizes of the section."),
    ),
    "line_not_understood": (
        _("Line %(line)s makes no sense: %(text)s"),
        _("Write the name, then a tab or semicolon, then rating, federation and club in any order."),
    ),
    "line_too_long": (
        _("Line %(line)s is too long for a name or a club: %(text)s. No player of the list was entered."),
        _("A name has at most %(name)s characters, a club %(club)s. Write one player a line."),
    ),
    "line_rating_too_high": (
        _("The rating in line %(line)s is too high: %(text)s. No player of the list was entered."),
        _("Correct it: a rating goes up to %(limit)s."),
    ),
    "paste_unclear": (
        _("Not clear: %(cells)s (line %(lines)s). No player of the list was entered."),
        _("Correct these, or look at the list in a preview and choose what its columns hold."),
    ),
    "entered_twice": (
        _("In this section already: %(names)s. No player of the list was entered."),
        _("Take these lines out, or confirm that they are different players."),
    ),
    "player_named_twice": (
        _("More than once: %(names)s. No player of the list was entered."),
        _("Take the spare lines out, or confirm that they are different players."),
    ),
    "name_taken": (
        _("Another player of the section is called %(name)s. Nothing was changed."),
        _("Add something that tells the two apart."),
    ),
    "entry_facts_wrong": (
        _("%(fields)s: this cannot be so. Nothing was changed."),
        _("A player has a name, a rating from 0 to 4000 and a federation of three letters, or none."),
    ),
    "table_is_set": (
        _(
            "The first round is published, and the table of this system (%(system)s) is made for "
            "the players in it."
        ),
        _("Take the rounds back to enter somebody, or let them play in another section."),
    ),
    "entry_has_played": (
        _("%(name)s has been paired, so the entry stays."),
        _("Withdraw the player instead: no further round will have them."),
    ),
    "entry_has_cases": (
        _("A case of the arbiters is about %(name)s, so the entry stays."),
        _("Withdraw the player instead: no further round will have them."),
    ),
    "sits_at_board": (
        _("%(name)s sits at board %(board)s of round %(round)s, which has no result."),
        _("Choose: forfeit now, finish the round, or re-pair it."),
    ),
    "re_pairing_unfit": (
        _("Round %(round)s cannot be paired again: it has a result or a later round, or its table is fixed."),
        _("Choose: forfeit now, or finish the round."),
    ),
    "not_a_late_arrival": (
        _("%(name)s is no late arrival of round %(round)s."),
        _("Load the page of the round again: it may have been settled meanwhile."),
    ),
    "no_opponent_free": (
        _("No opponent is free for %(name)s in round %(round)s."),
        _("Give a half-point bye, or choose the next round."),
    ),
    "excluded_by_ruling": (
        _("%(name)s is excluded by the ruling in case %(number)s."),
        _("An arbiter rules anew in that case; then the player is paired again."),
    ),
    "round_is_paired": (
        _("Round %(round)s is published already."),
        _("Enter a forfeit for %(name)s, or take the round back first."),
    ),
    "round_unfinished": (
        _("Round %(round)s still lacks results, at board %(boards)s."),
        _("Enter them first; an adjourned game is entered as adjourned."),
    ),
    "all_rounds_paired": (
        _("All %(rounds)s rounds of the section are paired."),
        _("Add a round in the settings of the section if one more is to be played."),
    ),
    "too_few_players": (
        _("Players there for this round: %(present)s. A round takes two."),
        _("Enter players, or look who is marked as absent."),
    ),
    "pairing_impossible": (
        _("Round %(round)s cannot be paired: no pairing keeps the absolute rules."),
        _("Play fewer rounds, allow a second meeting in the settings, or pair the round by hand."),
    ),
    "engine_at_loss": (
        _("Round %(round)s can be paired, but the program does not find how: a fault of ours."),
        _(
            "Choose another pairing system in the settings for this round, or let one player miss it; "
            "please report the exported file of the section."
        ),
    ),
    "round_not_draft": (
        _("Round %(round)s is not a draft any more."),
        _("Take it back to a draft first, if it has no results yet."),
    ),
    "round_not_published": (
        _("Round %(round)s is not open for this."),
        _("Publish the round, or reopen it when it is closed."),
    ),
    "round_closed": (_("Round %(round)s is closed."), _("Reopen it first.")),
    "later_round_exists": (
        _("Round %(later)s is built on round %(round)s."),
        _("Take the later round back first."),
    ),
    "results_already": (
        _("Round %(round)s has results already, at board %(boards)s."),
        _("Take those results back first."),
    ),
    "illegal_pairing": (
        _("This change makes no pairing."),
        _("Choose two players of different boards; to be seated, players who have no place yet."),
    ),
    "no_demo": (
        _("There is no demo club here."),
        _("“serve --demo” loads it."),
    ),
    "demo_was_used": (
        _("The demo club was not removed: people have made %(changes)s changes in it."),
        _("Say that what they added goes too, or move it to your own club first."),
    ),
    "event_hidden": (
        _("Round %(round)s was not published: %(event)s is hidden from the public."),
        _("Show the event and publish, or publish for the desk alone."),
    ),
    "illegal_round": (
        _("Round %(round)s was not published: the checker found what must not be (%(count)s)."),
        _("Change the boards that are named, or publish it all the same and say why."),
    ),
    "unfit_deck": (
        _("The section draws its openings from “%(deck)s”, which is no deck of its game."),
        _("Choose another one in the settings of the section; decks of this game: %(known)s."),
    ),
    "no_opening_left": (
        _("No opening is left for board %(board)s in round %(round)s: the players have had them all."),
        _("Choose a larger deck in the settings of the section, or none."),
    ),
    "no_opening_drawn": (
        _("No opening is drawn in round %(round)s."),
        _("Choose a deck in the settings of the section before a round is paired."),
    ),
    "redraw_needs_reason": (
        _("Drawing an opening again takes a reason."),
        _("Say why; it stands on the trail beside both openings."),
    ),
    "bye_has_no_games": (
        _("%(name)s has a bye: there is no game."),
        _("Choose a board with two players."),
    ),
    "unknown_game": (
        _("This pairing has %(games)s games, and no game %(game)s."),
        _("Look at the number of the game."),
    ),
    "reason_needed": (
        _("The round is closed. Changing a result takes a reason."),
        _("Say why; it stands on the trail beside the change."),
    ),
    "result_differs": (
        _("Somebody else has entered game %(game)s at board %(board)s meanwhile: %(there)s."),
        _("Ask at the board. Whoever may correct results can change it."),
    ),
    "kind_is_set": (
        _("The section %(section)s has rounds or members of teams, so it stays what it is."),
        _("Add another section for teams, or for players."),
    ),
    "not_a_team": (
        _("The section %(section)s is one of players: nobody in it has members or a line-up."),
        _("Choose a system for teams in the settings of the section."),
    ),
    "member_line_not_understood": (
        _("Line %(line)s makes no sense: %(text)s"),
        _("Write the name, then a semicolon or tab, the rating, and the number in the federation."),
    ),
    "too_many_members": (
        _("%(count)s members are more than a team may have (%(most)s)."),
        _("Write one member a line, and one team a list."),
    ),
    "member_twice": (
        _("%(name)s is in the team %(team)s already. Nothing was changed."),
        _("Take the line out, or add something that tells the two apart."),
    ),
    "member_has_played": (
        _("%(name)s stands in the line-up of round %(round)s and stays in the team."),
        _("Move the line to the end of the list; a wrong name is mended below it."),
    ),
    "not_in_the_match": (
        _("This team does not play at board %(board)s."),
        _("Look at the pairings of the round."),
    ),
    "line_up_unfit": (
        _("%(team)s cannot be lined up like this (%(boards)s boards)."),
        _(
            "Choose at least one member and at most one for a board, in the order of the team's list. "
            "If nobody is here, enter forfeits."
        ),
    ),
    "line_up_changed": (
        _("Somebody else changed the line-up of %(team)s meanwhile. Nothing of yours was kept."),
        _("Look at what stands there now and do it again if it is still wanted."),
    ),
    "match_begun": (
        _("The match at board %(board)s has a result already: its line-ups stay."),
        _("Take the results of the match back first, if the wrong player was written down."),
    ),
    "board_empty": (
        _("Somebody is missing at board %(game)s of match %(board)s."),
        _("Change the line-up before the first result, or leave the forfeit."),
    ),
}
