"""Games and imports in the admin: looked at and removed there, changed only through the services."""

from django.contrib import admin

from club.accounts.admin_access import CapabilityAdmin
from club.core.capabilities import Capability
from games.models import ArchiveImport, Game, HouseRules, ImportProblem


@admin.register(Game)
class GameAdmin(CapabilityAdmin):
    """The archive. Nothing is typed over: every column is read off a record."""

    looks = removes = Capability.KEEP_GAMES
    club_path = "organisation_id"

    list_display = ("white", "black", "event", "date", "result", "variant", "ply_count", "is_legal")
    list_filter = ("organisation", "variant", "winner", "is_legal")
    search_fields = ("player_words", "event_words")
    list_select_related = ("organisation",)
    exclude = ("line_key",)


@admin.register(HouseRules)
class HouseRulesAdmin(CapabilityAdmin):
    """Rules of clubs: looked at. Games are kept under them, so that nothing is removed."""

    looks = Capability.RUN_EVENTS
    club_path = "organisation_id"

    list_display = ("name", "organisation", "key", "base", "retired_at")
    ordering = ("organisation__name", "name", "pk")
    list_filter = ("organisation", "base")
    list_select_related = ("organisation",)


@admin.register(ArchiveImport)
class ArchiveImportAdmin(CapabilityAdmin):
    """The files that came in."""

    looks = removes = Capability.IMPORT_GAMES
    club_path = "organisation_id"

    list_display = ("name", "organisation", "state", "games_seen", "games_kept", "duplicates", "created_at")
    list_filter = ("state", "organisation")


@admin.register(ImportProblem)
class ImportProblemAdmin(CapabilityAdmin):
    """What the imports had to report."""

    looks = removes = Capability.IMPORT_GAMES
    club_path = "archive_import__organisation_id"

    list_display = ("archive_import", "line", "ply", "kind", "code", "text")
    list_filter = ("kind",)
