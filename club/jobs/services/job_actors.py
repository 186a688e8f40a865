"""Who asked for a job: kept with its arguments, and whoever acts when it is done."""

from collections.abc import Mapping
from typing import Any

from club.core.actor import Actor
from club.models import User


def kept_actor(actor: Actor) -> dict[str, Any]:
    """Who acts, as plain values."""
    return {"user": actor.user.pk if actor.user else None, "label": actor.label}


def actor_kept(told: Mapping[str, Any]) -> Actor:
    """The same again; an account that is gone meanwhile may do nothing, nobody's account is the program."""
    user = User.objects.filter(pk=told["user"]).first()
    return Actor(label=told["label"], user=user, is_system=told["user"] is None)
