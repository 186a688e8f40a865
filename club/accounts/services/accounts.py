"""Services for accounts: the first one of a site, names, account events."""

from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.text import slugify

from club.accounts.errors import ClubNameTaken, NoSuchAccount, SetUpAlready
from club.audit import log as audit
from club.core.access import SITE, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed
from club.members.services.persons import ensure_person
from club.models import Organisation, OrganisationKind, Role, RoleGrant, User

NAME_WIDTH = 150


@transaction.atomic
def become_owner(
    *,
    name: str,
    email: str,
    password: str,
    club: str,
    language: str = "",
    kind: str = OrganisationKind.CLUB,
) -> tuple[User, Organisation]:
    """Make the first account of a site: it runs the site and owns the first club.

    Locks the site's audit chain first: of two concurrent calls one is refused.
    """
    audit.locked_chain()
    if User.objects.exists():
        raise SetUpAlready
    user = User.objects.create_superuser(email, password, first_name=name.strip(), language=language)
    # The holder of the machine or of the setup link vouches for the address.
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    actor = Actor.of_user(user)
    organisation = _found(user, name=club, kind=kind, actor=actor)
    person = ensure_person(user=user, actor=actor)
    person.organisation = organisation
    person.save(update_fields=["organisation"])
    return user, organisation


@transaction.atomic
def add_club(*, name: str, kind: str = OrganisationKind.CLUB, actor: Actor) -> Organisation:
    """Add another club to the site; the account that adds it becomes its owner.

    Raises ClubNameTaken if a club of the site has this name.
    """
    require_permission(actor, Capability.ADD_CLUBS, SITE)
    if actor.user is None:
        raise NotAllowed(capability=Capability.ADD_CLUBS.value, who=actor.label)
    audit.locked_chain()
    wanted = " ".join(name.split())
    if Organisation.objects.filter(name__iexact=wanted).exists():
        raise ClubNameTaken(name=wanted)
    return _found(actor.user, name=wanted, kind=kind, actor=actor)


def _found(user: User, *, name: str, kind: str, actor: Actor) -> Organisation:
    organisation = Organisation(slug=free_slug(name), name=name.strip(), kind=OrganisationKind(kind))
    organisation.full_clean()
    organisation.save()
    grant = RoleGrant.objects.create(user=user, role=Role.OWNER, organisation=organisation, granted_by=user)
    audit.record(
        "club.organisation.founded",
        organisation,
        actor=actor,
        organisation_id=organisation.pk,
        after={"owner": user.pk, "grant": grant.pk, "name": organisation.name},
    )
    return organisation


@transaction.atomic
def rename_account(*, name: str, actor: Actor) -> User:
    """Set the display name of an account."""
    if actor.user is None:
        raise NotAllowed(capability=Capability.SEE_DESK.value, who=actor.label)
    user = User.objects.select_for_update(no_key=True).get(pk=actor.user.pk)
    before = str(user)
    user.first_name, user.last_name = " ".join(name.split())[:NAME_WIDTH], ""
    if str(user) != before:
        user.save(update_fields=["first_name", "last_name"])
        audit.record(
            "club.account.renamed", user, actor=actor, before={"name": before}, after={"name": str(user)}
        )
    return user


@transaction.atomic
def log_account_event(*, event: str, actor: Actor, facts: Mapping[str, Any] | None = None) -> None:
    """Record a sign-in event of an account in the audit log, such as "password_changed"."""
    audit.record(f"club.account.{event}", actor.user, actor=actor, after=facts)


@transaction.atomic
def remove_second_factors(*, email: str, actor: Actor) -> int:
    """Remove every second factor of an account, for a person who has lost them; return how many there were.

    Raises NoSuchAccount.
    """
    user = User.objects.select_for_update(no_key=True).filter(email__iexact=email.strip()).first()
    if user is None:
        raise NoSuchAccount(email=email)
    removed: int = Authenticator.objects.filter(user=user).delete()[0]
    if removed:
        audit.record("club.account.second_step_removed", user, actor=actor, after={"removed": removed})
    return removed


@transaction.atomic
def end_sessions(*, email: str, actor: Actor) -> int:
    """End every session of an account; return how many there were. API tokens stay.

    Raises NoSuchAccount.
    """
    user = User.objects.select_for_update(no_key=True).filter(email__iexact=email.strip()).first()
    if user is None:
        raise NoSuchAccount(email=email)
    sessions = UserSession.objects.purge_and_list(user)
    for session in sessions:
        session.end()
    if sessions:
        audit.record("club.account.sessions_ended", user, actor=actor, after={"ended": len(sessions)})
    return len(sessions)


@transaction.atomic
def end_all_sessions(*, actor: Actor) -> int:
    """End every session of the site, also those of helper passes; return how many there were."""
    UserSession.objects.all().delete()
    ended: int = Session.objects.all().delete()[0]
    if ended:
        audit.record("club.account.sessions_ended", None, actor=actor, after={"ended": ended})
    return ended


def free_slug(name: str) -> str:
    """Return a free short name for addresses."""
    stem = slugify(name)[:50] or "club"
    taken = set(Organisation.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return stem if stem not in taken else next(slug for slug in numbered if slug not in taken)


@transaction.atomic
def choose_language(*, user_id: int, language: str, actor: Actor) -> User:
    """Save the language for pages and mails; an empty choice restores the browser's."""
    if language and language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    before = user.language
    if before != language:
        user.language = language
        user.save(update_fields=["language"])
        audit.record(
            "club.user.language_chosen",
            user,
            actor=actor,
            before={"language": before},
            after={"language": language},
        )
    return user
