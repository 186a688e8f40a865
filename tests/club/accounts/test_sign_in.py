"""Making an account, signing in, and what strangers do not learn."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.hashers import get_hasher, make_password
from people import PASSWORD, account, browser_of, code_in, last_text
from worlds import world

from club.models import AuditEntry, OutboxMessage, Person, Role, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries")]

LOGIN, SIGN_UP = "/accounts/login/", "/accounts/signup/"
NEW = {"name": "Eva  Smit", "email": "Eva@North.example", "password1": PASSWORD}


@world
def anna():
    return account("anna", role=Role.OWNER)


def sign_in(client, email="anna@north.example", password=PASSWORD, **more):
    return client.post(LOGIN, {"login": email, "password": password, **more})


def test_an_account_is_made_and_its_address_confirmed_by_a_code(client, anna):
    answer = client.post(SIGN_UP, NEW)
    assert answer.url == "/accounts/confirm-email/"
    assert client.get("/desk/").status_code == 302  # not in yet
    answer = client.post("/accounts/confirm-email/", {"code": code_in(last_text())})
    assert answer.status_code == 302
    assert client.get("/desk/").status_code == 200
    eva = User.objects.get(email="eva@north.example")
    assert (str(eva), eva.person.name) == ("Eva Smit", "Eva Smit")
    assert EmailAddress.objects.get(user=eva).verified
    assert AuditEntry.objects.filter(action="club.account.opened", user=eva).exists()


def test_a_wrong_code_lets_nobody_in(client, anna):
    client.post(SIGN_UP, NEW)
    answer = client.post("/accounts/confirm-email/", {"code": "AAAA-AAAA"})
    assert answer.status_code == 200
    assert b"aria-invalid" in answer.content
    assert client.get("/desk/").status_code == 302


def test_signing_up_tells_nobody_who_has_an_account(client, anna):
    known = client.post(SIGN_UP, {**NEW, "email": anna.email})
    unknown = client.post(SIGN_UP, {**NEW, "email": "nobody@north.example"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert User.objects.filter(email=anna.email).count() == 1


def test_signing_in_tells_nobody_who_has_an_account(client, anna):
    known = sign_in(client, password="wrong wrong wrong")
    unknown = sign_in(client, email="nobody@north.example", password="wrong wrong wrong")
    assert known.context["form"].non_field_errors() == unknown.context["form"].non_field_errors()


def test_asking_for_a_code_or_a_new_password_tells_nobody_either(client, anna):
    for page, field in (("/accounts/login/code/", "email"), ("/accounts/password/reset/", "email")):
        before = OutboxMessage.objects.count()
        known = client.post(page, {field: anna.email})
        assert OutboxMessage.objects.count() == before + 1
        client.cookies.clear()
        unknown = client.post(page, {field: "nobody@north.example"})
        assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
        assert OutboxMessage.objects.count() == before + 1  # and a stranger gets no mail
        client.cookies.clear()


def test_a_code_by_mail_lets_in_without_a_password(client, anna):
    client.post("/accounts/login/code/", {"email": anna.email})
    answer = client.post("/accounts/login/code/confirm/", {"code": code_in(last_text())})
    assert answer.url == "/desk/"
    assert AuditEntry.objects.filter(action="club.account.signed_in", user=anna).exists()


def test_a_forgotten_password_is_set_anew_by_a_code(client, anna):
    client.post("/accounts/password/reset/", {"email": anna.email})
    answer = client.post("/accounts/password/reset/confirm/", {"code": code_in(last_text())})
    new = "acht andere woorden nu"
    client.post(answer.url, {"password1": new, "password2": new})
    assert sign_in(client, password=new).url == "/desk/"
    assert not User.objects.get(pk=anna.pk).check_password(PASSWORD)


def test_guessing_is_stopped_before_a_password_is_hashed(client, anna, monkeypatch):
    hashed = []
    monkeypatch.setattr(User, "check_password", lambda _user, raw: hashed.append(raw))
    for number in range(8):
        answer = sign_in(client, password=f"guess number {number}")
    assert len(hashed) == 5
    assert "Too many" in str(answer.context["form"].non_field_errors())


def test_the_admin_is_entered_by_the_same_way_in(client, anna):
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith(LOGIN)


@pytest.mark.parametrize(
    "password",
    [
        pytest.param("short", id="too short"),
        pytest.param("password123", id="everybody's"),
        pytest.param("eva@north.example", id="the address"),
    ],
)
def test_a_weak_password_is_refused_with_what_to_do(client, anna, password):
    answer = client.post(SIGN_UP, {**NEW, "password1": password})
    assert answer.status_code == 200
    assert answer.context["form"].errors["password1"]


def test_passwords_are_kept_by_argon2(settings):
    settings.PASSWORD_HASHERS = ["club.accounts.passwords.PatientArgon2"]
    kept = make_password(PASSWORD)
    assert kept.startswith("argon2$argon2id$v=19$m=47104,t=1,p=1$")
    assert get_hasher().verify(PASSWORD, kept)
    assert not get_hasher().verify("another", kept)


@pytest.mark.django_db(transaction=True)  # the trail is told after the commit
def test_an_app_is_the_second_step_and_recovery_codes_the_last_way_in(client, anna):
    sign_in(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret = client.get("/accounts/2fa/totp/activate/").context["form"].secret
    code = format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code})
    assert answer.url == "/accounts/2fa/recovery-codes/"
    shown = client.get(answer.url).context["unused_codes"]
    assert len(shown) == 10
    client.post("/accounts/logout/")
    assert sign_in(client).url == "/accounts/2fa/authenticate/"
    assert client.get("/desk/").status_code == 302  # the password alone is not enough
    assert client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert client.post("/accounts/2fa/authenticate/", {"code": shown[0]}).url == "/desk/"
    assert "club.account.second_step_added" in set(AuditEntry.objects.values_list("action", flat=True))


def test_what_guards_an_account_asks_again_who_one_is(anna):
    browser = browser_of(anna)  # signed in, but not by a way that was noted
    answer = browser.get("/accounts/2fa/webauthn/add/")
    assert answer.url.startswith("/accounts/reauthenticate/")


@pytest.mark.parametrize("page", ["login", "signup", "logout"])
@pytest.mark.parametrize(
    "place", ["/%09/evil.example", "/%0A/evil.example", "/%5Cevil.example", "//evil.example"]
)
def test_who_is_signed_in_is_not_sent_to_another_host(anna, page, place):
    browser = browser_of(anna)
    address = f"/accounts/{page}/?next={place}"
    answer = browser.post(address) if page == "logout" else browser.get(address)
    assert answer.status_code == 302
    assert answer.url in {"/", "/desk/"}


def test_passkeys_may_be_offered_without_saying_who_one_is(client, anna):
    options = client.get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"}).json()
    asked = options["request_options"]["publicKey"]
    assert asked["challenge"]
    assert not asked.get("allowCredentials")
    answer = client.post("/accounts/2fa/webauthn/login/", {"credential": "{}"})
    assert answer.url == LOGIN


def test_accounts_by_invitation_only(client, anna, settings):
    settings.OPEN_SIGN_UP = False
    page = client.get(SIGN_UP)
    assert "by invitation" in page.content.decode()
    client.post(SIGN_UP, NEW)
    assert not User.objects.filter(email="eva@north.example").exists()


def test_everybody_who_signs_in_is_a_person(client):
    user = User.objects.create_superuser("root@north.example", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    sign_in(client, email=user.email)
    assert Person.objects.get(user=user).email == user.email


def test_the_account_speaks_its_language_on_every_device(client, anna):
    browser_of(anna).post("/desk/account/", {"name": "Anna Boom", "language": "nl"})
    sign_in(client)
    page = client.get("/desk/account/", headers={"accept-language": "fr"})
    assert page.headers["Content-Language"] == "nl"
    assert '<html lang="nl"' in page.content.decode()
    assert str(User.objects.get(pk=anna.pk)) == "Anna Boom"


def test_a_name_left_empty_is_told_at_the_field(anna):
    page = browser_of(anna).post("/desk/account/", {"name": " ", "language": "nl"})
    assert page.status_code == 422
    assert 'aria-invalid="true"' in page.content.decode()


def test_where_one_is_signed_in_is_shown_and_ended(client, anna):
    sign_in(client)
    other = browser_of(anna)
    other.logout()
    sign_in(other)
    assert len(client.get("/accounts/sessions/").context["sessions"]) == 2
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/sessions/")
    assert other.get("/desk/").status_code == 302
    assert client.get("/desk/").status_code == 200


@pytest.mark.parametrize(
    ("sender", "back"),
    [
        ("http://testserver/desk/events/new/?like=1#name", "/desk/events/new/%3Flike%3D1"),
        ("https://elsewhere.example/desk/", "/"),
        ("http://testserver//elsewhere.example/", "/"),
        ("", "/"),
    ],
)
def test_a_form_posted_after_the_session_has_ended_leads_back_to_its_page(client, sender, back):
    answer = client.post("/desk/events/new/", headers={"referer": sender}, follow=True)
    assert answer.redirect_chain == [(f"{LOGIN}?next={back}", 302)]
    assert "You are no longer signed in" in answer.content.decode()
    answer = client.post("/desk/events/new/", headers={"accept": "application/json"}, follow=True)
    assert "You are no longer signed in" not in answer.content.decode()  # an entry of the outbox, sent again
