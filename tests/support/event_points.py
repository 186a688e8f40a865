"""Points of the players of a section by the outcomes of their games, without the product's scoring code."""

from collections import Counter

from django.db.models import Q, Sum

from tournaments.core.selectors import rulings_in_force
from tournaments.models import Pairing, RoundState

BYES = {"allocated": "bye_points", "requested_full": "win_points", "requested_half": "draw_points"}
LOST_BY_BOTH = {"both_lost", "double_forfeit"}
WON = {"white": 0, "white_forfeit": 0, "black": 1, "black_forfeit": 1}


def points_of_entries(section):
    """Return the points by key of an entry: of its games and byes but in drafts, less those of rulings.

    Systems with a ranking of their own know no deductions.
    """
    rows = Pairing.objects.filter(round__section=section).exclude(round__state=RoundState.DRAFT)
    points = Counter()
    for pairing in rows.select_related("round").prefetch_related("games"):
        sides = _points_of(section, pairing)
        for entry, earned in zip((pairing.white_id, pairing.black_id), sides, strict=False):
            points[entry] += earned
    if section.system != "keizer" and not section.has_tree:
        last = section.round_rows.exclude(state=RoundState.DRAFT).count()
        counted = Q(case__round_number__isnull=True) | Q(case__round_number__lte=last)
        rulings = rulings_in_force().filter(counted, case__section=section, entry__isnull=False)
        for entry, taken in rulings.values_list("entry").annotate(Sum("points")):
            points[entry] -= taken
    return points


def _points_of(section, pairing):
    """Return the points of the one with a bye, or of White and Black."""
    if pairing.black_id is None:
        return (_bye(section, pairing.bye),)
    games = [(one.number, one.outcome) for one in pairing.games.all()]
    outcomes = {outcome for _number, outcome in games}
    sides = [sum(of_one) for of_one in zip(*(_of_game(section, *one) for one in games), strict=True)] or [
        0,
        0,
    ]
    if not section.is_team and section.scoring == "games":
        return sides
    prefix = "match_" if section.is_team else ""
    win, draw, loss = (getattr(section, f"{prefix}{name}_points") for name in ("win", "draw", "loss"))
    if outcomes <= {"pending", "unplayed"} or (section.is_team and "pending" in outcomes):
        return 0, 0
    if outcomes <= {"unplayed", *LOST_BY_BOTH}:
        return loss, loss
    if sides[0] == sides[1]:
        return draw, draw
    return (win, loss) if sides[0] > sides[1] else (loss, win)


def _bye(section, kind):
    if kind not in BYES:
        return 0
    if section.is_team:
        return getattr(section, f"match_{BYES[kind]}")
    times = section.games_per_pairing if section.scoring == "games" else 1
    return times * getattr(section, BYES[kind])


def _of_game(section, number, outcome):
    """Return the points of the pairing's White and Black: the sides change from game to game."""
    if outcome in {"draw", "adjourned"}:
        sides = section.draw_points, section.draw_points
    elif outcome in WON:
        sides = (section.win_points, section.loss_points)[:: 1 if WON[outcome] == 0 else -1]
    elif outcome == "both_lost":
        sides = section.loss_points, section.loss_points
    else:
        sides = 0, 0
    return sides if number % 2 else sides[::-1]
