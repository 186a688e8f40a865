"""Lists of members brought in over the API and by command: compared, kept as compared, undone."""

import pytest
from django.core.management import CommandError, call_command
from people import account, browser_of, club
from worlds import world

from club.models import AuditEntry, Membership, MembershipPlan, Person, Role

pytestmark = pytest.mark.django_db
TABLE = "Name;Born on;Plan\nAnn Bakker;1990-02-03;\nPiet de Vris;;\n;;\nBob;32-13-1990;\nCas;;Youth\n"


@world
def plans():
    return {
        name: MembershipPlan.objects.create(organisation=club(), name=name, kind="adult") for name in PLANS
    }


PLANS = ("Adult", "Youth")


def api_of(browser):
    def ask(method, path, sent=None, status=200):
        facts = {"content_type": "application/json"} if method != "get" else {}
        answer = getattr(browser, method)(f"/api/v1{path}", sent or {}, **facts)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


@world
def secretary():
    return api_of(browser_of(account("sam", role=Role.SECRETARY)))


def test_a_list_is_compared_kept_and_undone(secretary, plans):
    piet = Person.objects.create(name="Piet de Vries", organisation=club())
    sent = {"table": TABLE, "plan": plans["Adult"].pk, "starts_on": "2026-09-01"}
    told = secretary("post", "/clubs/north/member-list/comparison", sent)
    assert [one["holds"] for one in told["columns"]] == ["name", "born_on", "plan"]
    states = {one["name"]: (one["state"], one["fault"], one["near"]) for one in told["lines"] if one["name"]}
    assert states == {
        "Ann Bakker": ("new", "", []),
        "Piet de Vris": ("near", "", [piet.pk]),
        "Bob": ("new", "", []),
        "Cas": ("new", "", []),
    }
    assert not Membership.objects.exists()
    there, keep = "/clubs/north/member-list", sent | {"digest": told["digest"]}
    assert secretary("post", there, keep | {"digest": "else"}, 409)["code"] == "list_changed_meanwhile"
    number = next(one["number"] for one in told["lines"] if one["near"])
    keep |= {"choices": [{"line": number, "person": piet.pk}]}
    assert secretary("post", there, keep, 201) == {"added": 3, "joined": 4}
    assert piet.memberships.get().plan.name == "Adult"
    assert Person.objects.get(name="Cas").memberships.get().plan.name == "Youth"
    assert secretary("post", there, keep, 409)["code"] == "list_changed_meanwhile"
    entry = AuditEntry.objects.get(action="club.members.imported").pk
    secretary("post", f"/audit/{entry}/undo")
    assert not Membership.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        pytest.param({"table": " "}, 422, "no_table", id="nothing in it"),
        pytest.param({"table": "x\n" * 3000}, 422, "too_many_lines", id="too long"),
        pytest.param({"plan": 10**9}, 422, "unknown_plan", id="no plan of the club"),
        pytest.param({"columns": [{"at": 99, "holds": "name"}]}, 400, "invalid", id="no such column"),
    ],
)
def test_what_is_no_list_is_refused(secretary, plans, wrong, status, code):
    sent = {"table": TABLE, "plan": plans["Adult"].pk, "starts_on": "2026-09-01"} | wrong
    assert secretary("post", "/clubs/north/member-list/comparison", sent, status)["code"] == code


def test_the_command_tells_first_and_brings_in_when_asked(plans, tmp_path, capsys):
    file = tmp_path / "members.csv"
    file.write_text(TABLE)
    Person.objects.create(name="Piet de Vries", organisation=club())
    asked = {"club": "north", "plan": "adult"}
    call_command("import_members", str(file), **asked)
    assert "\tnew\tAnn Bakker\n" in (told := capsys.readouterr().out)
    assert "\tnew\tBob\tborn_on:no_day:32-13-1990\n" in told
    assert not Membership.objects.exists()
    call_command("import_members", str(file), apply=True, **asked)
    assert capsys.readouterr().out.endswith("added=3 joined=3\n")
    call_command("import_members", str(file), apply=True, near_as_new=True, **asked)
    assert capsys.readouterr().out.endswith("added=1 joined=1\n")
    for wrong, code in (({"plan": "None"}, 1), ({"club": "nowhere"}, 1), ({"file": str(tmp_path / "x")}, 2)):
        named = asked | wrong
        with pytest.raises(CommandError) as refused:
            call_command("import_members", named.pop("file", str(file)), **named)
        assert refused.value.returncode == code
