"""What the phone says to do for each kind about moves, pieces and touching, by every law book and game.

The rows are written from the law texts, article by article, not from the books of the program. `none` is no
sanction; an empty sanction is one that the text leaves to the arbiter.
"""

import re
from typing import NamedTuple

import pytest

from games.laws import LAW_BOOKS, book_for, law_book_named
from games.laws.incidents import AT_THE_BOARD, MOVES, RESULT, TOUCHES, permitted_incidents, possible_incidents
from games.rules import VARIANTS, derive
from tournaments.conduct import Earlier, Instruction, propose
from tournaments.events.consequence_messages import INSTRUCTIONS, LEADS, proposal_sentence

KINDS = (*TOUCHES, *MOVES, *AT_THE_BOARD, *RESULT)
UNSAID = "unconfirmed"


class Row(NamedTuple):
    """What is done at the board, the sanctions in turn, each with its article, and the articles broken."""

    does: str
    sanctions: tuple[tuple[str, str], ...]
    articles: tuple[str, ...] = ()


def improper(does, *articles):
    """SL-I1: recalled and cautioned. SL-I3: the second forfeits the game."""
    return Row(does, (("caution", "SL-I1"), ("game_lost", "SL-I3")), articles)


def lost(article, *articles):
    return Row("game_ends", (("game_lost", article),), articles or (article,))


def legal(*articles):
    return Row("legal", (("none", (*articles, UNSAID)[0]),), articles)


def chosen(does, *articles):
    """FMJD-5.4: the opponent decides, each time."""
    return Row(does, (("opponent_chooses", "FMJD-5.4"),), articles)


def forbidden(*articles):
    """The rules of the game forbid it; the text names no sanction."""
    return Row("against_the_rules", (("", UNSAID),), articles)


def free_of_penalty(does, *articles, sanction="none"):
    return Row(does, ((sanction, (*articles, UNSAID)[0]),), articles)


SILENT = Row("arbiter_decides", (("", UNSAID),))

