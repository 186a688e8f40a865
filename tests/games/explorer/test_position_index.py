"""Index of positions: always equal to one that is made anew, whatever is stored, changed or deleted."""

import io
import random
from contextlib import suppress

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from position_index import assert_index_is_exact, stored_index
from records import game as record

from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import Organisation
from club.organisations.services.organisations import remove_organisation
from games.archive.services.archive import rejudge_game, save_game
from games.archive.services.imports import answer_first_result, settle_results
from games.archive.services.redaction import redact_name
from games.archive.services.ruling_notes import note_rulings
from games.core.errors import DuplicateGame
from games.demo.services import load_demo
from games.explorer.lines import Board, line_of, step_of
from games.explorer.position_keys import position_key
from games.explorer.selectors.reached import is_index_complete
from games.explorer.services.indexing import clear_index, index_next_games
from games.models import FirstResult, Game, GamePosition, IndexProgress, OpeningMove
from games.rules import VARIANTS, Position, legal_moves, move_text, play

pytestmark = pytest.mark.django_db


def random_game(seed, plies, variant=VARIANTS["english"]):
    """Moves of a random legal game as text; few branches, so that games share positions and beginnings."""
    chance = random.Random(seed)  # noqa: S311 - games, not secrets
    position, texts = Position.start(variant), []
    for _ply in range(plies):
        legal = legal_moves(position, variant)
        if not legal:
            break
        move = chance.choice(legal[:3])
        texts.append(move_text(move, variant, legal))
        position = play(position, move, variant)
    return " ".join(texts)


def without_digits(text):
    """A redaction that changes the year."""
    return text.translate(str.maketrans("189", "XXX"))


def test_the_index_of_the_demo_games_is_what_replaying_them_gives(db):
    load_demo(actor=SYSTEM)
    assert_index_is_exact()
    assert OpeningMove.objects.count() > 100


@pytest.mark.parametrize("key", ["russian", "international", "turkish", "canadian", "frisian"])
def test_keys_follow_the_moves_of_every_kind_of_board(key):
    variant = VARIANTS[key]
    chance = random.Random(7)  # noqa: S311 - games, not secrets
    for _game in range(8):
        position = Position.start(variant)
        board = Board.start(variant)
        for _ply in range(120):
            legal = legal_moves(position, variant)
            if not legal:
                break
            move = chance.choice(legal)
            position = play(position, move, variant)
            taken = ",".join(map(str, sorted(move.captured)))
            sign = f"x{move.destination}:{taken}" if taken else f"-{move.destination}"
            board.play(step_of(f"{move.origin}{sign}"))
            assert board.key == position_key(position, variant)
            assert board.position() == position


@tries(8, 150)
@given(
    changes=st.lists(
        st.tuples(
            st.sampled_from(["save", "save", "save", "import", "rejudge", "delete", "redact", "settle"]),
            st.integers(0, 12),
            st.integers(1, 40),
            st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]),
        ),
        min_size=3,
        max_size=14,
    )
)
def test_after_any_changes_the_index_is_that_of_the_stored_games(club, bring_in, changes):
    with transaction.atomic():  # each example begins anew
        archive = None
        for kind, seed, plies, result in changes:
            rows = list(Game.objects.order_by("pk"))
            one = rows[seed % len(rows)] if rows else None
            year = 1890 + seed % 4
            text = record(random_game(seed, plies), result=result, Date=f"{year}.??.??", GameType="21")
            if kind == "save":
                with suppress(DuplicateGame):
                    save_game(organisation=club, text=text, actor=SYSTEM, keep_twin=plies % 2 == 0)
            elif kind == "import":
                more = record(random_game(seed, plies + 4), result=result, white=f"W{seed}")
                archive = bring_in((text + more).encode())
            elif kind == "settle" and archive is not None:
                side = FirstResult.WHITE if plies % 2 else FirstResult.BLACK
                answer_first_result(import_id=archive.pk, first_result=side, actor=SYSTEM)
                archive.refresh_from_db()
                settle_results(import_id=archive.pk, answer=archive.answers, in_background=False)
            elif one is not None and kind == "rejudge":
                rejudge_game(game_id=one.pk, law_book=["acf-faq", "fmjd-64"][plies % 2], actor=SYSTEM)
            elif one is not None and kind == "delete":
                Game.objects.filter(pk__in=[row.pk for row in rows[:: 1 + plies % 3]]).delete()
            elif one is not None and kind == "redact":
                redact_name(game=one, sides=["White"], without=without_digits, neutral="N")
        assert_index_is_exact()
        kept = stored_index()
        clear_index()
        while index_next_games():
            pass
        assert stored_index() == kept
        transaction.set_rollback(True)


