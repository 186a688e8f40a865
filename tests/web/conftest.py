"""What tests of the pages ask for."""

from pathlib import Path

import pytest
from django.db import transaction

from club.actor import SYSTEM
from tournaments.models import Round
from tournaments.services.demo import load_demo_event
from tournaments.services.rounds import propose_round, publish_round


@pytest.fixture(scope="session")
def repository():
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def kept_rows(django_db_setup, django_db_blocker):
    """A transaction around those of the tests of a module: what is made in it is there for all of them."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def kept_round(kept_rows):
    """The number of the demo's fourth round, which is on."""
    draft = propose_round(section_id=load_demo_event(actor=SYSTEM).sections.get().pk, actor=SYSTEM)
    return publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM).pk


@pytest.fixture
def fourth_round(kept_round, db):
    """The demo's fourth round, which is on."""
    return Round.objects.select_related("section__event").get(pk=kept_round)
