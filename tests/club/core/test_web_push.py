"""Web push: encryption as browsers decrypt it, the signature of the site, requests to public hosts alone."""

import socket
import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from push_service import Browser, PushService, claims_of, decoded

from club.core import outgoing
from club.core.outgoing import Post, PrivateAddress, is_public_address, is_public_url, post_all
from club.core.web_push import Receiver, is_known_key, is_receiver_key, push_message, server_key

ENDPOINT = "https://push.example.org/send/abc"
MESSAGE = {"title": "Round 1: board 2", "body": "Żółw, Шашки"}


def receiver_of(browser):
    return Receiver(**browser.fields, server_key=server_key())


def pushed(browser, **changes):
    facts = {"seconds": 60, "topic": "evening-1"} | changes
    return push_message(receiver_of(browser), MESSAGE, **facts)


def test_the_receiver_of_this_test_reads_the_example_of_the_standard():
    """RFC 8291, appendix A: keeps the decryption of the tests honest."""
    key = ec.derive_private_key(
        int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), ec.SECP256R1()
    )
    browser = Browser(ENDPOINT, private_key=key, auth=decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    body = decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.decrypt(body) == b"When I grow up, I want to be a watermelon"


def test_a_browser_reads_the_message_and_each_one_is_sealed_anew():
    browser = Browser(ENDPOINT)
    one, other = pushed(browser), pushed(browser)
    assert browser.read({"body": one.body}) == MESSAGE
    assert one.body[:16] != other.body[:16]
    with pytest.raises(Exception):  # noqa: B017, PT011 - the tag does not fit
        Browser(ENDPOINT).decrypt(one.body)


def test_the_site_signs_for_this_push_service_and_for_some_hours():
    post = pushed(Browser(ENDPOINT))
    claims, key = claims_of(post.headers["Authorization"])
    assert key == server_key()
    assert claims["aud"] == "https://push.example.org"
    assert 0 < claims["exp"] - time.time() < 24 * 3600
    told = {name: post.headers[name] for name in ("TTL", "Urgency", "Topic", "Content-Encoding")}
    assert told == {"TTL": "60", "Urgency": "high", "Topic": "evening-1", "Content-Encoding": "aes128gcm"}


@pytest.mark.parametrize(
    ("sender", "hosts", "contact"),
    [
        ("Club <desk@club.example>", ["club.example"], "mailto:desk@club.example"),
        ("draughts-club@localhost", ["*", ".club.example"], "https://club.example"),
        ("draughts-club@localhost", ["*"], "mailto:draughts-club@localhost"),
    ],
)
def test_a_push_service_is_told_whom_to_write_to(settings, sender, hosts, contact):
    settings.DEFAULT_FROM_EMAIL, settings.ALLOWED_HOSTS = sender, hosts
    assert claims_of(pushed(Browser(ENDPOINT)).headers["Authorization"])[0]["sub"] == contact


def test_the_key_follows_the_secret_key_and_an_earlier_one_still_signs(settings):
    before = server_key()
    browser = Browser(ENDPOINT)
    receiver = receiver_of(browser)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    assert server_key() != before
    assert is_known_key(before)
    post = push_message(receiver, MESSAGE, seconds=60, topic="t")
    assert claims_of(post.headers["Authorization"])[1] == before
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_known_key(before)


def test_keys_of_a_browser_are_a_point_of_the_curve_and_sixteen_bytes():
    fields = Browser(ENDPOINT).fields
    assert is_receiver_key(fields["p256dh"], fields["auth"])
    beside = fields["p256dh"][:-4] + "AAAA"
    for p256dh, auth in (
        (beside, fields["auth"]),
        ("", fields["auth"]),
        ("é", fields["auth"]),
        (fields["p256dh"], fields["auth"][:-2]),
        (fields["p256dh"], "!" * 22),
    ):
        assert not is_receiver_key(p256dh, auth)


def test_a_message_that_is_too_long_is_not_sent():
    with pytest.raises(ValueError, match="too long"):
        push_message(receiver_of(Browser(ENDPOINT)), {"title": "x" * 4000}, seconds=1, topic="t")


# ---- requests to public hosts alone ----


@pytest.mark.parametrize(
    "url",
    [
        *("http://push.example.org/x", "ftp://push.example.org/x", "push.example.org", "", "https://"),
        *("https://localhost/x", "https://127.0.0.1/x", "https://10.0.0.1/x", "https://169.254.169.254/x"),
        *(
            "https://[::1]/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://[64:ff9b::a00:1]/x",
            "https://[fd00::1]/",
        ),
        *("https://router.local/x", "https://db.internal/x", "https://postgres/x", "https://a.localhost./x"),
        *("https://push.example.org:8443/x", "https://me:you@push.example.org/x", "https://x.org/#f"),
        *("https://push.example.org/a b", "https://push.example.org/\r\nX: y", "https://pusħ.example.org/"),
        "https://push.example.org:port/x",
        "https://push.example.org/" + "x" * 1000,
    ],
)
def test_addresses_that_are_no_push_service(url):
    assert not is_public_url(url)


def test_addresses_of_push_services():
    assert is_public_url(ENDPOINT)
    assert is_public_url("https://fcm.googleapis.com/fcm/send/dzs:APA91b?x=1")
    assert is_public_url("https://8.8.8.8/x")


@pytest.mark.parametrize(
    "address",
    [
        *("10.1.2.3", "100.64.0.1", "127.0.0.1", "224.0.0.1", "0.0.0.0"),  # noqa: S104
        *("2002:a00:1::1", "fe80::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1"),
        *("fec0::1", "64:ff9b:1::a00:1", "::7f00:1", "::ffff:0:a00:1", "5f00::1"),
    ],
)
def test_private_addresses(address):
    assert not is_public_address(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_public_addresses(address):
    assert is_public_address(address)


@pytest.fixture
def service(tmp_path, monkeypatch, settings):
    with PushService(tmp_path) as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(running.certificate))
        settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False
        yield running


def test_a_request_arrives_and_no_redirect_is_followed(service):
    service.statuses = [201, 302, 500]
    posts = [Post(f"{service.origin}/push/{name}?a=b", {"X-Name": name}, name.encode()) for name in "ab"]
    assert sorted(post_all(posts)) == [201, 302]  # sent side by side
    assert post_all(posts[:1]) == [500]
    assert {one["path"] for one in service.messages[:2]} == {"/push/a?a=b", "/push/b?a=b"}
    assert service.messages[2]["headers"]["X-Name"] == "a"
    assert service.messages[2]["body"] == b"a"


def test_the_certificate_is_checked(service, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    (answer,) = post_all([Post(service.origin, {}, b"")])
    assert "CERTIFICATE_VERIFY_FAILED" in str(answer)
    assert service.messages == []


def test_a_public_name_that_leads_into_the_own_network_gets_nothing(service, settings, monkeypatch):
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = True

    async def look_up(_loop, _host, port, **_facts):
        return [(2, 1, 6, "", ("8.8.8.8", port)), (2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", look_up)
    answers = post_all([Post(ENDPOINT, {}, b""), Post(f"{service.origin}/push", {}, b"")])
    assert [type(one) for one in answers] == [PrivateAddress, PrivateAddress]
    assert "/push" not in str(answers[1])  # the path is a secret
    assert service.messages == []


def test_a_push_service_that_says_nothing_is_left_in_time(monkeypatch, settings):
    monkeypatch.setattr(outgoing, "MAX_SECONDS", 0.2)
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False
    with socket.create_server(("127.0.0.1", 0)) as silent:
        (answer,) = post_all([Post(f"https://127.0.0.1:{silent.getsockname()[1]}/", {}, b"")])
    assert isinstance(answer, TimeoutError)


def test_nothing_opens_the_own_network_but_a_test():
    from django.conf import settings

    assert settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY is True
