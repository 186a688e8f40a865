"""Notifications to phones whose player is paired: planned with the publication, sent by jobs after it.

A job reads what is true when it runs, so that a round that was taken back is not announced. A slice that
fails in part is retried, and tells only the phones that were not told.
"""

import logging
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from club.core.outgoing import post_all
from club.core.web_push import Receiver, is_known_key, push_message
from club.jobs.services.jobs import enqueue
from club.models import Job
from tournaments.evening.selectors import BoardNotice, notices_due, subscriptions_of_round
from tournaments.models import PushSubscription, Round

log = logging.getLogger("club.push")

ROUND_TASK: Final = "tournaments.push_round"
SLICE_TASK: Final = "tournaments.push_slice"
SLICE: Final = 50  # phones
LEASE: Final = timedelta(minutes=3)  # longer than a slice of push services that do not answer
STARTS: Final = 7
PAUSE: Final = timedelta(seconds=5)  # the last start is some five minutes after the first
KEPT_SECONDS: Final = 2 * 3600  # by the push service, for a phone that is off: about a round
GONE: Final = frozenset(
    # The browser has unsubscribed, or subscribed with another key of the site.
    {HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
)


class PushServicesBusy(Exception):
    """Some phones were not reached; the job tries again."""


def notify_of_boards(row: Round) -> None:
    """Enqueue the notifications of a round whose boards become visible. One query where no phone asks."""
    if PushSubscription.objects.filter(phone__entry__section=row.section_id).exists():
        enqueue(
            task=ROUND_TASK,
            arguments={"round": row.pk, "version": row.version},
            key=f"push:{row.pk}:{row.version}",
            organisation_id=row.section.event.organisation_id,
        )


def plan_slices(*, job: Job) -> None:
    """Enqueue a job for each slice of the phones."""
    row = _round_of(job)
    keys = list(subscriptions_of_round(row).values_list("pk", flat=True)) if row is not None else []
    for at in range(0, len(keys), SLICE):
        enqueue(
            task=SLICE_TASK,
            arguments={"round": job.arguments["round"], "subscriptions": keys[at : at + SLICE]},
            key=f"{job.key}:{at}",
            organisation_id=job.organisation_id,
        )


def send_slice(*, job: Job) -> None:
    """Tell phones their boards; delete the subscriptions of browsers that are gone.

    Raises PushServicesBusy if some were not reached. A worker that dies after a push service took a message
    sends it again; it replaces the first on the phone.
    """
    row = _round_of(job)
    notices = notices_due(row, job.arguments["subscriptions"]) if row is not None else []
    lost = [one.subscription.pk for one in notices if not is_known_key(one.subscription.server_key)]
    notices = [one for one in notices if one.subscription.pk not in lost]
    answers = post_all([_message(one) for one in notices])
    failed = []
    for notice, answer in zip(notices, answers, strict=True):
        status = answer if isinstance(answer, int) else 0
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            _rows(notice).update(told=notice.told)
        elif status in GONE:
            _rows(notice).delete()
        elif _is_temporary(status):
            failed.append(str(answer))
        else:
            log.warning("A push service refused a message with %s.", status)
    PushSubscription.objects.filter(pk__in=lost).delete()
    if failed:
        raise PushServicesBusy(f"{len(failed)} of {len(notices)} phones were not reached: {failed[0]}")


def _round_of(job: Job) -> Round | None:
    rows = Round.objects.select_related("section__event").defer("reasons")
    return rows.filter(pk=job.arguments["round"]).first()


def _rows(notice: BoardNotice) -> Any:
    """Return the subscription, unless the phone has replaced it meanwhile."""
    one = notice.subscription
    return PushSubscription.objects.filter(pk=one.pk, endpoint=one.endpoint)


def _is_temporary(status: int) -> bool:
    """Check for an answer after which it is worth trying again; 0 is none."""
    busy = {0, HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}
    return status in busy or status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _message(notice: BoardNotice) -> Any:
    one = notice.subscription
    receiver = Receiver(one.endpoint, one.p256dh, one.auth, one.server_key)
    with override(one.language or None):
        payload = {
            "title": _title(notice),
            "body": _body(notice),
            "lang": one.language,
            "tag": f"evening-{notice.entry.pk}",
            "path": reverse("tournaments:evening", args=[notice.entry.pk]),
        }
    return push_message(receiver, payload, seconds=KEPT_SECONDS, topic=f"evening-{notice.entry.pk}")


def _title(notice: BoardNotice) -> str:
    facts = {"round": notice.pairing.round.number, "board": notice.pairing.board_number}
    if notice.pairing.round.section.is_team:
        return _("Round %(round)s: match %(board)s") % facts
    return _("Round %(round)s: board %(board)s") % facts


def _body(notice: BoardNotice) -> str:
    facts = {"name": notice.entry.name, "opponent": notice.opponent_name or _("Name withheld")}
    if notice.pairing.round.section.is_team:
        return _("%(name)s plays against %(opponent)s.") % facts
    if notice.games > 1:
        text = _("%(name)s begins with White against %(opponent)s.")
        other = _("%(name)s begins with Black against %(opponent)s.")
    else:
        text = _("%(name)s has White against %(opponent)s.")
        other = _("%(name)s has Black against %(opponent)s.")
    return (text if notice.is_white else other) % facts
