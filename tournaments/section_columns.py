"""What the lossless file of a section holds of each table; entries have keys of the file alone.

Left out on purpose: row numbers, versions, the addresses and state of the event (it comes in as a draft), and
links to persons of the club, who are found again by name.
"""

from typing import Final

FORMAT: Final = "draughts-section/1"

EVENT: Final = ("name", "starts_on", "ends_on", "venue", "description", "language")
SECTION: Final = (
    *("slug", "name", "variant", "law_book", "system", "options", "rounds", "games_per_pairing", "scoring"),
    *("win_points", "draw_points", "loss_points", "bye_points", "tie_breaks", "deck", "one_ballot_a_round"),
    *("initial_colour", "clock", "seed", "created_at"),
)
ENTRY: Final = (
    *("name", "number", "rating", "title", "federation", "club_name", "family", "category", "state"),
    *("first_round", "last_round", "fixed_board", "checked_in_at", "created_at"),
)
ABSENCE: Final = ("round_number", "kind")
FORBIDDEN: Final = ("first_round", "last_round")
ROUND: Final = ("number", "state", "starts_at", "system", "reasons", "published_at", "closed_at")
PAIRING: Final = ("board_number", "bye", "is_locked", "is_by_hand", "ballot", "redraws")
GAME: Final = ("number", "outcome", "is_adjudicated", "entered_by", "entered_at")
RECORD: Final = ("pdn", "law_book")
SNAPSHOT: Final = ("round_number", "rows", "published_at")
