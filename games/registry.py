"""Registry of the games app; `GamesConfig.ready` imports this module and calls `register`.

Modules in tuples of modules register their handlers when they are imported, by their decorators. The other
tables take effect in `register`. `tests/test_registries.py` fails for a handler that is missing here.

"""

from types import ModuleType
from typing import Final

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords, add_audit_words
from club.core.capabilities import Capability
from club.core.health_facts import tell
from club.core.pages.desk import DeskPage, add_desk_pages
from games import tasks
from games.archive import live_channels
from games.compiled import kernel_form
from games.core.errors import HouseRulesUnfit
from games.core.refusal_texts import worded_by_reason
from games.house_rules.house_texts import rules_refused
from games.site import audit as audit_words
from games.site import personal_data as holdings
from games.site import undo as ways_back

JOBS: Final[tuple[ModuleType, ...]] = (tasks,)
CHANNELS: Final[tuple[ModuleType, ...]] = (live_channels,)
UNDO: Final[tuple[ModuleType, ...]] = (ways_back,)
PERSONAL_DATA: Final[tuple[ModuleType, ...]] = (holdings,)

AUDIT_WORDS: Final[tuple[AuditWords, ...]] = (audit_words.AUDIT_WORDS,)

DESK_PAGES: Final = (
    DeskPage("games:house_rules_list", _("House rules"), Capability.RUN_EVENTS, order=600),
    DeskPage("games:ending_tables", _("Ending tables"), Capability.BUILD_ENDINGS, order=2110),
)


def register() -> None:
    """Apply the tables above, report the form of the rules kernel at ``/healthz``, word unfit house rules."""
    add_audit_words(*AUDIT_WORDS)
    add_desk_pages(*DESK_PAGES)
    tell("kernel", kernel_form)
    worded_by_reason(HouseRulesUnfit.code, rules_refused)
