"""A file shows its reader no more than the pages and the API do; the whole section needs `run_events`."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.test import Client
from event_rows import board_of, somebody
from incidents import Hall
from test_section_files import sheet_rows
from worlds import world

from club.core.actor import SYSTEM
from club.core.capabilities import Capability
from club.models import ApiToken
from tournaments.cases.services.cases import open_case, update_case
from tournaments.exchange.selectors.section_exports import FORMATS, PUBLIC_FORMATS
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Entry, EntryState, Event, ForbiddenPair, GameResult, Section

pytestmark = pytest.mark.django_db

PRIVATE = "Zygmunt kept a phone in his coat"
WITNESS = "Mrs Kowalczyk"
APPLICANT = "Applicant Nobody Knows"
FEN = "W:WK12:BK45"
SEALED_BY = "sealed by the older brother"
BORN = 2015
READERS = ("player", "team_captain", "treasurer", "secretary", "arbiter", "deputy_arbiter")
"""Roles that open the desk of an event and do not run it."""


@world
def told():
    """A public event with everything that is not public: a case, an applicant, a child, a sealed position."""
    hall = Hall()
    section, pairing = hall.section, hall.row.pairings.order_by("board_number").first()
    about = hall.at(pairing.white.name)
    case = open_case(event_id=hall.event.pk, about=about, incident="must_capture", actor=SYSTEM)
    private = {"private_text": PRIVATE, "witnesses": WITNESS, "names_withheld": True}
    update_case(case_id=case.pk, actor=SYSTEM, **private)
    Entry.objects.create(section=section, name=APPLICANT, state=EntryState.PENDING)
    Entry.objects.filter(pk=pairing.white_id).update(birth_year=BORN)
    ForbiddenPair.objects.create(first=pairing.white, second=pairing.black)
    GameResult.objects.filter(pairing=pairing).update(
        outcome="adjourned", sealed_fen=FEN, sealed_note=SEALED_BY
    )
    assert Event.objects.get(pk=hall.event.pk).is_public
    return Section.objects.get(pk=section.pk)


def signed_in(role):
    client = Client()
    client.force_login(somebody(role).user)
    return client


def exported(client, section, key, **more):
    return client.get(f"/api/v1/sections/{section.pk}/export/{key}", **more)


@pytest.mark.parametrize("role", READERS)
def test_the_whole_section_is_for_who_runs_the_event(told, role):
    client = signed_in(role)
    answer = exported(client, told, "json")
    assert answer.status_code == 403, answer.content[:100]
    case = client.get(f"/api/v1/cases/{told.cases.get().pk}").status_code
    assert case == (200 if role in {"arbiter", "deputy_arbiter"} else 403)
    page = client.get(f"/desk/sections/{told.pk}/files/").content.decode()
    assert "/export/json" not in page
    assert page.count("/export/") == len(PUBLIC_FORMATS)


@pytest.mark.parametrize("role", ["owner", "director"])
def test_who_runs_the_event_gets_the_whole_section(told, role):
    client = signed_in(role)
    text = exported(client, told, "json").content.decode()
    secret = (PRIVATE, WITNESS, APPLICANT, str(BORN), FEN, SEALED_BY, told.seed)
    assert [one for one in secret if one not in text] == []
    page = client.get(f"/desk/sections/{told.pk}/files/").content.decode()
    assert page.count("/export/") == len(FORMATS)


@pytest.mark.parametrize("role", READERS)
def test_files_of_a_reader_of_the_desk_are_those_of_everybody(told, role):
    client = signed_in(role)
    for key in PUBLIC_FORMATS:
        mine, public = exported(client, told, key), exported(Client(), told, key)
        assert (mine.status_code, public.status_code) == (200, 200)
        assert mine.content == public.content, key
        assert mine["Draughts-Notes"] == public["Draughts-Notes"]


def test_no_public_file_tells_of_applicants_children_or_seeds(told):
    pairing = board_of(told.round_rows.get(), told.entries.get(birth_year=BORN).name)
    for key in PUBLIC_FORMATS:
        data = exported(Client(), told, key).content
        for secret in (PRIVATE, WITNESS, APPLICANT, FEN, SEALED_BY, told.seed, f"{BORN}/00/00"):
            assert secret.encode() not in data, (key, secret)
    assert b"\n260 " not in exported(Client(), told, "trf26").content
    assert b"\n260 " in exported(signed_in("director"), told, "trf26").content
    report = exported(signed_in("director"), told, "rating-report").content
    assert str(BORN) in {cell for row in sheet_rows(report, 2) for cell in row}
    report = exported(signed_in("arbiter"), told, "rating-report").content
    assert str(BORN) not in {cell for row in sheet_rows(report, 2) for cell in row}
    assert pairing.white.name.encode() in exported(Client(), told, "trf26").content


def text_in(data):
    """The JSON of the section in an archive of its event."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        name = next(one for one in archive.namelist() if one.endswith(".json"))
        return archive.read(name).decode()


def token_with(user, *abilities):
    lasts = timedelta(days=1)
    _row, token = ApiToken.objects.issue(
        user=user, name="t", abilities=[one.value for one in abilities], lasts=lasts
    )
    return {"headers": {"Authorization": f"Bearer {token}"}}


def test_a_token_that_sees_no_cases_and_no_results_gets_neither_and_the_file_is_read(told):
    user = somebody("director").user
    runs = (Capability.SEE_DESK, Capability.RUN_EVENTS)
    answer = exported(Client(), told, "json", **token_with(user, *runs))
    text = answer.content.decode()
    assert answer.status_code == 200, text
    assert [one for one in (PRIVATE, WITNESS, FEN, SEALED_BY) if one in text] == []
    assert json.loads(text)["cases"] == []
    assert told.seed in text
    made = import_section(
        organisation_id=told.event.organisation_id, data=answer.content, name="a.json", actor=SYSTEM
    ).section
    assert made.entries.count() == told.entries.count()
    whole = token_with(user, *runs, Capability.CORRECT_RESULTS, Capability.RECORD_RESULTS)
    assert PRIVATE in exported(Client(), told, "json", **whole).content.decode()
    assert FEN in exported(Client(), told, "json", **whole).content.decode()
    address = f"/api/v1/events/{told.event_id}/archive"
    archive = Client().post(address, **token_with(user, *runs))
    assert archive.status_code == 200, archive.content[:200]
    assert PRIVATE not in text_in(archive.content)
    assert PRIVATE in text_in(Client().post(address, **whole).content)
    desk = token_with(user, Capability.SEE_DESK)
    assert exported(Client(), told, "json", **desk).status_code == 403
