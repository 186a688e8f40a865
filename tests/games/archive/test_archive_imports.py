"""Archives brought in: good games kept, bad ones listed, nothing twice, whatever the order."""

import io
import signal
import time
from pathlib import Path

import pytest
from django.db import connection
from effort import amount
from polling import until
from processes import Site
from records import game

from club.core.actor import SYSTEM
from club.jobs.services.jobs import run_job
from club.models import Job, JobState, Organisation
from games.archive.models import SLICE_TASK
from games.archive.selectors.imports import import_problems, import_report, problem_move, problem_sentence
from games.archive.services.archive import rejudge_game, save_game
from games.archive.services.archive_files import FilePosition, file_position_of, store_archive
from games.archive.services.import_slices import read_slice
from games.archive.services.imports import answer_first_result, cancel_import, settle_results, start_import
from games.core.errors import ImportIsOver, ImportStillRunning, NothingToRead, NotText, UploadTooLarge
from games.laws.judge import judge
from games.models import ArchiveImport, FirstResult, Game, ImportState, ProblemKind

pytestmark = pytest.mark.django_db

OPENINGS = [
    "11-15 23-19",
    "11-15 22-17",
    "9-14 22-18",
    "10-14 22-17",
    "12-16 24-20",
    "11-16 24-19",
    "9-13 22-18",
]


def test_good_games_are_kept_and_the_illegal_one_is_listed_with_its_line_and_ply(bring_in):
    text = game("1. 11-15 23-19") + game("1. 11-15 23-19 2. 15-20", GameType="21") + game("1. 9-14 22-18")
    archive = bring_in(text.encode())
    assert (archive.state, archive.games_seen, archive.games_kept) == (ImportState.DONE, 3, 3)
    (problem,) = import_problems(archive=archive)
    assert (problem.kind, problem.line, problem.ply, problem.text) == (ProblemKind.ILLEGAL, 12, 3, "15-20")
    assert problem.game.error_count == 1
    assert problem_move(problem) == "2 (Black)"
    assert "15-20" in problem_sentence(problem)


def test_a_record_whose_first_position_cannot_be_read_is_reported_and_not_kept(bring_in):
    archive = bring_in((game("1. 11-15 23-19") + game("1. 11-15", GameType="21", FEN="B:W77")).encode())
    assert (archive.games_kept, archive.games_unreadable) == (1, 1)
    problem = import_problems(archive=archive, kind=ProblemKind.UNREADABLE).get()
    assert "B:W77" in problem_sentence(problem)


def test_a_position_in_mid_game_that_cannot_be_read_is_reported_with_its_ply(bring_in):
    archive = bring_in(game('1. 11-15 /FEN "W:W77"/ 23-19').encode())
    problem = import_problems(archive=archive, kind=ProblemKind.UNREADABLE).get()
    assert problem.ply == 2
    assert "W:W77" in problem_sentence(problem)


def test_a_record_that_was_cut_is_listed(bring_in):
    archive = bring_in(('[Event "' + "x" * 100_000 + '"]\n1. 11-15 23-19 *\n').encode())
    (problem,) = import_problems(archive=archive)
    assert (problem.kind, problem.code) == (ProblemKind.DOUBTFUL, "tag_cut")
    assert "was truncated" in problem_sentence(problem)


def test_a_record_is_stored_once_and_the_same_moves_by_others_beside_it(bring_in):
    once = game("1. 11-15 23-19")
    archive = bring_in((once + once + game("1. 11-15 23-19", white="Other, O.")).encode())
    assert (archive.games_kept, archive.duplicates, archive.twins) == (2, 1, 1)
    first, _twin = Game.objects.order_by("import_index")
    twice, twin = import_problems(archive=archive)
    assert (twice.game, twin.game.twin) == (first, 1)
    assert "Different: White." in problem_sentence(twin)


def test_the_same_file_again_brings_in_nothing(bring_in):
    data = "".join(game(f"1. {moves}") for moves in OPENINGS).encode()
    assert bring_in(data).games_kept == 7
    again = bring_in(data)
    assert (again.games_kept, again.duplicates, Game.objects.count()) == (0, 7, 7)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (1, 0, 2)])
@pytest.mark.every_case
def test_a_beginning_points_at_the_longest_score_in_any_order_of_arrival(bring_in, order):
    scores = ["1. 11-15 23-19", "1. 11-15 23-19 2. 8-11", "1. 11-15 23-19 2. 8-11 22-17"]
    for place in order:
        bring_in(game(scores[place]).encode())
    short, middle, whole = Game.objects.order_by("ply_count")
    assert (short.beginning_of, middle.beginning_of, whole.beginning_of) == (whole, whole, None)


