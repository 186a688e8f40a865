"""The books and the leagues of a club as scenes of races; `club_scenes` has the members."""

from datetime import date, timedelta

from club_scenes import Act, Members, Scene, at, both, in_club
from django.utils import timezone
from league_season import fixture_of, keys_of, league_of
from rating_stage import Rated

from club.banking.selectors import open_movements
from club.banking.services.bank_bookings import (
    Choice,
    book_exact,
    book_movements,
    ignore_transaction,
    reopen_transaction,
)
from club.banking.services.bank_files import read_bank_file, revert_bank_file
from club.core.actor import SYSTEM, VISITOR
from club.duplicates.services.merging import merge_persons
from club.members.services import memberships, persons, plans
from club.money.fees import Period
from club.money.selectors.fee_runs import fee_preview
from club.money.services import allocations, books, fee_runs, invoices, money_settings, payments, reminders
from tournaments.leagues.captain_links import answer_secret
from tournaments.leagues.services import (
    captains,
    fixtures,
    handed_line_ups,
    leagues,
    match_reports,
    polls,
    squads,
)

TODAY = timezone.localdate
LAST_YEAR = Period(date(2025, 1, 1), date(2025, 12, 31))
THIS_YEAR = Period(date(2026, 1, 1), date(2026, 12, 31))


