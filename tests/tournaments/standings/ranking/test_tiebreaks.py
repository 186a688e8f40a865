"""Each article of C.07 with a case to add up by hand, and the tie-breaks of draughts bodies; points 2/1/0."""

from dataclasses import replace
from fractions import Fraction

import pytest
from small_events import Worth, event, order, value, values

from tournaments.pairing.values import Colour, RoundKind
from tournaments.ratings.formulas.fide_tables import expected_hundredths
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.display import decimal_text, format_value
from tournaments.standings.ranking.errors import ModifierUnfit, TiebreakUnconfirmed, UnknownTiebreak
from tournaments.standings.ranking.ranking import TIEBREAKS, codes_of, standings
from tournaments.standings.ranking.tiebreak import Fit
from tournaments.standings.ranking.values import (
    STAGES_5_0,
    STAGES_12_0,
    Basis,
    Entrant,
    Game,
    Mark,
    Outcome,
    Part,
    Results,
    Scale,
    Score,
)

FOUR = event("2w1 3b1 4w=", "1b0 4w1 3b1", "4b1 1w0 2w0", "3w0 2b0 1b=", ratings=(2000, 1900, 1800, 1700))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("PTS", {1: 5, 2: 4, 3: 2, 4: 1}, id="points"),
        pytest.param("WIN", {1: 2, 2: 2, 3: 1, 4: 0}, id="7.1"),
        pytest.param("BPG", {1: 1, 2: 2, 3: 1, 4: 2}, id="7.3"),
        pytest.param("BWG", {1: 1, 2: 1, 3: 1, 4: 0}, id="7.4"),
        pytest.param("PS", {1: 2 + 4 + 5, 2: 0 + 2 + 4, 3: 2 + 2 + 2, 4: 0 + 0 + 1}, id="7.5"),
        pytest.param("PS/C1", {1: 9, 2: 6, 3: 4, 4: 1}, id="7.5 without the first round"),
        pytest.param("REP", {1: 3, 2: 3, 3: 3, 4: 3}, id="7.6"),
        pytest.param("STD", {1: 5, 2: 4, 3: 2, 4: 1}, id="7.7 in halves"),
        pytest.param("TPN", {1: 1, 2: 2, 3: 3, 4: 4}, id="7.8"),
        pytest.param("BH", {1: 7, 2: 8, 3: 10, 4: 11}, id="8.1"),
        pytest.param("BH/C1", {1: 6, 2: 7, 3: 9, 4: 9}, id="14.1"),
        pytest.param("BH/C2", {1: 4, 2: 5, 3: 5, 4: 5}, id="14.2"),
        pytest.param("BH/M1", {1: 2, 2: 2, 3: 4, 4: 4}, id="14.3"),
        pytest.param("SOL/M1", {1: 2, 2: 2, 3: 4, 4: 4}, id="truncated Solkoff"),
        pytest.param(
            "AOB", {1: Fraction(29, 3), 2: Fraction(28, 3), 3: Fraction(26, 3), 4: Fraction(25, 3)}, id="8.2"
        ),
        pytest.param("FB", {1: 3 + 3 + 1, 2: 5 + 1 + 3, 3: 1 + 5 + 3, 4: 3 + 3 + 5}, id="8.3"),
        pytest.param("SB", {1: 8 + 4 + 1, 2: 2 + 4, 3: 2, 4: 5}, id="9.1"),
        pytest.param("KS", {1: 2, 2: 0, 3: 0, 4: 1}, id="9.2"),
        pytest.param("KS/L-1", {1: 4, 2: 2, 3: 0, 4: 1}, id="14.5 the limit half a point lower"),
        pytest.param("ARO", {1: 1800, 2: 1833, 3: 1867, 4: 1900}, id="10.1"),
        pytest.param("ARO/C1", {1: 1850, 2: 1900, 3: 1950, 4: 1950}, id="10.1 cut"),
        pytest.param("TPR", {1: 1800 + 273, 2: 1833 + 125, 3: 1867 - 125, 4: 1900 - 273}, id="10.2"),
        pytest.param("RTNG", {1: 2000, 2: 1900, 3: 1800, 4: 1700}, id="10.6"),
    ],
)
def test_the_value_by_hand(code, expected):
    assert values(FOUR, code) == expected


