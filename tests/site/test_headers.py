"""The headers of files, refusals and crashes. The walk in tests/site checks those of every address."""

import pytest
from django.test import Client, override_settings

pytestmark = pytest.mark.django_db

WANTED = {
    "Content-Security-Policy": "default-src 'none'",
    "Permissions-Policy": "camera=()",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Request-ID": "",
}


def missing(answer):
    return [name for name, part in WANTED.items() if part not in answer.headers.get(name, "nothing at all")]


@pytest.mark.parametrize(
    ("address", "given", "status"),
    [
        pytest.param("/no/such/page", {}, 404, id="no such page"),
        pytest.param("/", {"HTTP_HOST": "evil.example"}, 400, id="another host"),
        pytest.param("/static/club/icon.svg", {}, 200, id="a file"),
        pytest.param("/static/club/no-such.css", {}, 404, id="no such file"),
        pytest.param("/api/v1/games/999999/", {}, 404, id="the interface"),
        pytest.param("/crash", {}, 500, id="a crash"),
    ],
)
def test_refusals_and_files_too(address, given, status, tmp_path):
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "icon.svg").write_text("<svg/>")
    with override_settings(ROOT_URLCONF="crashing_addresses", STATIC_ROOT=tmp_path):
        answer = Client(raise_request_exception=False).get(address, **given)
    answer.close()
    assert answer.status_code == status
    assert missing(answer) == []


@pytest.mark.parametrize(
    ("name", "is_script"), [("base.css", False), ("face.woff2", False), ("page.js", True)]
)
def test_parts_of_pages_have_no_headers_of_pages(name, is_script, tmp_path):
    (tmp_path / name).write_text("/* */")
    with override_settings(STATIC_ROOT=tmp_path):
        answer = Client().get(f"/static/{name}")
    answer.close()
    assert answer.status_code == 200
    lacks = {"Permissions-Policy", "X-Frame-Options"}
    assert set(missing(answer)) == (lacks if is_script else lacks | {"Content-Security-Policy"})
    assert "Access-Control-Allow-Origin" not in answer.headers


def observatory_score(answer):
    """Score a page by the rules of the HTTP Observatory of MDN, version 4, on headers."""
    found = answer.headers
    policy = dict(part.strip().partition(" ")[::2] for part in found["Content-Security-Policy"].split(";"))
    years = "max-age=31536000" in found.get("Strict-Transport-Security", "")
    cookies = answer.cookies.values()
    sound = all(one["secure"] and one["httponly"] and one["samesite"] for one in cookies)
    return 100 + sum(
        (
            10 if policy["default-src"] == "'none'" and "unsafe" not in str(policy) else -25,
            (5 if cookies else 0) if sound else -40,
            0 if "Access-Control-Allow-Origin" not in found else -50,
            5 if found.get("Referrer-Policy") in {"no-referrer", "same-origin"} else 0,
            0 if years else -20,
            0 if found.get("X-Content-Type-Options") == "nosniff" else -5,
            5 if policy.get("frame-ancestors") == "'none'" else -20,
            10 if found.get("Cross-Origin-Resource-Policy") == "same-origin" else 0,
        )
    )


AS_SERVED = {
    "SECURE_HSTS_SECONDS": 31_536_000,
    "SECURE_SSL_REDIRECT": True,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
}


@pytest.mark.parametrize(("address", "score"), [("/laws/", 130), ("/accounts/login/", 135)])
def test_the_headers_score_as_high_as_the_observatory_has_it(address, score, record_property):
    with override_settings(**AS_SERVED):
        answer = Client().get(address, secure=True)
    assert observatory_score(answer) == score
    record_property(f"score of {address} by the rules of the HTTP Observatory", score)


def test_a_page_without_its_protection_scores_less():
    """The negative control."""
    with override_settings(**{**AS_SERVED, "CSRF_COOKIE_SECURE": False, "SECURE_HSTS_SECONDS": 0}):
        answer = Client().get("/accounts/login/", secure=True)
    answer.headers["Content-Security-Policy"] = "default-src 'self' 'unsafe-inline'"
    assert observatory_score(answer) < 50


@pytest.mark.parametrize("address", ["/", "/laws/", "/api/v1/games/", "/accounts/login/"])
def test_trace_repeats_nothing(address):
    answer = Client().trace(address, headers={"x-secret": "never-to-be-repeated"})
    assert b"never-to-be-repeated" not in answer.content
    assert answer.headers["Content-Type"] != "message/http"


@override_settings(SECURE_SSL_REDIRECT=True)
def test_the_way_to_https_too():
    answer = Client().get("/")
    assert answer.status_code == 301
    assert missing(answer) == []


@override_settings(SECURE_HSTS_SECONDS=60, SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
def test_https_is_kept_to_even_after_a_refusal():
    answer = Client().get("/", HTTP_HOST="evil.example", HTTP_X_FORWARDED_PROTO="https")
    assert answer.status_code == 400
    assert answer.headers["Strict-Transport-Security"] == "max-age=60"


def test_another_host_is_refused_whoever_asks(settings):
    """The page of the refusal asks who it is for, and nobody has read the account yet."""
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "a session"
    answer = client.post("/api/v1/judge", "{}", "application/json", HTTP_HOST="evil.example")
    assert answer.status_code == 400
    assert missing(answer) == []


@pytest.mark.parametrize(
    ("host", "secure", "policy"),
    [
        pytest.param("club.example", True, "same-origin", id="https"),
        pytest.param("localhost:8000", False, "same-origin", id="this machine"),
        pytest.param("127.0.0.1:8000", False, "same-origin", id="this machine by its number"),
        pytest.param("192.168.1.20:8000", False, None, id="a hall: browsers ignore it there, and warn"),
        pytest.param("[fd12::20]:8000", False, None, id="a hall with IPv6"),
    ],
)
def test_the_opener_policy_is_sent_where_browsers_apply_it(settings, host, secure, policy):
    settings.ALLOWED_HOSTS = ["*"]
    answer = Client().get("/laws/", HTTP_HOST=host, secure=secure)
    assert answer.headers.get("Cross-Origin-Opener-Policy") == policy
