"""A club with a treasurer and people who owe it something."""

from django.utils import timezone
from people import account, club

from club.core.actor import Actor
from club.models import Membership, MembershipPlan, Person, Role
from club.money.services.invoices import Item, issue_invoice
from club.money.services.payments import record_payment

KEYS = iter(range(10**9))


def treasurer(name="tess", at="north"):
    return Actor.of_user(account(name, role=Role.TREASURER, at=club(at)))


def person(name, at="north", **facts):
    return Person.objects.create(name=name, organisation=club(at), **facts)


def plan(name="Adult", kind="adult", at="north"):
    return MembershipPlan.objects.create(organisation=club(at), name=name, kind=kind)


def member(name, plan, starts_on, *, ends_on=None, state="active", **facts):
    row = Person.objects.create(name=name, organisation=plan.organisation, **facts)
    Membership.objects.create(
        person=row,
        organisation=plan.organisation,
        plan=plan,
        starts_on=starts_on,
        ends_on=ends_on,
        state=state,
    )
    return row


def invoice(who, amount, actor):
    return issue_invoice(
        organisation_id=who.organisation_id,
        payer_id=who.pk,
        subject="Club jacket",
        items=[Item("Club jacket", amount, who.pk)],
        actor=actor,
    )


def pay(who, amount, actor, key=None, **more):
    return record_payment(
        organisation_id=who.organisation_id,
        payer_id=who.pk,
        amount=amount,
        received_on=more.pop("on", None) or timezone.localdate(),
        method=more.pop("method", "cash"),
        key=key or f"test-{next(KEYS)}",
        actor=actor,
        **more,
    )
