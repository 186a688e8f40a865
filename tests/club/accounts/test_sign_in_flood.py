"""A flood of guessed passwords: hashing is bounded for each account and address, and pages go on."""

import time

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.test import override_settings
from effort import amount
from people import PASSWORD, account
from worlds import world

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
GUESSES = amount(60, 1000)
OF_AN_ADDRESS, OF_AN_ACCOUNT = 20, 5  # failed tries in a minute, and in five minutes
NO_LIMITS = dict.fromkeys(settings.ACCOUNT_RATE_LIMITS)


@pytest.fixture(autouse=True)
def fresh(outbox_backend):
    cache.clear()
    yield
    cache.clear()


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
