"""Events in the admin: looked at there, changed only at the desk and over the interface."""

from django.contrib import admin
from django.db.models import F

from club.accounts.admin_access import CapabilityAdmin
from club.core.capabilities import Capability
from tournaments.core.row_orders import boards_by_event, sections_by_event
from tournaments.models import (
    Entry,
    Event,
    GameResult,
    Pairing,
    PrizeHandout,
    Round,
    Section,
    StandingsSnapshot,
)


@admin.register(Event)
class EventAdmin(CapabilityAdmin):
    """Events of the clubs."""

    looks, club_path = Capability.SEE_DESK, "organisation_id"

    list_display = ("name", "organisation", "starts_on", "ends_on", "state")
    list_filter = ("state", "organisation")
    list_select_related = ("organisation",)
    search_fields = ("name", "slug", "venue")


@admin.register(Section)
class SectionAdmin(CapabilityAdmin):
    """Their sections, with what play is pinned to."""

    looks, club_path = Capability.SEE_DESK, "event__organisation_id"

    list_display = ("name", "event", "variant", "system", "rounds", "games_per_pairing")
    ordering = sections_by_event()
    list_filter = ("system", "variant")
    list_select_related = ("event",)
    search_fields = ("name", "event__name")


@admin.register(Entry)
class EntryAdmin(CapabilityAdmin):
    """Who plays."""

    looks, club_path = Capability.SEE_DESK, "section__event__organisation_id"

    list_display = ("name", "section", "number", "rating", "state", "first_round", "last_round")
    ordering = (
        *sections_by_event("section__"),
        F("number").asc(nulls_last=True),
        *("-rating", "name", "pk"),
    )
    list_filter = ("state",)
    list_select_related = ("section__event",)
    search_fields = ("name", "club_name")


@admin.register(Round)
class RoundAdmin(CapabilityAdmin):
    """Rounds."""

    looks, club_path = Capability.SEE_DESK, "section__event__organisation_id"

    list_display = ("section", "number", "state", "system", "published_at", "closed_at")
    ordering = (*sections_by_event("section__"), "number")
    list_filter = ("state", "system")
    list_select_related = ("section__event",)


@admin.register(Pairing)
class PairingAdmin(CapabilityAdmin):
    """Boards and byes."""

    looks, club_path = Capability.SEE_DESK, "round__section__event__organisation_id"

    list_display = ("round", "board_number", "white", "black", "bye", "is_by_hand")
    ordering = boards_by_event()
    list_filter = ("bye", "is_by_hand")
    list_select_related = ("round__section__event", "white", "black")


@admin.register(GameResult)
class GameResultAdmin(CapabilityAdmin):
    """Results, game by game."""

    looks, club_path = Capability.SEE_DESK, "pairing__round__section__event__organisation_id"

    list_display = ("pairing", "number", "outcome", "is_adjudicated", "entered_by", "entered_at")
    ordering = (*boards_by_event("pairing__"), "number")
    list_filter = ("outcome", "is_adjudicated")
    list_select_related = ("pairing__white", "pairing__black")


@admin.register(StandingsSnapshot)
class StandingsSnapshotAdmin(CapabilityAdmin):
    """Standings as they were published."""

    looks, club_path = Capability.SEE_DESK, "section__event__organisation_id"

    list_display = ("section", "round_number", "cause", "reason", "published_at")
    ordering = (*sections_by_event("section__"), "-pk")
    list_filter = ("cause",)
    list_select_related = ("section__event",)


@admin.register(PrizeHandout)
class PrizeHandoutAdmin(CapabilityAdmin):
    """Prizes that are public."""

    looks, club_path = Capability.SEE_DESK, "section__event__organisation_id"

    list_display = ("section", "round_number", "currency", "sharing", "published_at")
    list_select_related = ("section__event",)
