"""What every answer carries, health, the API's documents, and the limit of an upload."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import URLPattern, get_resolver
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

from club.web.api_docs import written

pytestmark = pytest.mark.django_db


def plain_addresses():
    """Every address of the site that needs no argument."""

    def walk(patterns, prefix=""):
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                yield route
            else:
                yield from walk(pattern.url_patterns, route)

    return sorted(
        "/" + route for route in walk(get_resolver().url_patterns) if not re.search(r"[<(^$\\]", route)
    )


@pytest.mark.parametrize("address", [*plain_addresses(), "/no/such/page"])
def test_every_page_carries_a_strict_policy(client, address):
    policy = client.get(address).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize("address", plain_addresses())
def test_no_page_has_inline_script_or_style(client, address):
    client.force_login(get_user_model().objects.create_superuser("arbiter", password="x"))
    page = client.get(address, follow=True)
    if page.status_code in (403, 404):
        # what the admin keeps from everybody; a second step nobody has set up; a site that has its owner
        # the own data of an account that is nobody's
        assert address.startswith(("/admin/", "/accounts/2fa/", "/welcome/", "/desk/me/export.zip"))
        return
    if not page.headers["Content-Type"].startswith("text/html"):
        return
    text = page.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/(ld\+)?json)[^>]*>", text)
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=", text)
    assert not re.search(r'(src|href)="(https?:)?//(?!testserver)[^"]*\.(js|css)', text)


def test_other_headers(client):
    headers = client.get("/healthz").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_the_documents_of_the_api_are_our_own_files(client):
    page = client.get("/api/v1/docs/").content.decode()
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(sources) >= 4
    assert all(source.startswith("/") and not source.startswith("//") for source in sources)
    script = next(source for source in sources if "script" in source)
    assert "SwaggerUIBundle(" in client.get(script.replace("&amp;", "&")).content.decode()


def test_the_schema_is_valid(client):
    schema = client.get("/api/v1/schema/", HTTP_ACCEPT="application/vnd.oai.openapi+json").json()
    assert schema["openapi"].startswith("3.")


def test_the_schema_is_made_once_for_each_language_and_form(client, monkeypatch):
    made = []
    schema_of = SchemaGenerator.get_schema

    def counted(generator, *arguments, **options):
        made.append(get_language())
        return schema_of(generator, *arguments, **options)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    written.cache_clear()
    first, again = (client.get("/api/v1/schema/") for _ in range(2))
    dutch = client.get("/api/v1/schema/?lang=nl")
    assert made == ["en", "nl"]
    assert first.content == again.content != dutch.content
    assert first.headers["Content-Type"] == again.headers["Content-Type"]
    client.get("/api/v1/schema/", headers={"accept": "application/json"})
    assert made == ["en", "nl", "en"]


def test_too_long_a_body_is_refused_with_the_limit(client, settings):
    settings.UPLOAD_LIMIT = 2048
    answer = client.post("/healthz", data=b"x" * 2049, content_type="text/plain")
    assert answer.status_code == 413
    assert "2.0\xa0KB" in answer.content.decode()
    assert client.post("/healthz", data=b"x" * 2048, content_type="text/plain").status_code == 405


def test_too_long_a_body_is_a_problem_document_in_the_api(client, settings):
    settings.UPLOAD_LIMIT = 2048
    answer = client.post("/api/v1/judge", data=b"x" * 2049, content_type="application/json")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "upload_too_large"
    assert answer.json()["limit"] == 2048


def test_the_admin_shows_a_failed_job_and_runs_it_again(admin_client):
    from club.models import Job

    job = Job.objects.create(
        key="k", task="ledger.write", state="failed", error="ValueError: torn page", starts=8
    )
    page = admin_client.get(f"/admin/club/job/{job.pk}/change/").content.decode()
    assert "torn page" in page
    admin_client.post("/admin/club/job/", {"action": "run_again", "_selected_action": [job.pk]})
    job.refresh_from_db()
    assert (job.state, job.starts) == ("waiting", 0)
