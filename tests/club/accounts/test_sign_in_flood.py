"""A flood of guessed passwords: hashing is bounded for each account, address and as a whole; pages go on."""

import os
import time

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher, make_password
from django.core import signing
from django.test import Client, override_settings
from effort import amount
from people import PASSWORD, account, code_in, last_text
from worlds import world

from club.accounts.hashing import KNOWN, MOST_OF_ONE, RETRY_SECONDS, STRANGERS, WINDOW
from club.accounts.passwords import PatientArgon2, PatientPBKDF2
from club.core.known_callers import DEVICE_SALT
from club.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries")]

LOGIN = "/accounts/login/"
GUESSES = amount(60, 1000)
OF_AN_ADDRESS, OF_AN_ACCOUNT = 20, 5  # failed tries in a minute, and in five minutes
NO_LIMITS = dict.fromkeys(settings.ACCOUNT_RATE_LIMITS)


@world
def anna():
    return account("anna")


@pytest.fixture
def hashed(monkeypatch):
    """Passwords that were hashed, by whatever code."""
    seen = []
    encode = MD5PasswordHasher.encode

    def counted(self, password, salt):
        seen.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return seen


def flood(client, *, addresses, names):
    """Send guesses; return the seconds of the slowest page of a visitor meanwhile."""
    slowest = 0.0
    for number in range(GUESSES):
        client.post(
            LOGIN,
            {"login": names[number % len(names)], "password": f"guess {number}"},
            REMOTE_ADDR=addresses[number % len(addresses)],
        )
        if number % 10 == 0:
            began = time.process_time()
            assert client.get("/laws/", REMOTE_ADDR="192.0.2.7").status_code == 200
            slowest = max(slowest, time.process_time() - began)
    return slowest


