"""Two people change one thing at once: the change of neither is lost, and nothing is made twice."""

import pytest
from lost_changes import SCENES
from processes import site_on

pytestmark = [pytest.mark.processes, pytest.mark.slow]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(request, tmp_path_factory, templates):
    """A site on each database; nothing is served."""
    with site_on(request.param, tmp_path_factory.mktemp("lost-changes")) as made:
        made.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
        made.imports = "import json\nimport logging\nimport lost_changes\n"
        made.migrate(templates)
        made.preload("lost_changes")
        yield made


def raced(site, scene, names=(), prepare=""):
    return site.shell(
        f"logging.disable(logging.CRITICAL)\n{prepare}"
        f"print(json.dumps(lost_changes.race_cases({scene!r}, {names!r})))"
    )


@pytest.mark.parametrize("scene", SCENES)
def test_of_two_changes_at_once_none_is_lost(site, scene):
    found = raced(site, scene)
    assert [one for one in found if one[1][1] or one[2][1]] == []
    assert [one for one in found if one[3] != one[4]] == []
    if site.env["DATABASE_URL"] and scene.startswith("Changed"):  # SQLite leaves to chance which one is first
        assert {(one[1][0], one[2][0]) for one in found} == {(200, 409)}, "the undo is refused"
    site.run("audit", "verify")


ONCE = """
from club.audit import services
def reverse_once(reversal, entry, actor):
    reversal(entry=entry, actor=actor)
    return True
services._reverse_alone = reverse_once
"""


def test_an_undo_that_does_not_look_again_is_found(site):
    """The negative control."""
    if not site.env["DATABASE_URL"]:
        pytest.skip("SQLite has one writer")
    names = ["item", "form", "membership"]
    found = raced(site, "ChangedClub", names, ONCE)
    assert [one[0] for one in found if one[3] != one[4]] == names
