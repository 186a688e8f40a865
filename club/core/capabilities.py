"""Capabilities of each role: the only permission table of pages, API, jobs and the admin.

A capability names an intent of a person, not an address. A grant for a club covers its events and their
sections. A grant for an event covers its sections and nothing else.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models import NoteSight, PassLevel, Role


class Capability(models.TextChoices):
    """Permission to do something."""

    SEE_DESK = "see_desk", _("open the admin pages")
    SEE_ROLES = "see_roles", _("see who has which role")
    GRANT_ROLES = "grant_roles", _("grant and revoke roles, invite people")
    KEEP_PERSONS = "keep_persons", _("add and change people")
    SEE_MEMBERS = "see_members", _("see the names of members")
    SEE_PLANS = "see_plans", _("see plans and households of members")
    SEE_PRIVATE = "see_private", _("see birth dates and contact details of members")
    KEEP_MEMBERS = "keep_members", _("manage members, plans and consents")
    KEEP_EQUIPMENT = "keep_equipment", _("manage and lend equipment")
    KEEP_CALENDAR = "keep_calendar", _("manage venues and the club calendar")
    SEND_NOTICES = "send_notices", _("send notices to groups of people")
    SEE_AUDIT = "see_audit", _("read the audit log")
    UNDO = "undo", _("undo actions")
    SEE_JOBS = "see_jobs", _("see background jobs")
    RUN_JOBS = "run_jobs", _("retry and cancel background jobs")
    SEE_OUTBOX = "see_outbox", _("see sent messages")
    MAKE_PASSES = "make_passes", _("create and revoke helper passes")
    IMPORT_GAMES = "import_games", _("import games")
    KEEP_GAMES = "keep_games", _("change recorded games")
    RECORD_RESULTS = "record_results", _("enter results")
    CORRECT_RESULTS = "correct_results", _("correct results and file incidents")
    RUN_EVENTS = "run_events", _("set up and run events")
    KEEP_LADDERS = "keep_ladders", _("manage ladders and challenges")
    RULE_ON_CASES = "rule_on_cases", _("rule on disputes")
    KEEP_MONEY = "keep_money", _("manage fees and payments")
    KEEP_CLUB = "keep_club", _("change the club's name, logo, address and contact")
    ADD_CLUBS = "add_clubs", _("add clubs to the site")
    KEEP_BACKUPS = "keep_backups", _("manage the backups of the whole site")
    BUILD_ENDINGS = "build_endings", _("build endgame tables for the whole site")


_EVERYONE = frozenset(Role)
_C, _R = Capability, Role

MATRIX: dict[Capability, frozenset[Role]] = {
    _C.SEE_DESK: _EVERYONE - {_R.VIEWER},
    _C.SEE_ROLES: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR}),
    _C.GRANT_ROLES: frozenset({_R.OWNER, _R.SECRETARY}),
    _C.KEEP_PERSONS: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR}),
    _C.SEE_MEMBERS: frozenset({_R.OWNER, _R.SECRETARY, _R.TREASURER, _R.DIRECTOR}),
    _C.SEE_PLANS: frozenset({_R.OWNER, _R.SECRETARY, _R.TREASURER}),
    _C.SEE_PRIVATE: frozenset({_R.OWNER, _R.SECRETARY}),
    _C.KEEP_MEMBERS: frozenset({_R.OWNER, _R.SECRETARY}),
    _C.KEEP_EQUIPMENT: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR, _R.ARBITER}),
    _C.KEEP_CALENDAR: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR}),
    _C.SEND_NOTICES: frozenset({_R.OWNER, _R.SECRETARY}),
    _C.SEE_AUDIT: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR, _R.ARBITER}),
    _C.UNDO: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR, _R.ARBITER}),
    _C.SEE_JOBS: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR}),
    _C.RUN_JOBS: frozenset({_R.OWNER, _R.SECRETARY}),
    _C.SEE_OUTBOX: frozenset({_R.OWNER, _R.SECRETARY}),
    _C.MAKE_PASSES: frozenset({_R.OWNER, _R.DIRECTOR, _R.ARBITER}),
    _C.IMPORT_GAMES: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR}),
    _C.KEEP_GAMES: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR, _R.ARBITER}),
    _C.RECORD_RESULTS: frozenset({_R.OWNER, _R.DIRECTOR, _R.ARBITER, _R.DEPUTY_ARBITER}),
    _C.CORRECT_RESULTS: frozenset({_R.OWNER, _R.DIRECTOR, _R.ARBITER, _R.DEPUTY_ARBITER}),
    _C.RUN_EVENTS: frozenset({_R.OWNER, _R.DIRECTOR}),
    _C.KEEP_LADDERS: frozenset({_R.OWNER, _R.SECRETARY, _R.DIRECTOR}),
    _C.RULE_ON_CASES: frozenset({_R.ARBITER}),
    _C.KEEP_MONEY: frozenset({_R.OWNER, _R.TREASURER}),
    _C.KEEP_CLUB: frozenset({_R.OWNER, _R.SECRETARY}),
    # A club is a row of the whole site, and whoever adds one owns it.
    _C.ADD_CLUBS: frozenset(),
    # An archive contains every club and account: no role in a club grants it, only running the site does.
    _C.KEEP_BACKUPS: frozenset(),
    _C.BUILD_ENDINGS: frozenset(),  # uses the machine for minutes or hours
}

PASS_MATRIX: dict[PassLevel, frozenset[Capability]] = {
    PassLevel.HELPER: frozenset({_C.RECORD_RESULTS}),
    PassLevel.DEPUTY: frozenset({_C.RECORD_RESULTS, _C.CORRECT_RESULTS}),
}
"""Capabilities of a helper pass on its boards."""

GRANTABLE: dict[Role, frozenset[Role]] = {
    _R.OWNER: _EVERYONE,
    _R.SECRETARY: _EVERYONE - {_R.OWNER, _R.TREASURER},
}
"""Roles that the holder of a role may grant."""

NOTE_READERS: dict[NoteSight, Capability] = {
    NoteSight.SECRETARY: _C.SEE_PRIVATE,
    NoteSight.BOARD: _C.SEE_PLANS,
    NoteSight.TREASURER: _C.KEEP_MONEY,
}
"""Capability required to read a note about a person, by the note's audience."""
