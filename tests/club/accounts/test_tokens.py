"""API tokens: hashed, ending, taken back, and never wider than the roles of their account."""

import hashlib
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from event_rows import section_of
from worlds import world

from club.accounts.errors import AbilityNotYours, TokenIsOver, TokenTooLong, UnknownToken
from club.accounts.services.roles import grant_role, revoke_role
from club.accounts.services.tokens import make_token, revoke_token
from club.core.access import SITE, Scope, clubs_where, events_where, may, may_somewhere, places_where
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.errors import AccountNeeded
from club.models import ApiToken, AuditEntry, Role, RoleGrant, User

pytestmark = pytest.mark.django_db
ROLES = "/api/v1/roles/"


@world
def owner(club):
    user = User.objects.create_user("owner@north.example")
    grant_role(user=user, role=Role.OWNER, scope=Scope(club.pk), actor=SYSTEM)
    return user


def token_of(user, *abilities, days=30):
    actor = Actor.of_user(user)
    return make_token(name="t", abilities=abilities, lasts=timedelta(days=days), actor=actor)


def ask(client, token, method="get", path=ROLES, **options):
    return getattr(client, method)(path, headers={"Authorization": f"Bearer {token}"}, **options)


def test_only_the_hash_is_kept(owner):
    made = token_of(owner, Capability.SEE_ROLES)
    assert made.token.startswith("draughts_")
    assert made.row.digest == hashlib.sha512(made.token.encode()).hexdigest()
    assert made.token not in str(ApiToken.objects.values().get()) + str(list(AuditEntry.objects.values()))


def test_a_token_does_what_was_ticked_and_nothing_else(client, owner, club):
    made = token_of(owner, Capability.SEE_ROLES)
    answer = ask(client, made.token)
    assert [grant["account"] for grant in answer.json()] == ["owner@north.example"]
    given = {"email": owner.email, "role": "player", "club": club.slug}
    refused = ask(client, made.token, "post", data=given, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    made.row.refresh_from_db()
    assert made.row.last_used_at is not None


def answers_of(actor, ability, club):
    """What every question for permission answers; an empty answer is False."""
    return [
        may(actor, ability, Scope(club.pk)),
        may_somewhere(actor, ability),
        clubs_where(actor, ability) != frozenset(),
        places_where(actor, ability, club.pk) != [],
        events_where(actor, ability) != frozenset(),
    ]


@pytest.mark.parametrize("role", [Role.DIRECTOR, "superuser"])
def test_every_question_for_permission_is_bounded_by_the_abilities_of_the_token(club, role):
    user = User.objects.create_user("dora@north.example", is_superuser=role == "superuser")
    if role != "superuser":
        grant_role(user=user, role=role, scope=Scope(club.pk), actor=SYSTEM)
    whole = Actor.of_user(user)
    narrow = replace(whole, abilities=frozenset({Capability.SEE_DESK}), memory={})
    is_granted = [True, True, True, True, False]
    assert answers_of(whole, Capability.RUN_EVENTS, club) == is_granted
    assert answers_of(narrow, Capability.SEE_DESK, club) == is_granted
    assert answers_of(narrow, Capability.RUN_EVENTS, club) == [False] * 5
    assert answers_of(replace(narrow, abilities=frozenset()), Capability.SEE_DESK, club) == [False] * 5
    assert may(narrow, Capability.RUN_EVENTS, SITE) is False


def test_a_role_at_one_event_is_bounded_by_the_abilities_of_the_token(club):
    section = section_of(club=club)
    user = User.objects.create_user("dora@north.example")
    scope = Scope(club.pk, section.event_id)
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club, event_id=section.event_id)
    whole = Actor.of_user(user)
    narrow = replace(whole, abilities=frozenset({Capability.SEE_DESK}), memory={})
    assert events_where(whole, Capability.RUN_EVENTS) == {section.event_id}
    assert places_where(whole, Capability.RUN_EVENTS, club.pk) == [scope]
    assert events_where(narrow, Capability.SEE_DESK) == {section.event_id}
    assert places_where(narrow, Capability.SEE_DESK, club.pk) == [scope]
    assert events_where(narrow, Capability.RUN_EVENTS) == frozenset()
    assert places_where(narrow, Capability.RUN_EVENTS, club.pk) == []


