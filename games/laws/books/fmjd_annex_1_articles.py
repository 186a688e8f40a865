"""The articles of FMJD Annex 1 (November 2015) that bear on play and rulings, in our own words."""

from __future__ import annotations

from typing import Final

from games.laws.law_book import Article, section

MATERIAL: Final = section(
    "Material",
    Article(
        "FMJD-2.1",
        "Playing surface",
        "Ten rows of ten squares, light and dark by turns.",
        {"squares": 100, "equipment": True},
    ),
    Article(
        "FMJD-2.2", "Active squares", "Only the fifty dark squares are played on.", {"playing_squares": 50}
    ),
    Article(
        "FMJD-2.4",
        "Placing it",
        "The long diagonal begins at the left hand of each player.",
        {"equipment": True},
    ),
    Article(
        "FMJD-2.8", "Setting up", "Black's twenty men fill 1 to 20 and White's fill 31 to 50.", {"men": 20}
    ),
)

MOVEMENT: Final = section(
    "Movement",
    Article(
        "FMJD-3.3",
        "Who begins, and turns",
        "White makes the first move; then the players move by turns, each with pieces of his own.",
        {"first_to_move": "white"},
    ),
    Article("FMJD-3.4", "Man's move", "A man goes diagonally forward to an empty square of the next row."),
    Article("FMJD-3.5", "Crowning", "A man becomes a king when it comes to rest on the far row."),
    Article(
        "FMJD-3.6",
        "Putting the crown on",
        "Either player may crown; if the opponent does not, it is part of the mover's own move.",
    ),
    Article("FMJD-3.8", "A new king waits", "A new king moves only after the opponent has replied."),
    Article(
        "FMJD-3.9",
        "King's move",
        "A king goes any distance along free squares of its diagonal.",
        {"king_flies": True},
    ),
    Article("FMJD-3.10", "Letting go", "A move is complete once the piece has been released."),
    Article(
        "FMJD-3.11",
        "Touch and move",
        "Who is on turn and touches a playable piece of his has to play it, if a legal move with it exists.",
    ),
    Article(
        "FMJD-3.12",
        "Until it is released",
        "A piece still in the hand may be put on another square open to it.",
    ),
    Article(
        "FMJD-3.13",
        "Straightening",
        "The player on turn announces clearly beforehand that he is adjusting.",
        {"announcement_required": True},
    ),
    Article("FMJD-3.14", "Hands off", "Touching or adjusting pieces when not on turn is incorrect."),
)

CAPTURE: Final = section(
    "Capture",
    Article(
        "FMJD-4.1",
        "Capturing",
        "Captures go forward and backward, count as one move, and never take one's own pieces.",
        {"man_captures_backward": True},
    ),
    Article(
        "FMJD-4.2",
        "Man's capture",
        "A man that meets an enemy piece with an empty square behind it has to jump it.",
        {"compulsory": True},
    ),
    Article(
        "FMJD-4.3",
        "King's capture",
        "A king that meets an enemy piece, near or far, with room behind it has to jump it "
        "and lands on any of the free squares.",
    ),
    Article(
        "FMJD-4.5",
        "Man's multiple capture",
        "A man that meets a further piece it can jump has to go on jumping.",
    ),
    Article(
        "FMJD-4.6",
        "King's multiple capture",
        "A king that meets a further piece it can jump, turning where needed, has to go on jumping.",
    ),
    Article("FMJD-4.7", "Own pieces", "Jumping one's own pieces is forbidden."),
    Article(
        "FMJD-4.8", "Once only", "The same empty square may be crossed again; the same enemy piece may not."
    ),
    Article(
        "FMJD-4.11",
        "Lifting afterwards",
        "Captured pieces stay until the capture is complete and are lifted then.",
    ),
    Article(
        "FMJD-4.13",
        "The most pieces",
        "The capture of most pieces is obligatory; a king counts as one and gives no precedence.",
        {"majority": True},
    ),
    Article("FMJD-4.14", "Equal captures", "Between captures of the same number the player is free."),
    Article(
        "FMJD-4.15",
        "Passing the far row",
        "A man that passes the far row in a capture and ends elsewhere stays a man.",
    ),
)

