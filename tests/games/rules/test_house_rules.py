"""House variants: what may be changed, what is refused, and the hash that pins the rules."""

from dataclasses import fields

import pytest

from games.rules import (
    VARIANTS,
    HouseRulesError,
    Position,
    base_key_of,
    derive,
    derive_from_text,
    facts_hash,
    legal_moves,
    move_text,
    perft,
)
from games.rules.house import fact_texts, shipped_twin
from games.rules.house_facts import CHANGEABLE, FACTS, LATER, NOT_RULES, PRIORITIES, REMEDY

ENGLISH = VARIANTS["english"]
# The rules of play of every shipped variant. A hash that moves means that games kept under the key were
# played by other rules: only a fault found in the facts is a reason, and CHANGELOG.md has to tell it.
SHIPPED = {
    "english": "450cafba1945",
    "international": "b0f7824ab5dc",
    "russian": "eccf6645bb88",
    "brazilian": "4f1d67a25c11",
    "italian": "c59158910d2d",
    "czech": "5727162a92e0",
    "pool": "715a39f255c7",
    "spanish": "23114a5bd6c0",
    "portuguese": "b433d74b525b",
    "turkish": "d201b786e2bf",
    "frisian": "029623b016c8",
    "canadian": "fc430d575c16",
    "thai": "26471b58ff44",
    "jamaican_pool": "7c7b50ca2db0",
    "unified_pool": "efbbcb8b6605",
    "spantsiretti": "8da2c1c4e813",
    "killer": "1501bf13027b",
    "frysk": "7983283f37f7",
    "breakthrough": "4dc24eedebb1",
    "antidraughts": "97db4af79ceb",
}


def texts(variant, fen):
    position = Position.from_fen(fen, variant)
    moves = legal_moves(position, variant)
    return {move_text(move, variant, moves) for move in moves}


def test_the_rules_of_shipped_variants_are_the_pinned_ones():
    assert {key: facts_hash(variant) for key, variant in VARIANTS.items()} == SHIPPED


def test_every_fact_of_a_variant_is_hashed_or_no_rule_of_play():
    assert {field.name for field in fields(ENGLISH)} == {*FACTS, *LATER, *NOT_RULES}


@pytest.mark.parametrize(
    ("changes", "fen", "there", "not_there"),
    [
        pytest.param({"king_flies": "yes"}, "B:W32:BK1", {"1-6", "1-10", "1-15"}, set(), id="flying kings"),
        pytest.param({"king_flies": "yes"}, "B:W32:BK4", {"4-8", "4-25"}, set(), id="a king goes far"),
        pytest.param({"king_flies": "yes"}, "B:W15:BK1,2", {"1x19", "1x24"}, {"1-6"}, id="takes from afar"),
        pytest.param(
            {"man_captures_backward": "yes"}, "B:W14:B18", {"18x9"}, {"18-22"}, id="men capture backward"
        ),
        pytest.param(
            {"man_captures_king": "no"}, "B:WK14,32:B9", {"9-13"}, {"9x18"}, id="a man cannot take a king"
        ),
        pytest.param(
            {"priority": "most_pieces"},
            "B:W14,16,22:B9,12",
            {"9x25"},
            {"12x19"},
            id="the most pieces have to be taken",
        ),
    ],
)
def test_a_changed_fact_changes_the_moves(changes, fen, there, not_there):
    variant = derive(ENGLISH, changes)
    found = texts(variant, fen)
    assert there <= found
    assert not not_there & found


def test_rows_of_men_change_the_start():
    start = Position.start(derive(ENGLISH, {"rows_of_men": "2"}))
    assert start.to_fen(ENGLISH) == "B:W25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8"


def test_english_with_all_that_pool_has_counts_as_pool():
    changes = {"king_flies": "yes", "man_captures_backward": "yes", "crowning": "passes"}
    like_pool = derive(ENGLISH, changes)
    assert shipped_twin(like_pool) is VARIANTS["pool"]
    pool = VARIANTS["pool"]
    assert perft(Position.start(like_pool), like_pool, 6) == perft(Position.start(pool), pool, 6)


def test_kings_that_come_to_fly_go_on_where_they_can():
    derived = derive(ENGLISH, {"king_flies": "yes"})
    assert dict(derived.changes) == {"king_flies": "yes", "king_must_land_to_go_on": "yes"}
    free = derive(ENGLISH, {"king_flies": "yes", "king_must_land_to_go_on": "no"})
    assert dict(free.changes) == {"king_flies": "yes"}


def test_kings_that_no_longer_fly_lose_what_flying_brings():
    derived = derive(VARIANTS["killer"], {"king_flies": "no"})
    assert dict(derived.changes) == {
        "king_flies": "no",
        "king_landing": "anywhere",
        "king_must_land_to_go_on": "no",
    }


