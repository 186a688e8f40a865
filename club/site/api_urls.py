"""URL patterns of the club app's API, version 1."""

from django.urls import path, register_converter

from club.accounts.api import clubs, invitations, passes, roles, tokens, uninvited
from club.audit.api import audit, undo
from club.backups import api as backups
from club.banking import api as bank
from club.calendar import api as calendar
from club.duplicates import api as merges
from club.equipment import api as equipment
from club.hall import api as hall
from club.jobs.api import jobs, outbox
from club.joining.api import join_requests, joining
from club.live import api as live
from club.members.api import households, member_details, member_lists, members, memberships, persons, photos
from club.money.api import books, fee_runs, invoices, ledger, money_settings
from club.notices.api import notice_groups, notices, self_service
from club.privacy.api import erasure_requests, erasures, personal_data, retention
from club.site import api

app_name = "club-api"


class ChannelName:
    """URL converter of channel names: a kind, a colon and its subject, for example `import:12`."""

    regex = r"[a-z_]{1,30}(?::[A-Za-z0-9_-]{1,60})?"

    def to_python(self, value: str) -> str:
        """Return the value unchanged."""
        return value

    def to_url(self, value: str) -> str:
        """Return the value unchanged."""
        return value


register_converter(ChannelName, "channel")

urlpatterns = [
    path("search/", api.SearchView.as_view(), name="search"),
    path("persons/", persons.PersonsView.as_view(), name="persons"),
    path("persons/<int:person_id>/", persons.PersonView.as_view(), name="person"),
    path("club-members/", members.ClubMembersView.as_view(), name="members"),
    path("club-members/<int:person_id>/", members.ClubMemberView.as_view(), name="member"),
    path("club-members/<int:person_id>/erasure", erasures.ErasureView.as_view(), name="member-erasure"),
    path("club-members/<int:person_id>/photo", photos.MemberPhotoView.as_view(), name="member-photo"),
    path("me/persons/<int:person_id>/photo", photos.OwnPhotoView.as_view(), name="own-photo"),
    path("club-members/<int:person_id>/consents", members.ConsentsView.as_view(), name="member-consents"),
    path(
        "club-members/<int:person_id>/details",
        member_details.MemberDetailsView.as_view(),
        name="member-details",
    ),
    path(
        "club-members/<int:person_id>/numbers",
        member_details.MemberNumberView.as_view(),
        name="member-numbers",
    ),
    path(
        "club-members/<int:person_id>/contacts/",
        member_details.MemberContactsView.as_view(),
        name="member-contacts",
    ),
    path(
        "club-members/<int:person_id>/contacts/<int:contact_id>",
        member_details.MemberContactView.as_view(),
        name="member-contact",
    ),
    path(
        "club-members/<int:person_id>/notes/", member_details.MemberNotesView.as_view(), name="member-notes"
    ),
    path(
        "club-members/<int:person_id>/notes/<int:note_id>",
        member_details.MemberNoteView.as_view(),
        name="member-note",
    ),
    path(
        "club-members/<int:person_id>/household",
        households.MemberHouseholdView.as_view(),
        name="member-household",
    ),
    path("club-members/<int:person_id>/guardians/", households.GuardiansView.as_view(), name="guardians"),
    path(
        "club-members/<int:person_id>/guardians/<int:other_id>",
        households.GuardianView.as_view(),
        name="guardian",
    ),
    path("clubs/<slug:slug>/households/", households.HouseholdsView.as_view(), name="households"),
    path("households/<int:household_id>/", households.HouseholdView.as_view(), name="household"),
    path("clubs/<slug:slug>/consent-texts/", member_details.ConsentTextsView.as_view(), name="consent-texts"),
    path("club-members/<int:person_id>/data", personal_data.MemberDataView.as_view(), name="member-data"),
    path(
        "club-members/<int:person_id>/data.zip",
        personal_data.MemberFileView.as_view(),
        name="member-data-file",
    ),
    path("club-members/<int:person_id>/apart/<int:other_id>", merges.ApartView.as_view(), name="told-apart"),
    path("club-members/<int:person_id>/merge/<int:other_id>", merges.MergeView.as_view(), name="merge"),
    path("clubs/<slug:slug>/duplicates/", merges.DuplicatesView.as_view(), name="duplicates"),
    path("clubs/<slug:slug>/uninvited-members/", uninvited.UninvitedView.as_view(), name="uninvited"),
    path("clubs/", clubs.ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:slug>", clubs.ClubView.as_view(), name="club"),
    path("clubs/<slug:slug>/logo", clubs.ClubLogoView.as_view(), name="club-logo"),
    path("clubs/<slug:slug>/join-form", joining.JoinFormView.as_view(), name="join-form"),
    path("clubs/<slug:slug>/join", joining.JoinAskView.as_view(), name="join"),
    path("joins/<str:secret>", joining.OwnJoinView.as_view(), name="own-join"),
    path("joins/<str:secret>/signature", joining.JoinSignatureView.as_view(), name="join-signature"),
    path("clubs/<slug:slug>/join-requests/", join_requests.JoinRequestsView.as_view(), name="join-requests"),
    path("join-requests/<int:request_id>/", join_requests.JoinRequestView.as_view(), name="join-request"),
    path(
        "join-requests/<int:request_id>/acceptance",
        join_requests.AcceptJoinView.as_view(),
        name="join-acceptance",
    ),
    path(
        "join-requests/<int:request_id>/refusal", join_requests.RefuseJoinView.as_view(), name="join-refusal"
    ),
    path(
        "join-requests/<int:request_id>/reopening",
        join_requests.ReopenJoinView.as_view(),
        name="join-reopening",
    ),
    path(
        "clubs/<slug:slug>/erasure-requests/",
        erasure_requests.ErasureRequestsView.as_view(),
        name="erasure-requests",
    ),
    path(
        "erasure-requests/<int:request_id>/",
        erasure_requests.ErasureRequestView.as_view(),
        name="erasure-request",
    ),
    path("clubs/<slug:slug>/retention", retention.RetentionView.as_view(), name="retention"),
    path("me/persons/", personal_data.OwnPersonsView.as_view(), name="own-persons"),
    path("me/persons/<int:person_id>/data", personal_data.OwnDataView.as_view(), name="own-data"),
    path("me/persons/<int:person_id>/data.zip", personal_data.OwnFileView.as_view(), name="own-data-file"),
    path("me/persons/<int:person_id>/consents", personal_data.OwnConsentsView.as_view(), name="own-consents"),
    path(
        "me/persons/<int:person_id>/erasure-request",
        personal_data.OwnErasureView.as_view(),
        name="own-erasure",
    ),
    path("me/persons/<int:person_id>/notices", self_service.OwnNoticesView.as_view(), name="own-notices"),
    path("me/calendar", self_service.OwnCalendarView.as_view(), name="own-calendar"),
    path("plans/", memberships.PlansView.as_view(), name="plans"),
    path("plans/<int:plan_id>/", memberships.PlanView.as_view(), name="plan"),
    path("memberships/", memberships.MembershipsView.as_view(), name="memberships"),
    path("memberships/<int:membership_id>/", memberships.MembershipView.as_view(), name="membership"),
    path(
        "memberships/<int:membership_id>/steps",
        memberships.MembershipStepView.as_view(),
        name="membership-steps",
    ),
    path("hall/", hall.HallView.as_view(), name="hall"),
    path("hall/opening", hall.HallOpeningView.as_view(), name="hall-opening"),
    path("hall/sheets/<int:codes_id>", hall.HallSheetView.as_view(), name="hall-sheet"),
    path("equipment/", equipment.EquipmentsView.as_view(), name="equipment"),
    path("equipment/<int:item_id>/", equipment.EquipmentItemView.as_view(), name="equipment-item"),
    path("equipment/<int:item_id>/loans", equipment.EquipmentLoansView.as_view(), name="equipment-loans"),
    path("equipment-loans/<int:loan_id>/", equipment.EquipmentLoanView.as_view(), name="equipment-loan"),
    path("clubs/<slug:slug>/money/totals", books.MoneyTotalsView.as_view(), name="money-totals"),
    path("clubs/<slug:slug>/money/invoices/", books.InvoicesView.as_view(), name="invoices"),
    path("clubs/<slug:slug>/money/payments/", books.PaymentsView.as_view(), name="payments"),
    path("clubs/<slug:slug>/money/fee-runs/", fee_runs.FeeRunsView.as_view(), name="fee-runs"),
    path(
        "clubs/<slug:slug>/money/fee-runs/preview",
        fee_runs.FeePreviewView.as_view(),
        name="fee-runs-preview",
    ),
    path(
        "clubs/<slug:slug>/money/fee-runs/adjustments",
        fee_runs.FeeAdjustmentView.as_view(),
        name="fee-adjustments",
    ),
    path("fee-runs/<int:run_id>/cancel", fee_runs.FeeRunView.as_view(), name="fee-run-cancel"),
    path("clubs/<slug:slug>/member-list", member_lists.MemberListView.as_view(), name="member-list"),
    path(
        "clubs/<slug:slug>/member-list/comparison",
        member_lists.ListComparisonView.as_view(),
        name="member-list-comparison",
    ),
    path("clubs/<slug:slug>/money/reminders/", fee_runs.RemindersView.as_view(), name="reminders"),
    path("clubs/<slug:slug>/money/entries/", ledger.LedgerView.as_view(), name="ledger"),
    path("clubs/<slug:slug>/money/years", ledger.YearsView.as_view(), name="money-years"),
    path(
        "clubs/<slug:slug>/money/accounts/<int:person_id>", ledger.AccountView.as_view(), name="money-account"
    ),
    path(
        "clubs/<slug:slug>/money/settings",
        money_settings.MoneySettingsView.as_view(),
        name="money-settings",
    ),
    path("clubs/<slug:slug>/money/fees/", money_settings.FeeRulesView.as_view(), name="fee-rules"),
    path("plans/<int:plan_id>/fee", money_settings.FeeRuleView.as_view(), name="fee-rule"),
    path(
        "clubs/<slug:slug>/money/reminder-steps",
        money_settings.ReminderStepsView.as_view(),
        name="reminder-steps",
    ),
    path("clubs/<slug:slug>/money/terms/", money_settings.FeeTermsView.as_view(), name="fee-terms"),
    path("invoices/<int:invoice_id>/", invoices.InvoiceView.as_view(), name="invoice"),
    path("invoices/<int:invoice_id>/paper.pdf", invoices.InvoicePaperView.as_view(), name="invoice-paper"),
    path("invoices/<int:invoice_id>/steps", invoices.InvoiceStepView.as_view(), name="invoice-steps"),
    path("invoices/<int:invoice_id>/payments", invoices.InvoicePayView.as_view(), name="invoice-pay"),
    path("payments/<int:payment_id>/", invoices.PaymentView.as_view(), name="payment"),
    path("payments/<int:payment_id>/receipt.pdf", invoices.ReceiptView.as_view(), name="receipt"),
    path("payments/<int:payment_id>/refunds", invoices.RefundsView.as_view(), name="refunds"),
    path(
        "payments/<int:payment_id>/invoices/<int:invoice_id>",
        invoices.PaymentPartView.as_view(),
        name="payment-part",
    ),
    path("bank-files/", bank.BankFilesView.as_view(), name="bank-files"),
    path("bank-files/<int:bank_file_id>/", bank.BankFileView.as_view(), name="bank-file"),
    path("bank-movements/", bank.BankMovementsView.as_view(), name="bank-movements"),
    path("bank-movements/<int:movement_id>/", bank.BankMovementView.as_view(), name="bank-movement"),
    path("invitations/", invitations.InvitationsView.as_view(), name="invitations"),
    path("invitations/<int:invitation_id>/", invitations.InvitationView.as_view(), name="invitation"),
    path("venues/", calendar.VenuesView.as_view(), name="venues"),
    path("venues/<int:venue_id>/", calendar.VenueView.as_view(), name="venue"),
    path("club-calendar/", calendar.ClubCalendarView.as_view(), name="club-calendar"),
    path("club-dates/<int:date_id>/", calendar.ClubDateView.as_view(), name="club-date"),
    path("club-dates/<int:date_id>/days", calendar.ClubDayView.as_view(), name="club-days"),
    path("notices/", notices.NoticesView.as_view(), name="notices"),
    path("notices/<int:notice_id>/", notices.NoticeView.as_view(), name="notice"),
    path("notices/<int:notice_id>/receivers", notices.ReceiversView.as_view(), name="notice-receivers"),
    path("notices/<int:notice_id>/sending", notices.SendingView.as_view(), name="notice-sending"),
    path("clubs/<slug:slug>/notice-groups/", notice_groups.NoticeGroupsView.as_view(), name="notice-groups"),
    path("notice-groups/<int:group_id>/", notice_groups.NoticeGroupView.as_view(), name="notice-group"),
    path("notices/<int:notice_id>/trial", notice_groups.NoticeTrialView.as_view(), name="notice-trial"),
    path("live/<channel:channel>", live.LiveView.as_view(), name="live"),
    path("audit/", audit.AuditView.as_view(), name="audit"),
    path("audit/<int:entry_id>/undo", undo.AuditUndoView.as_view(), name="audit-undo"),
    path("backups/", backups.BackupsView.as_view(), name="backups"),
    path("backups/<str:name>/", backups.BackupView.as_view(), name="backup"),
    path("backups/<str:name>/file", backups.BackupFileView.as_view(), name="backup-file"),
    path("copies/", backups.CopiesView.as_view(), name="copies"),
    path("copies/<int:job_id>/", backups.CopyView.as_view(), name="copy"),
    path("copies/<int:job_id>/file", backups.CopyFileView.as_view(), name="copy-file"),
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
