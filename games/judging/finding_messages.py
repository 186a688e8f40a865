"""Texts of findings, claims, sanctions and repairs; `messages` fills in the facts.

Every text is one sentence with named facts. `what` describes the event and the sanction states the
consequence. `NEXT_STEPS` gives the next action if there is no sanction.
"""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

Text = str | Promise

FINDINGS: Final[dict[str, Text]] = {
    "must_capture": gettext_lazy(
        "%(text)s was written, but %(legal)s was available, and capturing is compulsory."
    ),
    "must_capture/several": gettext_lazy(
        "%(text)s was written, but a capture was available and is compulsory: one of %(legal)s."
    ),
    "capture_incomplete": gettext_lazy(
        "%(text)s stops before the capture is complete: %(goes_on_as)s must be played to the end."
    ),
    "capture_incomplete/several": gettext_lazy(
        "%(text)s stops before the capture is complete: one of %(goes_on_as)s must be played to the end."
    ),
    "capture_incomplete/beside": gettext_lazy(
        "%(text)s also stops before the capture is complete: %(goes_on_as)s."
    ),
    "not_the_priority_capture": gettext_lazy(
        "%(text)s is a capture, but the priority rules require another: %(legal)s."
    ),
    "not_the_priority_capture/most_pieces": gettext_lazy(
        "%(text)s is a capture, but the one that takes the most pieces must be chosen: %(legal)s."
    ),
    "not_the_priority_capture/most_value": gettext_lazy(
        "%(text)s is a capture, but the one of the highest value must be chosen: %(legal)s."
    ),
    "not_the_priority_capture/by_king": gettext_lazy(
        "%(text)s is a capture, but the king must capture: %(legal)s."
    ),
    "not_the_priority_capture/most_kings": gettext_lazy(
        "%(text)s is a capture, but the one that takes the most kings must be chosen: %(legal)s."
    ),
    "not_the_priority_capture/king_earliest": gettext_lazy(
        "%(text)s is a capture, but the one that meets a king first must be chosen: %(legal)s."
    ),
    "turned_back": gettext_lazy("%(text)s: a king may not reverse direction between two captures."),
    "landed_too_far": gettext_lazy(
        "%(text)s: the king must stop directly behind the piece captured here: %(legal)s."
    ),
    "empty_square": gettext_lazy("%(text)s: there is no piece on the start square."),
    "not_your_piece": gettext_lazy("%(text)s: the piece on that square belongs to the opponent."),
    "wrong_square": gettext_lazy("%(text)s: that piece cannot go to that square."),
    "occupied_square": gettext_lazy("%(text)s: the end square is occupied."),
    "off_board": gettext_lazy("%(text)s: there is no such square on this board."),
    "man_moved_backward": gettext_lazy("%(text)s: a man moves forward only."),
    "man_captured_backward": gettext_lazy("%(text)s: a man captures forward only."),
    "man_captured_king": gettext_lazy("%(text)s: a man may not capture a king."),
    "jumped_own_piece": gettext_lazy("%(text)s: a side may not jump its own piece."),
    "jumped_twice": gettext_lazy("%(text)s: no piece may be jumped twice in one move."),
    "piece_not_jumped_removed": gettext_lazy(
        "After %(text)s, %(side)s removed an opposing piece that was not jumped: %(removed)s."
    ),
    "own_piece_removed": gettext_lazy(
        "After %(text)s, %(side)s removed one of their own pieces: %(removed)s."
    ),
    "went_on_through_king_row": gettext_lazy(
        "%(text)s: a man that reaches the king row is crowned and its move ends there."
    ),
    "king_moved_too_often": gettext_lazy(
        "%(text)s: this king has made %(limit)s moves in a row without a capture and must wait until "
        "another piece of its side has moved."
    ),
    "out_of_turn": gettext_lazy("%(side)s played %(text)s, but it was the other side's turn."),
    "out_of_turn/began": gettext_lazy(
        "%(text)s: the wrong side (%(side)s) begins this record and it continues that way; under "
        "%(first_article)s the other side begins."
    ),
    "ambiguous_capture": gettext_lazy(
        "%(text)s can be read as %(readings)s; the rest of the record confirms %(chosen)s."
    ),
    "move_unreadable/played": gettext_lazy(
        "Move %(number)s (%(side)s): “%(text)s” cannot be read. Only %(fits)s fits, so it was played."
    ),
    "move_unreadable/several": gettext_lazy(
        "Move %(number)s (%(side)s): “%(text)s” cannot be read. These fit: %(fits)s. The replay stops here."
    ),
    "move_unreadable": gettext_lazy(
        "Move %(number)s (%(side)s): “%(text)s” cannot be read and no legal move fits. The replay stops here."
    ),
    "path_does_not_fit": gettext_lazy(
        "%(text)s cannot be played as written: %(reason)s. Only the start and end squares fit; it "
        "was read as %(read_as)s."
    ),
    "ruling_told": gettext_lazy("Case %(case)s, %(side)s (%(incident)s): %(now)s."),
    "ruling_told/superseded": gettext_lazy(
        "Case %(case)s, %(side)s (%(incident)s): %(was)s, superseded by another ruling. In force: %(now)s."
    ),
    "ruling_told/overruled": gettext_lazy(
        "Case %(case)s, %(side)s (%(incident)s): %(was)s, overruled on appeal. In force: %(now)s."
    ),
    "touched_unmovable": gettext_lazy(
        "%(side)s touched the piece on %(square)s, which had no move. Playable pieces: %(playable)s."
    ),
    "touched_not_moved": gettext_lazy(
        "%(side)s touched the piece on %(square)s and had to play it (%(satisfying)s), but played %(played)s."
    ),
    "left_over_corner": gettext_lazy(
        "%(side)s had moved the piece on %(square)s over a corner of its square and had to play it "
        "in that direction (%(satisfying)s), but played %(played)s."
    ),
    "move_taken_back": gettext_lazy(
        "%(side)s took back a legal move (%(taken_back)s) and played %(played)s."
    ),
    "adjusted_unannounced": gettext_lazy("%(side)s adjusted the piece on %(square)s without announcing it."),
    "result_against_board": gettext_lazy(
        "The result %(result)s does not fit the position: %(loser)s has no move left, so %(winner)s has won."
    ),
    "result_against_board/lose_all": gettext_lazy(
        "The result %(result)s does not fit the position: %(winner)s has no piece or no move left, so "
        "%(winner)s has won."
    ),
    "result_against_board/first_king": gettext_lazy(
        "The result %(result)s does not fit the position: %(winner)s has the first king, so %(winner)s has "
        "won."
    ),
    "result_against_pieces": gettext_lazy(
        "The result %(result)s is a win for %(worse)s, but at the end %(better)s has more pieces "
        "(men %(men)s, kings %(kings)s against men %(fewer_men)s, kings %(fewer_kings)s)."
    ),
    "result_against_pieces/draw": gettext_lazy(
        "The result %(result)s is a draw, but at the end %(better)s has far more pieces (men %(men)s, kings "
        "%(kings)s against men %(fewer_men)s, kings %(fewer_kings)s)."
    ),
    "result_tags_differ": gettext_lazy("The Result tag is %(tag)s, but the record ends with %(terminator)s."),
    "moves_after_end": gettext_lazy(
        "%(text)s was written after the game was over: %(side)s had no move left."
    ),
    "moves_after_end/lose_all": gettext_lazy(
        "%(text)s was written after the game was over: %(side)s had no move left and had won."
    ),
    "moves_after_end/first_king": gettext_lazy(
        "%(text)s was written after the game was over: the first king had been crowned."
    ),
    "no_move_left": gettext_lazy("%(loser)s has no move left: %(winner)s has won."),
    "no_move_left/lose_all": gettext_lazy("%(winner)s has no piece or no move left: %(winner)s has won."),
    "no_move_left/first_king": gettext_lazy("%(winner)s has the first king: %(winner)s has won."),
    "fen_unreadable": gettext_lazy("The starting position cannot be read: %(fen)s."),
    "setup_unreadable": gettext_lazy("The position set up before move %(ply)s cannot be read: %(fen)s."),
    "house_rules_unreadable": gettext_lazy(
        "The house rules in the record cannot be read (%(reason)s): %(rules)s."
    ),
    "variant_not_played": gettext_lazy("GameType %(game_type)s is not supported."),
}

