"""Rules of a house among the games that a person chooses from: entering, checking, weighing, searching."""

import json
import re

import pytest
from django.urls import reverse
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.models import Organisation, Role, RoleGrant, User
from games.archive.services.archive import save_game
from games.house_rules import selectors
from games.house_rules.selectors import is_variant, variant_named
from games.house_rules.services import make_house_rules, retire_house_rules
from games.house_rules.variant_names import (
    games_of_archive,
    games_of_club,
    games_of_clubs,
    public_games,
)
from games.rules import VARIANTS, derive

pytestmark = pytest.mark.django_db
FLYING = {"king_flies": "yes"}
NAME = "English draughts (American checkers): flying kings"
FAR = '[FEN "B:W32:BK1,K4"]\n\n1. 1-19 32-28 2. 4-22 *'


def made(club, changes=None, *, name="Saturday kings"):
    return make_house_rules(
        organisation_id=club.pk, name=name, base="english", changes=changes or FLYING, actor=SYSTEM
    )


@world
def rules(club):
    return made(club)


@world
def other():
    return Organisation.objects.create(slug="south", name="South club")


def named(groups):
    """The choices beside the shipped games, a label a group."""
    return {
        str(label): {key: str(name) for key, name in choices}
        for label, choices in groups
        if choices[0][0] not in VARIANTS
    }


def options_of(page):
    return dict(re.findall(r'<option value="(house-[0-9a-f]+|base=[^"]+)"[^>]*>([^<]*)</option>', page))


def chosen_on(page):
    """The game that the select of games stands on."""
    select = re.search(r"<select[^>]*variant.*?</select>", page, re.DOTALL).group(0)
    return re.search(r'<option value="([^"]*)" selected', select).group(1)


# -- which are offered, to whom, under which name --------------------------------------------------


def test_everybody_is_offered_each_rules_once_by_what_they_change(rules, other):
    made(other, name="Blitz")
    assert named(public_games()) == {"House rules": {rules.key: NAME}}


def test_the_club_reads_its_own_names_and_not_those_of_others(club, rules, other):
    theirs = made(other, {"rows_of_men": "2"}, name="Children")
    mine = named(games_of_club(club.pk))
    assert mine == {"House rules of the club": {rules.key: f"Saturday kings ({NAME})"}}
    both = named(games_of_clubs(frozenset({club.pk, other.pk})))
    assert list(both) == ["House rules: North club", "House rules: South club"]
    assert list(both["House rules: South club"]) == [theirs.key]
    assert named(games_of_clubs(frozenset({club.pk}))) == mine
    assert named(games_of_clubs(frozenset())) == {}


def test_retired_rules_are_offered_to_nobody_and_stay_where_they_were_chosen(club, rules):
    retire_house_rules(rules_id=rules.pk, actor=SYSTEM)
    assert named(public_games()) == named(games_of_club(club.pk)) == {}
    assert named(public_games(chosen=rules.key)) == {"Other house rules": {rules.key: NAME}}
    assert named(games_of_club(club.pk, chosen=rules.key)) == {"Other house rules": {rules.key: NAME}}
    assert named(public_games(chosen="house-000000000000")) == {}


def test_rules_that_came_with_a_game_are_searched_by_and_not_offered(club):
    elsewhere = derive(VARIANTS["russian"], {"rows_of_men": "2"})
    tags = "".join(f'[{name} "{value}"]\n' for name, value in elsewhere.pinning_tags)
    save_game(organisation=club, text=f"{tags}\n1. c3-d4 *", actor=SYSTEM)
    assert named(public_games()) == {}
    assert named(games_of_archive()) == {
        "House rules": {elsewhere.key: "Russian draughts: Rows of men at the start: 2"}
    }


def test_rules_without_a_game_are_not_searched_by(rules):
    assert named(games_of_archive()) == {}


def test_where_there_are_too_many_those_of_most_clubs_are_listed(club, rules, other, monkeypatch):
    made(other, {"rows_of_men": "2"}, name="Children")
    made(other, FLYING)
    monkeypatch.setattr(selectors, "MAX_OFFERED", 1)
    assert named(public_games()) == {"House rules": {rules.key: NAME}}


# -- the pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["check", "enter", "compare", "adjudicate"])
def test_a_page_offers_them_to_visitors_and_as_soon_as_they_are_made(client, club, page):
    address = reverse(f"games:{page}")
    assert options_of(client.get(address).content.decode()) == {}
    row = made(club)
    for kept in PAGE_CACHE.pages.values():
        kept.fresh_until = 0.0  # a second later
    assert options_of(client.get(address).content.decode()) == {row.key: NAME}
    retire_house_rules(rules_id=row.pk, actor=SYSTEM)
    asked = client.get(address, {"variant": row.key}).content.decode()
    if page != "compare":  # nobody is sent there with a game
        assert options_of(asked) == {row.key: NAME}
        assert chosen_on(asked) == row.key