class Money(Scene):
    """The books of a club: invoices in every state, payments, a refund, fee runs and a file of the bank."""

    def build(self):
        here, actor = {"organisation_id": self.club.pk}, self.actor
        self.plan = plans.add_plan(name="Adult", kind="adult", actor=actor, **here)
        money_settings.save_fee_rule(plan_id=self.plan.pk, amount=12000, per="year", part="full", actor=actor)
        self.ann, self.bob = (
            persons.add_person(name=name, email=f"{name}@club.example", actor=actor, **here)
            for name in ("Ann", "Bob")
        )
        self.membership = memberships.start_membership(
            person_id=self.ann.pk, plan_id=self.plan.pk, starts_on=date(2020, 1, 1), actor=actor
        )
        self.open, self.paid, self.lost, self.due = (
            self.issue(amount) for amount in (1000, 2000, 3000, 4000)
        )
        self.payment = self.pay(400, [(self.paid.pk, 400)])
        self.credit, self.refunded = self.pay(500, []), self.pay(600, [])
        invoices.write_off(invoice_id=self.lost.pk, actor=actor, reason="gone")
        payments.refund_payment(payment_id=self.refunded.pk, amount=100, reason="x", key="r", actor=actor)
        self.refund = self.refunded.entries.order_by("-pk").first()
        money_settings.save_reminder_steps(steps=[money_settings.Step(1, 100)], actor=actor, **here)
        self.run = self.book(LAST_YEAR)
        self.seen = fee_preview(period=THIS_YEAR, **here).seen
        books.close_year(year=2020, actor=actor, **here)
        self.file = self.read("first.csv", "10,00")
        movements = list(open_movements(**here))
        self.movement, self.aside = movements[0], movements[1]
        ignore_transaction(movement_id=self.aside.pk, reason="bread", actor=actor)

    def issue(self, amount):
        return invoices.issue_invoice(
            organisation_id=self.club.pk,
            payer_id=self.ann.pk,
            subject="Club jacket",
            items=[invoices.Item("Club jacket", amount, self.ann.pk)],
            actor=self.actor,
        )

    def pay(self, amount, parts):
        return payments.record_payment(
            organisation_id=self.club.pk,
            payer_id=self.ann.pk,
            amount=amount,
            received_on=TODAY(),
            method="cash",
            key=f"{self.club.slug}-{amount}",
            parts=parts,
            actor=self.actor,
        )

    def book(self, period):
        seen = fee_preview(organisation_id=self.club.pk, period=period).seen
        return fee_runs.book_fee_run(organisation_id=self.club.pk, period=period, seen=seen, actor=self.actor)

    def read(self, name, amount):
        lines = [
            "Datum;Naam;Bedrag;Omschrijving",
            f"{TODAY()};Ann;{amount};jacket",
            f"{TODAY()};Baker;2,00;x",
        ]
        facts = {"organisation_id": self.club.pk, "name": name, "actor": self.actor}
        return read_bank_file(data="\n".join(lines).encode(), **facts).file

    undone = (
        *("club.payment.recorded", "club.payment.refunded", "club.invoice.issued", "club.fee_run.booked"),
        *("club.invoice.written_off", "club.year.closed", "club.bank_movement.set_aside"),
        *("club.bank_file.read", "club.fee_rule.kept", "club.reminder_steps.kept", "club.membership.started"),
    )
    acts = {
        "issue": Act(
            invoices.issue_invoice,
            lambda scene: {
                "organisation_id": scene.club.pk,
                "payer_id": scene.ann.pk,
                "subject": "Cup",
                "items": [invoices.Item("Cup", 700, scene.ann.pk)],
            },
        ),
        "cancel": Act(invoices.cancel_invoice, at("open", "invoice_id", reason="x"), "open"),
        "write off": Act(invoices.write_off, at("open", "invoice_id", reason="x"), "open"),
        "claim again": Act(invoices.claim_again, at("lost", "invoice_id", reason="x"), "lost"),
        "record": Act(
            payments.record_payment,
            lambda scene: {
                "organisation_id": scene.club.pk,
                "payer_id": scene.ann.pk,
                "amount": 1000,
                "received_on": TODAY(),
                "method": "cash",
                "key": "one form",
                "parts": [(scene.open.pk, 1000)],
            },
        ),
        "pay": Act(
            payments.pay_invoice,
            lambda scene: {
                "invoice_id": scene.open.pk,
                "amount": 1000,
                "received_on": TODAY(),
                "method": "cash",
                "key": "another form",
            },
            "open",
        ),
        "refund": Act(
            payments.refund_payment, at("credit", "payment_id", amount=500, reason="x", key="s"), "credit"
        ),
        "counter refund": Act(
            payments.counter_refund,
            lambda scene: {
                "payment_id": scene.refunded.pk,
                "entry_id": scene.refund.pk,
                "reason": "x",
            },
            "refunded",
        ),
        "counter payment": Act(payments.counter_payment, at("payment", reason="x"), "payment"),
        "counter credit": Act(payments.counter_payment, at("credit", "payment_id", reason="x"), "credit"),
        "use credit": Act(
            allocations.use_credit, both(at("credit", "payment_id"), at("open", "invoice_id")), "credit"
        ),
        "deallocate": Act(
            allocations.deallocate,
            both(at("payment"), at("paid", "invoice_id", reason="x")),
            "payment",
        ),
        "settings": Act(money_settings.save_money_settings, in_club(payment_days=14)),
        "fee rule": Act(
            money_settings.save_fee_rule, at("plan", amount=9000, per="year", part="full"), "plan"
        ),
        "no fee rule": Act(money_settings.remove_fee_rule, at("plan", reason="x"), "plan"),
        "steps": Act(money_settings.save_reminder_steps, in_club(steps=[money_settings.Step(1, 100, "pay")])),
        "terms": Act(
            money_settings.save_fee_terms, both(in_club(percent=50, kind="hardship"), at("ann", "person_id"))
        ),
        "adjust": Act(
            fee_runs.adjust_fee,
            both(in_club(period=THIS_YEAR, amount=500, reason="x"), at("ann", "person_id")),
        ),
        "book run": Act(
            fee_runs.book_fee_run, both(in_club(period=THIS_YEAR), lambda scene: {"seen": scene.seen})
        ),
        "cancel run": Act(fee_runs.cancel_fee_run, at("run", reason="x"), "run"),
        "remind": Act(
            reminders.send_reminders,
            lambda scene: {
                "organisation_id": scene.club.pk,
                "steps": [(scene.due.pk, 1)],
                "on": TODAY(),
            },
        ),
        "remind due": Act(reminders.remind_due, lambda _scene: {"actor": None}),
        "close year": Act(books.close_year, in_club(year=2021)),
        "open year": Act(books.open_year, in_club(year=2020, reason="x")),
        "book movement": Act(
            book_movements,
            lambda scene: {
                "organisation_id": scene.club.pk,
                "choices": [Choice(movement_id=scene.movement.pk, parts=((scene.open.pk, 1000),))],
            },
        ),
        "book exact": Act(book_exact, in_club()),
        "set aside": Act(ignore_transaction, at("movement", reason="x"), "movement"),
        "take up": Act(reopen_transaction, at("aside", "movement_id", reason="x"), "aside"),
        "revert file": Act(revert_bank_file, at("file", reason="x"), "file"),
        "read file": Act(
            read_bank_file,
            in_club(name="more.csv", data=b"Datum;Naam;Bedrag;Omschrijving\n2026-01-05;Ann;7,00;cup"),
        ),
        "remove payer": Act(persons.remove_person, at("ann", "person_id"), "ann"),
        "merge payer": Act(merge_persons, both(at("bob", "kept_id"), at("ann", "merged_id")), "bob"),
        "end membership": Act(memberships.end_membership, at("membership"), "membership"),
        "remove membership": Act(memberships.remove_membership, at("membership"), "membership"),
    }


