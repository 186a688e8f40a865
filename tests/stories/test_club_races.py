"""Two people in the books, the members and the leagues at once: each is done or refused, without an error.

Every pair of services of a scene meets in a thorough run, a sample of them each time, on both databases.
`test_raced_services.py` compares the services of the scenes with those that lock rows.
"""

import os
import secrets
from itertools import combinations_with_replacement
from random import Random

import pytest
from effort import THOROUGH, amount
from processes import site_on
from race_stages import STAGES

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.sampled]
SEED = secrets.randbits(32) if THOROUGH else 20261129
PAIRS = int(os.environ.get("PAIRS", amount(4, 10_000)))  # of a scene
# Races of which the second finds its row deleted, or settled in another way.
ALWAYS = {
    "Money": [
        *(("pay", "cancel"), ("revert file", "book movement"), ("merge payer", "pay")),
        *(("merge payer", "book run"), ("book run", "merge payer"), ("merge payer", "issue")),
    ],
    "Members": [
        *(("remove_person", "start_membership"), ("merge_persons", "remove_person")),
        *(("remove_household", "settle_person"), ("remove_plan", "change_membership")),
        *(("link_account", "link_it_to_another"), ("add_plan", "add_plan"), ("remove_note", "remove_note")),
        *(("link_account", "ensure_person"), ("add_plan", "change_plan"), ("change_plan", "add_plan")),
    ],
    "Drawn": [("remove player", "answer"), ("strike", "hand in")],
    "Reported": [("accept", "report otherwise")],
    "Planned": [("delete season", "open poll"), ("delete season", "strike")],
    "Rated": [
        *(("change list", "report"), ("remove family", "make screen"), ("make ladder", "make ladder")),
        *(("make event", "make event"), ("make event", "copy event"), ("add venue", "change venue")),
    ],
}
# Races of which the first has a row that refers to one which the second has locked.
REFERRING = {
    "Rated": [
        *(("report", "check in"), ("report", "result"), ("report", "change event"), ("report", "open case")),
        *(("make ladder", "change list"), ("set season", "change list"), ("make token", "rename account")),
        *(
            ("join ladder", "link account"),
            ("bring to ladder", "unlink account"),
            ("add date", "change venue"),
        ),
    ],
}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(request, tmp_path_factory, templates):
    """A site on each database; nothing is served."""
    with site_on(request.param, tmp_path_factory.mktemp("club-races")) as made:
        made.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
        made.imports = (
            "import json\nimport logging\nimport club_races\nimport club_scenes\nimport race_stages\n"
        )
        made.migrate(templates)
        made.preload("club_races", "club_scenes", "race_stages")
        yield made


def names_of(stage):
    return [*STAGES[stage].acts, *(f"undo {action}" for action in STAGES[stage].undone)]


def pairs_of(stage):
    """Return pairs of actions, each also with itself; which one comes first is left to chance."""
    chance = Random(SEED)  # noqa: S311 - no secret
    every = [tuple(chance.sample(pair, 2)) for pair in combinations_with_replacement(names_of(stage), 2)]
    return ALWAYS[stage] + chance.sample(every, min(PAIRS, len(every)))


def raced(site, stage, pairs, *, prepare="", lock="FIRST_LOCK"):
    stage = f"race_stages.STAGES[{stage!r}]"
    return site.shell(
        f"logging.disable(logging.CRITICAL)\n{prepare}"
        f"print(json.dumps(club_races.race_all({stage}, {pairs!r}, lock=club_races.{lock})))"
    )


@pytest.mark.parametrize("stage", STAGES)
def test_of_two_services_on_the_same_rows_each_is_done_or_refused(site, stage, record_property):
    found = raced(site, stage, pairs_of(stage))
    errors = [one for one in found if one[2][1] or one[3][1]]
    assert errors == [], f"seed {SEED}\n" + "\n".join(map(str, errors))
    done = sum(200 in {one[0], other[0]} for _first, _second, one, other in found)
    assert done > len(found) / 2, "where both are refused, nothing was raced"
    site.run("audit", "verify")
    record_property(f"pairs of {stage}, answers of 500", f"{len(found)}, 0, seed {SEED}")


@pytest.mark.parametrize("stage", STAGES)
def test_of_two_services_that_have_locked_their_rows_none_waits_for_the_other(site, stage, record_property):
    """Both wait for the audit chain: a key that the first refers to must not be locked by the second."""
    if not site.env["DATABASE_URL"]:
        pytest.skip("SQLite has no locks of rows")
    found = raced(site, stage, REFERRING.get(stage, []) + pairs_of(stage), lock="CHAIN_LOCK")
    errors = [one for one in found if one[2][1] or one[3][1]]
    assert errors == [], f"seed {SEED}\n" + "\n".join(map(str, errors))
    record_property(f"pairs of {stage} at the audit chain, deadlocks", f"{len(found)}, 0, seed {SEED}")


NAIVE = """
from club.models import MembershipPlan
def naive(*, organisation_id, name, kind, actor):
    same = MembershipPlan.objects.filter(organisation_id=organisation_id, name=name)
    assert not same.exists()
    MembershipPlan.objects.create(organisation_id=organisation_id, name=name, kind=kind)
act = club_scenes.Members.acts["add_plan"]
club_scenes.Members.acts["add_plan"] = act._replace(service=naive)
"""
WITH_KEYS = """
from django.db.models import QuerySet
lock = QuerySet.select_for_update
QuerySet.select_for_update = lambda rows, **given: lock(rows, **{**given, "no_key": False})
"""


def test_a_service_that_reads_before_it_locks_is_found(site):
    """The negative control."""
    ((_first, _second, *answers),) = raced(site, "Members", [("add_plan", "add_plan")], prepare=NAIVE)
    assert sorted(status for status, _error in answers) == [200, 500]


def test_locks_of_keys_are_found(site, record_property):
    """The negative control: a foreign key is checked at the commit, when the audit chain is locked."""
    if not site.env["DATABASE_URL"]:
        pytest.skip("SQLite has no locks of rows")
    pairs = REFERRING["Rated"][:7]  # the keys of the others are changed, and not only locked
    found = raced(site, "Rated", pairs, prepare=WITH_KEYS, lock="CHAIN_LOCK")
    deadlocks = sum("deadlock" in first[1] + second[1] for *_names, first, second in found)
    assert deadlocks == len(pairs)
    record_property("control: deadlocks with locks of keys", f"{deadlocks} of {len(pairs)}")
