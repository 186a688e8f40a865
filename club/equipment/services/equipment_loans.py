"""Services for equipment loans: lend, return, remind of overdue loans."""

from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.audit import log as audit
from club.core.actor import SYSTEM, Actor
from club.core.errors import UnknownPerson
from club.core.name_normalization import clean_line
from club.equipment.errors import BackAlready, LentToNobody, LoanDaysUnfit, NotBack, NotSoMany, UnknownLoan
from club.equipment.selectors import overdue_loans, persons_who_borrow
from club.equipment.services.equipment import locked_equipment
from club.jobs.services.outbox import write_message
from club.models import EquipmentCondition, EquipmentLoan

REMINDER_INTERVAL = timedelta(days=14)


@transaction.atomic
def lend_equipment(
    *,
    item_id: int,
    actor: Actor,
    person_id: int | None = None,
    purpose: str = "",
    count: int = 1,
    due_on: date | None = None,
    out_on: date | None = None,
) -> EquipmentLoan:
    """Lend a quantity of an item to a person of the club, or for an evening or event given by `purpose`."""
    item = locked_equipment(item_id, actor)
    today = timezone.localdate()
    out_on = out_on or today
    if out_on > today or (due_on is not None and due_on < out_on):
        raise LoanDaysUnfit
    purpose = clean_line(purpose, 200)
    if person_id is None and not purpose:
        raise LentToNobody
    if person_id is not None:
        borrowers = persons_who_borrow(organisation_id=item.organisation_id)
        if not borrowers.filter(pk=person_id).exists():
            raise UnknownPerson(number=person_id)
    if not 1 <= count <= item.at_hand:
        raise NotSoMany(name=str(item), at_hand=item.at_hand)
    item.lent += count
    item.save(update_fields=["lent"])
    row = EquipmentLoan.objects.create(
        item=item,
        person_id=person_id,
        purpose=purpose,
        count=count,
        out_on=out_on,
        due_on=due_on,
        out_by=actor.label[:200],
    )
    _log("club.equipment_loan.begun", row, actor, after=loan_facts(row))
    return row


@transaction.atomic
def return_equipment(
    *, loan_id: int, actor: Actor, condition: str = EquipmentCondition.GOOD, note: str = ""
) -> EquipmentLoan:
    """End a loan; the return condition becomes the condition of an item with a serial number."""
    row = _lock_loan(loan_id, actor)
    if row.back_on is not None:
        raise BackAlready(back_on=row.back_on, who=row.back_by)
    before = loan_facts(row)
    row.back_on, row.back_by = timezone.localdate(), actor.label[:200]
    row.condition, row.note = EquipmentCondition(condition), clean_line(note, 300)
    row.save()
    item, was = row.item, row.item.condition
    item.lent -= row.count
    if item.count == 1:
        item.condition = row.condition
    item.save(update_fields=["lent", "condition"])
    _log(
        "club.equipment_loan.ended",
        row,
        actor,
        before=before | {"item_condition": str(was)},
        after=loan_facts(row) | {"item_condition": str(item.condition)},
    )
    return row


@transaction.atomic
def reopen_loan(*, loan_id: int, item_condition: str, actor: Actor) -> EquipmentLoan:
    """Reopen a loan that was ended by mistake, if the item is still available."""
    row = _lock_loan(loan_id, actor)
    if row.back_on is None:
        raise NotBack
    if row.count > row.item.at_hand:
        raise NotSoMany(name=str(row.item), at_hand=row.item.at_hand)
    before = loan_facts(row)
    row.back_on, row.back_by, row.condition, row.note = None, "", "", ""
    row.save()
    row.item.lent += row.count
    row.item.condition = EquipmentCondition(item_condition)
    row.item.save(update_fields=["lent", "condition"])
    _log("club.equipment_loan.reopened", row, actor, before=before, after=loan_facts(row))
    return row


@transaction.atomic
def remove_loan(*, loan_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a current loan that was entered by mistake."""
    row = _lock_loan(loan_id, actor)
    if row.back_on is not None:
        raise BackAlready(back_on=row.back_on, who=row.back_by)
    before = loan_facts(row)
    row.item.lent -= row.count
    row.item.save(update_fields=["lent"])
    audit.delete_row(row)
    _log("club.equipment_loan.removed", row, actor, before=before, reason=reason)


def send_loan_reminders(*, today: date | None = None) -> int:
    """Send reminders of overdue loans, every fortnight; return the number of mails."""
    today = today or timezone.localdate()
    numbers = list(overdue_loans(today=today).values_list("pk", flat=True))
    return sum(_remind(number, today) for number in numbers)


@transaction.atomic
def _remind(loan_id: int, today: date) -> bool:
    found = EquipmentLoan.objects.select_related("person").get(pk=loan_id)
    locked_equipment(found.item_id, SYSTEM)
    row = EquipmentLoan.objects.select_related("person", "item__organisation").filter(pk=loan_id).first()
    is_over = row is None or row.back_on is not None or row.due_on is None
    if row is None or is_over or row.person is None or not row.person.email:
        return False
    if row.reminded_on is not None and row.reminded_on + REMINDER_INTERVAL > today:
        return False
    row.reminded_on = today
    row.save(update_fields=["reminded_on"])
    club = row.item.organisation
    language = row.person.language or club.language
    with translation.override(language or None):
        subject = _("%(club)s: please return %(thing)s") % {"club": club, "thing": row.item}
        text = _(
            "You have “%(thing)s” from %(club)s, which was due back by %(day)s.\n\nPlease bring it "
            "to the next club evening, or tell us if you need it longer."
        ) % {"thing": row.item, "club": club, "day": date_format(row.due_on or today, "DATE_FORMAT")}
    write_message(
        key=f"equipment:{row.pk}:{today}",
        to=row.person.email,
        subject=subject,
        text=text,
        language=language,
        organisation_id=club.pk,
    )
    _log("club.equipment_loan.reminded", row, SYSTEM, after={"due_on": row.due_on})
    return True


def loan_facts(row: EquipmentLoan) -> dict[str, Any]:
    """Audit facts of a loan; the borrower is given by id."""
    return {
        "equipment": row.item_id,
        "person": row.person_id,
        "purpose": row.purpose,
        "count": row.count,
        "out_on": row.out_on,
        "due_on": row.due_on,
        "back_on": row.back_on,
        "condition": str(row.condition),
    }


def _lock_loan(loan_id: int, actor: Actor) -> EquipmentLoan:
    """Return a loan with its item locked: the item counts the quantity on loan."""
    found = EquipmentLoan.objects.filter(pk=loan_id).first()
    if found is None:
        raise UnknownLoan
    item = locked_equipment(found.item_id, actor)
    row = EquipmentLoan.objects.filter(pk=loan_id).first()
    if row is None:
        raise UnknownLoan
    row.item = item
    return row


def _log(action: str, row: EquipmentLoan, actor: Actor, **facts: Any) -> None:
    audit.record(action, row, actor=actor, organisation_id=row.item.organisation_id, **facts)
