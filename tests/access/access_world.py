"""Two clubs with something of everything, and one of everybody who may come."""

from datetime import timedelta
from http.cookies import SimpleCookie
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone

from club.access import Scope
from club.actor import SYSTEM
from club.models import (
    ApiToken,
    AuditEntry,
    HelperPass,
    Household,
    Invitation,
    Job,
    Membership,
    MembershipPlan,
    Organisation,
    OutboxMessage,
    PassLevel,
    Person,
    Role,
    RoleGrant,
    User,
)
from club.requests import KEPT_UNDER
from club.services.outbox import job_key
from club.services.passes import make_pass
from games.models import ArchiveImport, ImportProblem, ImportState
from games.services.archive import save_game
from tournaments.entry_lists import EntryLine
from tournaments.models import CasePhoto, PrizeHandout, ResultDispute, StandingsSnapshot, TeamMember
from tournaments.services.appeal_seats import make_seat_link
from tournaments.services.appeals import file_appeal
from tournaments.services.cases import About, open_case
from tournaments.services.committees import set_appeals
from tournaments.services.entries import add_entries
from tournaments.services.events import create_event, show_event
from tournaments.services.forbidden_pairs import forbid_pair
from tournaments.services.rating_lists import correct_rating, make_list
from tournaments.services.rounds import propose_round, publish_round
from tournaments.services.rulings import Decided, rule_at_once
from tournaments.services.screen_families import make_family
from tournaments.services.screens import make_screen

VISITOR, STRANGER, SUPERUSER, CLERK = "visitor", "account without a role", "superuser", "owner, not staff"
FACTS = {"game_id": 1, "white": "A", "black": "B", "event": "C"}
DEAD_PASS = "pass taken back"
PASSES = {f"pass: {level.value}": level for level in PassLevel}
ROLES = {role.value: role for role in Role}
ACTORS = [VISITOR, STRANGER, SUPERUSER, CLERK, *ROLES, *PASSES, DEAD_PASS]
ACCOUNTS = [STRANGER, SUPERUSER, CLERK, *ROLES]
STAFF = [STRANGER, SUPERUSER, *ROLES]


def an_archive():
    """The name of an archive in the data folder; what is in it does not matter here."""
    folder = Path(settings.BACKUP_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "walk.tar").write_bytes(b"rows")
    return "walk"


