"""Health, the documents of the API, and the limit of an upload. Every page is in tests/site."""

import re

import pytest
from django.utils.translation import get_language

pytestmark = pytest.mark.django_db


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
    from drf_spectacular.generators import SchemaGenerator

    from club.site.pages.api_docs import written

    made, kept = [], {}
    schema_of = SchemaGenerator.get_schema

    def counted(generator, *arguments, **options):
        made.append(language := get_language())
        if language not in kept:  # making one takes a second
            kept[language] = schema_of(generator, *arguments, **options)
        return kept[language]

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
