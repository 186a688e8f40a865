"""The club app in Django's admin."""

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from club.models import Job, Organisation, User
from club.services.jobs import retry_failed

admin.site.register(User, UserAdmin)


@admin.register(Organisation)
class OrganisationAdmin(admin.ModelAdmin[Organisation]):
    """Clubs and federations."""

    list_display = ("name", "slug", "kind")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}


@admin.register(Job)
class JobAdmin(admin.ModelAdmin[Job]):
    """What waits, and what failed and why. Jobs are made by services and only looked at here."""

    list_display = ("id", "task", "queue", "state", "starts", "due_at", "finished_at")
    list_filter = ("state", "queue", "task")
    search_fields = ("key", "task", "error")
    actions = ("run_again",)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        """Nobody adds a job by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:  # noqa: ARG002 - the same
        """Nobody edits a job."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:  # noqa: ARG002 - the same
        """Nobody deletes a job: its key keeps the work from being done twice."""
        return False

    @admin.action(description=_("Run failed jobs again"), permissions=["view"])
    def run_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        """Give the chosen failed jobs another try."""
        count = sum(retry_failed(job_id=job.pk) for job in queryset)
        told = ngettext("%(count)d job runs again.", "%(count)d jobs run again.", count) % {"count": count}
        messages.info(request, told)