def test_points_for_a_win_of_three_are_no_matter_to_standard_points():
    results = event("2w1 2w=", "1b0 1b=", worth=Worth(win=3, draw=1, loss=0))
    assert values(results, "PTS") == {1: 4, 2: 1}
    assert values(results, "STD") == {1: 3, 2: 1}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(("2w0", "1b0"), {1: 1, 2: 1}, id="both lost at the board: as many as the opponent"),
        pytest.param(("2-", "1-"), {1: 0, 2: 0}, id="both forfeited: less than a draw"),
        pytest.param(("2+", "1-"), {1: 2, 2: 0}, id="one forfeited"),
        pytest.param(("U", "H", "Z"), {1: 2, 2: 1, 3: 0}, id="byes"),
    ],
)
def test_standard_points_are_by_the_opponent_of_a_game_and_by_a_draw_without_one(rows, expected):
    """7.7, in halves."""
    assert values(event(*rows), "STD") == expected


def test_the_perfect_performance_is_the_lowest_rating_that_expects_as_much():
    results = event("2w1 2b=", "1b0 1w=", ratings=(2000, 1900))
    assert values(results, "PTP")[1] == 1900 + 189  # 10.3: .75 is expected from a difference of 189 on


def test_the_perfect_performance_for_nothing_is_800_below_the_weakest_opponent():
    results = event("2w0", "1b1", ratings=(2000, 1900))
    assert values(results, "PTP") == {1: 1100, 2: 2000 + 736}


def test_an_unrated_player_takes_the_rating_tiebreaks_away_from_everybody():
    results = event("2w1", "1b0", "U", ratings=(2000, 0, 1500))
    assert values(results, "ARO") == {1: None, 2: None, 3: None}
    assert values(replace(results, unrated_as=1400), "ARO") == {1: 1400, 2: 2000, 3: None}
    for code in ("TPR", "PTP", "APRO", "APPO"):
        assert values(results, code) == {1: None, 2: None, 3: None}


class TestDirectEncounter:
    def test_all_have_met(self):  # 6.2
        results = event("2w1 3b0", "1b0 3w1", "1w1 2b0", "Z Z")
        assert order(results, "PTS", "DE") == [(1, 1), (1, 2), (1, 3), (4, 4)]

    def test_it_begins_anew_among_those_still_tied(self):  # 6.2
        results = event("2w1 3b0 4w1", "1b0 4w1 3b1", "4b0 1w1 2w0", "3w1 2b0 1b0")
        assert values(results, "DE") == {1: 1, 2: 2, 3: 4, 4: 3}

    def test_alone_at_the_top_whatever_the_missing_game_brings(self):  # 6.3
        results = event("2w1 3b1", "1b0 4w1", "4b0 1w0", "3w1 2b0")
        among = standings(results, codes_of(["DE"]))
        assert among.columns[0].values[1].amount is None  # 2 and 4 could still come level

    def test_a_winner_of_two_games_among_three_is_ahead_of_the_other_two(self):  # 6.3
        results = event("2w1 3b1", "1b0 U", "U 1w0")
        assert values(results, "DE") == {1: 1, 2: 2, 3: 2}

    def test_a_forfeit_is_left_out(self):  # 6.1.1
        results = event("2+ 3b=", "1- U", "Z 1w=")
        assert values(replace(results, entrants=results.entrants[:2]), "DE") == {1: None, 2: None}
        assert values(replace(results, entrants=results.entrants[:2]), "DE/P") == {1: 1, 2: 2}
        assert value(results, "DE", 1).parts == (
            Part(1, 2, 2, Basis.AWARDED, cut="6.1.1"),
            Part(2, 3, 1, Basis.OWN_SCORE),
            Part(0, 0, 0, Basis.MISSING, 1),
        )

    def test_several_meetings_are_averaged(self):  # 6.1.2
        results = event("2w1 2b= 3w0", "1b0 1w= 3b1", "Z Z 1b1", is_round_robin=True)
        assert values(replace(results, entrants=results.entrants[:2]), "DE") == {1: 1, 2: 2}


def test_everybody_tied_to_the_end_shares_the_rank():
    results = event("2w=", "1b=", "4w1", "3b0")
    assert order(results, "PTS", "BH") == [(1, 3), (2, 1), (2, 2), (4, 4)]


