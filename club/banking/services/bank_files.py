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
from club.banking.formats.files import Rows, read_file
from club.banking.formats.layouts import Layout, heading_key
from club.banking.formats.values import BankFileFault, BankLine, Statement, keys_of
from club.banking.services.bank_bookings import counter_booking
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.name_normalization import clean_line
from club.models import BankFile, BankLayout, BankMovement, MovementState
from club.money.services.books import locked_books

BATCH_SIZE = 500
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
    require_permission(actor, Capability.KEEP_MONEY, Scope(organisation_id))
    heading = ""

    def layout_of(rows: Rows) -> Layout | None:
        nonlocal heading
        if layout is None:
            return saved_layout(organisation_id=organisation_id, rows=rows)
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
        stored = _store_movements(organisation_id, found, name, actor)
        if layout is not None and heading:
            _save_layout(organisation_id, heading, layout)
        audit.record(
            IMPORTED,
            stored.file,
            actor=actor,
            after={"movements": stored.new, "known": stored.known, "balances_add_up": stored.file.is_proved},
        )
    return stored


def saved_layout(*, organisation_id: int, rows: Rows) -> Layout | None:
    """Return the saved layout for a table with these headings."""
    existing = {one.heading: one for one in BankLayout.objects.filter(organisation_id=organisation_id)}
    for row in range(min(len(rows), max((one.heading_row for one in existing.values()), default=-1) + 1)):
        found = existing.get(heading_digest(rows, Layout(columns={}, heading_row=row)))
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
def revert_bank_file(*, file_id: int, actor: Actor, reason: str = "") -> None:
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
    audit.delete_row(found)
    audit.record(
        "club.bank_file.taken_back", found, actor=actor, before={"movements": len(movements)}, reason=reason
    )


def _store_movements(organisation_id: int, statements: list[Statement], name: str, actor: Actor) -> FileRead:
    """Store the movements by key; count and skip those known from other files."""
    lines_by_key: dict[str, tuple[str, BankLine]] = {}
    for account, lines in _by_account(statements).items():
        moving = [one for one in lines if one.amount]
        lines_by_key.update(zip(keys_of(account, moving), ((account, one) for one in moving), strict=True))
    existing = _known_keys(organisation_id, list(lines_by_key))
    new = {key: one for key, one in lines_by_key.items() if key not in existing}
    if not new:
        raise NothingNewInFile(known=len(existing))
    days = [line.booked_on for _account, line in lines_by_key.values()]
    file = BankFile.objects.create(
        organisation_id=organisation_id,
        name=clean_line(name, 200),
        accounts=", ".join(sorted({one.account for one in statements}))[:300],
        first_on=min(days),
        last_on=max(days),
        is_proved=all(one.opening is not None and one.closing is not None for one in statements),
        known=len(existing),
        read_by=actor.label[:200],
    )
    rows = [_movement(file, key, account, line) for key, (account, line) in new.items()]
    BankMovement.objects.bulk_create(rows, batch_size=BATCH_SIZE)
    return FileRead(file, len(new), len(existing))


def _by_account(statements: list[Statement]) -> Mapping[str, list[BankLine]]:
    """Group all lines by account: two statements of a zip may contain equal lines of one day."""
    found: dict[str, list[BankLine]] = {}
    for one in statements:
        found.setdefault(one.account, []).extend(one.lines)
    return found


def _known_keys(organisation_id: int, keys: list[str]) -> set[str]:
    existing: set[str] = set()
    for at in range(0, len(keys), BATCH_SIZE):
        rows = BankMovement.objects.filter(
            organisation_id=organisation_id, key__in=keys[at : at + BATCH_SIZE]
        )
        existing |= set(rows.values_list("key", flat=True))
    return existing


def _movement(file: BankFile, key: str, account: str, line: BankLine) -> BankMovement:
    return BankMovement(
        organisation_id=file.organisation_id,
        file=file,
        account=clean_line(account, 40),
        key=key,
        number=line.number,
        booked_on=line.booked_on,
        amount=line.amount,
        currency=line.currency,
        name=clean_line(line.name, 200),
        iban=clean_line(line.iban, 40),
        reference=clean_line(line.reference, 100),
        end_to_end=clean_line(line.end_to_end, 100),
        text=clean_line(line.text, 1000),
        is_reversal=line.is_reversal,
        return_code=clean_line(line.return_code, 40),
    )


def _save_layout(organisation_id: int, heading: str, layout: Layout) -> None:
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
