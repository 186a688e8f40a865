"""`manage.py pair` and `manage.py check_pairings`: output, exit codes, refusals."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from small_reports import HEAD, player_line, trf

from tournaments.pairing.registry import known_type_codes

FOUR = [player_line(number, "0.0") for number in (1, 2, 3, 4)]
PLAYED = (
    player_line(1, "1.0", "3w1"),
    player_line(2, "0.5", "4b="),
    player_line(3, "0.0", "1b0"),
    player_line(4, "0.5", "2w="),
)


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(*lines, head=HEAD, name="club.trf"):
        (tmp_path / name).write_bytes(trf(*lines, head=head))
        return name

    return write


def pair(*arguments, command="pair", **options):
    out, err = io.StringIO(), io.StringIO()
    call_command(command, *arguments, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def check(*paths):
    """What the check prints, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_pairings", *paths, stdout=out, stderr=err)
    except SystemExit as end:
        return out.getvalue(), err.getvalue(), end.code
    return out.getvalue(), err.getvalue(), 0


def test_the_first_round_of_four(write):
    assert pair(write(*FOUR)) == ("1 1 1 3\n1 2 4 2\n", "")


def test_the_allocated_bye_is_the_last_board_against_nobody(write):
    assert pair(write(*FOUR[:3]))[0] == "1 1 1 2\n1 2 3 0\n"


def test_the_next_round_is_the_one_after_the_last_that_is_paired(write):
    """chesspairing 0.2.2 sets the current round one too low and repeats the first."""
    assert pair(write(*PLAYED))[0] == "2 1 2 1\n2 2 3 4\n"


def test_a_round_by_its_number_looks_at_nothing_later(write):
    assert pair(write(*PLAYED), "--round", "1")[0] == "1 1 1 3\n1 2 4 2\n"


def test_no_legal_pairing_is_said_and_is_no_failure(write):
    assert pair(write(*FOUR[:2], "260 001 005    1    2"))[0] == "1 none\n"


def test_as_json(write):
    said = json.loads(pair(write(*FOUR[:3]), "--format", "json")[0])
    assert said == {
        "file": "club.trf",
        "round": 1,
        "rounds": 5,
        "system": "fide_dutch_2026",
        "regulation": "FIDE C.04.3",
        "in_force_from": "2026-02-01",
        "accelerated": False,
        "possible": True,
        "pairs": [{"board": 1, "white": 1, "black": 2}, {"board": 2, "white": 3, "black": 0}],
        "mended": [],
    }


def test_as_json_with_reasons(write):
    said = json.loads(pair(write(*PLAYED), "--format", "json", "--explain")[0])
    assert [bracket["score"] for bracket in said["brackets"]] == ["1.0", "0.5", "0.0"]
    assert said["brackets"][0]["down"] == [1]
    assert said["brackets"][1]["pairs"][0] == {
        "white": 2,
        "black": 1,
        "meeting": [
            {
                "code": "float",
                "rule": "C.04.3 1.4",
                "facts": {"down": 1, "down_score": 10, "up": 2, "up_score": 5},
            },
            {
                "code": "next_best_boards",
                "rule": "C.04.3 C12",
                "facts": {"instead": "4-1, 2-3", "criterion": "C12", "more": 1},
            },
        ],
        "colour": {"code": "colour_preferences", "rule": "C.04.3 5.2.1", "facts": {"player": 1}},
    }


def test_the_reasons_bracket_by_bracket(write):
    assert pair(write(*PLAYED), "--explain")[0].splitlines() == [
        "2 1 2 1",
        "2 2 3 4",
        "# Score bracket 1.0",
        "#   float down: 1",
        "# Score bracket 0.5",
        (
            "#   2-1  1 floats down, 2 meets a higher score (C.04.3 1.4); otherwise 4-1, 2-3, "
            "which is worse (C.04.3 C12); colour preferences of both players (C.04.3 5.2.1)"
        ),
        "#   float down: 4",
        "# Score bracket 0.0",
        (
            "#   3-4  4 floats down, 3 meets a higher score (C.04.3 1.4); otherwise 4-1, 2-3, "
            "which is worse (C.04.3 C12); colour preferences of both players (C.04.3 5.2.1)"
        ),
    ]


