"""Other data of the demo club: boards and clocks, a request to join, a notice."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from club.calendar.selectors import reach
from club.core.actor import VISITOR, Actor
from club.demo.services.demo_money import SITE
from club.equipment.services.equipment import add_equipment
from club.equipment.services.equipment_loans import lend_equipment
from club.joining.join_links import join_secret
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_requests import JoinAsked, ask_to_join, confirm_address
from club.models import MembershipPlan, Organisation
from club.notices.services.notice_sending import send_notice
from club.notices.services.notices import write_notice

CLOCKS: Final = ("DX-1041", "DX-1042", "DX-1043", "DX-1044")
FULL_AGE: Final = 18
BOUGHT: Final = timedelta(days=400)


def fill_cupboard(club: Organisation, members: Mapping[str, int], actor: Actor) -> None:
    """Add boards, pieces, clocks with numbers of their own, a trolley; lend some, one clock overdue."""
    facts: dict[str, Any] = {
        "organisation_id": club.pk,
        "actor": actor,
        "place": _("Cupboard in the back room"),
    }
    today = timezone.localdate()
    bought: dict[str, Any] = {"bought_on": reach(today, -BOUGHT), "currency": "EUR"}
    boards = add_equipment(kind="board", name=_("Wooden board"), count=12, price=4500, **bought, **facts)
    add_equipment(kind="pieces", name=_("Set of pieces"), count=14, condition="worn", **facts)
    clocks = [
        add_equipment(kind="clock", name=_("Digital clock"), serial=one, price=6900, **bought, **facts)
        for one in CLOCKS
    ]
    add_equipment(kind="clock", name=_("Analogue clock"), serial="G-07", condition="broken", **facts)
    add_equipment(kind="trolley", name=_("Board trolley"), **facts)
    lend_equipment(item_id=boards.pk, purpose=_("Youth training"), count=4, actor=actor)
    for clock, borrower, out, due in (
        (clocks[0], "Dirk van Dam", 30, -9),
        (clocks[1], "Nora Kok", 6, 15),
    ):
        lend_equipment(
            item_id=clock.pk,
            person_id=members[borrower],
            out_on=today - timedelta(days=out),
            due_on=today + timedelta(days=due),
            actor=actor,
        )


def open_join_form(club: Organisation, plan: MembershipPlan, actor: Actor) -> None:
    """Open the join form, and add a pending request."""
    welcome = _("Come and play on a Tuesday first: the first three evenings are free.")
    set_join_form(organisation_id=club.pk, is_open=True, welcome=welcome, full_age=FULL_AGE, actor=actor)
    given = JoinAsked(
        name="Marit Verhoeven",
        email="marit.verhoeven@demo.example",
        born_on=date(timezone.localdate().year - 34, 5, 14),
        plan_id=plan.pk,
        phone="+31 20 555 0134",
        address=_("8 Mill Lane"),
        message=_("I learnt the game from my grandfather and would like to play on Tuesdays."),
        site=SITE,
    )
    asked = ask_to_join(organisation_id=club.pk, given=given, actor=VISITOR)
    confirm_address(secret=join_secret(asked), actor=VISITOR)


def notify_all_members(club: Organisation, actor: Actor) -> None:
    """Create a notice to all members; its mails are queued in the outbox."""
    notice = write_notice(
        organisation_id=club.pk,
        kind="nights",
        subject=_("No club evening in two weeks"),
        text=_(
            "The room is booked for a wedding in two weeks, so there is *no club evening* then.\n\n"
            "- We play again the week after.\n- If you have a clock at home, please bring it along."
        ),
        groups=["active"],
        actor=actor,
    )
    send_notice(notice_id=notice.pk, site=SITE, actor=actor)
