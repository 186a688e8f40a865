"""Audit log texts of the tournaments app."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.messages import AuditMessages, Kind, field_label
from club.core.capabilities import Capability
from club.core.messages import choice_label
from games.judging.messages import incident_name, side_name
from games.laws.incidents import INCIDENTS
from tournaments.cases.claim_messages import CLAIM_WORDS
from tournaments.cases.models.ruling import CLAIM_DECISIONS, CONSEQUENCES, OPPONENT_CHOICES
from tournaments.models import (
    AbsenceKind,
    CaseState,
    CertificateDesign,
    ClaimKind,
    DecidedBy,
    EntryState,
    Outcome,
    ResultMark,
    RoundState,
)

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.section.name_taken_out": _("%(who)s replaced a name in %(what)s with %(after_name)s."),
        "tournaments.demo.removed": _("%(who)s removed the demo club."),
        "tournaments.event.made": _("%(who)s created the event %(what)s."),
        "tournaments.event.changed": _("%(who)s changed the event %(what)s."),
        "tournaments.section.made": _("%(who)s created the section %(what)s."),
        "tournaments.section.changed": _("%(who)s changed the section %(what)s."),
        "tournaments.entries.added": _("%(who)s added %(after_count)s players to %(what)s."),
        "tournaments.entry.changed": _("%(who)s changed the entry of %(what)s."),
        "tournaments.entry.withdrawn": _("%(who)s withdrew %(what)s."),
        "tournaments.entry.readmitted": _("%(who)s readmitted %(what)s."),
        "tournaments.entry.removed": _("%(who)s removed the entry of %(what)s."),
        "tournaments.entry.checked_in": _("%(who)s changed the check-in of %(what)s."),
        "tournaments.contacts.forgotten": _(
            "Email addresses of entrants of %(what)s were deleted after the retention period: "
            "%(after_count)s."
        ),
        "tournaments.bye.asked": _("%(who)s marked %(what)s as absent in round %(after_round)s."),
        "tournaments.absence.lifted": _(
            "%(who)s checked %(what)s in, which ended the absence in round %(before_round)s."
        ),
        "tournaments.bye.taken_back": _(
            "%(who)s cancelled the absence of %(what)s in round %(before_round)s."
        ),
        "tournaments.members.kept": _("%(who)s changed the member list of %(what)s."),
        "tournaments.member.changed": _("%(who)s changed the details of %(what)s."),
        "tournaments.line_up.set": _(
            "%(who)s changed the line-up of %(after_team)s in round %(after_round)s, board %(after_board)s."
        ),
        "tournaments.round.proposed": _("%(who)s paired round %(after_round)s: %(what)s."),
        "tournaments.round.players_swapped": _("%(who)s swapped two players in round %(after_round)s."),
        "tournaments.round.colours_turned": _(
            "%(who)s swapped the colours of a board in round %(after_round)s."
        ),
        "tournaments.round.board_locked": _("%(who)s locked or unlocked a board of round %(after_round)s."),
        "tournaments.round.players_seated": _("%(who)s seated players in round %(after_round)s."),
        "tournaments.round.board_taken_apart": _("%(who)s unpaired a board in round %(after_round)s."),
        "tournaments.pair.forbidden": _(
            "%(who)s forbade the pair %(after_first)s and %(after_second)s in rounds "
            "%(after_first_round)s to %(after_last_round)s."
        ),
        "tournaments.pair.allowed": _(
            "%(who)s allowed the pair %(before_first)s and %(before_second)s again."
        ),
        "tournaments.match.decided": _(
            "%(who)s decided round %(after_round)s, board %(after_board)s: %(after_goes_on)s "
            "advances, %(after_settled)s."
        ),
        "tournaments.tie_break.begun": _(
            "%(who)s started a tie-break game in round %(after_round)s, board %(after_board)s; "
            "%(after_white)s has White."
        ),
        "tournaments.tie_break.taken_back": _(
            "%(who)s removed a tie-break game in round %(before_round)s, board %(before_board)s."
        ),
        "tournaments.match.left_open": _(
            "%(who)s reopened the decision on round %(before_round)s, board %(before_board)s "
            "(%(before_goes_on)s had advanced)."
        ),
        "tournaments.ballot.redrawn": _(
            "%(who)s redrew the opening of round %(after_round)s, board %(after_board)s: %(after_opening)s."
        ),
        "tournaments.round.published": _("%(who)s published round %(after_round)s: %(what)s."),
        "tournaments.round.unpublished": _("%(who)s unpublished round %(after_round)s."),
        "tournaments.round.closed": _("%(who)s closed round %(after_round)s: %(what)s."),
        "tournaments.round.reopened": _("%(who)s reopened round %(after_round)s."),
        "tournaments.round.deleted": _("%(who)s discarded the draft of round %(before_round)s."),
        "tournaments.prizes.handed_out": _("%(who)s published the prizes of %(what)s."),
        "tournaments.prizes.taken_back": _("%(who)s unpublished the prizes of %(what)s."),
        "tournaments.paper.set": _(
            "%(who)s set the paper of %(what)s: %(after_paper_size)s, %(after_certificate_design)s."
        ),
        "tournaments.case.called": _(
            "The arbiter was called to board %(after_board_number)s: case %(after_number)s."
        ),
        "tournaments.case.call_taken_back": _(
            "Board %(after_board_number)s cancelled its call for the arbiter: case %(after_number)s."
        ),
        "tournaments.case.opened": _("%(who)s filed case %(after_number)s."),
        "tournaments.case.taken": _("%(who)s took case %(after_number)s."),
        "tournaments.case.given_back": _("%(who)s released case %(after_number)s."),
        "tournaments.case.told": _("%(who)s added details to case %(after_number)s."),
        "tournaments.case.claim_answered": _(
            "%(who)s recorded the position or the claim of case %(after_number)s."
        ),
        "tournaments.photo.added": _("%(who)s added a photo to case %(after_number)s."),
        "tournaments.photo.removed": _("%(who)s deleted a photo of case %(after_number)s."),
        "tournaments.case.dropped": _("%(who)s closed case %(after_number)s without a ruling."),
        "tournaments.case.reopened": _("%(who)s reopened case %(after_number)s."),
        "tournaments.ruling.made": _("%(who)s ruled in case %(after_number)s: %(after_consequence)s."),
        "tournaments.ruling.superseded": _(
            "%(who)s made a new ruling in case %(after_number)s: %(after_consequence)s."
        ),
        "tournaments.ruling.chosen": _(
            "%(who)s recorded the choice of %(after_opponent)s in case %(after_number)s: %(after_choice)s."
        ),
        "tournaments.ruling.overruled": _(
            "%(who)s replaced the result that the ruling in case %(after_number)s has set: %(after_outcome)s."
        ),
        "tournaments.appeals.set": _("%(who)s changed the appeal rules or committee of %(what)s."),
        "tournaments.appeal.filed": _("%(who)s recorded an appeal in case %(after_number)s."),
        "tournaments.appeal.withdrawn": _(
            "%(who)s recorded the withdrawal of the appeal in case %(after_number)s."
        ),
        "tournaments.appeal.deposit_noted": _(
            "%(who)s recorded what happened to the deposit in case %(after_number)s."
        ),
        "tournaments.appeal.link_made": _(
            "%(who)s created a voting link for %(after_member)s in case %(after_number)s."
        ),
        "tournaments.appeal.member_named": _(
            "%(who)s appointed %(after_member)s to the committee in case %(after_number)s."
        ),
        "tournaments.appeal.voted": _("A committee member voted in case %(after_number)s."),
        "tournaments.appeal.decided": _(
            "%(who)s published the decision on the appeal in case %(after_number)s."
        ),
        "tournaments.night.begun": _("%(who)s started the club night of %(after_held_on)s in %(what)s."),
        "tournaments.night.ended": _("%(who)s ended the club night of %(after_held_on)s in %(what)s."),
        "tournaments.night.reopened": _("%(who)s reopened the club night of %(after_held_on)s in %(what)s."),
        "tournaments.late.seated": _("%(who)s seated late arrival %(what)s in round %(after_round)s."),
        "tournaments.late.bye_given": _(
            "%(who)s gave late arrival %(what)s a half-point bye in round %(after_round)s."
        ),
        "tournaments.late.deferred": _("%(who)s set %(what)s to play from round %(after_first_round)s."),
        "tournaments.late.reopened": _(
            "%(who)s reversed the decision for late arrival %(what)s in round %(after_round)s."
        ),
        "tournaments.night.seated": _("%(who)s seated a late arrival in %(what)s."),
        "tournaments.result.recorded": _(
            "%(who)s entered the result of round %(after_round)s, board %(after_board)s, game "
            "%(after_game)s: %(after_outcome)s."
        ),
        "tournaments.result.corrected": _(
            "%(who)s changed round %(after_round)s, board %(after_board)s, game %(after_game)s "
            "from %(before_outcome)s to %(after_outcome)s."
        ),
        "tournaments.cards.made": _("%(who)s created board cards for %(what)s."),
        "tournaments.cards.renewed": _("%(who)s replaced board cards of %(what)s."),
        "tournaments.cards.revoked": _("%(who)s revoked a board card of %(what)s."),
        "tournaments.report.made": _(
            "%(who)s reported the result of round %(after_round)s, board %(after_board)s, game "
            "%(after_game)s: %(after_outcome)s."
        ),
        "tournaments.report.disputed": _(
            "%(who)s reported a different result for round %(after_round)s, board %(after_board)s, "
            "game %(after_game)s: %(after_outcome)s."
        ),
        "tournaments.result.checked": _(
            "%(who)s entered the second pass of round %(after_round)s, board %(after_board)s, game "
            "%(after_game)s: %(after_outcome)s."
        ),
        "tournaments.result.check_differs": _(
            "%(who)s entered a different result in the second pass of round %(after_round)s, board "
            "%(after_board)s, game %(after_game)s: %(after_second_outcome)s."
        ),
        "tournaments.doubt.accepted": _("%(who)s confirmed a result of round %(after_round)s."),
        "tournaments.adjournment.noted": _(
            "%(who)s recorded the position of an adjourned game of round %(after_round)s, board "
            "%(after_board)s."
        ),
        "tournaments.dispute.settled": _(
            "%(who)s decided the disputed result of round %(after_round)s, board %(after_board)s, game "
            "%(after_game)s: %(after_settled_outcome)s."
        ),
    },
    shown_by={
        Capability.SEE_AUDIT: (
            "tournaments.section",
            "tournaments.demo",
            "tournaments.bye",
            "tournaments.members",
            "tournaments.member",
            "tournaments.line_up",
            "tournaments.round",
            "tournaments.tie_break",
            "tournaments.ballot",
            "tournaments.paper",
            "tournaments.appeals",
            "tournaments.night",
            "tournaments.late",
            "tournaments.result",
            "tournaments.cards",
            "tournaments.report",
            "tournaments.doubt",
        ),
        Capability.RUN_EVENTS: ("tournaments.contacts", "tournaments.pair"),
        Capability.CORRECT_RESULTS: (
            "tournaments.case",
            "tournaments.photo",
            "tournaments.ruling",
            "tournaments.appeal",
            "tournaments.dispute",
        ),
        Capability.RECORD_RESULTS: ("tournaments.adjournment",),
    },
    facts_shown_by={"seed": Capability.RUN_EVENTS},
    kinds={
        "tournaments.event": Kind(
            _("event"), lambda number: reverse("tournaments:desk_event", args=[number])
        ),
        "tournaments.section": Kind(
            _("section"), lambda number: reverse("tournaments:desk_section", args=[number])
        ),
        "tournaments.entry": Kind(_("entry")),
        "tournaments.forbiddenpair": Kind(_("forbidden pair")),
        "tournaments.teammember": Kind(_("team member")),
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
        "one_phone": _("both reports may be from one phone"),
        "doubt": _("unusual result"),
        "checked_by": _("checked by"),
        "player": _("player"),
        "first_by": _("first reported by"),
        "first_outcome": _("first version"),
        "second_by": _("then reported by"),
        "second_outcome": _("other version"),
        "settled_outcome": _("decided result"),
        "pairs": _("boards"),
        "byes": _("byes"),
        "empty_boards": _("empty boards"),
        "seed": _("random seed of draws"),
        "goes_on": _("advances"),
        "white": _("White"),
        "is_tie_break": _("tie-break game"),
        "settled": _("settled"),
        "camp": _("plays for"),
        "options": _("system options"),
        "opening": _("opening"),
        "openings": _("openings"),
        "redraws": _("redraws"),
        "names": _("names"),
        "member": _("member"),
        "minutes": _("minutes"),
        "deposit": _("deposit"),
        "committee": _("committee"),
        "deposit_taken": _("deposit paid"),
        "deposit_returned": _("deposit returned"),
        "members": _("members"),
        "team": _("team"),
        "federation_number": _("federation number"),
        "count": _("count"),
        "rating": _("rating"),
        "rounds": _("rounds"),
        "system": _("pairing system"),
        "games_per_pairing": _("games per pairing"),
        "starts_on": _("first day"),
        "ends_on": _("last day"),
        "venue": _("venue"),
        "number": _("number"),
        "incident": _("what happened"),
        "state": _("state"),
        "round_number": _("round"),
        "board_number": _("board"),
        "ply": _("moves played (both sides)"),
        "side": _("side"),
        "claim": pgettext_lazy("of a player", "claim"),
        "claim_word": _("answer to the claim"),
        "claim_move": _("move written down with the claim"),
        "claim_record": _("game record given with the claim"),
        "claimant": _("claimant"),
        "clock_white": _("White's clock"),
        "clock_black": _("Black's clock"),
        "fen": _("position"),
        "public_text": _("public summary"),
        "private_text": _("arbiters only"),
        "witnesses": _("witnesses"),
        "reported_by": _("reported by"),
        "details": _("details"),
        "sheet_white": _("White's score sheet"),
        "sheet_black": _("Black's score sheet"),
        "taken_by": _("assigned to"),
        "names_withheld": _("names hidden from the public"),
        "also_changed": _("also changed"),
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
        "paper_size": _("paper size"),
        "certificate_design": _("design of certificates"),
        "photo": _("photo"),
        "photo_of": _("subject"),
        "added_by": _("added by"),
    },
    reasons={
        "photo_is_added_again": _("A deleted photo cannot be restored; add it again."),
        "photo_is_deleted_on_its_page": _("Delete the photo on the case page."),
        "event_stays": _("An event cannot be removed; you can hide it on its page."),
        "is_changed_on_its_page": _("Change this on its own page, which shows the effects."),
        "entries_go_one_by_one": _("Remove entries one by one in the list of entries."),
        "entry_is_changed_on_its_page": _("Change this in the list of entries."),
        "entry_is_entered_again": _("Add the player again."),
        "draft_is_changed_again": _("Change the draft on its own page, or re-pair it."),
        "lot_is_drawn_again": _("A draw cannot be undone; you can draw again and give a reason."),
        "round_is_paired_again": _("Re-pair the round."),
        "round_went_on": _("The round is already published."),
        "cards_are_made_anew": _("You can create new cards at any time; a revoked code stays revoked."),
        "night_is_ended": _("End a club night that was started by mistake."),
        "night_goes_on": _("Another club night has started since, or this one is already running."),
        "late_one_is_settled_again": _("Choose again on the round page."),
        "late_one_is_unseated": _("Swap the players or unpair the board by hand."),
        "board_calls_again": _("The board can call the arbiter again."),
        "case_is_dropped": _("To drop a case, close it without a ruling."),
        "case_is_changed_on_its_page": _("Change this on the case page."),
        "result_of_closed_round": _(
            "The round is closed, and its standings count the result. Correct it on the page of the round, "
            "or reopen the round."
        ),
        "ruling_is_superseded": _("A ruling cannot be undone; supersede it on the case page."),
        "report_is_theirs": _("A player's report stays in the audit log; change the result instead."),
        "result_is_corrected": _("Correct a wrong result; its check stays in the audit log."),
        "doubt_comes_again": _("A result is checked again when it changes."),
        "position_is_noted_again": _("Record the position again; both stay in the audit log."),
        "demo_is_loaded_again": _("Load the demo again with “manage.py loaddemo”."),
        "dispute_was_decided": _("Correct the result instead; the decision stays in the audit log."),
        "appeal_stays": _(
            "Appeal actions stay in the audit log; a vote can be changed until all votes are in."
        ),
    },
    values={
        "outcome": lambda value: choice_label(Outcome, value),
        "mark": lambda value: choice_label(ResultMark, value),
        "settled": lambda value: choice_label(DecidedBy, value),
        "incident": lambda value: incident_name(value) if value in INCIDENTS else value,
        "claim": lambda value: choice_label(ClaimKind, value),
        "side": side_name,
        "claim_decision": lambda value: dict(CLAIM_DECISIONS).get(value, value),
        "claim_word": lambda value: CLAIM_WORDS.get(value, value),
        "also_changed": lambda value: ", ".join(field_label(one) for one in value),
        "state": lambda value: choice_label(CaseState, value),
        "consequence": lambda value: str(dict(CONSEQUENCES).get(value, value)),
        "choice": lambda value: str(dict(OPPONENT_CHOICES).get(value, value)),
        "case_state": lambda value: choice_label(CaseState, value),
        "first_outcome": lambda value: choice_label(Outcome, value),
        "second_outcome": lambda value: choice_label(Outcome, value),
        "settled_outcome": lambda value: choice_label(Outcome, value),
        "kind": lambda value: choice_label(AbsenceKind, value),
        "entry_state": lambda value: choice_label(EntryState, value),
        "round_state": lambda value: choice_label(RoundState, value),
        "paper_size": lambda value: {"a4": "A4", "letter": "Letter"}.get(value, value),
        "certificate_design": lambda value: choice_label(CertificateDesign, value),
    },
)
