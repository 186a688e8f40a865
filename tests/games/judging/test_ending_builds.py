"""A larger table of endings, built in the background: asked for, followed, stopped, gone on with."""

import os
import signal

import pytest
from django.urls import reverse
from own_files import _own_files  # noqa: F401 - for every test here
from polling import until

from club.core.actor import SYSTEM, Actor
from club.core.errors import NotAllowed, NotWorthRepeating
from club.models import AuditEntry, Job, JobState
from games.core.errors import EndingsThere, EndingsTooLarge, NoEndingsBuild
from games.endings import open_table
from games.endings.table_store import folder_of
from games.judging import ending_process
from games.judging.ending_process import is_building, read_report
from games.judging.selectors.endings import endings_folder, pending_build, table_rows
from games.judging.services import ending_builds
from games.judging.services.ending_builds import cancel_build, follow_build, request_build
from games.management.commands.build_endings import remove_damaged
from games.rules import VARIANTS, derive_from_text

pytestmark = pytest.mark.django_db

RULES = "base=russian; king_flies=no"
HOUSE = derive_from_text(RULES)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    yield
    for place, process in list(ending_process._processes.items()):
        process.kill()
        process.wait()
        ending_process._forget_process(place)


@pytest.fixture
def keeper(django_user_model):
    return django_user_model.objects.create_superuser("keeper")


def look():
    """What a worker does with the slice that waits."""
    job = pending_build(HOUSE)
    follow_build(job=job)
    job.state = JobState.DONE
    job.save()
    return job


def files():
    return {
        path.name: path.stat().st_mtime_ns for path in folder_of(HOUSE, endings_folder()).glob("*.endings")
    }


def builder():
    return ending_process._processes[folder_of(HOUSE, endings_folder())]


@pytest.mark.processes
def test_a_table_is_built_and_proved_by_a_process_of_its_own_while_slices_look_on():
    job = request_build(variant=RULES, pieces=2, actor=SYSTEM)
    assert request_build(variant=RULES, pieces=2, actor=SYSTEM) == job  # asked twice, built once
    look()
    assert is_building(HOUSE, endings_folder())
    until(lambda: not is_building(HOUSE, endings_folder()))
    report = read_report(HOUSE, endings_folder())
    assert (report.is_over, report.error, report.done) == (True, "", report.steps)
    assert report.steps == 2 * 3_488  # built, and each value worked out again
    last = look()
    assert pending_build(HOUSE) is None
    assert open_table(HOUSE, endings_folder()).most_pieces == 2
    assert (last.steps_done, last.steps) == (100, 100)
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["games.endings.build_asked", "games.endings.built"]
    with pytest.raises(EndingsThere):
        request_build(variant=RULES, pieces=2, actor=SYSTEM)
    (path, *_) = folder_of(HOUSE, endings_folder()).glob("*.endings")
    path.write_bytes(path.read_bytes()[:-3])
    remove_damaged(HOUSE, endings_folder())
    assert not path.exists()  # so that it is built anew
    assert len(files()) == 2


@pytest.mark.processes
def test_a_builder_that_dies_is_started_again_and_goes_on_where_it_was():
    request_build(variant=RULES, pieces=3, actor=SYSTEM)
    look()
    until(lambda: len(files()) >= 3)
    first = builder()
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    kept = files()
    look()  # finds none at work
    assert builder().pid != first.pid
    until(lambda: len(files()) > len(kept))
    assert kept.items() <= files().items()  # nothing was built a second time


@pytest.mark.processes
def test_a_builder_ends_with_its_worker_and_one_of_another_worker_is_stopped_through_its_folder():
    request_build(variant=RULES, pieces=4, actor=SYSTEM)
    look()
    until(lambda: read_report(HOUSE, endings_folder()).done)
    place = folder_of(HOUSE, endings_folder())
    first = builder()
    ending_process._forget_process(place)  # what is left of a worker that was killed
    assert first.wait(120) == 0
    assert not is_building(HOUSE, endings_folder())
    look()
    until(lambda: read_report(HOUSE, endings_folder()).done)
    foreign = ending_process._processes.pop(place)
    assert is_building(HOUSE, endings_folder())
    ending_process.stop_building(HOUSE, endings_folder())
    until(lambda: foreign.poll() is not None)
    foreign.stdin.close()
    assert not is_building(HOUSE, endings_folder())


