"""A club whose form is open, and its secretary."""

import pytest
from django.core.cache import cache
from people import account, club

from club.core.actor import SYSTEM, Actor
from club.joining.services.join_forms import set_join_form
from club.models import (
    MembershipPlan,
)


@pytest.fixture
def secretary():
    return Actor.of_user(account("sam", role="secretary"))


@pytest.fixture
def opened():
    """A club with a plan, and its form open; nobody has sent anything yet."""
    cache.clear()
    MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    set_join_form(organisation_id=club().pk, is_open=True, full_age=18, actor=SYSTEM)
