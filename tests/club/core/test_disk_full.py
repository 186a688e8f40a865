"""A page server whose disk is full: it refuses in words, shows its pages, and goes on without a restart."""

import contextlib
import os
import shutil
import subprocess

import pytest
from processes import Site
from result_desk import ResultDesk

SIZE = "96m"
FILES = 2000
BLOCK = b"\0" * 65536


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    limits = f"size={SIZE},nr_inodes={FILES}"
    command = [mount, "-t", "tmpfs", "-o", limits, "tmpfs", str(folder)]
    if (
        mount is None
        or os.name != "posix"
        or subprocess.run(command, capture_output=True, check=False).returncode
    ):
        pytest.skip("this test may not mount a small disk here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


class SiteOnDisk(Site):
    """A site of which only the data are on the small disk: the templates of static files are hard links."""

    def gather_static(self, templates):
        beside = self.folder.with_name("static")
        templates.copy_static(beside, self.env)
        (self.folder / "data" / "static").symlink_to(beside)


@pytest.fixture
def desk(small_disk, templates):
    site = SiteOnDisk(small_disk)
    try:
        yield ResultDesk(site, templates)
    finally:
        site.end()


def fill(path):
    """Write until nothing fits."""
    with path.open("wb", buffering=0) as file:
        for block in (BLOCK, b"\0"):
            with contextlib.suppress(OSError):
                while True:
                    file.write(block)


@pytest.mark.processes
def test_a_full_disk_is_told_and_what_was_confirmed_stays(desk, small_disk, record_property):
    assert desk.enter() == 200
    filler = small_disk / "filler"
    fill(filler)
    statuses = [desk.enter() for _ in range(40)]
    while statuses[-1] == 200:  # the log of the database has room left
        statuses.append(desk.enter())
    confirmed = statuses.count(200)
    assert set(statuses) <= {200, 503}
    assert desk.outcomes() == desk.expected()
    desk.read()
    filler.unlink()
    assert desk.enter() == 200, "without a restart"
    assert desk.outcomes() == desk.expected()
    assert desk.site.query("PRAGMA integrity_check") == [("ok",)]
    record_property(
        "results confirmed, refused with 503, lost, on the full disk",
        f"{confirmed}, {statuses.count(503)}, 0",
    )


def use_every_file(folder):
    """Make empty files until there is room for no more."""
    folder.mkdir()
    made = 0
    with contextlib.suppress(OSError):
        while True:
            (folder / str(made)).touch()
            made += 1
    return made


@pytest.mark.processes
def test_a_disk_without_free_files_loses_nothing(desk, small_disk, record_property):
    """Results need no new file. An upload does: it is refused in words and leaves nothing."""
    assert desk.enter() == 200
    filler = small_disk / "filler"
    assert use_every_file(filler) > 0
    statuses = [desk.enter() for _ in range(20)]
    assert set(statuses) <= {200, 503}
    assert desk.outcomes() == desk.expected()
    desk.read()
    assert desk.upload() == 503, desk.site.log()[-3000:]
    assert desk.site.query("SELECT count(*) FROM games_archiveimport") == [(0,)]
    shutil.rmtree(filler)
    assert desk.enter() == 200, "without a restart"
    assert desk.upload() in {200, 202, 302}
    assert desk.site.query("SELECT count(*) FROM games_archiveimport") == [(1,)]
    assert desk.outcomes() == desk.expected()
    assert desk.site.query("PRAGMA integrity_check") == [("ok",)]
    record_property(
        "results without free files: confirmed, refused", f"{statuses.count(200)}, {statuses.count(503)}"
    )
