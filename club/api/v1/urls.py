"""Addresses of the club app in version 1."""

from django.urls import path, register_converter

from club.api.v1 import audit, backups, invitations, live, persons, roles

app_name = "club-api"


class ChannelName:
    """A kind, a colon and what it is about, as in import:12."""

    regex = r"[a-z_]{1,30}(?::[A-Za-z0-9_-]{1,60})?"

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


register_converter(ChannelName, "channel")

urlpatterns = [
    path("persons/", persons.PersonsView.as_view(), name="persons"),
    path("persons/<int:person_id>/", persons.PersonView.as_view(), name="person"),
    path("invitations/", invitations.InvitationsView.as_view(), name="invitations"),
    path("invitations/<int:invitation_id>/", invitations.InvitationView.as_view(), name="invitation"),
    path("live/<channel:channel>", live.LiveView.as_view(), name="live"),
    path("audit/", audit.AuditView.as_view(), name="audit"),
    path("backups/", backups.BackupsView.as_view(), name="backups"),
    path("backups/<str:name>/", backups.BackupView.as_view(), name="backup"),
    path("backups/<str:name>/file", backups.BackupFileView.as_view(), name="backup-file"),
    path("roles/", roles.RolesView.as_view(), name="roles"),
    path("roles/matrix", roles.RoleMatrixView.as_view(), name="role-matrix"),
    path("roles/<int:grant_id>/", roles.RoleView.as_view(), name="role"),
]
