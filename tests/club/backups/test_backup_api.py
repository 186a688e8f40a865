"""Backups over the API, for programs with a token."""

import json
from datetime import timedelta

import pytest
from backup_helpers import NAME, actions, work
from people import account

from club.backups.state_archive import sha256_of, verified
from club.core.capabilities import Capability
from club.models import ApiToken

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]


@pytest.fixture
def program(client):
    def program_of(user, abilities=(Capability.KEEP_BACKUPS,)):
        given = {"name": "copier", "abilities": [one.value for one in abilities]}
        _, token = ApiToken.objects.issue(user=user, lasts=timedelta(days=1), **given)

        def ask(method, path, **data):
            return client.generic(
                method,
                f"/api/v1/backups/{path}",
                json.dumps(data) if data else "",
                content_type="application/json",
                headers={"Authorization": f"Bearer {token}"},
            )

        return ask

    return program_of


def test_a_program_makes_lists_takes_and_deletes(
    program, keeper, made_small, tmp_path, django_capture_on_commit_callbacks
):
    ask = program(keeper)
    asked = ask("POST", "", reason="nightly copy")
    assert asked.status_code == 202
    assert asked.json()["channel"] == f"job:{asked.json()['job']}"
    assert ask("POST", "", reason="nightly copy").json() == asked.json()
    work()
    (one,) = ask("GET", "").json()["results"]
    assert (one["reason"], one["state"], one["engine"]) == ("nightly copy", "whole", "sqlite")
    assert ask("GET", f"{one['name']}/").json() == one
    answer = ask("GET", f"{one['name']}/file")
    assert answer.headers["Content-Type"] == "application/x-tar"
    copy = tmp_path / "copy.tar"
    copy.write_bytes(b"".join(answer.streaming_content))
    assert (verified(copy).reason, sha256_of(copy)) == ("nightly copy", one["sha256"])
    with django_capture_on_commit_callbacks(execute=True):
        assert ask("DELETE", f"{one['name']}/").status_code == 204
    assert ask("GET", "").json()["results"] == []
    assert ask("DELETE", f"{one['name']}/").json()["code"] == "unknown_backup"
    assert sorted(actions()) == ["club.backup.asked", "club.backup.deleted", "club.backup.downloaded"]


def test_a_token_that_may_not_keep_backups_gets_none_even_of_whoever_runs_the_site(program, keeper, archive):
    ask = program(keeper, abilities=(Capability.SEE_AUDIT,))
    for method, path in (
        ("GET", ""),
        ("POST", ""),
        ("GET", f"{NAME}/"),
        ("GET", f"{NAME}/file"),
        ("DELETE", f"{NAME}/"),
    ):
        assert ask(method, path).status_code == 403
    assert archive.exists()


def test_an_owner_of_a_club_gets_none_by_a_token(program, archive):
    answer = program(account(role="owner"))("GET", f"{NAME}/file")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert "Only the site administrator can do this." in answer.json()["title"]
