"""The records of TRF16 and TRF26, column by column (columns counted from 1).

Sources: FIDE's Tournament Report File formats of 2016 and of 12 May 2025 (TRF26, applied from 1 Sep 2025).
"""

from typing import Final

from tournaments.exchange.trf.columns import Column, Kind, Layout
from tournaments.exchange.trf.values import (
    AbnormalPoints,
    Acceleration,
    ForfeitedMatch,
    OldTeam,
    OutOfOrder,
    Prohibition,
    ReportedByes,
    ReportedPlayer,
    ReportedTeam,
    RoundDates,
    TeamByes,
)

# Records with one value in free form: code -> attribute of the report. They are written in this order.
HEADINGS: Final = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "begins",
    "052": "ends",
    "062": "players_stated",
    "072": "rated_players_stated",
    "082": "teams_stated",
    "092": "kind",
    "102": "arbiter",
    "122": "time_control",
    "142": "rounds",
    "152": "initial_colour",
    "162": "score_table",
    "172": "ranking_method",
    "182": "program",
    "192": "type_code",
    "202": "tie_breaks",
    "212": "standings_order",
    "222": "encoded_time_control",
    "352": "board_colours",
    "362": "team_score_table",
}
# Records with one text that may come several times.
REPEATED_HEADINGS: Final = {"112": "deputies", "801": "team_tables", "802": "team_game_tables"}

TEXT, PADDED, POINTS = Kind.TEXT, Kind.PADDED, Kind.POINTS

PLAYER: Final = Layout(
    code="001",
    attribute="players",
    value=ReportedPlayer,
    columns=(
        Column("number", 5, 8, required=True),
        Column("sex", 10, 10, TEXT),
        Column("title", 11, 13, TEXT),
        Column("name", 15, 47, TEXT),
        Column("rating", 49, 52),
        Column("federation", 54, 56, TEXT),
        Column("fide_number", 58, 68, Kind.RIGHT),
        Column("birth", 70, 79, TEXT),
        Column("points", 81, 84, POINTS),
        Column("rank", 86, 89),
    ),
)
FIRST_ROUND_AT: Final = 92  # then every ROUND_WIDTH columns: opponent, colour, result
ROUND_WIDTH: Final = 10

LAYOUTS: Final = {
    layout.code: layout
    for layout in (
        Layout(
            code="132",
            attribute="round_dates",
            value=RoundDates,
            columns=(),
            each=Column("dates", 92, 99, TEXT),
            step=ROUND_WIDTH,
            by_words=True,
        ),
        Layout(
            code="013",
            attribute="old_teams",
            value=OldTeam,
            columns=(Column("name", 5, 36, TEXT),),
            each=Column("players", 37, 40),
        ),
        Layout(
            code="240",
            attribute="byes",
            value=ReportedByes,
            columns=(
                Column("letter", 5, 5, TEXT, required=True),
                Column("round_number", 7, 9, PADDED, required=True),
            ),
            each=Column("players", 11, 14),
            by_words=True,
        ),
        Layout(
            code="250",
            attribute="accelerations",
            value=Acceleration,
            columns=(
                Column("match_points", 5, 8, POINTS),
                Column("game_points", 10, 13, POINTS),
                Column("first_round", 15, 17, PADDED, required=True),
                Column("last_round", 19, 21, PADDED, required=True),
                Column("first_player", 23, 26, PADDED, required=True),
                Column("last_player", 28, 31, PADDED, required=True),
            ),
            by_words=True,
        ),
        Layout(
            code="260",
            attribute="prohibitions",
            value=Prohibition,
            columns=(Column("first_round", 5, 7, PADDED), Column("last_round", 9, 11, PADDED)),
            each=Column("players", 13, 16),
            by_words=True,
        ),
        Layout(
            code="299",
            attribute="abnormal_points",
            value=AbnormalPoints,
            columns=(
                Column("letter", 5, 5, TEXT),
                Column("match_points", 8, 11, POINTS),
                Column("game_points", 14, 17, POINTS),
                Column("round_number", 20, 22, PADDED),
            ),
            each=Column("players", 24, 27),
        ),
        Layout(
            code="300",
            attribute="out_of_order",
            value=OutOfOrder,
            columns=(
                Column("round_number", 5, 7, required=True),
                Column("team", 9, 11, required=True),
                Column("opponent", 13, 15, required=True),
            ),
            each=Column("players", 17, 20),
            keeps_blanks=True,
        ),
        Layout(
            code="310",
            attribute="teams",
            value=ReportedTeam,
            columns=(
                Column("number", 5, 7, required=True),
                Column("name", 9, 40, TEXT),
                Column("short_name", 42, 46, TEXT),
                Column("strength", 48, 53, TEXT),
                Column("match_points", 55, 60, POINTS),
                Column("game_points", 62, 67, POINTS),
                Column("rank", 69, 71),
            ),
            each=Column("players", 74, 77),
        ),
        Layout(
            code="320",
            attribute="team_byes",
            value=TeamByes,
            columns=(Column("match_points", 5, 8, POINTS), Column("game_points", 10, 13, POINTS)),
            each=Column("teams", 15, 17, PADDED),
            step=4,
            keeps_blanks=True,
        ),
        Layout(
            code="330",
            attribute="forfeited_matches",
            value=ForfeitedMatch,
            columns=(
                Column("outcome", 5, 6, TEXT, required=True),
                Column("round_number", 8, 10, required=True),
                Column("white", 12, 14, required=True),
                Column("black", 16, 18, required=True),
            ),
        ),
    )
}
# Records of the newer format alone, which distinguish a TRF26 from a TRF16.
TRF26_CODES: Final = frozenset(
    {
        *("142", "152", "162", "172", "182", "192", "202", "212", "222", "352", "362", "801", "802"),
        *("240", "250", "260", "299", "300", "310", "320", "330"),
    }
)
