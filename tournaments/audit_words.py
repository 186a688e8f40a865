"""The tournaments app's words for the trail."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.audit_texts import Kind, register
from tournaments import (  # noqa: F401 - their refusals are told by the same pages
    admission_texts,
    desk_texts,
    doubt_texts,
    file_texts,
    record_texts,
    report_texts,
    screen_texts,
    setup_texts,
    system_texts,
)
from tournaments.audit_choices import choice_of
from tournaments.models import AbsenceKind, DecidedBy, EntryState, Outcome, RoundState

register(
    sentences={
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
    },
    fields={
        "name": _("name"),
        "round": _("round"),
        "board": _("board"),
        "game": _("game"),
        "outcome": _("result"),
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
        "settled": _("settled"),
        "camp": _("plays for"),
        "options": _("options of the system"),
        "opening": _("opening"),
        "openings": _("openings"),
        "redraws": _("drawn again"),
        "names": _("names"),
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
    },
    reasons={
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
        "report_is_theirs": _("What a player said stays on the trail; the result is changed at the desk."),
        "result_is_corrected": _(
            "A result that is wrong is corrected; that it was checked stays on the trail."
        ),
        "doubt_comes_again": _("A result that changes is looked at anew."),
        "position_is_noted_again": _("Note the position again; both stand on the trail."),
        "dispute_was_decided": _("Correct the result instead; the decision stays on the trail."),
        "prizes_changed_since": _("The prizes were changed since, by entry %(number)s."),
        "decision_changed_since": _("Somebody has said otherwise since, in entry %(number)s."),
        "result_changed_since": _("The result was changed since, by entry %(number)s."),
    },
    values={
        "outcome": lambda value: choice_of(Outcome, value),
        "settled": lambda value: choice_of(DecidedBy, value),
        "first_outcome": lambda value: choice_of(Outcome, value),
        "second_outcome": lambda value: choice_of(Outcome, value),
        "settled_outcome": lambda value: choice_of(Outcome, value),
        "kind": lambda value: choice_of(AbsenceKind, value),
        "entry_state": lambda value: choice_of(EntryState, value),
        "round_state": lambda value: choice_of(RoundState, value),
    },
)
