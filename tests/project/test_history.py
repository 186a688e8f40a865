"""A past written in bulk is the past that the services would have made, row by row."""

import datetime as dt
import secrets

import pytest
from django.apps import apps
from django.db import models, transaction
from effort import sample
from history import LOGS, build_round, build_section, build_teams, home_club

from club.core.actor import SYSTEM
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries, ask_bye
from tournaments.events.services.events import create_event, show_event
from tournaments.models import Outcome, Round, RoundState
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.team_members import replace_members

pytestmark = pytest.mark.django_db
LINES = [EntryLine(f"Player {n}", 2000 - 50 * n, club_name="North") for n in range(7)]
KINDS = {
    "weekend Swiss": ("weekend", {}),
    "ballots, two games": ("acf", {}),
    "match points": ("micro", {"rounds": 5}),
    "round robin": ("round_robin", {}),
    "ladder": ("blitz", {"system": "keizer"}),
    "teams": ("team_swiss", {"games_per_pairing": 4}),
    "teams, an empty board": ("team_swiss", {"games_per_pairing": 6}),
    "knock-out": ("blitz", {"system": "knockout", "rounds": 9}),
}


def outcome_of(place, number):
    return (Outcome.WHITE, Outcome.BLACK, Outcome.WHITE_FORFEIT)[(place + number) % 3]


def by_services(preset, facts):
    event = create_event(organisation_id=home_club().pk, name="Easter Open", preset=preset, actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    type(section).objects.filter(pk=section.pk).update(**facts)
    teams = add_entries(section_id=section.pk, lines=LINES, actor=SYSTEM)
    if section.is_team:
        for team, lines in zip(teams, members_of(teams), strict=True):
            replace_members(entry_id=team.pk, lines=lines, actor=SYSTEM)
    return section


def members_of(teams):
    """Five or six members a team, some without a rating."""
    return [
        [MemberLine(f"{team.name}.{n}", 1900 - 10 * n if n % 3 else 0) for n in range(5 + at % 2)]
        for at, team in enumerate(teams)
    ]


def round_by_services(section, state):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    for place, pairing in enumerate(row.pairings.filter(black__isnull=False).order_by("board_number")):
        for game in pairing.games.filter(outcome=Outcome.PENDING).order_by("number"):
            told = outcome_of(place, game.number)
            record_result(pairing_id=pairing.pk, game=game.number, outcome=told, actor=SYSTEM)
    return close_round(round_id=row.pk, actor=SYSTEM) if state == RoundState.CLOSED else row


def every_row():
    """What all tables hold, the logs apart: keys by their place in their table, moments as "a moment"."""
    tables = [
        model
        for label in ("club", "games", "tournaments")
        for model in apps.get_app_config(label).get_models()
        if model._meta.label_lower not in LOGS
    ]
    places = {
        model: {pk: at for at, pk in enumerate(model.objects.order_by("pk").values_list("pk", flat=True))}
        for model in tables
    }

    def shown(field, value):
        if isinstance(value, dt.datetime):
            return "a moment"
        if field.primary_key:
            return places[field.model][value]
        if isinstance(field, models.ForeignKey) and value is not None:
            return places.get(field.related_model, {}).get(value, value)
        return value

    return {
        model._meta.label_lower: [
            {
                field.attname: shown(field, getattr(row, field.attname))
                for field in model._meta.concrete_fields
            }
            for row in model.objects.order_by("pk")
        ]
        for model in tables
        if places[model]
    }


def rolled_back(make):
    with transaction.atomic():
        make()
        rows = every_row()
        transaction.set_rollback(True)
    return rows


@pytest.fixture
def same_lots(monkeypatch):
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: "5" * 2 * size)
    counted = iter(range(10_000))
    monkeypatch.setattr(secrets, "token_urlsafe", lambda *_size: f"token {next(counted) % 3}")


@pytest.mark.parametrize(
    ("kind", "last"),
    [
        *((kind, RoundState.CLOSED) for kind in KINDS),
        *sample([pytest.param(kind, RoundState.PUBLISHED) for kind in KINDS], one_in=3),
    ],
)
def test_a_built_past_is_that_of_the_services(kind, last, same_lots):
    preset, facts = KINDS[kind]
    states = [RoundState.CLOSED, RoundState.CLOSED, last]

    def served():
        section = by_services(preset, facts)
        ask_bye(entry_id=section.entries.latest("pk").pk, round_number=2, kind="half", actor=SYSTEM)
        for state in states:
            round_by_services(section, state)

    def built():
        section = build_section(club=home_club(), preset=preset, lines=LINES, **facts)
        if section.is_team:
            build_teams(section, members_of(section.entries.order_by("pk")))
        section.entries.latest("pk").absences.create(round_number=2, kind="half")
        for state in states:
            build_round(section, outcome_of, state=state)

    if kind == "round robin":  # who is absent there has a game
        states = states[:1]
    by_hand, in_bulk = rolled_back(served), rolled_back(built)
    assert in_bulk == by_hand
    assert len(by_hand["tournaments.gameresult"]) >= 3


def test_a_row_that_differs_is_found(same_lots):
    def built(version):
        row = build_round(build_section(club=home_club(), preset="weekend", lines=LINES))
        Round.objects.filter(pk=row.pk).update(version=version)

    assert rolled_back(lambda: built(4)) == rolled_back(lambda: built(4))
    assert rolled_back(lambda: built(4)) != rolled_back(lambda: built(5))


def test_nights_are_refused():
    section = build_section(club=home_club(), preset="blitz", lines=LINES, system="club_night")
    with pytest.raises(ValueError, match="nights"):
        build_round(section)
