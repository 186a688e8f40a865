"""Every variant through PDN: written, read back and known by its tag; and found without one."""

import random
from functools import cache

import pytest

from games.laws.guess import VariantMemory, choose_variant, equal_variants
from games.laws.judge import judge
from games.laws.replay import replay
from games.pdn import parse_game_type, read_game, read_games, write_record
from games.rules import VARIANTS, Position, legal_moves_after, move_text, play

PLIES = 60


@cache
def a_game(key):
    """Texts, moves and final position of a game at random: the same at every call."""
    variant, chance = VARIANTS[key], random.Random(7)  # noqa: S311 - any game will do
    positions, moves, texts = [Position.start(variant)], [], []
    while len(moves) < PLIES and (legal := legal_moves_after(positions, moves, variant)):
        move = chance.choice(legal)
        texts.append(move_text(move, variant, legal))
        moves.append(move)
        positions.append(play(positions[-1], move, variant))
    return texts, moves, positions[-1]


def a_record(key, *tags):
    texts, _, _ = a_game(key)
    numbered = (f"{ply // 2 + 1}. {text}" if ply % 2 == 0 else text for ply, text in enumerate(texts))
    lines = "".join(f'[{name} "{value}"]\n' for name, value in (("Event", "any"), *tags))
    return read_game(f"{lines}\n{' '.join(numbered)} *\n")


def chosen_variant(record):
    played, source = choose_variant(record)
    return played.variant.key, source, played.is_complete


@pytest.mark.parametrize("style", ["strict", "classic"])
@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_written_and_read_back_is_the_same_game_of_the_same_rules(key, style):
    variant, (texts, moves, last) = VARIANTS[key], a_game(key)
    record = a_record(key, variant.rule_tag)
    written = write_record(record, style, variant=variant, move_texts=texts)
    played, source = choose_variant(read_game(written))
    assert (played.variant.key, source) == (key, "tag")
    assert [move.result for move in played.moves] == [move.result for move in moves]
    assert played.positions[-1] == last


@pytest.mark.parametrize("key", VARIANTS)
def test_a_position_written_and_read_back_is_the_same(key):
    variant, (_, _, last) = VARIANTS[key], a_game(key)
    fen = last.to_fen(variant)
    assert Position.from_fen(fen, variant) == last
    assert Position.from_fen(f"{fen}:H0:F1:+0+0", variant) == last  # as play sites write it
    tag, rules = variant.rule_tag
    played, _ = choose_variant(read_game(f'[{tag} "{rules}"]\n[FEN "{fen}"]\n'))
    assert (played.variant.key, played.start) == (key, last)


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if variant.pdn_type])
def test_a_game_type_is_the_variants_own_form_and_a_number_is_enough(key):
    variant = VARIANTS[key]
    assert parse_game_type(variant.game_type).text == variant.game_type
    if variant.pdn_type != 23:
        assert chosen_variant(a_record(key, ("GameType", str(variant.pdn_type))))[:2] == (key, "tag")


@pytest.mark.parametrize(
    ("tag", "key"),
    [
        pytest.param("23", "pool", id="the number alone is American"),
        pytest.param("23,B,8,8,N1,0", "pool", id="American"),
        pytest.param("23,B,8,8,A0,0", "pool", id="American, written in letters"),
        pytest.param("23,B,8,8,A1,1", "jamaican_pool", id="Jamaican"),
        pytest.param("23,W,8,8,A0,0", "unified_pool", id="unified"),
        pytest.param("23,W", "unified_pool", id="White starts: unified"),
    ],
)
def test_pool_is_told_apart_by_side_inversion_and_notation(tag, key):
    assert choose_variant(read_game(f'[GameType "{tag}"]\n\n*\n'))[0].variant.key == key


def test_a_bare_number_of_pool_with_letters_is_the_pool_that_is_written_so():
    assert chosen_variant(a_record("jamaican_pool", ("GameType", "23"))) == ("jamaican_pool", "tag", True)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Killer", "killer"),
        ("Killer draughts", "killer"),
        ("Jamaican pool", "jamaican_pool"),
        ("Zimbabwe pool", "unified_pool"),
        ("Frysk!", "frysk"),
        ("Antidraughts", "antidraughts"),
        ("Turkish draughts", "turkish"),
        ("From Position", "international"),
    ],
)
def test_a_name_as_sites_write_it_tells_the_rules(name, key):
    assert choose_variant(read_game(f'[Variant "{name}"]\n\n*\n'))[0].variant.key == key


def test_killer_beside_the_number_of_international_draughts_is_that_and_not_killer():
    record = read_game('[GameType "20"]\n[Variant "Killer"]\n\n1. 32-28 *\n')
    assert choose_variant(record)[0].variant.key == "killer"
    as_international = write_record(record, "strict", variant=VARIANTS["international"])
    assert "Killer" not in as_international
    as_killer = write_record(record, "strict", variant=VARIANTS["killer"])
    assert "GameType" not in as_killer


@pytest.mark.parametrize(
    ("key", "result"),
    [("canadian", "2-0"), ("frysk", "2-0"), ("frisian", "1-0"), ("turkish", "1-0"), ("killer", "2-0")],
)
def test_a_result_is_written_in_the_family_of_its_rules(key, result):
    variant = VARIANTS[key]
    record = read_game('[Result "1-0"]\n\n*\n')
    assert f'[Result "{result}"]' in write_record(record, "strict", variant=variant)


SQUARES_OR_MOVES_TELL = ("turkish", "frisian", "canadian", "thai", "spantsiretti", "spanish")


@pytest.mark.parametrize("key", SQUARES_OR_MOVES_TELL)
def test_a_rare_game_without_a_tag_is_found_by_its_squares_and_moves(key):
    assert chosen_variant(a_record(key)) == (key, "guess", True)
    records = list(read_games("\n".join(write_record(a_record(key), "classic") for _ in range(3))))
    memory = VariantMemory()
    assert {choose_variant(record, memory)[0].variant.key for record in records} == {key}


def test_a_slip_in_a_common_game_does_not_make_a_rare_one_of_it():
    record = read_game("1. 11-15 23-19 2. 8-11 22-17 3. 15-18 19-16 *")
    assert choose_variant(record)[0].variant.key == "english"


def test_a_missed_capture_is_judged_by_the_rules_that_the_name_tells():
    verdict = judge(read_game('[Variant "Killer"]\n\n1. 32-28 19-23 2. 37-32 *\n'))
    assert (verdict.variant.key, verdict.findings[0].code) == ("killer", "must_capture")


@pytest.mark.parametrize(
    "moves", ["1. 11-15 23-19 2. 8-11", "1. 11-15 22-18 2. 8-11", "1. 32-28 19-23", "1. 11-20"]
)
def test_variants_that_go_as_far_are_those_and_no_others(moves):
    """Also for a record that is legal under none of them."""
    record = read_game(f"{moves} *")
    chosen, _source = choose_variant(record)
    named = {variant.key for variant in equal_variants(record, chosen)}
    assert chosen.variant.key not in named
    for variant in VARIANTS.values():
        other = replay(record, variant)
        as_far = (other.is_complete, other.reached) >= (chosen.is_complete, chosen.reached)
        is_named = variant.key in named
        assert as_far or not is_named
        if as_far and not is_named and chosen.reached and variant.key != chosen.variant.key:
            assert len(other.misfits) + len(other.unread) > len(chosen.misfits) + len(chosen.unread)
