"""URLs of the games app's pages."""

from django.urls import path

from games.archive.pages import archive, imports, sharing
from games.explorer.pages import explorer, search
from games.house_rules.pages import house_rules, public_house_rules
from games.judging.pages import (
    adjudication,
    check,
    comparison,
    ending_tables,
    entry,
    laws,
    pictures,
    saved_checks,
)
from games.site import pages as home

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("games/", archive.games, name="list"),
    path("games/check/", check.check, name="check"),
    path("games/check/keep/", saved_checks.keep, name="keep"),
    path("games/saved/<str:secret>/", saved_checks.saved, name="saved"),
    path("games/saved/<str:secret>/<str:owner>/", saved_checks.saved_owner, name="saved_owner"),
    path("games/enter/", entry.enter, name="enter"),
    path("games/compare/", comparison.compare, name="compare"),
    path("games/adjudicate/", adjudication.adjudicate, name="adjudicate"),
    path("games/explorer/", explorer.explorer, name="explorer"),
    path("games/explorer/positions/", search.positions, name="position_search"),
    path("games/explorer/endings/", search.endings, name="ending_search"),
    path("games/imports/", imports.imports, name="imports"),
    path("games/imports/<int:import_id>/", imports.archive_import, name="import"),
    path("games/imports/<int:import_id>/progress/", imports.progress, name="import_progress"),
    path("games/imports/<int:import_id>/cancel/", imports.cancel, name="import_cancel"),
    path("games/imports/<int:import_id>/first-result/", imports.first_result, name="import_first_result"),
    path("games/<int:game_id>/", archive.game, name="game"),
    path("games/<int:game_id>/print/", archive.game_sheet, name="game_sheet"),
    path("games/<int:game_id>/share/", sharing.share, name="share"),
    path("games/<int:game_id>/embed/", sharing.embed, name="embed_game"),
    path("games/<int:game_id>/embed/<int:ply>/", sharing.embed, name="embed"),
    path("games/<int:game_id>/embed/<int:ply>/<slug:theme>/", sharing.embed, name="embed_theme"),
    path("games/<int:game_id>/card/<int:ply>/<slug:version>.png", sharing.card, name="card"),
    path("games/<int:game_id>/picture/<int:ply>.png", sharing.picture, {"kind": "png"}, name="picture_png"),
    path("games/<int:game_id>/picture/<int:ply>.svg", sharing.picture, {"kind": "svg"}, name="picture_svg"),
    path("positions/picture.png", pictures.position_picture, {"kind": "png"}, name="position_png"),
    path("positions/picture.svg", pictures.position_picture, {"kind": "svg"}, name="position_svg"),
    path("desk/house-rules/", house_rules.house_rules_list, name="house_rules_list"),
    path("desk/house-rules/new/", house_rules.new_house_rules, name="new_house_rules"),
    path("desk/house-rules/<int:rules_id>/", house_rules.house_rules, name="house_rules"),
    path("desk/ending-tables/", ending_tables.ending_tables, name="ending_tables"),
    path("desk/ending-tables/cancel/", ending_tables.cancel, name="ending_tables_cancel"),
    path("laws/house/<slug:key>/", public_house_rules.rules_of_a_house, name="rules_of_a_house"),
    path("laws/", laws.law_books, name="laws"),
    path("laws/<slug:key>/", laws.law_book, name="law_book"),
]
