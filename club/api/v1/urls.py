"""Addresses of the club app in version 1."""

from django.urls import path, register_converter

from club.api.v1 import (
    audit,
    backups,
    invitations,
    jobs,
    live,
    members,
    memberships,
    outbox,
    passes,
    persons,
    roles,
    tokens,
)

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
    path("club-members/", members.ClubMembersView.as_view(), name="members"),
    path("club-members/<int:person_id>/", members.ClubMemberView.as_view(), name="member"),
    path("club-members/<int:person_id>/consents", members.ConsentsView.as_view(), name="member-consents"),
    path("plans/", memberships.PlansView.as_view(), name="plans"),
    path("plans/<int:plan_id>/", memberships.PlanView.as_view(), name="plan"),
    path("memberships/", memberships.MembershipsView.as_view(), name="memberships"),
    path("memberships/<int:membership_id>/", memberships.MembershipView.as_view(), name="membership"),
    path(
        "memberships/<int:membership_id>/steps",
        memberships.MembershipStepView.as_view(),
        name="membership-steps",
    ),
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
    path("passes/", passes.PassesView.as_view(), name="passes"),
    path("passes/<int:pass_id>/", passes.PassView.as_view(), name="pass"),
    path("tokens/", tokens.TokensView.as_view(), name="tokens"),
    path("tokens/<slug:digest>/", tokens.TokenView.as_view(), name="token"),
    path("jobs/", jobs.JobsView.as_view(), name="jobs"),
    path("jobs/<int:job_id>/", jobs.JobView.as_view(), name="job"),
    path("jobs/<int:job_id>/repeat/", jobs.JobRepeatView.as_view(), name="job-repeat"),
    path("jobs/<int:job_id>/cancel/", jobs.JobCancelView.as_view(), name="job-cancel"),
    path("outbox/", outbox.OutboxView.as_view(), name="outbox"),
    path("outbox/<int:message_id>/send/", outbox.OutboxSendView.as_view(), name="outbox-send"),
]
