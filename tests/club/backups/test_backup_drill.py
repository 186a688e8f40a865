"""The drill: a site with everything in it, backed up from each database and put back into each."""

import contextlib
import os
import signal
import sqlite3
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from effort import amount, sample
from polling import until
from processes import Site, own_database, postgresql_or_skip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="make test-services runs the drill"),
]

FILL = """
import io
from datetime import timedelta
from pathlib import Path
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from club.audit import log as audit
from club.core.actor import SYSTEM, Actor
from games.archive.services.imports import start_import
from games.archive.services.import_slices import read_slice
north = Organisation.objects.create(slug='north', name='North')
user = User.objects.create_user('anna@club.example', 'x', first_name='Anna')
actor = Actor.of_user(user)
for n in range(40):
    with transaction.atomic():
        person = Person.objects.create(name=f'Player {n}', organisation=north)
        facts = {'n': n, 'part': 0.1, 'text': 'Ж'}
        audit.record('club.person.added', person, actor=actor, organisation_id=north.pk, after=facts)
tomorrow = timezone.now() + timedelta(days=1)
hashes = {'secret_hash': 'a', 'code_hash': 'b'}
HelperPass.objects.create(organisation=north, label='Hall', expires_at=tomorrow, **hashes)
Session.objects.create(session_key='s' * 32, session_data='x', expire_date=tomorrow)
games = io.BytesIO(Path('games/demo/nineteenth_century.pdn').read_bytes())
archive = start_import(organisation=north, stream=games, name='a.pdn', in_background=False, actor=SYSTEM)
while read_slice(import_id=archive.pk, number=archive.slices, in_background=False):
    archive.refresh_from_db()
"""
# What a site knows: every row of every kept table, in the archive's own form, hashed.
KNOWN = """
import hashlib, io
from club.backups.state_rows import archived_models, label_of, write_rows
told = {}
for model in archived_models():
    out = io.BytesIO()
    rows = write_rows(model, using='default', stream=out, progress=lambda *_: None)
    told[label_of(model)] = (rows, hashlib.sha256(out.getvalue()).hexdigest())
"""
ENGINES = [
    pytest.param("sqlite", "postgresql"),
    pytest.param("sqlite", "sqlite"),
    pytest.param("postgresql", "sqlite"),
    pytest.param("postgresql", "postgresql"),
]
TELL = "print(json.dumps(told))\n"
# The chains hold, and the next row takes a number of its own: the sequences were set.
PROVE = """
from django.core.management import call_command
from django.db import transaction
call_command('audit', 'verify', stdout=io.StringIO())
with transaction.atomic():
    told['next person'] = Person.objects.create(name='New').pk
    transaction.set_rollback(True)
"""
# The command, which kills itself when it looks at the links between rows: after loading them, or last of all.
KILLED = """
import os, signal
from club.backups.services import restore
from django.core.management import call_command
check, turns = restore._check_foreign_keys, iter(range(2))
def die():
    if next(turns) == {turn}:
        os.kill(os.getpid(), signal.SIGKILL)
    check()
restore._check_foreign_keys = die
call_command('restore', {archive!r}, '--replace')
"""
KILLED_AT = amount((1,), (0, 1))
CHANGED_BY_A_RESTORE = {"club.helperpass", "club.auditentry", "club.auditchain"}


def new_site(folder, *, database_url=""):
    folder.mkdir()
    site = Site(folder, database_url=database_url)
    site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    site.imports = "import json\nfrom club.models import *\n"
    return site


@pytest.fixture(scope="module")
def databases():
    """As many new databases on the server of DATABASE_URL as are asked for."""
    with contextlib.ExitStack() as made:

        def make():
            postgresql_or_skip()
            return made.enter_context(own_database())

        yield make


@dataclass
class Source:
    """A filled site, its archive, and what it knows."""

    site: Site
    archive: Path
    known: dict


@pytest.fixture(scope="module")
def sources(tmp_path_factory, databases, templates):
    """A filled site and its archive, made once for each database."""
    made = {}

    def make(kind):
        if kind not in made:
            folder = tmp_path_factory.mktemp(kind)
            site = new_site(folder / "site", database_url=databases() if kind == "postgresql" else "")
            site.migrate(templates)
            known = site.shell(FILL + KNOWN + TELL)
            archive = folder / "site.tar"
            site.run("backup", str(archive))
            made[kind] = Source(site, archive, known)
        return made[kind]

    return make


@dataclass
class Restored:
    """A site put back from an archive, what the command told, and what the site knew then."""

    site: Site
    told: str
    known: dict


@pytest.fixture(scope="module")
def restored(sources, databases, tmp_path_factory):
    """A site put back from each database into each, once; a test that changes it leaves it good for more."""
    made = {}

    def make(source, target):
        if (source, target) not in made:
            site = target_of(tmp_path_factory.mktemp(f"{source}-{target}"), databases, target)
            told = site.run("restore", str(sources(source).archive))
            made[source, target] = Restored(site, told, site.shell(KNOWN + PROVE + TELL))
        return made[source, target]

    return make


def target_of(tmp_path, databases, kind):
    return new_site(tmp_path / "target", database_url=databases() if kind == "postgresql" else "")


@pytest.mark.parametrize(("source", "target"), sample(ENGINES, one_in=2))
def test_a_site_is_the_same_after_the_drill(sources, restored, source, target):
    origin, copy = sources(source), restored(source, target)
    assert "Restored the state" in copy.told
    before, after, site = origin.known, copy.known, copy.site
    differing = {label for label in before if before[label] != after.get(label)}
    assert differing <= CHANGED_BY_A_RESTORE
    assert before["games.game"][0] > 10
    assert after["club.person"][0] == 40
    assert after["club.auditentry"][0] == before["club.auditentry"][0] + 1
    assert site.query("SELECT count(*) FROM club_helperpass WHERE revoked_at IS NULL")[0][0] == 0
    assert site.query("SELECT count(*) FROM django_session")[0][0] == 0
    media = [path.name for path in (site.folder / "data" / "media").rglob("*.pdn")]
    assert media == [path.name for path in (origin.site.folder / "data" / "media").rglob("*.pdn")]
    assert media
    assert after["next person"] > 40


