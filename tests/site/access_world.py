"""Two clubs with something of everything, and one of everybody who may come.

Everything private of the foreign club carries one telling word.
"""

from datetime import date, timedelta
from http.cookies import SimpleCookie
from importlib import import_module
from pathlib import Path

from browser import Browser
from django.conf import settings
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone
from ruled_cases import file_and_rule

from club.accounts.services.passes import make_pass
from club.audit import log as audit
from club.backups.services.site_copies import COPY_TASK as SITE_COPY_TASK
from club.backups.services.site_copies import copies_folder
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.core.requests import SESSION_KEY
from club.jobs.services.outbox import job_key
from club.members.services.access_log import log_view
from club.models import (
    ApiToken,
    AuditEntry,
    BankFile,
    BankMovement,
    ClubDate,
    Contact,
    EquipmentItem,
    EquipmentLoan,
    ErasureRequest,
    FeeRun,
    Guardianship,
    HelperPass,
    Household,
    Invitation,
    Job,
    JoinForm,
    JoinRequest,
    Membership,
    MembershipPlan,
    Notice,
    Organisation,
    OutboxMessage,
    PassLevel,
    Person,
    PersonNote,
    PrintedCodes,
    Role,
    RoleGrant,
    SavedGroup,
    User,
    Venue,
)
from club.money.services.invoices import Item, issue_invoice
from club.money.services.payments import record_payment
from games.archive.services.archive import save_game
from games.house_rules.services import make_house_rules
from games.laws.in_play import EnteredMove
from games.models import ArchiveImport, ImportProblem, ImportState
from tournaments.appeals.services.appeal_seats import make_seat_link
from tournaments.appeals.services.appeals import file_appeal
from tournaments.appeals.services.committees import set_appeals
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.entries.services.forbidden_pairs import forbid_pair
from tournaments.events.services.events import create_event, show_event
from tournaments.ladders.services.challenges import make_challenge
from tournaments.ladders.services.ladders import join_ladder, make_ladder
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import (
    AvailabilityPoll,
    Captain,
    CasePhoto,
    EventFile,
    EventPost,
    Fixture,
    Ladder,
    LiveFeed,
    PrizeHandout,
    ResultDispute,
    StandingsSnapshot,
    TeamMember,
    Webhook,
)
from tournaments.ratings.services.rating_lists import correct_rating, make_list
from tournaments.rounds.services.rounds import propose_round, publish_round
from tournaments.screens.services.screen_families import make_family
from tournaments.screens.services.screens import make_screen
from tournaments.site.selectors import COPY_TASK, copy_file, key_of_copies

VISITOR, STRANGER, SUPERUSER, CLERK = "visitor", "account without a role", "superuser", "owner, not staff"
TELLING_WORD = "geheim"
"""Everything private of the foreign club carries it, so that whoever meets it has seen too much."""
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


def a_copy(event):
    """A finished copy of an event; what is in its file does not matter here."""
    made = Job.objects.create(
        key=f"{key_of_copies(event)}en:1",
        task=COPY_TASK,
        arguments={"event": event.pk, "languages": ["en"]},
        organisation_id=event.organisation_id,
        state="done",
    )
    copy_file(made).parent.mkdir(parents=True, exist_ok=True)
    copy_file(made).write_bytes(b"zip")
    return made


