"""Reports that were damaged at random: every command that reads them answers or refuses, in words."""

import io
import random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from effort import amount
from small_reports import player_line, team_line, trf
from worlds import world

from club.models import Organisation

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

SEED = 2026
MUTATED = amount(120, 3000)
MAX_REWRITE = 6
COMMANDS = (
    ("pair",),
    ("pair", "--explain", "--format", "json"),
    ("check_pairings",),
    ("standings", "--tie-breaks", "PTS,BH/C1,FB,SB,AOB,DE,WIN,BPG,PS,ARO,TPR,KS"),
    ("import_section", "--club", "north"),
)


def swiss():
    return trf(
        player_line(1, "2.0", "3w1", "2b1"),
        player_line(2, "1.0", "4b1", "1w0"),
        player_line(3, "1.5", "1b0", "-U", "4w "),
        player_line(4, "0.0", "2w0", "5b-", "3b "),
        player_line(5, "1.5", "-H", "4w+"),
        "240 Z 003    2",
        "250       1.0 001 002 0001 0002",
        "260 001 004    1    5",
        "299          -1.0  999    4",
        head=(
            *("012 Open", "022 Town", "042 2026/03/15", "052 2026/03/16", "062 5", "092 Individual", "102 A"),
            *("112 B", "142 5", "152 W", "162  W 1.0    D 0.5    P 1.0", "192 FIDE_DUTCH", "202 BH/C1,SB"),
        ),
    )


def accelerated():
    lines = (player_line(number, "0.0") for number in range(1, 9))
    return trf(*lines, head=("012 Baku", "142 5", "192 FIDE_DUTCH_BAKU"))


def table():
    return trf(
        player_line(1, "1.0", "4w1", "3b "),
        player_line(2, "0.0", "-Z"),
        player_line(3, "0.0", "", "1w "),
        player_line(4, "0.0", "1b0"),
        "240 Z 003    4",
        head=("012 Table", "142 6", "192 FIDE_DOUBLEROUNDROBIN"),
    )


def older():
    return trf(
        player_line(1, "3.0", "2w1", "3b="),
        player_line(2, "2.0", "1b0", "-F"),
        player_line(3, "3.0", "-F", "1w="),
        "XXR 4",
        "XXC rank black1",
        "XXS W=2 D=1 L=0 PAB=2",
        "XXZ 2",
        "XXP 1 3",
        "XXA    3  1.0  1.0",
        "BBW  2.0",
        head=("012 Older", "092 Individual: Swiss-System"),
    )


def teams(code="FIDE_TEAM_TYPEA_MP_GP"):
    return trf(
        team_line(1, "Red", 1, 2, points=("2.0", "1.5")),
        team_line(2, "Blue", 3, 4, points=("0.0", "0.5")),
        team_line(3, "Green", 5, 6),
        player_line(1, "1.0", "3w1", "5b "),
        player_line(2, "0.5", "4b=", "6w "),
        player_line(3, "0.0", "1b0"),
        player_line(4, "0.5", "2w="),
        player_line(5, "0.0", "", "1w "),
        player_line(6, "0.0", "", "2b "),
        "300   2   3   1    5    6",
        "320  1.0  1.0   3   2",
        "330 +-   3   1   2",
        head=("012 Teams", "142 5", f"192 {code}", "352 WB", "362 TW 2.0   TD 1.0   TL 0.0"),
    )


def older_teams():
    return trf(
        player_line(1, "1.0", "3w1"),
        player_line(2, "1.0", "4b1"),
        player_line(3, "0.0", "1b0"),
        player_line(4, "0.0", "2w0"),
        f"013 {'Red':<32}   1    2",
        f"013 {'Blue':<32}   3    4",
        head=("012 Older teams", "XXR 3"),
    )


REPORTS = (swiss, accelerated, table, older, teams, lambda: teams("FIDE_TEAM_ROUNDROBIN"), older_teams)


# -- damage ------------------------------------------------------------------------------------------


def drop_line(chance, lines):
    lines.pop(chance.randrange(len(lines)))


def repeat_line(chance, lines):
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))


def swap_codes(chance, lines):
    one, other = (chance.randrange(len(lines)) for _ in "12")
    lines[one], lines[other] = lines[other][:3] + lines[one][3:], lines[one][:3] + lines[other][3:]


def cut_line(chance, lines):
    at = chance.randrange(len(lines))
    lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]


