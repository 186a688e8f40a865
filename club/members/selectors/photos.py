"""Photos of persons that public pages may show."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from club.core.actor import Actor
from club.members.selectors.persons import age_on, persons_without_name_consent
from club.members.selectors.self_service import may_sign_for
from club.models import Consent, ConsentKind, JoinForm, Person, PersonPhoto

FULL_AGE = 18
"""Age of majority of a club that has not set its own."""


def public_photos() -> QuerySet[PersonPhoto]:
    """Return the photos of persons who agreed to photographs in the club that manages them.

    A photo of a person who is erased, merged into another, or whose name is withheld is left out.
    """
    answers = Consent.objects.filter(person=OuterRef("person"))
    agreed = answers.filter(
        text__kind=ConsentKind.PHOTO,
        text__organisation=OuterRef("person__organisation"),
        withdrawn_at__isnull=True,
    )
    named = answers.filter(text__kind=ConsentKind.PUBLISH_NAME)
    holds, withdrawn = named.filter(withdrawn_at__isnull=True), named.filter(withdrawn_at__isnull=False)
    rows = PersonPhoto.objects.filter(Exists(agreed), Exists(holds) | ~Exists(withdrawn))
    return rows.filter(person__erased_at__isnull=True, person__organisation__removed_at__isnull=True)


def photos_of(persons: Collection[int]) -> dict[int, PersonPhoto]:
    """Return the public photos of these persons by the person's id, in one query."""
    if not persons:
        return {}
    return {row.person_id: row for row in public_photos().filter(person__in=persons)}


def stored_photo(key: str, *, is_small: bool) -> bytes | None:
    """Return the content of a public photo; None if there is none at this address or its file is missing."""
    row = public_photos().filter(key=key).first()
    if row is None:
        return None
    try:
        with (row.thumbnail if is_small else row.file).open("rb") as file:
            return bytes(file.read())
    except FileNotFoundError:  # a database that was copied without its media folder
        return None


def agrees_to_photos(person: Person) -> bool:
    """Check that a consent to photographs is recorded in the club that manages the person."""
    return Consent.objects.filter(
        person=person,
        text__kind=ConsentKind.PHOTO,
        text__organisation=person.organisation_id,
        withdrawn_at__isnull=True,
    ).exists()


def photo_obstacle(person: Person) -> str:
    """Return what a photo of the person lacks: a public "name", or the "consent"; "" if nothing."""
    if persons_without_name_consent(persons=[person.pk]):
        return "name"
    return "" if agrees_to_photos(person) else "consent"


def may_sign_photo(*, actor: Actor, person: Person) -> bool:
    """Check that the actor may agree to a photo: the person if of age, or a guardian who may sign."""
    if not may_sign_for(actor=actor, person=person):
        return False
    return actor.user is None or person.user_id != actor.user.pk or not is_minor(person)


def is_minor(person: Person) -> bool:
    """Check that a person is under the club's age of majority; False without a birth date."""
    if person.born_on is None:
        return False
    form = JoinForm.objects.filter(organisation=person.organisation_id).first()
    full_age = form.full_age if form is not None else FULL_AGE
    return age_on(timezone.localdate(), person.born_on) < full_age
