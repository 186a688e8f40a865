"""Ladders for a game by rules of a house."""

import pytest
from django.urls import reverse
from event_rows import club_of
from test_ladder_pages import RULES, signed_in

from club.core.actor import SYSTEM
from club.models import Organisation
from games.house_rules.services import make_house_rules, retire_house_rules
from tournaments.events.errors import RulesNotPlayed
from tournaments.ladders.services.ladders import change_ladder, make_ladder
from tournaments.models import Ladder

pytestmark = pytest.mark.django_db


def rules_of(club, **changes):
    return make_house_rules(
        organisation_id=club.pk,
        name="Saturday kings",
        base="english",
        changes=changes or {"king_flies": "yes"},
        actor=SYSTEM,
    )


def test_a_ladder_is_made_and_kept_for_rules_that_the_club_offers(secretary):
    rules = rules_of(club_of())
    client = signed_in(secretary)
    address = reverse("tournaments:desk_ladders")
    assert f'<option value="{rules.key}">Saturday kings (English' in client.get(address).content.decode()
    client.post(address, {**RULES, "variant": rules.key})
    row = Ladder.objects.get()
    assert row.variant == rules.key
    retire_house_rules(rules_id=rules.pk, actor=SYSTEM)
    kept = reverse("tournaments:desk_ladder", args=[row.pk])
    assert f'<option value="{rules.key}" selected>' in client.get(kept).content.decode()
    client.post(kept, {**RULES, "name": "Renamed", "version": row.version, "variant": rules.key})
    row.refresh_from_db()
    assert (row.name, row.variant) == ("Renamed", rules.key)
    assert f'<option value="{rules.key}"' not in client.get(address).content.decode()


def test_rules_of_another_club_of_nobody_or_retired_are_refused(ladder):
    theirs = rules_of(Organisation.objects.create(slug="south", name="South"))
    mine = rules_of(club_of(), rows_of_men="2")
    retire_house_rules(rules_id=mine.pk, actor=SYSTEM)
    for key in (theirs.key, mine.key, "house-000000000000", "chess"):
        with pytest.raises(RulesNotPlayed):
            change_ladder(ladder_id=ladder.pk, version=ladder.version, variant=key, actor=SYSTEM)
        with pytest.raises(RulesNotPlayed):
            make_ladder(organisation_id=ladder.organisation_id, name="Other", variant=key, actor=SYSTEM)
