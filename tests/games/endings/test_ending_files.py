"""Files of endings: built pair by pair, taken up again after a stop, refused when they are not right."""

import dataclasses
import shutil

import pytest
from django.core.management import CommandError, call_command

from games.compiled import compiled_form
from games.endings import EndingFileRefused, NoEndings, core, open_table
from games.endings.builder import TableBuilder
from games.endings.coverage import rules_digest
from games.endings.files import START, EndingFile
from games.endings.pieces import Pieces, leads_to, pairs_of
from games.endings.retrograde_analysis import build_in_memory, new_codebook
from games.endings.table_store import files_of, folder_of
from games.rules import VARIANTS, Position, Side, derive_from_text, house_facts

ENGLISH = VARIANTS["english"]
HOUSE_RULES = "base=russian; king_flies=no"
UNSHIPPED = derive_from_text(HOUSE_RULES)


def say_nothing(_count):
    """A progress that nobody looks at."""


def build(variant, folder, most_pieces):
    shop = TableBuilder(variant, folder)
    for total in range(2, most_pieces + 1):
        for pair in pairs_of(total):
            shop.build(pair, say_nothing)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*.endings")}


@pytest.fixture
def built(tmp_path):
    """The two-piece table of rules that none is shipped for, a file a pair."""
    build(UNSHIPPED, tmp_path, 2)
    return tmp_path


@pytest.fixture
def shipped_copy(tmp_path):
    (path,) = files_of(ENGLISH, None)
    return shutil.copy(path, tmp_path / path.name)


def test_a_built_table_answers_as_the_one_in_memory(built):
    table, in_memory = open_table(UNSHIPPED, built), build_in_memory(UNSHIPPED, 2)
    assert table.most_pieces == 2
    for fen in ("W:WKh8:BKa1", "W:WKg7:BKa1", "B:Wa1:Bh6", "W:Wa3:BKb8"):
        place = Position.from_fen(fen, UNSHIPPED)
        assert table.probe(place) == in_memory.probe(place)


def test_without_a_file_there_is_no_table(tmp_path):
    assert open_table(UNSHIPPED) is None
    assert open_table(UNSHIPPED, tmp_path) is None


def test_half_of_the_pairs_are_no_table(built):
    next(iter(sorted(folder_of(UNSHIPPED, built).iterdir()))).unlink()
    assert open_table(UNSHIPPED, built) is None


def test_a_table_is_opened_once_and_anew_when_something_was_built(built):
    assert open_table(UNSHIPPED, built) is open_table(UNSHIPPED, built)
    before = open_table(UNSHIPPED, built)
    TableBuilder(UNSHIPPED, built).build(pairs_of(3)[0], say_nothing)
    assert open_table(UNSHIPPED, built) is not before


def test_rules_with_another_name_use_the_same_table():
    own = dataclasses.replace(ENGLISH, key="club_rules", name="Ours", uses_letters=True)
    assert open_table(own).most_pieces == 4


def test_other_rules_have_another_digest_and_not_this_table():
    flying = dataclasses.replace(ENGLISH, key="club_rules", king_flies=True)
    assert rules_digest(flying) != rules_digest(ENGLISH)
    assert open_table(flying) is None


def test_tables_that_were_built_stay_the_ones_of_their_rules():
    """A digest that moves leaves every table behind that people have built."""
    pinned = {"english": "51b33ce3cba9", "russian": "d74665858d0a", "italian": "1dab4ee8d7ec"}
    assert {key: rules_digest(VARIANTS[key])[:12] for key in pinned} == pinned


def test_how_play_begins_makes_no_other_table():
    fewer = dataclasses.replace(ENGLISH, rows_of_men=2, first_to_move=Side.WHITE)
    assert rules_digest(fewer) == rules_digest(ENGLISH)