def test_a_row_names_the_tiebreak_that_parts_it_from_the_one_above():
    table = standings(FOUR, codes_of(["PTS", "SB"]))
    assert [row.decided_by for row in table.standings] == [None, 0, 0, 0]
    level = standings(event("2w= 3b1", "1b= 4w=", "4b1 1w0", "3w0 2b="), codes_of(["PTS", "WIN"]))
    assert [(row.number, row.decided_by) for row in level.standings] == [(1, None), (3, 0), (2, 1), (4, 0)]


def test_lots_decide_when_the_list_is_exhausted():
    results = event("2w=", "1b=", lots=(2, 1))
    assert order(results, "PTS", "LOTS") == [(1, 2), (2, 1)]
    assert values(results, "LOTS") == {2: 1, 1: 2}


def test_r_turns_the_order_round():
    assert [number for _, number in order(FOUR, "TPN/R")] == [4, 3, 2, 1]
    assert [number for _, number in order(FOUR, "RTNG/R")] == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param("XYZ", UnknownTiebreak, id="no such code"),
        pytest.param("BH:XP", UnknownTiebreak, id="no such score"),
        pytest.param("BH/Q", UnknownTiebreak, id="no such modifier"),
        pytest.param("WIN/C1", ModifierUnfit, id="wins cannot be cut"),
        pytest.param("BH/K3", ModifierUnfit, id="Buchholz has no factor"),
        pytest.param("HONOR", TiebreakUnconfirmed, id="honor points are defined by no source"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused(text, error):
    with pytest.raises(error) as refused:
        codes_of(["PTS", text])
    assert refused.value.facts["text"] == text
    assert type(refused.value) is error


def test_codes_are_read_in_any_case():
    code = Code.read("bh:gp/c1/p")
    assert (code.name, code.score, code.cut_low, code.forfeits_as_played) == ("BH", Score.GAME, 1, True)


def test_every_registered_tiebreak_names_its_edition_and_what_it_fits():
    assert all(each.edition and each.fits and each.name for each in TIEBREAKS.values())
    assert Fit.ROUND_ROBIN not in TIEBREAKS["BH"].fits  # 8: never in round robins
    assert [code for code, each in TIEBREAKS.items() if not each.is_confirmed] == ["HONOR"]


# Pairings of two games, 2/1/0 a game: match points first, game points second.


def match(opponent, match_points, *games, kind=RoundKind.PLAYED):
    told = tuple(
        Game(points=points, against=2 - points, colour=colour, ballot=1, mark=mark, board_number=board)
        for board, (points, colour, mark) in enumerate(games, 1)
    )
    return Outcome(
        kind=kind,
        opponent=opponent,
        points=match_points,
        game_points=sum(game.points for game in told),
        games=told,
    )


W, B = Colour.WHITE, Colour.BLACK
MATCHES = Results(
    entrants=(
        Entrant(
            number=1,
            outcomes=(match(2, 2, (2, W, None), (1, B, Mark.PLUS)), match(3, 1, (1, W, None), (1, B, None))),
        ),
        Entrant(
            number=2,
            outcomes=(match(1, 0, (0, B, None), (1, W, Mark.MINUS)), match(4, 2, (2, B, None), (2, W, None))),
        ),
        Entrant(
            number=3,
            outcomes=(match(4, 2, (0, W, None), (2, B, None)), match(1, 1, (1, B, None), (1, W, None))),
        ),
        Entrant(
            number=4,
            outcomes=(match(3, 0, (2, B, None), (0, W, None)), match(2, 0, (0, W, None), (0, B, None))),
        ),
    ),
    rounds=2,
    game_scale=Scale(),
    games_per_round=2,
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("PTS", {1: 3, 2: 2, 3: 3, 4: 0}, id="match points"),
        pytest.param("GPTS", {1: 5, 2: 5, 3: 4, 4: 2}, id="game points"),
        pytest.param("MPVGP", {1: 5, 2: 5, 3: 4, 4: 2}, id="13.1"),
        pytest.param("SOL", {1: 5, 2: 3, 3: 3, 4: 5}, id="Solkoff on match points"),
        pytest.param("SOL:GP", {1: 9, 2: 7, 3: 7, 4: 9}, id="Solkoff on game points"),
        pytest.param("WON", {1: 1, 2: 2, 3: 1, 4: 1}, id="games won"),
        pytest.param("BPG", {1: 2, 2: 2, 3: 2, 4: 2}, id="games with Black"),
        pytest.param("BWG", {1: 0, 2: 1, 3: 1, 4: 1}, id="games won with Black"),
        pytest.param("BALLOTS", {1: 1, 2: 1, 3: 0, 4: 0}, id="ballots won"),
        pytest.param("PLUS", {1: 1, 2: -1, 3: 0, 4: 0}, id="balance of plus draws"),
        pytest.param("PLUSDRAWS", {1: 1, 2: 0, 3: 0, 4: 0}, id="plus draws"),
        pytest.param("EMMSB", {1: 4 + 3, 2: 0, 3: 0 + 3, 4: 0}, id="13.2.1"),
        pytest.param("EMGSB", {1: 2 * 3 + 3 * 2, 2: 3, 3: 0 + 3 * 2, 4: 3 * 2}, id="13.2.2"),
        pytest.param("EGMSB", {1: 5 * 2 + 4, 2: 2 * 2, 3: 2 * 2 + 5, 4: 0}, id="13.2.3"),
        pytest.param("EGGSB", {1: 15 + 8, 2: 5 + 8, 3: 4 + 10, 4: 8}, id="13.2.4"),
        pytest.param("BC", {1: 3 + 2 * 2, 2: 2 + 2 * 3, 3: 1 + 2 * 3, 4: 2}, id="12.1"),
        pytest.param(
            "TBR", {1: 1, 2: 2, 3: 4, 4: 3}, id="12.2 the first board 3, 2, 1, 2; the second 2, 3, 3, 0"
        ),
        pytest.param("BBE", {1: 1, 2: 2, 3: 4, 4: 2}, id="12.3 without the second board"),
        pytest.param("SSSC", {1: 5 + 5, 2: 5 + 3, 3: 4 + 3, 4: 2 + 5}, id="13.4"),
        pytest.param(
            "SSSC/K2",
            {1: Fraction(15, 2), 2: Fraction(13, 2), 3: Fraction(11, 2), 4: Fraction(9, 2)},
            id="13.4 with a factor",
        ),
    ],
)
def test_pairings_of_two_games(code, expected):
    assert values(MATCHES, code) == expected