class Belongings:
    """One row of each table that addresses name, all of one club."""

    def __init__(self, slug):
        self.slug, self.later = slug, timezone.now() + timedelta(days=2)
        self.club = Organisation.objects.create(slug=slug, name=f"{slug} club")
        self._let_in()
        self._know_people()
        self._join_and_leave()
        self._call_together()
        self._leave_work()
        self._read_files()
        self._lend()
        self._keep_books()
        self._hold_an_event()
        self._rule_and_appeal()
        self._rate()
        self._climb()
        self.game = save_game(
            organisation=self.club, text='[GameType "21"]\n\n1. 11-15 23-19 *\n', actor=SYSTEM
        )

    def _let_in(self):
        """An account with roles, a pass, an invitation, a token, and the first entry of the trail."""
        club, later = self.club, self.later
        self.someone = User.objects.create_user(f"someone@{self.slug}.example")
        self.grant = RoleGrant.objects.create(user=self.someone, role=Role.PLAYER, organisation=club)
        RoleGrant.objects.create(user=self.someone, role=Role.OWNER, organisation=club)
        made = make_pass(
            label="Hall", level=PassLevel.HELPER, scope=Scope(club.pk), expires_at=later, actor=SYSTEM
        )
        self.helper_pass, self.pass_secret = made.row, made.secret
        self.entry = AuditEntry.objects.filter(organisation=club).latest("pk")
        self.invitation = Invitation.objects.create(
            organisation=club, role=Role.PLAYER, secret_hash=self.slug, expires_at=later
        )
        self.token, _ = ApiToken.objects.issue(
            user=self.someone, lasts=timedelta(days=1), name="t", abilities=[]
        )

    def _know_people(self):
        """A member and somebody who is none."""
        self.person = Person.objects.create(name="Somebody", organisation=self.club)
        self.plan = MembershipPlan.objects.create(organisation=self.club, name="Grown-ups", kind="adult")
        self.membership = Membership.objects.create(
            person=self.person, organisation=self.club, plan=self.plan, starts_on=timezone.localdate()
        )
        self.other_person = Person.objects.create(name="Piet Anders", organisation=self.club)
        Guardianship.objects.create(ward=self.person, guardian=self.other_person)
        self.contact = self.person.contacts.create(kind="phone", value="1")
        self.note = self.person.notes.create(text="x", sight="board", written_by="x")
        self.household = Household.objects.create(organisation=self.club, name="Somebody's")

    def _join_and_leave(self):
        """One who asks to join, and one who asks to be forgotten."""
        JoinForm.objects.create(organisation=self.club, is_open=True)
        self.join_request = JoinRequest.objects.create(
            organisation=self.club,
            name="Newcomer",
            email=f"newcomer@{self.slug}.example",
            born_on=timezone.localdate(),
            plan=self.plan,
            guardian_name="Greet Voogd",
            guardian_signature="Greet Voogd",
        )
        self.erasure_request = ErasureRequest.objects.create(
            person=self.person, organisation=self.club, asked_by="Somebody"
        )

    def _call_together(self):
        """A date in a hall, a notice, a group to send one to."""
        self.venue = Venue.objects.create(organisation=self.club, name="Hall")
        self.house_rules = make_house_rules(
            organisation_id=self.club.pk,
            name="Saturday kings",
            base="english",
            changes={"king_flies": "yes"},
            actor=SYSTEM,
        )
        self.club_date = ClubDate.objects.create(
            organisation=self.club, kind="evening", title="Evening", first_on=timezone.localdate()
        )
        self.notice = Notice.objects.create(organisation=self.club, kind="news", subject="s", text="t")
        self.saved_group = SavedGroup.objects.create(organisation=self.club, name="g", groups=["active"])

    def _leave_work(self):
        """Work that failed, a mail that could not be sent, an archive."""
        self.job = Job.objects.create(
            key=self.slug, task="games.read_slice", organisation=self.club, state="failed", error="x"
        )
        self.message = OutboxMessage.objects.create(
            key=self.slug, organisation=self.club, to="x@example.org", subject="s", text="t", state="failed"
        )
        Job.objects.create(
            key=job_key(self.message.pk), task="club.send_message", organisation=self.club, state="failed"
        )
        self.backup = an_archive()
        self.site_copy = Job.objects.create(key=f"copy:{self.slug}", task=SITE_COPY_TASK, state="done")
        copies_folder().mkdir(parents=True, exist_ok=True)
        (copies_folder() / f"{self.site_copy.pk}.tar").write_bytes(b"rows")

    def _read_files(self):
        """A file of games with a problem, a file of the bank with a movement."""
        self.archive_import = ArchiveImport.objects.create(
            organisation=self.club,
            name="a.pdn",
            file="a.pdn",
            size=1,
            sha256="0" * 64,
            state=ImportState.DONE,
        )
        self.problem = ImportProblem.objects.create(
            archive_import=self.archive_import,
            kind="duplicate",
            code="duplicate_moves",
            game_index=1,
            line=1,
            facts=FACTS,
        )
        today = timezone.localdate()
        self.bank_file = BankFile.objects.create(organisation=self.club, first_on=today, last_on=today)
        self.movement = BankMovement.objects.create(
            organisation=self.club,
            file=self.bank_file,
            key=self.slug,
            number=1,
            booked_on=today,
            amount=1,
            currency="EUR",
        )

    def _lend(self):
        """Two clocks, one of them lent."""
        self.equipment = EquipmentItem.objects.create(
            organisation=self.club, kind="clock", name="Clock", count=2, lent=1
        )
        self.loan = EquipmentLoan.objects.create(
            item=self.equipment, person=self.person, out_on=timezone.localdate(), out_by="x"
        )

    def _keep_books(self):
        """An invoice, a payment of something else, and a run."""
        place = {"organisation_id": self.club.pk, "payer_id": self.person.pk, "actor": SYSTEM}
        paid = {"amount": 100, "method": "cash", "received_on": timezone.localdate(), "key": "k"}
        self.payment = record_payment(**place, **paid)
        self.invoice = issue_invoice(**place, subject="Jacket", items=[Item("Jacket", 2500)])
        self.fee_run = FeeRun.objects.create(
            organisation=self.club,
            starts_on=date(2026, 1, 1),
            ends_on=date(2026, 12, 31),
            state="booked",
            booked_at=timezone.now(),
        )

    def _hold_an_event(self):
        """A published event with a round that is on."""
        self.event = event = create_event(
            organisation_id=self.club.pk, name=f"{self.club.slug} open", preset="weekend", actor=SYSTEM
        )
        show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
        self.copy = a_copy(event)
        self.printed_codes = PrintedCodes.objects.create(
            organisation=self.club, letter="c", sheet=f"/desk/{event.slug}/", base="http://192.0.2.7:8000"
        )
        self.event_section = event.sections.get()
        lines = [EntryLine("Anderson"), EntryLine("Wyllie")]
        self.player, other = add_entries(section_id=self.event_section.pk, lines=lines, actor=SYSTEM)
        row = propose_round(section_id=self.event_section.pk, actor=SYSTEM)
        self.round = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
        self.pairing = row.pairings.get()
        self.screen_family = make_family(event_id=event.pk, name="Hall", contents=["pairings"], actor=SYSTEM)
        self.screen = make_screen(event_id=event.pk, family_id=self.screen_family.pk, actor=SYSTEM)
        self.member = TeamMember.objects.create(entry=self.player, name="Anderson", board_order=1)
        self.captain = Captain.objects.create(entry=self.player, name="Anderson", role="captain")
        fixture = Fixture.objects.create(pairing=self.pairing)
        self.poll = AvailabilityPoll.objects.create(fixture=fixture, entry=self.player)
        self.card = self.event_section.board_cards.get()
        self._follow_live()
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
        self.post = EventPost.objects.create(event=event, title="Boards on Sunday")
        self.webhook = Webhook.objects.create(event=event, url="https://localhost/hook", is_on=False)
        document = ContentFile(b"%PDF-", name="rules.pdf")
        self.event_file = EventFile.objects.create(event=event, kind="document", caption="x", file=document)
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

    def _follow_live(self):
        """A live board with a move that is not legal."""
        set_broadcast(event_id=self.event.pk, actor=SYSTEM, players_enter=True)
        self.live_board = open_live_boards(round_id=self.round.pk, actor=SYSTEM)[0]
        played = MovesEntry(moves=[EnteredMove("11-15"), EnteredMove("9-14")])
        enter_moves(board_id=self.live_board.pk, entry=played, actor=SYSTEM)
        self.live_alert = self.live_board.alerts.get()
        self.live_feed = LiveFeed.objects.create(
            round=self.round, url="https://live.example/round.pdn", is_on=False
        )

    def _rule_and_appeal(self):
        """A ruling, an appeal against it, and somebody who votes."""
        ruling = file_and_rule(
            event_id=self.event.pk,
            about=About(self.pairing.pk, 1, self.player.pk),
            incident="distracting",
            decided=RulingDecision(consequence="reminder"),
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

    def _climb(self):
        """A ladder with a challenge that waits for an answer."""
        self.ladder = make_ladder(organisation_id=self.club.pk, name="Ladder", is_public=True, actor=SYSTEM)
        upper = Person.objects.create(name="Upper", organisation=self.club)
        for one in (upper, self.person):
            join_ladder(ladder_id=self.ladder.pk, person_id=one.pk, actor=SYSTEM)
        self.challenge = make_challenge(
            ladder_id=self.ladder.pk, challenger_id=self.person.pk, challenged_id=upper.pk, actor=SYSTEM
        )


def mark(there):
    """Give everything private of a club the telling word."""
    word = TELLING_WORD
    Person.objects.filter(organisation=there.club).update(
        name=f"{word.title()} Persoon",
        sort_name=f"Persoon, {word.title()}",
        search_key=f"persoon, {word}",
        email=f"{word}@a.org",
    )
    Household.objects.filter(organisation=there.club).update(name=f"{word.title()} huis")
    JoinRequest.objects.filter(organisation=there.club).update(
        name=f"{word.title()} Lid", email=f"{word}@b.org"
    )
    OutboxMessage.objects.filter(organisation=there.club).update(
        to=f"{word}@c.org", subject=word, text=word, error=word
    )
    Contact.objects.create(person=there.person, kind="phone", value=word)
    PersonNote.objects.create(person=there.person, text=word, written_by=word)
    Ladder.objects.filter(organisation=there.club).update(is_public=False)  # who is on a public one is public
    Invitation.objects.create(
        organisation=there.club,
        role=Role.PLAYER,
        secret_hash=word,
        expires_at=there.later,
        email=f"{word}@d.org",
    )
    there.person.refresh_from_db()
    audit.record("club.person.added", there.person, actor=SYSTEM, organisation_id=there.club.pk)
    log_view(person=there.person, actor=SYSTEM)


class World:
    """The own club, a foreign one, and the cookies of everybody."""

    def __init__(self):
        self.own, self.foreign = Belongings("north"), Belongings("south")
        mark(self.foreign)
        self._browser = Browser()  # one, as each builds the layers of the site
        self.cookies, self.users = {VISITOR: {}}, {}
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
        self.users[actor] = user
        return {name: morsel.value for name, morsel in client.cookies.items()}

    def _with_pass(self, level, until, **fields):
        held = HelperPass.objects.create(
            label="Phone of Greet",
            level=level,
            organisation=self.own.club,
            secret_hash=f"{level}{len(self.cookies)}",
            code_hash=f"{level}{len(self.cookies)}",
            expires_at=until,
            **fields,
        )
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = held.pk
        session.save()
        return {settings.SESSION_COOKIE_NAME: session.session_key}