def test_a_fact_of_a_later_edition_moves_no_digest_where_it_is_what_it_was(monkeypatch):
    before = rules_digest(ENGLISH)
    kept = tuple(name for name in house_facts.FACTS if name != "may_turn_back")
    monkeypatch.setattr(house_facts, "FACTS", kept)
    earlier = rules_digest(ENGLISH)
    assert earlier != before
    monkeypatch.setattr(house_facts, "LATER", {"may_turn_back": "no"})
    assert rules_digest(ENGLISH) == earlier
    assert rules_digest(dataclasses.replace(ENGLISH, may_turn_back=True)) != earlier


def test_a_build_that_was_stopped_goes_on_and_ends_with_the_same_bytes(built, tmp_path):
    whole = contents(built)
    half = tmp_path / "half"
    first, second, third = pairs_of(2)
    TableBuilder(UNSHIPPED, half).build(first, say_nothing)

    def stop(_count):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TableBuilder(UNSHIPPED, half).build(second, stop)
    torn = folder_of(UNSHIPPED, half) / f".{second[0].name}.endings.part"
    torn.write_bytes(b"DRAUGHTS")
    again = TableBuilder(UNSHIPPED, half)
    assert [again.is_done(pair) for pair in (first, second, third)] == [True, False, False]
    again.build(second, say_nothing)
    again.build(third, say_nothing)
    assert contents(half) == whole


def test_both_forms_build_the_same(monkeypatch, built, tmp_path):
    form = compiled_form("games.endings.core")
    if form is None:
        pytest.skip("no compiled form is built")
    for module, names in (
        ("games.endings.retrograde_analysis", ("Codebook", "PairBuilder", "SliceIndex")),
        ("games.endings.builder", ("PairReader", "SliceIndex")),
    ):
        for name in names:
            monkeypatch.setattr(f"{module}.{name}", getattr(core, name))
    interpreted = tmp_path / "interpreted"
    build(UNSHIPPED, interpreted, 2)
    assert contents(interpreted) == contents(built)


def test_a_wrong_value_is_found(built):
    shop = TableBuilder(UNSHIPPED, built)
    pair = pairs_of(2)[0]
    assert shop.check(pair, say_nothing) == []
    codes = shop.book.codes_of(pair[0])
    drawn = codes.index(0)
    codes[drawn] = 2
    with pytest.raises(EndingFileRefused, match="damaged"):  # the head counts otherwise
        shop.check(pair, say_nothing)
    other = codes.index(2, drawn + 1)
    codes[other] = 0
    assert shop.check(pair, say_nothing) == [(pair[0], min(drawn, other))]


def test_captures_and_crownings_lead_to_the_slices_that_are_built_before():
    assert leads_to(Pieces(1, 0, 1, 0)) == {Pieces(1, 0, 0, 1)}
    assert leads_to(Pieces(0, 2, 1, 1)) == {Pieces(1, 0, 0, 2), Pieces(0, 1, 0, 2)}
    for pair in pairs_of(4):
        for pieces in pair:
            earlier = [each for total in (2, 3, 4) for before in pairs_of(total) for each in before]
            reached = leads_to(pieces) - set(pair)
            assert reached <= set(earlier[: earlier.index(pair[0])])


@pytest.mark.parametrize(
    ("key", "code"),
    [
        pytest.param("frisian", "rules_with_memory", id="a king that may not move a fourth time"),
        pytest.param("antidraughts", "other_goal", id="who cannot move wins"),
        pytest.param("breakthrough", "other_goal", id="the first king wins"),
        pytest.param("canadian", "board_too_large", id="72 squares"),
    ],
)
def test_variants_without_tables_are_refused_and_have_none(key, code):
    with pytest.raises(NoEndings) as refused:
        new_codebook(VARIANTS[key])
    assert refused.value.code == code
    assert open_table(VARIANTS[key]) is None