@pytest.mark.parametrize(
    ("base", "changes", "code", "fact"),
    [
        pytest.param("english", {"king_flies": "no"}, "nothing_changed", None, id="nothing is changed"),
        pytest.param("english", {}, "nothing_changed", None, id="nothing is asked"),
        pytest.param("english", {"geometry": "10x10"}, "fact_is_fixed", "geometry", id="the board stays"),
        pytest.param(
            "english", {"first_to_move": "white"}, "fact_is_fixed", "first_to_move", id="who begins"
        ),
        pytest.param("english", {"key": "russian"}, "fact_is_fixed", "key", id="a name is no fact"),
        pytest.param(
            "english", {"king_flies": "maybe"}, "value_unknown", "king_flies", id="neither yes nor no"
        ),
        pytest.param(
            "english", {"rows_of_men": "4"}, "value_unknown", "rows_of_men", id="no free row is left"
        ),
        pytest.param("english", {"rows_of_men": "0"}, "value_unknown", "rows_of_men", id="nobody has a man"),
        pytest.param(
            "english", {"priority": "king_earliest"}, "value_unknown", "priority", id="an order of nobody's"
        ),
        pytest.param(
            "english",
            {"king_landing": "directly_behind"},
            "facts_contradict",
            "king_landing",
            id="a king that does not fly lands right behind",
        ),
        pytest.param(
            "italian",
            {"king_must_land_to_go_on": "yes"},
            "facts_contradict",
            "king_must_land_to_go_on",
            id="a king that does not fly has one landing square",
        ),
        pytest.param(
            "russian",
            {"may_turn_back": "yes"},
            "facts_contradict",
            "may_turn_back",
            id="the captured piece still stands in the way",
        ),
    ],
)
def test_what_cannot_be_derived_is_refused_by_name(base, changes, code, fact):
    with pytest.raises(HouseRulesError) as refused:
        derive(VARIANTS[base], changes)
    assert refused.value.code == code
    assert refused.value.facts.get("fact") == fact


def test_a_house_variant_is_no_base():
    with pytest.raises(HouseRulesError) as refused:
        derive(derive(ENGLISH, {"king_flies": "yes"}), {"man_captures_backward": "yes"})
    assert refused.value.code == "base_is_house"


def test_the_same_rules_have_the_same_key_whatever_they_are_called_and_however_they_are_told():
    one = derive(ENGLISH, {"king_flies": "yes", "man_captures_backward": "yes"}, name="Saturday kings")
    other = derive(
        ENGLISH,
        {"man_captures_backward": " Yes ", "crowning": "stops", "king_flies": "YES"},
        name="Blitz",
    )
    assert one.key == other.key
    assert (one.name, other.name) == ("Saturday kings", "Blitz")


def test_the_key_holds_the_hash_and_fits_where_keys_are_kept():
    derived = derive(ENGLISH, {"king_flies": "yes"})
    assert derived.key == "house-4a55d23f6160"  # for ever: games are kept under it
    assert derived.key == f"house-{facts_hash(derived)}"


@pytest.mark.parametrize("remedy", ["huff", "opponent_chooses"])
def test_another_remedy_is_another_variant_with_the_same_moves(remedy):
    derived = derive(ENGLISH, {REMEDY: remedy})
    assert derived.key not in {derive(ENGLISH, {"king_flies": "yes"}).key, "english"}
    assert perft(Position.start(derived), derived, 5) == perft(Position.start(ENGLISH), ENGLISH, 5)


@pytest.mark.parametrize("base", list(VARIANTS))
def test_whatever_is_derived_is_read_back_from_its_own_text(base):
    keys = {}
    for fact, changeable in CHANGEABLE.items():
        for value in changeable.values(VARIANTS[base]):
            if value == fact_texts(VARIANTS[base])[fact]:
                continue
            try:
                derived = derive(VARIANTS[base], {fact: value})
            except HouseRulesError as refusal:
                assert refusal.code == "facts_contradict"  # noqa: PT017 - every other one is a fault
                continue
            again = derive_from_text(derived.rules_text)
            assert (again.key, dict(again.changes)) == (derived.key, dict(derived.changes))
            assert base_key_of(again) == base
            assert keys.setdefault(derived.key, dict(derived.changes)) == dict(derived.changes)
    assert len(keys) >= len(PRIORITIES)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("base=chess; king_flies=yes", "base_unknown", id="no such base"),
        pytest.param("king_flies=yes", "base_unknown", id="no base"),
        pytest.param("", "base_unknown", id="nothing at all"),
        pytest.param(
            "0123456789ab; base=english; king_flies=yes", "hash_differs", id="a hash of other rules"
        ),
        pytest.param("base=english; base=russian", "rules_unreadable", id="two bases"),
        pytest.param("base=english; king_flies=yes; king_flies=no", "rules_unreadable", id="yes and no"),
        pytest.param("a; b; base=english", "rules_unreadable", id="two hashes"),
        pytest.param("base=english; " + "x" * 2000, "rules_unreadable", id="endless"),
    ],
)
def test_a_text_that_describes_no_rules_is_refused(text, code):
    with pytest.raises(HouseRulesError) as refused:
        derive_from_text(text)
    assert refused.value.code == code