def many(text):
    return [text.format(number // 250, number % 250) for number in range(GUESSES)]


def guesses(hashed):
    return sum(password.startswith("guess") for password in hashed)


def test_one_address_has_few_passwords_hashed(client, anna, hashed, record_property):
    names = [anna.email, *many("anna{}-{}@north.example")]
    slowest = flood(client, addresses=["192.0.2.1"], names=names)
    assert 0 < guesses(hashed) <= 2 * OF_AN_ADDRESS, "the flood may meet two minutes"
    record_property(f"hashed of {GUESSES:,} guesses from one address", guesses(hashed))
    record_property("slowest page of a visitor during the flood, ms of processor time", round(1000 * slowest))


def test_one_account_has_few_passwords_hashed_from_any_address(client, anna, hashed, record_property):
    flood(client, addresses=many("198.51.{}.{}"), names=[anna.email])
    assert 0 < guesses(hashed) <= 2 * OF_AN_ACCOUNT
    record_property(f"hashed of {GUESSES:,} guesses at one account from as many addresses", guesses(hashed))


def test_another_address_and_account_sign_in_during_the_flood(client, anna):
    bella = account("bella")
    flood(client, addresses=["192.0.2.1"], names=[anna.email])
    answer = client.post(LOGIN, {"login": bella.email, "password": PASSWORD}, REMOTE_ADDR="192.0.2.8")
    assert (answer.status_code, answer.url) == (302, "/desk/")


def test_without_limits_every_guess_is_hashed(client, anna, hashed, record_property):
    """The negative control."""
    with override_settings(ACCOUNT_RATE_LIMITS=NO_LIMITS, POSTS_A_MINUTE=0):
        flood(client, addresses=["192.0.2.1"], names=[anna.email])
    assert guesses(hashed) >= GUESSES
    record_property(f"control: hashed of {GUESSES:,} guesses without limits", guesses(hashed))


# ---- a thousand addresses at a thousand accounts ----

A_SECOND = 100
HASHERS = ["club.accounts.passwords.PatientArgon2", "club.accounts.passwords.PatientPBKDF2"]
OF_STRANGERS = 2 * (os.cpu_count() or 1)  # in a second, on average over WINDOW
OF_ALL = 3 * (os.cpu_count() or 1)
BUSY = f"Many sign-ins at this moment. Try again in {RETRY_SECONDS} seconds."


class Clock:
    """Time of the lanes; it goes on when a test says so."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """The bound and the real hashers, at the least memory; both lanes on one clock of the test."""
    told = Clock()
    for lane in (STRANGERS, KNOWN):
        monkeypatch.setattr(lane, "clock", told)
        lane.clear()
    monkeypatch.setattr(PatientArgon2, "memory_cost", 8)
    monkeypatch.setattr(PatientPBKDF2, "iterations", 1)
    with override_settings(BOUNDED_HASHING=True, PASSWORD_HASHERS=HASHERS):
        yield told
    for lane in (STRANGERS, KNOWN):
        lane.clear()


@pytest.fixture
def times(monkeypatch, clock):
    """Times at which a password was hashed with argon2, by whatever code."""
    made = []
    for name in ("encode", "verify"):
        real = getattr(PatientArgon2, name)

        def counted(self, *given, real=real):
            result = real(self, *given)  # a refusal raises, and is not counted
            made.append(clock.now)
            return result

        monkeypatch.setattr(PatientArgon2, name, counted)
    return made


def attack(client, clock):
    """Guess at as many accounts from as many addresses, a hundred in a second; return the statuses."""
    statuses = []
    for number in range(GUESSES):
        address = f"198.51.{number // 250}.{number % 250}"
        sent = {"login": f"anna{number}@north.example", "password": f"guess {number}"}
        statuses.append(client.post(LOGIN, sent, REMOTE_ADDR=address).status_code)
        clock.now += 1 / A_SECOND
    return statuses


def most_in(times, seconds):
    """Return the most hashes in any span of so many seconds."""
    return max((sum(one <= other < one + seconds for other in times) for one in times), default=0)


def sign_in(browser, email, password=PASSWORD, address="192.0.2.9"):
    return browser.post(LOGIN, {"login": email, "password": password}, REMOTE_ADDR=address)


@pytest.fixture
def bella(clock):
    """An account whose password the real hasher has made."""
    return account("bella")


def fill():
    """Take all places of strangers, as a flood does."""
    while STRANGERS.take():
        pass


def test_a_thousand_addresses_at_a_thousand_accounts_are_bounded_together(
    client, clock, times, record_property
):
    statuses = attack(client, clock)
    assert 0 < most_in(times, WINDOW) <= OF_STRANGERS * WINDOW
    assert len(times) == statuses.count(200) < GUESSES
    assert statuses.count(429) == GUESSES - len(times)
    record_property(f"hashed of {GUESSES:,} guesses from as many addresses at as many accounts", len(times))


def test_without_the_bound_guesses_from_everywhere_are_all_hashed(client, clock, times, record_property):
    """The negative control."""
    with override_settings(BOUNDED_HASHING=False):
        attack(client, clock)
    assert len(times) == GUESSES
    record_property(f"control: hashed of {GUESSES:,} guesses from everywhere", len(times))


def test_pages_hash_nothing_and_are_answered_during_the_flood(client, clock, times):
    attack(client, clock)
    before = len(times)
    for page in ("/", "/laws/", LOGIN):
        assert Client().get(page, REMOTE_ADDR="192.0.2.7").status_code == 200
    assert len(times) == before
    with STRANGERS.slot:  # held by a hash: pages do not wait for it
        assert Client().get("/laws/", REMOTE_ADDR="192.0.2.7").status_code == 200


def test_a_person_known_on_the_device_signs_in_during_the_flood(client, clock, bella):
    browser = Client()
    assert sign_in(browser, bella.email).url == "/desk/"
    browser.post("/accounts/logout/")
    fill()
    assert sign_in(Client(), bella.email).status_code == 429  # on another device she is a stranger
    assert sign_in(browser, bella.email).url == "/desk/"


def test_guesses_from_elsewhere_do_not_lock_a_person_out_of_a_known_device(client, clock, bella):
    browser = Client()
    sign_in(browser, bella.email)
    browser.post("/accounts/logout/")
    for number in range(OF_AN_ACCOUNT):
        sign_in(client, bella.email, f"guess {number}", address=f"198.51.100.{number}")
    clock.now += WINDOW
    locked = sign_in(client, bella.email, address="198.51.100.99")
    assert locked.context["form"].non_field_errors()  # the account is at its limit for strangers
    assert sign_in(browser, bella.email).url == "/desk/"


def test_a_known_device_has_its_own_limit_of_wrong_passwords(clock, bella, times):
    browser = Client()
    sign_in(browser, bella.email)
    browser.post("/accounts/logout/")
    times.clear()
    for number in range(8):
        sign_in(browser, bella.email, f"guess {number}")
    assert len(times) == OF_AN_ACCOUNT


def test_a_device_is_known_for_its_own_accounts_alone(client, clock, bella):
    other = account("carla")
    browser = Client()
    sign_in(browser, bella.email)
    browser.post("/accounts/logout/")
    fill()
    assert sign_in(browser, other.email).status_code == 429


def test_an_invented_cookie_is_not_known(clock, bella):
    browser = Client()
    forged = signing.dumps(["x", [bella.pk]], key="not the key of the site", salt=DEVICE_SALT)
    browser.cookies[settings.KNOWN_COOKIE_NAME] = forged
    fill()
    assert sign_in(browser, bella.email).status_code == 429


def test_an_account_of_ones_own_does_not_fill_the_places_of_known_people(clock, bella):
    browser = Client()
    sign_in(browser, bella.email)
    KNOWN.clear()
    for number in range(2 * MOST_OF_ONE):
        browser.post("/accounts/reauthenticate/", {"password": PASSWORD}, REMOTE_ADDR=f"192.0.2.{number}")
    assert len(KNOWN.made) <= MOST_OF_ONE


def test_a_stranger_gets_in_when_a_place_is_free(client, clock, bella):
    fill()
    refused = sign_in(client, bella.email)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(RETRY_SECONDS))
    shown = refused.content.decode()
    assert BUSY in shown
    assert bella.email in shown  # what was typed stays, except the password
    assert PASSWORD not in shown
    clock.now += WINDOW
    assert sign_in(client, bella.email).url == "/desk/"


def test_a_refusal_for_want_of_a_place_counts_as_no_wrong_password(client, clock, bella):
    for _number in range(2 * OF_AN_ACCOUNT):
        fill()
        assert sign_in(client, bella.email).status_code == 429
    clock.now += WINDOW
    assert sign_in(client, bella.email).url == "/desk/"


def test_a_slot_that_is_held_refuses_strangers_and_nobody_else(client, clock, bella):
    browser = Client()
    sign_in(browser, bella.email)
    browser.post("/accounts/logout/")
    with STRANGERS.slot:
        assert sign_in(client, bella.email).status_code == 429
        assert sign_in(browser, bella.email).url == "/desk/"


@pytest.mark.parametrize("email", ["bella@north.example", "nobody@north.example"])
def test_the_answer_and_the_hashes_do_not_tell_who_has_an_account(client, clock, bella, times, email):
    times.clear()
    wrong = sign_in(client, email, "wrong wrong wrong")
    assert (wrong.status_code, len(times)) == (200, 1)
    fill()
    refused = sign_in(client, email, "wrong wrong wrong")
    assert (refused.status_code, len(times)) == (429, 1)
    assert refused.context["form"].non_field_errors() == [BUSY]


@pytest.mark.parametrize("email", ["bella@north.example", "nobody@north.example"])
def test_making_an_account_hashes_once_whoever_has_one(client, clock, bella, times, email):
    times.clear()
    new = {"name": "Bella Smit", "email": email, "password1": "acht andere woorden nu"}
    assert client.post("/accounts/signup/", new).url == "/accounts/confirm-email/"
    assert len(times) == 1
    STRANGERS.clear()
    fill()
    refused = Client().post("/accounts/signup/", new)
    assert (refused.status_code, len(times)) == (429, 1)
    assert BUSY in refused.content.decode()


def test_a_new_password_by_mail_and_one_of_a_signed_in_person_are_bounded_too(client, clock, bella, times):
    client.post("/accounts/password/reset/", {"email": bella.email})
    page = client.post("/accounts/password/reset/confirm/", {"code": code_in(last_text())}).url
    new = "acht andere woorden nu"
    fill()
    times.clear()
    assert client.post(page, {"password1": new, "password2": new}).status_code == 429
    assert not times
    STRANGERS.clear()
    assert client.post(page, {"password1": new, "password2": new}).status_code == 302
    browser = Client()
    sign_in(browser, bella.email, new)
    while KNOWN.take():
        pass
    fill()
    facts = {"oldpassword": new, "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/accounts/password/change/", facts).status_code == 429
    assert browser.post("/accounts/reauthenticate/", {"password": new}).status_code == 429


def test_a_password_of_an_earlier_version_is_bounded_and_made_anew_in_one_sign_in(
    client, clock, bella, times
):
    User.objects.filter(pk=bella.pk).update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    fill()
    assert sign_in(client, bella.email).status_code == 429
    STRANGERS.clear()
    while len(STRANGERS.made) < STRANGERS.most - 1:
        STRANGERS.take()
    assert sign_in(client, bella.email).url == "/desk/"  # the second hash of a sign-in is not refused
    assert User.objects.get(pk=bella.pk).password.startswith("argon2$")
    assert len(STRANGERS.made) == STRANGERS.most + 1  # but those after it wait for it


def test_every_hasher_of_the_site_asks_for_a_place():
    from club.config import settings as of_the_site

    assert of_the_site.PASSWORD_HASHERS == HASHERS
    assert of_the_site.BOUNDED_HASHING
    assert STRANGERS.most + KNOWN.most <= OF_ALL * WINDOW
