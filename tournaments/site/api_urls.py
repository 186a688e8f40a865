"""URLs of API version 1."""

from django.urls import path, register_converter

from tournaments.appeals import api as appeals
from tournaments.cases.api import cases, disputes
from tournaments.entries.api import admissions, check_ins, entries, entry_lists, forbidden_pairs
from tournaments.evening import api as evening
from tournaments.events.api import events, regulations, sections, setup
from tournaments.exchange.api import player_lists
from tournaments.exchange.api import section_files as files
from tournaments.exchange.selectors.section_exports import PUBLIC_FORMATS, REPORTS
from tournaments.ladders.api import ladders, player_challenges
from tournaments.leagues.api import captain_matches, captaincies, captains, fixtures, league_rules, squads
from tournaments.live_boards.api import boards as live_boards
from tournaments.live_boards.api import feeds as live_feeds
from tournaments.live_boards.api import lead_boards
from tournaments.news import api as news
from tournaments.nights.api import meetings, nights, seasons
from tournaments.players.api import players
from tournaments.printing import api as printing
from tournaments.prizes import api as prizes
from tournaments.ratings.api import rating_reports, ratings
from tournaments.records import api as records
from tournaments.results.api import boards, corrections, results
from tournaments.rounds.api import decisions, late_arrivals, manual_pairing, rounds
from tournaments.screens import api as screens
from tournaments.site import api as site
from tournaments.standings.api import board_tables, figures, grids, published, standings
from tournaments.teams import api as teams
from tournaments.webhooks import api as webhooks

app_name = "tournaments-api"


class RoundNumber:
    """Path converter for round numbers, 1 to 99."""

    regex = r"[1-9][0-9]?"

    def to_python(self, value: str) -> int:
        """Convert to an integer."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return the value unchanged."""
        return str(value)


class FileFormat:
    """Path converter for the public file formats."""

    regex = "|".join(PUBLIC_FORMATS)

    def to_python(self, value: str) -> str:
        """Return the value unchanged."""
        return value

    def to_url(self, value: str) -> str:
        """Return the value unchanged."""
        return value


class ReportFormat(FileFormat):
    """Path converter for report formats that have notes."""

    regex = "|".join(REPORTS)


register_converter(RoundNumber, "round_number")
register_converter(FileFormat, "file_format")
register_converter(ReportFormat, "report_format")

