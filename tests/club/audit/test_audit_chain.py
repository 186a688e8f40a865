"""The trail: no entry can be changed, none can be missing, and a chain that was tampered with is found."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from processes import Site, own_database

from club.audit import audit_seals
from club.audit import log as audit
from club.audit import triggers as audit_triggers
from club.audit.models import AuditLogViolation
from club.audit.selectors import verify_chains
from club.core.actor import SYSTEM, Actor
from club.models import AuditEntry, HelperPass, Person, User

PASS = {"expires_at": "2030-01-01T00:00Z", "secret_hash": "s", "code_hash": "c"}


def write(club, count=3, actor=SYSTEM):
    with transaction.atomic():
        return [
            audit.record("club.test.done", club, actor=actor, organisation_id=club.pk, after={"n": n})
            for n in range(count)
        ]


def verified(*options):
    out = io.StringIO()
    try:
        call_command("audit", "verify", *options, stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


# -- nothing is changed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda entry: entry.save(), id="saved again"),
        pytest.param(lambda entry: entry.delete(), id="deleted"),
        pytest.param(lambda _: AuditEntry.objects.update(reason="none"), id="a query updates"),
        pytest.param(lambda _: AuditEntry.objects.all().delete(), id="a query deletes"),
        pytest.param(lambda entry: AuditEntry.objects.bulk_update([entry], ["reason"]), id="bulk update"),
        pytest.param(lambda entry: AuditEntry.objects.bulk_create([entry]), id="bulk create"),
    ],
)
def test_the_models_refuse_every_change(club, change):
    with pytest.raises(AuditLogViolation):
        change(write(club)[0])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE club_auditentry SET reason = 'none' WHERE number = 2",
        "UPDATE club_auditentry SET hash = 'none' WHERE number = 2",
        "UPDATE club_auditentry SET user_id = 7 WHERE number = 2",
        "UPDATE club_auditentry SET user_id = NULL, actor_label = 'nobody' WHERE number = 2",
        "DELETE FROM club_auditentry WHERE number = 3",
        "UPDATE club_auditchain SET length = 1",
        "UPDATE club_auditchain SET last_hash = 'none'",
        "DELETE FROM club_auditchain",
    ],
)
def test_the_database_refuses_every_change(club, statement):
    write(club)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        connection.cursor().execute(statement)
    assert verified()[0] == 0


@pytest.mark.skipif(connection.vendor != "sqlite", reason="INSERT OR REPLACE is SQLite's")
def test_sqlite_refuses_to_replace_an_entry(club):
    write(club)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        connection.cursor().execute(
            "INSERT OR REPLACE INTO club_auditentry SELECT * FROM club_auditentry WHERE number = 2"
        )


def test_a_deleted_account_and_pass_leave_their_names_on_the_trail(club):
    user = User.objects.create_user("wyllie@north.example", first_name="James", last_name="Wyllie")
    held = HelperPass.objects.create(organisation=club, label="Board 1", **PASS)
    write(club, actor=Actor.of_user(user))
    write(club, actor=Actor(label=held.label, helper_pass=held))
    user.delete()
    held.delete()
    assert {(e.user_id, e.helper_pass_id) for e in AuditEntry.objects.all()} == {(None, None)}
    assert {entry.actor_label for entry in AuditEntry.objects.all()} == {"James Wyllie", "Board 1"}
    assert verified()[0] == 0


@pytest.mark.django_db(transaction=True)
def test_the_guard_comes_back_after_a_table_was_rebuilt():
    audit_triggers.lift(connection)
    assert not audit_triggers.is_set_up(connection)
    call_command("migrate", verbosity=0)
    assert audit_triggers.is_set_up(connection)


# -- the proof ---------------------------------------------------------------------------------------


def tamper(statement):
    with audit_triggers.lifted(connection):
        connection.cursor().execute(statement)


@pytest.mark.parametrize(
    ("statement", "number", "what"),
    [
        pytest.param("UPDATE club_auditentry SET reason = 'x' WHERE number = 3", 3, "said", id="a reason"),
        pytest.param(
            "UPDATE club_auditentry SET actor_label = 'x' WHERE number = 2", 2, "said", id="who acted"
        ),
        pytest.param(
            "UPDATE club_auditentry SET at = '2001-01-01 00:00:00+00:00' WHERE number = 4",
            4,
            "said",
            id="when",
        ),
        pytest.param("DELETE FROM club_auditentry WHERE number = 3", 3, "gap", id="one taken out"),
        pytest.param("DELETE FROM club_auditentry WHERE number >= 4", 4, "end", id="the end cut off"),
        pytest.param(
            "UPDATE club_auditentry SET previous_hash = 'x' WHERE number = 5", 5, "previous", id="a link"
        ),
        pytest.param("UPDATE club_auditchain SET last_hash = 'x'", 5, "end", id="the head's hash"),
        pytest.param("UPDATE club_auditchain SET length = 3", 3, "end", id="the head's length"),
    ],
)
def test_the_first_broken_link_is_named(club, statement, number, what):
    write(club, 5)
    assert verified()[0] == 0
    tamper(statement)
    code, told = verified("--json")
    (chain,) = json.loads(told)["chains"]
    assert (code, chain["broken"]["number"], chain["broken"]["what"]) == (1, number, what)
    code, told = verified()
    assert code == 1
    assert f"club:{club.pk}: broken at number {number}" in told


def test_an_entry_resealed_by_a_forger_breaks_the_next_link(club):
    write(club, 4)
    entry = AuditEntry.objects.get(number=2)
    entry.reason = "forged"
    with audit_triggers.lifted(connection):
        forged = {"reason": "forged", "hash": audit_seals.entry_hash(entry)}
        AuditEntry._base_manager.filter(number=2).update(**forged)
    (chain,) = verify_chains()
    assert (chain.broken.number, chain.broken.what) == (3, "previous")


def test_facts_of_every_kind_can_be_proved_again(club):
    told = {"text": "ё € \U0001f4a1", "float": 0.1, "none": None, "list": [1, {"z": 1, "a": 2}], "big": 2**60}
    with transaction.atomic():
        audit.record("club.test.done", club, actor=SYSTEM, before=told, after=told, reason="ä\n\tx")
    assert verified()[0] == 0


def test_an_entry_stands_in_the_chain_of_the_club_of_its_row(club):
    person = Person.objects.create(organisation=club, name="Bob")
    with transaction.atomic():
        taken = audit.record("club.test.done", person, actor=SYSTEM)
        said = audit.record("club.test.done", person, actor=SYSTEM, organisation_id=None)
        of_no_club = audit.record("club.test.done", User.objects.create_user("a@b.example"), actor=SYSTEM)
    assert [taken.chain.key, taken.organisation_id] == [f"club:{club.pk}", club.pk]
    assert {said.chain.key, of_no_club.chain.key} == {audit.SITE_CHAIN}


def test_outside_a_transaction_nothing_is_recorded(transactional_db):
    with pytest.raises(RuntimeError):
        audit.record("club.test.done", None, actor=SYSTEM)


# -- many at once ------------------------------------------------------------------------------------

TOGETHER = Path(__file__).with_name("audit_writers.py")


@pytest.fixture(scope="module")
def writers(tmp_path_factory, templates):
    """What many writers did in one process, with the lock and without it."""
    with own_database() as url:
        site = Site(tmp_path_factory.mktemp("writers"), database_url=url)
        site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
        site.migrate(templates)
        done = subprocess.run(
            [sys.executable, str(TOGETHER)],
            env=site.env,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.processes
def test_many_writers_leave_no_gap_and_no_fork(writers):
    assert writers["locked"] == {"raised": [], "entries": 160, "broken": None, "numbers": 160}


def test_without_the_lock_the_same_writers_collide(writers):
    """The negative control: a head that is read before its turn gives two entries one number."""
    assert {raised.split(":")[0] for raised in writers["unlocked"]["raised"]} == {"IntegrityError"}
