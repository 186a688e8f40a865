"""Names of the demo's disputes: the texts of `demo/disputes.pdn`, marked for translation."""

from typing import Final

from django.utils.translation import gettext_noop

TITLES: Final = (
    gettext_noop("A capture not made"),
    gettext_noop("A capture broken off"),
    gettext_noop("On through the king row"),
    gettext_noop("A man moved backward"),
    gettext_noop("Out of turn"),
    gettext_noop("Touched, and another piece moved"),
    gettext_noop("A piece touched that cannot move"),
    gettext_noop("Straightening without a word"),
    gettext_noop("The fourth time"),
    gettext_noop("Fifty moves and nothing happens"),
    gettext_noop("Which way did it jump?"),
    gettext_noop("The result and the board"),
    gettext_noop("An illegal move that stood"),
)
QUESTIONS: Final = (
    gettext_noop(
        "Black has put a man on 18, where 23x14 takes it. White looks at the other side of the "
        "board and plays 24-20. A capture that is there must be made, so the move is recalled and "
        "White is cautioned."
    ),
    gettext_noop(
        "White jumps from 26 over 23 to 19 and presses the clock. From 19 the jump goes on over 15 "
        "to 10: it must be carried to its end."
    ),
    gettext_noop(
        "Black's man jumps over 17 and 26 to the king row and would like to take two more at once "
        "as a king. A man that reaches the king row is crowned, and its move ends there."
    ),
    gettext_noop("Black's man on 15 goes back to 10. Only kings move backward."),
    gettext_noop(
        "Two moves of Black stand one after the other. Either Black moved out of turn, or somebody "
        "forgot to write down White's reply: the corrections offered try both."
    ),
    gettext_noop(
        "The arbiter saw Black touch the man on 11 and then play 9-14. Touches stand in the score "
        "as commands in comments. A playable piece that was touched must be moved; under the "
        "Standard Laws not doing so loses the game."
    ),
    gettext_noop(
        "Black touches the man on 1, which is shut in, and later the man on 2. The first time is a "
        "caution. The second improper act of the same player in the same game loses it."
    ),
    gettext_noop(
        'White straightens a piece in silence, is warned, and does it again. Saying "I adjust" '
        "first would have cost nothing, as the third time shows."
    ),
    gettext_noop(
        "Both kings go to and fro in their corners. Under the Standard Laws a player may claim a "
        "draw by showing that the next move makes the same position for the fourth time; the half-"
        "moves that prove it are listed."
    ),
    gettext_noop(
        "Two kings against two. For fifty moves of each side no man went forward, because there is "
        "none, and nothing was captured: a draw may be claimed. Choose the WCDF law book and it may"
        " be claimed after forty."
    ),
    gettext_noop(
        "25x2 can be jumped by way of 9 or by way of 11, and the score does not say which. Only one"
        " of the two leaves Black the reply that follows."
    ),
    gettext_noop(
        "The score sheet says draw, and both players signed it. Black has no piece left: whoever "
        "cannot move on his turn has lost."
    ),
    gettext_noop(
        "White overlooked 23x14 and played 24-20. Nobody noticed, and play went on. The score shows"
        " it as the standard asks: the move as played, then the position it made."
    ),
)