def state_of(site):
    """Everything in the site's database."""
    if site.env["DATABASE_URL"]:
        return site.shell(KNOWN + TELL)
    with contextlib.closing(sqlite3.connect(site.database)) as database:
        return list(database.iterdump())


def persons(site):
    return site.query("SELECT count(*) FROM club_person")[0][0]


def test_a_filled_site_is_not_replaced_unasked(sources, restored):
    archive, site = sources("sqlite").archive, restored("sqlite", "sqlite").site
    before = state_of(site)
    with pytest.raises(AssertionError, match="The database already contains data"):
        site.run("restore", str(archive))
    assert state_of(site) == before
    assert "Restored" in site.run("restore", "--replace", str(archive))
    assert list((site.folder / "data").glob("club.sqlite3.before-*"))


def damaged(archive, tmp_path, name):
    """A copy with one byte of the named member turned over."""
    copy = tmp_path / "damaged.tar"
    data = bytearray(archive.read_bytes())
    with tarfile.open(archive) as tar:
        member = tar.getmember(name)
        data[member.offset_data + member.size // 2] ^= 0x55
    copy.write_bytes(data)
    return copy


@pytest.mark.parametrize("part", ["tables/games.game.jsonl.gz", "manifest.json"])
def test_a_damaged_part_is_named_and_nothing_is_changed(sources, databases, tmp_path, part):
    archive = sources("sqlite").archive
    site = target_of(tmp_path, databases, "sqlite")
    with pytest.raises(AssertionError, match=rf"damaged \({part}\)"):
        site.run("restore", str(damaged(archive, tmp_path, part)))
    assert not (site.folder / "data" / "club.sqlite3").exists() or site.query(
        "SELECT count(*) FROM sqlite_master"
    ) == [(0,)]


def test_an_archive_cut_short_is_refused(sources, databases, tmp_path):
    archive = sources("sqlite").archive
    short = tmp_path / "short.tar"
    short.write_bytes(archive.read_bytes()[: archive.stat().st_size // 2])
    site = target_of(tmp_path, databases, "sqlite")
    with pytest.raises(AssertionError, match="The archive is damaged"):
        site.run("restore", str(short))


def test_an_archive_of_a_newer_program_is_refused(sources, databases, tmp_path):
    origin, archive = sources("sqlite").site, sources("sqlite").archive
    site = target_of(tmp_path, databases, "sqlite")
    newer = tmp_path / "newer.tar"
    code = (
        "import tarfile, io, hashlib\nfrom club.backups.state_archive import *\n"
        f"old, new = {str(archive)!r}, {str(newer)!r}\n"
        "with tarfile.open(old) as a, tarfile.open(new, 'w') as b:\n"
        "    for m in a:\n"
        "        data = a.extractfile(m).read()\n"
        "        if m.name == MANIFEST:\n"
        "            said = json.loads(data); said['migrations']['club'].append('9999_later')\n"
        "            data = json.dumps(said).encode(); proof = hashlib.sha256(data).hexdigest().encode()\n"
        "        if m.name == PROOF: data = proof\n"
        "        add_stream(b, name=m.name, stream=io.BytesIO(data), size=len(data))\n"
        "print('null')"
    )
    origin.shell(code)
    with pytest.raises(AssertionError, match=r"newer version of the program \(.*, club.9999_later\)"):
        site.run("restore", str(newer))


@pytest.mark.processes
@pytest.mark.parametrize("target", sample(["sqlite", "postgresql"], one_in=2))
def test_a_kill_in_the_middle_leaves_the_old_state(sources, restored, target):
    archive, site = sources("sqlite").archive, restored("sqlite", target).site
    site.shell("Person.objects.create(name='Later')\nprint('null')")
    before = state_of(site)
    for turn in KILLED_AT:
        process = site.start("shell", "-v", "0", "-c", KILLED.format(turn=turn, archive=str(archive)))
        assert process.wait(600) == -signal.SIGKILL, site.log()
        assert state_of(site) == before
    assert persons(site) == 41
    assert "Restored" in site.run("restore", "--replace", str(archive))
    assert persons(site) == 40


def test_a_backup_made_while_the_site_writes_is_of_one_moment(sources, tmp_path):
    """Each audit entry and its chain are written together: the copy never has one without the other."""
    site = sources("sqlite").site
    writer = site.start(
        "shell",
        "-v",
        "0",
        "-c",
        "from club.audit import log as audit\nfrom club.core.actor import SYSTEM\n"
        "from django.db import transaction\n"
        "for n in range(100000):\n"
        "    with transaction.atomic():\n"
        "        audit.record('club.test.written', None, actor=SYSTEM, after={'n': n})\n",
    )
    start = site.query("SELECT count(*) FROM club_auditentry")[0][0]
    assert until(lambda: site.query("SELECT count(*) FROM club_auditentry")[0][0] > start)
    archives = [tmp_path / f"{n}.tar" for n in range(amount(1, 2))]
    for archive in archives:
        site.run("backup", str(archive))
    os.killpg(writer.pid, signal.SIGKILL)
    writer.wait()
    for n, archive in enumerate(archives):
        target = new_site(tmp_path / f"t{n}")
        target.run("restore", str(archive))
        target.run("audit", "verify")