PATH_FAULTS: Final[dict[str, Text]] = {
    "nothing_jumped": gettext_lazy("between %(start)s and %(end)s there is no piece to capture"),
    "no_line": gettext_lazy("no line of capture leads from %(start)s to %(end)s"),
    "too_far": gettext_lazy("%(end)s is not the square right behind the piece captured from %(start)s"),
    "pieces_in_a_row": gettext_lazy("between %(start)s and %(end)s there is more than one piece"),
    "occupied_square": gettext_lazy("%(end)s is occupied"),
    "jumped_own_piece": gettext_lazy("the piece on %(over)s belongs to the same side"),
    "jumped_twice": gettext_lazy("the piece on %(over)s would be jumped twice"),
}

BEGINNINGS: Final[dict[str, Text]] = {
    "agreed": gettext_lazy("Legal if %(side)s began by agreement: %(number)s of %(total)s moves."),
    "swapped": gettext_lazy(
        "Legal if the colours are swapped and the squares numbered from the other side: %(number)s "
        "of %(total)s moves."
    ),
    "other_game": gettext_lazy("Legal in another variant (%(game)s): %(number)s of %(total)s moves."),
}

NEXT_STEPS: Final[dict[str, Text]] = {
    "illegal": gettext_lazy("Compare the score sheets, or try one of the suggested corrections."),
    "began": gettext_lazy(
        "Ask which of these is correct, then correct the colours, the GameType or the FEN."
    ),
    "stood": gettext_lazy("It was played this way, and play continued from there."),
    "recalled": gettext_lazy("The move was taken back."),
    "same_piece": gettext_lazy(
        "The piece moved first has a legal move and must be used for the correction (%(correct_with)s)."
    ),
    "another_piece": gettext_lazy(
        "The piece moved first has no legal move, so any other piece may be used for the "
        "correction (%(correct_with)s)."
    ),
    "same_ends": gettext_lazy("Legal between the same squares: %(same_ends)s."),
    "ambiguous_capture": gettext_lazy("Enter the full path to be safe."),
    "move_unreadable": gettext_lazy("Compare the score sheets and enter the move again."),
    "path_does_not_fit": gettext_lazy("Compare the score sheets and enter the path that was played."),
    "touched_unmovable": gettext_lazy("Any piece with a legal move may be played."),
    "touched_not_moved": gettext_lazy("The arbiter decides."),
    "left_over_corner": gettext_lazy("The arbiter decides."),
    "adjusted_unannounced": gettext_lazy("Announce it first next time."),
    "result_against_board": gettext_lazy("Check the result and the last moves of the record."),
    "result_against_pieces": gettext_lazy(
        "Check the result and the last moves, unless the game ended on time or by forfeit."
    ),
    "result_tags_differ": gettext_lazy("Ask which of the two is correct, then correct the other."),
    "moves_after_end": gettext_lazy("Delete the moves after the end, or look for an error before them."),
    "no_move_left": gettext_lazy("No action needed."),
    "fen_unreadable": gettext_lazy(
        "Correct the FEN tag: the side to move, then the squares of each side, such as B:W21,22,K3:B1,2."
    ),
    "setup_unreadable": gettext_lazy(
        "Correct the FEN between the slashes: the side to move, then the squares of each side."
    ),
    "house_rules_unreadable": gettext_lazy(
        "The record was checked without them; compare the HouseRules tag with the original record."
    ),
    "variant_not_played": gettext_lazy("Choose a variant to check the moves under its rules."),
}

