"""Registry of the games app; `GamesConfig.ready` imports this module and calls `register`.

Modules in tuples of modules register their handlers when they are imported, by their decorators. The other
tables take effect in `register`. `tests/project/test_registries.py` fails for a handler that is missing here.

"""

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages, add_audit_messages
from club.core.capabilities import Capability
from club.core.metrics import add_health_fact
from club.core.pages.desk import DeskGroup, DeskPage, add_desk_pages
from club.core.pages.desk_search import SearchFinder, add_search
from club.organisations.services.organisations import Removal, add_club_removals
from games import tasks
from games.archive.selectors import imports as archive_imports
from games.archive.services.game_changes import GameListener, add_game_listeners
from games.compiled import kernel_form
from games.explorer.services.index import update_index
from games.explorer.services.indexing import connect_deletions, leave_index_with_club
from games.site import audit as games_audit
from games.site import personal_data as games_personal_data
from games.site import undo as games_undo
from games.site.pages import find_games

JOBS: Final[tuple[ModuleType, ...]] = (tasks,)
CHANNELS: Final[tuple[ModuleType, ...]] = (archive_imports,)
UNDO: Final[tuple[ModuleType, ...]] = (games_undo,)
PERSONAL_DATA: Final[tuple[ModuleType, ...]] = (games_personal_data,)

AUDIT_MESSAGES: Final[tuple[AuditMessages, ...]] = (games_audit.AUDIT_MESSAGES,)

DESK_PAGES: Final = (
    DeskPage(
        "games:house_rules_list", _("House rules"), Capability.RUN_EVENTS, group=DeskGroup.GAMES, order=600
    ),
    DeskPage(
        "games:ending_tables", _("Ending tables"), Capability.BUILD_ENDINGS, group=DeskGroup.GAMES, order=2110
    ),
)
SEARCH: Final[Mapping[int, SearchFinder]] = {500: find_games}
GAME_LISTENERS: Final[tuple[GameListener, ...]] = (update_index,)
CLUB_REMOVALS: Final[tuple[Removal, ...]] = (leave_index_with_club,)


def register() -> None:
    """Apply the tables above, report the form of the rules kernel at ``/healthz``."""
    add_audit_messages(*AUDIT_MESSAGES)
    add_desk_pages(*DESK_PAGES)
    add_search(SEARCH)
    add_game_listeners(*GAME_LISTENERS)
    add_club_removals(*CLUB_REMOVALS)
    connect_deletions()
    add_health_fact("kernel", kernel_form)