def test_another_game_with_the_same_first_moves_is_no_beginning(bring_in):
    archive = bring_in((game("1. 11-15 23-19 2. 8-11") + game("1. 11-15 23-19 2. 9-14")).encode())
    assert import_report(archive=archive)["beginnings"] == 0


@pytest.mark.parametrize(
    ("encoding", "ends"),
    [
        ("utf-8", "\n"),
        ("utf-8", "\r\n"),
        ("utf-8", "\r"),
        ("cp1251", "\n"),
        ("utf-8-sig", "\n"),
        ("utf-16", "\n"),
    ],
)
@pytest.mark.usefixtures("small_slices")
def test_slices_meet_without_losing_a_game_or_a_letter(bring_in, encoding, ends):
    text = "".join(game(f"1. {moves}", white=f"Петров, {n}.") for n, moves in enumerate(OPENINGS))
    archive = bring_in(text.replace("\n", ends).encode(encoding))
    assert (archive.games_seen, archive.games_kept, archive.slices) == (7, 7, 3)
    kept = Game.objects.order_by("import_index")
    assert [one.white for one in kept] == [f"Петров, {n}." for n in range(7)]
    assert [one.source_line for one in kept] == [1 + 6 * n for n in range(7)]


@pytest.mark.usefixtures("small_slices")
def test_slices_meet_in_the_middle_of_one_line(bring_in):
    one_line = " ".join(f'[White "Ö{n}"] 1. {moves} *' for n, moves in enumerate(OPENINGS))
    archive = bring_in(one_line.encode())
    assert [one.white for one in Game.objects.order_by("import_index")] == [f"Ö{n}" for n in range(7)]
    assert archive.games_kept == 7


def test_the_place_of_a_record_is_found_in_bytes(tmp_path):
    path = tmp_path / "a"
    path.write_bytes("é\r\nöö\nüx".encode())
    with path.open("rb") as file:
        found = file_position_of(file, begin=FilePosition(0, 1, 1), line=3, column=2, encoding="utf-8")
    assert found == FilePosition(len("é\r\nöö\nü".encode()), 3, 2)


@pytest.mark.usefixtures("small_slices")
def test_a_slice_read_already_is_left_alone(club):
    import io

    data = "".join(game(f"1. {moves}") for moves in OPENINGS).encode()
    archive = start_import(
        organisation=club, stream=io.BytesIO(data), name="a", actor=SYSTEM, in_background=False
    )
    assert read_slice(import_id=archive.pk, number=0, in_background=False)
    assert read_slice(import_id=archive.pk, number=0, in_background=False)
    assert Game.objects.count() == 3
    again = start_import(
        organisation=club, stream=io.BytesIO(data), name="a", actor=SYSTEM, in_background=False
    )
    assert again.pk == archive.pk
    cancel_import(actor=SYSTEM, import_id=archive.pk)
    assert not read_slice(import_id=archive.pk, number=1, in_background=False)
    assert Game.objects.count() == 3
    with pytest.raises(ImportIsOver):
        cancel_import(actor=SYSTEM, import_id=archive.pk)


def test_a_file_that_is_gone_ends_the_import(club):
    import io

    data = game("1. 11-15").encode()
    archive = start_import(
        organisation=club, stream=io.BytesIO(data), name="a", actor=SYSTEM, in_background=False
    )
    Path(archive.file.path).unlink()
    assert not read_slice(import_id=archive.pk, number=0, in_background=False)
    archive.refresh_from_db()
    assert (archive.state, archive.error_code) == (ImportState.FAILED, "file_is_gone")


KILLED_IMPORT = """
import games.archive.services.import_slices as slices
slices.GAMES_PER_SLICE = 25
from django.core.management import call_command
call_command("import_pdn", {path!r}, "--club", "north")
"""
STANDS = "SELECT state, games_seen, games_kept, duplicates FROM games_archiveimport ORDER BY id"


