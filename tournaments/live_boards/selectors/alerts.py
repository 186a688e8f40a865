"""Alerts of the judge in words, for accounts that may file incidents."""

from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.core.actor import Actor
from games.house_rules.selectors import variant_named
from games.judging.messages import claim_sentence, finding_sentence, sanction_sentence, side_name
from games.judging.move_numbers import MoveNumbers
from games.judging.selectors.viewer import article_as_dict
from tournaments.events.selectors.sections import events_with_work, law_book_of
from tournaments.live_boards.models import FLAG_FALLEN
from tournaments.models import AlertState, ClaimKind, LiveAlert, LiveBoard

MAX_ALERTS = 200
CLAIMS = frozenset({ClaimKind.REPETITION.value, ClaimKind.MOVE_COUNT.value, ClaimKind.ENDGAME_LIMIT.value})


class AlertLine(NamedTuple):
    """An alert with its sentences and its article."""

    alert: LiveAlert
    sentence: str
    proposal: str
    article_url: str
    article_heading: str
    article_text: str
    player: str
    is_held: bool


def alerts_of_event(event_id: int, *, only_open: bool = False) -> QuerySet[LiveAlert]:
    """Return the alerts of an event, the latest first."""
    rows = LiveAlert.objects.filter(board__pairing__round__section__event=event_id)
    if only_open:
        rows = rows.filter(state=AlertState.OPEN)
    rows = rows.select_related(
        "board__pairing__round__section__event", "board__pairing__white", "board__pairing__black", "case"
    )
    return rows.defer("board__pairing__round__reasons").order_by("-pk")


def open_alerts_at_desk(actor: Actor) -> QuerySet[LiveAlert]:
    """Return the open alerts of all events at the account's desk, the latest first."""
    rows = LiveAlert.objects.filter(
        state=AlertState.OPEN, board__pairing__round__section__event__in=events_with_work(actor)
    )
    rows = rows.select_related("board__pairing__round__section__event").order_by("-pk")
    return rows.defer("board__pairing__round__reasons", "board__moves")[:MAX_ALERTS]


def alert_line(alert: LiveAlert) -> AlertLine:
    """Put an alert into words, in the language in force."""
    pairing = alert.board.pairing
    section = pairing.round.section
    variant = variant_named(section.variant)
    numbers = MoveNumbers.of_fen(alert.board.start_fen, variant)
    article = article_as_dict(law_book_of(section), alert.article)
    sentence = _sentence(alert, numbers)
    proposal = sanction_sentence(alert.proposal, side=alert.side) if alert.proposal else ""
    is_first = (alert.side == "white") == (alert.board.game % 2 == 1)
    player = (pairing.white if is_first else pairing.black) if alert.side else None
    return AlertLine(
        alert,
        sentence,
        "" if proposal in sentence else proposal,
        str(article["article_url"]),
        str(article["article_heading"]),
        str(article["article_text"]),
        player.name if player is not None else "",
        is_held(alert, alert.board),
    )


def is_held(alert: LiveAlert, board: LiveBoard) -> bool:
    """True if the move of an alert waits for the arbiter."""
    return bool(board.held) and alert.facts.get("text") == board.held[0] and alert.ply == len(board.moves) + 1


def _sentence(alert: LiveAlert, numbers: MoveNumbers) -> str:
    facts: dict[str, Any] = alert.facts
    if alert.code == FLAG_FALLEN:
        sentence = _("The time of %(side)s is over.") % {"side": side_name(alert.side)}
        if "unwatched_since" not in facts:
            return sentence
        unwatched = _(
            "This computer was asleep or off when it ran out, and moves may be missing: look at the clock."
        )
        return f"{sentence} {unwatched}"
    if alert.code in CLAIMS:
        return claim_sentence(
            alert.code,
            facts,
            side=alert.side,
            article=alert.article,
            status=facts["status"],
            from_ply=alert.ply,
            evidence=facts["evidence"],
            moves=numbers,
        )
    return finding_sentence(alert.code, facts, side=alert.side, article=alert.article, moves=numbers)