@pytest.mark.processes
def test_a_cancelled_build_stops_and_leaves_what_is_finished(django_capture_on_commit_callbacks, keeper):
    request_build(variant=RULES, pieces=4, actor=SYSTEM)
    look()
    until(lambda: len(files()) >= 3)
    process = builder()
    with django_capture_on_commit_callbacks(execute=True):
        cancel_build(variant=RULES, actor=Actor.of_user(keeper))
    assert process.wait() != 0
    assert pending_build(HOUSE) is None
    assert not is_building(HOUSE, endings_folder())
    assert len(files()) >= 3
    with pytest.raises(NoEndingsBuild):
        cancel_build(variant=RULES, actor=SYSTEM)


def test_what_went_wrong_is_told_and_ends_the_work(monkeypatch):
    request_build(variant=RULES, pieces=2, actor=SYSTEM)
    broken = ending_process.BuildReport(at=0.0, is_over=True, error="OSError: no space left")
    monkeypatch.setattr(ending_builds, "read_report", lambda *_: broken)
    with pytest.raises(NotWorthRepeating) as refused:
        follow_build(job=pending_build(HOUSE))
    assert refused.value.facts["reason"] == "OSError: no space left"


def test_one_table_is_built_at_a_time():
    request_build(variant=RULES, pieces=4, actor=SYSTEM)
    second = request_build(variant="russian", pieces=5, actor=SYSTEM)
    follow_build(job=second)
    assert not is_building(VARIANTS["russian"], endings_folder())
    assert pending_build(VARIANTS["russian"]).arguments["pieces"] == 5


@pytest.mark.parametrize(
    ("variant", "pieces"), [("international", 5), ("russian", 6), ("frisian", 4), ("turkish", 2)]
)
def test_what_is_too_large_or_has_no_table_is_refused(variant, pieces):
    with pytest.raises(EndingsTooLarge):
        request_build(variant=variant, pieces=pieces, actor=SYSTEM)


class TestDesk:
    """The page, for whoever runs the site."""

    def test_it_lists_every_game_and_offers_the_next_size(self, client, keeper):
        client.force_login(keeper)
        text = client.get(reverse("games:ending_tables")).content.decode()
        assert text.count("Build 5-piece table") == sum(row.next_pieces == 5 for row in table_rows())
        assert "Too large to build here." in text  # international
        assert {row.key for row in table_rows()} >= {"english", "russian", "international", "thai"}

    def test_a_build_is_asked_for_shown_and_stopped(self, client, keeper):
        client.force_login(keeper)
        address = reverse("games:ending_tables")
        said = client.post(address, {"variant": "russian", "pieces": "5"}, follow=True).content.decode()
        assert "The table is being built; progress is shown here." in said
        assert 'hx-trigger="every 2s"' in said
        Job.objects.filter(task="games.build_endings").update(steps_done=42)
        part = client.get(address, headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in part
        assert "42 % built and verified" in part
        stop = reverse("games:ending_tables_cancel")
        said = client.post(stop, {"variant": "russian"}, follow=True).content.decode()
        assert "Build cancelled. Finished parts remain" in said
        said = client.post(stop, {"variant": "russian"}, follow=True).content.decode()
        assert "No ending table is being built for this variant" in said

    @pytest.mark.parametrize("sent", [{"variant": "russian", "pieces": "9"}, {"variant": "chess"}, {}])
    def test_nonsense_is_refused_in_words(self, client, keeper, sent):
        client.force_login(keeper)
        said = client.post(reverse("games:ending_tables"), sent, follow=True).content.decode()
        assert "message--error" in said
        assert not Job.objects.filter(task="games.build_endings").exists()

    def test_others_stay_out(self, django_user_model):
        other = django_user_model.objects.create_user("other")
        with pytest.raises(NotAllowed):
            request_build(variant="russian", pieces=5, actor=Actor.of_user(other))


class TestApi:
    """The same for programs of whoever runs the site."""

    def test_tables_are_listed_built_and_a_build_is_cancelled(self, client, keeper):
        client.force_login(keeper)
        sent = {"content_type": "application/json"}
        tables = {one["variant"]: one for one in client.get("/api/v1/ending-tables/").json()}
        assert (tables["russian"]["pieces"], tables["russian"]["next_pieces"]) == (4, 5)
        assert (tables["international"]["next_pieces"], tables["international"]["job"]) == (0, None)
        asked = {"variant": "russian", "pieces": 5}
        answer = client.post("/api/v1/ending-tables/", asked, **sent)
        assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
        answer = client.post("/api/v1/ending-tables/cancel", {"variant": "russian"}, **sent)
        assert (answer.status_code, answer.json()["state"]) == (200, "cancelled")
        answer = client.post("/api/v1/ending-tables/cancel", {"variant": "russian"}, **sent)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_endings_build")
        answer = client.post("/api/v1/ending-tables/", {"variant": "international", "pieces": 5}, **sent)
        assert (answer.status_code, answer.json()["code"]) == (422, "endings_too_large")
