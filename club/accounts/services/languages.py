"""Language of an account."""

from django.conf import settings
from django.db import transaction

from club.audit import log as audit
from club.core.actor import Actor
from club.models import User


@transaction.atomic
def choose_language(*, user_id: int, language: str, actor: Actor) -> User:
    """Save the language for pages and mails; an empty choice restores the browser's."""
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
