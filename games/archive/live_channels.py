"""Live channels of the archive."""

from club.core.actor import Actor
from club.core.errors import UnknownChannel
from club.live.publishing import channel_kind
from games.models import ArchiveImport


@channel_kind("import", is_public=True)
def import_channel(*, actor: Actor, subject: str) -> None:  # noqa: ARG001 - the progress page is open too
    """Allow any visitor to follow an import that exists."""
    if not (subject.isascii() and subject.isdecimal() and ArchiveImport.objects.filter(pk=subject).exists()):
        raise UnknownChannel(channel=f"import:{subject}")