IF_PLAYED: Final[Text] = gettext_lazy("This applies only if it was actually played, not just written down.")

ALREADY_LOST: Final[Text] = gettext_lazy(
    "Already lost: %(loser)s forfeited the game at move %(ply)s (%(article)s)."
)

SANCTIONS: Final[dict[str, Text]] = {
    "caution": gettext_lazy(
        "Proposed: the move is recalled and %(side)s is cautioned (%(article)s; offence %(offences)s)."
    ),
    "caution/stood": gettext_lazy(
        "Proposed: %(side)s is cautioned and the move stands (%(article)s; offence %(offences)s)."
    ),
    "warning": gettext_lazy("Proposed: %(side)s is warned (%(article)s; offence %(offences)s)."),
    "forfeit": gettext_lazy(
        "Proposed: %(side)s forfeits the game (%(article)s; offence %(offences)s). The arbiter decides."
    ),
    "opponent_chooses": gettext_lazy(
        "The opponent of %(side)s decides whether to correct it or let it stand (%(article)s)."
    ),
    "opponent_chooses/stood": gettext_lazy(
        "The opponent of %(side)s made the next move, so it stands (%(article)s)."
    ),
    "opponent_chooses/huff": gettext_lazy("The opponent of %(side)s decides what follows (%(article)s)."),
    "arbiter_decides": gettext_lazy("The law book names no sanction: the arbiter decides."),
}

