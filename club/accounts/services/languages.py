"""The language an account is spoken to in."""

from django.conf import settings
from django.db import transaction

from club.audit import log as audit
from club.core.actor import Actor
from club.models import User


@transaction.atomic
def choose_language(*, user_id: int, language: str, actor: Actor) -> User:
    """Keep the language chosen for pages and mails; without one the browser is asked again."""
    if language and language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    user = User.objects.select_for_update().get(pk=user_id)
    before = user.language
    if before != language:
        user.language = language
        user.save(update_fields=["language"])
        audit.record(
            "club.user.language_chosen",
            user,
            actor=actor,
            before={"language": before},
            after={"language": language},
        )
    return user
