"""Rounds of large fields are paired in the background, those of others at once."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import latest, section_of
from worlds import world

from club.core.actor import SYSTEM
from club.jobs.services import jobs
from club.models import Job, JobState, Queue
from tournaments.models import EntryState, Round, RoundState
from tournaments.rounds.services import large_rounds
from tournaments.rounds.services.rounds import delete_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(db, monkeypatch):
    """Six players, where more than five are a large field."""
    monkeypatch.setattr(large_rounds, "LARGE", 5)
    return section_of()


@world
def desk(director):
    client = Client()
    client.force_login(director.user)
    return client


def propose(desk, section, **sent):
    return desk.post(reverse("tournaments:desk_propose", args=[section.pk]), sent)


def waiting_page(section):
    return reverse("tournaments:desk_proposal", args=[section.pk])


def work():
    return jobs.run_waiting(queue=Queue.INTERACTIVE, seconds=60)


def test_a_round_of_many_is_a_job_and_then_a_draft_by_whoever_asked(desk, section, director):
    assert propose(desk, section).url == waiting_page(section)
    assert not Round.objects.exists()
    assert "Round 1 is being paired" in desk.get(waiting_page(section)).content.decode()
    assert work() == 1
    row = Round.objects.get()
    assert (row.state, row.pairings.count()) == (RoundState.DRAFT, 3)
    assert latest("tournaments.round.proposed").actor_label == director.label
    assert desk.get(waiting_page(section)).url == reverse("tournaments:desk_section", args=[section.pk])
    part = desk.get(waiting_page(section), headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == reverse("tournaments:desk_section", args=[section.pk])


def test_a_second_click_is_the_same_job(desk, section):
    propose(desk, section)
    propose(desk, section)
    assert Job.objects.filter(task=large_rounds.TASK).count() == 1
    assert work() == 1


def test_a_draft_is_paired_anew_and_one_taken_back_again(desk, section):
    propose(desk, section)
    work()
    version = Round.objects.get().version
    propose(desk, section)
    work()
    assert Round.objects.get().version > version
    delete_round(round_id=Round.objects.get().pk, actor=SYSTEM)
    propose(desk, section)
    work()
    assert Round.objects.count() == 1


def test_what_is_refused_meanwhile_is_told_and_not_tried_again(desk, section):
    propose(desk, section)
    section.entries.update(state=EntryState.WITHDRAWN)
    work()
    job = Job.objects.get(task=large_rounds.TASK)
    assert (job.state, job.starts) == (JobState.FAILED, 1)
    told = desk.get(waiting_page(section), follow=True).content.decode()
    assert job.error.split(".")[0] in told
    section.entries.update(state=EntryState.CONFIRMED)
    propose(desk, section)
    work()
    assert Round.objects.count() == 1


def test_what_stands_in_the_way_of_any_round_is_refused_at_once(desk, section):
    section.rounds = 1
    section.save()
    propose(desk, section, now="1")
    row = Round.objects.get()
    Round.objects.filter(pk=row.pk).update(state=RoundState.PUBLISHED)
    assert propose(desk, section).url == reverse("tournaments:desk_section", args=[section.pk])
    assert not Job.objects.filter(task=large_rounds.TASK).exists()


def test_whoever_would_rather_wait_pairs_it_now(desk, section):
    assert propose(desk, section, now="1").url == reverse(
        "tournaments:desk_round", args=[Round.objects.get().pk]
    )


def test_without_a_job_the_page_leads_to_the_rounds(desk, section):
    assert desk.get(waiting_page(section)).url == reverse("tournaments:desk_section", args=[section.pk])


def test_others_are_paired_at_once(desk):
    section = section_of()
    assert propose(desk, section).url == reverse("tournaments:desk_round", args=[Round.objects.get().pk])