def test_traps_are_told_beside_the_pairs(write):
    out, err = pair(write(*FOUR, "999 later"))
    assert out.startswith("1 1 1 3\n")
    assert err == "club.trf:9: No record has the code “999”; the line was stored but not used.\n"


def test_what_had_to_be_assumed_is_told(write):
    _out, err = pair(write(*FOUR, head=HEAD[:2]))
    assert err.splitlines() == [
        "club.trf: The report names no pairing system (record 192); fide_dutch_2026 was assumed.",
        "club.trf: The initial colour is missing (record 152); White was assumed.",
    ]


@pytest.mark.parametrize(
    ("head", "arguments", "said"),
    [
        pytest.param(
            (*HEAD[:3], "192 FIDE_DUTCH_2017"),
            (),
            "names the text of 2017, which is not supported",
            id="2017",
        ),
        pytest.param((*HEAD[:3], "192 FIDE_DUTCH_2017_BAKU"), (), "the text of 2017", id="2017 accelerated"),
        pytest.param(
            (*HEAD[:3], "192 FIDE_BURSTEIN"),
            (),
            "Known codes: FIDE_DUTCH, FIDE_DUTCH_BAKU, FIDE_DUTCH_2026, FIDE_DUTCH_2026_BAKU,",
            id="unknown code",
        ),
        pytest.param(HEAD, ("--round", "6"), "Round 6 cannot be paired: the tournament has 5", id="round"),
        pytest.param(HEAD, ("--round", "0"), "Round 0 cannot be paired", id="round 0"),
        pytest.param(
            (*HEAD[:3], "162  W 3.0    D 1.0", "192 FIDE_DUTCH_BAKU"),
            (),
            "two draws to equal a win",
            id="Baku",
        ),
    ],
)
def test_a_refusal_says_what_is_known_and_ends_with_2(write, head, arguments, said):
    with pytest.raises(CommandError) as refusal:
        pair(write(*FOUR, head=head), *arguments)
    assert refusal.value.returncode == 2
    assert said in str(refusal.value)


def test_a_2017_file_is_paired_by_the_newer_text_when_asked(write):
    name = write(*FOUR, head=(*HEAD[:3], "192 FIDE_DUTCH_2017"))
    assert pair(name, "--system", "fide_dutch_2026")[0] == "1 1 1 3\n1 2 4 2\n"


def test_an_unreadable_file_is_refused_with_its_line(write):
    name = write(*FOUR, player_line(4, "0.0"))
    with pytest.raises(
        CommandError, match=r"^club\.trf:9: Player 4 already has a record on line 8\."
    ) as refusal:
        pair(name)
    assert refusal.value.returncode == 2


def test_a_missing_file_is_refused(write):
    with pytest.raises(CommandError, match=r"nothing\.trf cannot be read: No such file") as refusal:
        pair("nothing.trf")
    assert refusal.value.returncode == 2


def test_the_check_finds_no_difference(write):
    name = write(
        player_line(1, "1.0", "3w1"),
        player_line(2, "0.5", "4b="),
        player_line(3, "0.0", "1b0"),
        player_line(4, "0.5", "2w="),
    )
    assert check(name) == ("club.trf rounds=1 differences=0\nfiles=1 rounds=1 differences=0\n", "", 0)