SANCTION_NAMES: Final[dict[str, Text]] = {
    "caution": gettext_lazy("a caution"),
    "warning": gettext_lazy("a warning"),
    "forfeit": gettext_lazy("loss of the game"),
    "opponent_chooses": gettext_lazy("the opponent chooses"),
    "arbiter_decides": gettext_lazy("the law book names no sanction"),
}

RULED: Final[dict[str, Text]] = {
    "none": gettext_lazy("no sanction"),
    "reminder": gettext_lazy("a reminder"),
    "opponent_chooses": SANCTION_NAMES["opponent_chooses"],
    "caution": SANCTION_NAMES["caution"],
    "warning": SANCTION_NAMES["warning"],
    "points_deducted": gettext_lazy("points deducted"),
    "game_lost": SANCTION_NAMES["forfeit"],
    "both_lost": gettext_lazy("loss of the game for both players"),
    "excluded": gettext_lazy("exclusion from the event"),
}

READINGS: Final[Text] = gettext_lazy(
    "Two interpretations: the first move ended the turn and stands (%(article)s: %(sanction)s), or "
    "a piece was touched and another moved (%(other_article)s: %(other_sanction)s). The arbiter "
    "decides."
)

HUFFABLE: Final = gettext_lazy("It is on %(squares)s.")

CHOICES: Final[dict[str, Text]] = {
    "huff": gettext_lazy("remove a piece that should have captured"),
    "huff/first": gettext_lazy("The opponent may remove a piece that should have captured"),
    "play_on": gettext_lazy("The opponent may play on without the piece"),
    "put_back": gettext_lazy("have it put back on the board"),
    "rectified": gettext_lazy("The opponent may have it corrected"),
    "let_stand": gettext_lazy("let it stand"),
}

