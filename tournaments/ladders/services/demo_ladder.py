"""Ladder of the demo club: its order, challenges that were played, an open one."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from club.core.actor import Actor
from club.models import Organisation
from tournaments.ladders.services.challenges import answer_challenge, make_challenge, report_challenge
from tournaments.ladders.services.ladders import join_ladder, make_ladder
from tournaments.models import Ladder

PLAYERS: Final = 10
PLAYED: Final = ((2, 0, "challenger"), (5, 3, "challenged"), (7, 6, "draw"))
"""Who challenged whom, counted from the top of the list, and how it ended."""
OPEN_CHALLENGE: Final = (9, 8)


def create_demo_ladder(
    club: Organisation, names: Sequence[str], members: Mapping[str, int], actor: Actor
) -> Ladder:
    """Create a public ladder; of four challenges three are played and one waits for an answer."""
    row = make_ladder(organisation_id=club.pk, name=_("Club ladder"), is_public=True, actor=actor)
    numbers = [members[one] for one in names[:PLAYERS]]
    for number in numbers:
        join_ladder(ladder_id=row.pk, person_id=number, actor=actor)
    for challenger, challenged, result in PLAYED:
        both = numbers[challenger], numbers[challenged]
        made = make_challenge(ladder_id=row.pk, challenger_id=both[0], challenged_id=both[1], actor=actor)
        answer_challenge(challenge_id=made.pk, accepts=True, actor=actor)
        for one in both:
            report_challenge(challenge_id=made.pk, person_id=one, result=result, actor=actor)
    challenger, challenged = (numbers[at] for at in OPEN_CHALLENGE)
    make_challenge(ladder_id=row.pk, challenger_id=challenger, challenged_id=challenged, actor=actor)
    return row