def two_teams(first, second, match_points=1):
    """One drawn match over two boards; each team's points board by board."""
    ours = [(points, W, None) for points in first]
    theirs = [(points, B, None) for points in second]
    return replace(
        MATCHES,
        is_of_teams=True,
        rounds=1,
        entrants=(
            Entrant(number=1, outcomes=(match(2, match_points, *ours),)),
            Entrant(number=2, outcomes=(match(1, match_points, *theirs),)),
        ),
    )


@pytest.mark.parametrize(
    ("code", "first", "second", "expected"),
    [
        pytest.param("EDE", (2, 1), (0, 1), {1: 1, 2: 2}, id="13.3.1 the secondary score"),
        pytest.param("DE", (2, 1), (0, 1), {1: None, 2: None}, id="6 the primary score alone"),
        pytest.param("EDE", (2, 0), (0, 2), {1: None, 2: None}, id="13.3.1 level in both"),
        pytest.param("EDET", (2, 0), (0, 2), {1: 1, 2: 2}, id="13.3.2 the top board"),
        pytest.param("EDEB", (0, 2), (2, 0), {1: 2, 2: 1}, id="13.3.2 without the bottom board"),
        pytest.param("EDEBT", (2, 0), (0, 2), {1: 1, 2: 2}, id="13.3.2 the board count"),
        pytest.param("EDEBB", (1, 1), (1, 1), {1: None, 2: None}, id="13.3.2 level on every board"),
        pytest.param("TBR", (2, 0), (0, 2), {1: 1, 2: 2}, id="12.2"),
        pytest.param("BBE", (1, 1), (1, 1), {1: None, 2: None}, id="12.3"),
    ],
)
def test_the_chains_of_teams(code, first, second, expected):
    assert values(two_teams(first, second), code) == expected


def test_between_two_teams_only_their_own_boards_count():
    """13.3.2: level on both boards of their match, though each was better elsewhere."""
    level, first, second = (
        ((1, W, None), (1, B, None)),
        ((2, W, None), (0, B, None)),
        ((0, W, None), (2, B, None)),
    )
    results = replace(
        MATCHES,
        is_of_teams=True,
        entrants=(
            Entrant(number=1, outcomes=(match(2, 1, *level), match(3, 1, *first))),
            Entrant(number=2, outcomes=(match(1, 1, *level), match(4, 1, *second))),
        ),
    )
    for code in ("EDET", "EDEB", "EDEBT", "EDEBB"):
        assert values(results, code) == {1: None, 2: None}


