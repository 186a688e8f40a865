"""Registrations of the club app; `ClubConfig.ready` imports this module and calls `register`.

Modules in tuples of modules register their handlers when they are imported, by their decorators. The other
tables take effect in `register`. `tests/test_registries.py` fails for a handler that is missing here.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club import tasks
from club.accounts import undo as ways_back_of_accounts
from club.accounts.pages import account_trail
from club.audit import words as audit_words
from club.audit.texts import AuditWords, add_audit_words
from club.banking import audit as bank_words
from club.banking import personal_data as holdings_of_bank
from club.banking import texts as banking_texts
from club.banking import undo as ways_back_of_bank
from club.calendar import audit as calendar_words
from club.calendar import texts as calendar_texts
from club.calendar import undo as ways_back_of_calendars
from club.core.capabilities import Capability
from club.core.messages import add_texts
from club.core.pages.desk import DeskPage, FindsWaiting, add_desk_pages, add_waiting
from club.duplicates import merge_of_money as carried_money
from club.duplicates import merge_of_persons as carried
from club.duplicates import texts as duplicates_texts
from club.duplicates.services import confirmed_distinct as namesakes
from club.duplicates.services import merging
from club.equipment import audit as equipment_words
from club.equipment import personal_data as holdings_of_equipment
from club.equipment import texts as equipment_texts
from club.equipment import undo as ways_back_of_kept_equipment
from club.joining import audit as join_words
from club.joining import personal_data as holdings_of_joining
from club.joining import texts as joining_texts
from club.joining.services import join_forms, join_inbox
from club.live.published import SHELF
from club.live.publishing import woken_by
from club.members import member_words
from club.members import texts as members_texts
from club.members.undo import members as ways_back_of_members
from club.members.undo import persons as ways_back_of_persons
from club.money import audit as money_words
from club.money import personal_data as holdings_of_money
from club.money import texts as money_texts
from club.money import triggers as money_guard
from club.money.undo import money as ways_back_of_money
from club.money.undo import payments as ways_back_of_payments
from club.notices import audit as notice_words
from club.notices import notice_sources
from club.notices import personal_data as holdings_of_notices
from club.notices import texts as notices_texts
from club.notices import undo as ways_back_of_notices
from club.organisations.deletion_guards import Guard, add_deletion_guards
from club.privacy import audit as privacy_words
from club.privacy import texts as privacy_texts
from club.privacy import undo as ways_back_of_privacy
from club.privacy.services import retention_rules
from club.site import live_channels
from club.site import personal_data as holdings
from club.site import undo as ways_back
from club.site.pages.desk_waiting import erasures_waiting, joins_waiting

JOBS: Final[tuple[ModuleType, ...]] = (tasks,)
CHANNELS: Final[tuple[ModuleType, ...]] = (live_channels,)
NOTICE_GROUPS: Final[tuple[ModuleType, ...]] = (notice_sources,)
UNDO: Final[tuple[ModuleType, ...]] = (
    join_forms,
    join_inbox,
    merging,
    namesakes,
    ways_back,
    ways_back_of_accounts,
    ways_back_of_bank,
    ways_back_of_calendars,
    ways_back_of_kept_equipment,
    ways_back_of_members,
    ways_back_of_money,
    ways_back_of_notices,
    ways_back_of_payments,
    ways_back_of_persons,
    ways_back_of_privacy,
)
MERGING: Final[tuple[ModuleType, ...]] = (carried, carried_money)
PERSONAL_DATA: Final[tuple[ModuleType, ...]] = (
    holdings,
    holdings_of_bank,
    holdings_of_equipment,
    holdings_of_joining,
    holdings_of_money,
    holdings_of_notices,
)
RETENTION: Final[tuple[ModuleType, ...]] = (retention_rules,)

AUDIT_WORDS: Final[tuple[AuditWords, ...]] = (
    audit_words.AUDIT_WORDS,
    bank_words.AUDIT_WORDS,
    calendar_words.AUDIT_WORDS,
    equipment_words.AUDIT_WORDS,
    join_words.AUDIT_WORDS,
    member_words.AUDIT_WORDS,
    money_words.AUDIT_WORDS,
    notice_words.AUDIT_WORDS,
    privacy_words.AUDIT_WORDS,
)

REFUSALS: Final[tuple[Mapping[str, tuple[Any, Any]], ...]] = (
    banking_texts.TEXTS,
    calendar_texts.TEXTS,
    duplicates_texts.TEXTS,
    equipment_texts.TEXTS,
    joining_texts.TEXTS,
    members_texts.TEXTS,
    money_texts.TEXTS,
    notices_texts.TEXTS,
    privacy_texts.TEXTS,
)

BESIDE_MEMBERS: Final = ("members", "memberships", "plans", "households", "consents", "joins", "retention")
DESK_PAGES: Final = (
    DeskPage("club:desk", _("Now"), order=100),
    DeskPage(
        "club:members",
        pgettext_lazy("of the club", "Members"),
        Capability.SEE_MEMBERS,
        beside=tuple(f"/desk/club/{part}/" for part in BESIDE_MEMBERS),
        order=400,
    ),
    DeskPage("club:money", pgettext_lazy("of the club", "Money"), Capability.KEEP_MONEY, order=700),
    DeskPage(
        "club:equipment", pgettext_lazy("of the club", "Equipment"), Capability.KEEP_EQUIPMENT, order=800
    ),
    DeskPage(
        "club:desk_calendar",
        _("Calendar"),
        Capability.KEEP_CALENDAR,
        beside=("/desk/club/venues/",),
        order=900,
    ),
    DeskPage("club:notices", _("Notices"), Capability.SEND_NOTICES, order=1000),
    DeskPage("club:persons", _("Persons"), Capability.KEEP_PERSONS, order=1100),
    DeskPage("club:invitations", _("Invitations"), Capability.GRANT_ROLES, order=1200),
    DeskPage("club:roles", _("Roles"), Capability.SEE_ROLES, order=1300),
    DeskPage("club:passes", _("Helper passes"), Capability.MAKE_PASSES, order=1400),
    DeskPage("club:audit", _("Audit trail"), Capability.SEE_AUDIT, order=1500),
    DeskPage("club:tokens", _("API tokens"), order=1600),
    DeskPage("club:me", _("My data"), order=1700),
    DeskPage("club:account", _("My account"), beside=("/accounts/",), order=1800),
    DeskPage("club:jobs", _("Background"), Capability.SEE_JOBS, order=1900),
    DeskPage("club:outbox", _("Messages"), Capability.SEE_OUTBOX, order=2000),
    DeskPage("club:backups", _("Backups"), Capability.KEEP_BACKUPS, order=2100),
)
DESK_WAITING: Final[Mapping[int, FindsWaiting]] = {100: erasures_waiting, 200: joins_waiting}

DELETION_GUARDS: Final[tuple[Guard, ...]] = (money_guard.opened,)

WAKERS: Final[tuple[Callable[[str], None], ...]] = (SHELF.look_again,)


def register() -> None:
    """Register the tables above, and connect the listeners of account events."""
    add_audit_words(*AUDIT_WORDS)
    add_texts(*REFUSALS)
    add_deletion_guards(*DELETION_GUARDS)
    add_desk_pages(*DESK_PAGES)
    add_waiting(DESK_WAITING)
    for waker in WAKERS:
        woken_by(waker)
    if settings.REDIS_URL:
        live_redis: Any = import_module(
            "club.live.redis_wakeups"
        )  # a site without Redis does not load its client
        woken_by(live_redis.RedisWaker())
    account_trail.listen()
