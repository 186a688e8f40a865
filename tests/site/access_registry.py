"""Sample values for the arguments of addresses, and what other people's views are meant to ask.

A new argument needs a line here; a new view needs none: it declares what it takes itself.
"""

from django.contrib import admin
from django.contrib.contenttypes.models import ContentType

from club.accounts.admin_access import CapabilityAdmin
from club.core.declared_access import ANY_ACCOUNT, PUBLIC, DeclaredAccess, declarations
from club.joining.join_links import GUARDIAN, join_secret
from club.money.mails import invoice_secret
from club.notices.opt_out_links import opt_out_secret
from tournaments.entries.entry_links import entry_secret, section_secret
from tournaments.leagues.captain_links import answer_secret, captain_secret

STANDINGS = (
    "tree",
    "prizes",
    "progress",
    "charts",
    "crosstable_by_round",
    "standings",
    "standings_now",
    "standings_after",
    "standings_before",
)
LEAGUE = ("fixtures", "league_table", "match", "match_sheet", "team_calendar")
# Arguments that name something of a club: the argument, or the address and its argument.
OWNED = {
    "game_id": lambda b: b.game.pk,
    "rules_id": lambda b: b.house_rules.pk,
    "import_id": lambda b: b.archive_import.pk,
    "grant_id": lambda b: b.grant.pk,
    "pass_id": lambda b: b.helper_pass.pk,
    "person_id": lambda b: b.person.pk,
    "invitation_id": lambda b: b.invitation.pk,
    "job_id": lambda b: b.job.pk,
    "membership_id": lambda b: b.membership.pk,
    "plan_id": lambda b: b.plan.pk,
    "household_id": lambda b: b.household.pk,
    "bank_file_id": lambda b: b.bank_file.pk,
    "item_id": lambda b: b.equipment.pk,
    "loan_id": lambda b: b.loan.pk,
    "movement_id": lambda b: b.movement.pk,
    "request_id": lambda b: b.join_request.pk,
    "date_id": lambda b: b.club_date.pk,
    "venue_id": lambda b: b.venue.pk,
    "notice_id": lambda b: b.notice.pk,
    "group_id": lambda b: b.saved_group.pk,
    "message_id": lambda b: b.message.pk,
    "invoice_id": lambda b: b.invoice.pk,
    "payment_id": lambda b: b.payment.pk,
    "run_id": lambda b: b.fee_run.pk,
    "codes_id": lambda b: b.printed_codes.pk,
    **{
        f"club-api:{name}/slug": lambda b: b.club.slug
        for name in (
            *("money-totals", "invoices", "payments", "fee-runs", "fee-runs-preview", "reminders"),
            *("join-form", "join-requests", "duplicates", "uninvited", "erasure-requests", "retention"),
            *("households", "consent-texts", "ledger", "money-years", "money-account", "money-settings"),
            *("fee-rules", "reminder-steps", "fee-terms", "notice-groups", "fee-adjustments"),
            *("member-list", "member-list-comparison", "club", "club-logo"),
        )
    },
    "entry_id": lambda b: b.entry.pk,
    "event_id": lambda b: b.event.pk,
    "section_id": lambda b: b.event_section.pk,
    "round_id": lambda b: b.round.pk,
    "pairing_id": lambda b: b.pairing.pk,
    "pair_id": lambda b: b.forbidden_pair.pk,
    "family_id": lambda b: b.screen_family.pk,
    "screen_id": lambda b: b.screen.pk,
    "member_id": lambda b: b.member.pk,
    "card_id": lambda b: b.card.pk,
    "board_id": lambda b: b.live_board.pk,
    "alert_id": lambda b: b.live_alert.pk,
    "feed_id": lambda b: b.live_feed.pk,
    "dispute_id": lambda b: b.dispute.pk,
    "case_id": lambda b: b.case.pk,
    "photo_id": lambda b: b.photo.pk,
    "post_id": lambda b: b.post.pk,
    "webhook_id": lambda b: b.webhook.pk,
    "file_id": lambda b: b.event_file.pk,
    "appeal_id": lambda b: b.appeal.pk,
    "seat_id": lambda b: b.seat.pk,
    "captain_id": lambda b: b.captain.pk,
    "list_id": lambda b: b.rating_list.pk,
    "period_id": lambda b: b.rating_period.pk,
    "club:erasure_refuse/request_id": lambda b: b.erasure_request.pk,
    "club-api:erasure-request/request_id": lambda b: b.erasure_request.pk,
    "ladder_id": lambda b: b.ladder.pk,
    "challenge_id": lambda b: b.challenge.pk,
    "tournaments:desk_entry/entry_id": lambda b: b.player.pk,
    "tournaments:desk_entry_act/entry_id": lambda b: b.player.pk,
    "tournaments:desk_members/entry_id": lambda b: b.player.pk,
    "tournaments:desk_squad/entry_id": lambda b: b.player.pk,
    "tournaments:desk_squad_act/entry_id": lambda b: b.player.pk,
    **{
        f"tournaments-api:{name}/entry_id": lambda b: b.player.pk
        for name in (
            *("entry", "entry-withdraw", "entry-readmit", "entry-bye"),
            *("entry-decision", "arrival", "entry-members", "line-up", "seat-late"),
            *("squad", "squad-reserves", "team-home", "captaincies"),
        )
    },
    **{
        f"tournaments:{name}/entry_id": lambda b: b.player.pk
        for name in (
            *("desk_decide", "desk_arrival", "desk_tap", "desk_seat_late", "desk_withdraw"),
            *("evening", "evening_report", "evening_call", "evening_arrive", "evening_leave"),
            "evening_push",
            *("evening_moves", "evening_moves_enter"),
        )
    },
    "channel": lambda b: f"import:{b.archive_import.pk}",
    "club:audit_about/target_id": lambda b: b.person.pk,
}
FREE = {  # these name nothing of a club, or lead to a list that shows the own clubs alone
    "club:audit_about/kind": lambda _: "club.person",
    "club:member_act/act": lambda _: "details",
    "club:member_export/file_format": lambda _: "csv",
    "club:membership_act/act": lambda _: "pause",
    "club:money_export/file_format": lambda _: "csv",
    "club:invoice_act/act": lambda _: "write-off",
    "club:invoice_pdf/what": lambda _: "invoice",
    "club:payment_act/act": lambda _: "counter",
    "club:own_invoice/secret": lambda b: invoice_secret(b.invoice),
    "club:own_invoice_pdf/secret": lambda b: invoice_secret(b.invoice),
    "club:bank_movement_act/act": lambda _: "aside",
    "club:join_act/act": lambda _: "accept",
    "club:merge/other_id": lambda b: b.other_person.pk,
    "club:tell_apart/other_id": lambda b: b.other_person.pk,
    **{
        f"club-api:{name}/other_id": lambda b: b.other_person.pk
        for name in ("merge", "told-apart", "guardian")
    },
    "club-api:member-contact/contact_id": lambda b: b.contact.pk,
    "club-api:member-note/note_id": lambda b: b.note.pk,
    "club-api:join/slug": lambda b: b.club.slug,
    "club-api:own-join/secret": lambda b: join_secret(b.join_request),
    "club-api:join-signature/secret": lambda b: join_secret(b.join_request, GUARDIAN),
    "club:join/slug": lambda b: b.club.slug,
    "club:join_request/secret": lambda b: join_secret(b.join_request),
    "club:join_guardian/secret": lambda b: join_secret(b.join_request, GUARDIAN),
    "club:desk_date_act/act": lambda _: "cancel",
    "club:notice_act/act": lambda _: "unschedule",
    "tournaments:desk_webhook_act/act": lambda _: "test",
    **{
        f"club:{name}/slug": lambda b: b.club.slug
        for name in ("calendar", "calendar_feed", "club_logo", "venue")
    },
    "club:photo/photo_key": lambda _: "unknown",
    "club:photo_small/photo_key": lambda _: "unknown",
    "club:venue/venue_id": lambda b: b.venue.pk,
    "club:own_feed/secret": lambda _: "unknown",
    "club:unsubscribe/secret": lambda b: opt_out_secret(b.person, b.club.pk, "news"),
    "club:code/letter": lambda _: "r",
    "club:code/token": lambda b: b.round.pk,
    "club:hall_check/nonce": lambda _: "unknown",
    "club:audit_by/user_id": lambda b: b.someone.pk,
    "club:audit_on/day": lambda _: "2026-11-21",
    **{  # nobody's club: an archive holds them all
        f"{name}/name": lambda b: b.backup
        for name in (
            *("club:backup", "club:backup_download", "club:backup_check", "club:backup_keep"),
            *("club:backup_delete", "club-api:backup", "club-api:backup-file"),
        )
    },
    "club-api:copy/job_id": lambda b: b.site_copy.pk,
    "club-api:copy-file/job_id": lambda b: b.site_copy.pk,
    "tournaments:desk_static_copy_file/job_id": lambda b: b.copy.pk,
    "tournaments-api:section-copy-file/job_id": lambda b: b.copy.pk,
    "games:law_book/key": lambda _: "standard-laws",
    "games:rules_of_a_house/key": lambda b: b.house_rules.key,
    "games-api:law-book/key": lambda _: "standard-laws",
    **{
        f"games:{name}/ply": lambda _: 0
        for name in ("card", "embed", "embed_theme", "picture_png", "picture_svg")
    },
    "games:embed_theme/theme": lambda _: "dark",
    "games:saved/secret": lambda _: "unknown",
    "games:saved_owner/secret": lambda _: "unknown",
    "games:saved_owner/owner": lambda _: "unknown",
    **{
        f"{name}/version": lambda _: "older"
        for name in (
            *("games:card", "tournaments:event_card", "tournaments:club_card"),
            *("tournaments:live_card", "tournaments:standings_card"),
        )
    },
    "tournaments:desk_entry_act/act": lambda _: "arrive",
    "tournaments:desk_close_act/act": lambda _: "finish",
    "tournaments:desk_round_act/act": lambda _: "close",
    "tournaments:desk_night/act": lambda _: "begin",
    "tournaments:against/other_id": lambda b: b.person.pk,
    "tournaments:desk_ladder_act/act": lambda _: "away",
    "tournaments:desk_challenge_act/act": lambda _: "accept",
    "tournaments:challenge_act/act": lambda _: "report",
    "tournaments:desk_board_act/act": lambda _: "turn",
    "tournaments:desk_late/act": lambda _: "next-round",
    "tournaments:desk_season/act": lambda _: "draw",
    "tournaments:desk_fixture_act/act": lambda _: "stand",
    "tournaments:desk_squad_act/act": lambda _: "home",
    "tournaments:desk_player_act/act": lambda _: "until",
    "tournaments:desk_captain_act/act": lambda _: "restore",
    "tournaments:captain_act/act": lambda _: "ask",
    "tournaments:captain_act/pairing_id": lambda b: b.pairing.pk,
    "tournaments:captain_match/pairing_id": lambda b: b.pairing.pk,
    **{
        f"tournaments:{name}/secret": lambda b: captain_secret(b.captain)
        for name in ("captain", "captain_ask_all", "captain_match", "captain_act")
    },
    **{
        f"tournaments-api:captain-{name}/secret": lambda b: captain_secret(b.captain)
        for name in (*("matches", "line-up", "results", "poll", "match", "ask-all", "reminder", "poll-end"),)
    },
    **{
        f"tournaments-api:captain-{name}/pairing_id": lambda b: b.pairing.pk
        for name in ("line-up", "results", "poll", "match", "reminder", "poll-end")
    },
    "tournaments-api:availability/secret": lambda b: answer_secret(b.poll, b.member.pk),
    "tournaments:available/secret": lambda b: answer_secret(b.poll, b.member.pk),
    "tournaments:match/number": lambda _: 1,
    "tournaments:match/board": lambda _: 1,
    "tournaments:match_sheet/number": lambda _: 1,
    "tournaments:match_sheet/board": lambda _: 1,
    "tournaments:team_calendar/number": lambda _: 1,
    "tournaments:desk_case_act/act": lambda _: "take",
    "tournaments:desk_family_act/act": lambda _: "next",
    "tournaments:desk_screen_act/act": lambda _: "change",
    "tournaments:screen/token": lambda b: b.screen.token,
    "tournaments-api:snapshot/snapshot_id": lambda b: b.snapshot.pk,
    "tournaments-api:entry-bye/round_number": lambda _: 2,
    "tournaments-api:section-export/file_format": lambda _: "trf26",
    "tournaments-api:section-export-notes/report_format": lambda _: "trf26",
    **{
        f"tournaments:{name}/slug": lambda b: b.event.slug
        for name in (
            *("round_pdf", "section_pdf", "embed", "embed_theme"),
            *("event_calendar", "section_calendar", "player_calendar"),
            *("section_games", "section_games_pdn", "rulings", "rulings_pdf"),
            *("regulations", "regulations_pdf"),
            *("event", "event_file", "event_thumbnail", "players", "player", "player_card"),
            *("pairings", *STANDINGS, "crosstable"),
            *("live", "live_board", "live_round", "live_pdn", "live_card", "event_card", "standings_card"),
            *("live_proofs", "live_watching"),
            *("live_embed", "live_embed_theme", "live_board_embed", "live_board_embed_theme"),
            *("enter", "here", "board_table", "season", "season_meetings", *LEAGUE),
        )
    },
    **{
        f"tournaments:{name}/section": lambda b: b.event_section.slug
        for name in (
            *(
                "players",
                "player",
                "player_card",
                "standings_card",
                "pairings",
                *STANDINGS,
                "crosstable",
                "here",
                "board_table",
                "season",
                "season_meetings",
            ),
            *("round_pdf", "section_pdf", "embed", "embed_theme", "section_calendar", "player_calendar"),
            *(
                "section_games",
                "section_games_pdn",
                "rulings",
                "rulings_pdf",
                "live_pdn",
                "live_round",
                *LEAGUE,
            ),
        )
    },
    **{
        f"tournaments:{name}/size": lambda _: "letter"
        for name in (
            *("round_pdf", "section_pdf", "desk_round_pdf", "desk_section_pdf"),
            *("regulations_pdf", "rulings_pdf", "desk_ruling_pdf", "desk_arbiter_report_pdf", "match_sheet"),
        )
    },
    **{
        f"tournaments:{name}/slug": lambda b: b.club.slug
        for name in (
            *("club_ratings", "rating_list", "ladders", "ladder", "challenge", "club_fixtures", "club"),
            *("club_feed", "club_card"),
        )
    },
    "tournaments-api:club-rating-lists/slug": lambda b: b.club.slug,
    "tournaments-api:club-ladders/slug": lambda b: b.club.slug,
    "tournaments-api:club-fixtures/slug": lambda b: b.club.slug,
    "tournaments-api:against/other_id": lambda b: b.person.pk,
    "tournaments:desk_appeal_act/act": lambda _: "deposit",
    "tournaments:appeal_vote/token": lambda b: b.seat_token,
    "tournaments:appeal_decide/token": lambda b: b.seat_token,
    "tournaments:round_pdf/what": lambda _: "by-name",
    "tournaments:round_pdf/number": lambda _: 1,
    "tournaments:player_calendar/number": lambda _: 1,
    "tournaments:embed/what": lambda _: "pairings",
    "tournaments:embed_theme/what": lambda _: "standings",
    "tournaments:embed_theme/theme": lambda _: "dark",
    "tournaments:live_embed_theme/theme": lambda _: "dark",
    "tournaments:live_board_embed_theme/theme": lambda _: "light",
    "tournaments:section_pdf/what": lambda _: "standings",
    "tournaments:desk_round_pdf/what": lambda _: "slips",
    "tournaments:desk_section_pdf/what": lambda _: "certificates",
    "tournaments:desk_paper_pdf/what": lambda _: "wall-names",
    "tournaments:desk_paper_preview/what": lambda _: "wall-boards",
    "tournaments-api:paper-sheet/kind": lambda _: "wall-standings",
    "tournaments:deck/deck": lambda _: "english_three_move",
    "tournaments:opening/deck": lambda _: "english_three_move",
    "tournaments:opening/number": lambda _: 1,
    "tournaments:desk_setup/what": lambda _: "prizes",
    "tournaments:desk_decide/act": lambda _: "reopen",
    "tournaments:entry/secret": lambda b: entry_secret(b.player),
    **{
        f"tournaments-api:{name}/secret": lambda b: entry_secret(b.player)
        for name in ("evening", "evening-pushes", "evening-push")
    },
    "tournaments-api:evening-push/subscription_id": lambda _: 1,
    "tournaments:here/secret": lambda b: section_secret(b.event_section),
    "tournaments:pairings/number": lambda _: 1,
    "tournaments:live_pdn/number": lambda _: 1,
    "tournaments:live_round/number": lambda _: 1,
    "tournaments:desk_live_alert_act/act": lambda _: "dismiss",
    "tournaments:standings_after/number": lambda _: 1,
    "tournaments:standings_before/number": lambda _: 1,
    "tournaments:standings_before/version": lambda _: 1,
    "tournaments:player/number": lambda _: 1,
    "tournaments:player_card/number": lambda _: 1,
    "tournaments:round_sheet/what": lambda _: "slips",
    "tournaments:desk_result/game": lambda _: 1,
    "tournaments:desk_other_results/game": lambda _: 1,
    "tournaments:desk_overwrite/game": lambda _: 1,
    "tournaments:desk_record/game": lambda _: 1,
    "tournaments:desk_tie_break_back/game": lambda _: 1,
    "tournaments-api:tie-break/game": lambda _: 1,
    "tournaments:desk_correct/game": lambda _: 1,
    "tournaments:desk_adjourned_note/game": lambda _: 1,
    "tournaments-api:adjournment/game": lambda _: 1,
    "tournaments:incident_filed/number": lambda b: b.case.number,
    "tournaments:calls_act/number": lambda b: b.case.number,
    "tournaments:calls_act/act": lambda _: "take",
    "tournaments-api:correction/game": lambda _: 1,
    **{
        f"{name}/token": lambda b: b.card.token
        for name in (
            *("tournaments:board", "tournaments:board_report", "tournaments:board_call"),
            *("tournaments:board_moves", "tournaments:board_moves_enter"),
            *("tournaments-api:board", "tournaments-api:board-report"),
        )
    },
    "tournaments-api:result/game": lambda _: 1,
    "tournaments-api:record/game": lambda _: 1,
    "club:pass_take/secret": lambda b: b.pass_secret,
    "club:welcome_by_link/secret": lambda _: "unknown",
    "club:invitation/secret": lambda _: "unknown",
    "club:token_revoke/digest": lambda b: b.token.digest,
    "club-api:token/digest": lambda b: b.token.digest,
    "mfa_remove_webauthn/pk": lambda _: 1,
    "mfa_edit_webauthn/pk": lambda _: 1,
    "admin:view_on_site/content_type_id": lambda _: ContentType.objects.get_by_natural_key("club", "user").pk,
    "admin:view_on_site/object_id": lambda b: b.someone.pk,
    "admin:auth_user_password_change/id": lambda b: b.someone.pk,
    "admin:app_list/app_label": lambda _: "club",
    "admin:/url": lambda _: "nowhere/",
}
ROWS = {
    "games.houserules": lambda b: b.house_rules.pk,  # what the admin shows, by table
    "club.user": lambda b: b.someone.pk,
    "club.organisation": lambda b: b.club.pk,
    "club.job": lambda b: b.job.pk,
    "games.game": lambda b: b.game.pk,
    "games.archiveimport": lambda b: b.archive_import.pk,
    "games.importproblem": lambda b: b.problem.pk,
    "tournaments.event": lambda b: b.event.pk,
    "tournaments.section": lambda b: b.event_section.pk,
    "tournaments.entry": lambda b: b.player.pk,
    "tournaments.round": lambda b: b.round.pk,
    "tournaments.pairing": lambda b: b.pairing.pk,
    "tournaments.gameresult": lambda b: b.pairing.games.get().pk,
    "tournaments.standingssnapshot": lambda b: b.snapshot.pk,
    "tournaments.prizehandout": lambda b: b.handout.pk,
}