class Belongings:
    """One row of each table that addresses name, all of one club."""

    def __init__(self, slug):
        later = timezone.now() + timedelta(days=2)
        self.club = club = Organisation.objects.create(slug=slug, name=f"{slug} club")
        self.someone = User.objects.create_user(f"someone@{slug}.example")
        self.grant = RoleGrant.objects.create(user=self.someone, role=Role.PLAYER, organisation=club)
        RoleGrant.objects.create(user=self.someone, role=Role.OWNER, organisation=club)
        made = make_pass(
            label="Hall", level=PassLevel.HELPER, scope=Scope(club.pk), expires_at=later, actor=SYSTEM
        )
        self.helper_pass, self.pass_secret = made.row, made.secret
        self.entry = AuditEntry.objects.filter(organisation=club).latest("pk")
        self.person = Person.objects.create(name="Somebody", organisation=club)
        self.plan = MembershipPlan.objects.create(organisation=club, name="Adult", kind="adult")
        self.membership = Membership.objects.create(
            person=self.person, organisation=club, plan=self.plan, starts_on=timezone.localdate()
        )
        self.household = Household.objects.create(organisation=club, name="Somebody's")
        self.invitation = Invitation.objects.create(
            organisation=club, role=Role.PLAYER, secret_hash=slug, expires_at=later
        )
        self.token, _ = ApiToken.objects.issue(
            user=self.someone, lasts=timedelta(days=1), name="t", abilities=[]
        )
        self.job = Job.objects.create(
            key=slug, task="games.read_slice", organisation=club, state="failed", error="x"
        )
        self.message = OutboxMessage.objects.create(
            key=slug, organisation=club, to="x@example.org", subject="s", text="t", state="failed"
        )
        Job.objects.create(
            key=job_key(self.message.pk), task="club.send_message", organisation=club, state="failed"
        )
        self.archive_import = ArchiveImport.objects.create(
            organisation=club, name="a.pdn", file="a.pdn", size=1, sha256="0" * 64, state=ImportState.DONE
        )
        self.problem = ImportProblem.objects.create(
            archive_import=self.archive_import,
            kind="duplicate",
            code="duplicate_moves",
            game_index=1,
            line=1,
            facts=FACTS,
        )
        self.backup = an_archive()
        self._hold_an_event()
        self._rule_and_appeal()
        self._rate()
        self.game = save_game(organisation=club, text='[GameType "21"]\n\n1. 11-15 23-19 *\n', actor=SYSTEM)

    def _hold_an_event(self):
        """A published event with a round that is on."""
        self.event = event = create_event(
            organisation_id=self.club.pk, name=f"{self.club.slug} open", preset="weekend", actor=SYSTEM
        )
        show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
        self.event_section = event.sections.get()
        lines = [EntryLine("Anderson"), EntryLine("Wyllie")]
        self.player, other = add_entries(section_id=self.event_section.pk, lines=lines, actor=SYSTEM)
        row = propose_round(section_id=self.event_section.pk, actor=SYSTEM)
        self.round = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
        self.pairing = row.pairings.get()
        self.screen_family = make_family(event_id=event.pk, name="Hall", contents=["pairings"], actor=SYSTEM)
        self.screen = make_screen(event_id=event.pk, family_id=self.screen_family.pk, actor=SYSTEM)
        self.member = TeamMember.objects.create(entry=self.player, name="Anderson", board_order=1)
        self.card = self.event_section.board_cards.get()
        self.dispute = ResultDispute.objects.create(
            pairing=self.pairing,
            game=1,
            kind="players",
            first_by="Anderson",
            first_outcome="white",
            second_by="Wyllie",
            second_outcome="draw",
        )
        self.case = open_case(
            event_id=event.pk,
            about=About(self.pairing.pk, 1, self.player.pk),
            incident="must_capture",
            actor=SYSTEM,
        )
        picture = ContentFile(b"a picture", name="photo.jpg")
        self.photo = CasePhoto.objects.create(case=self.case, file=picture, width=1, height=1, added_by="x")
        self.snapshot = StandingsSnapshot.objects.create(section=self.event_section, round_number=1, rows=[])
        self.handout = PrizeHandout.objects.create(
            section=self.event_section, round_number=1, sharing="equal", lines=[]
        )
        self.forbidden_pair = forbid_pair(
            section_id=self.event_section.pk,
            first_id=self.player.pk,
            second_id=other.pk,
            first_round=2,
            actor=SYSTEM,
        )

    def _rule_and_appeal(self):
        """A ruling, an appeal against it, and somebody who votes."""
        ruling = rule_at_once(
            event_id=self.event.pk,
            about=About(self.pairing.pk, 1, self.player.pk),
            incident="distracting",
            decided=Decided(consequence="caution"),
            actor=SYSTEM,
        )
        set_appeals(event_id=self.event.pk, rules={}, members=[{"name": "Tinsley"}], actor=SYSTEM)
        self.appeal = file_appeal(case_id=ruling.case_id, appellant_id=self.player.pk, actor=SYSTEM)
        self.seat = self.appeal.seats.get()
        self.seat_token = make_seat_link(seat_id=self.seat.pk, actor=SYSTEM)

    def _rate(self):
        """A rating list that nobody but the desk sees, with somebody on it."""
        self.rating_list = make_list(
            organisation_id=self.club.pk, name="Club rating", formula="elo", actor=SYSTEM
        )
        self.rating_period = correct_rating(
            list_id=self.rating_list.pk, person_id=self.person.pk, rating=1500, reason="x", actor=SYSTEM
        )


class World:
    """The own club, a foreign one, and the cookies of everybody."""

    def __init__(self):
        self.own, self.foreign = Belongings("north"), Belongings("south")
        self._browser = Client(raise_request_exception=False)  # one, as each builds the layers of the site
        self.cookies = {VISITOR: {}}
        for actor in ACCOUNTS:
            self.cookies[actor] = self._signed_in(actor)
        until = timezone.now() + timedelta(days=1)
        for actor, level in PASSES.items():
            self.cookies[actor] = self._with_pass(level, until)
        self.cookies[DEAD_PASS] = self._with_pass(PassLevel.DEPUTY, until, revoked_at=timezone.now())

    def client(self, actor):
        self._browser.cookies = SimpleCookie(self.cookies[actor])
        return self._browser

    def _signed_in(self, actor):
        user = User.objects.create_user(
            f"{actor.replace(' ', '-').replace(',', '')}@north.example",
            is_staff=actor in STAFF,
            is_superuser=actor == SUPERUSER,
        )
        role = Role.OWNER if actor == CLERK else ROLES.get(actor)
        if role is not None:
            RoleGrant.objects.create(user=user, role=role, organisation=self.own.club)
        client = Client()
        client.force_login(user)
        return {name: morsel.value for name, morsel in client.cookies.items()}

    def _with_pass(self, level, until, **fields):
        held = HelperPass.objects.create(
            label="Phone",
            level=level,
            organisation=self.own.club,
            secret_hash=f"{level}{len(self.cookies)}",
            code_hash=f"{level}{len(self.cookies)}",
            expires_at=until,
            **fields,
        )
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[KEPT_UNDER] = held.pk
        session.save()
        return {settings.SESSION_COOKIE_NAME: session.session_key}
