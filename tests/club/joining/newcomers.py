"""Who asks to join a club, and the mails that go out."""

from django.utils import timezone
from people import club

from club.core.actor import VISITOR
from club.joining.services.join_requests import JoinAsked, ask_to_join
from club.models import (
    MembershipPlan,
    OutboxMessage,
)


def plan(at=None):
    return MembershipPlan.objects.get(organisation=at or club())


def years_ago(years):
    today = timezone.localdate()
    try:
        return today.replace(year=today.year - years)
    except ValueError:  # 29 February
        return today.replace(year=today.year - years, day=28)


def asked(name="Piet Vries", **facts):
    given = {"email": "piet@example.org", "born_on": years_ago(40), "plan_id": plan().pk} | facts
    return ask_to_join(organisation_id=club().pk, given=JoinAsked(name=name, **given), actor=VISITOR)


def child(**facts):
    signed = {"guardian_name": "Mia Vries", "guardian_signature": "Mia Vries"}
    return asked("Tim Vries", **({"born_on": years_ago(12)} | signed | facts))


def mails():
    return list(OutboxMessage.objects.order_by("pk").values_list("to", flat=True))
