"""A backup is made when a round is published and when it is closed, and at no other time."""

import pytest
from event_rows import club_of, play, published_round

from club.backups.selectors import BACKUP_TASK
from club.core.actor import SYSTEM
from club.models import Job
from tournaments.core.errors import ChangedMeanwhile
from tournaments.rounds.errors import RoundUnfinished
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round, reopen_round

pytestmark = pytest.mark.django_db


def points():
    return [job.arguments["reason"] for job in Job.objects.filter(task=BACKUP_TASK).order_by("pk")]


def test_publishing_and_closing_a_round_make_a_restore_point_of_the_club(section):
    row = published_round(section, logged=True)
    assert points() == ["Easter Open: round 1 published"]
    play(row)
    close_round(round_id=row.pk, actor=SYSTEM)
    reopen_round(round_id=row.pk, actor=SYSTEM)
    assert points() == ["Easter Open: round 1 published", "Easter Open: round 1 closed"]
    assert set(Job.objects.filter(task=BACKUP_TASK).values_list("organisation", flat=True)) == {club_of().pk}


def test_what_was_refused_makes_none(section):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    with pytest.raises(ChangedMeanwhile):
        publish_round(round_id=row.pk, version=row.version + 1, actor=SYSTEM)
    assert points() == []
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    with pytest.raises(RoundUnfinished):
        close_round(round_id=row.pk, actor=SYSTEM)
    assert len(points()) == 1