STANDARD = {
    "touched_not_moved": lost("SL-T4"),
    "touched_unmovable": improper("another_piece", "SL-I1b"),
    "left_over_corner": improper("that_way", "SL-T5", "SL-I1c"),
    "adjusted_unannounced": Row("go_on", (("warning", "SL-T3"), ("game_lost", "SL-T3")), ("SL-T3", "SL-T2")),
    "must_capture": improper("take_back", "SL-I1a", "SL-M8"),
    "capture_incomplete": improper("take_back", "SL-I1a", "SL-M9"),
    "not_the_priority_capture": legal("SL-M10"),
    "wrong_square": improper("take_back", "SL-I1c", "SL-M1", "SL-M3"),
    "not_your_piece": improper("take_back", "SL-I1c", "SL-S7"),
    "man_moved_backward": improper("take_back", "SL-I1d", "SL-M1"),
    "man_captured_backward": improper("take_back", "SL-I1d", "SL-M3"),
    "man_captured_king": legal("SL-M13"),
    "jumped_own_piece": improper("take_back", "SL-M5", "SL-I1c"),
    "jumped_twice": improper("take_back", "SL-M7", "SL-I1c"),
    "piece_not_jumped_removed": improper("piece_put_back", "SL-I1e", "SL-M11"),
    "own_piece_removed": improper("back_or_without", "SL-I1f", "SL-M12"),
    "went_on_through_king_row": improper("take_back", "SL-I1g", "SL-M18"),
    "out_of_turn": improper("other_side_moves", "SL-I1h", "SL-S7"),
    "move_taken_back": improper("first_move_stands", "SL-T6", "SL-I1h"),
    "wrong_piece_after_recall": lost("SL-T4", "SL-M16", "SL-T4"),
    "crowning_forgotten": free_of_penalty("crown", "SL-M17", sanction="reminder"),
    "pieces_displaced": free_of_penalty("pieces_put_back", "SL-I2"),
    "agreed_result": free_of_penalty("enter_result", "SL-D1"),
    "result_disputed": free_of_penalty("enter_result", "SL-W1", "SL-W2"),
}
ACF = STANDARD | {
    "touched_not_moved": lost("A-T1"),
    "left_over_corner": lost("A-T1"),  # touched and committed: in that direction, or the game
    "adjusted_unannounced": free_of_penalty("no_offence", "A-T2"),
    "must_capture": improper("take_back", "A-M7", "SL-I1a", "SL-M8"),
    "capture_incomplete": improper("take_back", "A-M5", "SL-I1a"),
    "man_moved_backward": improper("take_back", "A-M4", "SL-I1d"),
    "man_captured_backward": improper("take_back", "A-M4", "SL-I1d"),
    "man_captured_king": legal("A-M1"),
    "jumped_twice": improper("take_back", "A-M6", "SL-I1c"),
    "went_on_through_king_row": improper("take_back", "A-M8", "SL-I1g"),
    "wrong_piece_after_recall": lost("A-T1", "SL-M16", "A-T1"),
    "crowning_forgotten": free_of_penalty("crown", "A-M9", sanction="reminder"),
    "agreed_result": free_of_penalty("enter_result", "A-D1"),
}
WCDF = STANDARD | {
    "touched_not_moved": lost("WCDF-1.23"),
    "must_capture": improper("take_back", "WCDF-1.20", "SL-I1a"),
    "capture_incomplete": improper("take_back", "WCDF-1.19", "SL-I1a"),
    "not_the_priority_capture": legal("WCDF-1.20"),
    "wrong_square": improper("take_back", "SL-I1c", "WCDF-1.15", "WCDF-1.18"),
    "man_moved_backward": improper("take_back", "WCDF-1.15", "SL-I1d"),
    "man_captured_backward": improper("take_back", "WCDF-1.18", "SL-I1d"),
    "man_captured_king": legal("WCDF-1.18"),
    "jumped_twice": improper("take_back", "WCDF-1.20", "SL-I1c"),
    "went_on_through_king_row": improper("take_back", "WCDF-1.19", "SL-I1g"),
    "wrong_piece_after_recall": lost("WCDF-1.23", "SL-M16", "WCDF-1.23"),
    "crowning_forgotten": free_of_penalty("crown", "WCDF-1.16", sanction="reminder"),
    "agreed_result": free_of_penalty("enter_result", "WCDF-1.32"),
    "result_disputed": free_of_penalty("enter_result", "WCDF-1.30", "SL-W2"),
}
FMJD = {
    "touched_not_moved": chosen("right_or_stands", "FMJD-5.4.3", "FMJD-3.11"),
    "touched_unmovable": free_of_penalty("no_offence", "FMJD-3.11"),  # binds where a legal move exists
    "left_over_corner": free_of_penalty("no_offence", "FMJD-3.12"),  # free while it is in the hand
    "adjusted_unannounced": Row("arbiter_decides", (("", "FMJD-3.13"),), ("FMJD-3.13",)),
    "must_capture": chosen("right_or_stands", "FMJD-5.4.6", "FMJD-4.2"),
    "capture_incomplete": chosen("right_or_stands", "FMJD-5.4.9", "FMJD-4.5"),
    "not_the_priority_capture": chosen("right_or_stands", "FMJD-4.13", "FMJD-5.4.8"),
    "wrong_square": chosen("right_or_stands", "FMJD-5.4.2", "FMJD-3.4", "FMJD-3.9"),
    "not_your_piece": chosen("right_or_stands", "FMJD-5.4.5", "FMJD-3.3"),
    "man_moved_backward": chosen("right_or_stands", "FMJD-5.4.2", "FMJD-3.4"),
    "man_captured_backward": legal("FMJD-4.1"),
    "man_captured_king": legal("FMJD-4.2"),
    "jumped_own_piece": chosen("right_or_stands", "FMJD-4.7", "FMJD-5.4.2"),
    "jumped_twice": chosen("right_or_stands", "FMJD-4.8", "FMJD-5.4.8"),
    "piece_not_jumped_removed": chosen("back_or_without", "FMJD-5.4.12", "FMJD-5.4.7"),
    "own_piece_removed": chosen("back_or_without", "FMJD-5.4.14", "FMJD-5.4.7"),
    "went_on_through_king_row": legal("FMJD-4.15"),
    "out_of_turn": chosen("right_or_stands", "FMJD-5.4.1", "FMJD-3.3"),
    "move_taken_back": chosen("first_or_second_move", "FMJD-5.4.4", "FMJD-3.10"),
    "wrong_piece_after_recall": chosen("right_or_stands", "FMJD-5.4.3", "FMJD-5.4.4"),
    "crowning_forgotten": chosen("crown_or_man", "FMJD-5.4.15"),
    "pieces_displaced": free_of_penalty("pieces_put_back", "FMJD-5.5"),
    "agreed_result": free_of_penalty("enter_result", "FMJD-7.3"),
    "result_disputed": free_of_penalty("enter_result", "FMJD-7.1"),
}
WITHOUT_CONDUCT = {
    **dict.fromkeys(("touched_not_moved", "touched_unmovable", "left_over_corner"), SILENT),
    **dict.fromkeys(("adjusted_unannounced", "move_taken_back", "wrong_piece_after_recall"), SILENT),
    **dict.fromkeys(("not_your_piece", "jumped_own_piece", "jumped_twice", "out_of_turn"), forbidden()),
    **dict.fromkeys(("piece_not_jumped_removed", "own_piece_removed"), forbidden()),
    "crowning_forgotten": free_of_penalty("crown", sanction="reminder"),
    "pieces_displaced": free_of_penalty("pieces_put_back"),
    "agreed_result": free_of_penalty("enter_result"),
    "result_disputed": free_of_penalty("enter_result"),
}
"""What holds where the text is about play alone: nothing on touching, turns and removing."""


