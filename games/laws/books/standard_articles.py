"""The articles of the Standard Laws of Checkers in our own words."""

from __future__ import annotations

from typing import Final

from games.laws.law_book import Article, section

OBJECT: Final = section(
    "Object of the game",
    Article(
        "SL-O1", "Winning", "The winner is whoever leaves the other side nothing to move when its turn comes."
    ),
    Article(
        "SL-O2",
        "No move left",
        "A player on turn whose pieces are all captured or shut in has lost.",
        {"loses": "side without a move"},
    ),
    Article(
        "SL-O3", "Neither can win", "When neither side is able to do that to the other, the game is drawn."
    ),
    Article("SL-O4", "Resigning", "A player may give the game up; the opponent is then the winner."),
)

EQUIPMENT: Final = section(
    "Equipment",
    Article(
        "SL-B1",
        "Playing surface",
        "Play is on eight rows of eight squares, light and dark by turns.",
        {"squares": 64, "equipment": True},
    ),
    Article(
        "SL-B2",
        "Names of the squares",
        "They are spoken of as black and white, whatever paint is on them.",
        {"equipment": True},
    ),
    Article(
        "SL-B3",
        "Tournament colours",
        "In tournaments the black squares are green and the white ones buff.",
        {"equipment": True},
    ),
    Article(
        "SL-B4",
        "Placing it",
        "Each player has a dark square at the far left and the double corner at the near right.",
        {"equipment": True},
    ),
    Article(
        "SL-P1",
        "Names of the pieces",
        "One side is called Red, or Black; the other is called White.",
        {"equipment": True},
    ),
    Article(
        "SL-P2",
        "Tournament pieces",
        "Tournament pieces are smooth round discs, 1¼ to 1½ inches across.",
        {"least_inches": "1.25", "most_inches": "1.5", "equipment": True},
    ),
    Article(
        "SL-P3",
        "Contrast",
        "Pieces have to stand out clearly from the squares they are on.",
        {"equipment": True},
    ),
)

START: Final = section(
    "Beginning the game",
    Article(
        "SL-S1",
        "Setting up",
        "Each side begins with twelve men on its own nearest twelve dark squares.",
        {"men": 12},
    ),
    Article("SL-S2", "Starting squares", "Red (Black) fills squares 1 to 12 and White fills 21 to 32."),
    Article(
        "SL-S3",
        "Diagrams",
        "A diagram may print the pieces on light squares to be easier to read; on the table "
        "the dark ones are used.",
    ),
    Article("SL-S4", "First choice of colour", "Lots decide who has which colour in the first game."),
    Article(
        "SL-S5",
        "Colours change",
        "From one game to the next the players exchange colours.",
        {"colours_alternate": True},
    ),
    Article(
        "SL-S6", "Who begins", "The first move of a game belongs to Red (Black).", {"first_to_move": "black"}
    ),
    Article("SL-S7", "Turns", "After that the sides move by turns, one move each time."),
)

MOVES: Final = section(
    "Moving and capturing",
    Article("SL-M1", "Man's move", "A man steps to an empty square diagonally next to it, forward only."),
    Article(
        "SL-M2",
        "King's move",
        "A king steps one square along a diagonal, forward or back.",
        {"king_flies": False},
    ),
    Article(
        "SL-M3",
        "Capturing",
        "A piece captures by leaping over an adjoining enemy piece to the empty square right behind it.",
    ),
    Article("SL-M4", "Several jumps", "Further jumps by the same piece belong to the same move."),
    Article("SL-M5", "Own pieces", "A piece may not leap over a piece of its own side."),
    Article("SL-M6", "Turning", "The direction may change from jump to jump within a move."),
    Article("SL-M7", "Once only", "Within one move no piece is leapt over a second time."),
    Article(
        "SL-M8", "Capturing is compulsory", "When a capture is there it has to be made.", {"compulsory": True}
    ),
    Article("SL-M9", "Finish the capture", "A capture has to go on until that piece can jump no further."),
    Article(
        "SL-M10",
        "Free choice",
        "With several captures to choose from, any will do, be it longer or shorter.",
        {"majority": False},
    ),
    Article("SL-M11", "Taking off", "Pieces that were jumped are lifted off."),
    Article(
        "SL-M12",
        "Own piece taken off",
        "A player who lifts off one of his own pieces cannot return it himself; the opponent "
        "either plays on without it or demands that it goes back.",
        {"opponent_chooses": True},
    ),
    Article("SL-M13", "Jumping a king", "Kings can be jumped by men as well as by kings."),
    Article("SL-M14", "No huffing", "Removing a piece as a penalty for a missed capture is done away with."),
    Article(
        "SL-M15", "Correcting a move", "A move made wrongly is undone and a right one made in its place."
    ),
    Article(
        "SL-M16",
        "With the same piece",
        "The correction is made with the piece that went wrong, provided it has any legal move.",
        {"same_piece": True},
    ),
    Article(
        "SL-M17",
        "Crowning",
        "A man that arrives on the farthest row turns into a king, and the opponent puts the crown on.",
    ),
    Article(
        "SL-M18",
        "A new king waits",
        "The move ends with the crowning: the new king may not jump onward in it.",
    ),
)