def test_the_check_compares_colours_and_pairs_and_goes_on_after_a_bad_file(write):
    colours = write(
        *(player_line(1, "1.0", "3b1"), player_line(2, "0.5", "4b=")),
        *(player_line(3, "0.0", "1w0"), player_line(4, "0.5", "2w=")),
        name="colours.trf",
    )
    pairs = write(
        player_line(1, "1.0", "2w1"), player_line(2, "0.0", "1b0"), *PLAYED_OTHERS, name="pairs.trf"
    )
    bad = write("001", name="bad.trf")
    out, err, code = check(colours, bad, pairs)
    assert out.splitlines() == [
        "colours.trf rounds=1 differences=1",
        "  round=1 file=3-1 system=1-3",
        "pairs.trf rounds=1 differences=2",
        "  round=1 file=1-2 system=1-3,4-2",
        "  round=1 file=3-4 system=1-3,4-2",
        "files=2 rounds=2 differences=3",
    ]
    assert err.startswith("bad.trf:5: Record 001 has no value in column")
    assert code == 2


PLAYED_OTHERS = (player_line(3, "0.5", "4w="), player_line(4, "0.5", "3b="))


def test_a_difference_ends_with_1(write):
    name = write(player_line(1, "1.0", "2w1"), player_line(2, "0.0", "1b0"), *PLAYED_OTHERS)
    assert check(name)[2] == 1


def test_a_round_that_cannot_be_paired_differs_in_every_pair(write):
    name = write(player_line(1, "1.0", "2w1"), player_line(2, "0.0", "1b0"), "260 001 005    1    2")
    assert check(name)[0].splitlines()[1] == "  round=1 file=1-2 system=none"


def test_the_reference_tournaments_have_no_difference(shared_dir):
    folder = shared_dir / "swiss"
    if not folder.is_dir():
        pytest.skip(f"the reference tournaments missing: {folder}")
    out, err, code = check(*(str(folder / f"d{number:03d}.trf") for number in (1, 8, 32, 48, 55)))
    assert (err, code) == ("", 0)
    assert out.splitlines()[-1] == "files=5 rounds=30 differences=0"


# -- other systems -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "rounds"),
    [
        pytest.param("FIDE_ROUNDROBIN", ["1-4 2-3", "4-3 1-2", "2-4 3-1"], id="single"),
        pytest.param("FIDE_DOUBLEROUNDROBIN", ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2"], id="swapped"),
        pytest.param("BERGER_DOUBLEROUNDROBIN", ["1-4 2-3", "4-3 1-2", "2-4 3-1", "4-1 3-2"], id="Berger's"),
    ],
)
def test_tables_are_paired_by_their_codes(write, code, rounds):
    """C.05 annex 1; the last two rounds of the first cycle are swapped in FIDE's double one."""
    path = write(*FOUR, head=("142 6", f"192 {code}"))
    for number, pairs in enumerate(rounds, start=1):
        lines = pair(path, "--round", str(number))[0].splitlines()
        assert {line.split(" ", 2)[2] for line in lines} == {one.replace("-", " ") for one in pairs.split()}


def test_a_round_beyond_the_table_is_refused(write):
    with pytest.raises(CommandError) as refusal:
        pair(write(*FOUR, head=("142 6", "192 FIDE_ROUNDROBIN")), "--round", "4")
    assert refusal.value.returncode == 2


def test_the_swiss_of_matches_is_asked_for_by_its_key(write):
    lines = pair(write(*PLAYED), "--system", "match_swiss")[0].splitlines()
    assert [line.split()[0] for line in lines] == ["2", "2"]
    assert all({"1", "3"} != set(line.split()[2:]) for line in lines)
    assert "# " in pair(write(*PLAYED), "--system", "match_swiss", explain=True)[0]


# -- absent players, and reports that name their system elsewhere --------------------------------------


