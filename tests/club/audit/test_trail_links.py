"""From a thing's page to what was done about it, for whoever may read the trail of its club."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from event_rows import section_of
from worlds import world

from club.accounts.services.invitations import invite
from club.accounts.services.passes import make_pass
from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.jobs.services.job_control import cancel_job
from club.members.services.persons import add_person
from club.models import Job, Organisation, OutboxMessage, PassLevel, Role, RoleGrant, User
from games.archive.services.archive import save_game
from games.models import ArchiveImport, Game, ImportState

pytestmark = pytest.mark.django_db
LINK = "/desk/audit/about/{kind}/{number}/"


@world
def club():
    return Organisation.objects.create(slug="north", name="North club")


def desk_of(club, role):
    user = User.objects.create_user(f"{role}@{club.slug}.example")
    RoleGrant.objects.create(user=user, role=role, organisation=club)
    client = Client()
    client.force_login(user)
    return client


@world
def things(club):
    """A page, and the kind and number of a thing on it."""
    later, place = timezone.now() + timedelta(days=1), Scope(club.pk)
    player = User.objects.create_user("bob@north.example")
    grant = grant_role(user=player, role=Role.PLAYER, scope=place, actor=SYSTEM)
    held = make_pass(label="Hall", level=PassLevel.HELPER, scope=place, expires_at=later, actor=SYSTEM).row
    person = add_person(organisation_id=club.pk, name="Piet", actor=SYSTEM)
    invitation = invite(scope=place, role=Role.PLAYER, days=1, actor=SYSTEM, address_of=str)
    job = Job.objects.create(key="k", task="games.read_slice", organisation=club)
    cancel_job(job_id=job.pk, actor=SYSTEM)
    game = save_game(organisation=club, text='[GameType "21"]\n\n1. 11-15 23-19 *\n', actor=SYSTEM)
    archive = ArchiveImport.objects.create(
        organisation=club, name="a.pdn", file="a.pdn", size=1, sha256="0" * 64, state=ImportState.DONE
    )
    return {
        "/desk/roles/": ("club.rolegrant", grant.pk),
        "/desk/passes/": ("club.helperpass", held.pk),
        f"/desk/persons/{person.pk}/": ("club.person", person.pk),
        "/desk/invitations/": ("club.invitation", invitation.pk),
        "/desk/jobs/": ("club.job", job.pk),
        f"/games/{game.pk}/": ("games.game", game.pk),
        f"/games/imports/{archive.pk}/": ("games.archiveimport", archive.pk),
    }


def test_every_thing_leads_to_what_was_done_about_it(club, things):
    desk = desk_of(club, Role.OWNER)
    for page, (kind, number) in things.items():
        link = LINK.format(kind=kind, number=number)
        assert f'href="{link}"' in desk.get(page).content.decode(), page
        trail = desk.get(link, follow=True)
        assert trail.status_code == 200
        if kind != "games.archiveimport":  # made without the service
            assert "trail__sentence" in trail.content.decode(), page


def test_whoever_reads_no_trail_there_sees_no_link(club, things):
    open_to_all = [page for page in things if page.startswith("/games/")]
    stranger = desk_of(Organisation.objects.create(slug="south", name="South club"), Role.OWNER)
    for client in (desk_of(club, Role.PLAYER), stranger, Client()):
        for page in open_to_all:
            answer = client.get(page)
            assert answer.status_code == 200
            assert "/desk/audit/about/" not in answer.content.decode()


def test_a_game_of_a_file_has_no_entry_of_its_own_and_no_link(club):
    game = save_game(organisation=club, text='[GameType "21"]\n\n1. 11-15 23-19 *\n', actor=SYSTEM)
    Game.objects.filter(pk=game.pk).update(id=game.pk + 1000)
    page = desk_of(club, Role.OWNER).get(f"/games/{game.pk + 1000}/")
    assert page.status_code == 200
    assert "/desk/audit/about/" not in page.content.decode()


def test_work_and_messages_that_nobody_touched_have_no_link(club):
    Job.objects.create(key="k", task="games.read_slice", organisation=club)
    OutboxMessage.objects.create(key="m", to="a@b.example", subject="s", text="t", organisation=club)
    desk = desk_of(club, Role.OWNER)
    for page in ("/desk/jobs/", "/desk/outbox/"):
        assert "/desk/audit/about/" not in desk.get(page).content.decode()


def test_an_arbiter_of_one_event_is_not_led_to_the_clubs_trail(club, things):
    user = User.objects.create_user("arbiter@north.example")
    event = section_of(players=2, club=club).event_id
    RoleGrant.objects.create(user=user, role=Role.ARBITER, organisation=club, event_id=event)
    until = timezone.now() + timedelta(days=1)
    scope = Scope(club.pk, event)
    held = make_pass(
        label="Table", level=PassLevel.HELPER, scope=scope, expires_at=until, actor=Actor.of_user(user)
    ).row
    client = Client()
    client.force_login(user)
    page = client.get("/desk/passes/").content.decode()
    assert "Table" in page
    assert "/desk/audit/about/" not in page
    assert client.get(LINK.format(kind="club.helperpass", number=held.pk)).status_code == 403
