"""Addresses of version 1."""

from django.urls import path, register_converter

from tournaments.api.v1 import entries, events, files, results, rounds, sections
from tournaments.selectors.section_exports import PUBLIC_FORMATS

app_name = "tournaments-api"


class RoundNumber:
    """1 to 99."""

    regex = r"[1-9][0-9]?"

    def to_python(self, value: str) -> int:
        """As a number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """As it stands."""
        return str(value)


class FileFormat:
    """A format that everybody may have."""

    regex = "|".join(PUBLIC_FORMATS)

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


register_converter(RoundNumber, "round_number")
register_converter(FileFormat, "file_format")

urlpatterns = [
    path("events/", events.EventsView.as_view(), name="events"),
    path("events/<int:event_id>/", events.EventView.as_view(), name="event"),
    path("events/<int:event_id>/shown", events.EventShownView.as_view(), name="event-shown"),
    path("events/<int:event_id>/sections/", events.EventSectionsView.as_view(), name="event-sections"),
    path("sections/<int:section_id>/", sections.SectionView.as_view(), name="section"),
    path("sections/<int:section_id>/standings", sections.StandingsView.as_view(), name="standings"),
    path("sections/<int:section_id>/crosstable", sections.CrossTableView.as_view(), name="crosstable"),
    path("sections/<int:section_id>/entries/", entries.EntriesView.as_view(), name="entries"),
    path("sections/<int:section_id>/rounds/", rounds.RoundsView.as_view(), name="rounds"),
    path("sections/import", files.SectionImportView.as_view(), name="section-import"),
    path(
        "sections/<int:section_id>/export/json", files.SectionDocumentView.as_view(), name="section-document"
    ),
    path(
        "sections/<int:section_id>/export/<file_format:file_format>",
        files.SectionExportView.as_view(),
        name="section-export",
    ),
    path("entries/<int:entry_id>/", entries.EntryView.as_view(), name="entry"),
    path("entries/<int:entry_id>/withdraw", entries.EntryWithdrawView.as_view(), name="entry-withdraw"),
    path("entries/<int:entry_id>/readmit", entries.EntryReadmitView.as_view(), name="entry-readmit"),
    path(
        "entries/<int:entry_id>/byes/<round_number:round_number>",
        entries.EntryByeView.as_view(),
        name="entry-bye",
    ),
    path("rounds/<int:round_id>/", rounds.RoundView.as_view(), name="round"),
    path("rounds/<int:round_id>/publish", rounds.RoundPublishView.as_view(), name="round-publish"),
    path("rounds/<int:round_id>/unpublish", rounds.RoundUnpublishView.as_view(), name="round-unpublish"),
    path("rounds/<int:round_id>/close", rounds.RoundCloseView.as_view(), name="round-close"),
    path("rounds/<int:round_id>/reopen", rounds.RoundReopenView.as_view(), name="round-reopen"),
    path("rounds/<int:round_id>/swap", rounds.RoundSwapView.as_view(), name="round-swap"),
    path("pairings/<int:pairing_id>/", results.PairingView.as_view(), name="pairing"),
    path("pairings/<int:pairing_id>/turn", rounds.PairingTurnView.as_view(), name="pairing-turn"),
    path("pairings/<int:pairing_id>/lock", rounds.PairingLockView.as_view(), name="pairing-lock"),
    path("pairings/<int:pairing_id>/games/<int:game>/result", results.ResultView.as_view(), name="result"),
]
