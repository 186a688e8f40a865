"""Pages that follow what happens: by a stream from the real server, by polling where none comes."""

import pytest
from django.db import transaction
from playwright.sync_api import expect
from server_process import ServerProcess

from club.jobs.services import jobs
from club.jobs.services.job_control import record_progress
from club.jobs.services.outbox import write_message
from club.live.publishing import publish
from club.models import Job, Organisation, OutboxMessage, Role, RoleGrant, User
from games.models import ArchiveImport, ImportState

GAME = '[White "Lees {n}"]\n[Black "Wyllie"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 22-17 {{{n}}} *\n\n'


@pytest.fixture
def own_server(tmp_path, templates):
    server = ServerProcess(tmp_path / "data", templates)
    server.start()
    yield server
    server.kill()


def archive_of(count, folder):
    """Many games, none like another: each has a different player."""
    path = folder / "many.pdn"
    path.write_text("".join(GAME.format(n=n) for n in range(count)))
    return path


@pytest.mark.slow
def test_an_import_is_followed_by_a_stream_through_the_death_of_the_server(chromium, own_server, tmp_path):
    context = chromium.new_context(viewport={"width": 1280, "height": 600})
    page = context.new_page()
    own_server.wait_until_open(page.context)
    page.goto(f"{own_server.url}/games/imports/")
    page.set_input_files("input[type=file]", archive_of(1500, tmp_path))
    page.locator("form:has(input[type=file]) button[type=submit]").first.click()
    page.wait_for_url("**/games/imports/*/")
    loads = []
    page.on("request", lambda asked: asked.is_navigation_request() and loads.append(asked.url))
    expect(page.locator("html")).to_have_attribute("data-live-by", "stream")
    stop = page.locator("#stop-reading")
    stop.focus()
    read = page.locator(".numbers dd").first
    expect(read).not_to_have_text("0")
    assert page.evaluate("document.activeElement.id") == "stop-reading"
    page.evaluate("window.scrollTo(0, 40)")
    scrolled = page.evaluate("window.scrollY")
    before = read.inner_text()
    own_server.kill()
    own_server.start()
    expect(read).not_to_have_text(before)
    assert page.evaluate("document.activeElement.id") in {"stop-reading", ""}
    expect(page.locator("#progress .badge--good")).to_be_visible()
    expect(read).to_have_text("1500")
    assert page.evaluate("window.scrollY") == scrolled
    expect(page.locator("html")).to_have_attribute("data-live-by", "off")
    assert loads == []
    context.close()


def test_without_a_stream_the_page_polls(open_page, transactional_db):
    club = Organisation.objects.get()
    archive = ArchiveImport.objects.create(organisation=club, file="x", name="many.pdn", sha256="0", size=100)
    page = open_page(f"/games/imports/{archive.pk}/", expected=("406",))
    expect(page.locator("html")).to_have_attribute("data-live-by", "poll")
    with transaction.atomic():
        ArchiveImport.objects.update(games_seen=77, state=ImportState.DONE)
        publish(f"import:{archive.pk}", "games.import.progress")
    expect(page.locator(".numbers dd").first).to_have_text("77")
    expect(page.locator("html")).to_have_attribute("data-live-by", "off")


KEEP_SOURCES = """
window.sources = [];
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    window.sources.push(this);
  }
};
"""
SOURCES = "[window.sources.length, window.sources.filter((one) => one.readyState !== 2).length]"


@pytest.mark.slow
def test_a_stream_that_has_gone_quiet_is_opened_again(chromium, own_server):
    """The address of a laptop vanishes without a packet to the phones; heartbeats show a sound stream."""
    context = chromium.new_context()
    own_server.wait_until_open(context)
    own_server.sign_in(context)
    page = context.new_page()
    page.clock.install()
    page.add_init_script(KEEP_SOURCES)
    page.goto(f"{own_server.url}/desk/jobs/")
    expect(page.locator("html")).to_have_attribute("data-live-by", "stream")
    opened, _alive = page.evaluate(SOURCES)
    for _ in range(3):
        page.clock.run_for(30_000)
        page.evaluate("window.sources.at(-1).dispatchEvent(new MessageEvent('beat', { data: '0' }))")
    assert page.evaluate(SOURCES) == [opened, 1]
    page.clock.run_for(41_000)
    assert page.evaluate(SOURCES) == [opened + 1, 1]
    expect(page.locator("html")).to_have_attribute("data-live-by", "stream")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    assert page.evaluate(SOURCES) == [opened + 2, 1]
    context.close()