class Drawn(Scene):
    """A league whose first match has a poll and one line-up, and whose teams have captains."""

    def build(self):
        self.section = league_of(slug=self.club.slug)
        self.fixture = fixture_of(self.section)
        pairing = self.pairing = self.fixture.pairing
        self.home, self.guest = pairing.white, pairing.black
        self.captain = self.home.captains.get()
        for place, team in enumerate((self.home, self.guest), start=1):
            squads.set_home(
                entry_id=team.pk, club_slug=self.club.slug, place_in_club=place, venue="Hall", actor=SYSTEM
            )
        self.gone = captains.name_captain(entry_id=self.guest.pk, name="Vic", role="vice", actor=SYSTEM)
        captains.remove_captain(captain_id=self.gone.pk, actor=SYSTEM)
        self.member = self.home.members.order_by("board_order").first()
        self.last = self.home.members.order_by("board_order").last()
        self.reserve = self.guest.members.order_by("board_order").last()
        self.play()

    def play(self):
        """Bring the first match to its state."""
        self.poll = polls.open_poll(pairing_id=self.pairing.pk, entry_id=self.home.pk, actor=SYSTEM)
        self.hand_in(self.home)

    def hand_in(self, team):
        handed_line_ups.submit_line_up(
            pairing_id=self.pairing.pk, entry_id=team.pk, members=keys_of(team, 1, 2), actor=SYSTEM
        )

    def speaks(self, team, **more):
        return {"pairing_id": self.pairing.pk, "entry_id": getattr(self, team).pk, **more}

    undone = (*("tournaments.captain.named", "tournaments.captain.removed", "tournaments.handed.in"),)
    acts = {
        "draw": Act(leagues.draw_season, at("section"), "section"),
        "delete season": Act(leagues.delete_season_rounds, at("section", reason="x"), "section"),
        "name captain": Act(captains.name_captain, at("home", "entry_id", name="New"), "home"),
        "remove captain": Act(captains.remove_captain, at("captain"), "captain"),
        "restore captain": Act(captains.restore_captain, at("gone", "captain_id"), "gone"),
        "renew link": Act(captains.renew_link, at("captain"), "captain"),
        "open poll": Act(polls.open_poll, lambda scene: scene.speaks("home"), "fixture"),
        "close poll": Act(polls.close_poll, at("poll"), "poll"),
        "remind squad": Act(polls.remind_squad, at("poll"), "poll"),
        "answer": Act(
            polls.answer_poll,
            lambda scene: {
                "secret": answer_secret(scene.poll, scene.member.pk),
                "answer": "yes",
                "actor": VISITOR,
            },
            "poll",
        ),
        "choose mail": Act(
            polls.choose_mail,
            lambda scene: {
                "secret": answer_secret(scene.poll, scene.member.pk),
                "wants_mail": False,
                "actor": VISITOR,
            },
            "poll",
        ),
        "want mail": Act(squads.want_mail, lambda scene: {"member": scene.member, "wants_mail": False}),
        "home": Act(squads.set_home, at("home", "entry_id", venue="Barn"), "home"),
        "register": Act(squads.register_player, at("home", "entry_id", name="Newcomer"), "home"),
        "end player": Act(
            squads.end_player,
            lambda scene: {
                "member_id": scene.last.pk,
                "plays_until": TODAY(),
            },
            "last",
        ),
        "remove player": Act(squads.remove_player, at("last", "member_id"), "last"),
        "remove reserve": Act(squads.remove_player, at("reserve", "member_id"), "reserve"),
        "lend": Act(squads.lend_reserve, both(at("home", "entry_id"), at("reserve", "member_id")), "home"),
        "hand in": Act(
            handed_line_ups.submit_line_up,
            lambda scene: scene.speaks("home", members=keys_of(scene.home, 2, 3)),
            "fixture",
        ),
        "take back": Act(handed_line_ups.withdraw_line_up, lambda scene: scene.speaks("home"), "fixture"),
        "move": Act(
            fixtures.move_fixture,
            lambda scene: {
                "pairing_id": scene.pairing.pk,
                "starts_at": timezone.now() + timedelta(days=9),
                "venue": "Barn",
            },
            "fixture",
        ),
        "strike": Act(fixtures.strike_fixture, at("pairing", reason="x"), "fixture"),
        "reinstate": Act(fixtures.reinstate_fixture, at("pairing", reason="x"), "fixture"),
        "report": Act(
            match_reports.report_results,
            lambda scene: scene.speaks("guest", said={1: "first", 2: "draw"}),
            "fixture",
        ),
        "report otherwise": Act(
            match_reports.report_results,
            lambda scene: scene.speaks("guest", said={1: "second", 2: "draw"}),
            "fixture",
        ),
        "withdraw report": Act(
            match_reports.withdraw_match_report, lambda scene: scene.speaks("home"), "fixture"
        ),
        "show due": Act(
            handed_line_ups.show_due_line_ups,
            lambda _scene: {"now": timezone.now() + timedelta(days=30), "actor": None},
        ),
        "settle unanswered": Act(
            match_reports.settle_unanswered,
            lambda _scene: {"now": timezone.now() + timedelta(days=30), "actor": None},
        ),
        "accept": Act(match_reports.accept_match_report, at("pairing", reason="x"), "fixture"),
    }


class Reported(Drawn):
    """The same league with both line-ups and the report of one captain."""

    undone = (*Drawn.undone, "tournaments.match.told", "tournaments.handed.shown")

    def play(self):
        super().play()
        self.hand_in(self.guest)
        match_reports.report_results(**self.speaks("home", said={1: "first", 2: "draw"}), actor=SYSTEM)


class Planned(Drawn):
    """The same league before anything has happened at its matches: the season can be deleted."""

    undone = ("tournaments.captain.removed", "tournaments.season.drawn", "tournaments.team.at_home")
    acts = {name: act for name, act in Drawn.acts.items() if act.row != "poll"}

    def play(self):
        """Leave the first match alone."""


STAGES = {one.__name__: one for one in (Money, Members, Drawn, Reported, Planned, Rated)}
