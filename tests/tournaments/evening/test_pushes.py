"""Notifications to phones whose player is paired: who may subscribe, what is sent when, and what ends it."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from event_rows import board_of, entry_named, section_of
from history import build_round
from push_service import Browser, PushService, claims_of
from team_hall import team_section
from worlds import world

from club.core.actor import SYSTEM
from club.core.web_push import server_key
from club.jobs.services.jobs import begin_next, run_job
from club.models import Consent, ConsentText, Job, JobState, Person, Queue
from club.privacy.personal_data_sets import DATA_SETS, count_rows
from club.privacy.services.erasure import erase_person
from tournaments.entries.entry_links import entry_secret
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.evening.services import pushes
from tournaments.evening.services.phones import delete_expired_phones, remove_phones
from tournaments.evening.services.push_subscriptions import MAX_A_PLAYER
from tournaments.events.services.events import show_event
from tournaments.models import PlayerPhone, PushSubscription, Round
from tournaments.results.services.results import record_result
from tournaments.rounds.services.late_arrivals import seat_late_arrival
from tournaments.rounds.services.rounds import propose_round, publish_round, unpublish_round

pytestmark = pytest.mark.django_db
ENDPOINT = "https://push.example.org/send/abc"


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.fixture
def service(tmp_path, monkeypatch, settings):
    with PushService(tmp_path) as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
        settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False
        yield running


@world
def hall():
    return section_of()


def phone_of(entry):
    phone = Client()
    assert phone.post("/evening/connect/", {"link": entry_secret(entry)}).status_code == 302
    return phone


def turn_on(phone, entry, browser, **more):
    return phone.post(f"/evening/{entry.pk}/push/", browser.fields | more)


def subscribed(section, name, browser):
    entry = entry_named(section, name)
    phone = phone_of(entry)
    assert turn_on(phone, entry, browser).status_code == 200
    return phone, entry


def publish(section):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    return publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)


def work():
    """Run the jobs that are due, as a worker does; those that failed wait for their pause."""
    for job in Job.objects.filter(state=JobState.WAITING, task__startswith="tournaments.push"):
        Job.objects.filter(pk=job.pk).update(due_at=timezone.now())
    Job.objects.exclude(task__startswith="tournaments.push").delete()
    while (key := begin_next(queue=Queue.BULK)) is not None:
        run_job(job_id=key)


# ---- subscribing ----


def test_a_phone_subscribes_and_the_page_knows_it(hall):
    browser = Browser(ENDPOINT)
    phone, anna = subscribed(hall, "Abbott", browser)
    row = PushSubscription.objects.get()
    assert (row.endpoint, row.server_key, row.language) == (ENDPOINT, server_key(), "en")
    context = phone.get(f"/evening/{anna.pk}/").context
    assert context["push_key"] == server_key()
    assert len(context["push_told"]) == 43
    assert ENDPOINT not in phone.get(f"/evening/{anna.pk}/").content.decode()
    assert phone.post(f"/evening/{anna.pk}/push/", {"act": "off"}).json() == {"refusal": ""}
    assert not PushSubscription.objects.exists()
    assert phone.get(f"/evening/{anna.pk}/").context["push_told"] == ""


def test_again_replaces_the_subscription(hall):
    phone, anna = subscribed(hall, "Abbott", Browser(ENDPOINT))
    assert turn_on(phone, anna, Browser(f"{ENDPOINT}/2")).status_code == 200
    assert PushSubscription.objects.get().endpoint == f"{ENDPOINT}/2"


def test_another_phone_cannot_subscribe_for_a_player_or_turn_it_off(hall):
    _phone, anna = subscribed(hall, "Abbott", Browser(ENDPOINT))
    other = phone_of(entry_named(hall, "Barker"))
    for client in (other, Client()):
        assert turn_on(client, anna, Browser(f"{ENDPOINT}/evil")).status_code == 404
        assert client.post(f"/evening/{anna.pk}/push/", {"act": "off"}).status_code == 404
    assert PushSubscription.objects.get().endpoint == ENDPOINT


def test_a_form_of_another_site_subscribes_nobody(hall):
    entry = entry_named(hall, "Abbott")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone_of(entry).cookies
    assert turn_on(strict, entry, Browser(ENDPOINT)).status_code == 403


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": f"https://push.example.org/{'x' * 1000}"},
        {"p256dh": "BAAA"},
        {"auth": ""},
    ],
)
def test_addresses_and_keys_are_checked(hall, changes):
    entry = entry_named(hall, "Abbott")
    answer = turn_on(phone_of(entry), entry, Browser(ENDPOINT), **changes)
    assert answer.status_code == 422
    assert "no usable address" in answer.json()["refusal"]
    assert not PushSubscription.objects.exists()


def test_a_player_has_a_few_subscriptions(hall):
    entry = entry_named(hall, "Abbott")
    answers = [
        turn_on(phone_of(entry), entry, Browser(f"{ENDPOINT}/{at}")).status_code
        for at in range(MAX_A_PLAYER + 1)
    ]
    assert answers == [200] * MAX_A_PLAYER + [409]
    assert PushSubscription.objects.count() == MAX_A_PLAYER


def test_the_worker_of_the_phone_renews_its_address_by_the_old_one(hall):
    phone, _anna = subscribed(hall, "Abbott", Browser(ENDPOINT))
    after = Browser(f"{ENDPOINT}/new").fields
    strict = Client(enforce_csrf_checks=True)  # the worker has no token of a form
    assert strict.post("/evening/push/renew/", after | {"old": ENDPOINT}).status_code == 200
    assert PushSubscription.objects.get().endpoint == ENDPOINT  # not this phone
    strict.cookies = phone.cookies
    strict.post("/evening/push/renew/", after | {"old": "https://push.example.org/guessed"})
    assert PushSubscription.objects.get().endpoint == ENDPOINT
    assert strict.post("/evening/push/renew/", after | {"old": ENDPOINT}).status_code == 200
    assert PushSubscription.objects.get().endpoint == f"{ENDPOINT}/new"
    assert strict.post("/evening/push/renew/", {"old": ENDPOINT, "endpoint": "x"}).status_code == 422


# ---- what is sent ----


def test_the_publication_tells_the_phone_its_board(hall, service):
    browser = service.browser()
    _phone, anna = subscribed(hall, "Abbott", browser)
    row = publish(hall)
    assert service.messages == []  # the publication waits for no push service
    work()
    (message,) = service.messages
    board = board_of(row, "Abbott")
    side, opponent = ("White", board.black) if board.white == anna else ("Black", board.white)
    assert browser.read(message) == {
        "title": f"Round 1: board {board.board_number}",
        "body": f"Abbott has {side} against {opponent.name}.",
        "lang": "en",
        "tag": f"evening-{anna.pk}",
        "path": f"/evening/{anna.pk}/",
    }
    claims, key = claims_of(message["headers"]["Authorization"])
    assert (claims["aud"], key) == (service.origin, server_key())
    told = {name: message["headers"][name] for name in ("TTL", "Urgency", "Topic")}
    assert told == {"TTL": "7200", "Urgency": "high", "Topic": f"evening-{anna.pk}"}


def test_where_no_phone_asks_nothing_is_enqueued(hall):
    publish(hall)
    assert not Job.objects.filter(task__startswith="tournaments.push").exists()


def test_the_text_is_in_the_language_of_the_phone(hall, service):
    browser, entry = service.browser(), entry_named(hall, "Abbott")
    phone = phone_of(entry)
    phone.cookies["draughts_language"] = "nl"
    assert turn_on(phone, entry, browser).status_code == 200
    publish(hall)
    work()
    assert browser.read(service.messages[0])["lang"] == "nl"


def test_a_name_whose_publication_was_withdrawn_is_withheld(hall, service):
    browser = service.browser()
    _phone, anna = subscribed(hall, "Abbott", browser)
    row = propose_round(section_id=hall.pk, actor=SYSTEM)
    board = board_of(row, "Abbott")
    opponent = board.black if board.white == anna else board.white
    club = hall.event.organisation
    opponent.person = Person.objects.create(name=opponent.name, organisation=club)
    opponent.save(update_fields=["person"])
    text = ConsentText.objects.create(kind="publish_name", version=1, text="x", organisation=club)
    Consent.objects.create(person=opponent.person, text=text, withdrawn_at=timezone.now())
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    work()
    body = browser.read(service.messages[0])["body"]
    assert "Name withheld" in body
    assert opponent.name not in body


def test_teams_and_matches_of_two_games_are_told_in_their_words(service):
    team, browser = team_section(), service.browser()
    build_round(team)
    entry = team.entries.first()
    turn_on(phone_of(entry), entry, browser)
    pair = section_of(preset="acf", deck="english_three_move")
    other = service.browser("barker")
    subscribed(pair, "Abbott", other)
    publish(team)
    publish(pair)
    work()
    texts = {one["path"].rpartition("/")[2]: one for one in service.messages}
    told = browser.read(texts["anna"])
    assert "match" in told["title"]
    assert " plays against " in told["body"]
    assert " begins with " in other.read(texts["barker"])["body"]


def test_a_late_arrival_is_told_and_those_told_before_are_not_told_again(service):
    section = section_of(players=5)
    browsers = {name: service.browser(name) for name in ("Abbott", "Young")}
    subscribed(section, "Abbott", browsers["Abbott"])
    row = publish(section)
    work()
    before = len(service.messages)
    add_entries(section_id=section.pk, lines=[EntryLine("Young", 1500)], actor=SYSTEM)
    _phone, young = subscribed(section, "Young", browsers["Young"])
    seat_late_arrival(round_id=row.pk, entry_id=young.pk, actor=SYSTEM)
    work()
    told = [one["path"] for one in service.messages[before:]]
    assert "/push/Young" in told
    assert len(told) == len(set(told))
    paired_at_once = board_of(row, "Young").pk != board_of(row, "Abbott").pk
    assert ("/push/Abbott" in told) is not paired_at_once


# ---- when it is sent ----


def test_a_job_that_runs_again_tells_nothing_twice(hall, service):
    subscribed(hall, "Abbott", service.browser())
    publish(hall)
    work()
    job = Job.objects.get(task=pushes.SLICE_TASK)
    pushes.send_slice(job=job)
    pushes.plan_slices(job=Job.objects.get(task=pushes.ROUND_TASK))
    work()
    assert len(service.messages) == 1


def test_a_round_that_was_taken_back_is_not_announced(hall, service):
    subscribed(hall, "Abbott", service.browser())
    row = publish(hall)
    unpublish_round(round_id=row.pk, actor=SYSTEM)
    work()
    assert service.messages == []
    row.refresh_from_db()
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    work()
    assert len(service.messages) == 1


def test_the_same_board_published_again_is_not_news_and_another_one_is(hall, service):
    browser = service.browser()
    subscribed(hall, "Abbott", browser)
    row = publish(hall)
    work()
    row = unpublish_round(round_id=row.pk, actor=SYSTEM)
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    work()
    assert len(service.messages) == 1
    row = unpublish_round(round_id=row.pk, actor=SYSTEM)
    board = board_of(row, "Abbott")
    board.white, board.black = board.black, board.white
    board.save(update_fields=["white", "black"])
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    work()
    sides = [browser.read(one)["body"].split()[2] for one in service.messages]
    assert sorted(sides) == ["Black", "White"]


@pytest.mark.parametrize("what", ["hidden", "result", "later", "removed", "withdrawn"])
def test_what_is_over_is_not_announced(hall, service, what):
    _phone, anna = subscribed(hall, "Abbott", service.browser())
    row = publish(hall)
    board = board_of(row, "Abbott")
    if what == "hidden":
        show_event(event_id=hall.event_id, is_public=False, actor=SYSTEM)
    elif what == "result":
        record_result(pairing_id=board.pk, game=1, outcome="white", was="pending", actor=SYSTEM)
    elif what == "later":
        Round.objects.create(section=hall, number=2, state="published")
    elif what == "removed":
        PlayerPhone.objects.update(removed_at=timezone.now())
    else:
        type(anna).objects.filter(pk=anna.pk).update(state="withdrawn")
    work()
    assert service.messages == []


@pytest.mark.parametrize("status", [404, 410, 401, 403])
def test_a_browser_that_is_gone_is_forgotten(hall, service, status):
    service.statuses = [status]
    subscribed(hall, "Abbott", service.browser())
    publish(hall)
    work()
    assert not PushSubscription.objects.exists()
    assert Job.objects.get(task=pushes.SLICE_TASK).state == JobState.DONE


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_push_service_is_asked_again_for_those_alone_who_were_not_told(hall, service, status):
    service.statuses = [status]
    for name in ("Abbott", "Barker"):
        subscribed(hall, name, service.browser(name))
    publish(hall)
    work()
    assert Job.objects.get(task=pushes.SLICE_TASK).state == JobState.WAITING
    assert "1 of 2 phones were not reached" in Job.objects.get(task=pushes.SLICE_TASK).error
    work()
    assert Job.objects.get(task=pushes.SLICE_TASK).state == JobState.DONE
    assert len(service.messages) == 3
    assert {one["path"] for one in service.messages[:2]} == {"/push/Abbott", "/push/Barker"}
    assert service.messages[2]["path"] == service.messages[0]["path"]


def test_without_network_the_job_tries_again_and_the_round_is_public(hall, settings):
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False
    subscribed(hall, "Abbott", Browser("https://127.0.0.1:1/push"))
    row = publish(hall)
    work()
    assert Job.objects.get(task=pushes.SLICE_TASK).state == JobState.WAITING
    row.refresh_from_db()
    assert row.state == "published"


def test_a_refused_message_is_not_repeated(hall, service):
    service.statuses = [400]
    subscribed(hall, "Abbott", service.browser())
    publish(hall)
    work()
    assert Job.objects.get(task=pushes.SLICE_TASK).state == JobState.DONE
    assert PushSubscription.objects.count() == 1


def test_a_subscription_with_a_lost_key_of_the_site_is_forgotten(hall, service, settings):
    subscribed(hall, "Abbott", service.browser())
    publish(hall)
    settings.SECRET_KEY = "another"
    work()
    assert service.messages == []
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("phones", [2, 6])
def test_a_slice_of_phones_takes_the_same_queries(hall, service, phones, django_assert_max_num_queries):
    for name in ("Abbott", "Barker", "Cowie", "Drummond", "Anderson", "Fraser")[:phones]:
        subscribed(hall, name, service.browser(name))
    row = publish(hall)
    keys = list(PushSubscription.objects.values_list("pk", flat=True))
    job = Job(key="k", arguments={"round": row.pk, "subscriptions": keys})
    with django_assert_max_num_queries(8 + phones):  # one more for each phone that was told
        pushes.send_slice(job=job)
    assert len(service.messages) == phones


def test_a_large_hall_is_told_in_slices(hall, service, monkeypatch):
    monkeypatch.setattr(pushes, "SLICE", 2)
    for name in ("Abbott", "Barker", "Cowie"):
        subscribed(hall, name, service.browser(name))
    publish(hall)
    work()
    assert Job.objects.filter(task=pushes.SLICE_TASK).count() == 2
    assert len(service.messages) == 3


# ---- what ends it ----


def test_the_subscription_goes_with_its_phone(hall):
    phone, anna = subscribed(hall, "Abbott", Browser(ENDPOINT))
    assert phone.post(f"/evening/{anna.pk}/leave/").status_code == 302
    assert not PushSubscription.objects.exists()
    subscribed(hall, "Abbott", Browser(ENDPOINT))
    remove_phones(section_id=hall.pk, entry_id=anna.pk, actor=SYSTEM)
    assert not PushSubscription.objects.exists()
    subscribed(hall, "Abbott", Browser(ENDPOINT))
    event = hall.event
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=3)
    event.save(update_fields=["starts_on", "ends_on"])
    delete_expired_phones()
    assert not PushSubscription.objects.exists()


def test_an_erasure_deletes_the_subscription_and_the_own_data_name_it(hall):
    _phone, anna = subscribed(hall, "Abbott", Browser(ENDPOINT))
    club = hall.event.organisation
    anna.person = Person.objects.create(name="Abbott", organisation=club)
    anna.save(update_fields=["person"])
    data_set = DATA_SETS["tournaments.push_subscriptions"]
    assert count_rows(data_set, anna.person) == 1
    event = hall.event
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=1)
    event.state = "finished"
    event.save(update_fields=["starts_on", "ends_on", "state"])
    erase_person(person_id=anna.person.pk, typed_name="Abbott", actor=SYSTEM)
    assert not PushSubscription.objects.exists()


# ---- the API ----


def test_an_app_subscribes_by_the_link_of_the_entry_and_counts_as_a_phone(hall, service, client):
    anna, browser = entry_named(hall, "Abbott"), service.browser()
    address = f"/api/v1/evenings/{entry_secret(anna)}/"
    assert client.get(address).json()["push_key"] == server_key()
    sent = browser.document | {"language": "nl"}
    for _ in range(2):
        answer = client.post(f"{address}push/", sent, content_type="application/json")
        assert answer.status_code == 201
    row = PushSubscription.objects.get()
    assert answer.json() == {"id": row.pk, "endpoint": browser.endpoint, "language": "nl"}
    publish(hall)
    work()
    assert browser.read(service.messages[0])["lang"] == "nl"
    assert client.delete(f"{address}push/{row.pk}/").status_code == 204
    assert not PushSubscription.objects.exists()
    assert not PlayerPhone.objects.filter(removed_at=None).exists()
    assert client.delete(f"{address}push/{row.pk}/").status_code == 404


def test_the_api_refuses_what_is_not_the_own(hall, client):
    _phone, anna = subscribed(hall, "Abbott", Browser(ENDPOINT))
    row, barker = PushSubscription.objects.get(), entry_named(hall, "Barker")
    of_barker = f"/api/v1/evenings/{entry_secret(barker)}/push/"
    assert client.delete(f"{of_barker}{row.pk}/").status_code == 404
    own = f"/api/v1/evenings/{entry_secret(anna)}/push/{row.pk}/"
    assert client.delete(own).status_code == 404  # a phone turns it off itself
    guessed = f"/api/v1/evenings/{anna.pk}-guessed/push/"
    inner = Browser("https://10.0.0.1/x").document
    for address, sent, status in (
        (guessed, Browser(ENDPOINT).document, 404),
        (of_barker, inner, 422),
        (of_barker, {"endpoint": ENDPOINT}, 400),
    ):
        assert client.post(address, sent, content_type="application/json").status_code == status
    assert PushSubscription.objects.count() == 1
    assert PlayerPhone.objects.count() == 1