def shift_line(chance, lines):
    at = chance.randrange(len(lines))
    place = chance.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:place] + chance.choice([" ", "  ", "x", "\t"]) + lines[at][place:]


def change_letter(chance, lines):
    at = chance.randrange(len(lines))
    if text := lines[at]:
        place = chance.randrange(len(text))
        letter = chance.choice("0123456789-+=WDLXUFHZwb .,²٣Ää\x00\u2028")
        lines[at] = text[:place] + letter + text[place + 1 :]


def change_number(chance, lines):
    """Another number in place of one, right-aligned as it was."""
    at = chance.randrange(len(lines))
    words = lines[at][4:].split()
    if words:
        old, new = (
            chance.choice(words),
            chance.choice(["0", "1", "2", "9", "99", "999", "9999", "-1", "0.25"]),
        )
        lines[at] = lines[at][:4] + lines[at][4:].replace(old, f"{new:>{len(old)}}", 1)


def blank_columns(chance, lines):
    at = chance.randrange(len(lines))
    place = chance.randrange(3, max(len(lines[at]), 4))
    width = chance.choice([1, 4, 10])
    lines[at] = lines[at][:place] + " " * width + lines[at][place + width :]


def copy_columns(chance, lines):
    one, other = (chance.randrange(len(lines)) for _ in "12")
    place, width = chance.choice([4, 48, 84, 91, 101]), chance.choice([4, 10])
    part = lines[other][place : place + width].ljust(width)
    lines[one] = lines[one].ljust(place)[:place] + part + lines[one][place + width :]


def make_absent(chance, lines):
    numbers = chance.sample(range(1, 9), chance.randint(1, 8))
    lines.append(
        f"240 {chance.choice('ZHF')} {chance.randint(1, 4):03d} " + " ".join(f"{n:4d}" for n in numbers)
    )


def keep_few(chance, lines):
    del lines[chance.randrange(len(lines)) :]


def change_code(chance, lines):
    codes = (
        "FIDE_DUTCH",
        "FIDE_ROUNDROBIN",
        "BERGER_DOUBLEROUNDROBIN",
        "FIDE_BURSTEIN",
        "FIDE_TEAM",
        "_BAKU",
    )
    lines.append(f"{chance.choice(['192', '092'])} {chance.choice(codes)}")


DAMAGES = (
    *(drop_line, repeat_line, swap_codes, cut_line, shift_line, change_letter, change_number, blank_columns),
    *(copy_columns, make_absent, keep_few, change_code),
)


def mutated(number):
    chance = random.Random(f"{SEED}-{number}")  # noqa: S311 - damage, not secrets
    lines = chance.choice(REPORTS)().decode().splitlines()
    for _ in range(chance.choice([1, 1, 2, MAX_REWRITE])):
        if lines:
            chance.choice(DAMAGES)(chance, lines)
    return ("\n".join(lines) + "\n").encode(chance.choice(["utf-8", "utf-8", "latin-1"]), "replace")


@world
def north():
    return Organisation.objects.create(slug="north", name="North")


def answer(command, path):
    """What a command prints, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with transaction.atomic():
        try:
            call_command(command[0], str(path), *command[1:], stdout=out, stderr=err)
        except CommandError as refusal:
            code = refusal.returncode
            err.write(str(refusal))
        except SystemExit as end:
            code = end.code
        transaction.set_rollback(True)
    return code, out.getvalue(), err.getvalue()


def test_every_command_answers_or_refuses_a_damaged_report(north, tmp_path):
    path = tmp_path / "damaged.trf"
    codes = set()
    for number in range(MUTATED):
        path.write_bytes(mutated(number))
        for command in COMMANDS:
            told = f"number {number}, {command[0]}:\n{path.read_bytes().decode('utf-8', 'replace')}"
            try:
                code, out, err = answer(command, path)
            except Exception as crash:
                raise AssertionError(told) from crash
            assert (out if code == 0 else out + err).strip(), told
            codes.add((command[0], code))
    assert codes >= {(command[0], code) for command in COMMANDS for code in (0, 2)} | {("check_pairings", 1)}


def test_the_reports_are_read_when_nothing_is_damaged(north, tmp_path):
    for make in REPORTS:
        path = tmp_path / "sound.trf"
        path.write_bytes(make())
        for command in COMMANDS:
            code, _out, err = answer(command, path)
            assert code < 2 or "--round" in err, (command, err)
