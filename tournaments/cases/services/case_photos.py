"""Photos of a case: upload from a phone, re-encoding, permanent deletion."""

import secrets
from typing import BinaryIO, Final

from django.core.files.base import ContentFile
from django.db import transaction

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.cases.errors import TooManyPhotos
from tournaments.cases.photos import encode_photo
from tournaments.cases.services.case_locks import locked_case
from tournaments.cases.services.case_log import log_case
from tournaments.core.services.locks import case_scope
from tournaments.models import Case, CasePhoto

MAX_PHOTOS: Final = 20
SHOWS: Final = ("white", "black", "other")


def add_photo(*, case_id: int, file: BinaryIO, size: int, of: str, actor: Actor) -> CasePhoto:
    """Store a photo of a case, re-encoded; `of` names the player whose score sheet it shows.

    Raises TooManyPhotos and the errors of `remade`. The picture is decoded before any lock is taken.
    """
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(_case(case_id)))
    picture = encode_photo(file, size=size)
    with transaction.atomic():
        case = locked_case(case_id)
        require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
        if case.photos.count() >= MAX_PHOTOS:
            raise TooManyPhotos(number=case.number, most=MAX_PHOTOS)
        photo = CasePhoto(
            case=case,
            of=of if of in SHOWS else "other",
            width=picture.width,
            height=picture.height,
            added_by=actor.label[:200],
        )
        photo.file.save(f"{secrets.token_hex(16)}.jpg", ContentFile(picture.content), save=False)
        try:
            photo.save(force_insert=True)
            log_case("tournaments.photo.added", case, actor, after=_facts(photo))
        except BaseException:
            photo.file.delete(save=False)
            raise
    return photo


@transaction.atomic
def remove_photo(*, photo_id: int, actor: Actor) -> None:
    """Delete a photo and its file; the audit log records the author."""
    case_id = CasePhoto.objects.values_list("case_id", flat=True).get(pk=photo_id)
    case = locked_case(case_id)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    photo = case.photos.select_for_update(no_key=True).get(pk=photo_id)
    storage, name = photo.file.storage, str(photo.file.name)
    before = _facts(photo)
    photo.delete()
    log_case("tournaments.photo.removed", case, actor, before=before, after={"number": case.number})
    transaction.on_commit(lambda: storage.delete(name))


def _case(case_id: int) -> Case:
    return Case.objects.select_related("event", "section__event", "pairing__round__section__event").get(
        pk=case_id
    )


def _facts(photo: CasePhoto) -> dict[str, object]:
    return {"number": photo.case.number, "photo": photo.pk, "photo_of": photo.of, "added_by": photo.added_by}
