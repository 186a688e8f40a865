"""Columns of each table in the lossless file of a section; entries have keys of the file alone.

At a board of a match of teams members are named by their place in the list of their team. Left out on
purpose:

- row numbers, versions, the addresses and state of the event (it comes in as a draft);
- links to persons of the club, which are restored by name;
- the admission settings, cards at the boards and the reports from them;
- entry data for the desk alone (mail addresses, messages), photos of cases, the votes on appeals;
- the squads, captains, days and polls of a league.
"""

from typing import Final

FORMAT: Final = "draughts-section/1"
HOUSE_RULES: Final = "house_rules"
"""Key of a section's house rules: `HouseVariant.rules_text`."""

EVENT: Final = (
    *("name", "starts_on", "ends_on", "venue", "address", "directions", "contact_name", "contact_email"),
    *("contact_phone", "fee_note", "description", "language", "time_zone", "regulations"),
)
OFFICIAL: Final = ("role", "name")
SECTION: Final = (
    *("slug", "name", "variant", "law_book", "system", "options", "rounds", "games_per_pairing", "scoring"),
    *("win_points", "draw_points", "loss_points", "bye_points", "tie_breaks", "deck", "one_ballot_a_round"),
    *("match_win_points", "match_draw_points", "match_loss_points", "match_bye_points"),
    *("initial_colour", "clock", "currency", "prize_sharing", "player_reports", "second_pass"),
    *("upset_difference", "seed", "created_at"),
)
CLASS: Final = ("name", "lowest_rating", "highest_rating", "born_from", "born_to", "words")
FEE: Final = ("category", "label", "amount", "currency")
TIME: Final = ("number", "starts_at")
PRIZE: Final = ("kind", "category", "board_number", "place", "amount", "thing")
ENTRY: Final = (
    *("name", "number", "rating", "title", "federation", "club_name", "family", "category", "state"),
    *("birth_year", "federation_id", "first_round", "last_round", "fixed_board", "camp", "checked_in_at"),
    *("checked_in_by_player", "waits_since", "created_at"),
)
MEMBER: Final = ("board_order", "name", "rating", "federation_number")
ABSENCE: Final = ("round_number", "kind")
FORBIDDEN: Final = ("first_round", "last_round")
ROUND: Final = ("number", "state", "starts_at", "system", "reasons", "published_at", "closed_at")
PAIRING: Final = ("board_number", "bye", "is_locked", "is_by_hand", "ballot", "redraws")
GAME: Final = (
    *("number", "outcome", "mark", "is_adjudicated", "note", "entered_by", "entered_at", "checked_by"),
    *("checked_at", "sealed_fen", "sealed_note"),
)
TIE_BREAK: Final = (*GAME, "clock")
"""A tie-break game; between players, so that no member of a team is named."""
DECISION: Final = ("how", "note", "decided_by", "decided_at")
RECORD: Final = ("pdn", "law_book", "variant")
HANDOUT: Final = ("round_number", "currency", "sharing", "lines", "published_at")
SNAPSHOT: Final = ("round_number", "cause", "reason", "columns", "facts", "rows", "published_at")
CASE: Final = (
    *("number", "state", "origin", "round_number", "board_number", "game", "ply", "side", "incident"),
    *("details", "clock_white", "clock_black", "fen", "claim", "claim_move", "claim_record"),
    *("claim_answer", "public_text", "private_text", "witnesses", "reported_by", "taken_by", "taken_at"),
    *("opened_at", "closed_at", "names_withheld", "sheet_white", "sheet_black", "advised"),
)
PRIVATE_OF_A_CASE: Final = (
    "private_text",
    "witnesses",
    "reported_by",
    "taken_by",
    "claim_record",
    "sheet_white",
    "sheet_black",
    "advised",
)
PLAYERS_OF_A_CASE: Final = ("entry", "opponent", "claimant")
RULING: Final = (
    *("number", "origin", "incident", "consequence", "points", "outcome", "move_recalled"),
    *("move_replaced", "seconds_white", "seconds_black", "law_book", "edition", "articles", "decision"),
    *(
        "regulations",
        "reason",
        "proposed",
        "applied",
        "ruled_by",
        "ruled_at",
        "claim_decision",
        "claim_answer",
    ),
)
CHOICE: Final = ("choice", "recorded_by", "chosen_at")
APPEAL: Final = (
    *("grounds", "deposit_taken", "deposit_returned", "filed_at", "filed_by", "late_reason", "state"),
    *("decision", "decided_at", "decided_by"),
)
ADMISSION: Final = (
    *("is_open", "closes_at", "places", "has_waiting_list", "is_reviewed", "moves_up_alone"),
    "check_in_is_open",
)
"""Not part of the file: what is open belongs to the place where it is played."""
