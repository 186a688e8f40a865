"""New events by API and command: the answers of the page, the usual ones for those left out, refusals."""

import json

import api_events
import pytest
from api_events import ask
from django.core.management import CommandError, call_command

from tournaments.events.presets import PRESETS
from tournaments.models import Event, EventState, Section

pytestmark = pytest.mark.django_db
club, director, section = api_events.club, api_events.director, api_events.section


def made(director, **given):
    event = ask(director, "post", "/events/", {"name": "Autumn open", **given}, 201)
    return Section.objects.get(event=event["id"])


def facts_of(section):
    names = ("variant", "law_book", "system", "rounds", "games_per_pairing", "deck", "clock")
    return {name: getattr(section, name) for name in names}


def test_a_name_is_enough(director):
    one = made(director)
    assert facts_of(one) == {
        "variant": "english",
        "law_book": "standard-laws",
        "system": "fide_dutch_2026",
        "rounds": 5,
        "games_per_pairing": 1,
        "deck": "",
        "clock": "15+5",
    }
    assert one.event.state == EventState.DRAFT


def test_a_preset_alone_is_taken_as_it_is(director):
    for key, preset in PRESETS.items():
        one = made(director, preset=key)
        assert {name: getattr(one, name) for name in preset.section} == preset.section


def test_answers_replace_those_of_the_preset(director):
    one = made(director, preset="acf", rounds=3, clock="10+5")
    facts = facts_of(one)
    assert (facts["system"], facts["games_per_pairing"], facts["deck"]) == (
        "match_swiss",
        2,
        "english_three_move",
    )
    assert (facts["rounds"], facts["clock"]) == (3, "10+5")


def test_rounds_follow_from_players_and_time(director):
    assert made(director, players=40).rounds == 8
    assert made(director, players=40, minutes=180).rounds == 3


def test_rounds_of_a_preset_give_way_to_players_time_and_another_system(director):
    assert made(director, preset="blitz").rounds == 9
    assert made(director, preset="blitz", players=4).rounds == 3
    assert made(director, preset="blitz", players=4, rounds=2).rounds == 2
    assert made(director, preset="keizer", system="fide_dutch_2026").rounds == 5


def test_boards_of_a_team_are_not_games_against_an_opponent(director):
    teams = made(director, preset="acf", system="team_swiss_2026", deck="")
    assert teams.games_per_pairing == 4
    assert made(director, system="team_swiss_2026", boards=6).games_per_pairing == 6


def test_an_event_of_answers_can_be_published_at_once(director):
    one = made(director, variant="international", is_public=True)
    assert (one.event.state, one.variant) == (EventState.PUBLISHED, "international")


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"variant": "nonsense"}, 422, "rules_not_played"),
        ({"variant": "international", "deck": "english_three_move"}, 422, "unfit_deck"),
        ({"system": "nonsense"}, 400, "invalid"),
        ({"rounds": 1000}, 400, "invalid"),
    ],
)
def test_answers_that_do_not_fit_create_nothing(director, given, status, code):
    before = Event.objects.count()
    told = ask(director, "post", "/events/", {"name": "A", **given}, status)
    assert told["code"] == code
    assert Event.objects.count() == before


def test_the_command_creates_the_same_event(director, club, capsys):
    call_command(
        "create_event", "Autumn open", f"--club={club.slug}", "--players=40", "--starts-on=2026-11-28"
    )
    number, place, name = capsys.readouterr().out.strip().split("\t")
    one = Section.objects.get(pk=number)
    assert (place, name) == (f"{one.event.slug}/{one.slug}", "Autumn open")
    assert (one.rounds, str(one.event.starts_on)) == (8, "2026-11-28")
    call_command("create_event", "Blitz", f"--club={club.slug}", "--preset=blitz", "--is-public", "--json")
    told = json.loads(capsys.readouterr().out)
    assert Event.objects.get(pk=told["event"]).is_public


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--club=nowhere"], "nowhere"),
        (["--club=CLUB", "--rounds=many"], "--rounds"),
        (["--club=CLUB", "--variant=nonsense"], "nonsense"),
        (["--club=CLUB", "--starts-on=2026-02-02", "--ends-on=2026-02-01"], "before the first day"),
    ],
)
def test_the_command_tells_which_answer_is_wrong(club, words, told):
    with pytest.raises(CommandError, match=told) as refusal:
        call_command("create_event", "A", *(word.replace("CLUB", club.slug) for word in words))
    assert refusal.value.returncode == 2
