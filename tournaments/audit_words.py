"""The tournaments app's words for the trail."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.audit_texts import Kind, Words, register
from tournaments import desk_texts, file_texts  # noqa: F401 - its refusals are told by the same pages
from tournaments.models import AbsenceKind, EntryState, Outcome, RoundState


def choice_of(choices: Any, value: Any) -> Words:
    """What a choice is called."""
    return str(dict(choices.choices).get(value, value))


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
        "tournaments.bye.asked": _("%(who)s noted that %(what)s misses round %(after_round)s."),
        "tournaments.bye.taken_back": _("%(who)s let %(what)s play round %(before_round)s after all."),
        "tournaments.round.proposed": _("%(who)s had round %(after_round)s paired: %(what)s."),
        "tournaments.round.players_swapped": _("%(who)s swapped two players in round %(after_round)s."),
        "tournaments.round.colours_turned": _(
            "%(who)s turned the colours of a board in round %(after_round)s."
        ),
        "tournaments.round.board_locked": _("%(who)s locked or unlocked a board of round %(after_round)s."),
        "tournaments.ballot.redrawn": _(
            "%(who)s drew again for round %(after_round)s, board %(after_board)s: %(after_opening)s."
        ),
        "tournaments.round.published": _("%(who)s published round %(after_round)s: %(what)s."),
        "tournaments.round.unpublished": _("%(who)s made round %(after_round)s a draft again."),
        "tournaments.round.closed": _("%(who)s closed round %(after_round)s: %(what)s."),
        "tournaments.round.reopened": _("%(who)s reopened round %(after_round)s."),
        "tournaments.round.deleted": _("%(who)s took back the draft of round %(before_round)s."),
        "tournaments.result.recorded": _(
            "%(who)s entered round %(after_round)s, board %(after_board)s, game %(after_game)s: "
            "%(after_outcome)s."
        ),
        "tournaments.result.corrected": _(
            "%(who)s changed round %(after_round)s, board %(after_board)s, game %(after_game)s "
            "from %(before_outcome)s to %(after_outcome)s."
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
        "pairs": _("boards"),
        "opening": _("opening"),
        "openings": _("openings"),
        "redraws": _("drawn again"),
        "names": _("names"),
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
        "round_is_gone": _("The round is no longer there."),
        "round_went_on": _("The round is published by now."),
        "result_changed_since": _("The result was changed since, by entry %(number)s."),
    },
    values={
        "outcome": lambda value: choice_of(Outcome, value),
        "kind": lambda value: choice_of(AbsenceKind, value),
        "entry_state": lambda value: choice_of(EntryState, value),
        "round_state": lambda value: choice_of(RoundState, value),
    },
)