def test_a_token_loses_what_its_account_loses(client, owner, club):
    secretary = User.objects.create_user("secretary@north.example")
    grant = grant_role(user=secretary, role=Role.SECRETARY, scope=Scope(club.pk), actor=SYSTEM)
    made = token_of(secretary, Capability.SEE_ROLES)
    assert ask(client, made.token).status_code == 200
    revoke_role(grant_id=grant.pk, actor=Actor.of_user(owner))
    assert ask(client, made.token).status_code == 403


def test_no_token_is_made_wider_than_its_account(club):
    player = User.objects.create_user("player@north.example")
    RoleGrant.objects.create(user=player, role=Role.PLAYER, organisation=club)
    with pytest.raises(AbilityNotYours):
        token_of(player, Capability.SEE_DESK, Capability.IMPORT_GAMES)
    with pytest.raises(TokenTooLong):
        token_of(player, days=400)
    narrowed = Actor(label="t", user=player, abilities=frozenset({"see_desk"}))
    with pytest.raises(AccountNeeded):
        make_token(name="child", abilities=[], lasts=timedelta(days=1), actor=narrowed)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"revoked_at": timezone.now()}, "token_taken_back"),
        ({"expiry": timezone.now() - timedelta(minutes=1)}, "token_ended"),
        ({"digest": "0" * 128}, "unknown_token"),
    ],
)
def test_a_dead_token_says_why(client, owner, fields, code):
    made = token_of(owner, Capability.SEE_ROLES)
    ApiToken.objects.filter(pk=made.row.pk).update(**fields)
    answer = ask(client, made.token)
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_the_token_of_a_closed_account_opens_nothing(client, owner):
    made = token_of(owner, Capability.SEE_ROLES)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert ask(client, made.token).json()["code"] == "account_closed"


def test_only_the_owner_takes_a_token_back(owner):
    made = token_of(owner)
    with pytest.raises(UnknownToken):
        revoke_token(digest=made.row.digest, actor=Actor.of_user(User.objects.create_user("x@y.example")))
    revoke_token(digest=made.row.digest, actor=Actor.of_user(owner))
    with pytest.raises(TokenIsOver):
        revoke_token(digest=made.row.digest, actor=Actor.of_user(owner))
    assert list(AuditEntry.objects.filter(target_kind="club.apitoken").values_list("action", flat=True)) == [
        "club.token.revoked",
        "club.token.made",
    ]


def test_a_role_is_given_and_taken_back_over_the_api(client, owner, club):
    made = token_of(owner, Capability.GRANT_ROLES, Capability.SEE_ROLES)
    User.objects.create_user("new@north.example")
    event = section_of(players=2, club=club).event_id
    given = {"email": "new@north.example", "role": "arbiter", "club": "north", "event": event}
    answer = ask(client, made.token, "post", data=given, content_type="application/json")
    assert (answer.status_code, answer.json()["event"]) == (201, event)
    path = f"{ROLES}{answer.json()['id']}/"
    assert ask(client, made.token, "delete", path).status_code == 204
    assert ask(client, made.token, "delete", path).json()["code"] == "grant_is_over"
    owners = RoleGrant.objects.get(user=owner)
    assert ask(client, made.token, "delete", f"{ROLES}{owners.pk}/").json()["code"] == "last_owner"


def test_the_schema_tells_of_tokens():
    schemes = SchemaGenerator().get_schema(public=True)["components"]["securitySchemes"]
    assert schemes["apiToken"]["scheme"] == "bearer"
