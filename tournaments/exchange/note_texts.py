"""Notes about reports, and the reasons of their rounds, as sentences."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from tournaments.exchange.trf import FileRepair
from tournaments.pairing.reasons import Code

# Code -> the repair or assumption.
NOTES: Final = {
    "byte_order_mark": gettext_lazy("The text started with a byte order mark."),
    "not_utf8": gettext_lazy("The file is not UTF-8; it was read as %(read_as)s."),
    "line_ends_cr": gettext_lazy("The lines end with a carriage return only."),
    "columns_shifted": gettext_lazy(
        "The columns of record %(record)s are shifted; its values were read in order."
    ),
    "columns_in_bytes": gettext_lazy("The columns were counted in bytes instead of characters."),
    "stray_text": gettext_lazy("There is text in column %(column)d, between two columns of the record."),
    "record_repeated": gettext_lazy("Record %(record)s is repeated; this one was stored but not used."),
    "line_kept": gettext_lazy("No record has the code “%(record)s”; the line was stored but not used."),
    "decimal_comma": gettext_lazy("The points have a comma instead of a decimal point."),
    "letter_case": gettext_lazy("The letter of player %(player)d in round %(round)d has the wrong case."),
    "bye_letter": gettext_lazy(
        "The bye of player %(player)d in round %(round)d is written %(found)s and was read as %(meant)s."
    ),
    "score_differs": gettext_lazy(
        "The results of player %(player)d give %(counted)s points, not %(found)s; the results count."
    ),
    "score_missing": gettext_lazy(
        "The points of player %(player)d are missing; the results give %(counted)s."
    ),
    "system_assumed": gettext_lazy(
        "The report names no pairing system (record 192); %(system)s was assumed."
    ),
    "system_by_kind": gettext_lazy("The pairing system was taken from record 092 (“%(kind)s”): %(system)s."),
    "system_not_here": gettext_lazy("The pairing system “%(named)s” is not supported; %(system)s was used."),
    "absent_in_table": gettext_lazy(
        "Absent in round %(round)d: %(players)s. The table still pairs them; their games are forfeits."
    ),
    "older_tournament": gettext_lazy(
        "The tournament began on %(begins)s; it is paired by the text in force since %(since)s."
    ),
    "acceleration_computed": gettext_lazy(
        "%(type_code)s has no records 250: the lent points were computed by C.04.7."
    ),
    "lent_boards_unused": gettext_lazy(
        "Record 250 lends board points to teams %(first)d to %(last)d, but pairing uses match "
        "points: no points are lent."
    ),
    "lent_matches_unused": gettext_lazy(
        "Record 250 lends match points to teams %(first)d to %(last)d, but pairing uses board "
        "points: no points are lent."
    ),
    "acceleration_left_out": gettext_lazy(
        "%(type_code)s pairs by board points, but Baku acceleration lends match points: no points are lent."
    ),
    "tiebreak_unfit": gettext_lazy("%(text)s is not meant for this kind of event (C.07 %(article)s)."),
    "record_left_out": gettext_lazy("Record %(record)s was skipped: a section cannot store it."),
    "points_multiplied": gettext_lazy(
        "Points are whole numbers here; the points in the file were multiplied by %(by)d."
    ),
    "tie_break_left_out": gettext_lazy("The tie-break “%(text)s” is unknown and was skipped."),
    "tie_breaks_assumed": gettext_lazy("The report lists no tie-breaks; %(list)s were assumed."),
    "colours_assumed": gettext_lazy(
        "Player %(player)d has no colour in round %(round)d; White was given to the lower number."
    ),
    "unrated_game": gettext_lazy(
        "The game of player %(player)d in round %(round)d was unrated; it counts like any other."
    ),
    "deductions_left_out": gettext_lazy(
        "The format cannot contain points deducted by the arbiter (%(points)s); the points of the "
        "rounds are written."
    ),
    "stages_left_out": gettext_lazy(
        "%(games)s wins in a later stage are written as plain wins: this edition has no record for "
        "their points."
    ),
    "first_games_only": gettext_lazy(
        "Pairings here have %(games)d games, but only one in the file: the first game of each was written."
    ),
    "name_cut": gettext_lazy("“%(name)s” is too long for the file and was shortened."),
    "adjourned_left_open": gettext_lazy(
        "The adjourned game of player %(player)d in round %(round)d was written without a result."
    ),
    "unplayed_as_forfeit": gettext_lazy(
        "The game of player %(player)d in round %(round)d was not played; it was written as a double forfeit."
    ),
    "system_without_code": gettext_lazy("The format has no code for the pairing system %(system)s."),
    "variant_left_out": gettext_lazy(
        "A TRF does not contain the variant, here %(variant)s: choose it again when you import the file."
    ),
    "byes_left_out": gettext_lazy("A TRF16 cannot contain byes requested for later rounds; use TRF26."),
    "system_left_out": gettext_lazy(
        "A TRF16 does not contain the pairing system, here %(system)s: choose it again when you "
        "import the file."
    ),
    "pairs_left_out": gettext_lazy("A TRF16 cannot forbid a pair for some rounds only; use TRF26."),
    "player_of_no_team": gettext_lazy("Player %(player)d is in no team and was skipped."),
    "member_unknown": gettext_lazy("Team %(team)d lists player %(player)d, who is not in the report."),
    "member_renamed": gettext_lazy(
        "Two players have the name “%(name)s”: player %(player)d was renamed to “%(now)s”."
    ),
    "members_in_short": gettext_lazy("Of team members, only the name, rating and number are imported."),
    "short_names_left_out": gettext_lazy("The short names of the teams were skipped."),
    "boards_assumed": gettext_lazy(
        "The report does not give the number of boards in a match; %(boards)d were assumed."
    ),
    "board_colours_left_out": gettext_lazy(
        "The report has the colours %(found)s at the boards; here they alternate from board to board."
    ),
    "board_assumed": gettext_lazy(
        "Round %(round)d, teams %(first)d and %(second)d: the boards are not clear; players were "
        "seated in list order."
    ),
    "match_colours_assumed": gettext_lazy(
        "Round %(round)d, teams %(first)d and %(second)d: White at board 1 was given to the first."
    ),
    "match_assumed": gettext_lazy(
        "Round %(round)d: one team has a forfeit win and another a forfeit loss without an "
        "opponent; teams %(first)d and %(second)d were read as a match."
    ),
    "game_outside_match": gettext_lazy(
        "The game of player %(player)d in round %(round)d belongs to no team match and was skipped."
    ),
    "team_bye_letter": gettext_lazy(
        "Team %(team)d has %(found)s without an opponent in round %(round)d; read as the bye %(meant)s."
    ),
    "team_score_differs": gettext_lazy(
        "The file gives team %(team)d %(found)s points; its results give %(counted)s."
    ),
    "boards_without_names": gettext_lazy(
        "%(team)s plays without names: its boards were written as members with the team name."
    ),
    "lent_to_teams_left_out": gettext_lazy(
        "A TRF16 lends points to players, not to teams: the acceleration was omitted."
    ),
    "teams_in_older_form": gettext_lazy(
        "A TRF16 contains team lists and the members' games, but no match points, no line-ups out "
        "of order and no pairing system; use TRF26."
    ),
    "scoring_left_out": gettext_lazy(
        "The format cannot record that a team round robin is scored by board points."
    ),
    "colour_assumed/white": gettext_lazy("The initial colour is missing (record 152); White was assumed."),
    "colour_assumed/black": gettext_lazy("The initial colour is missing (record 152); Black was assumed."),
}

# Code of a reason -> its text.
REASONS: Final = {
    Code.SAME_SCORE: gettext_lazy("same score"),
    Code.FLOAT: gettext_lazy("%(down)d floats down, %(up)d meets a higher score (%(rule)s)"),
    Code.COLOUR_PREFERENCES: gettext_lazy("colour preferences of both players (%(rule)s)"),
    Code.STRONGER_PREFERENCE: gettext_lazy("%(player)d has the stronger colour preference (%(rule)s)"),
    Code.ALTERNATES_LATEST_DIFFERENCE: gettext_lazy(
        "colours alternate from the latest round in which they differed (%(rule)s)"
    ),
    Code.HIGHER_PREFERENCE: gettext_lazy("%(player)d is ranked higher and has the preference (%(rule)s)"),
    Code.INITIAL_COLOUR: gettext_lazy("the number of %(player)d follows the initial colour (%(rule)s)"),
    Code.NEXT_BEST_BOARDS: gettext_lazy("otherwise %(instead)s, which is worse (%(rule)s)"),
    Code.NEXT_IN_ORDER: gettext_lazy("otherwise %(instead)s, which comes later in order (%(rule)s)"),
    Code.NO_OTHER: gettext_lazy("without this pair no legal round exists (%(rule)s)"),
    Code.BYE_LOWEST_SCORE: gettext_lazy("lowest score that may have the bye (%(rule)s)"),
    Code.BYE_FEWEST_UNPLAYED: gettext_lazy("unplayed rounds: %(unplayed)d (%(rule)s)"),
}
BRACKET: Final = gettext_lazy("Score bracket %(score)s")
MOVED_UP: Final = gettext_lazy("float up: %(players)s")
MOVED_DOWN: Final = gettext_lazy("float down: %(players)s")


def note_text(path: object, note: FileRepair) -> str:
    """Return the repair or assumption with its place in the file."""
    place = f"{path}:{note.line}" if note.line else f"{path}"
    return f"{place}: {note_description(note)}"


def note_description(note: FileRepair) -> str:
    """Return the repair, assumption or omission."""
    key = note.code
    if key == "colour_assumed":
        key += "/white" if note.facts["is_white"] else "/black"
    return str(NOTES[key]) % note.facts
