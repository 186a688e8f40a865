"""The pages of an event speak its language to whoever has not chosen another."""

import pytest

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.events.services.events import change_event, create_event, show_event

pytestmark = pytest.mark.django_db(transaction=True)


def spoken(client, address, **headers):
    return client.get(address, headers=headers).headers["Content-Language"]


def test_an_event_has_a_language_of_its_own(client):
    club = Organisation.objects.create(name="Noord", slug="noord")
    event = create_event(organisation_id=club.pk, name="Open", preset="weekend", actor=SYSTEM)
    event = show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    page = f"/e/{event.slug}/main/players/"
    assert spoken(client, page, accept_language="fr") == "fr"
    change_event(event_id=event.pk, version=event.version, language="nl", actor=SYSTEM)
    assert spoken(client, page, accept_language="fr") == "nl"
    assert spoken(client, page, accept_language="ru") == "nl"
    assert spoken(client, "/events/", accept_language="ru") == "ru"
    client.post("/language/", {"language": "fr", "next": "/"})
    assert spoken(client, page, accept_language="ru") == "fr"