CLAIMS: Final[dict[str, Text]] = {
    "repetition/before": gettext_lazy(
        "Before move %(from_ply)s, %(side)s could claim a draw: %(move)s would produce the same "
        "position for the %(occurrence)s time (after moves %(evidence)s)."
    ),
    "repetition/after": gettext_lazy(
        "Drawn from move %(from_ply)s: the same position occurred for the %(occurrence)s time (after "
        "moves %(evidence)s)."
    ),
    "move_count": gettext_lazy(
        "Drawn from move %(from_ply)s, first for %(side)s: %(moves)s moves by each side without a move "
        "by a man or a capture (moves %(evidence)s)."
    ),
    "move_count/captures": gettext_lazy(
        "Drawn from move %(from_ply)s, first for %(side)s: %(moves)s moves by each side without a "
        "capture (moves %(evidence)s)."
    ),
    "move_count/advantage": gettext_lazy(
        "Drawn from move %(from_ply)s, first for %(side)s: %(moves)s moves by each side without a "
        "capture or a new king (moves %(evidence)s)."
    ),
    "endgame_limit": gettext_lazy(
        "Drawn from move %(from_ply)s, first for %(side)s: the ending lasted %(moves)s moves by each "
        "side (moves %(evidence)s)."
    ),
    "endgame_limit/stronger": gettext_lazy(
        "Drawn from move %(from_ply)s, first for %(side)s: the stronger side has made %(moves)s moves "
        "in this ending (moves %(evidence)s)."
    ),
    "endgame_limit/at_once": gettext_lazy(
        "Drawn from move %(from_ply)s: an ending with these pieces is an immediate draw."
    ),
}

STATUSES: Final[dict[str, Text]] = {
    "claimable": gettext_lazy("It must be claimed; show the arbiter the moves listed."),
    "mandatory": gettext_lazy("The draw is automatic; call the arbiter to record it."),
    "arbiter": gettext_lazy("The arbiter decides whether it applies."),
}
CYCLE: Final[Text] = gettext_lazy(
    "The draw could also be claimed on later turns, last before move %(until_ply)s."
)
CONTRADICTED: Final[Text] = gettext_lazy("Article %(contradicts)s says otherwise: the arbiter decides.")
SUBJECT_TO: Final[Text] = gettext_lazy(
    "There is no draw if article %(subject_to)s applies: the arbiter decides."
)
ON_REQUEST: Final[Text] = gettext_lazy("The count must be requested and starts then.")
UNCONFIRMED_RULE: Final[Text] = gettext_lazy("This rule is unconfirmed.")

REPAIRS: Final[dict[str, Text]] = {
    "digit": gettext_lazy("Move %(ply)s: one digit misread, %(text)s instead of %(written)s."),
    "arrival": gettext_lazy("Move %(ply)s: different end square, %(text)s instead of %(written)s."),
    "departure": gettext_lazy("Move %(ply)s: different start square, %(text)s instead of %(written)s."),
    "move": gettext_lazy("Move %(ply)s: different move, %(text)s instead of %(written)s."),
    "swapped_pair": gettext_lazy("Move %(ply)s: two moves of one side swapped, %(text)s."),
    "transposed": gettext_lazy("Move %(ply)s: two consecutive moves swapped, %(text)s."),
    "missing": gettext_lazy("Before move %(ply)s: missing move, %(text)s."),
    "doubled": gettext_lazy("Move %(ply)s: %(written)s was recorded twice."),
}
ALL_LEGAL: Final[Text] = gettext_lazy(
    "With this change the rest is legal. Try it and compare with the other score sheet."
)
GOES_FURTHER: Final[Text] = gettext_lazy("Then legal up to move %(reached)s, where the next error is.")

RECONCILIATIONS: Final[dict[str, Text]] = {
    "first_is_right": gettext_lazy(
        "With %(text)s from the first sheet, the second sheet continues without errors."
    ),
    "second_is_right": gettext_lazy(
        "With %(text)s from the second sheet, the first sheet continues without errors."
    ),
    "left_out_in_first": gettext_lazy("%(text)s seems to be missing from the first sheet."),
    "left_out_in_second": gettext_lazy("%(text)s seems to be missing from the second sheet."),
}

SIDES: Final[dict[str, Text]] = {
    "white": gettext_lazy("White"),
    "black": gettext_lazy("Black"),
    "": gettext_lazy("A player"),
}
ORDINALS: Final[dict[int, Text]] = {
    2: gettext_lazy("second"),
    3: gettext_lazy("third"),
    4: gettext_lazy("fourth"),
    5: gettext_lazy("fifth"),
}