def of_play(*, must, man, king, which, backward, takes_king, through):
    """The rows of a text about play alone: its articles on capturing, man and king, and what a man may do."""
    return WITHOUT_CONDUCT | {
        "must_capture": forbidden(must),
        "capture_incomplete": forbidden(must),
        "man_moved_backward": forbidden(man),
        "wrong_square": forbidden(man, king),
        "not_the_priority_capture": which,
        "man_captured_backward": backward,
        "man_captured_king": takes_king,
        "went_on_through_king_row": through,
    }


def numbered(prefix, **facts):
    return of_play(must=f"{prefix}-4", man=f"{prefix}-2", king=f"{prefix}-3", **facts)


def of_64(which):
    facts = {"backward": legal("F64-M3"), "takes_king": legal(), "through": legal()}
    return of_play(must="F64-M1", man="F64-M3", king="F64-M4", which=which, **facts)


def iberian(prefix):
    man = f"{prefix}-2"
    facts = {"which": forbidden(f"{prefix}-5"), "backward": forbidden(man), "takes_king": legal(man)}
    return numbered(prefix, through=forbidden(man), **facts)


POOL = numbered("AP", which=legal("AP-5"), backward=legal("AP-2"), takes_king=legal(), through=legal("AP-2"))
FRISIAN = numbered(
    "FR", which=forbidden("FR-5"), backward=legal("FR-2"), takes_king=legal(), through=legal("FR-2")
) | {"king_moved_too_often": forbidden("FR-7")}
TABLE = {
    ("standard-laws", "english"): STANDARD,
    ("acf-faq", "english"): ACF,
    ("wcdf", "english"): WCDF,
    ("acf-before-2008", "english"): STANDARD,
    ("eda-before-2008", "english"): STANDARD,
    ("brazilian-seed", "brazilian"): of_play(
        must="BR-5", man="BR-3", king="BR-4", which=forbidden("BR-6"), backward=legal("BR-7"),
        takes_king=legal(), through=legal(),
    ),
    ("fmjd-annex-1", "international"): FMJD,
    ("fmjd-64", "russian"): of_64(legal("F64-M2")),
    ("fmjd-64", "brazilian"): of_64(forbidden("F64-M2")),
    ("italian", "italian"): numbered(
        "IT", which=forbidden("IT-5"), backward=forbidden("IT-2"), takes_king=forbidden("IT-2"),
        through=forbidden(),
    ),
    ("czech", "czech"): numbered(
        "CZ", which=forbidden("CZ-5"), backward=forbidden("CZ-2"), takes_king=legal("CZ-2"),
        through=forbidden(),
    ),
    ("american-pool", "pool"): POOL,
    ("jamaican-pool", "jamaican_pool"): POOL,
    ("unified-pool", "unified_pool"): POOL,
    ("spanish", "spanish"): iberian("ES"),
    ("portuguese", "portuguese"): iberian("PT"),
    ("turkish", "turkish"): numbered(
        "TK", which=forbidden("TK-5"), backward=forbidden("TK-2"), takes_king=legal(), through=legal("TK-7"),
    ) | {"turned_back": forbidden("TK-5")},
    ("thai", "thai"): numbered(
        "TH", which=legal("TH-5"), backward=forbidden("TH-2"), takes_king=legal(), through=forbidden("TH-2"),
    ) | {"landed_too_far": forbidden("TH-3")},
    ("frisian", "frisian"): FRISIAN,
    ("frysk", "frysk"): FRISIAN,
    ("canadian", "canadian"): FMJD,
    ("killer", "killer"): FMJD | {"landed_too_far": chosen("right_or_stands", "KI-1", "FMJD-5.4.2")},
    ("spantsiretti", "spantsiretti"): of_64(legal("SP-2")),
    ("breakthrough", "breakthrough"): FMJD,
    ("antidraughts", "antidraughts"): FMJD,
}  # fmt: skip
CANNOT_OCCUR = {
    "turkish": {"jumped_twice"},  # a piece is lifted as it is taken
    "thai": {"jumped_twice"},
    "breakthrough": {"man_captured_king", "crowning_forgotten"},  # the first king ends the game
}
"""Of the rows above what cannot occur in a game: the phone does not offer it."""
SAYS = {
    "legal": "Legal: play continues.",
    "no_offence": "No offence: play continues.",
    "take_back": "The move is taken back and made correctly, with the same piece if it has a legal move.",
    "other_side_moves": "The move is taken back, and the player to move plays.",
    "first_move_stands": "The first move stands.",
    "that_way": "The piece is played in the direction in which it was moved over the corner.",
    "another_piece": "A piece that can move is played.",
    "piece_put_back": "The piece is put back, and play continues.",
    "pieces_put_back": "The pieces are put back, and play continues.",
    "crown": "The man is crowned, and play continues.",
    "go_on": "Play continues.",
    "back_or_without": "The opponent chooses: the piece is put back, or play continues without it.",
    "right_or_stands": "The opponent chooses: the move is corrected, or it stands.",
    "first_or_second_move": "The opponent chooses: the first move stands, or the one made instead.",
    "crown_or_man": "The opponent chooses: the man is crowned, or it remains a man.",
    "against_the_rules": "Not legal. The law book gives no sanction",
    "arbiter_decides": "The law book leaves this to the arbiter.",
    "enter_result": "Enter the result below.",
    "game_ends": "The game is lost.",
}
"""What stands on the phone."""
LEAD = {
    "caution": "Caution.",
    "warning": "Warning.",
    "reminder": "A reminder, no sanction.",
    "none": "No sanction.",
}
ALL = [pytest.param(*key, id=":".join(key)) for key in TABLE]


