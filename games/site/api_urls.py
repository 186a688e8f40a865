"""URLs of version 1 of the games API."""

from django.urls import path

from games.archive.api import games, imports
from games.explorer.api import explorer
from games.house_rules import api as house_rules
from games.judging.api import adjudication, ending_tables, judging, law_books, saved_checks

app_name = "games-api"

urlpatterns = [
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<int:game_id>/", games.GameView.as_view(), name="game"),
    path("games/<int:game_id>/pdn", games.GamePdnView.as_view(), name="game-pdn"),
    path("judge", judging.JudgeView.as_view(), name="judge"),
    path("judge/keep", saved_checks.KeepView.as_view(), name="judge-keep"),
    path("explorer/", explorer.ExplorerView.as_view(), name="explorer"),
    path("positions/search", explorer.PositionSearchView.as_view(), name="position-search"),
    path("positions/endings", explorer.EndingSearchView.as_view(), name="ending-search"),
    path("positions/moves", judging.MovesView.as_view(), name="moves"),
    path("positions/adjudicate", adjudication.AdjudicationView.as_view(), name="adjudicate"),
    path("ending-tables/", ending_tables.EndingTablesView.as_view(), name="ending-tables"),
    path(
        "ending-tables/cancel",
        ending_tables.EndingBuildCancelView.as_view(),
        name="ending-tables-cancel",
    ),
    path("compare", judging.CompareView.as_view(), name="compare"),
    path("law-books/", law_books.LawBooksView.as_view(), name="law-books"),
    path("law-books/<slug:key>/", law_books.LawBookView.as_view(), name="law-book"),
    path("house-rules/", house_rules.HouseRulesListView.as_view(), name="house-rules-list"),
    path("house-rules/<int:rules_id>/", house_rules.HouseRulesView.as_view(), name="house-rules"),
    path(
        "house-rules/<int:rules_id>/retire",
        house_rules.HouseRulesRetireView.as_view(),
        name="house-rules-retire",
    ),
    path(
        "house-rules/<int:rules_id>/offer",
        house_rules.HouseRulesOfferView.as_view(),
        name="house-rules-offer",
    ),
    path("imports/", imports.ImportsView.as_view(), name="imports"),
    path("imports/<int:import_id>/", imports.ImportView.as_view(), name="import"),
    path("imports/<int:import_id>/problems/", imports.ImportProblemsView.as_view(), name="import-problems"),
    path("imports/<int:import_id>/cancel", imports.ImportCancelView.as_view(), name="import-cancel"),
    path(
        "imports/<int:import_id>/first-result",
        imports.ImportFirstResultView.as_view(),
        name="import-first-result",
    ),
]
