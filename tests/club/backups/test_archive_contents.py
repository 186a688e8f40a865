"""What an archive contains is checked before a site is replaced: the audit log, the books, the standings."""

import subprocess

import pytest
from archives import rewrite_archive
from effort import sample
from processes import Site, own_database

FILL = """
from allauth.mfa.totp.internal.auth import TOTP
from django.db import transaction
from event_rows import played_round, section_of
from club.audit import log as audit
from club.core.actor import SYSTEM
from club.models import Organisation, User
section = section_of()
played_round(section)
user = User.objects.create_user('anna@club.example', 'x', first_name='Anna')
TOTP.activate(user, 'JBSWY3DPEHPK3PXP')
for n in range(4):
    with transaction.atomic():
        audit.record('club.test.written', None, actor=SYSTEM, after={'n': n})
print('null')
"""
COUNT = "SELECT (SELECT count(*) FROM club_user), (SELECT count(*) FROM club_auditentry)"


def new_site(folder, *, database_url="", key="only-for-tests"):
    folder.mkdir()
    site = Site(folder, database_url=database_url)
    site.env |= {"DJANGO_SETTINGS_MODULE": "club.config.settings", "DRAUGHTS_SECRET_KEY": key}
    site.imports = "import json\n"
    return site


@pytest.fixture(scope="module")
def site(tmp_path_factory, templates):
    with own_database() as url:
        made = new_site(tmp_path_factory.mktemp("contents") / "site", database_url=url)
        made.migrate(templates)
        made.shell(FILL)
        media = made.folder / "data" / "media"
        media.mkdir(parents=True)
        (media / "photo.jpg").write_bytes(b"photo")
        yield made


@pytest.fixture(scope="module")
def archive(site, tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "site.tar"
    site.run("backup", str(path))
    return path


@pytest.fixture
def target(tmp_path):
    """A site to restore into, on the same kind of database."""
    with own_database() as url:
        yield new_site(tmp_path / "target", database_url=url)


def run(site, *arguments):
    """The command's exit status, and all that it says."""
    done = subprocess.run(
        site.command(*arguments), env=site.env, capture_output=True, text=True, timeout=600, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def bend_audit_log(row):
    """The second entry says another number; its hashes stay."""
    if row["number"] == 2:
        row["after"] = {"n": 99}


def bend_standings(row):
    row["rows"][0]["values"][1]["amount"] = 99


AUDIT = ("club.auditentry", bend_audit_log, "broken at number 2: its content was changed")
STANDINGS = (
    "tournaments.standingssnapshot",
    bend_standings,
    "standings of easter-open/main, round 1: wrong for the players 1",
)


@pytest.mark.processes
@pytest.mark.parametrize(
    ("label", "edit", "words"), sample([pytest.param(*AUDIT), pytest.param(*STANDINGS)], one_in=2)
)
def test_bent_contents_are_refused_before_anything_is_replaced(site, archive, tmp_path, label, edit, words):
    bent = rewrite_archive(archive, tmp_path / "bent.tar", rows={label: edit})
    photo = site.folder / "data" / "media" / "photo.jpg"
    photo.unlink(missing_ok=True)
    before = site.query(COUNT)
    for option in ("--check", "--replace"):
        code, said = run(site, "restore", str(bent), option)
        assert (code, words in said, "--accept-faults" in said) == (1, True, True), said
        assert site.query(COUNT) == before
        assert not photo.exists(), "what a restore adds is removed when it fails"


@pytest.mark.processes
def test_faults_that_are_accepted_are_named_and_recorded(archive, target, tmp_path):
    label, edit, words = AUDIT
    bent = rewrite_archive(archive, tmp_path / "bent.tar", rows={label: edit})
    code, said = run(target, "restore", str(bent), "--accept-faults")
    assert (code, words in said, "Restored all the same" in said) == (0, True, True), said
    assert (target.folder / "data" / "media" / "photo.jpg").read_bytes() == b"photo"
    assert "faults_accepted" in str(
        target.query("SELECT after FROM club_auditentry ORDER BY id DESC LIMIT 1")
    )


@pytest.mark.processes
def test_the_check_neither_reads_nor_changes_the_site(archive, target):
    code, said = run(target, "restore", str(archive), "--check")
    assert (code, "Intact" in said, "sealed" in said) == (0, True, False), said
    assert not (target.folder / "data" / "club.sqlite3").exists()
    assert not list((target.folder / "data" / "backups").iterdir())


@pytest.mark.processes
def test_secrets_of_another_key_are_named(archive, tmp_path):
    stranger = new_site(tmp_path / "stranger", key="another-key")
    code, said = run(stranger, "restore", str(archive))
    assert (code, "1 second factor was sealed with another secret key" in said) == (0, True), said