IRREGULARITIES: Final = section(
    "Irregularities",
    Article(
        "FMJD-5.4",
        "The opponent decides",
        "For each irregularity of the list the opponent says whether it is put right or stands.",
        {"opponent_chooses": True},
    ),
    Article("FMJD-5.4.1", "Two moves running", "Moving twice in succession."),
    Article("FMJD-5.4.2", "Irregular move", "Moving a man or a king in a way it does not move."),
    Article(
        "FMJD-5.4.3", "Another piece moved", "Touching one piece of one's own and moving a different one."
    ),
    Article("FMJD-5.4.4", "Move taken back", "Taking back a move that was played."),
    Article("FMJD-5.4.5", "Opponent's piece moved", "Moving a piece that belongs to the opponent."),
    Article("FMJD-5.4.6", "Capture missed", "Making a plain move while a capture was possible."),
    Article(
        "FMJD-5.4.7", "Piece taken off without reason", "Lifting a piece, of either side, for no reason."
    ),
    Article("FMJD-5.4.8", "Too many or too few", "Capturing more or fewer pieces than could be captured."),
    Article(
        "FMJD-5.4.9",
        "Capture broken off",
        "Stopping, by releasing the piece, in the middle of a multiple capture.",
    ),
    Article("FMJD-5.4.10", "Lifted too early", "Lifting a piece before a multiple capture is complete."),
    Article("FMJD-5.4.11", "Too few lifted", "Lifting fewer pieces than were captured."),
    Article("FMJD-5.4.12", "Piece not jumped", "Lifting pieces that were not jumped."),
    Article("FMJD-5.4.13", "Stopping while lifting", "Stopping part-way in lifting the captured pieces."),
    Article("FMJD-5.4.14", "Own piece lifted", "Lifting pieces of one's own after a capture."),
    Article("FMJD-5.4.15", "Man not crowned", "Bringing a man to the far row without crowning it."),
    Article("FMJD-5.4.16", "King without crown", "Playing with a king that has not been crowned."),
    Article("FMJD-5.4.17", "Two hands", "Using both hands for a move and its captures."),
    Article(
        "FMJD-5.5", "Accidents", "A position disturbed by accident is no irregularity when noticed at once."
    ),
    Article(
        "FMJD-5.6", "Refusing the rules", "The opponent may insist that a player who refuses keeps the rules."
    ),
    Article(
        "FMJD-5.7",
        "Moving on accepts",
        "Making a move after the opponent's irregularity accepts it for good.",
        {"moving_on_accepts": True},
    ),
    Article("FMJD-5.8", "All or nothing", "An irregularity is not put right in part."),
)

DRAWS: Final = section(
    "Draw",
    Article(
        "FMJD-6.1",
        "Third occurrence",
        "The same position with the same side to move, for the third time, draws.",
        {"occurrence": 3},
    ),
    Article(
        "FMJD-6.2",
        "Twenty-five king moves",
        "Twenty-five moves running by each player with kings alone, no man moved and nothing captured, draw.",
        {"moves": 25, "plies": 50},
    ),
    Article(
        "FMJD-6.3",
        "Sixteen moves",
        "Three kings, two kings and a man, or a king and two men against one king: sixteen "
        "more moves each, then a draw.",
        {"moves": 16, "plies": 32},
    ),
    Article(
        "FMJD-6.4",
        "Five moves",
        "Two kings, a king and a man, or one king against one king: five more moves each, then a draw.",
        {"moves": 5, "plies": 10},
    ),
)

RESULT: Final = section(
    "Result",
    Article("FMJD-7.1", "Results", "A game is won and lost, or it is drawn."),
    Article("FMJD-7.2.1", "Resigning", "A player who resigns has lost."),
    Article(
        "FMJD-7.2.2",
        "Blocked",
        "A player on turn whose pieces are all blocked has lost.",
        {"loses": "side without a move"},
    ),
    Article("FMJD-7.2.3", "No pieces", "A player without pieces has lost."),
    Article(
        "FMJD-7.2.4", "Refusing the rules", "A player who refuses the rules has lost.", {"forfeit_at": 1}
    ),
    Article(
        "FMJD-7.3",
        "Drawn game",
        "A draw comes by agreement, by the counts of part 6, or because neither can win.",
    ),
)

SECTIONS: Final = (MATERIAL, MOVEMENT, CAPTURE, IRREGULARITIES, DRAWS, RESULT)
