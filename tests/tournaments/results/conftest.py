"""A round of the demo that is on."""

from worlds import world

from club.core.actor import SYSTEM
from tournaments.models import Round
from tournaments.rounds.services.rounds import propose_round, publish_round
from tournaments.site.services.demo import load_demo_event


@world
def fourth_round():
    """The demo's fourth round, which is on."""
    draft = propose_round(section_id=load_demo_event(actor=SYSTEM).sections.get().pk, actor=SYSTEM)
    published = publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    return Round.objects.select_related("section__event").get(pk=published.pk)