def system_check(name, **options):
    """What the check prints with a system named, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_pairings", name, stdout=out, stderr=err, **options)
    except SystemExit as end:
        return out.getvalue(), err.getvalue(), end.code
    return out.getvalue(), err.getvalue(), 0


TABLES = [code for code in known_type_codes() if "ROUNDROBIN" in code]


@pytest.mark.parametrize("away", [(2,), (1, 4), (1, 2, 3)])
@pytest.mark.parametrize("code", TABLES)
def test_a_table_pairs_absent_players_and_says_so(write, code, away):
    """C.05: the table does not ask who is there; the games of absent players are forfeits."""
    head, numbers = ("142 6", "152 W", f"192 {code}"), "".join(f" {number:4d}" for number in away)
    out, err = pair(write(*FOUR, f"240 Z 001{numbers}", head=head))
    assert out == pair(write(*FOUR, head=head))[0]
    players = ", ".join(map(str, away))
    assert f"Absent in round 1: {players}. The table still pairs them" in err
    told = json.loads(pair(write(*FOUR, f"240 Z 001{numbers}", head=head), "--format", "json")[0])
    assert [note["facts"]["players"] for note in told["mended"] if note["code"] == "absent_in_table"] == [
        players
    ]


@pytest.mark.parametrize("code", TABLES)
def test_a_table_with_an_absent_player_is_checked(write, code):
    lines = (
        player_line(1, "1.0", "4w1"),
        player_line(2, "0.0"),
        player_line(3, "0.0", "-Z"),
        player_line(4, "0.0", "1b0"),
    )
    out, _err, exit_code = check(write(*lines, head=("142 6", "152 W", f"192 {code}")))
    assert (out.splitlines()[0], exit_code) == ("club.trf rounds=1 differences=0", 0)


@pytest.mark.parametrize("code", known_type_codes())
def test_a_round_from_which_everybody_is_absent_is_refused(write, code):
    away = "".join(f" {number:4d}" for number in (1, 2, 3, 4))
    with pytest.raises(CommandError, match=r"Round 1 cannot be paired\. Players present: 0\.") as refusal:
        pair(write(*FOUR, f"240 Z 001{away}", head=("142 6", "152 W", f"192 {code}")))
    assert refusal.value.returncode == 2


@pytest.mark.parametrize("code", TABLES)
def test_a_table_of_one_player_is_refused(write, code):
    with pytest.raises(CommandError, match=r"Players present: 1\.") as refusal:
        pair(write(FOUR[0], head=("142 6", "152 W", f"192 {code}")))
    assert refusal.value.returncode == 2


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("FIDE_BURSTEIN", "“FIDE_BURSTEIN”, which is not supported"),
        ("Individual: Swiss-System (Burstein)", "(Burstein)”, which is not supported"),
        ("Swiss Dubov", "“Swiss Dubov”, which is not supported"),
        ("Individual: Lim system", "which is not supported"),
    ],
)
def test_record_092_names_a_system_that_is_not_implemented(write, kind, said):
    """bbpPairings 6.0.0 writes its type code into record 092."""
    name = write(*PLAYED, head=("142 5", "152 W", f"092 {kind}"))
    out, err, code = check(name)
    assert (out, code) == ("files=0 rounds=0 differences=0\n", 2)
    assert said in err
    assert system_check(name, system="fide_dutch_2026")[2] == 0
    named = write(*PLAYED, head=("142 5", "152 W", f"092 {kind}", "192 FIDE_DUTCH"))
    assert check(named)[1:] == ("", 0)


@pytest.mark.parametrize(
    ("kind", "system"),
    [
        ("FIDE_DUTCH_2025", "fide_dutch_2026"),
        ("Individual: Round-Robin", "round_robin"),
        ("Double Round Robin", "double_round_robin"),
        ("BERGER_DOUBLEROUNDROBIN", "berger_double_round_robin"),
    ],
)
def test_record_092_names_the_system_where_record_192_is_missing(write, kind, system):
    out, err = pair(write(*FOUR, head=("142 6", "152 W", f"092 {kind}")), "--format", "json")
    told = json.loads(out)
    assert (told["system"], err) == (system, "")
    assert [note["code"] for note in told["mended"]] == ["system_by_kind"]


@pytest.mark.parametrize("kind", ["Individual: Swiss-System", "Limited to 1800", "Sublime Open", ""])
def test_record_092_may_be_any_other_text(write, kind):
    told = json.loads(pair(write(*FOUR, head=("152 W", f"092 {kind}")), "--format", "json")[0])
    assert [note["code"] for note in told["mended"]] == ["system_assumed"]