def rows_of(book, game):
    return {kind: row for kind, row in TABLE[book, game].items() if kind not in CANNOT_OCCUR.get(game, ())}


def rungs(book, kind, number):
    """What is proposed after each number of earlier offences of the kind."""
    return [
        propose(book, kind, earlier=[Earlier(kind, is_this_game=True)] * before) for before in range(number)
    ]


def test_the_table_has_every_book_and_every_game_that_it_is_written_for():
    assert set(TABLE) == {(key, variant) for key, book in LAW_BOOKS.items() for variant in book.variants}


@pytest.mark.parametrize(("key", "game"), ALL)
def test_the_kinds_offered_are_those_that_can_occur_there_on_wood(key, game):
    offered = {kind for kind in possible_incidents(VARIANTS[game]) if kind in KINDS}
    assert offered == set(rows_of(key, game))


@pytest.mark.parametrize(("key", "game"), ALL)
def test_instruction_sanction_and_articles_are_those_of_the_text(key, game):
    book = book_for(law_book_named(key), VARIANTS[game])
    for kind, row in rows_of(key, game).items():
        found = rungs(book, kind, len(row.sanctions) + 1)
        said = [(one.consequence or "", one.article) for one in found]
        assert said == [*row.sanctions, row.sanctions[-1]], kind
        assert (found[0].instruction, found[0].articles) == (row.does, row.articles), kind