@pytest.mark.processes
@pytest.mark.slow
def test_kill_9_in_the_middle_loses_nothing_and_doubles_nothing(tmp_path, shared_dir, templates):
    """Real processes on a real file; each is killed while it reads, the last one is let through."""
    path = str(shared_dir / "pdn" / "oca" / "oca-first-2000.pdn")
    site = Site(tmp_path)
    site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    site.imports = "from club.models import Organisation\n"
    site.migrate(templates)
    site.shell("Organisation.objects.create(slug='north', name='North'); print('null')")
    reads = ("shell", "-v", "0", "-c", KILLED_IMPORT.format(path=path))
    for _ in range(amount(1, 4)):
        seen = games_seen(site)
        process = site.start(*reads)
        assert until(lambda seen=seen: games_seen(site) > seen, longest_pause=0.02), site.log()
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert games_seen(site) < 2000
    assert site.start(*reads).wait(600) == 0, site.log()
    assert site.query(STANDS)[0] == ("done", 2000, 2000, 0)
    kept = "SELECT count(*), count(DISTINCT import_index) FROM games_game WHERE archive_import_id = 1"
    assert site.query(kept) == [(2000, 2000)]


@pytest.mark.django_db(transaction=True)
def test_games_are_judged_while_nothing_is_locked(monkeypatch):
    """Else results at the desk wait for a slice: the embedded database has one writer."""
    club = Organisation.objects.create(slug="north", name="North")
    stream = io.BytesIO((game("1. 11-15 23-19") + game("1. 9-14 22-18")).encode())
    start_import(organisation=club, stream=stream, name="two.pdn", actor=SYSTEM)
    locked = []

    def judge_unlocked(*given, **more):
        locked.append(connection.in_atomic_block)
        return judge(*given, **more)

    monkeypatch.setattr("games.archive.services.import_slices.judge", judge_unlocked)
    run_job(job_id=Job.objects.get(task=SLICE_TASK).pk)
    assert locked == [False, False]
    assert ArchiveImport.objects.get().state == ImportState.DONE
    assert Job.objects.get(task=SLICE_TASK).state == JobState.DONE


KILLED_AFTER_STORING = """
import contextlib, os, signal, types
import games.archive.services.import_slices as slices
from games.management.commands import import_pdn
slices.GAMES_PER_SLICE = 25
{change}
slices._count = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
import_pdn.Command().run_from_argv(["manage.py", "import_pdn", {path!r}, "--club", "north", "--skip-checks"])
"""


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "twice"),
    [("", 0), ("slices.transaction = types.SimpleNamespace(atomic=contextlib.nullcontext)", 25)],
)
def test_without_its_transaction_a_killed_slice_is_read_twice(tmp_path, templates, change, twice):
    """The negative control: killed when the games of a slice are written and its progress is not."""
    archive = tmp_path / "a.pdn"
    archive.write_text("".join(game("1. 11-15 23-19", white=f"Player {n:02}") for n in range(60)))
    site = Site(tmp_path)
    site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    site.imports = "from club.models import Organisation\n"
    site.migrate(templates)
    site.shell("Organisation.objects.create(slug='north', name='North'); print('null')")
    told = {"path": str(archive), "change": change}
    process = site.start("shell", "-v", "0", "-c", KILLED_AFTER_STORING.format(**told))
    assert process.wait(600) == -signal.SIGKILL
    site.run("import_pdn", str(archive), "--club", "north")
    assert site.query(STANDS)[0] == ("done", 60, 60 - twice, twice), site.log()


def games_seen(site):
    """How far the import is; nought before it has begun."""
    return next((seen for _state, seen, *_ in site.query(STANDS)), 0)


# -- what is no archive ------------------------------------------------------------------------------


class Endless:
    """A stream of one line that never ends; counts what was taken of it."""

    def __init__(self, size):
        self.left = size
        self.taken = 0

    def read(self, size=-1):
        piece = min(size, self.left)
        self.left -= piece
        self.taken += piece
        return b"1. 11-15 " * (piece // 9) + b" " * (piece % 9)


def stored_files(settings):
    return (
        [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()]
        if settings.MEDIA_ROOT.exists()
        else []
    )


def test_a_gigabyte_in_one_line_is_refused_at_the_limit_and_leaves_nothing(settings):
    settings.UPLOAD_LIMIT = 20_000_000
    stream = Endless(1_000_000_000)
    with pytest.raises(UploadTooLarge) as refused:
        store_archive(stream)
    assert refused.value.facts == {"limit": 20_000_000}
    assert stream.taken < 21_000_000
    assert stored_files(settings) == []


@pytest.mark.parametrize(
    ("data", "error"),
    [
        pytest.param(b"", NothingToRead, id="an empty file"),
        pytest.param(b"   \n\n", NothingToRead, id="only blanks"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(1000), NotText, id="a PNG"),
        pytest.param(bytes(5000), NotText, id="NUL bytes"),
    ],
)
def test_what_is_no_archive_is_refused_and_leaves_nothing(club, settings, data, error):
    import io

    with pytest.raises(error):
        start_import(organisation=club, stream=io.BytesIO(data), name="x", actor=SYSTEM, in_background=False)
    assert not ArchiveImport.objects.exists()
    assert stored_files(settings) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1. 11-15 " + "(" * 100_000 + " 23-19 *", id="100,000 nested parentheses"),
        pytest.param('[Event "' + "x" * 5_000_000 + '"]\n1. 11-15 23-19 *\n', id="a tag of 5 MB"),
        pytest.param('[Event "a\x00b"]\n1. 11-15 23-19 \x00*\n', id="NUL bytes in a record"),
    ],
)
@pytest.mark.every_case
def test_a_monstrous_record_is_read_within_seconds_and_kept_within_bounds(bring_in, text):
    begun = time.process_time()
    archive = bring_in(text.encode())
    assert time.process_time() - begun < 10
    assert archive.state == ImportState.DONE
    for kept in Game.objects.all():
        assert "\x00" not in kept.pdn
        assert len(kept.pdn) <= 1_100_000
        assert len(kept.event) <= 200


