"""What tests of the pages ask for."""

from pathlib import Path

import pytest
from worlds import world

from club.core.actor import SYSTEM
from tournaments.models import Round
from tournaments.rounds.services.rounds import propose_round, publish_round
from tournaments.site.services.demo import load_demo_event


@pytest.fixture(scope="session")
def repository():
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent.parent


@world
def fourth_round():
    """The demo's fourth round, which is on."""
    draft = propose_round(section_id=load_demo_event(actor=SYSTEM).sections.get().pk, actor=SYSTEM)
    published = publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    return Round.objects.select_related("section__event").get(pk=published.pk)