def loads_of(page):
    """Every address the page is loaded from, from now on."""
    loads = []
    page.on("request", lambda asked: asked.is_navigation_request() and loads.append(asked.url))
    return loads


@pytest.mark.slow
def test_the_work_of_an_import_moves_on_the_desk_by_a_stream(chromium, own_server, tmp_path):
    context = chromium.new_context(viewport={"width": 1280, "height": 500})
    own_server.wait_until_open(context)
    own_server.sign_in(context)
    page = context.new_page()
    page.goto(f"{own_server.url}/games/imports/")
    page.set_input_files("input[type=file]", archive_of(2000, tmp_path))
    page.locator("form:has(input[type=file]) button[type=submit]").first.click()
    page.wait_for_url("**/games/imports/*/")
    page.goto(f"{own_server.url}/desk/jobs/")
    expect(page.locator("html")).to_have_attribute("data-live-by", "stream")
    loads, bar = loads_of(page), page.locator("progress").first
    chosen = page.get_by_role("link", name="failed")
    chosen.focus()
    page.evaluate("window.scrollTo(0, 60)")
    scrolled = page.evaluate("window.scrollY")
    before = bar.get_attribute("value")
    expect(bar).not_to_have_attribute("value", before)
    expect(page.locator("progress")).to_have_count(0, timeout=300_000)  # it is the import itself
    assert page.evaluate("document.activeElement.textContent").startswith("failed")
    assert page.evaluate("window.scrollY") == scrolled
    assert loads == []
    context.close()


@pytest.fixture
def owner(site):
    """The owner of the demo club."""
    user = User.objects.create_user("owner@north.example")
    RoleGrant.objects.create(user=user, role=Role.OWNER, organisation=Organisation.objects.get())
    return user


def test_progress_moves_on_the_desk_without_a_stream_and_focus_stays(open_page, owner):
    club = Organisation.objects.get()
    for number in range(30):
        Job.objects.create(key=f"k{number}", task="games.read_slice", organisation=club, steps=10)
    job = Job.objects.first()
    page = open_page("/desk/jobs/", expected=("406",), user=owner)
    expect(page.locator("html")).to_have_attribute("data-live-by", "poll")
    loads, row = loads_of(page), page.locator(f"#job-{job.pk}")
    expect(row.locator("progress")).to_have_attribute("value", "0")
    page.locator(f"#cancel-{job.pk}").focus()
    page.evaluate("window.scrollTo(0, 300)")
    scrolled = page.evaluate("window.scrollY")
    for done in (4, 7):
        with transaction.atomic():
            record_progress(job=job, done=done)
        expect(row.locator("progress")).to_have_attribute("value", str(done))
    assert page.evaluate("document.activeElement.id") == f"cancel-{job.pk}"
    assert page.evaluate("window.scrollY") == scrolled
    assert loads == []


def test_a_message_that_is_sent_shows_on_the_desk(open_page, owner):
    club = Organisation.objects.get()
    write_message(key="m", to="a@b.example", subject="Round 1", text="t", organisation_id=club.pk)
    message, job = OutboxMessage.objects.get(), Job.objects.get(task="club.send_message")
    page = open_page("/desk/outbox/", expected=("406",), user=owner)
    expect(page.locator("html")).to_have_attribute("data-live-by", "poll")
    loads, row = loads_of(page), page.locator(f"#message-{message.pk}")
    expect(row).to_contain_text("waiting")
    jobs.run_job(job_id=job.pk)
    expect(row).to_contain_text("sent")
    assert loads == []
