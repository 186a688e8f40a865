"""Persons with their contacts, notes and photos, their households and guardians."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.core.names import KEY_WIDTH, family_first, search_key


class Person(models.Model):
    """A person in a club's records.

    A player need not have an account; an account has one person.
    """

    name = models.CharField(_("name"), max_length=200)
    sort_name = models.CharField(_("name in lists"), max_length=200, blank=True)  # the family name first
    search_key = models.CharField(max_length=KEY_WIDTH, blank=True, editable=False)  # see club.core.names
    email = models.EmailField(_("email"), blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True)
    languages = models.CharField(_("languages spoken"), max_length=120, blank=True)
    title = models.CharField(_("title"), max_length=20, blank=True)
    born_on = models.DateField(_("birth date"), null=True, blank=True)
    birthday = models.CharField(max_length=5, blank=True, editable=False)  # "11-22", of born_on
    organisation = models.ForeignKey(
        "club.Organisation",
        verbose_name=_("managed by"),
        on_delete=models.PROTECT,
        related_name="persons",
        null=True,
        blank=True,
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.SET_NULL,
        related_name="person",
        null=True,
        blank=True,
    )

    erased_at = models.DateTimeField(_("erased"), null=True, blank=True)  # when the personal data was erased

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=("search_key", "id"), name="person_in_order"),
            models.Index(fields=("organisation", "birthday"), name="person_birthday"),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Save, after updating the sort and search columns."""
        self.sort_name = self.sort_name or family_first(self.name)[:200]
        self.search_key = search_key(self.name, self.sort_name)
        self.birthday = f"{self.born_on:%m-%d}" if self.born_on else ""
        if update_fields is not None:
            update_fields = {*update_fields, "sort_name", "search_key", "birthday"}
        super().save(*args, update_fields=update_fields, **kwargs)


class FederationNumber(models.Model):
    """Number of a person at a federation or another body."""

    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="federation_numbers")
    body = models.CharField(_("federation"), max_length=40)
    number = models.CharField(_("number"), max_length=40)

    class Meta:
        verbose_name = _("federation number")
        verbose_name_plural = _("federation numbers")
        ordering = ("body", "number")
        constraints = (
            models.UniqueConstraint(fields=("person", "body"), name="federation_number_once_a_body"),
        )

    def __str__(self) -> str:
        return f"{self.body} {self.number}"


class ContactKind(models.TextChoices):
    """Kind of contact."""

    MAIL = "mail", _("email")
    PHONE = "phone", _("telephone")
    ADDRESS = "address", _("address")


class Contact(models.Model):
    """A way to contact a person.

    The program's mails go to `Person.email`.
    """

    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="contacts")
    kind = models.CharField(_("type"), max_length=10, choices=ContactKind.choices)
    label = models.CharField(_("label"), max_length=60, blank=True)
    value = models.CharField(_("value"), max_length=300)
    is_preferred = models.BooleanField(_("preferred"), default=False)

    class Meta:
        verbose_name = _("contact")
        verbose_name_plural = _("contacts")
        ordering = ("kind", "-is_preferred", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=ContactKind.values), name="contact_kind_is_known"),
            models.UniqueConstraint(
                fields=("person", "kind"), name="contact_preferred_once", condition=Q(is_preferred=True)
            ),
        )

    def __str__(self) -> str:
        """Return the kind only: values are not in the audit log."""
        return str(self.get_kind_display())


class NoteSight(models.TextChoices):
    """Readers of a note."""

    SECRETARY = "secretary", _("the secretary")
    BOARD = "board", _("the secretary and the treasurer")
    TREASURER = "treasurer", _("the treasurer")


class PersonNote(models.Model):
    """A note about a person for a few readers; owners read every note."""

    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="notes")
    text = models.TextField(_("text"), max_length=4000)
    sight = models.CharField(
        _("visible to"), max_length=10, choices=NoteSight.choices, default=NoteSight.SECRETARY
    )
    written_at = models.DateTimeField(_("created"), default=timezone.now)
    written_by = models.CharField(_("written by"), max_length=200)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ("-written_at", "-pk")
        constraints = (
            models.CheckConstraint(condition=Q(sight__in=NoteSight.values), name="note_sight_is_known"),
        )

    def __str__(self) -> str:
        """Return the readers: the text is not in the audit log."""
        return str(self.get_sight_display())


class Household(models.Model):
    """Persons of a club who live together; a person is in one household at most."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="households")
    name = models.CharField(_("name"), max_length=120)

    class Meta:
        verbose_name = _("household")
        verbose_name_plural = _("households")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class HouseholdMember(models.Model):
    """A person in a household."""

    household = models.ForeignKey("club.Household", on_delete=models.CASCADE, related_name="members")
    person = models.OneToOneField("club.Person", on_delete=models.PROTECT, related_name="household_place")

    class Meta:
        verbose_name = _("member of a household")
        verbose_name_plural = _("members of households")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.person}, {self.household}"


class Guardianship(models.Model):
    """Relation of a guardian to a ward: the guardian sees the ward's data and, with `may_sign`, consents."""

    guardian = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="wards")
    ward = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="guardians")
    may_sign = models.BooleanField(_("signs for them"), default=True)
    until = models.DateField(_("until"), null=True, blank=True)  # the last day

    class Meta:
        verbose_name = _("guardianship")
        verbose_name_plural = _("guardianships")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("guardian", "ward"), name="guardianship_once"),
            models.CheckConstraint(condition=~Q(guardian=F("ward")), name="guardianship_of_another"),
        )

    def __str__(self) -> str:
        return f"{self.guardian}, {self.ward}"


class PersonPhoto(models.Model):
    """A square photo of a person in two sizes, re-encoded on the server without metadata.

    `key` is a keyed hash of the picture; it is the photo's address.
    """

    person = models.OneToOneField("club.Person", on_delete=models.PROTECT, related_name="photo")
    key = models.CharField(max_length=32, unique=True)
    file = models.FileField(upload_to="persons/%Y/%m/")
    thumbnail = models.FileField(upload_to="persons/%Y/%m/")
    added_at = models.DateTimeField(_("added"), default=timezone.now)
    added_by = models.CharField(_("added by"), max_length=200)

    class Meta:
        verbose_name = _("photo of a person")
        verbose_name_plural = _("photos of persons")
        ordering = ("pk",)

    def __str__(self) -> str:
        return str(self.person)