def test_the_entry_page_knows_their_board_and_the_tags_of_a_record(client, rules):
    page = client.get("/games/enter/").content.decode()
    found = re.search(r'<script id="entry-variants" type="application/json">(.*?)</script>', page)
    facts = json.loads(found.group(1))
    variant = variant_named(rules.key)
    assert facts[rules.key]["king_flies"] is True
    assert facts[rules.key]["pinning_tags"] == [list(tag) for tag in variant.pinning_tags]
    assert facts[rules.key]["rule_tag"][0] == "GameType"
    assert facts["killer"]["pinning_tags"] == []


def test_a_record_is_checked_by_the_rules_that_were_chosen(client, rules):
    given = {"pdn": FAR, "law_book": "standard-laws"}
    by_base = client.post("/games/check/", {**given, "variant": "english"}).content.decode()
    by_house = client.post("/games/check/", {**given, "variant": rules.key}).content.decode()
    assert "(SL-I1c)" in by_base
    assert "(SL-I1c)" not in by_house
    assert chosen_on(by_house) == rules.key
    retire_house_rules(rules_id=rules.pk, actor=SYSTEM)
    assert client.post("/games/check/", {**given, "variant": rules.key}).status_code == 200
    for nonsense in ("house-000000000000", "house-\0", "base=chess; king_flies=yes"):
        assert client.post("/games/check/", {**given, "variant": nonsense}).status_code == 422


def test_two_sheets_are_compared_by_the_rules_that_were_chosen(client, rules):
    other_end = FAR.replace("4-22", "4-18")
    given = {"first": FAR, "second": other_end, "variant": rules.key}
    page = client.post("/games/compare/", given)
    assert page.status_code == 200
    assert "4-22" in page.content.decode()


def test_a_position_is_weighed_by_the_book_of_the_base(client, rules):
    page = client.get("/games/adjudicate/", {"variant": rules.key, "fen": "W:WK1:BK10", "law_book": "wcdf"})
    text = page.content.decode()
    assert 'data-outcome="proved_win"' in text
    assert "WCDF-1.32" in text
    assert chosen_on(text) == rules.key


def test_games_are_searched_by_rules_of_a_house_on_the_page_and_by_the_api(client, club, rules):
    kept = save_game(organisation=club, text=FAR, variant=rules.key, actor=SYSTEM)
    save_game(organisation=club, text="1. 11-15 *", actor=SYSTEM)
    page = client.get("/games/", {"variant": rules.key}).content.decode()
    assert "1 game found" in " ".join(page.split()).replace("</p>", "")
    assert options_of(page) == {rules.key: NAME}
    found = client.get("/api/v1/games/", {"variant": rules.key}).json()
    assert [one["id"] for one in found["results"]] == [kept.pk]
    assert client.get("/api/v1/games/", {"variant": "chess"}).status_code == 400
    assert client.get("/api/v1/games/", {"variant": "house-0"}).status_code == 400


def test_a_file_is_imported_by_the_rules_of_the_club(client, club, rules, other):
    made(other, {"rows_of_men": "2"}, name="Children")
    user = User.objects.create_user("k@club.example")
    RoleGrant.objects.create(user=user, organisation=club, role=Role.OWNER)
    client.force_login(user)
    page = client.get("/games/imports/").content.decode()
    assert options_of(page) == {rules.key: f"Saturday kings ({NAME})"}


# -- the page of the rules -------------------------------------------------------------------------


def test_the_page_of_the_rules_leads_to_what_is_done_by_them(client, rules):
    page = client.get(f"/laws/house/{rules.key}/").content.decode()
    for address in ("/games/enter/", "/games/check/", "/games/adjudicate/", "/games/"):
        assert f'href="{address}?variant={rules.key}"' in page


def test_the_page_of_the_rules_shows_what_gives_way_in_every_book_of_the_game(client, rules):
    page = client.get(f"/laws/house/{rules.key}/").content.decode()
    assert "Overridden articles" in page
    for article in ("SL-M2", "SL-M3", "A-M3", "WCDF-1.17"):
        assert f'<article class="article" id="{article}">' in page
    assert page.count('<a href="#HR-3">') == 5  # the rule itself, and each that yields to it
    assert 'id="SL-M1"' not in page
    assert "overridden by" not in client.get("/laws/standard-laws/").content.decode()


def test_a_key_that_is_no_hash_asks_nobody(django_assert_num_queries):
    with django_assert_num_queries(0):
        for key in ("house-", "house-\0", "house-XYZ", "house-4a55d23f61601"):
            assert not is_variant(key)
