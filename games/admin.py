"""Games and imports in the admin: looked at and removed there, changed only through the services."""

from django.contrib import admin
from django.http import HttpRequest

from games.models import ArchiveImport, Game, ImportProblem


class LookedAt(admin.ModelAdmin):  # type: ignore[type-arg]
    """Nothing is typed over in the admin: every column is read off a record."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        """Games come in through imports."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """The record is the truth; the rest follows from it."""
        return False


@admin.register(Game)
class GameAdmin(LookedAt):
    """The archive."""

    list_display = ("white", "black", "event", "date", "result", "variant", "ply_count", "is_legal")
    list_filter = ("organisation", "variant", "winner", "is_legal")
    search_fields = ("player_words", "event_words")
    list_select_related = ("organisation",)
    exclude = ("line_key",)


@admin.register(ArchiveImport)
class ArchiveImportAdmin(LookedAt):
    """The files that came in."""

    list_display = ("name", "organisation", "state", "games_seen", "games_kept", "duplicates", "created_at")
    list_filter = ("state", "organisation")


@admin.register(ImportProblem)
class ImportProblemAdmin(LookedAt):
    """What the imports had to report."""

    list_display = ("archive_import", "line", "ply", "kind", "code", "text")
    list_filter = ("kind",)