# -- whom 1-0 names ----------------------------------------------------------------------------------


def test_the_one_question_is_asked_and_its_answer_corrects_the_winners(bring_in):
    archive = bring_in((game("1. 11-15 23-19", result="1-0") + game("1. 9-14 22-18", result="0-1")).encode())
    assert import_report(archive=archive)["first_result"]["must_ask"]
    assert set(Game.objects.values_list("result", "winner")) == {("1-0", "black"), ("0-1", "white")}
    for answer, winners in (
        (FirstResult.WHITE, {("1-0", "white"), ("0-1", "black")}),
        (FirstResult.BLACK, {("1-0", "black"), ("0-1", "white")}),
    ):
        archive = answer_first_result(actor=SYSTEM, import_id=archive.pk, first_result=answer)
        assert not settle_results(import_id=archive.pk, answer=archive.answers, in_background=False)
        assert set(Game.objects.values_list("result", "winner")) == winners
    assert not import_report(archive=archive)["first_result"]["must_ask"]


def test_a_game_type_settles_it_without_asking(bring_in):
    archive = bring_in(game("1. 11-15 23-19", result="1-0", GameType="21").encode())
    assert not import_report(archive=archive)["first_result"]["must_ask"]


def test_the_question_waits_for_the_end(club):
    import io

    archive = start_import(
        organisation=club,
        stream=io.BytesIO(game("1. 11-15").encode()),
        name="a",
        actor=SYSTEM,
        in_background=False,
    )
    with pytest.raises(ImportStillRunning):
        answer_first_result(actor=SYSTEM, import_id=archive.pk, first_result=FirstResult.WHITE)


# -- single games ------------------------------------------------------------------------------------


def test_a_game_judged_by_another_book_keeps_its_record(club):
    kept = save_game(organisation=club, actor=SYSTEM, text=game("1. 11-15 23-19"))
    again = rejudge_game(actor=SYSTEM, game_id=kept.pk, law_book="wcdf")
    assert (again.law_book, again.pdn, again.move_key) == ("wcdf", kept.pdn, kept.move_key)


def test_a_twin_is_kept_when_a_person_says_so(club):
    first = save_game(organisation=club, actor=SYSTEM, text=game("1. 11-15 23-19"))
    twin = save_game(
        organisation=club, actor=SYSTEM, text=game("1. 11-15 23-19", white="Other, O."), keep_twin=True
    )
    assert (first.twin, twin.twin, first.move_key == twin.move_key) == (0, 1, True)


@pytest.mark.parametrize(
    ("name", "games", "twins", "twice"),
    [
        pytest.param("oca/oca-first-2000.pdn", 2000, 115, 0, marks=pytest.mark.thorough),
        ("lidraughts/frisian.pdn", 14, 0, 0),
        ("wiegerw-pdn/candidate95.pdn", None, 0, 0),
        ("wiegerw-pdn/Tricks_traps_and_shots.pdn", 91, 0, 1),
        ("playstrategy/american.pdn", 30, 0, 6),
        ("wiegerw-pdn/mrcd2006.pdn", 44, 2, 0),
    ],
)
def test_real_archives_lose_no_game(bring_in, shared_dir, name, games, twins, twice):
    archive = bring_in((shared_dir / "pdn" / name).read_bytes())
    assert archive.state == ImportState.DONE
    assert archive.games_illegal == 0
    assert archive.games_seen == archive.games_kept + archive.duplicates
    assert (archive.twins, archive.duplicates) == (twins, twice)
    if games:
        assert archive.games_seen == games
