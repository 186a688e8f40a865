"""The admin asks the same function as the pages: its base class, for every app."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from club.audit import log as audit
from club.core.access import SITE, Scope, clubs_where, may, may_somewhere
from club.core.capabilities import Capability
from club.core.requests import actor_of


class CapabilityAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows of the clubs where the reader may look; changed, added and removed by capability, on the trail.

    A capability of None opens that door to nobody. `club_path` leads from a row to its club; without one the
    table is the site's, and no role of a club reaches it.
    """

    looks: ClassVar[Capability]
    adds: ClassVar[Capability | None] = None
    changes: ClassVar[Capability | None] = None
    removes: ClassVar[Capability | None] = None
    club_path: ClassVar[str] = ""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether the app's tables are listed at all."""
        return self._may(request, self.looks)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the rows, or this one, may be looked at."""
        return self._may(request, self.looks, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whether a row may be added."""
        return self._may(request, self.adds)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the rows, or this one, may be changed."""
        return self._may(request, self.changes, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the rows, or this one, may be removed."""
        return self._may(request, self.removes, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the clubs where the reader may look."""
        rows: QuerySet[Any] = super().get_queryset(request)
        clubs = clubs_where(actor_of(request), self.looks)
        if clubs is None or not self.club_path:
            return rows
        return rows.filter(**{f"{self.club_path}__in": clubs})

    def _may(self, request: HttpRequest, capability: Capability | None, obj: Any = None) -> bool:
        if capability is None:
            return False
        actor = actor_of(request)
        if not self.club_path:
            return may(actor, capability, SITE)
        return may_somewhere(actor, capability) if obj is None else may(actor, capability, self._scope(obj))

    def _scope(self, obj: Any) -> Scope:
        """The club of a row."""
        found = obj
        for step in self.club_path.split("__"):
            found = getattr(found, step) if found is not None else None
        return Scope(found.pk if isinstance(found, models.Model) else found)

    # ---- what is done here is on the trail too ----

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm[Any], change: bool) -> None:  # noqa: FBT001 - Django's signature
        """Save, and say which fields were changed."""
        super().save_model(request, obj, form, change)
        done = "changed" if change else "added"
        self._record(request, obj, done, {"fields": sorted(form.changed_data)})

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Remove, and say so."""
        self._record(request, obj, "removed")
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Remove row by row, and say so of each."""
        for obj in queryset:
            self.delete_model(request, obj)

    def _record(self, request: HttpRequest, obj: Any, done: str, after: dict[str, Any] | None = None) -> None:
        scope = self._scope(obj) if self.club_path else SITE
        action = f"{obj._meta.label_lower}.{done}"  # noqa: SLF001 - Django's documented interface
        audit.record(action, obj, actor=actor_of(request), organisation_id=scope.organisation_id, after=after)
