"""The tree of a knock-out: lines lead to the next round, and the match for the third place stands apart."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import played_round, section_of

from tournaments.rounds.selectors.tree import tree_of

pytestmark = pytest.mark.django_db


def test_neighbours_meet_in_the_next_round_and_the_winner_ends_the_tree():
    section = section_of(players=6, system="knockout", rounds=3, options={"third_place": True})
    for _ in range(3):
        played_round(section)
    tree = tree_of(section)
    assert [(one.number, len(one.matches), one.joins) for one in tree.main] == [
        (1, 4, "pairs"),
        (2, 2, "pairs"),
        (3, 1, ""),
    ]
    assert [one.stage for one in tree.third] == ["third_place"]
    assert tree.losers == ()
    text = Client().get(reverse("tournaments:tree", args=[section.event.slug, section.slug])).content.decode()
    assert text.count("tree__match--bye") == 2
    assert f"<b>{tree.winner.name}</b>" in text


def test_a_losers_bracket_alternates_between_pairs_and_straight_lines():
    section = section_of(players=8, system="double_elimination", rounds=7)
    for _ in range(2):
        played_round(section)
    tree = tree_of(section)
    assert [one.joins for one in tree.losers] == ["straight", "pairs", "straight", ""]
    assert [one.joins for one in tree.main][:3] == ["pairs", "pairs", "straight"]
