"""Serialization of the actor of a job, stored with the job's arguments."""

from collections.abc import Mapping
from typing import Any

from club.core.actor import Actor
from club.models import User


def kept_actor(actor: Actor) -> dict[str, Any]:
    """Serialize the actor to plain values."""
    return {"user": actor.user.pk if actor.user else None, "label": actor.label}


def actor_kept(told: Mapping[str, Any]) -> Actor:
    """Restore the actor; a deleted account has no permissions, no account means the program."""
    user = User.objects.filter(pk=told["user"]).first()
    return Actor(label=told["label"], user=user, is_system=told["user"] is None)
