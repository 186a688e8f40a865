"""The command `paper`: which sheets it writes, where, and what it refuses."""

import json
from io import StringIO

import pytest
from club_evening import played_of, published_of, section_of
from django.core.management import CommandError, call_command
from pdf_pages import read_pages
from worlds import world

from club.core.actor import SYSTEM
from tournaments.events.services.events import add_section
from tournaments.management.commands import paper as paper_command
from tournaments.printing.pages.print_orders import CHOICES
from tournaments.printing.pages.sheets import KINDS

pytestmark = pytest.mark.django_db


@world
def played():
    """A section with a played round and a published one."""
    section = section_of(7)
    played_of(section)
    published_of(section)
    return section


def paper(*words, **options):
    out, err = StringIO(), StringIO()
    call_command("paper", *map(str, words), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def refused(*words, **options):
    with pytest.raises(CommandError) as refusal:
        paper(*words, **options)
    assert refusal.value.returncode == 2
    return str(refusal.value)


def text_of(path):
    return "\n".join(page.extract_text() for page in read_pages(path.read_bytes()))


def test_kinds_are_listed_as_text_and_as_json():
    out, _err = paper()
    assert [line.split("\t")[:2] for line in out.splitlines()][:2] == [
        ["wall-boards", "round"],
        ["wall-names", "round"],
    ]
    listed = json.loads(paper("--json")[0])["kinds"]
    assert [kind["key"] for kind in listed] == list(KINDS)
    assert {kind["key"] for kind in listed if kind["has_codes"]} == {"check-in", "board-cards", "slips"}


def test_a_sheet_goes_into_a_file_in_its_language(played, tmp_path):
    path = tmp_path / "wall.pdf"
    out, _err = paper(f"{played.event.slug}/{played.slug}", "wall-boards", path, "--round=1", "--language=nl")
    assert out == f"{path}\n"
    assert "Ronde 1" in text_of(path)


def test_a_sheet_in_a_folder_is_named_by_event_section_and_round(played, tmp_path):
    out, _err = paper(played.pk, "by-name", f"{tmp_path}/new/", "--json")
    name = f"{tmp_path}/new/{played.event.slug}-{played.slug}-round-2-by-name.pdf"
    assert json.loads(out) == {
        "files": [{"file": name, "section": played.pk, "kind": "by-name"}],
        "left_out": [],
    }


def test_a_sheet_goes_to_stdout(played, capfdbinary):
    call_command("paper", str(played.pk), "standings", "-")
    assert read_pages(capfdbinary.readouterr().out)


def test_all_writes_every_kind_of_every_section_that_is_ready(played, tmp_path):
    second = add_section(event_id=played.event_id, name="Juniors", preset="blitz", actor=SYSTEM)
    out, err = paper(played.event.slug, "all", tmp_path, "--site=https://club.example")
    of_round = [key for key, kind in KINDS.items() if kind.of_round]
    assert len(out.splitlines()) == 2 * (len(KINDS) - 1) - len(of_round)
    assert {path.name for path in tmp_path.iterdir()} == {
        line.rpartition("/")[2] for line in out.splitlines()
    }
    assert err.splitlines() == [f"{key}: there is no round in {second}." for key in of_round]


def test_place_and_day_of_certificates_are_chosen_or_left_out(played, tmp_path):
    path = tmp_path / "one.pdf"
    paper(played.pk, "certificates", path, "--place=Château-sur-Été", "--day=2026-05-31", "--language=en")
    assert "Château-sur-Été" in text_of(path)
    assert "2026" in text_of(path)
    paper(played.pk, "certificates", path, "--place=", "--day=", "--force")
    assert "2026" not in text_of(path)


def test_the_command_has_every_choice_of_the_page():
    assert set(CHOICES) == set(paper_command.CHOICES)


def test_nothing_is_overwritten_without_force(played, tmp_path):
    path = tmp_path / "wall.pdf"
    path.write_bytes(b"mine")
    assert str(path) in refused(played.pk, "standings", path)
    assert path.read_bytes() == b"mine"
    paper(played.pk, "standings", path, "--force")
    assert read_pages(path.read_bytes())


def test_one_known_file_stops_all_the_others(played, tmp_path):
    paper(played.pk, "standings", tmp_path)
    refused(played.pk, "all", tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_codes_need_the_address_of_the_site(played, tmp_path):
    _out, err = paper(played.pk, "check-in", tmp_path / "door.pdf")
    assert "--site" in err
    paper(played.pk, "check-in", tmp_path / "code.pdf", "--site=https://club.example")
    assert "https://club.example/q/c/" in text_of(tmp_path / "code.pdf")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["nowhere", "standings", "x.pdf"], "nowhere", id="no such place"),
        pytest.param(["PLACE", "standings"], "output", id="no output"),
        pytest.param(["PLACE", "all", "-"], "stdout", id="many sheets on stdout"),
        pytest.param(["PLACE", "by-board", "-", "--round=9"], "9", id="no such round"),
        pytest.param(["PLACE", "standings", "-", "--size=a9"], "a9", id="no such size"),
        pytest.param(["PLACE", "certificates", "-", "--design=gothic"], "gothic", id="no such design"),
        pytest.param(["PLACE", "certificates", "-", "--day=soon"], "soon", id="no such day"),
    ],
)
def test_refusals_name_what_is_wrong(played, words, told):
    assert told in refused(*(str(played.pk) if word == "PLACE" else word for word in words))


def test_a_folder_that_cannot_be_written_is_refused(played, tmp_path):
    (tmp_path / "file").write_text("")
    assert "file" in refused(played.pk, "standings", tmp_path / "file" / "wall.pdf")
