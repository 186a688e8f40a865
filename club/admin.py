"""The club app in Django's admin."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from club.accounts.admin_access import CapabilityAdmin
from club.core.access import SITE, may
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.jobs.services.jobs import retry_failed
from club.models import Job, Organisation, User


@admin.register(User)
class AccountAdmin(CapabilityAdmin, UserAdmin):  # type: ignore[type-arg]
    """Accounts; they are called by their mail address. They are the site's: no club's role reaches them."""

    looks = adds = changes = removes = Capability.GRANT_ROLES

    list_display = ("email", "first_name", "last_name", "is_staff", "is_active")
    search_fields = ("email", "first_name", "last_name")
    ordering = ("email",)
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "language")}),
        (
            pgettext_lazy("what an account", "Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "usable_password", "password1", "password2")}),)


@admin.register(Organisation)
class OrganisationAdmin(CapabilityAdmin):
    """Clubs and federations."""

    looks, changes, club_path = Capability.SEE_ROLES, Capability.GRANT_ROLES, "pk"

    fields = ("name", "slug", "kind")  # the other facts have a page of their own, `/desk/clubs/`
    list_display = ("name", "slug", "kind")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return True for an operator of the site."""
        return may(actor_of(request), Capability.GRANT_ROLES, SITE)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Any]:
        """Nothing is filled in where nothing may be changed."""
        is_open = (
            self.has_add_permission(request) if obj is None else self.has_change_permission(request, obj)
        )
        return super().get_prepopulated_fields(request, obj) if is_open else {}


@admin.register(Job)
class JobAdmin(CapabilityAdmin):
    """Jobs by state, with their errors. Read-only: services create jobs."""

    looks, club_path = Capability.SEE_JOBS, "organisation_id"

    list_display = ("id", "task", "queue", "state", "starts", "due_at", "finished_at")
    list_filter = ("state", "queue", "task")
    search_fields = ("key", "task", "error")
    actions = ("run_again",)

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Return True if failed jobs of any club may be retried; the service checks the club of each job."""
        return self._may(request, Capability.RUN_JOBS)

    @admin.action(description=_("Retry failed jobs"), permissions=["run"])
    def run_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        """Give the chosen failed jobs another try."""
        count = sum(retry_failed(job_id=job.pk, actor=actor_of(request)) for job in queryset)
        message = ngettext("%(count)d job restarted.", "%(count)d jobs restarted.", count) % {"count": count}
        messages.info(request, message)
