"""A new event on one page: defaults, presets, answers of every kind, refusals that keep what was typed."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from people import account, browser_of, club
from worlds import world

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import AuditEntry, Organisation, Role
from games.house_rules.variant_names import NAMES
from games.laws.books import LAW_BOOKS
from tournaments.core.section_options import validate_options
from tournaments.events.formats import FORMATS, TEAM_BOARDS, is_table
from tournaments.events.presets import PRESETS
from tournaments.events.selectors.planned_rounds import TABLES
from tournaments.events.systems import SYSTEMS
from tournaments.models import Event, EventState, Section

pytestmark = pytest.mark.django_db
PAGE, PLAN = "/desk/events/new/", "/desk/events/new/plan/"


@world
def home():
    """A club with a director."""
    return SimpleNamespace(club=club(), director=account("dora", role=Role.DIRECTOR, at=club()))


@pytest.fixture
def desk(home):
    return browser_of(home.director)


def sent_from(page, **answers):
    """What a browser sends: the fields as the page shows them, changed by the answers."""
    form = page.context["form"]
    shown = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in (shown | answers).items() if value is not None}


def create(desk, address=PAGE, **answers):
    return desk.post(PAGE, sent_from(desk.get(address), **answers))


def test_a_club_that_is_not_theirs_is_refused_and_not_replaced(desk):
    club("south")
    answer = create(desk, name="Autumn open", club="south")
    assert answer.status_code == 422
    assert not Event.objects.exists()


def test_a_name_is_enough_and_the_players_come_next(desk, home):
    answer = create(desk, name="Autumn open")
    section = Section.objects.get()
    assert answer.url == reverse("tournaments:desk_entries", args=[section.pk])
    assert (section.event.name, section.event.state) == ("Autumn open", EventState.DRAFT)
    facts = (section.variant, section.law_book, section.system, section.rounds, section.clock)
    assert facts == ("english", "standard-laws", "fide_dutch_2026", 5, "15+5")
    assert section.name == "Swiss system"
    assert AuditEntry.objects.filter(action="tournaments.section.made", organisation=home.club).exists()


def test_rounds_follow_from_players_and_time(desk):
    create(desk, name="A", players=40)
    create(desk, name="B", players=40, hours="3")
    create(desk, name="C", players=40, rounds=9)
    create(desk, name="D", players=40, system="round_robin", rounds=3)
    rounds = dict(Section.objects.values_list("event__name", "rounds"))
    assert rounds == {"A": 8, "B": 3, "C": 9, "D": 99}


def test_all_answers_arrive(desk):
    given = {
        "name": " Spring  teams ",
        "game": "international",
        "system": "team_swiss_2026",
        "boards": 5,
        "players": 12,
        "pace": "own",
        "clock": "50+30",
        "starts_on": "2026-12-05",
        "ends_on": "2026-12-06",
        "venue": "Town hall",
        "time_zone": "Europe/Amsterdam",
        "shown": "public",
    }
    assert create(desk, **given).status_code == 302
    section = Section.objects.select_related("event").get()
    event = section.event
    assert (event.name, event.venue, event.time_zone) == ("Spring teams", "Town hall", "Europe/Amsterdam")
    assert (str(event.starts_on), str(event.ends_on), event.is_public) == ("2026-12-05", "2026-12-06", True)
    assert (section.variant, section.law_book) == ("international", "fmjd-annex-1")
    assert (section.games_per_pairing, section.rounds, section.clock) == (5, 6, "50+30")


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_fills_in_the_form_and_gives_its_section(desk, key):
    assert create(desk, f"{PAGE}?preset={key}", name="Open").status_code == 302
    section, facts = Section.objects.get(), PRESETS[key].section
    assert {name: getattr(section, name) for name in facts} == facts
    assert section.name == str(PRESETS[key].name)


@pytest.mark.parametrize("system", FORMATS)
def test_every_system_can_be_chosen(desk, system):
    assert create(desk, name="Open", system=system).status_code == 302
    section = Section.objects.get()
    validate_options(section)
    assert (section.system, section.name) == (system, str(FORMATS[system].title))
    assert is_table(system) == (system in TABLES)
    assert section.games_per_pairing == (TEAM_BOARDS if section.is_team else 1)


def test_every_system_but_one_for_experts_is_offered():
    assert set(SYSTEMS) - set(FORMATS) == {"double_swiss_2026"}


def test_every_game_has_its_picture_and_its_law_book(desk):
    page = desk.get(PAGE)
    text = page.content.decode()
    assert text.count('<svg class="small-board"') == len(NAMES)
    for game in NAMES:
        assert f'value="{game}"' in text
        sent = sent_from(page, name="Open", game=game, system="round_robin")
        assert desk.post(PAGE, sent).status_code == 302
        section = Section.objects.order_by("-pk").first()
        assert (section.variant, game in LAW_BOOKS[section.law_book].variants) == (game, True)


def test_a_preset_with_another_game_gives_up_what_belongs_to_its_own(desk):
    refused = create(desk, f"{PAGE}?preset=acf", name="Open", game="russian")
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["deck"])
    assert create(desk, f"{PAGE}?preset=acf", name="Open", game="russian", deck="").status_code == 302
    section = Section.objects.get()
    assert (section.variant, section.law_book, section.deck) == ("russian", "fmjd-64", "")
    assert section.games_per_pairing == 2


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"name": " "}, "name"),
        ({"ends_on": "2026-01-01", "starts_on": "2026-01-02"}, "ends_on"),
        ({"ends_on": "2026-01-01"}, "ends_on"),
        ({"players": 1}, "players"),
        ({"hours": "0"}, "hours"),
        ({"hours": "1e9"}, "hours"),
        ({"rounds": 100}, "rounds"),
        ({"pace": "own", "clock": ""}, "clock"),
        ({"game": "chess"}, "game"),
        ({"system": "lottery"}, "system"),
        ({"system": "team_swiss_2026", "boards": 13}, "boards"),
        ({"starts_on": "tomorrow"}, "starts_on"),
    ],
)
def test_a_refusal_marks_the_field_and_keeps_the_rest(desk, answers, field):
    answer = create(desk, **{"name": "Kept", "venue": "The back room", "players": 12} | answers)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    text = answer.content.decode()
    assert "The event was not created." in text
    assert 'value="The back room"' in text
    assert not Event.objects.exists()


def test_an_unknown_time_zone_is_refused_by_the_service_and_nothing_is_lost(desk):
    answer = create(desk, name="Kept", time_zone="Europe/Atlantis")
    assert (answer.status_code, 'value="Kept"' in answer.content.decode()) == (422, True)
    assert not Event.objects.exists()


def test_language_and_zone_of_a_new_event_are_those_of_its_club(desk, home):
    Organisation.objects.filter(pk=home.club.pk).update(language="nl", time_zone="Europe/Amsterdam")
    create(desk, name="Open")
    event = Event.objects.get()
    assert (event.language, event.time_zone) == ("nl", "Europe/Amsterdam")


def test_the_next_event_begins_with_the_game_of_the_last(desk):
    create(desk, name="Open", game="brazilian")
    assert desk.get(PAGE).context["form"]["game"].value() == "brazilian"


def test_the_plan_is_told_in_sentences(desk):
    asked = {"system": "fide_dutch_2026", "players": 40, "clock": "15+5", "hours": "3", "games": 1}
    told = desk.get(PLAN, asked).json()
    assert told["rounds"] == 3
    assert told["text"] == (
        "Suggested: 3 rounds. They take about 2 h 24 min. More do not fit into the time. "
        "Several players can win all their games; 6 rounds separate them."
    )
    table = desk.get(PLAN, asked | {"system": "round_robin"}).json()
    assert table["text"].startswith("The system gives 39 rounds.")
    assert "more than the time you have" in table["text"]
    assert desk.get(PLAN, {"system": "lottery", "players": "many"}).json() == {"text": "", "rounds": 0}


def test_the_rounds_without_a_suggestion_are_told(desk):
    usual = "5 rounds unless you enter another number; you can change it later."
    ask = "Enter the number of players for a suggestion."
    told = {
        system: desk.get(PLAN, {"system": system, "clock": "15+5"}).json()["text"]
        for system in ("fide_dutch_2026", "round_robin", "keizer", "club_night")
    }
    assert told == {
        "fide_dutch_2026": f"{usual} {ask}",
        "round_robin": "The number of rounds follows from the players.",
        "keizer": usual.replace("5", "30"),
        "club_night": "As many rounds as you play, unless you enter a number.",
    }
    assert desk.get(PAGE).context["plan"] == f"{usual} {ask}"


def test_who_runs_no_events_does_not_get_the_page(home):
    assert browser_of(account("sam", role=Role.SECRETARY)).get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302


def test_the_chosen_club_gets_the_event(desk, home):
    other = club("south")
    grant_role(user=home.director, role=Role.DIRECTOR, scope=Scope(other.pk), actor=SYSTEM)
    assert desk.get(PAGE).context["home"] == home.club
    assert desk.get(f"{PAGE}?club=south").context["home"] == other
    assert create(desk, name="Open", club="south").status_code == 302
    assert Event.objects.get().organisation == other