def test_the_shorter_score_of_a_game_counts_once_and_again_when_the_longer_is_deleted(club):
    short = save_game(organisation=club, text=record("11-15 23-19 8-11"), actor=SYSTEM)
    save_game(organisation=club, text=record("11-15 23-19 8-11 22-17"), actor=SYSTEM)
    assert set(GamePosition.objects.values_list("game_id", flat=True)) == {short.pk + 1}
    Game.objects.get(pk=short.pk + 1).delete()
    assert set(GamePosition.objects.values_list("game_id", flat=True)) == {short.pk}
    assert_index_is_exact()


def test_a_record_with_rulings_noted_stays_exact(club):
    game = save_game(organisation=club, text=record("11-15 23-19", result="1-0", GameType="21"), actor=SYSTEM)
    note_rulings(game_id=game.pk, notes=[], known={"Date": "1899.01.01"}, scope=Scope(club.pk), actor=SYSTEM)
    assert OpeningMove.objects.filter(year=1899).count() == 2
    assert_index_is_exact()


def test_a_removed_club_leaves_nothing_in_the_index(club):
    other = Organisation.objects.create(slug="south", name="South")
    for home in (club, other):
        save_game(organisation=home, text=record("11-15 23-19 8-11"), actor=SYSTEM)
    remove_organisation(organisation_id=club.pk, action="club.organisation.removed", actor=SYSTEM)
    assert Game.objects.count() == 1
    assert_index_is_exact()


def test_games_stored_before_are_indexed_by_the_command_once(club, capsys):
    for seed in range(4):
        save_game(organisation=club, text=record(random_game(seed, 30)), actor=SYSTEM)
    kept = stored_index()
    clear_index()
    assert not is_index_complete()
    save_game(organisation=club, text=record(random_game(9, 30)), actor=SYSTEM)
    call_command("index_games", stderr=io.StringIO())
    assert kept[0] < stored_index()[0]
    assert_index_is_exact()
    assert is_index_complete()
    call_command("index_games")
    call_command("index_games", "--rebuild")
    assert_index_is_exact()
    assert IndexProgress.objects.get().up_to == Game.objects.order_by("pk").last().pk
    assert "5 games" in capsys.readouterr().out


def test_a_slice_is_indexed_by_a_bounded_number_of_statements(bring_in):
    few = "".join(record(random_game(seed, 20)) for seed in range(3))
    many = "".join(record(random_game(seed, 50), white=f"W{seed}") for seed in range(100, 160))

    def statements(text):
        with CaptureQueriesContext(
            connection,
        ) as caught:
            bring_in(text.encode())
        tables = ("gameposition", "openingmove", "gameending")
        return sum(any(table in query["sql"] for table in tables) for query in caught)

    assert statements(few) <= statements(many) <= 8


def test_a_position_book_without_moves_is_found_by_its_position(club):
    fen = "W:W31,32:B1,K2"
    text = record("", FEN=fen, SetUp="1", GameType="21", result="1-0")
    game = save_game(organisation=club, text=text, actor=SYSTEM)
    assert [one.ply for one in line_of(game).positions] == [0]
    assert_index_is_exact()
