"""Passwords that are refused, sessions that end, and failed sign-ins in the log."""

import time
from datetime import timedelta
from unittest import mock

import pytest
from allauth.mfa.signals import authenticator_used
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.backends.db import SessionStore as PlainStore
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.utils import timezone
from people import PASSWORD, account, browser_of, code_in, last_text
from test_second_factors import SECRET, code_of
from worlds import world

from club.accounts.pages import account_signals
from club.accounts.sessions import SIGNED_IN_AT, SessionStore
from club.models import AuditEntry, Organisation, Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries")]

LOGIN, DAY = "/accounts/login/", 86_400


@world
def anna():
    return account("anna", role=Role.OWNER)


def sign_in(client, password=PASSWORD):
    return client.post(LOGIN, {"login": "anna@north.example", "password": password})


# ---- passwords ----


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("password12345", "password_too_common"),
        ("!!Dragon-2024", "password_too_common"),
        ("1qaz2wsx3edc", "password_too_common"),
        ("DraughtsClub2026", "password_of_the_site"),
        ("шашечный клуб 1", "password_of_the_site"),
        ("Northtown2026!", "password_of_the_site"),
        ("short", "password_too_short"),
    ],
)
def test_obvious_passwords_are_refused(password, code):
    Organisation.objects.create(slug="northtown", name="Northtown draughts")
    with pytest.raises(ValidationError) as told:
        validate_password(password)
    assert code in {error.code for error in told.value.error_list}


@pytest.mark.parametrize(
    "password", [PASSWORD, "club horse battery staple", "zzzzzqpwmn", "аист пень вода", "x" * 200, "👑" * 10]
)
def test_any_other_password_is_taken_whatever_its_characters(password):
    validate_password(password)


def test_a_long_password_is_checked_to_its_last_character(anna, client):
    anna.set_password("correct horse battery " * 6 + "A")
    anna.save()
    assert sign_in(client, "correct horse battery " * 6 + "B").status_code == 200
    assert sign_in(client, "correct horse battery " * 6 + "a").status_code == 200
    assert sign_in(client, "correct horse battery " * 6 + "A").status_code == 302


def test_a_new_password_needs_the_present_one_and_ends_other_sessions(anna, client):
    sign_in(client)
    other = browser_of(anna)
    new = {"password1": "vier andere woorden nu", "password2": "vier andere woorden nu"}
    assert client.post("/accounts/password/change/", {"oldpassword": "wrong", **new}).status_code == 200
    assert other.get("/desk/").status_code == 200
    assert client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new}).status_code == 302
    assert other.get("/desk/").status_code == 302
    assert client.get("/desk/").status_code == 200


# ---- sessions ----


def test_a_session_ends_at_a_fixed_time_after_the_sign_in(anna, client, settings):
    sign_in(client)
    stored = Session.objects.get(session_key=client.session.session_key)
    signed_in = stored.get_decoded()[SIGNED_IN_AT]
    used = SessionStore(session_key=stored.session_key)
    for day in (10, 20, 29):
        with mock.patch("time.time", return_value=signed_in + day * DAY):
            used["used"] = day
            used.save()
    end = Session.objects.get(session_key=stored.session_key).expire_date
    limit = settings.SESSION_LIFETIME / DAY
    assert (end.timestamp() - signed_in) / DAY <= limit
    with mock.patch("time.time", return_value=signed_in + 31 * DAY):
        assert used.get_expiry_age() == 0
        assert used.get_expiry_date() <= timezone.now() + timedelta(days=31)


def test_without_the_limit_a_session_that_is_used_never_ends(anna, client):
    """The negative control."""
    sign_in(client)
    plain = PlainStore(session_key=client.session.session_key)
    plain[SIGNED_IN_AT] = time.time() - 31 * DAY
    assert plain.get_expiry_age() > 13 * DAY
    ours = SessionStore(session_key=client.session.session_key)
    ours[SIGNED_IN_AT] = time.time() - 31 * DAY
    assert ours.get_expiry_age() == 0


def test_a_session_has_another_key_after_each_authentication(anna, client):
    client.get("/accounts/login/")
    client.cookies["draughts_session"] = "planted0planted0planted0planted0"
    sign_in(client)
    first = client.session.session_key
    assert first != "planted0planted0planted0planted0"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    second = client.session.session_key
    assert second != first
    assert not Session.objects.filter(session_key=first).exists()
    assert len(client.get("/accounts/sessions/").context["sessions"]) == 1


def test_signing_out_voids_the_session_and_empties_the_cache_of_the_browser(anna, client):
    sign_in(client)
    key = client.session.session_key
    answer = client.post("/accounts/logout/")
    assert answer.headers["Clear-Site-Data"] == '"cache"'
    assert not Session.objects.filter(session_key=key).exists()
    client.cookies["draughts_session"] = key
    assert client.get("/desk/").status_code == 302


def test_other_sessions_are_ended_by_whoever_proves_who_they_are(anna, client):
    sign_in(client)
    other = browser_of(anna)
    other.logout()
    sign_in(other)
    answer = client.post("/accounts/sessions/")
    assert answer.url.startswith("/accounts/reauthenticate/")
    assert other.get("/desk/").status_code == 200
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/sessions/")
    assert other.get("/desk/").status_code == 302
    assert client.get("/desk/").status_code == 200


def test_a_closed_account_has_no_session(anna, client):
    sign_in(client)
    anna.is_active = False
    anna.save()
    assert client.get("/desk/").status_code == 302


