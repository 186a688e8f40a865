"""A static copy of an event whose texts are markers: they are text on its pages and in no name of a file."""

import re

import pytest
from effort import amount
from planted import Garden, faults_of_page, plant_records, plant_rows
from planted_corpus import marker, numbers_in
from test_static_copy import copy_of, event, pages, pages_of  # noqa: F401 - fixtures

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

PLAIN_NAME = re.compile(r"[\w.-]+", re.ASCII)


def faults_of_copy(folder):
    """Return what markers became in the pages and names of a copy."""
    names = (path.name for path in folder.rglob("*"))
    found = [f"a name: {name!r}" for name in names if not PLAIN_NAME.fullmatch(name)]
    for path, text in pages_of(folder).items():
        found += [f"{path.relative_to(folder)}: {one}" for one in faults_of_page(text)]
    return found


@pytest.mark.parametrize("turn", range(amount(2, 12)))
def test_markers_are_text_on_every_page_of_a_copy(turn, event, tmp_path, record_property):  # noqa: F811
    garden = plant_rows(Garden(50 * turn))
    plant_records(garden)
    event.refresh_from_db()
    folder = copy_of(event, tmp_path / "copy")
    texts = pages_of(folder)
    seen = set().union(*(numbers_in(text) for text in texts.values()))
    assert faults_of_copy(folder) == []
    assert {path.name for path in tmp_path.iterdir()} == {"copy"}
    assert len(texts) > 10
    assert len(seen & set(garden.plants)) > 5
    record_property("pages, markers seen", (len(texts), len(seen)))


def test_a_name_that_is_not_escaped_is_found(event, tmp_path):  # noqa: F811
    """The negative control: a copier that gives one name out as it is."""
    folder = copy_of(event, tmp_path / "copy")
    assert faults_of_copy(folder) == []
    page = next(iter(pages_of(folder)))
    page.write_text(page.read_text("utf-8").replace("</body>", f"{marker(7, 0)}</body>"), "utf-8")
    (folder / "<b>.html").touch()
    assert len(faults_of_copy(folder)) == 2