urlpatterns = [
    path("events/", events.EventsView.as_view(), name="events"),
    path("events/round-plan", events.RoundPlanView.as_view(), name="round-plan"),
    path("events/<int:event_id>/", events.EventView.as_view(), name="event"),
    path("events/<int:event_id>/shown", events.EventShownView.as_view(), name="event-shown"),
    path("events/<int:event_id>/closing", site.EventClosingView.as_view(), name="event-closing"),
    path(
        "events/<int:event_id>/closing/task", site.EventClosingTaskView.as_view(), name="event-closing-task"
    ),
    path("events/<int:event_id>/archive", site.EventArchiveView.as_view(), name="event-archive"),
    path("events/<int:event_id>/thanks", site.EventThanksView.as_view(), name="event-thanks"),
    path("events/<int:event_id>/finished", site.EventFinishedView.as_view(), name="event-finished"),
    path("events/<int:event_id>/sections/", events.EventSectionsView.as_view(), name="event-sections"),
    path("sections/<int:section_id>/", sections.SectionView.as_view(), name="section"),
    path("sections/<int:section_id>/standings", standings.StandingsView.as_view(), name="standings"),
    path(
        "sections/<int:section_id>/standings/published/",
        published.SnapshotsView.as_view(),
        name="snapshots",
    ),
    path(
        "sections/<int:section_id>/standings/published/<int:snapshot_id>/",
        published.SnapshotView.as_view(),
        name="snapshot",
    ),
    path("sections/<int:section_id>/progress", grids.ProgressView.as_view(), name="progress"),
    path("sections/<int:section_id>/prizes/handout", prizes.HandoutView.as_view(), name="handout"),
    path(
        "sections/<int:section_id>/entries/list/read",
        entry_lists.ListFileView.as_view(),
        name="entry-list-read",
    ),
    path(
        "sections/<int:section_id>/entries/list/compare",
        entry_lists.ListCompareView.as_view(),
        name="entry-list-compare",
    ),
    path(
        "sections/<int:section_id>/entries/list",
        entry_lists.ListEnterView.as_view(),
        name="entry-list",
    ),
    path("events/<int:event_id>/cases/", cases.CasesView.as_view(), name="cases"),
    path("events/<int:event_id>/incidents", cases.IncidentsView.as_view(), name="incidents"),
    path("events/<int:event_id>/rulings/", cases.EventRulingsView.as_view(), name="rulings"),
    path("cases/<int:case_id>", cases.CaseView.as_view(), name="case"),
    path("cases/<int:case_id>/taken", cases.CaseTakenView.as_view(), name="case-taken"),
    path("cases/<int:case_id>/dropped", cases.CaseDroppedView.as_view(), name="case-dropped"),
    path("cases/<int:case_id>/proposal", cases.ProposalView.as_view(), name="case-proposal"),
    path("cases/<int:case_id>/rulings", cases.CaseRulingsView.as_view(), name="case-rulings"),
    path("cases/<int:case_id>/choice", cases.CaseChoiceView.as_view(), name="case-choice"),
    path("events/<int:event_id>/appeals/", appeals.AppealsView.as_view(), name="appeals"),
    path("cases/<int:case_id>/appeal", appeals.CaseAppealView.as_view(), name="case-appeal"),
    path("appeals/<int:appeal_id>", appeals.AppealView.as_view(), name="appeal"),
    path("appeals/<int:appeal_id>/deposit", appeals.AppealDepositView.as_view(), name="appeal-deposit"),
    path("appeals/<int:appeal_id>/decision", appeals.AppealDecisionView.as_view(), name="appeal-decision"),
    path("precedents/", appeals.PrecedentsView.as_view(), name="precedents"),
    path("sections/<int:section_id>/matrix", figures.MatrixView.as_view(), name="matrix"),
    path("sections/<int:section_id>/figures", figures.FiguresView.as_view(), name="figures"),
    path("sections/<int:section_id>/crosstable", grids.CrossTableView.as_view(), name="crosstable"),
    path("sections/<int:section_id>/admission", admissions.AdmissionView.as_view(), name="admission"),
    path("events/<int:event_id>/entry-requests", admissions.EntryRequestsView.as_view(), name="ask-entry"),
    path("sections/<int:section_id>/inbox/", admissions.InboxView.as_view(), name="inbox"),
    path("sections/<int:section_id>/inbox/accept", admissions.InboxAcceptView.as_view(), name="accept-all"),
    path("entries/<int:entry_id>/decision", admissions.EntryDecisionView.as_view(), name="entry-decision"),
    path("sections/<int:section_id>/check-in", check_ins.CheckInView.as_view(), name="check-in"),
    path("sections/<int:section_id>/check-in/all", check_ins.CheckInAllView.as_view(), name="check-in-all"),
    path("sections/<int:section_id>/arrivals", check_ins.OwnArrivalView.as_view(), name="own-arrival"),
    path("entries/<int:entry_id>/arrival", check_ins.ArrivalView.as_view(), name="arrival"),
    path("sections/<int:section_id>/nights/", nights.NightsView.as_view(), name="nights"),
    path("sections/<int:section_id>/nights/pair", nights.NightPairView.as_view(), name="night-pair"),
    path("sections/<int:section_id>/nights/end", nights.NightEndView.as_view(), name="night-end"),
    path("sections/<int:section_id>/fixtures/", fixtures.FixturesView.as_view(), name="fixtures"),
    path("sections/<int:section_id>/league-table", fixtures.LeagueTableView.as_view(), name="league-table"),
    path("sections/<int:section_id>/season", fixtures.SeasonView.as_view(), name="season"),
    path("pairings/<int:pairing_id>/fixture", fixtures.FixtureView.as_view(), name="fixture"),
    path("pairings/<int:pairing_id>/fixture/struck", fixtures.FixtureStrikeView.as_view(), name="strike"),
    path("pairings/<int:pairing_id>/fixture/stand", fixtures.FixtureStandView.as_view(), name="let-stand"),
    path("clubs/<slug:slug>/fixtures/", fixtures.ClubFixturesView.as_view(), name="club-fixtures"),
    path(
        "sections/<int:section_id>/season/meetings",
        meetings.SeasonMeetingsView.as_view(),
        name="season-meetings",
    ),
    path("players/<int:person_id>/", players.PlayerView.as_view(), name="player"),
    path("players/<int:person_id>/ratings/", players.PlayerRatingsView.as_view(), name="player-ratings"),
    path("players/<int:person_id>/against/<int:other_id>", players.AgainstView.as_view(), name="against"),
    path(
        "sections/<int:section_id>/league-rules", league_rules.LeagueRulesView.as_view(), name="league-rules"
    ),
    path(
        "sections/<int:section_id>/league-waiting",
        league_rules.LeagueWaitingView.as_view(),
        name="league-waiting",
    ),
    path("entries/<int:entry_id>/squad", squads.SquadView.as_view(), name="squad"),
    path("entries/<int:entry_id>/squad/reserves", squads.SquadReserveView.as_view(), name="squad-reserves"),
    path("entries/<int:entry_id>/home", squads.TeamHomeView.as_view(), name="team-home"),
    path("members/<int:member_id>/squad", squads.SquadDaysView.as_view(), name="squad-days"),
    path("entries/<int:entry_id>/captains/", captaincies.CaptaincyView.as_view(), name="captaincies"),
    path("captain-links/<int:captain_id>", captaincies.CaptaincyLinkView.as_view(), name="captaincy-link"),
    path("me/teams/", captaincies.OwnTeamsView.as_view(), name="own-teams"),
    path(
        "captains/<str:secret>/matches/ask",
        captain_matches.CaptainAskAllView.as_view(),
        name="captain-ask-all",
    ),
    path(
        "captains/<str:secret>/matches/<int:pairing_id>/",
        captain_matches.CaptainMatchView.as_view(),
        name="captain-match",
    ),
    path(
        "captains/<str:secret>/matches/<int:pairing_id>/poll/reminder",
        captain_matches.CaptainReminderView.as_view(),
        name="captain-reminder",
    ),
    path(
        "captains/<str:secret>/matches/<int:pairing_id>/poll/end",
        captain_matches.CaptainPollEndView.as_view(),
        name="captain-poll-end",
    ),
    path("captains/<str:secret>/matches/", captains.CaptainMatchesView.as_view(), name="captain-matches"),
    path(
        "captains/<str:secret>/matches/<int:pairing_id>/line-up",
        captains.CaptainLineUpView.as_view(),
        name="captain-line-up",
    ),
    path(
        "captains/<str:secret>/matches/<int:pairing_id>/results",
        captains.CaptainResultsView.as_view(),
        name="captain-results",
    ),
    path(
        "captains/<str:secret>/matches/<int:pairing_id>/poll",
        captains.CaptainPollView.as_view(),
        name="captain-poll",
    ),
    path("availability/<str:secret>", captains.AvailabilityView.as_view(), name="availability"),
    path("entries/<int:entry_id>/seat-late", nights.SeatLateView.as_view(), name="seat-late"),
    path("sections/<int:section_id>/classes", setup.ClassesView.as_view(), name="classes"),
    path(
        "sections/<int:section_id>/classes/entries",
        setup.EntryClassesView.as_view(),
        name="entry-classes",
    ),
    path("sections/<int:section_id>/fees", setup.FeesView.as_view(), name="fees"),
    path("sections/<int:section_id>/schedule", setup.ScheduleView.as_view(), name="schedule"),
    path("sections/<int:section_id>/prizes", setup.PrizesView.as_view(), name="prizes"),
    path("events/<int:event_id>/clone", setup.EventCloneView.as_view(), name="event-clone"),
    path("sections/<int:section_id>/season/", seasons.SeasonView.as_view(), name="season"),
    path("sections/<int:section_id>/season/count", seasons.CountNightsView.as_view(), name="season-count"),
    path(
        "sections/<int:section_id>/entry-ratings/", seasons.EntryRatingsView.as_view(), name="entry-ratings"
    ),
    path("ladders/", ladders.LaddersView.as_view(), name="ladders"),
    path("clubs/<slug:slug>/ladders/", ladders.ClubLaddersView.as_view(), name="club-ladders"),
    path("ladders/<int:ladder_id>/", ladders.LadderView.as_view(), name="ladder"),
    path("ladders/<int:ladder_id>/places/", ladders.LadderPlacesView.as_view(), name="ladder-places"),
    path("ladders/<int:ladder_id>/challenges/", ladders.ChallengesView.as_view(), name="challenges"),
    path("own/challenges/", player_challenges.OwnChallengesView.as_view(), name="own-challenges"),
    path(
        "own/challenges/<int:challenge_id>/",
        player_challenges.OwnChallengeView.as_view(),
        name="own-challenge",
    ),
    path("challenges/<int:challenge_id>/", ladders.ChallengeView.as_view(), name="challenge"),
    path("rating-lists/", ratings.RatingListsView.as_view(), name="rating-lists"),
    path("clubs/<slug:slug>/rating-lists/", ratings.ClubRatingListsView.as_view(), name="club-rating-lists"),
    path("rating-lists/<int:list_id>/", ratings.RatingListView.as_view(), name="rating-list"),
    path("rating-lists/<int:list_id>/players/", ratings.RatedPlayersView.as_view(), name="rated-players"),
    path("rating-lists/<int:list_id>/changes/", ratings.RatingChangesView.as_view(), name="rating-changes"),
    path("rating-lists/<int:list_id>/reports/", ratings.RatingPeriodsView.as_view(), name="rating-reports"),
    path("rating-lists/<int:list_id>/recompute", ratings.RecomputeView.as_view(), name="rating-recompute"),
    path(
        "rating-lists/<int:list_id>/players/<int:person_id>/curve",
        ratings.RatingCurveView.as_view(),
        name="rating-curve",
    ),
    path("rating-reports/<int:period_id>/", ratings.RatingPeriodView.as_view(), name="rating-report"),
    path(
        "events/<int:event_id>/rating-reports/preview",
        rating_reports.RatingPreviewView.as_view(),
        name="event-rating-preview",
    ),
    path(
        "events/<int:event_id>/rating-reports",
        rating_reports.RatingReportView.as_view(),
        name="event-rating-reports",
    ),
    path("events/<int:event_id>/posts/", news.EventPostsView.as_view(), name="event-posts"),
    path("event-posts/<int:post_id>/", news.EventPostView.as_view(), name="event-post"),
    path("events/<int:event_id>/webhooks/", webhooks.WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<int:webhook_id>/", webhooks.WebhookView.as_view(), name="webhook"),
    path("webhooks/<int:webhook_id>/test", webhooks.WebhookTestView.as_view(), name="webhook-test"),
    path("events/<int:event_id>/files/", news.EventFilesView.as_view(), name="event-files"),
    path("event-files/<int:file_id>/", news.EventFileView.as_view(), name="event-file"),
    path("events/<int:event_id>/officials", setup.OfficialsView.as_view(), name="officials"),
    path(
        "events/<int:event_id>/regulations", regulations.RegulationsView.as_view(), name="event-regulations"
    ),
    path("regulation-presets/", regulations.RegulationPresetsView.as_view(), name="regulation-presets"),
    path("sections/<int:section_id>/entries/", entries.EntriesView.as_view(), name="entries"),
    path("sections/<int:section_id>/rounds/", rounds.RoundsView.as_view(), name="rounds"),
    path(
        "sections/<int:section_id>/forbidden-pairs/",
        forbidden_pairs.ForbiddenPairsView.as_view(),
        name="forbidden-pairs",
    ),
    path(
        "forbidden-pairs/<int:pair_id>/", forbidden_pairs.ForbiddenPairView.as_view(), name="forbidden-pair"
    ),
    path(
        "sections/<int:section_id>/entries/player-list",
        player_lists.PlayerListView.as_view(),
        name="player-list",
    ),
    path(
        "sections/<int:section_id>/entries/from-list",
        player_lists.ListedEntriesView.as_view(),
        name="listed-entries",
    ),
    path("sections/import", files.SectionImportView.as_view(), name="section-import"),
    path(
        "sections/<int:section_id>/export/json", files.SectionDocumentView.as_view(), name="section-document"
    ),
    path(
        "sections/<int:section_id>/export/<file_format:file_format>",
        files.SectionExportView.as_view(),
        name="section-export",
    ),
    path(
        "sections/<int:section_id>/export/<report_format:report_format>/notes",
        files.SectionExportNotesView.as_view(),
        name="section-export-notes",
    ),
    path("sections/<int:section_id>/paper/", printing.SheetKindsView.as_view(), name="paper-kinds"),
    path("sections/<int:section_id>/paper/<slug:kind>", printing.SheetView.as_view(), name="paper-sheet"),
    path("sections/<int:section_id>/members", teams.SectionMembersView.as_view(), name="section-members"),
    path("sections/<int:section_id>/board-table", board_tables.BoardTableView.as_view(), name="board-table"),
    path("sections/<int:section_id>/team-rules", teams.TeamRulesView.as_view(), name="team-rules"),
    path("entries/<int:entry_id>/members", teams.MembersView.as_view(), name="entry-members"),
    path("pairings/<int:pairing_id>/forfeit", results.MatchForfeitView.as_view(), name="match-forfeit"),
    path("members/<int:member_id>/", teams.MemberView.as_view(), name="member"),
    path("pairings/<int:pairing_id>/line-ups/<int:entry_id>", teams.LineUpView.as_view(), name="line-up"),
    path("sections/<int:section_id>/adjourned", results.UnendedView.as_view(), name="unended"),
    path(
        "pairings/<int:pairing_id>/games/<int:game>/adjournment",
        results.AdjournmentView.as_view(),
        name="adjournment",
    ),
    path("sections/<int:section_id>/cards/", boards.CardsView.as_view(), name="cards"),
    path("sections/<int:section_id>/cards/renew", boards.CardsRenewView.as_view(), name="cards-renew"),
    path("sections/<int:section_id>/disputes/", boards.DisputesView.as_view(), name="disputes"),
    path("cards/<int:card_id>/revoke", boards.CardRevokeView.as_view(), name="card-revoke"),
    path("disputes/<int:dispute_id>/decide", disputes.DisputeDecideView.as_view(), name="dispute-decide"),
    path("evenings/<str:secret>/", evening.EveningView.as_view(), name="evening"),
    path("evenings/<str:secret>/push/", evening.PushesView.as_view(), name="evening-pushes"),
    path(
        "evenings/<str:secret>/push/<int:subscription_id>/",
        evening.PushView.as_view(),
        name="evening-push",
    ),
    path("boards/<slug:token>/", boards.BoardView.as_view(), name="board"),
    path("boards/<slug:token>/reports", boards.BoardReportView.as_view(), name="board-report"),
    path("entries/<int:entry_id>/", entries.EntryView.as_view(), name="entry"),
    path("entries/<int:entry_id>/withdraw", late_arrivals.EntryWithdrawView.as_view(), name="entry-withdraw"),
    path("entries/<int:entry_id>/readmit", entries.EntryReadmitView.as_view(), name="entry-readmit"),
    path(
        "entries/<int:entry_id>/byes/<round_number:round_number>",
        entries.EntryByeView.as_view(),
        name="entry-bye",
    ),
    path("sections/<int:section_id>/copies/", site.EventCopiesView.as_view(), name="section-copies"),
    path(
        "sections/<int:section_id>/copies/<int:job_id>/file",
        site.EventCopyFileView.as_view(),
        name="section-copy-file",
    ),
    path("demo/", site.DemoView.as_view(), name="demo"),
    path("demo/remove", site.DemoRemoveView.as_view(), name="demo-remove"),
    path("rounds/<int:round_id>/", rounds.RoundView.as_view(), name="round"),
    path("rounds/<int:round_id>/doubts", boards.DoubtsView.as_view(), name="round-doubts"),
    path(
        "rounds/<int:round_id>/publication", rounds.RoundPublicationView.as_view(), name="round-publication"
    ),
    path("rounds/<int:round_id>/publish", rounds.RoundPublishView.as_view(), name="round-publish"),
    path("rounds/<int:round_id>/unpublish", rounds.RoundUnpublishView.as_view(), name="round-unpublish"),
    path("rounds/<int:round_id>/close", rounds.RoundCloseView.as_view(), name="round-close"),
    path("rounds/<int:round_id>/reopen", rounds.RoundReopenView.as_view(), name="round-reopen"),
    path(
        "rounds/<int:round_id>/late-arrivals", late_arrivals.LateArrivalsView.as_view(), name="late-arrivals"
    ),
    path("rounds/<int:round_id>/seat", manual_pairing.RoundSeatView.as_view(), name="round-seat"),
    path("rounds/<int:round_id>/swap", rounds.RoundSwapView.as_view(), name="round-swap"),
    path("pairings/<int:pairing_id>/", results.PairingView.as_view(), name="pairing"),
    path("pairings/<int:pairing_id>/apart", manual_pairing.PairingApartView.as_view(), name="pairing-apart"),
    path("pairings/<int:pairing_id>/tie-breaks", decisions.TieBreaksView.as_view(), name="tie-breaks"),
    path(
        "pairings/<int:pairing_id>/tie-breaks/<int:game>", decisions.TieBreakView.as_view(), name="tie-break"
    ),
    path("pairings/<int:pairing_id>/decision", decisions.DecisionView.as_view(), name="decision"),
    path("pairings/<int:pairing_id>/turn", rounds.PairingTurnView.as_view(), name="pairing-turn"),
    path(
        "pairings/<int:pairing_id>/redraw", manual_pairing.PairingRedrawView.as_view(), name="pairing-redraw"
    ),
    path("pairings/<int:pairing_id>/lock", rounds.PairingLockView.as_view(), name="pairing-lock"),
    path(
        "pairings/<int:pairing_id>/games/<int:game>/correction",
        corrections.CorrectionView.as_view(),
        name="correction",
    ),
    path("pairings/<int:pairing_id>/games/<int:game>/result", results.ResultView.as_view(), name="result"),
    path("pairings/<int:pairing_id>/records", records.RecordsView.as_view(), name="records"),
    path("pairings/<int:pairing_id>/games/<int:game>/record", records.RecordView.as_view(), name="record"),
    path("events/<int:event_id>/broadcast", live_boards.BroadcastView.as_view(), name="broadcast"),
    path("events/<int:event_id>/live-boards", live_boards.EventBoardsView.as_view(), name="live-boards"),
    path("events/<int:event_id>/live-alerts", live_boards.AlertsView.as_view(), name="live-alerts"),
    path("rounds/<int:round_id>/live-boards", live_boards.RoundBoardsView.as_view(), name="round-boards"),
    path("rounds/<int:round_id>/lead-boards", lead_boards.LeadBoardsView.as_view(), name="lead-boards"),
    path("live-boards/<int:board_id>/", live_boards.LiveBoardView.as_view(), name="live-board"),
    path("live-boards/<int:board_id>/entry", live_boards.LiveEntryView.as_view(), name="live-entry"),
    path("live-boards/<int:board_id>/moves", live_boards.LiveMovesView.as_view(), name="live-moves"),
    path("live-boards/<int:board_id>/clocks", live_boards.LiveClocksView.as_view(), name="live-clocks"),
    path("live-boards/<int:board_id>/finish", live_boards.LiveFinishView.as_view(), name="live-finish"),
    path("rounds/<int:round_id>/live-feeds", live_feeds.FeedsView.as_view(), name="live-feeds"),
    path("rounds/<int:round_id>/live-pdn", live_feeds.PdnView.as_view(), name="live-pdn"),
    path("live-feeds/<int:feed_id>/", live_feeds.FeedView.as_view(), name="live-feed"),
    path("live-alerts/<int:alert_id>/stand", live_boards.StandView.as_view(), name="live-alert-stand"),
    path("live-alerts/<int:alert_id>/dismiss", live_boards.DismissView.as_view(), name="live-alert-dismiss"),
    path("live-alerts/<int:alert_id>/case", live_boards.AlertCaseView.as_view(), name="live-alert-case"),
    path("events/<int:event_id>/screens", screens.ScreensView.as_view(), name="screens"),
    path("events/<int:event_id>/screen-families", screens.FamiliesView.as_view(), name="screen-families"),
    path("events/<int:event_id>/hall", screens.HallView.as_view(), name="hall"),
    path("screens/<int:screen_id>/", screens.ScreenView.as_view(), name="screen"),
    path("screen-families/<int:family_id>/", screens.FamilyView.as_view(), name="screen-family"),
    path("screen-families/<int:family_id>/page", screens.FamilyPageView.as_view(), name="screen-page"),
]