def test_the_command_ends_the_sessions_of_one_account_or_of_all(anna, client, capsys):
    sign_in(client)
    bella = browser_of(account("bella", role=Role.OWNER))
    call_command("end_sessions", "ANNA@north.example")
    assert "ended: 1" in capsys.readouterr().out
    assert client.get("/desk/").status_code == 302
    assert bella.get("/desk/").status_code == 200
    assert AuditEntry.objects.filter(action="club.account.sessions_ended").count() == 1
    call_command("end_sessions", everybody=True)
    assert bella.get("/desk/").status_code == 302
    with pytest.raises(CommandError, match="No account has the address"):
        call_command("end_sessions", "nobody@north.example")
    with pytest.raises(CommandError, match="Name the address of one account"):
        call_command("end_sessions")


def test_pages_of_a_session_are_stored_by_no_shared_cache(anna, client):
    sign_in(client)
    assert "private" in client.get("/desk/").headers["Cache-Control"]


@override_settings(SESSION_COOKIE_SECURE=True, CSRF_COOKIE_SECURE=True, LANGUAGE_COOKIE_SECURE=True)
def test_every_cookie_is_ours_by_name_and_has_its_attributes(anna, client):
    client.get(LOGIN)
    client.post("/language/", {"language": "nl"})
    sign_in(client)
    client.post("/desk/account/", {"name": "Anna Boom", "language": "nl"})  # a message for the next page
    names = {"csrf", "session", "language", "messages", "known"}
    assert set(client.cookies) == {f"draughts_{name}" for name in names}
    for cookie in client.cookies.values():
        assert (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "Lax")
        assert cookie["secure"]
        assert cookie["httponly"]


# ---- second step and log ----


def sign_in_with_app(code):
    browser = Client()
    sign_in(browser)
    return browser.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 302


def test_a_code_of_an_authenticator_app_signs_in_once(anna):
    TOTP.activate(anna, SECRET)
    now = 1_795_000_000  # ten seconds after the beginning of a step
    with mock.patch("time.time", return_value=now):
        code = code_of(SECRET)
        assert sign_in_with_app(code)
        assert not sign_in_with_app(code)
    with mock.patch("time.time", return_value=now + 35):  # it fits still, as the step before
        assert not sign_in_with_app(code)
        assert sign_in_with_app(code_of(SECRET))
    with mock.patch("time.time", return_value=now + 120):
        assert not sign_in_with_app(code)


def test_without_our_memory_a_code_signs_in_again_after_a_step(anna, settings):
    """The negative control, by a cache that expires by the clock of the test, as Redis does not."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    TOTP.activate(anna, SECRET)
    uid = "club.account.remember_code"
    assert authenticator_used.disconnect(dispatch_uid=uid)
    try:
        with mock.patch("time.time", return_value=1_795_000_000):
            code = code_of(SECRET)
            assert sign_in_with_app(code)
        with mock.patch("time.time", return_value=1_795_000_035):
            assert sign_in_with_app(code)
    finally:
        authenticator_used.connect(account_signals._remember_code, dispatch_uid=uid)


def test_a_code_by_mail_ends_after_ten_minutes(anna, client):
    client.post("/accounts/login/code/", {"email": anna.email})
    code, now = code_in(last_text()), time.time()
    stranger = Client()
    stranger.post("/accounts/login/code/confirm/", {"code": code})
    assert stranger.get("/desk/").status_code == 302  # of another browser
    with mock.patch("time.time", return_value=now + 601):
        client.post("/accounts/login/code/confirm/", {"code": code})
    assert client.get("/desk/").status_code == 302


def test_a_new_password_by_mail_does_not_replace_the_second_step(anna, client):
    TOTP.activate(anna, SECRET)
    client.post("/accounts/password/reset/", {"email": anna.email})
    answer = client.post("/accounts/password/reset/confirm/", {"code": code_in(last_text())})
    new = "acht andere woorden nu"
    client.post(answer.url, {"password1": new, "password2": new})
    assert client.get("/desk/").status_code == 302
    assert sign_in(client, new).url == "/accounts/2fa/authenticate/"
    assert client.get("/desk/").status_code == 302


def test_a_failed_sign_in_is_logged_without_what_was_typed(anna, client, caplog):
    sign_in(client, "not the password")
    (line,) = [one for one in caplog.records if one.name == "club.security"]
    assert line.levelname == "WARNING"
    assert line.facts["proof"] == "password"
    assert line.facts["address"] == "127.0.0.1"
    assert "anna" not in line.getMessage()
    assert "not the password" not in line.getMessage()


def test_a_failed_second_step_is_logged(anna, client, caplog):
    TOTP.activate(anna, SECRET)
    sign_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    (line,) = [one for one in caplog.records if one.name == "club.security"]
    assert (line.facts["proof"], line.facts["account"]) == ("second factor", str(anna.pk))


def test_the_trail_has_every_sign_in(anna, client):
    sign_in(client)
    assert AuditEntry.objects.filter(action="club.account.signed_in", user=anna).count() == 1


# ---- https ----


@override_settings(SECURE_SSL_REDIRECT=True, SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/v1/games/", 403),
        ("/api/v1/no-such/", 403),
        ("/api/v1/docs/", 301),
        ("/laws/", 301),
        ("/healthz", 200),
    ],
)
def test_programs_are_refused_over_plain_http_and_pages_redirected(client, address, status):
    answer = client.get(address, headers={"authorization": "Bearer draughts_secret"})
    assert answer.status_code == status
    assert "draughts_secret" not in answer.content.decode()
    if status == 403:
        assert answer.json()["code"] == "https_required"
        assert client.get(address, headers={"x-forwarded-proto": "https"}).status_code in {200, 404}
