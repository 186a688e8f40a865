"""Audit log texts of the tournaments app."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind, field_label
from games.judging.messages import incident_name, side_name
from games.laws.incidents import INCIDENTS
from tournaments.cases.claim_texts import CLAIM_WORDS
from tournaments.cases.models.ruling import CLAIM_DECISIONS, CONSEQUENCES, OPPONENT_CHOICES
from tournaments.core.audit_choices import choice_of
from tournaments.models import (
    AbsenceKind,
    CaseState,
    ClaimKind,
    DecidedBy,
    EntryState,
    Outcome,
    ResultMark,
    RoundState,
)

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.section.name_taken_out": _(
            "%(who)s had a name taken out of %(what)s: %(after_name)s stands there."
        ),
        "tournaments.demo.removed": _("%(who)s removed the demo club."),
        "tournaments.event.made": _("%(who)s made the event %(what)s."),
        "tournaments.event.changed": _("%(who)s changed the event %(what)s."),
        "tournaments.section.made": _("%(who)s made the section %(what)s."),
        "tournaments.section.changed": _("%(who)s changed the section %(what)s."),
        "tournaments.entries.added": _("%(who)s entered %(after_count)s players in %(what)s."),
        "tournaments.entry.changed": _("%(who)s changed the entry of %(what)s."),
        "tournaments.entry.withdrawn": _("%(who)s withdrew %(what)s."),
        "tournaments.entry.readmitted": _("%(who)s let %(what)s play again."),
        "tournaments.entry.removed": _("%(who)s took back the entry of %(what)s."),
        "tournaments.entry.checked_in": _("%(who)s noted whether %(what)s has arrived."),
        "tournaments.contacts.forgotten": _(
            "Mail addresses of entrants of %(what)s were deleted as their time was over: %(after_count)s."
        ),
        "tournaments.bye.asked": _("%(who)s noted that %(what)s misses round %(after_round)s."),
        "tournaments.bye.taken_back": _("%(who)s let %(what)s play round %(before_round)s after all."),
        "tournaments.members.kept": _("%(who)s changed the list of members of %(what)s."),
        "tournaments.member.changed": _("%(who)s changed what is known of %(what)s."),
        "tournaments.line_up.set": _(
            "%(who)s changed who plays for %(after_team)s in round %(after_round)s, board %(after_board)s."
        ),
        "tournaments.round.proposed": _("%(who)s had round %(after_round)s paired: %(what)s."),
        "tournaments.round.players_swapped": _("%(who)s swapped two players in round %(after_round)s."),
        "tournaments.round.colours_turned": _(
            "%(who)s turned the colours of a board in round %(after_round)s."
        ),
        "tournaments.round.board_locked": _("%(who)s locked or unlocked a board of round %(after_round)s."),
        "tournaments.round.players_seated": _("%(who)s seated players in round %(after_round)s."),
        "tournaments.round.board_taken_apart": _("%(who)s took a board of round %(after_round)s apart."),
        "tournaments.pair.forbidden": _(
            "%(who)s keeps %(after_first)s and %(after_second)s apart, rounds %(after_first_round)s to "
            "%(after_last_round)s."
        ),
        "tournaments.pair.allowed": _("%(who)s lets %(before_first)s and %(before_second)s meet again."),
        "tournaments.match.decided": _(
            "%(who)s settled round %(after_round)s, board %(after_board)s: %(after_goes_on)s goes on, "
            "%(after_settled)s."
        ),
        "tournaments.tie_break.begun": _(
            "%(who)s began a tie-break game in round %(after_round)s, board %(after_board)s; "
            "%(after_white)s has White."
        ),
        "tournaments.tie_break.taken_back": _(
            "%(who)s took a tie-break game back in round %(before_round)s, board %(before_board)s."
        ),
        "tournaments.match.left_open": _(
            "%(who)s left round %(before_round)s, board %(before_board)s open again; "
            "%(before_goes_on)s had gone on."
        ),
        "tournaments.ballot.redrawn": _(
            "%(who)s drew again for round %(after_round)s, board %(after_board)s: %(after_opening)s."
        ),
        "tournaments.round.published": _("%(who)s published round %(after_round)s: %(what)s."),
        "tournaments.round.unpublished": _("%(who)s made round %(after_round)s a draft again."),
        "tournaments.round.closed": _("%(who)s closed round %(after_round)s: %(what)s."),
        "tournaments.round.reopened": _("%(who)s reopened round %(after_round)s."),
        "tournaments.round.deleted": _("%(who)s took back the draft of round %(before_round)s."),
        "tournaments.prizes.handed_out": _("%(who)s made the prizes of %(what)s public."),
        "tournaments.prizes.taken_back": _("%(who)s took the prizes of %(what)s from the public."),
        "tournaments.case.called": _(
            "The arbiter was called to board %(after_board_number)s: case %(after_number)s."
        ),
        "tournaments.case.call_taken_back": _(
            "Board %(after_board_number)s took its call for the arbiter back: case %(after_number)s."
        ),
        "tournaments.case.opened": _("%(who)s filed case %(after_number)s."),
        "tournaments.case.taken": _("%(who)s took case %(after_number)s."),
        "tournaments.case.given_back": _("%(who)s left case %(after_number)s to somebody else."),
        "tournaments.case.told": _("%(who)s wrote more about case %(after_number)s."),
        "tournaments.case.claim_answered": _(
            "%(who)s wrote down the position or the claim of case %(after_number)s."
        ),
        "tournaments.photo.added": _("%(who)s added a photo to case %(after_number)s."),
        "tournaments.photo.removed": _("%(who)s deleted a photo of case %(after_number)s."),
        "tournaments.case.dropped": _("%(who)s closed case %(after_number)s without a ruling."),
        "tournaments.case.reopened": _("%(who)s opened case %(after_number)s again."),
        "tournaments.ruling.made": _("%(who)s ruled in case %(after_number)s: %(after_consequence)s."),
        "tournaments.ruling.superseded": _(
            "%(who)s ruled anew in case %(after_number)s: %(after_consequence)s."
        ),
        "tournaments.ruling.chosen": _(
            "%(who)s noted what %(after_opponent)s chose in case %(after_number)s: %(after_choice)s."
        ),
        "tournaments.appeals.set": _("%(who)s changed the rules or the committee for appeals of %(what)s."),
        "tournaments.appeal.filed": _("%(who)s noted an appeal in case %(after_number)s."),
        "tournaments.appeal.withdrawn": _(
            "%(who)s noted that the appeal in case %(after_number)s is withdrawn."
        ),
        "tournaments.appeal.deposit_noted": _(
            "%(who)s noted what became of the deposit in case %(after_number)s."
        ),
        "tournaments.appeal.link_made": _(
            "%(who)s made a link to vote for %(after_member)s in case %(after_number)s."
        ),
        "tournaments.appeal.member_named": _(
            "%(who)s named %(after_member)s for the committee in case %(after_number)s."
        ),
        "tournaments.appeal.voted": _("Somebody on the committee voted in case %(after_number)s."),
        "tournaments.appeal.decided": _(
            "%(who)s published the decision on the appeal in case %(after_number)s."
        ),
        "tournaments.night.begun": _("%(who)s began the club night of %(after_held_on)s in %(what)s."),
        "tournaments.night.ended": _("%(who)s ended the club night of %(after_held_on)s in %(what)s."),
        "tournaments.night.reopened": _("%(who)s let the club night of %(after_held_on)s in %(what)s go on."),
        "tournaments.late.seated": _("%(who)s seated %(what)s, who came late, in round %(after_round)s."),
        "tournaments.late.bye_given": _(
            "%(who)s gave %(what)s, who came late, a half-point bye in round %(after_round)s."
        ),
        "tournaments.late.deferred": _("%(who)s let %(what)s play from round %(after_first_round)s."),
        "tournaments.late.reopened": _(
            "%(who)s took back what was settled for %(what)s in round %(after_round)s."
        ),
        "tournaments.night.seated": _("%(who)s seated somebody who came late in %(what)s."),
        "tournaments.result.recorded": _(
            "%(who)s entered round %(after_round)s, board %(after_board)s, game %(after_game)s: "
            "%(after_outcome)s."
        ),
        "tournaments.result.corrected": _(
            "%(who)s changed round %(after_round)s, board %(after_board)s, game %(after_game)s "
            "from %(before_outcome)s to %(after_outcome)s."
        ),
        "tournaments.cards.made": _("%(who)s made cards for boards of %(what)s."),
        "tournaments.cards.renewed": _("%(who)s took back cards of boards of %(what)s and made new ones."),
        "tournaments.cards.revoked": _("%(who)s took back the card of a board of %(what)s."),
        "tournaments.report.made": _(
            "%(who)s reported round %(after_round)s, board %(after_board)s, game %(after_game)s: "
            "%(after_outcome)s."
        ),
        "tournaments.report.disputed": _(
            "%(who)s told another result of round %(after_round)s, board %(after_board)s, game "
            "%(after_game)s: %(after_outcome)s."
        ),
        "tournaments.result.checked": _(
            "%(who)s entered round %(after_round)s, board %(after_board)s, game %(after_game)s a second "
            "time: %(after_outcome)s."
        ),
        "tournaments.result.check_differs": _(
            "%(who)s entered round %(after_round)s, board %(after_board)s, game %(after_game)s a second "
            "time, and otherwise: %(after_second_outcome)s."
        ),
        "tournaments.doubt.accepted": _("%(who)s said that a result of round %(after_round)s is so."),
        "tournaments.adjournment.noted": _(
            "%(who)s noted the position of an adjourned game of round %(after_round)s, board %(after_board)s."
        ),
        "tournaments.dispute.settled": _(
            "%(who)s decided the disputed result of round %(after_round)s, board %(after_board)s, game "
            "%(after_game)s: %(after_settled_outcome)s."
        ),
    },
    kinds={
        "tournaments.event": Kind(
            _("event"), lambda number: reverse("tournaments:desk_event", args=[number])
        ),
        "tournaments.section": Kind(
            _("section"), lambda number: reverse("tournaments:desk_section", args=[number])
        ),
        "tournaments.entry": Kind(_("entry")),
        "tournaments.forbiddenpair": Kind(_("players kept apart")),
        "tournaments.teammember": Kind(_("member of a team")),
        "tournaments.round": Kind(_("round")),
        "tournaments.pairing": Kind(_("pairing")),
        "tournaments.case": Kind(_("case"), lambda number: reverse("tournaments:desk_case", args=[number])),
    },
    fields={
        "name": _("name"),
        "round": _("round"),
        "board": _("board"),
        "game": _("game"),
        "outcome": _("result"),
        "mark": _("mark"),
        "is_adjudicated": _("adjudicated"),
        "boards": _("boards"),
        "position": _("position"),
        "note": _("note"),
        "doubt": _("doubt"),
        "checked_by": _("checked by"),
        "player": _("player"),
        "first_by": _("first told by"),
        "first_outcome": _("first version"),
        "second_by": _("then told by"),
        "second_outcome": _("other version"),
        "settled_outcome": _("settled as"),
        "pairs": _("boards"),
        "goes_on": _("goes on"),
        "white": _("White"),
        "is_tie_break": _("tie-break game"),
        "settled": _("settled"),
        "camp": _("plays for"),
        "options": _("options of the system"),
        "opening": _("opening"),
        "openings": _("openings"),
        "redraws": _("drawn again"),
        "names": _("names"),
        "member": _("member"),
        "minutes": _("minutes"),
        "deposit": _("deposit"),
        "committee": _("committee"),
        "deposit_taken": _("deposit taken"),
        "deposit_returned": _("deposit returned"),
        "members": _("members"),
        "team": _("team"),
        "federation_number": _("number in the federation"),
        "count": _("number of them"),
        "rating": _("rating"),
        "rounds": _("rounds"),
        "system": _("pairing system"),
        "games_per_pairing": _("games a pairing"),
        "starts_on": _("first day"),
        "ends_on": _("last day"),
        "venue": _("venue"),
        "number": _("number"),
        "incident": _("what happened"),
        "state": _("state"),
        "round_number": _("round"),
        "board_number": _("board"),
        "ply": _("half-move"),
        "side": _("side"),
        "claim": pgettext_lazy("of a player", "claim"),
        "claim_word": _("answer to the claim"),
        "claim_move": _("move written down with the claim"),
        "claim_record": _("score given with the claim"),
        "claimant": _("who claims"),
        "clock_white": _("White's clock"),
        "clock_black": _("Black's clock"),
        "fen": _("position"),
        "public_text": _("public account"),
        "private_text": _("what is for the arbiters alone"),
        "witnesses": _("witnesses"),
        "reported_by": _("reported by"),
        "details": _("details"),
        "sheet_white": _("White's score sheet"),
        "sheet_black": _("Black's score sheet"),
        "taken_by": _("taken by"),
        "names_withheld": _("names withheld in public"),
        "also_changed": _("changed as well"),
        "version": _("version"),
        "ruling": _("ruling"),
        "consequence": _("consequence"),
        "articles": _("articles"),
        "law_book": _("law book"),
        "points": _("points deducted"),
        "claim_decision": pgettext_lazy("of a player", "claim"),
        "choice": _("choice"),
        "opponent": _("opponent"),
        "first_round": _("plays from round"),
        "opponent_first_round": _("opponent plays from round"),
        "had_bye": _("opponent had the bye"),
        "photo": _("photo"),
        "photo_of": _("shows"),
        "added_by": _("added by"),
    },
    reasons={
        "photo_is_added_again": _("A photo that was deleted is gone; add it again."),
        "photo_is_deleted_on_its_page": _("Delete the photo on the page of the case."),
        "event_stays": _("An event stays where it was made; it can be hidden from the public on its page."),
        "event_is_changed_on_its_page": _("It is changed on its own page, where what it affects is told."),
        "entries_go_one_by_one": _("Entries are taken back one by one in the list of entries."),
        "entry_is_changed_on_its_page": _("It is changed in the list of entries."),
        "entry_is_entered_again": _("Enter the player again."),
        "entry_is_gone": _("The entry is no longer there."),
        "draft_is_changed_again": _("A draft is changed on its own page, or paired anew."),
        "lot_is_drawn_again": _("A lot stays drawn; it can be drawn once more, with a reason."),
        "round_is_paired_again": _("Have the round paired again."),
        "pair_is_gone": _("The two are no longer on the list."),
        "round_is_gone": _("The round is no longer there."),
        "round_went_on": _("The round is published by now."),
        "team_changed_since": _("The team was changed since."),
        "cards_are_made_anew": _("Cards are made anew at any time; a code that was taken back stays so."),
        "night_is_ended": _("A night that was begun by mistake is ended; nobody was there."),
        "night_goes_on": _("Another night has begun since, or this one is on already."),
        "night_is_gone": _("The night is no longer there."),
        "late_one_is_settled_again": _("Choose again on the page of the round."),
        "late_one_went_on": _("Something else was settled for the player since."),
        "late_one_is_unseated": _("Swap the players or take the board out by hand."),
        "board_calls_again": _("The board calls again if the arbiter is wanted after all."),
        "case_is_dropped": _("A case that is none is closed without a ruling."),
        "case_is_changed_on_its_page": _("It is changed on the page of the case."),
        "ruling_is_superseded": _("A ruling stays; a new one takes its place on the page of the case."),
        "case_is_gone": _("The case is no longer there."),
        "report_is_theirs": _("What a player said stays on the trail; the result is changed at the desk."),
        "result_is_corrected": _(
            "A result that is wrong is corrected; that it was checked stays on the trail."
        ),
        "doubt_comes_again": _("A result that changes is looked at anew."),
        "position_is_noted_again": _("Note the position again; both stand on the trail."),
        "demo_is_loaded_again": _("The demo is loaded again by “serve --demo”."),
        "dispute_was_decided": _("Correct the result instead; the decision stays on the trail."),
        "appeals_are_set_again": _("They are set again on their own page."),
        "appeal_stays": _(
            "What is done with an appeal stays on the trail; a vote is given anew while others lack."
        ),
        "prizes_changed_since": _("The prizes were changed since, by entry %(number)s."),
        "decision_changed_since": _("Somebody has said otherwise since, in entry %(number)s."),
        "result_changed_since": _("The result was changed since, by entry %(number)s."),
    },
    values={
        "outcome": lambda value: choice_of(Outcome, value),
        "mark": lambda value: choice_of(ResultMark, value),
        "settled": lambda value: choice_of(DecidedBy, value),
        "incident": lambda value: incident_name(value) if value in INCIDENTS else value,
        "claim": lambda value: choice_of(ClaimKind, value),
        "side": side_name,
        "claim_decision": lambda value: dict(CLAIM_DECISIONS).get(value, value),
        "claim_word": lambda value: CLAIM_WORDS.get(value, value),
        "also_changed": lambda value: ", ".join(field_label(one) for one in value),
        "state": lambda value: choice_of(CaseState, value),
        "consequence": lambda value: str(dict(CONSEQUENCES).get(value, value)),
        "choice": lambda value: str(dict(OPPONENT_CHOICES).get(value, value)),
        "case_state": lambda value: choice_of(CaseState, value),
        "first_outcome": lambda value: choice_of(Outcome, value),
        "second_outcome": lambda value: choice_of(Outcome, value),
        "settled_outcome": lambda value: choice_of(Outcome, value),
        "kind": lambda value: choice_of(AbsenceKind, value),
        "entry_state": lambda value: choice_of(EntryState, value),
        "round_state": lambda value: choice_of(RoundState, value),
    },
)
