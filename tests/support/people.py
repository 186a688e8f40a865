"""Accounts, clubs and signed-in browsers for tests."""

import re

from allauth.account.models import EmailAddress
from django.apps import apps
from django.test import Client
from django.utils import timezone

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.members.services.persons import ensure_person
from club.models import Invitation, Organisation, OutboxMessage, Role, User

PASSWORD = "vier losse woorden hier"


def club(slug="north"):
    return Organisation.objects.get_or_create(slug=slug, defaults={"name": f"{slug.title()} club"})[0]


def account(name="anna", *, role=None, at=None, confirmed=True):
    user = User.objects.create_user(f"{name}@north.example", PASSWORD, first_name=name.title())
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=confirmed)
    ensure_person(user=user, actor=SYSTEM)
    if role is not None:
        grant_role(user=user, role=Role(role), scope=Scope((at or club()).pk), actor=SYSTEM)
    return user


def agreed(user, at=None):
    """Have the holder of an account accept an invitation of a club, long ago."""
    at = at or club()
    now = timezone.now()
    facts = {"secret_hash": f"{at.pk}-{user.pk}", "expires_at": now, "accepted_at": now}
    Invitation.objects.create(organisation=at, role=Role.PLAYER, email=user.email, accepted_by=user, **facts)
    return user


def browser_of(user, **kwargs):
    client = Client(**kwargs)
    client.force_login(user)
    return client


def last_text():
    """The text of the last message written, sent or not."""
    return OutboxMessage.objects.order_by("pk").last().text


def code_in(text):
    return re.search(r"^([A-Z0-9]{3,4}-[A-Z0-9]{3,4})$", text, re.MULTILINE).group(1)


DIGEST = re.compile(r"\b[0-9a-f]{32,}\b")


def traces(word):
    """Every table and column that still has a word in it; a digest, which holds any digits, is none."""
    found = []
    for model in project_models():
        for field in model._meta.concrete_fields:
            if field.get_internal_type() in {"CharField", "TextField", "EmailField", "JSONField"}:
                rows = model._base_manager.values_list("pk", field.attname)
                found += [
                    f"{model._meta.label}.{field.name} {pk}: {told}"
                    for pk, told in rows
                    if word in DIGEST.sub("", str(told))
                ]
    return found


def project_models():
    return [
        model
        for model in apps.get_models()
        if model._meta.app_label in {"club", "tournaments", "games", "account"}
    ]
