"""Regulations of an event on its pages, on paper, over the API and from the command line."""

import json

import pytest
from api_events import ask, club, director, section  # noqa: F401 - its fixtures
from django.core.management import CommandError, call_command
from django.test import Client
from pdf_pages import read_pages

from tournaments.conduct.regulation_presets import PRESETS
from tournaments.conduct.regulations import REGULATED
from tournaments.events.pages.regulation_forms import RegulationsForm
from tournaments.events.selectors.sections import regulations_of
from tournaments.models import Event, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(section):  # noqa: F811 - asked for by name
    return Section.objects.get(pk=section).event


def text_of(answer):
    return "\n".join(page.extract_text() for page in read_pages(answer.content))


def form_of(event):
    """The desk's form as a browser sends it."""
    event.refresh_from_db()
    form = RegulationsForm(regulations_of(event))
    sent = {name: form[name].value() for name in form.fields}
    return {name: "on" if value is True else value for name, value in sent.items() if value} | {
        "version": event.version
    }


def desk(event):
    return f"/desk/events/{event.pk}/regulations/"


def public(event, path=""):
    return Client().get(f"/e/{event.slug}/{path or 'regulations/'}")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_chosen_read_by_everybody_and_printed(director, event, preset):  # noqa: F811
    event.refresh_from_db()
    answer = director.post(desk(event), {"preset": preset, "version": event.version})
    assert answer.status_code == 302
    page, paper = public(event).content.decode(), text_of(public(event, "paper/a4/regulations.pdf"))
    for rule in PRESETS[preset].regulations.rules.values():
        assert f'id="article-{rule.number}"' in page
        assert f"{rule.number}. " in paper
    assert ("no regulations of its own" in page) == (preset == "none")
    assert (f"/e/{event.slug}/regulations/" in Client().get(f"/e/{event.slug}/").content.decode()) == (
        preset != "none"
    )


def test_the_form_sent_back_as_it_came_changes_nothing(director, event):  # noqa: F811
    event.refresh_from_db()
    before = event.regulations
    assert director.post(desk(event), form_of(event)).status_code == 302
    event.refresh_from_db()
    assert event.regulations == before == {"preset": "club-2026"}


def test_an_article_is_changed_another_left_out_and_words_added(director, event):  # noqa: F811
    sent = form_of(event)
    sent |= {"electronic_device-rung1": "time_penalty", "electronic_device-amount1": "3"}
    sent |= {"electronic_device-text": "Phones stay <b>outside</b>.", "further": "No smoking."}
    sent |= {"electronic_device-reasons": "It rang once.\n\n It rang twice.", "default_minutes": "15"}
    del sent["analysing-used"]
    assert director.post(desk(event), sent).status_code == 302
    event.refresh_from_db()
    assert event.regulations["changes"]["electronic_device"] == {
        "rungs": [["time_penalty", 3], ["game_lost", 0]],
        "counted": "event",
        "text": "Phones stay <b>outside</b>.",
        "reasons": ["It rang once.", "It rang twice."],
    }
    page = public(event).content.decode()
    assert "Phones stay &lt;b&gt;outside&lt;/b&gt;." in page
    assert "time penalty (3 minutes for the opponent)" in page
    assert "15 minutes after the start" in page
    assert "No smoking." in page
    assert 'id="article-7"' not in page
    assert "not in force" in director.get(desk(event)).content.decode()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"analysing-rung1": "game_lost"}, "Article 7 has no valid scale of sanctions"),
        (
            {"distracting-rung3": "time_penalty", "distracting-amount3": ""},
            "Article 12 has no valid scale of sanctions",
        ),
        ({"default_minutes": "0"}, "greater than or equal to 1"),
        ({"distracting-amount1": "99"}, "less than or equal to 60"),
        ({"version": "0"}, "changed"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(director, event, change, told):  # noqa: F811
    answer = director.post(desk(event), form_of(event) | {"further": "My words."} | change)
    page = answer.content.decode()
    assert answer.status_code == (409 if "version" in change else 422)
    assert told in page
    assert "My words." in page


def test_the_interface_reads_sets_and_refuses(director, event):  # noqa: F811
    address = f"/events/{event.pk}/regulations"
    seen = ask(Client(), "get", address)
    assert [one["incident"] for one in seen["articles"]] == list(REGULATED)
    change = {"incident": "score_sheet", "ladder": [{"consequence": "warning"}], "text": "Write."}
    sent = {"version": seen["version"], "preset": "fmjd-2026", "default_minutes": 20, "further": "Dress."}
    sent["changes"] = [change, {"incident": "analysing", "is_left_out": True}]
    told = ask(director, "put", address, sent)
    by_code = {one["incident"]: one for one in told["articles"]}
    assert (told["preset"], told["default_minutes"], told["further"]) == ("fmjd-2026", 20, "Dress.")
    assert by_code["score_sheet"]["ladder"] == [{"consequence": "warning", "amount": 0}]
    assert (by_code["score_sheet"]["text"], by_code["score_sheet"]["is_own_text"]) == ("Write.", True)
    assert "analysing" not in by_code
    assert ask(director, "put", address, sent, 409)["code"] == "changed_meanwhile"
    sent |= {"version": told["version"], "changes": [change | {"ladder": []}]}
    assert ask(director, "put", address, sent, 422)["code"] == "regulations_unfit"
    assert ask(Client(), "put", address, sent, 401)
    presets = ask(Client(), "get", "/regulation-presets/")
    assert [one["key"] for one in presets] == list(PRESETS)
    assert all(article["source"] for one in presets for article in one["articles"])


def test_regulations_of_a_hidden_event_are_for_its_desk(director, event):  # noqa: F811
    Event.objects.filter(pk=event.pk).update(state="draft")
    assert public(event).status_code == 404
    assert public(event, "paper/a4/regulations.pdf").status_code == 404
    assert director.get(f"/e/{event.slug}/regulations/").status_code == 200


def test_the_command_prints_an_event_or_a_preset(event, capsys):
    call_command("regulations", event.slug, format="jsonl")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["incident"] for line in lines[:-1]] == list(REGULATED)
    assert lines[-1]["summary"]["preset"] == "club-2026"
    call_command("regulations", preset="federation-2026")
    assert "4. Telephones and other devices" in capsys.readouterr().out
    for wrong in ([], ["nowhere"]):
        with pytest.raises(CommandError):
            call_command("regulations", *wrong)