def test_the_top_board_goes_before_the_others_and_the_bottom_board_behind_them():
    """12.2 and 12.3: one team won the top board and the bottom one, the other the two between."""
    results = replace(two_teams((2, 0, 0, 2), (0, 2, 2, 0)), games_per_round=4)
    assert values(results, "TBR") == {1: 1, 2: 2}
    assert values(results, "BBE") == {1: 2, 2: 1}
    assert values(results, "EDET") == {1: 1, 2: 2}
    assert values(results, "EDEB") == {1: 2, 2: 1}


def test_half_of_the_greatest_score_in_a_round_robin_counts_no_rest():
    """9.2: two games a player, so that two points of four are half; of three rounds they would not be."""
    results = event("2w1 3w1 Z", "1b0 Z 3w1", "Z 1b0 2b0", is_round_robin=True)
    assert values(results, "KS") == {1: 2, 2: 0, 3: 0}
    assert values(replace(results, is_round_robin=False), "KS") == {1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize(
    ("rows", "game_scale", "factor"),
    [
        pytest.param(
            ("2w1 2b1", "1b0 1w0"), Scale(win=1, draw=0), 4, id="four match points by one game point"
        ),
        pytest.param(("2w1 2b1", "1b0 1w0"), Scale(win=2, draw=1), 2, id="four by two"),
        pytest.param(("2w1", "1b0"), Scale(win=4, draw=2), 1, id="two by four: one at least"),
    ],
)
def test_the_strength_is_divided_by_the_greatest_scores(rows, game_scale, factor):
    """13.4"""
    first, *opponents = value(event(*rows, game_scale=game_scale), "SSSC", 2).parts
    found = values(event(*rows, game_scale=game_scale), "SSSC")[2]
    assert found - first.amount == Fraction(sum(part.amount for part in opponents), factor) > 0


def test_a_performance_ends_with_the_difference_of_the_table():
    """10.2: five half points of six are 83 hundredths."""
    *_opponents, last = value(FOUR, "TPR", 1).parts
    assert last == Part(0, 0, 273, Basis.TABLE, 83)


def test_a_strength_combination_begins_with_the_own_score():
    """13.4"""
    first, *others = value(MATCHES, "SSSC", 1).parts
    assert first == Part(0, 0, 5, Basis.OWN_SCORE)
    assert [part.opponent for part in others] == [2, 3]


def test_parts_of_a_board_tie_break_are_the_boards():
    parts = value(two_teams((2, 0), (0, 2)), "TBR", 1).parts
    assert parts == (Part(0, 1, 2, Basis.OWN_SCORE), Part(0, 2, 0, Basis.OWN_SCORE))
    parts = value(MATCHES, "BC", 1).parts
    assert parts == (Part(0, 1, 3, Basis.OWN_SCORE, 1, 3), Part(0, 2, 4, Basis.OWN_SCORE, 2, 2))


def test_nobody_is_split_off_whom_a_missing_game_could_reach():
    """6.3: number 3 has one point and would have the three of number 1 with a win over number 2."""
    results = event("2w1 3w=", "1b0 U", "U 1b=")
    assert values(results, "DE") == dict.fromkeys((1, 2, 3))
    assert value(results, "DE", 2).parts[-1] == Part(0, 0, 0, Basis.MISSING, 1)
    assert values(event("2w1 3w1", "1b0 U", "U 1b0"), "DE")[1] == 1


@pytest.mark.parametrize(
    ("points", "won"),
    [((1, 0), {1: 1, 2: 0}), ((2, 2), {1: 0, 2: 0}), ((0, 0), {1: 0, 2: 0}), ((0, 2), {1: 0, 2: 1})],
)
def test_a_game_is_won_with_more_points_than_the_opponent(points, won):
    """7.1, whatever the points of a win are."""
    entrants = tuple(
        Entrant(number=number, outcomes=(Outcome(kind=RoundKind.PLAYED, opponent=3 - number, points=given),))
        for number, given in enumerate(points, 1)
    )
    assert values(Results(entrants=entrants, rounds=1), "WIN") == won


def test_rounds_that_do_not_count_are_no_parts():
    assert [part.round for part in value(FOUR, "PTS", 1).parts] == [1, 2, 3]
    assert [part.round for part in value(FOUR, "WIN", 1).parts] == [1, 2]
    assert [part.round for part in value(FOUR, "BPG", 1).parts] == [2]


def test_a_perfect_performance_is_the_lowest_rating_with_the_expected_score():
    """10.3, of every player with a point."""
    ratings = (2000, 1900, 1800, 1700)
    for number, opponents, halves in (
        (1, (2, 3, 4), 5),
        (2, (1, 4, 3), 4),
        (3, (4, 1, 2), 2),
        (4, (3, 2, 1), 1),
    ):
        found = values(FOUR, "PTP")[number]
        at = [
            sum(expected_hundredths(rating - ratings[one - 1]) for one in opponents)
            for rating in (found - 1, found)
        ]
        assert at[0] < 50 * halves <= at[1]


@pytest.mark.parametrize(
    "ratings",
    [(1900, 1900, 1900), (1900, 1900, 1901), (1900, 1901, 1903), (1899, 1903, 1910), (1500, 2200, 2201)],
)
@pytest.mark.parametrize("results", ["111", "11=", "1==", "===", "=00", "1=0", "=10"])
def test_opponents_of_nearly_one_strength_have_a_lowest_rating_too(ratings, results):
    """10.3"""
    turned = {"1": "0", "=": "=", "0": "1"}
    own = " ".join(f"{number}w{result}" for number, result in enumerate(results, 2))
    others = [" ".join(["Z"] * at + [f"1b{turned[result]}"]) for at, result in enumerate(results)]
    found = values(event(own, *others, ratings=(2000, *ratings)), "PTP")[1]
    wanted = 50 * sum({"1": 2, "=": 1, "0": 0}[result] for result in results)
    at = [sum(expected_hundredths(rating - one) for one in ratings) for rating in (found - 1, found)]
    assert at[0] < wanted <= at[1]


@pytest.mark.parametrize(
    ("stages", "points", "expected"),
    [
        pytest.param(STAGES_12_0, 12, 1, id="12-0"),
        pytest.param(STAGES_12_0, 8, 0, id="8-4"),
        pytest.param(STAGES_12_0, 7, 0, id="7-5"),
        pytest.param(STAGES_12_0, 6, 0, id="6-6"),
        pytest.param(STAGES_5_0, 5, 1, id="5-0"),
        pytest.param(STAGES_5_0, 3, 0, id="3-2"),
    ],
)
def test_wins_in_the_first_stage(stages, points, expected):
    one = Entrant(number=1, outcomes=(Outcome(kind=RoundKind.PLAYED, opponent=2, points=points),))
    assert values(Results(entrants=(one,), rounds=1, stages=stages), "STAGE") == {1: expected}


def test_what_is_counted_is_told_round_by_round():
    parts = value(FOUR, "SB", 1).parts
    assert [(part.round, part.opponent, part.score, part.result, part.amount) for part in parts] == [
        (1, 2, 4, 2, 8),
        (2, 3, 2, 2, 4),
        (3, 4, 1, 1, 1),
    ]
    assert {part.basis for part in parts} == {Basis.OPPONENT}


@pytest.mark.parametrize(
    ("amount", "unit", "decimals", "text"),
    [
        pytest.param(35, 10, 1, "3.5", id="tenths"),
        pytest.param(7, 1, 0, "7", id="whole points"),
        pytest.param(Fraction(5, 2), 1, 0, "3", id="a half upward"),
        pytest.param(Fraction(-1, 4), 1, 2, "-0.25", id="below nothing"),
        pytest.param(Fraction(1, 3), 10, 3, "0.033", id="an average"),
    ],
)
def test_how_values_are_written(amount, unit, decimals, text):
    assert decimal_text(amount, unit, decimals) == text


def test_a_value_that_is_not_there_is_a_dash():
    table = standings(event("2w1", "1b0"), codes_of(["ARO"]))
    assert format_value(table.columns[0].values[1], table.columns[0], table.results) == "-"


def test_a_correction_of_the_final_table_is_not_what_opponents_count():
    first, *others = event("2w1", "1b0").entrants
    results = replace(event("2w1", "1b0"), entrants=(replace(first, correction=-1), *others))
    assert values(results, "PTS") == {1: 1, 2: 0}
    assert values(results, "BH") == {1: 0, 2: 2}
    assert value(results, "PTS", 1).parts[-1].basis is Basis.CORRECTION