def damaged(path, place, byte=None):
    data = bytearray(path.read_bytes())
    data[place] = data[place] ^ 0xFF if byte is None else byte
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("place", "code"),
    [
        pytest.param(0, "not_an_ending_file", id="another beginning"),
        pytest.param(17, "other_version", id="a version not known"),
        pytest.param(START.size + 10, "damaged", id="a byte of the head"),
    ],
)
def test_a_file_that_is_not_right_is_refused_when_it_is_opened(shipped_copy, place, code):
    damaged(shipped_copy, place)
    with pytest.raises(EndingFileRefused) as refused:
        EndingFile(shipped_copy, ENGLISH)
    assert refused.value.code == code


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "empty.endings").touch()
    with pytest.raises(EndingFileRefused, match="not_an_ending_file"):
        EndingFile(tmp_path / "empty.endings", ENGLISH)


def test_a_file_made_for_other_rules_is_refused(shipped_copy):
    with pytest.raises(EndingFileRefused, match="other_rules"):
        EndingFile(shipped_copy, VARIANTS["italian"])


def test_a_damaged_slice_is_refused_when_it_is_read_and_not_before(shipped_copy):
    damaged(shipped_copy, -1)
    file = EndingFile(shipped_copy, ENGLISH)
    assert file.marks(Pieces(0, 1, 0, 1))
    with pytest.raises(EndingFileRefused, match="damaged"):
        file.marks(pairs_of(4)[-1][-1])


def test_a_file_cut_short_is_refused(shipped_copy):
    shipped_copy.write_bytes(shipped_copy.read_bytes()[:-10])
    with pytest.raises(EndingFileRefused, match="damaged"):
        EndingFile(shipped_copy, ENGLISH).marks(pairs_of(4)[-1][-1])


def test_the_command_builds_tests_and_joins(tmp_path, capsys):
    joined = tmp_path / "joined.endings"
    options = {"house_rules": HOUSE_RULES, "pieces": 2, "folder": tmp_path / "built"}
    call_command("build_endings", check=True, join=joined, **options)
    told = capsys.readouterr().out
    assert "3,488 placements to build" in told
    assert "Every value is what its moves make it." in told
    assert "2 pieces: 3,488 placements" in told
    assert len(EndingFile(joined, UNSHIPPED).entries) == 4
    call_command("build_endings", **options)
    assert "Every slice is there." in capsys.readouterr().out


def test_the_command_that_is_stopped_says_how_to_go_on(tmp_path, monkeypatch):
    def stop(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("games.endings.builder.build_pair", stop)
    with pytest.raises(CommandError, match="goes on from here") as stopped:
        call_command("build_endings", house_rules=HOUSE_RULES, pieces=2, folder=tmp_path)
    assert stopped.value.returncode == 130


def test_the_command_says_which_file_it_refuses(built):
    path = next(folder_of(UNSHIPPED, built).iterdir())
    damaged(path, 0)
    with pytest.raises(CommandError, match="not_an_ending_file") as refused:
        call_command("build_endings", house_rules=HOUSE_RULES, pieces=2, folder=built)
    assert str(path) in str(refused.value)  # the whole path, as it has to be taken away by hand


@pytest.mark.parametrize(
    ("base", "why"),
    [
        ("antidraughts", "not lost by having no move"),
        ("frisian", "depends on the moves before"),
        ("canadian", "more squares than a table can count"),
    ],
)
def test_the_command_says_why_rules_of_a_house_have_no_table(tmp_path, base, why):
    with pytest.raises(CommandError, match=why) as refused:
        call_command("build_endings", house_rules=f"base={base}; rows_of_men=2", pieces=2, folder=tmp_path)
    assert refused.value.returncode == 2


def test_the_command_refuses_a_single_piece():
    with pytest.raises(CommandError, match="it must be 2 to 8"):
        call_command("build_endings", pieces=1)


def test_a_folder_that_cannot_be_is_refused_with_exit_2(tmp_path):
    taken = tmp_path / "file"
    taken.write_text("in the way", encoding="utf-8")
    with pytest.raises(CommandError, match="Not a directory") as refused:
        call_command("build_endings", house_rules=HOUSE_RULES, pieces=2, folder=taken)
    assert refused.value.returncode == 2
