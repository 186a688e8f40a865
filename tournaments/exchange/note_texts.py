"""Notes about reports, and the reasons of their rounds, as sentences."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from tournaments.exchange.trf import Mended
from tournaments.pairing.reasons import Code

# Code -> the repair or assumption.
NOTES: Final = {
    "byte_order_mark": gettext_lazy("A byte order mark stood before the text."),
    "not_utf8": gettext_lazy("The file is not UTF-8; it was read as %(read_as)s."),
    "line_ends_cr": gettext_lazy("The lines end with a carriage return only."),
    "columns_shifted": gettext_lazy(
        "The columns of record %(record)s have slipped; its words were taken in order."
    ),
    "columns_in_bytes": gettext_lazy("The columns were counted in bytes instead of letters."),
    "stray_text": gettext_lazy("Something stands in column %(column)d, between two columns of the record."),
    "record_repeated": gettext_lazy("Record %(record)s came already; this one was kept, but not used."),
    "line_kept": gettext_lazy("No record has the code “%(record)s”; the line was kept, but not used."),
    "decimal_comma": gettext_lazy("The points have a comma instead of a decimal point."),
    "letter_case": gettext_lazy("The letter of player %(player)d in round %(round)d has the wrong case."),
    "bye_letter": gettext_lazy(
        "The bye of player %(player)d in round %(round)d is written %(found)s and was taken for %(meant)s."
    ),
    "score_differs": gettext_lazy(
        "The results of player %(player)d make %(counted)s points, not %(found)s; the results count."
    ),
    "score_missing": gettext_lazy(
        "The points of player %(player)d are missing; the results make %(counted)s."
    ),
    "system_assumed": gettext_lazy("The report names no pairing system (record 192); %(system)s was taken."),
    "system_by_kind": gettext_lazy("The pairing system was taken from record 092 (“%(kind)s”): %(system)s."),
    "system_not_here": gettext_lazy(
        "The pairing system “%(named)s” is not implemented; %(system)s was taken."
    ),
    "absent_in_table": gettext_lazy(
        "Absent in round %(round)d: %(players)s. The table pairs them all the same; their games are forfeits."
    ),
    "older_tournament": gettext_lazy(
        "The tournament began on %(begins)s; it is paired by the text in force since %(since)s."
    ),
    "acceleration_computed": gettext_lazy(
        "%(type_code)s without records 250: the lent points were computed by C.04.7."
    ),
    "lent_boards_unused": gettext_lazy(
        "Record 250 lends board points to teams %(first)d to %(last)d; match points pair, so nothing is lent."
    ),
    "lent_matches_unused": gettext_lazy(
        "Record 250 lends match points to teams %(first)d to %(last)d; board points pair, so nothing is lent."
    ),
    "acceleration_left_out": gettext_lazy(
        "%(type_code)s pairs by board points, and Baku acceleration lends match points: nothing is lent."
    ),
    "tiebreak_unfit": gettext_lazy("%(text)s is not meant for an event of this kind (C.07 %(article)s)."),
    "record_left_out": gettext_lazy("Record %(record)s was left out: a section has no place for it."),
    "points_multiplied": gettext_lazy(
        "Points are whole numbers here: those of the file were multiplied by %(by)d."
    ),
    "tie_break_left_out": gettext_lazy("The tie-break “%(text)s” is not known here and was left out."),
    "tie_breaks_assumed": gettext_lazy("The report names no tie-breaks; %(list)s were taken."),
    "colours_assumed": gettext_lazy(
        "Player %(player)d has no colour in round %(round)d; White was taken for the lower number."
    ),
    "unrated_game": gettext_lazy(
        "The game of player %(player)d in round %(round)d was not rated; it counts as any other."
    ),
    "deductions_left_out": gettext_lazy(
        "The format has no place for points that the arbiter deducted (%(points)s); the points of the rounds "
        "are written."
    ),
    "stages_left_out": gettext_lazy(
        "%(games)s wins in a later stage are written as wins: this edition has no record for their points."
    ),
    "first_games_only": gettext_lazy(
        "A pairing has %(games)d games here and one in the file: the first game of each was written."
    ),
    "name_cut": gettext_lazy("“%(name)s” is longer than the file takes; it was cut."),
    "adjourned_left_open": gettext_lazy(
        "The adjourned game of player %(player)d in round %(round)d was written without a result."
    ),
    "unplayed_as_forfeit": gettext_lazy(
        "The game of player %(player)d in round %(round)d was not played; both were written as forfeited."
    ),
    "system_without_code": gettext_lazy("The format has no code for the pairing system %(system)s."),
    "variant_left_out": gettext_lazy(
        "A TRF does not say which game is played, here %(variant)s: choose it again where the file is read."
    ),
    "byes_left_out": gettext_lazy("A TRF16 cannot tell of byes asked for later rounds; use TRF26."),
    "system_left_out": gettext_lazy(
        "A TRF16 cannot name the pairing system, here %(system)s: choose it again where the file is read."
    ),
    "pairs_left_out": gettext_lazy("A TRF16 cannot keep a pair apart in some rounds alone; use TRF26."),
    "player_of_no_team": gettext_lazy("Player %(player)d is in no team and was left out."),
    "member_unknown": gettext_lazy("Team %(team)d names player %(player)d, whom the report does not have."),
    "member_renamed": gettext_lazy("There are two called “%(name)s”: player %(player)d is “%(now)s” here."),
    "members_in_short": gettext_lazy("Of members of teams the name, the rating and the number are kept."),
    "short_names_left_out": gettext_lazy("The short names of the teams were left out."),
    "boards_assumed": gettext_lazy(
        "The report does not say how many boards a match has; %(boards)d were taken."
    ),
    "board_colours_left_out": gettext_lazy(
        "The report has the colours %(found)s at the boards; here they change from board to board."
    ),
    "board_assumed": gettext_lazy(
        "Round %(round)d, teams %(first)d and %(second)d: who sat at which board is not clear; the order of "
        "the lists was taken."
    ),
    "match_colours_assumed": gettext_lazy(
        "Round %(round)d, teams %(first)d and %(second)d: White on board 1 was given to the first."
    ),
    "match_assumed": gettext_lazy(
        "Round %(round)d: a team won by forfeit against nobody and one lost so; teams %(first)d and "
        "%(second)d were taken for a match."
    ),
    "game_outside_match": gettext_lazy(
        "The game of player %(player)d in round %(round)d belongs to no match of two teams and was left out."
    ),
    "team_bye_letter": gettext_lazy(
        "Team %(team)d has %(found)s without an opponent in round %(round)d; taken for the bye %(meant)s."
    ),
    "team_score_differs": gettext_lazy(
        "Team %(team)d is said to have %(found)s points; the results make %(counted)s."
    ),
    "boards_without_names": gettext_lazy(
        "%(team)s plays without names: its boards were written as members called after it."
    ),
    "lent_to_teams_left_out": gettext_lazy(
        "A TRF16 lends points to players, not to teams: the acceleration was left out."
    ),
    "teams_in_older_form": gettext_lazy(
        "A TRF16 has the lists of the teams and the games of their members, but no points of matches, no "
        "line-ups out of order and no pairing system; use TRF26."
    ),
    "scoring_left_out": gettext_lazy(
        "The format cannot say that a round robin of teams is scored by the points of its boards."
    ),
    "colour_assumed/white": gettext_lazy("The initial colour is not said (record 152); White was taken."),
    "colour_assumed/black": gettext_lazy("The initial colour is not said (record 152); Black was taken."),
}

# Code of a reason -> its text.
REASONS: Final = {
    Code.SAME_SCORE: gettext_lazy("same score"),
    Code.FLOAT: gettext_lazy("%(down)d was moved down, %(up)d meets a higher score (%(rule)s)"),
    Code.COLOUR_PREFERENCES: gettext_lazy("the colours they prefer (%(rule)s)"),
    Code.STRONGER_PREFERENCE: gettext_lazy("%(player)d prefers a colour more strongly (%(rule)s)"),
    Code.ALTERNATES_LATEST_DIFFERENCE: gettext_lazy(
        "the colours change from the latest round in which they differed (%(rule)s)"
    ),
    Code.HIGHER_PREFERENCE: gettext_lazy("%(player)d is ranked higher and has the preference (%(rule)s)"),
    Code.INITIAL_COLOUR: gettext_lazy("the number of %(player)d goes by the initial colour (%(rule)s)"),
    Code.NEXT_BEST_BOARDS: gettext_lazy("otherwise %(instead)s, which is worse (%(rule)s)"),
    Code.NEXT_IN_ORDER: gettext_lazy("otherwise %(instead)s, which comes later in order (%(rule)s)"),
    Code.NO_OTHER: gettext_lazy("without this pair there is no legal round (%(rule)s)"),
    Code.BYE_LOWEST_SCORE: gettext_lazy("lowest score that can have the bye (%(rule)s)"),
    Code.BYE_FEWEST_UNPLAYED: gettext_lazy("unplayed rounds: %(unplayed)d (%(rule)s)"),
}
BRACKET: Final = gettext_lazy("Bracket of %(score)s points")
MOVED_UP: Final = gettext_lazy("moved up: %(players)s")
MOVED_DOWN: Final = gettext_lazy("moved down: %(players)s")


def note_text(path: object, note: Mended) -> str:
    """Return the repair or assumption with its place in the file."""
    place = f"{path}:{note.line}" if note.line else f"{path}"
    return f"{place}: {note_words(note)}"


def note_words(note: Mended) -> str:
    """Return the repair, assumption or omission."""
    key = note.code
    if key == "colour_assumed":
        key += "/white" if note.facts["is_white"] else "/black"
    return str(NOTES[key]) % note.facts
