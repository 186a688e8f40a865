"""What a request is asked for: its key and content, its owner, its language and its addresses."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone, translation
from people import account

from club.core.actor import VISITOR, Actor
from club.core.known_callers import KNOWN_CALLERS, credential_in
from club.core.requests import (
    SESSION_KEY,
    AccountLanguage,
    EntryOwner,
    ProgramRequest,
    actor_of,
    code_uri,
    is_out_of_reach,
    key_in,
    owner_of,
    parse_number,
    phone_uri,
    sent_content,
    sent_key,
    speak_unless_chosen,
)
from club.models import HelperPass, PassLevel

FACTORY = RequestFactory()


def asked(method="get", path="/", *, user=None, **more):
    request = getattr(FACTORY, method)(path, **more)
    request.user = user or AnonymousUser()
    return request


def test_a_key_has_64_characters_and_no_nul():
    assert sent_key(asked(headers={"idempotency-key": "a\0b" + "x" * 100})) == "ab" + "x" * 62
    assert sent_key(asked()) == ""


def test_a_key_stands_for_the_address_and_every_value():
    fields = {"csrfmiddlewaretoken": "secret", "board": ["1", "2"]}
    content = sent_content(asked("post", "/desk/", data=fields))
    assert content == {"csrfmiddlewaretoken": "", "board": "1\n2", "path": "/desk/"}


def test_numbers_that_a_column_holds():
    longest = "9" * 18
    assert (parse_number(longest), parse_number("9" * 19)) == (int(longest), None)
    assert (parse_number("12", digits=2), parse_number("123", digits=2)) == (12, None)
    assert [parse_number(text) for text in ("", "-1", "1.5", "٣", "²")] == [None] * 5
    assert (key_in("7"), key_in("x")) == (7, 0)


def test_owners_of_entries():
    assert owner_of(VISITOR) == "visitor"
    assert owner_of(Actor(label="phone", helper_pass=HelperPass(pk=5))) == "pass:5"


@pytest.mark.django_db
def test_entries_of_another_owner_are_refused():
    answer = EntryOwner(lambda _request: HttpResponse("taken"))
    user = account("vera")
    own = f"user:{user.pk}"
    assert answer(asked(user=user, headers={"x-entry-owner": own})).content == b"taken"
    assert answer(asked(user=user)).content == b"taken"
    assert answer(asked(user=user, headers={"x-entry-owner": "visitor"})).status_code == 403


@pytest.mark.django_db
def test_the_actor_is_found_once(django_assert_num_queries):
    request = asked(user=account("vera"), REMOTE_ADDR="203.0.113.7")
    request.request_id = "r1"
    actor = actor_of(request)
    assert (actor.user, actor.address, actor.request_id) == (request.user, "203.0.113.7", "r1")
    assert actor.abilities is None
    with django_assert_num_queries(0):
        assert actor_of(request) is actor


@pytest.mark.django_db
def test_a_token_limits_an_actor_that_was_found_before():
    request = asked(user=account("vera"))
    assert actor_of(request).abilities is None
    request.auth = SimpleNamespace(abilities=["import_games"])
    limited = actor_of(request)
    assert limited.abilities == {"import_games"}
    assert actor_of(request) is limited


@pytest.mark.django_db
@pytest.mark.parametrize("is_pass", [True, False])
def test_whose_request_was_answered_is_known_from_then_on(is_pass, club, settings):
    cookie = f"{settings.SESSION_COOKIE_NAME}=phone"
    row = HelperPass.objects.create(
        label="Phone", level=PassLevel.HELPER, organisation=club, expires_at=timezone.now()
    )
    request = asked(user=None if is_pass else account("vera"), headers={"cookie": cookie})
    request.session = {SESSION_KEY: row.pk}
    KNOWN_CALLERS.clear()
    assert actor_of(request).helper_pass == (row if is_pass else None)
    assert KNOWN_CALLERS.is_known(credential_in(cookie, ""))
    KNOWN_CALLERS.clear()


@pytest.mark.django_db
def test_the_password_of_a_proxy_makes_no_visitor_known(settings):
    """Every browser sends it behind such a proxy, with the session of its own."""
    cookie, shared = f"{settings.SESSION_COOKIE_NAME}=desk", "Basic Y2x1YjpjbHVi"
    KNOWN_CALLERS.clear()
    actor_of(asked(user=account("vera"), headers={"cookie": cookie, "authorization": shared}))
    assert KNOWN_CALLERS.is_known(credential_in(cookie, shared))
    assert not KNOWN_CALLERS.is_known(credential_in("", shared))
    assert not KNOWN_CALLERS.is_known(credential_in(f"{settings.SESSION_COOKIE_NAME}=other", shared))
    KNOWN_CALLERS.clear()


def test_addresses_of_a_command_begin_with_the_site():
    request = ProgramRequest("https://club.example/")
    assert request.build_absolute_uri("/screens/") == "https://club.example/screens/"
    assert request.build_absolute_uri() == "https://club.example/"
    assert actor_of(request).is_system
    assert request.GET == {}


def test_phones_are_sent_to_the_open_hall(settings):
    request = asked(headers={"host": "localhost"})
    settings.PHONE_ADDRESS = ""
    assert phone_uri(request, "/x/") == "http://localhost/x/"
    assert is_out_of_reach(request)
    settings.PHONE_ADDRESS = "http://192.0.2.1:8000/"
    assert phone_uri(request, "/x/") == "http://192.0.2.1:8000/x/"
    assert code_uri(request, "h", "t0ken").startswith("http://192.0.2.1:8000/")
    assert code_uri(request, "h", "t0ken").endswith("t0ken/")
    assert not is_out_of_reach(request)


def test_an_event_speaks_its_language_unless_one_is_chosen(settings):
    with translation.override("en"):
        request = asked()
        speak_unless_chosen(request, "nl")
        assert (translation.get_language(), request.LANGUAGE_CODE) == ("nl", "nl")
    for request, language in ((asked(), "xx"), (asked(), "nl")):
        if language == "nl":
            request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = "en"
        with translation.override("en"):
            speak_unless_chosen(request, language)
            assert translation.get_language() == "en"


@pytest.mark.django_db
def test_an_account_is_answered_in_its_language(settings):
    user = account("vera")
    answer = AccountLanguage(lambda _request: HttpResponse(translation.get_language()))

    def spoken(language, *, has_session=True, by=user):
        user.language = language
        request = asked(user=by)
        if has_session:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = "s"
        response = answer(request)
        return response.content.decode(), response.headers.get("Content-Language")

    with translation.override("en"):
        assert spoken("nl") == ("nl", "nl")
        assert spoken("") == ("en", None)
        assert spoken("nl", has_session=False) == ("en", None)
        assert spoken("nl", by=AnonymousUser()) == ("en", None)
        assert translation.get_language() == "en"
