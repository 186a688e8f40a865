"""`manage.py replay` and `manage.py compare`: output, exit codes, folders, processes."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line
from django.db import connections
from law_cases import sheet

from games.management import score_files as score_files_module
from games.management.progress import ProgressBar
from games.management.score_batches import BATCH
from games.management.score_files import score_files

REPOSITORY = Path(__file__).resolve().parents[3]
GOOD = sheet("1. 11-15 22-18 2. 15x22 25x18", result="1-0")
BAD = sheet("1. 11-15 22-18 2. 8-11", result="0-1")
GAME_KEYS = {
    "file", "game", "line", "tags", "variant", "variant_source", "plies", "legal", "unreadable",
    "first_error", "findings", "claims", "result", "final_fen",
}  # fmt: skip
ERROR_KEYS = {"ply", "side", "text", "line", "column", "code", "article", "legal_moves", "repairs"}
SUMMARY_KEYS = {
    "games", "with_moves", "legal", "illegal", "unreadable", "plies", "claims", "seconds", "games_per_second",
    "kernel",
}  # fmt: skip


@pytest.fixture
def scores(tmp_path):
    (tmp_path / "good.pdn").write_text(GOOD, encoding="utf-8")
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "BAD.PDN").write_text(GOOD + "\n" + BAD, encoding="utf-8")
    (tmp_path / "night" / "notes.txt").write_text("no score", encoding="utf-8")
    return tmp_path


def replay(*arguments, **options):
    out, err = io.StringIO(), io.StringIO()
    call_command("replay", *map(str, arguments), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def lines(*arguments, **options):
    return [json.loads(line) for line in replay(*arguments, format="jsonl", **options)[0].splitlines()]


def test_one_object_a_game_and_a_summary(scores):
    *games, last = lines(scores / "night" / "BAD.PDN", variant="english")
    assert [set(game) >= GAME_KEYS for game in games] == [True, True]
    assert set(last) == {"summary"}
    assert set(last["summary"]) == SUMMARY_KEYS
    assert last["summary"] == last["summary"] | {
        "games": 2,
        "with_moves": 2,
        "legal": 1,
        "illegal": 1,
        "plies": 6,
    }


def test_the_first_error_tells_place_rule_and_repairs(scores):
    game = lines(scores / "night" / "BAD.PDN", variant="english")[1]
    error = game["first_error"]
    assert set(error) == ERROR_KEYS
    assert (error["ply"], error["side"], error["text"]) == (3, "black", "8-11")
    assert (error["code"], error["article"]) == ("must_capture", "SL-I1a")
    assert error["legal_moves"] == ["15x22"]
    assert (error["line"], error["column"]) == (7, 19)
    assert "15x22" in [repair["text"] for repair in error["repairs"]]
    assert game["variant_source"] == "option"
    assert game["final_fen"].startswith("B:W")
    assert game["result"] == {"tag": "0-1", "terminator": "0-1", "winner": "white", "board": "open"}


def test_a_game_without_fault_has_no_first_error(scores):
    game = lines(scores / "good.pdn")[0]
    assert game["first_error"] is None
    assert (game["legal"], game["unreadable"], game["line"], game["game"]) == (True, False, 1, 1)


def test_what_stops_a_process_is_told_as_in_one_process(scores, monkeypatch):
    monkeypatch.setattr(score_files_module, "MIN_SHARED_SIZE", 0)
    (scores / "empty.pdn").write_bytes(b"")
    err = io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("replay", str(scores / "empty.pdn"), workers=2, stdout=io.StringIO(), stderr=err)
    assert left.value.code == 2
    assert "the file is empty" in err.getvalue()


def test_folders_patterns_and_files_are_taken_once_each(scores):
    named = [str(scores), str(scores / "*.pdn"), str(scores / "good.pdn")]
    assert [path.name for path in score_files(named)] == ["good.pdn", "BAD.PDN"]


def test_text_tells_what_is_wrong_and_by_which_article(scores):
    out, _err = replay(scores, variant="english")
    assert "8-11 was written, but 15x22 was available, and capturing is compulsory (SL-I1a)." in out
    assert "3 games, 2 files: 2 legal, 1 with an illegal move, 0 not checked." in out


def test_law_book_is_an_option(scores):
    game = lines(scores / "night", variant="english", law_book="acf-faq")[1]
    assert game["first_error"]["article"] == "A-M7"


@pytest.mark.parametrize(
    ("tag", "option", "article"),
    [
        pytest.param("wcdf, 2008", None, "WCDF-1.20", id="the record names its book"),
        pytest.param("wcdf, 2008", "acf-faq", "A-M7", id="the option stands above it"),
        pytest.param("house rules", None, "SL-I1a", id="a book that nobody knows"),
    ],
)
def test_a_record_is_judged_by_the_book_it_names(tmp_path, tag, option, article):
    moves = sheet("1. 11-15 22-18 2. 8-11", result="0-1", tags=[("LawBook", tag)])
    (tmp_path / "named.pdn").write_text(moves, encoding="utf-8")
    assert lines(tmp_path / "named.pdn", law_book=option)[0]["first_error"]["article"] == article


def test_more_processes_give_the_same_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(score_files_module, "MIN_SHARED_SIZE", 0)
    path = tmp_path / "many.pdn"
    path.write_text((GOOD + "\n" + BAD + "\n") * (BATCH + 20), encoding="utf-8")
    one, two = lines(path), lines(path, workers=2)
    assert one[:-1] == two[:-1]
    assert one[-1]["summary"]["games"] == two[-1]["summary"]["games"] == 2 * (BATCH + 20)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        pytest.param("gone.pdn", None, "file not found. Check the name.", id="missing"),
        pytest.param("empty.pdn", b"", "the file is empty", id="empty"),
        pytest.param(
            "picture.pdn",
            b"\x89PNG\r\n\x1a\n" + b"\0" * 64,
            "this is a PNG image, not text",
            id="a picture",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_the_others_go_on(scores, name, content, words):
    path = scores / name
    if content is not None:
        path.write_bytes(content)
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("replay", str(path), str(scores / "good.pdn"), format="jsonl", stdout=out, stderr=err)
    assert left.value.code == 2
    assert words in err.getvalue()
    assert json.loads(out.getvalue().splitlines()[-1])["summary"]["games"] == 1


def test_a_folder_without_scores_is_bad_usage(tmp_path):
    with pytest.raises(CommandError) as refused:
        replay(tmp_path)
    assert refused.value.returncode == 2


@pytest.mark.parametrize("workers", [0, -1, 100_000])
def test_a_number_of_processes_that_cannot_be_is_bad_usage(scores, workers):
    with pytest.raises(CommandError) as refused:
        replay(scores, workers=workers)
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["good.pdn"], 0, id="a file that could be read"),
        pytest.param(["night/BAD.PDN"], 0, id="whatever it contains"),
        pytest.param(["good.pdn", "--law-book", "none"], 2, id="no such law book"),
        pytest.param(["good.pdn", "--variant", "chess"], 2, id="no such variant"),
        pytest.param(["gone.pdn"], 2, id="no such file"),
        pytest.param([], 2, id="no file named"),
    ],
)
def test_exit_code(scores, arguments, code, monkeypatch, capfd):
    """As `manage.py` runs a command, but in this process; a process costs a second or two each."""
    monkeypatch.chdir(scores)
    monkeypatch.setattr(connections, "close_all", lambda: None)  # rows of other tests lie behind them
    assert exit_code(["manage.py", "replay", *arguments]) == code
    assert "Traceback" not in capfd.readouterr().err


def exit_code(argv):
    try:
        execute_from_command_line(argv)
    except SystemExit as left:
        return left.code or 0
    return 0


@pytest.mark.parametrize(
    ("name", "code"), [("night/BAD.PDN", 0), pytest.param("gone.pdn", 2, marks=pytest.mark.processes)]
)
def test_exit_code_of_a_process(scores, name, code):
    command = [sys.executable, str(REPOSITORY / "manage.py"), "replay", name]
    done = subprocess.run(command, cwd=scores, capture_output=True, check=False, timeout=600)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr


def test_the_progress_bar_is_drawn_on_a_terminal_only():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        bar = ProgressBar(200, stream)
        bar.show(50, 12)
        bar.close()
    assert "25%" in terminal.getvalue()
    assert "12 games" in terminal.getvalue()
    assert pipe.getvalue() == ""


def compare(*arguments, **options):
    out = io.StringIO()
    call_command("compare", *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def test_compare_shows_where_two_sheets_part(scores):
    out = compare(scores / "good.pdn", scores / "night" / "BAD.PDN")
    assert "Both sheets record the same game." in out
    other = scores / "other.pdn"
    other.write_text(BAD, encoding="utf-8")
    out = compare(scores / "good.pdn", other, variant="english")
    assert "They differ at move 2 (Black)" in out
    assert "Legal moves: 15x22" in out
    assert "not legal here" in out
    assert "The results differ: 1-0 and 0-1." in out


def test_compare_refuses_a_file_it_cannot_read(scores):
    with pytest.raises(CommandError) as refused:
        compare(scores / "good.pdn", scores / "gone.pdn")
    assert refused.value.returncode == 2
    assert "file not found. Check the name." in str(refused.value)


def test_compare_refuses_a_sheet_whose_position_cannot_be_read(scores):
    (scores / "odd.pdn").write_text(sheet("1. 1-5", fen="B:W99:B1"), encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        compare(scores / "good.pdn", scores / "odd.pdn")
    assert refused.value.returncode == 2
    assert "Sheet 2" in str(refused.value)


def test_compare_shows_both_positions_where_the_sheets_start_differently(scores):
    (scores / "a.pdn").write_text(sheet("1. 1-5", fen="B:W32:B1"), encoding="utf-8")
    (scores / "b.pdn").write_text(sheet("1. 1-5", fen="B:W31:B1"), encoding="utf-8")
    out = compare(scores / "a.pdn", scores / "b.pdn")
    assert "Position: B:W32:B1" in out
    assert "On the second sheet: B:W31:B1" in out


def test_what_of_a_record_could_not_be_kept_is_told(tmp_path):
    path = tmp_path / "long.pdn"
    path.write_text('[Event "' + "x" * 100_000 + '"]\n1. 11-15 *\n', encoding="utf-8")
    assert [loss["code"] for loss in lines(path)[0]["losses"]] == ["tag_cut"]
    assert "was truncated" in replay(path)[0]


def test_a_file_of_no_known_kind_is_called_binary(tmp_path):
    path = tmp_path / "nul.pdn"
    path.write_bytes(bytes(5000))
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit):
        call_command("replay", str(path), stdout=out, stderr=err)
    assert "this is binary data, not text" in err.getvalue()


def test_a_long_text_in_a_sentence_is_cut(tmp_path):
    path = tmp_path / "fen.pdn"
    path.write_text(sheet("1. 21-17", fen="W:W" + "21," * 3000), encoding="utf-8")
    assert max(map(len, replay(path)[0].splitlines())) < 500


LATE = sheet("1. 11-15 22-18 2. 8-11 18-14 3. 9x18 23x14")


def test_play_on_judges_what_follows_an_illegal_move(tmp_path):
    path = tmp_path / "late.pdn"
    path.write_text(LATE, encoding="utf-8")
    ended, _summary = lines(path, variant="english")
    assert (ended["plies"], ended["played_on"]) == (2, None)
    game, summary = lines(path, variant="english", play_on=True)
    assert (game["plies"], game["legal"], game["first_error"]["ply"]) == (6, False, 3)
    assert game["played_on"]["plies"] == [3]
    assert summary["summary"]["illegal"] == 1
    path.write_text(game["played_on"]["pdn"], encoding="utf-8")
    again, _summary = lines(path, variant="english")
    assert [again["final_fen"], again["played_on"]["plies"]] == [game["final_fen"], [3]]


def test_the_text_says_that_one_can_play_on_where_a_move_is_illegal(tmp_path):
    path = tmp_path / "late.pdn"
    path.write_text(LATE, encoding="utf-8")
    assert "--play-on" in replay(path, variant="english")[0]
    told = replay(path, variant="english", play_on=True)[0]
    assert "--play-on" not in told
    assert "It was played this way, and play continued from there." in told
    path.write_text(GOOD, encoding="utf-8")
    assert "--play-on" not in replay(path, variant="english")[0]
