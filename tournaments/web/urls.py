"""Addresses of the tournaments app's pages."""

from django.urls import path

from tournaments.web import (
    desk_entries,
    desk_events,
    desk_files,
    desk_lists,
    desk_openings,
    desk_results,
    desk_rounds,
    player_page,
    print_sheets,
    public,
)

app_name = "tournaments"

urlpatterns = [
    path("events/", public.events, name="events"),
    path("e/<slug:slug>/", public.event, name="event"),
    path("e/<slug:slug>/<slug:section>/players/", public.players, name="players"),
    path("e/<slug:slug>/<slug:section>/players/<int:number>/", player_page.player, name="player"),
    path("e/<slug:slug>/<slug:section>/pairings/<int:number>/", public.pairings, name="pairings"),
    path("e/<slug:slug>/<slug:section>/standings/", public.standings, name="standings"),
    path("e/<slug:slug>/<slug:section>/crosstable/", public.crosstable, name="crosstable"),
    path("desk/events/", desk_events.events, name="desk_events"),
    path("desk/events/import/", desk_files.new_from_file, name="desk_event_import"),
    path("desk/events/<int:event_id>/", desk_events.event, name="desk_event"),
    path("desk/events/<int:event_id>/show/", desk_events.show, name="desk_event_show"),
    path("desk/events/<int:event_id>/sections/", desk_events.new_section, name="desk_section_new"),
    path("desk/sections/<int:section_id>/", desk_rounds.section, name="desk_section"),
    path("desk/sections/<int:section_id>/settings/", desk_events.settings, name="desk_settings"),
    path("desk/sections/<int:section_id>/entries/", desk_entries.entries, name="desk_entries"),
    path("desk/sections/<int:section_id>/entries/list/", desk_lists.entry_list, name="desk_entry_list"),
    path("desk/sections/<int:section_id>/files/", desk_files.files, name="desk_files"),
    path("desk/sections/<int:section_id>/propose/", desk_rounds.propose, name="desk_propose"),
    path("desk/sections/<int:section_id>/standings/", desk_rounds.standings, name="desk_standings"),
    path("desk/entries/<int:entry_id>/<slug:act>/", desk_entries.act, name="desk_entry_act"),
    path("desk/rounds/<int:round_id>/", desk_rounds.round_page, name="desk_round"),
    path("desk/rounds/<int:round_id>/swap/", desk_rounds.swap, name="desk_swap"),
    path("desk/rounds/<int:round_id>/print/<slug:what>/", print_sheets.round_sheet, name="round_sheet"),
    path("desk/sections/<int:section_id>/print/", print_sheets.section_sheet, name="section_sheet"),
    path("desk/rounds/<int:round_id>/<slug:act>/", desk_rounds.act, name="desk_round_act"),
    path("desk/pairings/<int:pairing_id>/<int:game>/", desk_results.record, name="desk_result"),
    path("desk/pairings/<int:pairing_id>/redraw/", desk_openings.redraw, name="desk_redraw"),
    path("desk/pairings/<int:pairing_id>/<slug:act>/", desk_rounds.board_act, name="desk_board_act"),
]