@pytest.mark.parametrize(("key", "game"), ALL)
def test_the_sentence_on_the_phone_says_what_the_row_says(key, game):
    book = book_for(law_book_named(key), VARIANTS[game])
    for kind, row in rows_of(key, game).items():
        found = rungs(book, kind, 1)[0]
        said = proposal_sentence(found)
        assert SAYS[row.does] in said, kind
        is_alone = row.does in {"legal", "no_offence", "against_the_rules", "arbiter_decides", "game_ends"}
        lead = "" if is_alone else LEAD.get(row.sanctions[0][0], "")
        assert said.startswith(lead or SAYS[row.does]), kind


def test_every_instruction_and_every_sanction_has_its_words():
    assert set(INSTRUCTIONS) == set(Instruction)
    assert all(re.fullmatch(r"|.*\.", str(one)) for one in (*INSTRUCTIONS.values(), *LEADS.values()))


@pytest.mark.parametrize(("key", "game"), ALL)
def test_a_move_is_called_legal_where_the_rules_of_the_game_allow_it_and_nowhere_else(key, game):
    allowed = permitted_incidents(VARIANTS[game])
    called = {kind for kind, row in TABLE[key, game].items() if row.does == "legal"}
    assert called == allowed & set(TABLE[key, game])


@pytest.mark.parametrize(
    ("base", "changes", "kind", "does"),
    [
        pytest.param("english", {"priority": "most_pieces"}, "not_the_priority_capture", "take_back"),
        pytest.param("english", {"man_captures_king": "no"}, "man_captured_king", "take_back"),
        pytest.param("english", {"man_captures_backward": "yes"}, "man_captured_backward", "legal"),
        pytest.param("english", {"crowning": "passes"}, "went_on_through_king_row", "legal"),
        pytest.param("international", {"priority": "none"}, "not_the_priority_capture", "legal"),
        pytest.param("international", {"crowning": "stops"}, "went_on_through_king_row", "right_or_stands"),
        pytest.param("pool", {"man_captures_backward": "no"}, "man_captured_backward", "against_the_rules"),
        pytest.param("russian", {"priority": "most_pieces"}, "not_the_priority_capture", "against_the_rules"),
        pytest.param("italian", {"man_captures_king": "yes"}, "man_captured_king", "legal"),
    ],
)  # fmt: skip
def test_a_house_rule_makes_a_move_legal_or_forbids_it(base, changes, kind, does):
    house = derive(VARIANTS[base], changes)
    assert propose(book_for(None, house), kind).instruction == does
