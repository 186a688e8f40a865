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
    gettext_noop("An illegal move that was not corrected"),
)
QUESTIONS: Final = (
    gettext_noop(
        "Black has put a man on 18, where 23x14 takes it. White looks at the other side of the "
        "board and plays 24-20. Capturing is compulsory, so the move is recalled and White is "
        "cautioned."
    ),
    gettext_noop(
        "White jumps from 26 over 23 to 19 and presses the clock. From 19 the jump continues over "
        "15 to 10: the capture must be completed."
    ),
    gettext_noop(
        "Black's man jumps over 17 and 26 to the king row and tries to take two more as a king. A "
        "man that reaches the king row is crowned, and its move ends there."
    ),
    gettext_noop("Black's man on 15 goes back to 10. Only kings move backward."),
    gettext_noop(
        "Two Black moves follow each other. Either Black moved out of turn, or White's reply was "
        "not written down; the suggested corrections try both."
    ),
    gettext_noop(
        "The arbiter saw Black touch the man on 11 and then play 9-14. Touches are recorded as "
        "commands in comments. A playable piece that was touched must be moved; under the Standard "
        "Laws, failing to do so loses the game."
    ),
    gettext_noop(
        "Black touches the man on 1, which is blocked in, and later the man on 2. The first time "
        "earns a caution. A second improper act by the same player in the same game loses it."
    ),
    gettext_noop(
        'White straightens a piece in silence, is warned, and does it again. Saying "I adjust" '
        "first would have cost nothing, as the third time shows."
    ),
    gettext_noop(
        "Both kings move back and forth in their corners. Under the Standard Laws a player may "
        "claim a draw by showing that the next move produces the same position for the fourth "
        "time; the moves that prove it are listed."
    ),
    gettext_noop(
        "Two kings against two. In fifty moves by each side no man moved, since there are none, "
        "and nothing was captured: a draw may be claimed. Choose the WCDF law book and it may be "
        "claimed after forty."
    ),
    gettext_noop(
        "25x2 can go by way of 9 or of 11, and the score sheet does not say which. Only one of the "
        "two allows the Black reply that follows."
    ),
    gettext_noop(
        "The score sheet says draw, and both players signed it. Black has no piece left, and a "
        "player who cannot move has lost."
    ),
    gettext_noop(
        "White overlooked 23x14 and played 24-20. It went unnoticed and play continued. The score "
        "shows it as the PDN standard requires: the move as played, then the resulting position."
    ),
)
