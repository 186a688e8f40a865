"""Addresses of the club app's pages."""

from django.urls import path

from club.web import (
    account,
    background,
    invitations,
    languages,
    now,
    pass_taking,
    passes,
    persons,
    roles,
    tokens,
    welcome,
    welcome_done,
)

app_name = "club"

urlpatterns = [
    path("language/", languages.switch_language, name="language"),
    path("welcome/", welcome.welcome, name="welcome"),
    path("welcome/done/", welcome_done.welcome_done, name="welcome_done"),
    path("welcome/<str:secret>/", welcome.welcome_by_link, name="welcome_by_link"),
    path("invitation/<str:secret>/", invitations.invitation, name="invitation"),
    path("desk/", now.now, name="desk"),
    path("desk/account/", account.account, name="account"),
    path("desk/persons/", persons.persons, name="persons"),
    path("desk/persons/new/", persons.new_person, name="person_new"),
    path("desk/persons/<int:person_id>/", persons.person, name="person"),
    path("desk/persons/<int:person_id>/account/", persons.link, name="person_account"),
    path("desk/invitations/", invitations.invitations, name="invitations"),
    path("desk/invitations/new/", invitations.new_invitation, name="invitation_new"),
    path("desk/invitations/<int:invitation_id>/", invitations.invitation_code, name="invitation_code"),
    path("desk/invitations/<int:invitation_id>/revoke/", invitations.revoke, name="invitation_revoke"),
    path("desk/invitations/<int:invitation_id>/accept/", invitations.accept_here, name="invitation_accept"),
    path("desk/roles/", roles.roles, name="roles"),
    path("desk/roles/<int:grant_id>/revoke/", roles.revoke, name="role_revoke"),
    path("desk/passes/", passes.passes, name="passes"),
    path("desk/passes/<int:pass_id>/revoke/", passes.revoke, name="pass_revoke"),
    path("desk/tokens/", tokens.tokens, name="tokens"),
    path("desk/tokens/<slug:digest>/revoke/", tokens.revoke, name="token_revoke"),
    path("pass/", pass_taking.by_code, name="pass"),
    path("pass/leave/", pass_taking.leave, name="pass_leave"),
    path("pass/<slug:secret>/", pass_taking.by_link, name="pass_take"),
    path("desk/jobs/", background.jobs, name="jobs"),
    path("desk/jobs/<int:job_id>/repeat/", background.job_repeat, name="job_repeat"),
    path("desk/jobs/<int:job_id>/cancel/", background.job_cancel, name="job_cancel"),
    path("desk/outbox/", background.outbox, name="outbox"),
    path("desk/outbox/<int:message_id>/send/", background.message_again, name="message_again"),
]