TOUCHING: Final = section(
    "Touching pieces",
    Article(
        "SL-T1", "Before the start", "Until the first move is made both players may straighten any piece."
    ),
    Article(
        "SL-T2",
        "Say so first",
        "Once play has begun, nobody straightens a piece without announcing it beforehand.",
    ),
    Article(
        "SL-T3",
        "Straightening unannounced",
        "The first time brings a warning and the second time costs the game.",
        {"warnings": 1, "forfeit_at": 2},
    ),
    Article(
        "SL-T4",
        "Touch and move",
        "On his turn a player who touches a piece that can be played has to play it, or he forfeits.",
        {"forfeit_at": 1},
    ),
    Article(
        "SL-T5",
        "Over the corner",
        "If any part of a playable piece has gone past a corner of its square, it has to be played that way.",
    ),
    Article("SL-T6", "Letting go", "Taking the hand off the piece completes the move."),
)

IMPROPER: Final = section(
    "Improper and illegal moves",
    Article(
        "SL-I1",
        "Recall and caution",
        "The moves listed under (a) to (h) are taken back and the player is cautioned.",
        {"cautions": 1},
    ),
    Article(
        "SL-I1a",
        "Capture missed",
        "(a) Not jumping when a jump is there, or stopping before a multiple jump is complete.",
    ),
    Article("SL-I1b", "Piece that cannot move", "(b) Touching, on one's own turn, a piece that has no move."),
    Article(
        "SL-I1c",
        "Wrong square",
        "(c) Setting the piece down on a wrong square, in a plain move or in a jump.",
    ),
    Article("SL-I1d", "Man going back", "(d) Moving a man backward."),
    Article("SL-I1e", "Piece not jumped", "(e) Lifting off an enemy piece that was not jumped."),
    Article("SL-I1f", "Own piece", "(f) Lifting off a piece of one's own."),
    Article(
        "SL-I1g", "Through the king row", "(g) Capturing onward with a man after it has reached the king row."
    ),
    Article("SL-I1h", "Out of turn", "(h) Moving when it is the other side's turn."),
    Article(
        "SL-I2",
        "Accidents",
        "Pieces knocked over by accident go back where they were; nobody is punished and the game continues.",
    ),
    Article(
        "SL-I3",
        "Second offence",
        "A player's second false, improper or illegal move in one game loses it for him.",
        {"forfeit_at": 2},
    ),
    Article(
        "SL-I4",
        "Refusing the rules",
        "Whoever will not keep the rules forfeits on the spot.",
        {"forfeit_at": 1},
    ),
)

END: Final = section(
    "End of the game",
    Article(
        "SL-W1",
        "The last move",
        "Whoever makes the last move wins, the other side's pieces being all captured or shut in.",
    ),
    Article("SL-W2", "Resignation and forfeit", "A resignation or a forfeit is a win for the opponent."),
    Article("SL-D1", "Agreed draw", "The players may agree to a draw whenever they like."),
    Article(
        "SL-D2",
        "Fourth occurrence",
        "A draw is given to a player who shows that his next move would bring the same "
        "position about for the fourth time in the game.",
        {"occurrence": 4, "on_claim": True},
    ),
    Article(
        "SL-D3",
        "Fifty moves",
        "A draw is given on claim when, over the last 50 moves, no man has gone toward the "
        "king row on either side and no piece has been captured.",
        {"moves": 50, "plies": 100, "on_claim": True},
    ),
    Article(
        "SL-D4",
        "What counts as a move",
        "For SL-D3 one move of Red and one of White together make one move.",
        {"plies_per_move": 2},
    ),
)

SECTIONS: Final = (OBJECT, EQUIPMENT, START, MOVES, TOUCHING, IMPROPER, END)
