"""Copies for a machine that follows: the API, the feed of changes, the journal, the report of a promotion."""

import json
from datetime import timedelta

import pytest
from backup_helpers import actions
from django.db import transaction
from django.test import Client
from people import account

from club.audit import log as audit
from club.backups import copy_state
from club.backups.copy_client import FirstMachine, Unreachable
from club.backups.copy_state import CopyState, Journal, change_state, read_state, sole_follower, write_state
from club.backups.errors import CopyInUse, IsACopy, NotACopy, NotFollowable, OtherHistory, TokenRefused
from club.backups.services import promotion, site_copies
from club.backups.services.copy_restore import _require_continuation
from club.backups.services.promotion import change_text, promote
from club.backups.services.site_copies import all_followers, make_copy
from club.backups.state_archive import sha256_of
from club.core.actor import SYSTEM
from club.core.capabilities import Capability
from club.jobs.services import jobs
from club.jobs.services.outbox import write_message
from club.live.selectors import as_document, events_after, last_number
from club.live.site_changes import CHANGES, hand_over, note_followers
from club.models import ApiToken, AuditEntry, Job, JobState, Organisation, OutboxMessage, OutboxState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]
MADE_AT = "2026-11-28T14:00:00+00:00"


@pytest.fixture
def program(client, keeper):
    def program_of(user=None, abilities=(Capability.KEEP_BACKUPS,)):
        given = {"name": "second machine", "abilities": [one.value for one in abilities]}
        _, token = ApiToken.objects.issue(user=user or keeper, lasts=timedelta(days=1), **given)
        headers = {"Authorization": f"Bearer {token}"}
        return lambda method, path: client.generic(method, f"/api/v1/copies/{path}", headers=headers)

    return program_of


@pytest.fixture
def copy_folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path / "data"
    write_state(CopyState(url="http://first.example:8000", made_at=MADE_AT, number=1, heard_at=MADE_AT))
    return copy_state.state_folder()


def log_result(board, outcome="white"):
    with transaction.atomic():
        return audit.record(
            "tournaments.result.recorded",
            None,
            actor=SYSTEM,
            after={"round": 3, "board": board, "game": 1, "outcome": outcome},
        )


def changes_since(number):
    return [
        json.loads(json.dumps(as_document(one))) for one in events_after(CHANGES, number, limit=99).events
    ]


def test_a_program_asks_for_a_copy_and_takes_it(program, made_small, monkeypatch, tmp_path):
    from club.backups.services import restore_points

    monkeypatch.setattr(site_copies, "back_up", restore_points.back_up)
    ask = program()
    asked = ask("POST", "")
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    assert ask("POST", "").json()["job"] == asked.json()["job"]
    jobs.run_waiting(queue="interactive", seconds=60)
    copy = ask("GET", f"{asked.json()['job']}/").json()
    for _twice in range(2):
        answer = ask("GET", f"{copy['job']}/file?follower=laptop")
        path = tmp_path / "copy.tar"
        path.write_bytes(b"".join(answer.streaming_content))
        assert (copy["state"], copy["sha256"]) == ("done", sha256_of(path))
    (follower,) = all_followers()
    assert (follower.name, follower.size) == ("laptop", path.stat().st_size)
    assert AuditEntry.objects.filter(action="club.copy.fetched").count() == 1  # once a day
    assert ask("GET", "").json()["followers"][0]["name"] == "laptop"


def test_only_the_last_copy_stays(made_small, monkeypatch, actor):
    from club.backups.services import restore_points

    monkeypatch.setattr(site_copies, "back_up", restore_points.back_up)
    for _number in range(2):
        job = site_copies.request_copy(actor=actor)
        path = make_copy(job=job)
        Job.objects.filter(pk=job.pk).update(state=JobState.DONE)
    assert [one.name for one in path.parent.glob("*.tar")] == [path.name]
    assert not actions()


def test_a_copy_needs_the_permission_for_the_whole_site(program):
    for ask in (program(abilities=(Capability.SEE_AUDIT,)), program(account(role="owner"))):
        for method, path in (("GET", ""), ("POST", ""), ("GET", "1/"), ("GET", "1/file")):
            assert ask(method, path).status_code == 403


def test_the_feed_has_each_audit_entry_once_and_in_order():
    before = last_number(CHANGES)
    entries = [log_result(board) for board in (1, 2, 3)]
    heard = changes_since(before)
    assert [one["number"] for one in heard] == [before + 1, before + 2, before + 3]
    assert [one["data"]["hash"] for one in heard] == [entry.hash for entry in entries]
    assert [one["number"] for one in changes_since(before + 2)] == [before + 3]
    assert changes_since(before + 3) == []
    assert events_after(CHANGES, before + 4, limit=9).is_broken  # of another history


