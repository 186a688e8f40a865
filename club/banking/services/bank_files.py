"""Services for bank files: store new movements for the treasurer, skip known ones."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from club.audit import log as audit
from club.banking.errors import (
    BankFileRefused,
    FileHasReturns,
    NothingNewInFile,
    OtherCurrency,
    UnknownBankFile,
)
from club.banking.formats.identity import keys_of
from club.banking.formats.layouts import Layout, heading_key
from club.banking.formats.reading import Rows, read_file
from club.banking.formats.values import BankFileFault, BankLine, Statement
from club.banking.services.bank_bookings import counter_booking
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import BankFile, BankLayout, BankMovement, MovementState
from club.money.services.books import locked_books

AT_ONCE = 500
IMPORTED = "club.bank_file.read"


@dataclass(frozen=True, slots=True)
class FileRead:
    """Result of reading a file."""

    file: BankFile
    new: int
    known: int


def read_bank_file(
    *,
    organisation_id: int,
    data: bytes,
    name: str,
    actor: Actor,
    layout: Layout | None = None,
    account: str = "",
) -> FileRead:
    """Read a file and store the movements that the club does not know yet.

    A table is read by `layout`, which is saved for the next file with these headings. Without one, the saved
    layout is used, else a guess from the headings.
    """
    insist(actor, Capability.KEEP_MONEY, Scope(organisation_id))
    heading = ""

    def layout_of(rows: Rows) -> Layout | None:
        nonlocal heading
        if layout is None:
            return remembered_layout(organisation_id=organisation_id, rows=rows)
        heading = heading_digest(rows, layout)
        return layout

    with transaction.atomic():
        books = locked_books(organisation_id, actor)
        try:
            found = read_file(data, layout_of=layout_of, account=account, currency=books.currency)
        except BankFileFault as fault:
            raise BankFileRefused(
                fault=fault.code, line=fault.line, field=fault.field, told=fault.told
            ) from None
        other = next((one.currency for one in found if one.currency not in {books.currency, ""}), "")
        if other:
            raise OtherCurrency(told=other, currency=books.currency)
        kept = _keep(organisation_id, found, name, actor)
        if layout is not None and heading:
            _remember(organisation_id, heading, layout)
        audit.record(
            IMPORTED,
            kept.file,
            actor=actor,
            organisation_id=organisation_id,
            after={"movements": kept.new, "known": kept.known, "balances_add_up": kept.file.is_proved},
        )
    return kept


def remembered_layout(*, organisation_id: int, rows: Rows) -> Layout | None:
    """Return the saved layout for a table with these headings."""
    held = {one.heading: one for one in BankLayout.objects.filter(organisation_id=organisation_id)}
    for row in range(min(len(rows), max((one.heading_row for one in held.values()), default=-1) + 1)):
        found = held.get(heading_digest(rows, Layout(columns={}, heading_row=row)))
        if found is not None and found.heading_row == row:
            return Layout(
                columns={int(at): field for at, field in found.columns.items()},
                heading_row=found.heading_row,
                decimal_mark=found.decimal_mark,
                date_order=found.date_order,
            )
    return None


def heading_digest(rows: Rows, layout: Layout) -> str:
    """Digest of the headings of a table."""
    return hashlib.sha256(heading_key(rows, layout).encode("utf-8", "replace")).hexdigest()


@transaction.atomic
def take_file_back(*, file_id: int, actor: Actor, reason: str = "") -> None:
    """Delete a file: reverse its payments by counter-entries and delete its movements."""
    found = BankFile.objects.filter(pk=file_id).first()
    if found is None:
        raise UnknownBankFile
    locked_books(found.organisation_id, actor)
    movements = list(found.movements.select_related("payment", "refund").order_by("pk"))
    if any(one.state == MovementState.RETURNED for one in movements):
        raise FileHasReturns
    for movement in movements:
        if movement.state == MovementState.BOOKED:
            counter_booking(movement=movement, actor=actor, reason=reason)
    found.movements.all().delete()
    number = found.pk
    found.delete()
    found.pk = number
    audit.record(
        "club.bank_file.taken_back", found, actor=actor, before={"movements": len(movements)}, reason=reason
    )


def _keep(organisation_id: int, statements: list[Statement], name: str, actor: Actor) -> FileRead:
    """Store the movements by key; count and skip those known from other files."""
    said: dict[str, tuple[str, BankLine]] = {}
    for account, lines in _by_account(statements).items():
        moving = [one for one in lines if one.amount]
        said.update(zip(keys_of(account, moving), ((account, one) for one in moving), strict=True))
    held = _known(organisation_id, list(said))
    new = {key: one for key, one in said.items() if key not in held}
    if not new:
        raise NothingNewInFile(known=len(held))
    days = [line.booked_on for _account, line in said.values()]
    file = BankFile.objects.create(
        organisation_id=organisation_id,
        name=_tidy(name, 200),
        accounts=", ".join(sorted({one.account for one in statements}))[:300],
        first_on=min(days),
        last_on=max(days),
        is_proved=all(one.opening is not None and one.closing is not None for one in statements),
        known=len(held),
        read_by=actor.label[:200],
    )
    rows = [_movement(file, key, account, line) for key, (account, line) in new.items()]
    BankMovement.objects.bulk_create(rows, batch_size=AT_ONCE)
    return FileRead(file, len(new), len(held))


def _by_account(statements: list[Statement]) -> Mapping[str, list[BankLine]]:
    """Group all lines by account: two statements of a zip may contain equal lines of one day."""
    found: dict[str, list[BankLine]] = {}
    for one in statements:
        found.setdefault(one.account, []).extend(one.lines)
    return found


def _known(organisation_id: int, keys: list[str]) -> set[str]:
    held: set[str] = set()
    for at in range(0, len(keys), AT_ONCE):
        rows = BankMovement.objects.filter(organisation_id=organisation_id, key__in=keys[at : at + AT_ONCE])
        held |= set(rows.values_list("key", flat=True))
    return held


def _movement(file: BankFile, key: str, account: str, line: BankLine) -> BankMovement:
    return BankMovement(
        organisation_id=file.organisation_id,
        file=file,
        account=_tidy(account, 40),
        key=key,
        number=line.number,
        booked_on=line.booked_on,
        amount=line.amount,
        currency=line.currency,
        name=_tidy(line.name, 200),
        iban=_tidy(line.iban, 40),
        reference=_tidy(line.reference, 100),
        end_to_end=_tidy(line.end_to_end, 100),
        text=_tidy(line.text, 1000),
        is_reversal=line.is_reversal,
        return_code=_tidy(line.return_code, 40),
    )


def _tidy(text: str, width: int) -> str:
    """Clean a line of text for the database."""
    plain = text.encode("utf-8", "replace").decode().replace("\0", " ")
    return " ".join(plain.split())[:width]


def _remember(organisation_id: int, heading: str, layout: Layout) -> None:
    BankLayout.objects.update_or_create(
        organisation_id=organisation_id,
        heading=heading,
        defaults={
            "heading_row": layout.heading_row,
            "columns": {str(at): field for at, field in layout.columns.items()},
            "decimal_mark": layout.decimal_mark,
            "date_order": layout.date_order,
        },
    )
