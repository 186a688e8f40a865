"""Registrations of the club app; `ClubConfig.ready` imports this module and calls `register`.

Modules in tuples of modules register their handlers when they are imported, by their decorators. The other
tables take effect in `register`. `tests/project/test_registries.py` fails for a handler that is missing here.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club import tasks
from club.accounts import undo as accounts_undo
from club.accounts.pages import account_signals
from club.audit import audit as core_audit
from club.audit import log as audit_log
from club.audit.messages import AuditMessages, add_audit_messages
from club.backups.contents import ContentCheck, add_content_checks
from club.backups.services.promotion import hold_at_promotion
from club.banking import audit as bank_audit
from club.banking import undo as bank_undo
from club.calendar import audit as calendar_audit
from club.calendar import undo as calendar_undo
from club.core.capabilities import Capability
from club.core.pages.desk import DashboardItemFinder, DeskGroup, DeskPage, add_dashboard_items, add_desk_pages
from club.core.pages.desk_search import SearchFinder, add_search
from club.duplicates import personal_data as duplicates_personal_data
from club.duplicates.services import confirmed_distinct as distinct_pairs
from club.duplicates.services import merging
from club.equipment import audit as equipment_audit
from club.equipment import personal_data as equipment_personal_data
from club.equipment import undo as equipment_undo
from club.hall import errors as hall_audit
from club.hall.codes import CodeKind, add_code_kinds
from club.hall.pages import hall_items
from club.joining import audit as joining_audit
from club.joining import personal_data as joining_personal_data
from club.joining.services import join_forms, join_inbox
from club.live.published import PAGE_CACHE
from club.live.publishing import subscribe
from club.live.site_changes import hand_over
from club.members import audit as members_audit
from club.members.undo import members as members_undo
from club.members.undo import persons as persons_undo
from club.money import audit as money_audit
from club.money import personal_data as money_personal_data
from club.money import triggers as money_triggers
from club.money.services.fee_runs import MAILS_TASK
from club.money.undo import money as money_undo
from club.money.undo import payments as payments_undo
from club.notices import audit as notices_audit
from club.notices import notice_sources
from club.notices import personal_data as notices_personal_data
from club.notices import undo as notices_undo
from club.notices.services.notice_sending import DUE_TASK, SLICE_TASK
from club.organisations.services.organisations import Guard, add_deletion_guards
from club.privacy import audit as privacy_audit
from club.privacy.services import retention
from club.site import live_channels
from club.site import personal_data as site_personal_data
from club.site import undo as site_undo
from club.site.pages.dashboard import erasure_items, join_request_items
from club.site.pages.desk_search import find_invoices, find_pages, find_people
from club.site.proofs import audit_faults, book_faults, foreign_secrets

JOBS: Final[tuple[ModuleType, ...]] = (tasks,)
CHANNELS: Final[tuple[ModuleType, ...]] = (live_channels,)
NOTICE_GROUPS: Final[tuple[ModuleType, ...]] = (notice_sources,)
UNDO: Final[tuple[ModuleType, ...]] = (
    join_forms,
    join_inbox,
    merging,
    distinct_pairs,
    site_undo,
    accounts_undo,
    bank_undo,
    calendar_undo,
    equipment_undo,
    members_undo,
    money_undo,
    notices_undo,
    payments_undo,
    persons_undo,
)
PERSONAL_DATA: Final[tuple[ModuleType, ...]] = (
    site_personal_data,
    equipment_personal_data,
    joining_personal_data,
    duplicates_personal_data,
    money_personal_data,
    notices_personal_data,
)
RETENTION: Final[tuple[ModuleType, ...]] = (retention,)

AUDIT_MESSAGES: Final[tuple[AuditMessages, ...]] = (
    core_audit.AUDIT_MESSAGES,
    bank_audit.AUDIT_MESSAGES,
    calendar_audit.AUDIT_MESSAGES,
    equipment_audit.AUDIT_MESSAGES,
    hall_audit.AUDIT_MESSAGES,
    joining_audit.AUDIT_MESSAGES,
    members_audit.AUDIT_MESSAGES,
    money_audit.AUDIT_MESSAGES,
    notices_audit.AUDIT_MESSAGES,
    privacy_audit.AUDIT_MESSAGES,
)

CONTENT_FAULTS: Final[tuple[ContentCheck, ...]] = (audit_faults, book_faults)
CONTENT_NOTES: Final[tuple[ContentCheck, ...]] = (foreign_secrets,)

MEMBER_PATHS: Final = ("members", "memberships", "plans", "households", "consents", "joins", "retention")
DESK_PAGES: Final = (
    DeskPage("club:desk", _("To do"), group=DeskGroup.TODAY, order=100),
    DeskPage(
        "club:members",
        pgettext_lazy("of the club", "Members"),
        Capability.SEE_MEMBERS,
        beside=tuple(f"/desk/club/{part}/" for part in MEMBER_PATHS),
        group=DeskGroup.PEOPLE,
        order=400,
    ),
    DeskPage(
        "club:money",
        pgettext_lazy("of the club", "Finances"),
        Capability.KEEP_MONEY,
        group=DeskGroup.CLUB,
        order=700,
    ),
    DeskPage(
        "club:equipment",
        pgettext_lazy("of the club", "Equipment"),
        Capability.KEEP_EQUIPMENT,
        group=DeskGroup.CLUB,
        order=800,
    ),
    DeskPage(
        "club:desk_calendar",
        _("Calendar"),
        Capability.KEEP_CALENDAR,
        beside=("/desk/club/venues/",),
        group=DeskGroup.CLUB,
        order=900,
    ),
    DeskPage("club:own_club", _("Club"), Capability.KEEP_CLUB, group=DeskGroup.CLUB, order=950),
    DeskPage("club:notices", _("Notices"), Capability.SEND_NOTICES, group=DeskGroup.CLUB, order=1000),
    DeskPage("club:persons", _("People"), Capability.KEEP_PERSONS, group=DeskGroup.PEOPLE, order=1100),
    DeskPage(
        "club:invitations", _("Invitations"), Capability.GRANT_ROLES, group=DeskGroup.PEOPLE, order=1200
    ),
    DeskPage("club:roles", _("Roles"), Capability.SEE_ROLES, group=DeskGroup.PEOPLE, order=1300),
    DeskPage("club:passes", _("Helper passes"), Capability.MAKE_PASSES, group=DeskGroup.EVENTS, order=1400),
    DeskPage("club:hall", _("Open to the hall"), Capability.RUN_EVENTS, group=DeskGroup.EVENTS, order=1450),
    DeskPage("club:audit", _("Audit log"), Capability.SEE_AUDIT, group=DeskGroup.ADMINISTRATION, order=1500),
    DeskPage("club:tokens", _("API tokens"), group=DeskGroup.ADMINISTRATION, order=1600),
    DeskPage("club:me", _("My data"), group=DeskGroup.TODAY, order=1700),
    DeskPage("club:account", _("My account"), beside=("/accounts/",), group=DeskGroup.TODAY, order=1800),
    DeskPage("club:jobs", _("Jobs"), Capability.SEE_JOBS, group=DeskGroup.ADMINISTRATION, order=1900),
    DeskPage("club:outbox", _("Messages"), Capability.SEE_OUTBOX, group=DeskGroup.ADMINISTRATION, order=2000),
    DeskPage(
        "club:backups", _("Backups"), Capability.KEEP_BACKUPS, group=DeskGroup.ADMINISTRATION, order=2100
    ),
)
SEARCH: Final[Mapping[int, SearchFinder]] = {
    100: find_pages,
    300: find_people,
    600: find_invoices,
}
CODE_KINDS: Final = (
    CodeKind("p", _("Helper pass"), "club:pass_take"),
    CodeKind("i", _("Invitation"), "club:invitation"),
    CodeKind("g", _("Equipment label"), "club:equipment_item"),
)
DASHBOARD_ITEMS: Final[Mapping[int, DashboardItemFinder]] = {
    100: erasure_items,
    200: join_request_items,
    250: hall_items,
}

HELD_TASKS: Final = (
    MAILS_TASK,
    SLICE_TASK,
    DUE_TASK,
    "club.remind_of_equipment",
    "club.remind_of_invoices",
)

DELETION_GUARDS: Final[tuple[Guard, ...]] = (money_triggers.opened,)

AFTER_AUDIT: Final[tuple[Callable[[], None], ...]] = (hand_over,)
LIVE_SUBSCRIBERS: Final[tuple[Callable[[str], None], ...]] = (PAGE_CACHE.revalidate,)


def register() -> None:
    """Register the tables above, and connect the listeners of account events."""
    add_audit_messages(*AUDIT_MESSAGES)
    add_content_checks(faults=CONTENT_FAULTS, notes=CONTENT_NOTES)
    hold_at_promotion(*HELD_TASKS)
    add_deletion_guards(*DELETION_GUARDS)
    add_desk_pages(*DESK_PAGES)
    add_code_kinds(*CODE_KINDS)
    add_dashboard_items(DASHBOARD_ITEMS)
    add_search(SEARCH)
    audit_log.AFTER_COMMIT[:] = AFTER_AUDIT
    for waker in LIVE_SUBSCRIBERS:
        subscribe(waker)
    if settings.REDIS_URL:
        live_redis: Any = import_module(
            "club.live.redis_wakeups"
        )  # a site without Redis does not load its client
        subscribe(live_redis.RedisWaker())
    account_signals.connect_signals()