def test_the_entries_of_a_transaction_are_handed_over_once(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        for board in (1, 2, 3):
            log_result(board)
    assert callbacks.count(hand_over) == 1


def test_the_feed_is_for_those_who_may_have_everything(client, keeper):
    assert client.get(f"/api/v1/live/{CHANGES}?check").status_code == 401
    client.force_login(account(role="owner"))
    assert client.get(f"/api/v1/live/{CHANGES}?check").status_code == 403
    client.force_login(keeper)
    assert client.get(f"/api/v1/live/{CHANGES}?check").status_code == 204
    assert client.get("/api/v1/live/changes:all?check").status_code == 404


def test_the_desk_says_since_when_the_second_machine_has_had_no_changes(client, keeper):
    client.force_login(keeper)

    def says_so(page):
        return "The second machine has had no changes since" in client.get(page).content.decode()

    note_followers(are_behind=True)
    assert says_so("/desk/backups/")
    assert not says_so("/")  # visitors have no use for it
    note_followers(are_behind=False)
    assert not says_so("/desk/backups/")


def test_a_line_that_was_cut_off_costs_no_other(tmp_path):
    journal = Journal(tmp_path)
    for number in (1, 2):
        journal.append({"number": number, "kind": "x", "data": {}})
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole[:-9])
    journal.append({"number": 3, "kind": "x", "data": {}})
    assert [one["number"] for one in journal.read()] == [1, 3]
    journal.keep({3})
    assert [one["number"] for one in journal.read()] == [3]


def test_a_promotion_names_what_the_copy_lacks(copy_folder):
    before = last_number(CHANGES)
    log_result(1)
    journal = Journal(copy_folder)
    for change in changes_since(before):
        journal.append(change)
    lost = {
        "number": before + 2,
        "kind": "tournaments.result.recorded",
        "at": "2026-11-28T14:02:11.123+00:00",
        "data": {
            "hash": "f" * 64,
            "actor_label": "Anna",
            "after": {"round": 3, "board": 12, "outcome": "white"},
        },
    }
    journal.append(lost)
    text = "\n".join(promote().lines())
    assert "Round 3, board 12: " in text
    assert "14:02:11 UTC by Anna" in text
    assert "board 1:" not in text
    assert read_state().phase == "promoted"
    assert AuditEntry.objects.filter(action="club.copy.promoted").count() == 1
    assert "Round 3, board 12: " in "\n".join(promote().lines())  # the report again, and no second entry
    assert AuditEntry.objects.filter(action="club.copy.promoted").count() == 1


def test_any_other_change_is_named_by_its_sentence():
    data = {"actor_label": "Anna", "target_label": "North"}
    change = {"kind": "club.organisation.changed", "at": MADE_AT, "data": data}
    assert change_text(change).endswith("Anna changed the club North.")


def test_mail_that_was_waiting_is_held(copy_folder):
    write_message(key="one", to="a@club.example", subject="Your invoice", text="x")
    jobs.enqueue(task="club.daily_restore_point", arguments={}, key="other")
    report = promote()
    assert report.held == ["Your invoice → a@club.example"]
    message = OutboxMessage.objects.get()
    assert (message.state, message.error) == (OutboxState.FAILED, promotion.held_reason(report.state))
    assert Job.objects.get(key="other").state == JobState.WAITING
    assert promote().held == report.held


def test_another_history_is_refused():
    entry = log_result(1)
    known = {entry.chain.key: (entry.number, entry.hash)}
    _require_continuation(known, "http://first.example")
    with pytest.raises(OtherHistory):
        _require_continuation({entry.chain.key: (entry.number, "0" * 64)}, "http://first.example")
    with pytest.raises(OtherHistory):
        _require_continuation({entry.chain.key: (entry.number + 1, entry.hash)}, "http://first.example")


def test_an_installation_that_follows_nothing_is_not_promoted(tmp_path, settings):
    settings.DATA_DIR = tmp_path / "data"
    with pytest.raises(NotACopy):
        promote()


def test_a_copy_is_not_served_as_a_site(copy_folder, settings):
    with pytest.raises(IsACopy):
        copy_state.require_no_copy()
    change_state(phase=copy_state.PROMOTED)
    copy_state.require_no_copy()


def test_one_process_follows(copy_folder):
    with sole_follower(), pytest.raises(CopyInUse), sole_follower():
        pass
    with sole_follower():
        pass


def test_pages_of_a_copy_say_so_and_refuse_changes(copy_folder, settings, keeper):
    Organisation.objects.create(slug="north", name="North")
    settings.IS_COPY = True
    browser = Client()
    page = browser.get("/laws/")
    assert "This is a copy of http://first.example:8000" in page.content.decode()
    for path in ("/accounts/login/", "/desk/results/", "/api/v1/backups/"):
        answer = browser.post(path, headers={"accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (503, "read_only_copy")
        assert answer.headers["Retry-After"]
    assert browser.post("/accounts/login/").status_code == 503


def test_without_the_guard_a_copy_would_accept_changes(copy_folder, settings):
    assert Client().post("/accounts/login/").status_code != 503


@pytest.mark.parametrize(
    "url", ["club.example", "ftp://club.example", "http://", "http://a:b@c/", "http://a:x/"]
)
def test_an_address_that_is_none_is_refused(url):
    with pytest.raises(NotFollowable):
        FirstMachine(url, "draughts_x")


def test_a_site_over_http_is_asked(live_server):
    url = live_server.url
    with pytest.raises(TokenRefused):
        FirstMachine(url, "draughts_wrong").status()
    with pytest.raises(NotFollowable):
        FirstMachine(f"{url}/elsewhere", "draughts_wrong").status()
    with pytest.raises(Unreachable):
        FirstMachine("http://127.0.0.1:1", "draughts_wrong").status()