# allauth's own pages: those on the way in answer by the state of that way and claim nothing here.
WAYS_IN = frozenset(
    {
        *("account_login", "account_logout", "account_inactive", "account_signup"),
        *("account_email_verification_sent", "account_reset_password", "account_confirm_login_code"),
        *("account_confirm_password_reset_code", "account_complete_password_reset"),
        *("account_password_reset_completed", "account_request_login_code", "mfa_authenticate"),
        *("mfa_login_webauthn", "account_confirm_email", "account_reset_password_done"),
        *("account_reset_password_from_key", "account_reset_password_from_key_done"),
        # These ask again who somebody is: 403 to an account that has nothing to show.
        *("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
        *("account_confirm_phone", "account_verify_phone", "account_signup_by_passkey", "mfa_trust"),
    }
)
STAFF, SITE, NOBODY, ANYTHING = "staff", "site", "nobody", "anything"
ADMIN_OF_ALL = {
    "admin:login": ANYTHING,
    "admin:logout": ANYTHING,
    "admin:autocomplete": ANYTHING,  # refuses everybody who does not name a field of a form
    **dict.fromkeys(("index", "password_change", "password_change_done", "jsi18n"), STAFF),
}
DOORS = {"changelist": "looks", "history": "looks", "add": "adds", "delete": "removes"}


def rule_of(address, method):
    """What an address takes: DeclaredAccess, or STAFF, SITE, NOBODY, ANYTHING; None: it does not say."""
    declared = declarations(address.view)
    if declared:
        asked = [one for one in declared if one.covers(method)]
        return asked[0] if asked else PUBLIC
    if address.view.__module__.startswith("allauth."):
        return ANYTHING if address.name in WAYS_IN else ANY_ACCOUNT
    return admin_rule(address, method) if address.name.startswith("admin:") else None


def admin_rule(address, method):
    name = address.name.removeprefix("admin:")
    table = address.table
    if name == "auth_user_password_change":
        return SITE
    if table is None or name == "":
        return ADMIN_OF_ALL.get(address.name) or STAFF
    model_admin = admin_of(table)
    if not isinstance(model_admin, CapabilityAdmin):
        return SITE
    operation = name.rpartition("_")[2]
    door = DOORS.get(operation) or ("changes" if method == "POST" else "looks")
    if table == "club.organisation" and operation == "add":
        return SITE
    capability = getattr(model_admin, door)
    if capability is None:
        return NOBODY
    return DeclaredAccess(capability=capability) if model_admin.club_path else SITE


def admin_of(table):
    return next(
        (one for model, one in admin.site._registry.items() if model._meta.label_lower == table), None
    )


def sample(address, argument, belongings):
    """A value for an argument; KeyError names the one that is missing."""
    if argument == "object_id" and address.table is not None:
        row = ROWS.get(address.table)
        return row(belongings) if row else "1"
    named = f"{address.name}/{argument}"
    found = FREE.get(named) or OWNED.get(named) or OWNED[argument]
    return found(belongings)


def is_owned(address):
    """Whether an argument of the address names something of a club."""
    in_admin = address.table is not None and "object_id" in address.arguments
    return bool(owned_arguments(address)) or (
        in_admin and bool(getattr(admin_of(address.table), "club_path", ""))
    )


def owned_arguments(address):
    """The arguments of an address that name something of a club."""
    named = {one: f"{address.name}/{one}" for one in address.arguments}
    return [one for one, place in named.items() if place not in FREE and (one in OWNED or place in OWNED)]


def lacks_a_scope(address):
    """Whether the view takes a capability but does not say in which club the thing of its address is."""
    taken = [one for one in declarations(address.view) if one.capability is not None]
    return bool(owned_arguments(address)) and any(one.scope is None for one in taken)


__all__ = [
    "ANYTHING",
    "NOBODY",
    "SITE",
    "STAFF",
    "is_owned",
    "lacks_a_scope",
    "rule_of",
    "sample",
]
