"""House rules of a club: made, retired, kept with the games that came under them, and nobody else's."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from worlds import world

from club.audit.services import rehearse_undo, undo_entry
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import CannotUndo, NotAllowed
from club.core.messages import refusal_text
from club.models import AuditEntry, Organisation, Role, RoleGrant, User
from games.archive.selectors.exporting import exported_pdn
from games.archive.services.archive import save_game
from games.core.errors import (
    HouseRulesKept,
    HouseRulesNameTaken,
    HouseRulesNotOffered,
    HouseRulesShipped,
    UnknownVariant,
)
from games.house_rules.messages import FIXED_FACTS, HouseRulesUnfit
from games.house_rules.models import ImmutableRules
from games.house_rules.pages.forms import HouseRulesForm
from games.house_rules.selectors import (
    house_rules_of,
    is_variant,
    offered_rules,
    require_playable,
    variant_named,
)
from games.house_rules.services import derived_rules, make_house_rules, offer_house_rules, retire_house_rules
from games.house_rules.variant_names import variant_name
from games.judging.choices import stored_verdict
from games.models import Game, HouseRules
from games.rules import VARIANTS, derive
from games.rules.house_facts import CHANGEABLE, FACTS

pytestmark = pytest.mark.django_db
FLYING = {"king_flies": "yes"}
KEY = "house-4a55d23f6160"
FAR = '[FEN "B:W32:BK1,K4"]\n\n1. 1-19 32-28 2. 4-22 *'


def made(club, *, name="Saturday kings", base="english", changes=None, actor=SYSTEM):
    return make_house_rules(
        organisation_id=club.pk, name=name, base=base, changes=changes or FLYING, actor=actor
    )


@world
def other():
    return Organisation.objects.create(slug="south", name="South club")


def test_rules_are_made_with_the_hash_as_key_and_stand_on_the_trail(club):
    row = made(club, name="  Saturday   kings ")
    assert (row.key, row.name, row.base) == (KEY, "Saturday kings", "english")
    assert row.changes == {"king_flies": "yes", "king_must_land_to_go_on": "yes"}
    entry = AuditEntry.objects.get(action="games.house_rules.made")
    assert (entry.organisation_id, entry.after["rules_key"]) == (club.pk, KEY)
    assert variant_named(KEY).king_flies


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        pytest.param({"changes": {"king_flies": "no"}}, HouseRulesUnfit, id="nothing changed"),
        pytest.param({"base": "chess"}, HouseRulesUnfit, id="no such base"),
        pytest.param({"base": KEY}, HouseRulesUnfit, id="house rules are no base"),
        pytest.param({"name": " "}, HouseRulesUnfit, id="no name"),
        pytest.param(
            {"changes": {"king_flies": "yes", "man_captures_backward": "yes", "crowning": "passes"}},
            HouseRulesShipped,
            id="that is pool",
        ),
        pytest.param({"name": "Kings of Sunday"}, HouseRulesKept, id="the same rules under another name"),
        pytest.param({"changes": {"rows_of_men": "2"}}, HouseRulesNameTaken, id="the name of other rules"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(club, facts, refusal):
    made(club)
    with pytest.raises(refusal) as refused:
        made(club, **facts)
    assert "%(" not in " ".join(refusal_text(refused.value))
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param(
            {"geometry": "10x10"},
            "House rules cannot change this: the board (geometry). Game records use the GameType of the base "
            "variant",
            id="a fact that is fixed, and why",
        ),
        pytest.param({"kings_fly": "yes"}, "There is no rule “kings_fly”.", id="a slip of the pen"),
        pytest.param(
            {"king_flies": "perhaps"},
            "Flying kings (king_flies): “perhaps” is not a valid value.",
            id="no value of the fact",
        ),
        pytest.param(
            {"king_landing": "directly_behind"},
            "It requires Flying kings (king_flies): yes. Change both",
            id="facts that contradict each other",
        ),
        pytest.param(
            {},
            "Nothing was changed: these are exactly the rules of English draughts (American checkers).",
            id="nothing",
        ),
    ],
)
def test_a_refusal_names_the_fact_why_it_cannot_be_and_what_to_do(changes, said):
    with pytest.raises(HouseRulesUnfit) as refused:
        derived_rules(base="english", changes=changes)
    told = " ".join(refusal_text(refused.value))
    assert said in told
    assert refused.value.facts["reason"] not in told


@pytest.mark.parametrize("base", list(VARIANTS))
def test_every_fact_that_stays_the_bases_has_words(base):
    for fact in set(FACTS) - set(CHANGEABLE):
        with pytest.raises(HouseRulesUnfit) as refused:
            derived_rules(base=base, changes={fact: "x"})
        assert refusal_text(refused.value).what.startswith(
            f"House rules cannot change this: {FIXED_FACTS[fact]} ({fact})"
        )


def test_rules_are_never_changed_and_never_renamed(club):
    row = made(club)
    row.name = "Sunday kings"
    with pytest.raises(ImmutableRules):
        row.save()
    with pytest.raises(ImmutableRules):
        row.save(update_fields=["changes", "retired_at"])


def test_two_clubs_with_the_same_rules_have_the_same_key_and_their_own_names(club, other):
    assert made(club).key == made(other, name="Blitz").key
    assert [row.name for row in offered_rules(organisation_id=other.pk)] == ["Blitz"]
    assert variant_name(KEY) == "English draughts (American checkers): flying kings"


def test_another_clubs_rules_are_not_played_by(club, other):
    row = made(club)
    require_playable(row.key, organisation_id=club.pk)
    require_playable("russian", organisation_id=other.pk)
    with pytest.raises(UnknownVariant):
        require_playable(row.key, organisation_id=other.pk)
    with pytest.raises(UnknownVariant):
        save_game(organisation=other, text=FAR, variant=row.key, actor=SYSTEM)
    assert not Game.objects.exists()


def test_who_may_make_and_retire_rules(club, other):
    row = made(club)
    director = User.objects.create_user("d@club.example")
    RoleGrant.objects.create(user=director, organisation=other, role=Role.DIRECTOR)
    for actor in (VISITOR, Actor(user=director, label="dora")):
        with pytest.raises(NotAllowed):
            made(club, name="x", changes={"rows_of_men": "2"}, actor=actor)
        with pytest.raises(NotAllowed):
            retire_house_rules(rules_id=row.pk, actor=actor)
    assert made(other, actor=Actor(user=director, label="dora")).is_offered


def test_retired_rules_are_offered_no_more_and_again(club):
    row = made(club)
    assert not retire_house_rules(rules_id=row.pk, actor=SYSTEM).is_offered
    with pytest.raises(HouseRulesNotOffered):
        require_playable(KEY, organisation_id=club.pk)
    assert variant_named(KEY).key == KEY  # what was played by them is still read
    assert offer_house_rules(rules_id=row.pk, actor=SYSTEM).is_offered


def test_offered_rules_are_listed_before_retired_ones(club):
    retired, offered = made(club, name="A"), made(club, name="B", changes={"rows_of_men": "2"})
    retire_house_rules(rules_id=retired.pk, actor=SYSTEM)
    assert list(house_rules_of(organisation_id=club.pk)) == [offered, retired]


def test_making_and_retiring_are_undone_by_retiring_and_offering(club):
    row = made(club)
    first = AuditEntry.objects.get(action="games.house_rules.made")
    undo_entry(entry_id=first.pk, actor=SYSTEM)
    row.refresh_from_db()
    assert not row.is_offered
    retired = AuditEntry.objects.get(action="games.house_rules.retired")
    undo_entry(entry_id=retired.pk, actor=SYSTEM)
    row.refresh_from_db()
    assert row.is_offered
    offered = AuditEntry.objects.get(action="games.house_rules.offered")
    retire_house_rules(rules_id=row.pk, actor=SYSTEM)
    with pytest.raises(CannotUndo):
        rehearse_undo(entry_id=offered.pk, actor=SYSTEM)


def test_a_game_kept_under_house_rules_carries_them_out_and_in(club, other):
    row = made(club)
    game = save_game(organisation=club, text=FAR, variant=row.key, actor=SYSTEM)
    assert (game.variant, game.variant_source, game.is_legal) == (KEY, "option", True)
    assert stored_verdict(game=game).variant.key == KEY
    text = exported_pdn(game=game)
    assert f'[HouseRules "{variant_named(KEY).rules_text}"]' in text
    there = save_game(organisation=other, text=text, actor=SYSTEM)
    assert (there.variant, there.variant_source, there.is_legal) == (KEY, "tag", True)
    came = HouseRules.objects.get(organisation=other)
    assert (came.read_from_game, came.is_offered) == (True, False)
    assert came.name.endswith(KEY.removeprefix("house-"))  # told apart where nobody has named them


def test_rules_that_nobody_here_has_are_read_from_a_game_and_offered_when_the_club_wants(club):
    elsewhere = derive(VARIANTS["russian"], {"rows_of_men": "2"}, name="Children")
    tags = "".join(f'[{name} "{value}"]\n' for name, value in elsewhere.pinning_tags)
    game = save_game(organisation=club, text=f"{tags}\n1. c3-d4 *", actor=SYSTEM)
    assert game.variant == elsewhere.key
    assert is_variant(elsewhere.key)
    row = HouseRules.objects.get()
    assert row.name == "Children"
    with pytest.raises(HouseRulesNotOffered):
        require_playable(row.key, organisation_id=club.pk)
    with pytest.raises(HouseRulesKept):
        make_house_rules(
            organisation_id=club.pk, name="Small", base="russian", changes=row.changes, actor=SYSTEM
        )
    offer_house_rules(rules_id=row.pk, actor=SYSTEM)
    require_playable(row.key, organisation_id=club.pk)


def test_an_archive_with_house_rules_is_imported_with_its_rules(club, bring_in):
    variant = derive(VARIANTS["english"], {"man_captures_backward": "yes"}, name="Back")
    tags = "".join(f'[{name} "{value}"]\n' for name, value in variant.pinning_tags)
    record = f'[Event "x"]\n{tags}[FEN "B:W14,32:B18"]\n[Result "*"]\n\n1. 18x9 *\n'
    archive = bring_in(record.encode())
    game = Game.objects.get(archive_import=archive)
    assert (game.variant, game.is_legal) == (variant.key, True)
    assert HouseRules.objects.get().key == variant.key


def test_unknown_keys_and_texts_are_no_rules():
    for key in ("house-000000000000", "house-", "base=chess; king_flies=yes", ""):
        assert not is_variant(key)
        with pytest.raises(UnknownVariant):
            variant_named(key)


def test_perft_and_replay_take_rules_of_a_house(tmp_path):
    out = io.StringIO()
    call_command("perft", "english", "3", house_rules="rows_of_men=2", json=True, stdout=out)
    counted = json.loads(out.getvalue())
    assert counted["variant"] == derive(VARIANTS["english"], {"rows_of_men": "2"}).key
    path = tmp_path / "far.pdn"
    path.write_text(FAR)
    out = io.StringIO()
    call_command("replay", str(path), house_rules="base=english; king_flies=yes", format="jsonl", stdout=out)
    game, summary = (json.loads(line) for line in out.getvalue().splitlines())
    assert (game["variant"], game["legal"], summary["summary"]["legal"]) == (KEY, True, 1)
    with pytest.raises(CommandError, match=r"House rules cannot change this: the board .*\(fact_is_fixed\)"):
        call_command("perft", "english", "1", house_rules="geometry=10x10")


@pytest.mark.parametrize("command", ["perft", "replay"])
def test_rules_from_another_game_than_the_one_named_are_refused(command, tmp_path):
    path = tmp_path / "far.pdn"
    path.write_text(FAR)
    named = {"perft": ["russian", "1"], "replay": [str(path), "--variant", "russian"]}[command]
    with pytest.raises(CommandError, match="based on english, but the command specifies russian") as refused:
        call_command(command, *named, house_rules="base=english; king_flies=yes", stdout=io.StringIO())
    assert refused.value.returncode == 2
    call_command(command, *named, house_rules="base=russian; man_captures_backward=no", stdout=io.StringIO())


def test_two_sheets_are_compared_by_rules_of_a_house(tmp_path):
    paths = [tmp_path / "a.pdn", tmp_path / "b.pdn"]
    for path, last in zip(paths, ("4-22", "4-18"), strict=True):
        path.write_text(FAR.replace("4-22", last))
    out = io.StringIO()
    call_command("compare", *map(str, paths), house_rules="base=english; king_flies=yes", stdout=out)
    assert "4-22" in out.getvalue()
    assert "4-18" in out.getvalue()


def test_an_archive_is_written_out_by_rules_of_a_house(club, tmp_path):
    row = made(club)
    save_game(organisation=club, text=FAR, variant=row.key, actor=SYSTEM)
    save_game(organisation=club, text="1. 11-15 *", actor=SYSTEM)
    path = tmp_path / "out.pdn"
    call_command("export_pdn", "--variant", row.key, "--output", str(path))
    (written,) = path.read_text().strip().split("\n\n[")
    assert variant_named(row.key).rules_text in written
    with pytest.raises(CommandError, match="There is no variant house"):
        call_command("export_pdn", "--variant", "house-0", "--output", str(path))


def test_replay_by_rules_that_name_no_game_says_how_to_name_one(tmp_path):
    path = tmp_path / "far.pdn"
    path.write_text(FAR)
    with pytest.raises(CommandError, match="start it with base=KEY"):
        call_command("replay", str(path), house_rules="king_flies=yes")


# -- pages and API ---------------------------------------------------------------------------------


@pytest.fixture
def owner(club, client):
    user = User.objects.create_user("owner@club.example")
    RoleGrant.objects.create(user=user, organisation=club, role=Role.OWNER)
    client.force_login(user)
    return client


def test_rules_are_made_on_a_page_after_a_look_at_them(owner, club):
    form = owner.get("/desk/house-rules/new/?base=english").content.decode()
    assert "Flying kings" in form
    given = {
        "base": "english",
        "name": "Saturday kings",
        "fact_king_flies": "on",
        "fact_king_must_land_to_go_on": "on",
        "fact_man_captures_king": "on",
        "fact_rows_of_men": "3",
        "fact_king_landing": "anywhere",
        "fact_crowning": "stops",
        "fact_priority": "none",
        "fact_removal": "at_end",
        "fact_goal": "block",
        "fact_remedy_for_missed_capture": "huff",
    }
    shown = owner.post("/desk/house-rules/new/", given)
    assert shown.status_code == 200
    assert "Create these rules" in shown.content.decode()
    assert not HouseRules.objects.exists()
    answer = owner.post("/desk/house-rules/new/", {**given, "make": "1"}, follow=True)
    row = HouseRules.objects.get()
    assert row.changes["remedy_for_missed_capture"] == "huff"
    assert "flying kings, huffing" in answer.content.decode()
    assert "Saturday kings" in owner.get("/desk/house-rules/").content.decode()
    public = owner.get(f"/laws/house/{row.key}/").content.decode()
    assert variant_named(row.key).rules_text in public
    assert "Saturday kings" not in public
    owner.post(f"/desk/house-rules/{row.pk}/", {"retire": "1"})
    assert not HouseRules.objects.get().is_offered
    again = owner.post("/desk/house-rules/new/", {**given, "make": "1"})
    assert again.status_code == 409
    assert "The club already has exactly these rules:" in again.content.decode()


@pytest.mark.parametrize("must_go_on", [True, False])
def test_flying_kings_of_a_house_may_stop_capturing_or_must_go_on(must_go_on):
    form = HouseRulesForm(base="english")
    given = {field.html_name: field.value() for field in form if field.value() is not False}
    assert given["fact_king_must_land_to_go_on"] is True
    given |= {"name": "Ours", "fact_king_flies": "on"}
    if not must_go_on:
        del given["fact_king_must_land_to_go_on"]
    sent = HouseRulesForm(given, base="english")
    assert sent.is_valid()
    rules = derive(VARIANTS["english"], sent.changes())
    assert (rules.king_flies, rules.king_must_land_to_go_on) == (True, must_go_on)


def test_a_form_that_changes_nothing_or_has_no_name_makes_nothing(owner):
    assert owner.post("/desk/house-rules/new/", {"base": "english"}).status_code == 422
    assert not HouseRules.objects.exists()


def test_rules_are_made_and_retired_by_the_api(owner, club):
    given = {"name": "Kings", "base": "english", "changes": FLYING}
    answer = owner.post("/api/v1/house-rules/", given, content_type="application/json")
    assert answer.status_code == 201
    made_there = answer.json()
    place = answer["Location"]
    assert (made_there["key"], made_there["is_offered"]) == (KEY, True)
    assert owner.get(answer["Location"]).json()["rules"] == variant_named(KEY).rules_text
    retired = owner.post(f"{place}retire", {}, content_type="application/json")
    assert retired.json()["is_offered"] is False
    offered = owner.post(f"{place}offer", {}, content_type="application/json")
    assert offered.json()["is_offered"] is True
    (line,) = owner.get("/api/v1/house-rules/").json()
    assert line["title"] == "English draughts (American checkers): flying kings"
    refused = owner.post(
        "/api/v1/house-rules/",
        {**given, "changes": {"geometry": "10x10"}},
        content_type="application/json",
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "house_rules_unfit")
    assert refused.json()["facts"]["reason"] == "fact_is_fixed"
    assert refused.json()["title"].startswith("House rules cannot change this: the board (geometry)")


def test_a_record_with_rules_of_nobody_here_is_judged_on_the_page(client):
    variant = derive(VARIANTS["english"], {"king_flies": "yes", "rows_of_men": "2"})
    tags = "".join(f'[{name} "{value}"]\n' for name, value in variant.pinning_tags)
    page = client.post("/games/check/", {"pdn": f"{tags}{FAR}", "law_book": "standard-laws"})
    assert page.status_code == 200
    assert "flying kings" in page.content.decode()


def test_a_fact_whose_name_is_no_text_is_refused(owner):
    given = {"name": "Odd", "base": "english", "changes": {"\ud800": "yes"}}
    answer = owner.post("/api/v1/house-rules/", given, content_type="application/json")
    assert answer.status_code == 400
    assert "changes" in answer.json()["errors"]
