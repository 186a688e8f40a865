"""Services for prizes: publish them by the standings in force, take them back."""

from typing import Any

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.errors import ChangedMeanwhile, NothingToHandOut
from tournaments.core.services.event_log import log_section
from tournaments.core.services.locks import locked_section
from tournaments.events.money import money_text
from tournaments.models import PrizeHandout, Section
from tournaments.prizes.selectors.prize_awards import PrizeAwards, compute_awards, line_records


@transaction.atomic
def award_prizes(
    *, section_id: int, actor: Actor, snapshot: int | None = None, reason: str = ""
) -> PrizeHandout:
    """Publish the prizes; `snapshot` is that of the standings the actor has looked at."""
    section = locked_section(section_id, actor)
    found = compute_awards(section)
    if found is None or not found.lines:
        raise NothingToHandOut(section=section.name)
    if snapshot is not None and snapshot != found.snapshot:
        raise ChangedMeanwhile(what=section.name)
    before = _facts(section)
    PrizeHandout.objects.filter(section=section).delete()
    row = PrizeHandout(
        section=section,
        round_number=found.round_number,
        currency=found.currency,
        sharing=found.sharing,
        lines=line_records(found.lines),
    )
    row.save(force_insert=True)
    after = _facts(section)
    log_section("tournaments.prizes.handed_out", section, actor, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def withdraw_prizes(*, section_id: int, actor: Actor, reason: str = "") -> None:
    """Withdraw the published prizes."""
    section = locked_section(section_id, actor)
    before = _facts(section)
    gone, _tables = PrizeHandout.objects.filter(section=section).delete()
    if gone:
        log_section("tournaments.prizes.taken_back", section, actor, before=before, reason=reason)


def is_current(row: PrizeHandout, now: PrizeAwards | None) -> bool:
    """Check that the published prizes are those by the standings in force."""
    kept = (row.round_number, row.currency, row.sharing, row.lines)
    return now is not None and kept == (now.round_number, now.currency, now.sharing, line_records(now.lines))


def _facts(section: Section) -> dict[str, Any] | None:
    """Return the published prizes as the audit log stores them."""
    row = PrizeHandout.objects.filter(section=section).first()
    if row is None:
        return None
    told = [
        f"{line['name']}: {line['thing'] or money_text(line['amount'], row.currency)}" for line in row.lines
    ]
    return {"round": row.round_number, "prizes": told}
